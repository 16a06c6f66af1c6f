"""`tinplate serve --workers`: several processes on one address, on SQLite and a real Redis."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.process_tree import children_of, parent_of
from tests.redis import RedisServer, running_redis
from tests.server.client import introduced
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET
from tests.server.running import Running, running
from tests.server.steadfast import check_sittings, sitting
from tests.waiting import PATIENCE, until

WORKERS = 2

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with running_redis() as server:
        yield server


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("workers")


@pytest.fixture(scope="module")
def database(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.sqlite'}"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(redis: RedisServer, folder: Path, database: str) -> AsyncIterator[Running]:
    options = ("--bus", redis.address, "--workers", str(WORKERS))
    async with running(database, folder, *options) as parent:
        yield parent


async def test_a_worker_that_dies_is_replaced(server: Running, database: str) -> None:
    """People play on, whichever worker they get; what was acknowledged is kept."""
    sittings = [
        await sitting([server.address], shift, terms)
        for shift, terms in enumerate([A_SHORT_RICOCHET, A_SHORT_RALLY] * 2)
    ]
    heard = asyncio.Semaphore(0)
    matches = [
        asyncio.create_task(player.play(heard)) for each in sittings for player in each.players
    ]
    for _ in range(10):
        await asyncio.wait_for(heard.acquire(), PATIENCE)
    victim, _ = children_of(server.pid)
    os.kill(victim, signal.SIGKILL)
    await asyncio.gather(*matches)

    await until(lambda: len(set(children_of(server.pid)) - {victim}) == WORKERS)
    await check_sittings(database, sittings)


async def test_all_workers_end_with_their_parent(server: Running) -> None:
    """Told to end, it tells them and waits; sockets are closed as by a single process."""
    ann = await introduced(server.address, "Ann")
    workers = children_of(server.pid)
    async with ann.at(await ann.open(A_SHORT_RALLY, 2)) as hers:
        await hers.until(lambda: hers.table)
        code = await server.stop(signal.SIGTERM)
        await hers.connection.wait_closed()
    left = [worker for worker in workers if parent_of(worker) is not None]
    await server.start()

    assert (0, WORKERS, []) == (code, len(workers), left)
    assert 1012 == hers.connection.close_code


async def test_no_worker_outlives_its_parent(server: Running) -> None:
    """Also when it is killed: the address is free for the next one."""
    workers = children_of(server.pid)
    await server.stop(signal.SIGKILL)
    await until(lambda: all(parent_of(worker) is None for worker in workers))
    await server.start()

    assert WORKERS == len(workers) == len(children_of(server.pid))
