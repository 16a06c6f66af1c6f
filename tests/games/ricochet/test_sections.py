"""The drawn sections, read back and turned into place (RC2)."""

from typing import NamedTuple

import pytest

from tinplate.game import Malformed
from tinplate.games.ricochet.board import board_named
from tinplate.games.ricochet.pieces import Robot, Target
from tinplate.games.ricochet.sections import SIDE, Diagonal, section, sections
from tinplate.grid import Cell, Heading


class Facts(NamedTuple):
    """What is printed on a side: the frame and the centre go without saying."""

    walls: str  # each once, by the cell on either side of it: e1e is a wall east of e1
    targets: dict[Target, str]
    barriers: str = ""


FACTS = {
    "R4": Facts(
        "e1e a3s g3e g3s c5n c5e d5s f7n f7w",
        {
            Target.BLUE_HEXAGON: "g3",
            Target.GREEN_CIRCLE: "c5",
            Target.RED_TRIANGLE: "d5",
            Target.YELLOW_SQUARE: "f7",
        },
        r"be2\ yg4\ ",
    ),
    "G1": Facts(
        "b1e e2n e2w b3n b3e g4e g4s a6s d7s d7w",
        {
            Target.RED_CIRCLE: "e2",
            Target.GREEN_TRIANGLE: "b3",
            Target.YELLOW_HEXAGON: "g4",
            Target.BLUE_SQUARE: "d7",
        },
    ),
    "B4": Facts(
        "c1e f3e f3s g3n b6s b6w a7s e8n e8e",
        {
            Target.GREEN_HEXAGON: "f3",
            Target.YELLOW_CIRCLE: "g3",
            Target.RED_SQUARE: "b6",
            Target.BLUE_TRIANGLE: "e8",
        },
        r"bc2/ rh5\ ",
    ),
    "Y4": Facts(
        "e1e g3n g3w c4n c4e d4s b6e b6s a7s f8e f8s",
        {
            Target.YELLOW_TRIANGLE: "g3",
            Target.BLUE_CIRCLE: "c4",
            Target.GREEN_SQUARE: "d4",
            Target.RED_HEXAGON: "b6",
            Target.VORTEX: "f8",
        },
        r"rc2\ gd7\ ",
    ),
}
FRAME = " ".join([f"{column}1n" for column in "abcdefgh"] + [f"a{row}w" for row in range(1, 9)])
CENTRE = "h8n h8w"


def walls(words: str) -> set[tuple[Cell, Heading]]:
    """The walls as the cells of one section see them, from whichever side."""
    named = {(Cell.named(word[:-1]), Heading(word[-1])) for word in words.split()}
    mirrored = {(cell.towards(side), side.opposite) for cell, side in named}
    return {
        (cell, side)
        for cell, side in named | mirrored
        if cell.x in range(SIDE) and cell.y in range(SIDE)
    }


def barriers(words: str) -> dict[Cell, Diagonal]:
    return {
        Cell.named(word[1:-1]): Diagonal(Robot(word[0]), rising=word[-1] == "/")
        for word in words.split()
    }


@pytest.mark.parametrize("name", FACTS)
def test_a_drawing_says_what_is_printed(name: str) -> None:
    """RC2: the drawings carry the walls, targets and barriers of the real sections."""
    facts, drawn = FACTS[name], section(name)

    assert walls(f"{facts.walls} {FRAME} {CENTRE}") == drawn.walls
    assert {target: Cell.named(cell) for target, cell in facts.targets.items()} == drawn.targets
    assert barriers(facts.barriers) == drawn.diagonals


@pytest.mark.parametrize(
    ("board", "hexagon", "vortex", "barrier", "wall"),
    [
        ("Y4R1G1B1", "b6", "f8", r"rc2\ ", "e1e"),
        ("B1Y4R1G1", "k2", "i6", "ro3/", "p5s"),
        ("G1B1Y4R1", "o11", "k9", r"rn15\ ", "l16w"),
        ("R1G1B1Y4", "f15", "h11", "rb14/", "a12n"),
    ],
)
def test_a_side_in_each_corner(
    board: str, hexagon: str, vortex: str, barrier: str, wall: str
) -> None:
    """RC2: a side turns with its corner, a quarter clockwise from one corner to the next."""
    built = board_named(board)

    assert Cell.named(hexagon) == built.targets[Target.RED_HEXAGON]
    assert Cell.named(vortex) == built.targets[Target.VORTEX]
    assert barriers(barrier).items() <= built.diagonals.items()
    assert (Cell.named(wall[:-1]), Heading(wall[-1])) in built.walls


def test_sixteen_sides() -> None:
    """RC2: four sides of each of the four marks."""
    assert sorted(mark + number for mark in "RGBY" for number in "1234") == sorted(sections())
    assert all(name == drawn.name for name, drawn in sections().items())


@pytest.mark.parametrize("name", sorted(sections()))
def test_side_four_carries_the_barriers(name: str) -> None:
    """RC2, RC7: sides 4 have two barriers each, the others none."""
    assert (2 if name.endswith("4") else 0) == len(section(name).diagonals)


@pytest.mark.parametrize("name", sorted(sections()))
def test_four_quarter_turns_are_none(name: str) -> None:
    """RC2: turning a section does not change what is printed on it."""
    turned = section(name)
    for _ in range(4):
        turned = turned.turned_clockwise()

    assert section(name) == turned


def test_no_such_side() -> None:
    """RC2: an unknown side is refused, and the sentence lists those there are."""
    with pytest.raises(Malformed) as refused:
        section("R5")

    assert (
        "there is no section “R5”; the sections are B1 B2 B3 B4 G1 G2 G3 G4 R1 R2 R3 R4 Y1 Y2 Y3 Y4"
    ) == str(refused.value)
