"""Quick match in real processes: places in the queue and tables that were found survive kill -9."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.postgres import Postgres
from tests.redis import RedisServer
from tests.server.authenticator import Browser
from tests.server.running import Running, several
from tests.server.test_account_processes import postgres, redis
from tests.server.test_accounts import person
from tests.server.test_people import search, status_in, wishes
from tests.waiting import PATIENCE, a_moment
from tinplate.ending import Resign
from tinplate.wire.outgoing import Done

__all__ = ["postgres", "redis"]


@pytest.fixture
async def processes(
    postgres: Postgres,
    redis: RedisServer,
    tmp_path: Path,
) -> AsyncIterator[list[Running]]:
    database = await postgres.two_empty_databases()
    async with several(2, database, tmp_path, "--bus", redis.address) as started:
        yield started


async def test_a_place_in_the_queue_survives_kill_9(processes: list[Running]) -> None:
    """The process where Ann waits dies; Bob asks the other one, and they find each other."""
    one, two = processes
    async with Browser(one.address) as here, Browser(two.address) as there:
        await here.introduce("Ann")
        await there.introduce("Bob")
        assert status_in(await wishes(here)).is_waiting
        await one.stop(signal.SIGKILL)
        found = status_in(await wishes(there))
        assert found.table is not None
        await one.start()
        again = await search(here)
        table = (await here.get(f"/api/tables/{found.table}")).json()

        assert found.table == again.table
        assert ["Ann", "Bob"] == [chair["owner"]["name"] for chair in table["chairs"]]
        assert table["is_playing"]


async def test_a_table_that_was_found_is_opened_by_whoever_is_left(
    processes: list[Running],
) -> None:
    """Both ask at once while a process is killed: there is one table, and one match."""
    one, two = processes
    async with Browser(one.address) as here, Browser(two.address) as there:
        await here.introduce("Ann")
        await there.introduce("Bob")
        assert status_in(await wishes(here)).is_waiting
        asking = asyncio.create_task(search(here))
        found = status_in(await wishes(there))
        await one.stop(signal.SIGKILL)
        await asyncio.gather(asking, return_exceptions=True)
        await one.start()
        again = await search(here)
        assert found.table is not None
        table = (await there.get(f"/api/tables/{found.table}")).json()

        assert found.table == again.table
        assert (True, 1) == (table["is_playing"], table["dealt"])


async def test_a_match_is_on_both_profiles_although_the_server_dies(
    processes: list[Running],
) -> None:
    """Killed at the end of the match: the other process adds it to the records, once."""
    one, two = processes
    async with Browser(one.address) as here, Browser(two.address) as there:
        await here.introduce("Ann")
        await there.introduce("Bob")
        await wishes(here)
        table = status_in(await wishes(there)).table
        assert table is not None
        ann, bob = [person(each, await each.guest()) for each in (here, there)]
        whom = (await there.guest() or {})["id"]
        async with bob.at(table), ann.at(table) as hers:
            await hers.until(lambda: hers.match and hers.seat == 0)
            assert isinstance(await hers.play(Resign()), Done)
            await one.stop(signal.SIGKILL)
            async with asyncio.timeout(PATIENCE):
                while not (games := (await there.get(f"/api/people/{whom}")).json()["games"]):
                    await a_moment()

        assert [(1, 1)] == [(game["matches"], game["wins"]) for game in games]
        assert [(1, 0, 0)] == [
            (one["wins"], one["losses"], one["draws"]) for one in games[0]["opponents"]
        ]
