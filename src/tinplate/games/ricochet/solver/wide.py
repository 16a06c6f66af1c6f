"""The search on boards that the kernels of printed boards have no room for.

It offers the same as `search.Search`; see `wide_loops` for the difference.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from subprocess import DEVNULL
from threading import Event, Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tinplate.games.ricochet.board import Board, Position, Robots
from tinplate.games.ricochet.motion import Move, Slide, after, slides
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.proof import READINGS, Rule
from tinplate.games.ricochet.reach import areas
from tinplate.games.ricochet.solver import wide_loops as k
from tinplate.games.ricochet.solver.levels import LevelSearch, Numbers, Words
from tinplate.grid import Cell, Heading
from tinplate.kernel_cache import compile_quietly

Key = tuple[int, int]  # where the other robots are, and the turn state

_HEADINGS = tuple(Heading)
_ROOM = 1 << 14  # groups there is memory for at first
_GROWTH = 4
_DEEPEST = 4000  # moves
_MEMORY = 1_400_000_000  # bytes that the searches of one position may take together
_TABLES_KEPT = 32  # of boards, and of targets; the largest take some megabytes each
_CELL_BITS = 16
_IN_FIRST_WORD = 4  # other robots


class WideTables(NamedTuple):
    """What the kernels need to know about a board."""

    tables: tuple[Any, ...]  # the fields of `WideSlides`
    classes: dict[Robot, int]
    area: tuple[int, ...]  # of each cell: cells with the same number are not separated by walls
    children: int  # the most sets that one move can make of one, for each other robot


@lru_cache(_TABLES_KEPT)
def tables_of(board: Board) -> WideTables:
    """Build the tables of a board, once."""
    colours = sorted({each.colour for each in board.diagonals.values()}, key=ROBOTS.index)
    step = np.full((len(colours) + 1, len(_HEADINGS), len(board.cells)), k.WALL, np.int64)
    diagonal = np.zeros(len(board.cells), np.bool_)
    for cell in board.cells:
        diagonal[_number(board, cell)] = cell in board.diagonals
        for direction, heading in enumerate(_HEADINGS):
            ahead = cell.towards(heading)
            if (cell, heading) in board.walls or not board.has(ahead):
                continue
            barrier = board.diagonals.get(ahead)
            for index, colour in enumerate((None, *colours)):
                turned = heading
                if barrier is not None and barrier.colour is not colour:
                    turned = barrier.turn(heading)
                step[index, direction, _number(board, cell)] = _number(board, ahead) | (
                    _HEADINGS.index(turned) << k.HEADING_AT
                )
    stop, path, near = k.board_tables(step, diagonal)
    classes = {robot: colours.index(robot) + 1 if robot in colours else 0 for robot in ROBOTS}
    passed = int(np.bitwise_count(path).sum(axis=(1, 3)).max())
    return WideTables(
        (step, stop, path, near, diagonal), classes, areas(board), passed + len(_HEADINGS)
    )


def _number(board: Board, cell: Cell) -> int:
    return cell.y * board.width + cell.x


@lru_cache(_TABLES_KEPT)
def _target_tables(board: Board, kind: int, target: int) -> tuple[Numbers, tuple[Words, ...]]:
    """The distances of a class of robots, and `within`, `alone`, `last`, `special`."""
    step, _, path, near, diagonal = tables_of(board).tables
    distance, *bounds = k.target_tables(step, path, near, diagonal, kind, target)
    return distance, tuple(bounds)


def relaxed_distance(position: Position, robot: Robot) -> int:
    """In how many moves the robot would arrive if it could stop anywhere."""
    board = position.board
    tables = tables_of(board)
    start = _number(board, position.robots[robot.slot])
    target = _number(board, board.targets[position.target])
    if start == target:  # RC9: it has to leave and come back
        _, _, path, _, _ = tables.tables
        paths = path[tables.classes[robot], :, start, start >> 6]
        return 1 if (paths >> np.uint64(start & 63) & np.uint64(1)).any() else 2
    distance, _ = _target_tables(board, tables.classes[robot], target)
    return int(distance[start])


class WideSearch(LevelSearch):
    """The search of boards and robots for which `search.Search` has no room."""

    def __init__(self, position: Position, robot: Robot, rule: Rule, shares: int = 1) -> None:
        """The search may use its share of the memory."""
        self._width = width = (len(position.board.cells) + 63) >> 6
        bytes_each = 8 * (2 + 2 * width + 1 + 8 + 2 * (1 + width))  # of a group, with its entries
        super().__init__(robot, _MEMORY // shares // bytes_each, k.PROBE_DEPTH)
        self._position = position
        self._is_free = rule.ricochet == "off"
        self._board = board = position.board
        self._tables = tables = tables_of(board)
        own = _number(board, position.robots[robot.slot])
        cells = [_number(board, cell) for cell in position.robots]
        # Robots that walls separate from the arriving one never matter.
        self._others = sorted(
            (each for each in ROBOTS[: len(cells)]
             if each is not robot and tables.area[cells[each.slot]] == tables.area[own]),
            key=lambda each: (tables.classes[each], each.slot),
        )  # fmt: skip
        self._alike = sum(tables.classes[each] == 0 for each in self._others)
        self._target = _number(board, board.targets[position.target])
        distance, bounds = _target_tables(board, tables.classes[robot], self._target)
        self._set_up_arrays()
        self.task = self._task(rule, bounds)
        turn_state = k.TURNED if self._is_free else k.UNMOVED
        self._start = (*self._words(self.key_of(position.robots, turn_state)), self._only(own))
        if distance[own] == k.UNREACHABLE:
            self.status = k.EXHAUSTED
        self._moves: tuple[Move, ...] = ()  # of the solution, once it is found
        self._good: Words | None = None
        self._ends: list[int] = []

    def _set_up_arrays(self) -> None:
        width = self._width
        self._children = len(self._others) * self._tables.children + 3
        self._table = np.empty(4 * _ROOM, np.uint64)
        self._group_key = np.empty((_ROOM, 2), np.uint64)
        self._group = np.empty((_ROOM, 2 * width), np.uint64)
        self._fresh = np.empty(_ROOM, np.int64)
        self._level_id = np.empty(_ROOM, np.int64)
        self._level_set = np.empty((_ROOM, width), np.uint64)
        self._starts = np.zeros(_DEEPEST, np.int64)

    def _task(self, rule: Rule, bounds: tuple[Words, ...]) -> tuple[tuple[Any, ...], ...]:
        board, tables, target = self._board, self._tables, self._target
        within, alone, last, special = bounds
        voids = not self._is_free and rule.early_stop == "void"
        # Another robot that rests on the vortex has arrived itself, or voids the solution.
        is_closed = self._position.target is Target.VORTEX and (self._is_free or voids)
        arriving = tables.classes[self.robot]
        classes = [tables.classes[each] for each in self._others]
        _, stop, path, _, _ = tables.tables
        if self._is_free:
            soon = within[None].repeat(4, axis=0)
        else:
            soon = k.turned_within(within, path, stop, arriving, target, voids)
        kinds, cells = path.shape[0], len(board.cells)
        helped = np.zeros((kinds, cells, k.PROBE_DEPTH + 1, self._width), np.uint64)
        known = np.zeros((kinds, cells), np.bool_)
        problem = k.WideProblem(
            arriving=arriving,
            others=len(classes),
            alike=self._alike,
            classes=np.array(classes, np.int64),
            deflection_counts=rule.deflection_counts,
            early_stop_voids=voids,
            target=target,
            forbidden=target if is_closed else -1,
        )
        return (
            tables.tables,
            tuple(problem),
            (alone, last, special, helped, known, np.zeros(self._width, np.uint64), soon),
            tuple(_scratch(self._children, self._width)),
        )

    # Keys

    def key_of(self, robots: Robots, turn_state: int) -> Key:
        """Where the other robots are, sorted by class and cell, and the turn state."""
        cells = [_number(self._board, robots[each.slot]) for each in self._others]
        cells[: self._alike] = sorted(cells[: self._alike])
        words = [0, turn_state << k.TURN_STATE_AT]
        for slot, cell in enumerate(cells):
            words[slot // _IN_FIRST_WORD] |= cell << _CELL_BITS * (slot % _IN_FIRST_WORD)
        return words[0], words[1]

    @staticmethod
    def _words(key: Key) -> tuple[np.uint64, np.uint64]:
        return np.uint64(key[0]), np.uint64(key[1])

    def _only(self, cell: int) -> Words:
        """The set with that cell alone."""
        cells = np.zeros(self._width, np.uint64)
        cells[cell >> 6] = np.uint64(1) << np.uint64(cell & 63)
        return cells

    @property
    def _found(self) -> tuple[NDArray[Any], ...]:
        """The fields of `WideGroups`."""
        return (
            self._starts,
            self._table,
            self._group_key,
            self._group,
            self._fresh,
            self._level_id,
            self._level_set,
        )

    # The search

    def reach(self, limit: int, budget: int) -> int:
        """Search on, and note the moves of a solution while they can be traced."""
        status = super().reach(limit, budget)
        if status == k.SOLVED and not self._moves:
            self._moves = self._trace_moves()
        return status

    def _call_kernel(self, budget: int, *, probes: bool) -> int:
        return int(k.advance(self._counters, budget, *self._start, probes, self._found, self.task))

    def _grow(self, groups: int, entries: int) -> None:
        rows, most = self._group_key.shape[0], self._most_groups + self._children + 1
        while groups > rows - self._children:
            rows = min(_GROWTH * rows, most)
        if rows > self._group_key.shape[0]:
            for name in ("_group_key", "_group", "_fresh"):
                setattr(self, name, _grown(getattr(self, name), rows))
        if entries > self._level_id.size:
            longer = max(entries, 2 * self._level_id.size)
            self._level_id = _grown(self._level_id, longer)
            self._level_set = _grown(self._level_set, longer)
        size = self._table.size
        while groups > size // 2 - self._children:
            size *= _GROWTH
        if size > self._table.size:
            self._table = np.empty(size, np.uint64)
            k.rebuild_table(self._table, self._group_key, groups)

    # The solution that was found

    def solution(self) -> tuple[Move, ...]:
        """The moves of the solution that was found."""
        return self._moves

    def _trace_moves(self) -> tuple[Move, ...]:
        """Follow the steps from the start; robots of one class are told apart by the rules."""
        robots, turn_state = self._position.robots, int(self._start[1]) >> k.TURN_STATE_AT
        moves = list[Move]()
        for step in reversed([*self._steps_back()][:-1]):
            for slid in slides(self._board, robots):
                then = after(robots, slid)
                state = self.turn_state_after(turn_state, slid)
                cell = _number(self._board, then[self.robot.slot])
                if (self.key_of(then, state), cell) == step:
                    moves.append(slid.move)
                    robots, turn_state = then, state
                    break
        return tuple(moves)

    def concerns(self, robot: Robot) -> bool:
        """Whether its moves matter: not if walls separate it from the arriving one."""
        return robot is self.robot or robot in self._others

    def turn_state_after(self, before: int, slid: Slide) -> int:
        """RC10: the arriving robot's turn state after any robot's slide."""
        if slid.robot is not self.robot:
            return before
        problem = k.WideProblem(*self.task[1])
        return turn_state_after(before, slid, deflection_counts=problem.deflection_counts)

    def _steps_back(self) -> Iterator[tuple[Key, int]]:
        """Yield each key and the arriving robot's cell, from the arrival back to the start."""
        scratch = k.WideScratch(*self.task[3])
        counters, cell = self._counters, self._target
        found = int(counters[k.FOUND])
        chain = [(int(a), int(b)) for a, b in scratch.chain_keys[:found].tolist()]
        sets = scratch.chain_sets[:found].copy()
        low = (1 << k.TURN_STATE_AT) - 1
        key = (chain[-1][0], chain[-1][1] & low | k.TURNED << k.TURN_STATE_AT)
        yield key, cell
        for before, cells in zip(reversed(chain), sets[::-1], strict=True):
            cell = int(
                k.cell_before(*self._words(before), cells, *self._words(key), cell, self.task)
            )
            key = before
            yield key, cell
        end = int(counters[k.AT])
        for depth in range(int(counters[k.DEPTH]), -1, -1):
            begin = int(self._starts[depth])
            pos, cell = map(
                int,
                k.entry_before(begin, end, *self._words(key), cell, self._found, self.task),
            )
            first, second = self._group_key[self._level_id[pos]].tolist()
            key, end = (first, second), begin
            yield key, cell

    def close(self) -> None:
        """Nothing is kept: such searches are rare."""

    # All solutions

    def complete(self, length: int, check: Callable[[], None]) -> None:
        """Mark what leads to solutions of this length, once shorter ones are excluded.

        Calls `check` every few milliseconds.
        """
        if ends := self._complete(length, check):
            self._good, self._ends = self._mark(ends, self._width, check), ends

    @property
    def _level_starts(self) -> Numbers:
        return self._starts

    def _mark_arrivals(self, begin: int, end: int, good: Words) -> None:
        k.mark_arrivals(begin, end, good, self._found, self.task)

    def _mark_level(self, begin: int, end: int, last: int, good: Words) -> None:
        k.mark_level(begin, end, last, good, self._found, self.task)

    def note_level(self, depth: int) -> None:
        """Prepare `leads_on` for positions after so many moves."""
        if depth + 1 < len(self._ends):
            k.note_level(self._ends[depth], self._ends[depth + 1], self._found)

    def leads_on(self, robots: Robots, turn_state: int, depth: int, left: int) -> bool:
        """Whether a position after `depth` moves may arrive in `left` more, by this search."""
        key = self._words(self.key_of(robots, k.TURNED if self._is_free else turn_state))
        cell = _number(self._board, robots[self.robot.slot])
        if left < k.PROBE_DEPTH or self._good is None:
            return bool(k.may_lead_on(*key, self._only(cell), left, self.task))
        first, last = self._ends[depth], self._ends[depth + 1]
        pos = int(k.find_entry(*key, first, last, self._found))
        return pos >= 0 and bool(int(self._good[pos, cell >> 6]) >> (cell & 63) & 1)


