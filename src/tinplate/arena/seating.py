"""Which bots play in which match, and in which seats: every bot is treated alike."""

from itertools import combinations
from random import Random


def line_ups(bots: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to fill a table with bots as evenly as possible."""
    everybody = tuple(range(bots))
    rest = combinations(everybody, players % bots)
    return tuple(everybody * (players // bots) + more for more in rest)


def seating(bots: int, players: int, number: int, seed: str) -> tuple[int, ...]:
    """Return the bots by seat in a match; matches are counted from 0.

    The line-ups take turns, and each shifts by one seat when its turn comes again: after as many
    rounds as there are seats, every bot has had every seat. Then the neighbours are shuffled.
    """
    all_line_ups = line_ups(bots, players)
    lap, chosen = divmod(number, len(all_line_ups))
    cycle, turn = divmod(lap, players)
    circle = list(all_line_ups[chosen])
    Random(f"{seed}, seats of line-up {chosen}, cycle {cycle}").shuffle(circle)  # noqa: S311
    return tuple(circle[turn:] + circle[:turn])
