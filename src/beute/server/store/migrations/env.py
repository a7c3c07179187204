"""What Alembic runs to migrate: `beute.server.store.migrations` gives it the connection, inside a transaction."""

from alembic import context

from beute.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite can change little of a table in place
    transactional_ddl=True,  # SQLite too: a migration that fails leaves the database as it was
)
context.run_migrations()
