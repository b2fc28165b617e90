"""The database: matches with their append-only logs, analyses, tournaments.

An entry of a log is written before it is answered, and never changed.
"""

import hashlib
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from math import inf
from pathlib import Path
from threading import Lock as ThreadLock
from typing import Any, cast

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Connection,
    Engine,
    Table,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from battlewise.api.store.keys import Key
from battlewise.api.store.leases import ADVISORY, CONNECT, KEEP_MATCH, Lease, LeaseLost, free_all
from battlewise.api.store.tables import GOING_ON, UNFINISHED, Chair, entries, matches, seats
from battlewise.bots.tournament.lock import Lock
from battlewise.core import BattlewiseError

ASKED_S = 1.0  # between two checks that the database can be written
ROOM = 1 << 20  # bytes that the disk must have
AGAIN_S = 1.0  # after which a task that the database failed is retried
ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
# Built once: every move needs them, and they take longer to build than to run.
_APPEND = insert(entries)
_CHANGE_MATCH = update(matches).where(matches.c.id == bindparam("which"), matches.c.keeper.is_(None))
_CHANGE_SEAT = update(seats).where(
    (seats.c.match == bindparam("which")) & (seats.c.seat == bindparam("number"))
)
_MIGRATION = 0x42574C48  # the number of the lock in PostgreSQL under which one service migrates


