"""Hints, analyses, rollouts and reviews: they wait for a worker, have a progress and can be cancelled."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from threading import Event, Lock
from typing import Any

import structlog

from battlewise.api.matches.webhooks import Webhooks, event
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.schemas.analyses import AnalysisOut, HintOut, RolloutOut
from battlewise.api.searches.feed import Feed
from battlewise.api.searches.hints import hint_of
from battlewise.api.searches.queue import Job, Priority, QueueFull, QuotaReached, SearchQueue, TooLate
from battlewise.api.searches.review import review
from battlewise.api.searches.rollouts import RolloutTerms, rolled_out
from battlewise.api.searches.searcher import Searcher
from battlewise.api.settings import Settings
from battlewise.api.store.database import ID, Store, now_ms
from battlewise.api.store.keys import Key, KeyReused
from battlewise.api.store.tables import Webhook
from battlewise.api.store.tables import analyses as table
from battlewise.bots import Bot, Choice
from battlewise.bots.bot import MctsBot
from battlewise.core import Game, State
from battlewise.search import Analysis, Budget, Progress, StopFlag

log = structlog.get_logger("battlewise")
HINT, ANALYSIS, ROLLOUT, REVIEW = "hint", "analysis", "rollout", "review"
WAITING_, RUNNING_, DONE, CANCELLED, FAILED = "waiting", "running", "done", "cancelled", "failed"
KEPT = 32  # ended analyses in memory; the store has all


@dataclass
class Task:
    """An analysis since the start of the service, or one from the store."""

    id: str
    match: str
    seat: int | None
    kind: str
    owner: str = ""
    keeper: str | None = None
    budget: Budget | None = None
    status: str = WAITING_
    result: dict[str, Any] | None = None
    begun: float = 0.0
    share: float = 0.0  # of a review
    stop: StopFlag = field(default_factory=StopFlag)
    ended: Event = field(default_factory=Event)
    progress: Progress = field(default_factory=Progress)
    searching: str = ""  # the kind of its search
    cost: float = 0.0  # about how many seconds it takes
    most: float = inf  # seconds that it can take
    feed: Feed[AnalysisOut] = field(default_factory=Feed)
    key: Key | None = None  # the idempotency key of its request
    is_gone: Callable[[], bool] | None = None  # whether nobody waits for it any more
    timeout: float = inf  # in seconds
    hook: Webhook | None = field(default=None, repr=False)  # called at the end

    def shown(self, partial: dict[str, Any] | None = None) -> AnalysisOut:
        """The analysis as the service writes it.

        :param partial: the result so far.
        """
        result = self.result if partial is None else partial
        field = self.kind if self.kind in (REVIEW, ROLLOUT) else HINT
        found = {} if result is None else {field: result}
        shown = {"id": self.id, "kind": self.kind, "status": self.status, "progress": self.done(), **found}
        return AnalysisOut.model_validate(shown)

    def done(self) -> float:
        """The share that is done, 0..1, by the limit that is closest."""
        if self.ended.is_set():
            return 1.0
        if self.status == WAITING_ or self.budget is None or self.kind == REVIEW:
            return self.share
        limits = [(self.progress.iterations, self.budget.iterations)]
        limits.append((round(1000 * (time.monotonic() - self.begun)), self.budget.milliseconds))
        return min(1.0, max((spent / most for spent, most in limits if most), default=0.0))


Work = Callable[[Task], dict[str, Any] | None]


def _priority(task: Task) -> Priority:
    return Priority.HINT if task.kind == HINT else Priority.ANALYSIS


def hinting(searcher: Searcher, player: Bot, state: State, version: int, seed: int, top_k: int) -> Work:
    """The work of a hint, or of an analysis: candidates for the decision of the seat to move, and reasons.

    :param version: of the match.
    :param top_k: how many candidates to show.
    """

    def hint(choice: Choice, is_last: bool) -> dict[str, Any]:
        return HintOut.model_validate(
            {"version": version, **hint_of(state, choice, top_k, is_last)}
        ).model_dump()

    def work(task: Task) -> dict[str, Any]:
        def report(found: Analysis) -> None:
            assert isinstance(player, MctsBot)  # others do not report
            task.feed.report(task.shown(hint(player.chosen(state, seed, found), False)))

        task.progress.report = report
        choice = searcher.choose(player, state, seed, task.budget, task.stop, task.progress)
        return hint(choice, True)

    return work


def reviewing(
    searcher: Searcher,
    rules: Game,
    line: Sequence[tuple[int, str]],
    returns: Sequence[float] | None,
    player: MctsBot,
    budget: Budget,
) -> Work:
    """The work of a review; the arguments are those of `review`."""

    def work(task: Task) -> dict[str, Any]:
        def note(done: float) -> None:
            task.share = done

        return review(searcher, rules, line, returns, player, budget, task.stop, note)

    return work


def rolling_out(asked: RolloutTerms, state: State, version: int) -> Work:
    """The work of a rollout of the decision of the seat to move.

    :param version: of the match.
    """

    def work(task: Task) -> dict[str, Any] | None:
        def shown(found: dict[str, Any]) -> dict[str, Any]:
            return RolloutOut.model_validate({"version": version, **found}).model_dump()

        def report(found: dict[str, Any]) -> None:
            task.progress.elsewhere = found["trials"]
            task.feed.report(task.shown(shown(found)))

        found = rolled_out(asked, state, task.stop, report)
        return None if found is None else shown(found)

    return work


class Analyses:
    """The analyses of a service.

    :param stopping: set when the service is about to stop.
    """

    def __init__(
        self, store: Store, searches: SearchQueue, webhooks: Webhooks, stopping: Event, settings: Settings
    ) -> None:
        self._store = store
        self._webhooks = webhooks
        self._searches = searches
        self._stopping = stopping
        self._settings = settings
        self._lock = Lock()
        self._live: dict[str, Task] = {}

    def start(self) -> None:
        """Cancel the analyses that an earlier run of the service left unfinished.

        Those of replicas are cancelled when their matches are taken over.
        """
        if self._store.lease is not None:
            return
        for row in self._store.unfinished(table):
            self._store.change(table, row["id"], {"status": CANCELLED})

    def made_before(self, match: str, seat: int | None, key: Key | None) -> Task | None:
        """The analysis that was made with an idempotency key; None if there is none.

        :raises KeyReused: if another request made it.
        """
        if key is None:
            return None
        with self._lock:  # one that is not written yet, too
            live = next(
                (one for one in self._live.values() if one.key and one.key.secret == key.secret), None
            )
        if live is not None and live.key is not None:
            key.check(live.key.columns["body_hash"])
        made = self._store.made_with(table, key) if live is None else live.id
        task = None if made is None else self.find(made, match)
        if made is not None and (task is None or task.seat != seat):
            raise KeyReused
        return task

    def begin(self, task: Task, work: Work) -> None:
        """Add an analysis to the queue.

        :raises ProblemError: 409, if the seat has an analysis under way.
        :raises QueueFull: if a limit is reached.
        """
        task.keeper = self._store.keeper
        with self._lock:
            self._check_room(task)
            self._live[task.id] = task
            for old in [one for one in self._live.values() if one.ended.is_set()][:-KEPT]:
                del self._live[old.id]
        row = {"id": task.id, "match": task.match, "seat": task.seat, "kind": task.kind, "status": WAITING_}
        row |= {} if task.key is None else task.key.columns
        try:
            self._store.put(table, row | {"created": now_ms(), "result": None})
        except BaseException:
            with self._lock:
                del self._live[task.id]
            raise
        job = Job(
            lambda _: self._work(task, work),
            task.searching,
            task.cost,
            task.most,
            time.monotonic() + task.timeout,
            task.is_gone,
            drop=lambda _: self._drop(task),
            stop=task.stop,
        )
        try:
            self._searches.submit(_priority(task), job)
        except TooLate:
            self._drop(task)
            raise

    def _drop(self, task: Task) -> None:
        """End an analysis that did not begin before its deadline."""
        task.stop.set()
        self._work(task, lambda _: {})

    def _check_room(self, task: Task) -> None:
        live = [one for one in self._live.values() if not one.ended.is_set()]
        if any((one.match, one.seat) == (task.match, task.seat) for one in live):
            raise ProblemError(Kind.UNDER_WAY, "another analysis of this seat is under way; cancel it first")
        if len(live) >= self._settings.analyses_waiting:
            raise QueueFull("the service has reached its limit of analyses; retry later", 5)
        if sum(one.owner == task.owner for one in live) >= self._settings.analyses_an_address:
            raise QuotaReached("this address has reached its limit of analyses; retry when one has ended", 5)

    def _work(self, task: Task, work: Work) -> None:
        with self._lock:
            if task.status != WAITING_:  # cancelled in the meantime
                return
            task.begun, task.status = time.monotonic(), RUNNING_
        if task.stop.is_set() or self._stopping.is_set():
            task.status = CANCELLED
        else:
            try:
                task.result = work(task)
                task.status = CANCELLED if task.stop.is_set() else DONE
            except Exception as error:
                log.error("analysis failed", error=type(error).__name__, exc_info=True)
                task.status = FAILED
        self._end(task)

    def _end(self, task: Task) -> None:
        try:
            self._store.change(table, task.id, {"status": task.status, "result": task.result})
        except Exception as error:  # it can still be answered until the service stops
            log.error("analysis not kept", error=type(error).__name__, exc_info=True)
        finally:
            task.ended.set()
            task.feed.end()
            if task.hook is not None:
                data = {"match": task.match, "analysis": task.id, "status": task.status}
                self._webhooks.send(task.hook, task.id, task.id, event("analysis.ended", now_ms(), data))

    def cancel(self, task: Task) -> None:
        """Cancel an analysis: at once if it waits, else as soon as its search has stopped."""
        task.stop.set()
        with self._lock:
            waits = task.status == WAITING_
            if waits:
                task.status = CANCELLED
        if waits:
            self._end(task)
        else:
            task.ended.wait(2)

    def find(self, analysis: str, match: str) -> Task | None:
        """An analysis of a match; None if there is none."""
        with self._lock:
            task = self._live.get(analysis)
        if task is not None and task.keeper != self._store.keeper:  # the match was taken over
            task.stop.set()
            task = None
        if task is None:
            row = self._store.get(table, analysis) if ID.fullmatch(analysis) else None
            if row is None:
                return None
            task = Task(row["id"], row["match"], row["seat"], row["kind"], status=row["status"])
            task.result = row["result"]
            task.ended.set()
            task.feed.end()
        return task if task.match == match else None

    def close(self) -> None:
        """Stop all analyses."""
        with self._lock:
            for task in self._live.values():
                task.stop.set()
