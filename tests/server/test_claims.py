"""Claims, votes and passed-over seats, tried with a server: who is away, the server says."""

from collections.abc import AsyncIterator, Sequence

import pytest
from msgspec.structs import replace

from tests.server.processes import ANN, BOB, CLEO, Process, WallClock, bots_play, settled, told_in
from tinplate.ending import OTHERS_RESIGNED, Resign
from tinplate.game import Outcome, Rejected, Seat
from tinplate.games.rally.values import Choosing, Programming
from tinplate.games.ricochet.values import SkipToken, Thinking, TurnToken
from tinplate.lobby.rules import Attendance
from tinplate.lobby.values import (
    LONG_AWAY,
    PASSED_OVER,
    ClaimWin,
    Command,
    Guest,
    Say,
    SendAway,
    Sit,
    Stand,
    Start,
    Terms,
    VoteAway,
)
from tinplate.server import bots
from tinplate.server.context import DEFAULT_TIMEOUTS, Timeouts
from tinplate.server.replicas import MatchReplica
from tinplate.server.watchers import Watcher
from tinplate.store.log import Head, Row, Unavailable
from tinplate.store.memory import MemoryStore
from tinplate.wire.incoming import Hello
from tinplate.wire.resources import OpenTable

GRACE = int(DEFAULT_TIMEOUTS.grace / DEFAULT_TIMEOUTS.heartbeat)  # in beats
TERMS = Terms("ricochet", {"patience_seconds": 0}, stand_in="random", absent="keep")
GUESTS = (ANN, BOB, CLEO)


class Evening:
    """Some of Ann, Bob and Cleo play in a server of one process."""

    def __init__(self) -> None:
        self.store: MemoryStore = MemoryStore()
        self.clock = WallClock()
        self.process = self.another_process()
        self.watchers: dict[str, Watcher] = {}
        self.table, self._count = "", 0

    def another_process(self) -> Process:
        return Process(self.store, self.clock, timeouts=Timeouts(bot_pause=0))

    async def begin(self, terms: Terms = TERMS, people: int = 2) -> MatchReplica:
        self.table = await self.process.tables.open(ANN, OpenTable(terms, people + 1))
        for chair, guest in enumerate(GUESTS[1:people], 1):
            await self.process.act(self.table, guest, Sit(chair), f"sit {chair}")
        await self.process.act(self.table, ANN, Start(), "start")
        for guest in GUESTS[:people]:
            await self.comes(guest)
        return await self.match()

    async def comes(self, guest: Guest) -> None:
        self.watchers[guest.id] = await self.process.hub.join(self.table, guest, Hello())

    def leaves(self, guest: Guest) -> None:
        self.process.hub.leave(self.watchers.pop(guest.id))

    async def beats(self, count: int) -> None:
        for _ in range(count):
            self.process.hub.beat()
            await settled(self.process)

    async def does(self, guest: Guest, command: Command) -> None:
        """As over a socket of Ann, who is there: the server knows who is away."""
        self._count += 1
        replica = await self.process.replica(self.table)
        there = self.watchers[ANN.id].watched.attendance
        await self.process.tables.act(replica, guest, command, f"x{self._count}", there)
        await settled(self.process)

    async def match(self) -> MatchReplica:
        return await self.process.match(self.table)

    async def plays(self, guest: Guest, command: object) -> None:
        self._count += 1
        await self.process.play(self.table, guest, command, f"y{self._count}")
        await self.bots_play()

    async def bots_play(self) -> None:
        await bots_play(self.process, await self.match())

    async def time_runs_out(self) -> None:
        self.clock.pass_seconds(30)
        await self.process.log_cache.apply_due(await self.match())

    async def told(self) -> list[object]:
        return await told_in(self.store, await self.match())


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    there = Evening()
    yield there
    await there.process.bots.close()


