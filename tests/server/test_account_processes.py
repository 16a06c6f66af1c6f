"""Accounts in real processes: what was acknowledged survives kill -9, and holds in all of them."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.postgres import Postgres, running_postgres
from tests.redis import RedisServer, running_redis
from tests.server.authenticator import Authenticator, Browser
from tests.server.players import A_SHORT_RICOCHET
from tests.server.running import Running, running, several
from tests.server.test_accounts import person
from tests.waiting import PATIENCE, a_moment
from tinplate.lobby.values import Say
from tinplate.server.sessions import SESSION_COOKIE
from tinplate.wire.outgoing import Done


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with running_redis() as server:
        yield server


@pytest.fixture
async def processes(
    postgres: Postgres, redis: RedisServer, tmp_path: Path
) -> AsyncIterator[list[Running]]:
    database = await postgres.two_empty_databases()
    async with several(2, database, tmp_path, "--bus", redis.address) as started:
        yield started


async def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    """The account, its sessions, and what has ended; a challenge from before can be answered."""
    async with running(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        authenticator = Authenticator()
        async with Browser(server.address) as here, Browser(server.address) as there:
            await here.introduce("Ann")
            assert 201 == (await here.register(authenticator)).status_code
            assert 200 == (await there.sign_in(authenticator)).status_code
            ended = there.cookies[SESSION_COOKIE]
            assert 200 == (await there.do("EndAllSessions")).status_code
            assert 200 == (await here.sign_in(authenticator)).status_code
            options = await there.question("sign-in")
            kept, challenge = here.cookies, there.cookies
            await server.stop(signal.SIGKILL)
        await server.start()
        async with Browser(server.address) as here, Browser(server.address) as there:
            for name, value in kept.items():
                here.http.cookies.set(name, value)
            for name, value in challenge.items():
                there.http.cookies.set(name, value)
            known = await here.account()
            credential = authenticator.get(options, there.origin)
            late = await there.post("/api/account/sign-in", credential=credential)
            there.http.cookies.clear()
            there.http.cookies.set(SESSION_COOKIE, ended)

            assert known is not None
            assert "Ann" == known["guest"]["name"]
            assert 200 == late.status_code, late.text
            assert await there.account() is None


async def test_all_processes_know_at_once(processes: list[Running]) -> None:
    """Opened in one, signed out everywhere in the other: neither cookies nor sockets are left."""
    one, two = processes
    authenticator = Authenticator()
    async with Browser(one.address) as here, Browser(two.address) as there:
        await here.introduce("Ann")
        told = (await here.register(authenticator)).json()
        authenticator.origin = there.origin
        assert 200 == (await there.sign_in(authenticator)).status_code
        ann = person(here, told["account"]["guest"])
        table = await ann.open(A_SHORT_RICOCHET, 2)
        async with ann.at(table) as client:
            assert isinstance(await client.act(Say("Hello.")), Done)
            assert 200 == (await there.do("EndAllSessions")).status_code
            assert await here.account() is None
            async with asyncio.timeout(PATIENCE):
                await client.connection.wait_closed()


async def test_a_name_is_gone_from_all_processes(processes: list[Running]) -> None:
    """Deleted in one; the other says somebody as soon as it has heard of it."""
    one, two = processes
    async with Browser(one.address) as here, Browser(two.address) as there:
        await here.introduce("Ann")
        told = (await here.register(Authenticator())).json()
        table = await person(here, told["account"]["guest"]).open(A_SHORT_RICOCHET, 2)
        assert "Ann" in (await there.get(f"/api/tables/{table}")).text
        assert 200 == (await here.delete("Ann")).status_code
        async with asyncio.timeout(PATIENCE):
            while '"Ann"' in (await there.get(f"/api/tables/{table}")).text:
                await a_moment()
