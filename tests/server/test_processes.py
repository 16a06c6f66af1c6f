"""Three processes on a real PostgreSQL and a real Redis: any of the five may end at any moment.

Their logs are in two databases.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
import pytest_asyncio
from msgspec import Raw
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from tests.postgres import Postgres, running_postgres
from tests.redis import RedisServer, running_redis
from tests.server.client import Client, Person, encode, introduced, nameless
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET
from tests.server.running import Running, several
from tests.server.steadfast import Sitting, check_sittings, sitting, written
from tests.waiting import PATIENCE, until
from tinplate.games.ricochet.values import Bid, TurnToken
from tinplate.lobby.values import SeatBot, Start, Terms
from tinplate.store.opening import open_store
from tinplate.wire.incoming import Play
from tinplate.wire.outgoing import Done, Presence

PATIENT = Terms("ricochet", {"hourglass_seconds": 600})
BIDS = 50
TOO_LATE = 10  # of them: sent when the process has begun to end
BEFORE, MEANWHILE = 15, 10  # commands that are acknowledged before something breaks, and while
TABLES = 2  # of each game

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Town(NamedTuple):
    """All that runs."""

    processes: list[Running]
    postgres: Postgres
    redis: RedisServer
    database: str


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with running_redis() as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def town(
    postgres: Postgres, redis: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Town]:
    folder: Path = tmp_path_factory.mktemp("town")
    database = await postgres.two_empty_databases()
    async with several(3, database, folder, "--bus", redis.address) as processes:
        yield Town(processes, postgres, redis, database)


class Evening:
    """People at several tables of both games, spread over all processes."""

    def __init__(self, sittings: list[Sitting]) -> None:
        self.sittings = sittings
        self._heard = asyncio.Semaphore(0)
        self._playing = [
            asyncio.create_task(player.play(self._heard))
            for sitting in sittings
            for player in sitting.players
        ]

    async def acknowledged(self, commands: int) -> None:
        """So many more."""
        async with asyncio.timeout(PATIENCE):
            for _ in range(commands):
                await self._heard.acquire()

    @property
    def is_over(self) -> bool:
        return all(playing.done() for playing in self._playing)

    async def finished(self) -> None:
        assert not self.is_over, "it was over before anything happened"
        await asyncio.gather(*self._playing)


async def evening(town: Town) -> Evening:
    addresses = [process.address for process in town.processes]
    return Evening(
        [
            await sitting(addresses, shift, terms)
            for shift, terms in enumerate([A_SHORT_RICOCHET, A_SHORT_RALLY] * TABLES)
        ]
    )


async def test_everybody_is_present_whichever_process_they_are_in(town: Town) -> None:
    """Also after Redis was killed; a process that is killed is missed a few seconds later."""
    here, there, _ = [process.address for process in town.processes]
    ann, bob = await introduced(here, "Ann"), await introduced(there, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    both = tuple(sorted([id_of(ann), id_of(bob)]))
    async with ann.at(table) as hers, bob.at(table) as his:
        await hers.until(lambda: hers.presence == Presence(both, 0))
        await his.until(lambda: his.presence == Presence(both, 0))
        town.redis.kill()
        town.redis.start()
        async with nameless(there).at(table) as other:
            await hers.until(lambda: hers.presence == Presence(both, 1))
            await other.until(lambda: other.presence == Presence(both, 1))
        await hers.until(lambda: hers.presence == Presence(both, 0))
        await town.processes[1].stop(signal.SIGKILL)
        await hers.until(lambda: hers.presence == Presence((id_of(ann),), 0))
    await town.processes[1].start()


async def test_whoever_asks_once_is_told_what_is_so(town: Town) -> None:
    """By a process that knows the table, and has not heard of what another one has written."""
    here, there, _ = [process.address for process in town.processes]
    ann = await introduced(here, "Ann")
    elsewhere = Person(there, ann.cookie, ann.guest)
    table = await ann.open(A_SHORT_RALLY, 2)
    before = (await elsewhere.get(f"/api/tables/{table}")).json()
    town.redis.kill()
    async with ann.at(table) as hers:
        await hers.act(SeatBot(1, "random"))
        await hers.act(Start())
        await hers.until(lambda: hers.match)
    after = (await elsewhere.get(f"/api/tables/{table}")).json()
    match = (await elsewhere.get(f"/api/matches/{hers.match}")).json()
    town.redis.start()

    assert (0, 2, True) == (before["version"], after["version"], after["is_playing"])
    assert ["Ann", "random (bot)"] == match["players"]


async def test_a_process_that_ends_leaves_nobody_in_doubt(town: Town) -> None:
    """What was acknowledged before the end is written; the rest is answered by another process."""
    here, there, _ = [process.address for process in town.processes]
    async with AsyncExitStack() as stack:
        bidders = await asyncio.gather(*(bidder(here, stack) for _ in range(10)))
        is_ending = asyncio.Event()
        bidding = [asyncio.create_task(each.bid(is_ending)) for each in bidders]
        await asyncio.gather(*(each.has_begun() for each in bidders))
        town.processes[0].send(signal.SIGTERM)
        await until(lambda: not town.processes[0].is_listening)
        is_ending.set()
        await asyncio.gather(*bidding)
        code = await town.processes[0].end()
    before = [dict(each.acknowledged) for each in bidders]
    await asyncio.gather(*(each.go_on(there) for each in bidders))
    await town.processes[0].start()

    assert 0 == code
    codes = {each.client.connection.close_code for each in bidders}
    assert CloseCode.SERVICE_RESTART in codes
    # Anyone still sending when the process is gone may lose its goodbye: the system resets them.
    assert {CloseCode.SERVICE_RESTART, CloseCode.ABNORMAL_CLOSURE} >= codes
    assert all(0 < len(acknowledged) < BIDS for acknowledged in before)
    store = await open_store(town.database)
    for each, acknowledged in zip(bidders, before, strict=True):
        versions, commands = await written(store, "ricochet", each.match)
        assert list(range(BIDS + 2)) == versions
        assert sorted(each.acknowledged.values()) == versions[2:]
        assert acknowledged.items() <= each.acknowledged.items()
        assert each.acknowledged.items() <= {(by.command, version) for by, version in commands}
    await store.close()


class Bidder:
    """Bids less and less, without waiting for answers, until the socket is closed."""

    def __init__(self, person: Person, table: str, client: Client) -> None:
        self.person = person
        self.table = table
        self.client = client
        self.match = client.seen.match
        self.acknowledged: dict[str, int] = {}

    async def has_begun(self) -> None:
        await self.client.until(lambda: self.client.version > 5)

    async def bid(self, is_ending: asyncio.Event) -> None:
        with suppress(ConnectionClosed):
            for number in range(BIDS):
                if number == BIDS - TOO_LATE:
                    await is_ending.wait()
                await self.client.send(self._message(number))
        await self.client.connection.wait_closed()
        self._count(self.client)

    async def go_on(self, address: str) -> None:
        """Elsewhere, with what was not answered."""
        person = Person(address, self.person.cookie, self.person.guest)
        async with person.at(self.table) as again:
            for number in range(BIDS):
                answered = len(again.answers)
                if f"{number}" not in self.acknowledged:
                    await again.send(self._message(number))
                    await again.until(lambda: len(again.answers) > answered)  # noqa: B023
            self._count(again)

    def _message(self, number: int) -> Play:
        return Play(f"{number}", self.match, Raw(encode(Bid(90 - number))))

    def _count(self, client: Client) -> None:
        self.acknowledged |= {
            name: answer.version
            for name, answer in client.answers.items()
            if isinstance(answer, Done)
        }


async def bidder(address: str, stack: AsyncExitStack) -> Bidder:
    person = await introduced(address, "Ann")
    table = await person.open(PATIENT, 1)
    client = await stack.enter_async_context(person.at(table))
    await client.act(Start())
    await client.until(lambda: client.match)
    await client.play(TurnToken(), "turn")
    return Bidder(person, table, client)


def id_of(person: Person) -> str:
    assert person.guest is not None
    return person.guest.id


async def test_a_process_is_killed(town: Town) -> None:
    """Its clients go on in another one; nothing acknowledged is lost or doubled."""
    night = await evening(town)
    await night.acknowledged(BEFORE)
    await town.processes[1].stop(signal.SIGKILL)
    await night.finished()
    await town.processes[1].start()

    await check_sittings(town.database, night.sittings)
    assert any(player.sockets > 1 for each in night.sittings for player in each.players)


async def test_redis_is_killed_and_comes_back(town: Town) -> None:
    """People play on while it is down, and nobody stays behind."""
    night = await evening(town)
    await night.acknowledged(BEFORE)
    town.redis.kill()
    await night.acknowledged(MEANWHILE)
    town.redis.start()
    await night.finished()

    await check_sittings(town.database, night.sittings)


async def test_postgresql_is_stopped_the_hard_way_and_comes_back(town: Town) -> None:
    """What it had not acknowledged is sent again, and is there once."""
    night = await evening(town)
    await night.acknowledged(BEFORE)
    town.postgres.stop(hard=True)
    town.postgres.start()
    await night.finished()

    await check_sittings(town.database, night.sittings)
