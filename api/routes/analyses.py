"""Hints, long analyses and reviews of matches, as resources with progress that can be cancelled."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, cast

import structlog
from apiflask import APIBlueprint
from flask import current_app

from battlewise.api.matches.keeper import ID, Keeper
from battlewise.api.matches.match import RUNNING, Match
from battlewise.api.operations.problems import ProblemError
from battlewise.api.routes.access import Access, access_to, check_over, held
from battlewise.api.routes.events import place
from battlewise.api.routes.games import move_out
from battlewise.api.routes.moves import candidate_out
from battlewise.api.routes.requests import caller, charge, keeper, overloaded
from battlewise.api.schemas.matches import AnalysisIn, AnalysisOut, HintOut, WaitQuery
from battlewise.api.searches.players import budget_of, cost_ms, player_of, spec_of
from battlewise.api.searches.queue import Priority
from battlewise.api.searches.reasons import interval, reasons
from battlewise.api.searches.review import SEARCHES, review
from battlewise.api.store.database import analyses as table
from battlewise.bots import Bot, Choice
from battlewise.bots.bot import MctsBot
from battlewise.core import Game, State
from battlewise.search import Budget, Progress, StopFlag

blueprint = APIBlueprint("analyses", __name__, tag="Analyses")
log = structlog.get_logger("battlewise")
HINT, ANALYSIS, REVIEW = "hint", "analysis", "review"
WAITING_, RUNNING_, DONE, CANCELLED, FAILED = "waiting", "running", "done", "cancelled", "failed"
THINKER = "hard"
KEPT = 32  # that have ended, in memory; the store has them all


@dataclass
class Task:
    """An analysis that waits or runs, or did since the service started."""

    id: str
    match: str
    seat: int | None
    kind: str
    owner: str = ""
    budget: Budget | None = None
    status: str = WAITING_
    result: dict[str, Any] | None = None
    begun: float = 0.0
    share: float = 0.0  # of a review
    stop: StopFlag = field(default_factory=StopFlag)
    ended: Event = field(default_factory=Event)
    progress: Progress = field(default_factory=Progress)

    def done(self) -> float:
        """The share of it that is done, 0..1: of whichever limit is the nearest."""
        if self.ended.is_set():
            return 1.0
        if self.status == WAITING_ or self.budget is None or self.kind == REVIEW:
            return self.share
        limits = [(self.progress.iterations, self.budget.iterations)]
        limits.append((round(1000 * (time.monotonic() - self.begun)), self.budget.milliseconds))
        return min(1.0, max((spent / most for spent, most in limits if most), default=0.0))


class Analyses:
    """The analyses of a service."""

    def __init__(self, own: Keeper, settings: Mapping[str, Any]) -> None:
        self._keeper = own
        self._settings = settings
        self._lock = Lock()
        self._live: dict[str, Task] = {}

    def recover(self) -> None:
        """Those that a service that is gone left unfinished are cancelled."""
        for row in self._keeper.store.unfinished(table):
            self._keeper.store.change(table, row["id"], {"status": CANCELLED})

    def begin(self, task: Task, work: Callable[[Task], dict[str, Any]]) -> None:
        """Let an analysis wait for its turn.

        :raises ProblemError: 409, if the seat has one under way; 503, if too many wait.
        """
        with self._lock:
            self._check_room(task)
            self._live[task.id] = task
            for old in [one for one in self._live.values() if one.ended.is_set()][:-KEPT]:
                del self._live[old.id]
        row = {"id": task.id, "match": task.match, "seat": task.seat, "kind": task.kind, "status": WAITING_}
        try:
            self._keeper.store.put(table, row | {"created": self._keeper.now(), "result": None})
        except BaseException:
            with self._lock:
                del self._live[task.id]
            raise
        priority = Priority.HINT if task.kind == HINT else Priority.ANALYSIS
        self._keeper.searches.submit(priority, lambda: self._work(task, work))

    def _check_room(self, task: Task) -> None:
        live = [one for one in self._live.values() if not one.ended.is_set()]
        if any((one.match, one.seat) == (task.match, task.seat) for one in live):
            raise ProblemError(409, "another analysis of this seat is under way; cancel it first")
        if len(live) >= self._settings["ANALYSES_WAITING"]:
            raise overloaded("as many analyses wait as may; try again shortly", 5)
        if sum(one.owner == task.owner for one in live) >= self._settings["ANALYSES_AN_ADDRESS"]:
            raise overloaded("as many analyses of this address wait as may; try again shortly", 5)

    def _work(self, task: Task, work: Callable[[Task], dict[str, Any]]) -> None:
        with self._lock:
            if task.status != WAITING_:  # cancelled meanwhile
                return
            task.begun, task.status = time.monotonic(), RUNNING_
        if task.stop.is_set() or self._keeper.stopping.is_set():
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
            self._keeper.store.change(table, task.id, {"status": task.status, "result": task.result})
        except Exception as error:  # whoever asks until the service ends is told all the same
            log.error("analysis not kept", error=type(error).__name__, exc_info=True)
        finally:
            task.ended.set()

    def cancel(self, task: Task) -> None:
        """End an analysis: at once, if it waits, else as soon as its search has what it found."""
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
        if task is None:
            row = self._keeper.store.get(table, analysis) if ID.fullmatch(analysis) else None
            if row is None:
                return None
            task = Task(row["id"], row["match"], row["seat"], row["kind"], status=row["status"])
            task.result = row["result"]
            task.ended.set()
        return task if task.match == match else None

    def close(self) -> None:
        """Stop all that run."""
        with self._lock:
            for task in self._live.values():
                task.stop.set()


def _analyses() -> Analyses:
    return cast(Analyses, current_app.extensions["analyses"])


@blueprint.post("/matches/<match>/analyses")
@blueprint.input(AnalysisIn)
@blueprint.output(AnalysisOut, status_code=202)
@blueprint.doc(operation_id="analyse")
def analyse(match: str, json_data: AnalysisIn) -> tuple[AnalysisOut, int, dict[str, str]]:
    """Ask for a hint, an analysis, a review

    A seat that is to move asks about its decision: candidates with win chances, the line, and reasons in
    words. Of a match that is over anyone who may see it asks for a review. The answer comes at once; the
    result is found at its Location.
    """
    own = keeper()
    with held(own, match) as found:
        access = access_to(own, found)
        task, work = (_review if json_data.kind == REVIEW else _hint)(own, found, access, json_data)
    task.owner = caller()
    _analyses().begin(task, work)
    return _told(task), 202, {"Location": f"/v1/matches/{match}/analyses/{task.id}"}


def _player(asked: AnalysisIn, rules: Game) -> Bot:
    """Who is asked. Advice is what a bot thinks best, also if it would not always play that itself."""
    spec = spec_of(asked.level, asked.bot) if asked.level or asked.bot else THINKER
    player = player_of(spec, rules)
    return player.steady() if isinstance(player, MctsBot) else player


def _hint(
    own: Keeper, match: Match, access: Access, asked: AnalysisIn
) -> tuple[Task, Callable[[Task], dict[str, Any]]]:
    seat = access.own_seat()
    if not match.settings["hints"]:
        raise ProblemError(409, "this match was made without hints")
    if match.status != RUNNING or match.state is None or match.to_move != seat:
        raise ProblemError(409, "it is not this seat's turn")
    player = _player(asked, match.rules)
    limits = dict(current_app.config)
    if asked.kind == ANALYSIS:
        limits["MAX_MILLISECONDS"] = limits["MAX_ANALYSIS_MILLISECONDS"]
        limits["MAX_ITERATIONS"] = 1_000_000_000
    budget = budget_of(player, asked.budget, limits)
    charge(cost_ms(player, match.rules, budget))
    task = Task(own.secret(12), match.id, seat, asked.kind, budget=budget)
    if asked.kind == HINT:
        match.thinking.hints.append(task.stop)
    state, version = match.state.copy(), match.version
    seed = match.bot_seed + version if asked.seed is None else asked.seed

    def work(task: Task) -> dict[str, Any]:
        if isinstance(player, MctsBot):
            choice = player.choose(state, seed, budget, task.stop, task.progress)
        else:
            choice = player.choose(state, seed, budget, task.stop)
        return _hint_out(state, seat, choice, version, asked.top_k).model_dump()

    return task, work


def _hint_out(state: State, seat: int, choice: Choice, version: int, top_k: int) -> HintOut:
    best = next((one for one in choice.candidates if one.move == choice.move), None)
    ends = interval(best) if best is not None else None
    return HintOut(
        version=version,
        move=move_out(choice.move),
        win_chance=choice.value,
        low=ends and ends[0],
        high=ends and ends[1],
        candidates=[candidate_out(one) for one in choice.candidates[:top_k]],
        line=[move_out(move) for move in choice.line],
        reasons=reasons(state, seat, choice),
        iterations=choice.iterations,
        milliseconds=1000 * choice.seconds,
    )


def _review(
    own: Keeper, match: Match, access: Access, asked: AnalysisIn
) -> tuple[Task, Callable[[Task], dict[str, Any]]]:
    check_over(match, access, own.now())
    assert match.end is not None
    player = _player(asked, match.rules)
    if not isinstance(player, MctsBot):
        raise ProblemError(422, "does not search; a review needs one that does, such as medium", "bot")
    line = [(e.number, e.data["text"]) for e in match.line()]
    decisions = max(1, sum(e.kind == "move" for e in match.line()))
    whole = budget_of(player, asked.budget, current_app.config)
    assert whole is not None
    share = max(1, current_app.config["MAX_ANALYSIS_MILLISECONDS"] // (SEARCHES * decisions))
    budget = Budget(whole.iterations, min(share, whole.milliseconds or share))
    charge(cost_ms(player, match.rules, budget) * decisions * SEARCHES)
    returns = match.end["returns"]
    task = Task(own.secret(12), match.id, access.seat, REVIEW, budget=budget)

    def work(task: Task) -> dict[str, Any]:
        def note(done: float) -> None:
            task.share = done

        return review(match.rules, line, returns, player, budget, task.stop, note)

    return task, work


@blueprint.get("/matches/<match>/analyses/<analysis>")
@blueprint.input(WaitQuery, location="query")
@blueprint.output(AnalysisOut)
@blueprint.doc(operation_id="getAnalysis")
def show(match: str, analysis: str, query_data: WaitQuery) -> AnalysisOut:
    """See an analysis

    How far it is, and what it found. Only the seat that asked sees it. With `wait` the answer comes when
    it is done.
    """
    task = _own(match, analysis)
    if query_data.wait and not task.ended.is_set():
        with place():
            task.ended.wait(query_data.wait)
    return _told(task)


@blueprint.delete("/matches/<match>/analyses/<analysis>")
@blueprint.output(AnalysisOut)
@blueprint.doc(operation_id="cancelAnalysis")
def cancel(match: str, analysis: str) -> AnalysisOut:
    """Cancel an analysis

    The answer holds the best it has found so far.
    """
    task = _own(match, analysis)
    _analyses().cancel(task)
    return _told(task)


def _own(match: str, analysis: str) -> Task:
    """The analysis, if it is the caller's.

    :raises ProblemError: 404, if it is not, or there is none.
    """
    own = keeper()
    with held(own, match) as found:
        access = access_to(own, found)
    task = _analyses().find(analysis, match)
    if task is None or task.seat != access.seat:
        raise ProblemError(404, "there is no such analysis of yours")
    return task


def _told(task: Task) -> AnalysisOut:
    kind = "review" if task.kind == REVIEW else "hint"
    found = {kind: task.result} if task.result is not None else {}
    shown = {"id": task.id, "kind": task.kind, "status": task.status, "progress": task.done(), **found}
    return AnalysisOut.model_validate(shown)
