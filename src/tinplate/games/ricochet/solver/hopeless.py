"""A quick proof that a robot can never arrive, where a search would take too long to find out.

It asks for less than the rules do: a robot may stop before any cell on which any other robot may
ever rest, and all of them may be anywhere else at the same time. What is out of reach even then is
out of reach.
"""

from collections.abc import Iterator
from itertools import product

from tinplate.games.ricochet.board import Board, Position
from tinplate.games.ricochet.pieces import ROBOTS, Robot
from tinplate.grid import Cell, Heading


def may_arrive(position: Position, robot: Robot) -> bool:
    """Whether this cannot be excluded."""
    board, present = position.board, ROBOTS[: len(position.robots)]
    rests = {each: {position.robots[each.slot]} for each in present}
    goal, size = board.targets[position.target], 0
    while size != (size := sum(map(len, rests.values()))):
        for each in present:
            others = set().union(*(rests[other] for other in present if other is not each))
            for cell, heading in [*product(rests[each], Heading)]:
                ends = {*_ends(board, each, cell, heading, others)}
                if each is robot and goal in ends:
                    return True
                rests[each] |= ends
    return False


def _ends(
    board: Board, robot: Robot, cell: Cell, heading: Heading, others: set[Cell]
) -> Iterator[Cell]:
    """Yield where a slide can end if there may be another robot on each of these cells."""
    been: set[tuple[Cell, Heading]] = set()
    while (cell, heading) not in board.walls:
        there = cell.towards(heading)
        if there in others and been and cell not in board.diagonals:
            yield cell
        cell = there
        barrier = board.diagonals.get(cell)
        if barrier is not None and barrier.colour is not robot:
            heading = barrier.turn(heading)
        if (cell, heading) in been:
            return
        been.add((cell, heading))
    if been and cell not in board.diagonals:
        yield cell
