"""Logs in a database: SQLite in a file, or a PostgreSQL server, by one address."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from tinplate.store.address import file_of, parse_address
from tinplate.store.database import database_at, told_of
from tinplate.store.gathering import Append, Gatherer
from tinplate.store.log import (
    NOT_OPENED,
    PAGE,
    Conflict,
    Head,
    Moment,
    Place,
    Row,
    Unavailable,
    check_append,
    check_listing,
    check_name,
    check_numbers,
    check_postponement,
    conflict,
)
from tinplate.store.migrations import upgrade
from tinplate.store.schema import LOG_GUESTS, LOG_HEADS, LOG_ROWS

PATIENCE = 10  # seconds; people wait for the answer
LONG_PATIENCE = 3600  # seconds, with a server that changes large tables
HEAD, ROW, GUEST = LOG_HEADS.c, LOG_ROWS.c, LOG_GUESTS.c
INSERT_MISSING = {
    "sqlite": sqlite.insert(LOG_HEADS).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(LOG_HEADS).on_conflict_do_nothing(),
}
# Everybody locks in the same order, so that nobody waits for somebody who waits for them.
LOCK = (
    sa.select(HEAD.log, HEAD.version, HEAD.guests)
    .where(HEAD.log.in_(sa.bindparam("logs", expanding=True)))
    .order_by(HEAD.log)
    .with_for_update()
)
UPDATE = sa.update(LOG_HEADS).where(HEAD.log == sa.bindparam("its_log"))
FORGET = sa.delete(LOG_GUESTS).where(
    GUEST.guest == sa.bindparam("its_guest"), GUEST.log == sa.bindparam("its_log")
)


class SqlStore:
    """A `Store` in a database that many processes may use at a time."""

    def __init__(self, url: sa.URL) -> None:
        """For a database whose tables are up to date: `open` is what one calls."""
        self._url = url
        self._database = database_at(url, PATIENCE)
        self._gatherer = Gatherer(self._write)
        self._is_closed = False

    @classmethod
    async def open(cls, address: str) -> Self:
        """Bring the tables up to date first; others who open the same database meanwhile wait."""
        url = parse_address(address)
        with told_of(url):
            await _prepare(url)
        return cls(url)

    async def append(self, head: Head, rows: Sequence[Row]) -> None:
        check_append(head, rows)
        self._check_open()
        await self._gatherer.add(Append(head, tuple(rows)))

    async def read(self, log: str, *, after: int, limit: int) -> list[Row]:
        check_name(log)
        check_numbers(after + 1, limit)
        wanted = sa.select(ROW.version, ROW.at, ROW.body).where(ROW.log == log, ROW.version > after)
        found = await self._found(wanted.order_by(ROW.version).limit(limit))
        return [Row._make(row) for row in found]

    async def head(self, log: str) -> Head | None:
        check_name(log)
        found = await self._found(sa.select(LOG_HEADS).where(HEAD.log == log))
        return Head._make(found[0]) if found else None

    async def versions(self, logs: Sequence[str]) -> dict[str, int]:
        for log in logs:
            check_name(log)
        found = dict[str, int]()
        for start in range(0, len(logs), PAGE):
            wanted = HEAD.log.in_(logs[start : start + PAGE])
            heads = await self._found(sa.select(HEAD.log, HEAD.version).where(wanted))
            found |= {head.log: head.version for head in heads}
        return found

    async def due(self, now: Moment, *, limit: int) -> list[Head]:
        check_numbers(now, limit)
        wanted = sa.select(LOG_HEADS).where(HEAD.due <= now)
        found = await self._found(wanted.order_by(HEAD.due, HEAD.log).limit(limit))
        return [Head._make(row) for row in found]

    async def postpone(self, logs: Sequence[str], due: Moment) -> None:
        check_postponement(logs, due)
        self._check_open()
        with told_of(self._url):
            if logs:
                await self._database.write(lambda connection: _postpone(connection, logs, due))

    async def listing(
        self, kind: str, *, is_public: bool, is_open: bool, limit: int, behind: Place | None = None
    ) -> list[Head]:
        check_listing(kind, limit, behind)
        wanted = sa.select(LOG_HEADS).where(
            HEAD.kind == kind, HEAD.is_public == is_public, HEAD.is_open == is_open
        )
        return await self._page(wanted, limit, behind)

    async def of_guest(
        self, guest: str, kind: str, *, is_open: bool, limit: int, behind: Place | None = None
    ) -> list[Head]:
        check_name(guest)
        check_listing(kind, limit, behind)
        logs = sa.select(GUEST.log).where(GUEST.guest == guest)
        wanted = sa.select(LOG_HEADS).where(
            HEAD.log.in_(logs), HEAD.kind == kind, HEAD.is_open == is_open
        )
        return await self._page(wanted, limit, behind)

    async def is_topic(self, topic: str, *, since: Moment) -> bool:
        check_name(topic)
        check_numbers(since)
        wanted = sa.select(HEAD.log).where(HEAD.topic == topic, HEAD.updated_at >= since)
        return bool(await self._found(wanted.limit(1)))

    async def close(self) -> None:
        self._is_closed = True
        await self._gatherer.drain()
        await self._database.close()

    async def _page(self, wanted: sa.Select[Any], limit: int, behind: Place | None) -> list[Head]:
        """Newest first."""
        if behind is not None:
            wanted = wanted.where(sa.tuple_(HEAD.updated_at, HEAD.log) < sa.tuple_(*behind))
        newest_first = wanted.order_by(HEAD.updated_at.desc(), HEAD.log.desc())
        return [Head._make(row) for row in await self._found(newest_first.limit(limit))]

    async def _found(self, query: sa.Select[Any]) -> list[sa.Row[Any]]:
        self._check_open()
        with told_of(self._url):
            return await self._database.read(lambda connection: list(connection.execute(query)))

    async def _write(self, batch: Sequence[Append]) -> list[Conflict | None]:
        with told_of(self._url):
            return await self._database.write(lambda connection: _write(connection, batch))

    def _check_open(self) -> None:
        if self._is_closed:
            raise Unavailable("the store is closed")


async def _prepare(url: sa.URL) -> None:
    file = file_of(url)
    if file is not None:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A file is waited for only while others hold it, a server also while it works for us.
    database = database_at(url, PATIENCE if file else LONG_PATIENCE)
    try:
        await database.write(upgrade)
    finally:
        await database.close()


class _Locked(NamedTuple):
    """A head that nobody else can change until we are done."""

    version: int
    guests: tuple[str, ...]


def _write(connection: sa.Connection, batch: Sequence[Append]) -> list[Conflict | None]:
    """One transaction for the whole batch; each append in it stands or falls by itself."""
    locked = _lock(connection, batch)
    versions = {log: head.version for log, head in locked.items()}
    verdicts = [_verdict(append, versions) for append in batch]
    good = [append for append, bad in zip(batch, verdicts, strict=True) if not bad]
    if good:
        heads = {append.head.log: append.head for append in good}  # of each log the last
        _insert(connection, good)
        _update(connection, heads)
        _note_guests(connection, heads, locked)
    return verdicts


def _lock(connection: sa.Connection, batch: Sequence[Append]) -> dict[str, _Locked]:
    """The heads of the logs of a batch.

    A log that is to be opened has no head that could be locked: it gets one that says so.
    """
    opening = {append.head.log: append.head for append in batch if append.rows[0].version == 0}
    if opening:
        heads = [
            opening[log]._replace(version=NOT_OPENED, guests=())._asdict()
            for log in sorted(opening)
        ]
        connection.execute(INSERT_MISSING[connection.dialect.name], heads)
    found = connection.execute(LOCK, {"logs": sorted({append.head.log for append in batch})})
    return {head.log: _Locked(head.version, head.guests) for head in found}


def _postpone(connection: sa.Connection, logs: Sequence[str], due: Moment) -> None:
    in_order = sorted(logs)
    for start in range(0, len(in_order), PAGE):
        page = in_order[start : start + PAGE]
        connection.execute(LOCK, {"logs": page}).close()
        earlier = sa.update(LOG_HEADS).where(HEAD.log.in_(page), HEAD.due < due)
        connection.execute(earlier.values(due=due))


def _verdict(append: Append, versions: dict[str, int]) -> Conflict | None:
    """What speaks against an append once those before it are done."""
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


def _note_guests(
    connection: sa.Connection, heads: Mapping[str, Head], before: Mapping[str, _Locked]
) -> None:
    """Guests seldom change: mostly there is nothing to do."""
    gone, come = list[dict[str, str]](), list[dict[str, str]]()
    for log, head in heads.items():
        were, are = set(before[log].guests), set(head.guests)
        gone += [{"its_guest": guest, "its_log": log} for guest in were - are]
        come += [{"guest": guest, "log": log} for guest in are - were]
    if gone:
        connection.execute(FORGET, gone)
    if come:
        connection.execute(sa.insert(LOG_GUESTS), come)
