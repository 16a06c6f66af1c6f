"""Ratings in all databases: recorded once, in one order, and the same when computed again."""

import asyncio

from msgspec.structs import replace

from tests.server.processes import ANN, BOB, CLEO, Process, WallClock, settled
from tinplate.ending import AbortMatch, Resign
from tinplate.games import installed
from tinplate.lobby.values import Sit, Stand, Start, Terms
from tinplate.ratings.standings import decode_row
from tinplate.server.ratings import ratings_log
from tinplate.server.recomputing import recompute
from tinplate.server.replicas import TO_RATE
from tinplate.store.log import Moment, Row, Store, all_rows
from tinplate.wire.resources import OpenTable

RATED = Terms("ricochet", {}, stand_in="random", is_rated=True, speed="usual")
POOL = ("ricochet", "usual")


class Club:
    """Ann, Bob and Cleo play matches that count, in several processes on one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.clock = WallClock()
        self.process = Process(store, self.clock)
        self._count = 0

    async def plays(self, terms: Terms = RATED, people: int = 2) -> str:
        """A match is on; the id of its table."""
        self._count += 1
        process, guests = self.process, (ANN, BOB, CLEO)[:people]
        table = await process.tables.open(ANN, OpenTable(terms, people))
        for chair, guest in enumerate(guests[1:], 1):
            await process.act(table, guest, Sit(chair), f"sit {chair}")
        await process.act(table, ANN, Start(), "start")
        return table

    async def bob_loses(self, terms: Terms = RATED) -> str:
        table = await self.plays(terms)
        await self.process.play(table, BOB, Resign(), "resign")
        await self.over(table)
        return table

    async def over(self, table: str) -> None:
        self.clock.pass_seconds(10)
        await self.process.match(table)
        await settled(self.process)
        await self.process.ratings._background.join()

    async def rows(self) -> list[Row]:
        return [row async for row in all_rows(self.store, ratings_log(POOL))]

    async def numbers(self, process: Process | None = None) -> list[int]:
        pool = (process or self.process).ratings.pool(POOL)
        standings = await pool.current()
        return [round(standings.skill(guest.id).mean) for guest in (ANN, BOB)]


async def test_a_match_that_counts_changes_both(store: Store) -> None:
    """The table says what it changed, and has nothing left to record."""
    club = Club(store)
    table = await club.bob_loses()

    ann, bob = await club.numbers()
    assert ann > 1500 > bob
    told = (await club.process.replica(table)).table
    assert [step and (step.before, step.after) for step in told.steps] == [(1500, ann), (1500, bob)]
    assert await store.about([TO_RATE], since=Moment(0)) == []


async def test_what_does_not_count(store: Store) -> None:
    """Terms without ratings, and matches that all have aborted."""
    club = Club(store)
    await club.bob_loses(replace(RATED, is_rated=False, speed=None))
    table = await club.plays()
    await club.process.play(table, ANN, AbortMatch(), "a")
    await club.process.play(table, BOB, AbortMatch(), "b")
    await club.over(table)

    assert await club.rows() == []


async def test_leavers_are_last(store: Store) -> None:
    """Although a bot plays on; the others are compared with each other as well."""
    club = Club(store)
    table = await club.plays(people=3)
    await club.process.act(table, CLEO, Stand(), "stand")
    await club.process.play(table, BOB, Resign(), "resign")
    await club.process.play(table, ANN, Resign(), "resign")
    await club.over(table)

    [row] = await club.rows()
    places = {one.person: one.place for one in decode_row(row.body).result.seats}
    assert places["c"] == max(places.values())


async def test_a_process_dies_between_the_end_and_the_record(store: Store) -> None:
    """The next one finds it, and two at once record it once."""
    club = Club(store)
    club.process.tables._on_end.clear()  # it dies
    await club.bob_loses()
    assert await club.rows() == []
    club.clock.pass_seconds(10)
    others = [Process(store, club.clock) for _ in range(2)]
    await asyncio.gather(*(other.ratings.sweep() for other in others))

    assert len(await club.rows()) == 1
    assert await store.about([TO_RATE], since=Moment(0)) == []
    assert await club.numbers(others[0]) == await club.numbers(others[1])


async def test_a_process_dies_between_the_record_and_the_table(store: Store) -> None:
    """It is not recorded again."""
    club = Club(store)
    club.process.tables._on_end.clear()
    table = await club.bob_loses()
    [result] = (await club.process.replica(table)).table.to_rate
    await club.process.ratings.pool(POOL).record(result)
    club.clock.pass_seconds(10)
    await Process(store, club.clock).ratings.sweep()

    assert len(await club.rows()) == 1
    assert await store.about([TO_RATE], since=Moment(0)) == []


async def test_many_matches_end_at_once(store: Store) -> None:
    """They share appends, and none is lost."""
    club = Club(store)
    club.process.tables._on_end.clear()
    for _ in range(12):
        await club.bob_loses()
    club.clock.pass_seconds(10)
    await asyncio.gather(*(Process(store, club.clock).ratings.sweep() for _ in range(3)))

    matches = [decode_row(row.body).result.match for row in await club.rows()]
    assert len(matches) == len({*matches}) == 12


async def test_computed_again_all_is_the_same(store: Store) -> None:
    """From the logs of the tables alone; what was not recorded is added."""
    club = Club(store)
    for _ in range(3):
        await club.bob_loses()
    again = await recompute(store, installed(), lambda _: None)
    assert again == (3, 0, ())

    club.process.tables._on_end.clear()
    await club.bob_loses()
    before = await club.rows()
    again = await recompute(store, installed(), lambda _: None)
    assert again == (4, 1, ())
    assert (await club.rows())[:3] == before
    club.clock.pass_seconds(10)
    await Process(store, club.clock).ratings.sweep()
    assert await recompute(store, installed(), lambda _: None) == (4, 0, ())
