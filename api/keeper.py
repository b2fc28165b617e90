"""Keeps matches going: finds them, writes what happens before anybody hears of it, lets bots move."""

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Event, RLock
from time import perf_counter
from typing import Any
from weakref import WeakValueDictionary

import structlog

from battlewise.api import fair
from battlewise.api.match import ABORTED, BOT, EXPIRED, OVER, PAUSED, PERSON, RUNNING, WAITING, Match, Refused
from battlewise.api.rules import rules_for
from battlewise.api.searches import Priority, QueueFull, SearchQueue
from battlewise.api.store import Entry, Store, Taken
from battlewise.api.timer import Timer
from battlewise.bots import Bot, Choice
from battlewise.core import BattlewiseError, Game, Move, State
from battlewise.search import StopFlag

log = structlog.get_logger("battlewise")
KEPT_IN_MEMORY = 1000
HOUSEKEEPING_S = 60.0
SEED_BITS = 53


class Gone(Exception):
    """There is no such match, or its rules are no longer those of this version."""


class Clash(Exception):
    """A match was changed by another process; it was read again."""


def digest(secret: str) -> str:
    """What is kept of a token or a key."""
    return hashlib.sha256(secret.encode()).hexdigest()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Keeper:
    """All matches of a service.

    :param player: makes a bot that keeps to the service's limits, of a specification, for a game.
    :param search: asks a bot for its choice within those limits.
    :param settings: MAX_MATCHES, BOT_BACKLOG, BOT_TICK_MS, IDLE_HOURS.
    """

    def __init__(
        self,
        store: Store,
        searches: SearchQueue,
        player: Callable[[str, Game], Bot],
        search: Callable[[Bot, State, int, StopFlag], Choice],
        settings: Mapping[str, Any],
    ) -> None:
        self.store = store
        self.searches = searches
        self.now = now_ms
        self.secret = secrets.token_urlsafe
        self.stopping = Event()
        self.decided = 0
        self._player = player
        self._search = search
        self._settings = settings
        self._timer: Timer | None = None
        self._lock = RLock()
        self._live: WeakValueDictionary[str, Match] = WeakValueDictionary()
        self._recent: OrderedDict[str, Match] = OrderedDict()

    # -- its own life

    @property
    def timer(self) -> Timer:
        """The timer, the service at work: matches that were going on go on."""
        with self._lock:
            if self._timer is None:
                self.store.claim()
                self._timer = Timer()
                self._recover()
                self._timer.after(HOUSEKEEPING_S, self._keep_house)
            return self._timer

    @property
    def is_open(self) -> bool:
        """Whether it is at work."""
        return self._timer is not None and not self.stopping.is_set()

    def stop(self) -> None:
        """End streams and searches; what is written stays written. May be called from a signal handler."""
        self.stopping.set()

    def close(self) -> None:
        """Stop and let go of the database."""
        self.stop()
        self.searches.close()
        for match in list(self._live.values()):
            with match.lock:
                if match.thinking.stop is not None:
                    match.thinking.stop.set()
                match.changed.notify_all()
        if self._timer is not None:
            self._timer.close()
        self.store.close()

    def _recover(self) -> None:
        for match_id in self.store.going_on():
            try:
                self.match(match_id)
            except Gone:
                log.warning("match cannot go on", match=match_id)

    def _keep_house(self) -> None:
        if self.stopping.is_set():
            return
        before = self.now() - int(self._settings["IDLE_HOURS"]) * 3_600_000
        for match_id in self.store.idle(before):
            try:
                match = self.match(match_id)
                with match.lock:
                    if match.status != OVER and match.log[-1].at < before:
                        self._commit(match, [match.ending(self.now(), EXPIRED, None)])
            except (Gone, Clash):
                log.warning("match cannot expire", match=match_id)
        self.timer.after(HOUSEKEEPING_S, self._keep_house)

    # -- matches

    def match(self, match_id: str) -> Match:
        """A match, read from the store if it is not in memory.

        :raises Gone: if there is none.
        """
        assert self.timer is not None
        with self._lock:
            match = self._live.get(match_id)
            if match is None:
                match = self._read(match_id)
                self._live[match_id] = match
                with match.lock:
                    self._wake(match)
            self._recent[match_id] = match
            self._recent.move_to_end(match_id)
            if len(self._recent) > KEPT_IN_MEMORY:
                self._recent.popitem(last=False)
            return match

    def _read(self, match_id: str) -> Match:
        found = self.store.match(match_id)
        if found is None:
            raise Gone("there is no such match")
        row, chairs, entries = found
        try:
            rules = rules_for(row["game"], row["options"])
            if rules.version != row["version"]:
                raise Gone("the match was begun under rules of another version")
            match = Match(rules, row, chairs, entries)
        except BattlewiseError:
            raise Gone("the match was begun under other rules") from None
        if match.status == RUNNING:
            match.since = self.now()  # nobody loses time by the service's absence
        return match

    def create(
        self,
        rules: Game,
        settings: Mapping[str, Any],
        chairs: Sequence[Mapping[str, Any]],
        key: str | None = None,
        body: bytes = b"",
        tokens: Sequence[str | None] | None = None,
        host_hash: str | None = None,
    ) -> tuple[Match, str, list[str | None]]:
        """Make a match.

        :param chairs: for each seat kind, name and bot.
        :param key: with the same idempotency key and body the answer is the same as before.
        :param tokens: hashes in place of new tokens, for a rematch.
        :return: the match, the host's token, and each seat's.
        :raises Taken: the key was used with another body.
        :raises QueueFull: there are as many matches as may be.
        """
        made = self._made_before(key, body)
        if made is not None:
            return made
        if self.store.count_unfinished() >= self._settings["MAX_MATCHES"]:
            raise QueueFull
        assert self.timer is not None
        nonce = self.secret(24)
        host, own = _tokens(key, nonce, chairs, self.secret)
        row = self._row(rules, {**settings, "nonce": nonce}, host_hash or digest(host))
        if key is not None:
            row |= {"key_hash": digest(key), "body_hash": hashlib.sha256(body).hexdigest()}
        hashes = tokens or [None if token is None else digest(token) for token in own]
        seated = [{"seat": seat, **chair, "token_hash": hashes[seat]} for seat, chair in enumerate(chairs)]
        try:
            return self._begin(rules, row, seated), host, own
        except Taken:
            made = self._made_before(key, body)  # the same request, at the same time
            if made is None:
                raise
            return made

    def _row(self, rules: Game, settings: Mapping[str, Any], host_hash: str) -> dict[str, Any]:
        """A new match as the store keeps it, with an id and the secrets of its luck."""
        match_id, now = self.secret(12), self.now()
        server_seed = secrets.token_hex(fair.SEED_BYTES)
        return {
            "id": match_id,
            "game": rules.id,
            "version": rules.version,
            "options": dict(rules.options),
            "settings": dict(settings),
            "commitment": fair.commitment(match_id, rules, server_seed),
            "server_seed": server_seed,
            "bot_seed": secrets.randbits(SEED_BITS),
            "host_hash": host_hash,
            "status": WAITING,
            "due": False,
            "created": now,
            "updated": now,
            "key_hash": None,
            "body_hash": None,
            "rematch": None,
        }

    def _begin(self, rules: Game, row: dict[str, Any], seated: Sequence[Mapping[str, Any]]) -> Match:
        """Write a new match, and its start if nobody need be waited for."""
        match = Match(rules, row, seated, [Entry(1, row["created"], "create", None, {})])
        log, state = match.starting(self.now()) if _is_ready(match) else ([], None)
        if log:
            over = log[-1].kind == "end"
            row |= {"status": OVER if over else RUNNING, "due": not over and _is_due(match, log, state)}
        with match.lock:
            with self._lock:  # before it is written: who reads of it must find this one
                self._live[match.id] = self._recent[match.id] = match
            try:
                self.store.create(row, seated, [*match.log, *log])
            except Exception:
                self._forget(match)
                raise
            if log:
                match.take(log, state)
                self._wake(match)
        return match

    def _forget(self, match: Match) -> None:
        with self._lock:
            self._live.pop(match.id, None)
            self._recent.pop(match.id, None)

    def _made_before(self, key: str | None, body: bytes) -> tuple[Match, str, list[str | None]] | None:
        made = None if key is None else self.store.match_of_key(digest(key))
        if made is None:
            return None
        if not hmac.compare_digest(made[1], hashlib.sha256(body).hexdigest()):
            raise Taken
        match = self.match(made[0])
        chairs = [{"kind": PERSON if seat.token_hash else BOT} for seat in match.seats]
        host, own = _tokens(key, match.settings["nonce"], chairs, self.secret)
        return match, host, own

    def _start_if_ready(self, match: Match) -> None:
        if match.status == WAITING and _is_ready(match):
            self._commit(match, *match.starting(self.now()))

    # -- what seats do; the caller holds the match's lock

    def join(self, match: Match, seat: int, name: str | None, seed: str | None) -> None:
        """A person takes his seat; the last one to do so starts the match."""
        if match.seats[seat].joined:
            raise Refused("this seat has been taken")
        if match.status != WAITING:
            raise Refused("the match is no longer waiting for players")
        data = {"name": name or match.seats[seat].name, "seed": seed}
        self._commit(match, [match.plain("join", seat, self.now(), **data)])
        self._start_if_ready(match)

    def play(self, match: Match, seat: int, move: Move) -> None:
        """A decision.

        :raises QueueFull: the service has too much to do to answer it.
        """
        if self.searches.waiting >= self._settings["BOT_BACKLOG"]:
            raise QueueFull
        self._commit(match, *match.decision(seat, move, self.now()))

    def undo(self, match: Match, seat: int) -> None:
        """Take back the seat's last decision."""
        state = match.undone(seat)
        self._commit(match, [match.plain("undo", seat, self.now())], state)

    def leave(self, match: Match, seat: int, kind: str) -> None:
        """Resign, or run out of time."""
        entries = match.leaving(seat, kind, self.now())
        self._commit(match, entries)

    def replace(self, match: Match, actor: int | None, seat: int, spec: str) -> None:
        """A bot takes a seat."""
        self._commit(match, [match.plain("replace", actor, self.now(), seat=seat, bot=spec)])
        self._start_if_ready(match)

    def pause(self, match: Match, seat: int | None) -> None:
        """Ask for a pause: it begins when everybody asked for it, or the host did."""
        if match.status != RUNNING:
            raise Refused("the match is not going on")
        if seat in match.asked_to_pause:
            raise Refused("this seat has asked for a pause already")
        agreed = seat is None or match.asked_to_pause | {seat} >= match.people
        data: dict[str, Any] = {"agreed": agreed}
        if agreed and match.left and match.to_move is not None:
            data["left"] = match.left_now(self.now())
        self._commit(match, [match.plain("pause", seat, self.now(), **data)])

    def resume(self, match: Match, seat: int | None) -> None:
        """Go on after a pause."""
        if match.status != PAUSED:
            raise Refused("the match is not paused")
        self._commit(match, [match.plain("resume", seat, self.now())])

    def abort(self, match: Match) -> None:
        """End the match without a result."""
        self._commit(match, [match.ending(self.now(), ABORTED, None)])

    def rotate(self, match: Match, seat: int) -> str:
        """A new token for a seat; the old one is good for nothing from now on."""
        token = self.secret(24)
        self.store.append(match.id, [], {}, {seat: {"token_hash": digest(token)}})
        match.seats[seat].token_hash = digest(token)
        match.changed.notify_all()
        return token

    def ask_for_rematch(self, match: Match, seat: int) -> None:
        """When all people have asked there is a new match, the seats one further, the tokens as they were."""
        if match.rematch is not None:
            return
        match.rematch_asked.add(seat)
        if not match.rematch_asked >= match.people:
            return
        order = [(new + 1) % match.rules.seats for new in range(match.rules.seats)]
        old = [match.seats[index] for index in order]
        chairs = [{"kind": one.kind, "name": one.name, "bot": one.bot} for one in old]
        settings = {name: value for name, value in match.settings.items() if name != "nonce"}
        hashes = [one.token_hash for one in old]
        made, _, _ = self.create(match.rules, settings, chairs, tokens=hashes, host_hash=match.host_hash)
        self.store.append(match.id, [], {"rematch": made.id})
        match.rematch = made.id

    def _commit(
        self,
        match: Match,
        entries: Sequence[Entry],
        state: State | None = None,
    ) -> None:
        """Write entries, then let everybody know.

        :raises Clash: another process was faster.
        """
        ends = any(entry.kind == "end" for entry in entries)
        due = not ends and _is_due(match, entries, state)
        status = OVER if ends else _status_after(match, entries)
        changes = {"status": status, "due": due, "updated": entries[-1].at}
        revoked = {e.data["seat"]: {"token_hash": None} for e in entries if e.kind == "replace"}
        try:
            self.store.append(match.id, entries, changes, revoked)
        except Taken:
            self._forget(match)
            raise Clash from None
        match.take(entries, state)
        self._wake(match)

    # -- bots and clocks

    def _wake(self, match: Match) -> None:
        """See to what is to happen by itself: a bot's decision, a clock that runs out."""
        if match.thinking.stop is not None:
            match.thinking.stop.set()
            match.thinking.stop = None
        version = match.version
        if match.status == RUNNING and match.bot_next:
            match.thinking.stop = stop = StopFlag()
            self.searches.submit(Priority.PLAY, lambda: self._think(match, version, stop))
        self._arm(match)

    def _arm(self, match: Match) -> None:
        """Look at a match when its clock runs out, unless it is looked at by then anyhow."""
        deadline = match.deadline()
        if deadline is not None and (match.armed is None or deadline < match.armed):
            match.armed = deadline
            self.timer.after((deadline - self.now()) / 1000, lambda: self._flag(match))

    def _flag(self, match: Match) -> None:
        with match.lock:
            match.armed = None
            deadline = match.deadline()
            if self.stopping.is_set() or deadline is None or match.to_move is None:
                return
            if deadline > self.now():
                self._arm(match)
            else:
                self.leave(match, match.to_move, "flag")

    def _think(self, match: Match, version: int, stop: StopFlag) -> None:
        """In a worker: a bot's decision. It comes to nothing if anything happens in the match meanwhile."""
        with match.lock:
            mover = match.to_move
            if self.stopping.is_set() or match.version != version or mover is None or match.state is None:
                return
            state = match.state.copy()
            spec = match.seats[mover].bot or "medium"
            longest = match.thinking.longest.get(mover, 0.0)
        begun = perf_counter()
        try:
            legal = state.legal()
            if len(legal) == 1:
                move, took = legal[0], longest
            else:
                seed = match.bot_seed + len(match.log)
                move = self._search(self._player(spec, match.rules), state, seed, stop).move
                took = perf_counter() - begun
                match.thinking.longest[mover] = took
        except Exception as error:
            log.error("bot failed", match=match.id, error=type(error).__name__, exc_info=True)
            self._give_up(match, version)
            return
        if stop.is_set():
            return
        left = self._pace(match, took) - (perf_counter() - begun)
        if left > 0:
            self.timer.after(left, lambda: self._answer(match, version, mover, move))
        else:
            self._answer(match, version, mover, move)

    def _pace(self, match: Match, took: float) -> float:
        """How long a decision takes to the eye: where something is hidden, whole ticks, so that a forced one
        is not known by its haste."""
        tick = int(self._settings["BOT_TICK_MS"]) / 1000
        if not match.rules.hidden or not tick:
            return 0.0
        return tick * (int(took / tick) + 1)

    def _answer(self, match: Match, version: int, seat: int, move: Move) -> None:
        with match.lock:
            if self.stopping.is_set() or match.version != version or match.status != RUNNING:
                return
            try:
                self._commit(match, *match.decision(seat, move, self.now()))
            except Clash:
                return
            self.decided += 1

    def _give_up(self, match: Match, version: int) -> None:
        with match.lock:
            if match.version == version and match.status == RUNNING:
                self.abort(match)


