"""Before the deal: facings, and who comes back on (R20 to R34)."""

from functools import partial
from typing import Any

import pytest

from tests.games.rally.tabletop import ANN, BOB, CLEO, FLOOR, Tabletop
from tests.tabletop import offers, refusal
from tinplate.game import Seat
from tinplate.games.rally.course import cell_name, cell_named
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import (
    ChooseFacing,
    ChoosePower,
    Choosing,
    ChoosingBegan,
    Faced,
    FacingChosen,
    HandDealt,
    PowerChosen,
    PoweredDown,
    PoweredUp,
    Programming,
    Ready,
    Returned,
)
from tinplate.grid import Cell, Heading

NOT_ASKED = "You choose a facing only when your robot is put on the board."


# Facings


def test_facings_are_revealed_together() -> None:
    """R34, D29: when the last one has chosen, not before."""
    match = Tabletop(FLOOR, "A1n fresh", "B1n fresh").faces(BOB, "w")
    before = match.robots
    match.faces(ANN, "s")

    assert "A1n B1n" == before
    assert [Faced(ANN, Heading.SOUTH), Faced(BOB, Heading.WEST)] == match.told(Faced)
    assert "A1s B1w" == match.robots
    assert isinstance(match.phase, Programming)


def test_others_see_that_somebody_chose_and_not_what() -> None:
    """D29: chosen in secret."""
    game, event = Rally(), FacingChosen(ANN, Heading.SOUTH)
    match = Tabletop(FLOOR, "A1n fresh", "B1n fresh").faces(ANN, "s")

    assert event == game.witness(event, ANN)
    assert FacingChosen(ANN, None) == game.witness(event, BOB) == game.witness(event, None)
    assert Choosing((BOB,), (), None) == match.phase == game.view(match.state, BOB).phase
    assert game.view(match.state, BOB).players[ANN].private is None
    assert Heading.SOUTH == match.private(ANN).facing


def test_a_facing_is_chosen_before_cards_are_seen() -> None:
    """R34, D29: before anything else."""
    match = Tabletop(FLOOR, "A1n fresh", "B1n")

    assert () == match.hand(ANN) == match.hand(BOB)
    assert 9 == len(match.faces(ANN, "e").hand(ANN))


def test_a_facing_is_chosen_once() -> None:
    """R34: nobody may choose again when others have chosen."""
    match = Tabletop(FLOOR, "A1n fresh", "B1n fresh").faces(ANN, "s")
    state = match.state

    assert "You have already chosen your facing." == refusal(lambda: match.faces(ANN, "n"))
    assert state == match.state


def test_only_who_is_put_on_the_board_chooses() -> None:
    """R34: the others stand as they stand."""
    match = Tabletop(FLOOR, "A1n fresh", "B1n")
    state = match.state

    assert NOT_ASKED == refusal(lambda: match.faces(BOB, "n"))
    assert () == offers(Rally(), match.state, BOB)
    assert state == match.state


def test_too_late_for_a_facing() -> None:
    """R34: once the cards are dealt the facing stands."""
    match = Tabletop(FLOOR, "A1n fresh").faces(ANN, "e")

    assert NOT_ASKED == refusal(lambda: match.faces(ANN, "n"))


def test_facing_after_the_deal() -> None:
    """D29, facing_after_deal: chosen with the program, and revealed with it."""
    match = Tabletop(FLOOR, "A1n fresh", "B1n fresh", facing_after_deal="on")
    for seat in (ANN, BOB):
        match.places(seat, 1, 2, 3, 4, 5)

    assert Programming((ANN, BOB), (ANN, BOB), None) == match.phase
    assert set(map(ChooseFacing, Heading)) <= set(Rally().legal(match.state, ANN))
    assert Ready() not in Rally().legal(match.state, ANN)
    assert "Choose your facing first." == refusal(lambda: match.does(ANN, Ready()))

    match.faces(ANN, "e").does(ANN, Ready()).faces(BOB, "s")
    assert "A1n B1n" == match.robots
    assert "You have already chosen your facing." == refusal(lambda: match.faces(BOB, "n"))

    match.does(BOB, Ready())
    assert [Faced(ANN, Heading.EAST), Faced(BOB, Heading.SOUTH)] == match.told(Faced)


def test_with_facings_after_the_deal_nobody_is_asked_before() -> None:
    """D29, facing_after_deal: also when somebody else has something to choose."""
    match = Tabletop(FLOOR, "- lives=2", "B1n off", facing_after_deal="on")

    assert Choosing((), (BOB,), None) == match.phase
    assert Programming((ANN,), (ANN, BOB), None) == match.powers(BOB, on=True).phase


# Robots that come back


def test_a_robot_comes_back_where_it_saved() -> None:
    """R20, R22, R23, R30, D20: with full armour, virtual, its flags and lives as they were."""
    match = Tabletop(FLOOR, "- lives=2 next_flag=2 save=C3", "A1n")

    assert [Returned(ANN, Cell(2, 2), 9, virtual=True)] == [
        event for event in match.first if isinstance(event, Returned)
    ]
    match.faces(ANN, "w")
    robot = match.robot(ANN)
    assert "C3w? A1n" == match.robots
    assert (9, 2, 2) == (robot.armour, robot.lives, robot.next_flag)


