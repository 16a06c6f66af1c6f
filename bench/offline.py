"""The search of the page without a network, in Node.js: as fast as a browser on this machine."""

from random import Random
from statistics import quantiles

from rich.console import Console
from rich.table import Table as Grid
from tests.page.offline import ask

from tinplate.games.ricochet.board import Position, random_board, random_robots
from tinplate.games.ricochet.http.searching import deal_like
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS

LENGTHS = {  # as in web/src/games/ricochet/practice/options.ts
    "easy": range(2, 5),
    "medium": range(5, 7),
    "hard": range(7, 10),
    "any": range(1, 100),
}
POSITIONS = 100
TENTHS = 10


def main(console: Console) -> None:
    console.print("Measuring the search of the page without a network ...", highlight=False)
    grid = Grid("Practice", "median", "9 in 10", "most", title="All shortest solutions, in Node.js")
    for name, lengths in LENGTHS.items():
        times = sorted(solving_times(lengths))
        nine_in_ten = quantiles(times, n=TENTHS)[-1]
        middle = times[len(times) // 2]
        grid.add_row(name, f"{middle:.1f} ms", f"{nine_in_ten:.1f} ms", f"{times[-1]:.0f} ms")
    console.print(grid)


def solving_times(lengths: range) -> list[float]:
    """Milliseconds for positions as practice deals them."""
    dice = Random(1)

    def deal() -> Position:
        board = random_board(dice)
        return Position(board, random_robots(board, dice), dice.choice(tuple(Target)))

    dealt = [deal_like(deal, READINGS["ricochet"], lengths, bool) for _ in range(POSITIONS)]
    asked = [("solve", {"position": each.position.position, "all": True}) for each in dealt]
    return [answer["took"] for answer in ask(asked)]


if __name__ == "__main__":
    main(Console())
