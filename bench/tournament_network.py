"""A tournament on hosts that fail: ``python -m bench.tournament_network [--quick]``; needs root and iproute2.

Three network namespaces stand for hosts, joined by a bridge in a fourth: one with the dask scheduler and the
tournament, two with a worker each. During one tournament a worker is killed, a link is cut and mended, a host
dies with all its processes and its link, and comes back, the scheduler is killed and started again; without
--quick it is then killed for good, and the same command goes on with the next one. In the end the ledger must
equal that of an undisturbed run on this machine, game by game. What the trial makes it removes.
"""

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from battlewise.bots.tournament.crew import Processes
from battlewise.bots.tournament.ledger import Ledger, LedgerError
from battlewise.bots.tournament.run import run
from bench.tournament_kill import command, differences

WORDS = "leduc random greedy mcts:iterations=100000 --games {games}"
TIMEOUTS = {f"DASK_DISTRIBUTED__COMM__TIMEOUTS__{name}": "12s" for name in ("TCP", "CONNECT")}
PATIENCE = 90  # seconds for the next games to come


class Host:
    """A network namespace with a link to the switch, and what runs in it.

    :param place: its number in the network, 1..254.
    """

    def __init__(self, prefix: str, place: int) -> None:
        self.name = f"{prefix}-{place}"
        self.address = f"10.213.77.{place}"
        self._switch = f"{prefix}-switch"
        self._port = f"port{place}"
        _ip("netns", "add", self.name)
        _ip(
            "link",
            "add",
            "eth0",
            "netns",
            self.name,
            "type",
            "veth",
            "peer",
            self._port,
            "netns",
            self._switch,
        )
        _ip("-n", self._switch, "link", "set", self._port, "master", "bridge", "up")
        _ip("-n", self.name, "address", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            _ip("-n", self.name, "link", "set", device, "up")

    def link(self, state: str) -> None:
        """Set its link ``up`` or ``down``."""
        _ip("-n", self._switch, "link", "set", self._port, state)

    def start(self, line: list[str], log: Path) -> "subprocess.Popen[bytes]":
        """Start a program on it."""
        with log.open("ab") as file:
            return subprocess.Popen(
                ["ip", "netns", "exec", self.name, *line],
                env={**os.environ, **TIMEOUTS},
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    def processes(self) -> list[int]:
        """What runs on it."""
        answer = subprocess.run(
            ["ip", "netns", "pids", self.name], capture_output=True, text=True, check=False
        )
        return [int(word) for word in answer.stdout.split()]

    def kill(self) -> None:
        """Kill all that runs on it."""
        for process in self.processes():
            _kill(process)


class Network:
    """The hosts, the dask programs on them and the tournament."""

    def __init__(self, prefix: str, folder: Path, games: int) -> None:
        self.folder = folder
        self.ledger = folder / "network.db"
        self.head, self.one, self.other = (Host(prefix, place) for place in (1, 2, 3))
        self.url = f"tcp://{self.head.address}:8786"
        self._line = command(WORDS.format(games=games), self.ledger, "--cluster", self.url)

    def schedule(self) -> "subprocess.Popen[bytes]":
        """Start the scheduler."""
        line = [sys.executable, "-m", "dask", "scheduler", "--host", self.head.address, "--port", "8786"]
        return self.head.start([*line, "--no-dashboard"], self.folder / "scheduler.log")

    def work(self, host: Host) -> None:
        """Start a worker that is started again whenever it ends, as an init system would."""
        words = [sys.executable, "-m", "dask", "worker", self.url, "--host", host.address, "--nthreads", "1"]
        words += ["--no-dashboard", "--local-directory", str(self.folder / host.name)]
        loop = ["sh", "-c", f"while :; do {shlex.join(words)}; sleep 0.5; done"]
        host.start(loop, self.folder / f"{host.name}.log")

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
                raise RuntimeError(f"no {more} games in {PATIENCE} s:\n{self.logs()}")
            time.sleep(0.05)
        return time.monotonic() - start

    def logs(self) -> str:
        """The last words of every program."""
        return "\n".join(f"{log.name}:\n{log.read_text()[-3000:]}" for log in self.folder.glob("*.log"))


@contextmanager
def network(folder: Path, games: int) -> Iterator[Network]:
    """The network, and its removal whatever happens."""
    prefix = f"battlewise{os.getpid()}"
    try:
        _ip("netns", "add", f"{prefix}-switch")
        _ip("-n", f"{prefix}-switch", "link", "add", "bridge", "type", "bridge")
        _ip("-n", f"{prefix}-switch", "link", "set", "bridge", "up")
        yield Network(prefix, folder, games)
    finally:
        for path in Path("/run/netns").glob(f"{prefix}-*"):
            for process in subprocess.run(
                ["ip", "netns", "pids", path.name], capture_output=True, text=True, check=False
            ).stdout.split():
                _kill(int(process))
            _ip("netns", "delete", path.name)


def trial(net: Network, quick: bool) -> None:
    """Everything that goes wrong, in order, with games played between."""
    scheduler = net.schedule()
    net.work(net.one)
    net.work(net.other)
    tournament = net.play()
    _told(net, "first games", net.wait_for(20))

    _kill(max(net.one.processes()))  # the worker itself; its nanny came before
    _told(net, "a worker killed, 40 more games", net.wait_for(40))

    net.other.link("down")
    _told(net, "a link cut, 40 more games", net.wait_for(40))
    time.sleep(3 if quick else 20)
    net.other.link("up")
    _told(net, "the link mended, 40 more games", net.wait_for(40))

    net.one.kill()
    net.one.link("down")
    _told(net, "a host dead, 40 more games", net.wait_for(40))
    net.one.link("up")
    net.work(net.one)

    _end(scheduler)
    scheduler = net.schedule()
    _told(net, "the scheduler killed and started again, 40 more games", net.wait_for(40))

    if not quick:
        _end(scheduler)
        start = time.monotonic()
        status = tournament.wait(timeout=PATIENCE)
        _told(net, f"the scheduler dead; the run ended with status {status}", time.monotonic() - start)
        net.schedule()
        tournament = net.play()
    start = time.monotonic()
    if tournament.wait(timeout=300):
        raise RuntimeError(f"the tournament ended with status {tournament.returncode}:\n{net.logs()}")
    _told(net, "the end", time.monotonic() - start)


def undisturbed(other: Path, path: Path) -> None:
    """Play the plan of a ledger on two processes of this machine."""
    with Ledger(other) as ledger:
        plan = ledger.plan
    with Ledger.writing(path, plan) as ledger:
        run(ledger, Processes(2))


def _told(net: Network, what: str, seconds: float) -> None:
    print(f"{net.games():5d} games  {seconds:5.1f} s  {what}", flush=True)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def _kill(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def _end(process: "subprocess.Popen[bytes]") -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def main() -> None:
    """Run the trial; ends with status 1 if the ledger differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    signal.signal(signal.SIGTERM, _leave)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with network(folder, 900 if quick else 4000) as net:
            trial(net, quick)
        undisturbed(net.ledger, folder / "undisturbed.db")
        found = differences(net.ledger, folder / "undisturbed.db")
        print(f"{net.games()} games, {found} differ")
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
