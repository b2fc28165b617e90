"""One match: its state, computed from its log. It knows neither HTTP nor the database."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Condition, RLock
from typing import Any, Final

from battlewise.api.matches import fair
from battlewise.api.operations import problems
from battlewise.api.schemas.matches import Kind
from battlewise.api.store.database import Entry
from battlewise.api.store.tables import Chair, Terms
from battlewise.bots.tournament.play import forfeit
from battlewise.core import Game, IllegalMove, Move, State
from battlewise.search import StopFlag

WAITING, RUNNING, PAUSED, OVER = "waiting", "running", "paused", "over"
PERSON: Final = "person"
BOT: Final = "bot"
REMOTE: Final = "remote"
REDEALS = 16  # deals tried to find whether a decision revealed something
LEFT_OUT = ("left", "spent")  # fields of an entry that its event does not have
MOST_DETOURS = 500  # limit of undos and pauses, which could go on for ever
LEAVERS_BOT = "medium"
SEED_BITS = 53  # of the bots' seed

Viewer = int | None
"""A seat, or None for a viewer who knows only what is public."""


class Refused(Exception):
    """A request that is not possible now; the message says why.

    :ivar kind: what kind of problem that is.
    """

    def __init__(self, kind: problems.Kind, problem: str) -> None:
        super().__init__(problem)
        self.kind = kind


@dataclass
class Seat:
    """A seat of a match.

    :ivar bot: the specification of a bot.
    :ivar seed: the player's seed.
    :ivar next_hash: of a new token, until it is used; until then the old one is valid too.
    :ivar rematch: whether the seat requested one.
    """

    kind: Kind
    name: str
    bot: str | None
    token_hash: str | None
    joined: bool = False
    seed: str | None = None
    next_hash: str | None = None
    rematch: bool = False

    def note(self, entry: Entry) -> None:
        """Note that a player or a bot takes the seat."""
        if entry.kind == "join":
            self.joined, self.seed, self.name = True, entry.data["seed"], entry.data["name"]
        else:
            self.kind, self.bot, self.joined = BOT, entry.data["bot"], True
            self.token_hash = self.next_hash = None


def seats_of(settings: Terms, chairs: Iterable[Chair]) -> list[Seat]:
    """The seats of a new match."""
    there = (BOT,) if settings["start"] == "all" else (BOT, REMOTE)
    return [
        Seat(
            c["kind"],
            c["name"],
            c["bot"],
            c.get("token_hash"),
            c["kind"] in there,
            next_hash=c.get("next_hash"),
            rematch=c.get("rematch", False),
        )
        for c in chairs
    ]


@dataclass
class Thinking:
    """Searches of the current position: a bot's and hints."""

    stop: StopFlag | None = None
    hints: list[StopFlag] = field(default_factory=list)

    def end(self, hints: bool) -> None:
        """Stop the bot's search.

        :param hints: whether to stop hints too.
        """
        if self.stop is not None:
            self.stop.set()
            self.stop = None
        if hints:
            for stop in self.hints:
                stop.set()
            self.hints.clear()


def new_row(rules: Game, settings: Terms, match_id: str, now: int) -> dict[str, Any]:
    """A new match as the store keeps it, with secret seeds, and without tokens, an owner and a keeper."""
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
        "host_hash": "",
        "next_host_hash": None,
        "owner": None,
        "status": WAITING,
        "due": False,
        "created": now,
        "updated": now,
        "key_hash": None,
        "body_hash": None,
        "rematch": None,
        "keeper": None,
    }


