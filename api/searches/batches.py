"""Batches: a search for each of many views, answered in the order in which they end."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event, Lock
from typing import Any, Generic, TypeVar

from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.searches.queue import Done, Priority, QueueFull, SearchQueue, TooLate
from battlewise.search import StopFlag

T = TypeVar("T")
AHEAD = 2  # searches of a batch that wait for a worker, for each that runs


@dataclass(frozen=True)
class Wanted(Generic[T]):
    """A search of a batch.

    :ivar id: names it in the batch.
    :ivar search: searches until it is done or the flag is set.
    :ivar kind: as in `Job`, as are `cost` and `most`.
    """

    id: str
    search: Callable[[StopFlag], T]
    kind: str
    cost: float
    most: float


class Batch(Generic[T]):
    """Searches of which one thread reads the results.

    :param timeout: seconds after which no search begins, and those that run are stopped.
    :param is_gone: whether the client has gone.
    :ivar answered: how many results were read.
    """

    def __init__(
        self, queue: SearchQueue, wanted: Sequence[Wanted[T]], timeout: float, is_gone: Callable[[], bool]
    ) -> None:
        self.size = len(wanted)
        self.answered = 0
        self.cancelled = Event()
        self._queue = queue
        self._left = iter(wanted)
        self._until = time.monotonic() + timeout
        self._is_gone = is_gone
        self._ended: SimpleQueue[tuple[str, Done[T] | Exception]] = SimpleQueue()

    def results(self) -> Iterator[tuple[str, Done[T] | Exception]]:
        """The id and the result of each search, or the error that it ended with, as they end.

        Searches begin only as fast as results are read. If the reader ends early, the batch is cancelled.
        """
        under_way = 0
        try:
            while self.answered < self.size:
                while under_way < AHEAD * self._queue.workers and (wanted := next(self._left, None)):
                    self._begin(wanted)
                    under_way += 1
                ended = self._ended.get()
                under_way -= 1
                self.answered += 1
                yield ended
        finally:
            self.cancelled.set()

    def _begin(self, wanted: Wanted[T]) -> None:
        left = self._until - time.monotonic()
        try:
            if self._is_over():
                raise _cancelled()
            if left <= 0:
                raise TooLate("the search did not begin before timeout_ms had passed; retry later", 1)
            found = self._queue.begin(
                wanted.search, Priority.BATCH, wanted.kind, wanted.cost, wanted.most, left, self._is_over
            )
        except (ProblemError, QueueFull) as error:
            self._ended.put((wanted.id, error))
        else:
            found.add_done_callback(lambda done: self._end(wanted.id, done))

    def _end(self, name: str, found: Future[Done[T]]) -> None:
        error = found.exception()
        if error is None:
            self._ended.put((name, found.result()))
        elif isinstance(error, TooLate) and self._is_over():
            self._ended.put((name, _cancelled()))
        else:
            self._ended.put((name, error if isinstance(error, Exception) else RuntimeError(str(error))))

    def _is_over(self) -> bool:
        return self.cancelled.is_set() or self._is_gone()


def _cancelled() -> ProblemError:
    return ProblemError(Kind.CANCELLED, "the batch was cancelled before this search began")


class Batches:
    """The batches under way, by id."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._live: dict[str, Batch[Any]] = {}

    def add(self, batch_id: str, batch: Batch[Any]) -> None:
        """Remember a batch until `remove`."""
        with self._lock:
            self._live[batch_id] = batch

    def remove(self, batch_id: str) -> None:
        """Cancel a batch that has ended or that nobody reads any more, and forget it."""
        with self._lock:
            batch = self._live.pop(batch_id, None)
        if batch is not None:
            batch.cancelled.set()

    def find(self, batch_id: str) -> Batch[Any]:
        """A batch under way.

        :raises ProblemError: 404, if there is none.
        """
        with self._lock:
            batch = self._live.get(batch_id)
        if batch is None:
            raise ProblemError(Kind.NOT_FOUND, "there is no such batch under way")
        return batch

    def close(self) -> None:
        """Cancel all batches; they answer with what they have."""
        with self._lock:
            for batch in self._live.values():
                batch.cancelled.set()
