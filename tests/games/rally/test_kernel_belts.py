"""Belts: express and normal, curves, and robots in each other's way."""

import pytest

from tests.games.rally.drawn import A, B, armour, places, play
from tinplate.games.rally.happenings import BeltBlocked, Carried, Died, TurnedByBelt
from tinplate.grid import Cell, Heading


def test_a_belt_carries_one_cell() -> None:
    """R5: whoever completes its movement on a belt goes one cell along the arrow."""
    assert "C1e" == places(play(". > . .", "A1e move1"))


def test_an_express_belt_carries_two_cells() -> None:
    """R7, R40: two cells, following the belt."""
    assert "C1n" == places(play(">> >> >>", "A1n"))
    assert "B2n" == places(play(">> vv\n. .", "A1n"))


def test_golden_6_express_to_normal() -> None:
    """Golden 6, R40: express, then normal: two cells."""
    assert "C1n" == places(play(">> > . .", "A1n"))


def test_golden_7_normal_to_express() -> None:
    """Golden 7, R40: normal, then express: one cell."""
    assert "B1n" == places(play("> >> . .", "A1n"))


def test_an_express_belt_that_ends_carries_one_cell() -> None:
    """R40: a belt moves who is on it; behind its end nobody is."""
    assert "B1n" == places(play(">> . .", "A1n"))


def test_belts_follow_the_moves() -> None:
    """R39 b, c: first all cards, then the belts; whoever is pushed onto one is carried as well."""
    assert "B1e D1n" == places(play(". . > .", "A1e move1", "B1n"))


@pytest.mark.parametrize(
    ("curve", "facing"), [(">v", "e"), (">^", "w"), (">vv", "e"), (">^^", "w"), ("<>^", "w")]
)
def test_golden_8_curve_by_belt(curve: str, facing: str) -> None:
    """Golden 8, R6: a curve turns who is carried onto it by a quarter, toward its way out."""
    played = play(f". .\n> {curve}\n. .", "A2n")

    assert f"B2{facing}" == places(played)
    assert TurnedByBelt(1, A, Heading(facing)) == played.happenings[-1]


@pytest.mark.parametrize(("robot", "place"), [("A1e move1", "B2e"), ("A1w back", "B2w")])
def test_golden_9_curve_by_walking(robot: str, place: str) -> None:
    """Golden 9, R6: a curve turns nobody who walks onto it; then it carries along its arrow."""
    assert place == places(play(". >v\n. .", robot))


def test_a_curve_turns_nobody_who_is_pushed_onto_it() -> None:
    """R6: pushed is not carried."""
    assert "B1e C2n" == places(play(". . >v\n. . .", "A1e move1", "B1n"))


def test_golden_10_express_curve() -> None:
    """Golden 10, R6, R7: entered in the first sub-step it turns, and carries on in the second."""
    assert "B2e" == places(play(">> >vv\n. .", "A1n"))


def test_a_normal_curve_entered_by_an_express_belt() -> None:
    """R6, R40: the first sub-step turns on it, the second carries on along its arrow."""
    assert "B2e" == places(play(">> >v\n. .", "A1n"))


def test_two_curves_in_a_row() -> None:
    """R6, R7: each turns: right, then left."""
    assert "B2n" == places(play(">> >vv .\n. v>> .", "A1n"))


@pytest.mark.parametrize("curve", ["^>", "^>>", "v>", "^v>"])
def test_a_curve_entered_straight(curve: str) -> None:
    """D30: whoever comes in the way it goes out is not turned."""
    assert "B1n" == places(play(f"> {curve}", "A1n"))


def test_a_curve_entered_where_it_has_no_mouth() -> None:
    """D30: a curve turns only who comes in by its mouth."""
    assert "B2n" == places(play(". v .\n. ^> .", "B1n"))


def test_a_merge_turns_from_both_mouths() -> None:
    """D30: each mouth turns toward the way out."""
    drawing = ". v .\n. ^v> .\n. ^ ."

    assert "B2w" == places(play(drawing, "B1n"))
    assert "B2e" == places(play(drawing, "B3n"))


@pytest.mark.parametrize(
    ("drawing", "edge", "place"),
    [
        (">e .", "pit", "A1n"),
        ("> O", "pit", "dead"),
        (". >", "pit", "A1n"),
        ("<", "pit", "dead"),
        ("<", "wall", "A1n"),
        ("^^", "pit", "dead"),
        (">> >>e .", "pit", "B1n"),
        (">> >> O", "pit", "dead"),
        ("> >> O", "pit", "B1n"),
    ],
)
def test_belts_at_walls_pits_and_edges(drawing: str, edge: str, place: str) -> None:
    """D5: at a wall the robot stays; a pit or the edge costs a life; D3: unless that is a wall."""
    assert place == places(play(drawing, "A1n", edge=edge))


