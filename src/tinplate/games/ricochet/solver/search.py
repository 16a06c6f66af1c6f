"""The search for the shortest solution of one robot, in steps, so that it can be stopped."""

from collections import deque
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tinplate.games.ricochet.board import (
    CELLS,
    CENTRE,
    SIZE,
    Board,
    Position,
    placed_section,
    split_name,
)
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.pieces import BOX_ROBOTS, ROBOTS, Robot, Target
from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.solver import kernels as k
from tinplate.games.ricochet.solver.levels import LevelSearch, Numbers, Words
from tinplate.games.ricochet.solver.limits import FEWEST_ROBOTS, fits
from tinplate.grid import Cell, Heading

_HEADINGS = tuple(Heading)
_STEPS = (-SIZE, 1, SIZE, -1)
_CELLS = SIZE * SIZE
_ROOM = 1 << 16  # groups there is memory for at first
_FEW = 1 << 11  # groups that the hash table can hold at first: all of it has to be cleared
_GROWTH = 4
_WORDS = 4  # of a set of cells
_SIDES = {
    (cell, side): index for index, (side, cell) in enumerate(product(_HEADINGS, CELLS))
}  # all four sides of all cells, in the order of the tables
_OUTSIDE = len(_SIDES)  # the place of walls that are seen from outside the frame
_AHEAD = np.array(
    [[(cell + step) | (side << 8) for cell in range(_CELLS)] for side, step in enumerate(_STEPS)],
    np.int64,
)  # `SlideTables.step` where there is no wall
_MOST_STRAIGHT = 2 * (SIZE - 1)  # cells that straight slides from one cell pass, all together
_PARKING = tuple(cell.y * SIZE + cell.x for cell in sorted(CENTRE))
_MOST_GROUPS = 8_300_000  # with all that belongs to them they take 1.1 GB
MOVES = [
    Move(robot, heading) for robot in ROBOTS for heading in _HEADINGS
]  # as kernels number them
_ALL_MOVE = np.ones(len(ROBOTS), np.bool_)
DEEPEST = 4000  # moves; no search on 256 cells goes nearly as deep


class BoardTables(NamedTuple):
    """What the kernels need to know about a board."""

    slides: k.SlideTables
    packed: tuple[Any, ...]  # the slides as a plain tuple, which the kernels take faster
    near: Words
    classes: dict[Robot, int]  # a robot's class: 0 unless there is a barrier of its colour
    bends: bool
    children: int  # the most sets that one move can make of one
    parking: tuple[int, ...]  # cells that no robot can enter or leave


@lru_cache(maxsize=256)
def tables_of(board: Board) -> BoardTables:
    """Build the tables of a board, once."""
    walled = _walled_sides(board)
    parking = _PARKING if not board.is_custom else _outside(board)
    if board.is_custom:
        walled[:, np.array(parking, np.intp)] = True
    barriers = {barrier.colour for barrier in board.diagonals.values()}
    colours = [robot for robot in ROBOTS if robot in barriers]
    step = _straight_steps(walled, len(colours) + 1)
    diagonal = np.zeros(_CELLS, np.bool_)
    for cell, barrier in board.diagonals.items():
        diagonal[number_of(cell)] = True
        for heading, direction in enumerate(_HEADINGS):
            before = cell.towards(direction.opposite)
            if not board.has(before) or walled[heading, number_of(before)]:
                continue
            turned = _HEADINGS.index(barrier.turn(direction))
            for index, colour in enumerate((None, *colours)):
                if colour is not barrier.colour:
                    step[index, heading, number_of(before)] = number_of(cell) | (turned << 8)
    stop, path, near = k.board_tables(step, diagonal)
    classes = {robot: colours.index(robot) + 1 if robot in colours else 0 for robot in ROBOTS}
    slides = k.SlideTables(step, stop, path, diagonal, near[:, 0].copy())
    bends = bool(board.diagonals)
    children = _most_children(path, bends=bends)
    return BoardTables(slides, tuple(slides), near, classes, bends, children, parking)


