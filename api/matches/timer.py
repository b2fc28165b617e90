"""Tasks that run at a time: one thread waits, a few others run them."""

import heapq
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Condition, Thread

import structlog

log = structlog.get_logger("battlewise")


class Timer:
    """Runs tasks when they are due, from `start` to `close`.

    A task that fails is logged; the others go on.
    """

    def __init__(self, workers: int = 4) -> None:
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._changed = Condition()
        self._closed = False
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="due")
        self._thread = Thread(target=self._wait, name="timer", daemon=True)

    def start(self) -> None:
        """Begin to run tasks, those added before too."""
        self._thread.start()

    def after(self, seconds: float, task: Callable[[], None]) -> None:
        """Run a task after a number of seconds."""
        with self._changed:
            heapq.heappush(self._heap, (time.monotonic() + seconds, next(self._numbers), task))
            self._changed.notify()

    def close(self) -> None:
        """Start no more tasks, and wait for those that run."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _wait(self) -> None:
        while True:
            with self._changed:
                while not self._closed and not self._is_due():
                    left = self._heap[0][0] - time.monotonic() if self._heap else None
                    self._changed.wait(left)
                if self._closed:
                    return
                task = heapq.heappop(self._heap)[2]
            self._pool.submit(_logged, task)

    def _is_due(self) -> bool:
        return bool(self._heap) and self._heap[0][0] <= time.monotonic()


def _logged(task: Callable[[], None]) -> None:
    try:
        task()
    except Exception as error:
        log.error("task failed", error=type(error).__name__, exc_info=True)
