"""Positions of the full game of BattleLore in short notation, for its tests."""

from typing import Any

from battlewise.core import State, game
from tests.games.battlelore.positions import TYPES, view

FULL = game("battlelore", scenario="full")
TYPES |= {
    "B": "flesh_ripper_brutes",
    "O": "obscenes",
    "C": "chaos_lord",
    "R": "riverwatch_riders",
    "N": "rune_golems",
    "W": "roc_warrior",
}


def LORE(hand: dict[str, int], seat: int = 0, other: int = 0) -> dict[str, Any]:
    """A seat's own lore cards, and how many the other has."""
    sizes = [sum(hand.values()), other] if seat == 0 else [other, sum(hand.values())]
    return {"lore_hand": hand, "lore_hand_sizes": sizes}


def full_view(phase: str, units: str, active: int = 0, **more: Any) -> dict[str, Any]:
    """A view of the active seat; at a unit's end ``!`` ordered, ``p`` poisoned, ``s`` stunned, ``w`` swarmed.

    Terrain by its kinds' names, as texts of hexes.
    """
    marks = []
    plain = []
    for one in units.split(","):
        what, where = one.split()
        marks.append({"stunned": "s" in where, "swarmed": "w" in where})
        plain.append(f"{what} {where.replace('s', '').replace('w', '')}")
    kinds = ("hill", "forest", "building", "water", "ford", "bridge")
    terrain = {hexagon: kind for kind in kinds for hexagon in more.pop(kind, "").split()}
    shown = view(phase, ", ".join(plain), active, **{"lore_hand_sizes": [0, 0], **more})
    if phase in ("lore", "lore_discard", "lore_draw") and "hand" not in more:
        shown["hand"] = {"patrol_left": 4}
    if terrain:
        shown.setdefault("terrain", terrain)
    for one, flags in zip(shown["units"], marks, strict=True):
        one.update(flags)
    return shown


def place(phase: str, units: str, active: int = 0, seat: int | None = None, **more: Any) -> State:
    """A state that waits for its outcomes to be played."""
    shown = full_view(phase, units, active, **more)
    if seat is not None:
        shown["seat"] = seat
    return FULL.from_view(shown, seed=1, chance="ask")


def named(views: list[dict[str, Any]]) -> set[str]:
    """Every text that stands in views as a value."""
    found: set[str] = set()

    def look(node: Any) -> None:
        if isinstance(node, str):
            found.add(node)
        for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            look(inner)

    look(views)
    return found
