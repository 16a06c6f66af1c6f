"""Hints: how long, which robot, which move; and what makes a position hard."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move, Slide
from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.solver.all_shortest import Solutions, solutions
from tinplate.games.ricochet.solver.search import steps_if_it_could_stop

Level = Literal[1, 2, 3, 4]


class Band(NamedTuple):
    """A length that is told roughly."""

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
    """What makes a position hard, told by the best of its shortest solutions."""

    robots: int  # so many robots have to move
    blockers: int  # so often a robot is stopped by another one
    detours: int  # moves the arriving robot makes beyond those it would need if it could stop


@dataclass(frozen=True)
class Hint:
    """What may be told at a level: what is beyond it is None.

    Without a solution (`solvable` is False) or without the time to find one (`solvable` is None)
    there is nothing to tell.
    """

    solvable: bool | None
    band: Band | None = None  # level 1: roughly how long
    moves: int | None = None  # level 2: how long
    difficulty: Difficulty | None = None  # level 3, if there was time to see all solutions
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
    """So much of the best shortest solution: the higher the level the more."""
    if level not in (1, 2, 3, 4):
        message = f"The level of a hint is 1, 2, 3 or 4, not {level}."
        raise ValueError(message)
    found = solutions(position, rule, best=1, seconds=seconds, cancel=cancel)
    if not found.lines:
        return Hint(found.shortest.solvable)
    moves = found.lines[0].moves
    return Hint(
        solvable=True,
        band=next(band for band in reversed(BANDS) if len(moves) >= band.fewest),
        moves=len(moves) if level > 1 else None,
        # Told earlier it would give away the length, or which robot moves. What only one of the
        # solutions shows is not told at all.
        difficulty=_difficulty(position, found, rule) if level > 2 and found.count else None,  # noqa: PLR2004 - the levels of a hint
        robot=moves[0].robot if level > 2 else None,  # noqa: PLR2004
        move=moves[0] if level > 3 else None,  # noqa: PLR2004
    )


def _difficulty(position: Position, found: Solutions, rule: Rule) -> Difficulty:
    line = found.lines[0]
    made = attempt(position, line.moves, rule).slides
    arriving = made[-1].robot
    own = sum(1 for slid in made if slid.robot is arriving)
    return Difficulty(
        line.robots,
        sum(1 for slid in made if not _is_stopped_by_wall(position, slid)),
        own - steps_if_it_could_stop(position, arriving),
    )


def _is_stopped_by_wall(position: Position, slid: Slide) -> bool:
    return (slid.end, slid.rest_heading) in position.board.walls
