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
    table = Tabletop(
        FLOOR,
        "C3n fresh virtual move2 left left left left",
        f"C3n fresh virtual move1 {SPIN}",
        f"C3n fresh virtual move1 {SPIN}",
    )
    table.faces(ANN, "n").faces(BOB, "e").faces(CLEO, "e")
    table.plays("move2 left left left left", f"move1 {SPIN}", f"move1 {SPIN}")

    assert [] == table.told(Pushed)
    assert "C1n D3e? D3e?" == table.robots
    assert [ANN] == [event.robot for event in table.told(Materialised)]


def test_28_two_virtual_together_stay_virtual() -> None:
    """R32, D14: neither becomes real while it shares its cell with the other."""
    table = Tabletop(FLOOR, "C3n virtual", "C3n virtual").plays()

    assert [] == table.told(Materialised)
    assert [True, True] == [table.robot(seat).virtual for seat in (ANN, BOB)]


def test_29_four_cards_and_a_register_that_replays() -> None:
    """R18, R37: armour 4 gets four cards, and register 5 plays its card again."""
    table = Tabletop(FLOOR, f"A6n armour=4 locked=move1 {SPIN}")
    dealt = len(table.hand(ANN))
    table.deals(SPIN).plays(SPIN).plays(SPIN)

    assert 4 == dealt
    assert [1, 2, 3, 4, 5] == [event.register for event in table.told(RegisterRevealed)]
    assert "move1" == kinds(table.told(RegisterRevealed)[-1].cards)
    assert "A4n" == table.robots


def test_30_repair_frees_a_register() -> None:
    """D28, R45: from 4 to 5, register 5 is open in the next turn."""
    table = Tabletop("S + 1", f"B1n armour=4 locked=uturn {SPIN}").plays(SPIN)

    assert [5] == [event.armour for event in table.told(Repaired)]
    assert [1, 2, 3, 4, 5] == list(table.state.players[ANN].open_registers)
    assert 5 == len(table.hand(ANN))
    assert "- - - - -" == kinds(table.state.players[ANN].registers)
    assert set(deck(84)) == {*undealt(table.state), *table.hand(ANN)}


def test_31_death_frees_all_locks() -> None:
    """D20, R17: a new life has 9 armour, and all registers are open."""
    table = Tabletop("S O\n1 .", "A1e armour=2 locked=left,right,uturn move1 left")
    table.plays("move1 left").faces(ANN, "s")

    assert (9, 2) == (table.robot(ANN).armour, table.robot(ANN).lives)
    assert "- - - - -" == kinds(table.state.players[ANN].registers)
    assert [1, 2, 3, 4, 5] == list(table.state.players[ANN].open_registers)
    assert 9 == len(table.hand(ANN))


def test_32_a_turn_off() -> None:
    """R26, R27, D25: no cards, no shot, carried by belts; armour 9 - x afterwards."""
    # Bob stands south of where the belt brings Ann, and looks at her in the last register.
    table = Tabletop(
        "S > . .\n. . . .\n. . . .\n. . . 1", "B1s armour=3 scheduled", f"C4e {SPIN} left"
    )
    off = table.hand(ANN), table.robot(ANN).armour
    table.plays(f"{SPIN} left").powers(ANN, on=True)

    shots = [event for entry in table.table.log for event in entry.events if type(event) is Shot]
    rides = [event for entry in table.table.log for event in entry.events if type(event) is Carried]
    assert ((), 9) == off
    assert {BOB} == {shot.robot for shot in shots}
    assert [ANN] == [ride.robot for ride in rides]
    assert 9 - len(shots) == table.robot(ANN).armour < 9
    assert not table.robot(ANN).off


def test_33_off_on_a_flag() -> None:
    """R28, R44: not counted while off; on the next turn, on and still there, in register 1."""
    table = Tabletop(". 1 2\nS . .", "B1n scheduled", "A2n").plays()
    while_off = table.told(FlagTouched), table.robot(ANN).next_flag
    table.powers(ANN, on=True).plays()

    assert ([], 1) == while_off
    assert [(ANN, 1)] == [(event.robot, event.register) for event in table.told(FlagTouched)]


def test_34_a_register_filled_by_chance() -> None:
    """D27: off and five points lost: register 5 gets a random card."""
    table = Tabletop(".w/l> . .e\nS . 1", "B1n scheduled", "A2s").plays()
    lost = 9 - table.robot(ANN).armour
    table.dice.favourites = (Card(Kind.MOVE3, 800),)
    table.powers(ANN, on=True)

    assert 5 == lost
    assert [RegisterFilled(ANN, 5, Card(Kind.MOVE3, 800))] == table.told(RegisterFilled)
    assert 4 == len(table.hand(ANN))


def test_36_no_repair_in_a_register() -> None:
    """R45, R11: standing on a repair cell at the end of register 3 gives nothing."""
    table = Tabletop("S . + . .\n. . . . 1", "B1e armour=6 left right move1 move2 left")
    table.plays("left right move1 move2 left")

    assert [] == table.told(Repaired)
    assert 6 == table.robot(ANN).armour


def test_37_a_save_point_in_a_register() -> None:
    """R11, R23, D18: but whoever stops there in register 3 comes back there."""
    table = Tabletop("S . + O\n. . . 1", "B1e left right move1 move1 left", "A2n")
    table.plays("left right move1 move1 left")

    assert [3] == [event.register for event in table.told(Saved)]
    assert [4] == [event.register for event in table.told(Died)]
    assert ["C1"] == [str(event.cell).upper() for event in table.told(Returned)]


def test_40_a_destroyed_robots_cards() -> None:
    """D21, R38: the rest of them is skipped, and no card is lost."""
    table = Tabletop("S O .\n. . 1", "A1e move1 move2 move3 back left", "A2n")
    table.plays("move1 move2 move3 back left").faces(ANN, "n")
    hands = [*table.hand(ANN), *table.hand(BOB)]

    assert [1] == [
        event.register
        for entry in table.table.log
        for event in entry.events
        if isinstance(event, CardPlayed) and event.robot == ANN
    ]
    assert 84 == len(undealt(table.state)) + len(hands)
    assert set(deck(84)) == {*undealt(table.state), *hands}


def test_a_power_down_from_plan_to_return() -> None:
    """R24 to R27: planned in one turn, off in the next, on again in the third."""
    table = Tabletop(FLOOR, "A1n armour=3 locked=left,right left right uturn", "F5n")
    table.does(ANN, PowerDown(announce=True)).plays("left right uturn")
    off = table.robot(ANN)
    table.plays().powers(ANN, on=True)

    assert (True, 9) == (off.off, off.armour)
    assert (False, 9) == (table.robot(ANN).off, table.robot(ANN).armour)
    assert Programming((), (ANN, BOB), None) == table.phase
