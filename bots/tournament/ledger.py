"""The ledger of a tournament: a SQLite file with every game that was played.

It is written in batches as results come, so a run that is killed at any moment goes on where it was.
While one run writes, anyone may read.
"""

import json
import platform
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from battlewise.bots.tournament.lock import Lock
from battlewise.bots.tournament.plan import Plan, plan_from, rules_of, seatings
from battlewise.bots.tournament.play import Played, unpack
from battlewise.bots.tournament.result import GameResult
from battlewise.core import BattlewiseError, State

_APPLICATION = 0x42574C47  # marks the file as a ledger
_TABLES = """
CREATE TABLE plan (doc TEXT NOT NULL);
CREATE TABLE test (doc TEXT NOT NULL);
CREATE TABLE runs (started TEXT NOT NULL, command TEXT NOT NULL, versions TEXT NOT NULL);
CREATE TABLE games (
    key TEXT PRIMARY KEY,
    seed INTEGER NOT NULL, line_up INTEGER NOT NULL, seating INTEGER NOT NULL,
    seats TEXT NOT NULL, status TEXT NOT NULL, scores TEXT NOT NULL, plies INTEGER NOT NULL,
    seconds TEXT NOT NULL, error TEXT,
    UNIQUE (seed, line_up, seating)
) WITHOUT ROWID;
CREATE TABLE records (key TEXT PRIMARY KEY REFERENCES games, moves BLOB NOT NULL);
CREATE TABLE set_aside (
    key TEXT PRIMARY KEY, seats TEXT NOT NULL, seed INTEGER NOT NULL, reason TEXT NOT NULL
);
"""
_ORDER = "ORDER BY seed, line_up, seating"
_COLUMNS = "key, seed, line_up, seats, status, scores, plies, seconds"


class LedgerError(BattlewiseError):
    """A ledger cannot be used."""


class LedgerBusy(LedgerError):
    """Another run is writing a ledger."""


