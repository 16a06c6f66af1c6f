"""Positions and moves on one line, read back exactly or refused with place and reason."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.ricochet.openboard import stand
from tests.games.ricochet.strategies import positions, printed_boards
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Position, board_named
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import (
    Misread,
    format_moves,
    format_position,
    parse_board,
    parse_moves,
    parse_position,
    parse_target,
)
from tinplate.games.ricochet.pieces import DRAWN_AS, Robot, Target
from tinplate.grid import Heading

EXAMPLE = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle"


def test_the_example_of_the_rules() -> None:
    """Writing it down: board, robots and target, one space apart."""
    assert (
        Position(
            board_named("G1R2B2Y2"),
            stand(red="o5", green="a14", blue="l14", yellow="j16"),
            Target.RED_TRIANGLE,
        )
    ) == parse_position(EXAMPLE)


def test_the_moves_of_the_rules() -> None:
    """Writing it down: `bn ge bs` is blue north, green east, blue south."""
    assert (
        Move(Robot.BLUE, Heading.NORTH),
        Move(Robot.GREEN, Heading.EAST),
        Move(Robot.BLUE, Heading.SOUTH),
    ) == parse_moves("bn ge bs")


def test_in_a_url_the_space_is_an_underscore() -> None:
    """Writing it down: no character of a position needs escaping in a URL."""
    position = parse_position(EXAMPLE)

    assert "G1R2B2Y2_ro5,ga14,bl14,yj16_red-triangle" == format_position(position, url=True)


def test_robots_are_read_in_any_order_and_written_in_one() -> None:
    """Writing it down: the order of robots on output is r g b y s."""
    shuffled = "G1R2B2Y2 sc3,yj16,bl14,ga14,ro5 vortex"

    assert "G1R2B2Y2 ro5,ga14,bl14,yj16,sc3 vortex" == format_position(parse_position(shuffled))


def test_spaces_more_than_needed_are_forgiven() -> None:
    """Writing it down: what people paste has blanks around it."""
    assert parse_position(EXAMPLE) == parse_position(f"  {EXAMPLE.replace(' ', '   ')} ")
    assert parse_moves("bn ge") == parse_moves("  bn   ge ")


def test_cells_in_capitals() -> None:
    """Writing it down: cells are read as Rally writes them, too."""
    assert parse_position(EXAMPLE) == parse_position("G1R2B2Y2 rO5,gA14,bL14,yJ16 red-triangle")


@pytest.mark.parametrize("target", Target, ids=str)
def test_a_symbol_is_read_by_what_it_is_drawn_as(target: Target) -> None:
    """RC3: people call a symbol by its drawing; it is written by its name."""
    drawn = target.replace(target.symbol, DRAWN_AS.get(target.symbol, target.symbol))

    assert target == parse_target(drawn) == parse_target(str(target))


def test_no_moves_are_written_as_nothing() -> None:
    """Writing it down: an empty line is an empty list of moves."""
    assert () == parse_moves("")
    assert "" == format_moves(())


@given(position=positions(printed_boards()), url=st.booleans())
def test_what_is_written_is_read_back(position: Position, *, url: bool) -> None:
    """Writing it down: a position reads back exactly, from a line as from a URL."""
    assert position == parse_position(format_position(position, url=url))


@st.composite
def canonical_lines(draw: st.DrawFn) -> str:
    """Lines as they should be written, put together without the formatter."""
    position = draw(positions(printed_boards()))
    robots = zip("rgbys", position.robots, strict=False)
    placed = ",".join(f"{letter}{'abcdefghijklmnop'[x]}{y + 1}" for letter, (x, y) in robots)
    return f"{position.board.name} {placed} {position.target.value}"


@given(canonical_lines())
def test_what_is_read_is_written_back(line: str) -> None:
    """Writing it down: a line in canonical form is written again as it was."""
    assert line == format_position(parse_position(line))


@given(st.lists(st.builds(Move, st.sampled_from(Robot), st.sampled_from(Heading))))
def test_moves_are_read_back(moves: list[Move]) -> None:
    """Writing it down: moves read back exactly."""
    assert tuple(moves) == parse_moves(format_moves(moves))


@given(st.lists(st.tuples(st.sampled_from("rgbys"), st.sampled_from("nesw"))))
def test_moves_are_written_back(letters: list[tuple[str, str]]) -> None:
    """Writing it down: a robot letter and a heading letter a move, one space apart."""
    line = " ".join(robot + heading for robot, heading in letters)

    assert line == format_moves(parse_moves(line))


@st.composite
def slips(draw: st.DrawFn) -> str:
    """A proper line with one stretch of it replaced by something else."""
    line = draw(canonical_lines() | st.just("bn ge bs"))
    start = draw(st.integers(0, len(line)))
    end = draw(st.integers(start, len(line)))
    return line[:start] + draw(st.text(max_size=4) | st.sampled_from(",_ q7\n")) + line[end:]


def complaint(parse: Callable[[str], object], text: str) -> str | None:
    try:
        parse(text)
    except Malformed as refused:
        return str(refused)
    return None


@pytest.mark.parametrize("parse", [parse_position, parse_moves])
@settings(max_examples=200)
@given(text=st.text() | slips())
def test_garbage_is_refused_politely(parse: Callable[[str], object], text: str) -> None:
    """Writing it down: whatever is typed is read, or refused as malformed with the place."""
    refusal = complaint(parse, text)

    assert refusal is None or re.match(r"character \d+: ", refusal)


SECTIONS = "the sections are B1 B2 B3 B4 G1 G2 G3 G4 R1 R2 R3 R4 Y1 Y2 Y3 Y4"
THREE_PARTS = (
    "a position has three parts, BOARD ROBOTS TARGET, "
    "such as G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle; this has"
)
A_ROBOT = "is not a robot on a cell: write r g b y or s and a cell, such as ro5"
A_MOVE = "is not a move: write a robot (r g b y s) and a heading (n e s w): bn"
A_TARGET = "write a colour and a symbol (red-triangle) or vortex"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # the number of parts
        ("", f"character 1: {THREE_PARTS} 0"),
        ("G1R2B2Y2", f"character 9: {THREE_PARTS} 1"),
        ("G1R2B2Y2 ro5,ga14,bl14,yj16", f"character 28: {THREE_PARTS} 2"),
        (
            "G1R2B2Y2 ro5, ga14,bl14,yj16 vortex",
            f"character 30: {THREE_PARTS} 4",
        ),
        # the board
        (
            "G1R2B2Y5 ro5,ga14,bl14,yj16 vortex",
            f"character 7: there is no section “Y5”; {SECTIONS}",
        ),
        (
            "  X1R2B2Y2 ro5,ga14,bl14,yj16 vortex",
            f"character 3: there is no section “X1”; {SECTIONS}",
        ),
        (
            "G1R2B2Y ro5,ga14,bl14,yj16 vortex",
            f"character 7: there is no section “Y”; {SECTIONS}",
        ),
        (
            "g1r2b2y2 ro5,ga14,bl14,yj16 vortex",
            f"character 1: there is no section “g1”; {SECTIONS}",
        ),
        (
            "G1R2G2Y2 ro5,ga14,bl14,yj16 vortex",
            "character 5: G1 and G2 have the same mark; a board has one section of each",
        ),
        (
            "G1R2B2 ro5,ga14,bl14,yj16 vortex",
            "character 1: a board has four sections, such as G1R2B2Y2; “G1R2B2” has 3",
        ),
        (
            "G1R2B2Y2R1 ro5,ga14,bl14,yj16 vortex",
            "character 1: a board has four sections, such as G1R2B2Y2; “G1R2B2Y2R1” has 5",
        ),
        # the robots
        (
            "G1R2B2Y2 ro5,gh8,bl14,yj16 vortex",
            "character 14: the green robot cannot stand on h8: it is in the closed centre",
        ),
        (
            "G1R4B2Y2 ra1,gk7,bl14,yo5 vortex",
            "character 23: the yellow robot cannot stand on o5: it is on the blue diagonal barrier",
        ),
        (
            "G1R2B2Y2 ro5,ga14,bo5,yj16 vortex",
            "character 19: the blue robot cannot stand on o5: red is there",
        ),
        (
            "G1R2B2Y2 rq5,ga14,bl14,yj16 vortex",
            "character 10: the red robot cannot stand on q5: it is off the board (a1 to p16)",
        ),
        (
            "G1R2B2Y2 ro17,ga14,bl14,yj16 vortex",
            "character 10: the red robot cannot stand on o17: it is off the board (a1 to p16)",
        ),
        (
            "G1R2B2Y2 ro5,ga14,yj16 vortex",
            "character 10: the blue robot (b) is missing",
        ),
        (
            "G1R2B2Y2 ro5,ga14,bl14,yj16,ra1 vortex",
            "character 29: the red robot is placed twice",
        ),
        ("G1R2B2Y2 ro5,ga14,bl14,xj16 vortex", f"character 24: “xj16” {A_ROBOT}"),
        ("G1R2B2Y2 ro5,ga14,bl14,y16 vortex", f"character 24: “y16” {A_ROBOT}"),
        ("G1R2B2Y2 ro05,ga14,bl14,yj16 vortex", f"character 10: “ro05” {A_ROBOT}"),
        ("G1R2B2Y2 ro0,ga14,bl14,yj16 vortex", f"character 10: “ro0” {A_ROBOT}"),
        ("G1R2B2Y2 r,ga14,bl14,yj16 vortex", f"character 10: “r” {A_ROBOT}"),
        ("G1R2B2Y2 ro5,,ga14,bl14,yj16 vortex", f"character 14: “” {A_ROBOT}"),
        ("G1R2B2Y2 ro5,ga14,bl14,yj16, vortex", f"character 29: “” {A_ROBOT}"),
        # the target
        (
            "G1R2B2Y2 ro5,ga14,bl14,yj16 red-heart",
            f"character 29: there is no target “red-heart”; {A_TARGET}",
        ),
        (
            "G1R2B2Y2_ro5,ga14,bl14,yj16_silver-circle",
            f"character 29: there is no target “silver-circle”; {A_TARGET}",
        ),
    ],
)
def test_why_a_position_is_refused(text: str, message: str) -> None:
    """Writing it down: the refusal says at which character, and what is wrong there."""
    with pytest.raises(Malformed) as refused:
        parse_position(text)

    assert message == str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bn xe bs", f"character 4: “xe” {A_MOVE}"),
        ("bn gu bs", f"character 4: “gu” {A_MOVE}"),
        ("bn ge b", f"character 7: “b” {A_MOVE}"),
        ("bne", f"character 1: “bne” {A_MOVE}"),
        ("bn,ge", f"character 1: “bn,ge” {A_MOVE}"),
        ("BN", f"character 1: “BN” {A_MOVE}"),
        ("blue north", f"character 1: “blue” {A_MOVE}"),
    ],
)
def test_why_moves_are_refused(text: str, message: str) -> None:
    """Writing it down: the refusal says which word is no move, and how one is written."""
    with pytest.raises(Malformed) as refused:
        parse_moves(text)

    assert message == str(refused.value)


@pytest.mark.parametrize(
    ("parse", "text", "places"),
    [
        (parse_position, "G1R9B2X2 ro5,gh8,bl14,q,ya1,ya2 red-heart", [3, 7, 23, 29, 33]),
        (parse_position, "G1R2B2Y2 ro5,gh8,bq1,yj16 vortex", [14, 18]),
        (parse_position, "G1R2B2Y2 ro5,gh8 vortex", [14]),
        (parse_board, "G5R2B5Y2", [1, 5]),
        (parse_moves, "bn xe blue", [4, 7]),
    ],
)
def test_all_mistakes_are_told(
    parse: Callable[[str], object], text: str, places: list[int]
) -> None:
    """Writing it down: each with its place, in order, and the first is the refusal.

    What only follows from another mistake is none: a robot that could not be read is not missing.
    """
    with pytest.raises(Misread) as refused:
        parse(text)

    assert places == [mistake.at for mistake in refused.value.mistakes]
    assert str(refused.value.mistakes[0]) == str(refused.value)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("G1R2B2Y2", ["three-parts"]),
        ("G1R9B2Y2 ro5,ga14,bl14,x pink", ["no-such-section", "not-a-robot", "no-such-target"]),
        ("G1R2B2 ro5,ga14,bl14,yj16 vortex", ["four-sections"]),
        ("G1G2B2Y2 ro5,ga14,bl14,yj16 vortex", ["same-mark"]),
        ("G1R2B2Y2 ro5,gh8,bo5,rz1 vortex", ["cell-in-centre", "cell-is-taken", "robot-twice"]),
        ("G1R2B2Y2 rq1,ga14,bl14,yj16 vortex", ["cell-off-board"]),
        ("Y3G2R4B1 rj13,gi4,bc6,yg16 vortex", ["cell-on-barrier"]),
        ("G1R2B2Y2 ro5,ga14,bl14 vortex", ["robot-is-missing"]),
    ],
)
def test_every_mistake_has_a_code(text: str, codes: list[str]) -> None:
    """So that a page can say it in another language."""
    with pytest.raises(Misread) as refused:
        parse_position(text)

    assert codes == [mistake.code for mistake in refused.value.mistakes]


def test_a_code_comes_with_its_facts() -> None:
    """What the sentence names, for other sentences to name."""
    with pytest.raises(Misread) as refused:
        parse_position("G1R2B2Y2 ro5,ga14,bo5,yj16 vortex")

    assert {"robot": "b", "cell": "o5", "other": "r"} == refused.value.mistakes[0].facts
