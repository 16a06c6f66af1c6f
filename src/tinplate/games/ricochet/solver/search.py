"""The search for the shortest solution of one robot, in steps, so that it can be stopped."""

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tinplate.games.ricochet.board import CELLS, CENTRE, SIZE, Board, Position, Robots, is_on_board
from tinplate.games.ricochet.motion import Slide
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.solver import kernels as k
from tinplate.grid import Cell, Heading

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

_HEADINGS = tuple(Heading)
_STEPS = (-SIZE, 1, SIZE, -1)
_CELLS = SIZE * SIZE
_ROOM = 1 << 16  # groups there is memory for at first
_FEW = 1 << 11  # groups that the hash table can hold at first: all of it has to be cleared
_GROWTH = 4
_BLOCK = 500  # sets of positions that are marked in one call
_SIDES = {
    (cell, side): index for index, (side, cell) in enumerate(product(_HEADINGS, CELLS))
}  # all four sides of all cells, in the order of the tables
DEEPEST = 4000  # moves; no search on 256 cells goes nearly as deep


class BoardTables(NamedTuple):
    """What the kernels need to know about a board."""

    slides: k.SlideTables
    near: Words
    classes: dict[Robot, int]  # a robot's class: 0 unless there is a barrier of its colour
    bends: bool
    children: int  # the most sets that one move can make of one


@lru_cache(maxsize=256)
def tables_of(board: Board) -> BoardTables:
    """Build the tables of a board, once."""
    walled = np.zeros((len(_HEADINGS), _CELLS), np.bool_)
    walled.flat[[_SIDES[wall] for wall in board.walls if wall in _SIDES]] = True
    colours = [robot for robot in ROBOTS if _has_barrier(board, robot)]
    step = _straight_steps(walled, len(colours) + 1)
    diagonal = np.zeros(_CELLS, np.bool_)
    for cell, barrier in board.diagonals.items():
        diagonal[number_of(cell)] = True
        for heading, direction in enumerate(_HEADINGS):
            before = cell.towards(direction.opposite)
            if not is_on_board(before) or walled[heading, number_of(before)]:
                continue
            turned = _HEADINGS.index(barrier.turn(direction))
            for index, colour in enumerate((None, *colours)):
                if colour is not barrier.colour:
                    step[index, heading, number_of(before)] = number_of(cell) | (turned << 8)
    stop, path, near = k.board_tables(step, diagonal)
    classes = {robot: colours.index(robot) + 1 if robot in colours else 0 for robot in ROBOTS}
    slides = k.SlideTables(step, stop, path, diagonal)
    return BoardTables(slides, near, classes, bool(board.diagonals), _most_children(path))


TABLES_KEPT = 512  # of targets; each takes 45 kB


@lru_cache(TABLES_KEPT)
def target_tables(board: Board, robots: int, target: int) -> tuple[Numbers, tuple[Words, ...]]:
    """The distances of a class of robots to a target, and the first four fields of `Bounds`."""
    tables = tables_of(board)
    step, _, path, diagonal = tables.slides
    distance, *bounds = k.target_tables(step, path, tables.near, diagonal, robots, target)
    return distance, tuple(bounds)


class Goal(NamedTuple):
    """A robot, its target, and everything about them that does not depend on the robots' cells.

    The fields are plain tuples, which the kernels take faster than named ones.
    """

    problem: k.SearchProblem
    packed: tuple[Any, ...]  # the problem
    distance: Numbers
    bounds: tuple[Words, ...]  # the first four fields of `Bounds`
    soon: Words  # the last one


@lru_cache(TABLES_KEPT)
def goal_of(board: Board, target: Target, robots: int, robot: Robot, rule: Rule) -> Goal:
    """A goal for one of so many robots. It is worked out once: many positions share it."""
    tables = tables_of(board)
    problem = _problem(board, target, robots, robot, rule)
    distance, bounds = target_tables(board, problem.arriving, int(problem.target))
    if rule.ricochet == "off":
        soon = bounds[0][None].repeat(4, axis=0)
    else:
        soon = k.turned_within(
            bounds[0],
            tables.slides.path,
            tables.slides.step,
            problem.arriving,
            int(problem.target),
            problem.early_stop_voids,
        )
    return Goal(problem, tuple(problem), distance, bounds, soon)


