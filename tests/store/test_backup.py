# ruff: noqa: ASYNC240 - tests look at files between two steps
"""Backups: complete and consistent, restored to either database, and never over anything."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from stat import S_IMODE

import pytest

from tests.postgres import Postgres
from tests.store.logs import append, head, opened, row, rows_of
from tinplate.game import Rejected
from tinplate.store import backup as backups
from tinplate.store.backup import back_up, facts_of, restore
from tinplate.store.log import Moment, Unavailable
from tinplate.store.sql import SqlStore

LOGS = [f"log {number:02}" for number in range(12)]
LATE = "log 99"  # sorted behind all others


def silent(_: str, __: float) -> None:
    """Progress that nobody watches."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
async def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """Another empty database, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'new' / 'folder' / 'restored.sqlite'}"
        return
    server: Postgres = request.getfixturevalue("postgres")
    async with server.another_database("restored") as address:
        yield address


async def fill(address: str) -> None:
    """Logs that differ in everything a head may say, with all bytes a row may have."""
    async with opened(address) as store:
        for number, log in enumerate(LOGS):
            rows = [row(0, bytes(range(256))), *(row(at + 1, at=at) for at in range(number))]
            await store.append(
                head(
                    log,
                    len(rows) - 1,
                    due=Moment(number) if number % 2 else None,
                    is_public=number % 3 == 0,
                    is_open=number % 4 == 0,
                    updated_at=Moment(2**62 + number),
                    summary=b"\x00\xff",
                    topics=("board", f"topic {number}")[: number % 3],
                    guests=("ann", "bob é")[: number % 3],
                ),
                rows,
            )


async def everything(store: SqlStore) -> dict[str, object]:
    """All that a store tells of these logs."""
    heads = {log: await store.head(log) for log in [*LOGS, LATE]}
    rows = {log: await rows_of(store, log) for log in heads}
    found = {
        "ann": await store.of_guest("ann", "match", is_open=True, limit=99),
        "board": await store.about(["board"], since=Moment(0)),
        "due": await store.due(Moment(99), limit=99),
    }
    return {"heads": heads, "rows": rows, "found": found}


@contextmanager
def changed(file: Path) -> Iterator[sqlite3.Connection]:
    """Somebody works on a backup by hand."""
    with closing(sqlite3.connect(file)) as connection, connection:
        yield connection


async def test_what_is_restored_is_what_was_there(address: str, elsewhere: str, file: Path) -> None:
    """From either database to either: every row, every head, every index; and it goes on."""
    await fill(address)
    made = await back_up(address, file, b"the key", silent)
    found = await restore(file, elsewhere, silent)
    async with opened(address) as before, opened(elsewhere) as after:
        assert await everything(before) == await everything(after)
        await append(after, LOGS[3], 4)
        await append(after, LATE, 0)
        await after.check()

    assert made == found == facts_of(file)
    assert (12, 12 + 66, 0, b"the key") == (made.logs, made.entries, made.broken, made.secret)


async def test_a_backup_is_of_one_moment(
    address: str, file: Path, sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written while it is made is not in it, neither in old logs nor in new ones."""
    monkeypatch.setattr(backups, "PAGE", 2)
    await fill(address)
    written = list[str]()

    async def write() -> None:
        async with opened(address) as store:
            await append(store, LOGS[-1], 12)
            await append(store, LATE, 0)

    def tell(what: str, _: float) -> None:
        if not written:
            written.append(what)
            somebody = threading.Thread(target=lambda: asyncio.run(write()))
            somebody.start()
            somebody.join()

    made = await back_up(address, file, None, tell)
    restored = f"{sqlite_address}.restored"
    await restore(file, restored, silent)
    async with opened(address) as now, opened(restored) as then:
        assert (13, 12) == (len(await rows_of(now, LOGS[-1])), len(await rows_of(then, LOGS[-1])))
        assert await now.head(LATE) is not None
        assert await then.head(LATE) is None
    assert ["Copying"] == written
    assert (12, 78, 0) == (made.logs, made.entries, made.broken)


