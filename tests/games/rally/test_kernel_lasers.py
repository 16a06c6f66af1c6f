"""Beams of the board, robots' shots, and what they cost."""

import pytest

from tests.games.rally.drawn import A, B, armour, places, play
from tinplate.games.rally.happenings import Burnt, Damaged, Died, Shot
from tinplate.grid import Cell


def test_golden_20_laser_only_at_the_end_cell() -> None:
    """Golden 20, R10, R44: a beam burns who ends the register in it, not who passes."""
    drawing = ". .n/lv .\n. . ."

    assert [9] == armour(play(drawing, "A1e move2"))
    assert [8] == armour(play(drawing, "A1e move1"))
    assert [8] == armour(play(drawing, "A2e move1"))


@pytest.mark.parametrize(
    ("cell", "left"), [("A1", 9), ("B1", 8), ("C1", 8), ("D1", 8), ("E1", 9), ("B2", 9)]
)
def test_where_a_beam_goes(cell: str, left: int) -> None:
    """R10, D15: from its emitter's own cell up to the first wall."""
    assert [left] == armour(play(". .w/l> . .e .\n. . . . .", f"{cell}n"))


def test_a_beam_ends_at_the_edge_and_crosses_pits() -> None:
    """R10: nothing but walls and the end of the board stops it."""
    assert [8] == armour(play("l> O .", "C1n"))


def test_beams_add_up() -> None:
    """D40: one armour point for each beam: double lasers, crossing ones, opposite ones."""
    assert [7] == armour(play("l>2 .", "B1n"))
    assert [6] == armour(play("l>3 .", "B1n"))
    assert [7] == armour(play(". lv\nl> .", "B2n"))
    assert [7] == armour(play("l> . l<", "B1n"))


def test_golden_21_two_robots_on_one_beam() -> None:
    """Golden 21, D15: both are hit; with beam_blocked only the first."""
    assert [8, 8] == armour(play("l> . . .", "B1n", "D1n"))
    assert [8, 9] == armour(play("l> . . .", "B1n", "D1n", beam_blocked="on"))
    assert [9, 8] == armour(play("l> . . .", "D1n", "B1n", beam_blocked="on"))


def test_a_robot_on_the_emitter_blocks_its_beam() -> None:
    """D15, beam_blocked: the emitter's own cell is the first of the beam."""
    assert [8, 9] == armour(play("l> . .", "A1n", "B1n", beam_blocked="on"))


def test_a_beam_ends_on_the_first_real_robot() -> None:
    """D15, beam_blocked: virtual robots up to it and on its cell are hit, too, and stop nothing."""
    played = play("l> . . .", "A1n virtual", "B1n virtual", "B1n", "C1n virtual", beam_blocked="on")

    assert [8, 8, 8, 9] == armour(played)


def test_blocked_beams_add_up() -> None:
    """D15, D40, beam_blocked: each beam goes its own way, up to a robot or a wall."""
    drawing = ". lv2 .\nl> . l<3\n. . .e"

    assert [3] == armour(play(drawing, "B2n", beam_blocked="on"))
    assert [7, 8, 6] == armour(play(drawing, "B1n", "A2n", "C2n", beam_blocked="on"))
    assert [7, 8, 6, 9] == armour(play(drawing, "B1n", "A2n", "C2n", "B2n", beam_blocked="on"))


def test_beams_burn_virtual_and_powered_down_robots() -> None:
    """R27, R31, D12: the board's lasers spare nobody."""
    played = play("l> .", "B1n virtual", "B1n")

    assert [8, 8] == armour(played)
    assert (
        Burnt(1, A, Cell(1, 0), 1),
        Burnt(1, B, Cell(1, 0), 1),
        Damaged(1, A, 1, 8),
        Damaged(1, B, 1, 8),
    ) == played.happenings


def test_a_robot_shoots_ahead() -> None:
    """R19, D16: at the robot it faces, however far, over pits and everything; not behind it."""
    drawing = ". O > R X5 ."
    played = play(drawing, "A1w uturn", "F1n")

    assert [9, 8] == armour(played)
    assert Shot(1, A, Cell(0, 0), Cell(5, 0), victim=B) in played.happenings
    assert [9, 9] == armour(play(drawing, "A1e uturn", "F1n"))
    assert [9, 9] == armour(play(drawing, "A1n uturn", "F1n"))


