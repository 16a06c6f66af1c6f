"""Migrations: the tables they make are the tables we use, and nobody's data is at risk."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory

from tests.postgres import Postgres
from tests.store.logs import append, opened, rows_of, several, versions_of
from tinplate.store import migrations, sql
from tinplate.store.address import parse_address
from tinplate.store.database import database_at
from tinplate.store.log import Moment, Unavailable
from tinplate.store.schema import METADATA, PARTITIONS
from tinplate.store.sql import SqlStore

# Everything that defines the tables, as the database itself tells it.
COLUMNS = """
    SELECT table_name, column_name, ordinal_position, data_type, is_nullable, column_default,
        collation_name
    FROM information_schema.columns WHERE table_name LIKE 'log%' ORDER BY 1, 2
"""
INDEXES = "SELECT indexdef FROM pg_indexes WHERE tablename LIKE 'log%' ORDER BY 1"
CONSTRAINTS = """
    SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conname LIKE 'log%' ORDER BY 1
"""
SQLITE_COLUMNS = """
    SELECT tables.name, columns.*
    FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name LIKE 'log%' ORDER BY 1, 2
"""
SQLITE_INDEXES = """
    SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name LIKE 'log%' ORDER BY 1
"""
DEFINITIONS = {
    "sqlite": [SQLITE_COLUMNS, SQLITE_INDEXES],
    "postgresql": [COLUMNS, INDEXES, CONSTRAINTS],
}


def definitions(connection: sa.Connection) -> list[list[tuple[object, ...]]]:
    return [
        [tuple(row) for row in connection.exec_driver_sql(query)]
        for query in DEFINITIONS[connection.dialect.name]
    ]


def make_anew(connection: sa.Connection) -> None:
    METADATA.drop_all(connection)
    METADATA.create_all(connection)


async def test_migrations_make_the_tables_we_use(address: str) -> None:
    """Column by column, index by index: the migrated database and the schema are the same."""
    async with opened(address) as store:
        migrated = await store._database.read(definitions)
        await store._database.write(make_anew)
        meant = await store._database.read(definitions)

    assert all(meant)
    assert meant == migrated


async def test_the_database_says_which_version_it_is_of(address: str) -> None:
    """One row, the newest migration; opening again changes nothing."""
    for _ in range(2):
        async with opened(address) as store:
            found = await store._database.read(version_in)

        assert newest_version() == found


async def test_a_newer_database_is_refused(address: str) -> None:
    """An old program does not touch what a newer one has written; it says so in a sentence."""
    async with opened(address) as store:
        await append(store, "a", 0)
        await store._database.write(make_newer)
    with pytest.raises(
        Unavailable,
        match=r": it was written by a newer Tinplate: its tables have version 9999,"
        rf" and this program knows versions up to {newest_version()}$",
    ):
        await SqlStore.open(address)


async def test_stores_that_open_at_the_same_time_do_not_disturb_each_other(address: str) -> None:
    """Several processes that start together on an empty database: one makes the tables."""
    async with several(address, 8) as stores:
        await asyncio.gather(*(append(store, f"log {at}", 0) for at, store in enumerate(stores)))
        seen = [await versions_of(stores[0], f"log {at}") for at in range(len(stores))]

    assert [[0]] * 8 == seen


async def test_two_databases_are_made_at_the_same_time(tmp_path: Path, postgres: Postgres) -> None:
    """In one process, in threads and in the event loop: their migrations do not mix."""
    addresses = [f"sqlite:///{tmp_path}/{number}.sqlite" for number in range(8)]
    addresses.append(await postgres.empty_database())
    stores = await asyncio.gather(*(SqlStore.open(address) for address in addresses))
    made = [await store._database.read(definitions) for store in stores]
    await asyncio.gather(*(store.close() for store in stores))

    assert all(all(each) for each in made)
    assert made[0] == made[7]


LATER = """
revision = "{number:04}"
down_revision = "{before:04}"


def upgrade(op):
    op.execute("{statement}")
"""


async def test_a_migration_runs_once(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that is behind gets what it lacks, in order; what is in it stays."""
    async with opened(address) as store:
        await append(store, "a", 0)
    folder = tmp_path / "migrations"
    shutil.copytree(migrations.FOLDER, folder)
    newest = int(newest_version())
    statements = ["CREATE TABLE later (x INTEGER)", "INSERT INTO later VALUES (5)"]
    for number, statement in enumerate(statements, start=newest + 1):
        text = LATER.format(number=number, before=number - 1, statement=statement)
        (folder / "versions" / f"v{number:04}_later.py").write_text(text)
    monkeypatch.setattr(migrations, "FOLDER", folder)
    for _ in range(2):
        async with opened(address) as store:
            later = await store._database.read(
                lambda connection: connection.exec_driver_sql("SELECT * FROM later").all()
            )
            version = await store._database.read(version_in)
            versions = await versions_of(store, "a")

        assert ([(5,)], f"{newest + 2:04}", [0]) == (later, version, versions)