async def test_nobody_else_can_read_a_backup(sqlite_address: str, file: Path) -> None:
    """Private tables, chat and the key are in it."""
    await fill(sqlite_address)
    await back_up(sqlite_address, file, None, silent)

    assert 0o600 == S_IMODE(file.stat().st_mode)


@pytest.mark.parametrize("there", ["backup.sqlite", "backup.sqlite-wal", "backup.sqlite-journal"])
async def test_a_backup_overwrites_nothing(sqlite_address: str, file: Path, there: str) -> None:
    """Neither another backup nor what SQLite would take for a part of it."""
    await fill(sqlite_address)
    file.with_name(there).write_text("precious")
    with pytest.raises(Rejected, match=f"{there}: it exists already"):
        await back_up(sqlite_address, file, None, silent)

    assert "precious" == file.with_name(there).read_text()


async def test_restoring_overwrites_nothing(address: str, file: Path) -> None:
    """A file that exists, or a database in which something is."""
    await fill(address)
    await back_up(address, file, None, silent)
    async with opened(address) as store:
        await append(store, LATE, 0)
    with pytest.raises(Rejected, match="already"):
        await restore(file, address, silent)
    async with opened(address) as store:
        assert await store.head(LATE) is not None


@pytest.mark.parametrize("during", ["Copying", "Checking"])
async def test_what_is_interrupted_leaves_nothing(
    address: str, elsewhere: str, file: Path, during: str
) -> None:
    """No file with half of it under the name of a whole one, no draft, no rows."""

    class Enough(Exception):
        """Somebody pressed Ctrl-C."""

    def tell(what: str, _: float) -> None:
        if what == during:
            raise Enough

    await fill(address)
    before = sorted(file.parent.glob("*"))
    with pytest.raises(Enough):
        await back_up(address, file, None, tell)
    assert before == sorted(file.parent.glob("*"))
    await back_up(address, file, None, silent)
    with pytest.raises(Enough):
        await restore(file, elsewhere, tell)
    await restore(file, elsewhere, silent)


