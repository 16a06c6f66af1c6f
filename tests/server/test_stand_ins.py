"""A stand-in plays on for somebody, but never makes good what it did not promise itself (RC18)."""

from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from tests.catalogues import hire
from tests.server.players import shortest
from tests.server.processes import ANN, BOB, CLEO, Process, WallClock, bots_play, settled, told_in
from tinplate.ending import SOMEBODY_AWAY, Abstained, EndAgreed, EndMatch
from tinplate.game import AnyBot, Outcome, Plan, Rejected, Seat, bot_offers
from tinplate.games.rally import values as rally
from tinplate.games.rally.bots.safe import fill_and_get_ready
from tinplate.games.rally.rules import Rally
from tinplate.games.ricochet.values import (
    Bid,
    Bidding,
    BidPlaced,
    BidWithdrawn,
    GiveUp,
    MakeMove,
    Pause,
    ProofFailed,
    Proving,
    SatOut,
    SayDone,
    SkipToken,
    State,
    Thinking,
    TokenWon,
    TurnToken,
)
from tinplate.grid import Heading
from tinplate.lobby.values import Chair, Guest, Sit, Stand, Start, Terms
from tinplate.server.context import DEFAULT_TIMEOUTS, Timeouts
from tinplate.server.replicas import MatchReplica
from tinplate.store.memory import MemoryStore
from tinplate.wire.incoming import Hello
from tinplate.wire.resources import OpenTable

GRACE = int(DEFAULT_TIMEOUTS.grace / DEFAULT_TIMEOUTS.heartbeat)  # in beats
ANNS, BOBS = Seat(0), Seat(1)
BLIND = 90  # moves: nobody who has seen a route bids so much
Choice = Callable[..., Plan[Any]]


class Scripted:
    """A bot that does as a test says."""

    games = frozenset({"ricochet", "rally"})
    strength = 5
    limit = 5.0

    def __init__(self, name: str, choice: Choice) -> None:
        self.name = name
        self._choice = choice

    def choose(self, view: Any, seat: Seat, legal: Any, *_: object) -> Plan[Any]:  # noqa: ANN401
        return self._choice(view, seat, legal)


def prove(view: State, seat: Seat, *_: object) -> Plan[Any]:
    """Whatever it may, by the shortest route, for which it needs no time."""
    if isinstance(view.phase, Proving) and view.phase.prover.seat == seat:
        return Plan(tuple(MakeMove(move) for move in shortest(view)))
    return Plan()


def bid_and_prove(view: State, seat: Seat, legal: Any) -> Plan[Any]:  # noqa: ANN401
    return Plan((Bid(BLIND),)) if Bid(BLIND) in legal else prove(view, seat)


@pytest.fixture(autouse=True)
def employ(monkeypatch: pytest.MonkeyPatch) -> Callable[[AnyBot], None]:
    """Two bots of these tests, and any that a test adds."""
    for bot in (Scripted("prover", prove), Scripted("bidder", bid_and_prove)):
        hire(monkeypatch, bot)
    return partial(hire, monkeypatch)


TERMS = Terms("ricochet", {"hourglass_turns": 5, "patience_seconds": 0}, stand_in="prover")