class Match:
    """A match in memory. Readers and writers hold `lock`. `changed` is notified of entries.

    :param row: the match as the store keeps it.
    :param chairs: its seats, in order.
    :param log: what happened so far.
    """

    def __init__(
        self, rules: Game, row: Mapping[str, Any], chairs: Sequence[Chair], log: Iterable[Entry]
    ) -> None:
        self.id: str = row["id"]
        self.rules = rules
        self.settings: Terms = row["settings"]
        self.commitment: str = row["commitment"]
        self.host_hash: str = row["host_hash"]
        self.next_host_hash: str | None = row.get("next_host_hash")
        self.owner: str | None = row.get("owner")
        self.keeper: str | None = row.get("keeper")
        self.bot_seed: int = row["bot_seed"]
        self.created: int = row["created"]
        self.rematch: str | None = row["rematch"]
        self.stale = False  # whether this object was dropped
        self.lock = RLock()
        self.changed = Condition(self.lock)
        self.thinking = Thinking()
        self.armed: int | None = None  # when its clock is checked next
        self.called: tuple[str, dict[str, Any]] | None = None  # what its webhook was called for last
        self.seats = seats_of(self.settings, chairs)
        self.log: list[Entry] = []
        self.status = WAITING
        self.state: State | None = None
        self.asked_to_pause: set[int] = set()
        self.asked_to_resume: set[int] = set()
        self.detours = 0
        self.since: int = self.created  # when the current decision began
        self.left: list[int] = (
            [self.settings["clock"]["initial_ms"]] * rules.seats if self.settings["clock"] else []
        )
        self.end: dict[str, Any] | None = None
        self.seen_at = dict.fromkeys(range(rules.seats), self.created)  # when a seat was last active
        self._server_seed: str = row["server_seed"]
        self._line: list[int] = []  # by ply, the index in the log
        self._seen: dict[int, tuple[Move, ...]] = {}  # by index, the move as spectators and each seat see it
        self._clocks: dict[int, tuple[list[int], int]] = {}  # by index, before it: `left`, and ms thought
        self._outcomes = 0
        self._past: Match | None = None
        self._before: State | None = None  # the position before the last decision, if known
        self._undoable = (0, 0, False)  # whether a seat can undo, at a version: many look at the same one
        self._row, self._chairs = row, chairs
        self._replay(list(log))
        self._look()

    # -- what it is

    @property
    def version(self) -> int:
        """How many entries the log has."""
        return len(self.log)

    @property
    def to_move(self) -> int | None:
        """The seat to move, while the match runs or is paused."""
        if self.state is None or self.status not in (RUNNING, PAUSED):
            return None
        return int(self.state.to_move)

    @property
    def bot_next(self) -> bool:
        """Whether the next decision is a bot's."""
        mover = self.to_move
        return mover is not None and self.seats[mover].kind == BOT

    @property
    def bot(self) -> str:
        """The specification of the bot to move, if it is a bot's turn."""
        mover = self.to_move
        return LEAVERS_BOT if mover is None else self.seats[mover].bot or LEAVERS_BOT

    @property
    def people(self) -> set[int]:
        """The seats that are not bots'."""
        return {seat for seat, one in enumerate(self.seats) if one.kind != BOT}

    @property
    def wishes(self) -> list[int]:
        """The seats that requested a rematch."""
        return [number for number, seat in enumerate(self.seats) if seat.rematch]

    def deadline(self) -> int | None:
        """When the clock of the seat to move runs out, if one runs (milliseconds since 1970)."""
        mover, clock = self.to_move, self.settings["clock"]
        if clock is None or self.status != RUNNING or mover is None or self.seats[mover].kind == BOT:
            return None
        turn = clock["turn_ms"]
        return self.since + (self.left[mover] if turn is None else min(turn, self.left[mover]))

    def shown_late(self, now: int) -> int:
        """How many entries spectators can see."""
        if self.settings["spectators"] != "delayed":
            return len(self.log)
        until = now - 1000 * self.settings["delay_s"]
        return next((i for i, entry in enumerate(self.log[1:], 1) if entry.at > until), len(self.log))

    def at(self, version: int) -> "Match":
        """The match after a number of entries. The object goes on when it is asked for at a later one."""
        if version == len(self.log):
            return self
        past = self._past
        more = self.log[past.version : version] if past is not None else []
        if past is None or past.version > version or any(entry.kind == "undo" for entry in more):
            self._past = past = Match(self.rules, self._row, self._chairs, self.log[:version])
        else:
            past._replay(more)
            past._look()
        return past

    def event(self, index: int, viewer: Viewer) -> dict[str, Any]:
        """An entry as a viewer sees it."""
        entry = self.log[index]
        event = {"number": entry.number, "at": entry.at, "type": entry.kind, "actor": entry.actor}
        if entry.kind in ("move", "outcome"):
            move = self._seen[index][0 if viewer is None else viewer + 1]
            return {**event, "move": {"text": move.text, "doc": move.doc, "touches": move.touches}}
        if entry.kind == "end":
            return event | self.proof()
        return event | {name: value for name, value in entry.data.items() if name not in LEFT_OUT}

    def line(self) -> list[Entry]:
        """The decisions and outcomes, without undone ones."""
        return [self.log[index] for index in self._line]

    def proof(self) -> dict[str, Any]:
        """How the match ended, with the seed and the seal to verify its record."""
        record = self.record()
        return {name: record[name] for name in ("reason", "returns", "server_seed", "seal")}

    def record(self) -> dict[str, Any]:
        """The record of the match, which is over."""
        assert self.end is not None
        return _record(self._row, self.seats, self.log, [entry.data["text"] for entry in self.line()])

    # -- what can happen next: entries that are not yet noted

    def starting(self, now: int, first: Sequence[Entry] = ()) -> tuple[list[Entry], State]:
        """The start, with outcomes up to the first decision.

        :param first: entries before the start.
        """
        given = self.settings.get("moves", [])
        data = {"given": len(given)} if given else {}
        log = [*first, self._entry(now, "start", None, data, len(first))]
        state = self.rules.new(seed=0, chance="ask")
        for text in given:
            kind, actor = ("outcome", None) if state.is_chance else ("move", int(state.to_move))
            log.append(self._entry(now, kind, actor, {"text": text}, len(log)))
            state.play(text)
        return self._settled(log, state, now)

    def seating(self, entry: Entry, seat: int) -> tuple[list[Entry], State | None]:
        """A seat is taken, and the match starts if all others are."""
        others = (one for number, one in enumerate(self.seats) if number != seat)
        if self.status == WAITING and all(one.joined for one in others):
            return self.starting(entry.at, [entry])
        return [entry, *self._agreed(entry.at, seat)], None

    def decision(self, seat: int, move: Move, now: int) -> tuple[list[Entry], State]:
        """A legal move of the seat to move, with the outcomes that follow it."""
        assert self.state is not None
        state = self.state.copy()
        state.play(move)
        data: dict[str, Any] = {"text": move.text}
        clock = self.settings["clock"]
        if clock is not None:
            left = self.left_now(now)
            left[seat] += clock["increment_ms"] * (self.seats[seat].kind != BOT)
            data["left"] = left
        return self._settled([self._entry(now, "move", seat, data)], state, now)

    def left_now(self, now: int) -> list[int]:
        """Time left on each clock, in milliseconds. Bots lose none, because their searches wait."""
        left = list(self.left)
        mover = self.to_move
        if mover is not None and self.status == RUNNING and self.seats[mover].kind != BOT:
            left[mover] = max(0, left[mover] - (now - self.since))
        return left

    def _settled(self, log: list[Entry], state: State, now: int) -> tuple[list[Entry], State]:
        seeds = [seat.seed for seat in self.seats]
        for entry in log:
            if entry.kind == "join" and entry.actor is not None:
                seeds[entry.actor] = entry.data["seed"]
        dice = fair.Dice(self._server_seed, seeds)
        drawn = self._outcomes + sum(entry.kind == "outcome" for entry in log)
        while state.is_chance:
            outcome = dice.outcome(state, drawn)
            drawn += 1
            log.append(self._entry(now, "outcome", None, {"text": outcome.text}, len(log)))
            state.play(outcome)
        if state.is_over:
            log.append(self.ending(now, fair.FINISHED, state.returns(), len(log)))
        return log, state

    def ending(self, now: int, reason: str, returns: list[float] | None, ahead: int = 0) -> Entry:
        """The end."""
        return self._entry(now, "end", None, {"reason": reason, "returns": returns}, ahead)

    def leaving(self, seat: int, kind: str, now: int) -> list[Entry]:
        """A seat resigns or runs out of time: the end, or, with more than two seats, a bot takes the seat."""
        gone = self._entry(now, kind, seat)
        if self.rules.seats == 2:
            reason = fair.RESIGNED if kind == "resign" else fair.TIMED_OUT
            return [gone, self.ending(now, reason, list(forfeit(2, seat)), 1)]
        bot = self._entry(now, "replace", None, {"seat": seat, "bot": LEAVERS_BOT}, 1)
        return [gone, bot, *self._agreed(now, seat, 2)]

    def _agreed(self, now: int, gone: int, ahead: int = 1) -> list[Entry]:
        """The pause, or its end, if only the player who leaves has not requested it."""
        rest = self.people - {gone}
        if self.status == RUNNING and rest and self.asked_to_pause >= rest:
            kind = "pause"
        elif self.status == PAUSED and self.asked_to_resume >= rest:
            kind = "resume"
        else:
            return []
        return [self._entry(now, kind, None, self._pausing(kind, True, now), ahead)]

    def wish(self, kind: str, seat: int | None, now: int) -> Entry:
        """A request for a pause or its end. It comes when the host or all people have requested it.

        :raises Refused: if it is not possible, or the seat has requested it already.
        """
        asked, at = (self.asked_to_pause, RUNNING) if kind == "pause" else (self.asked_to_resume, PAUSED)
        if self.status != at:
            raise Refused(
                problems.Kind.WRONG_STATUS,
                "the match is not running" if kind == "pause" else "the match is not paused",
            )
        if seat in asked:
            raise Refused(
                problems.Kind.ALREADY_ASKED, f"this seat has asked to {kind} already; all people must ask"
            )
        if kind == "pause":
            self._check_detours()
        agreed = seat is None or asked | {seat} >= self.people
        return self._entry(now, kind, seat, self._pausing(kind, agreed, now))

    def _pausing(self, kind: str, agreed: bool, now: int) -> dict[str, Any]:
        data: dict[str, Any] = {"agreed": agreed}
        if kind == "pause" and agreed and self.left and self.to_move is not None:
            data["left"] = self.left_now(now)
        return data

    def _check_detours(self) -> None:
        if self.detours >= MOST_DETOURS:
            raise Refused(
                problems.Kind.UNDO_REFUSED,
                f"this match has reached its limit of {MOST_DETOURS} undos and pauses",
            )

    def plain(self, kind: str, actor: int | None, now: int, **data: Any) -> Entry:
        """Any other entry."""
        return self._entry(now, kind, actor, data)

    def _entry(
        self, now: int, kind: str, actor: int | None, data: dict[str, Any] | None = None, ahead: int = 0
    ) -> Entry:
        return Entry(len(self.log) + 1 + ahead, now, kind, actor, data or {})

    def undoing(self, seat: int, now: int) -> tuple[Entry, State]:
        """The undo of a seat's last decision, and the position without it.

        The clock goes on as if the seat had not decided.

        :raises Refused: if another seat or chance has decided since, or something hidden was revealed.
        """
        state = self._undone(seat)
        data: dict[str, Any] = {}
        if self.left:
            left, thought = self._clocks[self._line[-1]]
            data = {"left": left, "spent": thought + now - self.since}
        return self._entry(now, "undo", seat, data), state

    def can_undo(self, seat: int) -> bool:
        """Whether a seat can undo its last decision now."""
        if self._undoable[:2] != (self.version, seat):
            possible = self.status == RUNNING
            try:
                self._undone(seat)
            except Refused:
                possible = False
            self._undoable = (self.version, seat, possible)
        return self._undoable[2]

    def _undone(self, seat: int) -> State:
        last = next((e for e in reversed(self.log) if e.kind in ("move", "outcome", "undo", "start")), None)
        if not self.settings["undo"]:
            raise Refused(problems.Kind.NOT_ALLOWED_HERE, "this match was made without undo")
        if last is None or not self._line or (last.kind == "undo" and last.actor != seat):
            raise Refused(problems.Kind.UNDO_REFUSED, "there is no decision to undo")
        before = self.log[self._line[-1]]
        if before.kind == "outcome":
            raise Refused(
                problems.Kind.UNDO_REFUSED, "the decision cannot be undone: chance has decided since"
            )
        if before.actor != seat:
            raise Refused(
                problems.Kind.UNDO_REFUSED, "the decision cannot be undone: another seat has decided since"
            )
        self._check_detours()
        state = self._before
        if state is None:
            state = fair.replayed(self.rules, [one.data["text"] for one in self.line()[:-1]])
        self._check_nothing_shown(seat, state, self.rules.move(before.data["text"], state))
        return state

    def _check_nothing_shown(self, seat: int, before: State, move: Move) -> None:
        """Check that a decision revealed nothing: it has the same effect in all possible deals."""
        assert self.state is not None
        if not self.rules.hidden:
            return
        after = self.state.view(seat)
        for viewer in range(self.rules.seats):
            for deal in range(REDEALS):
                other = before.redealt(viewer, deal)
                try:
                    other.play(move)
                except IllegalMove:
                    raise Refused(
                        problems.Kind.UNDO_REFUSED,
                        "the decision cannot be undone: it revealed something hidden",
                    ) from None
                if viewer == seat and other.view(seat) != after:
                    raise Refused(
                        problems.Kind.UNDO_REFUSED,
                        "the decision cannot be undone: it revealed something hidden",
                    )

    # -- what happened

    def take(self, log: Sequence[Entry], state: State | None = None) -> None:
        """Note entries that the store has, and wake those who wait."""
        if state is not None:
            self._look()
            self._before = self.state if [entry.kind for entry in log] == ["move"] else None
            self.state = state
        for entry in log:
            self._note(entry)
        self._look()
        self.thinking.end(hints=any(entry.kind in ("move", "undo", "replace", "end") for entry in log))
        self.changed.notify_all()

    def _replay(self, log: Sequence[Entry]) -> None:
        """Note entries from the store. Positions before undone decisions are kept: each is played once."""
        undone = _undone_moves(log)
        before: list[State] = []
        self._before = None
        for index, entry in enumerate(log):
            if entry.kind == "start":
                self.state = self.rules.new(seed=0, chance="ask")
            elif entry.kind in ("move", "outcome"):
                assert self.state is not None
                if index in undone:
                    before.append(self.state.copy())
                if entry is log[-1]:
                    self._before = self.state.copy()
                self.state.play(entry.data["text"])
            elif entry.kind == "undo":
                self._look()
                self.state = before.pop()
            self._note(entry)

    def _note(self, entry: Entry) -> None:
        self.log.append(entry)
        index = len(self.log) - 1
        match entry.kind:
            case "join":
                assert entry.actor is not None
                self.seats[entry.actor].note(entry)
            case "start":
                self.status, self.since = RUNNING, entry.at
            case "move" | "outcome":
                self._clocks[index] = (self.left, entry.at - self.since)
                self._line.append(index)
                self._outcomes += entry.kind == "outcome"
                self._set_clock(entry)
            case "undo":
                self._clocks.pop(self._line.pop())
                self.detours += 1
                self._set_clock(entry)
            case "pause" | "resume":
                self._pause(entry)
            case "replace":
                self.seats[entry.data["seat"]].note(entry)
            case "end":
                self.status, self.end = OVER, dict(entry.data)

    def _set_clock(self, entry: Entry) -> None:
        self.since = entry.at - entry.data.get("spent", 0)
        self.left = entry.data.get("left", self.left)

    def _pause(self, entry: Entry) -> None:
        asked = self.asked_to_pause if entry.kind == "pause" else self.asked_to_resume
        if entry.actor is not None:
            asked.add(entry.actor)
        self.detours += entry.kind == "pause"
        if not entry.data.get("agreed", True):
            return
        asked.clear()
        self.left = entry.data.get("left", self.left)
        self.status = PAUSED if entry.kind == "pause" else RUNNING
        if self.status == RUNNING:
            self.since = entry.at

    def _look(self) -> None:
        """Keep how each viewer sees the latest moves of the line."""
        if self.state is None or not self._line or self._line[-1] in self._seen:
            return
        first = len(self._line)
        while first and self._line[first - 1] not in self._seen:
            first -= 1
        viewers: list[Viewer] = [None, *range(self.rules.seats)]
        logs = [self.state.log(viewer, first) for viewer in viewers]
        for index, moves in zip(self._line[first:], zip(*logs, strict=True), strict=True):
            self._seen[index] = tuple(move for _, move in moves)


