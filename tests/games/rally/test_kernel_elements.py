"""Pushers, gears and presses, and the order in which they run."""

import pytest

from tests.games.rally.drawn import A, armour, places, play
from tinplate.games.rally.happenings import Blocked, Died, PushedByPusher, TurnedByGear
from tinplate.grid import Cell, Heading


@pytest.mark.parametrize(
    ("register", "place"), [(1, "B1n"), (2, "A1n"), (3, "B1n"), (4, "A1n"), (5, "B1n")]
)
def test_golden_16_pusher_only_in_its_registers(register: int, place: str) -> None:
    """Golden 16, R9: a pusher pushes one cell, in the registers printed on it."""
    assert place == places(play("P>135 . .", "A1n", register=register))


def test_golden_17_pusher_pushes_a_chain() -> None:
    """Golden 17, R29, D9: a pusher's push is a robot's move: it pushes others along."""
    assert "B1n C1e D1s" == places(play("P>1 . . .", "A1n", "B1e", "C1s"))


def test_golden_18_pusher_into_pit() -> None:
    """Golden 18, R4, R9: it kills."""
    played = play("P>1 O", "A1n")

    assert (
        PushedByPusher(1, A, Cell(0, 0), Cell(1, 0), Heading.EAST),
        Died(1, A, Cell(1, 0), "pit", 2),
    ) == played.happenings


def test_a_pusher_at_the_edge() -> None:
    """D3, D9: over the edge, unless that is a wall."""
    assert "dead" == places(play("P<1 .", "A1n"))
    assert "A1n" == places(play("P<1 .", "A1n", edge="wall"))


def test_a_pusher_blocked_by_a_wall() -> None:
    """D9: it does nothing, nor with a robot in between."""
    played = play("P>1e .", "A1n")

    assert "A1n" == places(played)
    assert (Blocked(1, A, Cell(0, 0), Heading.EAST, None),) == played.happenings
    assert "A1n B1e" == places(play("P>1 .e .", "A1n", "B1e"))


def test_a_robot_pushed_onto_a_pusher_is_not_served() -> None:
    """D9: only those that stand on an active pusher when the step begins."""
    assert "B1n" == places(play("P>1 P>1 . .", "A1n"))


def test_a_robot_that_an_earlier_push_has_moved_is_not_served() -> None:
    """D9: A pushes B off its pusher, and that pusher does nothing with B any more."""
    drawing = "P>1 Pv1 .\n. . .\n. . ."

    assert "B1n C1e" == places(play(drawing, "A1w right", "B1n right"))


@pytest.mark.parametrize(
    ("first", "second"), [("@540", "@510"), ("@510", "@540")], ids=["A first", "B first"]
)
def test_pushers_in_a_line_move_everybody_by_one_cell(first: str, second: str) -> None:
    """R9, D9: nobody is moved by two cells, whoever is served first."""
    played = play("P>1 P>1 . .", f"A1w right {first}", f"B1n right {second}")

    assert "B1n C1e" == places(played)


def test_nobody_is_pushed_into_a_pit_two_cells_away() -> None:
    """D9: the pit is beyond the cell that the push leads to."""
    assert "B1n C1e" == places(play("P>1 P>1 . O", "A1w right @540", "B1n right @510"))


def test_a_robot_that_was_pushed_back_is_not_served_either() -> None:
    """D9: A pushes C from its pusher, B pushes it back; it has been moved, so it stays there."""
    drawing = ". . . .\nP>1 Pv1 . P<1\n. . . ."
    played = play(drawing, "A2w right @540", "D2n right @530", "B2n right @520")

    assert "A2n C2e B2e" == places(played)


def test_pushers_serve_by_priority() -> None:
    """D9: the higher card is served first: whoever comes later finds it gone, or pushes it on."""
    drawing = "P>1 Pv1 .\n. . .\n. . ."

    assert "B1n B2e" == places(play(drawing, "A1w right @510", "B1n right @540"))
    assert "B1n C1e" == places(play(drawing, "A1w right @540", "B1n right @510"))


