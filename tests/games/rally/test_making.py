"""Courses that are made by a seed."""

import pytest

from tinplate.game import Malformed, Seat
from tinplate.games.rally.course import Course
from tinplate.games.rally.course_check import check_course
from tinplate.games.rally.course_text import format_course, parse_course
from tinplate.games.rally.making import MOST_SEED, MOST_TURNS, SIDES, CourseWish, make_course
from tinplate.games.rally.reach import reach_on, registers_to


def fewest_turns(course: Course) -> int:
    reach = reach_on(course)
    start = reach.places(course.start_of(Seat(0)))
    return -(-int(registers_to(reach, course.flags)[0, start].min()) // 5)


@pytest.mark.parametrize(
    ("seed", "wish"),
    [
        (0, CourseWish(1, SIDES[0], SIDES[0])),
        (1, CourseWish(MOST_TURNS, SIDES[0], SIDES[0])),
        (2, CourseWish(2)),
        (3, CourseWish(4)),
        (4, CourseWish(6, 10, 14)),
        (5, CourseWish(8)),
        (MOST_SEED, CourseWish(3, SIDES[-1], SIDES[0])),
    ],
    ids=str,
)
def test_a_course_that_is_made_can_be_played(seed: int, wish: CourseWish) -> None:
    """D42: it has no errors, and reads back from its text; every flag can be reached."""
    course = make_course(seed, wish)

    assert [] == [found for found in check_course(course) if found.kind == "error"]
    assert course == parse_course(format_course(course))
    assert (wish.width, wish.height) == (course.width, course.height)
    assert len(course.flags) >= 1
    assert 1 <= fewest_turns(course) < 200


@pytest.mark.parametrize("turns", [1, 3, 5])
def test_it_is_as_long_as_wished(turns: int) -> None:
    """On a board of the usual size, by a turn."""
    made = [fewest_turns(make_course(seed, CourseWish(turns))) for seed in range(3)]

    assert all(abs(each - turns) <= 1 for each in made), made


def test_the_same_seed_makes_the_same_course() -> None:
    """Another seed makes another; so does another wish."""
    one = make_course(7, CourseWish(3))

    assert one == make_course(7, CourseWish(3))
    assert "No. 7" == one.name
    assert one.squares != make_course(8, CourseWish(3)).squares
    assert one.squares != make_course(7, CourseWish(2)).squares


def test_made_courses_have_a_bit_of_everything() -> None:
    """Belts with curves, gears, pits, presses, pushers, lasers, repairs and walls."""
    squares = [
        square
        for seed in range(4)
        for row in make_course(seed, CourseWish(3)).squares
        for square in row
    ]

    assert any(square.belt and square.belt.mouths for square in squares)
    assert any(square.gear for square in squares)
    assert any(square.pit for square in squares)
    assert any(square.press for square in squares)
    assert any(square.pusher for square in squares)
    assert any(square.lasers for square in squares)
    assert any(square.repair for square in squares)
    assert any(square.walls for square in squares)


@pytest.mark.parametrize(
    ("seed", "wish"),
    [
        (-1, CourseWish(3)),
        (MOST_SEED + 1, CourseWish(3)),
        (1, CourseWish(0)),
        (1, CourseWish(MOST_TURNS + 1)),
        (1, CourseWish(3, SIDES[0] - 1)),
        (1, CourseWish(3, 12, SIDES[-1] + 1)),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused(seed: int, wish: CourseWish) -> None:
    """In one sentence, with what is expected."""
    with pytest.raises(Malformed, match="expected up to"):
        make_course(seed, wish)
