"""A dask cluster as a crew: a scheduler and workers on as many machines as there are.

The extra ``cluster`` installs it. Workers need this same version of Battlewise and one thread each:
``dask worker tcp://HOST:8786 --nworkers 8 --nthreads 1``.
"""

import time
from concurrent.futures import Executor
from contextlib import suppress

import dask
from distributed import Client, KilledWorker

from battlewise.bots.tournament.crew import Crew, CrewError

TIMEOUTS = {"distributed.comm.timeouts.tcp": "12s", "distributed.comm.timeouts.connect": "12s"}
"""With dask's own 30 s a cut link costs 18 s, with 5 s a run hangs. Scheduler and workers want them too."""

_WAIT_SECONDS = 30  # for a scheduler to answer and a worker to be there
_COUNT_SECONDS = 5  # how old the number of workers may be


class Cluster(Crew):
    """The workers of a dask scheduler.

    :param url: the scheduler's address, such as ``tcp://10.0.0.1:8786``.
    """

    lost = (Exception,)  # whatever fails that is no game's doing: connect again, a bounded number of times
    killed = (KilledWorker,)
    suspects = False

    def __init__(self, url: str) -> None:
        super().__init__(self._connect, 1)
        self._url = url
        self._client: Client | None = None
        self._counted = 0.0

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
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    @property
    def workers(self) -> int:
        """How many workers there are, a few seconds ago."""
        if self._client is not None and time.monotonic() > self._counted + _COUNT_SECONDS:
            self._counted = time.monotonic()
            with suppress(Exception):
                self._workers = max(1, len(self._client.nthreads()))
        return self._workers

    def stop(self, executor: Executor) -> None:
        self._close()

    def _close(self) -> None:
        if self._client is not None:
            with suppress(Exception):
                self._client.close(timeout=5)
            self._client = None
