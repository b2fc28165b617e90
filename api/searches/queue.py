"""A bounded priority queue of searches over worker threads. A search holds no GIL, so threads are enough.

A search that nobody waits for any more is stopped: its client is gone, or its deadline has passed.
"""

import heapq
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from math import ceil, inf
from threading import Condition, Thread
from time import monotonic
from typing import Generic, TypeVar

import structlog

from battlewise.search import StopFlag

log = structlog.get_logger("battlewise")
T = TypeVar("T")
WATCH_S = 0.02  # how often clients and deadlines are looked at while a search has one
KINDS = 512  # of searches whose pace is known
NICE = 5  # of searches, so that answers come first when processors are short
LEARNING = 0.2  # weight of the newest search in the pace of its game
ANSWER_S = 0.1  # from the end of a search to its deadline
MARGIN = 1.25  # by which a wait is taken to be longer than expected


class Priority(IntEnum):
    """The order of searches. Tournaments come after all of these, in processes of their own."""

    PLAY = 0
    HINT = 1
    ANALYSIS = 2
    SHOW = 3  # bots among themselves
    BATCH = 4  # of a batch of views


class _Lane(IntEnum):
    """Searches that have workers of their own. The first lane comes first."""

    PLAY = 0
    OTHER = 1
    BATCH = 2  # short searches, on processors that nothing else uses

    @classmethod
    def of(cls, priority: Priority) -> "_Lane":
        """The lane of a priority."""
        return {Priority.PLAY: cls.PLAY, Priority.BATCH: cls.BATCH}.get(priority, cls.OTHER)


class QueueFull(Exception):
    """A limit of what waits is reached.

    :ivar problem: which one.
    :ivar seconds: after which to retry.
    """

    def __init__(self, problem: str = "the queue of searches is full; retry later", seconds: int = 1):
        super().__init__(problem)
        self.problem = problem
        self.seconds = seconds


class QuotaReached(QueueFull):
    """A limit of one address is reached."""


class TooLate(QueueFull):
    """A search cannot begin before its deadline, or has not begun."""


class ShuttingDown(TooLate):
    """The service is about to stop."""


@dataclass(frozen=True)
class Done(Generic[T]):
    """The result of a search, and how many seconds it waited."""

    result: T
    waited: float


@dataclass(eq=False)
class Job:
    """A search with what limits it.

    :ivar run: searches until it is done or the flag is set, and handles its errors.
    :ivar kind: game and bot; how long searches take is learned for each kind.
    :ivar cost: about how many seconds it takes, before anything is learned.
    :ivar most: the most seconds that its budget allows.
    :ivar deadline: after which it must not begin, and is stopped (time of `monotonic`).
    :ivar is_gone: whether nobody waits for it any more.
    :ivar drop: called if it is dropped before it begins, with the reason.
    """

    run: Callable[[StopFlag], None]
    kind: str = ""
    cost: float = 0.0
    most: float = inf
    deadline: float = inf
    is_gone: Callable[[], bool] | None = None
    drop: Callable[[TooLate], None] = lambda late: None
    stop: StopFlag = field(default_factory=StopFlag)
    begun: float | None = None

    def is_over(self) -> bool:
        """Whether its deadline has passed, or nobody waits for it."""
        return monotonic() > self.deadline or (self.is_gone is not None and self.is_gone())


