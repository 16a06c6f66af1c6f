"""The golden tests of Part 4 that need a table: deals, locks, lives, turns off, whole turns."""

from tests.games.rally.tabletop import ANN, BOB, CLEO, FLOOR, Tabletop, kinds
from tinplate.games.rally.cards import Card, Kind, deck
from tinplate.games.rally.happenings import (
    CardPlayed,
    Carried,
    Died,
    FlagTouched,
    Materialised,
    Pushed,
    Repaired,
    Saved,
    Shot,
)
from tinplate.games.rally.opening import undealt
from tinplate.games.rally.values import (
    PowerDown,
    Programming,
    RegisterFilled,
    RegisterRevealed,
    Returned,
)

SPIN = "left right left right"


def test_27_first_turn() -> None:
    """R2, R30, R31, R32: all on the start, nobody pushed; those alone at the end turn real."""
    match = Tabletop(
        FLOOR,
        "C3n fresh virtual move2 left left left left",
        f"C3n fresh virtual move1 {SPIN}",
        f"C3n fresh virtual move1 {SPIN}",
    )
    match.faces(ANN, "n").faces(BOB, "e").faces(CLEO, "e")
    match.plays("move2 left left left left", f"move1 {SPIN}", f"move1 {SPIN}")

    assert [] == match.told(Pushed)
    assert "C1n D3e? D3e?" == match.robots
    assert [ANN] == [event.robot for event in match.told(Materialised)]


def test_28_two_virtual_together_stay_virtual() -> None:
    """R32, D14: neither becomes real while it shares its cell with the other."""
    match = Tabletop(FLOOR, "C3n virtual", "C3n virtual").plays()

    assert [] == match.told(Materialised)
    assert [True, True] == [match.robot(seat).virtual for seat in (ANN, BOB)]


def test_29_four_cards_and_a_register_that_replays() -> None:
    """R18, R37: armour 4 gets four cards, and register 5 plays its card again."""
    match = Tabletop(FLOOR, f"A6n armour=4 locked=move1 {SPIN}")
    dealt = len(match.hand(ANN))
    match.deals(SPIN).plays(SPIN).plays(SPIN)

    assert 4 == dealt
    assert [1, 2, 3, 4, 5] == [event.register for event in match.told(RegisterRevealed)]
    assert "move1" == kinds(match.told(RegisterRevealed)[-1].cards)
    assert "A4n" == match.robots


def test_30_repair_frees_a_register() -> None:
    """D28, R45: from 4 to 5, register 5 is open in the next turn."""
    match = Tabletop("S + 1", f"B1n armour=4 locked=uturn {SPIN}").plays(SPIN)

    assert [5] == [event.armour for event in match.told(Repaired)]
    assert [1, 2, 3, 4, 5] == list(match.state.players[ANN].open_registers)
    assert 5 == len(match.hand(ANN))
    assert "- - - - -" == kinds(match.state.players[ANN].registers)
    assert set(deck(84)) == {*undealt(match.state), *match.hand(ANN)}


def test_31_death_frees_all_locks() -> None:
    """D20, R17: a new life has 9 armour, and all registers are open."""
    match = Tabletop("S O\n1 .", "A1e armour=2 locked=left,right,uturn move1 left")
    match.plays("move1 left").faces(ANN, "s")

    assert (9, 2) == (match.robot(ANN).armour, match.robot(ANN).lives)
    assert "- - - - -" == kinds(match.state.players[ANN].registers)
    assert [1, 2, 3, 4, 5] == list(match.state.players[ANN].open_registers)
    assert 9 == len(match.hand(ANN))


def test_32_a_turn_off() -> None:
    """R26, R27, D25: no cards, no shot, carried by belts; armour 9 - x afterwards."""
    # Bob stands south of where the belt brings Ann, and looks at her in the last register.
    match = Tabletop(
        "S > . .\n. . . .\n. . . .\n. . . 1", "B1s armour=3 scheduled", f"C4e {SPIN} left"
    )
    off = match.hand(ANN), match.robot(ANN).armour
    match.plays(f"{SPIN} left").powers(ANN, on=True)

    shots = [event for entry in match.match.log for event in entry.events if type(event) is Shot]
    rides = [event for entry in match.match.log for event in entry.events if type(event) is Carried]
    assert ((), 9) == off
    assert {BOB} == {shot.robot for shot in shots}
    assert [ANN] == [ride.robot for ride in rides]
    assert 9 - len(shots) == match.robot(ANN).armour < 9
    assert not match.robot(ANN).off


def test_33_off_on_a_flag() -> None:
    """R28, R44: not counted while off; on the next turn, on and still there, in register 1."""
    match = Tabletop(". 1 2\nS . .", "B1n scheduled", "A2n").plays()
    while_off = match.told(FlagTouched), match.robot(ANN).next_flag
    match.powers(ANN, on=True).plays()

    assert ([], 1) == while_off
    assert [(ANN, 1)] == [(event.robot, event.register) for event in match.told(FlagTouched)]


def test_34_a_register_filled_by_chance() -> None:
    """D27: off and five points lost: register 5 gets a random card."""
    match = Tabletop(".w/l> . .e\nS . 1", "B1n scheduled", "A2s").plays()
    lost = 9 - match.robot(ANN).armour
    match.dice.favourites = (Card(Kind.MOVE3, 800),)
    match.powers(ANN, on=True)

    assert 5 == lost
    assert [RegisterFilled(ANN, 5, Card(Kind.MOVE3, 800))] == match.told(RegisterFilled)
    assert 4 == len(match.hand(ANN))


def test_36_no_repair_in_a_register() -> None:
    """R45, R11: standing on a repair cell at the end of register 3 gives nothing."""
    match = Tabletop("S . + . .\n. . . . 1", "B1e armour=6 left right move1 move2 left")
    match.plays("left right move1 move2 left")

    assert [] == match.told(Repaired)
    assert 6 == match.robot(ANN).armour


def test_37_a_save_point_in_a_register() -> None:
    """R11, R23, D18: but whoever stops there in register 3 comes back there."""
    match = Tabletop("S . + O\n. . . 1", "B1e left right move1 move1 left", "A2n")
    match.plays("left right move1 move1 left")

    assert [3] == [event.register for event in match.told(Saved)]
    assert [4] == [event.register for event in match.told(Died)]
    assert ["C1"] == [str(event.cell).upper() for event in match.told(Returned)]


def test_40_a_destroyed_robots_cards() -> None:
    """D21, R38: the rest of them is skipped, and no card is lost."""
    match = Tabletop("S O .\n. . 1", "A1e move1 move2 move3 back left", "A2n")
    match.plays("move1 move2 move3 back left").faces(ANN, "n")
    hands = [*match.hand(ANN), *match.hand(BOB)]

    assert [1] == [
        event.register
        for entry in match.match.log
        for event in entry.events
        if isinstance(event, CardPlayed) and event.robot == ANN
    ]
    assert 84 == len(undealt(match.state)) + len(hands)
    assert set(deck(84)) == {*undealt(match.state), *hands}


def test_a_power_down_from_plan_to_return() -> None:
    """R24 to R27: planned in one turn, off in the next, on again in the third."""
    match = Tabletop(FLOOR, "A1n armour=3 locked=left,right left right uturn", "F5n")
    match.does(ANN, PowerDown(announce=True)).plays("left right uturn")
    off = match.robot(ANN)
    match.plays().powers(ANN, on=True)

    assert (True, 9) == (off.off, off.armour)
    assert (False, 9) == (match.robot(ANN).off, match.robot(ANN).armour)
    assert Programming((), (ANN, BOB), None) == match.phase