def _walled_sides(board: Board) -> NDArray[np.bool_]:
    """By direction and cell: whether there is a wall."""
    if board.is_known and not board.is_custom:
        parts = enumerate(split_name(board.name))
        sections = [_section_sides(part, quarter) for quarter, part in parts]
        sides: NDArray[np.bool_] = np.logical_or.reduce(sections)
    else:
        sides = _sides(board.walls)
    return sides[:_OUTSIDE].reshape(len(_HEADINGS), _CELLS)


@cache
def _section_sides(name: str, quarter: int) -> NDArray[np.bool_]:
    """Of a section on its place: each is a part of many boards."""
    return _sides(placed_section(name, quarter).walls)


def _sides(walls: Iterable[tuple[Cell, Heading]]) -> NDArray[np.bool_]:
    sides = np.zeros(_OUTSIDE + 1, np.bool_)
    sides[[_SIDES.get(wall, _OUTSIDE) for wall in walls]] = True
    return sides


def _outside(board: Board) -> tuple[int, ...]:
    """The cells of the kernels' board that are not on this one, or blocked."""
    return tuple(number_of(cell) for cell in CELLS if not board.has(cell) or cell in board.blocked)


TABLES_KEPT = 256  # of targets; each takes 45 kB, and another 40 kB for each class of helpers
_HELPERS_KEPT = 2  # of each target


class TargetTables(NamedTuple):
    """What the kernels need to know about a target of a class of robots."""

    distance: Numbers
    bounds: tuple[Words, ...]  # the first four fields of `Bounds`
    helpers: deque[Words]  # the next but one: as far as former searches have filled it


@lru_cache(TABLES_KEPT)
def target_tables(board: Board, robots: int, target: int) -> TargetTables:
    """Build the tables of a target, once."""
    tables = tables_of(board)
    step, _, path, diagonal, _ = tables.slides
    distance, *bounds = k.target_tables(step, path, tables.near, diagonal, robots, target)
    return TargetTables(distance, tuple(bounds), deque(maxlen=_HELPERS_KEPT))


class Goal(NamedTuple):
    """A robot, its target, and everything about them that does not depend on the robots' cells.

    The fields are plain tuples, which the kernels take faster than named ones.
    """

    problem: k.SearchProblem
    packed: tuple[Any, ...]  # the problem
    classes: Numbers  # of all robots
    target: TargetTables
    soon: Words  # the last field of `Bounds`


@lru_cache(TABLES_KEPT)
def goal_of(board: Board, target: Target, robots: int, robot: Robot, rule: Rule) -> Goal:
    """A goal for one of so many robots. It is worked out once: many positions share it."""
    tables = tables_of(board)
    problem = _problem(board, target, robots, robot, rule)
    to_target = target_tables(board, problem.arriving, int(problem.target))
    within = to_target.bounds[0]
    if rule.ricochet == "off":
        soon = within[None].repeat(4, axis=0)
    else:
        soon = k.turned_within(
            within,
            tables.slides.path,
            tables.slides.step,
            problem.arriving,
            int(problem.target),
            problem.early_stop_voids,
        )
    classes = np.array([tables.classes[each] for each in ROBOTS[:robots]], np.int64)
    return Goal(problem, tuple(problem), classes, to_target, soon)


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
        others=len(classes),
        classes=np.array(classes, np.int64),
        deflection_counts=rule.deflection_counts,
        early_stop_voids=voids,
        target=np.uint64(cell),
        forbidden=np.uint64(cell if is_closed else k.NOWHERE),
        bends=tables.bends,
    )


def _straight_steps(walled: NDArray[np.bool_], classes: int) -> Numbers:
    """`SlideTables.step` for a board without barriers."""
    return np.where(walled, k.WALL, _AHEAD)[None].repeat(classes, axis=0)


def _most_children(path: Words, *, bends: bool) -> int:
    """Another robot makes one set by each slide, and one by stopping before each cell in its path.

    The arriving robot makes one for each turn state.
    """
    passed = int(np.bitwise_count(path).sum(axis=(1, 3)).max()) if bends else _MOST_STRAIGHT
    others = (len(BOX_ROBOTS) - 1) * (len(_HEADINGS) + passed)
    return others + len((k.ALONG_ROW, k.ALONG_COLUMN, k.TURNED))


