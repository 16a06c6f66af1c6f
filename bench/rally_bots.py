"""Rally bots alone on a course: turns to the last flag, and how long a decision takes.

`python -m bench.rally_bots --races 300`: whole matches by the rules with their defaults, one robot
from the start of the first seat, the hands dealt from the seed of the race.
"""

import argparse
from collections.abc import Iterator
from random import Random
from statistics import fmean, median, stdev
from time import perf_counter
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table as Grid
from tests.catalogues import BOTS

from tinplate.game import Bot, Millis
from tinplate.games.rally.outlook.cache import load_or_measure
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.settings import agreed
from tinplate.games.rally.shelf import course_named
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.match import Match

COURSES = ("first-shift", "crossfire-dock", "stamping-mill")
PLAYERS = ("driver", "planner", "rival")


class Race(NamedTuple):
    """One robot, alone."""

    has_finished: bool
    turns: int
    seconds: list[float]  # a decision


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--races", type=int, default=300)
    options.add_argument("--courses", default=",".join(COURSES))
    options.add_argument("--bots", default=",".join(PLAYERS))
    chosen = options.parse_args()
    grid = Grid("", "bot", "races", "won", "mean turns", "±", "median ms", "worst ms")
    for course in chosen.courses.split(","):
        load_or_measure(course_named(course), agreed(course_named(course), {}))
        for name in chosen.bots.split(","):
            races = [race(BOTS[name], course, seed) for seed in range(chosen.races)]
            grid.add_row(course, name, *row_of(races))
    Console().print(grid)


def race(bot: Bot[Any, Any], course: str, seed: int) -> Race:
    """One match of one, from the deal to its end."""
    game, dice, seconds = Rally(), Random(f"{course}, race {seed}"), list[float]()
    match = Match.open(game, RallySettings(course), 1, dice)
    while waiting := match.state.waiting_for:
        seat = waiting[0]
        view, legal = match.view(seat), game.legal(match.state, seat)
        began = perf_counter()
        plan = bot.choose(view, seat, legal, Millis(0), dice)
        seconds.append(perf_counter() - began)
        for command in plan.commands:
            match.submit(seat, command, Millis(0))
    outcome = game.outcome(match.state)
    return Race(outcome is not None and bool(outcome.winners), match.state.turn, seconds)


def row_of(races: list[Race]) -> Iterator[str]:
    turns = [race.turns for race in races if race.has_finished]
    seconds = sorted(second for race in races for second in race.seconds)
    yield str(len(races))
    yield str(len(turns))
    yield f"{fmean(turns):.2f}" if turns else "-"
    yield f"{1.96 * stdev(turns) / len(turns) ** 0.5:.2f}" if len(turns) > 1 else "-"
    yield f"{1e3 * median(seconds):.2f}"
    yield f"{1e3 * seconds[-1]:.1f}"


if __name__ == "__main__":
    main()
