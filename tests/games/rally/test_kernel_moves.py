"""Cards, steps and pushes. Golden tests bear their number and name."""

import pytest

from tests.games.rally.drawn import A, B, C, places, play
from tinplate.games.rally.cards import Kind
from tinplate.games.rally.happenings import Blocked, CardPlayed, Died, Moved, Pushed, Turned
from tinplate.grid import Cell, Heading

PLAIN = """
. . .
. . .
. . .
"""


@pytest.mark.parametrize(
    ("card", "place"),
    [
        ("move1", "C2e"),
        ("back", "A2e"),
        ("left", "B2n"),
        ("right", "B2s"),
        ("uturn", "B2w"),
    ],
)
def test_what_each_card_does(card: str, place: str) -> None:
    """R15: one ahead, one back, a quarter to the left or right, half a turn; R1: else nothing."""
    assert place == places(play(PLAIN, f"B2e {card}"))


@pytest.mark.parametrize(("card", "place"), [("move1", "B1e"), ("move2", "C1e"), ("move3", "D1e")])
def test_how_far_cards_go(card: str, place: str) -> None:
    """R15: move 1, 2 and 3."""
    assert place == places(play(". . . . .", f"A1e {card}"))


@pytest.mark.parametrize(
    ("facing", "place"), [("n", "B1n"), ("e", "C2e"), ("s", "B3s"), ("w", "A2w")]
)
def test_robots_move_as_they_face(facing: str, place: str) -> None:
    """R15: ahead is where the robot faces."""
    assert place == places(play(PLAIN, f"B2{facing} move1"))


def test_golden_1_pit_midway() -> None:
    """Golden 1, R4, D4: move 3 over a pit in the second cell: the robot dies there."""
    played = play(". . O .", "A1e move3 lives=2")

    assert "dead" == places(played)
    assert (0, 1, Heading.EAST) == (
        played.robots[0].armour,
        played.robots[0].lives,
        played.robots[0].facing,
    )
    assert Died(1, A, Cell(2, 0), "pit", 1) == played.happenings[-1]


def test_golden_2_edge() -> None:
    """Golden 2, D3: whoever backs up off the board dies."""
    played = play(". .", "A1e back")

    assert "dead" == places(played)
    assert (Moved(1, A, Cell(0, 0), None, Heading.WEST), Died(1, A, Cell(0, 0), "edge", 2)) == (
        played.happenings[-2:]
    )


@pytest.mark.parametrize("facing", "nesw")
def test_every_edge_is_deadly(facing: str) -> None:
    """D3: on all four sides."""
    assert "dead" == places(play(PLAIN, f"B2{facing} move2"))


@pytest.mark.parametrize(
    ("facing", "place"), [("n", "B1n"), ("e", "C2e"), ("s", "B3s"), ("w", "A2w")]
)
def test_the_edge_as_a_wall(facing: str, place: str) -> None:
    """D3, edge=wall: the edge stops robots."""
    assert place == places(play(PLAIN, f"B2{facing} move3", edge="wall"))


def test_golden_3_wall_stop() -> None:
    """Golden 3, R14, D4: move 3 with a wall after one cell: the step before it stands."""
    played = play(". .e . .", "A1e move3")

    assert "B1e" == places(played)
    assert (
        CardPlayed(1, A, Kind.MOVE3, 840),
        Moved(1, A, Cell(0, 0), Cell(1, 0), Heading.EAST),
        Blocked(1, A, Cell(1, 0), Heading.EAST, stuck=None),
    ) == played.happenings


def test_walls_have_two_sides() -> None:
    """R14: a wall drawn on the other cell stops, too."""
    assert "B1e" == places(play(". . .w .", "A1e move3"))


def test_a_wall_around_a_pit_saves() -> None:
    """R14, D4: the wall is checked before the pit."""
    assert "A1e" == places(play(".e O", "A1e move1"))


def test_pushing() -> None:
    """R29: the one in the way goes one cell the same way, and keeps its facing."""
    played = play(". . . .", "A1e move2", "B1n")

    assert "C1e D1n" == places(played)
    assert Pushed(1, B, Cell(1, 0), Cell(2, 0), Heading.EAST, by=A) == played.happenings[1]


def test_pushing_backwards() -> None:
    """R29: a robot that backs up pushes as well."""
    assert "B1e A1n" == places(play(". . .", "C1e back", "B1n"))


def test_golden_4_chain_wall() -> None:
    """Golden 4, R29, D8: three in a row against a wall: nobody moves."""
    played = play(". . .e .", "A1e move2", "B1n", "C1s")

    assert "A1e B1n C1s" == places(played)
    assert Blocked(1, A, Cell(0, 0), Heading.EAST, stuck=C) == played.happenings[1]


def test_a_chain_against_the_edge_as_a_wall() -> None:
    """D3, D8, edge=wall: nobody is pushed over it."""
    assert "B1e C1n" == places(play(". . .", "A1e move3", "B1n", edge="wall"))


