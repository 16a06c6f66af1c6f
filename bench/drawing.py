"""The editor of boards: how long an answer takes over HTTP after a stroke, on a warm server.

Each stroke adds a wall to a random board. The page waits 0.2 s more, for the next stroke.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import httpx
from rich.console import Console
from rich.table import Table as Grid

from tinplate.games.ricochet.board import Board, Position, format_robots
from tinplate.games.ricochet.solver.making import BoardWish, first_position
from tinplate.grid import Cell, Heading
from tinplate.load.own_server import OwnServer

BOARDS = ((8, 4), (12, 4), (16, 4), (16, 5), (20, 4), (24, 5), (32, 4), (32, 8))  # cells, robots
STROKES = 9  # on each


class Answer(NamedTuple):
    """One of the server's, and how much it says."""

    seconds: float
    open: float  # the share of the targets that were left open


def main(console: Console) -> None:
    console.print("Measuring the editor's answers ...", highlight=False)
    grid = Grid("board", "robots", "median ms", "most ms", "targets left open", title="/survey")
    for (side, robots), answers in asyncio.run(_measured()):
        times = [1000 * answer.seconds for answer in answers]
        left = sum(answer.open for answer in answers) / len(answers)
        size = f"{side}x{side}"
        grid.add_row(size, f"{robots}", f"{median(times):.0f}", f"{max(times):.0f}", f"{left:.0%}")
    console.print(grid)


async def _measured() -> list[tuple[tuple[int, int], list[Answer]]]:
    with tempfile.TemporaryDirectory(prefix="tinplate-bench-") as folder:
        server = OwnServer(Path(folder))
        await server.start()
        try:
            async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
                for size in BOARDS:  # until nothing is compiled any more
                    await _asked(client, first_position(0, _wish(*size)))
                return [(size, [await _asked(client, each) for each in strokes(*size)])
                        for size in BOARDS]  # fmt: skip
        finally:
            await server.stop()


def strokes(side: int, robots: int) -> Iterator[Position]:
    """A board after each of some strokes."""
    dice = Random(side * robots)
    position = first_position(1, _wish(side, robots))
    for _ in range(STROKES):
        wall = Cell(dice.randrange(side - 1), dice.randrange(side)), Heading.EAST
        before = position.board
        board = Board.custom(
            side,
            side,
            walls=before.walls | {wall},
            blocked=before.blocked,
            targets=before.targets,
        )
        position = Position(board, position.robots, position.target)
        yield position


def _wish(side: int, robots: int) -> BoardWish:
    return BoardWish(side, side, robots, None, "none", barriers=False)


async def _asked(client: httpx.AsyncClient, position: Position) -> Answer:
    """Again, while the solver is compiled."""
    query = {
        "board": str(position.board),
        "robots": format_robots(position.robots),
        "target": str(position.target),
    }
    while True:
        began = perf_counter()
        answer = await client.get("/api/ricochet/survey", params=query)
        if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
            answer.raise_for_status()
            lengths: list[dict[str, Any]] = answer.json()["lengths"]
            unknown = sum(each["outcome"] == "out of time" for each in lengths)
            return Answer(perf_counter() - began, unknown / len(lengths))
        await asyncio.sleep(1)


if __name__ == "__main__":
    main(Console())
