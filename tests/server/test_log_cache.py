"""Any process may write to any log; what was told is written, and nothing is done twice."""

import asyncio
from collections.abc import Sequence

import pytest
from msgspec import Raw

from tests.server.processes import (
    ANN,
    BOB,
    CLEO,
    RICOCHET,
    FailingStore,
    Process,
    WallClock,
    match_begun,
    settled,
)
from tests.waiting import others_run
from tinplate.game import Rejected
from tinplate.games.ricochet.values import Bid, Bidding, TurnToken
from tinplate.lobby.values import Chair, Say, SeatBot, Sit, Start, Table, Terms
from tinplate.server import log_cache, replicas
from tinplate.server.bus import MemoryBus
from tinplate.server.log_cache import UnknownLog
from tinplate.server.replicas import MATCH, Draft, MatchReplica, TableReplica
from tinplate.store.log import Head, Moment, Row, Unavailable, all_rows
from tinplate.store.memory import MemoryStore
from tinplate.wire.incoming import Hello
from tinplate.wire.resources import OpenTable
from tinplate.wire.rows import Author, encode_opening


async def versions(store: MemoryStore, log: str) -> list[int]:
    return [row.version async for row in all_rows(store, log)]


# Several processes


async def test_two_processes_play_one_match() -> None:
    """Each judges by what the other has done, though it has not heard of it."""
    store, clock = MemoryStore(), WallClock()
    here, there = Process(store, clock), Process(store, clock)
    table = await match_begun(here)
    await there.match(table)
    await here.play(table, ANN, TurnToken(), "1")
    await there.play(table, BOB, Bid(9), "1")
    await here.play(table, ANN, Bid(8), "2")
    await there.play(table, BOB, Bid(7), "2")
    await here.play(table, ANN, Bid(6), "3")
    first, second = await here.match(table), await there.match(table)

    assert isinstance(first.match.state.phase, Bidding)
    assert [7, 6] == [bid.moves for bid in first.match.state.phase.bids]
    assert (5, 4) == (first.version, second.version)
    assert list(range(6)) == await versions(store, first.log)


async def test_news_from_another_process_are_read() -> None:
    """A process that hears on the bus that a log has grown reads it and notifies its watchers."""
    store, clock, bus = MemoryStore(), WallClock(), MemoryBus()
    here, there = Process(store, clock, bus), Process(store, clock, bus)
    table = await match_begun(here)
    match = await there.match(table)
    notified = list[str]()
    there.log_cache.subscribe(lambda replica: notified.append(replica.log))
    await here.play(table, ANN, TurnToken(), "1")
    await there.log_cache.close()

    assert 1 == match.version
    assert [match.log] == notified


async def test_many_at_once_leave_no_hole() -> None:
    """A hundred lines from three processes at the same time: each is written once."""
    store, clock, bus = MemoryStore(), WallClock(), MemoryBus()
    crowd = [Process(store, clock, bus) for _ in range(3)]
    table = await crowd[0].tables.open(ANN, OpenTable(RICOCHET, 2))
    says = [
        crowd[number % 3].act(table, guest, Say(f"{number}"), f"{number}")
        for number in range(33)
        for guest in (ANN, BOB, CLEO)
    ]
    told = await asyncio.gather(*says)
    replica = await crowd[0].replica(table)
    await crowd[0].log_cache.refresh(replica)

    assert list(range(1, 100)) == sorted(told)
    assert list(range(100)) == await versions(store, table)
    assert 99 == replica.table.last_line


async def test_whoever_is_always_too_late_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trying again and again has an end."""
    store, clock = MemoryStore(), WallClock()
    here, there = Process(store, clock), Process(store, clock)
    table = await here.tables.open(ANN, OpenTable(RICOCHET, 2))
    await there.replica(table)
    await here.act(table, ANN, Say("first"), "1")
    monkeypatch.setattr(log_cache, "MAX_ATTEMPTS", 1)

    with pytest.raises(Rejected, match="Too many people are doing something here at once"):
        await there.act(table, BOB, Say("second"), "1")


# Ids of commands


async def test_a_command_that_is_sent_again_is_answered_not_repeated() -> None:
    """With the version that came of it: here, in another process, and after a restart."""
    store, clock = MemoryStore(), WallClock()
    here, there = Process(store, clock), Process(store, clock)
    table = await match_begun(here)
    await there.match(table)
    first = await here.play(table, ANN, TurnToken(), "turn")
    await here.play(table, ANN, Bid(5), "bid")
    later = Process(store, clock)

    for process in (here, there, later):
        assert first == await process.play(table, ANN, TurnToken(), "turn")
        assert 1 == await process.act(table, BOB, Sit(1), "sit")
    assert 2 == (await here.match(table)).version


def test_every_command_is_remembered_with_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there were, and though two of them together hold what recognises a third."""
    marks = {"a": b"xxxxabcd", "b": b"efghxxxx", "c": b"abcdefgh"}
    monkeypatch.setattr(replicas, "_mark", lambda author: marks[author.command])
    opening = Row(0, Moment(0), encode_opening(Table(RICOCHET, (Chair(),), None)))
    replica = TableReplica("table", opening)
    authors = [Author("ann", name) for name in "abc"]
    for author in (*authors[:2], None, authors[2]):
        assert author is None or replica.version_by(author) is None
        replica.add(Draft(Moment(0), (), author))

    assert [1, 2, 4] == [replica.version_by(author) for author in authors]