class SearchQueue:
    """Runs searches by priority, and in order within a priority.

    Searches that are not for play have their own workers, so that no player waits for a long analysis. Those
    of batches use the workers of all while nothing else runs on them, and at least one.

    :param workers: how many searches for play run at a time, >= 1.
    :param waiting: how many callers of `run` can wait besides, >= 0.
    :param callers: of `run` at a time, however many workers a cluster adds; each holds a thread.
    """

    def __init__(self, workers: int, waiting: int, callers: float = inf) -> None:
        self._own = workers
        self._waiting = waiting
        self._most_callers = callers
        self._most = _limits(workers)
        self._running: dict[_Lane, list[Job]] = {lane: [] for lane in _Lane}
        self._callers = 0  # of `run`
        self._heaps: dict[_Lane, list[tuple[Priority, int, Job]]] = {lane: [] for lane in _Lane}
        self._numbers = count()
        self._changed = Condition()
        self._threads: list[Thread] = []
        self._pace: OrderedDict[str, float] = OrderedDict()  # seconds for each second of the cost, by kind
        self._closed = threading.Event()

    @property
    def workers(self) -> int:
        """How many searches for play run at a time."""
        return self._most[_Lane.PLAY]

    def waiting(self, priority: Priority | None = None) -> int:
        """How many searches wait for a worker: all, or those of one priority."""
        with self._changed:
            return sum(priority in (None, one) for heap in self._heaps.values() for one, _, _ in heap)

    def wait_for(self, priority: Priority) -> float:
        """About how many seconds a new search of a priority would wait for a worker."""
        with self._changed:
            return self._wait(priority)

    def run(
        self,
        search: Callable[[StopFlag], T],
        priority: Priority = Priority.PLAY,
        kind: str = "",
        cost: float = 0.0,
        most: float = inf,
        timeout: float = inf,
        is_gone: Callable[[], bool] | None = None,
    ) -> Done[T]:
        """Wait for a worker, search, and return the result; the parameters are those of `begin`.

        :raises QueueFull: at once, if too many callers wait, or the search would begin too late; after the
            timeout, if it has not begun.
        """
        with self._changed:
            if self._callers >= min(self._most[_Lane.PLAY] + self._waiting, self._most_callers):
                raise QueueFull(seconds=max(1, ceil(self._wait(priority))))
            self._callers += 1
        try:
            return self.begin(search, priority, kind, cost, most, timeout, is_gone).result()
        finally:
            with self._changed:
                self._callers -= 1

    def begin(
        self,
        search: Callable[[StopFlag], T],
        priority: Priority,
        kind: str = "",
        cost: float = 0.0,
        most: float = inf,
        timeout: float = inf,
        is_gone: Callable[[], bool] | None = None,
    ) -> Future[Done[T]]:
        """Search when a worker is free. The caller limits how many wait.

        :param search: returns what it has found by then when the flag is set.
        :param timeout: seconds after which the search is stopped.
        :param is_gone: whether nobody waits for it any more; it is asked often, from another thread.
        :returns: the result to come; `TooLate` if the search does not begin before the timeout.
        :raises TooLate: if it would begin too late.
        """
        asked = monotonic()
        found: Future[Done[T]] = Future()

        def timed(stop: StopFlag) -> None:
            waited = monotonic() - asked
            try:
                found.set_result(Done(search(stop), waited))
            except BaseException as error:
                found.set_exception(error)

        # A part of the time is kept for the answer.
        deadline = asked + timeout - min(ANSWER_S, timeout / 4)
        job = Job(timed, kind, cost, most, deadline, is_gone, drop=found.set_exception)
        self.submit(priority, job)
        return found

    def submit(self, priority: Priority, job: Job) -> None:
        """Run a job when a worker is free. The caller limits how many wait.

        :raises TooLate: if it would begin too late to be of use before its deadline.
        """
        with self._changed:
            if not self._closed.is_set():
                self._check(priority, job)
                if not self._threads:
                    self._start()
                heap = self._heaps[_Lane.of(priority)]
                heapq.heappush(heap, (priority, next(self._numbers), job))
                self._changed.notify()
                return
        _drop([job], ShuttingDown("the service is shutting down; retry later", 5))

    def resize(self, workers: int | None) -> None:
        """Change how many searches for play run at a time; None: as many as at the start.

        Searches under way are not stopped.
        """
        with self._changed:
            self._most = _limits(workers or self._own)
            if self._threads:
                self._start()
            self._changed.notify_all()

    def close(self) -> None:
        """Start no more searches, and stop those that run."""
        self._closed.set()
        with self._changed:
            dropped = [job for heap in self._heaps.values() for _, _, job in heap]
            for heap in self._heaps.values():
                heap.clear()
            for job in self._all_running():
                job.stop.set()
            self._changed.notify_all()
        _drop(dropped, ShuttingDown("the service is shutting down; retry later", 5))

    def _start(self) -> None:
        if not self._threads:
            self._begin("search-watch", self._watch)
        for number in range(len(self._threads) - 1, sum(self._most.values())):
            self._begin(f"search-{number}", self._work)

    def _begin(self, name: str, work: Callable[[], None]) -> None:
        thread = Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _work(self) -> None:
        with suppress(OSError, AttributeError):  # of a system where threads have no niceness
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        while True:
            with self._changed:
                while not self._closed.is_set() and (lane := self._next()) is None:
                    self._changed.wait()
                if self._closed.is_set():
                    return
                assert lane is not None
                _, _, job = heapq.heappop(self._heaps[lane])
                running = self._running[lane]
                running.append(job)
                job.begun = monotonic()
            try:
                job.run(job.stop)
            except Exception as error:  # or the worker would end
                log.error("search failed", error=type(error).__name__, exc_info=True)
            finally:
                with self._changed:
                    running.remove(job)
                    self._learn(job)
                    self._changed.notify()

    def _next(self) -> _Lane | None:
        """The lane of the next search; None if none can begin."""
        for lane, heap in self._heaps.items():
            running = len(self._running[lane])
            if lane is _Lane.BATCH and running:
                running = len(self._all_running())
            if heap and running < self._most[lane]:
                return lane
        return None

    def _all_running(self) -> list[Job]:
        return [job for lane in self._running.values() for job in lane]

    def _watch(self) -> None:
        """Stop the searches that nobody waits for, and drop those that have not begun."""
        while not self._closed.wait(WATCH_S):
            with self._changed:
                for job in self._all_running():
                    if job.is_over():
                        job.stop.set()
                late = [job for heap in self._heaps.values() for _, _, job in heap if job.is_over()]
                if late:
                    for heap in self._heaps.values():
                        heap[:] = [one for one in heap if one[2] not in late]
                        heapq.heapify(heap)
                    self._changed.notify_all()
            if late:
                problem = TooLate("the search did not begin before timeout_ms had passed; retry later", 1)
                Thread(target=_drop, args=(late, problem), daemon=True).start()  # it may write

    # -- how long searches wait. The caller holds the lock.

    def _check(self, priority: Priority, job: Job) -> None:
        expected, left = self._wait(priority) * MARGIN, job.deadline - monotonic()
        needed = expected + min(self._seconds(job), left / 2)
        if expected and needed > left:
            raise TooLate(
                f"the queue of searches takes about {expected:.1f} seconds, longer than timeout_ms allows; "
                "retry later",
                max(1, ceil(needed - left)),
            )

    def _wait(self, priority: Priority) -> float:
        lane = _Lane.of(priority)
        running = self._running[lane]
        before = [job for one, _, job in self._heaps[lane] if one <= priority]
        if len(running) + len(before) < self._most[lane]:
            return 0.0
        left = sum(max(0.0, self._seconds(job) - (monotonic() - (job.begun or 0.0))) for job in running)
        return (left + sum(map(self._seconds, before))) / self._most[lane]

    def _seconds(self, job: Job) -> float:
        left = job.deadline - (job.begun or monotonic())
        return max(0.0, min(job.cost * self._pace.get(job.kind, 1.0), job.most, left))

    def _learn(self, job: Job) -> None:
        if job.cost and job.begun is not None and not job.stop.is_set():
            pace = (monotonic() - job.begun) / job.cost
            known = self._pace.pop(job.kind, pace)
            self._pace[job.kind] = known + LEARNING * (pace - known)
            if len(self._pace) > KINDS:
                self._pace.popitem(last=False)


def _drop(jobs: Iterable[Job], late: TooLate) -> None:
    for job in jobs:
        try:
            job.drop(late)
        except Exception as error:  # or the others would not be dropped
            log.error("search not dropped", error=type(error).__name__, exc_info=True)


def _limits(workers: int) -> dict[_Lane, int]:
    """How many searches run at a time in each lane; in that of batches together with all others."""
    return {_Lane.PLAY: workers, _Lane.OTHER: max(1, workers - 1), _Lane.BATCH: workers}
