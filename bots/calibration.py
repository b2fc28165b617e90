"""Win chances from the values of a search, calibrated on the results of finished games.

The value of a search is too high for the seat that searches: it takes the best of the moves it tried, against
replies of a quick policy. calibration.toml holds, for a game with certain options, pairs of a search's value
and the mean result of the games with that value. ``python -m bench.calibration --fit`` writes it.
"""

import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from battlewise.core import Game, Value

_TABLES = tomllib.loads((files("battlewise.bots") / "calibration.toml").read_text("utf-8"))


def win_chance(rules: Game, value: float) -> float:
    """The win chance for the value of a search, 0..1; the value itself for a game without a table."""
    curve = _curve(rules.id, tuple(rules.options.items()))
    if curve is None:
        return value
    searched, actual = curve
    after = bisect_right(searched, value)
    if after in (0, len(searched)):
        return actual[max(0, after - 1)]
    low, high = after - 1, after
    rise = (actual[high] - actual[low]) / (searched[high] - searched[low])
    return rise * (value - searched[low]) + actual[low]


@lru_cache(maxsize=64)
def _curve(game_id: str, options: tuple[tuple[str, Value], ...]) -> tuple[list[float], list[float]] | None:
    """Values of a search in ascending order, and the win chance of each; None for a game without a table."""
    table = _first(_TABLES.get(game_id, ()), dict(options))
    if table is None:
        return None
    return [float(one) for one in table["searched"]], [float(one) for one in table["actual"]]


def _first(tables: Iterable[Mapping[str, Any]], options: Mapping[str, Value]) -> Mapping[str, Any] | None:
    """The first table for some options of a game."""
    return next((one for one in tables if one["options"].items() <= options.items()), None)


def spread(rules: Game) -> float:
    """How far win chances are from what much more thinking says, 0..1.

    The root mean square difference, in one position after the other of games between bots, between the win
    chances by searches of 1,000 iterations and of thirty times as many (``python -m bench.calibration
    --spread``). The largest of all games for one without a measurement.
    """
    tables = _TABLES["spread"]
    own = _first((one for one in tables if one["game"] == rules.id), rules.options)
    return float(max(one["spread"] for one in tables) if own is None else own["spread"])


def slope(rules: Game, value: float, step: float = 0.01) -> float:
    """The derivative of the win chance at a value; it scales the standard error of the value."""
    low, high = max(0.0, value - step), min(1.0, value + step)
    return (win_chance(rules, high) - win_chance(rules, low)) / (high - low)