def test_whoever_comes_back_chooses_a_facing() -> None:
    """R34: before anything else."""
    match = Tabletop(FLOOR, "- lives=2 save=C3", "A1n")

    assert Choosing((ANN,), (), None) == match.phase


def test_a_robot_without_lives_stays_out() -> None:
    """R21: out of the game for good; its owner has no say any more."""
    match = Tabletop(FLOOR, "- lives=0", "A1n")
    expected = "Your robot has no lives left; it is out of the game."

    assert Programming((), (BOB,), None) == match.phase
    assert expected == refusal(lambda: match.faces(ANN, "n"))
    assert expected == refusal(lambda: match.does(ANN, Ready()))
    assert "- A1n" == match.plays().plays().robots[:5]


def test_armour_of_a_new_life_can_be_agreed() -> None:
    """D20, respawn_armour: 7 is official."""
    match = Tabletop(FLOOR, "- lives=2", "B1n", respawn_armour=7).faces(ANN, "n")

    assert [7, 9] == match.armour
    assert 7 == len(match.hand(ANN))


@pytest.mark.parametrize("other", ["C3n", "C3n virtual", "- save=C3"])
def test_a_save_point_may_be_taken(other: str) -> None:
    """D43, R30: then the robot comes back onto the same cell, virtual."""
    match = Tabletop(FLOOR, "- save=C3", other, respawn_virtual="shared")

    assert (Cell(2, 2), True) == (match.robot(ANN).cell, match.robot(ANN).virtual)


@pytest.mark.parametrize(
    ("others", "cell"),
    [
        (["A1n"], "C3"),
        (["C3n"], "C2"),
        (["C3n virtual"], "C2"),
        (["C3n", "C2n"], "D2"),
        (["C3n", "C2n", "D2n", "D3n", "D4n", "C4n", "B4n"], "B3"),
    ],
)
def test_a_robot_may_come_back_beside_a_taken_save_point(others: list[str], cell: str) -> None:
    """D43, taken_save_point=beside: on the first free cell round it, clockwise from the north."""
    match = Tabletop(
        FLOOR, "- save=C3", *others, taken_save_point="beside", respawn_virtual="shared"
    )

    assert cell_named(cell) == match.robot(ANN).cell
    assert cell_named("C3") == match.robot(ANN).save
    assert not match.robot(ANN).virtual


def test_beside_is_on_the_floor() -> None:
    """D43, taken_save_point=beside: neither in a pit nor off the board; else the cell is shared."""
    beside: dict[str, Any] = {"taken_save_point": "beside", "respawn_virtual": "shared"}
    corner = Tabletop("S O 1\n. . .", "- save=A1", "A1n", **beside)
    full = Tabletop("S O 1\n. O .", "- save=A1", "A1n", "A2n", **beside)

    assert ("B2", False) == _back(corner)
    assert ("A1", True) == _back(full)


def _back(match: Tabletop) -> tuple[str, bool]:
    robot = match.robot(ANN)
    return "-" if robot.cell is None else cell_name(robot.cell), robot.virtual


def test_of_two_that_come_back_the_first_seat_gets_the_cell() -> None:
    """D43, taken_save_point=beside: by seat, each beside those that are back before it."""
    match = Tabletop(FLOOR, "- save=C3", "A1n", "- save=C3", "- save=C3", taken_save_point="beside")

    assert "C3n? A1n C2n? D2n?" == match.robots


def test_virtual_only_where_it_must_be() -> None:
    """D13, respawn_virtual=shared: whoever comes back onto a free cell is real at once."""
    shared = Tabletop(FLOOR, "- save=C3", "A1n", "- save=D3", respawn_virtual="shared")
    always = Tabletop(FLOOR, "- save=C3", "A1n", "- save=D3")

    assert [False, False] == [shared.robot(seat).virtual for seat in (ANN, CLEO)]
    assert [True, True] == [always.robot(seat).virtual for seat in (ANN, CLEO)]


# On and off


def test_an_announced_power_down_begins() -> None:
    """R24, R26, R27: off for a turn, with 9 armour, and nothing is asked or dealt."""
    match = Tabletop(FLOOR, "A1n armour=2 scheduled", "C3n")

    assert PoweredDown(ANN) in match.first
    assert [9, 9] == match.armour
    assert match.robot(ANN).off
    assert () == match.hand(ANN)
    assert Programming((), (BOB,), None) == match.phase
    assert () == offers(Rally(), match.state, ANN)


def test_after_a_turn_off_one_chooses() -> None:
    """R25, D23: before the deal, and others see it when all have chosen."""
    game, event = Rally(), PowerChosen(ANN, on=False)
    match = Tabletop(FLOOR, "A1n off", "C3n off")
    match.powers(ANN, on=False)

    assert (ChoosePower(on=True), ChoosePower(on=False)) == offers(game, match.state, BOB)
    assert Choosing((), (BOB,), None) == match.phase
    assert PowerChosen(ANN, None) == game.witness(event, BOB) == game.witness(event, None)
    assert event == game.witness(event, ANN)
    match.powers(BOB, on=True)
    assert [PoweredDown(ANN)] == match.told(PoweredDown)
    assert [PoweredUp(BOB)] == match.told(PoweredUp)


