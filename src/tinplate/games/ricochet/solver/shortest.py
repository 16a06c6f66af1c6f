"""The shortest solution of a position, proven shortest."""

from collections.abc import Callable, Iterator, Sequence
from itertools import dropwhile
from threading import Event, Lock
from time import perf_counter
from typing import TYPE_CHECKING, Self

from tinplate.arguments import require_number, unexpected
from tinplate.games.ricochet.answers import Solution, SolverError
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import format_moves, format_position, parse_position
from tinplate.games.ricochet.pieces import ROBOTS, Robot
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.reach import may_rest_on
from tinplate.games.ricochet.solver import kernels as k
from tinplate.games.ricochet.solver.limits import FULL, SearchIsFull, fits
from tinplate.games.ricochet.solver.search import DEEPEST, Search

_HARD = 10_000  # sets of positions after which it is worth asking whether there is any hope
if TYPE_CHECKING:
    from tinplate.games.ricochet.solver.wide import WideSearch

    AnySearch = Search | WideSearch

BUDGET = 1_000  # sets of positions between two looks at the clock, at most: some milliseconds
_WIDE_BUDGET = 20  # at first, on large boards and with many robots: up to milliseconds each
_SLICE = 0.02  # seconds between two looks
_FREE = READINGS["free"]
SAMPLE = "G2B1R3Y3 rg10,go14,bg12,yl8,sp2 blue-square"  # solving it takes every kernel
_loading, _loaded = Lock(), Event()


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
    refuse_bad_limits(max_moves, seconds)
    load_kernels_for(position)
    began = perf_counter()
    with ParallelSearch(position, max_moves, stop_condition(began, seconds, cancel)) as searches:
        return find_shortest(searches, rule, began)


def stop_condition(
    began: float, seconds: float | None, cancel: Callable[[], bool] | None
) -> Callable[[], bool]:
    """Whether the time is over, or the caller has cancelled."""
    if seconds is None:
        return bool if cancel is None else cancel

    def is_over() -> bool:
        return perf_counter() - began >= seconds or (cancel is not None and cancel())

    return is_over


def refuse_bad_limits(max_moves: int | None, seconds: float | None) -> None:
    """Raise Malformed if a limit is no number, or negative."""
    if max_moves is not None:
        require_number(max_moves, "max_moves", least=0)
    if seconds is not None and not (isinstance(seconds, int | float) and seconds >= 0):
        raise unexpected(seconds, "seconds", "0 or more")


def load_kernels() -> None:
    """Load the kernels from the cache, or compile them, once per process.

    Call it before looking at the clock: no search counts it as its own time.
    """
    if not _loaded.is_set():
        with _loading:
            if not _loaded.is_set():
                with ParallelSearch(parse_position(SAMPLE), None, bool) as searches:
                    find_shortest(searches, READINGS["no-deflection"], perf_counter())
                _loaded.set()


def load_kernels_for(position: Position) -> None:
    """Load those that this position needs."""
    if fits(position):
        load_kernels()
    else:
        from tinplate.games.ricochet.solver import wide  # noqa: PLC0415 - rarely needed

        wide.load_kernels()


def find_shortest(searches: "ParallelSearch", rule: Rule, began: float) -> Solution:
    """The shortest solution by a rule, in searches that are new."""
    position = searches.position
    # Searching without RC10 is cheaper, and a solution that happens to satisfy it is shortest.
    length = searches.shortest(_FREE)
    moves = searches.moves
    is_right = moves is None or is_solution(position, moves, rule)
    if not is_right and rule.ricochet == "required":
        length = searches.shortest(rule, at_least=length)
        moves = searches.moves
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
    only = position.target.robot
    return ROBOTS[: len(position.robots)] if only is None else (only,)


class ParallelSearch:
    """One search for each eligible robot, all of them deepened by one move at a time."""

    def __init__(
        self, position: Position, max_moves: int | None, is_over: Callable[[], bool]
    ) -> None:
        self.position = position
        self._max_moves = max_moves
        self._is_over = is_over
        self._fits = fits(position)
        self._budget = BUDGET if self._fits else _WIDE_BUDGET
        self._searches: list[AnySearch] = []  # those that were begun last, by one rule
        self.found: AnySearch | None = None
        self.is_exhausted = False
        self.explored = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        for search in self._searches:
            search.close()
        self._searches = []

    def shortest(self, rule: Rule, at_least: int = 1) -> int:
        """Look for the shortest solution; returns the fewest moves that any solution can have."""
        self.found = None
        if self._is_over():  # before preparing any search
            return at_least
        self._close()
        most = DEEPEST if self._max_moves is None else self._max_moves
        robots = eligible_robots(self.position)
        searches = self._searches = [self._begin(robot, rule, len(robots)) for robot in robots]
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

    @property
    def moves(self) -> tuple[Move, ...] | None:
        """The moves of the solution that was found."""
        return None if self.found is None else self.found.solution()

    def with_routes(self, length: int, check: Callable[[], None]) -> Iterator["AnySearch"]:
        """After a solution was found: the searches that may have others of that length."""
        # Those before the one that found it went as far, and found none.
        for search in dropwhile(lambda each: each is not self.found, self._searches):
            status = k.PAUSED
            while status == k.PAUSED:
                check()
                status = search.reach(length - 1, self._budget)
            if status == FULL:
                raise SearchIsFull
            if status != k.EXHAUSTED:
                yield search

    def _begin(self, robot: Robot, rule: Rule, shares: int) -> "AnySearch":
        if self._fits:
            return Search(self.position, robot, rule, shares)
        from tinplate.games.ricochet.solver.wide import WideSearch  # noqa: PLC0415 - rarely needed

        return WideSearch(self.position, robot, rule, shares)

    def _reach(self, search: "AnySearch", limit: int) -> bool:
        """Whether the search reached the limit before it was stopped."""
        status = k.PAUSED
        while status == k.PAUSED:
            if self._is_over():
                return False
            before, began = search.explored, perf_counter()
            status = search.reach(limit, self._budget)
            if status == k.PAUSED:
                self._adapt_budget(perf_counter() - began)
            self.explored += search.explored - before
            is_hard = before < _HARD <= search.explored
            if is_hard and not self._may_arrive(search.robot):
                search.status = status = k.EXHAUSTED
        return status != FULL

    def _adapt_budget(self, seconds: float) -> None:
        """How much is searched in a moment depends on the board: by a factor of a thousand."""
        factor = _SLICE / max(seconds, _SLICE / 2)
        self._budget = max(1, min(BUDGET, int(factor * self._budget)))

    def _may_arrive(self, robot: Robot) -> bool:
        """Whether this cannot be excluded, as if the other robots could be everywhere at once."""
        position = self.position
        goal = position.board.targets[position.target]
        return may_rest_on(position.board, position.robots, robot, goal)
