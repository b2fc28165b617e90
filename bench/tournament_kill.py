"""A tournament killed again and again: ``python -m bench.tournament_kill [--kills 10] [--seed 1]``.

The whole process group dies by SIGKILL at random moments, and the same command starts again. In the end
the ledger must equal that of an undisturbed run in one process, game by game.
"""

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from battlewise.bots.tournament.crew import Inline
from battlewise.bots.tournament.ledger import Ledger, LedgerError
from battlewise.bots.tournament.run import run

TOURNAMENTS = (
    "connect_four random greedy mcts:iterations=2400 --games 1000",
    "battlelore greedy mcts:iterations=300 --games 100",
)
START_SECONDS = 1.2  # every other kill comes within so long of the start,
PLAY_SECONDS = 0.7  # the rest within so long of the run's first new game


def command(words: str, path: Path, *more: str) -> list[str]:
    """The command line of a tournament on two processes."""
    start = [sys.executable, "-m", "battlewise.bots", "tournament", *shlex.split(words)]
    return [*start, "--ledger", str(path), *more]


def play_with_kills(line: list[str], path: Path, kills: int, rng: Random) -> list[int]:
    """Start, kill at a random moment, and so on; then let it end. How many games there were at each kill.

    :raises RuntimeError: it ended before the last kill, so it is too short for the trial.
    """
    counts = [0]
    for kill in range(kills):
        process = subprocess.Popen(line, start_new_session=True, stdout=subprocess.DEVNULL)
        if kill % 2 == 0:
            while _count(path) == counts[-1] and process.poll() is None:
                time.sleep(0.01)
        time.sleep(rng.uniform(0, START_SECONDS if kill % 2 else PLAY_SECONDS))
        if process.poll() is not None:
            raise RuntimeError(f"ended with status {process.returncode} before a kill")
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        counts.append(_count(path))
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
    return counts[1:]


def _count(path: Path) -> int:
    try:
        with Ledger(path) as ledger:
            return len(ledger.keys())
    except LedgerError:  # the first run has not made it yet
        return 0


def play_serially(path: Path, other: Path) -> None:
    """Play the plan of another ledger undisturbed, in this process."""
    with Ledger(other) as ledger:
        plan = ledger.plan
    with Ledger.writing(path, plan) as ledger:
        run(ledger, Inline())


def differences(one: Path, other: Path) -> int:
    """In how many games two ledgers differ."""
    with Ledger(one) as first, Ledger(other) as second:
        return len(set(first.dump()) ^ set(second.dump()))


def main() -> None:
    """Run the trials; ends with status 1 if a ledger differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = Random(arguments.seed)
    wrong = 0
    for words in TOURNAMENTS:
        with tempfile.TemporaryDirectory() as folder:
            killed, serial = Path(folder, "killed.db"), Path(folder, "serial.db")
            counts = play_with_kills(command(words, killed, "--jobs", "2"), killed, arguments.kills, rng)
            play_serially(serial, killed)
            found = differences(killed, serial)
            wrong += found
            print(f"{words}\n  games at each kill: {counts}\n  {_count(killed)} games, {found} differ")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
