"""Where robots can ever come to rest, at the most: what is drawn elsewhere is out of reach.

It asks for less than the rules do: a robot may stop in front of any cell on which any other robot
may ever rest, as if all of them could be everywhere at the same time. So a cell may be within reach
here and not in truth, but never the other way round. Where a robot is alone, it is the truth.
"""

from collections.abc import Sequence
from functools import cache

from tinplate.games.ricochet.board import Board, Robots
from tinplate.games.ricochet.pieces import ROBOTS, Robot
from tinplate.grid import Cell, Heading

_HEADINGS = tuple(Heading)
_WALL = -1  # instead of the next state
State = int  # of a robot on its way: its cell, row by row, times four, and its heading


def resting_cells(board: Board, robots: Robots) -> tuple[frozenset[Cell], ...]:
    """The cells on which each robot may ever rest, that on which it begins included."""
    walk = _Walk(board, robots)
    walk.run()
    cells = board.cells
    return tuple(frozenset(cells[number] for number in rests) for rests in walk.rests)


class _Ways:
    """How robots of one colour slide over a board, step by step."""

    def __init__(self, board: Board, colour: Robot | None) -> None:
        self.ahead = [_WALL] * (len(board.cells) * len(_HEADINGS))
        self.into: list[list[State]] = [[] for _ in board.cells]  # by cell, the states before it
        for number, cell in enumerate(board.cells):
            for at, heading in enumerate(_HEADINGS):
                if (cell, heading) in board.walls:
                    continue
                there = cell.towards(heading)
                barrier = board.diagonals.get(there)
                if barrier is not None and barrier.colour is not colour:
                    turned = _HEADINGS.index(barrier.turn(heading))
                else:
                    turned = at
                next_number = there.y * board.width + there.x
                self.ahead[number * len(_HEADINGS) + at] = next_number * len(_HEADINGS) + turned
                self.into[next_number].append(number * len(_HEADINGS) + at)


class _Walk:
    """All robots at once: where one may rest, it may stop the others."""

    def __init__(self, board: Board, robots: Robots) -> None:
        colours = {barrier.colour for barrier in board.diagonals.values()}
        ways = cache(lambda colour: _Ways(board, colour))
        present = ROBOTS[: len(robots)]
        self._ways: Sequence[_Ways] = [ways(each if each in colours else None) for each in present]
        self._is_barrier = [cell in board.diagonals for cell in board.cells]
        self._moving: list[set[State]] = [set() for _ in present]
        self._todo = list[tuple[int, int]]()  # a robot, and a cell on which it may rest
        self.rests: list[set[int]] = [set() for _ in present]
        for slot, cell in enumerate(robots):
            self._rest(slot, cell.y * board.width + cell.x)

    def run(self) -> None:
        while self._todo:
            slot, cell = self._todo.pop()
            for at in range(len(_HEADINGS)):
                self._slide(slot, cell * len(_HEADINGS) + at)
            for other in range(len(self.rests)):
                if other != slot:
                    self._stop_before(other, cell)

    def _rest(self, slot: int, cell: int) -> None:
        if cell not in self.rests[slot] and not self._is_barrier[cell]:
            self.rests[slot].add(cell)
            self._todo.append((slot, cell))

    def _slide(self, slot: int, state: State) -> None:
        moving, ahead = self._moving[slot], self._ways[slot].ahead
        others = [rests for at, rests in enumerate(self.rests) if at != slot]
        while state not in moving:
            moving.add(state)
            there = ahead[state]
            if there == _WALL:
                self._rest(slot, state // len(_HEADINGS))
                return
            if any(there // len(_HEADINGS) in rests for rests in others):
                self._rest(slot, state // len(_HEADINGS))
            state = there

    def _stop_before(self, slot: int, cell: int) -> None:
        for state in self._ways[slot].into[cell]:
            if state in self._moving[slot]:
                self._rest(slot, state // len(_HEADINGS))
