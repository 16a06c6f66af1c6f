"""Who plays whom, and where they sit."""

from collections import Counter
from itertools import pairwise

import pytest

from tinplate.arena.seating import line_ups, seating


def test_every_way_to_fill_a_table_evenly() -> None:
    """More bots than seats take turns; fewer sit several times; the rest goes round."""
    assert ((0, 1), (0, 2), (1, 2)) == line_ups(3, 2)
    assert ((0, 1, 0, 1),) == line_ups(2, 4)
    assert ((0, 1, 2, 0), (0, 1, 2, 1), (0, 1, 2, 2)) == line_ups(3, 4)


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (3, 2), (2, 4), (3, 4), (4, 4), (5, 3)])
def test_everybody_sits_everywhere_equally_often(bots: int, players: int) -> None:
    """Over a cycle no seat and no company is anybody's privilege."""
    matches = len(line_ups(bots, players)) * players
    seatings = [seating(bots, players, number, "seed") for number in range(matches)]
    sat = Counter((seat, bot) for seats in seatings for seat, bot in enumerate(seats))

    assert {matches // bots} == set(sat.values())
    assert bots * players == len(sat)


def test_seats_follow_from_the_seed_and_the_number() -> None:
    """A match is the same however many are played; another seed seats otherwise."""
    first = [seating(4, 4, number, "a") for number in range(40)]

    assert first == [seating(4, 4, number, "a") for number in range(40)]
    assert first != [seating(4, 4, number, "b") for number in range(40)]


def test_neighbours_are_drawn_anew() -> None:
    """Nobody always acts right after the same one."""
    neighbours = {pair for number in range(40) for pair in pairwise(seating(4, 4, number, "seed"))}

    assert 12 == len(neighbours)
