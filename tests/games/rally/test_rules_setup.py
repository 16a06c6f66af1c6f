"""How a match is set up: the course, the seats, the robots on their start."""

import subprocess
import sys
from random import Random

import pytest

from tests.tabletop import offers, refusal
from tinplate.game import Malformed, Seat
from tinplate.games.rally.course_text import format_course, parse_course
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.settings import PRESETS, HouseRules, agreed
from tinplate.games.rally.shelf import course_named, course_names
from tinplate.games.rally.values import ChooseFacing, Choosing, Settings, State
from tinplate.grid import Cell, Heading


def dealt(agreement: Settings | None = None, seats: int = 2) -> State:
    return Rally().setup(agreement or Settings(), seats, Random(1))


def drawn(drawing: str, *header: str) -> str:
    return "\n".join(["rally 1", *header, "board:", drawing])


def test_all_robots_begin_on_the_start() -> None:
    """R2, R17, R30, D17: one cell for all, virtual, 9 armour, 3 lives, flag 1; the start saves."""
    start = course_named("first-shift").start_of(Seat(0))
    expected = Robot(
        cell=start,
        facing=Heading.NORTH,
        armour=9,
        lives=3,
        next_flag=1,
        save=start,
        virtual=True,
        off=False,
    )

    assert (expected,) * 8 == tuple(player.robot for player in dealt(seats=8).players)


def test_seats_may_have_starts_of_their_own() -> None:
    """R2, R30: a house option of courses; the robots are virtual all the same."""
    robots = [player.robot for player in dealt(Settings(drawn("S2 1 S1", "players: 1-2"))).players]

    assert [Cell(2, 0), Cell(0, 0)] == [robot.cell for robot in robots]
    assert [Cell(2, 0), Cell(0, 0)] == [robot.save for robot in robots]
    assert all(robot.virtual for robot in robots)


def test_a_match_opens_with_the_choice_of_facings() -> None:
    """R34, D29: before anybody has seen a card."""
    state = dealt(seats=3)

    assert (1, Choosing(facing=(Seat(0), Seat(1), Seat(2)), power=(), until=None)) == (
        state.turn,
        state.phase,
    )
    assert tuple(map(ChooseFacing, Heading)) == offers(Rally(), state, Seat(2))
    assert all(player.private is not None and not player.private.hand for player in state.players)


@pytest.mark.parametrize("name", course_names())
def test_the_state_keeps_the_course(name: str) -> None:
    """R34: the board is chosen before the match; a log needs no file to be replayed."""
    state = dealt(Settings(name))

    assert format_course(course_named(name)) == state.course_text
    assert course_named(name).squares == state.course.squares


@pytest.mark.parametrize("preset", PRESETS)
def test_the_course_is_asked_before_the_sheet(preset: str) -> None:
    """Part 3: defaults, then the course's rules and edge, then what the table chose."""
    course = course_named("clockwork-carousel")
    expected = agreed(course, PRESETS[preset])

    assert expected == dealt(Settings("clockwork-carousel", dict(PRESETS[preset]))).settings
    assert (
        HouseRules(edge="wall", flags_save=True) == dealt(Settings("clockwork-carousel")).settings
    )


@pytest.mark.parametrize("seats", [0, -1])
def test_somebody_has_to_play(seats: int) -> None:
    """D41: one player at least."""
    expected = "A match needs at least one player."

    assert expected == refusal(lambda: dealt(seats=seats))


@pytest.mark.parametrize(("course", "name", "most"), [
    ("first-shift", "First Shift", 8),
    ("wind-up-duel", "Wind-Up Duel", 2),
])  # fmt: skip
def test_not_more_than_the_course_has_room_for(course: str, name: str, most: int) -> None:
    """D41: eight at most, and on some courses fewer; alone one may always practise."""
    expected = f"{name} is for at most {most} players, not {most + 1}."

    assert expected == refusal(lambda: dealt(Settings(course), most + 1))
    assert most == dealt(Settings(course), most).seats
    assert 1 == dealt(Settings(course), 1).seats


def test_as_many_as_have_a_start() -> None:
    """D41, R2: with a start for each seat, that many can play; the header need not say so."""
    agreement = Settings(drawn("S2 . S1 S3 1"))

    assert 3 == dealt(agreement, 3).seats
    assert "Untitled is for at most 3 players, not 4." == refusal(lambda: dealt(agreement, 4))


def test_a_course_of_ones_own() -> None:
    """R34: any course that can be read."""
    text = drawn("S . 1", "name: Home")

    assert format_course(parse_course(text)) == dealt(Settings(text)).course_text


@pytest.mark.parametrize(
    ("agreement", "message"),
    [
        ({"course": "last-shift"}, "there is no course “last-shift”; expected "),
        ({"course": drawn("S ? 1")}, "line 3, column 3 (B1)"),
        ({"course": drawn("S1 . 1", "players: 1-2")}, "Untitled has no start for player 2"),
        ({"course": drawn(". . 1")}, "Untitled has no start for player 1"),
        ({"choices": {"edge": "cliff"}}, "edge=cliff: expected pit or wall"),
        ({"choices": {"edges": "pit"}}, "there is no setting “edges”"),
    ],
)
def test_what_cannot_be_agreed_on(agreement: dict[str, str], message: str) -> None:
    """R2: what is no course, or has no start for everybody, or is no setting."""
    with pytest.raises(Malformed) as refused:
        Settings(**agreement)  # type: ignore[arg-type]

    assert message in str(refused.value)


def test_a_match_is_agreed_on_and_dealt_without_the_compiler() -> None:
    """R34: Numba is imported when a register is played: all that comes before starts at once."""
    program = """
import sys
import subprocess
import sys
from random import Random
from tests.catalogues import GAMES, PRESETS
GAMES["rally"].setup(PRESETS["rally"]["sheet"], 2, Random(1))
print({"numba", "numpy"} & set(sys.modules))
"""
    ran = subprocess.run(  # noqa: S603 - our own Python
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert "set()\n" == ran.stdout
