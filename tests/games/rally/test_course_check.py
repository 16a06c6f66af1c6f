"""The checker: what forbids play, and what an author may want to know."""

import pytest
from hypothesis import given, settings

from tests.games.rally.strategies import courses
from tinplate.games.rally import course_check
from tinplate.games.rally.course import Course, cell_name
from tinplate.games.rally.course_check import check_course, check_text
from tinplate.games.rally.course_text import format_course, parse_course


def found(*rows: str, header: str = "") -> list[str]:
    """All that is found on a board, each as `kind cell: message`."""
    course = parse_course("\n".join(["rally 1", *header.splitlines(), "board:", *rows]))
    return [
        f"{kind}{' ' + cell_name(cell) if cell else ''}: {message}"
        for kind, cell, message, *_ in check_course(course)
    ]


def test_nothing_to_find() -> None:
    """A start and a flag that can be reached make a course."""
    assert [] == found("S 1")


# Errors


@pytest.mark.parametrize(
    ("row", "errors"),
    [
        (". 1", ["error: there is no start; expected S, or S1 to S8 for one seat each"]),
        ("S S2 1", ["error B1: S2 next to the shared S; expected one or the other"]),
        ("S1 S3 1", ["error: there is no S2; expected S1 to S4 for 4 players",
                     "error: there is no S4; expected S1 to S4 for 4 players"]),
    ],
)  # fmt: skip
def test_starts(row: str, errors: list[str]) -> None:
    """R2: one start that all share, or as a house option one for each seat."""
    assert errors == found(row, header="players: 1-4")


def test_a_start_for_each_seat() -> None:
    """R2: as many as there can be players are enough; more do no harm."""
    assert [] == found("S1 S2 1", header="players: 1-2")
    assert [] == found("S1 S2 S3 1", header="players: 1-2")
    assert [] == found("S1 S2 S3 1", header="level: hard")


@pytest.mark.parametrize("start", ["S/>", "S/1", "S/+", "S/L", "S/X1", "S/P>1", "S/l>"])
def test_a_start_is_plain(start: str) -> None:
    """D42: nothing but walls may be on it, or all robots would suffer it."""
    errors = found(f"{start}w 1" if "1" not in start[1:3] else f"{start}w .")

    assert "error A1: a start can have only walls; expected S alone (D42)" in errors


@pytest.mark.parametrize(
    ("row", "missing"), [("S .", [1]), ("S 2", [1]), ("S 1 4", [2, 3]), ("S 1 2 3", [])]
)
def test_flags(row: str, missing: list[int]) -> None:
    """R3: numbered from 1 on without holes."""
    assert [
        f"error: there is no flag {number}; expected flags from 1 up without gaps"
        for number in missing
    ] == found(row)


def test_a_board_is_not_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ways are looked for on boards of some size only, or a text could keep us busy at will."""
    assert [] == found(*[". " * 24] * 23, "S 1" + " ." * 22)
    monkeypatch.setattr(course_check, "reach_on", pytest.fail)
    assert ["error: the board has 600 cells; expected at most 576 to be played on"] == found(
        *[". " * 24] * 24, "S 1" + " ." * 22
    )


@pytest.mark.parametrize(
    ("rows", "cut_off"),
    [
        (["S .e 1"], "A1"),
        (["S O 1", ". O ."], "A1"),
        (["S1 .e 1 S2"], "A1"),
        (["S 1 .e +"], "D1"),
        (["S .e 1 .e +"], "A1 or E1"),
        (["S X12345 1", "O O O"], None),
        (["S X12345 X12345 X12345 1", "O O O O O"], "A1"),
        (["S .", "O P^12345", "O .", "O 1"], None),
        (["S 1/X12345"], "A1"),
        (["S >", "O 1/v"], "A1"),
    ],
)
def test_a_flag_that_cannot_be_reached(rows: list[str], cut_off: str | None) -> None:
    """R3, R4, R8, R14: from each start and save point there must be a way that costs no life."""
    errors = [each for each in found(*rows, header="players: 1-2") if each.startswith("error")]

    assert (not errors) if cut_off is None else len(errors) == 1
    assert all(
        each.endswith(f"1 cannot be reached from {cut_off}; expected a route") for each in errors
    )


def test_what_is_missing_hides_nothing() -> None:
    """R2, R3: all errors are told at once, those of the ways, too."""
    assert [
        "error: there is no start; expected S, or S1 to S8 for one seat each",
        "error: there is no flag 1; expected flags from 1 up without gaps",
        "error C1: flag 2 cannot be reached from A1; expected a route",
    ] == found("+ .e 2")


def test_flags_are_save_points_when_agreed() -> None:
    """D19: with flags_save=on robots come back on flags, so there must be a way from them, too."""
    rows = ["1 >> >> >vv O", "S O  O  v>> 2"]

    assert [] == [each for each in found(*rows) if each.startswith("error")]
    assert ["error A1: flag 1 cannot be reached from E2; expected a route"] == [
        each for each in found(*rows, header="rules: flags_save=on") if each.startswith("error")
    ]


def test_the_edge_matters() -> None:
    """D3: where the edge is a wall a belt cannot carry robots off the board."""
    note = "note B1: the belt ends at the edge of the board (D3, D5)"

    assert [note, "error B1: flag 1 cannot be reached from A1; expected a route"] == found("S 1/>")
    assert [note] == found("S 1/>", header="edge: wall")


# Notes


FROM_THE_SIDE = "from the side, where it has no mouth: robots are not turned (D30)"


@pytest.mark.parametrize(
    ("rows", "note"),
    [
        (["S 1 >e ."], "C1: the belt runs into a wall: robots stay (D5)"),
        (["S 1 >"], "C1: the belt ends at the edge of the board (D3, D5)"),
        (["S 1 > O"], "C1: the belt runs into the pit on D1 (D5)"),
        (["S 1 > v", ". . . ."],
         f"C1: the belt feeds the one on D1 {FROM_THE_SIDE}"),
        ([". S 1 .", ". > ^>> ."], None),
        ([". S 1 .", ". > >v .", ". . . ."], None),
        ([". S 1 .", ". > <v .", ". . . ."],
         f"B2: the belt feeds the one on C2 {FROM_THE_SIDE}"),
        (["S 1 ./l< .e"], "C1: the laser has no wall behind it, on the east side"),
        (["S 1 .e/l< ."], None),
        (["S 1 . .w/l>"], None),
    ],
)  # fmt: skip
def test_what_an_author_may_want_to_know(rows: list[str], note: str | None) -> None:
    """D5, D30, R10: belts that lead nowhere, curves without a mouth, lasers without a wall."""
    assert ([] if note is None else [f"note {note}"]) == found(*rows)


def test_belts_against_each_other() -> None:
    """D7: robots on them would want each other's cells, and none is carried."""
    assert [
        "note A2: the belt runs against the one on B2",
        "note B2: the belt runs against the one on A2",
    ] == found("S 1", "> <<")


