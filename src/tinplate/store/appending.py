"""What happens most, in the words of the databases' own drivers: one transaction, two reads.

Commands append; other processes read the tails of logs, and everybody reads heads. Everything else
goes through SQLAlchemy, which takes four times as long as the databases do.
"""

import sqlite3
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Table

from tinplate.store.group_commit import Append
from tinplate.store.group_read import Tail
from tinplate.store.log import NOT_OPENED, Conflict, Head, Moment, Row, conflict
from tinplate.store.schema import LOG_GUESTS, LOG_HEADS, LOG_ROWS, LOG_TOPICS, joined, split

if TYPE_CHECKING:
    from asyncpg import Connection
    from asyncpg.pool import PoolConnectionProxy

    PostgresConnection = Connection[Any] | PoolConnectionProxy[Any]

Verdicts = list[Conflict | None]
INDEXES = {LOG_GUESTS: "guests", LOG_TOPICS: "topics"}  # of these fields of a head


class Statements:
    """The statements, with the marks of one database for what is filled in."""

    def __init__(self, *, numbered: bool) -> None:
        self._numbered = numbered
        heads = [column.name for column in LOG_HEADS.c if column.name != "log"]
        changes = ", ".join(f"{name} = {self._mark(at)}" for at, name in enumerate(heads, 2))
        self.insert_row = self._insert(LOG_ROWS)
        self.insert_missing = f"{self._insert(LOG_HEADS)} ON CONFLICT DO NOTHING"
        # SQLite numbers its marks as they come, unless we do: the log is the first value of a head.
        self.update_head = f"UPDATE log_heads SET {changes} WHERE log = {self._mark(1)}"  # noqa: S608
        self.come = {index: self._insert(index) for index in INDEXES}
        self.gone = {index: self._delete(index) for index in INDEXES}

    def _insert(self, table: Table) -> str:
        names = [column.name for column in table.c]
        marks = ", ".join(self._mark(at) for at in range(1, len(names) + 1))
        return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608

    def _delete(self, table: Table) -> str:
        keys = (f"{column.name} = {self._mark(at)}" for at, column in enumerate(table.c, 1))
        return f"DELETE FROM {table.name} WHERE {' AND '.join(keys)}"  # noqa: S608

    def _mark(self, at: int) -> str:
        return f"${at}" if self._numbered else f"?{at}"


SQLITE, POSTGRES = Statements(numbered=False), Statements(numbered=True)
HEAD_COLUMNS = ", ".join(column.name for column in LOG_HEADS.c)
LOCK = "SELECT log, version, guests, topics FROM log_heads WHERE log"
# All processes lock in the same order, so there are no deadlocks.
LOCK_POSTGRES = f"{LOCK} = ANY($1::text[]) ORDER BY log FOR UPDATE"

READ_HEADS = f"SELECT {HEAD_COLUMNS} FROM log_heads WHERE log"  # noqa: S608
READ_TAIL = """
    SELECT version, at, body FROM log_rows WHERE log = ? AND version > ? ORDER BY version LIMIT ?
"""
READ_TAILS = """
    SELECT wanted.place, found.version, found.at, found.body
    FROM unnest($1::text[], $2::bigint[], $3::bigint[])
        WITH ORDINALITY AS wanted (log, after, most, place)
    CROSS JOIN LATERAL (
        SELECT version, at, body FROM log_rows
        WHERE log_rows.log = wanted.log AND log_rows.version > wanted.after
        ORDER BY version LIMIT wanted.most
    ) AS found
    ORDER BY wanted.place, found.version
"""


class Locked(NamedTuple):
    """A head that no other transaction can change until ours ends."""

    version: int
    guests: tuple[str, ...]
    topics: tuple[str, ...]


class BatchWrites(NamedTuple):
    """What a batch writes: values for the statements."""

    verdicts: Verdicts
    rows: list[tuple[str, int, Moment, bytes]]
    heads: list[tuple[Any, ...]]
    gone: dict[Table, list[tuple[str, str]]]  # a name and a log, for each index
    come: dict[Table, list[tuple[str, str]]]


def append_to_sqlite(connection: sqlite3.Connection, batch: Sequence[Append]) -> Verdicts:
    """In a transaction that has begun, so nobody else writes."""
    if opening := _openings(batch):
        connection.executemany(SQLITE.insert_missing, opening)
    logs = _logs(batch)
    marks = ", ".join("?" * len(logs))
    found = connection.execute(f"{LOCK} IN ({marks})", logs)
    changes = _judge(batch, {row[0]: _locked(*row[1:]) for row in found})
    if changes.rows:
        connection.executemany(SQLITE.insert_row, changes.rows)
        connection.executemany(SQLITE.update_head, changes.heads)
    for index in INDEXES:
        if changes.gone[index]:
            connection.executemany(SQLITE.gone[index], changes.gone[index])
        if changes.come[index]:
            connection.executemany(SQLITE.come[index], changes.come[index])
    return changes.verdicts


