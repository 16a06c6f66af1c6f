"""What there is to know of a board while somebody draws it: how long each of its targets takes."""

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

from tinplate.games.ricochet.answers import Solution
from tinplate.games.ricochet.board import Board, Position, Robots, tokens_of
from tinplate.games.ricochet.pieces import ROBOTS, Target
from tinplate.games.ricochet.proof import READINGS, Rule
from tinplate.games.ricochet.reach import resting_cells
from tinplate.games.ricochet.solver.shortest import load_kernels_for, solve
from tinplate.grid import Cell

_FIRST_SHARE = 2  # the chosen target gets one part in so many of the time
_HOPELESS = Solution(None, solvable=False, at_least=1, explored=0, seconds=0.0)


class Survey(NamedTuple):
    """The targets that can be played, each with what is known of its shortest solution."""

    solutions: tuple[tuple[Position, Solution], ...]  # in the order of the tokens
    unreachable: tuple[Cell, ...]  # no robot can ever rest there


def survey(  # noqa: PLR0913 - the last ones are limits
    board: Board,
    robots: Robots,
    chosen: Target | None = None,
    rule: Rule = READINGS["ricochet"],
    *,
    seconds: float,
    cancel: Callable[[], bool] | None = None,
) -> Survey:
    """Solve all targets of a board within so many seconds; the chosen one comes first.

    What the time does not suffice for is unknown, with the bound that was reached.
    """
    targets = tokens_of(board, len(robots))
    positions = [Position(board, robots, target) for target in targets]
    if positions:
        load_kernels_for(positions[0])
    until = perf_counter() + seconds
    reach = resting_cells(board, robots)
    found = dict[Target, Solution]()
    hopeful = list[Position]()
    for position in positions:
        if _may_arrive(position, reach):
            hopeful.append(position)
        else:
            found[position.target] = _HOPELESS
    for position, left in _in_turn(hopeful, chosen, until):
        found[position.target] = solve(position, rule, seconds=left, cancel=cancel)
    return Survey(
        tuple((position, found[position.target]) for position in positions),
        _never_reached(board, reach),
    )


def _may_arrive(position: Position, reach: Sequence[frozenset[Cell]]) -> bool:
    goal = position.board.targets[position.target]
    return any(
        goal in cells
        for robot, cells in zip(ROBOTS, reach, strict=False)
        if position.target.welcomes(robot)
    )


def _never_reached(board: Board, reach: Sequence[frozenset[Cell]]) -> tuple[Cell, ...]:
    reached = frozenset[Cell]().union(*reach)
    return tuple(cell for cell in board.cells if board.may_rest(cell) and cell not in reached)


def _in_turn(
    positions: Sequence[Position], chosen: Target | None, until: float
) -> Iterator[tuple[Position, float]]:
    """Each position, and how many seconds it may take: what one saves, the others get."""
    ordered = sorted(positions, key=lambda position: position.target is not chosen)
    for at, position in enumerate(ordered):
        left = max(0.0, until - perf_counter())
        is_chosen = position.target is chosen
        yield position, left / (_FIRST_SHARE if is_chosen else len(ordered) - at)