def damage_body(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE log_rows SET body = x'78' WHERE log = 'log 05' AND version = 2")


def lose_row(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM log_rows WHERE log = 'log 05' AND version = 2")


def change_head(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE log_heads SET version = version + 1 WHERE log = 'log 05'")


def change_due(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE log_heads SET due = 7 WHERE log = 'log 05'")


def forget_guests(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM log_guests")


def change_key(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE backup_facts SET secret = x'00'")


def garble_digests(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE backup_facts SET digests = '{'")


@pytest.mark.parametrize(
    "harm",
    [damage_body, lose_row, change_head, change_due, forget_guests, change_key, garble_digests],
)
async def test_a_damaged_backup_is_not_restored(
    sqlite_address: str, elsewhere: str, file: Path, harm: Callable[[sqlite3.Connection], None]
) -> None:
    """Nothing of it: the next attempt, with a good one, succeeds."""
    await fill(sqlite_address)
    await back_up(sqlite_address, file, None, silent)
    good = file.read_bytes()
    with changed(file) as connection:
        harm(connection)
    with pytest.raises(Rejected, match=r"backup\.sqlite: it is damaged"):
        await restore(file, elsewhere, silent)
    file.write_bytes(good)
    await restore(file, elsewhere, silent)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "this is not a backup of Tinplate"),
        (b"Dear diary," * 1000, "file is not a database"),
        (b"SQLite format 3\x00" + bytes(4000), "file is not a database"),
    ],
)
async def test_other_files_are_refused(
    sqlite_address: str, file: Path, content: bytes, complaint: str
) -> None:
    """In one sentence that names the file."""
    file.write_bytes(content)
    with pytest.raises(Rejected, match=rf"backup\.sqlite: .*{complaint}"):
        await restore(file, sqlite_address, silent)


async def test_a_database_is_not_a_backup(sqlite_address: str, file: Path) -> None:
    """It may change while it is copied, and nobody knows whether it is complete."""
    await fill(f"sqlite:///{file}")
    with pytest.raises(Rejected, match="this is not a backup"):
        await restore(file, sqlite_address, silent)


async def test_no_file_no_restore(sqlite_address: str, file: Path) -> None:
    """And no empty database is made instead."""
    with pytest.raises(Rejected, match="there is no such file"):
        await restore(file, sqlite_address, silent)
    with pytest.raises(Rejected, match="there is no such database"):
        await back_up(sqlite_address, file, None, silent)

    assert [] == list(file.parent.glob("*"))


async def test_a_backup_tells_what_was_broken_before(sqlite_address: str, file: Path) -> None:
    """All that is left is in it, so that it can be rescued."""
    await fill(sqlite_address)
    with changed(Path(sqlite_address.removeprefix("sqlite:///"))) as connection:
        lose_row(connection)
    made = await back_up(sqlite_address, file, None, silent)

    assert (1, 77) == (made.broken, made.entries)


async def test_a_database_of_another_version_is_not_guessed_at(
    sqlite_address: str, file: Path
) -> None:
    """We know the tables of our own version."""
    await fill(sqlite_address)
    with changed(Path(sqlite_address.removeprefix("sqlite:///"))) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0004'")
    with pytest.raises(Unavailable, match=r"written by an older Tinplate: .* version 0004"):
        await back_up(sqlite_address, file, None, silent)

    assert not file.exists()


async def test_an_old_backup_is_migrated(sqlite_address: str, elsewhere: str, file: Path) -> None:
    """The file itself stays as it is: its owner may need it for the old version."""
    await fill(sqlite_address)
    await back_up(sqlite_address, file, None, silent)
    with changed(file) as connection:  # as before the migration that made it
        connection.execute("DROP TABLE log_checks")
        connection.execute("UPDATE alembic_version SET version_num = '0004'")
    old = file.read_bytes()
    await restore(file, elsewhere, silent)
    async with opened(sqlite_address) as before, opened(elsewhere) as after:
        assert await everything(before) == await everything(after)
        await after.check()
    assert old == file.read_bytes()


async def test_a_newer_backup_is_refused(sqlite_address: str, file: Path) -> None:
    """We cannot know what is in it."""
    await fill(sqlite_address)
    await back_up(sqlite_address, file, None, silent)
    with changed(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Rejected, match=r"backup\.sqlite: it was written by a newer Tinplate"):
        await restore(file, f"{sqlite_address}.new", silent)


async def test_several_databases_are_backed_up_one_by_one(sqlite_address: str, file: Path) -> None:
    """A backup is of one moment, and several databases have none in common."""
    several = f"{sqlite_address},{sqlite_address}.second"
    with pytest.raises(Rejected, match="name one database"):
        await back_up(several, file, None, silent)
    await fill(sqlite_address)
    await back_up(sqlite_address, file, None, silent)
    with pytest.raises(Rejected, match="name one database"):
        await restore(file, several, silent)


async def test_a_backup_of_before_there_were_digests_is_restored(
    sqlite_address: str, elsewhere: str, file: Path
) -> None:
    """What it says of itself is compared: its entries, and how many logs are incomplete."""
    await fill(sqlite_address)
    await back_up(sqlite_address, file, b"the key", silent)
    with changed(file) as connection:
        connection.execute("ALTER TABLE backup_facts DROP COLUMN digests")
    old = facts_of(file)
    with changed(file) as connection:
        change_head(connection)
    with pytest.raises(Rejected, match="it is damaged"):
        await restore(file, elsewhere, silent)
    with changed(file) as connection:
        connection.execute("UPDATE log_heads SET version = version - 1 WHERE log = 'log 05'")

    assert old == await restore(file, elsewhere, silent)
    assert (b"the key", None) == (old.secret, old.digests)


async def test_a_folder_that_is_not_there_is_named(sqlite_address: str, tmp_path: Path) -> None:
    """Not the draft that could not be made in it."""
    await fill(sqlite_address)
    with pytest.raises(Rejected, match="nowhere: there is no such folder"):
        await back_up(sqlite_address, tmp_path / "nowhere" / "backup.sqlite", None, silent)
