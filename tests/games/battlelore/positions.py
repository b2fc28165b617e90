"""Positions of BattleLore in short notation, for its tests."""

import math
from typing import Any

from battlewise.core import State, game
from battlewise.core.games.battlelore.rules.board import width

GAME = game("battlelore")
TYPES = {
    "H": "blood_harvesters",
    "V": "viper_legion",
    "G": "citadel_guard",
    "Y": "yeoman_archers",
}
FACES = ("strike", "cleave", "pierce", "morale", "lore", "heroic")
HEXES = [(row, column) for row in range(9) for column in range(width(row))]
ATTACK = "uH3 3.5!, dG3 4.5"  # 4.5 lies at the lower left of 3.5; away from it come 5.4 and 6.4
SIDES = {"u": "uthuk", "d": "daqan"}


def centre(hexagon: tuple[int, int]) -> tuple[float, float]:
    """A hex's centre, in widths of a hex."""
    row, column = hexagon
    return column + row % 2 / 2, row * math.sqrt(3) / 2


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many steps lie between two hexes."""
    x, u = centre(one)[0], centre(other)[0]
    rows = abs(one[0] - other[0])
    return rows + max(0, round(abs(x - u) - rows / 2))


def unit(text: str, **flags: Any) -> dict[str, Any]:
    """A unit such as ``uH3 4.5``: side, type, figures, hex; ``!`` ordered, ``p`` poisoned, at the end."""
    what, where = text.split()
    row, column = where.rstrip("!p").split(".")
    return {
        "side": SIDES[what[0]],
        "type": TYPES[what[1]],
        "figures": int(what[2]),
        "hex": [int(row), int(column)],
        "ordered": "!" in where,
        "poisoned": "p" in where,
        **flags,
    }


def view(phase: str, units: str, active: int = 0, **more: Any) -> dict[str, Any]:
    """A view of the active seat; units are separated by commas."""
    found: dict[str, Any] = {
        "seat": active,
        "phase": phase,
        "active": active,
        "units": [unit(one.strip()) for one in units.split(",")],
        "vp": [0, 0],
        "lore": [0, 0],
        "hand": {"patrol_left": 4 if phase == "command" else 3},
        "discard": {},
    }
    if phase != "command":
        found |= {"card": "battle_march", "discard": {"battle_march": 1}}
    return found | more


def position(phase: str, units: str, active: int = 0, **more: Any) -> State:
    """A state that waits for its outcomes to be played."""
    return GAME.from_view(view(phase, units, active, **more), seed=1, chance="ask")


def command(card: str, units: str, active: int = 0, **more: Any) -> State:
    """A state in which the active seat has just a card to play, and plays it."""
    filler = "attack_left" if card == "patrol_left" else "patrol_left"
    state = position("command", units, active, hand={card: 1, filler: 3}, **more)
    state.play(f"play {card.replace('_', ' ')}")
    return state


def texts(state: State) -> list[str]:
    """The legal moves."""
    return [move.text for move in state.legal()]


def phase(state: State) -> str:
    """The phase's name."""
    return str(state.view(None)["phase"])


def at(state: State, hexagon: str) -> dict[str, Any] | None:
    """The unit on a hex such as ``4.5``."""
    row, column = map(int, hexagon.split("."))
    return next((one for one in state.view(None)["units"] if one["hex"] == [row, column]), None)


def figures(state: State, hexagon: str) -> int:
    """How many figures stand on a hex."""
    found = at(state, hexagon)
    return 0 if found is None else int(found["figures"])


def play(state: State, *moves: str) -> State:
    """Play decisions and outcomes in order; dice may be written in any order."""
    for move in moves:
        word, *faces = move.split()
        state.play(" ".join([word, *sorted(faces, key=FACES.index)]) if word == "roll" else move)
    return state
