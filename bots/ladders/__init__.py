"""Ladders: the levels of each game, the weakest first, with their scores against each other.

``battlewise levels GAME`` measures a ladder and writes its file: GAME.toml for the default number of seats,
GAME_4.toml for four.
"""

import tomllib
from functools import cache
from importlib.resources import files

from battlewise.core import Game, game

MOST_LEVELS = 10


def file_name(rules: Game) -> str:
    """The name of the file of a game's ladder."""
    return f"{rules.id}.toml" if rules.seats == _seats(rules.id) else f"{rules.id}_{rules.seats}.toml"


@cache
def _seats(game_id: str) -> int:
    """The default number of seats of a game."""
    return game(game_id).seats


def ladder(rules: Game) -> tuple[str, ...]:
    """The bots of a game's levels, the weakest first; empty without a ladder for its number of seats."""
    return _levels(file_name(rules))


@cache
def _levels(name: str) -> tuple[str, ...]:
    file = files("battlewise.bots.ladders") / name
    if not file.is_file():
        return ()
    return tuple(level["bot"] for level in tomllib.loads(file.read_text("utf-8"))["levels"])
