"""How a database gets from nothing, or from an older version of the tables, to today's.

A migration is a file in `versions/`; it never changes once it was published.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from tinplate.store.log import Unavailable

CHANGING_TABLES = 7_146_917  # the advisory lock of those who do


def upgrade(connection: Connection) -> None:
    """Bring the tables up to date, inside the transaction of whoever holds the connection."""
    _wait_for_others(connection)
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent))
    _refuse_newer(connection, ScriptDirectory.from_config(config))
    command.upgrade(config, "head")


def _wait_for_others(connection: Connection) -> None:
    """One at a time; in SQLite a transaction that writes is alone anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(CHANGING_TABLES)))


def _refuse_newer(connection: Connection, script: ScriptDirectory) -> None:
    known = {revision.revision for revision in script.walk_revisions()}
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in known:
        raise Unavailable(
            f"a newer Tinplate has written it: its tables are of version {found},"
            f" this program knows them up to {script.get_current_head()}"
        )
