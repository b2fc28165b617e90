"""Fair dice: outcomes that nobody can choose, and records that can be verified.

The service commits itself to a secret seed when a match is created. The players give their seeds after
that. Every outcome is a function of these seeds and its number alone. When the match ends, the service's
seed is revealed. This proves that nobody chose the luck, except if the operator of the service gave the
last of the players' seeds. It does not prove that a bot used only its own view.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battlewise.bots.tournament.play import forfeit
from battlewise.core import (
    BattlewiseError,
    Game,
    IllegalMove,
    Move,
    OptionError,
    State,
    UnknownGame,
    game_class,
)
from battlewise.core.options import resolve

FORMAT = "battlewise record 1"
SEED_BYTES = 32
FINISHED, RESIGNED, TIMED_OUT, ABORTED, EXPIRED = "finished", "resigned", "time", "aborted", "expired"
DEEPEST = 32  # levels of a record
# Kinds of entries of a log: the first ones determine the position.
_PLAYED = ("start", "move", "outcome", "undo")
_KINDS = (*_PLAYED, "create", "join", "resign", "flag", "replace", "pause", "resume", "end")
_WEIGHT = 1 << 52
_FIELDS = (
    ("format", str),
    ("match", str),
    ("game", str),
    ("version", int),
    ("options", dict),
    ("commitment", str),
    ("server_seed", str),
    ("player_seeds", list),
    ("seats", list),
    ("log", list),
    ("moves", list),
    ("reason", str),
    ("returns", list | None),
    ("seal", str),
)


class VerifyError(BattlewiseError):
    """A record is wrong.

    :ivar field: the field that is wrong, or contradicts another.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


@dataclass(frozen=True)
class Verdict:
    """What a sound record holds.

    :ivar decisions: how many decisions were checked to be legal, those taken back too.
    :ivar outcomes: how many outcomes were drawn again from the seeds.
    :ivar given: how many decisions and outcomes the match started with; these outcomes are not proven.
    :ivar end: the last position.
    """

    decisions: int
    outcomes: int
    given: int
    end: State


