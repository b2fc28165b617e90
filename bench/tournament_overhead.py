"""The cost of ledger and scheduling: ``python -m bench.tournament_overhead [--games 200] [--rounds 3]``.

The same games are played on one process and on two, in turns, for the ratio of games a second while all
workers play; and with one worker the CPU time is taken of the process that holds ledger and schedule.
"""

import argparse
import os
import tempfile
import time
from bisect import bisect
from itertools import accumulate
from pathlib import Path
from statistics import median

from battlewise.bots.tournament.crew import Inline, Processes
from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.plan import Plan, Terms
from battlewise.bots.tournament.play import Played
from battlewise.bots.tournament.run import run

ENTRANTS = {"one": "mcts:iterations=3200", "other": "mcts:iterations=2700"}


def rate(folder: Path, plan: Plan, jobs: int) -> float:
    """Games a second between the first games written and the last, the workers being up."""
    times: list[tuple[float, int]] = []
    with Ledger.writing(folder / f"{time.monotonic_ns()}.db", plan) as ledger:
        run(ledger, Processes(jobs), lambda games: times.append((time.perf_counter(), len(games))))
    done = list(accumulate(count for _, count in times))
    start, end = (bisect(done, plan.games * share) for share in (0.1, 0.9))
    return (done[end] - done[start]) / (times[end][0] - times[start][0])


def overhead(folder: Path, plan: Plan) -> tuple[float, float]:
    """CPU milliseconds of a game: of the bots, and of the process with ledger and scheduling."""
    thought: list[float] = []
    with Ledger.writing(folder / "overhead.db", plan) as ledger:
        before = time.process_time()
        run(ledger, Processes(1), lambda games: thought.extend(_thought(games)))
        spent = time.process_time() - before
    return 1000 * sum(thought) / plan.games, 1000 * spent / plan.games


def inline(folder: Path, plan: Plan) -> float:
    """CPU milliseconds a game in one process that are not bots' thought: rules, referee, record, ledger."""
    thought: list[float] = []
    with Ledger.writing(folder / "inline.db", plan) as ledger:
        before = time.process_time()
        run(ledger, Inline(), lambda games: thought.extend(_thought(games)))
        spent = time.process_time() - before
    return 1000 * (spent - sum(thought)) / plan.games


def _thought(games: list[Played]) -> list[float]:
    return [sum(one.result.seconds) for one in games if one.result]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    plan = Plan(Terms("connect_four"), ENTRANTS, blocks=arguments.games // 2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        thought, spent = overhead(folder, plan)
        share = spent / thought
        print(f"a game: {thought:.1f} ms of thought; ledger and scheduling {spent:.2f} ms, {share:.2%}")
        print(f"with the rules, the referee and no tasks sent, in one process: {inline(folder, plan):.2f} ms")
        ratios = [rate(folder, plan, 2) / rate(folder, plan, 1) for _ in range(arguments.rounds)]
        shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
        print(f"games a second of two processes to one: {median(ratios):.2f} (rounds {shown})")
        print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
