"""Courses as text: read, written, and every mistake found at its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.rally.strategies import courses, scribbles
from tinplate.game import Malformed, Seat
from tinplate.games.rally.course import (
    Belt,
    Course,
    Gear,
    Laser,
    Pusher,
    Square,
    cell_name,
    cell_named,
)
from tinplate.games.rally.course_text import BadCourse, format_course, parse_course, read_course
from tinplate.games.rally.settings import HouseRules
from tinplate.grid import Cell, Heading

SETTINGS = ", ".join(HouseRules.__struct_fields__)
_N, _E, _S, _W = Heading.NORTH, Heading.EAST, Heading.SOUTH, Heading.WEST


def board(*rows: str) -> str:
    """The shortest text with these rows."""
    return "\n".join(["rally 1", "board:", *rows])


def square_of(text: str) -> Square:
    """What is read from one square's text."""
    return parse_course(board(text)).square(Cell(0, 0))


def mistakes_in(text: str) -> list[str]:
    with pytest.raises(BadCourse) as caught:
        parse_course(text)
    return str(caught.value).splitlines()


# Reading squares


@pytest.mark.parametrize(
    ("text", "square"),
    [
        (".", Square()),
        ("S", Square(start=0)),
        ("S8", Square(start=8)),
        ("9", Square(flag=9)),
        ("O", Square(pit=True)),
        (">", Square(belt=Belt(_E))),
        ("^^", Square(belt=Belt(_N, is_express=True))),
        ("^>", Square(belt=Belt(_E, mouths=(_N,)))),
        ("^>>", Square(belt=Belt(_E, is_express=True, mouths=(_N,)))),
        ("v^<<", Square(belt=Belt(_W, is_express=True, mouths=(_N, _S)))),
        ("+", Square(repair=1)),
        ("++", Square(repair=2)),
        ("L", Square(gear=Gear.LEFT)),
        ("R", Square(gear=Gear.RIGHT)),
        ("X42", Square(press=(2, 4))),
        ("P<531", Square(pusher=Pusher(_W, (1, 3, 5)))),
        ("lv", Square(lasers=(Laser(_S),))),
        ("l^3", Square(lasers=(Laser(_N, 3),))),
        ("we", Square(walls=frozenset({_E, _W}))),
        (".w/l>", Square(lasers=(Laser(_E),), walls=frozenset({_W}))),
        (">/X24", Square(belt=Belt(_E), press=(2, 4))),
        (">n/1s", Square(belt=Belt(_E), flag=1, walls=frozenset({_N, _S}))),
        ("l>2/l^", Square(lasers=(Laser(_N), Laser(_E, 2)))),
        ("Ss", Square(start=0, walls=frozenset({_S}))),
    ],
)
def test_every_element_is_read(text: str, square: Square) -> None:
    """R2 to R14: each sign of the format means one element, alone or joined with others."""
    assert square == square_of(text)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("Q", 1, "there is no such element; expected . S 1 O"),
        ("/.", 1, "there is no such element"),
        ("./", 3, "there is no such element"),
        ("S0", 1, "a start is S, or S1 to S8"),
        ("S9", 1, "a start is S, or S1 to S8"),
        ("0", 1, "flags are 1 to 9, and a pit is a capital O"),
        ("12", 1, "there is no such element"),
        ("o", 1, "a pit is a capital O"),
        ("+++", 1, "a repair is + or ++"),
        ("X", 1, "a press is X and its registers"),
        ("X6", 1, "each of 1 to 5 once"),
        ("X11", 1, "each of 1 to 5 once"),
        ("x24", 1, "a press is a capital X"),
        ("P135", 1, "a pusher is P, an arrow and its registers"),
        ("P>", 1, "a pusher is P, an arrow and its registers"),
        ("p>1", 1, "a pusher is a capital P"),
        ("l", 1, "a laser is l>"),
        ("l>1", 1, "two or three beams are l>2 and l>3"),
        ("l>4", 1, "two or three beams are l>2 and l>3"),
        (">>>", 1, "square to the way out"),
        ("<>", 1, "square to the way out"),
        ("^^>", 1, "each once"),
        (">x", 1, "a belt is an arrow"),
        (">/v", 3, "a belt already; expected at most one"),
        ("X1/X2", 4, "a press already; expected at most one"),
        ("1/2", 3, "a flag already; expected at most one"),
        ("+/++", 3, "a repair already; expected at most one"),
        ("L/R", 3, "a gear already; expected at most one"),
        ("P>1/P<2", 5, "a pusher already; expected at most one"),
        ("S1/S2", 4, "a start already; expected at most one"),
        ("O/O", 3, "a pit already; expected at most one"),
        ("l>/l>2", 4, "a laser that way already"),
        ("O/1", 3, "nothing else can be on a pit; expected O alone"),
        (">/O", 3, "nothing else can be on a pit; expected O alone"),
        ("On/l>", 4, "nothing else can be on a pit; expected O alone"),
    ],
)
def test_a_wrong_element_is_refused_where_it_stands(text: str, column: int, expected: str) -> None:
    """The place to the character, what is wrong, and what was expected."""
    (mistake,) = mistakes_in(board(f". {text}"))
    part = text[column - 1 :].partition("/")[0]

    assert mistake.startswith(f"line 3, column {column + 2} (B1): “{part}”: ")
    assert expected in mistake


