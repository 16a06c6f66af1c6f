"""A cache of shortest solutions: replays and reviews ask for the same positions again."""

from threading import Lock

from cachetools import LRUCache

from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.wire import Solved

Question = tuple[str, Rule]  # the text of a position, and the reading of RC10


class SolutionCache:
    """The latest shortest solutions."""

    def __init__(self, size: int) -> None:
        self._lock = Lock()
        self._solutions: LRUCache[Question, Solved] = LRUCache(size)

    def get(self, question: Question) -> Solved | None:
        with self._lock:
            return self._solutions.get(question)

    def keep(self, question: Question, solution: Solved) -> Solved:
        if solution.outcome != "out of time":  # with more time there may be one
            with self._lock:
                self._solutions[question] = solution
        return solution
