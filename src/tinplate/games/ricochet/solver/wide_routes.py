"""All shortest routes on boards that the kernels have no room for, move by move by the rules."""

from collections.abc import Callable, Iterator

import numpy as np

from tinplate.games.ricochet.board import Position, Robots
from tinplate.games.ricochet.motion import Slide, after, slides
from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.solver import wide_loops as k
from tinplate.games.ricochet.solver.routes import RouteGraph
from tinplate.games.ricochet.solver.search import MOVES
from tinplate.games.ricochet.solver.wide import WideSearch, turn_state_after

_NUMBERS = {move: number for number, move in enumerate(MOVES)}
_Node = tuple[Robots, int]  # where the robots are, and the arriving one's turn state


class WideGraph(RouteGraph):
    """Built level by level: a move belongs to it if the search allows arriving after it."""

    def __init__(
        self,
        position: Position,
        search: WideSearch,
        rule: Rule,
        length: int,
        check: Callable[[], None],
    ) -> None:
        super().__init__(position, check)
        self._search = search
        self._rule = rule
        search.complete(length, check)
        start = (position.robots, k.TURNED if rule.ricochet == "off" else k.UNMOVED)
        self._all_nodes: list[_Node] = [start]
        self._firsts: list[int] = []
        edges = list[tuple[int, int, int]]()
        begin = 0
        for left in range(length, 0, -1):
            self._arrivals = len(self._all_nodes)
            search.note_level(length - left + 1)
            numbers: dict[_Node, int] = {}
            for node in self._all_nodes[begin:]:
                check()
                self._firsts.append(len(edges))
                for slid, then in self._moves_from(node, length, left):
                    if then not in numbers:
                        numbers[then] = len(self._all_nodes)
                        self._all_nodes.append(then)
                    edges.append((_NUMBERS[slid.move], len(slid.cells) - 1, numbers[then]))
            begin = self._arrivals
        self._nodes = len(self._all_nodes)
        self._firsts += [len(edges)] * (self._nodes - self._arrivals + 1)
        self._edges = np.array(edges, np.int64).reshape(-1, 3)

    @property
    def _first(self) -> list[int]:
        return self._firsts

    def _robots(self, node: int) -> Robots:
        return self._all_nodes[node][0]

    def _moves_from(self, node: _Node, length: int, left: int) -> Iterator[tuple[Slide, _Node]]:
        """Yield, in alphabetical order, the moves that lead on, and where they lead."""
        robots, turn_state = node
        for slid in sorted(slides(self._position.board, robots), key=lambda each: str(each.move)):
            then = after(robots, slid), self._turn_state_after(turn_state, slid)
            if self._leads_on(slid, then, length - left + 1, left - 1):
                yield slid, then

    def _turn_state_after(self, before: int, slid: Slide) -> int:
        if slid.robot is not self._search.robot:
            return before
        return turn_state_after(before, slid, deflection_counts=self._rule.deflection_counts)

    def _leads_on(self, slid: Slide, then: _Node, depth: int, left: int) -> bool:
        if not self._search.concerns(slid.robot):
            return False
        is_own = slid.robot is self._search.robot
        is_there = slid.end == self._position.board.targets[self._position.target]
        if left == 0:
            # RC9: being on the target while another robot moves is not arriving.
            return is_own and is_there and then[1] == k.TURNED
        if is_there and (then[1] != k.TURNED if is_own else self._position.target.robot is None):
            is_strict = self._rule.ricochet == "off" or self._rule.early_stop == "void"
            if is_strict:  # that would have ended it, one way or the other
                return False
        return self._search.leads_on(*then, depth, left)