class Evening:
    """Ann and Bob play in a server of one process; when it is killed, the store is what is left."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.clock = WallClock()
        self.process = self.another_process()
        self.table = ""

    def another_process(self) -> Process:
        return Process(self.store, self.clock, timeouts=Timeouts(bot_pause=0))

    async def begin(self, terms: Terms = TERMS) -> MatchReplica:
        self.table = await self.process.tables.open(ANN, OpenTable(terms, 2))
        await self.process.act(self.table, BOB, Sit(1), "sit")
        await self.process.act(self.table, ANN, Start(), "start")
        self.watcher = await self.process.hub.join(self.table, ANN, Hello())
        return await self.match()

    async def deal(self, stand_in: str) -> MatchReplica:
        """A match of Rally, when both have chosen where to look."""
        terms = Terms("rally", {"choices": {"turn_seconds": 0}}, stand_in=stand_in)
        match = await self.begin(terms)
        for guest in (ANN, BOB):
            await self.plays(guest, rally.ChooseFacing(Heading.NORTH))
        return match

    async def match(self) -> MatchReplica:
        return await self.process.match(self.table)

    async def chair(self) -> Chair:
        """Bob's."""
        return (await self.process.replica(self.table)).table.chairs[1]

    async def plays(self, guest: Guest, command: object) -> None:
        name = f"{guest.id} {(await self.match()).version}"
        await self.process.play(self.table, guest, command, name)

    async def round_begins(self) -> None:
        """With a blind bid of Bob's."""
        await self.token_is_turned()
        await self.plays(BOB, Bid(BLIND))

    async def token_is_turned(self) -> None:
        await self.plays(ANN, TurnToken())
        shortest((await self.match()).match.state)  # bots are quick to find what was found before

    async def stays_away(self) -> None:
        """Bob does, for longer than anybody waits; Ann is there."""
        for _ in range(GRACE):
            self.process.hub.beat()
            await settled(self.process)

    async def sand_runs_out(self) -> None:
        self.clock.pass_seconds(5 * 60)
        await self.process.log_cache.apply_due(await self.match())

    async def bots_play(self) -> None:
        await bots_play(self.process, await self.match())

    async def told(self) -> list[Any]:
        return await told_in(self.store, await self.match())


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    there = Evening()
    yield there
    await there.process.bots.close()


async def test_a_blind_bid_is_worth_nothing_to_who_closes_the_page(evening: Evening) -> None:
    """The bot that takes the seat would find the route, and the token would be Bob's."""
    await evening.begin()
    await evening.round_begins()
    await evening.stays_away()
    await evening.sand_runs_out()
    await evening.bots_play()

    assert Chair(owner=BOB, bot="prover") == await evening.chair()
    assert BidWithdrawn(BOBS, BLIND) in await evening.told()
    assert not [event for event in await evening.told() if isinstance(event, TokenWon)]


async def test_whoever_leaves_gives_up_the_bid(evening: Evening) -> None:
    """At once; the next bidder proves."""
    match = await evening.begin()
    await evening.round_begins()
    await evening.plays(ANN, Bid(95))
    await evening.process.act(evening.table, BOB, Stand(), "stand")
    await settled(evening.process)
    await evening.sand_runs_out()

    assert BidWithdrawn(BOBS, BLIND) in await evening.told()
    assert isinstance(match.match.state.phase, Proving)
    assert [ANNS] == [bid.seat for bid in match.match.state.phase.queue]


async def test_whoever_leaves_in_the_proof_gives_it_up(evening: Evening) -> None:
    """The stand-in does not go on with it."""
    match = await evening.begin()
    await evening.round_begins()
    await evening.sand_runs_out()
    await evening.process.act(evening.table, BOB, Stand(), "stand")
    await evening.bots_play()

    assert ProofFailed(BOBS, "gave up") in await evening.told()
    assert isinstance(match.match.state.phase, Pause)


async def test_where_chairs_are_kept_bids_are_not(evening: Evening) -> None:
    """Nobody stands in, but the others do not wait for a proof that never comes."""
    match = await evening.begin(replace(TERMS, absent="keep"))
    await evening.round_begins()
    await evening.stays_away()

    assert Chair(owner=BOB) == await evening.chair()
    assert BidWithdrawn(BOBS, BLIND) in await evening.told()
    assert isinstance(match.match.state.phase, Thinking)


async def test_where_chairs_are_kept_a_proof_without_a_clock_ends(evening: Evening) -> None:
    """Nobody else had anything to do."""
    terms = replace(TERMS, absent="keep", settings={**TERMS.settings, "proof_seconds": 0})
    match = await evening.begin(terms)
    await evening.round_begins()
    await evening.sand_runs_out()
    before = match.match.state.phase
    await evening.stays_away()

    assert isinstance(before, Proving)
    assert ProofFailed(BOBS, "gave up") in await evening.told()


