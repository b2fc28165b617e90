"""A crew of a dask cluster: a scheduler and workers on any number of machines.

The extra ``cluster`` installs it. Workers need this same version of Battlewise and one thread each:
``dask worker tcp://HOST:8786 --nworkers 8 --nthreads 1``.
"""

import time
from concurrent.futures import Executor
from contextlib import suppress
from threading import Thread
from typing import Any

import dask
from distributed import Client, KilledWorker

from battlewise.bots.tournament.crew import Crew, CrewError

TIMEOUTS = {"distributed.comm.timeouts.tcp": "12s", "distributed.comm.timeouts.connect": "12s"}
"""With dask's default of 30 s a cut link costs 18 s; with 5 s a run hangs. Set them on all machines."""

_WAIT_SECONDS = 30  # for a scheduler to answer and a worker to be there
_COUNT_SECONDS = 5  # between two counts of the workers
_IDLE_CHECKS = 2  # in a row with tasks submitted: their results were lost with a scheduler or a worker


class Cluster(Crew):
    """The workers of a dask scheduler.

    :param url: the scheduler's address, such as ``tcp://10.0.0.1:8786``.
    """

    lost = (Exception,)  # errors other than of a game: connect again, up to a limit
    killed = (KilledWorker,)
    suspects = False

    def __init__(self, url: str) -> None:
        super().__init__(self._connect, 1)
        self._url = url
        self._client: Any = None
        self._counted = 0.0  # when workers were counted
        self._manned = 0.0  # when there were some
        self._idle = 0  # checks in a row that found no worker at work

    def _connect(self) -> Executor:
        dask.config.set(TIMEOUTS)
        try:
            self._client = Client(self._url, timeout=_WAIT_SECONDS, set_as_default=False)
            self._client.wait_for_workers(1, timeout=_WAIT_SECONDS)
        except (OSError, TimeoutError, ValueError) as error:
            self._close()
            raise CrewError(f"cluster: {self._url}: no scheduler with workers answers: {error}") from None
        threads = self._client.nthreads()
        many = next((worker for worker, count in threads.items() if count != 1), None)
        if many is not None:
            self._close()
            raise CrewError(f"cluster: worker {many} has {threads[many]} threads; it needs --nthreads 1")
        self._counted = self._manned = time.monotonic()
        self._idle = 0
        self._workers = len(threads)
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    @property
    def workers(self) -> int:
        """The number of workers a few seconds ago, at least 1."""
        self._count()
        return max(1, self._workers)

    def check(self) -> bool:
        self._count()
        if time.monotonic() > self._manned + _WAIT_SECONDS:
            raise CrewError(f"cluster: {self._url}: the scheduler has had no workers for {_WAIT_SECONDS} s")
        try:
            busy = any(self._client.processing().values()) or not self._workers
        except Exception:
            return False
        self._idle = 0 if busy else self._idle + 1
        return self._idle < _IDLE_CHECKS

    def _count(self) -> None:
        if time.monotonic() > self._counted + _COUNT_SECONDS:
            self._counted = time.monotonic()
            with suppress(Exception):  # the tasks in flight show what is wrong
                self._workers = len(self._client.nthreads())
            if self._workers:
                self._manned = time.monotonic()

    def stop(self, executor: Executor) -> None:
        self._close()

    def let_go(self) -> None:
        Thread(target=self._close, daemon=True).start()  # a scheduler that is away takes seconds

    def _close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                client.close(timeout=5)
