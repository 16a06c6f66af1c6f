"""Tasks like those of the competitions, for people who do not have them at hand.

`python -m bench.tasks FOLDER` writes them: PDDL tasks on boards of 8 to 22 columns and rows, with
few walls or many, and ASP facts on a printed board with a robot in each corner, of which only those
are kept whose shortest solution has twelve moves or more. The same seed writes the same tasks.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tinplate.games.ricochet.board import Board, Position, board_named, random_board
from tinplate.games.ricochet.formats.asp import write_asp
from tinplate.games.ricochet.formats.pddl import write_pddl
from tinplate.games.ricochet.formats.positions import puzzle_of, target_for
from tinplate.games.ricochet.pieces import ROBOTS
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import solve
from tinplate.grid import Cell, Heading

FREE = READINGS["free"]
SIZES = range(8, 24, 2)  # of planning tasks
WALLS = (0.07, 0.16, 0.32)  # for each cell: as in tasks of the competition
FEWEST = 5  # moves of a planning task
LONG = 12  # moves of ASP facts
ROBOTS_THERE = 4
SECONDS = 60.0  # after which a task is given up


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--planning", type=int, default=40, help="how many PDDL tasks")
    parser.add_argument("--asp", type=int, default=240, help="how many lists of facts")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    dice = Random(options.seed)
    for number, position in zip(range(options.planning), planning_tasks(dice), strict=False):
        name = f"p{number + 1:02}"
        (options.folder / f"{name}.pddl").write_text(write_pddl(puzzle_of(position), name))
        _tell(f"{name}.pddl")
    for number, position in zip(range(options.asp), asp_tasks(dice), strict=False):
        (options.folder / f"{number + 1:03}.asp").write_text(write_asp(puzzle_of(position)))
        _tell(f"{number + 1:03}.asp")


def planning_tasks(dice: Random) -> Iterator[Position]:
    """Random boards, small ones first and again, whose tasks take some moves."""
    while True:
        for size in SIZES:
            yield _long_enough(dice, size, FEWEST)


def asp_tasks(dice: Random) -> Iterator[Position]:
    """All long tasks of a board with the robots in its corners, then those of the next."""
    while True:
        printed = board_named(str(random_board(dice, "classic")))
        last = printed.width - 1
        corners = tuple(Cell(x, y) for y in (0, last) for x in (0, last))
        for robot in ROBOTS[:ROBOTS_THERE]:
            for cell in printed.cells:
                if printed.may_rest(cell) and cell not in corners:
                    target = target_for(robot)
                    board = Board.custom(
                        printed.width,
                        printed.height,
                        walls=printed.walls,
                        blocked=printed.blocked,
                        targets={target: cell},
                    )
                    position = Position(board, corners, target)
                    if _moves(position) >= LONG:
                        yield position


def _long_enough(dice: Random, size: int, fewest: int) -> Position:
    while True:
        position = _random_position(dice, size)
        if _moves(position) >= fewest:
            return position


def _random_position(dice: Random, size: int) -> Position:
    cells = [Cell(x, y) for y in range(size) for x in range(size)]
    count = round(dice.choice(WALLS) * len(cells))
    walls = {(dice.choice(cells), dice.choice((Heading.EAST, Heading.SOUTH))) for _ in range(count)}
    *robots, cell = dice.sample(cells, k=ROBOTS_THERE + 1)
    target = target_for(dice.choice(ROBOTS[:ROBOTS_THERE]))
    board = Board.custom(size, size, walls=walls, targets={target: cell})
    return Position(board, tuple(robots), target)


def _moves(position: Position) -> int:
    """How many moves it takes; none if that is not known."""
    return solve(position, FREE, seconds=SECONDS).length or 0


def _tell(name: str) -> None:
    sys.stderr.write(f"{name}\n")


if __name__ == "__main__":
    main()
