"""Random steps a second of `VectorEnv` beside environments of others: ``python -m bench.environments``.

CPU time of one processor, all in one run. The rounds alternate, so that other load affects all alike. A row
has the medians of the rounds, and of the ratios to the peer; the ratios are with observations. Peers are
PettingZoo's card and board games, and OpenSpiel's games as environments of PettingZoo by Shimmy. The extra
``bench`` installs them.
"""

import argparse
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy
from numpy.random import Generator

from battlewise.core import Value, game
from battlewise.search.vector import VectorEnv
from bench.speed import Work, rate

LEDUC, CONNECT_FOUR, TEXAS = "PettingZoo leduc_holdem", "PettingZoo connect_four", "PettingZoo texas_holdem"
GIN_RUMMY, BACKGAMMON = "OpenSpiel gin_rummy", "OpenSpiel backgammon"
LARGE = (TEXAS, GIN_RUMMY)
"""The largest card games there: observations of 72 and of 644 numbers."""


@dataclass(frozen=True)
class Compared:
    """A game and the environments it is compared with.

    :ivar game_id: the game's id.
    :ivar peers: the largest of its kind.
    :ivar options: of the game.
    """

    game_id: str
    peers: tuple[str, ...] = LARGE
    options: dict[str, Value] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The id with the options."""
        return " ".join([self.game_id, *(f"{name}={value}" for name, value in self.options.items())])


COMPARED = (
    Compared("leduc", (LEDUC,)),
    Compared("connect_four", (CONNECT_FOUR,)),
    Compared("pig", (BACKGAMMON,)),
    Compared("battlelore"),
    Compared("battlelore", options={"scenario": "full"}),
    Compared("battalla"),
    Compared("history"),
    Compared("history", options={"players": 4}),
    Compared("batalj"),
    Compared("battalia"),
)


def vector_work(one: Compared, count: int, observations: bool, seconds: float) -> Work:
    """Uniformly random steps of many games; a unit is a step of one game."""
    env = VectorEnv(game(one.game_id, **one.options), count, seed=1, observations=observations)
    rows = numpy.arange(count)

    def work(seed: int) -> float:
        rng = numpy.random.default_rng(seed)
        end, steps, batch = time.process_time() + seconds, 0, env.batch
        while time.process_time() < end:
            for _ in range(20):
                drawn = (rng.random(count) * batch.legal_counts).astype(numpy.intp)
                batch = env.step(batch.legal[rows, drawn])
            steps += 20 * count
        return steps

    return work


def aec_work(made: Any, seconds: float) -> Work:
    """Uniformly random steps of one environment of PettingZoo."""

    def work(seed: int) -> float:
        rng = numpy.random.default_rng(seed)
        made.reset(seed=seed)
        end, steps = time.process_time() + seconds, 0
        while time.process_time() < end:
            steps += _aec_game(made, rng)
        return steps

    return work


def _aec_game(made: Any, rng: Generator) -> int:
    """A game of random moves: how many there were."""
    made.reset()
    steps = 0
    for _ in made.agent_iter():
        seen, _, over, cut, info = made.last()
        if over or cut:
            made.step(None)
            continue
        mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
        legal = numpy.flatnonzero(mask)
        made.step(int(legal[rng.integers(len(legal))]))
        steps += 1
    return steps


def peers() -> dict[str, Callable[[], Any]]:
    """What makes each environment of others, by name."""
    from pettingzoo.classic import connect_four_v3, leduc_holdem_v4, texas_holdem_v4
    from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

    return {
        LEDUC: leduc_holdem_v4.env,
        CONNECT_FOUR: connect_four_v3.env,
        TEXAS: texas_holdem_v4.env,
        GIN_RUMMY: lambda: OpenSpielCompatibilityV0(game_name="gin_rummy"),
        BACKGAMMON: lambda: OpenSpielCompatibilityV0(game_name="backgammon"),
    }


def measured(
    ours: list[list[Work]], theirs: dict[str, Work], seed: int
) -> tuple[list[list[float]], dict[str, float]]:
    """A round: the steps a second of all work."""
    rates = {name: rate(work, seed, time.process_time) for name, work in theirs.items()}
    return [[rate(work, seed, time.process_time) for work in pair] for pair in ours], rates


def main() -> None:
    """Measure and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of a round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--count", type=int, default=256, help="games of a VectorEnv")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    theirs = {name: aec_work(make(), given.seconds) for name, make in peers().items()}
    ours = [
        [vector_work(one, given.count, seen, given.seconds) for seen in (False, True)] for one in COMPARED
    ]
    rounds = [measured(ours, theirs, seed) for seed in range(1, given.rounds + 1)]
    print("| game | numbers observed | steps/s without | steps/s | peer | its steps/s | ratio |")
    print("|---|---|---|---|---|---|---|")
    for i, one in enumerate(COMPARED):
        size = game(one.game_id, **one.options).observation_size
        without, seen = (median(mine[i][k] for mine, _ in rounds) for k in (0, 1))
        for peer in one.peers:
            other = median(rates[peer] for _, rates in rounds)
            ratios = [mine[i][1] / rates[peer] for mine, rates in rounds]
            print(
                f"| {one.name} | {size:,} | {without:,.0f} | {seen:,.0f} | {peer} | {other:,.0f} "
                f"| {median(ratios):,.0f} ({min(ratios):,.0f} to {max(ratios):,.0f}) |"
            )


if __name__ == "__main__":
    main()
