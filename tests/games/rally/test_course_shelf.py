"""The built-in courses: sound, finishable, and together full of everything."""

from collections.abc import Callable
from random import Random

import pytest

from tests.games.rally.planner import play_alone
from tinplate.game import Malformed, Seat
from tinplate.games.rally.course import Course, Gear, Square, cell_name
from tinplate.games.rally.course_check import check_course
from tinplate.games.rally.reach import reach_on, registers_to
from tinplate.games.rally.shelf import course_named, course_names, text_named

GAMES = 4
MOST_TURNS = 40

every_course = pytest.mark.parametrize("name", course_names())

# The fewest registers from start to last flag, with any cards: by seat where seats differ.
FEWEST = {
    "clockwork-carousel": [9],
    "crossfire-dock": [18],
    "first-shift": [10],
    "lamp-gallery": [19],
    "mainspring-mile": [22, 23, 24],
    "sorting-hall": [16],
    "stamping-mill": [33],
    "three-bridges": [27],
    "wind-up-duel": [14],
}


@every_course
def test_no_course_has_errors(name: str) -> None:
    """R2, R3, D42: what we ship can be played; notes only where they are meant."""
    found = [
        f"{kind} {cell_name(cell) if cell else ''}: {message}"
        for kind, cell, message, *_ in check_course(course_named(name))
    ]

    assert {
        "stamping-mill": ["note K6: the belt runs into the pit on L6 (D5)"],
    }.get(name, []) == found


@every_course
def test_every_course_introduces_itself(name: str) -> None:
    """It is called by its name, and says in a line what is special about it."""
    course = course_named(name)

    assert name == course.name.lower().replace(" ", "-")
    assert course.texts[0][1].endswith(".")
    assert course.author


@every_course
def test_every_course_can_be_finished(name: str) -> None:
    """R46: alone, with real deals and whatever can be made of them, to the last flag."""
    course = course_named(name)
    games = [
        play_alone(course, Seat(seed % course.players[1]), Random(seed), MOST_TURNS)
        for seed in range(GAMES)
    ]

    assert [True] * GAMES == [game.has_finished for game in games]


@every_course
def test_the_fewest_registers(name: str) -> None:
    """R39: how short a race can be; a change of the rules or of a course shows here."""
    course = course_named(name)
    ways = reach_on(course)
    left = registers_to(ways, course.flags)
    seats = [Seat(seat) for seat in range(course.players[1])]

    assert FEWEST[name] == sorted(
        {int(left[0, ways.places(course.start_of(seat))].min()) for seat in seats}
    )


def all_courses() -> list[Course]:
    return [course_named(name) for name in course_names()]


COMBINATIONS: dict[str, Callable[[Square], object]] = {
    "press over a belt": lambda on: on.belt and on.press,
    "press over a curve": lambda on: on.belt and on.belt.mouths and on.press,
    "flag on a belt": lambda on: on.belt and on.flag,
    "flag that repairs": lambda on: on.repair and on.flag,
    "gear": lambda on: on.gear is Gear.LEFT,
    "gear to the right": lambda on: on.gear is Gear.RIGHT,
    "gear on a belt": lambda on: on.belt and on.gear,
    "curve": lambda on: on.belt and on.belt.mouths and not on.belt.is_express,
    "express curve": lambda on: on.belt and on.belt.mouths and on.belt.is_express,
    "merge with two mouths": lambda on: on.belt and len(on.belt.mouths) == 2,
    "pusher": lambda on: on.pusher,
    "pusher on a belt": lambda on: on.pusher and on.belt,
    "single beam": lambda on: any(laser.beams == 1 for laser in on.lasers),
    "double beam": lambda on: any(laser.beams == 2 for laser in on.lasers),
    "triple beam": lambda on: any(laser.beams == 3 for laser in on.lasers),
    "repair": lambda on: on.repair == 1,
    "double repair": lambda on: on.repair == 2,
    "start that all share": lambda on: on.start == 0,
    "start of the eighth seat": lambda on: on.start == 8,
    "corridor": lambda on: len(on.walls) > 1 and on.belt,
    "pit": lambda on: on.pit,
}


@pytest.mark.parametrize("combination", COMBINATIONS)
def test_everything_is_somewhere(combination: str) -> None:
    """R1 to R14: whatever can be on a cell is met on some course."""
    squares = [course.square(cell) for course in all_courses() for cell in course.cells()]

    assert any(COMBINATIONS[combination](square) for square in squares)


def test_pushers_over_pits_and_crossing_beams_are_somewhere() -> None:
    """R4, R9, D40: what takes two cells to see."""
    courses = all_courses()
    over_pits = [
        course.name
        for course in courses
        for cell in course.cells()
        if (pusher := course.square(cell).pusher)
        and course.square(cell.towards(pusher.heading)).pit
    ]
    beams = [
        (course.name, lit, laser.heading in "ns")
        for course in courses
        for cell in course.cells()
        for laser in course.square(cell).lasers
        for lit in course.beam(cell, laser.heading)
    ]
    crossing = {name for name, lit, is_upright in beams if (name, lit, not is_upright) in beams}

    assert {"Stamping Mill", "Three Bridges", "Wind-Up Duel"} == set(over_pits)
    assert {"Lamp Gallery"} == crossing


def test_houses_differ() -> None:
    """D3 and the settings: some courses have a wall round them, some ask for rules of their own."""
    courses = all_courses()

    assert {None, "wall"} == {course.edge for course in courses}
    assert {"beam_blocked", "flags_save", "last_standing_wins"} == {
        name for course in courses for name, _ in course.rules
    }
    assert {"beginner", "intermediate", "hard"} == {course.level for course in courses}


def test_a_name_that_is_not_on_the_shelf() -> None:
    """Whoever asks for what is not there is told what is."""
    with pytest.raises(Malformed, match=r"there is no course “moon”; expected .*first-shift"):
        text_named("moon")