def _undone_moves(log: Sequence[Entry]) -> set[int]:
    """The indices of undone decisions in a log."""
    line: list[int] = []
    found = set()
    for index, entry in enumerate(log):
        if entry.kind in ("move", "outcome"):
            line.append(index)
        elif entry.kind == "undo":
            found.add(line.pop())
    return found


def old_record(row: Mapping[str, Any], chairs: Iterable[Chair], log: Sequence[Entry]) -> dict[str, Any]:
    """The record of a match that is over and whose rules are gone."""
    seats = seats_of(row["settings"], chairs)
    for entry in log:
        if entry.kind == "replace":
            seats[entry.data["seat"]].note(entry)
        elif entry.kind == "join" and entry.actor is not None:
            seats[entry.actor].note(entry)
    undone = _undone_moves(log)
    line = [e.data["text"] for i, e in enumerate(log) if e.kind in ("move", "outcome") and i not in undone]
    return _record(row, seats, log, line)


def _record(
    row: Mapping[str, Any], seats: Iterable[Seat], log: Sequence[Entry], line: list[str]
) -> dict[str, Any]:
    seats = list(seats)
    record = {
        "format": fair.FORMAT,
        "match": row["id"],
        "game": row["game"],
        "version": row["version"],
        "options": row["options"],
        "commitment": row["commitment"],
        "server_seed": row["server_seed"],
        "player_seeds": [seat.seed for seat in seats],
        "seats": [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in seats],
        "log": [{"number": e.number, "at": e.at, "kind": e.kind, "actor": e.actor, **e.data} for e in log],
        "moves": line,
        **log[-1].data,
    }
    return {**record, "seal": fair.seal(record)}
