"""Accuracy of win chances: ``python -m bench.calibration --games 1000`` over held-out bot games.

Predictions for the seat to move, of `estimate` and of the search, against the game's result, in ten
bins; Brier scores with 95 % intervals clustered by game. ``--fit`` prints instead the table that turns
the search's own values into win chances (bots/calibration.toml). ``--spread`` prints how far the win chances
of the bot's search are from those of `MORE` times its iterations, in the same positions.
"""

import argparse
import json
from dataclasses import dataclass
from functools import partial
from random import Random

import numpy as np
from rich.console import Console
from rich.table import Table

from battlewise.bots import Choice, bot
from battlewise.bots.arguments import in_all, variants_of
from battlewise.bots.bot import MctsBot
from battlewise.bots.tournament.play import play_game
from battlewise.core import Move, State, Value, game
from battlewise.search import Budget
from bench.processes import in_processes

EDGE = 1e-6  # a value nearer to 0 or 1 counts as certain
MORE = 30
POSITIONS = 3  # of a game that are searched twice


@dataclass(frozen=True)
class Sample:
    """One position: its game, both predictions and the result, all for the seat to move."""

    game: int
    estimate: float
    search: float
    result: float


def sample_game(
    game_id: str, variants: list[dict[str, Value]], spec: str, raw: bool, seed: int
) -> list[Sample]:
    """The decisions with a choice of one self-played game.

    :param variants: options, one variant after the other by seed.
    :param raw: use the value of the search, not the win chance.
    """
    seen: list[tuple[int, float, float]] = []

    def watch(state: State, choice: Choice) -> Move:
        value = choice.searched if raw else choice.value
        if value is not None:
            seen.append((state.to_move, state.estimate()[state.to_move], value))
        return choice.move

    rules = game(game_id, **variants[seed % len(variants)])
    state = play_game(rules, [bot(spec)] * rules.seats, seed, watch)
    returns = state.returns()
    return [Sample(seed, estimate, search, returns[seat]) for seat, estimate, search in seen]


def differences(game_id: str, variants: list[dict[str, Value]], spec: str, seed: int) -> list[float]:
    """Differences of win chances between a long search and a short one, in positions of one game.

    The game is one of quick bots; the positions are drawn from its decisions with a choice.
    """
    rules = game(game_id, **variants[seed % len(variants)])
    seen: list[State] = []

    def watch(state: State, choice: Choice) -> Move:
        if len(state.legal()) > 1:
            seen.append(state.copy())
        return choice.move

    play_game(rules, [bot("mcts:iterations=100")] * rules.seats, seed, watch)
    rng = Random(seed)
    short = bot(spec)
    assert isinstance(short, MctsBot)
    iterations = short.budget.iterations
    assert iterations is not None
    found = []
    for state in rng.sample(seen, min(POSITIONS, len(seen))):
        values = [
            short.choose(state, seed, Budget(iterations=n)).value for n in (iterations, MORE * iterations)
        ]
        if values[0] is not None and values[1] is not None:
            found.append(values[1] - values[0])
    return found


def bins(samples: list[Sample], kind: str) -> list[tuple[int, int, float, float]]:
    """For each tenth of predictions: positions, games, mean prediction, mean result."""
    rows = []
    predicted = np.array([getattr(one, kind) for one in samples])
    results = np.array([one.result for one in samples])
    games = np.array([one.game for one in samples])
    for tenth in range(10):
        chosen = np.minimum(9, (predicted * 10).astype(int)) == tenth
        if chosen.any():
            count = len(np.unique(games[chosen]))
            rows.append(
                (int(chosen.sum()), count, float(predicted[chosen].mean()), float(results[chosen].mean()))
            )
    return rows


