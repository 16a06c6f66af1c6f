"""A search for the shortest way of one robot, in steps, so that it can be stopped."""

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tinplate.games.ricochet.board import CELLS, CENTRE, SIZE, Board, Position, Robots, is_on_board
from tinplate.games.ricochet.motion import Slide
from tinplate.games.ricochet.pieces import ROBOTS, Robot
from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.solver import kernels as k
from tinplate.grid import Cell, Heading

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

_HEADINGS = tuple(Heading)
_STEPS = (-SIZE, 1, SIZE, -1)
_CELLS = SIZE * SIZE
_ROOM = 1 << 16  # groups there is room for at first
_FEW = 1 << 11  # groups for which the table is large enough at first: it has to be cleared
_GROWTH = 4
_BLOCK = 500  # sets of positions that are marked in one go
_SIDES = {
    (cell, side): place for place, (side, cell) in enumerate(product(_HEADINGS, CELLS))
}  # all four sides of all cells, in the order of the tables
DEEPEST = 4000  # moves; no search on 256 cells goes nearly so deep


class Ways(NamedTuple):
    """The tables of a board: of what use they are is told in kernels.py."""

    step: Numbers
    stop: Words
    path: Words
    diagonal: NDArray[np.bool_]
    near: Words
    kinds: dict[Robot, int]  # the class of a robot: 0 unless a barrier has its colour
    bends: bool
    children: int  # sets that one move can make of one, at most


@lru_cache(maxsize=256)
def ways_of(board: Board) -> Ways:
    """Build the tables of a board, once."""
    walled = np.zeros((len(_HEADINGS), _CELLS), np.bool_)
    walled.flat[[_SIDES[wall] for wall in board.walls if wall in _SIDES]] = True
    colours = [robot for robot in ROBOTS if _has_barrier(board, robot)]
    classes = (None, *colours)
    diagonal = np.zeros(_CELLS, np.bool_)
    step = np.full((len(classes), len(_HEADINGS), _CELLS), k.WALL, np.int64)
    for heading, offset in enumerate(_STEPS):
        free = np.nonzero(~walled[heading])[0]
        step[:, heading, free] = (free + offset) | (heading << 8)
    for cell, barrier in board.diagonals.items():
        diagonal[number_of(cell)] = True
        for heading, direction in enumerate(_HEADINGS):
            before = cell.towards(direction.opposite)
            if not is_on_board(before) or walled[heading, number_of(before)]:
                continue
            turned = _HEADINGS.index(barrier.turn(direction))
            for kind, colour in enumerate(classes):
                if colour is not barrier.colour:
                    step[kind, heading, number_of(before)] = number_of(cell) | (turned << 8)
    stop, path, near = k.board_ways(step, diagonal)
    kinds = {robot: classes.index(robot) if robot in colours else 0 for robot in ROBOTS}
    bends = bool(board.diagonals)
    return Ways(step, stop, path, diagonal, near, kinds, bends, _most_children(path))


def _most_children(path: Words) -> int:
    """Another robot makes a set by every slide, and one by stopping before each cell on its way."""
    passed = np.bitwise_count(path).sum(axis=(1, 3))
    others = (len(ROBOTS) - 1) * (len(_HEADINGS) + int(passed.max()))
    return others + len((k.ALONG_ROW, k.ALONG_COLUMN, k.TURNED))


def _has_barrier(board: Board, robot: Robot) -> bool:
    return any(barrier.colour is robot for barrier in board.diagonals.values())


def number_of(cell: Cell) -> int:
    return cell.y * SIZE + cell.x


