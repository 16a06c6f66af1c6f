"""Files of other programs, recognised by what is in them."""

from typing import NamedTuple

from tinplate.game import Malformed
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.formats.asp import is_asp, read_asp
from tinplate.games.ricochet.formats.droids import is_droids, read_droids
from tinplate.games.ricochet.formats.pddl import PddlTask, is_pddl, pddl_task, read_pddl
from tinplate.games.ricochet.formats.positions import position_of, puzzle_of

LONGEST = 4_000_000  # characters; a task on the largest board takes a tenth of it


class PlanningTask(NamedTuple):
    """A position to solve, and what a plan for it needs: the task, and its robots in our order."""

    position: Position
    pddl: PddlTask
    robots: tuple[str, ...]

    @property
    def is_solved(self) -> bool:
        """Whether the robot stands on its target already: then there is nothing to do."""
        puzzle = self.pddl.puzzle
        return any(
            cell == puzzle.target and puzzle.wanted in (None, robot)
            for robot, cell in puzzle.robots.items()
        )


def read_task(text: str, name: str) -> PlanningTask:
    """Read a PDDL task, or ASP facts; a plan for those is for the task that we make of them."""
    _refuse_long(text)
    if is_pddl(text):
        task = read_pddl(text)
        position, robots = position_of(task.puzzle)
        return PlanningTask(position, task, robots)
    if is_asp(text):
        position, _ = position_of(read_asp(text))
        task = pddl_task(puzzle_of(position), name)
        return PlanningTask(position, task, tuple(task.puzzle.robots))
    raise Malformed("this is neither a PDDL task nor a list of ASP facts")


def is_foreign(text: str) -> bool:
    """Whether the text begins like one of these."""
    return is_droids(text) or is_pddl(text) or is_asp(text)


def read_position(text: str) -> Position:
    """Read a PDDL task, ASP facts or a game of DriftingDroids."""
    _refuse_long(text)
    if is_droids(text):
        return read_droids(text)
    if is_pddl(text) or is_asp(text):
        return read_task(text, "task").position
    raise Malformed("this is not a PDDL task, a list of ASP facts or a game of DriftingDroids")


def _refuse_long(text: str) -> None:
    if len(text) > LONGEST:
        raise Malformed(f"the text has {len(text)} characters; we read {LONGEST} at most")
