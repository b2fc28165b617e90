"""Where Alembic starts: it migrates over the connection that `store.migrate` opened."""

from alembic import context

from battlewise.api.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