async def test_where_chairs_are_kept_nobody_waits_for_a_voice(evening: Evening) -> None:
    """RC26: Ann is done, and Bob, who is away, would never say so."""
    match = await evening.begin(replace(TERMS, absent="keep"))
    await evening.token_is_turned()
    await evening.plays(ANN, Bid(BLIND))
    await evening.stays_away()
    before = match.match.state.phase
    await evening.plays(ANN, SayDone())
    await evening.stays_away()

    assert isinstance(before, Bidding)
    assert Abstained(BOBS) in await evening.told()
    assert isinstance(match.match.state.phase, Proving)


async def test_where_chairs_are_kept_a_match_is_ended_without_who_is_away(
    evening: Evening,
) -> None:
    """RC26, RC27: Ann would end the match, and Bob is away; so nobody wins."""
    match = await evening.begin(replace(TERMS, absent="keep"))
    await evening.stays_away()
    before = match.outcome
    await evening.plays(ANN, EndMatch())
    await evening.stays_away()

    assert before is None
    assert Abstained(BOBS) in await evening.told()
    assert Outcome((), SOMEBODY_AWAY) == match.outcome


async def test_a_stand_in_does_not_agree_to_the_end(evening: Evening) -> None:
    """RC27: it plays for Bob, who may come back, but has no say; the match ends without him."""
    match = await evening.begin()
    await evening.stays_away()
    await evening.plays(ANN, EndMatch())
    await evening.bots_play()
    before, chair = match.outcome, await evening.chair()
    evening.process.hub.beat()  # he has had his minute: nobody waits for another one
    await settled(evening.process)

    assert Chair(owner=BOB, bot="prover") == chair
    assert before is None
    assert Abstained(BOBS) in await evening.told()
    assert EndAgreed(BOBS) not in await evening.told()
    assert Outcome((), SOMEBODY_AWAY) == match.outcome


async def test_nothing_ends_while_everybody_is_away(evening: Evening) -> None:
    """RC27: Ann said so, and left; there is nobody who waits for Bob."""
    match = await evening.begin(replace(TERMS, absent="keep"))
    await evening.plays(ANN, EndMatch())
    evening.process.hub.leave(evening.watcher)
    await evening.stays_away()

    assert match.outcome is None
    assert () == match.match.state.abstaining


async def test_whoever_is_here_is_waited_for(evening: Evening) -> None:
    """RC26: however long they think."""
    match = await evening.begin(replace(TERMS, absent="keep"))
    await evening.process.hub.join(evening.table, BOB, Hello())
    await evening.token_is_turned()
    await evening.plays(ANN, SkipToken())
    await evening.stays_away()

    assert isinstance(match.match.state.phase, Thinking)
    assert () == match.match.state.abstaining


async def test_where_chairs_are_kept_people_may_leave(evening: Evening) -> None:
    """And give up their bids like everybody."""
    await evening.begin(replace(TERMS, absent="keep"))
    await evening.round_begins()
    await evening.process.act(evening.table, BOB, Stand(), "stand")
    await settled(evening.process)

    assert Chair(bot="prover") == await evening.chair()
    assert BidWithdrawn(BOBS, BLIND) in await evening.told()


async def test_whoever_is_here_keeps_the_bid(evening: Evening) -> None:
    """Also after coming back within the grace."""
    match = await evening.begin()
    await evening.round_begins()
    for _ in range(GRACE - 1):
        evening.process.hub.beat()
        await settled(evening.process)
    await evening.process.hub.join(evening.table, BOB, Hello())
    await evening.stays_away()

    assert isinstance(match.match.state.phase, Bidding)
    assert [BOBS] == [bid.seat for bid in match.match.state.phase.bids]


