"""Tournaments over HTTP: the runner of `battlewise.bots.tournament`, one at a time and behind all else."""

import json
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from hmac import compare_digest
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Any, cast

import structlog
from apiflask import APIBlueprint
from flask import Response, current_app
from sqlalchemy.exc import DBAPIError

from battlewise.api.matches.keeper import AGAIN_S, ID, Keeper, digest
from battlewise.api.matches.rules import rules_named
from battlewise.api.operations.problems import ProblemError
from battlewise.api.routes.access import CHALLENGE, bearer
from battlewise.api.routes.events import place
from battlewise.api.routes.matches import check_bot
from battlewise.api.routes.requests import caller, charge, keeper, overloaded
from battlewise.api.schemas.matches import (
    StandingOut,
    TournamentIn,
    TournamentMade,
    TournamentOut,
    TournamentQuery,
)
from battlewise.api.store.database import tournaments as table
from battlewise.bots.tournament.crew import Processes
from battlewise.bots.tournament.ledger import Ledger, LedgerError
from battlewise.bots.tournament.plan import Plan, PlanError, Terms, plan_from
from battlewise.bots.tournament.play import Played
from battlewise.bots.tournament.run import run
from battlewise.bots.tournament.standings import Standings
from battlewise.core import BattlewiseError

blueprint = APIBlueprint("tournaments", __name__, tag="Tournaments")
log = structlog.get_logger("battlewise")
WAITING, RUNNING, DONE, CANCELLED, FAILED = "waiting", "running", "done", "cancelled", "failed"
NICE = 19
COST = 1000
LOOK_S = 0.5


class _Stopped(Exception):
    """The tournament being played is to end."""


class TooLong(BattlewiseError):
    """A tournament took more time than it may."""


class _Crew(Processes):
    """One process that stands back for all else, and can be sent home."""

    def __init__(self) -> None:
        super().__init__(1, nice=NICE)
        self._home = Event()

    def start(self) -> Executor:
        executor = super().start()
        if self._home.is_set():
            self.stop(executor)
            raise _Stopped
        return executor

    def send_home(self) -> None:
        """End at once: whatever it is at is played another time, or never."""
        self._home.set()
        self.let_go()


@dataclass
class _Live:
    """The tournament that is being played."""

    id: str
    standings: Standings
    crew: _Crew = field(default_factory=_Crew)
    cancelled: Event = field(default_factory=Event)


