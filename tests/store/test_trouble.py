"""A full disk and a damaged file: nothing is lost, and the host is told."""

import asyncio
import logging
import sqlite3
from pathlib import Path

import pytest

from tests.store.logs import append, opened, versions_of
from tinplate.store.database import SqliteFile
from tinplate.store.log import Unavailable
from tinplate.store.sql import SqlStore

PAGE_BYTES = 4096


def limit_pages(store: SqlStore) -> None:
    """No page more than there are: as on a full disk, for whoever appends."""
    [(pages,)] = appending(store).execute("PRAGMA page_count")
    appending(store).execute(f"PRAGMA max_page_count = {pages}")


def free_pages(store: SqlStore) -> None:
    appending(store).execute("PRAGMA max_page_count = 1000000")


def appending(store: SqlStore) -> sqlite3.Connection:
    assert isinstance(store._database, SqliteFile)
    assert store._database._appending is not None
    connection = store._database._appending.driver_connection
    assert isinstance(connection, sqlite3.Connection)
    return connection


async def test_a_full_disk_is_told_and_passes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What was acknowledged stays, and it goes on when there is room again."""
    async with opened(f"sqlite:///{tmp_path}/full.sqlite") as store:
        await append(store, "a", 0)
        limit_pages(store)
        failures = list[str]()
        for version in range(1, 200):
            try:
                await append(store, "a", version - len(failures), summary=bytes(PAGE_BYTES))
            except Unavailable as error:
                failures.append(str(error))
        kept = await versions_of(store, "a")
        free_pages(store)
        await append(store, "a", len(kept))
        await store.check()
        after = await versions_of(store, "a")

    assert len(failures) > 1
    assert all("database or disk is full" in failure for failure in failures)
    assert kept == list(range(200 - len(failures)))
    assert after == [*kept, len(kept)]
    told = [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
    assert 1 == len(told)
    assert "the store fails" in told[0]
    assert "disk is full" in told[0]


async def test_a_damaged_file_is_never_called_fine_again(tmp_path: Path) -> None:
    """SQLite has said so once: however well the next check would go, a person has to look."""
    file = tmp_path / "damaged.sqlite"
    async with opened(f"sqlite:///{file}") as store:
        for number in range(300):
            await append(store, f"log {number:04}", 0)
        await store.check()
    damaged = bytearray(file.read_bytes())
    for page in range(8, len(damaged) // PAGE_BYTES):
        damaged[page * PAGE_BYTES : page * PAGE_BYTES + 200] = b"\xff" * 200
    file.write_bytes(damaged)
    store = await SqlStore.open(f"sqlite:///{file}")
    try:
        reading = asyncio.gather(*(versions_of(store, f"log {number:04}") for number in range(300)))
        with pytest.raises(Unavailable, match="malformed"):
            await reading
        for _ in range(2):
            with pytest.raises(Unavailable, match="malformed"):
                await store.check()
    finally:
        await store.close()
