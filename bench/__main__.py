"""`make bench`: measures what the documents claim and prints it as a table."""

import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table as Grid

from bench import (
    bot_times,
    drawing,
    offline,
    page,
    puzzles,
    rally,
    ricochet_bots,
    server,
    solver,
    store,
)
from tinplate.game import Seat
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import Command, State
from tinplate.testing import Walk, random_play

STARTS = 9  # of a whole process
STEPS = 1_500  # of random play
Sample = tuple[str, float]  # what was done, seconds


def main() -> None:
    console = Console()
    console.print(f"Python {platform.python_version()}, {platform.machine()}", highlight=False)
    console.print("Measuring commands in random play ...", highlight=False)
    console.print(table_of_commands(list(command_times())))
    console.print("Measuring how the command starts ...", highlight=False)
    console.print(table_of_starts())
    rally.main(console)
    solver.main(console)
    ricochet_bots.main(console)
    puzzles.main(console)
    bot_times.main(console)
    store.main(console)
    server.main(console)
    page.main(console)
    offline.main(console)
    drawing.main(console)


def command_times() -> Iterator[Sample]:
    """`decide` and `evolve` of every command that random play makes, warm, and all of `legal`."""
    game = Ricochet()
    for seed, settings in enumerate((Settings(), Settings(silver=True), Settings(solo=True))):
        walk = Walk(game, settings, 1 if settings.solo else 4, seed)
        for step in random_play(walk, STEPS):
            state = step.match.state
            for seat in step.all_seats:
                began = perf_counter()
                legal = game.legal(state, seat)
                yield "legal", perf_counter() - began
                for command in step.choices.sample(legal, k=min(3, len(legal))):
                    name = type(command).__name__
                    yield name, timed(lambda: decide_and_evolve(game, state, seat, command, step))  # noqa: B023


def decide_and_evolve(
    game: Ricochet,
    state: State,
    seat: Seat,
    command: Command,
    walk: "Walk[Settings, State, Command, object]",
) -> None:
    for event in game.decide(state, seat, command, walk.now, Random(0)):
        state = game.evolve(state, event)


def timed(action: Callable[[], None]) -> float:
    began = perf_counter()
    action()
    return perf_counter() - began


def table_of_commands(samples: list[Sample]) -> Grid:
    grid = Grid("", "times", "median µs", "99 % µs", "worst µs", title="decide + evolve; legal")
    for name in sorted({name for name, _ in samples}):
        times = sorted(1e6 * seconds for other, seconds in samples if other == name)
        worst_hundredth = times[int(0.99 * (len(times) - 1))]
        grid.add_row(
            name,
            str(len(times)),
            f"{median(times):.0f}",
            f"{worst_hundredth:.0f}",
            f"{times[-1]:.0f}",
        )
    return grid


def table_of_starts() -> Grid:
    """Whole processes, the bare interpreter beside them for comparison."""
    position = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square"
    tinplate = [sys.executable, "-m", "tinplate.cli.main"]
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "tinplate --help": [*tinplate, "--help"],
        "tinplate ricochet --help": [*tinplate, "ricochet", "--help"],
        "tinplate ricochet new": [*tinplate, "ricochet", "new"],
        "tinplate ricochet show ...": [*tinplate, "ricochet", "show", position],
        "tinplate ricochet check ...": [*tinplate, "ricochet", "check", position, "re rs rw"],
        "tinplate ricochet solve ...": [*tinplate, "ricochet", "solve", position],
    }
    times = {name: [start(command) for _ in range(STARTS)] for name, command in commands.items()}
    bare = median(times["python -c pass"])
    grid = Grid("", "median ms", "worst ms", "times bare Python", title="from start to end")
    for name, seconds in times.items():
        grid.add_row(
            name,
            f"{1000 * median(seconds):.0f}",
            f"{1000 * max(seconds):.0f}",
            f"{median(seconds) / bare:.1f}",
        )
    return grid


def start(command: list[str]) -> float:
    began = perf_counter()
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603
    return perf_counter() - began


if __name__ == "__main__":
    main()
