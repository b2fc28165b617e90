"""Is a win chance honest? ``python -m bench.calibration --games 1000`` over held-out bot games.

Predictions for the seat to move, of `estimate` and of the search, against the game's result, in ten
bins; Brier scores with 95 % intervals clustered by game.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np
from rich.console import Console
from rich.table import Table

from battlewise.bots import bot
from battlewise.core import game


@dataclass(frozen=True)
class Sample:
    """One position: its game, both predictions and the result, all for the seat to move."""

    game: int
    estimate: float
    search: float
    result: float


def sample_game(game_id: str, spec: str, seed: int) -> list[Sample]:
    """The decisions with a choice of one self-played game."""
    player = bot(spec)
    state = game(game_id).new(seed=seed)
    seen: list[tuple[int, float, float]] = []
    while not state.is_over:
        legal = state.legal()
        if len(legal) == 1:
            state.play(legal[0])
            continue
        seat = state.to_move
        choice = player.choose(state, seed=(seed << 32) + state.ply)
        if choice.value is not None:
            seen.append((seat, state.estimate()[seat], choice.value))
        state.play(choice.move)
    returns = state.returns()
    return [Sample(seed, estimate, search, returns[seat]) for seat, estimate, search in seen]


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


def main() -> None:
    """Play the games and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="battlelore")
    parser.add_argument("--bot", default="mcts:iterations=1000")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=5_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
        futures = [
            pool.submit(sample_game, arguments.game, arguments.bot, arguments.seed + index)
            for index in range(arguments.games)
        ]
        samples = [one for future in futures for one in future.result()]
    console = Console(width=100)
    for kind in ("estimate", "search"):
        score, half = brier(samples, kind)
        title = (
            f"{kind}: {len(samples)} positions of {arguments.games} games, Brier {score:.4f} +- {half:.4f}"
        )
        table = Table("positions", "games", "predicted", "actual", "difference", "counts", title=title)
        for positions, games, predicted, actual in bins(samples, kind):
            counted = "yes" if positions >= 300 and games >= 100 else "no"
            table.add_row(
                str(positions),
                str(games),
                f"{predicted:.3f}",
                f"{actual:.3f}",
                f"{actual - predicted:+.3f}",
                counted,
            )
        console.print(table)


if __name__ == "__main__":
    main()
