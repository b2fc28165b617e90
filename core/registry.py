"""Which games there are: those of this package, and those of others (entry point ``battlewise.games``)."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from battlewise.core.errors import BattlewiseError, UnknownGame
from battlewise.core.game import Game
from battlewise.core.options import Value

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# Python names a subpackage in its parent when it is first imported. Now, else it would hide `games()` later.
import_module("battlewise.core.games")

GROUP = "battlewise.games"
_OWN = Path(__file__).parent / "games"
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


@cache
def _outside() -> dict[str, "EntryPoint"]:
    """The games of other packages by their ids.

    :raises BattlewiseError: two packages, or one and this, have a game of the same id.
    """
    from importlib.metadata import entry_points  # here: most commands start faster without

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        if entry.name in _CLASSES:
            raise BattlewiseError(
                f"{_package(entry)}: its game {entry.name!r} has the id of one of Battlewise"
            )
        if entry.name in found and found[entry.name].value != entry.value:
            both = f"{_package(found[entry.name])} and {_package(entry)}"
            raise BattlewiseError(f"{both}: both have a game {entry.name!r}")
        found[entry.name] = entry
    return dict(sorted(found.items()))


def _package(entry: "EntryPoint") -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else entry.value


def games() -> list[str]:
    """The ids of all games: those of this package, then those of others.

    :raises BattlewiseError: two packages have a game of the same id.
    """
    return [*_CLASSES, *_outside()]


def game_class(game_id: str) -> type[Game]:
    """The class of a game, for its title, options and version.

    :raises UnknownGame: if there is none of that id.
    :raises BattlewiseError: the package that has it is broken.
    """
    if game_id in _CLASSES:
        module = import_module(f"battlewise.core.games.{game_id}.{game_id}")
        found: type[Game] = getattr(module, _CLASSES[game_id])
        return found
    if game_id not in _outside():
        raise UnknownGame(f"game: {game_id!r} is unknown; there are {', '.join(games())}")
    return _loaded(_outside()[game_id])


def _loaded(entry: "EntryPoint") -> type[Game]:
    try:
        found = entry.load()
    except Exception as error:
        raise BattlewiseError(f"{_package(entry)}: {entry.value}: cannot be imported: {error}") from error
    if not isinstance(found, type) or not issubclass(found, Game) or found.id != entry.name:
        raise BattlewiseError(f"{_package(entry)}: {entry.value}: is no Game with the id {entry.name!r}")
    return found


def game(game_id: str, **options: Value) -> Game:
    """A game with its options.

    :raises UnknownGame: if there is none of that id.
    :raises OptionError: for an option that does not exist or a value it cannot have.
    """
    return game_class(game_id)(**options)


def folder_of(game_id: str) -> Path:
    """The folder of a game's module, where its texts lie.

    :raises UnknownGame: if there is none of that id.
    """
    if game_id in _CLASSES:
        return _OWN / game_id
    return Path(str(import_module(game_class(game_id).__module__).__file__)).parent


def package_of(game_id: str) -> str:
    """The package that a game comes from, with its version; empty for one of this package or of none."""
    entry = None if game_id in _CLASSES else _outside().get(game_id)
    return "" if entry is None else _package(entry)