def test_what_a_belt_does_is_told() -> None:
    """D5: carried into the pit, dead there; or blocked, and by what."""
    carried = play("> O", "A1n")
    walled = play(">e .", "A1n")
    parked = play("> .", "A1n", "B1n")

    assert (
        Carried(1, A, Cell(0, 0), Cell(1, 0), Heading.EAST),
        Died(1, A, Cell(1, 0), "pit", 2),
    ) == carried.happenings
    assert (BeltBlocked(1, A, Cell(0, 0), Heading.EAST, "wall"),) == walled.happenings
    assert (BeltBlocked(1, A, Cell(0, 0), Heading.EAST, "robots"),) == parked.happenings


@pytest.mark.parametrize(("drawing", "place"), [("> . <", "A1n C1s"), (">> . <<", "A1n C1s")])
def test_golden_11_belt_converge(drawing: str, place: str) -> None:
    """Golden 11, R42, D6: where two belts would meet on a cell, neither robot moves."""
    assert place == places(play(drawing, "A1n", "C1s"))


def test_three_belts_converge() -> None:
    """D6: nobody moves."""
    assert "A1n C1s B2w" == places(play("> . <\n. ^ .", "A1n", "C1s", "B2w"))


def test_converging_on_a_pit() -> None:
    """D6, D39: deadly targets are no conflict."""
    assert "dead dead" == places(play("> O <", "A1n", "C1s"))


def test_golden_12_belt_swap() -> None:
    """Golden 12, D7: two that would swap cells: neither moves."""
    assert "A1n B1s" == places(play("> <", "A1n", "B1s"))


def test_golden_13_belt_ring() -> None:
    """Golden 13, R41, D7: on a full ring all move at once."""
    assert "B1n B2e A2s A1w" == places(play("> v\n^ <", "A1n", "B1e", "B2s", "A2w"))


def test_a_chain_moves_together() -> None:
    """R41, D7: whoever follows a robot that leaves in the same sub-step moves with it."""
    assert "B1n C1e D1s" == places(play("> > > .", "A1n", "B1e", "C1s"))
    assert "D1n C1e B1s" == places(play("> > > .", "C1n", "B1e", "A1s"))


def test_golden_14_belt_onto_parked() -> None:
    """Golden 14, R42: a robot that is carried never pushes: it stays behind a parked one."""
    assert "A1n B1s" == places(play("> .", "A1n", "B1s"))


def test_golden_15_chain_behind_a_blocked_robot() -> None:
    """Golden 15, D7: all stay, in whatever order they sit."""
    assert "A1n B1e C1s" == places(play("> > .", "A1n", "B1e", "C1s"))
    assert "C1n B1e A1s" == places(play("> > .", "C1n", "B1e", "A1s"))


def test_a_chain_behind_two_that_converge() -> None:
    """D6, D7: cancelled again and again until nothing changes."""
    drawing = "> > . <"

    assert "A1n B1e D1s" == places(play(drawing, "A1n", "B1e", "D1s"))
    assert "D1n B1e A1s" == places(play(drawing, "D1n", "B1e", "A1s"))


def test_a_side_belt_waits_for_a_chain() -> None:
    """D6: two want the cell that a third one leaves: both stay, it goes."""
    assert "A1n C1e B2s" == places(play("> > .\n. ^ .", "A1n", "B1e", "B2s"))


def test_behind_a_robot_at_a_wall() -> None:
    """D5, D7: whoever is stopped by a wall stops those behind it."""
    assert "A1n B1e" == places(play("> >e .", "A1n", "B1e"))


def test_a_normal_belt_robot_is_parked_in_the_first_sub_step() -> None:
    """R40, D7: an express belt does not carry onto a normal one that is taken, then both move."""
    assert "B1n C1e" == places(play(">> > . .", "A1n", "B1e"))


def test_whoever_was_carried_away_is_no_longer_there() -> None:
    """R39 c, d: a shot goes through the cell that a belt has emptied; a pusher finds nobody."""
    assert [9, 9, 8] == armour(play(". . v .\n. . . .", "A1w uturn", "C1n", "D1n"))
    assert "B1n B2s" == places(play("P>1 v .\n. . .", "A1n", "B1s"))


def test_virtual_robots_on_belts() -> None:
    """R31, D10: they are carried like anyone, but neither block nor are blocked."""
    assert "B1n B1s" == places(play("> .", "A1n", "B1s virtual"))
    assert "B1n B1s" == places(play("> .", "A1n virtual", "B1s"))
    assert "B1n B1s" == places(play("> . <", "A1n", "C1s virtual"))
    assert "B1n A1s" == places(play("> <", "A1n", "B1s virtual"))


def test_powered_down_robots_are_carried() -> None:
    """R27: belts do not ask; a robot that is off is carried and turned."""
    played = play("> >v\n. .", "A1n", "A2n left")

    assert "B1e A2w" == places(played)
    assert Carried(1, A, Cell(0, 0), Cell(1, 0), Heading.EAST) in played.happenings
    assert B not in {
        event.robot for event in played.happenings if isinstance(event, Carried | TurnedByBelt)
    }
