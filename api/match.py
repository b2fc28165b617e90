"""One match: what its log comes to, and what each seat sees of it. Knows no HTTP and no database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Condition, RLock
from typing import Any

from battlewise.api import fair
from battlewise.api.store import Entry
from battlewise.bots.tournament.play import forfeit
from battlewise.core import Game, IllegalMove, Move, State
from battlewise.search import StopFlag

WAITING, RUNNING, PAUSED, OVER = "waiting", "running", "paused", "over"
PERSON, BOT, REMOTE = "person", "bot", "remote"
ABORTED, EXPIRED = fair.ABORTED, fair.EXPIRED
REDEALS = 16  # deals tried for whether a decision showed something hidden
LEFT_OUT = ("left",)  # of an entry's data, what no event tells twice

Viewer = int | None
"""A seat, or None for whoever knows what is public."""


class Refused(Exception):
    """A wish that cannot be granted now; the message says why."""


@dataclass
class Seat:
    """Who sits somewhere.

    :ivar bot: the specification of a bot.
    :ivar seed: what the player gave for the dice.
    """

    kind: str
    name: str
    bot: str | None
    token_hash: str | None
    joined: bool = False
    seed: str | None = None


@dataclass
class Thinking:
    """A bot's search that goes on. `longest` is what its last real search took, seconds."""

    stop: StopFlag | None = None
    longest: dict[int, float] = field(default_factory=dict)