def turn_state_after(before: int, slid: Slide, *, deflection_counts: bool) -> int:
    """RC10: the arriving robot's turn state after its own slide."""
    axis = _axis(slid.heading)
    bends = slid.barriers > 0 and deflection_counts
    if before == k.TURNED or bends or before not in (k.UNMOVED, axis):
        return k.TURNED
    return _axis(slid.rest_heading)


def _axis(heading: Heading) -> int:
    return k.ALONG_COLUMN if heading in (Heading.NORTH, Heading.SOUTH) else k.ALONG_ROW


def _scratch(children: int, width: int) -> k.WideScratch:
    depth = k.PROBE_DEPTH
    return k.WideScratch(
        keys=np.zeros((children, 2), np.uint64),
        sets=np.zeros((children, width), np.uint64),
        occupied=np.zeros(width, np.uint64),
        carried=np.zeros(width, np.uint64),
        kept=np.zeros(width, np.uint64),
        hoping=np.zeros(width, np.uint64),
        probe_keys=np.zeros((depth, children, 2), np.uint64),
        probe_sets=np.zeros((depth, children, width), np.uint64),
        probe_at=np.zeros(depth + 1, np.int64),
        probe_counts=np.zeros(depth + 1, np.int64),
        chain_keys=np.zeros((depth + 1, 2), np.uint64),
        chain_sets=np.zeros((depth + 1, width), np.uint64),
    )


