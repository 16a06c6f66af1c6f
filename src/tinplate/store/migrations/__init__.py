"""Migrations: they create the tables of a database, or bring older ones up to date.

A migration is a file in `versions/` with one function, `upgrade(op)`. Once published, it never
changes. Alembic knows their order, and stores in the database which one was the last. We pass `op`
explicitly, because Alembic's global one does not work with two databases at a time.
"""

from pathlib import Path

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from tinplate.store.log import Unavailable

FOLDER = Path(__file__).parent
MIGRATION_LOCK = 7_146_917  # an advisory lock


def upgrade(connection: Connection) -> None:
    """Bring the tables up to date, inside the caller's transaction."""
    _wait_for_others(connection)
    context = MigrationContext.configure(connection)
    migrations = ScriptDirectory(str(FOLDER))
    found = context.get_current_revision()
    _refuse_newer(found, migrations)
    for migration in reversed([*migrations.iterate_revisions("head", found or "base")]):
        migration.module.upgrade(Operations(context))
        context.stamp(migrations, migration.revision)


def check_current(connection: Connection) -> None:
    """Unavailable unless the tables are those of this version."""
    found = MigrationContext.configure(connection).get_current_revision()
    migrations = ScriptDirectory(str(FOLDER))
    if found is None:
        raise Unavailable("there are no tables of Tinplate in it")
    _refuse_newer(found, migrations)
    if found != migrations.get_current_head():
        raise Unavailable(
            f"it was written by an older Tinplate: its tables have version {found}, and this"
            f" program needs version {migrations.get_current_head()};"
            " copy it, then start `tinplate serve` with it once"
        )


def _wait_for_others(connection: Connection) -> None:
    """Migrate one process at a time. In SQLite, a writing transaction is alone anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))


def _refuse_newer(found: str | None, migrations: ScriptDirectory) -> None:
    known = {migration.revision for migration in migrations.walk_revisions()}
    if found is not None and found not in known:
        raise Unavailable(
            f"it was written by a newer Tinplate: its tables have version {found},"
            f" and this program knows versions up to {migrations.get_current_head()}"
        )
