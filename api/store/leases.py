"""Leases: which of several services (replicas) over one PostgreSQL database keeps a match or a tournament.

Each replica has a lease, a row that it renews. Rows of matches and tournaments name the lease under which
they are kept. A lease whose time is over, by the database's clock, is never renewed: its replica takes a new
one, and any replica can take what was kept under it. A write of a match checks in its transaction that the
match is kept under the writer's lease, and that the lease is not over.
"""

from contextlib import suppress
from datetime import timedelta
from secrets import token_urlsafe
from threading import Event, Thread
from time import monotonic
from typing import Any, Final

import structlog
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    Table,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from battlewise.api.store.tables import GOING_ON, UNFINISHED, analyses, matches, replicas, tournaments

log = structlog.get_logger("battlewise")
LEASE_S = 4.0
RENEW_S = 1.0
LOOK_S = 1.0  # how often a replica looks for what it can take over
RETRY_S = 0.3
REMEMBERED = timedelta(hours=1)  # how long a lease that is over has a row
BATCH = 50  # matches that a replica takes at a time, so that all replicas get some
ADVISORY: Final = 0x42574C47  # the number of the claim in PostgreSQL: shared by replicas, else exclusive
# PostgreSQL ends the transactions of a replica that was stopped before its lease is over.
CONNECT: Final = {
    "connect_timeout": 3,
    "tcp_user_timeout": 3000,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "options": "-c idle_in_transaction_session_timeout=3000",
}
_NOW: ColumnElement[Any] = func.clock_timestamp()
_HELD = exists().where(replicas.c.id == bindparam("lease"), replicas.c.expires > _NOW)
_OVER = select(replicas.c.id).where(replicas.c.expires <= _NOW)
_KEEPER_OF = {  # built once: every request that is forwarded needs it
    table: select(table.c.keeper, replicas.c.url, replicas.c.secret)
    .outerjoin(replicas, (replicas.c.id == table.c.keeper) & (replicas.c.expires > _NOW))
    .where(table.c.id == bindparam("which"))
    for table in (matches, tournaments)
}
KEEP_MATCH = update(matches).where(
    matches.c.id == bindparam("which"), matches.c.keeper == bindparam("lease"), _HELD
)
"""Changes a match that is kept under a lease which is not over; else no row."""


class KeptElsewhere(Exception):
    """Another replica keeps what was requested.

    :ivar url: its address; None if no replica can answer at this moment.
    :ivar secret: proves to it that a replica sends a request.
    """

    def __init__(self, problem: str, url: str | None = None, secret: str = "") -> None:
        super().__init__(problem)
        self.url = url
        self.secret = secret


class LeaseLost(KeptElsewhere):
    """This replica has no lease at this moment, or lost the one under which it wanted to write."""

    def __init__(self) -> None:
        super().__init__("this replica has lost its lease; retry")


