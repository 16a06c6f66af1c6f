"""What is told of the past of a match is folded once."""

import asyncio
from functools import partial
from typing import Any

from tests.server.processes import ANN, BOB, Process, WallClock, match_begun
from tinplate.games.ricochet.values import Bid, TurnToken
from tinplate.match import Entry
from tinplate.server import log_folds
from tinplate.server.replicas import MatchReplica
from tinplate.store.log import Row
from tinplate.store.memory import MemoryStore


class Counting(MemoryStore):
    """Counts the rows that are read."""

    rows_read = 0

    async def read(self, log: str, *, after: int, limit: int) -> list[Row]:
        found = await super().read(log, after=after, limit=limit)
        self.rows_read += len(found)
        return found


class Versions:
    """The versions of the entries, in the order in which they came."""

    def __init__(self, _: MatchReplica) -> None:
        self.seen: list[int] = []

    def add(self, entry: Entry[Any]) -> None:
        self.seen.append(entry.version)


async def test_every_entry_is_folded_once_and_in_order() -> None:
    """However many ask at a time, and again when there is more."""
    store = Counting()
    process = Process(store, WallClock())
    table = await match_begun(process)
    await process.play(table, ANN, TurnToken(), "turn")
    await process.play(table, ANN, Bid(9), "bid")
    match = await process.match(table)
    store.rows_read = 0
    folds = await asyncio.gather(*(process.log_folds.current(match, Versions) for _ in range(20)))
    read = store.rows_read
    await process.play(table, BOB, Bid(8), "lower")
    store.rows_read = 0
    later = await process.log_folds.current(match, Versions)

    assert {id(later)} == {id(fold) for fold in folds}
    assert list(range(1, match.version + 1)) == later.seen
    assert (2, 1) == (read, store.rows_read)


async def test_only_the_latest_are_kept() -> None:
    """One that was dropped is folded again from the beginning."""
    process = Process(MemoryStore(), WallClock())
    table = await match_begun(process)
    await process.play(table, ANN, TurnToken(), "turn")
    match = await process.match(table)
    first = await process.log_folds.current(match, Versions)
    for _ in range(log_folds.MAX_FOLDS):
        await process.log_folds.current(match, partial(Versions))
    again = await process.log_folds.current(match, Versions)

    assert first is not again
    assert first.seen == again.seen
