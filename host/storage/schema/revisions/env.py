"""Alembic runs this module to migrate a database. The connection is in a transaction, which holds all revisions."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
