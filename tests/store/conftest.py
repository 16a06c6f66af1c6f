"""The stores: in memory, in an SQLite file, on a real PostgreSQL server, in two files."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.postgres import Postgres, running_postgres
from tests.store.logs import opened
from tinplate.store.log import Store
from tinplate.store.memory import MemoryStore
from tinplate.store.opening import open_store
from tinplate.store.sql import SqlStore


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture
async def postgres_address(postgres: Postgres) -> str:
    return await postgres.empty_database()


@pytest.fixture
def sqlite_address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'logs.sqlite'}"


@pytest.fixture(params=["sqlite", "postgresql"])
async def address(request: pytest.FixtureRequest, sqlite_address: str) -> str:
    """An empty database of each kind."""
    return await address_of(request, sqlite_address)


@pytest.fixture
async def sql_store(address: str) -> AsyncIterator[SqlStore]:
    async with opened(address) as store:
        yield store


@pytest.fixture(params=["memory", "sqlite", "postgresql", "several"])
async def store(request: pytest.FixtureRequest, sqlite_address: str) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    if request.param == "memory":
        yield MemoryStore()
        return
    if request.param == "several":
        two = await open_store(f"{sqlite_address},{sqlite_address}-2")
        yield two
        await two.close()
        return
    async with opened(await address_of(request, sqlite_address)) as store:
        yield store


async def address_of(request: pytest.FixtureRequest, sqlite_address: str) -> str:
    if request.param == "sqlite":
        return sqlite_address
    server: Postgres = request.getfixturevalue("postgres")  # only where it is needed
    return await server.empty_database()
