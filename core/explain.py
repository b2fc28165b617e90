"""Why something cannot be done now: the rule that forbids it, in words, for whatever a player points at.

A game says what it knows in `Game.why_not`, from a view alone: a reason cannot show what the seat cannot see.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from battlewise.core.errors import IllegalMove, UnknownThing
from battlewise.core.game import Game, Move, State

Json = Any


@dataclass(frozen=True)
class Reason:
    """Why something cannot be done.

    :ivar text: a sentence for a player.
    :ivar ids: of the things on the table that it is about.
    """

    text: str
    ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class Explanation:
    """What can be done with something, or why nothing can.

    :ivar moves: the legal moves with it.
    :ivar reasons: empty if there are any.
    """

    moves: tuple[Move, ...]
    reasons: tuple[Reason, ...]


def explain_thing(state: State, seat: int, thing: str) -> Explanation:
    """What a seat can do now with a thing on the table.

    :param thing: its id, as in the touches of moves.
    :raises UnknownThing: if nothing of the game has this id.
    """
    same = _same(state.game, thing)
    not_now = _not_now(state, seat)
    if not_now is not None:
        return Explanation((), (not_now,))
    legal = state.legal()
    moves = tuple(move for move in legal if not same.isdisjoint(move.touches))
    if moves:
        return Explanation(moves, ())
    view = state.view(seat)
    return Explanation((), tuple(state.game.why_not(view, thing)) or (_asked(state.game, view),))


def explain_move(state: State, seat: int, notation: str | Mapping[str, Json]) -> Explanation:
    """Why a seat cannot make a move now.

    :raises IllegalMove: the notation names no move of the game.
    """
    game = state.game
    codes = list(game.vocabulary.codes(notation))
    if not codes:
        raise IllegalMove(f"{notation!r} names no move of this game")
    not_now = _not_now(state, seat)
    if not_now is not None:
        return Explanation((), (not_now,))
    legal = state.legal()
    same = tuple(move for move in legal if move.code in codes)
    if same:
        return Explanation(same, ())
    view = state.view(seat)
    return Explanation((), tuple(_against(game, view, legal, codes)) or (_asked(game, view),))


def _against(
    game: Game, view: Mapping[str, Json], legal: Sequence[Move], codes: Sequence[int]
) -> list[Reason]:
    """The reasons against a move: its kind, all of it together, or things that no legal move touches."""
    docs = [game.vocabulary.doc(code) for code in codes]
    kinds = {move.doc["kind"] for move in legal}
    if not any(doc["kind"] in kinds for doc in docs):
        return [_asked(game, view)]
    together = list(game.why_not_move(view, docs[0]))
    if together:
        return together
    touched = {one for move in legal for one in move.touches}
    things = dict.fromkeys(one for code in codes for one in game.vocabulary.touches(code))
    unmet = [one for one in things if touched.isdisjoint(_same(game, one))]
    found = [reason for one in unmet for reason in game.why_not(view, one)]
    return list(dict.fromkeys(found))


def _same(game: Game, thing: str) -> set[str]:
    """The ids of what a thing's id stands for: a place, and what stands on it.

    :raises UnknownThing: if nothing of the game has this id.
    """
    element, _, name = thing.partition(":")
    same = {f"{one}:{name}" for one in game.one_place} if element in game.one_place else {thing}
    listed = _listed(game)
    elements = {one.partition(":")[0] for one in listed}.union(game.one_place)
    if listed.isdisjoint(same) and (element in elements or element not in game.vocabulary.elements):
        raise UnknownThing(f"{thing!r} is no id of this game; the catalogue lists them")
    return same


@lru_cache(maxsize=64)
def _listed(game: Game) -> frozenset[str]:
    """The ids of the catalogue."""
    box = game.catalogue()
    return frozenset(one.id for one in (*box.seats, *box.spaces, *box.cards, *box.pieces))


def _not_now(state: State, seat: int) -> Reason | None:
    """Why the seat can do nothing at all; None if it is the seat's decision."""
    names = state.game.seat_names
    if state.is_over:
        return Reason("The game is over.")
    if state.is_chance:
        return Reason("Luck decides first.")
    if state.to_move != seat:
        return Reason(f"It is for {names[state.to_move]} to decide.", (f"seat:{state.to_move}",))
    return None


def _asked(game: Game, view: Mapping[str, Json]) -> Reason:
    """The reason where the game knows none of its own: something else is asked."""
    return Reason(f"Something else is asked now. {game.prompt(view)}")
