"""Where a robot can get alone, in how many registers."""

import pytest

from tinplate.game import Seat
from tinplate.games.rally.course import cell_name, cell_named
from tinplate.games.rally.course_text import parse_course
from tinplate.games.rally.reach import NEVER, places_from, reach_on, registers_from, registers_to
from tinplate.games.rally.shelf import course_named


def fewest(rows: list[str], start: str, *goals: str) -> int:
    """With any cards and any facing, from the beginning of a turn."""
    ways = reach_on(parse_course("\n".join(["rally 1", "board:", *rows])))
    left = registers_to(ways, [cell_named(goal) for goal in goals])
    return int(left[0, ways.places(cell_named(start))].min())


@pytest.mark.parametrize(
    ("rows", "goals", "registers"),
    [
        ([". . . ."], ["D1"], 1),
        ([". . . . ."], ["E1"], 2),
        ([". .", ". ."], ["B2"], 3),
        ([". .", ". R"], ["B2", "A2"], 4),
        ([". L", ". ."], ["B1", "B2"], 2),
        ([". . ."], ["A1", "C1"], 2),
        ([". . ."], ["C1", "A1"], 3),
        ([". >> . . ."], ["D1"], 1),
        ([". >> . . . . ."], ["F1"], 2),
        ([". .e ."], ["C1"], NEVER),
        ([". .e ."], ["B1", "C1"], NEVER),
        ([". O ."], ["C1"], NEVER),
        ([". .", "O X1234"], ["B2"], 5),
        ([". .", "O X12345"], ["B2"], NEVER),
        ([". .", "O P>1234e"], ["B2"], 3),
    ],
)
def test_the_fewest_registers(rows: list[str], goals: list[str], registers: int) -> None:
    """R4 to R9, R13, R14: cards, belts, gears, presses in their registers, walls and pits."""
    assert registers == fewest(rows, "A1", *goals)


def test_places_that_can_be_reached() -> None:
    """R4, R14: all but pits, what lies behind walls and what lies behind a belt's pit."""
    course = parse_course("rally 1\nboard:\n. . O .\n. .e . .")
    ways = reach_on(course)
    reached = places_from(ways, [cell_named("A1")])

    assert ["A1", "B1", "A2", "B2"] == [
        cell_name(cell) for cell in course.cells() if reached[:, ways.places(cell)].any()
    ]


def test_places_depend_on_the_register() -> None:
    """R8: on a press that rests in register 1 only, a robot can stand before register 2 only."""
    ways = reach_on(parse_course("rally 1\nboard:\n. X2345"))
    reached = places_from(ways, [cell_named("A1")])[:, ways.places(cell_named("B1"))]

    assert [False, True, False, False, False] == [bool(before.any()) for before in reached]


def test_how_soon_each_cell_is_reached() -> None:
    """R4, R14: in registers, from any start; never in pits and behind walls."""
    course = parse_course("rally 1\nboard:\n. . . . .\nO .e . . X12345")
    registers = registers_from(reach_on(course), [cell_named("A1")])

    assert [0, 1, 1, 1, 2, NEVER, 3, 3, 3, NEVER] == list(registers)


@pytest.mark.parametrize("name", ["first-shift", "stamping-mill"])
def test_forth_takes_as_long_as_back(name: str) -> None:
    """The fewest registers to a cell are the same, whichever end they are counted from."""
    course = course_named(name)
    ways, start = reach_on(course), course.start_of(Seat(0))
    forth = registers_from(ways, [start])

    for flag in course.flags:
        back = registers_to(ways, [flag])[0, ways.places(start)].min()
        assert back == forth[flag.y * course.width + flag.x]
