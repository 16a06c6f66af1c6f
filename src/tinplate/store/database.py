"""Where SQLite and PostgreSQL differ: connections, waiting, transactions, errors.

Work on a database is a plain function of a connection. For SQLite it runs in a thread, once for a
whole transaction and not for each statement, which keeps waits short on a busy machine. PostgreSQL
is awaited on the event loop.
"""

import asyncio
import errno
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from sqlalchemy import URL, Connection, PoolProxiedConnection, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from tinplate.store.address import describe, file_of
from tinplate.store.appending import (
    Verdicts,
    append_to_postgres,
    append_to_sqlite,
    read_heads_in_postgres,
    read_heads_in_sqlite,
    read_tails_in_postgres,
    read_tails_in_sqlite,
)
from tinplate.store.group_commit import Append
from tinplate.store.group_read import GroupRead, Tail
from tinplate.store.log import Head, Row, StoreFailure, Unavailable

if TYPE_CHECKING:
    from tinplate.store.appending import PostgresConnection

ResultT = TypeVar("ResultT")
WantedT = TypeVar("WantedT")
Work = Callable[[Connection], ResultT]

BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
READERS = 4  # threads for one SQLite file
ATTEMPTS, RETRY_DELAY = 100, 0.05  # seconds, while another process creates the same file
SQLITE_FAILURES: dict[int, StoreFailure] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_IOERR: "disk-error",
    sqlite3.SQLITE_READONLY: "disk-error",  # that is what a disk becomes when it fails
}
POSTGRES_FAILURES: dict[str, StoreFailure] = {  # by SQLSTATE
    "53100": "full",
    "XX001": "damaged",
    "XX002": "damaged",  # an index
    "58030": "disk-error",
}


def _of_postgres() -> tuple[type[Exception], ...]:
    """What asyncpg raises; nothing where it is not installed."""
    try:
        import asyncpg  # noqa: PLC0415 - it belongs to an extra
    except ModuleNotFoundError:
        return ()
    # The last one comes when the server dies between two answers.
    return asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError


FAILURES: tuple[type[Exception], ...] = (
    SQLAlchemyError, OSError, sqlite3.Error, *_of_postgres()
)  # fmt: skip
TOLD: tuple[type[Exception], ...] = (*FAILURES, Unavailable)


class Database(Protocol):
    """Runs work on a database, which other processes may use at the same time."""

    async def read(self, work: Work[ResultT]) -> ResultT:
        """Each statement sees everything committed before it, and never waits for writers."""
        ...

    async def snapshot(self, work: Work[ResultT]) -> ResultT:
        """All statements see what was committed before the first one, and writers do not wait."""
        ...

    async def write(self, work: Work[ResultT]) -> ResultT:
        """Run the work in one transaction."""
        ...

    async def append(self, batch: Sequence[Append]) -> Verdicts:
        """Write a batch in one transaction."""
        ...

    async def rows(self, tail: Tail) -> list[Row]:
        """Read rows of a log, in order. Many who ask at once share a query."""
        ...

    async def head(self, log: str) -> Head | None:
        """Read the head of a log. Many who ask at once share a query."""
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
        self._appending: PoolProxiedConnection | None = None  # used by the writer's thread only
        self._finder = ThreadPoolExecutor(1)  # its reads are short, and over one connection
        self._finding: PoolProxiedConnection | None = None  # used by that thread only
        self._tails = GroupRead[Tail, list[Row]](partial(self._find, read_tails_in_sqlite))
        self._heads = GroupRead[str, Head | None](partial(self._find, read_heads_in_sqlite))

    async def read(self, work: Work[ResultT]) -> ResultT:
        return await _in_thread(self._readers, self._read, work)

    async def snapshot(self, work: Work[ResultT]) -> ResultT:
        return await _in_thread(self._readers, self._snapshot, work)

    async def write(self, work: Work[ResultT]) -> ResultT:
        return await _in_thread(self._writer, self._write, work)

    async def append(self, batch: Sequence[Append]) -> Verdicts:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, self._append, batch)

    async def rows(self, tail: Tail) -> list[Row]:
        return await self._tails.find(tail)

    async def head(self, log: str) -> Head | None:
        return await self._heads.find(log)

    async def close(self) -> None:
        await self._tails.drain()
        await self._heads.drain()
        for threads in (self._writer, self._readers, self._finder):
            await asyncio.to_thread(threads.shutdown)
        for connection in (self._appending, self._finding):
            if connection is not None:
                connection.close()
        self._engine.dispose()

    async def _find(
        self,
        find: Callable[[sqlite3.Connection, Sequence[WantedT]], ResultT],
        batch: Sequence[WantedT],
    ) -> ResultT:
        """Over one connection that stays open."""

        def found() -> ResultT:
            if self._finding is None:
                self._finding = self._engine.raw_connection()
            return find(_driver(self._finding), batch)

        with _known_failures():
            return await asyncio.get_running_loop().run_in_executor(self._finder, found)

    def _read(self, work: Work[ResultT]) -> ResultT:
        with self._engine.connect() as connection:
            return work(connection)

    def _snapshot(self, work: Work[ResultT]) -> ResultT:
        with self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            try:
                return work(connection)
            finally:
                connection.exec_driver_sql("ROLLBACK")

    def _write(self, work: Work[ResultT]) -> ResultT:
        with self._engine.begin() as connection:
            # Lock for writing at the start. A transaction that reads first and then writes while
            # another one writes would fail, and not wait.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            return work(connection)

    def _append(self, batch: Sequence[Append]) -> Verdicts:
        """Over one connection that stays open."""
        if self._appending is None:
            self._appending = self._engine.raw_connection()
        connection = _driver(self._appending)
        connection.isolation_level = None  # transactions begin and end where we say
        try:
            connection.execute("BEGIN IMMEDIATE")
            verdicts = append_to_sqlite(connection, batch)
            connection.execute("COMMIT")
        except BaseException:
            connection.rollback()  # some failures have done that already
            raise
        return verdicts