def digest(secret: str) -> str:
    """The hash by which a token, a key or an address is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class StoreError(BattlewiseError):
    """The database cannot be used; the message says why."""


class Taken(Exception):
    """Another process or request wrote first."""


@dataclass(frozen=True)
class Entry:
    """One thing that happened in a match.

    :ivar number: from 1 on, without gaps.
    :ivar at: milliseconds since 1970.
    :ivar kind: what happened.
    :ivar actor: the seat that did it; None for chance, the host and the service.
    :ivar data: its other fields.
    """

    number: int
    at: int
    kind: str
    actor: int | None
    data: dict[str, Any]


class Store:
    """A database, usable from `open` to `close`.

    :param url: as SQLAlchemy writes it; empty: a temporary SQLite file.
    :param files: the folder of the files beside the database; empty: the usual one.
    :param replica_url: the address at which other services over this database reach this one; empty: it is
        alone.
    :ivar lease: of a replica, once the database is claimed.
    """

    def __init__(self, url: str = "", files: str = "", replica_url: str = "") -> None:
        self.lease: Lease | None = None
        self._url = url
        self._files = files
        self._replica_url = replica_url
        self._engine: Engine | None = None
        self._temporary: str | None = None
        self._claim: Lock | Connection | None = None
        self._claiming = ThreadLock()
        self._turn = ThreadLock()
        self._asking = ThreadLock()
        self._asked = -inf

    def open(self) -> None:
        """Connect, make the tables or bring them up to this version.

        :raises StoreError: if the database cannot be used.
        """
        if not self._url:
            self._temporary = tempfile.mkdtemp(prefix="battlewise-")
        connect = CONNECT if self._replica_url else {}
        engine = engine_of(self._url or f"sqlite:///{self._temporary}/battlewise.db", connect=connect)
        if self._replica_url and engine.dialect.name == "sqlite":
            engine.dispose()
            raise StoreError("database: a service with a REPLICA_URL needs PostgreSQL, not SQLite")
        try:
            migrate(engine)
        except Exception as error:
            engine.dispose()
            raise StoreError(f"database: {type(error).__name__}: {error}") from None
        self._engine = engine

    @property
    def engine(self) -> Engine:
        """The engine.

        :raises StoreError: if the database is not open.
        """
        if self._engine is None:
            raise StoreError("database: it is not open")
        return self._engine

    @property
    def folder(self) -> Path:
        """Where files beside the database are: the tournaments' ledgers."""
        return Path(self._temporary) if self._temporary is not None else folder_of(self._url, self._files)

    @property
    def keeper(self) -> str | None:
        """The lease under which this service keeps matches and tournaments; None if it is alone.

        :raises LeaseLost: if it has none at this moment.
        """
        return None if self.lease is None else self.lease.id

    def claim(self) -> None:
        """Claim the database for this service until `close`; a replica shares it with other replicas.

        :raises StoreError: if another service is using it.
        """
        busy = StoreError(
            "database: another service is using it; several can share PostgreSQL if each has a REPLICA_URL"
        )
        if self.engine.dialect.name == "sqlite":
            database = str(self.engine.url.database)
            try:
                self._claim = Lock(Path(f"{database}-lock"))
            except BlockingIOError:
                raise busy from None
            return
        if self._replica_url:
            lease = Lease(self.engine, self._replica_url)
            if not lease.begin():
                lease.end()
                raise busy
            self.lease = lease
            return
        connection = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        if not connection.scalar(select(func.pg_try_advisory_lock(ADVISORY))):
            connection.close()
            raise busy
        free_all(connection)
        self._claim = connection

    def keep_claim(self) -> None:
        """Check the claim. PostgreSQL drops it with its connection; then it is made again.

        :raises StoreError: if another service has claimed the database.
        :raises LeaseLost: if this replica has no lease at this moment.
        """
        if self.lease is not None:
            if self.lease.is_refused:
                raise StoreError("database: another service has claimed it for itself alone")
            _ = self.lease.id
            return
        with self._claiming:
            if not isinstance(self._claim, Connection):
                return
            try:
                self._claim.scalar(text("SELECT 1"))
            except DBAPIError:
                lost = self._claim
                self.claim()
                lost.invalidate()
                lost.close()

    def close(self) -> None:
        """Release and close the database."""
        if self.lease is not None:
            self.lease.end()
            self.lease = None
        if isinstance(self._claim, Lock):
            self._claim.release()
        elif self._claim is not None:
            self._claim.invalidate()
            self._claim.close()
        self._claim = None
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
            self._temporary = None

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction.

        SQLite has one writer at a time; others sleep and retry in no order, so that some of many wait for
        seconds. Therefore they wait here.
        """
        alone = self._turn if self.engine.dialect.name == "sqlite" else nullcontext()
        with alone, self.engine.begin() as connection:
            yield connection

    def ask(self) -> None:
        """Check that the database can be written and the disk has room, at most once in `ASKED_S` seconds.

        :raises sqlalchemy.exc.OperationalError: if the database cannot be written.
        :raises StoreError: if the disk of the folder of files is full.
        """
        with self._asking:
            if time.monotonic() < self._asked + ASKED_S:
                return
            with self._writing() as connection:
                connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
            folder = self.folder.absolute()
            made = next(one for one in (folder, *folder.parents) if one.exists())
            if shutil.disk_usage(made).free < ROOM:
                raise StoreError(f"{made}: the disk is full")
            self._asked = time.monotonic()

    # -- matches

    def create(
        self,
        match: Mapping[str, Any],
        seated: Sequence[Chair],
        log: Sequence[Entry],
        follows: str | None = None,
    ) -> None:
        """Write a new match.

        :param follows: the match of which it is the rematch.
        :raises Taken: if a match has the same idempotency key, or `follows` has a rematch.
        :raises LeaseLost: if the lease is over under which it is to be kept.
        """
        try:
            with self._writing() as connection:
                if self.lease is not None and self.lease.check(connection) != match["keeper"]:
                    raise LeaseLost
                connection.execute(insert(matches), dict(match))
                connection.execute(insert(seats), [{"match": match["id"], **seat} for seat in seated])
                _append(connection, match["id"], log)
                if follows is not None:
                    _follow(connection, follows, match["id"])
        except IntegrityError:
            raise Taken from None

    def append(
        self,
        match: str,
        log: Sequence[Entry],
        changes: Mapping[str, Any],
        seat_changes: Mapping[int, Mapping[str, Any]] | None = None,
        keeper: str | None = None,
    ) -> None:
        """Write entries and changes of a match in one transaction.

        :param keeper: the lease under which the match is kept; None for a service that is alone.
        :raises Taken: if another process wrote an entry with the same number, or keeps the match now.
        """
        try:
            with self._writing() as connection:
                # First of all: who takes the match over waits for the row, and reads what is written here.
                own = _CHANGE_MATCH if keeper is None else KEEP_MATCH
                changed = {"which": match, "lease": keeper, "keeper": keeper, **changes}
                if connection.execute(own, changed).rowcount != 1:
                    raise Taken
                _append(connection, match, log)
                for seat, values in (seat_changes or {}).items():
                    connection.execute(_CHANGE_SEAT, {"which": match, "number": seat, **values})
        except IntegrityError:
            raise Taken from None

    def match(self, match: str) -> tuple[dict[str, Any], list[Chair], list[Entry]] | None:
        """A match's row, its seats in order and its log; None if there is none."""
        with self._reading() as connection:
            row = connection.execute(select(matches).where(matches.c.id == match)).mappings().first()
            if row is None:
                return None
            chairs = connection.execute(select(seats).where(seats.c.match == match).order_by(seats.c.seat))
            log = connection.execute(
                select(entries).where(entries.c.match == match).order_by(entries.c.number)
            )
            return (
                dict(row),
                [cast(Chair, dict(chair)) for chair in chairs.mappings()],
                [Entry(one.number, one.at, one.kind, one.actor, one.data) for one in log],
            )

    def going_on(self) -> list[str]:
        """The matches in which a bot is to move, a clock runs, or a webhook is to be called."""
        query = select(matches.c.id).where(GOING_ON)
        with self._reading() as connection:
            return list(connection.scalars(query))

    def idle(self, before: int, skip: int = 0) -> list[str]:
        """The first hundred matches that are not over and have no event since a time.

        :param skip: how many to leave out.
        """
        query = select(matches.c.id).where(matches.c.status != "over", matches.c.updated < before)
        with self._reading() as connection:
            ordered = query.order_by(matches.c.updated, matches.c.id)
            return list(connection.scalars(ordered.limit(100).offset(skip)))

    def count_unfinished(self, owner: str | None = None) -> int:
        """How many matches are not over: all, or those of an address."""
        # Each condition is that of an index.
        unfinished = matches.c.status.in_(("waiting", "running", "paused"))
        own = (matches.c.owner == owner) & (matches.c.status != "over")
        query = select(func.count()).select_from(matches).where(unfinished if owner is None else own)
        with self._reading() as connection:
            return connection.scalar(query) or 0

    # -- rows of the other tables

    def put(self, table: Table, row: Mapping[str, Any]) -> None:
        """Write a new row.

        :raises Taken: if there is one with the same idempotency key.
        """
        try:
            with self._writing() as connection:
                connection.execute(insert(table), dict(row))
        except IntegrityError:
            raise Taken from None

    def made_with(self, table: Table, key: Key | None) -> str | None:
        """The id of the row that was made with an idempotency key; None if there is none, or no key.

        :raises KeyReused: if another request made it.
        """
        if key is None:
            return None
        query = select(table.c.id, table.c.body_hash).where(table.c.key_hash == key.columns["key_hash"])
        with self._reading() as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        key.check(row.body_hash)
        return str(row.id)

    def change(self, table: Table, row_id: str, values: Mapping[str, Any]) -> None:
        """Change a row that waits or runs, if no other replica keeps it."""
        query = update(table).where(table.c.id == row_id, table.c.status.in_(UNFINISHED))
        if "keeper" in table.c:
            query = query.where(table.c.keeper.is_not_distinct_from(self.keeper))
        with self._writing() as connection:
            connection.execute(query.values(**values))

    def get(self, table: Table, row_id: str) -> dict[str, Any] | None:
        """A row; None if there is none."""
        with self._reading() as connection:
            row = connection.execute(select(table).where(table.c.id == row_id)).mappings().first()
        return None if row is None else dict(row)

    def unfinished(self, table: Table) -> list[dict[str, Any]]:
        """The rows that wait or run, the oldest first."""
        query = select(table).where(table.c.status.in_(UNFINISHED)).order_by(table.c.created)
        with self._reading() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]