class Lease:
    """The lease of this replica, held and renewed by a thread from `begin` to `end`.

    :param url: the address at which other replicas reach this one.
    :ivar secret: proves to this replica that another one sends a request.
    :ivar is_refused: whether a service that is alone has claimed the database in the meantime.
    """

    def __init__(self, engine: Engine, url: str) -> None:
        self.secret = token_urlsafe(24)
        self.is_refused = False
        self._engine = engine
        self._url = url
        self._held = ("", 0.0)  # the lease, and until when it surely lasts, by the clock of this process
        self._connection: Connection | None = None
        self._ending = Event()
        self._thread = Thread(target=self._renew_on, name="lease", daemon=True)

    # -- its own life

    def begin(self) -> bool:
        """Take a lease and renew it from now on; False if a service that is alone uses the database."""
        self._renew()
        if not self.is_refused:
            self._thread.start()
        return not self.is_refused

    def end(self) -> None:
        """Give the lease back: others can take at once what was kept under it."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()
        with suppress(SQLAlchemyError), self._engine.begin() as connection:
            connection.execute(update(replicas).where(replicas.c.id == self._held[0]).values(expires=_NOW))
        self._disconnect()

    @property
    def id(self) -> str:
        """The lease.

        :raises LeaseLost: if it is over.
        """
        lease, until = self._held
        if monotonic() >= until:
            raise LeaseLost
        return lease

    def _renew_on(self) -> None:
        wait = RENEW_S
        while not self._ending.wait(wait) and not self.is_refused:
            try:
                self._renew()
                wait = RENEW_S
            except Exception as error:  # without this thread the replica would never have a lease again
                log.warning("lease not renewed", error=type(error).__name__)
                self._disconnect()
                wait = RETRY_S

    def _renew(self) -> None:
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self.is_refused = not self._connection.scalar(select(func.pg_try_advisory_lock_shared(ADVISORY)))
            if self.is_refused:
                self._held = ("", 0.0)
                return
        asked = monotonic()
        end = _NOW + timedelta(seconds=LEASE_S)
        lease = self._held[0]
        own = update(replicas).where(replicas.c.id == lease, replicas.c.expires > _NOW)
        if not self._connection.execute(own.values(expires=end)).rowcount:
            if lease:
                log.warning("lease lost", lease=lease)
            lease = token_urlsafe(12)
            row = {"id": lease, "url": self._url, "secret": self.secret}
            self._connection.execute(insert(replicas).values(expires=end, **row))
        self._held = (lease, asked + LEASE_S)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    # -- what is kept under it

    def check(self, connection: Connection) -> str:
        """The lease, which is not over by the database's clock either.

        :raises LeaseLost: if it is.
        """
        lease = self.id
        if not connection.scalar(select(_HELD), {"lease": lease}):
            raise LeaseLost
        return lease

    def take(self, table: Table, row_id: str) -> bool:
        """Keep a match or a tournament that no other replica keeps.

        :returns: whether it was not kept by this replica before.
        :raises KeptElsewhere: if another replica keeps it.
        """
        lease = self.id
        while True:
            with self._engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
                row = connection.execute(_KEEPER_OF[table], {"which": row_id}).first()
            if row is None or row.keeper == lease:
                return False
            if row.url is not None:
                raise KeptElsewhere("another replica keeps it", row.url, row.secret)
            same = table.c.keeper.is_not_distinct_from(row.keeper)  # a lease that is over stays so
            free = select(table.c.id).where(table.c.id == row_id, same)
            with self._engine.begin() as connection:
                if self._take(connection, table, free.with_for_update(), lease):
                    return True

    def refer(self, lease: str) -> None:
        """Refer a request to the replica that has a lease, for what is kept in its memory alone.

        :raises KeptElsewhere: if another replica has it.
        """
        if lease == self.id:
            return
        query = select(replicas.c.url, replicas.c.secret).where(replicas.c.id == lease)
        with self._engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            row = connection.execute(query.where(replicas.c.expires > _NOW)).first()
        if row is not None:
            raise KeptElsewhere("another replica answers it", row.url, row.secret)

    def take_due(self) -> list[str]:
        """Keep some of the matches that no replica keeps and in which a bot is to move, a clock runs, or a
        webhook is to be called."""
        return self._take_some(matches, select(matches.c.id).where(GOING_ON), BATCH)

    def take_tournament(self) -> list[str]:
        """Keep the oldest of the tournaments that have not ended and that no replica keeps."""
        waiting = select(tournaments.c.id).where(tournaments.c.status.in_(UNFINISHED))
        return self._take_some(tournaments, waiting.order_by(tournaments.c.created), 1)

    def _take_some(self, table: Table, query: Select[Any], most: int) -> list[str]:
        free = query.where(or_(table.c.keeper.is_(None), table.c.keeper.in_(_OVER))).limit(most)
        with self._engine.begin() as connection:
            return self._take(connection, table, free.with_for_update(skip_locked=True), self.id)

    def _take(self, connection: Connection, table: Table, free: Select[Any], lease: str) -> list[str]:
        """Keep rows, which the query locks."""
        taken = [row[0] for row in connection.execute(free)]
        if taken:
            connection.execute(update(table).where(table.c.id.in_(taken)).values(keeper=lease))
            if table is matches:
                left = analyses.c.match.in_(taken) & analyses.c.status.in_(UNFINISHED)
                connection.execute(update(analyses).where(left).values(status="cancelled"))
        return taken

    def forget(self) -> None:
        """Delete the rows of leases that were over long ago, and under which nothing is kept that goes on."""
        due = exists().where(matches.c.keeper == replicas.c.id, matches.c.due)
        waiting = exists().where(tournaments.c.keeper == replicas.c.id, tournaments.c.status.in_(UNFINISHED))
        old = delete(replicas).where(replicas.c.expires < _NOW - REMEMBERED, ~due, ~waiting)
        with self._engine.begin() as connection:
            connection.execute(old)


def free_all(connection: Connection) -> None:
    """End all leases: a service that is alone keeps everything."""
    for table in (matches, tournaments):
        connection.execute(update(table).where(table.c.keeper.is_not(None)).values(keeper=None))
    connection.execute(delete(replicas))
