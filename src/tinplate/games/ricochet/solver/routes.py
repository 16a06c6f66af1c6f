"""All shortest routes of one robot, as a graph that the kernels build."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator
from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tinplate.games.ricochet.answers import ShortestRoute
from tinplate.games.ricochet.board import CELLS, Position, Robots
from tinplate.games.ricochet.motion import Slide, slide
from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.solver import kernels as k
from tinplate.games.ricochet.solver.levels import Numbers
from tinplate.games.ricochet.solver.search import MOVES, Search
from tinplate.grid import Cell

if TYPE_CHECKING:
    from tinplate.games.ricochet.solver.shortest import AnySearch

_ROOM = 1 << 10  # nodes there is memory for at first; a power of two, for the hash table
_GROWTH = 8
_EDGES = 2  # for each node there is memory for
_BUDGET = 100  # nodes between two looks at the clock: some milliseconds
_ALPHABETICAL = sorted(MOVES, key=str)
_RANKS = [_ALPHABETICAL.index(move) for move in MOVES]


class _Suffix(NamedTuple):
    """The rest of a route, from a node to the target; the best comes first."""

    cells: int
    ranks: tuple[int, ...]  # the moves, by their places in `_ALPHABETICAL`
    slides: tuple[Slide, ...]  # only where the order of moves matters


_Suffixes = dict[int, list[_Suffix]]  # by the robots that move, as bits


def graph_of(
    position: Position, search: "AnySearch", rule: Rule, length: int, check: Callable[[], None]
) -> "RouteGraph":
    """The graph of the routes that a search has found."""
    if isinstance(search, Search):
        return KernelGraph(position, search, rule, length, check)
    from tinplate.games.ricochet.solver.wide_routes import WideGraph  # noqa: PLC0415 - rarely needed

    return WideGraph(position, search, rule, length, check)


class RouteGraph(ABC):
    """Nodes are positions in which robots are told apart; edges are moves that lead on."""

    def __init__(self, position: Position, check: Callable[[], None]) -> None:
        self._position = position
        self._check = check
        self._nodes = 0  # how many there are
        self._arrivals = 0  # how many come before those that have arrived
        self._edges: Numbers = np.zeros((0, 3), np.int64)  # see `GraphArrays.edge`

    @property
    @abstractmethod
    def _first(self) -> list[int]:
        """The first edge of each node, and the end of all edges."""

    @abstractmethod
    def _robots(self, node: int) -> Robots:
        """Where the robots are; those that are walled off stay where they began."""

    def best(self) -> tuple[list[ShortestRoute], int]:
        """The best route of each set of robots, and how many routes there are."""
        return [*self.routes(1, distinct=False)], self.count()

    def count(self) -> int:
        """How many shortest routes there are."""
        first, to = self._first, self._edges[:, 2].tolist()
        counts = [0] * self._arrivals + [1] * (self._nodes - self._arrivals)
        for node in reversed(range(self._arrivals)):
            counts[node] = sum([counts[then] for then in to[first[node] : first[node + 1]]])
        return counts[0]

    def routes(self, best: int | None, *, distinct: bool) -> Iterator[ShortestRoute]:
        """The routes; of those that move the same robots, only the `best` with the fewest cells."""
        known: list[_Suffixes] = [{} for _ in range(self._arrivals)]
        known += [{0: [_Suffix(0, (), ())]}] * (self._nodes - self._arrivals)
        first = self._first
        for node in reversed(range(self._arrivals)):
            edges = self._edges[first[node] : first[node + 1]].tolist()
            known[node] = {
                robots: some if best is None else nsmallest(best, some)
                for robots, some in self._suffixes(node, edges, known, distinct=distinct).items()
            }
        for robots, some in known[0].items():
            for suffix in some:
                moves = tuple([_ALPHABETICAL[rank] for rank in suffix.ranks])
                yield ShortestRoute(robots.bit_count(), suffix.cells, moves)

    def _suffixes(
        self, node: int, edges: list[list[int]], known: list[_Suffixes], *, distinct: bool
    ) -> _Suffixes:
        """From a node to the target."""
        found = defaultdict[int, list[_Suffix]](list)
        for move, cells, then in edges:
            rank = (_RANKS[move],)
            made: tuple[Slide, ...] = ()
            if distinct:
                made = (slide(self._position.board, self._robots(node), MOVES[move]),)
            for robots, rest in known[then].items():
                self._check()
                found[robots | 1 << (move >> 2)] += [
                    _Suffix(suffix.cells + cells, rank + suffix.ranks, made + suffix.slides)
                    for suffix in rest
                    if not made or self._is_in_order(made[0], suffix.slides)
                ]
        return found

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


class KernelGraph(RouteGraph):
    """A graph that the kernels build."""

    def __init__(
        self,
        position: Position,
        search: Search,
        rule: Rule,
        length: int,
        check: Callable[[], None],
    ) -> None:
        super().__init__(position, check)
        self._finished = search.finished(rule, length, check)
        room = _ROOM
        while not self._build(search, rule, length, room):
            room *= _GROWTH

    def _build(self, search: Search, rule: Rule, length: int, room: int) -> bool:
        """Whether there was enough memory."""
        self._graph = k.GraphArrays(
            node=np.empty(room, np.uint64),
            first=np.empty(room + 1, np.int64),
            table=np.zeros(2 * room, np.int64),
            edge=np.empty((_EDGES * room, 3), np.int64),
        )
        self._graph.node[0] = search.node(rule)
        counters = np.zeros(k.GRAPH_COUNTERS, np.int64)
        counters[k.NODES], counters[k.LEFT] = 1, length + 1
        finished, graph = tuple(self._finished), tuple(self._graph)
        status = k.PAUSED
        while status == k.PAUSED:
            self._check()
            status = k.extend_graph(counters, _BUDGET, finished, graph, search.arrays, search.task)
        self._nodes, self._arrivals = int(counters[k.NODES]), int(counters[k.NEXT])
        self._edges = self._graph.edge[: counters[k.EDGES]]
        return bool(status == k.EXHAUSTED)

    def best(self) -> tuple[list[ShortestRoute], int]:
        """The best route, if there is one, and how many there are."""
        cells = np.empty((self._nodes, 1 << self._finished.robots), np.int64)
        counts = np.empty(self._nodes, np.int64)
        moves = np.empty(self._finished.length, np.int64)
        robots, far, count = k.find_best(
            self._nodes, self._arrivals, tuple(self._graph), cells, np.empty_like(cells), counts,
            moves,
        )  # fmt: skip
        if count == 0:
            return [], 0
        route = ShortestRoute(robots, far, tuple([MOVES[move] for move in moves.tolist()]))
        return [route], self.count() if count == k.TOO_MANY else count

    @property
    def _first(self) -> list[int]:
        """The first edge of each node, and the end of all edges."""
        first: list[int] = self._graph.first[: self._nodes + 1].tolist()
        return first

    def _robots(self, node: int) -> Robots:
        """Where the robots are; those that are walled off stay where they began."""
        cells = int(self._graph.node[node]).to_bytes(8, "little")
        return tuple(
            CELLS[number] if moves else cell
            for cell, number, moves in zip(
                self._position.robots, cells, self._finished.moves, strict=False
            )
        )


def _order(slid: Slide) -> tuple[int, Cell, Cell]:
    return slid.robot.slot, slid.start, slid.end
