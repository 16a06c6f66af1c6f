"""Some puzzles for tests, made once, and a database that has them."""

import asyncio
from datetime import UTC, date, datetime
from functools import cache
from itertools import count

from tinplate.games import installed
from tinplate.puzzles.collection import StoredPuzzle
from tinplate.puzzles.daily import find_daily, seed_of
from tinplate.puzzles.dataset import generator_of
from tinplate.puzzles.making import NumberedPuzzle, make_batch
from tinplate.puzzles.values import PuzzleMaker
from tinplate.server.puzzles import PuzzleService
from tinplate.store.log import Moment, Store
from tinplate.store.opening import open_store

SEED = 1
FEWEST = 3


@cache
def maker_of(game: str) -> PuzzleMaker:
    maker = installed().packs[game].puzzles()
    assert maker is not None
    return maker


@cache
def made(game: str) -> tuple[NumberedPuzzle, ...]:
    """The puzzles among the first candidates: about 20 of Ricochet, a few of Rally."""
    found = list[NumberedPuzzle]()
    for batch in count():
        found += make_batch(maker_of(game), SEED, batch)
        if len(found) >= FEWEST:
            return tuple(found)
    raise AssertionError


@cache
def made_for(game: str, day: date) -> tuple[tuple[str, NumberedPuzzle], ...]:
    maker = maker_of(game)
    return tuple((slot.name, find_daily(maker, day, slot)) for slot in maker.daily)


def today() -> date:
    return datetime.now(UTC).date()


def shelf(game: str, days: tuple[date, ...] = ()) -> list[StoredPuzzle]:
    """What a server has after it has made a batch, and the puzzles of these days."""
    generator = generator_of(maker_of(game))
    usual = [StoredPuzzle(1, puzzle, number, SEED, generator) for number, puzzle in made(game)]
    daily = [
        StoredPuzzle(1, one.puzzle, one.number, seed_of(day), generator, day.isoformat(), slot)
        for day in days
        for slot, one in made_for(game, day)
    ]
    return usual + daily


async def stock(store: Store, days: tuple[date, ...] = (), *games: str) -> None:
    service = PuzzleService(store, installed(), lambda: Moment(0))
    for game in games or ("ricochet", "rally"):
        await service.game(game).add(shelf(game, days))


def stock_database(address: str, days: tuple[date, ...] = ()) -> None:
    """Before a server opens it."""

    async def work() -> None:
        store = await open_store(address)
        try:
            await stock(store, days)
        finally:
            await store.close()

    asyncio.run(work())
