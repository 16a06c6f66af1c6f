"""Solutions as plans, as planners write them: every step of every robot is an action."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tinplate.games.ricochet.formats.pddl import PddlTask
from tinplate.games.ricochet.motion import Slide
from tinplate.grid import Heading


def write_plan(task: PddlTask, robots: Sequence[str], slides: Sequence[Slide]) -> str:
    """Write the actions of all slides and what they cost; `robots` has their names, in order."""
    actions = [action for slid in slides for action in _actions(task, robots, slid)]
    steps = sum(len(slid.cells) - 1 for slid in slides)
    go, step, stop = task.costs
    cost = (go + stop) * len(slides) + step * steps
    return "".join(f"{line}\n" for line in (*actions, f"; cost = {cost} (general cost)"))


def _actions(task: PddlTask, robots: Sequence[str], slid: Slide) -> Iterator[str]:
    robot, direction = robots[slid.robot.slot], task.directions[slid.heading]
    yield f"(go {robot} {direction})"
    for cell, there in pairwise(slid.cells):
        yield f"(step {robot} {task.cells[cell]} {task.cells[there]} {direction})"
    yield _stop(task, robot, slid, slid.heading)


def _stop(task: PddlTask, robot: str, slid: Slide, heading: Heading) -> str:
    cell, direction = task.cells[slid.end], task.directions[heading]
    if (slid.end, heading) in task.barriers:
        return f"(stop-at-barrier {robot} {cell} {direction})"
    there = task.cells[slid.end.towards(heading)]
    return f"(stop-at-robot {robot} {cell} {there} {direction})"
