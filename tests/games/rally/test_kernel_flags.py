"""Flags, save points, winners, power-down and the end of the turn."""

import pytest

from tests.games.rally.drawn import A, B, armour, end_turn, places, play, saves
from tinplate.games.rally.happenings import CardPlayed, FlagTouched, Materialised, Repaired, Saved
from tinplate.grid import Cell


def next_flags(drawing: str, *robots: str) -> list[int]:
    return [robot.next_flag for robot in play(drawing, *robots).robots]


def test_touching_a_flag() -> None:
    """R3, R39 e: whoever ends a register on its next flag has touched it."""
    played = play(". 1 2", "A1e move1")

    assert 2 == played.robots[0].next_flag
    assert FlagTouched(1, A, Cell(1, 0), 1) in played.happenings


def test_passing_over_a_flag() -> None:
    """R44: does not count."""
    assert [1] == next_flags(". 1 2", "A1e move2")


def test_golden_35_flag_out_of_order() -> None:
    """Golden 35, R3, D37: nothing happens on a later flag, or on one touched before."""
    assert [1] == next_flags("1 2 3", "B1n uturn")
    assert [3] == next_flags("1 2 3", "B1n uturn next_flag=3")
    assert [3] == next_flags("1 2 3", "B1n uturn next_flag=2")


def test_carried_and_pushed_onto_a_flag() -> None:
    """R3: how it got there does not matter."""
    assert [2] == next_flags("> 1 2", "A1n uturn")
    assert [1, 2] == next_flags(". . 1 2", "A1e move1", "B1n uturn")


def test_one_flag_a_register() -> None:
    """D38: a robot that stays on its flag touches it once."""
    assert [2] == [robot.next_flag for robot in play("1 2", "A1n uturn uturn").robots]


def test_virtual_robots_touch_flags() -> None:
    """R31, D12: flags count for them."""
    assert [2] == next_flags("1 2", "A1n uturn virtual")


def test_golden_39_laser_death_on_the_flag() -> None:
    """Golden 39, R39 d, e: lasers come before flags: the flag is not taken."""
    assert [1] == next_flags("l>/1 2", "A1n uturn armour=1")


def test_a_win_ends_the_turn() -> None:
    """R46: the game ends right after the register in which the last flag was touched."""
    played = play("1 2 . .", "A1e move1 move1 move1 next_flag=2", ends=True)

    assert (A,) == played.winners
    assert 1 == played.stopped_at
    assert "B1e" == places(played)


def test_without_a_win_all_registers_are_played() -> None:
    """R46: the first flag of two ends nothing."""
    played = play("1 . . 2", "A1n uturn uturn uturn")

    assert ((), 3) == (played.winners, played.stopped_at)


def test_a_win_comes_before_the_repairs() -> None:
    """R46: nothing follows the register of a win, neither repairs nor the test of virtual ones."""
    played = play("1/++", "A1n uturn armour=5 virtual", ends=True)

    assert ((A,), 5, True) == (
        played.winners,
        played.robots[0].armour,
        played.robots[0].virtual,
    )


def test_golden_38_joint_win() -> None:
    """Golden 38, R47, D36: a real and a virtual robot touch the last flag together: both win."""
    assert (A, B) == play(". 1 .", "A1e move1", "C1w move1 virtual").winners


def test_a_course_without_flags_is_never_won() -> None:
    """R46: where there is no last flag nobody has touched it."""
    assert () == play(". .", "A1n uturn").winners


def test_last_standing_wins_when_agreed() -> None:
    """D33: one robot left with a life, of two or more, wins if that was agreed."""
    robots = ("A1e move1 lives=1", "C1n uturn")

    assert () == play(". O . 1", *robots).winners
    assert (B,) == play(". O . 1", *robots, last_standing_wins="on").winners
    assert (B,) == play(". 1", "dead lives=0", "A1n uturn", last_standing_wins="on").winners


def test_not_yet_the_last_one_standing() -> None:
    """D33: a robot that will come back is still in the race; alone there is nobody to survive."""
    assert () == play(". O . 1", "A1e move1", "C1n uturn", last_standing_wins="on").winners
    assert () == play(". . 1", "A1n uturn", last_standing_wins="on").winners


def test_all_eliminated() -> None:
    """D34: no winner, not even with last_standing_wins."""
    robots = ("A1e move1 lives=1", "C1w move1 lives=1")

    assert () == play(". O . 1", *robots, last_standing_wins="on").winners


# Save points


def test_golden_37_save_point_in_any_register() -> None:
    """Golden 37, R11, R23, D18: whoever ends register 3 on a repair cell will come back there."""
    played = play(". + .", "A1e move1", register=3)

    assert "B1" == saves(played)
    assert Saved(3, A, Cell(1, 0)) == played.happenings[-1]


def test_double_repairs_save_too() -> None:
    """R12: as single ones do."""
    assert "B1" == saves(play(". ++", "A1e move1"))


def test_passing_over_a_repair_cell() -> None:
    """D18, R44: does not save."""
    assert "A1" == saves(play(". + .", "A1e move2"))


def test_killed_by_lasers_on_a_repair_cell() -> None:
    """D18: a robot that dies there does not save."""
    assert "A1" == saves(play(". l>/+", "B1n uturn armour=1"))


