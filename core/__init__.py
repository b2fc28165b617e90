"""Games as states, moves and views: ``game(id)`` makes one, ``games()`` lists them."""

from battlewise.core.errors import (
    BattlewiseError,
    DataError,
    IllegalMove,
    OptionError,
    RecordError,
    StaleState,
    UnknownGame,
    UnknownThing,
    ViewError,
    WrongSeat,
)
from battlewise.core.game import CHANCE_NODE, GAME_OVER, Game, Move, State
from battlewise.core.options import Option, Value
from battlewise.core.registry import game, game_class, games

__all__ = [
    "CHANCE_NODE",
    "GAME_OVER",
    "BattlewiseError",
    "DataError",
    "Game",
    "IllegalMove",
    "Move",
    "Option",
    "OptionError",
    "RecordError",
    "StaleState",
    "State",
    "UnknownGame",
    "UnknownThing",
    "Value",
    "ViewError",
    "WrongSeat",
    "game",
    "game_class",
    "games",
]
