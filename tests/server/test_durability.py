"""What was acknowledged is never lost: a server is killed in the middle of games."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from tests.server.client import PATIENCE, Client, Person, begin, introduced
from tests.server.serving import LOCALHOST, LONGEST_START
from tinplate.catalogue import GAMES
from tinplate.lobby.values import Terms
from tinplate.store.log import all_rows
from tinplate.store.sql import SqlStore
from tinplate.wire.outgoing import Done
from tinplate.wire.rows import Author, RowCodec

KILLS = 3
RALLY = Terms("rally", {"choices": {"max_turns": 8, "edge": "wall"}})
COMMANDS_BEFORE_A_KILL = 15
LOST = (ConnectionClosed, InvalidMessage, OSError, AssertionError)


class Killable:
    """`tinplate serve` as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = "0"
        self._process: asyncio.subprocess.Process | None = None
        self.address = ""

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tinplate.cli.main", "serve", "--host", LOCALHOST,
            "--port", self._port, "--database", f"sqlite:///{self._folder / 'tables.sqlite'}",
            "--key-file", str(self._folder / "guests.key"), stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), LONGEST_START)
        self.address = line.decode().split()[4]
        self._port = self.address.rpartition(":")[2]

    async def stop(self, with_signal: signal.Signals) -> int:
        """The code with which it ended."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(with_signal)
        return await asyncio.wait_for(self._process.wait(), PATIENCE)


@asynccontextmanager
async def killable(folder: Path) -> AsyncIterator[Killable]:
    server = Killable(folder)
    await server.start()
    try:
        yield server
    finally:
        await server.stop(signal.SIGKILL)


class Player:
    """Plays at random over as many sockets as it takes, and keeps what was acknowledged."""

    def __init__(self, person: Person, table: str, seed: int, heard: asyncio.Semaphore) -> None:
        self.person = person
        self.table = table
        self.dice = Random(seed)
        self.heard = heard  # released whenever something was acknowledged
        self.acknowledged: dict[str, int] = {}  # by the id of the command
        self.unheard: tuple[str, Any] | None = None  # sent, and not answered
        self.last: Client | None = None
        self._number = 0

    async def play(self) -> None:
        """Until the match is over, or the server is gone."""
        seen = self.last.seen if self.last else None
        async with self.person.at(self.table, seen) as client:
            await client.until(lambda: client.table)
            if self.last:
                client.pick_up(self.last)
            self.last = client
            if self.unheard:
                await self._send(client, *self.unheard)
            while client.ending is None:
                await client.until(lambda: client.legal or client.ending)
                if client.legal:
                    self._number += 1
                    name = f"{self.person.guest}-{self._number}"
                    await self._send(client, name, self.dice.choice(client.legal))

    async def _send(self, client: Client, name: str, command: object) -> None:
        self.unheard = name, command
        answer = await client.play(command, name)
        self.unheard = None
        if isinstance(answer, Done):
            self.acknowledged[name] = answer.version
            self.heard.release()


async def written(folder: Path, match: str) -> tuple[list[int], dict[str, int]]:
    """The versions in the log, and that of each command by its id."""
    store = await SqlStore.open(f"sqlite:///{folder / 'tables.sqlite'}")
    rows = [row async for row in all_rows(store, match)]
    await store.close()
    codec: RowCodec[Any] = RowCodec(GAMES["rally"].vocabulary.event)
    authors = {row.version: codec.decode(row.body).by for row in rows[1:]}
    commands = {by.command: version for version, by in authors.items() if isinstance(by, Author)}
    return [row.version for row in rows], commands


async def play_until_killed(
    server: Killable, players: list[Player], heard: asyncio.Semaphore, commands: int
) -> None:
    games = [asyncio.create_task(player.play()) for player in players]
    for _ in range(commands):
        await asyncio.wait_for(heard.acquire(), PATIENCE)
    await server.stop(signal.SIGKILL)
    for ended in await asyncio.gather(*games, return_exceptions=True):
        assert ended is None or isinstance(ended, LOST)


async def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """Killed three times in the middle of a match: clients come back and play it to its end."""
    async with killable(tmp_path) as server:
        ann, bob = await introduced(server.address, "Ann"), await introduced(server.address, "Bob")
        table = await ann.open(RALLY, 2)
        async with ann.at(table) as hers, bob.at(table) as his:
            await begin(hers, his)
        match = hers.match
        assert match is not None
        heard = asyncio.Semaphore(0)
        players = [Player(ann, table, 1, heard), Player(bob, table, 2, heard)]
        for _ in range(KILLS):
            await play_until_killed(server, players, heard, COMMANDS_BEFORE_A_KILL)
            versions, commands = await written(tmp_path, match)

            assert list(range(len(versions))) == versions
            assert all(player.acknowledged.items() <= commands.items() for player in players)
            await server.start()
        await asyncio.gather(*(player.play() for player in players))
        versions, commands = await written(tmp_path, match)

    assert list(range(len(versions))) == versions
    assert players[0].acknowledged | players[1].acknowledged == commands
    assert all(player.last and player.last.ending for player in players)


@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, 0)])
async def test_a_server_ends_when_it_is_told_to(
    tmp_path: Path, how: signal.Signals, code: int
) -> None:
    """Also while sockets are open: they are told to come back; the table is there again."""
    async with killable(tmp_path) as server:
        ann = await introduced(server.address, "Ann")
        table = await ann.open(RALLY, 2)
        async with ann.at(table) as hers:
            await hers.until(lambda: hers.table)
            ended = await server.stop(how)
            await hers.connection.wait_closed()
        await server.start()
        async with ann.at(table) as again:
            await again.until(lambda: again.table)

    assert code == ended
    assert 1012 == hers.connection.close_code
    assert hers.table == again.table
