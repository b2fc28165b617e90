"""Hosts for trials: network namespaces of this machine, joined by a switch, and dask on them.

It needs root and iproute2.
"""

import ctypes
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

TIMEOUTS = {f"DASK_DISTRIBUTED__COMM__TIMEOUTS__{name}": "12s" for name in ("TCP", "CONNECT")}
NEW_NETWORK = 0x40000000  # CLONE_NEWNET of Linux


class Host:
    """A network namespace with a link to the switch, and what runs in it.

    :param place: its number in the network, 1..254.
    """

    def __init__(self, prefix: str, place: int) -> None:
        self.name = f"{prefix}-{place}"
        self.address = f"10.213.77.{place}"
        self._switch = f"{prefix}-switch"
        self._port = port = f"port{place}"
        _ip("netns", "add", self.name)
        ends = ["add", "eth0", "netns", self.name, "type", "veth", "peer", port, "netns", self._switch]
        _ip("link", *ends)
        _ip("-n", self._switch, "link", "set", port, "master", "bridge", "up")
        _ip("-n", self.name, "address", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            _ip("-n", self.name, "link", "set", device, "up")

    def enter(self) -> None:
        """Move this thread to it, and the threads and processes that it starts from now on."""
        with open(f"/run/netns/{self.name}") as network:
            if ctypes.CDLL(None, use_errno=True).setns(network.fileno(), NEW_NETWORK):
                raise OSError(ctypes.get_errno(), "setns")

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

    def schedule(self, folder: Path) -> "subprocess.Popen[bytes]":
        """Start dask's scheduler, with its log in a folder."""
        line = [sys.executable, "-m", "dask", "scheduler", "--host", self.address, "--port", "8786"]
        return self.start([*line, "--no-dashboard"], folder / "scheduler.log")

    @property
    def url(self) -> str:
        """Of a scheduler on it."""
        return f"tcp://{self.address}:8786"

    def work(self, scheduler: "Host", folder: Path, threads: int = 1) -> "subprocess.Popen[bytes]":
        """Start a worker that is started again whenever it ends, as an init system would."""
        words = [sys.executable, "-m", "dask", "worker", scheduler.url, "--host", self.address]
        words += ["--nthreads", str(threads), "--no-dashboard", "--local-directory", str(folder / self.name)]
        loop = ["sh", "-c", f"while :; do {shlex.join(words)}; sleep 0.5; done"]
        return self.start(loop, folder / f"{self.name}.log")

    def processes(self) -> list[int]:
        """What runs on it."""
        answer = subprocess.run(
            ["ip", "netns", "pids", self.name], capture_output=True, text=True, check=False
        )
        return [int(word) for word in answer.stdout.split()]

    def kill(self) -> None:
        """Kill all that runs on it."""
        for process in self.processes():
            kill(process)


@contextmanager
def hosts(number: int) -> Iterator[list[Host]]:
    """Some hosts, and their removal whatever happens; a signal to end the program counts too."""
    signal.signal(signal.SIGTERM, _leave)
    prefix = f"battlewise{os.getpid()}"
    try:
        _ip("netns", "add", f"{prefix}-switch")
        _ip("-n", f"{prefix}-switch", "link", "add", "bridge", "type", "bridge")
        _ip("-n", f"{prefix}-switch", "link", "set", "bridge", "up")
        yield [Host(prefix, place) for place in range(1, number + 1)]
    finally:
        for path in Path("/run/netns").glob(f"{prefix}-*"):
            for process in subprocess.run(
                ["ip", "netns", "pids", path.name], capture_output=True, text=True, check=False
            ).stdout.split():
                if int(process) != os.getpid():
                    kill(int(process))
            _ip("netns", "delete", path.name)


def kill(process: int) -> None:
    """Kill a process, if it is there."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program that `Host.start` started, and what it started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def last_words(folder: Path) -> str:
    """The ends of the logs in a folder."""
    return "\n".join(f"{log.name}:\n{log.read_text()[-3000:]}" for log in folder.glob("*.log"))


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
