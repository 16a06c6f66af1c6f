"""Rated matches end while real processes die: each is recorded once, and the numbers are right."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import Postgres, running_postgres
from tests.redis import RedisServer, running_redis
from tests.server.running import Running, running, several
from tests.waiting import until
from tinplate.games import installed
from tinplate.load.audit import audit
from tinplate.load.deliveries import Deliveries
from tinplate.load.lobby_client import LobbyClient
from tinplate.load.player import Acknowledged, SharedTable
from tinplate.load.rated_matches import RatedMatches
from tinplate.load.rating_audit import RatingAudit, audit_ratings
from tinplate.load.tally import LoadTally
from tinplate.server.recomputing import Recomputed, recompute
from tinplate.store.opening import open_store

ENDS_PER_SECOND = 8
BETWEEN = 6  # matches that end between two deaths
DEATHS = 2


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with running_redis() as server:
        yield server


class Club:
    """People whose rated matches end one after the other, in all processes of a server."""

    def __init__(self, processes: list[Running]) -> None:
        self.processes = processes
        self.tally = LoadTally()
        self.acknowledged: list[Acknowledged] = []
        self._is_down, self._is_over = asyncio.Event(), asyncio.Event()
        self._is_down.set()  # sockets may break at any moment
        lobby = LobbyClient(processes[0].address)
        self.rated = RatedMatches(lobby, ("ricochet",), ENDS_PER_SECOND, self.tally)

    async def play_while_they_die(self) -> None:
        """One process after the other is killed while matches end, and comes back."""
        await self.rated.prepare(self._at, lambda _: None)
        playing = asyncio.create_task(self.rated.run(self._is_over))
        try:
            for number in range(DEATHS):
                await self._until_more_ended()
                process = self.processes[number % len(self.processes)]
                await process.stop(signal.SIGKILL)
                await process.start()
            await self._until_more_ended()
            self._is_over.set()
            await playing
        finally:
            playing.cancel()
            await self.rated.close()

    async def _until_more_ended(self) -> None:
        enough = len(self.rated.ended) + BETWEEN
        await until(lambda: len(self.rated.ended) >= enough or self.tally.errors)

    def _at(self, table: str, game: str) -> SharedTable:
        return SharedTable(
            table=table,
            urls=tuple(LobbyClient.socket_url(each.address, table) for each in self.processes),
            game=game,
            tally=self.tally,
            deliveries=Deliveries(self.tally.time_delivery),
            acknowledged=self.acknowledged,
            is_down=self._is_down,
            is_over=self._is_over,
        )


async def check(club: Club, database: str) -> None:
    """Nothing that was acknowledged is lost, and computed again all is the same."""
    ended = club.rated.ended
    found = await audit(database, club.acknowledged)
    ratings = await audit_ratings(database, ended)
    store = await open_store(database)
    try:
        again = await recompute(store, installed(), lambda _: None)
    finally:
        await store.close()

    assert {} == club.tally.errors
    assert len(ended) == len({*ended}) > DEATHS * BETWEEN
    assert (0, 0, 0) == (found.missing, found.doubled, found.gaps)
    assert found.commands >= 2 * len(ended)  # each was begun, and resigned
    assert RatingAudit(recorded=len(ended)) == ratings
    assert Recomputed(len(ended), 0, ()) == again


async def test_one_process_dies_while_rated_matches_end(tmp_path: Path) -> None:
    """On SQLite: what it had not recorded, it records when it is back."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    async with running(database, tmp_path) as server:
        club = Club([server])
        await club.play_while_they_die()
    await check(club, database)


async def test_two_processes_die_by_turns_while_rated_matches_end(
    postgres: Postgres, redis: RedisServer, tmp_path: Path
) -> None:
    """On PostgreSQL and Redis: each records what the other has left behind, and nothing twice."""
    database = await postgres.two_empty_databases()
    async with several(2, database, tmp_path, "--bus", redis.address) as processes:
        club = Club(processes)
        await club.play_while_they_die()
    await check(club, database)
