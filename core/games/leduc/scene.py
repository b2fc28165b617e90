"""The table of Leduc poker as a picture shows it."""

from collections.abc import Mapping
from typing import Any

from battlewise.core.catalogue import Catalogue
from battlewise.core.scene.parts import (
    Group,
    Line,
    Panel,
    Scene,
    back,
    card,
    counter,
    seat_name,
    seat_panel,
    seat_tags,
    words,
)

ROUNDS = ("before the board card", "after it")


def scene(catalogue: Catalogue, view: Mapping[str, Any]) -> Scene:
    """The scene of a whole view."""
    cards = {one.id.partition(":")[2]: one for one in catalogue.cards}

    def shown(name: str | None, seat: int | None) -> Group:
        if name is None:
            return back(seat, 1, "hidden", title="a card face down")
        one = cards[name]
        return card(one.name, "cards", "hill", id=one.id, title=one.name, text=one.text)

    lines = [Line([shown(view["board"], None)] if view["board"] else [words("not dealt yet", fill="ink-2")])]
    panels = [Panel("board", "Board card", "hand", lines)]
    for seat, one in enumerate(catalogue.seats):
        chips = counter("gold", view["chips"][seat], "chips in the pot")
        held = Line([shown(view["cards"][seat], seat)])
        name = seat_name(one.name, seat, view["seat"])
        panels.append(seat_panel(view, seat, name, [chips, *seat_tags(view, seat)], [held]))
    for bets, when in zip(view["bets"], ROUNDS, strict=False):
        if bets:
            panels.append(Panel(f"bets {when}", f"Bets {when}", "hand", [Line([words(bet) for bet in bets])]))
    return Scene("Leduc poker", panels)
