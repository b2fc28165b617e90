"""One game of a bot with itself, and what a report counts of it. Nothing here knows a game's rules."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from battlewise.bots.bot import searcher
from battlewise.bots.tournament.plan import Terms, rules_of
from battlewise.core import Move, State
from battlewise.search import Analysis

Json = dict[str, Any]
AHEAD = 0.02  # by which a win chance is above all others: a lead


@dataclass(frozen=True)
class Job:
    """What every game of a report has in common.

    :ivar variants: the terms of each combination of options; games take them in turn.
    :ivar spec: the bot of all seats, a tree search.
    """

    variants: Sequence[Terms]
    spec: str

    def terms(self, seed: int) -> Terms:
        """The terms of the game of a seed."""
        return self.variants[seed % len(self.variants)]


def play(job: Job, seed: int) -> Json:
    """Play the game of a seed; all of it is a function of the job and the seed.

    :returns: ``variant``, ``returns``; ``moves`` in notation; ``plies``, decisions with a choice; ``turns``;
        ``course``, the win chance of each seat at the first decision of every turn; ``choices``, a list a
        decision: phase, number of legal moves, what a random one loses; ``uses``, for each seat and each name
        of a kind of move or of a card: how often it could be chosen, and how often it was.
    """
    rules, player = rules_of(job.terms(seed)), searcher(job.spec)
    state = rules.new(seed=seed)
    course: list[list[float]] = []
    choices: list[list[Any]] = []
    uses = [defaultdict[str, list[int]](lambda: [0, 0]) for _ in range(rules.seats)]
    turn = -1
    while not state.is_over:
        legal = state.legal()
        if len(legal) == 1:
            state.play(legal[0])
            continue
        found = player.analyse(state, seed=(seed << 32) + state.ply)
        if state.turn > turn:
            turn = state.turn
            course.append([round(value / sum(found.values), 3) for value in found.values])
        phase = state.view(state.to_move).get("phase")
        choices.append([phase, len(legal), round(lost_at_random(found), 4)])
        _count(state, found, uses[state.to_move])
        state.play(found.candidates[0].move)
    return {
        "variant": seed % len(job.variants),
        "returns": state.returns(),
        "plies": len(choices),
        "turns": state.turn,
        "course": course,
        "choices": choices,
        "uses": [dict(one) for one in uses],
        "moves": state.record()["moves"],
    }


def lost_at_random(found: Analysis) -> float:
    """How much win chance a uniformly random move loses against the chosen one, by the values of a search.

    A move that the search never tried counts as the worst that it tried.
    """
    values = [one.value for one in found.candidates if one.value is not None]
    missing = len(found.candidates) - len(values)
    if not values:
        return 0.0
    return max(0.0, values[0] - fmean([*values, *[min(values)] * missing]))


def _count(state: State, found: Analysis, uses: dict[str, list[int]]) -> None:
    """Count what could be chosen at a decision, and what was."""
    named = [_names(state, one.move) for one in found.candidates]
    for name in set().union(*named):
        uses[name][0] += 1
        uses[name][1] += name in named[0]


def _names(state: State, move: Move) -> set[str]:
    """The kind of a move, and the cards and pieces that it touches."""
    things = state.game.catalogue().things
    return {f"kind:{move.doc['kind']}", *(one for one in move.touches if one in things)}


def leader(chances: Sequence[float]) -> int | None:
    """The seat that is clearly ahead; None if there is none."""
    best, second = sorted(chances, reverse=True)[:2]
    return chances.index(best) if best - second > AHEAD else None