def _problem(
    board: Board, target: Target, robots: int, robot: Robot, rule: Rule
) -> k.SearchProblem:
    tables = tables_of(board)
    is_free = rule.ricochet == "off"
    voids = not is_free and rule.early_stop == "void"
    cell = number_of(board.targets[target])
    present = ROBOTS[:robots]
    classes = tuple(sorted(tables.classes[other] for other in present if other is not robot))
    # Another robot that rests on the vortex has arrived itself, or voids the solution.
    is_closed = target.robot is None and (is_free or voids)
    return k.SearchProblem(
        alike=classes.count(0),
        arriving=tables.classes[robot],
        classes=classes,
        deflection_counts=rule.deflection_counts,
        early_stop_voids=voids,
        target=np.uint64(cell),
        forbidden=np.uint64(cell if is_closed else k.NOWHERE),
        bends=1 if tables.bends else None,
    )


def _straight_steps(walled: NDArray[np.bool_], classes: int) -> Numbers:
    """`SlideTables.step` for a board without barriers."""
    step = np.full((classes, len(_HEADINGS), _CELLS), k.WALL, np.int64)
    for heading, offset in enumerate(_STEPS):
        free = np.nonzero(~walled[heading])[0]
        step[:, heading, free] = (free + offset) | (heading << 8)
    return step


def _most_children(path: Words) -> int:
    """Another robot makes one set by each slide, and one by stopping before each cell in its path.

    The arriving robot makes one for each turn state.
    """
    passed = np.bitwise_count(path).sum(axis=(1, 3))
    others = (len(ROBOTS) - 1) * (len(_HEADINGS) + int(passed.max()))
    return others + len((k.ALONG_ROW, k.ALONG_COLUMN, k.TURNED))


def _has_barrier(board: Board, robot: Robot) -> bool:
    return any(barrier.colour is robot for barrier in board.diagonals.values())


def number_of(cell: Cell) -> int:
    return cell.y * SIZE + cell.x


