"""Logs in a database: a SQLite file or a PostgreSQL server."""

import logging
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Self

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tinplate.store.address import file_of, parse_address
from tinplate.store.database import database_at, translate_errors
from tinplate.store.group_commit import Append, GroupCommit
from tinplate.store.log import (
    NOT_OPENED,
    PAGE,
    Conflict,
    Head,
    ListingCursor,
    Moment,
    Row,
    Unavailable,
    check_append,
    check_listing,
    check_name,
    check_numbers,
    check_postponement,
    check_topics,
    conflict,
)
from tinplate.store.migrations import upgrade
from tinplate.store.schema import LOG_CHECKS, LOG_GUESTS, LOG_HEADS, LOG_ROWS, LOG_TOPICS

log = logging.getLogger(__name__)

MINUTE = 60  # seconds
DAMAGED = "malformed"  # in what SQLite says of a file that it cannot read
QUERY_TIMEOUT = 10  # seconds; people are waiting
MIGRATION_TIMEOUT = 3600  # seconds; a server may have to change large tables
HEAD, ROW, GUEST, TOPIC = LOG_HEADS.c, LOG_ROWS.c, LOG_GUESTS.c, LOG_TOPICS.c
INSERT_MISSING = {
    "sqlite": sqlite.insert(LOG_HEADS).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(LOG_HEADS).on_conflict_do_nothing(),
}
# All processes lock in the same order, so there are no deadlocks.
LOCK = (
    sa.select(HEAD.log, HEAD.version, HEAD.guests, HEAD.topics)
    .where(HEAD.log.in_(sa.bindparam("logs", expanding=True)))
    .order_by(HEAD.log)
    .with_for_update()
)
CHECK = sa.update(LOG_CHECKS).values(checked=LOG_CHECKS.c.checked + 1)
UPDATE = sa.update(LOG_HEADS).where(HEAD.log == sa.bindparam("its_log"))
INDEXES = {LOG_GUESTS: "guests", LOG_TOPICS: "topics"}  # of these fields of a head


