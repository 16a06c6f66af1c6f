"""Presence at a table is known in every process, and so is absence."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from tests.catalogues import CATALOGUE
from tests.server.players import A_SHORT_RALLY as RALLY
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
from tests.waiting import PATIENCE
from tinplate.game import Rejected, Seat, bot_offers
from tinplate.games.ricochet.values import TurnToken
from tinplate.lobby.values import Chair, Guest, SeatBot, Sit, Stand, Start, Terms
from tinplate.server import bots
from tinplate.server.bus import (
    Bus,
    BusMessage,
    Heartbeat,
    MemoryBus,
    PresenceReport,
    Present,
    table_of,
)
from tinplate.server.context import DEFAULT_TIMEOUTS, Timeouts
from tinplate.server.presence import BELIEVED, MAX_MISSED_HEARTBEATS, REPEAT
from tinplate.server.replicas import LEASE, MatchReplica
from tinplate.server.tables import MAX_TABLES
from tinplate.server.terms import validated
from tinplate.server.watchers import Watcher
from tinplate.store.log import Head, Moment
from tinplate.store.memory import MemoryStore
from tinplate.wire.incoming import Hello
from tinplate.wire.outgoing import Presence, Reacted
from tinplate.wire.resources import OpenTable

KEPT = Terms("rally", {"choices": {"turn_seconds": 0}}, absent="keep")
GRACE = int(DEFAULT_TIMEOUTS.grace / DEFAULT_TIMEOUTS.heartbeat)  # in beats


class ChatLine(MemoryBus):
    """What joins one process to the bus; it can be cut, and hears only of what is followed."""

    def __init__(self, bus: Bus) -> None:
        super().__init__()
        self.is_cut = False
        self.followed = set[str]()
        self.heard = list[BusMessage]()
        self._bus = bus
        bus.subscribe(self._hear)

    def publish(self, message: BusMessage) -> None:
        if not self.is_cut:
            self._bus.publish(message)

    def follow(self, table: str) -> None:
        self.followed.add(table)
        super().follow(table)

    def unfollow(self, table: str) -> None:
        self.followed.remove(table)

    def mend(self) -> None:
        """As a bus does after a while without a connection."""
        self.is_cut = False
        for table in self.followed:
            super().follow(table)

    def _hear(self, message: BusMessage) -> None:
        table = table_of(message)
        if not self.is_cut and (table is None or table in self.followed):
            self.heard.append(message)
            super().publish(message)


class Town:
    """Three processes on one store and one bus; a beat passes when it is told to."""

    def __init__(self) -> None:
        self.bus = MemoryBus()
        self.store = MemoryStore()
        self.lines = [ChatLine(self.bus) for _ in range(3)]
        self.all = [
            Process(self.store, WallClock(), line, Timeouts(bot_pause=0)) for line in self.lines
        ]

    async def beats(self, number: int) -> None:
        """All call the roll."""
        for _ in range(number):
            for process in self.all:
                process.hub.beat()
            await settled(*self.all)

    def kill_the_second(self) -> None:
        """Nothing is heard of it any more, and it hears nothing."""
        self.lines[1].is_cut = True


@pytest.fixture
def town() -> Town:
    return Town()


def presence(watcher: Watcher) -> Presence:
    """Those who are here, whatever is told of those who are not."""
    return replace(watcher.watched.presence(), gone_at={})


def bell(watcher: Watcher) -> asyncio.Event:
    """Rings when the watcher is notified."""
    rung = asyncio.Event()
    watcher.subscribe(rung.set)
    return rung


async def test_everybody_at_a_table_is_known_everywhere(town: Town) -> None:
    """As soon as they come or go, with a name or without; the others are notified."""
    first, second, third = town.all
    table = await match_begun(first)
    anns = await first.hub.join(table, ANN, Hello())
    bobs = await second.hub.join(table, BOB, Hello())
    other = await third.hub.join(table, None, Hello())
    everybody = [presence(each) for each in (anns, bobs, other)]
    rung = bell(anns)
    third.hub.leave(other)
    async with asyncio.timeout(PATIENCE):
        await rung.wait()

    assert [Presence(("a", "b"), 1)] * 3 == everybody
    assert Presence(("a", "b"), 0) == presence(anns) == presence(bobs)


async def test_whoever_is_in_two_processes_is_one_guest(town: Town) -> None:
    """And is here until the last socket is gone."""
    first, second, _ = town.all
    table = await match_begun(first)
    here, there = [await each.hub.join(table, ANN, Hello()) for each in (first, second)]
    looking = await first.hub.join(table, CLEO, Hello())
    both = presence(looking)
    first.hub.leave(here)
    one = presence(looking)
    second.hub.leave(there)

    assert Presence(("a", "c"), 0) == both == one
    assert Presence(("c",), 0) == presence(looking)


async def test_a_reaction_is_seen_in_every_process(town: Town) -> None:
    """By those who watch the table there; of several that wait to be sent, the last."""
    first, second, _ = town.all
    table = await match_begun(first)
    anns = await first.hub.join(table, ANN, Hello())
    bobs = await second.hub.join(table, BOB, Hello())
    for watcher in (anns, bobs):
        list(watcher.pending())
    rung = bell(bobs)
    first.hub.react(anns.watched, ANN, "wow")
    first.hub.react(anns.watched, ANN, "oops")
    async with asyncio.timeout(PATIENCE):
        await rung.wait()

    assert [Reacted(ANN, "oops")] == list(anns.pending()) == list(bobs.pending())
    assert [] == list(bobs.pending())


async def test_a_process_that_comes_later_learns_who_is_there(town: Town) -> None:
    """It asks, and the others answer."""
    table = await match_begun(town.all[0])
    await town.all[0].hub.join(table, ANN, Hello())
    late = Process(town.store, WallClock(), town.bus)
    watcher = await late.hub.join(table, CLEO, Hello())

    assert Presence(("a", "c"), 0) == presence(watcher)


async def test_a_process_hears_only_of_tables_that_it_follows(town: Town) -> None:
    """Whatever happens elsewhere; and of nothing at all once everybody has left for good."""
    first, second, _ = town.all
    mine = await match_begun(first, KEPT)
    yours = await first.tables.open(CLEO, OpenTable(RICOCHET, 2))
    mine_here = await first.hub.join(mine, ANN, Hello())
    await second.hub.join(yours, CLEO, Hello())
    await second.act(yours, BOB, Sit(1), "sit")
    await town.beats(REPEAT)
    first.hub.leave(mine_here)
    await town.beats(GRACE + 1)

    assert {mine} == {table_of(each) for each in town.lines[0].heard} - {None}
    assert yours in {table_of(each) for each in town.lines[1].heard}
    assert set() == town.lines[0].followed


async def test_presence_is_told_when_it_changes_and_now_and_then(town: Town) -> None:
    """Not with every heartbeat."""
    first, second, _ = town.all
    table = await match_begun(first)
    await first.hub.join(table, ANN, Hello())
    await second.hub.join(table, BOB, Hello())
    town.lines[1].heard.clear()
    await town.beats(3 * REPEAT)
    reports = [each for each in town.lines[1].heard if isinstance(each, PresenceReport)]

    assert 3 * 2 == len(reports)


async def test_a_report_that_was_lost_is_made_good(town: Town) -> None:
    """Somebody has come or gone: it is said again."""
    first, second, _ = town.all
    table = await match_begun(first)
    anns = await first.hub.join(table, ANN, Hello())
    town.lines[0].is_cut = True
    bobs = await second.hub.join(table, BOB, Hello())
    town.lines[0].is_cut = False
    missed = presence(anns)
    await town.beats(REPEAT)
    found = presence(anns)
    town.lines[0].is_cut = True
    second.hub.leave(bobs)
    town.lines[0].is_cut = False
    believed = presence(anns)
    await town.beats(REPEAT)

    assert Presence(("a",), 0) == missed == presence(anns)
    assert Presence(("a", "b"), 0) == found == believed


async def test_a_report_that_is_not_repeated_is_not_believed_for_ever(town: Town) -> None:
    """A process lives, and has given up the table; nobody has heard it say so."""
    first = town.all[0]
    table = await match_begun(first)
    anns = await first.hub.join(table, ANN, Hello())
    town.bus.publish(PresenceReport("ghost", table, Present(("g",))))
    for _ in range(BELIEVED):
        town.bus.publish(Heartbeat("ghost"))
        await town.beats(1)
    before = presence(anns)
    await town.beats(1)

    assert Presence(("a", "g"), 0) == before
    assert Presence(("a",), 0) == presence(anns)


async def test_a_process_that_was_cut_off_asks_again(town: Town) -> None:
    """It hears who has come and gone, and what has been written meanwhile."""
    first, second, third = town.all
    table = await match_begun(first)
    anns = await first.hub.join(table, ANN, Hello())
    bobs = await second.hub.join(table, BOB, Hello())
    match = await first.match(table)
    town.lines[0].is_cut = True
    second.hub.leave(bobs)
    await third.hub.join(table, CLEO, Hello())
    await third.play(table, BOB, TurnToken(), "turn")
    town.lines[0].mend()
    await town.beats(1)

    assert Presence(("a", "c"), 0) == presence(anns)
    assert 1 == match.version


async def test_a_process_that_has_died_is_forgotten(town: Town) -> None:
    """After a few silent heartbeats; the watchers are notified."""
    first, second, _ = town.all
    table = await match_begun(first)
    anns = await first.hub.join(table, ANN, Hello())
    await second.hub.join(table, BOB, Hello())
    town.kill_the_second()
    await town.beats(MAX_MISSED_HEARTBEATS)
    before = presence(anns)
    await town.beats(1)

    assert Presence(("a", "b"), 0) == before
    assert Presence(("a",), 0) == presence(anns)


async def test_a_process_that_ends_says_so(town: Town) -> None:
    """Nobody has to wait for its silence."""
    first, second, _ = town.all
    table = await match_begun(first)
    anns = await first.hub.join(table, ANN, Hello())
    bobs = await second.hub.join(table, BOB, Hello())
    second.hub.leave(bobs)
    said = list[BusMessage]()
    town.bus.subscribe(said.append)
    await second.stop()

    assert Presence(("a",), 0) == presence(anns)
    assert isinstance(said[-1], Heartbeat)
    assert said[-1].is_last


async def test_the_end_of_a_process_is_believed_though_it_left_people_behind(town: Town) -> None:
    """Their sockets are gone, whatever was reported of them."""
    first, second, _ = town.all
    table = await match_begun(first)
    anns = await first.hub.join(table, ANN, Hello())
    await second.hub.join(table, BOB, Hello())
    second.hub.end()

    assert Presence(("a",), 0) == presence(anns)


# Staying away


async def test_nobody_is_absent_who_has_a_socket_somewhere(town: Town) -> None:
    """However long they are in another process; in none, a bot plays for them after the grace."""
    first, second, third = town.all
    table = await match_begun(first)
    await first.hub.join(table, ANN, Hello())
    bobs = await second.hub.join(table, BOB, Hello())
    await third.hub.join(table, CLEO, Hello())
    await town.beats(2 * GRACE)
    kept = (await first.replica(table)).table.chairs[1]
    second.hub.leave(bobs)
    await town.beats(GRACE - 1)
    almost = (await first.replica(table)).table.chairs[1]
    await town.beats(1)

    assert Chair(owner=BOB) == kept == almost
    for process in town.all:
        assert Chair(owner=BOB, bot="random") == (await process.replica(table)).table.chairs[1]


async def test_a_grace_does_not_die_with_a_process(town: Town) -> None:
    """Killed while it waited for somebody: another one waits, and gives the seat to a bot."""
    first, second, _ = town.all
    table = await match_begun(first)
    await first.hub.join(table, ANN, Hello())
    second.hub.leave(await second.hub.join(table, BOB, Hello()))
    await town.beats(GRACE // 2)
    town.kill_the_second()
    await town.beats(GRACE - GRACE // 2)

    assert Chair(owner=BOB, bot="random") == (await first.replica(table)).table.chairs[1]


async def test_those_of_a_dead_process_get_their_grace(town: Town) -> None:
    """A guest who was connected to it and does not come back is away."""
    first, second, _ = town.all
    table = await match_begun(first)
    await first.hub.join(table, ANN, Hello())
    await second.hub.join(table, BOB, Hello())
    town.kill_the_second()
    await town.beats(MAX_MISSED_HEARTBEATS + GRACE - 1)
    almost = (await first.replica(table)).table.chairs[1]
    await town.beats(1)

    assert Chair(owner=BOB) == almost
    assert Chair(owner=BOB, bot="random") == (await first.replica(table)).table.chairs[1]


async def test_no_time_passes_while_the_bus_is_down(town: Town) -> None:
    """Nobody can know then who is where, so nobody is given up."""
    first, second, _ = town.all
    table = await match_begun(first)
    anns = await first.hub.join(table, ANN, Hello())
    await second.hub.join(table, BOB, Hello())
    for line in town.lines:
        line.is_cut = True
    await town.beats(2 * GRACE)
    for line in town.lines:
        line.is_cut = False
    await town.beats(2)

    assert Chair(owner=BOB) == (await first.replica(table)).table.chairs[1]
    assert Presence(("a", "b"), 0) == presence(anns)


async def test_whoever_comes_back_for_a_moment_does_not_have_all_the_grace_again(
    town: Town,
) -> None:
    """Absences add up; whoever stays for as long as they were away has all of it."""
    first = town.all[0]
    table = await match_begun(first)
    await first.hub.join(table, ANN, Hello())
    first.hub.leave(await first.hub.join(table, BOB, Hello()))
    await town.beats(GRACE - 1)
    back = await first.hub.join(table, BOB, Hello())
    await town.beats(GRACE - 1)
    first.hub.leave(back)
    await town.beats(GRACE - 1)
    with_grace = (await first.replica(table)).table.chairs[1]
    first.hub.leave(await first.hub.join(table, BOB, Hello()))
    await town.beats(1)

    assert Chair(owner=BOB) == with_grace
    assert Chair(owner=BOB, bot="random") == (await first.replica(table)).table.chairs[1]


async def test_a_table_that_all_have_left_is_seen_to_and_forgotten(town: Town) -> None:
    """By the process they left last: between matches their chairs become free."""
    first = town.all[0]
    table = await first.tables.open(ANN, OpenTable(RICOCHET, 2))
    first.hub.leave(await first.hub.join(table, ANN, Hello()))
    await town.beats(GRACE)
    await town.beats(1)

    assert Chair() == (await first.replica(table)).table.chairs[0]
    assert {} == first.hub._watched


async def test_a_chair_is_kept_where_the_game_says_so(town: Town) -> None:
    """D32: with `wait` no bot sits down, however long its owner is away."""
    first = town.all[0]
    table = await match_begun(
        first, validated(CATALOGUE, Terms("rally", {"choices": {"afk": "wait"}}))
    )
    await first.hub.join(table, ANN, Hello())
    await town.beats(2 * GRACE)

    assert Chair(owner=BOB) == (await first.replica(table)).table.chairs[1]


async def test_whoever_decides_is_somebody_who_is_there(town: Town) -> None:
    """A host who stays away is none any more, in a match too; and again when the next one does."""
    first, second, _ = town.all
    table = await match_begun(first, KEPT)
    bobs = await first.hub.join(table, BOB, Hello())
    await town.beats(GRACE)
    host = (await first.replica(table)).table.host
    anns = await second.hub.join(table, ANN, Hello())
    first.hub.leave(bobs)
    await town.beats(GRACE)
    second.hub.leave(anns)
    await town.beats(2 * GRACE)

    assert BOB.id == host
    assert ANN.id == (await first.replica(table)).table.host


async def test_a_host_is_passed_on_as_soon_as_somebody_is_there(town: Town) -> None:
    """Though the host, and the bot on the host's chair, have been known for long."""
    first = town.all[0]
    table = await match_begun(first)
    await first.hub.join(table, None, Hello())
    await town.beats(2 * GRACE)
    before = (await first.replica(table)).table
    await first.hub.join(table, BOB, Hello())
    await town.beats(GRACE)

    assert ANN.id == before.host
    assert before.chairs[0].is_away
    assert BOB.id == (await first.replica(table)).table.host


