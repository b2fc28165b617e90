"""Playing a tournament: an executor plays games in batches, and results are written as they arrive."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from itertools import islice
from math import ceil
from typing import NamedTuple

from battlewise.bots.tournament.crew import Crew, CrewError
from battlewise.bots.tournament.ledger import Ledger
from battlewise.bots.tournament.plan import Fixture, Terms, rules_of
from battlewise.bots.tournament.play import Batch, Played, play_batch
from battlewise.bots.version import version_of
from battlewise.core import BattlewiseError

TASK_SECONDS = 0.3  # duration of a task: long against the cost of sending it
QUEUED = 2  # tasks in flight for each worker: one at work, one waiting
DEATHS = 2  # of workers with only this game in flight, after which it is set aside
CHECK_SECONDS = 5.0  # without a task that ends, after which the crew is checked
LOST_SECONDS = 5.0  # for the tasks of a lost executor to end
PROBE_SECONDS = 60.0  # for a new executor to answer
LOSSES = 6  # of the executor in succession, with no game ended or set aside between; one game costs up to 4

Keep = Callable[[list[Played]], object]


class _Task(NamedTuple):
    fixtures: list[Fixture]
    alone: bool  # nothing else was in flight


def run(ledger: Ledger, crew: Crew, progress: Keep | None = None) -> None:
    """Play the games of a ledger's plan that are not done. An interrupt ends the run and loses nothing.

    :param ledger: open for writing.
    :param progress: called with the games just written.
    :raises CrewError: if the workers are lost; another run resumes.
    """
    plan = ledger.plan
    done = ledger.keys()

    def keep(played: list[Played]) -> None:
        ledger.keep(played)
        if progress:
            progress(played)

    play_all(plan.terms, (one for one in plan.fixtures() if one.key not in done), crew, keep)


def play_all(terms: Terms, fixtures: Iterable[Fixture], crew: Crew, keep: Keep) -> None:
    """Play games in batches of about `TASK_SECONDS` and pass each to `keep` as it ends.

    When workers die, the games that were in flight are played one by one, then, where that goes wrong
    again, each with nothing else in flight; one that kills its worker `DEATHS` times so is set aside.

    :param keep: called with games as they end, in any order.
    :raises CrewError: if the workers are lost.
    """
    _Schedule(terms, iter(fixtures), crew, keep).run()


class _Unsent(Exception):
    """The executor was lost before a task could be sent."""


class _Schedule:
    def __init__(self, terms: Terms, fixtures: Iterator[Fixture], crew: Crew, keep: Keep) -> None:
        self._terms = terms
        self._version = version_of(rules_of(terms))
        self._crew = crew
        self._lost: tuple[type[BaseException], ...] = (CancelledError, _Unsent, *crew.lost)
        self._keep = keep
        self._fixtures = fixtures
        self._again: deque[Fixture] = deque()  # lost with their executor, not the reason for it
        self._singly: deque[Fixture] = deque()  # in flight when a worker died
        self._alone: deque[Fixture] = deque()  # in flight one by one when a worker died
        self._deaths: Counter[str] = Counter()
        self._losses = 0
        self._size = 1
        self._flight: dict[Future[Batch], _Task] = {}
        self._executor = crew.start()

    def run(self) -> None:
        try:
            while True:
                self._submit()
                if not self._flight:
                    return
                ended, _ = wait(self._flight, timeout=CHECK_SECONDS, return_when=FIRST_COMPLETED)
                silent = not ended and not self._crew.check()
                if silent or any(isinstance(_error(future), self._lost) for future in ended):
                    wait(self._flight, timeout=0 if silent else LOST_SECONDS)
                    ended = set(self._flight)
                self._collect(ended)
        finally:
            self._crew.stop(self._executor)

    def _submit(self) -> None:
        """Submit tasks until the crew has enough."""
        while task := self._next():
            try:
                future = self._executor.submit(play_batch, self._terms, self._version, task.fixtures)
            except self._crew.lost:
                future = Future()
                future.set_exception(_Unsent())
            self._flight[future] = task

    def _next(self) -> _Task | None:
        """The next task, None if there is none or the crew has enough."""
        if self._alone:
            return _Task([self._alone.popleft()], True) if not self._flight else None
        if any(task.alone for task in self._flight.values()):
            return None
        if self._singly:
            room = len(self._flight) < self._crew.workers
            return _Task([self._singly.popleft()], False) if room else None
        if len(self._flight) >= QUEUED * self._crew.workers:
            return None
        fixtures = [self._again.popleft() for _ in range(min(self._size, len(self._again)))]
        fixtures += islice(self._fixtures, self._size - len(fixtures))
        return _Task(fixtures, False) if fixtures else None

    def _collect(self, ended: Iterable[Future[Batch]]) -> None:
        """Keep the games of tasks that ended, and play those of failed tasks again."""
        played: list[Played] = []
        loss: BaseException | None = None
        for future in ended:
            task = self._flight.pop(future)
            error = _error(future)
            if error is None:
                batch = future.result()
                played += batch.played
                self._measure(batch)
            elif isinstance(error, self._crew.killed):
                played += self._suspect(task, error, deaths=DEATHS)
            elif isinstance(error, BattlewiseError):
                raise error
            elif isinstance(error, self._lost):
                loss = error
                if self._crew.suspects and not isinstance(error, _Unsent):
                    played += self._suspect(task, error)
                else:
                    (self._alone if task.alone else self._again).extend(task.fixtures)
            else:
                raise CrewError(f"workers: {type(error).__name__}: {error}") from error
        if played:
            self._losses = 0
            self._keep(played)
        if loss is not None:
            self._restart(loss)

    def _measure(self, batch: Batch) -> None:
        """Set the size of the next tasks from the duration of this one, at most twice the last size."""
        fitting = ceil(TASK_SECONDS * len(batch.played) / max(batch.seconds, 1e-6))
        self._size = min(2 * self._size, fitting)

    def _restart(self, error: BaseException) -> None:
        """Make a new executor and check that it answers; if it does not, no game is the reason."""
        failing: tuple[type[BaseException], ...] = (TimeoutError, *self._lost)
        while self._losses < LOSSES:
            self._losses += 1
            self._crew.stop(self._executor)
            self._executor = self._crew.start()
            try:
                self._executor.submit(play_batch, self._terms, self._version, []).result(PROBE_SECONDS)
            except failing as again:
                error = again
            else:
                return
        raise CrewError(f"workers: lost {LOSSES} times in succession, no game ended between: {error!r}")

    def _suspect(self, task: _Task, error: BaseException, deaths: int = 1) -> list[Played]:
        """Note that workers died over a task; the game to set aside for it, if any.

        Another task may be the reason, unless this one was alone: a worker can hold a task that waits.

        :param deaths: how many deaths of workers the error stands for.
        """
        first = task.fixtures[0]
        if len(task.fixtures) > 1:
            self._singly.extend(task.fixtures)
        elif not task.alone:
            self._alone.append(first)
        else:
            self._deaths[first.key] += deaths
            if self._deaths[first.key] >= DEATHS:
                return [Played(first, None, error=f"its worker died: {type(error).__name__}: {error}")]
            self._alone.append(first)
        return []


def _error(future: Future[Batch]) -> BaseException | None:
    """The error of a task; a task that has not ended counts as cancelled."""
    if future.cancelled() or not future.done():
        return CancelledError()
    return future.exception()
