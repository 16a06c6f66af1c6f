# ruff: noqa: PLC0415 - the solver is loaded by who plays, not by whoever lists the bots
"""What can be found in a position of Ricochet: the shortest way, and longer ones that are easier.

All are real solutions: each is replayed through the rules. The searches are bounded by how much
they look at, not by a clock, so that the same position always shows the same ways.
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
LONGEST_ALONE = 10  # moves of one robot that somebody follows in their mind
MOST_BEYOND = 4  # moves more than the shortest way has
FIRST_MOVES = 6  # that somebody might try
DETOURS = 3  # of two moves
# Looks of the search at whether it should stop; a look is a millisecond, or some dozens.
LOOKS_AT_THE_SHORTEST = 900
LOOKS_AT_LONGER_ONES = 60


class Puzzle(NamedTuple):
    """A position in words that are quickly compared."""

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


class Way(NamedTuple):
    """A solution, and how hard it is to see."""

    moves: tuple[Move, ...]
    effort: float


@lru_cache(maxsize=POSITIONS_KEPT)
def shortest(puzzle: Puzzle) -> Way | None:
    """The shortest way; None if there is none, or only one that takes too long to find."""
    from tinplate.games.ricochet.solver import solve

    found = solve(puzzle.position, puzzle.rule, cancel=_after(LOOKS_AT_THE_SHORTEST))
    return None if found.moves is None else _way(puzzle, found.moves)


def ways(puzzle: Puzzle) -> tuple[Way, ...]:
    """The easiest way of each length, the shortest first.

    Bots of one table ask at the same time: one of them looks, the others wait for what it finds.
    """
    own = Future[tuple[Way, ...]]()
    first = _under_way.setdefault(puzzle, own)
    if first is not own:
        return first.result()
    try:
        own.set_result(_ways(puzzle))
    except BaseException as error:
        own.set_exception(error)
        raise
    finally:
        del _under_way[puzzle]
    return own.result()


_under_way = dict[Puzzle, Future[tuple[Way, ...]]]()


@lru_cache(maxsize=POSITIONS_KEPT)
def _ways(puzzle: Puzzle) -> tuple[Way, ...]:
    best = shortest(puzzle)
    found = [] if best is None else [best]
    candidates = [*_alone(puzzle), *(_longer(puzzle, len(best.moves)) if best else ())]
    found += [way for moves in candidates if (way := _way(puzzle, moves)) is not None]
    easiest = dict[int, Way]()
    for way in sorted(found, key=lambda way: (len(way.moves), way.effort)):
        easiest.setdefault(len(way.moves), way)
    return tuple(easiest.values())


def _way(puzzle: Puzzle, moves: tuple[Move, ...]) -> Way | None:
    """None if it is no way: the moves do not arrive, or only some of them are needed to."""
    played = attempt(puzzle.position, moves, puzzle.rule)
    if played.verdict != "arrived" or len(played.slides) < len(moves):
        return None
    return Way(moves, _effort(puzzle.position, played.slides))


def _effort(position: Position, made: Sequence[Slide]) -> float:
    """What people find hard: many moves, several robots, stops at each other, detours."""
    from tinplate.games.ricochet.solver.search import relaxed_distance

    arriving = made[-1].robot
    own = sum(slid.robot is arriving for slid in made)
    robots = len({slid.robot for slid in made})
    blockers = sum((slid.end, slid.rest_heading) not in position.board.walls for slid in made)
    detours = max(0, own - relaxed_distance(position, arriving))
    return len(made) + 1.2 * (robots - 1) + 0.8 * blockers + 0.3 * detours


def _after(looks: int) -> Callable[[], bool]:
    """A sign to stop that comes at the same point of a search every time."""
    counter = count(1)
    return lambda: next(counter) > looks


def _longer(puzzle: Puzzle, length: int) -> Iterator[tuple[Move, ...]]:
    """Ways that begin with a move, or two, that somebody tried first."""
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
    """The shortest way of each robot that may arrive, if it does so alone."""
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
