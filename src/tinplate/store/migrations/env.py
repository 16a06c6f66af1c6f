"""Alembic runs this file to run the migrations: on the connection it was given."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
