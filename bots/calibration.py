"""From the value of a search to a win chance: what such values came to in finished games.

A search's own value leans towards the seat that searches: it takes the best of what it tries, against
replies of a quick policy. calibration.toml holds, for a game with certain options, pairs of a search's
value and the mean result of games in which it stood (``python -m bench.calibration --fit`` makes it).
"""

import tomllib
from importlib.resources import files

import numpy as np

from battlewise.core import Game

_TABLES = tomllib.loads((files("battlewise.bots") / "calibration.toml").read_text("utf-8"))


def win_chance(rules: Game, value: float) -> float:
    """The win chance that a search's value stands for, 0..1; the value itself without a table."""
    for table in _TABLES.get(rules.id, ()):
        if table["options"].items() <= rules.options.items():
            return float(np.interp(value, table["searched"], table["actual"]))
    return value


def slope(rules: Game, value: float, step: float = 0.01) -> float:
    """By how much the win chance changes with the value there, to carry a standard error over."""
    low, high = max(0.0, value - step), min(1.0, value + step)
    return (win_chance(rules, high) - win_chance(rules, low)) / (high - low)
