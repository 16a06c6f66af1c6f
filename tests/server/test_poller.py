"""Whatever news are lost, those who look at a table hear of it a moment later."""

import logging
from collections.abc import Sequence

import pytest

from tests.server.processes import (
    ANN,
    BOB,
    RICOCHET,
    FailingStore,
    Process,
    WallClock,
    match_begun,
    settled,
)
from tinplate.games.ricochet.values import Bid, TurnToken
from tinplate.lobby.values import Chair, Start
from tinplate.server import poller
from tinplate.server.bus import BusMessage, MemoryBus
from tinplate.server.presence import MAX_MISSED_HEARTBEATS
from tinplate.store.log import Moment, Unavailable
from tinplate.store.memory import MemoryStore
from tinplate.store.several import SeveralStores
from tinplate.wire.incoming import Hello
from tinplate.wire.resources import OpenTable


async def test_without_a_bus_the_store_tells() -> None:
    """Of the table and of its match, also of one that has just begun."""
    store, clock = MemoryStore(), WallClock()
    here, there = Process(store, clock), Process(store, clock)
    table = await here.tables.open(ANN, OpenTable(RICOCHET, 2))
    watcher = await there.hub.join(table, None, Hello())
    await here.act(table, ANN, Start(), "start")
    before = watcher.watched.match
    await there.poller.poll()
    await settled(there)
    match = watcher.watched.match
    await here.play(table, ANN, TurnToken(), "turn")
    await there.poller.poll()
    await settled(there)

    assert before is None
    assert match is not None
    assert (match, 1) == (watcher.watched.match, match.version)


class WorkingBus(MemoryBus):
    """Carries words as long as it is up, and says whether it is."""

    is_up = True

    def publish(self, message: BusMessage) -> None:
        if self.is_up:
            super().publish(message)


class Asked(MemoryStore):
    """Notes which versions it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[list[str]] = []

    async def versions(self, logs: Sequence[str]) -> dict[str, int]:
        self.asked.append(sorted(logs))
        return await super().versions(logs)


async def test_with_a_bus_that_works_the_store_is_asked_once() -> None:
    """When one has begun to follow a table: what was written before words came is found."""
    store, clock, bus = Asked(), WallClock(), WorkingBus()
    here, there = Process(store, clock, bus), Process(store, clock, bus)
    table = await match_begun(here)
    watcher = await there.hub.join(table, None, Hello())
    for _ in range(3):
        await there.poller.poll()
    assert watcher.watched.match is not None

    assert [sorted([table, watcher.watched.match.log])] == store.asked


async def test_while_the_bus_is_down_the_store_is_asked_for_everything() -> None:
    """Again and again."""
    store, clock, bus = Asked(), WallClock(), WorkingBus()
    here, there = Process(store, clock, bus), Process(store, clock, bus)
    table = await match_begun(here)
    watcher = await there.hub.join(table, None, Hello())
    bus.is_up = False
    for turn in (TurnToken(), Bid(7)):
        await here.play(table, ANN, turn, str(turn))
        await there.poller.poll()
        await settled(there)
    assert watcher.watched.match is not None

    assert 2 == watcher.watched.match.version
    assert 2 == len(store.asked)


async def test_what_a_dead_process_did_not_announce_is_found() -> None:
    """Killed between writing and announcing: its tables are looked at when it is missed."""
    store, clock, bus = Asked(), WallClock(), WorkingBus()
    here, there = Process(store, clock, bus), Process(store, clock, bus)
    table = await match_begun(here)
    await here.hub.join(table, ANN, Hello())
    watcher = await there.hub.join(table, BOB, Hello())
    here.hub.beat()
    await there.poller.poll()
    deaf = Process(store, clock)  # writes, and nobody hears of it
    await deaf.play(table, ANN, TurnToken(), "last")
    for _ in range(MAX_MISSED_HEARTBEATS + 1):
        there.hub.beat()
    await there.poller.poll()
    await settled(there)
    assert watcher.watched.match is not None

    assert 1 == watcher.watched.match.version


async def test_whoever_comes_is_shown_what_another_process_has_told() -> None:
    """Nobody goes back in time by coming to a process that has not heard of it yet."""
    store, clock = MemoryStore(), WallClock()
    here, there = Process(store, clock), Process(store, clock)
    table = await match_begun(here)
    await there.match(table)
    await here.play(table, ANN, TurnToken(), "turn")
    match = (await there.hub.join(table, ANN, Hello())).watched.match

    assert match is not None
    assert 1 == match.version


async def test_what_could_not_be_done_is_done_later() -> None:
    """Somebody who is here is brought back, though the store failed when it was time."""
    store, clock, bus = FailingStore(), WallClock(), MemoryBus()
    here, there = Process(store, clock, bus), Process(store, clock, bus)
    table = await match_begun(here)
    watcher = await here.hub.join(table, BOB, Hello())
    theirs, replica = await there.replica(table), watcher.watched.replica
    there.log_cache.subscribe(
        lambda _: setattr(store, "fails_before", True)
    )  # once that is written
    await there.tables.handle_absence(theirs, BOB.id, ())
    await settled(here)
    before = replica.table.chairs[1]
    store.fails_before = False
    await here.poller.poll()
    await settled(here)

    assert Chair(owner=BOB, bot="random") == before
    assert Chair(owner=BOB) == replica.table.chairs[1]


async def test_a_store_that_cannot_be_asked_is_complained_about_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And asked again all the same."""
    process = Process(MemoryStore(), WallClock())
    answers = iter([Unavailable("no connection"), Unavailable("no connection"), None])

    async def look() -> None:
        answer = next(answers, StopAsyncIteration())
        if answer is not None:
            raise answer

    monkeypatch.setattr(poller, "POLL_INTERVAL", 0)
    monkeypatch.setattr(process.poller, "poll", look)
    with caplog.at_level(logging.WARNING), pytest.raises(StopAsyncIteration):
        await process.poller.run()

    assert ["cannot poll the store for the tables watched here: no connection"] == [
        record.getMessage() for record in caplog.records
    ]