def _grown(array: Any, rows: int) -> Any:  # noqa: ANN401 - words or numbers, in one or two dimensions
    longer = np.empty((rows, *array.shape[1:]), array.dtype)
    longer[: array.shape[0]] = array
    return longer


_loading, _loaded = Lock(), Event()


def is_loaded() -> bool:
    """Whether the kernels are there."""
    return _loaded.is_set()


def load_kernels() -> None:
    """Load the kernels from the cache, or compile them, once per process."""
    if not _loaded.is_set():
        with _loading:
            if not _loaded.is_set():
                _use_every_kernel()
                _loaded.set()


def compile_aside() -> None:
    """Compile in a process of its own: compiling is mostly Python, whose lock everybody needs."""
    command = [sys.executable, "-m", "tinplate.games.ricochet.solver.wide"]
    subprocess.run(command, stdin=DEVNULL, stdout=DEVNULL, check=False)  # noqa: S603 - our own


def _use_every_kernel() -> None:
    """Solve a position that takes all of them."""
    board = Board.custom(17, 17, targets={Target.RED_CIRCLE: Cell(2, 15)})
    position = Position(board, (Cell(14, 7), Cell(1, 1), Cell(0, 0)), Target.RED_CIRCLE)
    search = WideSearch(position, Robot.RED, READINGS["no-deflection"])
    while search.reach(_DEEPEST, 1_000) == k.PAUSED:
        pass
    search.complete(search.length or 0, lambda: None)
    search.note_level(1)
    for left in (1, k.PROBE_DEPTH):
        search.leads_on(position.robots, k.UNMOVED, 0, left)
    relaxed_distance(position, Robot.RED)


if __name__ == "__main__":
    compile_quietly()
    load_kernels()