def _tokens(
    key: str | None, nonce: str, chairs: Sequence[Mapping[str, Any]], secret: Callable[[int], str]
) -> tuple[str, list[str | None]]:
    """The host's token and each seat's; functions of the idempotency key, so that it can be told again."""

    def one(name: str) -> str:
        if key is None:
            return secret(24)
        return urlsafe_b64encode(hmac.digest(key.encode(), f"{nonce}/{name}".encode(), "sha256"))[
            :32
        ].decode()

    return one("host"), [None if c["kind"] == BOT else one(str(seat)) for seat, c in enumerate(chairs)]


def _status_after(match: Match, entries: Sequence[Entry]) -> str:
    for entry in reversed(entries):
        if entry.kind in ("start", "resume"):
            return RUNNING
        if entry.kind == "pause" and entry.data["agreed"]:
            return PAUSED
    return match.status


def _is_ready(match: Match) -> bool:
    """Whether nobody need be waited for."""
    return match.settings["start"] == "now" or all(seat.joined for seat in match.seats)


def _is_due(match: Match, entries: Sequence[Entry], state: State | None) -> bool:
    """Whether the service will have something to do by itself: a clock may run, or a bot is to move."""
    if match.left:
        return True
    after = state or match.state
    if after is None or after.to_move < 0:
        return False
    replaced = {entry.data["seat"] for entry in entries if entry.kind == "replace"}
    return match.seats[after.to_move].kind == BOT or after.to_move in replaced