class Leaseless(MemoryStore):
    """One of several databases is down, so that not all leases can be renewed."""

    async def postpone(self, logs: Sequence[str], due: Moment) -> None:
        if logs:
            raise Unavailable("it is down")
        await super().postpone(logs, due)


async def test_a_lease_that_cannot_be_renewed_stops_nothing_else() -> None:
    """Those who look at the tables of other databases hear of them."""
    store, clock = Leaseless(), WallClock()
    here, there = Process(store, clock), Process(store, clock)
    table = await match_begun(here)
    watcher = await there.hub.join(table, None, Hello())
    await here.play(table, ANN, TurnToken(), "turn")
    with pytest.raises(Unavailable):
        await there.poller.poll()
    await settled(there)
    assert watcher.watched.match is not None

    assert 1 == watcher.watched.match.version


async def test_a_match_is_in_the_database_of_its_table() -> None:
    """So that a database that is down stops no table of another."""
    stores = [MemoryStore(), MemoryStore()]
    process = Process(SeveralStores(stores), WallClock())
    tables = [await match_begun(process) for _ in range(9)]
    matches = {table: (await process.match(table)).log for table in tables}

    homes = [stores[0] if table in stores[0]._heads else stores[1] for table in tables]
    assert 2 == len({id(home) for home in homes})
    assert all(matches[table] in home._heads for table, home in zip(tables, homes, strict=True))


class Fragile(MemoryStore):
    """Answers nothing while it is down."""

    is_down = False

    def _check_open(self) -> None:
        if self.is_down:
            raise Unavailable("it is down")


async def test_a_match_begins_though_another_database_is_down() -> None:
    """A table is opened, and its match is dealt; nobody waits for the other database."""
    stores = [Fragile(), Fragile()]
    process = Process(SeveralStores(stores), WallClock())
    tables = [await process.tables.open(ANN, OpenTable(RICOCHET, 2)) for _ in range(9)]
    stores[0].is_down = True
    mine = [table for table in tables if table in stores[1]._heads]
    for table in mine:
        await process.act(table, ANN, Start(), f"start {table}")

    assert mine
    for table in mine:
        assert (await process.match(table)).log in stores[1]._heads
