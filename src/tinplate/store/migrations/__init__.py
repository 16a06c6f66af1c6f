"""How a database gets from nothing, or from an older version of the tables, to today's.

A migration is a file in `versions/` with one function, `upgrade(op)`; it never changes once it was
published. Alembic knows their order and notes in the database how far it has got. We hand `op` to
them: Alembic's own way, a global one, is not for two databases at a time.
"""

from pathlib import Path

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from tinplate.store.log import Unavailable

FOLDER = Path(__file__).parent
CHANGING_TABLES = 7_146_917  # the advisory lock of those who do


def upgrade(connection: Connection) -> None:
    """Bring the tables up to date, inside the transaction of whoever holds the connection."""
    _wait_for_others(connection)
    context = MigrationContext.configure(connection)
    migrations = ScriptDirectory(str(FOLDER))
    found = context.get_current_revision()
    _refuse_newer(found, migrations)
    for migration in reversed([*migrations.iterate_revisions("head", found or "base")]):
        migration.module.upgrade(Operations(context))
        context.stamp(migrations, migration.revision)


def _wait_for_others(connection: Connection) -> None:
    """One at a time; in SQLite a transaction that writes is alone anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(CHANGING_TABLES)))


def _refuse_newer(found: str | None, migrations: ScriptDirectory) -> None:
    known = {migration.revision for migration in migrations.walk_revisions()}
    if found is not None and found not in known:
        raise Unavailable(
            f"a newer Tinplate has written it: its tables are of version {found},"
            f" this program knows them up to {migrations.get_current_head()}"
        )