def test_a_wall_has_two_sides() -> None:
    """R14: written on either of two cells, or on both, it is the same wall."""
    east, west, both = (parse_course(board(row)) for row in (". .e .", ". . .w", ". .e .w"))

    assert east == west == both
    assert east.has_wall(Cell(1, 0), _E)
    assert east.has_wall(Cell(2, 0), _W)
    assert not east.has_wall(Cell(0, 0), _E)


# Reading the rest


FULL = """\
rally 1
text.it: Ciao
rules: flags_save=on  edge=pit
name: Night  Shift
level: hard
edge: wall
# A note
players: 2-4
size: 3x2
author: somebody
text: Hello

#A B C
board:
  S .  +
  1 >> 2
# The end
"""


def test_the_header_is_read() -> None:
    """Keys in any order; texts by language; comments are kept, but not the columns' letters."""
    course = parse_course(FULL)

    assert ("Night Shift", "hard", (2, 4), "somebody") == (
        course.name,
        course.level,
        course.players,
        course.author,
    )
    assert (("", "Hello"), ("it", "Ciao")) == course.texts
    assert ("wall", (("flags_save", "on"), ("edge", "pit"))) == (course.edge, course.rules)
    assert ("A note", "The end") == course.comments
    assert (3, 2) == (course.width, course.height)


def test_a_header_is_not_needed() -> None:
    """Whoever draws a board in a hurry need not describe it."""
    course = parse_course(board(". S"))

    assert ("Untitled", "beginner", (1, 8), None, ()) == (
        course.name,
        course.level,
        course.players,
        course.edge,
        course.rules,
    )


def test_the_mark_of_some_editors_is_no_part_of_the_text() -> None:
    """A file that begins with a byte order mark begins with what follows it."""
    assert parse_course(FULL) == parse_course(f"\ufeff{FULL}")


def test_starts_and_flags_are_found() -> None:
    """R2, R3: the start that all share, those of single seats, and flags by their numbers."""
    shared = parse_course(board("2 S 1"))
    own = parse_course(board("S2 . S1"))

    assert (Cell(2, 0), Cell(0, 0)) == shared.flags
    assert [Cell(1, 0)] * 8 == [shared.start_of(Seat(seat)) for seat in range(8)]
    assert [Cell(2, 0), Cell(0, 0)] == [own.start_of(Seat(seat)) for seat in range(2)]


def test_a_beam_covers_its_cells() -> None:
    """R10: from the emitter's own cell to the first wall or to the edge."""
    course = parse_course(board("l> .  . .e .", ".  lv O .  l^"))

    assert [Cell(x, 0) for x in range(4)] == list(course.beam(Cell(0, 0), _E))
    assert [Cell(1, 1)] == list(course.beam(Cell(1, 1), _S))
    assert [Cell(4, 1), Cell(4, 0)] == list(course.beam(Cell(4, 1), _N))


