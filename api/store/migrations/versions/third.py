"""Which replica keeps a match or a tournament, and the replicas."""

import sqlalchemy as sa
from alembic import op

revision = "third"
down_revision = "second"


def upgrade() -> None:
    """Add the columns, the table and the indices."""
    op.create_table(
        "replicas",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("url", sa.String(240), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    )
    op.add_column("matches", sa.Column("keeper", sa.String(40)))
    op.add_column("tournaments", sa.Column("keeper", sa.String(40)))
    due, unfinished = sa.text("due"), sa.text("status <> 'over'")
    op.create_index("ix_matches_due", "matches", ["keeper"], postgresql_where=due, sqlite_where=due)
    op.create_index(
        "ix_matches_owner", "matches", ["owner"], postgresql_where=unfinished, sqlite_where=unfinished
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_matches_owner", "matches")
    op.drop_index("ix_matches_due", "matches")
    op.drop_column("tournaments", "keeper")
    op.drop_column("matches", "keeper")
    op.drop_table("replicas")
