"""The page on courses holds what it promises."""

import pytest

from tests.test_docs import ROOT, fenced_blocks, part, table_in
from tinplate.games.rally.course import Course, Square
from tinplate.games.rally.course_check import MOST_CELLS, check_text
from tinplate.games.rally.course_text import KEYS, MOST_ROWS, format_course, parse_course
from tinplate.games.rally.reach import reach_on, registers_to
from tinplate.games.rally.shelf import course_named, course_names
from tinplate.games.rally.square_text import format_square, read_square
from tinplate.grid import COLUMNS

PAGE = ROOT / "docs" / "rules" / "rally-courses.md"


def rows(heading: str) -> list[dict[str, str]]:
    return table_in(part(PAGE, heading))


def test_the_first_course_is_sound() -> None:
    """What newcomers copy is a course, without errors or notes, in its canonical form."""
    (text,) = ["\n".join(block) + "\n" for block in fenced_blocks(PAGE) if block[0] == "rally 1"]

    assert [] == check_text(text)
    assert text == format_course(parse_course(text))


def test_every_key_is_in_the_table() -> None:
    """The header's keys, in the order in which the formatter writes them."""
    assert list(KEYS) == [row["Key"] for row in rows("The header")]


@pytest.mark.parametrize("row", rows("Elements"), ids=lambda row: row["Sign"])
def test_every_sign_is_read_and_written(row: dict[str, str]) -> None:
    """R1 to R14: a sign of the table is how the formatter writes its element."""
    square, flaws = read_square(row["Sign"])

    assert [] == flaws
    assert row["Sign"] == format_square(square, ()).removeprefix("./")


def test_every_element_is_in_the_table() -> None:
    """R1 to R14: there is nothing on a square, walls apart, that the table does not explain."""
    squares = [read_square(row["Sign"])[0] for row in rows("Elements")]
    shown = {
        name
        for square in squares
        for name in Square.__struct_fields__
        if getattr(square, name) != getattr(Square(), name)
    }

    assert set(Square.__struct_fields__) - {"walls"} == shown


@pytest.mark.parametrize("row", rows("Errors and notes"), ids=lambda row: row["Typed"])
def test_the_answers_are_given_in_these_words(row: dict[str, str]) -> None:
    """What the page says will be answered is what is answered."""
    _, (flaw,) = read_square(row["Typed"])

    assert row["Answer"] == str(flaw.error).partition("”: ")[2]


def spread(numbers: set[int]) -> str:
    return "-".join(str(number) for number in sorted({min(numbers), max(numbers)}))


def fewest_registers(course: Course) -> set[int]:
    ways = reach_on(course)
    left = registers_to(ways, course.flags)
    starts = [cell for cell in course.cells() if course.square(cell).start is not None]
    return {int(left[0, ways.places(start)].min()) for start in starts}


def test_the_shelf_is_listed() -> None:
    """Every built-in course, with what can be counted."""
    courses = {name: course_named(name) for name in course_names()}

    assert {
        name: {
            "Course": name,
            "Level": course.level,
            "Players": f"{course.players[0]}-{course.players[1]}",
            "Size": f"{course.width}x{course.height}",
            "Flags": str(len(course.flags)),
            "Fewest": spread(fewest_registers(course)),
        }
        for name, course in courses.items()
    } == {row["Course"]: row for row in rows("The shelf")}


def test_the_limits_are_told() -> None:
    """How large a board may be."""
    limits = f"at most {len(COLUMNS)} columns and {MOST_ROWS} rows"

    assert limits in part(PAGE, "A first course")
    assert f"at most {MOST_CELLS} cells" in part(PAGE, "A first course")
