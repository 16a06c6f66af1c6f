"""Logs for tests of stores: heads and rows in short, and what must be true of what was kept."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import asyncpg
from sqlalchemy import make_url

from tests.waiting import PATIENCE
from tinplate.store.log import NOT_OPENED, Head, Moment, Row, Store, all_rows
from tinplate.store.sql import SqlStore

MATCH, TABLE = "match", "table"


class Acknowledged(NamedTuple):
    """A row of which somebody was told that it is kept."""

    log: str
    version: int
    body: bytes


def row(version: int, body: bytes | None = None, at: int = 0) -> Row:
    return Row(version, Moment(at), f"row {version}".encode() if body is None else body)


def head(log: str, version: int = 0, **changes: Any) -> Head:  # noqa: ANN401 - any field
    plain = Head(log, MATCH, version, None, True, True, Moment(0), b"{}")  # noqa: FBT003
    return plain._replace(**changes)


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[SqlStore]:
    store = await SqlStore.open(address)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def several(address: str, number: int) -> AsyncIterator[list[SqlStore]]:
    """As many users of one database, which all open it at the same time."""
    async with asyncio.timeout(PATIENCE):
        stores = await asyncio.gather(*(SqlStore.open(address) for _ in range(number)))
    try:
        yield stores
    finally:
        await asyncio.gather(*(store.close() for store in stores))


@asynccontextmanager
async def unfinished(address: str, statement: str) -> AsyncIterator[None]:
    """Somebody else's transaction, in which that was done, and which is not over yet."""
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        file = sqlite3.connect(str(url.database), isolation_level=None)
        file.execute("BEGIN IMMEDIATE")
        file.execute(statement)
        yield
        file.execute("COMMIT")
        file.close()
    else:
        connection = await asyncpg.connect(address)
        async with connection.transaction():
            await connection.execute(statement)
            yield
        await connection.close()


async def append(store: Store, log: str, *versions: int, **changes: Any) -> None:  # noqa: ANN401
    await store.append(head(log, versions[-1], **changes), [row(version) for version in versions])


async def rows_of(store: Store, log: str) -> list[Row]:
    return [each async for each in all_rows(store, log)]


async def versions_of(store: Store, log: str) -> list[int]:
    return [each.version for each in await rows_of(store, log)]


async def append_next(store: Store, log: str, body: bytes) -> Acknowledged:
    """One row more, whatever the last one is; Conflict if somebody else was quicker."""
    last = await store.head(log)
    version = (last.version if last else NOT_OPENED) + 1
    await store.append(head(log, version), [row(version, body)])
    return Acknowledged(log, version, body)


async def check_kept(store: Store, logs: Iterable[str], told: Iterable[Acknowledged]) -> None:
    """What was acknowledged is there; no version is missing, no row is there twice."""
    kept = {log: await rows_of(store, log) for log in logs}
    for log, rows in kept.items():
        last = await store.head(log)
        assert [each.version for each in rows] == list(range(len(rows)))
        assert (last.version if last else NOT_OPENED) == len(rows) - 1
    bodies = [each.body for rows in kept.values() for each in rows]
    assert len(bodies) == len(set(bodies))
    assert set() == set(told) - {
        Acknowledged(log, each.version, each.body) for log, rows in kept.items() for each in rows
    }
