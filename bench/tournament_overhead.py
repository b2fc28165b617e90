"""What ledger and scheduling cost: ``python -m bench.tournament_overhead [--games 200] [--rounds 3]``.

The same games are played on one process and on two, in turns, for the ratio of games a second while all workers
play; and on one process it is counted how much CPU time goes into anything but the games.
"""

import argparse
import os
import resource
import tempfile
import time
from pathlib import Path
from statistics import median

from battlewise.bots.tournament.crew import Inline, Processes
from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.plan import Plan, Terms
from battlewise.bots.tournament.play import Played
from battlewise.bots.tournament.run import run

ENTRANTS = {"one": "mcts:iterations=6000", "other": "mcts:iterations=5000"}


def cpu_seconds() -> float:
    """CPU time of this process and of the children that have ended."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)


def rate(folder: Path, plan: Plan, jobs: int) -> float:
    """Games a second between the first games written and the last, the workers being up."""
    times: list[tuple[float, int]] = []
    with Ledger.writing(folder / f"{time.monotonic_ns()}.db", plan) as ledger:
        run(ledger, Processes(jobs), lambda games: times.append((time.perf_counter(), len(games))))
    start = next(i for i in range(len(times)) if sum(count for _, count in times[: i + 1]) >= plan.games / 10)
    end = next(
        i for i in range(len(times)) if sum(count for _, count in times[: i + 1]) >= plan.games * 9 / 10
    )
    return sum(count for _, count in times[start + 1 : end + 1]) / (times[end][0] - times[start][0])


def overhead(folder: Path, plan: Plan) -> tuple[float, float]:
    """The CPU milliseconds a game takes, and the share of them spent on anything but the game.

    What is not a game: making fixtures, sending tasks and results through processes, the ledger. A pool with
    nothing to do is taken off: it costs the same for any number of games.
    """
    idle = cpu_seconds()
    with Ledger.writing(folder / "idle.db", Plan(plan.terms, plan.entrants)) as ledger:
        run(ledger, Processes(1))
    idle = cpu_seconds() - idle
    before = cpu_seconds()
    thought: list[float] = []

    def note(games: list[Played]) -> None:
        thought.extend(sum(one.result.seconds) for one in games if one.result)

    with Ledger.writing(folder / "overhead.db", plan) as ledger:
        run(ledger, Processes(1), note)
    spent = cpu_seconds() - before - idle
    return 1000 * spent / plan.games, 1 - sum(thought) / spent


def bare(folder: Path, plan: Plan) -> float:
    """The share of the CPU time of a game in this process that is not its bots' thought."""
    before = cpu_seconds()
    thought: list[float] = []
    with Ledger.writing(folder / "bare.db", plan) as ledger:
        run(
            ledger,
            Inline(),
            lambda games: thought.extend(sum(one.result.seconds) for one in games if one.result),
        )
    return 1 - sum(thought) / (cpu_seconds() - before)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    plan = Plan(Terms("connect_four"), ENTRANTS, blocks=arguments.games // 2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        milliseconds, share = overhead(folder, plan)
        print(f"{milliseconds:.1f} ms of CPU a game; not the bots' thought: {share:.2%}")
        print(f"the same in one process, without tasks sent: {bare(folder, plan):.2%}")
        ratios = [rate(folder, plan, 2) / rate(folder, plan, 1) for _ in range(arguments.rounds)]
        shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
        print(f"games a second of two processes to one: {median(ratios):.2f} (rounds {shown})")
        print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
