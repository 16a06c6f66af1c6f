"""The shortest solution of a position, proven shortest."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from itertools import pairwise
from time import perf_counter

from tinplate.game import Malformed, Rejected
from tinplate.games.ricochet.answers import Solution, SolverError
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move, after, slide
from tinplate.games.ricochet.notation import format_moves, format_position, parse_position
from tinplate.games.ricochet.pieces import ROBOTS, Robot
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.solver import kernels as k
from tinplate.games.ricochet.solver.search import (
    DEEPEST,
    Place,
    Search,
    cell_of,
    done_after,
)
from tinplate.grid import Cell, Heading

BUDGET = 1_000  # sets of positions between two looks at the clock: a millisecond, or some dozens
_FREE = READINGS["free"]
# The kernels are compiled for each of these: four and five robots, without barriers and with them.
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
    """The shortest solution by this reading of RC10, or the proof that there is none.

    Gives up beyond `max_moves`, after so many seconds, or as soon as `cancel()` says so.
    """
    for name, limit in (("max_moves", max_moves), ("seconds", seconds)):
        if limit is not None and not limit >= 0:
            raise Malformed(f"{name} is {limit}; expected 0 or more")
    _load_kernels(len(position.robots), bends=bool(position.board.diagonals))
    began = perf_counter()

    def is_over() -> bool:
        late = seconds is not None and perf_counter() - began >= seconds
        return late or (cancel is not None and cancel())

    found = _solve(position, rule, max_moves, is_over)
    return replace(found, seconds=perf_counter() - began)


@cache
def _load_kernels(robots: int, *, bends: bool) -> None:
    """Once in a process the kernels are read from where they were put: in nobody's time."""
    sample = parse_position(SAMPLES[robots, bends])
    _solve(sample, READINGS["no-deflection"], None, lambda: False)


def _solve(
    position: Position, rule: Rule, max_moves: int | None, is_over: Callable[[], bool]
) -> Solution:
    with ExitStack() as stack:
        hunt = _Hunt(position, max_moves, is_over, stack)
        # A solution of the free game that keeps the rule is the shortest by the rule, and cheaper.
        length = hunt.shortest(_FREE)
        moves = hunt.moves(_FREE)
        if (
            rule.ricochet == "required"
            and moves is not None
            and not is_solution(position, moves, rule)
        ):
            length = hunt.shortest(rule, at_least=length)
            moves = hunt.moves(rule)
    if moves is not None and not is_solution(position, moves, rule):
        raise SolverError(f"{format_moves(moves)} does not solve {format_position(position)}")
    solvable = True if moves is not None else (False if hunt.is_exhausted else None)
    return Solution(moves, solvable, length, hunt.explored, seconds=0)


def is_solution(position: Position, moves: tuple[Move, ...], rule: Rule) -> bool:
    """A solution is replayed through the rules before anybody sees it."""
    played = attempt(position, moves, rule)
    return played.verdict == "arrived" and len(played.slides) == len(moves)


def arriving(position: Position) -> Sequence[Robot]:
    """The robots that may arrive."""
    present = ROBOTS[: len(position.robots)]
    return [robot for robot in present if position.target.welcomes(robot)]


class _Hunt:
    """All robots that may arrive are searched for side by side, a move further each time."""

    def __init__(
        self,
        position: Position,
        max_moves: int | None,
        is_over: Callable[[], bool],
        stack: ExitStack,
    ) -> None:
        self._position = position
        self._max_moves = max_moves
        self._is_over = is_over
        self._stack = stack  # closes the searches
        self.found: Search | None = None
        self.is_exhausted = False
        self.explored = 0

    def shortest(self, rule: Rule, at_least: int = 1) -> int:
        """Look for the shortest solution; the moves any solution has at least."""
        self.found = None
        if self._is_over():  # also for searches one does not have to prepare
            return at_least
        most = DEEPEST if self._max_moves is None else self._max_moves
        searches = [self._begin(robot, rule) for robot in arriving(self._position)]
        # One search alone finds the shortest by itself; several must not run ahead of each other.
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
        """The moves of the solution that was found, by the rules."""
        if self.found is None:
            return None
        trace = _Trace(self._position, self.found, rule)
        return tuple(trace.move(before, then) for before, then in pairwise(self.found.places()))

    def _begin(self, robot: Robot, rule: Rule) -> Search:
        search = Search(self._position, robot, rule)
        self._stack.callback(search.close)
        return search

    def _reach(self, search: Search, limit: int) -> bool:
        """Whether the search got that far before it was stopped."""
        status = k.MORE
        while status == k.MORE:
            if self._is_over():
                return False
            before = search.explored
            status = search.reach(limit, BUDGET)
            self.explored += search.explored - before
        return True


class _Trace:
    """Follows a search from place to place, and tells which robot moved where.

    A place does not say which of several robots that are alike stands where: the rules do.
    """

    def __init__(self, position: Position, search: Search, rule: Rule) -> None:
        self._position = position
        self._search = search
        self._rule = rule
        self._robots = position.robots

    def move(self, before: Place, then: Place) -> Move:
        """The move that makes one place of the other."""
        robot, end = self._who_moves(before, then)
        start = self._robots[robot.slot]
        # Most slides are straight: the heading that leads nearer is the one, unless barriers bend.
        for heading in sorted(Heading, key=lambda way: _distance(start.towards(way), end)):
            try:
                slid = slide(self._position.board, self._robots, Move(robot, heading))
            except Rejected:
                continue
            robots = after(self._robots, slid)
            done = done_after(before.done, slid, self._search.robot, self._rule)
            if self._search.place(robots, done) == then:
                self._robots = robots
                return slid.move
        raise SolverError(f"no move leads on in {format_position(self._position)}")

    def _who_moves(self, before: Place, then: Place) -> tuple[Robot, Cell]:
        """Which robot, and where to."""
        count = len(self._robots) - 1
        here, there = before.others(count), then.others(count)
        if here == there:
            return self._search.robot, cell_of(then.cell)
        left, reached = (here - there).pop(), (there - here).pop()
        return ROBOTS[self._robots.index(cell_of(left))], cell_of(reached)


def _distance(one: Cell, other: Cell) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)