class Tournaments:
    """The tournaments of a service: they are played one after the other by a thread of their own.

    :param settings: TOURNAMENTS_WAITING, TOURNAMENTS_AN_ADDRESS, TOURNAMENT_HOURS.
    """

    def __init__(self, own: Keeper, settings: Mapping[str, Any]) -> None:
        self._keeper = own
        self._settings = settings
        self._changed = Condition()
        self._queue: list[str] = []
        self._live: _Live | None = None
        self._thread: Thread | None = None

    def recover(self) -> None:
        """Those that a service that is gone left unfinished go on."""
        for row in self._keeper.store.unfinished(table):
            self._enqueue(row["id"])

    def ledger(self, tournament: str) -> Path:
        """Where its games are kept."""
        return self._keeper.store.folder / f"{tournament}.db"

    def add(self, plan: Plan, owner: str) -> tuple[str, str]:
        """A new tournament's id and the token that cancels it.

        :param owner: who makes it.
        :raises ProblemError: 503, if too many wait.
        """
        if len(self._queue) >= self._settings["TOURNAMENTS_WAITING"]:
            raise overloaded("as many tournaments wait as may", 60)
        own = self._keeper
        assert own.timer is not None
        waiting = [row["owner"] for row in own.store.unfinished(table)]
        if waiting.count(owner) >= self._settings["TOURNAMENTS_AN_ADDRESS"]:
            raise overloaded("as many tournaments of this address wait as may", 60)
        tournament, token = own.secret(12), own.secret(24)
        row = {"id": tournament, "token_hash": digest(token), "owner": owner, "plan": plan.doc}
        row["status"] = WAITING
        own.store.put(table, row | {"problem": None, "created": own.now()})
        self._enqueue(tournament)
        return tournament, token

    def cancel(self, tournament: str) -> None:
        """End a tournament with what has been played. It is written before anybody hears of it."""
        with self._changed:
            if tournament not in self._queue:
                return
            self._keeper.store.change(table, tournament, {"status": CANCELLED})
            if self._live is not None and self._live.id == tournament:
                self._live.cancelled.set()
                self._live.crew.send_home()
            else:
                self._queue.remove(tournament)
            self._changed.notify_all()

    def standings(self, tournament: str, plan: Plan) -> Standings:
        """How it stands."""
        with self._changed:
            if self._live is not None and self._live.id == tournament:
                return self._live.standings
        try:
            with Ledger(self.ledger(tournament)) as kept:
                return Standings(plan, kept.results(complete=False))
        except LedgerError:  # it has not begun
            return Standings(plan)

    def wait(self, tournament: str, games: int | None, seconds: float) -> None:
        """Until it has more games than so many, or is no longer played, at most so long."""
        until = time.monotonic() + seconds
        with self._changed:
            while (left := until - time.monotonic()) > 0 and not self._keeper.stopping.is_set():
                live = self._live is not None and self._live.id == tournament
                if not live and tournament not in self._queue:
                    return
                if games is not None and live and self._live and self._live.standings.games > games:
                    return
                self._changed.wait(min(left, LOOK_S))

    def close(self) -> None:
        """Let go of the one that is played; a service that starts later goes on with it."""
        with self._changed:
            if self._live is not None:
                self._live.crew.send_home()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(5)

    def _enqueue(self, tournament: str) -> None:
        with self._changed:
            self._queue.append(tournament)
            self._changed.notify_all()
            if self._thread is None:
                self._thread = Thread(target=self._play_all, name="tournaments", daemon=True)
                self._thread.start()

    def _play_all(self) -> None:
        while not self._keeper.stopping.is_set():
            with self._changed:
                if not self._queue:
                    self._changed.wait(LOOK_S)
                    continue
                tournament = self._queue[0]
            try:
                self._play_one(tournament)
            except Exception as error:  # the database's: it keeps its place in the queue
                log.error("tournament put off", error=type(error).__name__, exc_info=True)
                self._keeper.stopping.wait(AGAIN_S)

    def _play_one(self, tournament: str) -> None:
        problem = None
        try:
            status = self._play(tournament)
        except DBAPIError:
            raise
        except Exception as error:
            log.error("tournament failed", error=type(error).__name__, exc_info=True)
            known = isinstance(error, BattlewiseError)
            status, problem = FAILED, str(error)[:500] if known else "the service is at fault"
        finally:
            with self._changed:
                self._live = None
        if status != RUNNING:
            self._keeper.store.change(table, tournament, {"status": status, "problem": problem})
        with self._changed:
            if tournament in self._queue:
                self._queue.remove(tournament)
            self._changed.notify_all()

    def _play(self, tournament: str) -> str:
        """Play one; what became of it, `RUNNING` if the service stops."""
        row = self._keeper.store.get(table, tournament)
        assert row is not None
        plan = plan_from(row["plan"])
        path = self.ledger(tournament)
        path.parent.mkdir(parents=True, exist_ok=True)
        hours = self._settings["TOURNAMENT_HOURS"]
        until = time.monotonic() + 3600 * hours
        with Ledger.writing(path, plan) as kept:
            live = self._going_on(tournament, Standings(plan, kept.results(complete=False)))
            if live is None:
                return CANCELLED

            def note(played: list[Played]) -> None:
                with self._changed:
                    live.standings.add(one.result for one in played if one.result)
                    self._changed.notify_all()
                if live.cancelled.is_set() or self._keeper.stopping.is_set():
                    raise _Stopped
                if time.monotonic() > until:
                    raise TooLong(f"it was played for {hours} hours; more is not allowed")

            try:
                run(kept, live.crew, note)
            except _Stopped:
                return CANCELLED if live.cancelled.is_set() else RUNNING
        return DONE

    def _going_on(self, tournament: str, standings: Standings) -> _Live | None:
        """Note that a tournament is played; None if it was cancelled."""
        with self._changed:
            row = self._keeper.store.get(table, tournament)
            if row is None or row["status"] == CANCELLED:
                return None
            self._keeper.store.change(table, tournament, {"status": RUNNING})
            self._live = _Live(tournament, standings)
            if self._keeper.stopping.is_set():
                self._live.crew.send_home()
            return self._live