def brier(samples: list[Sample], kind: str) -> tuple[float, float]:
    """The Brier score and half the width of its 95 % interval, clustered by game."""
    errors: dict[int, list[float]] = {}
    for one in samples:
        errors.setdefault(one.game, []).append((getattr(one, kind) - one.result) ** 2)
    sums = np.array([sum(values) for values in errors.values()])
    counts = np.array([len(values) for values in errors.values()])
    mean = sums.sum() / counts.sum()
    spread = np.sqrt(((sums - mean * counts) ** 2).sum()) / counts.sum()
    return float(mean), float(1.96 * spread)


def table(samples: list[Sample], knots: int = 12, halvings: int = 4) -> tuple[list[float], list[float]]:
    """A rising curve from searched values to results: means of shares of the positions.

    The shares are equal except at both ends, where values are dense: there they are halved `halvings` times.
    Certain values, 0 or 1, keep their value and are not used for others. From the outermost means the curve
    runs straight to them: of rarer values the games say nothing.
    """
    open_ones = [one for one in samples if EDGE < one.search < 1 - EDGE]
    searched = np.array([one.search for one in open_ones])
    results = np.array([one.result for one in open_ones])
    ends = [2.0**-i / knots for i in range(halvings + 1)]
    cuts = sorted({*ends, *(i / knots for i in range(2, knots - 1)), *(1 - end for end in ends)})
    order = np.argsort(searched, kind="stable")
    shares = np.split(order, [round(cut * len(order)) for cut in cuts])
    values = [round(float(searched[share].mean()), 6) for share in shares]
    rising = np.maximum.accumulate([results[share].mean() for share in shares])
    means = [round(float(one), 4) for one in rising]
    curve = dict(zip(values, means, strict=True))
    return [0.0, *curve, 1.0], [0.0, *curve.values(), 1.0]


def _print_tables(samples: list[Sample], games: int) -> None:
    console = Console(width=100)
    for kind in ("estimate", "search"):
        score, half = brier(samples, kind)
        title = f"{kind}: {len(samples)} positions of {games} games, Brier {score:.4f} +- {half:.4f}"
        shown = Table("positions", "games", "predicted", "actual", "difference", "counts", title=title)
        for positions, count, predicted, actual in bins(samples, kind):
            counted = "yes" if positions >= 300 and count >= 100 else "no"
            row = (f"{predicted:.3f}", f"{actual:.3f}", f"{actual - predicted:+.3f}")
            shown.add_row(str(positions), str(count), *row, counted)
        console.print(shown)


def _print_spread(apart: list[float]) -> None:
    squares = np.square(apart)
    drawn = np.random.default_rng(0).choice(squares, (1000, len(squares))).mean(axis=1)
    low, high = np.sqrt(np.quantile(drawn, (0.025, 0.975)))
    print(f"{len(apart)} positions: spread {np.sqrt(squares.mean()):.3f} ({low:.3f} to {high:.3f})", end="")
    print(f", mean {np.mean(apart):+.3f}")


def main() -> None:
    """Play the games and print the tables, or the fitted curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="battlelore")
    parser.add_argument("--option", "-o", action="append", default=[], help="of the game, name=value|value")
    parser.add_argument("--bot", default="mcts:iterations=1000")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=5_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--fit", action="store_true", help="print the table for bots/calibration.toml")
    parser.add_argument("--spread", action="store_true", help="compare with a longer search")
    arguments = parser.parse_args()
    variants = variants_of(arguments.option)
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    if arguments.spread:
        compare = partial(differences, arguments.game, variants, arguments.bot)
        _print_spread([one for played in in_processes(compare, seeds, arguments.jobs) for one in played])
        return
    work = partial(sample_game, arguments.game, variants, arguments.bot, arguments.fit)
    samples = [one for played in in_processes(work, seeds, arguments.jobs) for one in played]
    if arguments.fit:
        searched, actual = table(samples)
        given = ", ".join(f"{name} = {json.dumps(value)}" for name, value in in_all(variants).items())
        print(f"[[{arguments.game}]]\noptions = {{ {given} }}\nsearched = {searched}\nactual = {actual}")
    else:
        _print_tables(samples, arguments.games)


if __name__ == "__main__":
    main()