def number_of(cell: Cell) -> int:
    return cell.y * SIZE + cell.x


def relaxed_distance(position: Position, robot: Robot) -> int:
    """In how many moves the robot would arrive if it could stop anywhere."""
    if not fits(position):
        from tinplate.games.ricochet.solver import wide  # noqa: PLC0415 - rarely needed

        return wide.relaxed_distance(position, robot)
    tables = tables_of(position.board)
    start = number_of(position.robots[robot.slot])
    target = number_of(position.board.targets[position.target])
    if start == target:  # RC9: it has to leave and come back
        paths = tables.slides.path[tables.classes[robot], :, start, start >> 6]
        comes_back = paths >> np.uint64(start & 63) & np.uint64(1)
        return 1 if comes_back.any() else 2
    return int(target_tables(position.board, tables.classes[robot], target).distance[start])


class Workspace:
    """The arrays of a search; they grow as needed.

    The first use of new memory is slow, so workspaces are reused. Only the hash table has to be
    cleared for that.
    """

    def __init__(self) -> None:
        self.table = self._whole_table = np.empty(2 * _ROOM, np.uint64)
        self.group_key = np.empty(_ROOM, np.uint64)
        self.group = np.empty((_ROOM, 4), np.uint64)
        self.entry = np.empty(_ROOM, np.int64)
        self.level_id = np.empty(_ROOM, np.int64)
        self.level_set = np.empty((_ROOM, 4), np.uint64)
        self.starts = np.zeros(DEEPEST, np.int64)
        self.steps = np.empty((DEEPEST, 2), np.uint64)
        self.moves = np.empty(DEEPEST, np.int64)
        self.children = 0  # there must always be memory for this many more groups
        self.packed_scratch = tuple(_scratch(self.children))

    @classmethod
    def borrow(cls, tables: BoardTables) -> "Workspace":
        """One that is not in use, fit for that board."""
        try:
            workspace = _spare.pop()
        except IndexError:
            workspace = cls()
        workspace.table = workspace._whole_table[: 2 * _FEW]
        if workspace.children < tables.children:
            workspace.children = tables.children
            workspace.packed_scratch = tuple(_scratch(tables.children))
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
            self.entry,
            self.level_id,
            self.level_set,
        )

    def grow(self, groups: int, entries: int) -> None:
        while groups > self.group_key.size - self.children:
            for name in ("group_key", "group", "entry"):
                setattr(self, name, _grown(getattr(self, name), 0))
        if entries > self.level_id.size - self.children:
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


_spare: deque[Workspace] = deque(maxlen=8)  # up to 7 MB each, if all of it was written to


def _borrow_helpers(tables: BoardTables, target: TargetTables) -> Words:
    """Those of a former search, which are the same, or empty ones. Only one search fills them."""
    try:
        return target.helpers.pop()
    except IndexError:
        return np.zeros((tables.near.shape[0] * _CELLS * (k.PROBE_DEPTH + 1), 4), np.uint64)


def _as_bits(cells: NDArray[Any]) -> int:
    """A set of cells as one number."""
    return int.from_bytes(cells.tobytes(), "little")


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


def _area(tables: BoardTables, start: int) -> int:
    """All cells that walls do not separate from that one, as bits."""
    is_free = tables.slides.step[0] != k.WALL
    north, east, south, west = map(_as_bits, np.packbits(is_free, axis=1, bitorder="little"))
    area, before = 1 << start, 0
    while area != before:
        before = area
        area |= (area & north) >> SIZE | (area & east) << 1
        area |= (area & south) << SIZE | (area & west) >> 1
    return area


