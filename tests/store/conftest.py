"""The three stores: in memory, in an SQLite file, on a real PostgreSQL server."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.postgres import Postgres, running_postgres
from tinplate.store.log import Store
from tinplate.store.memory import MemoryStore
from tinplate.store.sql import SqlStore


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture
async def postgres_address(postgres: Postgres) -> str:
    return await postgres.new_database()


@pytest.fixture
def sqlite_address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'logs.sqlite'}"


@pytest.fixture(params=["sqlite", "postgresql"])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'logs.sqlite'}"
    server: Postgres = request.getfixturevalue("postgres")
    return await server.new_database()


@pytest.fixture
async def sql_store(address: str) -> AsyncIterator[SqlStore]:
    store = await SqlStore.open(address)
    yield store
    await store.close()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    match request.param:
        case "memory":
            store: Store = MemoryStore()
        case "sqlite":
            store = await SqlStore.open(f"sqlite:///{tmp_path / 'logs.sqlite'}")
        case _:
            server: Postgres = request.getfixturevalue("postgres")
            store = await SqlStore.open(await server.new_database())
    yield store
    await store.close()
