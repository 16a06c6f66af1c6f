"""A search for the shortest way of one robot, in steps, so that it can be stopped."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tinplate.grid import Cell, Heading
from tinplate.ricochet.board import SIZE, Board, Position, is_on_board
from tinplate.ricochet.pieces import ROBOTS, Robot
from tinplate.ricochet.proof import Rule
from tinplate.ricochet.solver import kernels as k

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

_HEADINGS = tuple(Heading)
_STEPS = (-SIZE, 1, SIZE, -1)
_CELLS = SIZE * SIZE
_ROOM = 1 << 11  # groups there is room for at first
_GROWTH = 4
DEEPEST = 4000  # moves; no search on 256 cells goes nearly so deep
OTHERS = 0xFFFFFFFF  # the part of a key that holds the other robots' cells


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
    for cell, side in board.walls:
        if is_on_board(cell):
            walled[_HEADINGS.index(side), number_of(cell)] = True
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


@dataclass
class Space:
    """The arrays of a search; they grow as it goes."""

    children: int  # for so many groups more there must always be room
    table: Words = field(default_factory=lambda: np.zeros(2 * _ROOM, np.uint64))
    group_key: Words = field(default_factory=lambda: np.zeros(_ROOM, np.uint64))
    group: Words = field(default_factory=lambda: np.zeros((_ROOM, 8), np.uint64))
    hope: Words = field(default_factory=lambda: np.zeros((_ROOM, 4), np.uint64))
    fresh: Numbers = field(default_factory=lambda: np.zeros(_ROOM, np.int64))
    level_id: Numbers = field(default_factory=lambda: np.zeros(_ROOM, np.int64))
    level_set: Words = field(default_factory=lambda: np.zeros((_ROOM, 4), np.uint64))

    def grow(self, groups: int, entries: int) -> None:
        while groups > self.group_key.size - self.children:
            for name in ("group_key", "group", "hope", "fresh"):
                setattr(self, name, _grown(getattr(self, name), 0))
        while groups > self.table.size // 2 - self.children:
            self.table = np.zeros(_GROWTH * self.table.size, np.uint64)
            k.rebuild(self.table, self.group_key, groups)
        if entries > self.level_id.size:
            self.level_id = _grown(self.level_id, entries)
            self.level_set = _grown(self.level_set, entries)


def _grown(array: Any, least: int) -> Any:  # noqa: ANN401 - words or numbers, in one or two dimensions
    longer = np.empty((max(least, _GROWTH * array.shape[0]), *array.shape[1:]), array.dtype)
    longer[: array.shape[0]] = array
    return longer


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
        rest = sorted(
            (ways.kinds[other], number_of(cell))
            for other, cell in zip(ROBOTS, position.robots, strict=False)
            if other is not robot
        )
        # Another robot that comes to rest on the vortex has arrived itself, or voids the solution.
        is_closed = position.target.robot is None and (free or voids)
        self._case = (
            sum(1 for kind, _ in rest if kind == 0),
            ways.kinds[robot],
            tuple(kind for kind, _ in rest),
            rule.deflection_counts,
            voids,
            np.uint64(target),
            np.uint64(target if is_closed else k.NOWHERE),
            1 if ways.bends else None,
        )
        done = k.TURNED if free else k.UNMOVED
        self._start = Place(
            sum(cell << (8 * place) for place, (_, cell) in enumerate(rest)) | (done << 32),
            number_of(position.robots[robot.slot]),
        )
        self._tables = (ways.step, ways.stop, ways.path, ways.diagonal)
        self._bounds, distance = self._make_bounds(target, rule, voids=voids)
        self._make_room()
        self._probed = 0  # moves up to which probes from the start have found nothing
        self.status = k.EXHAUSTED if distance[self._start.cell] == k.FAR else k.MORE
        self.moves: int | None = None  # the length of the solution, once it is found

    @property
    def explored(self) -> int:
        """How many sets of positions were looked at."""
        return int(self._state[k.EXPANDED])

    @property
    def proven(self) -> int:
        """No solution has fewer moves than this."""
        if self.moves is not None:
            return self.moves
        begun = self._probed == k.PROBE
        return int(self._state[k.DEPTH]) + k.PROBE + 1 if begun else self._probed + 1

    def reach(self, limit: int, budget: int) -> int:
        """SOLVED, EXHAUSTED, LIMIT when all up to the limit is excluded, or MORE to be done."""
        if self.status in (k.SOLVED, k.EXHAUSTED):
            return self.status
        while self._probed < min(limit, k.PROBE):
            self._probed += 1
            if self._probe_start(self._probed):
                return self.status
        if limit <= k.PROBE:
            return k.LIMIT
        self._state[k.MAXIMUM] = limit
        return self._advance(budget)

    def places(self) -> list[Place]:
        """The positions of the solution that was found, from the start to the arrival."""
        case, buffers = self._case, (self._tables, self._case, self._keys, self._sets)
        found, chain = int(self._state[k.FOUND]), self._probe[-1]
        arrival = int(chain[found - 1, 0]) & OTHERS | (k.TURNED << 32)
        places = [Place(arrival, int(case[5]))]
        for i in reversed(range(found)):
            after = places[-1]
            cell = k.cell_before(*chain[i], np.uint64(after.key), np.uint64(after.cell), *buffers)
            places.append(Place(int(chain[i, 0]), int(cell)))
        space = self._space
        last = int(self._state[k.AT])
        for depth in reversed(range(int(self._state[k.DEPTH]) + 1)):
            first, after = int(self._starts[depth]), places[-1]
            entry, cell = k.entry_before(
                first, last, space.group_key, space.level_id, space.level_set,
                np.uint64(after.key), np.uint64(after.cell), *buffers,
            )  # fmt: skip
            places.append(Place(int(space.group_key[space.level_id[entry]]), int(cell)))
            last = first
        return places[::-1]

    def _make_bounds(
        self, target: int, rule: Rule, *, voids: bool
    ) -> tuple[tuple[Words, ...], Numbers]:
        ways, kind = self._ways, self._case[1]
        distance, within, helped, special, serves = k.target_ways(
            ways.step, ways.path, ways.diagonal, kind, target
        )
        if rule.ricochet == "off":
            soon = np.broadcast_to(within, (4, *within.shape)).copy()
        else:
            soon = k.turned_within(within, ways.path, ways.step, kind, target, voids)
        hints = np.zeros(((k.PROBE + 1) * ways.near.shape[0] * _CELLS, 5), np.uint64)
        return (within, helped, special, serves, ways.near, hints, soon), distance

    def _make_room(self) -> None:
        children = self._ways.children
        self._space = Space(children)
        self._starts = np.zeros(DEEPEST, np.int64)  # the first entry of each level
        self._keys = np.zeros(children, np.uint64)
        self._sets = np.zeros((children, 4), np.uint64)
        self._probe = (
            np.zeros((k.PROBE, children), np.uint64),
            np.zeros((k.PROBE, children, 4), np.uint64),
            np.zeros(k.PROBE + 1, np.int64),
            np.zeros(k.PROBE + 1, np.int64),
            np.zeros(4, np.uint64),
            np.zeros((k.PROBE + 1, 5), np.uint64),
        )
        self._state = np.zeros(k.PLACES, np.int64)

    def _probe_start(self, moves: int) -> bool:
        """Solutions within the sight of a probe need no search; after the last one it begins."""
        key, words = np.uint64(self._start.key), _single(self._start.cell)
        found = k.probe(key, *words, moves, self._tables, self._case, self._bounds, *self._probe)
        if found:
            self._state[k.FOUND], self._state[k.DEPTH] = found, -1
            self.moves, self.status = int(found), k.SOLVED
        elif moves == k.PROBE:
            space, mask = self._space, self._probe[4]
            space.group_key[0] = key
            space.group[0, :4] = space.level_set[0] = words
            k.hope_of(key, k.PROBE, self._case, self._bounds, mask)
            space.hope[0] = mask
            k.rebuild(space.table, space.group_key, 1)
            self._state[k.GROUPS] = self._state[k.END] = 1
        return bool(found)

    def _advance(self, budget: int) -> int:
        space, state = self._space, self._state
        status = k.NEEDS_SPACE
        while status == k.NEEDS_SPACE:
            status = k.advance(
                state, budget, self._starts, space.table, space.group_key, space.group, space.hope,
                space.fresh, space.level_id, space.level_set, self._tables, self._case,
                self._bounds, self._keys, self._sets, *self._probe,
            )  # fmt: skip
            if status == k.NEEDS_SPACE:
                space.grow(int(state[k.GROUPS]), int(state[k.END] + state[k.FRESH]))
        if status == k.SOLVED:
            self.moves = int(state[k.DEPTH]) + 1 + int(state[k.FOUND])
        if status in (k.SOLVED, k.EXHAUSTED):
            self.status = status
        return int(status)


def _single(cell: int) -> tuple[np.uint64, ...]:
    """The set of one cell."""
    return tuple(np.uint64(1 << (cell & 63) if word == cell >> 6 else 0) for word in range(4))