def _driver(connection: PoolProxiedConnection) -> sqlite3.Connection:
    found = connection.driver_connection
    assert isinstance(found, sqlite3.Connection)  # noqa: S101 - see `database_at`
    return found


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
        self._repeatable = self._engine.execution_options(isolation_level="REPEATABLE READ")
        self._appending: AsyncConnection | None = None
        self._reading: AsyncConnection | None = None
        self._one_by_one = asyncio.Lock()  # a connection answers one query at a time
        self._tails = GroupRead[Tail, list[Row]](partial(self._find, read_tails_in_postgres))
        self._heads = GroupRead[str, Head | None](partial(self._find, read_heads_in_postgres))

    async def read(self, work: Work[ResultT]) -> ResultT:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def snapshot(self, work: Work[ResultT]) -> ResultT:
        async with self._repeatable.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[ResultT]) -> ResultT:
        async with self._writing.begin() as connection:
            return await connection.run_sync(work)

    async def append(self, batch: Sequence[Append]) -> Verdicts:
        """Over one connection that stays open. After a failure we take another."""
        connection = await self._begun()
        try:
            verdicts = await append_to_postgres(connection, batch)
            await connection.execute("COMMIT")
        except BaseException:
            await self._drop_appending()
            raise
        return verdicts

    async def rows(self, tail: Tail) -> list[Row]:
        return await self._tails.find(tail)

    async def head(self, log: str) -> Head | None:
        return await self._heads.find(log)

    async def _find(
        self,
        find: "Callable[[PostgresConnection, Sequence[WantedT]], Awaitable[ResultT]]",
        batch: Sequence[WantedT],
    ) -> ResultT:
        """Over one connection that stays open. One that died with a restart is replaced."""
        async with self._one_by_one:
            with _known_failures():
                try:
                    return await self._found(find, batch)
                except FAILURES:
                    await self._drop_reading()
                    raise

    async def _found(
        self,
        find: "Callable[[PostgresConnection, Sequence[WantedT]], Awaitable[ResultT]]",
        batch: Sequence[WantedT],
    ) -> ResultT:
        if self._reading is not None:
            try:
                return await find(await self._driver(self._reading), batch)
            except FAILURES:
                await self._drop_reading()
        self._reading = await self._engine.connect()  # which is tried out first
        return await find(await self._driver(self._reading), batch)

    async def _drop_reading(self) -> None:
        if self._reading is not None:
            reading, self._reading = self._reading, None
            await reading.invalidate()
            await reading.close()

    async def _begun(self) -> "PostgresConnection":
        """A connection in a transaction. One that died with a restart is replaced."""
        if self._appending is not None:
            connection = await self._driver(self._appending)
            try:
                await connection.execute(BEGIN)
            except FAILURES:  # nothing was written yet
                await self._drop_appending()
            else:
                return connection
        self._appending = await self._engine.connect()  # which is tried out first
        connection = await self._driver(self._appending)
        await connection.execute(BEGIN)
        return connection

    @staticmethod
    async def _driver(connection: AsyncConnection) -> "PostgresConnection":
        proxied = await connection.get_raw_connection()
        return cast("PostgresConnection", proxied.driver_connection)

    async def _drop_appending(self) -> None:
        if self._appending is not None:
            appending, self._appending = self._appending, None
            await appending.invalidate()
            await appending.close()

    async def close(self) -> None:
        await self._tails.drain()
        await self._heads.drain()
        for connection in (self._appending, self._reading):
            if connection is not None:
                await connection.close()
        await self._engine.dispose()


@contextmanager
def _known_failures() -> Iterator[None]:
    """Raise errors with their kind, which a group of readers would not know."""
    try:
        yield
    except FAILURES as error:
        cause = _cause(error)
        raise Unavailable(_reason(cause), _kind(cause)) from error


@contextmanager
def translate_errors(url: URL) -> Iterator[None]:
    """Raise errors of the database as `Unavailable`, with its address and the reason."""
    try:
        yield
    except TOLD as error:
        cause = _cause(error)
        raise Unavailable(f"{describe(url)}: {_reason(cause)}", _kind(cause)) from error


def _cause(error: Exception) -> BaseException | None:
    """What the driver said."""
    return error.driver_exception if isinstance(error, DBAPIError) else error


def _kind(cause: BaseException | None) -> StoreFailure:
    """What the host can do about it depends on this."""
    match cause:
        case Unavailable():
            return cause.kind
        case sqlite3.Error():
            # Errors of the driver itself have no code. The low byte is the kind of error.
            return SQLITE_FAILURES.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF, "down")
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            return "full"
        case _:
            return POSTGRES_FAILURES.get(getattr(cause, "sqlstate", None) or "", "down")


def _reason(cause: BaseException | None) -> str:
    if isinstance(cause, TimeoutError):
        return "no answer in time"
    return str(cause).partition("\n")[0] or type(cause).__name__