async def test_what_could_not_be_written_is_tried_again() -> None:
    """The store was gone when a grace ended: the chair becomes free after another one."""
    store = FailingStore()
    process = Process(store, WallClock())
    table = await process.tables.open(ANN, OpenTable(RICOCHET, 2))
    process.hub.leave(await process.hub.join(table, ANN, Hello()))
    store.fails_before = True
    for _ in range(GRACE):
        process.hub.beat()
        await settled(process)
    store.fails_before = False
    for _ in range(GRACE):
        process.hub.beat()
        await settled(process)

    assert Chair() == (await process.replica(table)).table.chairs[0]


# Tables that nobody looks after


class Village:
    """A process on one store; when it is killed, the next one knows nothing but the store."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.clock = WallClock()
        self.process = Process(self.store, self.clock)

    def kill(self) -> None:
        self.process = Process(self.store, self.clock)

    async def wait(self, seconds: float) -> None:
        """Beat by beat: the roll, the lookout and the timekeeper as they come."""
        for _ in range(int(seconds)):
            self.clock.pass_seconds(1)
            self.process.hub.beat()
            await self.process.poller.poll()
            await self.process.deadlines.sweep()
            await settled(self.process)

    async def is_listed(self) -> bool:
        return bool(await self.store.listing("room", is_public=True, is_open=True, limit=9))

    async def head(self, table: str) -> Head:
        head = await self.store.head(table)
        assert head is not None
        return head


PUBLIC = replace(RICOCHET, is_public=True)
LEASED = LEASE / 1000  # seconds
A_WHILE = LEASED + DEFAULT_TIMEOUTS.grace + 2


@pytest.fixture
def village() -> Village:
    return Village()


async def test_a_table_to_which_nobody_comes_is_not_listed_for_ever(village: Village) -> None:
    """Opened by a request, and its owner never opens a socket."""
    table = await village.process.tables.open(ANN, OpenTable(PUBLIC, 2))
    await village.wait(LEASED - 1)
    before = await village.is_listed()
    await village.wait(DEFAULT_TIMEOUTS.grace + 3)

    assert before
    assert not await village.is_listed()
    assert Chair() == (await village.process.replica(table)).table.chairs[0]
    assert (await village.head(table)).due is None
    assert {} == village.process.hub._watched


async def test_whoever_does_not_come_back_after_a_crash_is_given_up(village: Village) -> None:
    """By whichever process is awake; whoever comes back in time keeps the chair, for good."""
    for guest in (ANN, BOB):
        table = await village.process.tables.open(guest, OpenTable(PUBLIC, 2))
        await village.process.hub.join(table, guest, Hello())
    await village.wait(2 * A_WHILE)
    both = await village.store.listing("room", is_public=True, is_open=True, limit=9)
    village.kill()
    await village.wait(DEFAULT_TIMEOUTS.grace)
    await village.process.hub.join(table, BOB, Hello())
    await village.wait(2 * A_WHILE)

    assert 2 == len(both)
    assert [table] == [
        each.log
        for each in await village.store.listing("room", is_public=True, is_open=True, limit=9)
    ]


async def test_after_a_long_night_everybody_has_a_grace(village: Village) -> None:
    """The server was down for hours: nobody loses a chair before there was time to come back."""
    table = await village.process.tables.open(ANN, OpenTable(PUBLIC, 2))
    village.clock.pass_seconds(36_000)
    village.kill()
    await village.wait(DEFAULT_TIMEOUTS.grace - 1)
    kept = (await village.process.replica(table)).table.chairs[0]
    await village.process.hub.join(table, ANN, Hello())
    await village.wait(A_WHILE)

    assert Chair(owner=ANN) == kept
    assert Chair(owner=ANN) == (await village.process.replica(table)).table.chairs[0]


async def test_a_match_that_all_have_left_is_not_listed(village: Village) -> None:
    """Bots play for them when they are back; they find it among their own tables."""
    table = await match_begun(village.process, PUBLIC)
    await village.wait(A_WHILE)
    replica = (await village.process.replica(table)).table

    assert [True, True, False] == [chair.is_away for chair in replica.chairs]
    assert not await village.is_listed()
    assert [table] == [
        each.log for each in await village.store.of_guest("a", "room", is_open=True, limit=9)
    ]
    assert (await village.head(table)).due is None


async def test_a_table_where_all_chairs_are_kept_is_never_due(village: Village) -> None:
    """There is nothing that could be done, so nobody looks again and again."""
    table = await match_begun(village.process, replace(PUBLIC, absent="keep"))

    assert (await village.head(table)).due is None


async def test_those_at_tables_of_others_are_left_alone(town: Town) -> None:
    """A process that finds a table due, though others look after it, hears that they do."""
    first, second, _ = town.all
    table = await first.tables.open(ANN, OpenTable(PUBLIC, 2))
    await first.hub.join(table, ANN, Hello())
    assert isinstance(second.clock, WallClock)
    second.clock.pass_seconds(LEASED)
    await second.deadlines.sweep()
    await town.beats(2 * GRACE)

    assert Chair(owner=ANN) == (await first.replica(table)).table.chairs[0]
    assert {} == second.hub._watched


async def test_a_table_at_hand_is_nobody_elses_though_no_bus_says_so(village: Village) -> None:
    """The store says that it is looked after: a process that hears nothing leaves it alone."""
    table = await village.process.tables.open(ANN, OpenTable(PUBLIC, 2))
    await village.process.hub.join(table, ANN, Hello())
    deaf = Process(village.store, village.clock)
    for _ in range(int(2 * A_WHILE)):
        village.clock.pass_seconds(1)
        await village.process.poller.poll()
        await deaf.deadlines.sweep()
        deaf.hub.beat()
        await settled(deaf)

    assert (
        Chair(owner=ANN)
        == (await deaf.log_cache.current(await deaf.replica(table))).table.chairs[0]
    )


class Diary(MemoryStore):
    """Notes for how many tables the store is told that they are looked after."""

    def __init__(self) -> None:
        super().__init__()
        self.renewed: list[int] = []

    async def postpone(self, logs: Sequence[str], due: Moment) -> None:
        await super().postpone(logs, due)
        if logs:
            self.renewed.append(len(logs))


async def test_leases_are_renewed_seldom_and_together(village: Village) -> None:
    """All tables at hand at once, once a minute."""
    village.store = diary = Diary()
    village.kill()
    for number in range(30):
        guest = Guest(f"{number}", "Ann")
        table = await village.process.tables.open(guest, OpenTable(PUBLIC, 2))
        await village.process.hub.join(table, guest, Hello())
    await village.wait(300)

    assert [30] * 5 == diary.renewed


async def test_nobody_opens_tables_without_end(village: Village) -> None:
    """A guest who sits at many has to leave one first; the sentence says how many."""
    opened = [
        await village.process.tables.open(ANN, OpenTable(RICOCHET, 2)) for _ in range(MAX_TABLES)
    ]
    with pytest.raises(Rejected, match=r"You sit at 20 tables\. Leave one before you open another"):
        await village.process.tables.open(ANN, OpenTable(RICOCHET, 2))
    await village.process.act(opened[0], ANN, Stand(), "stand")

    assert await village.process.tables.open(ANN, OpenTable(RICOCHET, 2))


# Bots


class Busy:
    """Counts what the bots of a process do."""

    def __init__(self, process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self._play_bot = process.tables.play_bot
        monkeypatch.setattr(process.tables, "play_bot", self._counted)

    async def _counted(
        self, match: MatchReplica, seat: Seat, command: object, holds: Callable[[], bool]
    ) -> int | None:
        self.count += 1
        return await self._play_bot(match, seat, command, holds)


async def match_with_a_bot(process: Process) -> str:
    table = await process.tables.open(ANN, OpenTable(RALLY, 2))
    await process.act(table, ANN, SeatBot(1, "random"), "bot")
    await process.act(table, ANN, Start(), "start")
    return table


async def bot_is_done(watcher: Watcher) -> None:
    """The bot has done all it can before Ann does something."""
    match = watcher.watched.match
    assert match is not None
    rung = bell(watcher)
    async with asyncio.timeout(PATIENCE):
        while bot_offers(match.game, match.match.state, Seat(1)):
            await rung.wait()
            rung.clear()


async def test_one_process_asks_a_bot(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though people of all are at the table; the others leave it the time to."""
    monkeypatch.setattr(bots, "TURN", 3_600)
    busy = [Busy(process, monkeypatch) for process in town.all]
    table = await match_with_a_bot(town.all[0])
    for process in town.all:  # read it before, so that all come at the same moment
        await process.match(table)
    watchers = [await process.hub.join(table, ANN, Hello()) for process in town.all]
    await town.beats(1)
    await bot_is_done(watchers[0])
    await asyncio.gather(*(process.bots.close() for process in town.all))
    first = next(at for at, watcher in enumerate(watchers) if watcher.watched.rank == 0)

    assert [0, 1, 2] == sorted(watcher.watched.rank for watcher in watchers)
    assert busy[first].count > 0
    assert busy[first].count == sum(each.count for each in busy)


async def test_a_bot_is_asked_though_the_process_that_should_is_dead(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one does it when its turn comes, before it knows that the other is gone."""
    monkeypatch.setattr(bots, "TURN", 0.05)
    table = await match_with_a_bot(town.all[0])
    watchers = [await process.hub.join(table, ANN, Hello()) for process in town.all]
    await town.beats(1)
    first = next(at for at, watcher in enumerate(watchers) if watcher.watched.rank == 0)
    await town.all[first].bots.close()
    busy = Busy(town.all[first], monkeypatch)
    await bot_is_done(watchers[first - 1])
    await asyncio.gather(*(process.bots.close() for process in town.all))

    assert 0 == busy.count