class Search(LevelSearch):
    """The search of printed boards, and of all that have room on one.

    RC10 is part of it: the turn state of the arriving robot belongs to the position.
    """

    def __init__(self, position: Position, robot: Robot, rule: Rule, shares: int = 1) -> None:
        """The search may use its share of the memory."""
        super().__init__(robot, _MOST_GROUPS // shares, k.PROBE_DEPTH)
        self._tables = tables = tables_of(position.board)
        cells = [cell.y * SIZE + cell.x for cell in position.robots]
        missing = max(0, FEWEST_ROBOTS - len(cells))
        goal = goal_of(position.board, position.target, len(cells) + missing, robot, rule)
        self._goal = goal
        self._is_free = rule.ricochet == "off"
        parking = tables.parking[missing:]
        self._aside = _walled_off(tables, goal.problem.arriving, robot.slot, cells, parking)
        for slot, cell in self._aside.items():
            cells[slot] = cell
        cells += tables.parking[:missing]
        self._cells = cells
        self._workspace = workspace = Workspace.borrow(tables)
        self._helpers = _borrow_helpers(tables, goal.target)
        self._cast = (
            np.uint64(self.node(rule)),
            robot.slot,
            goal.classes,
            workspace.steps,
            workspace.moves,
        )
        self.task = (
            tables.packed,
            goal.packed,
            (*goal.target.bounds, tables.near, self._helpers, goal.soon),  # `Bounds`
            workspace.packed_scratch,
        )
        if goal.target.distance[cells[robot.slot]] == k.UNREACHABLE:
            self.status = k.EXHAUSTED

    def _call_kernel(self, budget: int, *, probes: bool) -> int:
        arrays = self._workspace.arrays
        return int(k.advance(self._counters, budget, probes, self._cast, arrays, self.task))

    def _grow(self, groups: int, entries: int) -> None:
        self._workspace.grow(groups, entries)

    def solution(self) -> tuple[Move, ...]:
        """The moves of the solution that was found."""
        moves = self._workspace.moves[: self._counters[k.TRACED]].tolist()
        return tuple([MOVES[move] for move in moves])

    def finished(self, rule: Rule, length: int, check: Callable[[], None]) -> k.RouteSearch:
        """What routes of this length have to know, once shorter ones are excluded.

        A search without RC10 serves for a rule that needs no more moves: it has the same routes,
        and some that break the rule. Calls `check` every few milliseconds.
        """
        moves = _ALL_MOVE
        if self._aside:
            moves = np.array([slot not in self._aside for slot in range(len(ROBOTS))], np.bool_)
        ends = self._complete(length, check)
        return k.RouteSearch(
            robots=len(self._cells),
            arriving=self.robot.slot,
            classes=self._goal.classes,
            moves=moves,
            deflection_counts=rule.deflection_counts,
            is_free=self._is_free,
            length=length,
            ends=np.array(ends, np.int64),
            good=self._mark(ends, _WORDS, check),
        )

    def node(self, rule: Rule) -> int:
        """Where all routes begin, as a node of a graph."""
        turn_state = k.TURNED if rule.ricochet == "off" else k.UNMOVED
        return int.from_bytes(self._cells, "little") | turn_state << 8 * len(BOX_ROBOTS)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The fields of `SearchArrays`."""
        return self._workspace.arrays

    @property
    def _level_starts(self) -> Numbers:
        return self._workspace.starts

    def _mark_arrivals(self, begin: int, end: int, good: Words) -> None:
        k.mark_arrivals(begin, end, good, self.arrays, self.task)

    def _mark_level(self, begin: int, end: int, last: int, good: Words) -> None:
        k.mark_level(begin, end, last, good, self.arrays, self.task)

    def close(self) -> None:
        """Release what was borrowed; the search cannot be used any more."""
        self._workspace.give_back()
        self._goal.target.helpers.append(self._helpers)


def _walled_off(
    tables: BoardTables, arriving: int, own: int, cells: list[int], parking: tuple[int, ...]
) -> dict[int, int]:
    """Park robots that never meet the arriving one: their moves do not matter."""
    start = cells[own]
    in_sight = _as_bits(tables.near[arriving, -1, start])
    away = [slot for slot, cell in enumerate(cells) if not in_sight >> cell & 1]
    if not away:
        return {}
    area = _area(tables, start)
    return dict(zip([slot for slot in away if not area >> cells[slot] & 1], parking, strict=False))