@pytest.mark.parametrize(
    ("facing", "victim"), [("s", "B1n"), ("w", "C2n"), ("n", "B3n"), ("e", "A2n")]
)
def test_shots_go_all_four_ways(facing: str, victim: str) -> None:
    """R19: as the robot faces after its half turn."""
    assert [9, 8] == armour(play(". . .\n. . .\n. . .", f"B2{facing} uturn", victim))


def test_golden_22_duel() -> None:
    """Golden 22, R43: two at armour 1 face each other: both shoot, both die."""
    played = play(". . .", "A1w uturn armour=1", "C1e uturn armour=1")

    assert "dead dead" == places(played)
    assert [2, 2] == [robot.lives for robot in played.robots]
    assert [Shot, Shot, Damaged, Died, Damaged, Died] == [
        type(event) for event in played.happenings[-6:]
    ]


def test_golden_23_shot_blocked_by_wall() -> None:
    """Golden 23, R19, D16: no wall may be between them."""
    assert [9, 9] == armour(play(". .e .", "A1w uturn", "C1n"))


def test_golden_24_shot_stops_at_the_first_robot() -> None:
    """Golden 24, D16: only the first real robot in line is hit."""
    assert [9, 8, 9] == armour(play(". . .", "A1w uturn", "B1n", "C1n"))


def test_golden_25_shot_passes_a_virtual_robot() -> None:
    """Golden 25, R31, D11, D16: it hits the real one behind."""
    assert [9, 9, 8] == armour(play(". . .", "A1w uturn", "B1n virtual", "C1n"))


def test_golden_26_virtual_robots_do_not_shoot() -> None:
    """Golden 26, D11: unless virtual_fire is on."""
    robots = ("A1w uturn virtual", "C1n")

    assert [9, 9] == armour(play(". . .", *robots))
    assert [9, 8] == armour(play(". . .", *robots, virtual_fire="on"))


def test_a_virtual_shooter_does_not_hit_its_own_cell() -> None:
    """D11, virtual_fire: a shot starts in the next cell; virtual robots are never hit (R31)."""
    robots = ("A1w uturn virtual", "A1n", "B1n virtual", "C1n")

    assert [9, 9, 9, 8] == armour(play(". . .", *robots, virtual_fire="on"))


def test_powered_down_robots_do_not_shoot() -> None:
    """D25: one that is off is hit and does not fire, virtual_fire or not."""
    assert [9, 8] == armour(play(". . .", "A1w uturn", "C1w"))
    assert [9, 9] == armour(play(". . .", "A1e", "C1w", virtual_fire="on"))


def test_all_hits_count_together() -> None:
    """R43: beams and shots of one register are added up."""
    played = play(". . l<2 .", "A1w uturn", "B1n", "D1e uturn")

    assert [7, 5, 9] == armour(played)
    assert Damaged(1, B, lost=4, armour=5) in played.happenings


def test_armour_does_not_fall_below_none() -> None:
    """R20: more hits than armour are a death like any other; what is lost is what was there."""
    played = play("l>3 .", "B1n armour=1")

    assert [0] == armour(played)
    assert Damaged(1, A, lost=1, armour=0) in played.happenings


def test_a_robot_without_armour_dies() -> None:
    """R20: it leaves the board and loses a life; its flags, facing and save point stay (R22)."""
    played = play("l>2 .", "B1s armour=2 lives=1 save=A1")
    robot = played.robots[0]

    assert (None, 0, 0, "s") == (robot.cell, robot.armour, robot.lives, robot.facing)
    assert Died(1, A, Cell(1, 0), "laser", 0) == played.happenings[-1]


def test_a_robot_with_armour_left_lives() -> None:
    """R20: one point is enough."""
    assert [1] == armour(play("l>2 .", "B1s armour=3"))


def test_the_tenth_hit_may_be_the_deadly_one() -> None:
    """D46, deadly_hit=10: a robot without armour stays; one more hit, or a second one, kills it."""
    assert ("B1s", [0]) == _lit("B1s armour=2", "l>2 .")
    assert ("dead", [0]) == _lit("B1s armour=1", "l>2 .")
    assert ("dead", [0]) == _lit("B1s armour=0", "l> .")
    assert ("B1s", [0]) == _lit("B1s armour=0", ". .")


def _lit(robot: str, drawing: str) -> tuple[str, list[int]]:
    played = play(drawing, robot, deadly_hit=10)
    return places(played), armour(played)


def test_no_armour_is_lost_where_there_is_none() -> None:
    """D46: the hit that destroys a robot without armour takes no point of it."""
    played = play("l> .", "B1s armour=0", deadly_hit=10)

    assert [Burnt, Died] == [type(event) for event in played.happenings]
