"""Bots at tables: asked in time, and what they lose by failing is one decision."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any, NamedTuple, TypeAlias, get_args

import pytest
from msgspec.structs import replace

from tests.catalogues import BOTS, CATALOGUE, hire, stand_in
from tests.server.processes import ANN, BOB, Process, WallClock, bots_are_done
from tests.waiting import PATIENCE, until
from tinplate.ending import Resign
from tinplate.game import (
    HasFastFallback,
    Millis,
    Plan,
    Progress,
    Rejected,
    Seat,
    bot_offers,
    ends_match,
)
from tinplate.games.rally.bots.safe import fill_and_get_ready
from tinplate.games.ricochet.values import (
    Bid,
    Bidding,
    Command,
    GiveUp,
    Pause,
    Proving,
    State,
    Thinking,
    TurnToken,
)
from tinplate.lobby.values import Arrange, Chair, SeatBot, Sit, Start, Terms
from tinplate.server import bots
from tinplate.server.context import Timeouts
from tinplate.server.metrics import LossReason
from tinplate.server.replicas import MatchReplica
from tinplate.server.terms import validated
from tinplate.server.watchers import Watcher
from tinplate.store.memory import MemoryStore
from tinplate.wire.incoming import Hello
from tinplate.wire.resources import OpenTable

RICOCHET = Terms("ricochet", {"patience_seconds": 0})
Choice = Callable[[Any, Seat, Any, Millis], Plan[Any]]


class Scripted:
    """A bot that does as a test says, and remembers when it was asked."""

    games = frozenset({"ricochet", "rally"})
    strength = 5

    def __init__(self, name: str, choice: Choice, limit: float = 5) -> None:
        self.name = name
        self.limit = limit
        self.asked = list[Millis]()
        self._choice = choice

    def choose(
        self, view: State, seat: Seat, legal: Sequence[Command], now: Millis, dice: Random
    ) -> Plan[Command]:
        assert isinstance(dice, Random)
        self.asked.append(now)
        return self._choice(view, seat, legal, now)


Employ: TypeAlias = Callable[[Scripted], str]


@pytest.fixture
def employ(monkeypatch: pytest.MonkeyPatch) -> Employ:
    """Put bots into the catalogue for a test."""

    def add(bot: Scripted) -> str:
        hire(monkeypatch, bot)
        return bot.name

    return add


class Naps:
    """In the place of waiting: how long bots wanted to be left alone, and it has passed.

    When so many naps are over, only what happens at the table ends the next one.
    """

    def __init__(self, clock: WallClock, number: int) -> None:
        self.clock = clock
        self.taken = list[float]()
        self._number = number

    async def __call__(self, changed: asyncio.Event, seconds: float) -> None:
        self.taken.append(seconds)
        if len(self.taken) > self._number:
            await changed.wait()
        self.clock.pass_seconds(seconds)


Sleep: TypeAlias = Callable[[int], Naps]


@pytest.fixture
def sleep_through(monkeypatch: pytest.MonkeyPatch) -> Sleep:
    """A clock of one's own, which passes so many naps in no time."""

    def begin(number: int) -> Naps:
        naps = Naps(WallClock(), number)
        monkeypatch.setattr(bots, "wait_for_change", naps)
        return naps

    return begin


class Party(NamedTuple):
    """A match of Ann's with bots, at which she looks."""

    process: Process
    table: str
    match: MatchReplica
    watcher: Watcher

    @property
    def phase(self) -> Any:  # noqa: ANN401 - of either game
        return self.match.match.state.phase

    @property
    def lost(self) -> dict[str, float]:
        """Decisions for which a default was played, by reason."""
        registry, name = self.process.metrics.registry, "tinplate_bot_decisions_lost_total"
        counts = {
            why: registry.get_sample_value(name, {"why": why}) for why in get_args(LossReason)
        }
        return {why: count for why, count in counts.items() if count}

    @property
    def hurried(self) -> float | None:
        """Decisions that a quicker self has made."""
        registry = self.process.metrics.registry
        return registry.get_sample_value("tinplate_bot_decisions_hurried_total")

    async def play(self, command: object) -> None:
        await self.process.play(self.table, ANN, command, f"{self.match.version}")

    async def let_sand_run(self) -> None:
        self.clock.pass_seconds(60)
        await self.process.log_cache.apply_due(self.match)

    @property
    def clock(self) -> WallClock:
        assert isinstance(self.process.clock, WallClock)
        return self.process.clock