NO_BOARD = "there is no board; expected a line “board:” and then the rows"
A_RANGE = "expected the fewest and the most of 1 to 8, such as 2-8"
NO_KEY = (
    "line 2, column 1: “colour” is no key; expected name, level, players, size, author, text, edge,"
    " rules or text.it"
)


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("", ["line 1, column 1: a course begins with the line “rally 1”",
              f"line 1, column 1: {NO_BOARD}"]),
        ("rally 1\nname: x", [f"line 2, column 1: {NO_BOARD}"]),
        ("rally 1\nname: x\n. S\n1 .", [f"line 3, column 1: {NO_BOARD}"]),
        ("rally 1\nboard:\n", ["line 2, column 1: the board has no rows; expected one a line"]),
        ("rally 2\nboard:\n.", ["line 1, column 1: a course begins with the line “rally 1”"]),
        ("rally 1\nnight\nboard:\n.",
         ["line 2, column 1: expected “key: value” or “board:”, not “night”"]),
        ("rally 1\ncolour: red\nboard:\n.",
         [NO_KEY]),
        ("rally 1\nname: a\nname: b\nboard:\n.",
         ["line 3, column 1: “name:” is in line 2 already; expected once"]),
        ("rally 1\nname:\nboard:\n.",
         ["line 2, column 6: name: nothing is written there; expected a value, or no such line"]),
        ("rally 1\nname: a\x1b[31m\nboard:\n.",
         ["line 2, column 7: name: there is a character that cannot be printed"]),
        ("rally 1\nlevel: easy\nboard:\n.",
         ["line 2, column 8: level: “easy”; expected one of beginner, intermediate, hard"]),
        ("rally 1\nplayers: 1-9\nboard:\n.",
         [f"line 2, column 10: players: “1-9”; {A_RANGE}"]),
        ("rally 1\nplayers: 4-2\nboard:\n.",
         [f"line 2, column 10: players: “4-2”; {A_RANGE}"]),
        ("rally 1\nedge:  ice\nboard:\n.", ["line 2, column 8: edge: “ice”; expected pit or wall"]),
        ("rally 1\nrules: flags_save\nboard:\n.",
         ["line 2, column 8: rules: “flags_save”; expected name=value, such as flags_save=on"]),
        ("rally 1\nrules: a=1 a=2\nboard:\n.",
         [f"line 2, column 8: rules: there is no setting “a”; there are {SETTINGS}",
          f"line 2, column 12: rules: there is no setting “a”; there are {SETTINGS}"]),
        ("rally 1\nrules: edge=pit edge=wall\nboard:\n.",
         ["line 2, column 17: rules: edge is set twice; expected once"]),
        ("rally 1\nrules:  deck=84  deck=85\tedge=no\nboard:\n.",
         ["line 2, column 18: rules: deck is set twice; expected once",
          "line 2, column 26: rules: edge=no: expected pit or wall"]),
        ("rally 1\nrules: flags_save=yes\nboard:\n.",
         ["line 2, column 8: rules: flags_save=yes: expected on or off"]),
        ("rally 1\nsize: 2\nboard:\n. .",
         ["line 2, column 7: size: “2”; expected width x height, such as 12x10"]),
        ("rally 1\nsize: 3x1\nboard:\n. .",
         ["line 2, column 7: size: the board is 2x1; expected 3x1"]),
        ("rally 1\nsize: 2x1\nboard:\n. .\n. .",
         ["line 2, column 7: size: the board is 2x2; expected 2x1"]),
        ("rally 1\nsize: 3x2\nboard:\n. .\n. . .\n",
         ["line 4, column 4: row 1 has 2 cells; expected 3"]),
        ("rally 1\nboard:\n. .\n. . .\n. .",
         ["line 4, column 5: row 2 has 3 cells; expected 2"]),
        ("rally 1\nboard:\n" + ". " * 27,
         ["line 3, column 53: 27 columns; expected at most 26, A to Z"]),
        ("rally 1\nboard:\n" + ".\n" * 100, ["line 102, column 1: 100 rows; expected at most 99"]),
        (board("1 S", "S 1"),
         ["line 4, column 1 (A2): start S is on B1 already; expected once",
          "line 4, column 3 (B2): flag 1 is on A1 already; expected once"]),
        (board("S3 S3"), ["line 3, column 4 (B1): start S3 is on A1 already; expected once"]),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_wrong_around_the_squares(text: str, mistakes: list[str]) -> None:
    """R2, R3 and the format: the line and column, what is wrong, and what was expected."""
    assert mistakes == mistakes_in(text)


def test_all_mistakes_are_told_at_once() -> None:
    """Whoever mends a course sees everything, in the order of the text, not the first only."""
    text = "rally 1\nlevel: so\nsize: 3x2\nboard:\n. Q >/<\n1/2 .\n1 . Z\n"
    mistakes = read_course(text).mistakes

    assert [(2, 8), (3, 7), (5, 3), (5, 7), (6, 3), (6, 6), (7, 1), (7, 5)] == [
        (mistake.line, mistake.column) for mistake in mistakes
    ]