def test_traps() -> None:
    """R7: cells that robots can get to, but from which they lose a life before some flag."""
    rows = ["S  >>  >vv  O", "1  O   v>>  >vv", "O  O   O    ."]

    assert [
        f"note {cell}: a trap: robots that stop here lose a life before flag 1"
        for cell in ("C2", "D2", "D3")
    ] == found(*rows)


# Places


def test_places_in_the_text() -> None:
    """What is on a cell is found there; what is missing, where the board begins."""
    text = "rally 1\nsize: 3x1\nboard:\n  .  ./l<  O\n"

    assert [(4, 3, "error"), (4, 3, "error"), (4, 6, "note")] == [
        (line, column, finding.kind) for line, column, finding in check_text(text)
    ]


def test_what_cannot_be_read_is_not_missing() -> None:
    """A mistyped start or flag is one mistake, not two."""
    assert ["error"] == [finding.kind for _, _, finding in check_text("rally 1\nboard:\n1 S9\n")]


def test_everything_wrong_is_told_in_one_go() -> None:
    """R2, R3: mistakes in the header or doubled flags do not hide what the board lacks."""
    text = "rally 1\nlevel: wizard\nsize: 5x2\nboard:\nS S2 1 1\n. 3  O .\n"

    assert [
        (2, "level: “wizard”; expected one of beginner, intermediate, hard"),
        (3, "size: the board is 4x2; expected 5x2"),
        (5, "S2 next to the shared S; expected one or the other"),
        (5, "flag 1 is on C1 already; expected once"),
        (5, "there is no flag 2; expected flags from 1 up without gaps"),
    ] == [(line, finding.message) for line, _, finding in check_text(text)]


@pytest.mark.parametrize("text", ["rally 1\nS 1\n", "rally 1\nboard\nS 1\n", "rally 1\nboard:\n"])
def test_a_board_that_is_missing_is_the_only_cause(text: str) -> None:
    """Nothing else is said to be missing: it may be in what was not read as the board."""
    [placed] = check_text(text)

    assert placed.finding.code in {"course-no-board", "course-no-rows"}


def test_ways_are_looked_for_whatever_the_header_says() -> None:
    """R3: a flag that is cut off is told together with a wrong size."""
    text = "rally 1\nsize: 9x9\nboard:\nSe 1\n.e .\n"

    assert [
        (2, "size: the board is 2x2; expected 9x9"),
        (4, "flag 1 cannot be reached from A1; expected a route"),
    ] == [(line, finding.message) for line, _, finding in check_text(text)]


@settings(max_examples=25)
@given(courses())
def test_any_course_can_be_checked(course: Course) -> None:
    """However wild a course is, the checker has an answer, the same for it and for its text."""
    assert sorted(map(str, check_course(course))) == sorted(
        str(finding) for _, _, finding in check_text(format_course(course))
    )