class Ledger:
    """A ledger, open for reading; `writing` opens one for a run.

    :raises LedgerError: if the file does not exist or is not a ledger.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise LedgerError(f"ledger: there is no file {self.path}")
        self._lock: Lock | None = None
        self._db = self._connect(f"{self.path.absolute().as_uri()}?mode=rw")
        try:
            self._check_mark()
            self._db.execute("PRAGMA query_only=ON")
        except LedgerError:
            self._db.close()
            raise

    @classmethod
    def writing(cls, path: str | Path, plan: Plan, command: str = "") -> "Ledger":
        """Open a ledger for a run; create it if needed.

        :param plan: the plan it was created with, possibly with more blocks.
        :param command: the command that started the run; it is kept with the versions in use.
        :raises LedgerBusy: if another run is writing it.
        :raises LedgerError: if it has another plan; names the differences.
        """
        ledger = cls.__new__(cls)
        ledger.path = Path(path)
        ledger._lock = locked(ledger.path)
        ledger._db = ledger._connect(ledger.path.absolute().as_uri())
        try:
            ledger._begin(plan, command)
        except BaseException:
            ledger.close()
            raise
        return ledger

    def _connect(self, uri: str) -> sqlite3.Connection:
        with self._explained():
            return sqlite3.connect(uri, uri=True, timeout=30, isolation_level=None)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise LedgerError(f"ledger: {self.path}: {error}") from None

    def _check_mark(self) -> None:
        with self._explained():
            (mark,) = self._db.execute("PRAGMA application_id").fetchone()
        if mark != _APPLICATION:
            raise LedgerError(f"ledger: {self.path} is not a ledger")

    def _begin(self, plan: Plan, command: str) -> None:
        fresh = not self._rows("SELECT 1 FROM sqlite_master")
        if not fresh:
            self._check_mark()
            _check_same(self.doc, plan.doc)
        self._rows("PRAGMA journal_mode=WAL")
        self._rows("PRAGMA synchronous=NORMAL")
        with self._transaction():
            if fresh:
                for statement in _TABLES.split(";\n"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA application_id={_APPLICATION}")
            self._db.execute("DELETE FROM plan")
            self._db.execute("INSERT INTO plan VALUES (?)", (json.dumps(plan.doc),))
            self._db.execute("INSERT INTO runs VALUES (?, ?, ?)", (_now(), command, json.dumps(_versions())))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._explained():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def keep(self, games: Iterable[Played]) -> None:
        """Write games in one transaction; games without a result are set aside."""
        games = list(games)
        ended = [(game.fixture, game.result, game) for game in games if game.result is not None]
        with self._transaction():
            self._db.executemany(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        fixture.key,
                        fixture.seed,
                        fixture.line_up,
                        fixture.seating,
                        json.dumps(result.seats),
                        result.status,
                        json.dumps(result.scores),
                        result.plies,
                        json.dumps(result.seconds),
                        game.error,
                    )
                    for fixture, result, game in ended
                ],
            )
            self._db.executemany(
                "INSERT INTO records VALUES (?, ?)",
                [(fixture.key, game.moves) for fixture, _, game in ended],
            )
            self._db.executemany(
                "INSERT INTO set_aside VALUES (?, ?, ?, ?)",
                [
                    (game.fixture.key, json.dumps(game.fixture.names), game.fixture.seed, game.error)
                    for game in games
                    if game.result is None
                ],
            )

    def _rows(self, query: str, *arguments: object) -> list[tuple[Any, ...]]:
        with self._explained():
            return self._db.execute(query, arguments).fetchall()

    @property
    def doc(self) -> dict[str, Any]:
        """The plan as a JSON object, even if this version cannot play it."""
        doc: dict[str, Any] = json.loads(self._rows("SELECT doc FROM plan")[0][0])
        return doc

    @property
    def plan(self) -> Plan:
        """The plan of the tournament.

        :raises BattlewiseError: if the rules or bots of this version cannot play it.
        """
        return plan_from(self.doc)

    def keep_test(self, doc: Mapping[str, Any]) -> None:
        """Write the parameters of the sequential test that uses the games."""
        with self._transaction():
            self._db.execute("DELETE FROM test")
            self._db.execute("INSERT INTO test VALUES (?)", (json.dumps(doc),))

    def test(self) -> dict[str, Any] | None:
        """The parameters of the sequential test that uses the games; None for a tournament without one."""
        rows = self._rows("SELECT doc FROM test")
        return json.loads(rows[0][0]) if rows else None

    def runs(self) -> list[dict[str, Any]]:
        """The runs that wrote to it, in order: ``started``, ``command`` and ``versions``."""
        rows = self._rows("SELECT started, command, versions FROM runs ORDER BY rowid")
        return [{"started": row[0], "command": row[1], "versions": json.loads(row[2])} for row in rows]

    def keys(self) -> set[str]:
        """The keys of games that are done: finished or set aside."""
        return {key for (key,) in self._rows("SELECT key FROM games UNION ALL SELECT key FROM set_aside")}

    def results(self, complete: bool = True) -> list[GameResult]:
        """The games in the canonical order: by seed, line-up and seating.

        :param complete: only those of complete blocks.
        """
        results = [_result(row) for row in self._rows(f"SELECT {_COLUMNS} FROM games {_ORDER}")]
        if not complete or not results:
            return results
        size = len(seatings(len(results[0].seats), self.doc["seating"]))
        counts = Counter(result.block for result in results)
        return [result for result in results if counts[result.block] == size]

    def errors(self) -> dict[str, str]:
        """The reasons of forfeits by key: the text of an error, a move, a time."""
        return dict(self._rows(f"SELECT key, error FROM games WHERE error IS NOT NULL {_ORDER}"))

    def set_aside(self) -> list[dict[str, Any]]:
        """The games that were set aside: ``key``, ``seats``, ``seed`` and ``reason``."""
        rows = self._rows("SELECT key, seats, seed, reason FROM set_aside ORDER BY seed, key")
        return [{"key": k, "seats": json.loads(s), "seed": seed, "reason": r} for k, s, seed, r in rows]

    def record(self, key: str) -> dict[str, Any]:
        """The record of a game, as `State.record` returns it, up to the point where the game ended.

        :raises LedgerError: if the ledger does not have the game.
        """
        rows = self._rows("SELECT seed, moves FROM games JOIN records USING (key) WHERE key = ?", key)
        if not rows:
            raise LedgerError(f"key: {self.path} has no game {key!r}")
        doc = self.doc
        return {
            "game": doc["terms"]["game"],
            "version": doc["version"],
            "options": doc["terms"]["options"],
            "seed": rows[0][0],
            "moves": unpack(rows[0][1]),
        }

    def replay(self, key: str) -> State:
        """The last position of a game, played again from its record."""
        return rules_of(self.plan.terms).replay(self.record(key))

    def dump(self) -> Iterator[str]:
        """A JSON line a game with what is equal in all runs of a plan: no seconds, no error texts."""
        query = f"SELECT {_COLUMNS}, moves FROM games JOIN records USING (key) {_ORDER}"
        with self._explained():
            for key, seed, line_up, seats, status, scores, plies, _, moves in self._db.execute(query):
                game = [key, seed, line_up, json.loads(seats), status, json.loads(scores), plies]
                yield json.dumps([*game, unpack(moves)])
        for aside in self.set_aside():
            yield json.dumps([aside["key"], aside["seed"], aside["seats"], "set aside"])

    def close(self) -> None:
        """Close the file."""
        self._db.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _result(row: tuple[Any, ...]) -> GameResult:
    key, seed, line_up, seats, status, scores, plies, seconds = row
    return GameResult(
        key=key,
        block=f"{seed}/{line_up}",
        seed=seed,
        seats=tuple(json.loads(seats)),
        status=status,
        scores=tuple(json.loads(scores)),
        plies=plies,
        seconds=tuple(json.loads(seconds)),
    )


def _check_same(kept: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    if given["blocks"] < kept["blocks"]:
        raise LedgerError(f"blocks: the ledger has a plan of {kept['blocks']}; give at least that number")
    flat_kept, flat_given = ({**doc, **doc["terms"]} for doc in (kept, given))
    names = [name for name in flat_given if name not in ("terms", "blocks")]
    differ = [name for name in names if _ordered(flat_kept.get(name)) != _ordered(flat_given[name])]
    if differ:
        found = "; ".join(f"{name} is {flat_kept.get(name)!r}, not {flat_given[name]!r}" for name in differ)
        raise LedgerError(f"{differ[0]}: the ledger has another plan: {found}")


def _ordered(value: object) -> object:
    """With the order of entrants, which numbers the line-ups."""
    return list(value.items()) if isinstance(value, dict) else value


def locked(path: Path) -> Lock:
    """The lock of a run that writes a ledger.

    :raises LedgerBusy: if another run holds it.
    """
    try:
        return Lock(path.with_name(path.name + "-lock"))
    except BlockingIOError:
        raise LedgerBusy(f"ledger: another run is writing {path}") from None
    except OSError as error:
        raise LedgerError(f"ledger: {path}: {error.strerror}") from None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _versions() -> dict[str, str]:
    return {
        "battlewise": version("battlewise"),
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "platform": platform.platform(),
    }