def test_mistakes_can_be_told_in_other_languages() -> None:
    """Each has a code that stays the same, and the facts in its sentence."""
    text = "rally 1\nlevel: so\nrules: edge=ice\nboard:\nS S/9\n. S0\n"
    levels = "beginner, intermediate, hard"

    assert [
        ("course-no-such-value", {"text": "so", "known": levels, "key": "level"}),
        ("no-such-choice", {"text": "edge=ice", "known": "pit, wall", "key": "rules"}),
        ("course-twice", {"sign": "S", "cell": "A1"}),
        ("square-start", {"part": "S0"}),
    ] == [(mistake.code, mistake.facts) for mistake in read_course(text).mistakes]


def test_a_bad_course_is_malformed() -> None:
    """Whoever knows no more than that text can be malformed still gets every mistake."""
    with pytest.raises(Malformed, match=r"(?s)line 3, column 1 .*line 3, column 3 "):
        parse_course(board("Q Z"))


@pytest.mark.parametrize("name", ["A1", "Z99", "F10"])
def test_cells_are_written_in_capitals(name: str) -> None:
    """A1 is the north-west corner; what is written reads back as the same cell, small or not."""
    assert name == cell_name(cell_named(name)) == cell_name(cell_named(name.lower()))


@pytest.mark.parametrize("name", ["", "a", "A", "1", "A0", "A01", "AA1", "A1 ", "A-1", "Ä1", "A²"])
def test_what_is_no_cell(name: str) -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match="is not a cell: write a column letter and a row number"):
        cell_named(name)


# Writing


CANONICAL = """\
rally 1
name: Night Shift
level: hard
players: 2-4
size: 3x2
author: somebody
text: Hello
text.it: Ciao
edge: wall
rules: flags_save=on edge=pit
# A note
# The end
# A  B   C
board:
  S  .   +
  1  >>  2
"""


def test_the_canonical_form() -> None:
    """The header in one order, comments, the columns' letters, and a board in columns."""
    assert CANONICAL == format_course(parse_course(FULL))


@pytest.mark.parametrize(
    ("rows", "written"),
    [
        ([". .w", ".n ."], [".es .", ". ."]),
        (["P>1 P>1w", ". ."], ["P>1 P>1w", ". ."]),
        ([". l>w", ". ."], [". .w/l>", ". ."]),
        ([". .", "P^1s lv"], [". .", "P^1s ./lv"]),
        (["l< lv", "l^n lvn"], [".s/l< ./lv", "./l^ .n/lv"]),
        (["P<1e P>1w"], ["P<1e P>1"]),
        (["nwes"], [".nesw"]),
        (["s/1/>"], [">s/1"]),
        (["l>/P^1/X5/R/++/3/<"], ["</3/++/R/X5/P^1/l>"]),
    ],
)
def test_where_a_wall_is_written(rows: list[str], written: list[str]) -> None:
    """R14: on the cell north or west of it, unless a laser or a pusher is mounted on it."""
    lines = format_course(parse_course(board(*rows))).splitlines()

    assert [row.split() for row in written] == [
        line.split() for line in lines[lines.index("board:") + 1 :]
    ]


@given(courses())
def test_what_is_written_is_read_back(course: Course) -> None:
    """Parsing what was formatted gives the same course; formatting that again the same text."""
    text = format_course(course)

    assert course == parse_course(text)
    assert text == format_course(parse_course(text))


@given(courses().flatmap(lambda course: st.tuples(st.just(course), scribbles(course))))
def test_a_course_may_be_typed_in_many_ways(course_and_text: tuple[Course, str]) -> None:
    """R14 and the format: order, blanks and the side a wall is written on do not matter."""
    course, text = course_and_text

    assert course == parse_course(text)


@given(st.text(alphabet=" \n.:#/SOXPlLR+123<>^vnesw\t\x1f\u2028") | st.text())
def test_any_text_is_a_course_or_refused(text: str) -> None:
    """Nothing that people can type breaks the reader."""
    for whole in (text, f"rally 1\n{text}", board(text)):
        reading = read_course(whole)

        assert reading.mistakes or parse_course(whole) == parse_course(
            format_course(reading.course)
        )
