"""What SQLite and PostgreSQL do not do alike: connecting, transactions, telling what is wrong."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import asyncpg
from sqlalchemy import URL, event, func, select
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tinplate.store.address import file_of, place_of
from tinplate.store.log import Unavailable

CHANGING_TABLES = 7_146_917  # the advisory lock of those who do
FAILURES = (
    SQLAlchemyError,
    OSError,
    sqlite3.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
)


def engine_for(url: URL, patience: int) -> AsyncEngine:
    """Connections on which every statement is a transaction, except in `transaction`.

    A database that does not answer for so many seconds counts as gone.
    """
    return _sqlite(url, patience) if file_of(url) else _postgresql(url, patience)


def make_file(url: URL) -> None:
    """The file of an SQLite database, and the directories it is in, where they are missing."""
    file = file_of(url)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Once here: an aiosqlite that cannot open a file leaves a thread behind, which then
        # stumbles over the end of the event loop.
        sqlite3.connect(file).close()


def _sqlite(url: URL, patience: int) -> AsyncEngine:
    engine = create_async_engine(
        url, isolation_level="AUTOCOMMIT", connect_args={"timeout": patience}
    )
    event.listen(engine.sync_engine, "connect", _make_durable)
    return engine


def _make_durable(connection: DBAPIConnection, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # what is committed survives a power failure
    cursor.close()


def _postgresql(url: URL, patience: int) -> AsyncEngine:
    # Who stops in the middle of a transaction, frozen or cut off, must not keep its locks.
    settings = {
        "application_name": "tinplate",
        "idle_in_transaction_session_timeout": str(1000 * patience),
    }
    return create_async_engine(
        url,
        isolation_level="AUTOCOMMIT",
        pool_pre_ping=True,  # after a restart of the server nobody gets a dead connection
        connect_args={
            "timeout": patience,
            "command_timeout": patience,
            "server_settings": settings,
        },
    )


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """All that is written inside, or nothing."""
    async with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            # At once, and not at the first write: who has read and then wants to write while
            # others do is refused, who wants to write from the beginning only waits.
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            await connection.execution_options(isolation_level="READ COMMITTED")
        yield connection
        await connection.commit()


async def lock_tables(connection: AsyncConnection) -> None:
    """Wait for whoever is changing the tables; in SQLite the transaction itself is the lock."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(CHANGING_TABLES)))


@contextmanager
def told_of(url: URL) -> Iterator[None]:
    """Whatever fails inside is `Unavailable`, with the place and the reason."""
    try:
        yield
    except (*FAILURES, Unavailable) as error:
        raise Unavailable(f"{place_of(url)}: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    cause = error.driver_exception if isinstance(error, DBAPIError) else error
    if isinstance(cause, TimeoutError):
        return "no answer in time"
    return str(cause).partition("\n")[0] or type(cause).__name__
