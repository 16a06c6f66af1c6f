"""`tinplate rally values`: measure what the places of a course are worth to bots."""

import sys
from functools import partial

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

from tinplate.cli.entry import INTERRUPTED
from tinplate.cli.interrupts import interruptible
from tinplate.cli.output import say
from tinplate.game import Seat
from tinplate.games.rally import outlook as o
from tinplate.games.rally.cli.files import load_course
from tinplate.games.rally.course import Course
from tinplate.games.rally.floor import number_of
from tinplate.games.rally.outlook.cache import cache_file, load_or_measure
from tinplate.games.rally.settings import HouseRules, agreed


def measure_course(where: str) -> int:
    """Measure a course once, for all bots of this user; return the exit code."""
    course = load_course(where)
    settings = agreed(course, {})
    try:
        outlook = _measured(course, settings)
    except KeyboardInterrupt:
        sys.stderr.write("tinplate: interrupted; there is no table for this course yet\n")
        return INTERRUPTED
    start = number_of(course, course.start_of(Seat(0))) * o.QUARTERS
    slots = [(start + facing) * o.LEVELS + o.MOST_ARMOUR for facing in range(o.QUARTERS)]
    say(f"{course.name}: about {outlook.turns[1, slots].min():.1f} turns for a robot alone.")
    say(f"The table is in {cache_file(course, settings)}")
    return 0


def _measured(course: Course, settings: HouseRules) -> o.Outlook:
    columns = ("Measuring", BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("", total=1.0)
        return interruptible(
            partial(load_or_measure, course, settings),
            lambda done: progress.update(task, completed=done),
        )