async def test_what_a_stand_in_bids_it_proves(evening: Evening) -> None:
    """It plays on from the next token, and the token is the seat's."""
    match = await evening.begin(replace(TERMS, stand_in="bidder"))
    await evening.round_begins()
    await evening.stays_away()
    await evening.sand_runs_out()
    await evening.bots_play()
    first = len(match.match.state.won[BOBS])
    await evening.token_is_turned()
    await evening.bots_play()
    await evening.sand_runs_out()
    await evening.bots_play()

    assert 0 == first
    assert 1 == len(match.match.state.won[BOBS])


@pytest.mark.parametrize("leaves", ["stays away", "stands up"])
async def test_a_stand_in_does_not_look_for_somebody_else(evening: Evening, leaves: str) -> None:
    """RC18: a player who finds nothing gains nothing by leaving; the bot begins with the next."""
    match = await evening.begin(replace(TERMS, stand_in="bidder"))
    await evening.token_is_turned()
    evening.clock.pass_seconds(1)
    if leaves == "stays away":
        await evening.stays_away()
    else:
        await evening.process.act(evening.table, BOB, Stand(), "stand")
    await evening.bots_play()
    phase = match.match.state.phase
    await evening.plays(ANN, Bid(BLIND))
    await evening.sand_runs_out()
    await evening.plays(ANN, GiveUp())
    await evening.token_is_turned()
    await evening.bots_play()

    assert isinstance(phase, Thinking)
    assert (BOBS,) == phase.withdrawn
    assert isinstance(match.match.state.phase, Bidding)
    assert [BOBS] == [bid.seat for bid in match.match.state.phase.bids]


async def test_a_round_is_sat_out_though_the_process_dies_in_between(evening: Evening) -> None:
    """Killed when the bot was seated and nothing else written: no other lets it bid before."""
    await evening.begin(replace(TERMS, stand_in="bidder"))
    await evening.token_is_turned()
    dying = evening.another_process()  # looks at nothing, so it does nothing else
    evening.clock.pass_seconds(1)
    await dying.tables.handle_absence(await dying.replica(evening.table), BOB.id, {ANN.id})
    await evening.process.bots.close()
    evening.process = evening.another_process()
    await evening.process.hub.join(evening.table, CLEO, Hello())
    await evening.bots_play()

    assert SatOut(BOBS) in await evening.told()
    assert not [event for event in await evening.told() if isinstance(event, BidPlaced)]


async def test_whoever_comes_back_has_no_bid_of_a_bot(evening: Evening) -> None:
    """RC18: nobody proves for somebody else; what a bot has found is not theirs to show."""
    match = await evening.begin(replace(TERMS, stand_in="bidder"))
    await evening.stays_away()
    await evening.token_is_turned()
    await evening.bots_play()
    before = match.match.state.phase
    await evening.process.hub.join(evening.table, BOB, Hello())
    await settled(evening.process)
    after = match.match.state.phase

    assert isinstance(before, Bidding)
    assert [BOBS] == [bid.seat for bid in before.bids]
    assert BidWithdrawn(BOBS, BLIND) in await evening.told()
    assert isinstance(after, Thinking)
    assert (BOBS,) == after.withdrawn
    with pytest.raises(Rejected, match="withdrawn"):
        await evening.plays(BOB, Bid(BLIND - 1))


async def test_whoever_comes_back_does_not_go_on_with_the_proof_of_a_bot(
    evening: Evening, employ: Callable[[AnyBot], None]
) -> None:
    """RC18: it has shown all but the last move, which anybody can see."""

    def begin(view: State, seat: Seat, legal: Any) -> Plan[Any]:  # noqa: ANN401
        plan = bid_and_prove(view, seat, legal)
        if not isinstance(view.phase, Proving):
            return plan
        return Plan() if view.phase.slides else Plan(plan.commands[:-1])

    employ(Scripted("beginner", begin))
    match = await evening.begin(replace(TERMS, stand_in="beginner"))
    await evening.stays_away()
    await evening.token_is_turned()
    await evening.bots_play()
    await evening.sand_runs_out()
    await evening.bots_play()
    before, best = match.match.state.phase, shortest(match.match.state)
    await evening.process.hub.join(evening.table, BOB, Hello())
    await settled(evening.process)

    assert isinstance(before, Proving)
    assert best[:-1] == tuple(slid.move for slid in before.slides)
    assert ProofFailed(BOBS, "gave up") in await evening.told()
    with pytest.raises(Rejected, match="Nobody is proving"):
        await evening.plays(BOB, MakeMove(best[-1]))