async def test_a_migration_that_fails_leaves_nothing_behind(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it or nothing: the next start finds the database as it was."""

    def half(connection: sa.Connection) -> None:
        migrations.upgrade(connection)
        connection.exec_driver_sql("SELECT * FROM nowhere")

    monkeypatch.setattr(sql, "upgrade", half)
    with pytest.raises(Unavailable, match="nowhere"):
        await SqlStore.open(address)
    database = database_at(parse_address(address), 5)
    found = await database.read(definitions)
    await database.close()

    assert not any(found)


def test_migrations_are_one_behind_the_other() -> None:
    """One way from nothing to today: the files are numbered as they follow each other."""
    versions = [each.revision for each in ScriptDirectory(str(migrations.FOLDER)).walk_revisions()]
    files = sorted(path.name[1:5] for path in (migrations.FOLDER / "versions").glob("v*.py"))

    assert files == [f"{number:04}" for number in range(1, len(files) + 1)]
    assert files == versions[::-1]


def version_in(connection: sa.Connection) -> str:
    return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one())


def make_newer(connection: sa.Connection) -> None:
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")


def newest_version() -> str:
    return max(path.name[1:5] for path in (migrations.FOLDER / "versions").glob("v*.py"))


# From one version to the next

HEADS_BEFORE = """
    INSERT INTO log_heads (log, kind, version, is_public, is_open, updated_at, summary)
    VALUES (:log, :kind, :version, false, :is_open, 7, :summary)
"""
ROWS_BEFORE = "INSERT INTO log_rows (log, version, at, body) VALUES (:log, :version, 7, :body)"
MATCH_BEFORE = [
    b'{"game":"ricochet"}',
    b'{"events":[],"by":["bob","k1"]}',
    b'{"events":[],"by":null}',
    b'{"events":[],"by":["ann","k2"]}',
]
TABLE_BEFORE = [b"{}", b'{"events":[],"by":["ann","k3"]}']


async def test_whoever_played_before_guests_were_noted_is_found(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what they did in the match; a table notes who sits there the next time it writes.

    Whether anybody still sits there is to be looked after at once.
    """
    await made_by_version(1, fill, address, tmp_path, monkeypatch)
    async with opened(address) as store:
        found = {
            guest: [
                each.log for each in await store.of_guest(guest, "match", is_open=False, limit=9)
            ]
            for guest in ("ann", "bob", "cleo")
        }
        head = await store.head("m")
        tables = await store.of_guest("ann", "room", is_open=True, limit=9)
        due = await store.due(Moment(7), limit=9)

    assert {"ann": ["m"], "bob": ["m"], "cleo": []} == found
    assert head is not None
    assert (("ann", "bob"), (), 3) == (head.guests, head.topics, head.version)
    assert [] == tables
    assert ["r"] == [each.log for each in due]


def fill(connection: sa.Connection) -> None:
    for log, kind, bodies in (("m", "match", MATCH_BEFORE), ("r", "room", TABLE_BEFORE)):
        rows = [{"log": log, "version": at, "body": body} for at, body in enumerate(bodies)]
        head = {"kind": kind, "version": len(rows) - 1, "is_open": kind == "room", "summary": b""}
        connection.execute(sa.text(HEADS_BEFORE), {"log": log, **head})
        connection.execute(sa.text(ROWS_BEFORE), rows)


TOPIC_BEFORE = """
    INSERT INTO log_heads (log, kind, version, is_public, is_open, updated_at, summary, topic)
    VALUES (:log, 'match', 0, false, true, 7, :summary, :topic)
"""


async def test_a_round_of_before_is_still_about_its_board(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A topic was a board and a target once; a match without one has none now."""
    await made_by_version(3, fill_topics, address, tmp_path, monkeypatch)
    async with opened(address) as store:
        live = await store.about(["R1G2B2Y3", "red-moon", "None"], since=Moment(0))
        quiet = await store.head("between rounds")

    assert [("in a round", ("R1G2B2Y3",))] == [(each.log, each.topics) for each in live]
    assert quiet is not None
    assert () == quiet.topics


def fill_topics(connection: sa.Connection) -> None:
    for log, topic in (("in a round", "R1G2B2Y3 red-moon"), ("between rounds", None)):
        head = {"log": log, "topic": topic, "summary": b""}
        connection.execute(sa.text(TOPIC_BEFORE), head)


async def test_rows_of_before_are_kept_when_they_move_into_partitions(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them, as they were and in order; and their logs go on."""
    await made_by_version(5, fill_many, address, tmp_path, monkeypatch)
    async with opened(address) as store:
        kept = {log: [each.body for each in await rows_of(store, log)] for log in MANY}
        parts = await store._database.read(used_partitions)
        await append(store, MANY[0], LENGTH)
        versions = await versions_of(store, MANY[0])

    assert kept == {log: bodies_of(log) for log in MANY}
    assert list(range(LENGTH + 1)) == versions
    assert (PARTITIONS if address.startswith("postgresql") else 0) == parts


MANY = [f"log {number}" for number in range(200)]
LENGTH = 5  # rows of each


def bodies_of(log: str) -> list[bytes]:
    return [f"{log}, row {version}".encode() for version in range(LENGTH)]


def fill_many(connection: sa.Connection) -> None:
    for log in MANY:
        head = {"log": log, "kind": "match", "version": LENGTH - 1, "summary": b""}
        rows = [{"log": log, "version": at, "body": body} for at, body in enumerate(bodies_of(log))]
        connection.execute(sa.text(HEADS_BEFORE), {**head, "is_open": True})
        connection.execute(sa.text(ROWS_BEFORE), rows)


def used_partitions(connection: sa.Connection) -> int:
    """In how many of them there are rows."""
    if connection.dialect.name != "postgresql":
        return 0
    places = "SELECT count(DISTINCT tableoid) FROM log_rows WHERE tableoid <> 'log_rows'::regclass"
    return int(connection.exec_driver_sql(places).scalar_one())


async def made_by_version(
    number: int,
    fill_it: Callable[[sa.Connection], None],
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A database that has seen the first migrations only, and something in it."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrations.FOLDER, folder)
    for file in (folder / "versions").glob("v*.py"):
        if int(file.name[1:5]) > number:
            file.unlink()
    database = database_at(parse_address(address), 5)
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "FOLDER", folder)
        await database.write(migrations.upgrade)
    await database.write(fill_it)
    await database.close()
