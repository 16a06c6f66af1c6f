"""Puzzles in real processes that die: what was acknowledged is there afterwards, once."""

import asyncio
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.postgres import Postgres
from tests.redis import RedisServer
from tests.server.authenticator import Browser
from tests.server.puzzle_shelf import stock
from tests.server.running import Running, running, several
from tests.server.solving import code_of, made_puzzles, read
from tests.server.test_account_processes import postgres, redis
from tests.waiting import a_moment, until
from tinplate.server.puzzles import attempts_log
from tinplate.store.log import all_rows
from tinplate.store.opening import open_store
from tinplate.training.glicko import Sides, after_attempt, shown
from tinplate.training.rules import rating_of
from tinplate.training.standings import GameTraining
from tinplate.training.values import Answered, Started, decode_row
from tinplate.wire.puzzle_runs import RunJudged, RunShown
from tinplate.wire.puzzles import AnswerJudged, PuzzleAttempt, PuzzleOverview

__all__ = ["postgres", "redis"]

GAME = "ricochet"
BETWEEN = 6  # answers that are acknowledged between two deaths
DEATHS = 2
PEOPLE = 6
MOST_RACES = 10  # of one person: all of them last for three minutes


class Told(NamedTuple):
    """An answer that a server has acknowledged."""

    name: str
    puzzle: str
    run: str
    rating: int | None  # of the person after it, if it was rated