@asynccontextmanager
async def party(
    *names: str, terms: Terms = RICOCHET, clock: WallClock | None = None
) -> AsyncIterator[Party]:
    process = Process(MemoryStore(), clock or WallClock(), timeouts=Timeouts(bot_pause=0))
    table = await process.tables.open(ANN, OpenTable(terms, 1 + len(names)))
    for chair, name in enumerate(names, 1):
        await process.act(table, ANN, SeatBot(chair, name), f"bot {chair}")
    await process.act(table, ANN, Start(), "start")
    watcher = await process.hub.join(table, ANN, Hello())
    try:
        yield Party(process, table, await process.match(table), watcher)
    finally:
        await process.bots.close()


async def begun(process: Process, *names: str) -> MatchReplica:
    """Another match of Ann's with bots, at which she looks."""
    table = await process.tables.open(ANN, OpenTable(RICOCHET, 1 + len(names)))
    for chair, name in enumerate(names, 1):
        await process.act(table, ANN, SeatBot(chair, name), f"bot {chair}")
    await process.act(table, ANN, Start(), "start")
    await process.hub.join(table, ANN, Hello())
    return await process.match(table)


def bid_four(view: State, *_: object) -> Plan[Command]:
    return Plan((Bid(4),)) if isinstance(view.phase, Thinking) else Plan()


def turn_up(view: State, *_: object) -> Plan[Command]:
    return Plan((TurnToken(),)) if isinstance(view.phase, Pause) else Plan()


# What is planned


async def test_commands_of_a_plan_follow_each_other(employ: Employ) -> None:
    """A whole program of Rally is one decision."""
    bot = Scripted("filler", lambda *told: fill_and_get_ready(*told[:3]))
    async with party(employ(bot), terms=Terms("rally", {})) as there:
        await until(lambda: not bot_offers(there.match.game, there.match.match.state, Seat(1)))

        assert 1 == len(bot.asked)
        assert {} == there.lost


@pytest.mark.parametrize("terms", [RICOCHET, Terms("rally", {})], ids=["ricochet", "rally"])
async def test_bots_end_a_match_with_all_people(employ: Employ, terms: Terms) -> None:
    """RC27, D47: whatever bot it is, and however little it knows of it; they are not offered it."""
    offered = list[object]()

    def look(_: object, __: object, legal: Sequence[object], ___: object) -> Plan[Any]:
        offered.extend(legal)
        return Plan()

    async with party(employ(Scripted("quiet", look)), "random", terms=terms) as there:
        legal = there.match.game.legal(there.match.match.state, Seat(0))
        await there.play(next(filter(ends_match, legal)))
        await until(lambda: there.match.outcome is not None)

        assert there.match.outcome is not None
        assert "ended by agreement" == there.match.outcome.because
        assert not any(map(ends_match, offered))


def polite(view: State, *_: object) -> Plan[Command]:
    return Plan((TurnToken(),), people_first=True) if isinstance(view.phase, Pause) else Plan()


async def test_people_come_first(employ: Employ) -> None:
    """RC11: a plan may leave something to the people at the table, however long they take."""
    bot = Scripted("polite", polite)
    async with party(employ(bot)) as there:
        await until(lambda: bool(bot.asked))
        await bots_are_done(there.process)
        assert isinstance(there.phase, Pause)
        await there.play(TurnToken())

        assert isinstance(there.phase, Thinking)


async def test_bots_do_not_wait_for_people_who_cannot_act(employ: Employ) -> None:
    """RC11: who has resigned only watches, and the bots go on with each other."""
    names = [employ(Scripted(name, polite)) for name in ("polite", "patient")]
    async with party(*names) as there:
        await there.play(Resign())
        await until(lambda: isinstance(there.phase, Thinking))

        assert 1 == there.match.match.state.round


class Student(Scripted):
    """A bot that has to look at something for as long as it takes."""

    def __init__(self, name: str) -> None:
        super().__init__(name, lambda *told: fill_and_get_ready(*told[:3]))
        self.has_time = threading.Event()
        self.trained = list[Any]()

    def train(self, view: Any, progress: Progress) -> None:  # noqa: ANN401
        progress(0)
        self.trained.append(view)
        self.has_time.wait(PATIENCE)


async def test_nobody_waits_for_a_bot_that_studies(employ: Employ) -> None:
    """It plays as well as it can; only one trains at a time, of what it may see."""
    one, other = Student("one"), Student("other")
    async with party(employ(one), employ(other), terms=Terms("rally", {})) as there:
        await until(lambda: there.match.match.state.waiting_for == (Seat(0),))
        views = one.trained + other.trained
        for student in (one, other):
            student.has_time.set()

        assert 1 == len(views)
        assert views[0].players[0].private is None
        assert {} == there.lost


