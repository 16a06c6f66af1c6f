"""What was acknowledged is never lost: one process with SQLite is killed in the middle of games."""

import asyncio
import signal
import sqlite3
import sys
from pathlib import Path

import pytest

from tests.server.client import introduced
from tests.server.players import A_SHORT_RALLY
from tests.server.running import running
from tests.server.steadfast import Sitting, Steadfast, check_sittings, sitting
from tests.waiting import PATIENCE, until
from tinplate.lobby.values import Say, Terms
from tinplate.wire.incoming import Act, Ping
from tinplate.wire.outgoing import Done

TABLES = 50
AT_ONCE = 10  # tables that are opened at the same time
COMMANDS_BEFORE_THE_KILL = 5 * TABLES
RALLY = Terms("rally", {"choices": {"max_turns": 1, "edge": "wall"}})


async def many_sittings(address: str) -> list[Sitting]:
    sittings = list[Sitting]()
    for first in range(0, TABLES, AT_ONCE):
        opening = (sitting([address], first + each, RALLY) for each in range(AT_ONCE))
        sittings += await asyncio.gather(*opening)
    return sittings


async def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """In the middle of 50 matches: clients come back by themselves and play them to their end."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    async with running(database, tmp_path) as server:
        sittings = await many_sittings(server.address)
        players: list[Steadfast] = [each for there in sittings for each in there.players]
        heard = asyncio.Semaphore(0)
        matches = [asyncio.create_task(player.play(heard)) for player in players]
        async with asyncio.timeout(PATIENCE):
            for _ in range(COMMANDS_BEFORE_THE_KILL):
                await heard.acquire()
        await server.stop(signal.SIGKILL)
        unfinished = sum(player.last is None or player.last.ending is None for player in players)
        await server.start()
        await asyncio.gather(*matches)
        await check_sittings(database, sittings)

    assert unfinished > 0
    assert unfinished <= sum(player.sockets > 1 for player in players)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_a_server_ends_when_it_is_told_to(tmp_path: Path, how: signal.Signals) -> None:
    """Also while sockets are open: they are told to come back; the table is there again."""
    async with running(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        ann = await introduced(server.address, "Ann")
        table = await ann.open(A_SHORT_RALLY, 2)
        async with ann.at(table) as hers:
            await hers.until(lambda: hers.table)
            ended = await server.stop(how)
            await hers.connection.wait_closed()
        await server.start()
        async with ann.at(table) as again:
            await again.until(lambda: again.table)

    assert 0 == ended
    assert 1012 == hers.connection.close_code
    assert hers.table == again.table


async def test_a_second_server_of_one_file_is_refused(tmp_path: Path) -> None:
    """Without a bus they would take each other's people for absent."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    async with running(database, tmp_path):
        second = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tinplate.cli.main", "serve", "--port", "0",
            "--database", database, "--key-file", str(tmp_path / "guests.key"),
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        _, said = await asyncio.wait_for(second.communicate(), PATIENCE)

    assert 2 == second.returncode
    assert b"tables.sqlite; two servers need a --bus" in said


async def test_a_command_under_way_is_answered_before_the_end(tmp_path: Path) -> None:
    """It waits for the database when the server is told to end, and is still acknowledged."""
    file = tmp_path / "tables.sqlite"
    async with running(f"sqlite:///{file}", tmp_path) as server:
        ann = await introduced(server.address, "Ann")
        async with ann.at(await ann.open(A_SHORT_RALLY, 2)) as hers:
            await hers.until(lambda: hers.table)
            other = sqlite3.connect(file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")  # nobody else can write
            await hers.send(Act("late", Say("Good night!")))
            is_read = await hers.connection.ping()  # answered after what came before it is read
            await is_read
            await hers.send(Ping(1))
            server.send(signal.SIGTERM)
            await until(lambda: not server.is_listening)
            other.execute("COMMIT")
            other.close()
            await hers.connection.wait_closed()
        code = await server.end()

    assert Done("late", 1) == hers.answers["late"]
    assert ["Good night!"] == [line.text for line in hers.lines]
    assert [] == hers.pongs  # what came after it is left to another process
    assert (0, 1012) == (code, hers.connection.close_code)
