"""Moves that are right or wrong, shown without any evaluation of a game.

A proof is an exact search of the rest of a turn, or whole games played to the end with either move.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from battlewise.core import Move, State
from battlewise.search.playout import played_out, results

DEALS = 4  # of the hidden cards for which a win has to be certain
MOST_OUTCOMES = 40  # of a chance node that a proof looks at
MOST_POSITIONS = 1500  # that a proof looks at
GAMES = (200, 500, 1000, 2000)  # of a proof by games, which ends when it is clear
MARGIN = 0.02  # a loss of win chance that makes a move wrong
OTHER_DEALS = 1 << 40  # the first of those that find a best move, which no comparison with it plays again
ROUNDS, ROUND, POWER = 4, 25, 2  # of deals that find a best move; the power of the prior weights there
ERRORS = 3.5  # standard errors of a proof by games
POLICIES = (1, 4)  # powers of the prior weights that play such games on


class _TooLarge(Exception):
    """A proof would look at too many positions."""


class _Proof:
    """Whether a seat wins before the turn ends, whatever chance decides and the others do."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat, self.turn, self.left = seat, state.turn, MOST_POSITIONS

    def wins(self, state: State) -> bool:
        """:raises _TooLarge: if the proof needs too many positions or outcomes."""
        if state.is_over:
            return state.returns()[self.seat] == 1
        self.left -= 1
        if self.left < 0:
            raise _TooLarge
        if state.turn > self.turn:
            return False
        if state.is_chance:
            outcomes = state.outcomes()
            if len(outcomes) > MOST_OUTCOMES:
                raise _TooLarge
            return all(self.wins(after(state, one)) for one in outcomes)
        how: Callable[..., bool] = any if state.to_move == self.seat else all
        return how(self.wins(after(state, move)) for move in state.legal())


def after(state: State, move: Move) -> State:
    """The state that a move or an outcome leads to."""
    reached = state.copy()
    reached.play(move)
    return reached


def wins_for_certain(state: State, seat: int) -> bool | None:
    """Whether a seat wins before this turn ends, whatever chance and others do; None: not known."""
    try:
        return _Proof(state, seat).wins(state)
    except _TooLarge:
        return None


def deals(state: State, seat: int, count: int = DEALS) -> list[State]:
    """The state with all that a seat cannot see dealt anew, so many times."""
    return [state.redealt(seat, seed) for seed in range(count)] if state.game.hidden else [state]


@dataclass(frozen=True)
class Verdict:
    """What is known of a decision; moves that are in neither list are not judged.

    :ivar right: moves that no other move beats.
    :ivar wrong: moves that one of them beats for certain.
    """

    right: list[Move]
    wrong: list[Move]


def winning(state: State) -> Verdict | None:
    """The moves that keep a certain win of this turn, and those that do not; None if there is no such win."""
    seat, worlds = state.to_move, deals(state, state.to_move)
    if any(wins_for_certain(world, seat) is not True for world in worlds):
        return None
    right, wrong = [], []
    for move in state.legal():
        found = [wins_for_certain(after(world, move), seat) for world in worlds]
        if all(one is True for one in found):
            right.append(move)
        elif all(one is False for one in found):
            wrong.append(move)
    return Verdict(right, wrong) if right and wrong else None


def defending(state: State) -> Verdict | None:
    """The moves after which an opponent wins the next turn for certain, and those after which there is hope.

    None if the turn does not end with this decision, or if the moves do not differ.
    """
    seat, worlds = state.to_move, deals(state, state.to_move)
    right, wrong = [], []
    for move in state.legal():
        reached = [after(world, move) for world in worlds]
        if any(one.is_over or one.is_chance or one.to_move == seat for one in reached):
            return None
        found = [wins_for_certain(one, one.to_move) for one in reached]
        if all(one is True for one in found):
            wrong.append(move)
        elif all(one is False for one in found):
            right.append(move)
    right = [move for move in right if wrong and _hopes(state, move)]
    return Verdict(right, wrong) if right and wrong else None


def _hopes(state: State, move: Move, games: int = 200) -> bool:
    """Whether a move is worth `MARGIN` at all, by games to the end."""
    seat = state.to_move
    worlds = ((number, after(state.redealt(seat, number), move)) for number in range(games))
    return fmean(played_out(world, number)[seat] for number, world in worlds) > MARGIN


def differences(state: State, move: Move, other: Move, games: int, power: int, seed: int) -> list[float]:
    """What a move wins over another, 1 to -1, in games to the end that share deal and luck."""
    found = []
    for number in range(seed, seed + games):
        one, two = results(state, [move.code, other.code], number, power)
        found.append(one - two)
    return found


def beats(state: State, move: Move, other: Move, power: int, seed: int) -> bool:
    """Whether a move is worth `MARGIN` more than another by games to the end; close cases take more."""
    found: list[float] = []
    for games in GAMES:
        found += differences(state, move, other, games - len(found), power, seed + len(found))
        spread = stdev(found) / sqrt(games)
        if fmean(found) - ERRORS * spread > MARGIN:
            return True
        if fmean(found) < MARGIN:  # to give up too early costs a decision of the suite, not its truth
            return False
    return False


def best_by_games(state: State) -> Move:
    """The move with the best result of games to the end, played on common deals.

    The worse half of the moves drops out again and again. The deals are none of those that `beats` plays:
    their luck in finding the move would speak for it again.
    """
    left = state.legal()
    sums = dict.fromkeys(left, 0.0)
    for first in range(OTHER_DEALS, OTHER_DEALS + ROUNDS * ROUND, ROUND):
        for number in range(first, first + ROUND):
            found = results(state, [move.code for move in left], number, POWER)
            for move, value in zip(left, found, strict=True):
                sums[move] += value
        left.sort(key=lambda move: sums[move], reverse=True)
        left = left[: max(2, len(left) // 2)]
    return left[0]


def beaten(state: State, suspects: Iterable[Move], seed: int) -> Verdict | None:
    """Those of some moves that lose at least `MARGIN` against another one by games played to the end.

    Games are played on by two policies, one that follows the prior weights loosely and one closely, and both
    have to say so. None if no move is beaten.
    """
    best = best_by_games(state)
    wrong = [
        move
        for move in suspects
        if move != best and all(beats(state, best, move, power, seed) for power in POLICIES)
    ]
    return Verdict([best], wrong) if wrong else None


def poorer(state: State, goods: Sequence[tuple[str | int, ...]]) -> Verdict | None:
    """The moves after which all is as after another one, but for less of what is good to have.

    :param goods: where numbers are in the view of the seat to move, such as ``("players", 0, "gold")``.
    """
    seat, found = state.to_move, dict[str, list[tuple[list[int], Move]]]()
    for move in state.legal():
        reached = after(state, move)
        if reached.is_over or reached.to_move != seat:
            continue
        view, amounts = reached.view(seat), []
        for *way, last in goods:
            place: Any = view
            for step in way:
                place = place[step]
            amounts.append(place[last])
            place[last] = None
        found.setdefault(json.dumps(view, sort_keys=True), []).append((amounts, move))
    right, wrong = [], []
    for alike in found.values():
        best = [max(each) for each in zip(*(amounts for amounts, _ in alike), strict=True)]
        if any(amounts == best for amounts, _ in alike):
            right += [move for amounts, move in alike if amounts == best]
            wrong += [move for amounts, move in alike if amounts != best]
    return Verdict(right, wrong) if wrong else None
