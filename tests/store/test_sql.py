"""What only databases can get wrong: transactions, several users of one database, plans."""

import asyncio
from collections.abc import Sequence
from itertools import count
from random import Random

import pytest
import sqlalchemy as sa

from tests.store.logs import (
    MATCH,
    Acknowledged,
    append,
    append_next,
    check_kept,
    head,
    opened,
    row,
    rows_of,
    several,
    unfinished,
    versions_of,
)
from tests.waiting import PATIENCE
from tinplate.store import appending, sql
from tinplate.store.database import PostgresServer, SqliteFile
from tinplate.store.group_commit import MAX_BATCH, Append
from tinplate.store.log import Conflict, ListingCursor, Moment
from tinplate.store.sql import SqlStore


class Transactions:
    """Counts the transactions in which a store appends."""

    def __init__(self, store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self.committed = 0
        self._append = store._database.append
        monkeypatch.setattr(store._database, "append", self._count)

    async def _count(self, batch: Sequence[Append]) -> list[Conflict | None]:
        verdicts = await self._append(batch)
        self.committed += 1
        return verdicts


def engine_of(store: SqlStore) -> sa.Engine:
    match store._database:
        case SqliteFile(_engine=engine):
            return engine
        case PostgresServer(_engine=engine):
            return engine.sync_engine
    raise TypeError(store._database)


# Group commit


async def test_a_crowd_is_written_in_few_transactions(
    sql_store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Appends that arrive together are committed together, up to a bound."""
    counted = Transactions(sql_store, monkeypatch)
    crowd = 2 * MAX_BATCH + 10
    await asyncio.gather(*(append(sql_store, f"log {number}", 0) for number in range(crowd)))

    assert 3 == counted.committed


async def test_a_conflict_in_a_crowd_is_one_callers_own(
    sql_store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one transaction: what does not follow is refused, everything else is kept."""
    await append(sql_store, "old", 0, 1)
    counted = Transactions(sql_store, monkeypatch)
    answers = await asyncio.gather(
        append(sql_store, "new", 0),
        append(sql_store, "old", 1),
        append(sql_store, "hole", 3),
        append(sql_store, "old", 2),
        append(sql_store, "new", 0),
        return_exceptions=True,
    )

    assert 1 == counted.committed
    assert [type(None), Conflict, Conflict, type(None), Conflict] == [*map(type, answers)]
    assert [[0, 1, 2], [0], []] == [
        await versions_of(sql_store, log) for log in ("old", "new", "hole")
    ]


async def test_the_last_head_of_a_crowd_stays(sql_store: SqlStore) -> None:
    """Several appends to one log in one transaction: its head is that of the last of them."""
    await asyncio.gather(
        *(append(sql_store, "a", version, due=Moment(version)) for version in range(5)),
        append(sql_store, "a", 4, due=Moment(99)),
        return_exceptions=True,
    )

    assert head("a", 4, due=Moment(4)) == await sql_store.head("a")


async def test_cancelled_callers_harm_nobody(sql_store: SqlStore) -> None:
    """Callers that are cancelled at any moment: the others' rows are kept, nothing is torn."""
    dice = Random(5)
    logs = [f"log {number}" for number in range(40)]
    told: list[Acknowledged] = []
    heard = asyncio.Semaphore(0)

    async def write(log: str) -> None:
        for number in range(5):
            kept = await append_next(sql_store, log, f"{log}, {number}".encode())
            told.append(kept)
            heard.release()

    writers = [asyncio.create_task(write(log)) for log in logs]
    for victim in dice.sample(writers, k=20):
        for _ in range(dice.randrange(4)):
            await heard.acquire()
        victim.cancel()
    ends = await asyncio.gather(*writers, return_exceptions=True)
    await append(sql_store, "the next", 0)
    await check_kept(sql_store, logs, told)

    assert {type(None), asyncio.CancelledError} == {type(end) for end in ends}


# Several users


async def test_two_stores_share_a_database(address: str, sql_store: SqlStore) -> None:
    """What one appends the other reads; the version is the lock between them."""
    async with opened(address) as other:
        await append(sql_store, "a", 0)
        await append(other, "a", 1)
        with pytest.raises(Conflict):
            await append(sql_store, "a", 1)
        versions = await versions_of(sql_store, "a")

    assert [0, 1] == versions


async def test_stores_that_want_the_same_logs_do_not_lock_each_other_out(address: str) -> None:
    """Batches over the same logs, each in its own order: Conflicts perhaps, but no deadlock."""
    async with several(address, 3) as stores:
        logs = [f"log {number}" for number in range(40)]

        async def write(who: int) -> list[Acknowledged]:
            dice, told = Random(who), list[Acknowledged]()
            for turn in count():
                if turn >= 12 and told:  # whoever was always too slow is alone in the end
                    return told
                answers = await asyncio.gather(
                    *(
                        append_next(stores[who], log, f"{who} {turn} {log}".encode())
                        for log in dice.sample(logs, k=len(logs))
                    ),
                    return_exceptions=True,
                )
                told += [answer for answer in answers if isinstance(answer, Acknowledged)]
                assert [] == [
                    answer for answer in answers if not isinstance(answer, Acknowledged | Conflict)
                ]
            raise AssertionError

        told = await asyncio.gather(*(write(who) for who in range(len(stores))))
        await check_kept(stores[0], logs, [each for mine in told for each in mine])

    assert all(told)


async def test_logs_are_locked_in_one_order(postgres_address: str) -> None:
    """By name, wherever they lie in the table: two batches cannot wait for each other.

    An update moves a head to the end of its page. So the second batch, which begins after “a” was
    moved, would meet “z” before “a”, and the first, which began before, “a” before “z”.
    """
    a_moves = unfinished(postgres_address, "UPDATE log_heads SET version = 0 WHERE log = 'a'")
    m_is_held = unfinished(postgres_address, "UPDATE log_heads SET version = 0 WHERE log = 'm'")
    async with several(postgres_address, 2) as (first, second):
        for log in "amz":
            await append(first, log, 0)
        await first._database.write(lambda connection: connection.exec_driver_sql("ANALYZE"))
        async with m_is_held:
            async with a_moves:
                batch = asyncio.gather(*(append(first, log, 1) for log in "amz"))
                await waiting_for_locks(second, 1)
            other = asyncio.gather(
                *(append(second, log, 1) for log in "az"), return_exceptions=True
            )
            await waiting_for_locks(second, 2)
        answers = [*await batch, *await other]

    assert [type(None)] * 3 + [Conflict] * 2 == [*map(type, answers)]


async def waiting_for_locks(store: SqlStore, number: int) -> None:
    asked = sa.text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    async with asyncio.timeout(PATIENCE):
        while await store._database.read(lambda connection: connection.scalar(asked)) != number:
            pass


async def test_one_of_two_stores_opens_a_log(address: str) -> None:
    """Both open the same logs, in opposite orders: each log has one opening, and no deadlock."""
    async with several(address, 2) as stores:
        logs = [f"log {number}" for number in range(MAX_BATCH)]
        answers = await asyncio.gather(
            *(stores[0].append(head(log), [row(0, b"first")]) for log in logs),
            *(stores[1].append(head(log), [row(0, b"second")]) for log in reversed(logs)),
            return_exceptions=True,
        )
        first, second = answers[: len(logs)], answers[: len(logs) - 1 : -1]
        opened = [[each.body for each in await rows_of(stores[0], log)] for log in logs]

    assert [[b"first"] if one is None else [b"second"] for one in first] == opened
    assert {(type(None), Conflict), (Conflict, type(None))} >= {
        (type(one), type(two)) for one, two in zip(first, second, strict=True)
    }


# Durability and speed


async def test_sqlite_is_told_to_be_durable(sqlite_address: str) -> None:
    """A commit is on the disk when it returns (FULL), and readers do not stop writers (WAL)."""

    def settings(connection: sa.Connection) -> list[object]:
        return [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "busy_timeout")
        ]

    async with opened(sqlite_address) as store:
        found = [await store._database.read(settings), await store._database.write(settings)]

    assert [["wal", 2, 1_000 * sql.QUERY_TIMEOUT]] * 2 == found


async def test_readers_do_not_wait_for_writers(address: str, sql_store: SqlStore) -> None:
    """Whoever reads while a transaction runs sees, at once, what was there before it."""
    await append(sql_store, "a", 0)
    async with unfinished(address, "INSERT INTO log_rows VALUES ('a', 1, 0, '')"):
        async with asyncio.timeout(PATIENCE):
            meanwhile = await versions_of(sql_store, "a")
    afterwards = await versions_of(sql_store, "a")

    assert ([0], [0, 1]) == (meanwhile, afterwards)


async def test_lists_do_not_grow_slow(sqlite_address: str) -> None:
    """However many logs there are, lists and deadlines are found by their index, in order."""
    async with opened(sqlite_address) as store:
        asked: list[tuple[str, tuple[object, ...]]] = []
        sa.event.listen(
            engine_of(store),
            "before_cursor_execute",
            lambda _, __, statement, parameters, *___: asked.append((statement, parameters)),
        )
        await store.due(Moment(5), limit=3)
        behind = ListingCursor(Moment(5), "a")
        await store.listing(MATCH, is_public=True, is_open=False, limit=3, behind=behind)
        asked.append((appending.READ_TAIL, ("a", 5, 3)))
        with engine_of(store).connect() as connection:
            plans = [
                connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
                for statement, parameters in asked.copy()
            ]
    listed = "kind=? AND is_public=? AND is_open=? AND (updated_at,log)<(?,?)"

    assert [
        ["SEARCH log_heads USING INDEX log_heads_due (due<?)"],
        [f"SEARCH log_heads USING INDEX log_heads_listing ({listed})"],
        ["SEARCH log_rows USING INDEX sqlite_autoindex_log_rows_1 (log=? AND version>?)"],
    ] == [[step.detail for step in plan] for plan in plans]
