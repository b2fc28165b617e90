"""A tournament on hosts that fail: ``python -m bench.tournament_network [--quick]``; needs root and iproute2.

Three network namespaces stand for hosts, joined by a bridge in a fourth: one with the dask scheduler and the
tournament, two with a worker each. During one tournament a worker is killed, a link is cut and mended, a host
dies with all its processes and its link, and comes back, the scheduler is killed and started again; without
--quick it is then killed for good, and the same command goes on with the next one. In the end the ledger must
equal that of an undisturbed run on this machine, game by game. What the trial makes it removes.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from battlewise.bots.tournament.crew import Processes
from battlewise.bots.tournament.ledger import Ledger, LedgerError
from battlewise.bots.tournament.run import run
from bench.hosts import Host, end, hosts, kill, last_words
from bench.tournament_kill import command, differences

WORDS = "connect_four random greedy mcts:iterations=6000 --games {games}"
PATIENCE = 90  # seconds for the next games to come


class Network:
    """The hosts, the dask programs on them and the tournament."""

    def __init__(self, hosts: list[Host], folder: Path, games: int) -> None:
        self.folder = folder
        self.ledger = folder / "network.db"
        self.head, self.one, self.other = hosts
        self._line = command(WORDS.format(games=games), self.ledger, "--cluster", self.head.url)

    def schedule(self) -> "subprocess.Popen[bytes]":
        """Start the scheduler."""
        return self.head.schedule(self.folder)

    def work(self, host: Host) -> None:
        """Start a worker on a host."""
        host.work(self.head, self.folder)

    def play(self) -> "subprocess.Popen[bytes]":
        """Start the tournament, or start it again."""
        return self.head.start(self._line, self.folder / "tournament.log")

    def games(self) -> int:
        """How many games the ledger has."""
        try:
            with Ledger(self.ledger) as ledger:
                return len(ledger.keys())
        except LedgerError:
            return 0

    def wait_for(self, more: int) -> float:
        """Wait until there are so many more games; how many seconds it took.

        :raises RuntimeError: they do not come.
        """
        start, aim = time.monotonic(), self.games() + more
        while self.games() < aim:
            if time.monotonic() > start + PATIENCE:
                raise RuntimeError(f"no {more} games in {PATIENCE} s:\n{last_words(self.folder)}")
            time.sleep(0.05)
        return time.monotonic() - start


def trial(net: Network, quick: bool) -> None:
    """Everything that goes wrong, in order, with games played between."""
    scheduler = net.schedule()
    net.work(net.one)
    net.work(net.other)
    tournament = net.play()
    _report(net, "first games", net.wait_for(20))

    kill(max(net.one.processes()))  # the worker itself; its nanny came before
    _report(net, "a worker killed, 40 more games", net.wait_for(40))

    net.other.link("down")
    _report(net, "a link cut, 40 more games", net.wait_for(40))
    time.sleep(3 if quick else 20)
    net.other.link("up")
    _report(net, "the link mended, 40 more games", net.wait_for(40))

    net.one.kill()
    net.one.link("down")
    _report(net, "a host dead, 40 more games", net.wait_for(40))
    net.one.link("up")
    net.work(net.one)

    end(scheduler)
    scheduler = net.schedule()
    _report(net, "the scheduler killed and started again, 40 more games", net.wait_for(40))

    if not quick:
        end(scheduler)
        start = time.monotonic()
        status = tournament.wait(timeout=PATIENCE)
        _report(net, f"the scheduler dead; the run ended with status {status}", time.monotonic() - start)
        net.schedule()
        tournament = net.play()
    start = time.monotonic()
    if tournament.wait(timeout=300):
        raise RuntimeError(
            f"the tournament ended with status {tournament.returncode}:\n{last_words(net.folder)}"
        )
    _report(net, "the end", time.monotonic() - start)


def undisturbed(other: Path, path: Path) -> None:
    """Play the plan of a ledger on two processes of this machine."""
    with Ledger(other) as ledger:
        plan = ledger.plan
    with Ledger.writing(path, plan) as ledger:
        run(ledger, Processes(2))


def _report(net: Network, what: str, seconds: float) -> None:
    print(f"{net.games():5d} games  {seconds:5.1f} s  {what}", flush=True)


def main() -> None:
    """Run the trial; ends with status 1 if the ledger differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with hosts(3) as made:
            net = Network(made, folder, 600 if quick else 4000)
            trial(net, quick)
        undisturbed(net.ledger, folder / "undisturbed.db")
        found = differences(net.ledger, folder / "undisturbed.db")
        print(f"{net.games()} games, {found} differ")
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
