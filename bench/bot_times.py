"""How long every bot of the house takes for a decision: `python -m bench.bot_times`.

Tables full of one bot, played in the arena; its own limit stands beside it. What is counted is the
time of the processor, so that it does not matter much what else the machine has to do.
"""

from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from rich.box import MARKDOWN
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid
from tests.catalogues import BOTS, PRESETS

from tinplate.arena.bot_match import BotMatch
from tinplate.game import Bot, Trainable
from tinplate.games import packs
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.games.ricochet.rules import Ricochet

COURSE = "stamping-mill"
DECISIONS = 300  # at least, of each bot at each kind of table
WARM_UP = 20  # decisions that are not counted: what is compiled and loaded then


class Kind(NamedTuple):
    """A table that is measured."""

    called: str
    game: str
    settings: Any
    seats: int


KINDS = (
    Kind("Ricochet, 4 players", Ricochet.name, PRESETS[Ricochet.name]["2013"], 4),
    Kind("Rally, 4 robots", Rally.name, RallySettings(COURSE), 4),
    Kind("Rally, 8 robots", Rally.name, RallySettings(COURSE), 8),
)


def main(console: Console, wanted: int = DECISIONS) -> None:
    """Print the table of docs/bots.md."""
    grid = Grid(
        "", "bot", "decisions", "median ms", "99 % ms", "worst ms", "limit ms", box=MARKDOWN
    )
    tables = [(kind, bot) for kind in KINDS for bot in BOTS.values() if kind.game in bot.games]
    for kind, bot in track(tables, "Letting bots decide"):
        seconds = sorted(decisions(kind, bot, wanted))
        grid.add_row(
            kind.called,
            f"`{bot.name}`",
            str(len(seconds)),
            f"{1e3 * median(seconds):.1f}",
            f"{1e3 * seconds[int(0.99 * (len(seconds) - 1))]:.1f}",
            f"{1e3 * seconds[-1]:.1f}",
            f"{1e3 * bot.limit:.0f}",
        )
    console.print(grid)


def decisions(kind: Kind, bot: Bot[Any, Any], wanted: int) -> list[float]:
    """Seconds, of at least so many decisions: all those of as many matches as that takes."""
    pack = packs()[kind.game]
    if isinstance(bot, Trainable):
        opening = BotMatch(pack, kind.settings, [bot] * kind.seats, "opening", process_time)
        bot.train(opening.match.view(None), lambda _: None)
    seconds, matches = list[float](), played(kind, bot)
    next(matches)
    while len(seconds) < wanted:
        seconds += next(matches)
    return seconds


def played(kind: Kind, bot: Bot[Any, Any]) -> Iterator[list[float]]:
    """What the decisions of one match after the other took; the first is short, to warm up."""
    number = 0
    while True:
        seed = f"{bot.name}, {number}"  # nobody has looked at these positions before
        match = BotMatch(packs()[kind.game], kind.settings, [bot] * kind.seats, seed, process_time)
        match.play(*((WARM_UP,) if number == 0 else ()))
        yield [each for tally in match.tallies for each in tally.seconds]
        number += 1


if __name__ == "__main__":
    parser = ArgumentParser(
        prog="python -m bench.bot_times",
        description=__doc__,
        formatter_class=ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--decisions", type=int, default=DECISIONS, help="of each bot, at least")
    main(Console(width=120), parser.parse_args().decisions)
