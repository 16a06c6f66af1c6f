"""All shortest solutions of a position, the simplest first."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from heapq import nsmallest
from time import perf_counter
from typing import NamedTuple

from tinplate.games.ricochet.answers import ShortestRoute, Solutions, SolverError
from tinplate.games.ricochet.board import Position, Robots
from tinplate.games.ricochet.motion import Move, Slide, after, slides
from tinplate.games.ricochet.notation import format_moves, format_position
from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.solver import kernels as k
from tinplate.games.ricochet.solver.search import Search, turn_state_after
from tinplate.games.ricochet.solver.shortest import (
    BUDGET,
    eligible_robots,
    is_solution,
    solve,
)
from tinplate.grid import Cell


class _Stopped(Exception):
    """The caller's time limit is over, or the caller has cancelled."""


def solutions(  # noqa: PLR0913 - all but the first two are keywords
    position: Position,
    rule: Rule = READINGS["ricochet"],
    *,
    best: int | None = None,
    distinct: bool = False,
    max_moves: int | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Solutions:
    """All shortest solutions, or the `best` few: fewest robots first, then fewest cells.

    `distinct` leaves out solutions that only reorder independent moves of another one.
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
    count, routes = 0, list[ShortestRoute]()
    try:
        for robot in eligible_robots(position):
            with closing(Search(position, robot, rule)) as search:
                graph = _RouteGraph(position, search, rule, len(shortest.moves), check)
                routes += graph.routes(None if distinct else best, distinct=distinct)
                count += graph.count()
    except _Stopped:
        route = _route(position, shortest.moves, rule)
        return Solutions(shortest, None, None, (route,), perf_counter() - began)
    ranked = tuple(sorted(routes, key=_rank)[:best])
    for route in ranked:
        if not is_solution(position, route.moves, rule):
            message = f"{format_moves(route.moves)} does not solve {format_position(position)}"
            raise SolverError(message)
    classes = len(routes) if distinct else None
    return Solutions(shortest, count, classes, ranked, perf_counter() - began)


def _rank(route: ShortestRoute) -> tuple[int, int, str]:
    return route.robots, route.cells, format_moves(route.moves)


def _route(position: Position, moves: tuple[Move, ...], rule: Rule) -> ShortestRoute:
    made = attempt(position, moves, rule).slides
    return ShortestRoute(len({slid.robot for slid in made}), _cells(made), moves)


def _cells(made: Iterable[Slide]) -> int:
    return sum(len(slid.cells) - 1 for slid in made)


class _Node(NamedTuple):
    """A position on a shortest route."""

    robots: Robots
    turn_state: int  # of the arriving robot (RC10)
    left: int  # moves to the target


class _Suffix(NamedTuple):
    """The rest of a route, from a node to the target."""

    cells: int
    slides: tuple[Slide, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(slid.move for slid in self.slides)


class _RouteGraph:
    """All shortest routes of one robot: each node has only the moves that lead to the target."""

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
        status = k.PAUSED
        while status == k.PAUSED:
            check()
            status = search.reach(length - 1, BUDGET)
        self._has_no_routes = status == k.EXHAUSTED
        self._marks = search.marks(check)

    @property
    def _start(self) -> _Node:
        return _Node(self._position.robots, self._search.start.turn_state, self._length)

    def count(self) -> int:
        """How many shortest routes there are."""
        counts = dict[_Node, int]()

        def count(node: _Node) -> int:
            if node.left == 0:
                return 1
            if node not in counts:
                counts[node] = sum(count(then) for _, then in self._onward(node))
            return counts[node]

        return count(self._start)

    def routes(self, best: int | None, *, distinct: bool) -> Iterator[ShortestRoute]:
        """The routes; of those that move the same robots, only the `best` with the fewest cells."""
        known = dict[_Node, dict[frozenset[Robot], list[_Suffix]]]()

        def suffixes(node: _Node) -> dict[frozenset[Robot], list[_Suffix]]:
            """From a node to the target, by the robots that move."""
            if node.left == 0:
                return {frozenset(): [_Suffix(0, ())]}
            if node not in known:
                found = defaultdict[frozenset[Robot], list[_Suffix]](list)
                for slid, then in self._onward(node):
                    for robots, rest in suffixes(then).items():
                        self._check()
                        found[robots | {slid.robot}] += [
                            _Suffix(suffix.cells + _cells([slid]), (slid, *suffix.slides))
                            for suffix in rest
                            if not distinct or self._is_in_order(slid, suffix.slides)
                        ]
                known[node] = {robots: _best(some, best) for robots, some in found.items()}
            return known[node]

        for robots, some in suffixes(self._start).items():
            for suffix in some:
                yield ShortestRoute(len(robots), suffix.cells, suffix.moves)

    def _onward(self, node: _Node) -> list[tuple[Slide, _Node]]:
        """The moves that lead to the target."""
        if node not in self._steps:
            self._check()
            self._steps[node] = [] if self._has_no_routes else [*self._find_onward(node)]
        return self._steps[node]

    def _find_onward(self, node: _Node) -> Iterator[tuple[Slide, _Node]]:
        for slid in slides(self._position.board, node.robots):
            state = turn_state_after(node.turn_state, slid, self._search.robot, self._rule)
            then = _Node(after(node.robots, slid), state, node.left - 1)
            # RC9: being on the target while another robot moves is not arriving.
            may_be_last = then.left > 0 or slid.robot is self._search.robot
            if may_be_last and not self._search.is_void(slid, state) and self._leads_on(then):
                yield slid, then

    def _leads_on(self, node: _Node) -> bool:
        packed = self._search.pack(node.robots, node.turn_state)
        if node.left <= k.PROBE_DEPTH:
            return self._search.arrives(packed, node.left)
        marks = self._marks[self._length - node.left]
        return marks.get(packed.key, 0) >> packed.cell & 1 == 1

    def _is_in_order(self, slid: Slide, rest: tuple[Slide, ...]) -> bool:
        """Whether this is the one order of its independent moves that is listed.

        It is the one in which no move can be made earlier than moves that sort after it.
        """
        before = [slid]
        for later in rest:
            if _order(later) < _order(slid) and all(self._commute(one, later) for one in before):
                return False
            before.append(later)
        return True

    def _commute(self, first: Slide, then: Slide) -> bool:
        """Whether two consecutive moves can be made in the other order."""
        return (
            first.robot is not then.robot
            and first.start not in then.cells
            and then.end not in first.cells
            and self._stopper(then) != first.end
            and self._stopper(first) != then.start
        )

    def _stopper(self, slid: Slide) -> Cell | None:
        """The cell of the robot that stopped this one; None if a wall did."""
        is_wall = (slid.end, slid.rest_heading) in self._position.board.walls
        return None if is_wall else slid.end.towards(slid.rest_heading)


def _best(suffixes: list[_Suffix], number: int | None) -> list[_Suffix]:
    """The first ones in the order of `_rank`."""
    if number is None:
        return suffixes
    return nsmallest(number, suffixes, key=lambda each: (each.cells, format_moves(each.moves)))


def _order(slid: Slide) -> tuple[int, Cell, Cell]:
    return slid.robot.slot, slid.start, slid.end
