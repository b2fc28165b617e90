"""A dask cluster as processes of this machine, for tests."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

ENVIRONMENT = {
    **os.environ,
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "12s",
}


class Machines:
    """A scheduler and its workers as processes, each worker in its own group with its nanny.

    :param words: more arguments of workers.
    """

    def __init__(self, folder: Path, *words: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.url = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self._folder = folder
        self._words = words
        self.workers: list[subprocess.Popen[bytes]] = []
        self.schedule()

    def schedule(self) -> None:
        """Start the scheduler, or start it again."""
        self.scheduler = self.dask("scheduler", "--host", self.url, "--no-dashboard")

    def dask(self, *words: str) -> "subprocess.Popen[bytes]":
        """Start a program of dask."""
        line = [sys.executable, "-m", "dask", *words]
        log = (self._folder / "dask.log").open("ab")
        with log:
            return subprocess.Popen(line, env=ENVIRONMENT, start_new_session=True, stdout=log, stderr=log)

    def work(self, *words: str, threads: int = 1) -> None:
        """Start a worker."""
        words = ("--no-dashboard", "--local-directory", str(self._folder), *self._words, *words)
        self.workers.append(self.dask("worker", self.url, "--nthreads", str(threads), *words))

    def end(self) -> None:
        """Kill everything."""
        for process in (self.scheduler, *self.workers):
            kill(process)


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program and what it has started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
