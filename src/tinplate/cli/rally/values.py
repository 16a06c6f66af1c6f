"""`tinplate rally values`: measure what the places of a course are worth to bots."""

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

from tinplate.cli.output import say
from tinplate.cli.rally.files import load_course
from tinplate.game import Seat
from tinplate.outlook import kernels as o
from tinplate.outlook.keeping import file_of, measured
from tinplate.rally.floor import number_of
from tinplate.rally.settings import agreed


def measure_course(where: str) -> None:
    """Once for a course; the table is kept for all bots of this user."""
    course = load_course(where)
    settings = agreed(course, {})
    columns = ("Measuring", BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=1.0)
        outlook = measured(course, settings, lambda done: progress.update(task, completed=done))
    start = number_of(course, course.start_of(Seat(0))) * o.QUARTERS
    slots = [(start + facing) * o.LEVELS + o.MOST_ARMOUR for facing in range(o.QUARTERS)]
    say(f"{course.name}: about {outlook.worth[1, slots].min():.1f} turns for a robot alone.")
    say(f"The table is in {file_of(course, settings)}")