async def append_to_postgres(connection: "PostgresConnection", batch: Sequence[Append]) -> Verdicts:
    """In a transaction that has begun."""
    if opening := _openings(batch):
        await connection.executemany(POSTGRES.insert_missing, opening)
    found = await connection.fetch(LOCK_POSTGRES, _logs(batch))
    changes = _judge(batch, {row[0]: _locked(*row[1:]) for row in found})
    if changes.rows:
        await connection.executemany(POSTGRES.insert_row, changes.rows)
        await connection.executemany(POSTGRES.update_head, changes.heads)
    for index in INDEXES:
        if changes.gone[index]:
            await connection.executemany(POSTGRES.gone[index], changes.gone[index])
        if changes.come[index]:
            await connection.executemany(POSTGRES.come[index], changes.come[index])
    return changes.verdicts


def read_tails_in_sqlite(connection: sqlite3.Connection, batch: Sequence[Tail]) -> list[list[Row]]:
    """The rows of each tail. One statement for each is as fast as one for all: nothing travels."""
    return [[*map(Row._make, connection.execute(READ_TAIL, tail))] for tail in batch]


async def read_tails_in_postgres(
    connection: "PostgresConnection", batch: Sequence[Tail]
) -> list[list[Row]]:
    """The rows of each tail, in one query."""
    columns = [list(column) for column in zip(*batch, strict=True)]
    tails: list[list[Row]] = [[] for _ in batch]
    for place, *row in await connection.fetch(READ_TAILS, *columns):
        tails[place - 1].append(Row._make(row))
    return tails


def read_heads_in_sqlite(connection: sqlite3.Connection, logs: Sequence[str]) -> list[Head | None]:
    """The head of each log that exists."""
    found = (connection.execute(f"{READ_HEADS} = ?", (log,)).fetchone() for log in logs)
    return [None if row is None else _head(row) for row in found]


async def read_heads_in_postgres(
    connection: "PostgresConnection", logs: Sequence[str]
) -> list[Head | None]:
    """The head of each log that exists, in one query."""
    rows = await connection.fetch(f"{READ_HEADS} = ANY($1::text[])", [*logs])
    heads = {row[0]: _head(row) for row in rows}
    return [heads.get(log) for log in logs]


def _openings(batch: Sequence[Append]) -> list[tuple[Any, ...]]:
    """A new log has no head to lock, so we insert one with the version NOT_OPENED."""
    opening = {append.head.log: append.head for append in batch if append.rows[0].version == 0}
    return [
        _values(opening[log]._replace(version=NOT_OPENED, guests=(), topics=()))
        for log in sorted(opening)
    ]


def _logs(batch: Sequence[Append]) -> list[str]:
    return sorted({append.head.log for append in batch})


def _locked(version: int, guests: str | None, topics: str | None) -> Locked:
    return Locked(version, split(guests), split(topics))


def _values(head: Head) -> tuple[Any, ...]:
    """In the order of the columns."""
    return (*head[:-2], joined(head.topics), joined(head.guests))


def _head(row: Sequence[Any]) -> Head:
    """From the values of its columns. SQLite has numbers for yes and no."""
    log, kind, version, due, is_public, is_open, updated_at, summary, topics, guests = row
    return Head(
        log,
        kind,
        version,
        due,
        bool(is_public),
        bool(is_open),
        updated_at,
        summary,
        split(topics),
        split(guests),
    )


def _judge(batch: Sequence[Append], locked: dict[str, Locked]) -> BatchWrites:
    """A conflict of one append does not affect the others."""
    versions = {log: head.version for log, head in locked.items()}
    verdicts = [_verdict(append, versions) for append in batch]
    good = [append for append, bad in zip(batch, verdicts, strict=True) if not bad]
    heads = {append.head.log: append.head for append in good}  # the last one of each log
    gone: dict[Table, list[tuple[str, str]]] = {index: [] for index in INDEXES}
    come: dict[Table, list[tuple[str, str]]] = {index: [] for index in INDEXES}
    for log, head in heads.items():
        for index, field in INDEXES.items():
            were: Collection[str] = getattr(locked[log], field)
            are: Collection[str] = getattr(head, field)
            if were != are:  # they rarely change
                gone[index] += [(name, log) for name in {*were} - {*are}]
                come[index] += [(name, log) for name in {*are} - {*were}]
    rows = [(head.log, *row) for head, rows in good for row in rows]
    return BatchWrites(verdicts, rows, [_values(head) for head in heads.values()], gone, come)


def _verdict(append: Append, versions: dict[str, int]) -> Conflict | None:
    """The conflict of an append, after those before it in the batch."""
    head, rows = append
    refusal = conflict(head, rows, versions.get(head.log, NOT_OPENED))
    if refusal is None:
        versions[head.log] = head.version
    return refusal
