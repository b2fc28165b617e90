"""Keeps matches going: reads them, writes each change before it is answered, lets bots move."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from threading import Event, Lock, RLock
from time import perf_counter
from typing import Any
from weakref import WeakValueDictionary

import structlog
from sqlalchemy.exc import DBAPIError

from battlewise.api.matches import fair
from battlewise.api.matches.match import (
    BOT,
    OVER,
    PAUSED,
    PERSON,
    RUNNING,
    WAITING,
    Match,
    Refused,
    new_row,
    old_record,
    seats_of,
)
from battlewise.api.matches.rules import rules_for
from battlewise.api.matches.timer import Timer
from battlewise.api.matches.webhooks import Webhooks, event_of
from battlewise.api.operations import problems
from battlewise.api.operations.problems import ProblemError
from battlewise.api.schemas.matches import Kind
from battlewise.api.searches.players import Players, cost_ms, kind_of, pace_ms, player_of
from battlewise.api.searches.queue import Job, Priority, QueueFull, QuotaReached, SearchQueue
from battlewise.api.searches.searcher import Searcher
from battlewise.api.settings import Settings
from battlewise.api.store.database import AGAIN_S, ID, Entry, Store, StoreError, Taken, digest, now_ms
from battlewise.api.store.keys import Key
from battlewise.api.store.leases import LOOK_S, KeptElsewhere, Lease, LeaseLost
from battlewise.api.store.tables import Chair, Terms, matches
from battlewise.bots import Bot, BotError
from battlewise.core import BattlewiseError, Game, Move, State
from battlewise.search import Budget, StopFlag

log = structlog.get_logger("battlewise")
KEPT_IN_MEMORY = 1000
HOUSEKEEPING_S = 60.0
CLAIM_S = 5.0  # how often the claim of the database is checked


class Gone(Exception):
    """There is no such match, or this version does not have its rules."""


class Clash(Exception):
    """Another process has changed the match, which is read again."""

    def __init__(self) -> None:
        super().__init__("the match has changed in the meantime; get it again")


class Keeper:
    """All matches of a service, at work from `start` to `close`.

    :param searches: orders the searches of bots; `searcher` runs them.
    :param players: the bots of the matches.
    """

    def __init__(
        self, store: Store, searches: SearchQueue, searcher: Searcher, players: Players, settings: Settings
    ) -> None:
        self.store = store
        self.searches = searches
        self.timer = Timer()
        self.now = now_ms
        self.secret = secrets.token_urlsafe
        self.stopping = Event()
        self.webhooks = Webhooks(settings.webhook_hosts, self.timer, self.stopping)
        self.decided = 0
        self._searcher = searcher
        self._players = players
        self._settings = settings
        self._lock = RLock()
        self._live: WeakValueDictionary[str, Match] = WeakValueDictionary()
        self._recent: OrderedDict[str, Match] = OrderedDict()
        self._unfinished = 0  # matches that are not over, those that other replicas made last aside
        self._reading: WeakValueDictionary[str, Lock] = WeakValueDictionary()  # those that are being read

    # -- its own life

    def start(self) -> None:
        """Claim the database, which is open, and go on with the matches that are under way.

        :raises StoreError: if another service is using the database.
        """
        self.store.claim()
        self.timer.start()
        self._unfinished = self.store.count_unfinished()
        lease = self.store.lease
        if lease is None:
            self._go_on_with(self.store.going_on())
        else:  # later: what this replica keeps, others forward to it
            self.timer.after(0, lambda: self._take_over(lease))
        self.timer.after(HOUSEKEEPING_S, self._keep_house)
        self.timer.after(CLAIM_S, self._keep_claim)

    def stop(self) -> None:
        """Stop streams and searches. What is written stays written. A signal handler can call it."""
        self.stopping.set()

    def close(self) -> None:
        """Stop, and wait for what is under way."""
        self.stop()
        self.searches.close()
        for match in list(self._live.values()):
            with match.lock:
                match.thinking.end(hints=True)
                match.changed.notify_all()
        self.webhooks.close()
        self.timer.close()

    def _take_over(self, lease: Lease) -> None:
        """Go on with matches that no replica keeps any more, again and again."""
        try:
            self._drop_lost(lease)
            while not self.stopping.is_set() and (taken := lease.take_due()):
                self._go_on_with(taken)
        except KeptElsewhere:
            log.warning("no lease")
        finally:
            self.timer.after(LOOK_S, lambda: self._take_over(lease))

    def _drop_lost(self, lease: Lease) -> None:
        """Drop the matches that were kept under an earlier lease."""
        own = lease.id
        for match in list(self._live.values()):
            if match.keeper != own:
                with match.lock:
                    self._forget(match)

    def _go_on_with(self, match_ids: Collection[str]) -> None:
        for match_id in match_ids:
            self._find_again(match_id)

    def _keep_claim(self) -> None:
        if self.stopping.is_set():
            return
        try:
            self.store.keep_claim()
        except LeaseLost:
            log.warning("no lease")
        except StoreError:
            log.error("another service is using the database")
            self.stop()
        finally:
            self.timer.after(CLAIM_S, self._keep_claim)

    def _keep_house(self) -> None:
        if self.stopping.is_set():
            return
        before = self.now() - self._settings.idle_hours * 3_600_000
        kept = 0
        try:
            self._unfinished = self.store.count_unfinished()  # failed writes can make the count wrong
            while idle := self.store.idle(before, skip=kept):
                kept += sum(not self._expired(match_id, before) for match_id in idle)
            if self.store.lease is not None:
                self.store.lease.forget()
        finally:
            self.timer.after(HOUSEKEEPING_S, self._keep_house)

    def _expired(self, match_id: str, before: int) -> bool:
        """End a match without events since a time; False if that failed."""
        try:
            match = self.match(match_id)
            with match.lock:
                if match.status != OVER and match.log[-1].at < before:
                    self._commit(match, [match.ending(self.now(), fair.EXPIRED, None)])
                    return True
        except Gone:
            return self._expired_unread(match_id)
        except (KeptElsewhere, Clash):  # its keeper sees to it
            return False
        except Exception as error:
            log.error("match cannot expire", match=match_id, error=type(error).__name__, exc_info=True)
        return False

    def _expired_unread(self, match_id: str) -> bool:
        """End a match whose rules are gone. Its log can still be answered."""
        found = self.store.match(match_id)
        assert found is not None
        end = Entry(len(found[2]) + 1, self.now(), "end", None, {"reason": fair.EXPIRED, "returns": None})
        changes = {"status": OVER, "due": False, "updated": end.at}
        self.store.append(match_id, [end], changes, {}, found[0]["keeper"])
        return True

    # -- matches

    def match(self, match_id: str) -> Match:
        """A match, read from the store if it is not in memory.

        :raises Gone: if there is none.
        :raises KeptElsewhere: if another replica keeps it.
        """
        if not ID.fullmatch(match_id):
            raise Gone("there is no such match")
        match = self._remembered(match_id)
        if match is not None:
            return match
        with self._reader(match_id):
            match = self._remembered(match_id)
            if match is None:
                match = self._read(match_id)
                with match.lock:
                    self._remember(match)
                    self._wake(match)
            return match

    def _reader(self, match_id: str) -> Lock:
        """The lock under which a match is read: it is read once, and no other match waits for it."""
        with self._lock:
            return self._reading.setdefault(match_id, Lock())

    def _remembered(self, match_id: str) -> Match | None:
        keeper = self.store.keeper
        with self._lock:
            match = self._live.get(match_id)
            if match is None or match.keeper != keeper:  # kept under a lease that was lost
                return None
            self._remember(match)
            return match

    def _remember(self, match: Match) -> None:
        with self._lock:
            self._live[match.id] = self._recent[match.id] = match
            self._recent.move_to_end(match.id)
            if len(self._recent) > KEPT_IN_MEMORY:
                self._recent.popitem(last=False)

    def _read(self, match_id: str) -> Match:
        if self.store.lease is not None:
            self.store.lease.take(matches, match_id)
        found = self.store.match(match_id)
        if found is None:
            raise Gone("there is no such match")
        row, chairs, entries = found
        try:
            rules = rules_for(row["game"], row["options"])
            if rules.version != row["version"]:
                raise Gone("the match needs another version of the rules than this service has")
            match = Match(rules, row, chairs, entries)
        except (BattlewiseError, ProblemError):
            raise Gone("the match needs other rules than this service has") from None
        if match.status == RUNNING:
            match.since = self.now()  # the time while the service was down does not count
        return match

    def old_record(self, match_id: str, token: str | None) -> dict[str, Any]:
        """The record of a match that is over and whose rules are gone, for a holder of one of its tokens.

        :raises Gone: if the token is not one of the match, or the match is not over.
        """
        found = self.store.match(match_id) if ID.fullmatch(match_id) else None
        if found is not None and found[0]["status"] == OVER and token is not None:
            row, chairs, entries = found
            hashes = [row["host_hash"], *(one.token_hash for one in seats_of(row["settings"], chairs))]
            if digest(token) in hashes:
                return old_record(row, chairs, entries)
        raise Gone("the match needs another version of the rules than this service has")

    def create(
        self,
        rules: Game,
        settings: Terms,
        chairs: Sequence[Chair],
        key: Key | None = None,
        owner: str | None = None,
        old: Match | None = None,
    ) -> tuple[Match, str, list[str | None]]:
        """Create a match.

        :param chairs: for each seat kind, name and bot.
        :param key: the idempotency key, with which the answer is the same.
        :param owner: the hash of the caller's address.
        :param old: the match of which it is the rematch; its tokens are valid for this one too.
        :returns: the match, the host's token, and each seat's.
        :raises KeyReused: if the key was used with another request.
        :raises QueueFull: if a limit is reached.
        :raises KeptElsewhere: if another replica keeps the match of the key.
        """
        made = self._made_before(key)
        if made is not None:
            return made
        self._check_room(chairs, owner)
        nonce = self.secret(24)
        host, own = _tokens(key, nonce, [chair["kind"] for chair in chairs], self.secret)
        row = new_row(rules, {**settings, "nonce": nonce}, self.secret(12), self.now())
        row |= {"host_hash": old.host_hash if old else digest(host), "owner": owner}
        row["keeper"] = self.store.keeper
        if key is not None:
            row |= key.columns
        if old is not None:
            row["next_host_hash"] = old.next_host_hash
        hashes = [None if token is None else digest(token) for token in own]
        seated: list[Chair] = [
            {"seat": seat, "token_hash": hashes[seat], "next_hash": None, "rematch": False, **chair}
            for seat, chair in enumerate(chairs)
        ]
        try:
            return self._begin(rules, row, seated, None if old is None else old.id), host, own
        except Taken:
            made = self._made_before(key)  # the same request at the same time
            if made is None:
                raise
            return made

    def _check_room(self, chairs: Sequence[Chair], owner: str | None) -> None:
        if self._unfinished >= self._settings.max_matches:
            raise QueueFull("the service has reached its limit of matches; retry later", 60)
        if owner is not None and self.store.count_unfinished(owner) >= self._settings.matches_an_address:
            raise QuotaReached("this address has reached its limit of matches; end one of them first", 60)
        self._check_backlog([chair["kind"] for chair in chairs])

    def _check_backlog(self, kinds: Collection[str]) -> None:
        """Check that the queue has room for the bots of a match.

        :raises QueueFull: if it has not.
        """
        if BOT in kinds and self.searches.waiting(_priority(kinds)) >= self._settings.bot_backlog:
            raise QueueFull("the queue of bots' decisions is full; retry later")

    def _begin(self, rules: Game, row: dict[str, Any], seated: Sequence[Chair], follows: str | None) -> Match:
        """Write a new match, and its start if no player has to join first."""
        match = Match(rules, row, seated, [Entry(1, row["created"], "create", None, {})])
        log, state = match.starting(self.now()) if _is_ready(match) else ([], None)
        if log:
            over = log[-1].kind == "end"
            row |= {"status": OVER if over else RUNNING, "due": _is_due(match, log, state)}
        with match.lock:
            self._remember(match)  # before it is written: readers must find this object
            try:
                self.store.create(row, seated, [*match.log, *log], follows)
            except Exception:
                self._forget(match)
                raise
            self._count(1)
            if log:
                match.take(log, state)
                self._wake(match)
                self._count(-(match.status == OVER))
        return match

    def _count(self, change: int) -> None:
        with self._lock:
            self._unfinished += change

    def _forget(self, match: Match) -> None:
        """Drop the object of a match: the store can have more than the object knows."""
        match.stale = True
        match.thinking.end(hints=True)
        with self._lock:
            if self._live.get(match.id) is match:
                del self._live[match.id]
                self._recent.pop(match.id, None)
        match.changed.notify_all()

    def _find_again(self, match_id: str) -> None:
        """Read a match again after the database failed, so that bots and clocks go on."""
        if self.stopping.is_set():
            return
        try:
            self.match(match_id)
        except (Gone, KeptElsewhere):
            log.warning("match cannot go on", match=match_id)
        except (DBAPIError, StoreError):
            self.timer.after(AGAIN_S, lambda: self._find_again(match_id))
        except Exception as error:  # in one match: it must not affect others
            log.error("match cannot go on", match=match_id, error=type(error).__name__, exc_info=True)

    def _made_before(self, key: Key | None) -> tuple[Match, str, list[str | None]] | None:
        made = self.store.made_with(matches, key)
        if made is None:
            return None
        match = self.match(made)
        kinds: list[Kind] = [PERSON if seat.token_hash else BOT for seat in match.seats]
        host, own = _tokens(key, match.settings["nonce"], kinds, self.secret)
        return match, host, own

    # -- what seats do. The caller holds the match's lock.

    def join(self, match: Match, seat: int, name: str | None, seed: str | None) -> None:
        """A player takes a seat. The last one starts the match."""
        if match.seats[seat].joined:
            raise Refused(problems.Kind.SEAT_REFUSED, "this seat has been taken")
        if match.status != WAITING:
            raise Refused(problems.Kind.WRONG_STATUS, "the match is no longer waiting for players")
        self._check_backlog([one.kind for one in match.seats])
        data = {"name": name or match.seats[seat].name, "seed": seed}
        self._commit(match, *match.seating(match.plain("join", seat, self.now(), **data), seat))

    def play(self, match: Match, seat: int, move: Move) -> None:
        """Play a move.

        :raises QueueFull: if the queue of bots' decisions is full.
        """
        self._check_backlog([one.kind for one in match.seats])
        self._commit(match, *match.decision(seat, move, self.now()))

    def undo(self, match: Match, seat: int) -> None:
        """Undo the seat's last decision."""
        entry, state = match.undoing(seat, self.now())
        self._commit(match, [entry], state)

    def flag_if_late(self, match: Match) -> None:
        """Handle a clock that has run out, without waiting for the timer."""
        deadline = match.deadline()
        if deadline is not None and deadline <= self.now() and match.to_move is not None:
            self.leave(match, match.to_move, "flag")

    def leave(self, match: Match, seat: int, kind: str) -> None:
        """Resign, or run out of time."""
        entries = match.leaving(seat, kind, self.now())
        self._commit(match, entries)

    def replace(self, match: Match, actor: int | None, seat: int, spec: str) -> None:
        """A bot takes a seat."""
        self._check_backlog([BOT, *(one.kind for one in match.seats if one is not match.seats[seat])])
        entry = match.plain("replace", actor, self.now(), seat=seat, bot=spec)
        self._commit(match, *match.seating(entry, seat))

    def wish(self, match: Match, seat: int | None, kind: str) -> None:
        """Request a pause or its end. It comes when the host or all people have requested it."""
        if kind == "resume":
            self._check_backlog([one.kind for one in match.seats])
        self._commit(match, [match.wish(kind, seat, self.now())])

    def abort(self, match: Match) -> None:
        """End the match without a result."""
        self._commit(match, [match.ending(self.now(), fair.ABORTED, None)])

    def rotate(self, match: Match, seat: int | None, at_once: bool = False) -> str:
        """A new token for a seat, or the host.

        :param at_once: whether the old one is invalid at once, not only when the new one is used.
        """
        token = self.secret(24)
        new = digest(token)
        if seat is None:
            self._write(match, {"next_host_hash": new})
            match.next_host_hash = new
        else:
            self._write(match, {}, {seat: {"next_hash": new}})
            match.seats[seat].next_hash = new
            if at_once:
                self.use_new_token(match, seat)
        return token

    def use_new_token(self, match: Match, seat: int | None) -> None:
        """The new token of a seat, or of the host, was used: make the old one invalid."""
        if seat is None:
            new = match.next_host_hash
            assert new is not None
            self._write(match, {"host_hash": new, "next_host_hash": None})
            match.host_hash, match.next_host_hash = new, None
        else:
            one = match.seats[seat]
            self._write(match, {}, {seat: {"token_hash": one.next_hash, "next_hash": None}})
            one.token_hash, one.next_hash = one.next_hash, None
        match.changed.notify_all()

    def ask_for_rematch(self, match: Match, seat: int) -> None:
        """Request a rematch. When all people have, it is made: every player moves on by one seat."""
        if match.rematch is not None:
            return
        if not match.seats[seat].rematch:
            self._write(match, {}, {seat: {"rematch": True}})
            match.seats[seat].rematch = True
            match.changed.notify_all()
        if not match.people <= set(match.wishes):
            return
        old = [match.seats[(new + 1) % match.rules.seats] for new in range(match.rules.seats)]
        chairs: list[Chair] = [
            {
                "kind": one.kind,
                "name": one.name,
                "bot": one.bot,
                "token_hash": one.token_hash,
                "next_hash": one.next_hash,
            }
            for one in old
        ]
        try:
            settings = match.settings.copy()
            settings.pop("moves", None)
            made, _, _ = self.create(match.rules, settings, chairs, owner=match.owner, old=match)
        except Taken:
            self._forget(match)
            raise Clash from None
        match.rematch = made.id
        match.changed.notify_all()

    def _write(
        self, match: Match, changes: dict[str, Any], seat_changes: dict[int, dict[str, Any]] | None = None
    ) -> None:
        """Write changes that are no events.

        :raises Clash: if another process has changed the match.
        """
        try:
            self.store.append(match.id, [], changes, seat_changes, match.keeper)
        except Taken:
            self._forget(match)
            raise Clash from None

    def _commit(self, match: Match, entries: Sequence[Entry], state: State | None = None) -> None:
        """Write entries, then show them.

        If writing fails, the match is read again, because it is not known what was written.

        :raises Clash: if another process has changed the match.
        """
        ends = any(entry.kind == "end" for entry in entries)
        due = _is_due(match, entries, state)
        status = OVER if ends else _status_after(match, entries)
        changes = {"status": status, "due": due, "updated": entries[-1].at}
        none = {"token_hash": None, "next_hash": None}
        revoked = {e.data["seat"]: none for e in entries if e.kind == "replace"}
        try:
            self.store.append(match.id, entries, changes, revoked, match.keeper)
        except Exception as error:
            self._forget(match)
            self.timer.after(AGAIN_S, lambda: self._find_again(match.id))
            if isinstance(error, Taken):
                raise Clash from None
            raise
        match.take(entries, state)
        self._wake(match)
        if ends:
            self._count(-1)

    # -- bots and clocks

    def _wake(self, match: Match) -> None:
        """Start what happens without a request: a bot's decision, a clock, a call of the webhook."""
        version = match.version
        if match.status == RUNNING and match.bot_next:
            match.thinking.stop = stop = StopFlag()
            priority = _priority([one.kind for one in match.seats])
            try:
                player = player_of(match.bot, match.rules)
                budget = self._players.budget(player)
            except (BotError, ProblemError) as error:  # of a service with other limits or bots
                log.error("bot failed", match=match.id, error=type(error).__name__)
                think = Job(lambda _: self._give_up(match, version))
            else:
                kind, cost = kind_of(player, match.rules), cost_ms(player, match.rules, budget) / 1000
                think = Job(
                    lambda stop: self._think(match, version, player, budget, stop), kind, cost, stop=stop
                )
            self.searches.submit(priority, think)
        self._arm(match)
        self._call(match)

    def _call(self, match: Match) -> None:
        """Call the match's webhook, if it was not called for this yet."""
        event, hook = event_of(match), match.settings.get("webhook")
        if hook is None or event is None or match.called == event:
            return
        match.called = event

        def is_wanted() -> bool:
            with match.lock:
                return not match.stale and event_of(match) == event

        self.webhooks.send(hook, match.id, *event, is_wanted, lambda: self._has_called(match, event))

    def _has_called(self, match: Match, event: tuple[str, dict[str, Any]]) -> None:
        """Note that a webhook need not be called again after a restart."""
        with match.lock:
            if not (self.stopping.is_set() or match.stale or event_of(match) != event):
                with suppress(Clash):
                    self._write(match, {"due": match.status == RUNNING and bool(match.left)})

    def _arm(self, match: Match) -> None:
        """Check a match when its clock runs out, if no earlier check is planned."""
        deadline = match.deadline()
        if deadline is not None and (match.armed is None or deadline < match.armed):
            match.armed = deadline
            self.timer.after((deadline - self.now()) / 1000, lambda: self._flag(match))

    def _flag(self, match: Match) -> None:
        with match.lock:
            match.armed = None
            if self.stopping.is_set() or match.stale:
                return
            with suppress(Clash):
                self.flag_if_late(match)
                self._arm(match)

    def _think(self, match: Match, version: int, player: Bot, budget: Budget | None, stop: StopFlag) -> None:
        """Make a bot's decision, in a worker. It is dropped if the match changes in the meantime."""
        with match.lock:
            mover = match.to_move
            gone_on = match.stale or match.version != version
            if self.stopping.is_set() or gone_on or mover is None or match.state is None:
                return
            state = match.state.copy()
        begun = perf_counter()
        try:
            legal = state.legal()
            if len(legal) == 1:
                move = legal[0]
            else:
                move = self._searcher.choose(player, state, match.bot_seed + version, budget, stop).move
        except Exception as error:
            log.error("bot failed", match=match.id, error=type(error).__name__, exc_info=True)
            self._give_up(match, version)
            return
        if stop.is_set():
            return
        took = perf_counter() - begun
        left = self._pace(match, budget, took) - took
        if left > 0:
            self.timer.after(left, lambda: self._answer(match, version, mover, move))
        else:
            self._answer(match, version, mover, move)

    def _pace(self, match: Match, budget: Budget | None, took: float) -> float:
        """How many seconds a decision seems to take. In a game with hidden parts it is a multiple of the tick
        that depends on the bot's budget, so that time does not reveal a forced move."""
        tick = self._settings.bot_tick_ms / 1000
        if not match.rules.hidden or not tick:
            return 0.0
        return tick * (int(max(took, pace_ms(budget) / 1000) / tick) + 1)

    def _answer(self, match: Match, version: int, seat: int, move: Move) -> None:
        with match.lock:
            gone_on = match.stale or match.version != version or match.status != RUNNING
            if self.stopping.is_set() or gone_on:
                return
            try:
                self._commit(match, *match.decision(seat, move, self.now()))
            except Clash:
                return
            self.decided += 1

    def _give_up(self, match: Match, version: int) -> None:
        with match.lock:
            if match.version == version and match.status == RUNNING and not match.stale:
                with suppress(Clash):
                    self.abort(match)


