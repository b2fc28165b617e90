"""Accuracy of verdicts and intervals: ``python -m bench.ratings`` on simulated bots, under two minutes.

Luck is drawn for each block and belongs to the seats, as the same deal does for both seatings. ``--real``
plays real games in blocks and unpaired, and compares how many of each the same certainty needs.
"""

import argparse
import time
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from battlewise.bots import bot
from battlewise.bots.tournament.play import play_game
from battlewise.bots.tournament.ratings import Fit, expected_score, fit
from battlewise.bots.tournament.sprt import FLOOR_BLOCKS, Overshoot, Sprt, llr, possible_scores
from battlewise.core import game

Floats = NDArray[np.float64]


def simulated_blocks(
    rng: np.random.Generator, shape: tuple[int, ...], seats: int, gap: float, luck: float
) -> Floats:
    """Block scores of a bot `gap` stronger, in log strength, than those in all other seats.

    :param luck: the standard deviation, in log strength, of what the deal is worth to a seat.
    """
    chances = _winning(np.exp(rng.normal(0, luck, (*shape, seats))), gap)
    return np.asarray((rng.random(chances.shape) < chances).mean(axis=-1))


def _winning(strengths: Floats, gap: float) -> Floats:
    """The bot's chance in each seat, from what the deal makes of each seat."""
    total = strengths.sum(axis=-1, keepdims=True)
    return np.asarray(np.exp(gap) * strengths / (total + (np.exp(gap) - 1) * strengths))


def gap_of(elo: float, seats: int, luck: float) -> float:
    """The gap in log strength at which the mean score is that of `elo`."""
    strengths = np.exp(np.random.default_rng(1).normal(0, luck, (200_000, seats)))
    low, high = -3.0, 3.0
    for _ in range(30):
        middle = (low + high) / 2
        mean = float(_winning(strengths, middle).mean())
        low, high = (middle, high) if mean < expected_score(elo, seats) else (low, middle)
    return (low + high) / 2


@dataclass(frozen=True)
class Errors:
    """What many simulated tests came to: the share of wrong verdicts and the mean number of games."""

    wrong: float
    games: float


def simulated_tests(
    seats: int, elo0: float, elo1: float, truth: float, luck: float, tests: int = 2000, seed: int = 1
) -> Errors:
    """Run tests side by side until each has its verdict; `truth` is `elo0` or `elo1`."""
    rng = np.random.default_rng(seed)
    test = Sprt(elo0, elo1, seats=seats)
    gap, (lower, upper) = gap_of(truth, seats, luck), test.bounds
    values = np.array(possible_scores(seats))
    counts = np.zeros((tests, len(values)))
    up, down = (Overshoot(*(np.zeros(tests) for _ in range(3))) for _ in range(2))
    running, wrong, blocks = tests, 0, 0
    while running:
        scores = simulated_blocks(rng, (running,), seats, gap, luck)
        blocks += running
        counts[np.arange(running), np.rint(scores * (len(values) - 1)).astype(int)] += 1
        ratio = llr(values, counts, *test.means)
        up.add(ratio)
        down.add(-ratio)
        if counts[0].sum() < FLOOR_BLOCKS:
            continue
        first, second = ratio <= lower + down.excess, ratio >= upper - up.excess
        wrong += int((second if truth == elo0 else first).sum())
        keep = ~(first | second)
        counts, running = counts[keep], int(keep.sum())
        up, down = (Overshoot(one.record[keep], one.sums[keep], one.squares[keep]) for one in (up, down))
    return Errors(wrong / tests, blocks * seats / tests)


def coverage(seats: int, luck: float, tournaments: int = 500, seed: int = 1) -> tuple[float, float]:
    """The share of true rating differences that the 95 % intervals cover, and its standard error.

    Five bots play every line-up on every seed, each seating once; the terms are those of the mean
    result, fitted to a large tournament of the same bots, since luck flattens chances.
    """
    rng = np.random.default_rng(seed)
    strengths = np.array([0.0, 0.2, 0.4, 0.7, 1.0])
    large = _tournament(rng, strengths, seats, 20_000, luck)
    truth = np.array([one.elo for one in sorted(large.ratings(), key=lambda one: one.entrant)])
    hits = []
    for _ in range(tournaments):
        ratings = sorted(_tournament(rng, strengths, seats, 60, luck).ratings(), key=lambda one: one.entrant)
        hits.append([one.low <= true <= one.high for one, true in zip(ratings, truth, strict=True)])
    means = np.array(hits).mean(axis=1)
    return float(means.mean()), float(means.std() / sqrt(tournaments))


