"""One server for all tests that need nothing special, and the databases that all are tested on."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import Postgres, running_postgres
from tests.server.serving import serving

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder) as where:
        yield where


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="module", params=DATABASES)
def each_database(request: pytest.FixtureRequest) -> str | None:
    """A new database for the tests of a file, once on SQLite and once on PostgreSQL."""
    return new_database(request)


def new_database(request: pytest.FixtureRequest) -> str | None:
    """An empty database of the kind that a fixture is asked for; None: a file in a folder."""
    if request.param == "sqlite":
        return None
    postgres: Postgres = request.getfixturevalue("postgres")
    return asyncio.run(postgres.empty_database())
