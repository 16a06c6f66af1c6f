"""People who play a match to its end, whatever happens to the processes they play it on."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from typing import Any, NamedTuple, cast

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.catalogues import GAMES
from tests.server.client import Client, Closed, Person, begin, introduced
from tests.server.players import next_command, offered
from tests.waiting import a_moment
from tinplate.game import Millis, Seat
from tinplate.games.rally.values import Ready
from tinplate.lobby.values import Terms
from tinplate.match import Entry, Numbering
from tinplate.store.log import Store, all_rows
from tinplate.store.opening import open_store
from tinplate.wire.outgoing import Done, Trouble
from tinplate.wire.rows import Author, RowCodec, decode_match_opening

LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, Closed)
LONGEST_MATCH = 300  # seconds, with whatever happens in between

Choose = Callable[[Client], object | None]


class Steadfast:
    """Somebody who comes back by themselves, each time to another process.

    What was not answered is sent again, with the id it had.
    """

    with_changes = False  # whether they ask for differences, as our own page does

    def __init__(
        self, person: Person, addresses: Iterator[str], table: str, choose: Choose
    ) -> None:
        self.person = person
        self.acknowledged: dict[str, int] = {}  # versions, by the id of the command
        self.commands: dict[str, object] = {}  # those that were acknowledged
        self.clients: list[Client] = []  # one for each socket
        self.last: Client | None = None
        self.table = table
        self._addresses = addresses
        self._choose = choose
        self._unanswered: tuple[str, object] | None = None
        self._number = 0

    @property
    def sockets(self) -> int:
        return len(self.clients)

    async def play(self, heard: asyncio.Semaphore) -> None:
        """To the end of the match; `heard` is released whenever something is acknowledged."""
        async with asyncio.timeout(LONGEST_MATCH):
            while self.last is None or self.last.ending is None:
                try:
                    await self._play_at(next(self._addresses), heard)
                except LOST:
                    await a_moment()

    async def _play_at(self, address: str, heard: asyncio.Semaphore) -> None:
        person = Person(address, self.person.cookie, self.person.guest)
        seen = self.last.seen if self.last else None
        async with person.at(self.table, seen, with_changes=self.with_changes) as client:
            self.clients.append(client)
            if self.last is not None:
                client.pick_up(self.last)
            else:
                await client.until(lambda: client.match)
            self.last = client
            while client.ending is None:
                if not await self._do_something(client, heard):
                    await a_moment()

    async def _do_something(self, client: Client, heard: asyncio.Semaphore) -> bool:
        """Whether that is settled; if not, nobody knows what came of it, and it is sent again."""
        if self._unanswered is None:
            command = self._choose(client)
            if command is None:
                await client.next_version()
                return True
            self._number += 1
            self._unanswered = f"{self._number}", command
        name, command = self._unanswered
        answer = await client.play(command, name)
        if isinstance(answer, Trouble):
            return False
        self._unanswered = None
        if isinstance(answer, Done):
            self.acknowledged[name] = answer.version
            self.commands[name] = command
            heard.release()
        return True


class Sitting(NamedTuple):
    """Two people in the middle of a match."""

    game: str
    table: str
    match: str
    players: tuple[Steadfast, ...]


Arrive = Callable[[Person, Iterator[str], str, Choose], Steadfast]


async def sitting(
    addresses: list[str], shift: int, terms: Terms, arrive: Arrive = Steadfast
) -> Sitting:
    """Each of them begins at another process."""
    ann, bob = [await introduced(addresses[0], name) for name in ("Ann", "Bob")]
    table = await ann.open(terms, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
    assert hers.match is not None
    choose = {"ricochet": by_the_solver, "rally": at_random(shift)}[terms.game]
    players = tuple(
        arrive(person, cycle(addresses[first:] + addresses[:first]), table, choose)
        for first, person in ((shift % len(addresses), ann), ((shift + 1) % len(addresses), bob))
    )
    return Sitting(terms.game, table, hers.match, players)


def by_the_solver(client: Client) -> object | None:
    return next_command(client.state, client.seat)


def at_random(seed: int) -> Choose:
    dice = Random(seed)

    def choose(client: Client) -> object | None:
        offers = offered(client)
        if not offers:
            return None
        ready = next((each for each in offers if isinstance(each, Ready)), None)
        return ready or cast("object", dice.choice(offers))

    return choose


async def check_sittings(database: str, sittings: list[Sitting]) -> None:
    store = await open_store(database)
    for each in sittings:
        await _check_sitting(store, each)
    await store.close()


async def _check_sitting(store: Store, sitting: Sitting) -> None:
    """No version is missing, all that was acknowledged is there once, and all see what is so."""
    versions, commands = await written(store, sitting.game, sitting.match)
    assert list(range(len(versions))) == versions
    assert len(commands) == len(set(commands))
    assert set(commands) == {
        (Author(player.last.guest.id, name), version)
        for player in sitting.players
        if player.last and player.last.guest
        for name, version in player.acknowledged.items()
    }
    for player in sitting.players:
        await check_fold(player)


async def check_fold(player: Steadfast) -> None:
    """What they were told, over all their sockets, folds to what they may see."""
    last = player.last
    assert last is not None
    async with player.person.at(player.table) as fresh:
        await fresh.until(lambda: fresh.views)

    assert (fresh.version, fresh.state, fresh.ending) == (last.version, last.state, last.ending)


async def written(
    store: Store, game: str, match: str
) -> tuple[list[int], list[tuple[Author, int]]]:
    """The versions in the log of a match, and whose commands made which, as they count them."""
    rows = [row async for row in all_rows(store, match)]
    guests = decode_match_opening(rows[0].body).guests
    codec: RowCodec[Any] = RowCodec(GAMES[game].vocabulary.event)
    numbering = Numbering(GAMES[game], len(guests))
    commands = list[tuple[Author, int]]()
    for row in rows[1:]:
        body = codec.decode(row.body)
        numbering.add(Entry(row.version, Millis(0), body.events))
        if body.by is not None:
            seat = Seat(guests.index(body.by.guest))
            commands.append((body.by, numbering.number(row.version, seat)))
    return [row.version for row in rows], commands