def _append(connection: Connection, match: str, log: Sequence[Entry]) -> None:
    if log:
        connection.execute(_APPEND, [{"match": match, **vars(one)} for one in log])


def _follow(connection: Connection, old: str, new: str) -> None:
    free = (matches.c.id == old) & matches.c.rematch.is_(None)
    if connection.execute(update(matches).where(free).values(rematch=new)).rowcount != 1:
        raise Taken


def engine_of(url: str, writing: bool = True, connect: Mapping[str, Any] | None = None) -> Engine:
    """An engine; for SQLite with a write-ahead log.

    :param writing: whether transactions write. If not, each sees one moment of the database.
    :param connect: parameters of connections to PostgreSQL.
    :raises StoreError: if the URL is wrong.
    """
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() not in ("sqlite", "postgresql"):
            raise ValueError(f"{parsed.get_backend_name()!r} must be sqlite or postgresql")
        if parsed.get_backend_name() != "sqlite":
            parsed = parsed.set(drivername="postgresql+psycopg") if "+" not in parsed.drivername else parsed
            level = {} if writing else {"isolation_level": "REPEATABLE READ"}
            return create_engine(
                parsed,
                pool_size=16,
                max_overflow=16,
                pool_pre_ping=True,
                hide_parameters=True,
                connect_args=dict(connect or {}),
                **level,
            )
        if parsed.database and not parsed.database.startswith((":memory:", "file:")):
            _make_private(Path(parsed.database), writing)
        engine = create_engine(
            parsed, pool_size=16, max_overflow=16, connect_args={"timeout": 30}, hide_parameters=True
        )
    except Exception as error:
        raise StoreError(f"database: {error}") from None
    event.listen(engine, "connect", _on_sqlite_connect)
    begin = "BEGIN IMMEDIATE" if writing else "BEGIN"
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _make_private(path: Path, writing: bool) -> None:
    """Make a file that only its owner can read. SQLite gives its other files the same mode."""
    if writing:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    elif not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")


def _on_sqlite_connect(connection: Any, _: object) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def folder_of(url: str, files: str = "") -> Path:
    """The folder of the files beside a database.

    :param files: the folder; empty: the usual one.
    """
    if files:
        return Path(files)
    parsed = make_url(url)
    return Path(f"{parsed.database}-files") if parsed.database else Path("battlewise-files")


def migrate(engine: Engine) -> None:
    """Bring a database's tables up to this version."""
    config = Config()
    scripts = str(Path(__file__).with_name("migrations")).replace("%", "%%")  # % has a meaning there
    config.set_main_option("script_location", scripts)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # replicas can start at the same time
            connection.execute(select(func.pg_advisory_xact_lock(_MIGRATION)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
