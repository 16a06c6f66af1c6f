"""The shortest solution of a position, proven shortest."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from time import perf_counter
from typing import Self

from tinplate.arguments import require_number, unexpected
from tinplate.game import Rejected
from tinplate.games.ricochet.answers import Solution, SolverError
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move, after, put, slide
from tinplate.games.ricochet.notation import format_moves, format_position, parse_position
from tinplate.games.ricochet.pieces import ROBOTS, Robot
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.solver import kernels as k
from tinplate.games.ricochet.solver.search import (
    DEEPEST,
    PackedPosition,
    Search,
    cell_of,
    turn_state_after,
)
from tinplate.grid import Cell, Heading

BUDGET = 1_000  # sets of positions between two looks at the clock: one to some dozen milliseconds
_FREE = READINGS["free"]
# The kernels are compiled for each of these: four and five robots, with and without barriers.
SAMPLES = {
    (4, False): "R1Y2G1B1 rk15,gm7,bh12,yl14 blue-hexagon",
    (5, False): "B2Y2G3R1 ra11,gn16,bn9,yg1,sp14 blue-square",
    (4, True): "Y3G2R4B1 rh15,gi4,bc6,yg16 red-square",
    (5, True): "Y4B1R3G1 re6,gp7,bb16,yi1,sa8 blue-triangle",
}


def solve(
    position: Position,
    rule: Rule = READINGS["ricochet"],
    *,
    max_moves: int | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Solution:
    """The shortest solution under this reading of RC10, or the proof that there is none.

    Gives up beyond `max_moves`, after `seconds`, or as soon as `cancel()` returns True.
    """
    if max_moves is not None:
        require_number(max_moves, "max_moves", least=0)
    if seconds is not None and not (isinstance(seconds, int | float) and seconds >= 0):
        raise unexpected(seconds, "seconds", "0 or more")
    _load_kernels(len(position.robots), bends=bool(position.board.diagonals))
    began = perf_counter()

    def is_over() -> bool:
        late = seconds is not None and perf_counter() - began >= seconds
        return late or (cancel is not None and cancel())

    return _solve(position, rule, max_moves, is_over, began)


@cache
def _load_kernels(robots: int, *, bends: bool) -> None:
    """Load the kernels from the cache, once per process; no solution's `seconds` includes it."""
    sample = parse_position(SAMPLES[robots, bends])
    _solve(sample, READINGS["no-deflection"], None, lambda: False, perf_counter())


def _solve(
    position: Position,
    rule: Rule,
    max_moves: int | None,
    is_over: Callable[[], bool],
    began: float,
) -> Solution:
    with _ParallelSearch(position, max_moves, is_over) as searches:
        # Searching without RC10 is cheaper, and a solution that happens to satisfy it is shortest.
        length = searches.shortest(_FREE)
        moves = searches.moves(_FREE)
        is_right = moves is None or is_solution(position, moves, rule)
        if not is_right and rule.ricochet == "required":
            length = searches.shortest(rule, at_least=length)
            moves = searches.moves(rule)
            is_right = moves is None or is_solution(position, moves, rule)
    if moves is not None and not is_right:
        raise SolverError(f"{format_moves(moves)} does not solve {format_position(position)}")
    solvable = True if moves is not None else (False if searches.is_exhausted else None)
    return Solution(moves, solvable, length, searches.explored, perf_counter() - began)


def is_solution(position: Position, moves: tuple[Move, ...], rule: Rule) -> bool:
    """Replay the moves by the rules: no solution is returned without this check."""
    played = attempt(position, moves, rule)
    return played.verdict == "arrived" and len(played.slides) == len(moves)


def eligible_robots(position: Position) -> Sequence[Robot]:
    """The robots that the target is for."""
    present = ROBOTS[: len(position.robots)]
    return [robot for robot in present if position.target.welcomes(robot)]


