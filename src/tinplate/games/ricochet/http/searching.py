# ruff: noqa: PLC0415 - the solver is imported when somebody asks, so that a server starts at once
"""Work for the solver that takes a while: solutions, hints, and positions of a wanted length."""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from tinplate.games.ricochet.answers import Level, Solutions
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.http.facts import hint_facts, position_facts, solved
from tinplate.games.ricochet.http.solution_cache import SolutionCache
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.wire import Dealt, Hinted, Solved
from tinplate.server.compute import Busy, Cancel, Work

SEARCH_SECONDS = 10
MAX_DEALS = 200  # tries to deal a position of the requested length
MAX_SOLUTIONS = 1_000  # cached

SHORTEST = SolutionCache(MAX_SOLUTIONS)


def search_for(
    start: Position, rule: Rule, *, limit: int, every: bool, orders: bool
) -> Work[Solved]:
    """A shortest solution, or the best of all, with every order of their moves or only one."""

    def work(cancel: Cancel) -> Solved:
        refuse_while_warming(start)
        if every:
            return _all_solved(start, rule, limit, cancel, distinct=not orders)
        question = (format_position(start), rule)
        known = SHORTEST.get(question)
        return known or SHORTEST.keep(question, _shortest(start, rule, cancel))

    return work


def deal_like(deal: Callable[[], Position], rule: Rule, lengths: range, cancel: Cancel) -> Dealt:
    """Deal until a position has the wanted length. If that takes too long, take the longest."""
    from tinplate.games.ricochet.solver import solve
    from tinplate.games.ricochet.solver.shortest import load_kernels

    load_kernels()
    until = monotonic() + SEARCH_SECONDS
    longest: tuple[Position, int] | None = None
    for _ in range(MAX_DEALS):
        position, left = deal(), max(0, until - monotonic())
        refuse_while_warming(position)
        found = solve(position, rule, max_moves=lengths[-1], seconds=left, cancel=cancel)
        if found.moves and (longest is None or len(found.moves) > longest[1]):
            longest = position, len(found.moves)
            if longest[1] in lengths:
                break
        if not left or cancel():
            break
    if longest is None:
        return Dealt(position_facts(deal()), moves=None, is_as_wished=False)
    position, moves = longest
    return Dealt(position_facts(position), moves, is_as_wished=moves in lengths)


def refuse_while_warming(position: Position) -> None:
    """Busy until the kernels are there that this position needs."""
    from tinplate.games.ricochet.solver.warming import is_warm

    if not is_warm(position):
        raise Busy("The solver is warming up. Try again in a moment.", "warming-up")


def _shortest(position: Position, rule: Rule, cancel: Cancel) -> Solved:
    """The first shortest solution that is found."""
    from tinplate.games.ricochet.solver import solve

    shortest = solve(position, rule, seconds=SEARCH_SECONDS, cancel=cancel)
    all_moves = [shortest.moves] if shortest.moves else []
    return solved(position, rule, Solutions(shortest, None, None, (), shortest.seconds), all_moves)


def _all_solved(
    position: Position, rule: Rule, limit: int, cancel: Cancel, *, distinct: bool
) -> Solved:
    """The best of all shortest solutions."""
    from tinplate.games.ricochet.solver import solutions

    found = solutions(
        position, rule, best=limit, distinct=distinct, seconds=SEARCH_SECONDS, cancel=cancel
    )
    return solved(position, rule, found, [line.moves for line in found.routes])


class Guidance(NamedTuple):
    """A hint, and the solutions it comes from, which are not for those who asked."""

    hinted: Hinted
    routes: tuple[tuple[Move, ...], ...]


def find_hint(position: Position, rule: Rule, level: Level, cancel: Cancel) -> Guidance:
    """A hint of a level, from the best solution."""
    from tinplate.games.ricochet.solver import hint_from, solutions

    refuse_while_warming(position)
    found = solutions(position, rule, best=1, seconds=SEARCH_SECONDS, cancel=cancel)
    hinted = hint_facts(position, rule, level, hint_from(found, position, level, rule))
    return Guidance(hinted, tuple(line.moves for line in found.routes))
