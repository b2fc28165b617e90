"""Crews play the games: an executor, its number of workers, and how to replace it when it is lost."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, ClassVar, ParamSpec, TypeVar

from battlewise.bots.program import end_programs
from battlewise.core import BattlewiseError

P = ParamSpec("P")
T = TypeVar("T")


class CrewError(BattlewiseError):
    """The workers are lost and could not be replaced."""


class Crew:
    """A crew of any executor.

    :cvar lost: errors of a task that mean that the whole executor is lost and must be replaced.
    :cvar killed: errors of a task whose workers died again and again, over it or over one beside it.
    :cvar suspects: whether a task can be the reason for the loss of the executor.
    """

    lost: ClassVar[tuple[type[BaseException], ...]] = (BrokenExecutor,)
    killed: ClassVar[tuple[type[BaseException], ...]] = ()
    suspects: ClassVar[bool] = True

    def __init__(self, make: Callable[[], Executor], workers: int) -> None:
        self._workers = workers
        self._make = make

    @property
    def workers(self) -> int:
        """The number of tasks it works on at a time."""
        return self._workers

    def start(self) -> Executor:
        """Make the executor, or a replacement for one that was lost."""
        return self._make()

    def check(self) -> bool:
        """Called while no task ends; False if the executor was lost without an error.

        :raises CrewError: if no workers are left.
        """
        return True

    def stop(self, executor: Executor) -> None:
        """Stop an executor at once, without waiting for its tasks."""
        executor.shutdown(wait=False, cancel_futures=True)

    def let_go(self) -> None:
        """Lose the executor, from another thread: its tasks fail as lost, now or soon."""


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
    """A crew of this process alone."""

    def __init__(self) -> None:
        super().__init__(_Inline, 1)

    def stop(self, executor: Executor) -> None:
        end_programs()


class Processes(Crew):
    """Processes on this machine. They end at once when this process ends or calls `let_go`.

    :param nice: the niceness of the processes, 0..19.
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
        if self._leash is not None:
            self._leash.close()

    def stop(self, executor: Executor) -> None:
        self.let_go()
        executor.shutdown(wait=True, cancel_futures=True)


def _obey(leash: Connection, nice: int) -> None:
    """In a worker: ignore Ctrl-C, and end when the process that holds the leash releases it or dies."""
    os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(leash,), daemon=True).start()


def _end_with(leash: Connection) -> Any:
    try:
        leash.recv()
    except (EOFError, OSError):
        end_programs()
        os._exit(1)
