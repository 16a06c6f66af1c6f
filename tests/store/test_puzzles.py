"""Puzzles and attempts in all databases: one order for all processes, nothing twice."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

import pytest

from tests.server.processes import FailingStore, Process, WallClock
from tests.server.puzzle_shelf import made, shelf, stock
from tinplate.game import Rejected
from tinplate.puzzles.values import puzzle_id
from tinplate.server.puzzles import GamePuzzles, attempts_log
from tinplate.store.log import Store, Unavailable, all_rows
from tinplate.training import rules
from tinplate.training.glicko import Sides, after_attempt, puzzle_rating
from tinplate.training.standings import GameTraining
from tinplate.training.values import Answered, AttemptRow, GivenUp, decode_row

GAME = "ricochet"


class Club:
    """Processes on one store, where people solve puzzles."""

    def __init__(self, store: Store, processes: int = 2) -> None:
        self.store = store
        self.clock = WallClock()
        self.processes = [Process(store, self.clock) for _ in range(processes)]

    def game(self, process: int = 0) -> GamePuzzles:
        return self.processes[process].puzzles.game(GAME)

    async def write(
        self, person: str, puzzle: int, rule: Callable[..., Sequence[AttemptRow]], process: int = 0
    ) -> Sequence[AttemptRow]:
        name = puzzle_id(GAME, made(GAME)[puzzle].puzzle)
        service = self.processes[process].puzzles
        _, found = await service.find(name)
        judge = partial(rule, trier=service.trier(person, found))
        return await self.game(process).training.write([f"person {person}", name], judge)

    async def start(self, person: str, puzzle: int = 0, process: int = 0) -> Sequence[AttemptRow]:
        start = partial(rules.start, mode="mix", name="")
        return await self.write(person, puzzle, start, process)

    async def answer(
        self, person: str, extra: int | None = 0, puzzle: int = 0, process: int = 0
    ) -> Sequence[AttemptRow]:
        answer = partial(rules.answer, text="x", extra=extra)
        return await self.write(person, puzzle, answer, process)

    async def rows(self) -> list[AttemptRow]:
        return [decode_row(row.body) async for row in all_rows(self.store, attempts_log(GAME))]


async def test_puzzles_are_stored_once(store: Store) -> None:
    """By several processes at once, and by one again and again; all of them find them."""
    club = Club(store, 3)
    rows = shelf(GAME)
    added = await asyncio.gather(*(club.game(number).add(rows) for number in range(3)))
    assert sum(added) == len(rows)
    assert await club.game().add(rows) == 0
    for number in range(3):
        known = await club.game(number).collection.latest()
        assert len(known) == len(rows)
        name = puzzle_id(GAME, rows[3].puzzle)
        found = known.find(name)
        assert found is not None
        assert await club.game(number).puzzle(found) == rows[3].puzzle


async def test_an_attempt_goes_on_in_another_process(store: Store) -> None:
    """Started in one, answered in the other, which has not read the start yet."""
    await stock(store, (), GAME)
    club = Club(store)
    await club.game(1).training.latest()
    await club.start("ann")
    [row] = await club.answer("ann", process=1)
    assert isinstance(row, Answered)
    with pytest.raises(Rejected, match="over"):
        await club.answer("ann")
    assert len(await club.rows()) == 2


async def test_two_answers_at_once_count_once(store: Store) -> None:
    """In two processes at the same moment: one decides, the other is told that it is over."""
    await stock(store, (), GAME)
    club = Club(store)
    await club.start("ann")
    tried = [club.answer("ann", process=number) for number in (0, 1, 0, 1)]
    found = await asyncio.gather(*tried, return_exceptions=True)
    assert sum(isinstance(each, list) for each in found) == 1
    assert sum(isinstance(each, Rejected) for each in found) == 3
    assert len(await club.rows()) == 2


async def test_many_at_once_share_appends_and_keep_the_order(store: Store) -> None:
    """Ratings are the same in all processes, and when they are computed again from the scores."""
    await stock(store, (), GAME)
    club = Club(store)

    async def solve(person: str, puzzle: int, process: int) -> None:
        await club.start(person, puzzle, process)
        await club.answer(person, (puzzle + len(person)) % 3 or None, puzzle, process)

    await asyncio.gather(
        *(solve("x" * number, puzzle, number % 2) for number in range(1, 7) for puzzle in range(4))
    )
    rows = await club.rows()
    assert len(rows) == 2 * 6 * 4
    folds = [await club.game(number).training.latest() for number in range(2)]
    numbers = [[fold.person("x" * n).rating for n in range(1, 7)] for fold in folds]
    assert numbers[0] == numbers[1]
    assert computed_again(rows) == [
        row.outcome for row in rows if isinstance(row, Answered | GivenUp)
    ]


def computed_again(rows: Sequence[AttemptRow]) -> list[object]:
    """All outcomes from the scores alone, by the model."""
    training = GameTraining()
    first = {puzzle_id(GAME, one.puzzle): one.puzzle.rating for one in made(GAME)}
    outcomes = list[object]()
    for row in rows:
        if isinstance(row, Answered | GivenUp) and row.outcome is not None:
            person = training.person(row.person).rating
            puzzle = training.puzzle(row.puzzle).rating or puzzle_rating(first[row.puzzle])
            after = after_attempt(Sides(person, puzzle), row.outcome.score)
            expected = row.outcome.expected
            outcomes.append(type(row.outcome)(row.outcome.score, expected, *after))
        training.add(row)
    return outcomes


async def test_a_process_dies_after_the_start(store: Store) -> None:
    """The next one goes on with the same clock."""
    await stock(store, (), GAME)
    await Club(store, 1).start("ann")
    club = Club(store, 1)
    club.clock.pass_seconds(40)
    assert await club.start("ann") == []
    [row] = await club.answer("ann")
    assert isinstance(row, Answered)
    assert row.seconds == 40


async def test_a_connection_that_breaks_loses_nothing() -> None:
    """Neither an answer that was not written nor one that was, but nobody heard of it."""
    store = FailingStore()
    await stock(store, (), GAME)
    club = Club(store)
    await club.start("ann")
    store.fails_before = True
    with pytest.raises(Unavailable):
        await club.answer("ann")
    store.fails_before, store.fails_after = False, True
    with pytest.raises(Unavailable):
        await club.answer("ann")
    store.fails_after = False
    with pytest.raises(Rejected, match="over"):
        await club.answer("ann")
    assert len(await club.rows()) == 2
