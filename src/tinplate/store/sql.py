"""Logs in a database: a SQLite file or a PostgreSQL server."""

import asyncio
import logging
import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa

from tinplate.store.address import file_of, parse_address
from tinplate.store.database import database_at, translate_errors
from tinplate.store.group_commit import Append, GroupCommit
from tinplate.store.group_read import Tail
from tinplate.store.log import (
    PAGE,
    Conflict,
    Head,
    ListingCursor,
    Moment,
    Row,
    StoreFacts,
    StoreFailure,
    Unavailable,
    check_append,
    check_listing,
    check_name,
    check_numbers,
    check_postponement,
    check_topics,
)
from tinplate.store.migrations import upgrade
from tinplate.store.schema import LOG_CHECKS, LOG_GUESTS, LOG_HEADS, LOG_TOPICS

log = logging.getLogger(__name__)

MINUTE = 60  # seconds
QUERY_TIMEOUT = 10  # seconds; people are waiting
MIGRATION_TIMEOUT = 3600  # seconds; a server may have to change large tables
HEAD, GUEST, TOPIC = LOG_HEADS.c, LOG_GUESTS.c, LOG_TOPICS.c
# All processes lock in the same order, so there are no deadlocks.
LOCK = (
    sa.select(HEAD.log)
    .where(HEAD.log.in_(sa.bindparam("logs", expanding=True)))
    .order_by(HEAD.log)
    .with_for_update()
)
SERVER_FACTS = sa.select(
    sa.func.current_setting("server_version").label("version"),
    sa.func.pg_database_size(sa.func.current_database()).label("size"),
)
CHECK = sa.update(LOG_CHECKS).values(checked=LOG_CHECKS.c.checked + 1)


class SqlStore:
    """A `Store` in a database that many processes may use at the same time."""

    def __init__(self, url: sa.URL) -> None:
        """For a database with up-to-date tables. Call `open` instead."""
        self._url = url
        self._database = database_at(url, QUERY_TIMEOUT)
        self._group_commit = GroupCommit(self._write)
        self._is_closed = False
        self._damage: Unavailable | None = None  # it does not mend itself
        self._quiet_until: dict[StoreFailure, float] = {}  # each kind is logged once a minute

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
        self._check_open()
        with self._noting_failures():
            return await self._database.rows(Tail(log, after, limit))

    async def head(self, log: str) -> Head | None:
        check_name(log)
        self._check_open()
        with self._noting_failures():
            return await self._database.head(log)

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

    def place_beside(self, log: str, new: str) -> bool:  # noqa: ARG002 - there is only one
        return True

    async def check(self) -> None:
        self._check_open()
        if self._damage is not None:
            raise self._damage
        with self._noting_failures():
            await self._database.write(lambda connection: connection.execute(CHECK))

    async def facts(self) -> StoreFacts:
        self._check_open()
        file = file_of(self._url)
        if file is not None:
            with self._noting_failures():
                return await asyncio.to_thread(_facts_of, file)
        [found] = await self._select(SERVER_FACTS)
        return StoreFacts(f"PostgreSQL {found.version}", found.size, free=None)

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
            return await self._database.append(batch)

    @contextmanager
    def _noting_failures(self) -> Iterator[None]:
        """Raise errors as `Unavailable`, and log each kind at most once a minute."""
        try:
            with translate_errors(self._url):
                yield
        except Unavailable as failure:
            now = time.monotonic()
            if now >= self._quiet_until.get(failure.kind, 0):
                self._quiet_until[failure.kind] = now + MINUTE
                log.error(  # noqa: TRY400 - the reason is in it
                    "the store fails: %s", failure, extra={"trouble": failure.kind}
                )
            if failure.kind == "damaged":
                self._damage = failure
            raise

    def _check_open(self) -> None:
        if self._is_closed:
            raise Unavailable("the store is closed")


def _facts_of(file: Path) -> StoreFacts:
    files = [each for each in (file, file.with_name(f"{file.name}-wal")) if each.exists()]
    size = sum(each.stat().st_size for each in files)
    return StoreFacts(f"SQLite {sqlite3.sqlite_version}", size, shutil.disk_usage(file.parent).free)


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


def _postpone(connection: sa.Connection, logs: Sequence[str], due: Moment) -> None:
    in_order = sorted(logs)
    for start in range(0, len(in_order), PAGE):
        page = in_order[start : start + PAGE]
        connection.execute(LOCK, {"logs": page}).close()
        earlier = sa.update(LOG_HEADS).where(HEAD.log.in_(page), HEAD.due < due)
        connection.execute(earlier.values(due=due))