def test_pushers_serve_unprogrammed_robots_last() -> None:
    """D9: those that are off come after those with a card, by seat."""
    drawing = "P>1 Pv1 .\n. . .\n. . ."

    assert "B1n B2e" == places(play(drawing, "A1n", "B1n right"))
    assert "B1n C1e" == places(play(drawing, "A1w right", "B1e"))
    assert "B1n C1e" == places(play(drawing, "A1n", "B1e"))
    assert "B2n B1e" == places(play(drawing, "B1n", "A1e"))


def test_a_robot_that_died_of_an_earlier_push_is_not_served() -> None:
    """D9, D21: it is gone."""
    played = play("P>1 P>1 O .", "A1n", "B1e")

    assert "B1n dead" == places(played)
    assert [3, 2] == [robot.lives for robot in played.robots]


def test_pushers_and_virtual_robots() -> None:
    """R31, D10, D12: pushers push them, and they push nobody."""
    assert "B1n B1e" == places(play("P>1 . .", "A1n virtual", "B1e"))


@pytest.mark.parametrize(("gear", "facing"), [("L", "w"), ("R", "e")])
def test_gears_turn_in_every_register(gear: str, facing: str) -> None:
    """R13: a quarter to the left or right, in each of the five registers."""
    played = play(gear, "A1n")

    assert [TurnedByGear(1, A, Heading(facing))] == list(played.happenings)
    assert [facing] * 5 == [
        play(gear, "A1n", register=register).robots[0].facing for register in range(1, 6)
    ]


def test_gears_turn_only_who_ends_there() -> None:
    """R13, R44: passing over a gear does not turn."""
    assert "C1e" == places(play(". R .", "A1e move2"))
    assert "B1s" == places(play(". R .", "A1e move1"))


def test_gears_turn_virtual_and_powered_down_robots() -> None:
    """R27, R31: the board acts on all."""
    assert "A1e A1s" == places(play("R", "A1n", "A1e virtual"))


@pytest.mark.parametrize("kind", ["", "virtual"])
@pytest.mark.parametrize(
    ("register", "place"), [(1, "A1n"), (2, "dead"), (3, "A1n"), (4, "dead"), (5, "A1n")]
)
def test_golden_19_press_only_in_its_registers(register: int, place: str, kind: str) -> None:
    """Golden 19, R8, D12: a press kills in the registers printed on it, virtual robots, too."""
    assert place == places(play("X24", f"A1n {kind}", register=register))


def test_a_press_is_told() -> None:
    """R8: who dies, where and of what."""
    assert (Died(2, A, Cell(0, 0), "press", 2),) == play("X2", "A1n", register=2).happenings


def test_passing_under_a_press() -> None:
    """R8, R44: only who is on it when it comes down."""
    assert "C1e" == places(play(". X1 .", "A1e move2"))


# The order (D2)


def test_belts_run_before_pushers() -> None:
    """D2: carried onto a pusher, then pushed."""
    assert "B2n" == places(play("> Pv1\n. .", "A1n"))


def test_pushers_run_after_the_belts_and_belts_do_not_run_again() -> None:
    """D2: pushed onto a belt, carried only in the next register."""
    assert "B1n" == places(play("P>1 > .", "A1n"))


def test_pushers_run_before_gears() -> None:
    """D2: pushed onto a gear, then turned; pushed off a gear, not turned."""
    assert "B1e" == places(play("P>1 R", "A1n"))
    assert "B1n" == places(play("P>1/R .", "A1n"))


def test_pushers_run_before_presses() -> None:
    """D2: pushed under a press that comes down, or away from it."""
    assert "dead" == places(play("P>1 X1", "A1n"))
    assert "B1n" == places(play("P>1/X1 .", "A1n"))


def test_belts_run_before_presses() -> None:
    """D2: a press over a belt kills who is carried there, not who is carried away."""
    assert "dead" == places(play("> X1", "A1n"))
    assert "B1n" == places(play(">/X1 .", "A1n"))


def test_gears_run_before_lasers() -> None:
    """D2: a robot shoots as the gear has turned it."""
    assert [9, 8] == armour(play("R . .", "A1s uturn", "C1n"))
    assert [9, 9] == armour(play("R . .", "A1w uturn", "C1n"))


def test_presses_run_before_lasers() -> None:
    """D2: whoever was crushed neither shoots nor stops a shot."""
    played = play(". X1 .", "A1w uturn", "B1e uturn", "C1n")

    assert "A1e dead C1n" == places(played)
    assert [9, 0, 8] == armour(played)