class Solver:
    """Somebody who asks until there is an answer, whatever happens to the server."""

    def __init__(
        self, name: str, browser: Browser, told: list[Told], is_over: asyncio.Event
    ) -> None:
        self.name = name
        self._browser = browser
        self._told = told
        self._is_over = is_over
        self.runs = dict[str, int]()  # puzzles solved, by run

    async def mix(self) -> None:
        """Solve what the server chooses, until nothing is left."""
        while not self._is_over.is_set():
            chosen = await self._ask("next", game=GAME)
            if chosen.status_code == httpx.codes.CONFLICT:
                assert code_of(chosen) == (409, "no-puzzles-left")
                return
            puzzle = read(chosen, PuzzleAttempt).puzzle.id
            judged = await self._ask(f"{puzzle}/answer", answer=_solution(puzzle))
            if judged.status_code == httpx.codes.CONFLICT:  # it was written, and nobody was told
                assert code_of(judged) == (409, "attempt-is-over")
                self._told.append(Told(self.name, puzzle, "", None))
                continue
            step = read(judged, AnswerJudged).step
            assert step is not None
            self._told.append(Told(self.name, puzzle, "", step.after))

    async def streaks(self) -> None:
        await self._run("streak")

    async def races(self) -> None:
        await self._run("race")

    async def overview(self) -> PuzzleOverview:
        return read(
            await self._until_answered(lambda: self._browser.get("/api/puzzles")), PuzzleOverview
        )

    async def run(self, run: str) -> RunShown:
        path = f"/api/puzzles/runs/{run}"
        return read(await self._until_answered(lambda: self._browser.get(path)), RunShown)

    async def _run(self, mode: str) -> None:
        while not self._is_over.is_set() and (mode == "streak" or len(self.runs) < MOST_RACES):
            run = read(await self._ask("runs", game=GAME, mode=mode), RunShown)
            if mode == "race":
                run = read(await self._ask(f"runs/{run.id}/start"), RunShown)
            while run.state == "countdown":
                await a_moment()
                run = await self.run(run.id)
            await self._solve(run)

    async def _solve(self, run: RunShown) -> None:
        while run.puzzle is not None and not self._is_over.is_set():
            number, puzzle = run.puzzle.number, run.puzzle.puzzle.id
            path = f"runs/{run.id}/answer"
            answer = await self._ask(path, number=number, answer=_solution(puzzle))
            judged = read(answer, RunJudged)
            assert judged.is_solved
            self._told.append(Told(self.name, puzzle, run.id, None))
            self.runs[run.id] = self.runs.get(run.id, 0) + 1
            run = judged.run

    async def _ask(self, path: str, **body: object) -> httpx.Response:
        return await self._until_answered(
            lambda: self._browser.post(f"/api/puzzles/{path}", **body)
        )

    async def _until_answered(self, ask: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
        while True:
            try:
                return await ask()
            except httpx.TransportError:  # it was killed, or is not back yet
                await a_moment()


def _solution(puzzle: str) -> str:
    return made_puzzles(GAME)[puzzle].solution


async def solve_while_they_die(processes: list[Running], database: str) -> None:
    """One process after the other is killed while people solve, and comes back."""
    told, is_over = list[Told](), asyncio.Event()
    async with AsyncExitStack() as stack:
        solvers = list[Solver]()
        for number in range(PEOPLE):
            address = processes[number % len(processes)].address
            browser = await stack.enter_async_context(Browser(address))
            await browser.introduce(f"p{number}")
            solvers.append(Solver(f"p{number}", browser, told, is_over))
        async with asyncio.TaskGroup() as group:
            for number, solver in enumerate(solvers):
                ways = (solver.mix, solver.streaks, solver.races)
                group.create_task(ways[number // 2 % len(ways)]())
            await _kill_them(processes, told)
            is_over.set()
        for solver in solvers:
            await _check_over_http(solver, told)
    await _check_in_store(database, told)


async def _kill_them(processes: list[Running], told: list[Told]) -> None:
    for number in range(DEATHS):
        await _until_more(told)
        process = processes[number % len(processes)]
        await process.stop(signal.SIGKILL)
        await process.start()
    await _until_more(told)


async def _until_more(told: list[Told]) -> None:
    """In runs: whoever trains may have solved all there is."""
    already = len(told)
    await until(lambda: sum(bool(each.run) for each in told[already:]) >= BETWEEN)


async def _check_over_http(solver: Solver, told: list[Told]) -> None:
    rated = [each for each in told if each.name == solver.name and not each.run]
    [game] = [each for each in (await solver.overview()).games if each.game == GAME]
    assert game.attempts == len(rated)
    for run, solved in solver.runs.items():
        [player] = (await solver.run(run)).players
        assert (player.solved, player.missed) == (solved, 0)


async def _check_in_store(database: str, told: list[Told]) -> None:
    """Each answer is there once, and the ratings follow from one another."""
    store = await open_store(database)
    try:
        stored = [row async for row in all_rows(store, attempts_log(GAME))]
    finally:
        await store.close()
    assert [row.version for row in stored] == list(range(len(stored)))
    training, found, names = GameTraining(), list[tuple[str, str]](), dict[str, str]()
    ratings = dict[tuple[str, str], int]()
    for row in (decode_row(each.body) for each in stored):
        if isinstance(row, Started):
            names[row.person] = row.name
        if isinstance(row, Answered):
            found.append((names[row.person], row.puzzle))
            _check_rating(training, row, ratings, names)
        training.add(row)
    assert Counter(found) == Counter((each.name, each.puzzle) for each in told)
    for each in told:
        if each.rating is not None:
            assert ratings[each.name, each.puzzle] == each.rating


def _check_rating(
    training: GameTraining,
    row: Answered,
    ratings: dict[tuple[str, str], int],
    names: dict[str, str],
) -> None:
    outcome = row.outcome
    if outcome is None or outcome.person is None or outcome.puzzle is None:
        return
    first = made_puzzles(GAME)[row.puzzle].rating
    before = Sides(training.person(row.person).rating, rating_of(training, row.puzzle, first))
    assert after_attempt(before, outcome.score) == (outcome.person, outcome.puzzle)
    ratings[names[row.person], row.puzzle] = shown(outcome.person).number


async def test_one_process_dies_while_people_solve(tmp_path: Path) -> None:
    """On SQLite."""
    database = f"sqlite:///{tmp_path / 'puzzles.sqlite'}"
    await _stocked(database)
    async with running(database, tmp_path) as server:
        await solve_while_they_die([server], database)


async def test_two_processes_die_by_turns_while_people_solve(
    postgres: Postgres, redis: RedisServer, tmp_path: Path
) -> None:
    """On PostgreSQL and Redis: half of the people are at each."""
    database = await postgres.two_empty_databases()
    await _stocked(database)
    async with several(2, database, tmp_path, "--bus", redis.address) as processes:
        await solve_while_they_die(processes, database)


async def _stocked(database: str) -> None:
    store = await open_store(database)
    try:
        await stock(store, (), GAME)
    finally:
        await store.close()
