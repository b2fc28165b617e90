"""Idempotency keys of analyses and tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "fourth"
down_revision = "third"
TABLES = ("analyses", "tournaments")


def upgrade() -> None:
    """Add the columns."""
    for table in TABLES:
        op.add_column(table, sa.Column("key_hash", sa.String(64)))
        op.add_column(table, sa.Column("body_hash", sa.String(64)))
        op.create_index(f"ix_{table}_key_hash", table, ["key_hash"], unique=True)


def downgrade() -> None:
    """Drop them."""
    for table in TABLES:
        op.drop_index(f"ix_{table}_key_hash", table)
        op.drop_column(table, "body_hash")
        op.drop_column(table, "key_hash")
