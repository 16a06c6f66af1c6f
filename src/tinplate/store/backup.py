"""Backups: everything in a database, copied to one SQLite file while people play.

A backup of PostgreSQL has the same form as one of SQLite, so it can be restored to either. The
file has the tables of this version, and one more with facts about the backup. A later version
migrates a copy of it first.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import sqlalchemy as sa
from msgspec import MsgspecError
from msgspec.json import Decoder
from msgspec.msgpack import encode
from sqlalchemy.exc import DBAPIError

from tinplate.game import Rejected
from tinplate.store.address import file_of, parse_address, split_addresses
from tinplate.store.database import database_at, translate_errors
from tinplate.store.log import Moment, Unavailable
from tinplate.store.migrations import check_current, upgrade
from tinplate.store.schema import LOG_CHECKS, LOG_HEADS, LOG_ROWS, METADATA

PAGE = 2_000  # rows that are copied at a time
TIMEOUT = 3600  # seconds for one statement: nobody waits for a backup, and tables may be large
SIDE_FILES = ("-wal", "-shm", "-journal")  # SQLite would take old ones for a part of a new file
TABLES = [table for table in METADATA.sorted_tables if table is not LOG_CHECKS]
KEY = "the key"  # among the digests
_DIGESTS = Decoder(dict[str, str])
Tell = Callable[[str, float], None]  # what is being done, and which share of it is done

FACTS = sa.Table(
    "backup_facts",
    sa.MetaData(),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("logs", sa.BigInteger, nullable=False),
    sa.Column("entries", sa.BigInteger, nullable=False),
    sa.Column("broken", sa.BigInteger, nullable=False),
    sa.Column("digest", sa.String, nullable=False),  # of the entries
    sa.Column("secret", sa.LargeBinary),
    sa.Column("digests", sa.String),  # of each table and the key; not in old backups
)
ENTRIES_OF_LOG = (
    sa.select(sa.func.count())
    .select_from(LOG_ROWS)
    .where(LOG_ROWS.c.log == LOG_HEADS.c.log)
    .scalar_subquery()
)
# Versions are counted from 0, and no log has one twice.
BROKEN = (
    sa.select(sa.func.count())
    .select_from(LOG_HEADS)
    .where(LOG_HEADS.c.version + 1 != ENTRIES_OF_LOG)
)


class Backup(NamedTuple):
    """What is in a backup."""

    made_at: Moment
    logs: int
    entries: int
    broken: int  # logs that were incomplete in the database already
    digest: str
    secret: bytes | None  # the key of the server, if it was given
    digests: str | None = None  # of each table and the key, as JSON; old backups have none


class _Contents(NamedTuple):
    """How many rows each table has, and a digest of them."""

    counts: Mapping[str, int]
    digests: Mapping[str, str]

    def facts(self, broken: int, secret: bytes | None) -> Backup:
        return Backup(
            Moment(time.time_ns() // 1_000_000),
            self.counts[LOG_HEADS.name],
            self.counts[LOG_ROWS.name],
            broken,
            self.digests[LOG_ROWS.name],
            secret,
            json.dumps({**self.digests, KEY: _digest_of(secret)}),
        )


class _Side(NamedTuple):
    """One of the two sides of a copy. Errors of a backup name its file."""

    connection: sa.Connection
    backup: Path | None = None

    def run(self, statement: sa.Executable, values: Any = None) -> sa.CursorResult[Any]:  # noqa: ANN401 - what SQLAlchemy takes
        if self.backup is None:
            return self.connection.execute(statement, values)
        with _blamed_on(self.backup):
            return self.connection.execute(statement, values)

    def count(self, table: sa.Table) -> int:
        return int(self.run(sa.select(sa.func.count()).select_from(table)).scalar_one())

    def pages(self, table: sa.Table) -> Iterator[Sequence[sa.Row[Any]]]:
        """All rows in the order of their key, in which both databases sort alike."""
        key = list(table.primary_key.columns)
        wanted = sa.select(table).order_by(*key).limit(PAGE)
        page = self.run(wanted).all()
        while page:
            yield page
            last = page[-1]._mapping  # noqa: SLF001 - its documented name
            behind = sa.tuple_(*key) > sa.tuple_(*(last[column.name] for column in key))
            page = self.run(wanted.where(behind)).all()


async def back_up(address: str, file: Path, secret: bytes | None, tell: Tell) -> Backup:
    """Copy a database to a new file, then read the file again and compare.

    Rejected if the file exists or cannot be written. Unavailable if the database cannot be read.
    """
    url = _only_one(address)
    database_file = file_of(url)
    if database_file is not None and not database_file.is_file():
        raise Rejected(f"{database_file}: there is no such database")
    database = database_at(url, TIMEOUT)
    is_unwanted = Event()

    def copy(draft: Path, source: sa.Connection) -> _Contents:
        check_current(source)
        with _connected(draft) as target:
            with _blamed_on(file):
                upgrade(target)
            return _copy(_Side(source), _Side(target, file), _until(is_unwanted, tell))

    with _draft(file) as draft:
        try:
            with translate_errors(url):
                copied = await database.snapshot(partial(copy, draft))
        finally:
            is_unwanted.set()  # the thread that copies is not told when we are interrupted
            await database.close()
        with _connected(draft) as connection:
            return _seal(_Side(connection, file), file, copied, secret, tell)


def facts_of(file: Path) -> Backup:
    """What a backup contains. Rejected if the file is none."""
    with _opened(file) as connection:
        return _facts(_Side(connection, file), file)


async def restore(file: Path, address: str, tell: Tell) -> Backup:
    """Copy a backup to a database that is empty, then read that again and compare.

    Rejected if the file is no backup or damaged, or if anything would be overwritten.
    """
    url = _only_one(address)
    database_file = file_of(url)
    with _opened(file) as connection:
        source = _Side(connection, file)
        backup = _facts(source, file)

        if database_file is not None:
            database_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _draft(database_file) as draft, translate_errors(url):
                with _connected(draft) as target:
                    copied = _fill(source, _Side(target), backup, file, tell)
                with _connected(draft) as target:
                    _compare(copied, _contents(_Side(target), tell), database_file)
            return backup
        database = database_at(url, TIMEOUT)
        try:
            with translate_errors(url):
                await database.write(partial(_fill_server, source, backup, file, tell))
        finally:
            await database.close()
    return backup


def _only_one(address: str) -> sa.URL:
    """No backup of several databases is of one moment."""
    if len(split_addresses(address)) > 1:
        raise Rejected("name one database: each of several has a backup of its own")
    return parse_address(address)


def _seal(target: _Side, file: Path, copied: _Contents, secret: bytes | None, tell: Tell) -> Backup:
    """Check a backup, and write into it what it has to contain."""
    _compare(copied, _contents(target, tell), file)
    backup = copied.facts(int(target.run(BROKEN).scalar_one()), secret)
    with _blamed_on(file):
        FACTS.create(target.connection)
    target.run(sa.insert(FACTS), backup._asdict())
    return backup


def _fill(source: _Side, target: _Side, backup: Backup, file: Path, tell: Tell) -> _Contents:
    upgrade(target.connection)
    if target.count(LOG_HEADS):
        raise Rejected("there are tables and matches in this database already; restore to another")
    copied = _copy(source, target, tell)
    if copied.digests[LOG_ROWS.name] != backup.digest:
        raise Rejected(f"{file}: it is damaged; its entries are not those that were backed up")
    expected = _digests_in(backup, file)
    changed = [
        name for name, digest in copied.digests.items() if expected.get(name, digest) != digest
    ]
    if changed or int(target.run(BROKEN).scalar_one()) != backup.broken:
        raise Rejected(f"{file}: it is damaged; not all of it is what was backed up")
    return copied


def _fill_server(
    source: _Side, backup: Backup, file: Path, tell: Tell, target: sa.Connection
) -> None:
    """In one transaction, so all of it or nothing is there."""
    copied = _fill(source, _Side(target), backup, file, tell)
    _compare(copied, _contents(_Side(target), tell), "the database")


def _copy(source: _Side, target: _Side, tell: Tell) -> _Contents:
    def write(table: sa.Table, page: Sequence[sa.Row[Any]]) -> None:
        target.run(sa.insert(table), [dict(row._mapping) for row in page])  # noqa: SLF001

    return _walk(source, tell, "Copying", write)


def _contents(side: _Side, tell: Tell) -> _Contents:
    return _walk(side, tell, "Checking", lambda _, __: None)


def _walk(
    side: _Side, tell: Tell, what: str, each: Callable[[sa.Table, Sequence[sa.Row[Any]]], None]
) -> _Contents:
    """Read all tables, page by page."""
    expected = max(1, sum(side.count(table) for table in TABLES))
    counts, digests = dict[str, int](), dict[str, str]()
    for table in TABLES:
        digest, counts[table.name] = hashlib.sha256(), 0
        for page in side.pages(table):
            each(table, page)
            counts[table.name] += len(page)
            for row in page:
                digest.update(encode(tuple(row)))
            tell(what, min(1.0, sum(counts.values()) / expected))
        digests[table.name] = digest.hexdigest()
    return _Contents(counts, digests)


def _compare(copied: _Contents, found: _Contents, place: object) -> None:
    if copied != found:
        raise Rejected(f"{place}: what was written is not what is there; is the disk all right?")


def _facts(source: _Side, file: Path) -> Backup:
    with _blamed_on(file):
        if not sa.inspect(source.connection).has_table(FACTS.name):
            raise Rejected(f"{file}: this is not a backup of Tinplate")
        kept = {column["name"] for column in sa.inspect(source.connection).get_columns(FACTS.name)}
    wanted = [column for column in FACTS.columns if column.name in kept]
    backup = Backup(**source.run(sa.select(*wanted)).one()._mapping)  # noqa: SLF001 - its documented name
    if _digests_in(backup, file).get(KEY, _digest_of(backup.secret)) != _digest_of(backup.secret):
        raise Rejected(f"{file}: it is damaged; its key is not the one that was backed up")
    return backup


def _digests_in(backup: Backup, file: Path) -> Mapping[str, str]:
    try:
        return {} if backup.digests is None else _DIGESTS.decode(backup.digests)
    except MsgspecError:
        raise Rejected(f"{file}: it is damaged; its digests cannot be read") from None


def _digest_of(secret: bytes | None) -> str:
    return hashlib.sha256(secret or b"").hexdigest()


def _until(is_unwanted: Event, tell: Tell) -> Tell:
    def told(what: str, share: float) -> None:
        if is_unwanted.is_set():
            raise Unavailable("interrupted")
        tell(what, share)

    return told


@contextmanager
def _blamed_on(file: Path) -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        raise Rejected(f"{file}: {error.orig}") from None
    except (sqlite3.Error, Unavailable) as error:
        raise Rejected(f"{file}: {error}") from None


@contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A new file that gets its name when it is complete and on disk. Rejected if it exists."""
    _refuse_existing(file)
    if not file.parent.is_dir():
        raise Rejected(f"{file.parent}: there is no such folder")
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", suffix=".part", dir=file.parent)
    draft = Path(name)  # nobody else can read it
    try:
        yield draft
        os.fsync(descriptor)
        _refuse_existing(file)
        draft.rename(file)
    except BaseException:
        draft.unlink()
        raise
    finally:
        os.close(descriptor)
    _sync_folder(file.parent)