async def test_ids_belong_to_who_chose_them() -> None:
    """Two people may use the same."""
    process = Process(MemoryStore(), WallClock())
    table = await match_begun(process)

    assert [1, 2, 3] == [
        await process.play(table, ANN, TurnToken(), "x"),
        await process.play(table, BOB, Bid(9), "x"),
        await process.play(table, ANN, Bid(8), "y"),
    ]


async def test_a_refused_command_leaves_nothing_behind() -> None:
    """Its id is free: the same command may be right later."""
    process = Process(MemoryStore(), WallClock())
    table = await match_begun(process)
    with pytest.raises(Rejected, match="No token is turned up yet"):
        await process.play(table, BOB, Bid(9), "bid")
    await process.play(table, ANN, TurnToken(), "turn")

    assert 2 == await process.play(table, BOB, Bid(9), "bid")


# A store that fails


async def test_what_could_not_be_written_has_not_happened() -> None:
    """Neither here nor anywhere; and it can be tried again."""
    store = FailingStore()
    process = Process(store, WallClock())
    table = await match_begun(process)
    store.fails_before = True
    with pytest.raises(Unavailable):
        await process.play(table, ANN, TurnToken(), "turn")
    version = (await process.match(table)).version
    store.fails_before = False

    assert 0 == version
    assert 1 == await process.play(table, ANN, TurnToken(), "turn")


async def test_what_was_written_though_it_seemed_to_fail_is_found() -> None:
    """Sent again, the command is answered with what came of it the first time."""
    store = FailingStore()
    process = Process(store, WallClock())
    table = await match_begun(process)
    store.fails_after = True
    with pytest.raises(Unavailable):
        await process.play(table, ANN, TurnToken(), "turn")
    store.fails_after = False

    assert 1 == await process.play(table, ANN, TurnToken(), "turn")
    assert 1 == (await process.match(table)).version


class LateStore(MemoryStore):
    """Appends when it is told to, whether or not the caller still waits."""

    def __init__(self) -> None:
        super().__init__()
        self.may_append = asyncio.Event()
        self.may_append.set()
        self.appending = list[asyncio.Task[None]]()

    async def append(self, head: Head, rows: Sequence[Row]) -> None:
        self.appending.append(asyncio.create_task(self._append_later(head, rows)))
        await asyncio.shield(self.appending[-1])

    async def _append_later(self, head: Head, rows: Sequence[Row]) -> None:
        await self.may_append.wait()
        await super().append(head, rows)


async def test_whoever_stops_waiting_does_not_stop_the_writing() -> None:
    """A caller that is cancelled in the middle: the log has it, and whoever comes next sees it."""
    store = LateStore()
    process = Process(store, WallClock())
    table = await match_begun(process)
    match = await process.match(table)
    store.may_append.clear()
    impatient = asyncio.create_task(process.play(table, ANN, TurnToken(), "turn"))
    await others_run(3)
    impatient.cancel()
    await asyncio.wait([impatient])
    store.may_append.set()
    await store.appending[-1]

    assert impatient.cancelled()
    assert [0, 1] == await versions(store, match.log)
    assert 1 == await process.play(table, ANN, TurnToken(), "turn")
    assert 2 == await process.play(table, BOB, Bid(9), "bid")
    assert [0, 1, 2] == await versions(store, match.log)
    assert 2 == match.version


# Finding and keeping


@pytest.mark.parametrize("name", ["nothing", "", "a\nb", "x" * 300])
async def test_what_nobody_opened_is_unknown(name: str) -> None:
    """Whatever the name; and a table is no match."""
    process = Process(MemoryStore(), WallClock())
    table = await process.tables.open(ANN, OpenTable(RICOCHET, 2))

    for search in (
        process.log_cache.table(name),
        process.log_cache.match(name),
        process.log_cache.match(table),
    ):
        with pytest.raises(UnknownLog):
            await search


