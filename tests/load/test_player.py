"""A player of the load tester against servers that lie."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import pytest
from msgspec import Raw
from msgspec.json import encode
from websockets.asyncio.server import ServerConnection, serve

from tests.load.test_protocol_check import ANN, entries, table, view
from tests.server.serving import LOCALHOST
from tests.waiting import PATIENCE
from tinplate.load.deliveries import Deliveries
from tinplate.load.player import ScriptedPlayer, SharedTable
from tinplate.load.tally import LoadTally
from tinplate.lobby.values import Say
from tinplate.wire.incoming import Act, Hello, Incoming, Play, read_incoming
from tinplate.wire.outgoing import Done, Outgoing, Refused, Welcome, write_outgoing

BID = Play("1-1", "m", Raw(b'{"type":"Bid","moves":7}'))
GREETING = (Welcome(ANN, 60_000), table(1), view(2))
Script = Callable[[Incoming], Sequence[Outgoing | None]]  # None hangs up


class Lies:
    """A server that answers as the script says."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self.heard: list[Incoming] = []

    async def talk(self, socket: ServerConnection) -> None:
        async for text in socket:
            message = read_incoming(text)
            self.heard.append(message)
            for answer in self._script(message):
                if answer is None:
                    await socket.close()
                    return
                await socket.send(write_outgoing(answer).decode())


@asynccontextmanager
async def playing(script: Script) -> AsyncIterator[tuple[ScriptedPlayer, LoadTally, Lies]]:
    """Somebody who has come to a table of that server."""
    lies = Lies(script)
    async with serve(lies.talk, LOCALHOST, 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        tally = LoadTally()
        tally.is_measuring = True
        shared = SharedTable(
            table="t",
            urls=(f"ws://{LOCALHOST}:{port}",),
            game="ricochet",
            tally=tally,
            deliveries=Deliveries(tally.time_delivery),
            acknowledged=[],
            is_down=asyncio.Event(),
            is_over=asyncio.Event(),
        )
        player = ScriptedPlayer(1, shared, ANN, None)
        staying = asyncio.create_task(player.stay())
        try:
            await asyncio.wait_for(player.is_in.wait(), PATIENCE)
            yield player, tally, lies
        finally:
            staying.cancel()
            await asyncio.gather(staying, return_exceptions=True)


def answering(*answers: Outgoing) -> Script:
    return lambda message: GREETING if isinstance(message, Hello) else answers


async def test_an_honest_server_is_not_blamed() -> None:
    """What was told, then the answer: one command, acknowledged and timed."""
    async with playing(answering(entries(3), Done("1-1", 3))) as (player, tally, _):
        answer = await player.ask(BID)

    assert Done("1-1", 3) == answer
    assert {} == tally.errors
    assert (1, 1, 1) == (
        tally.commands,
        tally.acknowledged,
        len(tally.acknowledging),
    )


@pytest.mark.parametrize(
    ("answers", "complaint"),
    [
        ((Done("1-1", 3),), "acknowledged before its effect was sent"),
        ((entries(4), Done("1-1", 4)), "versions with a gap"),
        ((Done("9-9", 3), Refused("1-1", "No.")), "an answer to nothing"),
    ],
)
async def test_a_lie_is_noticed(answers: tuple[Outgoing, ...], complaint: str) -> None:
    """The tester fails when what it was told is not what was promised."""
    async with playing(answering(*answers)) as (player, tally, _):
        await player.ask(BID)

    assert {complaint: 1} == tally.errors


async def test_a_line_that_nobody_heard_is_noticed() -> None:
    """A line of chat is told before it is acknowledged, too."""
    async with playing(answering(Done("1-1", 3))) as (player, tally, _):
        await player.ask(Act("1-1", Say("hello")))

    assert {"acknowledged before its effect was sent": 1} == tally.errors


async def test_whoever_is_cut_off_comes_back_and_asks_again() -> None:
    """The same command with the same id, and how far one had got; the lost connection is blamed."""
    answers = iter([(entries(3), None), (Done("1-1", 3),)])

    def script(message: Incoming) -> Sequence[Outgoing | None]:
        if isinstance(message, Hello):
            return GREETING[:2] if message.seen else GREETING
        return next(answers)

    async with playing(script) as (player, tally, server):
        answer = await player.ask(BID)
    hellos = [each.seen.version for each in server.heard if isinstance(each, Hello) and each.seen]

    assert Done("1-1", 3) == answer
    assert [encode(BID)] * 2 == [encode(each) for each in server.heard if isinstance(each, Play)]
    assert [3] == hellos
    assert (1, 1) == (tally.resent, tally.reconnections)
    assert ["connection lost"] == [kind.partition(":")[0] for kind in tally.errors]
    assert 0 == len(tally.acknowledging)  # the outage is not how long an answer takes