def _refuse_existing(file: Path) -> None:
    for each in (file, *(file.with_name(file.name + side) for side in SIDE_FILES)):
        if each.exists():
            raise Rejected(f"{each}: it exists already, and nothing is overwritten")


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)  # the new name is on disk too
    finally:
        os.close(descriptor)


@contextmanager
def _connected(file: Path, *, is_read_only: bool = False) -> Iterator[sa.Connection]:
    """A connection to a file that nobody else uses. It is committed at the end."""
    mode = "ro&immutable=1" if is_read_only else "rw"
    engine = sa.create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(
            f"{file.absolute().as_uri()}?mode={mode}", uri=True, check_same_thread=False
        ),
        poolclass=sa.StaticPool,
        isolation_level="AUTOCOMMIT",
    )
    try:
        with engine.connect() as connection:
            if not is_read_only:
                # It is a draft until it is complete: no journal is needed, and one sync at the end.
                connection.exec_driver_sql("PRAGMA journal_mode = OFF")
                connection.exec_driver_sql("PRAGMA synchronous = OFF")
                connection.exec_driver_sql("BEGIN")
            yield connection
            if not is_read_only:
                connection.exec_driver_sql("COMMIT")
    finally:
        engine.dispose()


@contextmanager
def _opened(file: Path) -> Iterator[sa.Connection]:
    """A backup, as this version writes it. That of an older one is migrated in a copy."""
    if not file.is_file():
        raise Rejected(f"{file}: there is no such file")
    with tempfile.TemporaryDirectory() as folder:
        with _blamed_on(file):
            current = file if _is_current(file) else _migrated(file, Path(folder) / file.name)
        with _connected(current, is_read_only=True) as connection:
            yield connection


def _is_current(file: Path) -> bool:
    with _connected(file, is_read_only=True) as connection:
        _facts(_Side(connection), file)
        try:
            check_current(connection)
        except Unavailable:
            return False
        return True


def _migrated(file: Path, copy: Path) -> Path:
    shutil.copyfile(file, copy)
    with _connected(copy) as connection:
        backup = _facts(_Side(connection), file)
        upgrade(connection)
        if backup.digests is not None:  # tables have other columns now; entries never change
            connection.execute(sa.update(FACTS).values(digests=None))
    return copy
