# ruff: noqa: PLC0415 - the solver is loaded when a bot plays, not when bots are listed
"""The solutions bots find in a position: a shortest one, and longer ones that are easier to see.

All are real solutions, replayed through the rules. The searches are limited by work, not by a
clock, so that the same position always gives the same solutions.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import lru_cache
from itertools import count
from random import Random
from typing import NamedTuple

from tinplate.game import Rejected
from tinplate.games.ricochet.board import Board, Position, Robots, board_named
from tinplate.games.ricochet.motion import Move, Slide, after, put, slide, slides
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.proof import Rule, attempt, has_ricocheted, judge
from tinplate.grid import Cell, Heading

POSITIONS_KEPT = 512
LONGEST_ALONE = 10  # moves of one robot that a person can follow mentally
MOST_BEYOND = 4  # moves beyond the shortest solution
FIRST_MOVES = 6  # that a person might try
DETOURS = 3  # of two moves
# How often a search may check whether to stop; a check takes from 1 ms to some dozens.
LOOKS_AT_THE_SHORTEST = 900
LOOKS_AT_LONGER_ONES = 60


class Puzzle(NamedTuple):
    """A position as values that are quick to compare."""

    board_name: str
    robots: Robots
    target: Target
    rule: Rule

    @property
    def board(self) -> Board:
        return board_named(self.board_name)

    @property
    def position(self) -> Position:
        return Position(self.board, self.robots, self.target)


class Route(NamedTuple):
    """A solution, and how hard it is to see."""

    moves: tuple[Move, ...]
    effort: float


@lru_cache(maxsize=POSITIONS_KEPT)
def shortest(puzzle: Puzzle) -> Route | None:
    """Return a shortest solution; None if there is none, or finding it takes too long."""
    from tinplate.games.ricochet.solver import solve
    from tinplate.games.ricochet.solver.warming import warm_up

    warm_up(puzzle.position)
    found = solve(puzzle.position, puzzle.rule, cancel=_after(LOOKS_AT_THE_SHORTEST))
    return None if found.moves is None else _way(puzzle, found.moves)


def known_routes(puzzle: Puzzle) -> tuple[Route, ...]:
    """Return the easiest solution of each length, shortest first.

    Bots at one table ask at the same time: one of them searches, the others wait for its result.
    """
    own = Future[tuple[Route, ...]]()
    first = _under_way.setdefault(puzzle, own)
    if first is not own:
        return first.result()
    try:
        own.set_result(_known_routes(puzzle))
    except BaseException as error:
        own.set_exception(error)
        raise
    finally:
        del _under_way[puzzle]
    return own.result()


_under_way = dict[Puzzle, Future[tuple[Route, ...]]]()


@lru_cache(maxsize=POSITIONS_KEPT)
def _known_routes(puzzle: Puzzle) -> tuple[Route, ...]:
    best = shortest(puzzle)
    found = [] if best is None else [best]
    candidates = [*_alone(puzzle), *(_longer(puzzle, len(best.moves)) if best else ())]
    found += [way for moves in candidates if (way := _way(puzzle, moves)) is not None]
    easiest = dict[int, Route]()
    for way in sorted(found, key=lambda way: (len(way.moves), way.effort)):
        easiest.setdefault(len(way.moves), way)
    return tuple(easiest.values())


def _way(puzzle: Puzzle, moves: tuple[Move, ...]) -> Route | None:
    """Return None if the moves do not arrive, or not all of them are needed."""
    played = attempt(puzzle.position, moves, puzzle.rule)
    if played.verdict != "arrived" or len(played.slides) < len(moves):
        return None
    return Route(moves, effort_of(puzzle.position, played.slides))


def effort_of(position: Position, made: Sequence[Slide]) -> float:
    """Estimate what people find hard: many moves or robots, robots as blockers, detours."""
    from tinplate.games.ricochet.solver.search import relaxed_distance

    arriving = made[-1].robot
    own = sum(slid.robot is arriving for slid in made)
    robots = len({slid.robot for slid in made})
    blockers = sum((slid.end, slid.rest_heading) not in position.board.walls for slid in made)
    detours = max(0, own - relaxed_distance(position, arriving))
    return len(made) + 1.2 * (robots - 1) + 0.8 * blockers + 0.3 * detours


def _after(looks: int) -> Callable[[], bool]:
    """Make a signal that stops a search at the same point every time."""
    counter = count(1)
    return lambda: next(counter) > looks


def _longer(puzzle: Puzzle, length: int) -> Iterator[tuple[Move, ...]]:
    """Yield solutions that start with one or two moves a person might try first."""
    from tinplate.games.ricochet.solver import solve

    dice = Random(f"{puzzle.board_name} {puzzle.robots} {puzzle.target}")  # noqa: S311
    stop = _after(LOOKS_AT_LONGER_ONES)
    possible = [slid.move for slid in slides(puzzle.board, puzzle.robots)]
    first = dice.sample(possible, k=min(FIRST_MOVES, len(possible)))
    for begun in (*((move,) for move in first), *_detours(puzzle, dice)):
        robots = attempt(puzzle.position, begun, puzzle.rule).robots
        rest = solve(
            Position(puzzle.board, robots, puzzle.target),
            puzzle.rule,
            max_moves=length + MOST_BEYOND - len(begun),
            cancel=stop,
        )
        if rest.moves is not None:
            yield (*begun, *rest.moves)


def _detours(puzzle: Puzzle, dice: Random) -> Iterator[tuple[Move, ...]]:
    for _ in range(DETOURS):
        one = dice.choice([*slides(puzzle.board, puzzle.robots)])
        other = dice.choice([*slides(puzzle.board, after(puzzle.robots, one))])
        yield one.move, other.move


def _alone(puzzle: Puzzle) -> Iterator[tuple[Move, ...]]:
    """Yield the shortest solution of each robot that can arrive without the others moving."""
    for robot in ROBOTS[: len(puzzle.robots)]:
        if puzzle.target.welcomes(robot):
            yield from _alone_with(puzzle, robot)


def _alone_with(puzzle: Puzzle, robot: Robot) -> Iterator[tuple[Move, ...]]:
    position, rule = puzzle.position, puzzle.rule
    reached = {(puzzle.robots[robot.slot], False, False)}
    paths: list[tuple[Slide, ...]] = [()]
    for _ in range(LONGEST_ALONE):
        longer = list[tuple[Slide, ...]]()
        for path in paths:
            cell = path[-1].end if path else puzzle.robots[robot.slot]
            for slid in _slides_from(puzzle, robot, cell):
                made = (*path, slid)
                verdict = judge(position, made, rule)
                if verdict == "arrived":
                    yield tuple(each.move for each in made)
                    return
                is_upright = slid.rest_heading in {Heading.NORTH, Heading.SOUTH}
                place = slid.end, is_upright, has_ricocheted(made, robot, rule)
                if verdict == "under way" and place not in reached:
                    reached.add(place)
                    longer.append(made)
        paths = longer


def _slides_from(puzzle: Puzzle, robot: Robot, cell: Cell) -> Iterator[Slide]:
    robots = put(puzzle.robots, robot, cell)
    for heading in Heading:
        try:
            yield slide(puzzle.board, robots, Move(robot, heading))
        except Rejected:
            continue