# Whichever process it is


async def test_a_bid_of_a_bot_is_given_up_though_the_process_dies_in_between(
    evening: Evening,
) -> None:
    """RC18: killed when the bot had left its seat to who came back, and nothing else written."""
    await evening.begin(replace(TERMS, stand_in="bidder"))
    await evening.stays_away()
    await evening.token_is_turned()
    await evening.bots_play()
    dying = evening.another_process()  # looks at nothing, so it does nothing else
    await dying.tables.handle_return(await dying.replica(evening.table), BOB.id)
    evening.process = evening.another_process()
    before = (await evening.match()).match.state.phase
    await evening.process.hub.join(evening.table, CLEO, Hello())
    await settled(evening.process)

    assert Chair(owner=BOB) == await evening.chair()
    assert isinstance(before, Bidding)
    assert BidWithdrawn(BOBS, BLIND) in await evening.told()


async def test_a_bot_keeps_its_bid_where_nobody_knows_of_it_yet(evening: Evening) -> None:
    """RC18: another process has seated it; this one looks again before it gives anything up."""
    await evening.begin(replace(TERMS, stand_in="bidder"))
    await evening.token_is_turned()
    late = evening.another_process()
    theirs = await late.replica(evening.table)
    await late.match(evening.table)
    await evening.stays_away()
    await evening.bots_play()
    match = await late.match(evening.table)
    await late.log_cache.refresh(match)
    is_stale = theirs.table.chairs[1].bot is None
    await late.tables.forfeit_of_others(theirs)

    assert is_stale
    assert isinstance(match.match.state.phase, Bidding)
    assert [BOBS] == [bid.seat for bid in match.match.state.phase.bids]


async def test_a_bid_is_given_up_though_the_process_dies_in_between(evening: Evening) -> None:
    """Killed when the bot was seated and nothing else written: the next one sees it in the logs."""
    await evening.begin()
    await evening.round_begins()
    dying = evening.another_process()  # looks at nothing, so it does nothing else
    await dying.tables.handle_absence(await dying.replica(evening.table), BOB.id, {ANN.id})
    evening.process = evening.another_process()
    before = (await evening.match()).match.state.phase
    await evening.process.hub.join(evening.table, CLEO, Hello())
    await settled(evening.process)

    assert isinstance(before, Bidding)
    assert BidWithdrawn(BOBS, BLIND) in await evening.told()


async def test_coming_back_does_not_bring_the_bid_back(evening: Evening) -> None:
    """A bot had the seat, and the process died; whoever is back first gives up what they owed."""
    await evening.begin()
    await evening.round_begins()
    dying = evening.another_process()
    await dying.tables.handle_absence(await dying.replica(evening.table), BOB.id, {ANN.id})
    evening.process = evening.another_process()
    await evening.process.hub.join(evening.table, BOB, Hello())
    await settled(evening.process)

    assert Chair(owner=BOB) == await evening.chair()
    assert BidWithdrawn(BOBS, BLIND) in await evening.told()


async def test_no_process_lets_a_bot_prove_for_somebody(evening: Evening) -> None:
    """Whatever else it has missed: the log of the match tells who made a bid."""
    match = await evening.begin()
    await evening.round_begins()
    await evening.sand_runs_out()
    other = evening.another_process()
    theirs = await other.match(evening.table)
    move = MakeMove(shortest(theirs.match.state)[0])
    played = await other.tables.play_bot(theirs, BOBS, move, lambda: True)
    await evening.process.log_cache.refresh(match)

    assert played is None
    assert isinstance(match.match.state.phase, Proving)
    assert () == match.match.state.phase.slides