def cell_of(number: int) -> Cell:
    return Cell(number % SIZE, number // SIZE)


class Place(NamedTuple):
    """A position inside a search: the group's key and the cell of the arriving robot."""

    key: int
    cell: int

    @property
    def done(self) -> int:
        """What the arriving robot has done (RC10)."""
        return self.key >> 32

    def others(self, count: int) -> set[int]:
        """The cells of the other robots."""
        return {(self.key >> (8 * slot)) & 255 for slot in range(count)}


def steps_if_it_could_stop(position: Position, robot: Robot) -> int:
    """In how many moves the robot would arrive if it could stop wherever it likes."""
    ways = ways_of(position.board)
    kind, start = ways.kinds[robot], number_of(position.robots[robot.slot])
    target = number_of(position.board.targets[position.target])
    if start == target:  # RC9: it has to leave and come back
        comes_back = ways.path[kind, :, start, start >> 6] >> np.uint64(start & 63) & np.uint64(1)
        return 1 if comes_back.any() else 2
    distance, *_ = k.target_ways(ways.step, ways.path, ways.near, ways.diagonal, kind, target)
    return int(distance[start])


_AXES = {
    Heading.NORTH: k.ALONG_COLUMN,
    Heading.EAST: k.ALONG_ROW,
    Heading.SOUTH: k.ALONG_COLUMN,
    Heading.WEST: k.ALONG_ROW,
}


def done_after(done: int, slid: Slide, arriving: Robot, rule: Rule) -> int:
    """RC10: what the arriving robot has done after that slide."""
    if slid.robot is not arriving:
        return done
    turns = done != k.UNMOVED and done != _AXES[slid.heading]
    if done == k.TURNED or turns or (slid.barriers and rule.deflection_counts):
        return k.TURNED
    return _AXES[slid.rest_heading]


class Space:
    """The arrays of a search; they grow as it goes.

    New memory is slow at first use, so spaces are used again. Nothing has to be cleared for that
    but the beginning of the table and the helpers.
    """

    def __init__(self) -> None:
        self.table = self._whole_table = np.empty(2 * _ROOM, np.uint64)
        self.group_key = np.empty(_ROOM, np.uint64)
        self.group = np.empty((_ROOM, 8), np.uint64)
        self.fresh = np.empty(_ROOM, np.int64)
        self.level_id = np.empty(_ROOM, np.int64)
        self.level_set = np.empty((_ROOM, 4), np.uint64)
        self.starts = np.zeros(DEEPEST, np.int64)  # the first entry of each level
        self.helpers = np.empty((0, 4), np.uint64)
        self.children = 0  # for so many groups more there must always be room
        self.scratch = _scratch(self.children)

    @classmethod
    def borrow(cls, ways: Ways) -> "Space":
        """A space that nobody uses, fit for that board."""
        try:
            space = _spare.pop()
        except IndexError:
            space = cls()
        space.table = space._whole_table[: 2 * _FEW]
        if space.children < ways.children:
            space.children, space.scratch = ways.children, _scratch(ways.children)
        rows = ways.near.shape[0] * _CELLS * (k.PROBE + 1)
        if space.helpers.shape[0] == rows:
            space.helpers.fill(0)
        else:
            space.helpers = np.zeros((rows, 4), np.uint64)
        return space

    def give_back(self) -> None:
        """Let the next search have it, unless it has grown large."""
        if self.group_key.size == self.level_id.size == _ROOM:
            _spare.append(self)

    def grow(self, groups: int, entries: int) -> None:
        while groups > self.group_key.size - self.children:
            for name in ("group_key", "group", "fresh"):
                setattr(self, name, _grown(getattr(self, name), 0))
        if entries > self.level_id.size:
            self.level_id = _grown(self.level_id, entries)
            self.level_set = _grown(self.level_set, entries)
        if groups > self.table.size // 2 - self.children:
            self._grow_table(groups)

    def _grow_table(self, groups: int) -> None:
        size = self.table.size
        while groups > size // 2 - self.children:
            size *= _GROWTH
        if size > self._whole_table.size:
            self._whole_table = np.empty(size, np.uint64)
        self.table = self._whole_table[:size]
        k.rebuild(self.table, self.group_key, groups)


_spare: deque[Space] = deque(maxlen=8)  # about 9 MB each, as far as they have been written to


def _as_bits(words: list[int]) -> int:
    return sum(word << (64 * place) for place, word in enumerate(words))


def _scratch(children: int) -> tuple[NDArray[Any], ...]:
    """What the kernels call so."""
    return (
        np.zeros(children, np.uint64),
        np.zeros((children, 4), np.uint64),
        np.full(4, 2**64 - 1, np.uint64),
        np.zeros((k.PROBE, children), np.uint64),
        np.zeros((k.PROBE, children, 4), np.uint64),
        np.zeros(k.PROBE + 1, np.int64),
        np.zeros(k.PROBE + 1, np.int64),
        np.zeros(4, np.uint64),
        np.zeros((k.PROBE + 1, 5), np.uint64),
    )


def _grown(array: Any, least: int) -> Any:  # noqa: ANN401 - words or numbers, in one or two dimensions
    longer = np.empty((max(least, _GROWTH * array.shape[0]), *array.shape[1:]), array.dtype)
    longer[: array.shape[0]] = array
    return longer


def _area(ways: Ways, start: int) -> set[int]:
    """All cells that no walls part from that one."""
    area, waiting = {start}, [start]
    while waiting:
        for way in ways.step[0, :, waiting.pop()].tolist():
            if way != k.WALL and way & 255 not in area:
                area.add(way & 255)
                waiting.append(way & 255)
    return area


class Search:
    """Looks for the shortest way of one robot to the target.

    `reach(limit)` goes on until every solution of up to so many moves is found or excluded, or for
    as long as its budget lasts. RC10 is part of the search: what the arriving robot has done so far
    belongs to the position.
    """

    def __init__(self, position: Position, robot: Robot, rule: Rule) -> None:
        self.robot = robot
        self._ways = ways = ways_of(position.board)
        free = rule.ricochet == "off"
        voids = not free and rule.early_stop == "void"
        target = number_of(position.board.targets[position.target])
        present = ROBOTS[: len(position.robots)]
        kinds = tuple(sorted(ways.kinds[other] for other in present if other is not robot))
        # Another robot that comes to rest on the vortex has arrived itself, or voids the solution.
        is_closed = position.target.robot is None and (free or voids)
        self._case = (
            kinds.count(0),
            ways.kinds[robot],
            kinds,
            rule.deflection_counts,
            voids,
            np.uint64(target),
            np.uint64(target if is_closed else k.NOWHERE),
            1 if ways.bends else None,
        )
        self._aside = self._walled_off(position)
        self.start = self.place(position.robots, k.TURNED if free else k.UNMOVED)
        self._tables = (ways.step, ways.stop, ways.path, ways.diagonal)
        self._space = Space.borrow(ways)
        self._state = np.zeros(k.PLACES, np.int64)
        self._bounds, distance = self._make_bounds(target, rule, voids=voids)
        self.status = k.EXHAUSTED if distance[self.start.cell] == k.FAR else k.MORE
        self.moves: int | None = None  # the length of the solution, once it is found

    @property
    def explored(self) -> int:
        """How many sets of positions were looked at."""
        return int(self._state[k.AT])

    @property
    def proven(self) -> int:
        """No solution has fewer moves than this."""
        if self.moves is not None:
            return self.moves
        probed = int(self._state[k.PROBED])
        return (int(self._state[k.DEPTH]) if probed == k.PROBE else 0) + probed + 1

    def reach(self, limit: int, budget: int) -> int:
        """SOLVED, EXHAUSTED, LIMIT when all up to the limit is excluded, or MORE to be done."""
        if self.status in (k.SOLVED, k.EXHAUSTED):
            return self.status
        space, state = self._space, self._state
        start = (np.uint64(self.start.key), np.uint64(self.start.cell))
        state[k.MAXIMUM] = limit
        status = k.NEEDS_SPACE
        while status == k.NEEDS_SPACE:
            status = k.advance(
                state, budget, *start, space.starts, space.table, space.group_key,
                space.group, space.fresh, space.level_id, space.level_set, self._tables,
                self._case, self._bounds, space.scratch,
            )  # fmt: skip
            if status == k.NEEDS_SPACE:
                space.grow(int(state[k.GROUPS]), int(state[k.END] + state[k.FRESH]))
        if status == k.SOLVED:
            self.moves = int(state[k.DEPTH]) + 1 + int(state[k.FOUND])
        if status in (k.SOLVED, k.EXHAUSTED):
            self.status = status
        return int(status)

    def places(self) -> list[Place]:
        """The positions of the solution that was found, from the start to the arrival."""
        space = self._space
        places = np.zeros((self.proven + 1, 2), np.uint64)
        count = k.trace(
            self._state, space.starts, space.group_key, space.level_id, space.level_set,
            self._tables, self._case, space.scratch, places,
        )  # fmt: skip
        return [Place(key, cell) for key, cell in reversed(places[:count].tolist())]

    def marks(self, check: Callable[[], None]) -> list[dict[int, int]]:
        """Of a search that has reached a limit: what leads to a solution of one move more.

        For every level but those within the sight of a probe: key -> the cells of the arriving
        robot, as bits. Calls `check` every few milliseconds.
        """
        if self._state[k.GROUPS] == 0:
            return []
        space = self._space
        ends = [*space.starts[: self._state[k.DEPTH] + 1].tolist(), int(self._state[k.END])]
        good = np.zeros((ends[-1], 4), np.uint64)
        marks = []
        last = ends[-1]
        for begin, first in reversed([*pairwise(ends)]):
            # Block by block, and upwards: what is left of the level is not marked yet, so nothing
            # leads there. On the last level there is nothing behind a block: a probe has to tell.
            for block in range(begin, first, _BLOCK):
                check()
                end = min(block + _BLOCK, first)
                k.mark(
                    block, end, end if first == ends[-1] else last, space.table, space.group_key,
                    space.level_id, space.level_set, space.fresh, good, self._tables, self._case,
                    self._bounds, space.scratch,
                )  # fmt: skip
            last = first
            some = begin + np.flatnonzero(good[begin:first].any(axis=1))
            keys = space.group_key[space.level_id[some]].tolist()
            marks.append(dict(zip(keys, map(_as_bits, good[some].tolist()), strict=True)))
        return marks[::-1]

    def is_void(self, slid: Slide, done: int) -> bool:
        """RC10: whether it brings a robot to the target that should not come, or not yet."""
        _, _, _, _, voids, target, forbidden, _ = self._case
        end = number_of(slid.end)
        if slid.robot is self.robot:
            return bool(voids and end == target and done != k.TURNED)
        return bool(end == forbidden)

    def arrives(self, place: Place, moves: int) -> bool:
        """Whether it arrives from there within so many moves: at most those of a probe."""
        if moves == 0:
            return bool(place.cell == self._case[5] and place.done == k.TURNED)
        key, cell = np.uint64(place.key), np.uint64(place.cell)
        context = (self._tables, self._case, self._bounds, self._space.scratch)
        return bool(k.probe_cell(key, cell, moves, *context))

    def place(self, robots: Robots, done: int) -> Place:
        """That position inside the search."""
        own = self.robot.slot
        rest = sorted(
            (self._ways.kinds[other], number_of(self._aside.get(other, cell)))
            for other, cell in zip(ROBOTS, robots, strict=False)
            if other.slot != own
        )
        key = sum(cell << (8 * place) for place, (_, cell) in enumerate(rest)) | (done << 32)
        return Place(key, number_of(robots[own]))

    def close(self) -> None:
        """The end of it: another search may use its space."""
        self._space.give_back()

    def _walled_off(self, position: Position) -> dict[Robot, Cell]:
        """Robots that never meet the arriving one wait in the centre: their moves do not matter."""
        start = number_of(position.robots[self.robot.slot])
        in_sight = _as_bits(self._ways.near[self._case[1], -1, start].tolist())
        away = {
            robot: number_of(cell)
            for robot, cell in zip(ROBOTS, position.robots, strict=False)
            if not in_sight >> number_of(cell) & 1
        }
        area = _area(self._ways, start) if away else ()
        return dict(
            zip((robot for robot in away if away[robot] not in area), sorted(CENTRE), strict=False)
        )

    def _make_bounds(
        self, target: int, rule: Rule, *, voids: bool
    ) -> tuple[tuple[Words, ...], Numbers]:
        ways, kind = self._ways, self._case[1]
        distance, within, alone, last, special = k.target_ways(
            ways.step, ways.path, ways.near, ways.diagonal, kind, target
        )
        if rule.ricochet == "off":
            soon = np.broadcast_to(within, (4, *within.shape)).copy()
        else:
            soon = k.turned_within(within, ways.path, ways.step, kind, target, voids)
        return (within, alone, last, special, ways.near, self._space.helpers, soon), distance