async def test_only_so_many_ledgers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were used last; one that somebody holds is never read a second time."""
    monkeypatch.setattr(log_cache, "MAX_UNUSED", 2)
    process = Process(MemoryStore(), WallClock())
    tables = [await process.tables.open(ANN, OpenTable(RICOCHET, 2)) for _ in range(4)]
    held = await process.replica(tables[0])
    for table in tables[1:]:
        await process.replica(table)

    assert {tables[0], tables[2], tables[3]} == set(process.log_cache._open)
    assert held is await process.replica(tables[0])


async def test_a_log_that_many_ask_for_at_once_is_read_once() -> None:
    """There is one replica of a log in a process."""
    store, clock = MemoryStore(), WallClock()
    table = await match_begun(Process(store, clock))
    process = Process(store, clock)
    ledgers = await asyncio.gather(*(process.replica(table) for _ in range(20)))

    assert 1 == len({id(replica) for replica in ledgers})


# Tables


async def test_a_match_that_was_decided_on_but_not_dealt_is_dealt_by_the_next() -> None:
    """A process may die between the two; the others find the match in order."""
    store, clock = FailingStore(), WallClock()
    here = Process(store, clock)
    table = await here.tables.open(ANN, OpenTable(RICOCHET, 2))
    replica = await here.replica(table)
    here.log_cache.subscribe(
        lambda _: setattr(store, "fails_before", True)
    )  # once the table has started
    with pytest.raises(Unavailable):
        await here.act(table, ANN, Start(), "start")
    store.fails_before = False
    matches = await asyncio.gather(Process(store, clock).match(table), here.match(table))

    assert replica.table.is_playing
    assert 1 == len({match.log for match in matches})
    assert matches[0].match.opening == matches[1].match.opening


async def test_a_match_that_cannot_be_dealt_is_not_started() -> None:
    """The rules of the game say why; the table stays as it was."""
    process = Process(MemoryStore(), WallClock())
    duel = Terms("rally", {"course": "wind-up-duel"})
    table = await process.tables.open(ANN, OpenTable(duel, 3))
    for number, guest in enumerate((BOB, CLEO), start=1):
        await process.act(table, guest, Sit(number), "1")
    with pytest.raises(Rejected, match="is for at most 2 players, not 3"):
        await process.act(table, ANN, Start(), "2")
    replica = await process.replica(table)

    assert (2, False) == (replica.version, replica.table.is_playing)


async def test_only_bots_of_the_server_sit_down() -> None:
    """Others are refused by name."""
    process = Process(MemoryStore(), WallClock())
    table = await process.tables.open(ANN, OpenTable(RICOCHET, 2))
    with pytest.raises(Rejected, match=r"There is no bot “hal” for .*\. Choose one of random"):
        await process.act(table, ANN, SeatBot(1, "hal"), "1")
    await process.act(table, ANN, SeatBot(1, "random"), "1")

    assert Chair(bot="random") == (await process.replica(table)).table.chairs[1]


async def test_nobody_plays_a_seat_that_is_not_theirs() -> None:
    """Neither who looks on, nor in the match of another table."""
    process = Process(MemoryStore(), WallClock())
    table, other = await match_begun(process), await match_begun(process)
    match = await process.match(other)
    replica = await process.replica(table)
    with pytest.raises(Rejected, match="You are not playing in this match"):
        await process.play(table, CLEO, TurnToken(), "1")
    with pytest.raises(Rejected, match="There is no such match at this table"):
        await process.tables.play(replica, ANN, match.log, Raw(b'{"type":"TurnToken"}'), "2")
    with pytest.raises(Rejected, match="There is no such match at this table"):
        await process.tables.play(replica, ANN, table, Raw(b'{"type":"TurnToken"}'), "2")
    with pytest.raises(Rejected, match="This is not a command of ricochet: "):
        await process.play(table, ANN, {"type": "Ready"}, "3")

    assert isinstance(replica, TableReplica)
    assert isinstance(match, MatchReplica)
    assert (0, 0) == (match.version, (await process.match(table)).version)


async def test_whoever_is_here_is_brought_back_though_another_process_missed_them() -> None:
    """The process that has their socket says otherwise as soon as it hears of it."""
    store, clock, bus = MemoryStore(), WallClock(), MemoryBus()
    here, there = Process(store, clock, bus), Process(store, clock, bus)
    table = await match_begun(here)
    watcher = await here.hub.join(table, BOB, Hello())
    await there.tables.handle_absence(await there.replica(table), BOB.id, ())
    replica = await there.replica(table)
    missed = replica.table.chairs[1]
    await settled(here, there)

    assert Chair(owner=BOB, bot="random") == missed
    assert Chair(owner=BOB) == replica.table.chairs[1]
    here.hub.leave(watcher)
    await here.hub.close()


class SlowStore(MemoryStore):
    """Its first look at a head takes until it is let go, and then fails."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked = asyncio.Event()
        self.goes_on = asyncio.Event()
        self.has_failed = False

    async def head(self, log: str) -> Head | None:
        self.is_asked.set()
        await self.goes_on.wait()
        if not self.has_failed:
            self.has_failed = True
            raise Unavailable("no connection")
        await others_run()  # as in a real one, others come in between
        return await super().head(log)