def test_on_again_with_the_armour_that_is_left() -> None:
    """R26: 9 minus what was lost in the turn off."""
    match = Tabletop(FLOOR, "A1n off armour=6").powers(ANN, on=True)

    assert (6, False) == (match.robot(ANN).armour, match.robot(ANN).off)
    assert 6 == len(match.hand(ANN))


def test_off_for_another_turn() -> None:
    """R25, D23: staying off sets armour to 9 again."""
    match = Tabletop(FLOOR, "A1n off armour=6", "C3n").powers(ANN, on=False)

    assert (9, True) == (match.robot(ANN).armour, match.robot(ANN).off)
    assert () == match.hand(ANN)


def test_power_is_chosen_once() -> None:
    """R25: nobody may think twice when others have chosen."""
    match = Tabletop(FLOOR, "A1n off", "C3n off").powers(ANN, on=True)
    state = match.state
    expected = "You have already chosen whether your robot comes back on."

    assert expected == refusal(lambda: match.powers(ANN, on=False))
    assert state == match.state


def test_only_who_was_off_chooses_power() -> None:
    """R24, R25: whoever is on goes off by announcing it, a turn ahead."""
    expected = "You choose whether your robot comes back on only after a turn off."

    for match in (Tabletop(FLOOR, "A1n", "C3n off"), Tabletop(FLOOR, "A1n", "C3n")):
        state = match.state

        assert expected == refusal(partial(match.powers, ANN, on=False))
        assert state == match.state


def test_no_cards_before_the_deal() -> None:
    """R34, R35: whoever tries to program while others choose is told to wait."""
    match = Tabletop(FLOOR, "A1n", "C3n off")

    assert "No cards have been dealt yet." == refusal(lambda: match.does(ANN, Ready()))


@pytest.mark.parametrize("state", ["scheduled", "off"])
def test_death_cancels_a_power_down(state: str) -> None:
    """D24: whoever was about to be off, or was off, comes back on."""
    match = Tabletop(FLOOR, f"- lives=2 {state}", "B1n").faces(ANN, "e")

    assert PoweredDown(ANN) not in (*match.first, *match.last)
    assert not match.robot(ANN).off
    assert not match.state.players[ANN].scheduled
    assert Programming((), (ANN, BOB), None) == match.phase


@pytest.mark.parametrize("state", ["scheduled", "off"])
@pytest.mark.parametrize("on", [True, False])
def test_the_owner_may_be_asked_after_death(state: str, on: bool) -> None:  # noqa: FBT001
    """D24, pd_after_death=ask: the owner chooses; off is with 9 armour (R26)."""
    match = Tabletop(FLOOR, f"- lives=2 {state}", "B1n", pd_after_death="ask", respawn_armour=5)
    asked = match.phase
    match.powers(ANN, on=on).faces(ANN, "e")

    assert Choosing((ANN,), (ANN,), None) == asked
    assert (not on, 5 if on else 9) == (match.robot(ANN).off, match.robot(ANN).armour)
    assert "A1e? B1n" == match.robots
    assert Programming((), (ANN, BOB) if on else (BOB,), None) == match.phase


def test_nobody_else_is_asked_after_death() -> None:
    """D24, pd_after_death=ask: only who was off, or about to be; nobody who is out (R21)."""
    match = Tabletop(FLOOR, "- lives=2", "- lives=0 off", "B1n", pd_after_death="ask")

    assert Choosing((ANN,), (), None) == match.phase


def test_a_turn_with_everybody_off_plays_itself() -> None:
    """R27, R33: nobody is waited for; the turn runs, and then the owners choose (R25)."""
    match = Tabletop("S >  .  1\n.  .  .  .", "B1n scheduled", "D2n scheduled")

    assert 2 == match.state.turn
    assert "C1n D2n" == match.robots
    assert Choosing((), (ANN, BOB), None) == match.phase


def test_the_order_of_an_opening() -> None:
    """R33, Part 3: who goes off, who comes back, what is asked; then reveal and deal."""
    match = Tabletop(FLOOR, "- save=C3", "B1n scheduled", "D1n off", "E1n")
    match.powers(CLEO, on=True).faces(ANN, "s")
    opening = [type(event).__name__ for event in match.first]
    dealing = [event for event in match.last if isinstance(event, PoweredUp | Faced | HandDealt)]

    assert ["TurnBegan", "PoweredDown", "Returned", "ChoosingBegan"] == opening
    assert ChoosingBegan((ANN,), (CLEO,), None) == match.first[-1]
    assert [PoweredUp, Faced, *[HandDealt] * 3] == [type(event) for event in dealing]
    assert [ANN, CLEO, Seat(3)] == [event.seat for event in match.told(HandDealt)]
