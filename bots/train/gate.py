"""Judge a network by paired games at equal CPU time."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from time import monotonic, process_time

import numpy as np

from battlewise.bots.bot import MctsBot, bot
from battlewise.bots.match import interval
from battlewise.bots.train.games import OPENING, Floats
from battlewise.core import Game, State
from battlewise.core.rng import generator
from battlewise.search import Budget
from battlewise.search.network import Network

LEAST_BLOCKS = 2  # of a match
POSITIONS = 12  # at which searches are timed
REPEATS = 3  # of each search there

Weights = Sequence[Floats]


class Corrected(MctsBot):
    """A search whose estimate a given network corrects, or none."""

    def __init__(self, iterations: int, network: Network | None) -> None:
        super().__init__(f"mcts:iterations={iterations}", {"iterations": str(iterations)})
        self._given = network

    def network_for(self, rules: Game, budget: Budget | None = None) -> Network | None:
        return self._given


@dataclass(frozen=True)
class Score:
    """The mean return of a network in paired games, with its 95 % interval, clustered by pair.

    :ivar even: the mean return of a bot that is as strong as the others.
    """

    mean: float
    low: float
    high: float
    games: int
    even: float


def costs(rules: Game, networks: Sequence[Network | None], iterations: int, seed: int) -> list[float]:
    """The CPU time of a search with each network, in seconds: the mean over positions of random games.

    At each position the searches take turns, and the fastest of each counts: the first ones fill the caches.
    """
    players = [Corrected(iterations, network) for network in networks]
    spent = np.empty((POSITIONS, REPEATS, len(players)))
    for number in range(POSITIONS):
        state = _position(rules, seed + number)
        for repeat in range(REPEATS):
            spent[number, repeat] = [_seconds(player, state, number) for player in players]
    fastest: list[float] = spent.min(axis=1).mean(axis=0).tolist()
    return fastest


def _seconds(player: MctsBot, state: State, seed: int) -> float:
    """The CPU time of a search."""
    began = process_time()
    player.analyse(state, seed=seed)
    return process_time() - began


def _position(rules: Game, seed: int) -> State:
    """A decision with a choice of a random game; in turn one of its beginning and of later parts."""
    state, player, kept = rules.new(seed=seed), bot("random"), None
    while not state.is_over and (kept is None or state.ply < 20 * (seed % 6)):
        if len(state.legal()) > 1:
            kept = state.copy()
        state.play(player.choose(state, seed=seed + state.ply).move)
    assert kept is not None
    return kept


def gate(
    variants: Sequence[Game],
    new: Weights | None,
    old: Weights | None,
    iterations: int,
    games: int,
    seed: int,
    seconds: float = float("inf"),
) -> Score:
    """Play pairs of games on one deal with the seats rotated, at equal CPU time a search.

    :param variants: games of one id that differ in options; the deals take them in turn.
    :param new: the weights of a network; None for none.
    :param iterations: of the old network's searches; the new one's follow from what its searches cost.
    :param games: rounded up to whole blocks of one deal.
    :param seconds: wall time after which no further block begins; there are always two.
    """
    end = monotonic() + seconds
    seats = variants[0].seats
    corrections = [
        [None if weights is None else Network(rules, weights) for weights in (new, old)] for rules in variants
    ]
    cost, old_cost = costs(variants[0], corrections[0], iterations, seed)
    budgets = max(1, round(iterations * old_cost / cost)), iterations
    scores: list[float] = []
    for block in range(-(-games // seats)):
        if len(scores) >= LEAST_BLOCKS and monotonic() > end:
            break
        rules, networks = variants[block % len(variants)], corrections[block % len(variants)]
        players = [Corrected(budget, one) for budget, one in zip(budgets, networks, strict=True)]
        scores.append(fmean(_game(rules, players, own, seed + block) for own in range(seats)))
    return Score(*interval(scores), len(scores) * seats, 1 / seats)


def _game(rules: Game, players: Sequence[MctsBot], own: int, seed: int) -> float:
    """The return of the first player, in a seat of its own, against the second in all others.

    The first decisions are drawn at random, the same ones with every seating.
    """
    rng = np.random.Generator(generator(seed, "opening of a match"))
    state, opening = rules.new(seed=seed), int(rng.integers(OPENING + 1))
    while not state.is_over:
        legal = state.legal()
        if opening and len(legal) > 1:
            opening -= 1
            state.play(legal[int(rng.integers(len(legal)))])
            continue
        player = players[state.to_move != own]
        state.play(legal[0] if len(legal) == 1 else player.choose(state, (seed << 32) + state.ply).move)
    return state.returns()[own]