class SqlStore:
    """A `Store` in a database that many processes may use at the same time."""

    def __init__(self, url: sa.URL) -> None:
        """For a database with up-to-date tables. Call `open` instead."""
        self._url = url
        self._database = database_at(url, QUERY_TIMEOUT)
        self._group_commit = GroupCommit(self._write)
        self._is_closed = False
        self._damage: Unavailable | None = None  # it does not mend itself
        self._quiet_until: dict[str, float] = {}  # by the failure that was logged last

    @classmethod
    async def open(cls, address: str) -> Self:
        """Migrate the tables, then open the store. Concurrent callers wait for the migration."""
        url = parse_address(address)
        with translate_errors(url):
            await _prepare(url)
        return cls(url)

    async def append(self, head: Head, rows: Sequence[Row]) -> None:
        check_append(head, rows)
        self._check_open()
        await self._group_commit.add(Append(head, tuple(rows)))

    async def read(self, log: str, *, after: int, limit: int) -> list[Row]:
        check_name(log)
        check_numbers(after + 1, limit)
        wanted = sa.select(ROW.version, ROW.at, ROW.body).where(ROW.log == log, ROW.version > after)
        found = await self._select(wanted.order_by(ROW.version).limit(limit))
        return [Row._make(row) for row in found]

    async def head(self, log: str) -> Head | None:
        check_name(log)
        found = await self._select(sa.select(LOG_HEADS).where(HEAD.log == log))
        return Head._make(found[0]) if found else None

    async def versions(self, logs: Sequence[str]) -> dict[str, int]:
        for log in logs:
            check_name(log)
        found = dict[str, int]()
        for start in range(0, len(logs), PAGE):
            wanted = HEAD.log.in_(logs[start : start + PAGE])
            heads = await self._select(sa.select(HEAD.log, HEAD.version).where(wanted))
            found |= {head.log: head.version for head in heads}
        return found

    async def due(self, now: Moment, *, limit: int) -> list[Head]:
        check_numbers(now, limit)
        wanted = sa.select(LOG_HEADS).where(HEAD.due <= now)
        found = await self._select(wanted.order_by(HEAD.due, HEAD.log).limit(limit))
        return [Head._make(row) for row in found]

    async def postpone(self, logs: Sequence[str], due: Moment) -> None:
        check_postponement(logs, due)
        self._check_open()
        with self._noting_failures():
            if logs:
                await self._database.write(lambda connection: _postpone(connection, logs, due))

    async def listing(
        self,
        kind: str,
        *,
        is_public: bool,
        is_open: bool,
        limit: int,
        behind: ListingCursor | None = None,
    ) -> list[Head]:
        check_listing(kind, limit, behind)
        wanted = sa.select(LOG_HEADS).where(
            HEAD.kind == kind, HEAD.is_public == is_public, HEAD.is_open == is_open
        )
        return await self._page(wanted, limit, behind)

    async def of_guest(
        self,
        guest: str,
        kind: str,
        *,
        is_open: bool,
        limit: int,
        behind: ListingCursor | None = None,
    ) -> list[Head]:
        check_name(guest)
        check_listing(kind, limit, behind)
        logs = sa.select(GUEST.log).where(GUEST.guest == guest)
        wanted = sa.select(LOG_HEADS).where(
            HEAD.log.in_(logs), HEAD.kind == kind, HEAD.is_open == is_open
        )
        return await self._page(wanted, limit, behind)

    async def about(self, topics: Sequence[str], *, since: Moment) -> list[Head]:
        check_topics(topics, since)
        logs = sa.select(TOPIC.log).where(TOPIC.topic.in_(topics))
        wanted = sa.select(LOG_HEADS).where(HEAD.log.in_(logs), HEAD.updated_at >= since)
        return [Head._make(row) for row in await self._select(wanted.order_by(HEAD.log))]

    async def check(self) -> None:
        self._check_open()
        if self._damage is not None:
            raise self._damage
        with self._noting_failures():
            await self._database.write(lambda connection: connection.execute(CHECK))

    async def close(self) -> None:
        self._is_closed = True
        await self._group_commit.drain()
        await self._database.close()

    async def _page(
        self, wanted: sa.Select[Any], limit: int, behind: ListingCursor | None
    ) -> list[Head]:
        """A page, newest first."""
        if behind is not None:
            wanted = wanted.where(sa.tuple_(HEAD.updated_at, HEAD.log) < sa.tuple_(*behind))
        newest_first = wanted.order_by(HEAD.updated_at.desc(), HEAD.log.desc())
        return [Head._make(row) for row in await self._select(newest_first.limit(limit))]

    async def _select(self, query: sa.Select[Any]) -> list[sa.Row[Any]]:
        self._check_open()
        with self._noting_failures():
            return await self._database.read(lambda connection: list(connection.execute(query)))

    async def _write(self, batch: Sequence[Append]) -> list[Conflict | None]:
        with self._noting_failures():
            return await self._database.write(lambda connection: _write(connection, batch))

    @contextmanager
    def _noting_failures(self) -> Iterator[None]:
        """Raise errors as `Unavailable`, and log each kind at most once a minute."""
        try:
            with translate_errors(self._url):
                yield
        except Unavailable as failure:
            now = time.monotonic()
            if now >= self._quiet_until.get(str(failure), 0):
                self._quiet_until = {
                    kind: until for kind, until in self._quiet_until.items() if until > now
                } | {str(failure): now + MINUTE}
                log.error("the store fails: %s", failure)  # noqa: TRY400 - the reason is in it
            if DAMAGED in str(failure):
                self._damage = failure
            raise

    def _check_open(self) -> None:
        if self._is_closed:
            raise Unavailable("the store is closed")