class _ParallelSearch:
    """One search for each eligible robot, all of them deepened by one move at a time."""

    def __init__(
        self, position: Position, max_moves: int | None, is_over: Callable[[], bool]
    ) -> None:
        self._position = position
        self._max_moves = max_moves
        self._is_over = is_over
        self._begun: list[Search] = []
        self.found: Search | None = None
        self.is_exhausted = False
        self.explored = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for search in self._begun:
            search.close()

    def shortest(self, rule: Rule, at_least: int = 1) -> int:
        """Look for the shortest solution; returns the fewest moves that any solution can have."""
        self.found = None
        if self._is_over():  # before preparing any search
            return at_least
        most = DEEPEST if self._max_moves is None else self._max_moves
        searches = [self._begin(robot, rule) for robot in eligible_robots(self._position)]
        # A single search finds the shortest on its own; of several, none may run ahead.
        limits = range(at_least, most + 1) if len(searches) > 1 else [most] if most else []
        for limit in limits:
            for search in searches:
                is_done = self._reach(search, limit)
                if search.status == k.SOLVED:
                    self.found = search
                if not is_done or search.status == k.SOLVED:
                    return max(at_least, search.proven)
            if all(search.status == k.EXHAUSTED for search in searches):
                self.is_exhausted = True
                return max(search.proven for search in searches)
        return most + 1

    def moves(self, rule: Rule) -> tuple[Move, ...] | None:
        """The moves of the solution that was found."""
        if self.found is None:
            return None
        unpacker = _MoveUnpacker(self._position, self.found, rule)
        steps = pairwise(self.found.solution())
        return tuple([unpacker.move(before, then) for before, then in steps])

    def _begin(self, robot: Robot, rule: Rule) -> Search:
        search = Search(self._position, robot, rule)
        self._begun.append(search)
        return search

    def _reach(self, search: Search, limit: int) -> bool:
        """Whether the search reached the limit before it was stopped."""
        status = k.PAUSED
        while status == k.PAUSED:
            if self._is_over():
                return False
            before = search.explored
            status = search.reach(limit, BUDGET)
            self.explored += search.explored - before
        return True


class _MoveUnpacker:
    """Follows the packed positions of a solution, and finds out which robot moved where.

    A packed position does not tell robots of the same class apart, but the rules do.
    """

    def __init__(self, position: Position, search: Search, rule: Rule) -> None:
        self._position = position
        self._search = search
        self._rule = rule
        self._robots = position.robots

    def move(self, before: PackedPosition, then: PackedPosition) -> Move:
        """The move that leads from one position to the next."""
        robot, end = self._moved_robot(before, then)
        start = self._robots[robot.slot]
        if self._position.board.diagonals:
            heading = self._heading(robot, start, end, before, then)
        else:
            heading = _straight(start, end)
        self._robots = put(self._robots, robot, end)
        return Move(robot, heading)

    def _heading(
        self, robot: Robot, start: Cell, end: Cell, before: PackedPosition, then: PackedPosition
    ) -> Heading:
        """In which a robot set off, where barriers may have turned it."""
        # Most slides are straight, so the heading that leads closest to the end is tried first.
        for heading in sorted(Heading, key=lambda each: _distance(start.towards(each), end)):
            try:
                slid = slide(self._position.board, self._robots, Move(robot, heading))
            except Rejected:
                continue
            robots = after(self._robots, slid)
            turn_state = turn_state_after(before.turn_state, slid, self._search.robot, self._rule)
            if self._search.pack(robots, turn_state) == then:
                return heading
        raise SolverError(f"no move leads on in {format_position(self._position)}")

    def _moved_robot(self, before: PackedPosition, then: PackedPosition) -> tuple[Robot, Cell]:
        """Which robot moved, and where to."""
        count = len(self._robots) - 1
        here, there = before.others(count), then.others(count)
        if here == there:
            return self._search.robot, cell_of(then.cell)
        left, reached = (here - there).pop(), (there - here).pop()
        return ROBOTS[self._robots.index(cell_of(left))], cell_of(reached)


def _straight(start: Cell, end: Cell) -> Heading:
    if start.x == end.x:
        return Heading.SOUTH if start.y < end.y else Heading.NORTH
    return Heading.EAST if start.x < end.x else Heading.WEST


def _distance(one: Cell, other: Cell) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)
