"""Deadlines fall once, on time, whoever is awake. No test sleeps."""

import asyncio
import logging

import pytest
from msgspec.structs import replace

from tests.server.processes import (
    ANN,
    BOB,
    RICOCHET,
    Process,
    WallClock,
    match_begun,
    settled,
)
from tests.waiting import PATIENCE
from tinplate.game import Millis, Seat
from tinplate.games.ricochet.values import Bid, ProofBegan, TokenMissed, TurnToken
from tinplate.lobby.values import FinishedMatch, Start
from tinplate.server import deadlines
from tinplate.server.bus import MemoryBus
from tinplate.server.replicas import MATCH
from tinplate.store.log import Head, Moment, Row, Unavailable
from tinplate.store.memory import MemoryStore
from tinplate.wire.incoming import Hello
from tinplate.wire.resources import OpenTable

SOLO = replace(RICOCHET, settings={"solo": True, "hourglass_seconds": 60})


async def bidding(process: Process) -> str:
    """Ann has bid after one second: the sand runs until second 61."""
    table = await match_begun(process)
    await process.play(table, ANN, TurnToken(), "turn")
    assert isinstance(process.clock, WallClock)
    process.clock.pass_seconds(1)
    await process.play(table, ANN, Bid(7), "bid")
    return table


async def test_a_deadline_falls_when_it_is_due() -> None:
    """Not a millisecond before; and it is dated when it was due, however late it falls."""
    clock = WallClock()
    process = Process(MemoryStore(), clock)
    match = await process.match(await bidding(process))
    clock.pass_seconds(59.999)
    await process.deadlines.sweep()
    before = match.version
    clock.pass_seconds(10)
    await process.deadlines.sweep()

    assert (2, 3) == (before, match.version)
    assert Millis(61_000) == match.match.last_at
    assert (ProofBegan(Seat(0), 7, Millis(121_000)),) == match.match.log[-1].events


async def test_a_deadline_falls_once_though_two_processes_see_it() -> None:
    """The second finds that it has fallen."""
    store, clock, bus = MemoryStore(), WallClock(), MemoryBus()
    here, there = Process(store, clock, bus), Process(store, clock, bus)
    table = await bidding(here)
    matches = [await here.match(table), await there.match(table)]
    clock.pass_seconds(60)
    await asyncio.gather(here.deadlines.sweep(), there.deadlines.sweep())
    await asyncio.gather(here.log_cache.close(), there.log_cache.close())

    assert [3, 3] == [match.version for match in matches]
    assert 4 == len(await store.read(matches[0].log, after=-1, limit=99))


async def test_a_restart_picks_up_all_deadlines() -> None:
    """A process that knows nothing but the store lets them fall, each at its own time."""
    store, clock = MemoryStore(), WallClock()
    table = await bidding(Process(store, clock))
    clock.pass_seconds(3_600)
    restarted = Process(store, clock)
    await restarted.deadlines.sweep()
    match = await restarted.match(table)

    # The sand, then Ann's proof: nobody is left to prove.
    assert [61_000, 121_000] == [entry.at for entry in match.match.log[2:]]
    assert [] == await store.due(clock.now, limit=9)


async def test_what_is_due_falls_before_a_command_is_judged() -> None:
    """Also when no timer has looked yet."""
    clock = WallClock()
    process = Process(MemoryStore(), clock)
    table = await bidding(process)
    clock.pass_seconds(200)
    await process.play(table, BOB, TurnToken(), "late")
    match = await process.match(table)

    assert [0, 1_000, 61_000, 121_000, 201_000] == [entry.at for entry in match.match.log]


async def test_a_match_that_ends_by_the_clock_is_told_to_its_table() -> None:
    """By whoever looks at the table next."""
    store, clock = MemoryStore(), WallClock()
    process = Process(store, clock)
    table = await process.tables.open(ANN, OpenTable(SOLO, 1))
    await process.act(table, ANN, Start(), "start")
    for number in range(17):
        await process.play(table, ANN, TurnToken(), f"{number}")
        clock.pass_seconds(60)
        await process.deadlines.sweep()
    restarted = Process(store, clock)
    match = await restarted.match(table)
    replica = (await restarted.replica(table)).table

    assert isinstance(match.match.log[-1].events[0], TokenMissed)
    assert not replica.is_playing
    assert (
        FinishedMatch(match.log, ("Ann",), (), "0 tokens face up, 17 face down"),
    ) == replica.results


