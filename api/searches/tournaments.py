"""Tournaments: the runner of `battlewise.bots.tournament`, one at a time, after everything else.

The workers of the cluster play, or a process of low priority if there is none or it is away.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from threading import Condition, Event, Thread
from typing import Any

import structlog
from sqlalchemy.exc import DBAPIError

from battlewise.api.matches.timer import Timer
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.schemas.tournaments import StandingOut, TournamentOut
from battlewise.api.searches.crews import OwnProcess, Recallable, Recalled, crew_on
from battlewise.api.searches.queue import QueueFull, QuotaReached
from battlewise.api.searches.searcher import Searcher
from battlewise.api.settings import Settings
from battlewise.api.store.database import AGAIN_S, ID, Store, Taken, digest, now_ms
from battlewise.api.store.keys import Key
from battlewise.api.store.leases import LOOK_S as TAKE_S
from battlewise.api.store.leases import KeptElsewhere, Lease
from battlewise.api.store.tables import UNFINISHED
from battlewise.api.store.tables import tournaments as table
from battlewise.bots.tournament.crew import CrewError
from battlewise.bots.tournament.ledger import Ledger, LedgerBusy, LedgerError
from battlewise.bots.tournament.plan import Plan, plan_from
from battlewise.bots.tournament.play import Played
from battlewise.bots.tournament.run import Keep, run
from battlewise.bots.tournament.standings import Standings
from battlewise.core import BattlewiseError

log = structlog.get_logger("battlewise")
WAITING, RUNNING, DONE, CANCELLED, FAILED = "waiting", "running", "done", "cancelled", "failed"
LOOK_S = 0.5


class TooLong(BattlewiseError):
    """A tournament has reached its limit of time."""


@dataclass
class _Live:
    """The tournament that is being played."""

    id: str
    standings: Standings
    crew: Recallable = field(default_factory=OwnProcess)
    cancelled: Event = field(default_factory=Event)


class Tournaments:
    """The tournaments of a service. A thread plays one after the other.

    :param searcher: knows whether there is a cluster.
    :param stopping: set when the service is about to stop.
    """

    def __init__(self, store: Store, searcher: Searcher, stopping: Event, settings: Settings) -> None:
        self._store = store
        self._searcher = searcher
        self._stopping = stopping
        self._settings = settings
        self._changed = Condition()
        self._queue: list[str] = []
        self._live: _Live | None = None
        self._thread: Thread | None = None
        self._keeper: str | None = None  # the lease under which those of the queue are kept

    def start(self, timer: Timer) -> None:
        """Go on with the tournaments that an earlier run of the service left unfinished.

        :param timer: with which a replica looks for tournaments that no replica keeps.
        """
        if self._store.lease is not None:
            self._take_over(self._store.lease, timer)
            return
        for row in self._store.unfinished(table):
            self._enqueue(row["id"])

    def _take_over(self, lease: Lease, timer: Timer) -> None:
        """Take a tournament that no replica keeps if there is nothing else to play, now and from now on."""
        try:
            self._drop_lost(lease)
            if not self._queue and not self._stopping.is_set():
                for tournament in lease.take_tournament():
                    self._enqueue(tournament)
        except KeptElsewhere:
            log.warning("no lease")
        finally:
            timer.after(TAKE_S, lambda: self._take_over(lease, timer))

    def _drop_lost(self, lease: Lease) -> None:
        """Stop playing what was kept under an earlier lease and is not kept under this one."""
        own = lease.id
        if self._keeper == own:
            return
        kept = {row["id"] for row in self._store.unfinished(table) if row["keeper"] == own}
        with self._changed:
            self._queue = [tournament for tournament in self._queue if tournament in kept]
            if self._live is not None and self._live.id not in kept:
                self._live.crew.recall()
            self._keeper = own

    def ledger(self, tournament: str) -> Path:
        """The file with the tournament's games."""
        return self._store.folder / f"{tournament}.db"

    def made_before(self, key: Key | None) -> tuple[str, str] | None:
        """The id and the token of the tournament made with an idempotency key; None if there is none.

        :raises KeyReused: if another request made it.
        """
        made = self._store.made_with(table, key)
        return None if made is None or key is None else (made, key.token(made))

    def add(self, plan: Plan, owner: str, key: Key | None = None) -> tuple[str, str]:
        """A new tournament's id and the token that cancels it.

        :param owner: the hash of the caller's address.
        :param key: the idempotency key, with which the answer is the same.
        :raises QueueFull: if a limit is reached.
        :raises KeyReused: if the key was used with another request.
        """
        waiting = [row["owner"] for row in self._store.unfinished(table)]
        if len(waiting) >= self._settings.tournaments_waiting:
            raise QueueFull("the service has reached its limit of tournaments; retry later", 60)
        if waiting.count(owner) >= self._settings.tournaments_an_address:
            problem = "this address has reached its limit of tournaments; retry when one has ended"
            raise QuotaReached(problem, 60)
        tournament = token_urlsafe(12)
        token = token_urlsafe(24) if key is None else key.token(tournament)
        row: dict[str, Any] = {
            "id": tournament,
            "token_hash": digest(token),
            "owner": owner,
            "plan": plan.doc,
        }
        row |= {"status": WAITING, "keeper": self._store.keeper}
        row |= {} if key is None else key.columns
        try:
            self._store.put(table, row | {"problem": None, "created": now_ms()})
        except Taken:
            made = self.made_before(key)  # the same request at the same time
            if made is None:
                raise
            return made
        self._enqueue(tournament)
        return tournament, token

    def row(self, tournament: str) -> dict[str, Any]:
        """A tournament as the store keeps it.

        :raises ProblemError: 404, if there is none.
        :raises KeptElsewhere: if another replica keeps it.
        """
        lease, known = self._store.lease, ID.fullmatch(tournament)
        taken = known and lease is not None and lease.take(table, tournament)
        row = self._store.get(table, tournament) if known else None
        if row is None:
            raise ProblemError(Kind.NOT_FOUND, "there is no such tournament")
        if taken and row["status"] in UNFINISHED:
            self._enqueue(tournament)
        return row

    def shown(self, tournament: str) -> TournamentOut:
        """A tournament as the service writes it.

        :raises ProblemError: 404, if there is none; 409, if its rules are gone.
        """
        row = self.row(tournament)
        try:
            plan = plan_from(row["plan"])
        except BattlewiseError:
            raise ProblemError(
                Kind.RULES_GONE, "the tournament was played under rules of another version"
            ) from None
        standings = self.standings(tournament, plan)
        return TournamentOut(
            id=tournament,
            status=row["status"],
            problem=row["problem"],
            plan=row["plan"],
            games=standings.games,
            planned=plan.games,
            standings=[StandingOut(**one._asdict()) for one in standings.rows()],
        )

    def cancel(self, tournament: str) -> None:
        """Cancel a tournament. It is written before it is answered. Games that were played are kept."""
        with self._changed:
            if tournament not in self._queue:
                return
            self._store.change(table, tournament, {"status": CANCELLED})
            if self._live is not None and self._live.id == tournament:
                self._live.cancelled.set()
                self._live.crew.recall()
            else:
                self._queue.remove(tournament)
            self._changed.notify_all()

    def standings(self, tournament: str, plan: Plan) -> Standings:
        """The standings of a tournament."""
        with self._changed:
            if self._live is not None and self._live.id == tournament:
                return self._live.standings
        try:
            with Ledger(self.ledger(tournament)) as kept:
                return Standings(plan, kept.results(complete=False))
        except LedgerError:  # it has not begun
            return Standings(plan)

    def wait(self, tournament: str, games: int | None, seconds: float, is_gone: Callable[[], bool]) -> None:
        """Wait until a tournament has more than `games` games, or has ended, at most `seconds`.

        :param is_gone: whether the client has gone.
        """
        until = time.monotonic() + seconds
        with self._changed:
            while (left := until - time.monotonic()) > 0 and not (self._stopping.is_set() or is_gone()):
                live = self._live is not None and self._live.id == tournament
                if not live and tournament not in self._queue:
                    return
                if games is not None and live and self._live and self._live.standings.games > games:
                    return
                self._changed.wait(min(left, LOOK_S))

    def close(self) -> None:
        """Stop the tournament that is being played. The service goes on with it when it starts again."""
        with self._changed:
            if self._live is not None:
                self._live.crew.recall()
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
        while not self._stopping.is_set():
            with self._changed:
                if not self._queue:
                    self._changed.wait(LOOK_S)
                    continue
                tournament = self._queue[0]
            try:
                self._play_one(tournament)
            except Exception as error:  # of the database: the tournament keeps its place in the queue
                log.error("tournament put off", error=type(error).__name__, exc_info=True)
                self._stopping.wait(AGAIN_S)

    def _play_one(self, tournament: str) -> None:
        problem = None
        try:
            status = self._play(tournament)
        except (DBAPIError, KeptElsewhere, LedgerBusy):
            raise
        except Exception as error:
            log.error("tournament failed", error=type(error).__name__, exc_info=True)
            known = isinstance(error, BattlewiseError)
            status, problem = FAILED, str(error)[:500] if known else "internal error"
        finally:
            with self._changed:
                self._live = None
        if status == RUNNING:
            return
        self._store.change(table, tournament, {"status": status, "problem": problem})
        with self._changed:
            if tournament in self._queue:
                self._queue.remove(tournament)
            self._changed.notify_all()

    def _play(self, tournament: str) -> str:
        """Play a tournament; its status then, `RUNNING` if the service stops."""
        row = self._store.get(table, tournament)
        assert row is not None
        plan = plan_from(row["plan"])
        path = self.ledger(tournament)
        path.parent.mkdir(parents=True, exist_ok=True)
        hours = self._settings.tournament_hours
        until = time.monotonic() + 3600 * hours
        with Ledger.writing(path, plan) as kept:
            live = self._going_on(tournament, Standings(plan, kept.results(complete=False)))
            if live is None:
                return CANCELLED

            def note(played: list[Played]) -> None:
                with self._changed:
                    live.standings.add(one.result for one in played if one.result)
                    self._changed.notify_all()
                if live.cancelled.is_set() or self._stopping.is_set():
                    raise Recalled
                if time.monotonic() > until:
                    raise TooLong(f"the tournament has reached its limit of {hours} hours")

            try:
                self._run(kept, live, note)
            except Recalled:
                return CANCELLED if live.cancelled.is_set() else RUNNING
        return DONE

    def _run(self, kept: Ledger, live: _Live, note: Keep) -> None:
        """Play what is left of a tournament, on the cluster as long as it lasts."""
        if self._searcher.cluster() == "connected":
            try:
                run(kept, self._set_out(live, crew_on(self._settings.cluster)), note)
            except CrewError as error:
                log.warning("tournament goes on here", problem=str(error))
            else:
                return
        run(kept, self._set_out(live, OwnProcess()), note)

    def _set_out(self, live: _Live, crew: Recallable) -> Recallable:
        """Note who plays a tournament, to be recalled; the crew."""
        with self._changed:
            live.crew = crew
            if live.cancelled.is_set() or self._stopping.is_set():
                crew.recall()
        return crew

    def _going_on(self, tournament: str, standings: Standings) -> _Live | None:
        """Note that a tournament is being played; None if it was cancelled."""
        with self._changed:
            row = self._store.get(table, tournament)
            if row is None or row["status"] == CANCELLED:
                return None
            self._store.change(table, tournament, {"status": RUNNING})
            self._live = _Live(tournament, standings)
            return self._live