async def test_all_bots_think_at_the_same_time(employ: Employ) -> None:
    """What one does is no reason to ask the other anew."""
    together = threading.Barrier(2)

    def choose(*told: Any) -> Plan[Any]:  # noqa: ANN401
        together.wait(PATIENCE)
        return fill_and_get_ready(*told[:3])

    names = [employ(Scripted(name, choose, limit=PATIENCE)) for name in ("one", "other")]
    async with party(*names, terms=Terms("rally", {})) as there:
        await until(lambda: there.match.match.state.waiting_for == (Seat(0),))

        assert {} == there.lost


async def test_whoever_comes_second_has_broken_no_rule(employ: Employ) -> None:
    """Two bots turn up the token at once: one does, the other is asked anew."""
    both = [Scripted(name, turn_up) for name in ("one", "other")]
    async with party(*map(employ, both)) as there:
        await until(lambda: all(len(bot.asked) > 1 for bot in both))

        assert {} == there.lost
        assert isinstance(there.phase, Thinking)


async def test_a_bot_is_asked_again_when_it_wants_to_be(
    employ: Employ, sleep_through: Sleep
) -> None:
    """Though nothing happens."""

    def choose(_view: State, _seat: Seat, _legal: object, now: Millis) -> Plan[Command]:
        return Plan((TurnToken(),)) if now >= 150 else Plan(ask_again=Millis(150))

    bot, naps = Scripted("sleeper", choose), sleep_through(1)
    async with party(employ(bot), clock=naps.clock) as there:
        await until(lambda: isinstance(there.phase, Thinking))

    assert [0.15] == naps.taken[:1]
    assert [0, 150] == bot.asked[:2]


async def test_a_bot_that_cannot_wait_keeps_nobody_busy(
    employ: Employ, sleep_through: Sleep
) -> None:
    """A bot that wants to be asked at once is asked again after a pause."""
    bot, naps = Scripted("restless", lambda *told: Plan(ask_again=told[3])), sleep_through(3)
    async with party(employ(bot), clock=naps.clock):
        await until(lambda: len(naps.taken) == 4)

    assert [bots.MIN_DELAY] * 4 == naps.taken
    assert [0, 100, 200, 300] == bot.asked


async def test_it_is_asked_though_everybody_had_left(employ: Employ, sleep_through: Sleep) -> None:
    """The table was forgotten meanwhile; whoever comes back finds the bots at work."""

    def choose(_view: State, _seat: Seat, _legal: object, now: Millis) -> Plan[Command]:
        return Plan((TurnToken(),)) if now >= 300 else Plan(ask_again=Millis(300))

    bot, naps = Scripted("sleeper", choose), sleep_through(0)
    async with party(employ(bot), clock=naps.clock) as there:
        await until(lambda: naps.taken)
        there.process.hub.leave(there.watcher)
        there.process.hub._watched.clear()
        await there.process.hub.join(there.table, BOB, Hello())
        await until(lambda: isinstance(there.phase, Thinking))


async def test_bots_rest_while_nobody_looks(employ: Employ) -> None:
    """What one was thinking about is played, and nothing after it until somebody comes."""
    thinking, go_on = threading.Event(), threading.Event()

    def choose(view: State, *told: object) -> Plan[Command]:
        thinking.set()
        go_on.wait(PATIENCE)
        return turn_up(view, *told) if isinstance(view.phase, Pause) else bid_four(view, *told)

    bot = Scripted("fleeting", choose, limit=PATIENCE)
    async with party(employ(bot)) as there:
        await until(thinking.is_set)
        there.process.hub.leave(there.watcher)
        go_on.set()
        await bots_are_done(there.process)  # none of them waits for anything
        asked, left_at = len(bot.asked), there.phase
        await there.process.hub.join(there.table, BOB, Hello())
        await until(lambda: isinstance(there.phase, Bidding))

    assert (1, Thinking) == (asked, type(left_at))


async def test_an_answer_to_another_question_is_not_played(employ: Employ) -> None:
    """Something happened that the bot sees: it is asked anew."""
    thinking, go_on, asked_anew = threading.Event(), threading.Event(), threading.Event()

    def choose(view: State, *_: object) -> Plan[Command]:
        if isinstance(view.phase, Thinking):
            thinking.set()
            go_on.wait(PATIENCE)
            return Plan((Bid(7),))
        if isinstance(view.phase, Bidding):
            asked_anew.set()
        return Plan()

    bot = Scripted("slow", choose, limit=PATIENCE)
    async with party(employ(bot)) as there:
        await there.play(TurnToken())
        await until(thinking.is_set)
        await there.play(Bid(5))
        go_on.set()
        await until(asked_anew.is_set)
        await there.process.log_cache.close()

        assert isinstance(there.phase, Bidding)
        assert [5] == [bid.moves for bid in there.phase.bids]


