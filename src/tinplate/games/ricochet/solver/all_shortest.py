"""All shortest solutions of a position, the simplest first."""

from collections.abc import Callable
from threading import Event, Lock
from time import perf_counter

from tinplate.games.ricochet.answers import ShortestRoute, Solution, Solutions, SolverError
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import format_moves, format_position, parse_position
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.solver.limits import SearchIsFull, fits
from tinplate.games.ricochet.solver.routes import graph_of
from tinplate.games.ricochet.solver.shortest import (
    SAMPLE,
    ParallelSearch,
    find_shortest,
    is_solution,
    load_kernels,
    load_kernels_for,
    refuse_bad_limits,
    stop_condition,
)

_loading, _loaded = Lock(), Event()


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
    refuse_bad_limits(max_moves, seconds)
    if fits(position):
        load_all_kernels()
    else:
        load_kernels_for(position)
    began = perf_counter()
    is_over = stop_condition(began, seconds, cancel)
    with ParallelSearch(position, max_moves, is_over) as searches:
        shortest = find_shortest(searches, rule, began)
        return _find_all(searches, rule, shortest, best, is_over, began, distinct=distinct)


def load_all_kernels() -> None:
    """Load the kernels, or compile them, before looking at the clock; those of all solutions, too.

    They are loaded once per process.
    """
    load_kernels()
    if not _loaded.is_set():
        with _loading:
            if not _loaded.is_set():
                rule = READINGS["no-deflection"]
                began = perf_counter()
                with ParallelSearch(parse_position(SAMPLE), None, bool) as searches:
                    shortest = find_shortest(searches, rule, began)
                    _find_all(searches, rule, shortest, 1, bool, began, distinct=False)
                _loaded.set()


def _find_all(  # noqa: PLR0913, PLR0917 - what `solutions` was asked
    searches: ParallelSearch,
    rule: Rule,
    shortest: Solution,
    best: int | None,
    is_over: Callable[[], bool],
    began: float,
    *,
    distinct: bool,
) -> Solutions:
    """All solutions as short as the one that the searches have found."""
    position = searches.position
    if shortest.moves is None:
        none = 0 if shortest.solvable is False else None
        return Solutions(shortest, none, none if distinct else None, (), perf_counter() - began)

    def check() -> None:
        if is_over():
            raise _Stopped

    count, routes, length = 0, list[ShortestRoute](), len(shortest.moves)
    try:
        for search in searches.with_routes(length, check):
            graph = graph_of(position, search, rule, length, check)
            if best == 1 and not distinct:
                some, number = graph.best()
            else:
                some = [*graph.routes(None if distinct else best, distinct=distinct)]
                number = graph.count()
            routes += some
            count += number
    except (_Stopped, SearchIsFull):
        route = _route(position, shortest.moves, rule)
        return Solutions(shortest, None, None, (route,), perf_counter() - began)
    ranked = tuple(sorted(routes, key=_rank)[:best] if len(routes) > 1 else routes[:best])
    for route in ranked:
        if route.moves != shortest.moves and not is_solution(position, route.moves, rule):
            message = f"{format_moves(route.moves)} does not solve {format_position(position)}"
            raise SolverError(message)
    classes = len(routes) if distinct else None
    return Solutions(shortest, count, classes, ranked, perf_counter() - began)


def _rank(route: ShortestRoute) -> tuple[int, int, str]:
    return route.robots, route.cells, format_moves(route.moves)


def _route(position: Position, moves: tuple[Move, ...], rule: Rule) -> ShortestRoute:
    made = attempt(position, moves, rule).slides
    cells = sum(len(slid.cells) - 1 for slid in made)
    return ShortestRoute(len({slid.robot for slid in made}), cells, moves)
