"""A bounded queue of searches over worker threads. A search holds no GIL, so threads are enough."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import BoundedSemaphore
from time import perf_counter
from typing import Generic, TypeVar

T = TypeVar("T")


class QueueFull(Exception):
    """As many searches run and wait as may."""


@dataclass(frozen=True)
class Done(Generic[T]):
    """What a search found, and how many seconds it waited before it ran."""

    result: T
    waited: float


class SearchQueue:
    """Runs searches in the order they came.

    :param workers: how many run at a time, >= 1.
    :param waiting: how many may wait besides, >= 0.
    """

    def __init__(self, workers: int, waiting: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="search")
        self._places = BoundedSemaphore(workers + waiting)

    def run(self, search: Callable[[], T]) -> Done[T]:
        """Wait for a turn, search, and return what was found.

        :raises QueueFull: at once, if there is no place to wait.
        """
        if not self._places.acquire(blocking=False):
            raise QueueFull
        asked = perf_counter()

        def timed() -> Done[T]:
            waited = perf_counter() - asked
            return Done(search(), waited)

        try:
            return self._pool.submit(timed).result()
        finally:
            self._places.release()
