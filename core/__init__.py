"""Games as states, moves and views: ``game(id)`` makes one, ``games()`` lists them."""

from importlib import import_module

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

# Python names a subpackage in its parent when it is first imported. Now, else it would hide `games()` later.
import_module("battlewise.core.games")

_CLASSES = {
    "batalj": "Batalj",
    "battalia": "Battalia",
    "battalla": "Battalla",
    "battlelore": "BattleLore",
    "connect_four": "ConnectFour",
    "history": "History",
    "leduc": "Leduc",
    "pig": "Pig",
}


def games() -> list[str]:
    """The ids of all games."""
    return list(_CLASSES)


def game_class(game_id: str) -> type[Game]:
    """The class of a game, for its title, options and version.

    :raises UnknownGame: if there is none of that id.
    """
    if game_id not in _CLASSES:
        raise UnknownGame(f"game: {game_id!r} is unknown; there are {', '.join(_CLASSES)}")
    module = import_module(f"battlewise.core.games.{game_id}.{game_id}")
    found: type[Game] = getattr(module, _CLASSES[game_id])
    return found


def game(game_id: str, **options: Value) -> Game:
    """A game with its options.

    :raises UnknownGame: if there is none of that id.
    :raises OptionError: for an option that does not exist or a value it cannot have.
    """
    return game_class(game_id)(**options)