def test_a_wall_within_a_chain() -> None:
    """R14, D8: the second robot cannot be pushed through the wall behind which a third one is."""
    assert "A1e B1n C1s" == places(play(". .e . .", "A1e move1", "B1n", "C1s"))


def test_golden_5_chain_pit() -> None:
    """Golden 5, D8, D39: the front one dies, the others advance, the mover goes on."""
    drawing = ". . . . O ."

    assert "B1e C1n D1s" == places(play(drawing, "A1e move1", "B1n", "C1s"))
    assert "C1e D1n dead" == places(play(drawing, "A1e move2", "B1n", "C1s"))
    assert "D1e dead dead" == places(play(drawing, "A1e move3", "B1n", "C1s"))


def test_pushed_over_the_edge() -> None:
    """D3, D8: whoever is pushed off the board dies, and the mover goes on."""
    assert "D1e dead" == places(play(". . . .", "A1e move3", "B1n"))


def test_pushing_is_no_longer_than_the_row() -> None:
    """R29: a robot behind a gap is not pushed before it is reached."""
    assert "B1e C1n D1s" == places(play(". . . . .", "A1e move1", "B1n", "D1s"))


def test_priority_decides_who_goes_first() -> None:
    """R16, R39 b: the highest priority goes first, whatever the seat."""
    assert "B2e C2n" == places(play(PLAIN, "A2e move1 @510", "B3n move1 @540"))
    assert "B1e B2n" == places(play(PLAIN, "A2e move1 @540", "B3n move1 @510"))


def test_cards_of_each_register_have_their_own_priority() -> None:
    """R39 a, R35: the registers are played one after the other, each with its own cards."""
    played = play(PLAIN, "B2n left right")
    cards = [event for event in played.happenings if isinstance(event, CardPlayed | Turned)]

    assert [
        CardPlayed(1, A, Kind.LEFT, 840),
        Turned(1, A, Heading.WEST),
        CardPlayed(2, A, Kind.RIGHT, 840),
        Turned(2, A, Heading.NORTH),
    ] == cards


def test_a_dead_robot_moves_no_more_in_its_register() -> None:
    """D21: whoever was pushed into a pit before its turn does not play its card."""
    played = play(". . O .", "A1e move1", "B1w move1")

    assert "B1e dead" == places(played)
    assert [A] == [event.robot for event in played.happenings if isinstance(event, CardPlayed)]


def test_golden_40_dead_robots_skip_the_rest() -> None:
    """Golden 40, D21: the remaining cards of a dead robot are not executed."""
    played = play(". O . .", "A1e move1 move1 move1", "D1n left left left")
    cards = [event.register for event in played.happenings if isinstance(event, CardPlayed)]

    assert "dead D1e" == places(played)
    assert [1, 1, 2, 3] == cards
    assert 2 == played.robots[0].lives


@pytest.mark.parametrize("drawing", [". .n/lv . .", ". X1 . .", ". P^1 . ."])
def test_the_dead_are_in_nobodys_way(drawing: str) -> None:
    """D21: whatever it died of in register 1, in register 2 others walk through its cell."""
    played = play(drawing, "A1n right move2", "B1n armour=1")

    assert "C1e dead" == places(played)
    assert 2 == played.robots[1].lives


def test_a_robot_that_was_dead_before_stays_away() -> None:
    """D21: it neither acts nor is in the way."""
    played = play(". . .", "A1e move2", "dead move1 lives=2")

    assert "C1e dead" == places(played)
    assert 2 == played.robots[1].lives


def test_virtual_robots_walk_through() -> None:
    """R31, D10: neither pushes the other, whoever of the two is virtual."""
    assert "B1e B1n" == places(play(". . .", "A1e move1 virtual", "B1n"))
    assert "B1e B1n" == places(play(". . .", "A1e move1", "B1n virtual"))
    assert "B1e B1n" == places(play(". . .", "A1e move1 virtual", "B1n virtual"))
    assert "B1e B1w" == places(play(". . .", "A1e move1 virtual", "C1w move1"))


def test_a_virtual_robot_is_no_link_of_a_chain() -> None:
    """R31, D10: a robot is pushed onto a virtual one, which stays."""
    assert "B1e C1n C1s" == places(play(". . . .", "A1e move1", "B1n", "C1s virtual"))


def test_virtual_robots_meet_walls_and_pits() -> None:
    """R31, D12: the board is as real for them as for others."""
    assert "A1e" == places(play(".e .", "A1e move1 virtual"))
    assert "dead" == places(play(". O", "A1e move1 virtual"))


def test_powered_down_robots_do_not_act_but_are_pushed() -> None:
    """R27: one that is off plays no card; others push it."""
    played = play(". . . .", "A1e move1", "B1e")

    assert "B1e C1e" == places(played)
    assert [A] == [event.robot for event in played.happenings if isinstance(event, CardPlayed)]


def test_a_start_cell_is_plain() -> None:
    """R2: once the race has begun nothing happens there."""
    assert "B1e" == places(play(". S .", "A1e move1"))
