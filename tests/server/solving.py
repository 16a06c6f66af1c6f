"""What tests of puzzles over HTTP share: a server with some, browsers, and what they read."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import pytest

from tests.server.authenticator import Browser
from tests.server.puzzle_shelf import made, maker_of, stock_database
from tests.server.serving import serving
from tinplate.puzzles.values import MadePuzzle, puzzle_id

Opens = Callable[..., Any]
T = TypeVar("T")


@contextmanager
def serving_puzzles(folder: Path, days: tuple[date, ...]) -> Iterator[str]:
    """A server with a few puzzles, and those of these days."""
    database = f"sqlite:///{folder / 'puzzles.db'}"
    stock_database(database, days)
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


def read(answer: httpx.Response, kind: type[T]) -> T:
    assert answer.status_code in {httpx.codes.OK, httpx.codes.CREATED}, answer.text
    return msgspec.json.decode(answer.content, type=kind)


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def made_puzzles(game: str) -> dict[str, MadePuzzle]:
    """Those of no day, by id."""
    return {puzzle_id(game, one.puzzle): one.puzzle for one in made(game)}


def wrong(game: str, puzzle: MadePuzzle) -> str:
    """An answer that can be played, and does not solve it."""
    if game == "ricochet":
        return puzzle.solution.split()[0]
    cards = sorted(msgspec.json.decode(puzzle.text)["hand"], key=lambda card: card["card"])
    for shift in range(len(cards)):
        kinds = " ".join(card["card"] for card in [*cards[shift:], *cards[:shift]][:5])
        if not maker_of(game).judge(puzzle, kinds).is_solved:
            return kinds
    raise AssertionError


def longer_solution(puzzle: MadePuzzle) -> str:
    """The solution after a move there and back that changes nothing, if there is one."""
    maker = maker_of("ricochet")
    robots = "rgbys"
    for robot in robots:
        for there, back in ("ns", "sn", "ew", "we"):
            tried = f"{robot}{there} {robot}{back} {puzzle.solution}"
            try:
                if maker.judge(puzzle, tried).is_solved:
                    return tried
            except ValueError:
                continue
    raise AssertionError
