"""Streaks and races over HTTP, and what attackers try there."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.authenticator import Browser
from tests.server.puzzle_shelf import made, stock_database
from tests.server.serving import serving
from tests.server.test_puzzles import read, wrong
from tinplate.puzzles.values import MadePuzzle, puzzle_id
from tinplate.training import runs
from tinplate.wire.puzzle_runs import OwnRuns, RunJudged, RunShown

GAMES = ("ricochet", "rally")
Opens = Callable[..., Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a few puzzles."""
    folder: Path = tmp_path_factory.mktemp("runs")
    database = f"sqlite:///{folder / 'runs.db'}"
    stock_database(database)
    with serving(folder, database=database) as address:
        yield address


@pytest.fixture
async def browser(server: str) -> AsyncIterator[Opens]:
    """A browser that has never been here; with a name, somebody has."""
    async with AsyncExitStack() as stack:

        async def opened(name: str | None = None) -> Browser:
            new = await stack.enter_async_context(Browser(server))
            if name is not None:
                assert httpx.codes.CREATED == (await new.introduce(name)).status_code
            return new

        yield opened


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Races begin without a countdown."""
    monkeypatch.setattr(runs, "COUNTDOWN", 0)


def puzzles(game: str) -> dict[str, MadePuzzle]:
    return {puzzle_id(game, one.puzzle): one.puzzle for one in made(game)}


async def opened(here: Browser, game: str, mode: str) -> RunShown:
    answer = await here.post("/api/puzzles/runs", game=game, mode=mode)
    assert answer.status_code == httpx.codes.CREATED, answer.text
    return read(httpx.Response(200, content=answer.content), RunShown)


async def asked(here: Browser, run: RunShown) -> RunShown:
    return read(await here.get(f"/api/puzzles/runs/{run.id}"), RunShown)


async def did(here: Browser, run: RunShown, what: str) -> RunShown:
    return read(await here.post(f"/api/puzzles/runs/{run.id}/{what}"), RunShown)


async def sent(here: Browser, run: RunShown, number: int, answer: str | None) -> httpx.Response:
    path = f"/api/puzzles/runs/{run.id}/answer"
    return await here.post(path, number=number, answer=answer)


async def solved(here: Browser, run: RunShown) -> RunJudged:
    """Solve the puzzle that is shown."""
    now = (await asked(here, run)).puzzle
    assert now is not None
    solution = puzzles(run.game)[now.puzzle.id].solution
    return read(await sent(here, run, now.number, solution), RunJudged)


@pytest.mark.parametrize("game", GAMES)
async def test_a_streak_goes_on_until_one_is_missed(browser: Opens, game: str) -> None:
    """From easy to hard; then everything may be looked at."""
    here = await browser()
    run = await opened(here, game, "streak")
    assert (run.state, run.is_yours, len(run.players)) == ("running", True, 1)
    ratings = []
    for number in range(3):
        shown = (await asked(here, run)).puzzle
        assert shown is not None
        assert shown.number == number
        ratings.append(puzzles(game)[shown.puzzle.id].rating)
        judged = await solved(here, run)
        assert (judged.is_solved, judged.extra) == (True, 0)
    assert ratings == sorted(ratings)
    now = (await asked(here, run)).puzzle
    assert now is not None
    missed = await sent(here, run, now.number, wrong(game, puzzles(game)[now.puzzle.id]))

    over = read(missed, RunJudged).run
    assert (over.state, over.puzzle) == ("over", None)
    assert [step.is_solved for step in over.steps] == [True, True, True, False]
    assert (over.players[0].solved, over.players[0].missed) == (3, 1)
    review = await here.get(f"/api/puzzles/{over.steps[3].puzzle}/review")
    assert review.status_code == httpx.codes.OK
    again = await sent(here, run, 3, puzzles(game)[now.puzzle.id].solution)
    assert read(again, RunJudged).run.players[0].solved == 3
    assert read(await here.get("/api/puzzles/runs"), OwnRuns).runs == ()
