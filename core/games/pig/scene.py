"""The table of Pig as a picture shows it."""

from collections.abc import Mapping
from typing import Any

from battlewise.core.catalogue import Catalogue
from battlewise.core.scene.parts import (
    Line,
    Panel,
    Scene,
    counter,
    leader,
    seat_name,
    seat_panel,
    seat_tags,
)


def scene(catalogue: Catalogue, goal: int, view: Mapping[str, Any]) -> Scene:
    """The scene of a whole view.

    :param goal: how many points win.
    """
    turn = counter("star", view["total"], "points of this turn")
    panels = [Panel("turn", "This turn", "hand", [Line([turn])])]
    for seat, one in enumerate(catalogue.seats):
        scores = view["scores"]
        winners = [seat] if view["to_move"] == "over" and leader(scores) == seat else []
        tags = seat_tags(view, seat, view["player"], leader(scores) == seat, winners)
        score = counter("star", f"{scores[seat]} of {goal}", "points")
        name = seat_name(one.name, seat, view["seat"])
        panels.append(seat_panel(view, seat, name, [score, *tags], []))
    return Scene("Pig", panels)
