"""What the search of printed boards and that of all others share: how they go on, level by level.

The counters and statuses of both have the same numbers.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.solver import kernels as k
from tinplate.games.ricochet.solver.limits import FULL, SearchIsFull

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
_BLOCK = 500  # sets of positions that are searched or marked in one call


class LevelSearch(ABC):
    """Looks for the shortest solution in which a given robot reaches the target.

    `reach(limit)` continues until every solution of at most that many moves is found or excluded,
    or until its budget is spent.
    """

    def __init__(self, robot: Robot, most_groups: int, probe_depth: int) -> None:
        """It may keep so many groups, and its probes look so many moves ahead."""
        self.robot = robot
        self.status = k.PAUSED
        self.length: int | None = None  # of the solution, once it is found
        self._most_groups = most_groups
        self._probe_depth = probe_depth
        self._counters = np.zeros(k.COUNTERS, np.int64)

    @abstractmethod
    def _call_kernel(self, budget: int, *, probes: bool) -> int:
        """Search on until there is something to say."""

    @abstractmethod
    def _grow(self, groups: int, entries: int) -> None:
        """Make room for so many."""

    @property
    @abstractmethod
    def _level_starts(self) -> Numbers:
        """The first entry of each level."""

    @abstractmethod
    def _mark_arrivals(self, begin: int, end: int, good: Words) -> None:
        """Mark entries of the last level: the cells from which probes arrive."""

    @abstractmethod
    def _mark_level(self, begin: int, end: int, last: int, good: Words) -> None:
        """Mark entries of a level by the next one, which ends at `last`."""

    @property
    def explored(self) -> int:
        """How many sets of positions have been expanded."""
        return int(self._counters[k.AT])

    @property
    def proven(self) -> int:
        """No solution has fewer moves than this."""
        if self.length is not None:
            return self.length
        probed = int(self._counters[k.PROBED])
        depth = int(self._counters[k.DEPTH]) if probed == self._probe_depth else 0
        return depth + probed + 1

    def reach(self, limit: int, budget: int) -> int:
        """Search on: SOLVED, EXHAUSTED, LIMIT_REACHED, FULL, or PAUSED when the budget is spent."""
        if self.status in (k.SOLVED, k.EXHAUSTED):
            return self.status
        status = self._advance(limit, budget, probes=True)
        if status == k.SOLVED:
            self.length = int(self._counters[k.DEPTH]) + 1 + int(self._counters[k.FOUND])
        if status in (k.SOLVED, k.EXHAUSTED):
            self.status = status
        return status

    def _advance(self, limit: int, budget: int, *, probes: bool) -> int:
        counters = self._counters
        counters[k.MAXIMUM] = limit
        while True:
            status = self._call_kernel(budget, probes=probes)
            if status != k.NEEDS_MEMORY:
                return status
            if counters[k.GROUPS] > self._most_groups:
                return FULL
            self._grow(int(counters[k.GROUPS]), int(counters[k.END] + counters[k.FRESH]))

    def _complete(self, length: int, check: Callable[[], None]) -> list[int]:
        """Search to the end of the level from which probes arrive, whatever arrives on the way.

        Returns where each level of the search begins, and where the last one ends.
        """
        counters = self._counters
        if counters[k.GROUPS] == 0:  # a probe of the start found it
            return []
        if self.status == k.SOLVED:
            counters[k.AT] -= 1  # not all moves of that set were made
        status = k.PAUSED
        while status == k.PAUSED:
            check()
            status = self._advance(length, _BLOCK, probes=False)
        if status == FULL:
            raise SearchIsFull
        depth = int(counters[k.DEPTH])
        return [*self._level_starts[: depth + 1].tolist(), int(counters[k.END])]

    def _mark(self, ends: list[int], width: int, check: Callable[[], None]) -> Words:
        """For each entry of the search, the cells that lead to a solution: so many words."""
        good = np.empty((ends[-1] if ends else 0, width), np.uint64)
        last = len(good)
        for begin, first in reversed([*pairwise(ends)][1:]):
            # Block by block, in ascending order: the rest of the level is not marked yet, so
            # nothing leads to it.
            for block in range(begin, first, _BLOCK):
                check()
                end = min(block + _BLOCK, first)
                if first == ends[-1]:
                    self._mark_arrivals(block, end, good)
                else:
                    self._mark_level(block, end, last, good)
            last = first
        return good
