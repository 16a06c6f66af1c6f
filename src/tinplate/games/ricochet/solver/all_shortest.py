"""All shortest solutions of a position, ranked the way people like them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from heapq import nsmallest
from time import perf_counter
from typing import NamedTuple

from tinplate.games.ricochet.answers import Line, Solutions, SolverError
from tinplate.games.ricochet.board import Position, Robots
from tinplate.games.ricochet.motion import Move, Slide, after, slides
from tinplate.games.ricochet.notation import format_moves, format_position
from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.solver import kernels as k
from tinplate.games.ricochet.solver.search import Search, done_after
from tinplate.games.ricochet.solver.shortest import (
    BUDGET,
    arriving,
    is_solution,
    solve,
)
from tinplate.grid import Cell


class _Stopped(Exception):
    """Somebody does not want to wait any longer."""


def solutions(  # noqa: PLR0913 - all but the first two are chosen by name
    position: Position,
    rule: Rule = READINGS["ricochet"],
    *,
    best: int | None = None,
    distinct: bool = False,
    max_moves: int | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Solutions:
    """All shortest solutions, best first: fewest robots, then fewest cells; or only the `best` few.

    `distinct` leaves out what differs from another one only in the order of moves that have
    nothing to do with each other.
    """
    began = perf_counter()

    def check() -> None:
        late = seconds is not None and perf_counter() - began >= seconds
        if late or (cancel is not None and cancel()):
            raise _Stopped

    shortest = solve(position, rule, max_moves=max_moves, seconds=seconds, cancel=cancel)
    if shortest.moves is None:
        none = 0 if shortest.solvable is False else None
        return Solutions(shortest, none, none if distinct else None, (), perf_counter() - began)
    count, lines = 0, list[Line]()
    try:
        for robot in arriving(position):
            with closing(Search(position, robot, rule)) as search:
                web = _Web(position, search, rule, len(shortest.moves), check)
                lines += web.lines(None if distinct else best, distinct=distinct)
                count += web.count()
    except _Stopped:
        line = _line(position, shortest.moves, rule)
        return Solutions(shortest, None, None, (line,), perf_counter() - began)
    ranked = tuple(sorted(lines, key=_rank)[:best])
    for line in ranked:
        if not is_solution(position, line.moves, rule):
            message = f"{format_moves(line.moves)} does not solve {format_position(position)}"
            raise SolverError(message)
    classes = len(lines) if distinct else None
    return Solutions(shortest, count, classes, ranked, perf_counter() - began)


def _rank(line: Line) -> tuple[int, int, str]:
    return line.robots, line.cells, format_moves(line.moves)


def _line(position: Position, moves: tuple[Move, ...], rule: Rule) -> Line:
    made = attempt(position, moves, rule).slides
    return Line(len({slid.robot for slid in made}), _cells(made), moves)


def _cells(made: Iterable[Slide]) -> int:
    return sum(len(slid.cells) - 1 for slid in made)


class _Node(NamedTuple):
    """A position on the way: where all stand, what the arriving robot has done, moves left."""

    robots: Robots
    done: int
    left: int


class _End(NamedTuple):
    """A way from a node to the arrival."""

    cells: int
    slides: tuple[Slide, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(slid.move for slid in self.slides)


class _Web:
    """All shortest ways of one robot: from every position on them only what leads on."""

    def __init__(
        self,
        position: Position,
        search: Search,
        rule: Rule,
        length: int,
        check: Callable[[], None],
    ) -> None:
        self._position = position
        self._search = search
        self._rule = rule
        self._length = length
        self._check = check
        self._steps = dict[_Node, list[tuple[Slide, _Node]]]()
        status = k.MORE
        while status == k.MORE:
            check()
            status = search.reach(length - 1, BUDGET)
        self._is_dead_end = status == k.EXHAUSTED
        self._marks = search.marks(check)

    @property
    def _start(self) -> _Node:
        return _Node(self._position.robots, self._search.start.done, self._length)

    def count(self) -> int:
        """How many shortest ways there are."""
        ways = dict[_Node, int]()

        def count(node: _Node) -> int:
            if node.left == 0:
                return 1
            if node not in ways:
                ways[node] = sum(count(then) for _, then in self._onward(node))
            return ways[node]

        return count(self._start)

    def lines(self, best: int | None, *, distinct: bool) -> Iterator[Line]:
        """The ways; of those that move the same robots only the `best` shortest ones."""
        ends = dict[_Node, dict[frozenset[Robot], list[_End]]]()

        def ends_of(node: _Node) -> dict[frozenset[Robot], list[_End]]:
            if node.left == 0:
                return {frozenset(): [_End(0, ())]}
            if node not in ends:
                found = defaultdict[frozenset[Robot], list[_End]](list)
                for slid, then in self._onward(node):
                    for robots, rest in ends_of(then).items():
                        self._check()
                        found[robots | {slid.robot}] += [
                            _End(end.cells + _cells([slid]), (slid, *end.slides))
                            for end in rest
                            if not distinct or self._is_in_order(slid, end.slides)
                        ]
                ends[node] = {robots: _best(some, best) for robots, some in found.items()}
            return ends[node]

        for robots, some in ends_of(self._start).items():
            for end in some:
                yield Line(len(robots), end.cells, end.moves)

    def _onward(self, node: _Node) -> list[tuple[Slide, _Node]]:
        """The moves that lead on."""
        if node not in self._steps:
            self._check()
            self._steps[node] = [] if self._is_dead_end else [*self._find_onward(node)]
        return self._steps[node]

    def _find_onward(self, node: _Node) -> Iterator[tuple[Slide, _Node]]:
        for slid in slides(self._position.board, node.robots):
            done = done_after(node.done, slid, self._search.robot, self._rule)
            then = _Node(after(node.robots, slid), done, node.left - 1)
            # RC9: standing there while another robot moves is not arriving.
            may_be_last = then.left > 0 or slid.robot is self._search.robot
            if may_be_last and not self._search.is_void(slid, done) and self._leads_on(then):
                yield slid, then

    def _leads_on(self, node: _Node) -> bool:
        place = self._search.place(node.robots, node.done)
        if node.left <= k.PROBE:
            return self._search.arrives(place, node.left)
        marks = self._marks[self._length - node.left]
        return marks.get(place.key, 0) >> place.cell & 1 == 1

    def _is_in_order(self, slid: Slide, rest: tuple[Slide, ...]) -> bool:
        """Of all orders of moves that have nothing to do with each other one is told.

        It is the one in which no move could change places with greater ones to its left.
        """
        before = [slid]
        for later in rest:
            if _order(later) < _order(slid) and all(self._commute(one, later) for one in before):
                return False
            before.append(later)
        return True

    def _commute(self, first: Slide, then: Slide) -> bool:
        """Whether two moves that follow each other may be made the other way round."""
        return (
            first.robot is not then.robot
            and first.start not in then.cells
            and then.end not in first.cells
            and self._stopper(then) != first.end
            and self._stopper(first) != then.start
        )

    def _stopper(self, slid: Slide) -> Cell | None:
        """The cell ahead of where a robot came to rest, unless a wall stopped it."""
        is_wall = (slid.end, slid.rest_heading) in self._position.board.walls
        return None if is_wall else slid.end.towards(slid.rest_heading)


def _best(ends: list[_End], number: int | None) -> list[_End]:
    """So many of them, as they will be ranked."""
    if number is None:
        return ends
    return nsmallest(number, ends, key=lambda end: (end.cells, format_moves(end.moves)))


def _order(slid: Slide) -> tuple[int, Cell, Cell]:
    return slid.robot.slot, slid.start, slid.end
