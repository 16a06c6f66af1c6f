"""People play whole games of both kinds through the real server."""

import asyncio
from contextlib import AsyncExitStack

from tests.server.client import Client, begin, introduced, nameless
from tests.server.players import (
    A_SHORT_RALLY,
    A_SHORT_RICOCHET,
    play_at_random,
    play_by_the_solver,
)
from tinplate.games.rally.values import Finished
from tinplate.games.ricochet.values import Bid, BidPlaced, ProofBegan, TurnToken
from tinplate.lobby.values import MAX_CHAIRS, SeatBot, Sit, Start
from tinplate.wire.outgoing import Done


async def test_two_people_play_ricochet(address: str) -> None:
    """Tokens are bid for and proved by the clock, until one has enough."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.at(table) as his, nameless(address).at(table) as other:
        await begin(hers, his)
        await asyncio.gather(play_by_the_solver(hers), play_by_the_solver(his))
        await other.until(lambda: other.ending)
        await other.until(lambda: other.table and other.table.results)

        assert hers.ending == his.ending == other.ending
        assert hers.state == his.state == other.state
        assert hers.ending is not None
        assert "first to 2 tokens" == hers.ending.because
        assert other.table is not None
        assert not other.table.is_playing
        assert ("Ann", "Bob") == other.table.results[-1].players


async def test_twenty_people_play_ricochet(address: str) -> None:
    """RC22: everybody at a full table bids and proves, and all see the same."""
    people = [await introduced(address, f"Guest {number}") for number in range(MAX_CHAIRS)]
    table = await people[0].open(A_SHORT_RICOCHET, MAX_CHAIRS)
    async with AsyncExitStack() as all_of_them:
        clients = [await all_of_them.enter_async_context(one.at(table)) for one in people]
        for chair, client in enumerate(clients[1:], 1):
            assert isinstance(await client.act(Sit(chair)), Done)
        assert isinstance(await clients[0].act(Start()), Done)
        await asyncio.gather(*(_seated(client, seat) for seat, client in enumerate(clients)))
        await asyncio.gather(*map(play_by_the_solver, clients))

        first = clients[0]
        assert first.ending is not None
        assert "first to 2 tokens" == first.ending.because
        for client in clients:
            assert (first.ending, first.state) == (client.ending, client.state)


async def _seated(client: Client, seat: int) -> None:
    await client.until(lambda: client.match and client.seat == seat)


async def test_somebody_plays_ricochet_with_nineteen_bots(address: str) -> None:
    """RC22: bots of every level, all at once."""
    ann = await introduced(address, "Ann")
    table = await ann.open(A_SHORT_RICOCHET, MAX_CHAIRS)
    async with ann.at(table) as hers:
        for chair in range(1, MAX_CHAIRS):
            assert isinstance(await hers.act(SeatBot(chair, f"level-{1 + chair % 10}")), Done)
        await hers.act(Start())
        await _seated(hers, 0)
        await play_by_the_solver(hers)

        assert hers.ending is not None
        assert MAX_CHAIRS == len(hers.state.won)
        events = [event for entry in hers.entries for event in entry.events]
        assert {0} < {event.seat for event in events if isinstance(event, BidPlaced)}


async def test_two_people_play_rally(address: str) -> None:
    """Hands are dealt, programs written and run, until the last turn.

    Ann's client asks for views: what she is told of a state is what Bob's client folds for himself.
    """
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table, with_views=True) as hers, bob.at(table) as his:
        await begin(hers, his)
        await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))

        assert hers.ending == his.ending
        assert hers.ending is not None
        assert "nobody touched the last flag in 2 turns" == hers.ending.because
        assert hers.state == hers.views_told[-1]
        assert not his.views_told


async def test_somebody_plays_rally_with_bots(address: str) -> None:
    """Bots on the other chairs do what there is to do, until the last turn."""
    ann = await introduced(address, "Ann")
    table = await ann.open(A_SHORT_RALLY, 3)
    async with ann.at(table) as hers:
        await hers.act(SeatBot(1, "random"))
        await hers.act(SeatBot(2, "random"))
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        await play_at_random(hers, 3)

        assert isinstance(hers.state.phase, Finished)
        assert 2 == hers.state.turn


async def test_one_match_after_the_other(address: str) -> None:
    """A rematch is another start; whoever looks on is shown the new match."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        first = hers.match
        await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))
        await hers.until(lambda: hers.table and not hers.table.is_playing)
        await hers.act(Start())
        await hers.until(lambda: hers.match != first)
        await his.until(lambda: his.match != first)
        await asyncio.gather(play_at_random(hers, 3), play_at_random(his, 4))
        await hers.until(lambda: hers.table and len(hers.table.results) == 2)

        assert hers.match == his.match
        assert hers.ending is not None


async def test_the_sand_runs_by_a_real_clock(address: str) -> None:
    """RC12: a second after the bid the proof begins, though nobody does anything."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    loop = asyncio.get_running_loop()
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await hers.play(TurnToken())
        await hers.play(Bid(5))
        began = loop.time()
        await his.until(lambda: his.version == 3)
        passed = loop.time() - began

        (bid_at, _), (proof_at, _) = [
            (entry.at, event)
            for entry in his.entries
            for event in entry.events
            if isinstance(event, BidPlaced | ProofBegan)
        ]
        assert 1_000 == proof_at - bid_at
        assert passed > 0.9
