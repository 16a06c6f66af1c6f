"""Where SQLite and PostgreSQL differ: connections, waiting, transactions, errors.

Work on a database is a plain function of a connection. For SQLite it runs in a thread, once for a
whole transaction and not for each statement, which keeps waits short on a busy machine. PostgreSQL
is awaited on the event loop.
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

from tinplate.store.address import describe, file_of
from tinplate.store.log import Unavailable

ResultT = TypeVar("ResultT")
Work = Callable[[Connection], ResultT]

READERS = 4  # threads for one SQLite file
ATTEMPTS, RETRY_DELAY = 100, 0.05  # seconds, while another process creates the same file
FAILURES = (
    SQLAlchemyError,
    OSError,
    sqlite3.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
)


class Database(Protocol):
    """Runs work on a database, which other processes may use at the same time."""

    async def read(self, work: Work[ResultT]) -> ResultT:
        """Each statement sees everything committed before it, and never waits for writers."""
        ...

    async def write(self, work: Work[ResultT]) -> ResultT:
        """Run the work in one transaction."""
        ...

    async def close(self) -> None: ...


def database_at(url: URL, timeout: int) -> Database:
    """A database counts as gone if it does not answer within the timeout, in seconds."""
    return SqliteFile(url, timeout) if file_of(url) else PostgresServer(url, timeout)


class SqliteFile:
    """A file in an existing directory."""

    def __init__(self, url: URL, timeout: int) -> None:
        """It opens the file with the first work, not here."""
        self._engine = create_engine(
            url, isolation_level="AUTOCOMMIT", connect_args={"timeout": timeout}
        )
        event.listen(self._engine, "connect", _make_durable)
        self._writer = ThreadPoolExecutor(1)  # SQLite allows one writer at a time
        self._readers = ThreadPoolExecutor(READERS)

    async def read(self, work: Work[ResultT]) -> ResultT:
        return await _in_thread(self._readers, self._read, work)

    async def write(self, work: Work[ResultT]) -> ResultT:
        return await _in_thread(self._writer, self._write, work)

    async def close(self) -> None:
        for threads in (self._writer, self._readers):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()

    def _read(self, work: Work[ResultT]) -> ResultT:
        with self._engine.connect() as connection:
            return work(connection)

    def _write(self, work: Work[ResultT]) -> ResultT:
        with self._engine.begin() as connection:
            # Lock for writing at the start. A transaction that reads first and then writes while
            # another one writes would fail, and not wait.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            return work(connection)


async def _in_thread(
    threads: ThreadPoolExecutor, act: Callable[[Work[ResultT]], ResultT], work: Work[ResultT]
) -> ResultT:
    return await asyncio.get_running_loop().run_in_executor(threads, act, work)


def _make_durable(connection: DBAPIConnection, _: object) -> None:
    cursor = connection.cursor()
    _enable_wal(cursor)
    cursor.execute("PRAGMA synchronous = FULL")  # commits survive a power failure
    cursor.close()


def _enable_wal(cursor: DBAPICursor) -> None:
    """If several processes create a file at once, SQLite fails instead of waiting: retry."""
    for _ in range(ATTEMPTS):
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            time.sleep(RETRY_DELAY)
        else:
            return
    cursor.execute("PRAGMA journal_mode = WAL")


class PostgresServer:
    """A server, which may restart at any time."""

    def __init__(self, url: URL, timeout: int) -> None:
        """It connects with the first work, not here."""
        settings = {
            "application_name": "tinplate",
            # A client that freezes in the middle of a transaction must not keep its locks.
            "idle_in_transaction_session_timeout": str(1000 * timeout),
        }
        self._engine = create_async_engine(
            url,
            isolation_level="AUTOCOMMIT",
            pool_pre_ping=True,  # detects connections that died with a restart
            connect_args={
                "timeout": timeout,
                "command_timeout": timeout,
                "server_settings": settings,
            },
        )
        self._writing = self._engine.execution_options(isolation_level="READ COMMITTED")

    async def read(self, work: Work[ResultT]) -> ResultT:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[ResultT]) -> ResultT:
        async with self._writing.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


@contextmanager
def translate_errors(url: URL) -> Iterator[None]:
    """Raise errors of the database as `Unavailable`, with its address and the reason."""
    try:
        yield
    except (*FAILURES, Unavailable) as error:
        raise Unavailable(f"{describe(url)}: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    cause = error.driver_exception if isinstance(error, DBAPIError) else error
    if isinstance(cause, TimeoutError):
        return "no answer in time"
    return str(cause).partition("\n")[0] or type(cause).__name__
