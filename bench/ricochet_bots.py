"""How soon and how well the bots of Ricochet bid: `python -m bench.ricochet_bots`.

Times come from the model: nothing is waited for, and the same command always prints the same.
"""

from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import median
from typing import NamedTuple

from rich.box import MARKDOWN
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from tinplate.game import Millis, Rejected, Seat
from tinplate.games.ricochet.board import random_board, random_robots
from tinplate.games.ricochet.bots.level import RicochetBot
from tinplate.games.ricochet.bots.routes import Puzzle, shortest
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS
from tinplate.games.ricochet.values import State, Thinking
from tinplate.match import Match

LEVELS = [RicochetBot(level) for level in range(1, 11)]
LENGTHS = range(3, 10)
POSITIONS = 40  # of each length
MATCHES = 20  # of each pair of levels
AFTER_A_MOVE = 700  # milliseconds that people have to follow, as on the server
PATIENCE = 360  # seconds, with the last minute


class Bids(NamedTuple):
    """What a bot does in a round when it is alone: `first` and `best` are None if it is silent."""

    first: float | None  # seconds
    beyond: int  # moves of the first bid beyond the shortest way
    best: float | None  # seconds until the shortest way is announced


def main(console: Console, wanted: int = POSITIONS, matches: int = MATCHES) -> None:
    if wanted > 0:
        searched = track(LENGTHS, "Looking for positions")
        console.print(by_length({length: [*positions(length, wanted)] for length in searched}))
    if matches > 0:
        console.print(by_level(matches))


def positions(length: int, wanted: int) -> Iterator[State]:
    """Rounds that have just begun, with a shortest way of so many moves."""
    dice, found = Random(length), 0
    while found < wanted:
        board = random_board(dice)
        robots, target = random_robots(board, dice, silver=False), dice.choice(tuple(Target))
        best = shortest(Puzzle(board.name, robots, target, PRESETS["2013"].rule))
        if best is not None and len(best.moves) == length:
            found += 1
            yield State(
                PRESETS["2013"],
                board.name,
                robots,
                robots,
                tuple(Target),
                ((), ()),
                round=1,
                phase=Thinking(target, Millis(1000 * PATIENCE), sand_runs=False),
            )


def bids(bot: RicochetBot, view: State, length: int) -> Bids:
    finds = [find for find in bot.finds(view, Seat(0)) if find.at <= 1000 * PATIENCE]
    if not finds:
        return Bids(None, 0, None)
    best = next((find.at / 1000 for find in finds if len(find.moves) == length), None)
    return Bids(finds[0].at / 1000, finds[0].bid - length, best)


def by_length(rounds: dict[int, list[State]]) -> Grid:
    grid = Grid("", *(f"{length} moves" for length in LENGTHS), box=MARKDOWN)
    grid.title = (
        "median seconds to the first bid / moves beyond the shortest, on average / % that find it"
    )
    for bot in track(LEVELS, "Letting the levels bid"):
        cells = []
        for length, views in rounds.items():
            each = [bids(bot, view, length) for view in views]
            times = [PATIENCE if one.first is None else one.first for one in each]
            beyond = [one.beyond for one in each if one.first is not None]
            average = f"{sum(beyond) / len(beyond):+.1f}" if beyond else "-"
            share = sum(one.best is not None for one in each) / len(each)
            cells.append(f"{median(times):.0f} / {average} / {100 * share:.0f}")
        grid.add_row(bot.name, *cells)
    return grid


def by_level(matches: int) -> Grid:
    grid = Grid("", "matches won", "tokens", box=MARKDOWN)
    grid.title = f"{matches} matches of two, first to 8 tokens"
    for weak, strong in track([*pairwise(LEVELS)], "Playing matches"):
        wins = tokens = others = 0
        for match in range(matches):
            at = match % 2  # who sits first changes
            state = played([strong, weak] if at == 0 else [weak, strong], match)
            outcome = Ricochet().outcome(state)
            wins += outcome is not None and Seat(at) in outcome.winners
            tokens += len(state.won[at])
            others += len(state.won[1 - at])
        grid.add_row(f"{strong.name} against {weak.name}", f"{wins}", f"{tokens} : {others}")
    return grid


def played(bots: list[RicochetBot], seed: int) -> State:
    """A whole match at a table whose clock jumps to when something happens."""
    game, dice, now = Ricochet(), Random(f"bots {seed}"), Millis(0)
    match = Match.open(game, PRESETS["2013"], len(bots), Random(seed))
    while game.outcome(match.state) is None:
        wakes = [] if (due := game.deadline(match.state)) is None else [due]
        for seat in dice.sample([Seat(seat) for seat in range(len(bots))], k=len(bots)):
            legal = game.legal(match.state, seat)
            if not legal:
                continue
            plan = bots[seat].choose(match.view(seat), seat, legal, now, dice)
            try:
                for command in plan.commands:
                    match.submit(seat, command, now)
            except Rejected:
                continue
            wakes += [Millis(now + AFTER_A_MOVE)] if plan.commands else []
            wakes += [] if plan.ask_again is None else [plan.ask_again]
        now = min(wake for wake in wakes if wake > now)
        match.tick(now)
    return match.state


if __name__ == "__main__":
    parser = ArgumentParser(
        prog="python -m bench.ricochet_bots",
        description="How soon and how well the bots of Ricochet bid; 0 leaves out one of the two.",
        formatter_class=ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each length")
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each two neighbours")
    asked = parser.parse_args()
    main(Console(width=220), asked.positions, asked.matches)