async def _prepare(url: sa.URL) -> None:
    file = file_of(url)
    if file is not None:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # We wait for a file only while others lock it, but for a server while it migrates.
    database = database_at(url, QUERY_TIMEOUT if file else MIGRATION_TIMEOUT)
    try:
        await database.write(upgrade)
    finally:
        await database.close()


class _Locked(NamedTuple):
    """A head that no other transaction can change until ours ends."""

    version: int
    guests: tuple[str, ...]
    topics: tuple[str, ...]


def _write(connection: sa.Connection, batch: Sequence[Append]) -> list[Conflict | None]:
    """Write a batch in one transaction. A conflict of one append does not affect the others."""
    locked = _lock(connection, batch)
    versions = {log: head.version for log, head in locked.items()}
    verdicts = [_verdict(append, versions) for append in batch]
    good = [append for append, bad in zip(batch, verdicts, strict=True) if not bad]
    if good:
        heads = {append.head.log: append.head for append in good}  # the last one of each log
        _insert(connection, good)
        _update(connection, heads)
        for index, names in INDEXES.items():
            were = {log: getattr(locked[log], names) for log in heads}
            are = {log: getattr(head, names) for log, head in heads.items()}
            _index(connection, index, were, are)
    return verdicts


def _lock(connection: sa.Connection, batch: Sequence[Append]) -> dict[str, _Locked]:
    """Lock the heads of all logs of a batch.

    A new log has no head to lock, so we insert one with the version NOT_OPENED.
    """
    opening = {append.head.log: append.head for append in batch if append.rows[0].version == 0}
    if opening:
        heads = [
            opening[log]._replace(version=NOT_OPENED, guests=(), topics=())._asdict()
            for log in sorted(opening)
        ]
        connection.execute(INSERT_MISSING[connection.dialect.name], heads)
    found = connection.execute(LOCK, {"logs": sorted({append.head.log for append in batch})})
    return {head.log: _Locked(head.version, head.guests, head.topics) for head in found}


def _postpone(connection: sa.Connection, logs: Sequence[str], due: Moment) -> None:
    in_order = sorted(logs)
    for start in range(0, len(in_order), PAGE):
        page = in_order[start : start + PAGE]
        connection.execute(LOCK, {"logs": page}).close()
        earlier = sa.update(LOG_HEADS).where(HEAD.log.in_(page), HEAD.due < due)
        connection.execute(earlier.values(due=due))


def _verdict(append: Append, versions: dict[str, int]) -> Conflict | None:
    """The conflict of an append, after those before it in the batch."""
    head, rows = append
    refusal = conflict(head, rows, versions.get(head.log, NOT_OPENED))
    if refusal is None:
        versions[head.log] = head.version
    return refusal


def _insert(connection: sa.Connection, appends: Sequence[Append]) -> None:
    rows = [{"log": head.log, **row._asdict()} for head, rows in appends for row in rows]
    connection.execute(sa.insert(LOG_ROWS), rows)


def _update(connection: sa.Connection, heads: Mapping[str, Head]) -> None:
    connection.execute(UPDATE, [{"its_log": log, **head._asdict()} for log, head in heads.items()])


def _index(
    connection: sa.Connection,
    index: sa.Table,
    were: Mapping[str, Collection[str]],
    are: Mapping[str, Collection[str]],
) -> None:
    """Update an index of names by log. They rarely change, so there is mostly nothing to do."""
    name = index.c[0].name
    gone = [{name: each, "log": log} for log in are for each in {*were[log]} - {*are[log]}]
    come = [{name: each, "log": log} for log in are for each in {*are[log]} - {*were[log]}]
    if gone:
        is_it = (column == sa.bindparam(f"its_{column.name}") for column in index.c)
        keys = [{f"its_{column}": value for column, value in row.items()} for row in gone]
        connection.execute(sa.delete(index).where(*is_it), keys)
    if come:
        connection.execute(sa.insert(index), come)