async def test_everybody_is_told_when_they_may_claim_the_win(evening: Evening) -> None:
    """Absences add up, and what was told stays true while others come and go."""
    await evening.begin(people=3)
    watched = evening.watchers[ANN.id].watched
    nobody = watched.presence().gone_at
    began = evening.clock()
    evening.leaves(BOB)
    first = watched.presence().gone_at
    await evening.beats(GRACE // 2)
    evening.leaves(CLEO)
    both = watched.presence().gone_at
    await evening.comes(BOB)
    back = watched.presence().gone_at
    evening.leaves(BOB)
    again = watched.presence().gone_at

    assert nobody == {}
    assert first == {BOB.id: began + LONG_AWAY}
    assert both == {BOB.id: began + LONG_AWAY, CLEO.id: began + LONG_AWAY}
    assert back == {CLEO.id: began + LONG_AWAY}
    assert again == {BOB.id: began + LONG_AWAY // 2, CLEO.id: began + LONG_AWAY}


async def test_a_claim_is_refused_while_the_opponent_is_there(evening: Evening) -> None:
    """However long they think; and shortly after they have gone."""
    match = await evening.begin()
    await evening.beats(2 * GRACE)
    with pytest.raises(Rejected, match="when all others have left"):
        await evening.does(ANN, ClaimWin())
    evening.leaves(BOB)
    await evening.beats(GRACE // 2)
    with pytest.raises(Rejected, match="when all others have left"):
        await evening.does(ANN, ClaimWin())

    assert match.outcome is None


async def test_the_win_is_claimed_from_an_opponent_who_stays_away(evening: Evening) -> None:
    """RC28: their seat resigns, so the match is over; coming back does not help."""
    match = await evening.begin()
    evening.leaves(BOB)
    await evening.beats(GRACE)
    await evening.does(ANN, ClaimWin())

    assert Outcome((Seat(0),), OTHERS_RESIGNED) == match.outcome
    await evening.comes(BOB)
    assert (Seat(1),) == match.resigned


async def test_whoever_lost_while_away_is_told_on_any_page(evening: Evening) -> None:
    """They read once who has won; even if the process dies before it has told them."""
    match = await evening.begin()
    evening.leaves(BOB)
    await evening.beats(GRACE)
    await evening.does(ANN, ClaimWin())
    await evening.process.tables.close_match(await evening.process.replica(evening.table), match)
    evening.clock.pass_seconds(3600)
    other = evening.another_process()
    for process in (other, evening.process):
        await process.records.sweep()
    [loss] = (await other.social.inbox(BOB.id)).losses
    await other.social.saw_loss(BOB.id, match.log)

    assert (match.log, "ricochet", ANN) == (loss.match, loss.game, loss.winner)
    assert () == (await other.social.inbox(BOB.id)).losses
    assert () == (await other.social.inbox(ANN.id)).losses


@pytest.mark.parametrize("is_claimed", [True, False])
async def test_a_match_tells_being_away_from_resigning(
    evening: Evening, *, is_claimed: bool
) -> None:
    """Both resign; nobody has sent that for whoever was away, so logs of any age tell it."""
    match = await evening.begin()
    if is_claimed:
        evening.leaves(BOB)
        await evening.beats(GRACE)
        await evening.does(ANN, ClaimWin())
    else:
        await evening.plays(BOB, Resign())
    read_again = await evening.another_process().match(evening.table)

    assert (Seat(1),) == match.resigned
    expected = (Seat(1),) if is_claimed else ()
    assert (expected, expected) == (match.conceded, read_again.conceded)


async def test_a_claim_survives_a_process_that_dies(evening: Evening) -> None:
    """The table knows of the claim, the match does not yet: the next process sees to it."""
    await evening.begin()
    dying = evening.another_process()  # nobody watches there, so it does not get to it
    gone = Attendance((ANN.id,), (BOB.id,))
    replica = await dying.replica(evening.table)
    await dying.tables.act(replica, ANN, ClaimWin(), "claim", lambda: gone)
    before = (await dying.match(evening.table)).resigned
    evening.process = evening.another_process()
    await evening.comes(ANN)
    await settled(evening.process)

    assert () == before
    assert (Seat(1),) == (await evening.match()).resigned


async def test_nobody_gains_by_resigning_and_coming_back(evening: Evening) -> None:
    """RC28: neither by standing up, nor by sitting down again; and no bot plays on."""
    match = await evening.begin(people=3)
    await evening.plays(BOB, Resign())
    await evening.does(BOB, Stand())
    with pytest.raises(Rejected):
        await evening.does(BOB, Sit(1))
    await evening.bots_play()

    assert () == match.game.legal(match.match.state, Seat(1))
    assert (Seat(1),) == match.resigned


async def test_a_vote_sends_away_for_good(evening: Evening) -> None:
    """Neither a second tab, nor another name, nor coming back helps."""
    await evening.begin(people=3)
    await evening.does(ANN, VoteAway(2))
    await evening.does(BOB, VoteAway(2))
    await evening.comes(CLEO)
    for guest in (CLEO, Guest(CLEO.id, "Somebody else")):
        for command in (Sit(2), Sit(3), Say("it is me")):
            with pytest.raises(Rejected):
                await evening.does(guest, command)


async def test_the_votes_of_spectators_and_bots_do_not_count(evening: Evening) -> None:
    """Bob is played by a bot, and Dora watches: Ann alone is no majority."""
    await evening.begin(replace(TERMS, absent="bot"), people=3)
    await evening.does(BOB, Stand())
    with pytest.raises(Rejected, match="It takes two"):
        await evening.does(ANN, VoteAway(2))
    with pytest.raises(Rejected, match="You are not playing"):
        await evening.does(Guest("d", "Dora"), VoteAway(2))
    with pytest.raises(Rejected, match="Only the host"):
        await evening.does(Guest("d", "Dora"), SendAway(CLEO.id))


async def test_a_seat_that_is_passed_over_does_nothing_and_keeps_nobody_waiting(
    evening: Evening,
) -> None:
    """RC26: Bob has stood up, and nobody plays for him."""
    match = await evening.begin(replace(TERMS, absent="pass"))
    await evening.does(BOB, Stand())
    await evening.plays(ANN, TurnToken())
    before = match.match.state.phase
    await evening.plays(ANN, SkipToken())

    assert isinstance(before, Thinking)
    assert PASSED_OVER == (await evening.process.replica(evening.table)).table.chairs[1].bot
    assert "TokenReturned" == type((await evening.told())[-1]).__name__


class SecondWriteFails(MemoryStore):
    """Of those that follow when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.failures = 0
        self._writes: int | None = None

    def begin_to_count(self) -> None:
        self._writes = 0

    async def append(self, head: Head, rows: Sequence[Row]) -> None:
        if self._writes is not None:
            self._writes += 1
        if self._writes == 2:
            self.failures += 1
            raise Unavailable("no space left")
        await super().append(head, rows)


async def test_a_seat_is_passed_over_though_a_write_failed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RC26: what could not be written is written a moment later, without anybody's help."""
    monkeypatch.setattr(bots, "TURN", 0)
    evening.store = store = SecondWriteFails()
    evening.process = evening.another_process()
    await evening.begin(replace(TERMS, absent="pass"))
    await evening.does(BOB, Stand())
    await evening.plays(ANN, TurnToken())
    store.begin_to_count()
    await evening.plays(ANN, SkipToken())

    assert 1 == store.failures
    assert "TokenReturned" == type((await evening.told())[-1]).__name__


# Stalling

# Where nobody dies of random cards, and would choose a facing once more.
HARMLESS = {"course": "first-shift", "choices": {"edge": "wall"}}
RALLY = Terms("rally", HARMLESS, stand_in="random", absent="keep")
PATIENCE = int(150 / DEFAULT_TIMEOUTS.heartbeat)  # in beats


async def test_whoever_is_there_and_does_nothing_is_hurried(evening: Evening) -> None:
    """D31: also where the table waits for players who are away; it is so in every turn."""
    match = await evening.begin(RALLY)
    stages = list[object]()
    for _ in range(3):
        assert match.stall is not None
        stages.append(match.stall.stage)
        await evening.beats(PATIENCE)
        await evening.time_runs_out()

    assert [(1, Choosing), (1, Programming), (2, Programming)] == stages


async def test_nobody_is_hurried_who_is_away(evening: Evening) -> None:
    """D31: that time does not count, however long it is; what came before does."""
    match = await evening.begin(RALLY)
    await evening.beats(PATIENCE - 1)
    evening.leaves(BOB)
    await evening.beats(2 * PATIENCE)
    assert match.due is None
    await evening.comes(BOB)
    await evening.beats(1)

    assert match.due is not None


async def test_a_table_that_said_something_of_clocks_has_those(evening: Evening) -> None:
    """D31: no limit was agreed, and holds."""
    match = await evening.begin(replace(RALLY, settings={"choices": {"turn_seconds": 0}}))
    await evening.beats(2 * PATIENCE)

    assert match.due is None


async def test_absences_add_up(evening: Evening) -> None:
    """Nobody keeps a match from being won by showing up for a moment each minute."""
    match = await evening.begin()
    for _ in range(3):
        evening.leaves(BOB)
        await evening.beats(GRACE // 2)
        await evening.comes(BOB)
        await evening.beats(1)
    evening.leaves(BOB)
    await evening.beats(3)
    await evening.does(ANN, ClaimWin())

    assert Outcome((Seat(0),), OTHERS_RESIGNED) == match.outcome


async def test_whoever_stays_makes_up_for_an_absence(evening: Evening) -> None:
    """A bad line a while ago does not count."""
    await evening.begin()
    evening.leaves(BOB)
    await evening.beats(GRACE - 1)
    await evening.comes(BOB)
    await evening.beats(GRACE - 1)
    evening.leaves(BOB)
    await evening.beats(GRACE - 1)
    with pytest.raises(Rejected, match="when all others have left"):
        await evening.does(ANN, ClaimWin())