async def test_a_log_has_one_ledger_whatever_happens_when_it_is_opened() -> None:
    """The first look fails while others wait for it: all who ask after that share one."""
    store = SlowStore()
    process = Process(store, WallClock())
    table = await process.tables.open(ANN, OpenTable(RICOCHET, 2))
    early = [asyncio.create_task(process.replica(table)) for _ in range(3)]
    await store.is_asked.wait()
    store.goes_on.set()
    late = list[asyncio.Task[TableReplica]]()
    for _ in range(20):
        late.append(asyncio.create_task(process.replica(table)))
        await others_run()
    answers = await asyncio.gather(*early, *late, return_exceptions=True)
    ledgers = {id(answer) for answer in answers if isinstance(answer, TableReplica)}

    assert 1 == len(ledgers)
    assert isinstance(answers[0], Unavailable)
    assert isinstance(answers[-1], TableReplica)
    assert {} == process.log_cache._opening


async def test_whoever_stops_waiting_for_a_log_does_not_stop_the_others() -> None:
    """They wait for the same look, which goes on."""
    store = SlowStore()
    store.has_failed = True
    process = Process(store, WallClock())
    table = await process.tables.open(ANN, OpenTable(RICOCHET, 2))
    first, second = (asyncio.create_task(process.replica(table)) for _ in range(2))
    await store.is_asked.wait()
    first.cancel()
    await others_run()
    store.goes_on.set()

    assert table == (await second).log
    assert first.cancelled()


class LaggingStore(MemoryStore):
    """Deals a match while somebody looks for it: they hear only then that there was none."""

    def __init__(self) -> None:
        super().__init__()
        self.is_lagging = False
        self.is_dealing, self.has_looked, self.has_dealt = (asyncio.Event() for _ in range(3))

    async def append(self, head: Head, rows: Sequence[Row]) -> None:
        if head.kind != MATCH or head.version:
            await super().append(head, rows)
            return
        self.is_dealing.set()
        await self.has_looked.wait()
        await super().append(head, rows)
        self.has_dealt.set()

    async def head(self, log: str) -> Head | None:
        found = await super().head(log)
        if self.is_lagging:
            self.is_lagging = False
            self.has_looked.set()
            await self.has_dealt.wait()
        return found


async def test_a_match_is_found_though_somebody_looked_for_it_too_early() -> None:
    """Whoever deals it asks for it after that, and must not hear what was so before."""
    store = LaggingStore()
    process = Process(store, WallClock())
    table = await process.tables.open(ANN, OpenTable(RICOCHET, 2))
    replica = await process.replica(table)
    starting = asyncio.create_task(process.act(table, ANN, Start(), "start"))
    await store.is_dealing.wait()
    assert replica.table.match is not None
    store.is_lagging = True
    early = asyncio.create_task(process.log_cache.match(replica.table.match))
    started, looked = await asyncio.gather(starting, early, return_exceptions=True)

    assert 1 == started
    assert isinstance(looked, UnknownLog)
    assert replica.table.match == (await process.match(table)).log
    assert {} == process.log_cache._opening


async def test_a_read_that_has_just_failed_is_not_joined() -> None:
    """It looked before the log was there, and has ended, but nobody has heard of that yet."""
    store = MemoryStore()
    process = Process(store, WallClock())
    table = await process.tables.open(ANN, OpenTable(RICOCHET, 2))

    async def too_early() -> TableReplica:
        raise UnknownLog(table)

    failed = asyncio.create_task(too_early())
    await asyncio.wait([failed])
    process.log_cache._opening[table] = failed

    assert table == (await process.log_cache.table(table)).log
    assert {} == process.log_cache._opening
