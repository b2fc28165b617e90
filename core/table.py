"""A table of one's own: from a seat's view and what happened to its next view, and what chance can do.

Nothing here knows more than the view: what the seat cannot see is dealt many times, and what happens in all
these deals alike is what the seat can tell.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from battlewise.core.errors import IllegalMove, ViewError
from battlewise.core.views import first_difference

if TYPE_CHECKING:
    from battlewise.core.game import Game, Move, State

DEALS = 2000  # tried at most, to find some in which the move is possible
DIFFERENT = 64  # next views that are compared at most
ENOUGH = 256  # deals after the first in which it is
SURE = 32  # deals that agree with what was shown, of which all next views are the same
SECRET_DEALS = 200  # tried if the move is possible in none of them
SECRET_MOVES = 40  # made before it, such as units that are deployed in secret
CHANCES = 256  # deals over which probabilities are averaged
FIRST = ("to_move", "phase")  # fields that are asked for first
Path = tuple[str | int, ...]
_NOTHING = object()


@dataclass(frozen=True)
class Step:
    """A move or an outcome as a seat saw it.

    :ivar start: a position as it can have been before; its `to_move` is the seat that moved, or CHANCE_NODE.
    :ivar before: what the seat knew then, with everything that was left out.
    :ivar move: what the seat saw of the move.
    :ivar state: a position as it can be now.
    :ivar after: what the seat knows now.
    """

    start: "State"
    before: dict[str, Any]
    move: "Move"
    state: "State"
    after: dict[str, Any]


def step(
    game: "Game",
    view: Mapping[str, Any],
    move: "Move | str | Mapping[str, Any]",
    shown: Mapping[str, Any] | None = None,
) -> Step:
    """From a seat's view and a move or an outcome as the seat saw it to its next view.

    :param view: what the seat knew before; of a spectator if its seat is None.
    :param move: the text or document as the seat sees it (`State.seen`): its own move, another seat's, or an
        outcome, without what it does not see.
    :param shown: what the move reveals besides, as a part of the next view, such as ``{"cards": [...]}``.
    :raises ViewError: the view is wrong; or the move reveals something that `shown` does not have or that
        cannot be, by its path from ``shown`` on.
    :raises IllegalMove: the move is not possible, as far as the seat can tell.
    """
    shown = {} if shown is None else shown
    if not isinstance(shown, Mapping):
        raise ViewError("shown", "is not an object")
    start = game.from_view(view, seed=0, chance="ask")
    possible = _follow(start, view["seat"], move, {})
    if not possible:
        if start.to_move == view["seat"]:
            game.move(move, start)  # says what is possible
        raise IllegalMove(f"{_name(move)} is not possible here, as far as the seat can tell")
    state = _settled(start, view["seat"], move, possible, shown)
    return Step(start, start.view(view["seat"]), possible.seen, state, state.view(view["seat"]))


def _settled(
    start: "State",
    seat: int | None,
    move: "Move | str | Mapping[str, Any]",
    possible: "_Next",
    shown: Mapping[str, Any],
) -> "State":
    """A position with the next view, from the views that are possible and from what was shown.

    Whose turn it is comes first: views of different phases have little in common.
    """
    if shown:
        agreeing = _follow(start, seat, move, shown)
        if len(agreeing.views) == 1 and agreeing.deals >= SURE:
            return agreeing.states[0]
        possible = _follow(start, seat, move, {n: shown[n] for n in FIRST if n in shown}) or possible
        possible.views += agreeing.views
        possible.states += agreeing.states
    certain = _common(possible.views)
    if (different := _contradiction(certain, shown)) is not None:
        path, actual = different
        raise ViewError(f"shown{_text(path)}", f"contradicts what the move leads to, which is {actual!r}")
    unknown = _varying(possible.views)
    if not unknown and first_difference(shown, possible.views[0]) is None:
        return possible.states[0]
    everywhere = [path for path in unknown if all(_has(view, path) for view in possible.views)]
    missing = [path for path in everywhere if not _has(shown, path)]
    if missing:
        first = min(missing, key=lambda path: path[0] not in FIRST)
        raise ViewError(f"shown{_text(first)}", "is missing: the move reveals it")
    merged = _closed(_merged(certain, shown))
    try:
        return start.game.from_view(merged, seed=0, chance="ask")
    except ViewError as error:
        raise ViewError(f"shown.{error.field}".rstrip("."), error.problem) from None


def outcomes(game: "Game", view: Mapping[str, Any]) -> list[tuple["Move", float]]:
    """What can happen at a chance node, as the seat of a view sees it, with probabilities (`chances`)."""
    return chances(game.from_view(view, seed=0, chance="ask"), view["seat"])


def chances(start: "State", seat: int | None) -> list[tuple["Move", float]]:
    """What can happen at a chance node, as a seat sees it, with probabilities.

    They are exact where the seat knows what is drawn from, such as for dice, and else a mean over deals.

    :param start: any position that the seat cannot tell from the real one.
    :returns: pairs of an outcome as the seat sees it and its probability, the most probable first; empty if
        it is not chance's turn.
    """
    found: dict[int, tuple[Move, float]] = {}
    for deal in range(CHANCES if start.is_chance else 0):
        world = start if deal == 0 else start.redealt(seat, deal)
        for outcome, probability in world.chances():
            seen = world.seen(outcome, seat)
            before = found.get(seen.code, (seen, 0.0))[1]
            found[seen.code] = (seen, before + probability / CHANCES)
    return sorted(found.values(), key=lambda one: -one[1])


@dataclass
class _Next:
    """What can follow a move.

    :ivar views: the next views, each once.
    :ivar states: a position with each of them.
    :ivar deals: in how many deals they follow.
    :ivar seen: the move as the seat sees it.
    """

    views: list[dict[str, Any]]
    states: list["State"]
    deals: int
    seen: Any = None

    def __bool__(self) -> bool:
        return bool(self.views)


def _follow(
    start: "State", seat: int | None, move: "Move | str | Mapping[str, Any]", shown: Mapping[str, Any]
) -> _Next:
    """What can follow a move and agrees with `shown`."""
    codes = set(start.game.vocabulary.codes(move if isinstance(move, str | Mapping) else move.text))
    found, agrees = _Next([], [], 0), dict[int, bool]()  # by what the seat knows afterwards
    until = DEALS + SECRET_DEALS
    for tried, world in enumerate(_worlds(start, seat, codes)):
        made = world.seen_as(codes, seat)
        if made is not None:
            found.seen = world.seen(made, seat)
            world = world.copy()
            world.play(made)
            key = world.view_key(seat)
            if key not in agrees:
                view = world.view(seat)
                agrees[key] = first_difference(shown, view) is None
                if agrees[key]:
                    found.views.append(view)
                    found.states.append(world)
            found.deals += agrees[key]
            until = min(until, tried + ENOUGH) if agrees[key] else until
        if len(agrees) >= DIFFERENT or tried >= until:
            break
    return found


def _worlds(start: "State", seat: int | None, codes: Set[int]) -> Iterator["State"]:
    """Positions that a seat cannot tell from `start`: other deals, and then such with secret moves before."""
    yield start
    if start.is_over or (start.to_move == seat and start.seen_as(codes, seat) is None):
        return  # what a seat may do does not depend on what it does not know
    for deal in range(1, DEALS):
        yield start.redealt(seat, deal)
    known = start.view_key(seat)
    for deal in range(SECRET_DEALS):
        world, random = start.redealt(seat, deal), Random(deal)
        for _ in range(SECRET_MOVES):
            if world.to_move != start.to_move or world.is_chance or world.view_key(seat) != known:
                break
            if world.seen_as(codes, seat) is not None:
                yield world
                break
            world.play(random.choice(world.legal()))


def _kind(views: list[Any]) -> type | None:
    """What to compare in all views one by one: the fields of objects, the items of lists; or None.

    Objects of plain values by name, such as counts, are compared as a whole if their names differ.
    """
    first = views[0]
    if all(isinstance(one, dict) for one in views):
        kinds = {type(value) for one in views for value in one.values()}
        table = kinds <= {int} or kinds <= {str}
        return None if table and any(one.keys() != first.keys() for one in views) else dict
    if all(isinstance(one, list) and len(one) == len(first) for one in views):
        return list
    return None


def _varying(views: list[Any], path: Path = ()) -> list[Path]:
    """The paths of fields that are not the same in all views."""
    first = views[0]
    if all(one == first for one in views):
        return []
    kind = _kind(views)
    if kind is dict:
        found: list[Path] = []
        for name in dict.fromkeys(name for one in views for name in one):
            missing = any(name not in one for one in views)
            inner = (*path, name)
            found += [inner] if missing else _varying([one[name] for one in views], inner)
        return found
    if kind is list:
        return [at for i in range(len(first)) for at in _varying([one[i] for one in views], (*path, i))]
    return [path]


def _common(views: list[Any]) -> Any:
    """What is the same in all views, with `_NOTHING` where they differ."""
    first = views[0]
    if all(one == first for one in views):
        return first
    kind = _kind(views)
    if kind is dict:
        names = [name for name in first if all(name in one for one in views)]
        return {name: _common([one[name] for one in views]) for name in names}
    if kind is list:
        return [_common([one[i] for one in views]) for i in range(len(first))]
    return _NOTHING


def _closed(known: Any) -> Any:
    """What is known without the fields that are not, and without lists of which an item is not."""
    if isinstance(known, dict):
        parts = {name: _closed(value) for name, value in known.items()}
        return {name: part for name, part in parts.items() if part is not _NOTHING}
    if isinstance(known, list):
        items = [_closed(item) for item in known]
        return _NOTHING if any(item is _NOTHING for item in items) else items
    return known


def _contradiction(certain: Any, shown: Any, path: Path = ()) -> tuple[Path, Any] | None:
    """Where what was shown differs from what is certain, and what is certain there."""
    if isinstance(certain, dict) and isinstance(shown, Mapping):
        pairs = [((*path, name), certain[name], shown[name]) for name in shown if name in certain]
    elif isinstance(certain, list) and isinstance(shown, list) and len(certain) == len(shown):
        pairs = [((*path, i), certain[i], shown[i]) for i in range(len(shown))]
    else:
        return None if certain is _NOTHING or certain == shown else (path, certain)
    return next((found for at, one, other in pairs if (found := _contradiction(one, other, at))), None)


def _merged(known: Any, shown: Any) -> Any:
    """What is known, with what was shown in its place."""
    if isinstance(known, dict) and isinstance(shown, Mapping):
        return {**known, **{name: _merged(known.get(name, _NOTHING), value) for name, value in shown.items()}}
    if isinstance(known, list) and isinstance(shown, list) and len(known) == len(shown):
        return [_merged(one, other) for one, other in zip(known, shown, strict=True)]
    return shown


def _has(shown: Any, path: Path) -> bool:
    """Whether a part of a view has a field. A list has all its items."""
    for step in path:
        if isinstance(shown, Mapping):
            if step not in shown:
                return False
            shown = shown[step]
        elif isinstance(shown, list) and isinstance(step, int) and step < len(shown):
            shown = shown[step]
        else:
            return True
    return True


def _text(path: Path) -> str:
    """A path as errors write it, such as ``players[1].cards``."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)


def _name(move: Any) -> str:
    return str(getattr(move, "text", move))[:80]
