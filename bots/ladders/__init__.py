"""Ladders: the levels of each game, the weakest first, each with what it scored against the others.

``battlewise levels GAME`` measures a ladder and writes its file, GAME.toml.
"""

import tomllib
from functools import cache
from importlib.resources import files

MOST_LEVELS = 10


@cache
def ladder(game_id: str) -> tuple[str, ...]:
    """The bots of a game's levels, the weakest first; empty if the game has no ladder."""
    file = files("battlewise.bots.ladders") / f"{game_id}.toml"
    if not file.is_file():
        return ()
    return tuple(level["bot"] for level in tomllib.loads(file.read_text("utf-8"))["levels"])
