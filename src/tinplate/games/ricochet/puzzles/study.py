"""Whether a position is an interesting puzzle, and all that is known of it then.

It is one if its shortest solution

- has at least three moves, and moves at least two robots: no robot gets there alone in so few;
- is the only one, but for the order of independent moves;
- needs every robot that moves: with one of them off the board, no solution is as short;
- is not the price of a robot that stands in the way: with any robot off the board, no solution is
  shorter.

All searches are limited by work, never by a clock: the answer is the same on every machine.
"""

from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Slide
from tinplate.games.ricochet.pieces import ROBOTS, Robot
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.puzzles.orders import Slides, orders_of
from tinplate.games.ricochet.puzzles.without import without
from tinplate.games.ricochet.solver import Solution, solutions, solve

FEWEST_MOVES, MOST_MOVES = 3, 16
FEWEST_ROBOTS = 2
MOST_ORDERS = 400  # of one solution; with more of them the moves hardly depend on each other
LOOKS = 40  # a search may ask so often whether to stop: some dozen milliseconds
_FREE = READINGS["free"]


class PuzzleStudy(NamedTuple):
    """An interesting position, and its one solution."""

    position: Position
    rule: Rule
    slides: Slides  # the solution, in the first of its orders
    orders: frozenset[Slides]  # all of them
    free_length: int  # of the shortest solution if no corner has to be turned (RC10)

    @property
    def arriving(self) -> Robot:
        return self.slides[-1].robot

    @property
    def moving(self) -> frozenset[Robot]:
        return moving_in(self.slides)


def moving_in(made: Slides) -> frozenset[Robot]:
    """Return the robots that move."""
    return frozenset(slid.robot for slid in made)


def study(position: Position, rule: Rule) -> PuzzleStudy | None:
    """Look into a position; None if it is not interesting, or that takes too long to find out."""
    first = _solved(position, rule, MOST_MOVES)
    if first.moves is None or len(first.moves) < FEWEST_MOVES:
        return None
    if len({move.robot for move in first.moves}) < FEWEST_ROBOTS:
        return None  # most positions end here, after one search
    found = solutions(position, rule, best=1, max_moves=len(first.moves), cancel=_after(LOOKS))
    if found.count is None or found.count > MOST_ORDERS:
        return None
    made = attempt(position, found.routes[0].moves, rule).slides
    if len(moving_in(made)) < FEWEST_ROBOTS:
        return None
    orders = orders_of(position, made, found.count)
    if orders is None or len(orders) < found.count:
        return None
    if not all(_is_no_easier_without(position, rule, made, robot) for robot in _others(position)):
        return None
    return PuzzleStudy(position, rule, made, frozenset(orders), _free_length(position, made))


def _others(position: Position) -> list[Robot]:
    """The robots that can be taken away: without the only one that may arrive there is no task."""
    return [robot for robot in ROBOTS[: len(position.robots)] if robot is not position.target.robot]


def _is_no_easier_without(
    position: Position, rule: Rule, made: tuple[Slide, ...], robot: Robot
) -> bool:
    """Whether it is proven that taking the robot away does not help."""
    most = len(made) if robot in moving_in(made) else len(made) - 1
    found = _solved(without(position, robot), rule, most)
    return found.solvable is False or (found.moves is None and found.at_least > most)


def _free_length(position: Position, made: tuple[Slide, ...]) -> int:
    """The length by the loosest reading; at most that of the solution, which it allows as well."""
    found = _solved(position, _FREE, len(made))
    return len(made) if found.moves is None else len(found.moves)


def _solved(position: Position, rule: Rule, most: int) -> Solution:
    return solve(position, rule, max_moves=most, cancel=_after(LOOKS))


def _after(looks: int) -> Callable[[], bool]:
    """Make a signal that stops a search at the same point every time."""
    counter = count(1)
    return lambda: next(counter) > looks