def canonical(value: object) -> bytes:
    """The one JSON text of a value. 1.0 is 1, as for readers who have one kind of number."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def _plain(value: object) -> object:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def commitment(match: str, rules: Game, server_seed: str) -> str:
    """What binds the service to its seed before the players give theirs (SHA-256, hexadecimal).

    :param server_seed: hexadecimal, of `SEED_BYTES`.
    """
    doc = [FORMAT, match, rules.id, rules.version, rules.options, server_seed]
    return hashlib.sha256(canonical(doc)).hexdigest()


class Dice:
    """The luck of one match.

    :param server_seed: hexadecimal.
    :param player_seeds: for each seat the text it gave, or None.
    """

    def __init__(self, server_seed: str, player_seeds: Sequence[str | None]) -> None:
        self._key = bytes.fromhex(server_seed)
        self._players = hashlib.sha256(canonical(list(player_seeds))).digest()

    def outcome(self, state: State, number: int) -> Move:
        """The outcome at a chance node.

        :param number: how many outcomes of the match came before.
        """
        chances = state.chances()
        weights = [max(1, round(p * _WEIGHT)) for _, p in chances]
        drawn = self._below(sum(weights), number)
        for (move, _), weight in zip(chances, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return move
        raise AssertionError("the weights do not add up")

    def _below(self, end: int, number: int) -> int:
        """A uniform whole number in [0, end), by rejection."""
        fair = (1 << 64) - (1 << 64) % end
        attempt = 0
        while True:
            message = self._players + number.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            word = int.from_bytes(hmac.digest(self._key, message, "sha256")[:8], "big")
            if word < fair:
                return word % end
            attempt += 1


def seal(record: Mapping[str, Any]) -> str:
    """A hash of a record without its seal. Players see it when their match ends."""
    return hashlib.sha256(canonical({k: v for k, v in record.items() if k != "seal"})).hexdigest()


def verify(record: object, expected_seal: str | None = None) -> Verdict:
    """Check a record: its form, seal and commitment, every decision, every outcome, the result.

    :param expected_seal: the seal in the match's last event, if it was noted.
    :raises VerifyError: naming the first field that is wrong.
    """
    doc = _formed(record)
    _check_log(doc)
    if doc["seal"] != seal(doc):
        raise VerifyError("seal", "does not match the record: the record was changed")
    if expected_seal is not None and doc["seal"] != expected_seal:
        raise VerifyError("seal", "is not the expected one: this is another record")
    rules = _rules(doc)
    if doc["commitment"] != commitment(doc["match"], rules, doc["server_seed"]):
        raise VerifyError("commitment", "does not match server_seed")
    replay = _Replay(rules, doc)
    for index, entry in enumerate(doc["log"]):
        replay.step(f"log[{index}]", entry)
    if replay.moves != doc["moves"]:
        raise VerifyError("moves", "differ from the moves of the log")
    _check_result(doc, replay.state)
    return Verdict(replay.decisions, replay.outcomes, replay.given, replay.state)


def _formed(record: object) -> dict[str, Any]:
    if not isinstance(record, dict):
        raise VerifyError("record", "is not an object")
    for name, kind in _FIELDS:
        if name not in record:
            raise VerifyError(name, "is missing")
        if not isinstance(record[name], kind) or isinstance(record[name], bool):
            raise VerifyError(name, "is of the wrong type")
    for name in record:
        if name not in dict(_FIELDS):
            raise VerifyError(str(name)[:80], "is not a field of a record")
        _check_depth(str(name), record[name], DEEPEST)
    if record["format"] != FORMAT:
        raise VerifyError("format", f"is not {FORMAT!r}")
    try:
        if len(bytes.fromhex(record["server_seed"])) != SEED_BYTES:
            raise ValueError
    except ValueError:
        raise VerifyError("server_seed", f"is not {SEED_BYTES} bytes in hexadecimal") from None
    if not all(seed is None or isinstance(seed, str) for seed in record["player_seeds"]):
        raise VerifyError("player_seeds", "are not texts")
    return record


def _check_depth(field: str, value: object, deeper: int) -> None:
    if isinstance(value, dict | list):
        if deeper == 0:
            raise VerifyError(field, f"is nested deeper than {DEEPEST} levels")
        for inner in value.values() if isinstance(value, dict) else value:
            _check_depth(field, inner, deeper - 1)


def _check_log(doc: Mapping[str, Any]) -> None:
    """The log's form: its numbers, its kinds, one beginning, and one end, which is the record's."""
    started = 0
    for index, entry in enumerate(doc["log"]):
        field = f"log[{index}]"
        if not isinstance(entry, dict) or entry.get("kind") not in _KINDS:
            raise VerifyError(field, "is not an entry of a log")
        kind = entry["kind"]
        if type(entry.get("number")) is not int or entry["number"] != index + 1:
            raise VerifyError(f"{field}.number", f"is not {index + 1}")
        if (kind == "create") != (index == 0):
            raise VerifyError(field, "must be create, and only the first entry can be")
        started += kind == "start"
        if started != 1 and kind in _PLAYED:
            raise VerifyError(field, "start must come once, before any move")
        if (kind == "end") != (index == len(doc["log"]) - 1):
            raise VerifyError(field, "must be end, and only the last entry can be")
    if not doc["log"]:
        raise VerifyError("log", "is empty")
    end = doc["log"][-1]
    if end.get("reason") != doc["reason"] or end.get("returns") != doc["returns"]:
        raise VerifyError("log", "has a last entry that differs from reason or returns")


def _rules(doc: Mapping[str, Any]) -> Game:
    try:
        rules = game_class(doc["game"])(**resolve(game_class(doc["game"]).OPTIONS, doc["options"]))
    except (UnknownGame, OptionError) as error:
        raise VerifyError("options" if isinstance(error, OptionError) else "game", str(error)) from None
    if doc["version"] != rules.version:
        raise VerifyError("version", f"the rules here are version {rules.version}")
    for name in ("player_seeds", "seats"):
        if len(doc[name]) != rules.seats:
            raise VerifyError(name, f"must be {rules.seats}")
    return rules


class _Replay:
    """Plays a record's log again."""

    def __init__(self, rules: Game, doc: Mapping[str, Any]) -> None:
        self._rules = rules
        self._seeds = doc["player_seeds"]
        self._dice = Dice(doc["server_seed"], self._seeds)
        self.state = rules.new(seed=0, chance="ask")
        self._before: list[State] = []  # by ply, the position that was played from
        self.moves: list[str] = []
        self.decisions = 0
        self.outcomes = 0
        self.given = 0
        self._given_until = 0  # the number of the last entry that is given
        self._drawn = 0  # outcomes so far, given ones too

    def step(self, field: str, entry: Mapping[str, Any]) -> None:
        match entry["kind"]:
            case "join":
                self._join(field, entry)
            case "start":
                self._start(field, entry)
            case "move":
                self._decision(field, entry)
            case "outcome":
                self._outcome(field, entry)
            case "undo":
                self._undo(field)

    def _join(self, field: str, entry: Mapping[str, Any]) -> None:
        seat = entry.get("actor")
        if (
            type(seat) is not int
            or seat not in range(len(self._seeds))
            or entry.get("seed") != self._seeds[seat]
        ):
            raise VerifyError(f"{field}.seed", "is not the one in player_seeds")

    def _start(self, field: str, entry: Mapping[str, Any]) -> None:
        self.given = entry.get("given", 0)
        if type(self.given) is not int or self.given < 0:
            raise VerifyError(f"{field}.given", "must be a whole number, 0 or more")
        self._given_until = entry["number"] + self.given

    def _decision(self, field: str, entry: Mapping[str, Any]) -> None:
        actor = entry.get("actor")
        if type(actor) is not int or actor != self.state.to_move or actor < 0:
            raise VerifyError(f"{field}.actor", "is not the seat to move")
        self._play(self._legal(field, entry.get("text")))
        self.decisions += 1

    def _outcome(self, field: str, entry: Mapping[str, Any]) -> None:
        if not self.state.is_chance:
            raise VerifyError(field, "is an outcome where a seat is to move")
        text = entry.get("text")
        if entry["number"] <= self._given_until:
            move = self._legal(field, text)
        else:
            move = self._dice.outcome(self.state, self._drawn)
            if text != move.text:
                raise VerifyError(f"{field}.text", "is not the outcome that the seeds give")
            self.outcomes += 1
        self._play(move)
        self._drawn += 1

    def _legal(self, field: str, text: object) -> Move:
        try:
            move = self._rules.move(str(text), self.state)
        except IllegalMove:
            raise VerifyError(f"{field}.text", "is not a legal move") from None
        if move.text != text:
            raise VerifyError(f"{field}.text", f"must be written {move.text!r}")
        return move

    def _play(self, move: Move) -> None:
        self._before.append(self.state.copy())
        self.state.play(move)
        self.moves.append(move.text)

    def _undo(self, field: str) -> None:
        if not self.moves:
            raise VerifyError(field, "there is no decision to undo")
        self.moves.pop()
        self.state = self._before.pop()


def replayed(rules: Game, moves: Sequence[str]) -> State:
    """The state, stopping at chance nodes, that decisions and outcomes lead to."""
    state = rules.new(seed=0, chance="ask")
    for text in moves:
        state.play(text)
    return state


def _check_result(doc: Mapping[str, Any], state: State) -> None:
    reason, returns = doc["reason"], doc["returns"]
    if reason not in (FINISHED, RESIGNED, TIMED_OUT, ABORTED, EXPIRED):
        raise VerifyError("reason", "is not a reason for which a match can end")
    expected = None
    if reason == FINISHED:
        if not state.is_over:
            raise VerifyError("reason", "the game is not over")
        expected = state.returns()
    elif reason in (RESIGNED, TIMED_OUT):
        left = [e.get("actor") for e in doc["log"] if e["kind"] in ("resign", "flag")]
        seats = state.game.seats
        if not left or type(left[-1]) is not int or left[-1] not in range(seats):
            raise VerifyError("reason", "no seat resigned or ran out of time")
        expected = list(forfeit(seats, left[-1]))
    if returns != expected:
        raise VerifyError("returns", f"must be {expected}")
