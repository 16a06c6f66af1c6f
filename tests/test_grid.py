"""Cells and headings."""

import pytest

from tinplate.grid import Cell, Heading


def test_row_1_is_the_northernmost() -> None:
    """a1 is the north-west corner: letters count from the west, numbers from the north."""
    assert Cell(0, 0) == Cell.named("a1")
    assert Cell(2, 3) == Cell.named("c4")
    assert Cell(15, 15) == Cell.named("p16")


@pytest.mark.parametrize("name", ["a1", "c4", "p16", "z26"])
def test_a_cell_is_written_as_it_is_read(name: str) -> None:
    """What is read from a name is written with the same name."""
    assert name == str(Cell.named(name))


@pytest.mark.parametrize("name", ["", "a", "4", "4c", "C4", "c-4", "c4 ", "c4.0", "c²", "é4"])
def test_what_is_no_cell_is_refused(name: str) -> None:
    """Only a column letter and a row number name a cell; the sentence shows how."""
    with pytest.raises(ValueError, match="write a column letter and a row number") as refused:
        Cell.named(name)

    assert f"“{name}” is not a cell" in str(refused.value)


@pytest.mark.parametrize("name", ["c0", "c04"])
def test_rows_are_counted_from_1(name: str) -> None:
    """Every cell has one name: no row 0 and no leading zeros."""
    with pytest.raises(ValueError, match="rows are counted from 1, without leading zeros"):
        Cell.named(name)


@pytest.mark.parametrize(
    ("heading", "neighbour"),
    [
        (Heading.NORTH, "c3"),
        (Heading.EAST, "d4"),
        (Heading.SOUTH, "c5"),
        (Heading.WEST, "b4"),
    ],
)
def test_one_step_towards_each_heading(heading: Heading, neighbour: str) -> None:
    """North is towards row 1, west towards column a."""
    assert neighbour == str(Cell.named("c4").towards(heading))


def test_a_step_may_leave_the_board() -> None:
    """A cell knows no edge: that is for the board to say."""
    assert Cell(0, -1) == Cell.named("a1").towards(Heading.NORTH)


def test_clockwise_goes_round_the_compass() -> None:
    """North, east, south, west, and north again."""
    assert [Heading.EAST, Heading.SOUTH, Heading.WEST, Heading.NORTH] == [
        heading.clockwise for heading in (Heading.NORTH, Heading.EAST, Heading.SOUTH, Heading.WEST)
    ]


@pytest.mark.parametrize("heading", Heading)
def test_the_way_back_leads_back(heading: Heading) -> None:
    """A step and a step in the opposite heading end where they began."""
    start = Cell(5, 5)

    assert start == start.towards(heading).towards(heading.opposite)


def test_right_angles() -> None:
    """A row and a column cross; a heading is at no right angle to itself or its opposite."""
    assert {("n", "e"), ("n", "w"), ("s", "e"), ("s", "w")} | {
        ("e", "n"),
        ("w", "n"),
        ("e", "s"),
        ("w", "s"),
    } == {
        (one.value, other.value)
        for one in Heading
        for other in Heading
        if one.is_right_angle_to(other)
    }


def test_headings_as_people_say_them() -> None:
    """A heading is a letter in the notation and a word in a sentence."""
    assert ["up", "right", "down", "left"] == [Heading(letter).word for letter in "nesw"]