# What is lost


async def test_a_bot_that_fails_loses_the_decision_only(employ: Employ) -> None:
    """In its proof it gives up; the match goes on, and it is asked again."""

    def choose(view: State, *told: object) -> Plan[Command]:
        if isinstance(view.phase, Proving):
            raise RuntimeError("a wheel came off")  # noqa: TRY004
        return bid_four(view, *told)

    async with party(employ(Scripted("broken", choose))) as there:
        await there.play(TurnToken())
        await until(lambda: isinstance(there.phase, Bidding))
        await there.let_sand_run()
        await until(lambda: isinstance(there.phase, Pause))

        assert {"failed": 1} == there.lost
        await there.play(TurnToken())
        await until(lambda: isinstance(there.phase, Bidding))


async def test_an_answer_that_is_late_is_not_waited_for(employ: Employ) -> None:
    """The safe default is played at the limit; what comes later is nobody's decision."""
    go_on = threading.Event()

    def choose(view: State, *told: object) -> Plan[Command]:
        if isinstance(view.phase, Proving):
            go_on.wait(PATIENCE)
            return Plan((GiveUp(), TurnToken()))
        return bid_four(view, *told)

    async with party(employ(Scripted("late", choose, limit=0.1))) as there:
        await there.play(TurnToken())
        await until(lambda: isinstance(there.phase, Bidding))
        await there.let_sand_run()
        await until(lambda: isinstance(there.phase, Pause))
        go_on.set()
        await there.process.log_cache.close()

        assert {"late": 1} == there.lost
        assert isinstance(there.phase, Pause)


async def test_what_is_illegal_loses_the_decision_only(
    employ: Employ, sleep_through: Sleep
) -> None:
    """Nobody is kept busy by a bot that insists: it is asked again after some seconds."""

    def choose(view: State, *_: object) -> Plan[Command]:
        return Plan((Bid(999),)) if isinstance(view.phase, Thinking) else Plan()

    bot, naps = Scripted("cheat", choose), sleep_through(0)
    async with party(employ(bot), clock=naps.clock) as there:
        await there.play(TurnToken())
        await until(lambda: naps.taken)

        assert [bots.RETRY_AFTER / 1000] == naps.taken
        assert {"illegal": 1} == there.lost
        assert isinstance(there.phase, Thinking)


async def test_quick_bots_do_not_wait_for_slow_ones(employ: Employ) -> None:
    """Though all threads of slow ones are busy."""
    go_on = threading.Event()

    def ponder(*_: object) -> Plan[Command]:
        go_on.wait(PATIENCE)
        return Plan()

    slow = [employ(Scripted(f"slow-{n}", ponder, limit=PATIENCE)) for n in range(bots.THREADS)]
    quick = employ(Scripted("quick", lambda *_: Plan((TurnToken(),)), limit=bots.QUICK))
    process = Process(MemoryStore(), WallClock(), timeouts=Timeouts(bot_pause=0))
    await begun(process, *slow)
    match = await begun(process, quick)
    try:
        await until(lambda: isinstance(match.match.state.phase, Thinking))
    finally:
        go_on.set()
        await process.bots.close()


class Stranger(Scripted):
    """Stands for a bot of others."""


