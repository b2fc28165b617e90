"""Who plays the games: an executor, how many tasks it works on at a time, and how it is made anew."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, ClassVar, ParamSpec, TypeVar

from battlewise.core import BattlewiseError

P = ParamSpec("P")
T = TypeVar("T")


class CrewError(BattlewiseError):
    """The workers are gone and do not come back."""


class Crew:
    """Any executor as a crew.

    :cvar lost: what a task raises when the whole executor is lost and has to be made anew.
    :cvar killed: what a task raises when it alone, by itself, killed the workers it was given to.
    :cvar suspects: whether a task may be why the executor was lost.
    """

    lost: ClassVar[tuple[type[BaseException], ...]] = (BrokenExecutor,)
    killed: ClassVar[tuple[type[BaseException], ...]] = ()
    suspects: ClassVar[bool] = True

    def __init__(self, make: Callable[[], Executor], workers: int) -> None:
        self._workers = workers
        self._make = make

    @property
    def workers(self) -> int:
        """How many tasks it works on at a time."""
        return self._workers

    def start(self) -> Executor:
        """Make the executor, also in place of one that was lost."""
        return self._make()

    def check(self) -> bool:
        """Asked while nothing ends: False if the executor is lost without having said so.

        :raises CrewError: if nobody is left to play.
        """
        return True

    def stop(self, executor: Executor) -> None:
        """End an executor at once, whatever it is at."""
        executor.shutdown(wait=False, cancel_futures=True)


class _Inline(Executor):
    """Runs each task as it is submitted, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Inline(Crew):
    """This process alone."""

    def __init__(self) -> None:
        super().__init__(_Inline, 1)


class Processes(Crew):
    """Processes on this machine, which end with this one or when they are told to, whatever they are at.

    :param nice: how far they stand back for other processes, 0..19.
    """

    def __init__(self, jobs: int, nice: int = 0) -> None:
        super().__init__(self._pool, jobs)
        self._nice = nice
        self._leash: Connection | None = None

    def _pool(self) -> Executor:
        context = get_context("spawn")
        held, self._leash = context.Pipe(duplex=False)
        return ProcessPoolExecutor(self.workers, context, _obey, (held, self._nice))

    def let_go(self) -> None:
        """End the processes at once; what they were at comes back as lost."""
        if self._leash is not None:
            self._leash.close()

    def stop(self, executor: Executor) -> None:
        self.let_go()
        executor.shutdown(wait=True, cancel_futures=True)


def _obey(leash: Connection, nice: int) -> None:
    """In a worker: leave Ctrl-C to the process that holds the leash, and end when it lets go or dies."""
    os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(leash,), daemon=True).start()


def _end_with(leash: Connection) -> Any:
    try:
        leash.recv()
    except (EOFError, OSError):
        os._exit(1)