async def test_a_bad_log_does_not_hold_up_the_others(caplog: pytest.LogCaptureFixture) -> None:
    """It is complained about; everything else falls."""
    store, clock = MemoryStore(), WallClock()
    head = Head("bad", MATCH, 0, Moment(0), False, True, Moment(0), b"")  # noqa: FBT003
    await store.append(head, [Row(0, Moment(0), b"not ours")])
    process = Process(store, clock)
    match = await process.match(await bidding(process))
    clock.pass_seconds(60)
    with caplog.at_level(logging.ERROR):
        await process.deadlines.sweep()

    assert 3 == match.version
    assert ["cannot apply the deadline of bad"] == [
        record.getMessage() for record in caplog.records
    ]


async def test_the_timekeeper_wakes_for_the_next_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only once a second; and sooner, when a sooner one comes up."""
    monkeypatch.setattr(deadlines, "MAX_SLEEP", 3_600)
    clock = WallClock()
    process = Process(MemoryStore(), clock)
    sleeping = asyncio.create_task(process.deadlines._sleep())
    await process.hub.join(await bidding(process), ANN, Hello())
    clock.pass_seconds(59.99)
    table = await bidding(process)
    await process.hub.join(table, ANN, Hello())
    await process.play(table, BOB, Bid(6), "bid")  # something wakes it

    await asyncio.wait_for(sleeping, PATIENCE)


class Unswept(MemoryStore):
    """Is not searched."""

    async def due(self, now: Moment, *, limit: int) -> list[Head]:
        raise AssertionError((now, limit))


async def test_deadlines_at_hand_are_known_by_heart() -> None:
    """The store is not searched for them; they fall on time, and the next ones too."""
    clock = WallClock()
    process = Process(Unswept(), clock)
    table = await bidding(process)
    await process.hub.join(table, ANN, Hello())
    match = await process.match(table)
    clock.pass_seconds(59.999)
    await process.deadlines.apply_expected()
    before = match.version
    clock.pass_seconds(0.001)
    await process.deadlines.apply_expected()
    proving = match.version
    clock.pass_seconds(60)
    await process.deadlines.apply_expected()

    assert (2, 3, 4) == (before, proving, match.version)


async def test_the_first_of_several_processes_lets_a_deadline_fall() -> None:
    """The others leave it a moment; if it is dead, the next one does it then."""
    store, clock, bus = Unswept(), WallClock(), MemoryBus()
    processes = [Process(store, clock, bus) for _ in range(3)]
    table = await bidding(processes[0])
    watchers = [await process.hub.join(table, ANN, Hello()) for process in processes]
    by_rank = sorted(zip(processes, watchers, strict=True), key=lambda each: each[1].watched.rank)
    (first, _), (second, seconds), (_, thirds) = by_rank
    match = await first.match(table)
    clock.pass_seconds(60)
    await second.deadlines.apply_expected()
    left_alone = match.version
    clock.pass_seconds(deadlines.TURN / 1000)
    await second.deadlines.apply_expected()
    await settled(*processes)

    assert (2, 3) == (left_alone, match.version)
    assert thirds.watched.match is not None
    assert (1, 2, 3) == (seconds.watched.rank, thirds.watched.rank, thirds.watched.match.version)


async def test_processes_take_turns_to_search_the_store() -> None:
    """One each second, however many there are; each leaves those at the table time to act."""
    store, clock, bus = MemoryStore(), WallClock(), MemoryBus()
    processes = [Process(store, clock, bus) for _ in range(3)]
    for process in processes:
        process.hub.beat()
    turns = []
    for _ in range(6):
        turns.append([process.deadlines._is_our_turn() for process in processes])
        assert not any(process.deadlines._is_our_turn() for process in processes)
        clock.pass_seconds(1)
    table = await bidding(processes[0])
    match = await processes[0].match(table)
    clock.pass_seconds(60 + deadlines.TURN / 1000 - 0.001)
    await processes[1].deadlines.sweep()
    before = match.version
    clock.pass_seconds(0.001)
    await processes[1].deadlines.sweep()
    await processes[0].log_cache.refresh(match)

    assert [1] * 6 == [sum(each) for each in turns]
    assert turns[:3] == turns[3:]
    assert [1, 1, 1] == [sum(each) for each in zip(*turns[:3], strict=True)]
    assert (2, 3) == (before, match.version)


async def test_a_store_that_is_gone_is_complained_about_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And asked again all the same."""
    process = Process(MemoryStore(), WallClock())
    answers = iter([Unavailable("no connection"), Unavailable("no connection"), None])

    async def sweep() -> None:
        answer = next(answers, StopAsyncIteration())
        if answer is not None:
            raise answer

    monkeypatch.setattr(deadlines, "MAX_SLEEP", 0)
    monkeypatch.setattr(process.deadlines, "sweep", sweep)
    monkeypatch.setattr(process.deadlines, "_is_our_turn", lambda: True)
    with caplog.at_level(logging.WARNING), pytest.raises(StopAsyncIteration):
        await process.deadlines.run()

    assert ["cannot apply deadlines: no connection"] == [
        record.getMessage() for record in caplog.records
    ]
