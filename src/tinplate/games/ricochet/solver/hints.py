"""Hints at four levels, from a rough length to the first move; and what makes a position hard."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move, Slide
from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.solver.all_shortest import Solutions, solutions
from tinplate.games.ricochet.solver.search import relaxed_distance

Level = Literal[1, 2, 3, 4]


class Band(NamedTuple):
    """A range of lengths."""

    word: str
    fewest: int
    most: int | None


BANDS = (
    Band("short", 1, 3),
    Band("medium", 4, 6),
    Band("long", 7, 9),
    Band("very long", 10, None),
)


class Difficulty(NamedTuple):
    """What makes a position hard, judged by its best shortest solution."""

    robots: int  # how many robots have to move
    blockers: int  # how often a robot is stopped by another one
    detours: int  # extra moves of the arriving robot, compared to stopping anywhere


@dataclass(frozen=True)
class Hint:
    """A hint at some level; what belongs to higher levels is None.

    Everything is None if there is no solution (`solvable` is False), or if there was no time to
    find one (`solvable` is None).
    """

    solvable: bool | None
    band: Band | None = None  # level 1: roughly how long
    moves: int | None = None  # level 2: how long
    difficulty: Difficulty | None = None  # level 3, if there was time to find all solutions
    robot: Robot | None = None  # level 3: which robot moves first
    move: Move | None = None  # level 4: which move comes first


def hint(
    position: Position,
    level: Level,
    rule: Rule = READINGS["ricochet"],
    *,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Hint:
    """A part of the best shortest solution: the higher the level, the more."""
    if level not in (1, 2, 3, 4):
        message = f"The level of a hint is 1, 2, 3 or 4, not {level}."
        raise ValueError(message)
    found = solutions(position, rule, best=1, seconds=seconds, cancel=cancel)
    if not found.routes:
        return Hint(found.shortest.solvable)
    moves = found.routes[0].moves
    return Hint(
        solvable=True,
        band=next(band for band in reversed(BANDS) if len(moves) >= band.fewest),
        moves=len(moves) if level > 1 else None,
        # At lower levels it would give away the length, or which robot moves. Without all
        # solutions it might be that of a needlessly complicated one.
        difficulty=_difficulty(position, found, rule) if level > 2 and found.count else None,  # noqa: PLR2004 - hint levels
        robot=moves[0].robot if level > 2 else None,  # noqa: PLR2004
        move=moves[0] if level > 3 else None,  # noqa: PLR2004
    )


def _difficulty(position: Position, found: Solutions, rule: Rule) -> Difficulty:
    route = found.routes[0]
    made = attempt(position, route.moves, rule).slides
    arriving = made[-1].robot
    own = sum(1 for slid in made if slid.robot is arriving)
    return Difficulty(
        route.robots,
        sum(1 for slid in made if not _is_stopped_by_wall(position, slid)),
        own - relaxed_distance(position, arriving),
    )


def _is_stopped_by_wall(position: Position, slid: Slide) -> bool:
    return (slid.end, slid.rest_heading) in position.board.walls
