"""Who made what, tokens that wait to be used, and wishes for a rematch."""

import sqlalchemy as sa
from alembic import op

revision = "second"
down_revision = "first"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("matches", sa.Column("next_host_hash", sa.String(64)))
    op.add_column("matches", sa.Column("owner", sa.String(64)))
    op.add_column("seats", sa.Column("next_hash", sa.String(64)))
    op.add_column("seats", sa.Column("rematch", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tournaments", sa.Column("owner", sa.String(64)))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("tournaments", "owner")
    op.drop_column("seats", "rematch")
    op.drop_column("seats", "next_hash")
    op.drop_column("matches", "owner")
    op.drop_column("matches", "next_host_hash")
