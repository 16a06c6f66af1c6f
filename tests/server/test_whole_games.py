"""People play whole games of both kinds through the real server."""

import asyncio

from tests.server.client import Client, introduced, nameless
from tests.server.players import (
    A_SHORT_RALLY,
    A_SHORT_RICOCHET,
    play_at_random,
    play_by_the_solver,
)
from tinplate.lobby.values import Sit, Start
from tinplate.wire.outgoing import Done


async def seated(ann: Client, bob: Client) -> None:
    """Ann has opened the table; Bob sits down, and they begin."""
    assert isinstance(await bob.act(Sit(1)), Done)
    assert isinstance(await ann.act(Start()), Done)
    await ann.until(lambda: ann.match)
    await bob.until(lambda: bob.match)


async def test_two_people_play_ricochet(address: str) -> None:
    """Tokens are bid for and proved by the clock, until one has enough."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.at(table) as his, nameless(address).at(table) as other:
        await seated(hers, his)
        await asyncio.gather(play_by_the_solver(hers), play_by_the_solver(his))
        await other.until(lambda: other.ending)
        await other.until(lambda: other.table and other.table.results)

        assert hers.ending == his.ending == other.ending
        assert hers.state == his.state == other.state
        assert "first to 2 tokens" == hers.ending.because if hers.ending else None
        assert other.table is not None
        assert not other.table.is_playing
        assert ("Ann", "Bob") == other.table.results[-1].players


async def test_two_people_play_rally(address: str) -> None:
    """Hands are dealt, programs written and run, until the last turn."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await seated(hers, his)
        await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))

        assert hers.ending == his.ending
        assert hers.ending is not None
        assert "nobody touched the last flag in 2 turns" == hers.ending.because