def _tournaments() -> Tournaments:
    return cast(Tournaments, current_app.extensions["tournaments"])


@blueprint.post("/tournaments")
@blueprint.input(TournamentIn)
@blueprint.output(TournamentMade, status_code=201)
@blueprint.doc(operation_id="createTournament")
def create(json_data: TournamentIn) -> tuple[TournamentMade, int, dict[str, str]]:
    """Start a tournament

    Between bots, in blocks: one seed with every seating of a line-up. It is played when nobody waits for
    anything else, and goes on after a restart.
    """
    charge(COST)
    plan = _plan(json_data)
    tournament, token = _tournaments().add(plan, digest(caller()))
    made = TournamentMade(tournament=_told(tournament), token=token)
    return made, 201, {"Location": f"/v1/tournaments/{tournament}"}


def _plan(asked: TournamentIn) -> Plan:
    rules = rules_named(asked.game, asked.options)
    for name, spec in asked.entrants.items():
        check_bot(spec, rules, f"entrants.{name}")
    try:
        plan = Plan(
            terms=Terms(asked.game, rules.options, cap=asked.cap),
            entrants=asked.entrants,
            pairing=asked.pairing,
            seating=asked.seating,
            blocks=asked.blocks,
            seed=asked.seed,
        )
    except PlanError as error:
        raise ProblemError(422, str(error).removeprefix(f"{error.field}: "), error.field) from None
    most = current_app.config["MAX_TOURNAMENT_GAMES"]
    if plan.games > most:
        raise ProblemError(422, f"make {plan.games} games; this service plays at most {most}", "blocks")
    return plan


def _row(tournament: str) -> dict[str, Any]:
    row = keeper().store.get(table, tournament) if ID.fullmatch(tournament) else None
    if row is None:
        raise ProblemError(404, "there is no such tournament")
    return row


def _told(tournament: str) -> TournamentOut:
    row = _row(tournament)
    try:
        plan = plan_from(row["plan"])
    except BattlewiseError:
        raise ProblemError(409, "the tournament was played under rules of another version") from None
    standings = _tournaments().standings(tournament, plan)
    return TournamentOut(
        id=tournament,
        status=row["status"],
        problem=row["problem"],
        plan=row["plan"],
        games=standings.games,
        planned=plan.games,
        standings=[StandingOut(**one._asdict()) for one in standings.rows()],
    )


@blueprint.get("/tournaments/<tournament>")
@blueprint.input(TournamentQuery, location="query")
@blueprint.output(TournamentOut)
@blueprint.doc(operation_id="getTournament")
def show(tournament: str, query_data: TournamentQuery) -> TournamentOut:
    """Watch a tournament

    The standings, from complete blocks, with intervals clustered by block. With `wait` the answer comes
    when there are more than `games` games, or at the end.
    """
    _row(tournament)
    if query_data.wait:
        with place():
            _tournaments().wait(tournament, query_data.games, query_data.wait)
    return _told(tournament)


@blueprint.get("/tournaments/<tournament>/games")
@blueprint.doc(operation_id="getGames", responses={200: "A JSON object a line: result and record of a game."})
def games(tournament: str) -> Response:
    """Download a tournament's games

    One JSON object a line: who sat where, the scores, and the record, in the order of the plan.
    """
    _row(tournament)
    path = _tournaments().ledger(tournament)
    return Response(_lines(path), mimetype="application/x-ndjson")


def _lines(path: Path) -> Iterator[str]:
    try:
        ledger = Ledger(path)
    except LedgerError:  # it has not begun
        return
    with ledger as kept:
        for one in kept.results(complete=False):
            record = kept.record(one.key)
            game = {"seats": one.seats, "scores": one.scores, "status": one.status, "plies": one.plies}
            yield json.dumps({"key": one.key, **game, "record": record}) + "\n"


@blueprint.delete("/tournaments/<tournament>")
@blueprint.output(TournamentOut)
@blueprint.doc(operation_id="cancelTournament")
def cancel(tournament: str) -> TournamentOut:
    """Cancel a tournament

    With the token that its creation told. What was played stays.
    """
    row = _row(tournament)
    token = bearer()
    if token is None or not compare_digest(digest(token), row["token_hash"]):
        raise ProblemError(401, "this needs the tournament's token", headers=CHALLENGE)
    _tournaments().cancel(tournament)
    return _told(tournament)