def cell_of(number: int) -> Cell:
    return Cell(number % SIZE, number // SIZE)


class PackedPosition(NamedTuple):
    """A position as the kernels see it: a group's key and the cell of the arriving robot."""

    key: int
    cell: int

    @property
    def turn_state(self) -> int:
        """RC10: whether the arriving robot has turned yet."""
        return self.key >> 32

    def others(self, count: int) -> set[int]:
        """The cells of the other robots."""
        return set(self.key.to_bytes(8, "little")[:count])

    @property
    def words(self) -> tuple[np.uint64, ...]:
        """The arriving robot's cell as a set."""
        return tuple(np.uint64((1 << self.cell) >> (64 * w) & (1 << 64) - 1) for w in range(4))


def relaxed_distance(position: Position, robot: Robot) -> int:
    """In how many moves the robot would arrive if it could stop anywhere."""
    tables = tables_of(position.board)
    start = number_of(position.robots[robot.slot])
    target = number_of(position.board.targets[position.target])
    if start == target:  # RC9: it has to leave and come back
        paths = tables.slides.path[tables.classes[robot], :, start, start >> 6]
        comes_back = paths >> np.uint64(start & 63) & np.uint64(1)
        return 1 if comes_back.any() else 2
    distance, _ = target_tables(position.board, tables.classes[robot], target)
    return int(distance[start])


_AXES = {
    Heading.NORTH: k.ALONG_COLUMN,
    Heading.EAST: k.ALONG_ROW,
    Heading.SOUTH: k.ALONG_COLUMN,
    Heading.WEST: k.ALONG_ROW,
}


def turn_state_after(turn_state: int, slid: Slide, arriving: Robot, rule: Rule) -> int:
    """RC10: the arriving robot's turn state after that slide."""
    if slid.robot is not arriving:
        return turn_state
    turns = turn_state != k.UNMOVED and turn_state != _AXES[slid.heading]
    if turn_state == k.TURNED or turns or (slid.barriers and rule.deflection_counts):
        return k.TURNED
    return _AXES[slid.rest_heading]


class Workspace:
    """The arrays of a search; they grow as needed.

    The first use of new memory is slow, so workspaces are reused. Only the hash table and the
    helpers have to be cleared for that.
    """

    def __init__(self) -> None:
        self.table = self._whole_table = np.empty(2 * _ROOM, np.uint64)
        self.group_key = np.empty(_ROOM, np.uint64)
        self.group = np.empty((_ROOM, 8), np.uint64)
        self.fresh = np.empty(_ROOM, np.int64)
        self.level_id = np.empty(_ROOM, np.int64)
        self.level_set = np.empty((_ROOM, 4), np.uint64)
        self.starts = np.zeros(DEEPEST, np.int64)
        self.helpers = np.empty((0, 4), np.uint64)
        self.children = 0  # there must always be memory for this many more groups
        self.scratch = _scratch(self.children)

    @classmethod
    def borrow(cls, tables: BoardTables) -> "Workspace":
        """One that is not in use, fit for that board."""
        try:
            workspace = _spare.pop()
        except IndexError:
            workspace = cls()
        workspace.table = workspace._whole_table[: 2 * _FEW]
        if workspace.children < tables.children:
            workspace.children, workspace.scratch = tables.children, _scratch(tables.children)
        rows = tables.near.shape[0] * _CELLS * (k.PROBE_DEPTH + 1)
        if workspace.helpers.shape[0] == rows:
            workspace.helpers.fill(0)
        else:
            workspace.helpers = np.zeros((rows, 4), np.uint64)
        return workspace

    def give_back(self) -> None:
        """Let the next search use it, unless it has grown large."""
        if self.group_key.size == self.level_id.size == _ROOM:
            _spare.append(self)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The fields of `SearchArrays`."""
        return (
            self.starts,
            self.table,
            self.group_key,
            self.group,
            self.fresh,
            self.level_id,
            self.level_set,
        )

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
        k.rebuild_table(self.table, self.group_key, groups)


_spare: deque[Workspace] = deque(maxlen=8)  # up to 9 MB each, if all of it was written to


def _as_bits(words: list[int]) -> int:
    return sum(word << (64 * index) for index, word in enumerate(words))


def _scratch(children: int) -> k.Scratch:
    return k.Scratch(
        keys=np.zeros(children, np.uint64),
        sets=np.zeros((children, 4), np.uint64),
        everywhere=np.full(4, 2**64 - 1, np.uint64),
        probe_keys=np.zeros((k.PROBE_DEPTH, children), np.uint64),
        probe_sets=np.zeros((k.PROBE_DEPTH, children, 4), np.uint64),
        probe_at=np.zeros(k.PROBE_DEPTH + 1, np.int64),
        probe_counts=np.zeros(k.PROBE_DEPTH + 1, np.int64),
        useful=np.zeros(4, np.uint64),
        chain=np.zeros((k.PROBE_DEPTH + 1, 5), np.uint64),
    )


def _grown(array: Any, least: int) -> Any:  # noqa: ANN401 - words or numbers, in one or two dimensions
    longer = np.empty((max(least, _GROWTH * array.shape[0]), *array.shape[1:]), array.dtype)
    longer[: array.shape[0]] = array
    return longer


def _area(tables: BoardTables, start: int) -> set[int]:
    """All cells that walls do not separate from that one."""
    area, waiting = {start}, [start]
    while waiting:
        for onward in tables.slides.step[0, :, waiting.pop()].tolist():
            if onward != k.WALL and onward & 255 not in area:
                area.add(onward & 255)
                waiting.append(onward & 255)
    return area


class Search:
    """Looks for the shortest solution in which a given robot reaches the target.

    `reach(limit)` continues until every solution of at most that many moves is found or excluded,
    or until its budget is spent. RC10 is part of the search: the turn state of the arriving robot
    belongs to the position.
    """

    def __init__(self, position: Position, robot: Robot, rule: Rule) -> None:
        self.robot = robot
        self._tables = tables = tables_of(position.board)
        goal = goal_of(position.board, position.target, len(position.robots), robot, rule)
        self._problem = goal.problem
        self._aside = self._walled_off(position)
        is_free = rule.ricochet == "off"
        self.start = self.pack(position.robots, k.TURNED if is_free else k.UNMOVED)
        self._workspace = Workspace.borrow(tables)
        self._counters = np.zeros(k.COUNTERS, np.int64)
        self._task = (
            tuple(tables.slides),
            goal.packed,
            (*goal.bounds, tables.near, self._workspace.helpers, goal.soon),  # `Bounds`
            tuple(self._workspace.scratch),
        )
        is_out_of_reach = goal.distance[self.start.cell] == k.UNREACHABLE
        self.status = k.EXHAUSTED if is_out_of_reach else k.PAUSED
        self.moves: int | None = None  # the length of the solution, once it is found

    @property
    def explored(self) -> int:
        """How many sets of positions have been expanded."""
        return int(self._counters[k.AT])

    @property
    def proven(self) -> int:
        """No solution has fewer moves than this."""
        if self.moves is not None:
            return self.moves
        probed = int(self._counters[k.PROBED])
        depth = int(self._counters[k.DEPTH]) if probed == k.PROBE_DEPTH else 0
        return depth + probed + 1

    def reach(self, limit: int, budget: int) -> int:
        """Search on: SOLVED, EXHAUSTED, LIMIT_REACHED, or PAUSED when the budget is spent."""
        if self.status in (k.SOLVED, k.EXHAUSTED):
            return self.status
        workspace, counters = self._workspace, self._counters
        start = (np.uint64(self.start.key), np.uint64(self.start.cell))
        counters[k.MAXIMUM] = limit
        status = k.NEEDS_MEMORY
        while status == k.NEEDS_MEMORY:
            status = k.advance(counters, budget, *start, workspace.arrays, self._task)
            if status == k.NEEDS_MEMORY:
                workspace.grow(int(counters[k.GROUPS]), int(counters[k.END] + counters[k.FRESH]))
        if status == k.SOLVED:
            self.moves = int(counters[k.DEPTH]) + 1 + int(counters[k.FOUND])
        if status in (k.SOLVED, k.EXHAUSTED):
            self.status = status
        return int(status)

    def solution(self) -> list[PackedPosition]:
        """The positions of the solution that was found, from the start to the arrival."""
        workspace = self._workspace
        steps = np.zeros((self.proven + 1, 2), np.uint64)
        slides, problem, _, scratch = self._task
        count = k.trace_back(self._counters, workspace.arrays, slides, problem, scratch, steps)
        return [PackedPosition(key, cell) for key, cell in reversed(steps[:count].tolist())]

    def marks(self, check: Callable[[], None]) -> list[dict[int, int]]:
        """After `reach(limit)`: which positions lead to a solution of limit + 1 moves.

        For every level beyond the depth of a probe: key -> the cells of the arriving robot, as
        bits. Calls `check` every few milliseconds.
        """
        if self._counters[k.GROUPS] == 0:
            return []
        workspace = self._workspace
        starts = workspace.starts[: self._counters[k.DEPTH] + 1].tolist()
        ends = [*starts, int(self._counters[k.END])]
        good = np.zeros((ends[-1], 4), np.uint64)
        marks = []
        last = ends[-1]
        for begin, first in reversed([*pairwise(ends)]):
            # Block by block, in ascending order: the rest of the level is not marked yet, so
            # nothing leads to it. On the last level nothing follows a block: probes decide.
            for block in range(begin, first, _BLOCK):
                check()
                end = min(block + _BLOCK, first)
                k.mark_level(
                    block, end, end if first == ends[-1] else last, workspace.fresh, good,
                    workspace.arrays, self._task,
                )  # fmt: skip
            last = first
            some = begin + np.flatnonzero(good[begin:first].any(axis=1))
            keys = workspace.group_key[workspace.level_id[some]].tolist()
            marks.append(dict(zip(keys, map(_as_bits, good[some].tolist()), strict=True)))
        return marks[::-1]

    def is_void(self, slid: Slide, turn_state: int) -> bool:
        """RC10: whether a slide ends on the target by the wrong robot, or too early."""
        problem, end = self._problem, number_of(slid.end)
        if slid.robot is self.robot:
            is_early = end == problem.target and turn_state != k.TURNED
            return bool(problem.early_stop_voids and is_early)
        return bool(end == problem.forbidden)

    def arrives(self, packed: PackedPosition, moves: int) -> bool:
        """Whether a solution of at most that many moves is left; no more than a probe makes."""
        if moves == 0:
            return bool(packed.cell == self._problem.target and packed.turn_state == k.TURNED)
        return bool(k.probe(np.uint64(packed.key), *packed.words, moves, self._task))

    def pack(self, robots: Robots, turn_state: int) -> PackedPosition:
        classes, aside, own = self._tables.classes, self._aside, self.robot
        rest = sorted(
            [
                (classes[other], number_of(aside.get(other, cell)))
                for other, cell in zip(ROBOTS, robots, strict=False)
                if other is not own
            ]
        )
        cells = int.from_bytes([cell for _, cell in rest], "little")
        return PackedPosition(cells | (turn_state << 32), number_of(robots[own.slot]))

    def close(self) -> None:
        """Release the workspace; the search cannot be used any more."""
        self._workspace.give_back()

    def _walled_off(self, position: Position) -> dict[Robot, Cell]:
        """Put robots that never meet the arriving one in the centre: their moves do not matter."""
        start = number_of(position.robots[self.robot.slot])
        in_sight = _as_bits(self._tables.near[self._problem.arriving, -1, start].tolist())
        away = {
            robot: number_of(cell)
            for robot, cell in zip(ROBOTS, position.robots, strict=False)
            if not in_sight >> number_of(cell) & 1
        }
        if not away:
            return {}
        area = _area(self._tables, start)
        return dict(
            zip((robot for robot in away if away[robot] not in area), sorted(CENTRE), strict=False)
        )
