"""The tables of the database. Migrations bring an older database to this state."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    false,
)

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
)
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
)