def _tournament(rng: np.random.Generator, strengths: Floats, seats: int, seeds: int, luck: float) -> Fit:
    """Every line-up of the bots on every seed, in every rotation of the seats."""
    line_ups = [
        tuple(np.roll(line_up, turn)) for line_up in combinations(range(5), seats) for turn in range(seats)
    ]
    seating = np.tile(np.array(line_ups), (seeds, 1))
    clusters = np.repeat(np.arange(seeds), len(line_ups))
    chances = np.exp(strengths[seating] + rng.normal(0, luck, (seeds, seats))[clusters])
    cumulative = (chances / chances.sum(axis=1, keepdims=True)).cumsum(axis=1)
    winners = (rng.random((len(seating), 1)) > cumulative[:, :-1]).sum(axis=1)
    return fit(tuple("abcde"), seating, np.eye(seats)[winners], clusters)


@dataclass(frozen=True)
class Pairing:
    """What one game tells in a pair, and alone.

    :ivar paired: the variance of a pair's mean score, times its two games.
    :ivar alone: the variance of the score of games that each have a seed of their own, seats in turn.
    :ivar ratio: the first to the second: how many games a verdict takes in pairs, for one it takes alone.
    :ivar error: the ratio's standard error.
    """

    paired: float
    alone: float
    ratio: float
    error: float


def pairs_against_single_games(game_id: str, first: str, second: str, pairs: int) -> Pairing:
    """Play pairs on one set of seeds and single games on another, as many games of both.

    The length of a sequential test is in proportion to the variance a game.
    """
    rules, one, two = game(game_id), bot(first), bot(second)

    def score(seed: int, seat: int) -> float:
        return play_game(rules, [one, two] if seat == 0 else [two, one], seed).returns()[seat]

    seeds = range(3_000_000, 3_000_000 + pairs)
    together = np.array([score(seed, 0) + score(seed, 1) for seed in seeds]) / 2
    apart = np.array([score(seed, seed % 2) for seed in range(4_000_000, 4_000_000 + 2 * pairs)])
    rng = np.random.default_rng(1)
    draws = [
        2 * rng.choice(together, pairs).var(ddof=1) / rng.choice(apart, 2 * pairs).var(ddof=1)
        for _ in range(400)
    ]
    paired, alone = 2 * float(together.var(ddof=1)), float(apart.var(ddof=1))
    return Pairing(paired, alone, paired / alone, float(np.std(draws)))


REAL = (
    ("leduc", "mcts:iterations=100", "mcts:iterations=30", 2000),
    ("pig", "mcts:iterations=100", "mcts:iterations=30", 2500),
    ("battlelore", "mcts:iterations=250", "mcts:iterations=100", 300),
    ("connect_four", "mcts:iterations=300", "mcts:iterations=100", 400),
)


def _print_simulated(console: Console) -> None:
    table = Table("seats", "luck", "true Elo", "test", "wrong", "games", title="2,000 tests at 0.05 and 0.05")
    for seats, luck, elo1 in ((2, 1.0, 20), (2, 2.0, 20), (4, 1.0, 30), (4, 2.0, 30)):
        for truth in (0, elo1):
            found = simulated_tests(seats, 0, elo1, truth, luck)
            shown = (str(seats), str(luck), str(truth), f"[0, {elo1}]", f"{found.wrong:.3f}")
            table.add_row(*shown, f"{found.games:.0f}")
    console.print(table)
    table = Table("seats", "luck", "covered", title="95 % intervals of 500 tournaments on 60 seeds")
    for seats in (2, 4):
        for luck in (0.0, 1.0, 2.0):
            share, error = coverage(seats, luck)
            table.add_row(str(seats), str(luck), f"{share:.3f} +- {error:.3f}")
    console.print(table)


def _print_real(console: Console) -> None:
    table = Table("game", "bots", "pairs", "variance a game", "alone", "ratio", title="pairs or single games")
    for game_id, first, second, pairs in REAL:
        found = pairs_against_single_games(game_id, first, second, pairs)
        ratio = f"{found.ratio:.2f} +- {found.error:.2f}"
        row = (str(pairs), f"{found.paired:.4f}", f"{found.alone:.4f}", ratio)
        table.add_row(game_id, f"{first} : {second}", *row)
    console.print(table)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", action="store_true", help="play real games, paired and alone")
    console = Console(width=140)
    start = time.process_time()
    (_print_real if parser.parse_args().real else _print_simulated)(console)
    console.print(f"{time.process_time() - start:.0f} CPU seconds")


if __name__ == "__main__":
    main()
