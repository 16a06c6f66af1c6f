"""Robots on the board, drawn and in words."""

import pytest

from tests.games.rally.tabletop import Tabletop
from tinplate.games.rally.cli.scene import draw_table

NAMES = ("ann", "bob", "cleo")


def drawn(match: Tabletop) -> list[str]:
    return draw_table(match.state, NAMES[: match.state.seats]).plain.splitlines()


@pytest.mark.parametrize(
    ("robot", "sign"),
    [
        ("B1n", "1▲"),
        ("B1e", "1▶"),
        ("B1s", "1▼"),
        ("B1w", "1◀"),
        ("B1n virtual", "1△"),
        ("B1e virtual", "1▷"),
        ("B1s virtual", "1▽"),
        ("B1w virtual", "1◁"),
    ],
)
def test_a_robot_shows_its_number_and_its_facing(robot: str, sign: str) -> None:
    """R31: a virtual robot is drawn hollow."""
    match = Tabletop("S . 1", robot)

    assert drawn(match)[2].startswith(f" 1    S    {sign} ")
    assert drawn(match)[-1].startswith(f"   {sign} ann  B1 ")


def test_a_robot_stands_beside_what_is_printed() -> None:
    """R1 to R14: what it stands on can still be seen, or three dots say that it cannot."""
    match = Tabletop("S > X135 1", "B1n", "C1e", "D1s")

    assert "1▲→" in drawn(match)[2]
    assert "2▶X1…" in drawn(match)[2]
    assert "3▼⚑1" in drawn(match)[2]


def test_several_on_a_cell_are_named() -> None:
    """R30, R31: virtual robots share cells."""
    match = Tabletop("S . 1", "B1n virtual", "B1e virtual", "B1s virtual")

    assert " 123 " in drawn(match)[2]
    assert 3 == sum("B1" in line for line in drawn(match))


def test_many_on_a_cell_are_counted() -> None:
    """R2, R30: at the start all robots may share one cell."""
    match = Tabletop("S . 1", *(f"B1{facing} virtual" for facing in "nesw"))
    board = draw_table(match.state, (*NAMES, "dan")).plain.splitlines()

    assert " ×4 " in board[2]


def test_a_facing_that_is_not_known_is_not_drawn() -> None:
    """R34: a robot that is put on the board looks nowhere yet."""
    match = Tabletop("S . 1", "B1n virtual fresh")

    assert " 1? " in drawn(match)[2]


@pytest.mark.parametrize(
    ("robot", "words"),
    [
        ("B1n", "B1 facing up, 9 armour, 3 lives, next flag 1"),
        ("B1s virtual lives=1", "B1 facing down, 9 armour, 1 life, next flag 1, virtual"),
        ("B1n fresh", "B1 facing open, 9 armour, 3 lives, next flag 1"),
        ("B1w scheduled", "B1 facing left, 9 armour, 3 lives, next flag 1, powered down"),
        (
            "B1e armour=3 locked=left,back",
            "B1 facing right, 3 armour, 3 lives, next flag 1, locked 4 left (70), 5 back (430)",
        ),
        ("- lives=0 next_flag=2", "out of the game, next flag 2"),
    ],
)
def test_a_robot_in_words(robot: str, words: str) -> None:
    """R17, R27, R37: where it is, how it is doing, what is locked."""
    match = Tabletop("S . 1 2", robot, "A1n virtual")

    assert drawn(match)[-2].endswith(f"ann  {words}")
