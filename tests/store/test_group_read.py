"""Reads that are asked for at the same time share a query; each gets its own rows."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.store.logs import append, opened, row
from tests.waiting import PATIENCE, others_run
from tinplate.store.database import PostgresServer
from tinplate.store.group_read import MAX_BATCH, GroupRead, Tail
from tinplate.store.log import Row, Unavailable


class Shelf:
    """Has one row for each tail, and says so when it may."""

    def __init__(self) -> None:
        self.batches: list[list[Tail]] = []
        self.may = asyncio.Event()
        self.failure: Exception | None = None

    async def read(self, batch: Sequence[Tail]) -> list[list[Row]]:
        self.batches.append([*batch])
        await self.may.wait()
        if self.failure is not None:
            raise self.failure
        return [[row(tail.after + 1, tail.log.encode())] for tail in batch]


def tail(number: int) -> Tail:
    return Tail(f"log {number}", number, 9)


async def test_what_comes_during_a_query_shares_the_next() -> None:
    """The first does not wait for others; there are only so many in one."""
    shelf = Shelf()
    group = GroupRead(shelf.read)
    number = 2 * MAX_BATCH
    reading = [asyncio.create_task(group.find(tail(0)))]
    await others_run(2)
    reading += [asyncio.create_task(group.find(tail(at))) for at in range(1, number)]
    await others_run(2)
    shelf.may.set()
    async with asyncio.timeout(PATIENCE):
        rows = await asyncio.gather(*reading)

    assert [1, MAX_BATCH, MAX_BATCH - 1] == [len(batch) for batch in shelf.batches]
    assert [[row(at + 1, f"log {at}".encode())] for at in range(number)] == rows


async def test_all_hear_of_a_failure_and_the_next_are_read() -> None:
    """Each in words of its own; whoever does not wait any more is passed over."""
    shelf = Shelf()
    group = GroupRead(shelf.read)
    shelf.failure = OSError("gone")
    reading = [asyncio.create_task(group.find(tail(at))) for at in range(3)]
    await others_run(2)
    reading[1].cancel()
    shelf.may.set()
    async with asyncio.timeout(PATIENCE):
        first, second, third = await asyncio.gather(*reading, return_exceptions=True)
    shelf.failure = None

    assert isinstance(second, asyncio.CancelledError)
    assert isinstance(first, Unavailable)
    assert isinstance(third, Unavailable)
    assert first is not third
    assert [row(1, b"log 0")] == await group.find(tail(0))


async def test_a_connection_that_has_died_is_replaced(postgres_address: str) -> None:
    """Nobody notices: what is read is not changed by reading it again."""
    async with opened(postgres_address) as store:
        await append(store, "a", 0, 1)
        before = await store.read("a", after=0, limit=9)
        assert isinstance(store._database, PostgresServer)
        assert store._database._reading is not None
        driver = await store._database._driver(store._database._reading)
        driver.terminate()
        after = await store.read("a", after=0, limit=9)

    assert [1] == [each.version for each in before]
    assert before == after


async def test_heads_are_found_together(address: str) -> None:
    """Each caller gets its own, or None; the same as what the list of all says."""
    async with opened(address) as store:
        await append(store, "a", 0, 1)
        await append(store, "b", 0)
        found = await asyncio.gather(*map(store.head, ("b", "nobody", "a", "b")))
        listed = await store.listing("match", is_public=True, is_open=True, limit=9)

    by_name = {head.log: head for head in listed}
    assert ["a", "b"] == sorted(by_name)
    assert [by_name["b"], None, by_name["a"], by_name["b"]] == found


@pytest.mark.parametrize("limit", [0, 1, 2, 9])
async def test_tails_are_cut_one_by_one(address: str, limit: int) -> None:
    """At once, each by its own version and limit, though they are of one log."""
    async with opened(address) as store:
        await append(store, "a", 0, 1, 2, 3)
        await append(store, "b", 0)
        asked = [("a", -1), ("b", -1), ("a", 2), ("c", -1), ("a", 1)]
        found = await asyncio.gather(
            *(store.read(log, after=after, limit=limit) for log, after in asked)
        )

    whole = [[0, 1, 2, 3], [0], [3], [], [2, 3]]
    assert [each[:limit] for each in whole] == [[one.version for one in rows] for rows in found]
