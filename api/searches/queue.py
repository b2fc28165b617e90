"""A bounded priority queue of searches over worker threads. A search holds no GIL, so threads are enough."""

import heapq
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from threading import BoundedSemaphore, Condition, Thread
from time import perf_counter
from typing import Generic, TypeVar

import structlog

log = structlog.get_logger("battlewise")
T = TypeVar("T")


class Priority(IntEnum):
    """The order of searches. Tournaments come after all of these, in processes of their own."""

    PLAY = 0
    HINT = 1
    ANALYSIS = 2
    SHOW = 3  # bots among themselves


class QueueFull(Exception):
    """A limit of what waits is reached.

    :ivar problem: which one.
    :ivar seconds: after which to retry.
    """

    def __init__(self, problem: str = "the queue of searches is full; retry later", seconds: int = 1):
        super().__init__(problem)
        self.problem = problem
        self.seconds = seconds


@dataclass(frozen=True)
class Done(Generic[T]):
    """The result of a search, and how many seconds it waited."""

    result: T
    waited: float


class SearchQueue:
    """Runs searches by priority, and in order within a priority.

    Searches that are not for play have their own workers, so that no player waits for a long analysis.

    :param workers: how many searches for play run at a time, >= 1.
    :param waiting: how many callers of `run` can wait besides, >= 0.
    """

    def __init__(self, workers: int, waiting: int) -> None:
        self._most = {True: workers, False: max(1, workers - 1)}  # by whether it is play
        self._running = {True: 0, False: 0}
        self._places = BoundedSemaphore(workers + waiting)
        self._heap: list[tuple[Priority, int, Callable[[], None]]] = []
        self._numbers = count()
        self._changed = Condition()
        self._threads: list[Thread] = []
        self._closed = False

    def waiting(self, priority: Priority | None = None) -> int:
        """How many searches wait for a worker: all, or those of one priority."""
        with self._changed:
            return sum(priority in (None, one) for one, _, _ in self._heap)

    def run(self, search: Callable[[], T], priority: Priority = Priority.PLAY) -> Done[T]:
        """Wait for a worker, search, and return the result.

        :raises QueueFull: at once, if too many callers wait.
        """
        if not self._places.acquire(blocking=False):
            raise QueueFull
        asked = perf_counter()
        found: Future[Done[T]] = Future()

        def timed() -> None:
            waited = perf_counter() - asked
            try:
                found.set_result(Done(search(), waited))
            except BaseException as error:
                found.set_exception(error)

        try:
            self.submit(priority, timed)
            return found.result()
        finally:
            self._places.release()

    def submit(self, priority: Priority, task: Callable[[], None]) -> None:
        """Run a task when a worker is free. The task handles its errors; the caller limits how many wait."""
        with self._changed:
            if not self._threads:
                self._start()
            heapq.heappush(self._heap, (priority, next(self._numbers), task))
            self._changed.notify()

    def close(self) -> None:
        """Start no more tasks."""
        with self._changed:
            self._closed = True
            self._heap.clear()
            self._changed.notify_all()

    def _start(self) -> None:
        for number in range(sum(self._most.values())):
            thread = Thread(target=self._work, name=f"search-{number}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._closed and not self._may_start():
                    self._changed.wait()
                if self._closed:
                    return
                priority, _, task = heapq.heappop(self._heap)
                is_play = priority is Priority.PLAY
                self._running[is_play] += 1
            try:
                task()
            except Exception as error:  # or the worker would end
                log.error("search failed", error=type(error).__name__, exc_info=True)
            finally:
                with self._changed:
                    self._running[is_play] -= 1
                    self._changed.notify()

    def _may_start(self) -> bool:
        if not self._heap:
            return False
        is_play = self._heap[0][0] is Priority.PLAY
        return self._running[is_play] < self._most[is_play]