async def test_bots_do_not_wait_for_one_of_others(
    employ: Employ, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A third-party bot thinks, or hangs; the others are asked, and asked again, without it."""
    monkeypatch.setattr(bots, "ExternalBot", Stranger)
    go_on = threading.Event()

    def ponder(*_: object) -> Plan[Command]:
        go_on.wait(PATIENCE)
        return Plan()

    quick = Scripted("quick", turn_up)
    names = [employ(Stranger("stranger", ponder, limit=PATIENCE)), employ(quick)]
    async with party(*names) as there:
        try:
            await until(lambda: isinstance(there.phase, Thinking))
            await until(lambda: len(quick.asked) > 1)
        finally:
            go_on.set()

        assert {} == there.lost


class Prudent(Scripted):
    """A slow bot that has a quick self."""

    def __init__(self, choice: Choice, fast_fallback: Scripted) -> None:
        super().__init__("prudent", choice, limit=fast_fallback.limit + 0.2)
        self.fast_fallback = fast_fallback


async def test_a_bot_that_takes_too_long_has_a_quicker_self(employ: Employ) -> None:
    """It decides as well as it can within the limit; nothing is lost."""
    go_on = threading.Event()

    def ponder(*_: object) -> Plan[Command]:
        go_on.wait(PATIENCE)
        return Plan()

    bot = Prudent(ponder, Scripted("quick", turn_up, limit=bots.QUICK))
    async with party(employ(bot)) as there:
        await until(lambda: isinstance(there.phase, Thinking))
        go_on.set()

        assert (1, {}) == (there.hurried, there.lost)


async def test_a_bot_that_waits_too_long_has_a_quicker_self(employ: Employ) -> None:
    """All threads of slow ones are busy: it is not even asked itself."""
    go_on = threading.Event()

    def ponder(*_: object) -> Plan[Command]:
        go_on.wait(PATIENCE)
        return Plan()

    busy = [Scripted(f"busy-{n}", ponder, limit=PATIENCE) for n in range(bots.THREADS)]
    bot = Prudent(turn_up, Scripted("quick", turn_up, limit=bots.QUICK))
    prudent = employ(bot)
    process = Process(MemoryStore(), WallClock(), timeouts=Timeouts(bot_pause=0))
    try:
        await begun(process, *map(employ, busy))
        await until(lambda: all(each.asked for each in busy))
        match = await begun(process, prudent)
        await until(lambda: isinstance(match.match.state.phase, Thinking))
        asked = bot.asked.copy()  # before there are threads again
    finally:
        go_on.set()
        await process.bots.close()

    assert [] == asked
    assert bot.fast_fallback.asked


def test_a_rival_has_a_quicker_self() -> None:
    """One that waits in the other queue, and leaves the slow one time to think."""
    for name in ("rival", "rival-4"):
        bot = BOTS[name]

        assert isinstance(bot, HasFastFallback)
        assert bot.fast_fallback.limit <= bots.QUICK < bot.limit
        assert bot.games <= bot.fast_fallback.games


async def test_whoever_comes_back_has_their_chair_at_once(employ: Employ) -> None:
    """A bot took over; what it was still thinking about is not played."""
    thinking, go_on = threading.Event(), threading.Event()

    def choose(*_: object) -> Plan[Command]:
        thinking.set()
        go_on.wait(PATIENCE)
        return Plan((TurnToken(),))

    name = employ(Scripted("stand-in", choose, limit=PATIENCE))
    process = Process(MemoryStore(), WallClock(), timeouts=Timeouts(bot_pause=0))
    table = await process.tables.open(ANN, OpenTable(replace(RICOCHET, stand_in=name), 2))
    await process.act(table, BOB, Sit(1), "sit")
    await process.act(table, ANN, Start(), "start")
    await process.hub.join(table, ANN, Hello())
    replica = await process.replica(table)
    await process.tables.handle_absence(replica, BOB.id, {ANN.id})
    await until(thinking.is_set)
    taken = replica.table.chairs[1]
    await process.hub.join(table, BOB, Hello())
    go_on.set()
    await bots_are_done(process)
    await process.bots.close()
    match = await process.match(table)

    assert Chair(owner=BOB, bot=name) == taken
    assert Chair(owner=BOB) == replica.table.chairs[1]
    assert isinstance(match.match.state.phase, Pause)


# Who may sit down


async def test_bots_sit_at_games_they_play() -> None:
    """Others are refused, and so is another game while they sit there."""
    process = Process(MemoryStore(), WallClock())
    table = await process.tables.open(ANN, OpenTable(RICOCHET, 2))
    with pytest.raises(Rejected, match=r"There is no bot “rival” .*\. Choose one of random, "):
        await process.act(table, ANN, SeatBot(1, "rival"), "1")
    await process.act(table, ANN, SeatBot(1, "level-3"), "2")
    with pytest.raises(Rejected, match="There is no bot “level-3” for rally"):
        await process.act(table, ANN, Arrange(Terms("rally", {})), "3")

    assert Chair(bot="level-3") == (await process.replica(table)).table.chairs[1]


def test_one_of_middle_strength_plays_for_who_is_away() -> None:
    """Unless the table wants another; one that plays the game."""
    wanted = Terms("ricochet", {}, stand_in="level-9")

    assert "level-5" == validated(CATALOGUE, Terms("ricochet", {})).stand_in
    assert stand_in("rally") == validated(CATALOGUE, Terms("rally", {})).stand_in
    assert 3 <= BOTS[stand_in("rally")].strength <= 7
    assert "level-9" == validated(CATALOGUE, wanted).stand_in
    with pytest.raises(Rejected, match="There is no bot “level-9” for rally"):
        validated(CATALOGUE, replace(wanted, game="rally"))
