"""The tables of the database, and types of what they hold. Migrations bring older databases to this state."""

from typing import NotRequired, TypedDict

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    false,
)

from battlewise.api.schemas.matches import Kind, Spectators, Start

UNFINISHED = ("waiting", "running")  # the status of analyses and tournaments that have not ended

metadata = MetaData()
matches = Table(
    "matches",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("server_seed", String(64), nullable=False),
    Column("bot_seed", BigInteger, nullable=False),
    Column("host_hash", String(64), nullable=False),
    Column("next_host_hash", String(64)),  # of a new token, until it is used
    Column("owner", String(64)),  # hash of the creator's address
    Column("status", String(16), nullable=False, index=True),
    Column("due", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("key_hash", String(64), unique=True),
    Column("body_hash", String(64)),
    Column("rematch", String(40)),
    Column("keeper", String(40)),  # the lease of the replica that keeps it
)
_due, _unfinished = matches.c.due, matches.c.status != "over"
GOING_ON = matches.c.due & matches.c.status.in_(("running", "over"))
"""Matches in which a bot is to move, a clock runs, or a webhook is to be called."""
Index("ix_matches_due", matches.c.keeper, postgresql_where=_due, sqlite_where=_due)
Index("ix_matches_owner", matches.c.owner, postgresql_where=_unfinished, sqlite_where=_unfinished)
seats = Table(
    "seats",
    metadata,
    Column("match", String(40), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(80), nullable=False),
    Column("bot", String(240)),
    Column("token_hash", String(64)),
    Column("next_hash", String(64)),  # of a new token, until it is used
    Column("rematch", Boolean, nullable=False, server_default=false()),  # whether the seat requested one
)
entries = Table(
    "entries",
    metadata,
    Column("match", String(40), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("actor", Integer),
    Column("data", JSON, nullable=False),
)
analyses = Table(
    "analyses",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("match", String(40), ForeignKey("matches.id"), nullable=False, index=True),
    Column("seat", Integer),
    Column("kind", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("result", JSON),
    Column("key_hash", String(64), index=True, unique=True),  # of the idempotency key
    Column("body_hash", String(64)),
)
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("token_hash", String(64), nullable=False),
    Column("owner", String(64)),
    Column("plan", JSON, nullable=False),
    Column("status", String(16), nullable=False),
    Column("problem", String(500)),
    Column("created", BigInteger, nullable=False),
    Column("keeper", String(40)),  # the lease of the replica that keeps it
    Column("key_hash", String(64), index=True, unique=True),  # of the idempotency key
    Column("body_hash", String(64)),
)
replicas = Table(
    "replicas",
    metadata,
    Column("id", String(40), primary_key=True),  # of a lease: a replica that loses it gets a new one
    Column("url", String(240), nullable=False),
    Column("secret", String(40), nullable=False),
    Column("expires", DateTime(timezone=True), nullable=False),
)


class Clock(TypedDict):
    """Time limits of the seats, in milliseconds."""

    initial_ms: int
    increment_ms: int
    turn_ms: int | None


class Webhook(TypedDict):
    """Where to call, and the secret that signs."""

    url: str
    secret: str


class Terms(TypedDict):
    """What the creator of a match has chosen, and the nonce of its tokens."""

    clock: Clock | None
    spectators: Spectators
    delay_s: int
    hints: bool
    undo: bool
    start: Start
    moves: NotRequired[list[str]]
    nonce: NotRequired[str]
    webhook: NotRequired[Webhook | None]


class Chair(TypedDict):
    """A seat as it is when its match is created, with its tokens as they are now."""

    seat: NotRequired[int]
    kind: Kind
    name: str
    bot: str | None
    token_hash: NotRequired[str | None]
    next_hash: NotRequired[str | None]
    rematch: NotRequired[bool]
