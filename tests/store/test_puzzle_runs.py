"""Runs on every kind of store: two processes, and a process that dies between two rows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from random import Random

import pytest

from tests.server.processes import WallClock
from tests.server.puzzle_shelf import made, stock, today
from tinplate.game import Rejected
from tinplate.games import installed
from tinplate.puzzles.values import puzzle_id
from tinplate.server.metrics import Metrics
from tinplate.server.puzzles import PuzzleService
from tinplate.server.runs import RunService
from tinplate.store.log import Store
from tinplate.training import runs
from tinplate.training.runs import RunPlayer, RunReply
from tinplate.training.standings import GameTraining
from tinplate.training.values import RunMode

GAME = "ricochet"
ANN, BOB, CLEO = RunPlayer("a", "Ann"), RunPlayer("b", "Bob"), RunPlayer("c", "")


class RunProcess:
    """One process: its own services on a store that others have, too."""

    def __init__(self, store: Store, clock: WallClock) -> None:
        self.clock = clock
        self.puzzles = PuzzleService(store, installed(), clock)
        self.runs = RunService(store, clock, Metrics(), self.puzzles, Random(1))

    async def training(self) -> GameTraining:
        return await self.puzzles.game(GAME).training.latest()

    async def begin(self, code: str, player: RunPlayer) -> None:
        await self.runs.begin(code, await self.runs.find(code), player.id)

    async def answer(self, code: str, player: RunPlayer, number: int, extra: int | None = 0) -> int:
        """How many they have solved then."""
        reply = RunReply(number, "rn", extra, 1500, 0, self.clock())
        run = await self.runs.find(code)
        training = await self.runs.answer(code, run, player.id, reply)
        return training.run(code)[player.id].solved


@asynccontextmanager
async def two_processes(store: Store) -> AsyncIterator[tuple[RunProcess, RunProcess]]:
    clock = WallClock()
    await stock(store, (), GAME)
    yield RunProcess(store, clock), RunProcess(store, clock)


async def begun(here: RunProcess, there: RunProcess) -> str:
    """A race of two, each in a process of their own."""
    code = await here.runs.open(ANN, GAME, "race")
    await there.runs.join(code, BOB)
    await here.runs.start(code, ANN.id)
    here.clock.pass_seconds(5)
    await here.begin(code, ANN)
    await there.begin(code, BOB)
    return code


async def test_a_race_over_two_processes(store: Store) -> None:
    """Both have the same series, and see how far the other is."""
    async with two_processes(store) as (here, there):
        code = await begun(here, there)
        for number in range(3):
            here.clock.pass_seconds(4)
            assert await here.answer(code, ANN, number) == number + 1
            assert await there.answer(code, BOB, number) == number + 1
        for process in (here, there):
            people = (await process.training()).run(code)
            shown = [[each.puzzle for each in people[who].attempts] for who in (ANN.id, BOB.id)]
            assert shown[0] == shown[1] == [*(await process.runs.find(code)).series[:4]]
            assert [people[who].solved for who in (ANN.id, BOB.id)] == [3, 3]


async def test_the_clock_of_a_race_is_that_of_the_server(store: Store) -> None:
    """It starts for all at once, whenever they look; and ends, but for 2 s of network."""
    async with two_processes(store) as (here, there):
        code = await here.runs.open(ANN, GAME, "race")
        await there.runs.join(code, BOB)
        started = (await here.runs.start(code, ANN.id)).starts_at
        assert started == here.clock() + runs.COUNTDOWN
        await here.begin(code, ANN)
        assert (await here.training()).run(code) == {}
        here.clock.pass_seconds(5 + 30)
        await there.begin(code, BOB)
        [attempt] = (await there.training()).run(code)[BOB.id].attempts
        assert attempt.attempt.started_at == started
        here.clock.pass_seconds(150 + 1.5)
        run = await here.runs.find(code)
        late = RunReply(0, "rn", 0, 1500, 0, here.clock())
        with pytest.raises(Rejected, match="Time's up"):
            await there.runs.answer(code, run, BOB.id, late)
        assert (await there.runs.answer(code, run, BOB.id, late._replace(network=2_000))).run(code)
        assert (await there.training()).run(code)[BOB.id].solved == 1
        with pytest.raises(Rejected, match="has started"):
            await here.runs.join(code, CLEO)


async def test_a_process_dies_in_the_middle(store: Store) -> None:
    """Whatever was acknowledged is there; whatever was sent again counts once."""
    async with two_processes(store) as (dead, alive):
        code = await begun(dead, alive)
        assert await dead.answer(code, ANN, 0) == 1
        after = RunProcess(store, dead.clock)  # it knows what is in the store, nothing else
        assert await after.answer(code, ANN, 0) == 1
        assert await after.answer(code, ANN, 1) == 2
        assert await dead.answer(code, ANN, 1) == 2
        assert await alive.answer(code, BOB, 0) == 1


async def test_a_process_dies_between_the_start_and_the_first_puzzle(store: Store) -> None:
    """Whoever comes next has it, with the clock from the start."""
    async with two_processes(store) as (dead, alive):
        code = await dead.runs.open(ANN, GAME, "streak")
        assert (await alive.training()).run(code) == {}
        dead.clock.pass_seconds(10)
        await alive.begin(code, ANN)
        [first] = (await alive.training()).run(code)[ANN.id].attempts
        assert first.attempt.started_at == (await alive.runs.find(code)).starts_at


async def test_everybody_joins_at_once(store: Store) -> None:
    """Two processes write to the same lobby; nobody is lost, and 30 are enough."""
    async with two_processes(store) as (here, there):
        code = await here.runs.open(ANN, GAME, "race")
        for number in range(runs.MOST_PEOPLE - 1):
            process = there if number % 2 else here
            await process.runs.join(code, RunPlayer(f"p{number}", ""))
        with pytest.raises(Rejected, match="full"):
            await there.runs.join(code, BOB)
        assert len((await here.runs.find(code)).players) == runs.MOST_PEOPLE


async def test_a_lobby_that_nobody_starts_closes(store: Store) -> None:
    """After a day; so nobody has open races for ever."""
    async with two_processes(store) as (here, _):
        code = await here.runs.open(ANN, GAME, "race")
        assert [*await here.runs.of_person(ANN.id)] == [code]
        here.clock.pass_seconds(24 * 60 * 60)
        assert [*await here.runs.of_person(ANN.id)] == []


@pytest.mark.parametrize("mode", ["streak", "race"])
async def test_a_series_has_no_puzzle_of_a_day(store: Store, mode: RunMode) -> None:
    """Of no day that was, is or will be."""
    await stock(store, tuple(today() + timedelta(step) for step in (-1, 0, 1)), GAME)
    here = RunProcess(store, WallClock())
    code = await here.runs.open(ANN, GAME, mode)
    if mode == "race":
        await here.runs.start(code, ANN.id)
    series = (await here.runs.find(code)).series
    assert {*series} == {puzzle_id(GAME, one.puzzle) for one in made(GAME)}
