"""A tutorial for each game: the first turns of a match, played already, with sentences that explain them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from battlewise.core import OptionError, Value, game_class
from battlewise.core.data import read
from battlewise.core.options import resolve
from battlewise.core.registry import folder_of
from battlewise.core.views import Fields

_FILE = "tutorial.toml"
LONGEST = 350  # characters of a step's text
MOST_STEPS = 30
MOST_LIGHT = 30
MOST_MOVES = 400
_LONGEST_NAME = 200


@dataclass(frozen=True)
class Step:
    """What is explained at a position.

    :ivar at: how many of the moves are played there.
    :ivar say: a few short sentences.
    :ivar light: ids of things in the picture that the sentences are about.
    """

    at: int
    say: str
    light: tuple[str, ...]


@dataclass(frozen=True)
class Tutorial:
    """The first turns of a match.

    :ivar options: of the game, every one.
    :ivar seat: the learner's.
    :ivar moves: decisions and outcomes in order, as a record's `moves` has them.
    :ivar steps: in order; the last one is at the end of the moves.
    """

    options: Mapping[str, Value]
    seat: int
    moves: tuple[str, ...]
    steps: tuple[Step, ...]


@cache
def tutorial(game_id: str) -> Tutorial | None:
    """The tutorial of a game; None if it has none.

    :raises UnknownGame: if there is no game of that id.
    :raises DataError: naming file and key.
    """
    folder = folder_of(game_id)
    return tutorial_in(folder, game_id) if (folder / _FILE).is_file() else None


def tutorial_in(folder: Path, game_id: str) -> Tutorial:
    """The tutorial of a game that the ``tutorial.toml`` of a folder holds.

    :raises DataError: naming file and key.
    """
    return read([folder], _FILE, lambda fields: _built(game_id, fields))


def _built(game_id: str, fields: Fields) -> Tutorial:
    chosen = fields.object("options")
    kind = game_class(game_id)
    try:
        options = resolve(kind.OPTIONS, {name: chosen.value(name) for name in chosen.names()})
        seats = kind(**options).seats
    except OptionError as error:
        raise fields.fail("options", str(error)) from None
    moves = _texts(fields, "moves", MOST_MOVES)
    steps = tuple(_step(one, len(moves)) for one in fields.objects("steps", MOST_STEPS))
    if any(one.at >= following.at for one, following in pairwise(steps)):
        raise fields.fail("steps", "are not in the order of `at`, each at another position")
    if not steps or steps[-1].at != len(moves):
        raise fields.fail("steps", f"do not end at {len(moves)}, after the last move")
    return Tutorial(options, fields.integer("seat", 0, seats - 1), moves, steps)


def _step(fields: Fields, moves: int) -> Step:
    step = Step(
        at=fields.integer("at", 0, moves),
        say=fields.text("say", LONGEST),
        light=_texts(fields, "light", MOST_LIGHT),
    )
    fields.close()
    return step


def _texts(fields: Fields, name: str, most: int) -> tuple[str, ...]:
    found = []
    for number, item in enumerate(fields.items(name, most)):
        if not isinstance(item, str) or not 0 < len(item) <= _LONGEST_NAME:
            raise fields.fail(f"{name}[{number}]", f"is not a text of 1..{_LONGEST_NAME} characters")
        found.append(item)
    return tuple(found)
