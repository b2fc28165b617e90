"""The table of Pig as a picture shows it."""

from collections.abc import Mapping
from typing import Any

from battlewise.core.catalogue import Catalogue
from battlewise.core.scene.parts import Line, Panel, Scene, counter, seat_name, words


def scene(catalogue: Catalogue, goal: int, view: Mapping[str, Any]) -> Scene:
    """The scene of a whole view.

    :param goal: how many points win.
    """
    turn = counter("star", view["total"], "points of this turn")
    panels = [Panel("turn", "This turn", "hand", [Line([turn])])]
    for seat, one in enumerate(catalogue.seats):
        leads = view["scores"][seat] > view["scores"][1 - seat]
        score = counter("star", f"{view['scores'][seat]} of {goal}", "leads" if leads else "points")
        lines = [Line([score])]
        if view["player"] == seat and view["to_move"] != "over":
            lines.append(Line([words("takes the turn", bold=True)]))
        name = seat_name(one.name, seat, view["seat"])
        panels.append(Panel(f"seat:{seat}", name, "side", lines, seat))
    return Scene("Pig", panels)
