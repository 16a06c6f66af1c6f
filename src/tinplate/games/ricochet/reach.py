"""Where robots can ever come to rest, at the most: what is drawn elsewhere is out of reach.

It asks for less than the rules do: a robot may stop in front of any cell on which any other robot
may ever rest, as if all of them could be everywhere at the same time. So a cell may be within reach
here and not in truth, but never the other way round. Where a robot is alone, it is the truth.
"""

from functools import cache, lru_cache
from typing import NamedTuple

from tinplate.games.ricochet.board import Board, Robots
from tinplate.games.ricochet.pieces import ROBOTS, Robot
from tinplate.grid import Cell, Heading

_HEADINGS = tuple(Heading)
_BOARDS_KEPT = 64
Cells = int  # a set of cells: bit n is cell n, row by row


def resting_cells(board: Board, robots: Robots) -> tuple[frozenset[Cell], ...]:
    """The cells on which each robot may ever rest, that on which it begins included."""
    cells = board.cells
    return tuple(
        frozenset(cells[number] for number in range(len(cells)) if rests >> number & 1)
        for rests in _resting(board, robots)
    )


def may_rest_on(board: Board, robots: Robots, robot: Robot, cell: Cell) -> bool:
    """Whether this robot may ever rest on that cell."""
    return bool(_resting(board, robots)[robot.slot] & _bit(board, cell))


@lru_cache(_BOARDS_KEPT)
def areas(board: Board) -> tuple[int, ...]:
    """A number for each cell, row by row: the same where walls do not separate them."""
    area = [-1] * len(board.cells)
    for first, start in enumerate(board.cells):
        if area[first] >= 0:
            continue
        area[first], todo = first, [start]
        while todo:
            cell = todo.pop()
            for heading in _HEADINGS:
                there = cell.towards(heading)
                if (cell, heading) in board.walls or not board.has(there):
                    continue
                number = there.y * board.width + there.x
                if area[number] < 0:
                    area[number] = first
                    todo.append(there)
    return tuple(area)


@lru_cache(_BOARDS_KEPT)
def _resting(board: Board, robots: Robots) -> tuple[Cells, ...]:
    """All robots at once: where one may rest, it may stop the others."""
    colours = {barrier.colour for barrier in board.diagonals.values()}
    ways = cache(lambda colour: _ways(board, colour))
    own = [ways(each if each in colours else None) for each in ROBOTS[: len(robots)]]
    passing = [[0] * len(_HEADINGS) for _ in own]
    rests = [_bit(board, cell) for cell in robots]
    before = list[Cells]()
    while rests != before:
        before = [*rests]
        for slot, way in enumerate(own):
            others = 0
            for other, cells in enumerate(rests):
                others |= cells if other != slot else 0
            rests[slot] = _spread(way, rests[slot], others, passing[slot])
    return tuple(rests)


def _bit(board: Board, cell: Cell) -> Cells:
    return 1 << cell.y * board.width + cell.x


class _Ways(NamedTuple):
    """How robots of one colour slide over a board, all cells at once."""

    shifts: tuple[int, ...]  # by heading: how far the number of the next cell is
    free: tuple[Cells, ...]  # by heading: from where a step leads on
    turns: tuple[tuple[Cells, tuple[int, ...]], ...]  # cells, and the heading after each heading
    barriers: Cells  # nobody rests there


def _ways(board: Board, colour: Robot | None) -> _Ways:
    free = [0] * len(_HEADINGS)
    for cell in board.cells:
        for at, heading in enumerate(_HEADINGS):
            if (cell, heading) not in board.walls:
                free[at] |= _bit(board, cell)
    turns = dict[tuple[int, ...], Cells]()
    barriers = 0
    for cell, barrier in board.diagonals.items():
        barriers |= _bit(board, cell)
        if barrier.colour is not colour:
            turned = tuple(_HEADINGS.index(barrier.turn(heading)) for heading in _HEADINGS)
            turns[turned] = turns.get(turned, 0) | _bit(board, cell)
    here = Cell(1, 1)
    steps = (here.towards(heading) for heading in _HEADINGS)
    shifts = tuple((step.y - here.y) * board.width + step.x - here.x for step in steps)
    return _Ways(shifts, tuple(free), tuple((at, to) for to, at in turns.items()), barriers)


def _spread(ways: _Ways, rests: Cells, others: Cells, passing: list[Cells]) -> Cells:
    """Where a robot may rest if it may rest there, and others there.

    `passing` has the cells through which it may come, by its heading.
    """
    before = 0
    while rests != before:
        before = rests
        _slide(ways, rests, passing)
        for at, (shift, free) in enumerate(zip(ways.shifts, ways.free, strict=True)):
            stopped = ~free | _shifted(others, -shift)
            rests |= passing[at] & stopped & ~ways.barriers
    return rests


def _slide(ways: _Ways, rests: Cells, passing: list[Cells]) -> None:
    """Slide from these cells in all directions, step by step."""
    fresh = [rests & ~cells for cells in passing]
    while any(fresh):
        there = [0] * len(passing)
        for at, cells in enumerate(fresh):
            passing[at] |= cells
            ahead = _shifted(cells & ways.free[at], ways.shifts[at])
            for barriers, turned in ways.turns:
                there[turned[at]] |= ahead & barriers
                ahead &= ~barriers
            there[at] |= ahead
        fresh = [cells & ~passing[at] for at, cells in enumerate(there)]


def _shifted(cells: Cells, places: int) -> Cells:
    return cells << places if places > 0 else cells >> -places
