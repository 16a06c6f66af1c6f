"""What SQLite and PostgreSQL do not do alike: connecting, waiting, transactions, complaints.

Work on a database is a plain function of a connection. SQLite does it in a thread: to hop there
once for a whole transaction and not for every statement is what keeps waits short on a busy
machine. PostgreSQL is waited for by the event loop.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Protocol, TypeVar

import asyncpg
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from tinplate.store.address import file_of, place_of
from tinplate.store.log import Unavailable

Answer = TypeVar("Answer")
Work = Callable[[Connection], Answer]

READERS = 4  # of one SQLite file, at a time
TRIES, BETWEEN_TRIES = 100, 0.05  # seconds, while others make the same file
FAILURES = (
    SQLAlchemyError,
    OSError,
    sqlite3.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
)


class Database(Protocol):
    """Does work that it is given; many processes may use the same one at a time."""

    async def read(self, work: Work[Answer]) -> Answer:
        """Each statement sees what was committed before it, and waits for nobody who writes."""
        ...

    async def write(self, work: Work[Answer]) -> Answer:
        """One transaction: all that is written in it or nothing."""
        ...

    async def close(self) -> None: ...


def database_at(url: URL, patience: int) -> Database:
    """A database that does not answer for so many seconds counts as gone."""
    return SqliteFile(url, patience) if file_of(url) else PostgresServer(url, patience)


class SqliteFile:
    """A file, in a directory that is there."""

    def __init__(self, url: URL, patience: int) -> None:
        """Touch nothing before the first work."""
        self._engine = create_engine(
            url, isolation_level="AUTOCOMMIT", connect_args={"timeout": patience}
        )
        event.listen(self._engine, "connect", _make_durable)
        self._writer = ThreadPoolExecutor(1)  # one writes at a time anyway
        self._readers = ThreadPoolExecutor(READERS)

    async def read(self, work: Work[Answer]) -> Answer:
        return await _in_thread(self._readers, self._read, work)

    async def write(self, work: Work[Answer]) -> Answer:
        return await _in_thread(self._writer, self._write, work)

    async def close(self) -> None:
        for threads in (self._writer, self._readers):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()

    def _read(self, work: Work[Answer]) -> Answer:
        with self._engine.connect() as connection:
            return work(connection)

    def _write(self, work: Work[Answer]) -> Answer:
        with self._engine.begin() as connection:
            # At once, and not at the first write: who has read and then wants to write while
            # others do is refused, who wants to write from the beginning only waits.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            return work(connection)


async def _in_thread(
    threads: ThreadPoolExecutor, act: Callable[[Work[Answer]], Answer], work: Work[Answer]
) -> Answer:
    return await asyncio.get_running_loop().run_in_executor(threads, act, work)


def _make_durable(connection: DBAPIConnection, _: object) -> None:
    cursor = connection.cursor()
    _begin_write_ahead(cursor)
    cursor.execute("PRAGMA synchronous = FULL")  # what is committed survives a power failure
    cursor.close()


def _begin_write_ahead(cursor: DBAPICursor) -> None:
    """Several that open a new file at once: who comes second is refused, not made to wait."""
    for _ in range(TRIES):
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            time.sleep(BETWEEN_TRIES)
        else:
            return
    cursor.execute("PRAGMA journal_mode = WAL")


class PostgresServer:
    """A server, which may be restarted at any time."""

    def __init__(self, url: URL, patience: int) -> None:
        """Connect to nothing before the first work."""
        settings = {
            "application_name": "tinplate",
            # Who stops in the middle of a transaction, frozen or cut off, must not keep its locks.
            "idle_in_transaction_session_timeout": str(1000 * patience),
        }
        self._engine = create_async_engine(
            url,
            isolation_level="AUTOCOMMIT",
            pool_pre_ping=True,  # after a restart nobody gets a dead connection
            connect_args={
                "timeout": patience,
                "command_timeout": patience,
                "server_settings": settings,
            },
        )
        self._writing = self._engine.execution_options(isolation_level="READ COMMITTED")

    async def read(self, work: Work[Answer]) -> Answer:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[Answer]) -> Answer:
        async with self._writing.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


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
