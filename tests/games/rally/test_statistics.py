"""What a match says of its players, counted for their profiles."""

from random import Random
from typing import Any

from tests.games.rally.tabletop import ANN, BOB, FLOOR, Tabletop
from tinplate.game import Seat
from tinplate.games.rally.pack import PACK
from tinplate.games.rally.statistics import DRAWN, statistics_of
from tinplate.games.rally.values import MatchEnded, PoweredDown, Settings


def told(match: Tabletop, *more: Any) -> list[dict[str, dict[str, tuple[int, int]]]]:  # noqa: ANN401
    return statistics_of(match.state, (*match.last, *more))


def test_shots_and_deaths_of_both_sides() -> None:
    """R19, R20: they shoot each other, and one of them has no armour left."""
    match = Tabletop(FLOOR, "A3n right", "D3n armour=1").plays("right")
    ann, bob = told(match)

    assert ((1, 1), (1, 1)) == (ann["damage-dealt"]["all"], ann["damage-taken"]["all"])
    assert ((1, 1), (1, 1)) == (bob["damage-dealt"]["all"], bob["damage-taken"]["all"])
    assert ({}, {"laser": (1, 1)}) == (ann["deaths"], bob["deaths"])


def test_flags_turns_off_and_wins() -> None:
    """Of a course that somebody drew, whose name is not kept."""
    match = Tabletop("S . 1 . 2", "B1e move1", "A1n").plays("move1")
    ended = MatchEnded((Seat(ANN),), "all flags")
    ann, bob = told(match, PoweredDown(Seat(BOB)), PoweredDown(Seat(BOB)), ended)

    assert ((1, 1), (1, 0)) == (ann["flags"]["all"], bob["flags"]["all"])
    assert ((1, 0), (1, 2)) == (ann["power-downs"]["all"], bob["power-downs"]["all"])
    assert ({DRAWN: (1, 1)}, {DRAWN: (1, 0)}) == (ann["courses"], bob["courses"])


def test_a_tie_is_nobodys_win() -> None:
    """Two who touch the last flag together have not beaten each other."""
    match = Tabletop("S . 1 . 2", "B1e move1", "A1n").plays("move1")
    ann, bob = told(match, MatchEnded((Seat(ANN), Seat(BOB)), "all flags"))

    assert {DRAWN: (1, 0)} == ann["courses"] == bob["courses"]


def test_our_courses_have_their_names() -> None:
    """As the list of courses calls them."""
    opening = PACK.deal(Settings("first-shift"), 2, Random(7))

    assert {"first-shift": (1, 0)} == statistics_of(opening, ())[ANN]["courses"]
