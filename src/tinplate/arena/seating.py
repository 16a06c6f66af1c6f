"""Who plays in which match, and on which seat: all alike, whoever they are."""

from itertools import combinations
from random import Random


def line_ups(bots: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Every way to fill a table with bots as evenly as possible."""
    everybody = tuple(range(bots))
    rest = combinations(everybody, players % bots)
    return tuple(everybody * (players // bots) + more for more in rest)


def seating(bots: int, players: int, number: int, seed: str) -> tuple[int, ...]:
    """The bots by seat in a match, counted from 0.

    The line-ups take turns, and each moves on by a seat when it is its turn again: after as many
    laps as there are seats, everybody has sat everywhere. Then neighbours are drawn anew.
    """
    ways = line_ups(bots, players)
    lap, way = divmod(number, len(ways))
    cycle, turn = divmod(lap, players)
    circle = list(ways[way])
    Random(f"{seed}, seats of line-up {way}, cycle {cycle}").shuffle(circle)  # noqa: S311
    return tuple(circle[turn:] + circle[:turn])