def test_the_save_point_outlives_the_robot() -> None:
    """R22, R23: flags and save point are kept in death."""
    robot = play(". + O", "B1e move1 next_flag=1 save=B1").robots[0]

    assert (None, Cell(1, 0), 1) == (robot.cell, robot.save, robot.next_flag)


def test_flags_are_no_save_points_by_default() -> None:
    """D19: unless flags_save is on; then any flag, in order or not, for robots on or off."""
    robots = ("A1n uturn save=D1", "B1n save=D1", "C1n uturn save=D1")

    assert "D1 D1 D1" == saves(play("1 2 . .", *robots))
    assert "A1 B1 D1" == saves(play("1 2 . .", *robots, flags_save="on"))


def test_virtual_robots_save() -> None:
    """D12."""
    assert "B1" == saves(play(". +", "B1n uturn virtual"))


def test_powered_down_robots_save() -> None:
    """D26: unless pd_saves is off, which leaves those that are on alone."""
    robots = ("B1n", "B1n uturn virtual")

    assert "B1 B1" == saves(play(". +", *robots))
    assert "A1 B1" == saves(play(". +", *robots, pd_saves="off"))
    assert "A1 B1" == saves(play(". 1 2", *robots, pd_saves="off", flags_save="on"))


# Power-down


def test_golden_32_a_turn_off() -> None:
    """Golden 32, R26, R27, D25: no cards, no shot, carried by belts: 9 - x armour is left."""
    played = play("> l<e\n. .", "A1s", "B2n uturn uturn uturn uturn uturn", ends=True)

    assert "B1s B2s" == places(played)
    assert [9 - 5 - 2, 9] == armour(played)
    assert {B} == {event.robot for event in played.happenings if isinstance(event, CardPlayed)}


def test_golden_33_an_off_robot_touches_no_flag() -> None:
    """Golden 33, R28: pushed or carried onto a flag it is not counted; on again, it is."""
    assert [1] == next_flags("> 1 2", "A1n")
    assert [1, 1] == next_flags(". . 1 2", "A1e move1", "B1n")
    assert [2] == next_flags("1 2", "A1n uturn")


# The end of the turn


def test_golden_36_no_repair_in_a_register() -> None:
    """Golden 36, R45: a repair cell gives nothing at the end of register 3."""
    assert [5] == armour(play(". +", "A1e move1 armour=5", register=3))


@pytest.mark.parametrize(("cell", "left"), [("+", 6), ("++", 7), (".", 5)])
def test_repairs_at_the_end_of_the_turn(cell: str, left: int) -> None:
    """R11, R12: one point or two for who stands there then."""
    assert [left] == armour(play(f". {cell}", "A1e move1 armour=5", register=5, ends=True))


def test_repairs_are_told() -> None:
    """R45: what was gained and what there is now; it happens in no register."""
    assert (Repaired(None, A, 1, 9),) == end_turn("++", "A1n armour=8").happenings


def test_armour_is_nine_at_most() -> None:
    """R17, D26."""
    assert [9, 9, 9] == armour(end_turn("+ ++ ++", "A1n", "B1n armour=8", "C1n armour=7"))


def test_repairs_for_robots_on_off_and_virtual() -> None:
    """D12, D26: all that stand there."""
    robots = ("A1n armour=3", "A1n armour=3 virtual", "A1n uturn armour=3 virtual")

    assert [4, 4, 4] == armour(end_turn("+", *robots))


def test_flags_repair_when_agreed() -> None:
    """D19: nothing by default; else so many points, in order or not, beside those of the cell."""
    robots = ("A1n armour=3", "B1n armour=3", "C1n armour=3", "D1n armour=3")

    assert [3, 3, 5, 3] == armour(end_turn("1 2 3/++ .", *robots))
    assert [4, 4, 6, 3] == armour(end_turn("1 2 3/++ .", *robots, flags_repair=1))


def test_the_dead_are_not_repaired() -> None:
    """D21: a destroyed robot stays at no armour until it comes back."""
    assert [0] == armour(end_turn("+", "dead"))


def test_golden_27_first_turn() -> None:
    """Golden 27, R30, R32: all on the start cell, nobody is pushed; those alone turn real."""
    drawing = ". . S . ."
    played = play(drawing, "C1e move1 virtual", "C1w move2 virtual", "C1n left virtual", ends=True)

    assert "D1e A1w C1w" == places(played)
    assert [False, False, False] == [robot.virtual for robot in played.robots]
    assert Materialised(None, A, Cell(3, 0)) in played.happenings


def test_golden_28_two_virtual_together_stay_virtual() -> None:
    """Golden 28, R32, D14: neither is alone."""
    played = end_turn(". .", "A1n virtual", "A1n virtual", "B1n virtual")

    assert [True, True, False] == [robot.virtual for robot in played.robots]


def test_a_virtual_robot_with_a_real_one() -> None:
    """R32, D14: the virtual one stays virtual, the real one real; the dead do not count."""
    played = end_turn(". .", "A1n virtual", "A1n", "dead virtual")

    assert [True, False, True] == [robot.virtual for robot in played.robots]


def test_robots_stay_virtual_within_the_turn() -> None:
    """R32, D14: alone after a register is not enough."""
    assert play(". .", "A1e move1 virtual").robots[0].virtual