def _priority(kinds: Collection[str]) -> Priority:
    """The priority of a bot's decision: low if only bots play."""
    return Priority.SHOW if set(kinds) == {BOT} else Priority.PLAY


def _tokens(
    key: Key | None, nonce: str, kinds: Sequence[Kind], secret: Callable[[int], str]
) -> tuple[str, list[str | None]]:
    """The host's token and each seat's. With an idempotency key they are functions of the key."""

    def one(name: str) -> str:
        return secret(24) if key is None else key.token(f"{nonce}/{name}")

    return one("host"), [None if kind == BOT else one(str(seat)) for seat, kind in enumerate(kinds)]


def _status_after(match: Match, entries: Sequence[Entry]) -> str:
    for entry in reversed(entries):
        if entry.kind == "start" or (entry.kind == "resume" and entry.data["agreed"]):
            return RUNNING
        if entry.kind == "pause" and entry.data["agreed"]:
            return PAUSED
    return match.status


def _is_ready(match: Match) -> bool:
    """Whether the match can start."""
    return match.settings["start"] == "now" or all(seat.joined for seat in match.seats)


def _is_due(match: Match, entries: Sequence[Entry], state: State | None) -> bool:
    """Whether the service has to act without a request: a clock runs, a bot is to move, or a webhook is to be
    called."""
    has_hook = match.settings.get("webhook") is not None
    if any(entry.kind == "end" for entry in entries):
        return has_hook
    if match.left:
        return True
    after = state or match.state
    if after is None or after.to_move < 0:
        return False
    replaced = {entry.data["seat"] for entry in entries if entry.kind == "replace"}
    return has_hook or match.seats[after.to_move].kind == BOT or after.to_move in replaced