class Match:
    """A match in memory. Whoever reads or changes it holds `lock`; `changed` is notified of entries.

    :param row: the match as the store keeps it.
    :param chairs: its seats, in order.
    :param log: what happened so far.
    """

    def __init__(
        self, rules: Game, row: Mapping[str, Any], chairs: Sequence[Mapping[str, Any]], log: Iterable[Entry]
    ) -> None:
        self.id: str = row["id"]
        self.rules = rules
        self.settings: dict[str, Any] = row["settings"]
        self.commitment: str = row["commitment"]
        self.host_hash: str = row["host_hash"]
        self.bot_seed: int = row["bot_seed"]
        self.created: int = row["created"]
        self.rematch: str | None = row["rematch"]
        self.rematch_asked: set[int] = set()
        self.lock = RLock()
        self.changed = Condition(self.lock)
        self.thinking = Thinking()
        self.armed: int | None = None  # when its clock is looked at next
        self.seats = [
            Seat(c["kind"], c["name"], c["bot"], c["token_hash"], c["kind"] != PERSON) for c in chairs
        ]
        self.log: list[Entry] = []
        self.status = WAITING
        self.state: State | None = None
        self.asked_to_pause: set[int] = set()
        self.since: int = self.created  # when the decision that is due was due first
        self.left: list[int] = (
            [self.settings["clock"]["initial_ms"]] * rules.seats if self.settings["clock"] else []
        )
        self.end: dict[str, Any] | None = None
        self.seen_at = dict.fromkeys(range(rules.seats), self.created)  # when a seat was last heard of
        self._server_seed: str = row["server_seed"]
        self._line: list[int] = []  # by ply, the index in the log
        self._seen: dict[int, tuple[Move, ...]] = {}  # by index, the move as the public and each seat saw it
        self._outcomes = 0
        self._past: Match | None = None
        self._row, self._chairs = row, chairs
        for entry in log:
            self._note(entry, play=True)
        self._look()

    # -- what it is

    @property
    def version(self) -> int:
        """How many entries the log has."""
        return len(self.log)

    @property
    def to_move(self) -> int | None:
        """The seat that is to decide, while the match runs or is paused."""
        if self.state is None or self.status not in (RUNNING, PAUSED):
            return None
        return int(self.state.to_move)

    @property
    def bot_next(self) -> bool:
        """Whether the next decision is a bot's."""
        mover = self.to_move
        return mover is not None and self.seats[mover].kind == BOT

    @property
    def people(self) -> set[int]:
        """The seats that are not bots'."""
        return {seat for seat, one in enumerate(self.seats) if one.kind != BOT}

    def deadline(self) -> int | None:
        """When the clock of the seat to move runs out, if one runs (milliseconds since 1970)."""
        mover = self.to_move
        if not self.left or self.status != RUNNING or mover is None or self.seats[mover].kind == BOT:
            return None
        turn: int | None = self.settings["clock"]["turn_ms"]
        return self.since + (self.left[mover] if turn is None else min(turn, self.left[mover]))

    def shown_late(self, now: int) -> int:
        """How many entries spectators may see."""
        if self.settings["spectators"] != "delayed":
            return len(self.log)
        until = now - 1000 * self.settings["delay_s"]
        return next((i for i, entry in enumerate(self.log[1:], 1) if entry.at > until), len(self.log))

    def at(self, version: int) -> "Match":
        """The match as it was after so many entries."""
        if version == len(self.log):
            return self
        if self._past is None or self._past.version != version:
            self._past = Match(self.rules, self._row, self._chairs, self.log[:version])
        return self._past

    def event(self, index: int, viewer: Viewer) -> dict[str, Any]:
        """An entry as a viewer sees it."""
        entry = self.log[index]
        told: dict[str, Any] = {
            "number": entry.number,
            "at": entry.at,
            "type": entry.kind,
            "actor": entry.actor,
        }
        if entry.kind in ("move", "outcome"):
            move = self._seen[index][0 if viewer is None else viewer + 1]
            return {**told, "move": {"text": move.text, "doc": move.doc}}
        if entry.kind == "end":
            return told | self.proof()
        return told | {name: value for name, value in entry.data.items() if name not in LEFT_OUT}

    def line(self) -> list[Entry]:
        """The decisions and outcomes, without those taken back."""
        return [self.log[index] for index in self._line]

    def proof(self) -> dict[str, Any]:
        """How the match ended, and what its record can be checked against."""
        record = self.record()
        return {name: record[name] for name in ("reason", "returns", "server_seed", "seal")}

    def record(self) -> dict[str, Any]:
        """All there is to check, once the match is over."""
        assert self.end is not None
        record = {
            "format": fair.FORMAT,
            "match": self.id,
            "game": self.rules.id,
            "version": self.rules.version,
            "options": dict(self.rules.options),
            "commitment": self.commitment,
            "server_seed": self._server_seed,
            "player_seeds": [seat.seed for seat in self.seats],
            "seats": [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in self.seats],
            "log": [
                {"number": e.number, "at": e.at, "kind": e.kind, "actor": e.actor, **e.data} for e in self.log
            ],
            "moves": [entry.data["text"] for entry in self.line()],
            **self.end,
        }
        return {**record, "seal": fair.seal(record)}

    # -- what may happen next: entries not yet noted

    def starting(self, now: int) -> tuple[list[Entry], State]:
        """The start, with the luck up to the first decision."""
        return self._settled([self._entry(now, "start", None)], self.rules.new(seed=0, chance="ask"), now)

    def decision(self, seat: int, move: Move, now: int) -> tuple[list[Entry], State]:
        """A legal move of the seat to move, with the luck that follows it."""
        assert self.state is not None
        state = self.state.copy()
        state.play(move)
        data: dict[str, Any] = {"text": move.text}
        if self.left:
            left = self.left_now(now)
            left[seat] += self.settings["clock"]["increment_ms"] * (self.seats[seat].kind != BOT)
            data["left"] = left
        return self._settled([self._entry(now, "move", seat, data)], state, now)

    def left_now(self, now: int) -> list[int]:
        """What is left on each clock, milliseconds. Bots lose none: their searches wait for others'."""
        left = list(self.left)
        mover = self.to_move
        if mover is not None and self.status == RUNNING and self.seats[mover].kind != BOT:
            left[mover] = max(0, left[mover] - (now - self.since))
        return left

    def _settled(self, log: list[Entry], state: State, now: int) -> tuple[list[Entry], State]:
        dice = fair.Dice(self._server_seed, [seat.seed for seat in self.seats])
        drawn = self._outcomes
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
        """A seat resigns or runs out of time: the end, or in larger games a bot's beginning."""
        gone = self._entry(now, kind, seat)
        if self.rules.seats == 2:
            reason = fair.RESIGNED if kind == "resign" else fair.TIMED_OUT
            return [gone, self.ending(now, reason, list(forfeit(2, seat)), 1)]
        return [gone, self._entry(now, "replace", None, {"seat": seat, "bot": "medium"}, 1)]

    def plain(self, kind: str, actor: int | None, now: int, **data: Any) -> Entry:
        """Any other entry."""
        return self._entry(now, kind, actor, data)

    def _entry(
        self, now: int, kind: str, actor: int | None, data: dict[str, Any] | None = None, ahead: int = 0
    ) -> Entry:
        return Entry(len(self.log) + 1 + ahead, now, kind, actor, data or {})

    def undone(self, seat: int) -> State:
        """The position without the seat's last decision.

        :raises Refused: another has decided since, or chance, or something hidden was shown.
        """
        last = next((e for e in reversed(self.log) if e.kind in ("move", "outcome", "undo", "start")), None)
        if not self.settings["undo"]:
            raise Refused("this match was made without undo")
        if last is None or not self._line or (last.kind == "undo" and last.actor != seat):
            raise Refused("there is nothing to take back")
        before = self.log[self._line[-1]]
        if before.kind == "outcome":
            raise Refused("chance has decided since")
        if before.actor != seat:
            raise Refused("another seat has decided since")
        state = fair.replayed(self.rules, [one.data["text"] for one in self.line()[:-1]])
        self._check_nothing_shown(seat, state, before.data["text"])
        return state

    def _check_nothing_shown(self, seat: int, before: State, move: str) -> None:
        """That nobody learned anything by a decision: it does the same to every deal he cannot tell apart."""
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
                    raise Refused("the decision showed something that was hidden") from None
                if viewer == seat and other.view(seat) != after:
                    raise Refused("the decision showed you something that was hidden")

    # -- what happened

    def take(self, log: Sequence[Entry], state: State | None = None) -> None:
        """Note entries that the store has, and tell whoever waits."""
        if state is not None:
            self._look()
            self.state = state
        for entry in log:
            self._note(entry, play=False)
        self._look()
        self.changed.notify_all()

    def _note(self, entry: Entry, play: bool) -> None:
        self.log.append(entry)
        index = len(self.log) - 1
        match entry.kind:
            case "join":
                assert entry.actor is not None
                seat = self.seats[entry.actor]
                seat.joined, seat.seed, seat.name = True, entry.data["seed"], entry.data["name"]
            case "start":
                self.status, self.since = RUNNING, entry.at
                if play:
                    self.state = self.rules.new(seed=0, chance="ask")
            case "move" | "outcome":
                self._line.append(index)
                self._outcomes += entry.kind == "outcome"
                self.since = entry.at
                self.left = entry.data.get("left", self.left)
                if play:
                    assert self.state is not None
                    self.state.play(entry.data["text"])
            case "undo":
                if play:
                    self._look()
                self._line.pop()
                self.since = entry.at
                if play:
                    self.state = fair.replayed(self.rules, [one.data["text"] for one in self.line()])
            case "pause" | "resume":
                self._pause(entry)
            case "replace":
                seat = self.seats[entry.data["seat"]]
                seat.kind, seat.bot, seat.token_hash, seat.joined = BOT, entry.data["bot"], None, True
            case "end":
                self.status, self.end = OVER, dict(entry.data)

    def _pause(self, entry: Entry) -> None:
        if entry.kind == "resume":
            self.asked_to_pause.clear()
            self.status, self.since = RUNNING, entry.at
            return
        if entry.actor is not None:
            self.asked_to_pause.add(entry.actor)
        if entry.data["agreed"]:
            self.status = PAUSED
            self.left = entry.data.get("left", self.left)

    def _look(self) -> None:
        """Keep how everybody saw the moves of the line that were not looked at yet."""
        if self.state is None or not self._line or self._line[-1] in self._seen:
            return
        first = len(self._line)
        while first and self._line[first - 1] not in self._seen:
            first -= 1
        viewers: list[Viewer] = [None, *range(self.rules.seats)]
        logs = [self.state.log(viewer)[first : len(self._line)] for viewer in viewers]
        for index, moves in zip(self._line[first:], zip(*logs, strict=True), strict=True):
            self._seen[index] = tuple(move for _, move in moves)