async def test_a_bid_that_comes_behind_the_bot_is_given_up_too(evening: Evening) -> None:
    """Sent in a process that does not know yet that its sender has left: the lookout finds it."""
    await evening.begin()
    await evening.token_is_turned()
    late = evening.another_process()
    await late.match(evening.table)
    await evening.process.act(evening.table, BOB, Stand(), "stand")
    await settled(evening.process)
    await late.play(evening.table, BOB, Bid(BLIND), "late")
    await evening.process.poller.poll()
    await settled(evening.process)
    await evening.process.poller.poll()
    await settled(evening.process)
    await evening.sand_runs_out()
    await evening.bots_play()

    assert BidWithdrawn(BOBS, BLIND) in await evening.told()
    assert not [event for event in await evening.told() if isinstance(event, TokenWon)]


async def test_whoever_is_back_in_another_process_keeps_a_new_bid(evening: Evening) -> None:
    """Though this one has not heard yet that the bot has gone."""
    await evening.begin()
    await evening.token_is_turned()
    await evening.stays_away()
    other = evening.another_process()
    await other.hub.join(evening.table, BOB, Hello())
    await other.play(evening.table, BOB, Bid(BLIND), "back")
    replica = await evening.process.replica(evening.table)
    match = await evening.match()
    await evening.process.log_cache.refresh(match)
    is_stale = replica.table.chairs[1].is_away
    await evening.process.tables.forfeit_of_others(replica)

    assert is_stale
    assert isinstance(match.match.state.phase, Bidding)
    assert [BOBS] == [bid.seat for bid in match.match.state.phase.bids]


# Rally


async def test_in_rally_a_stand_in_plays_what_the_seat_could(
    evening: Evening, employ: Callable[[AnyBot], None]
) -> None:
    """It sees the seat's own hand and nobody else's, and is offered what the seat is offered."""
    asked = list[tuple[Any, Seat, Any]]()

    def choose(view: Any, seat: Seat, legal: Any) -> Plan[Any]:  # noqa: ANN401
        asked.append((view, seat, legal))
        return fill_and_get_ready(view, seat, legal)

    employ(Scripted("spy", choose))
    match = await evening.deal(stand_in="spy")
    rules, dealt = Rally(), match.match.state
    hand = dealt.players[BOBS].private.hand
    await evening.plays(BOB, rally.Place(1, hand[0]))
    halfway = match.match.state
    await evening.process.act(evening.table, BOB, Stand(), "stand")
    await evening.bots_play()
    view, seat, legal = asked[0]
    played = match.match.state.players[BOBS].private

    assert BOBS == seat
    assert rules.view(halfway, BOBS) == view
    assert bot_offers(rules, halfway, BOBS) == legal
    assert view.players[ANNS].private is None
    assert hand[0] == played.draft[0]  # what Bob had placed stands
    assert set(hand) == {*played.hand, *(card for card in played.draft if card)}
    assert (ANNS,) == match.match.state.waiting_for


async def test_in_rally_a_stand_in_has_no_other_cards(
    evening: Evening, employ: Callable[[AnyBot], None]
) -> None:
    """It names a card of Ann's: refused, and its own cards are played as they came."""
    stolen = list[Any]()

    def choose(*_: object) -> Plan[Any]:
        return Plan((rally.Place(1, stolen[0]),))

    employ(Scripted("thief", choose))
    match = await evening.deal(stand_in="thief")
    anns, bobs = (match.match.state.players[seat].private.hand for seat in (ANNS, BOBS))
    stolen.append(anns[0])
    await evening.process.act(evening.table, BOB, Stand(), "stand")
    await evening.bots_play()
    private = match.match.state.players

    assert anns == private[ANNS].private.hand
    assert set(private[BOBS].private.draft) <= set(bobs)
    assert (ANNS,) == match.match.state.waiting_for
