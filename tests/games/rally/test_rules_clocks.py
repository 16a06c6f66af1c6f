"""Clocks: the turn's and the last player's (D31, D32)."""

from random import Random

import pytest

from tests.games.rally.tabletop import ANN, BOB, CLEO, FLOOR, Tabletop, kinds
from tinplate.game import Malformed, Millis
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.settings import PRESETS, Settings
from tinplate.games.rally.values import (
    CardPlaced,
    Choosing,
    FacingChosen,
    LastPlayerTimed,
    PowerDown,
    PowerDownAnnounced,
    PoweredUp,
    Programming,
    Ready,
    RegisterRevealed,
    TimeRanOut,
)
from tinplate.grid import Heading


def test_without_a_clock_nobody_is_hurried() -> None:
    """D31: none by default."""
    table = Tabletop(FLOOR, "A1n", "C3n").at(10**9).wait()

    assert table.deadline is None
    assert () == table.table.log
    with pytest.raises(Malformed, match="nothing is due"):
        Rally().expire(table.state, table.dice)


def test_a_clock_for_the_turn() -> None:
    """D31, turn_seconds: from the deal on, and afresh after each deal."""
    table = Tabletop(FLOOR, "A1n", "C3n", turn_seconds=45)
    first = table.deadline
    table.at(10_000).plays()

    assert (45_000, 55_000) == (first, table.deadline)


def test_at_expiry_the_draft_is_kept_and_the_rest_is_chance() -> None:
    """D31: empty registers are filled from the hand; what was placed and planned stays."""
    table = Tabletop(FLOOR, "C3n armour=8 move1 back", "F5n", turn_seconds=45)
    table.places(ANN, 4, 2).does(ANN, PowerDown(announce=True)).programs(BOB)
    hand = table.hand(ANN)
    table.at(45_000).wait()
    program = kinds(event.cards[ANN] for event in table.told(RegisterRevealed))
    filled = table.told(CardPlaced)

    assert TimeRanOut((ANN,)) == table.last[0]
    assert ("back", "move1") == (program.split()[1], program.split()[3])
    assert [1, 3, 5] == [event.register for event in filled]
    assert {event.card for event in filled} < set(hand)
    assert [PowerDownAnnounced(ANN)] == table.told(PowerDownAnnounced)
    assert 2 == table.state.turn


def test_chance_fills_registers_with_any_card() -> None:
    """D31: at random, so not always the same ones."""
    table = Tabletop(FLOOR, "A1n", turn_seconds=45)
    state, game = table.state, Rally()
    programs = {
        kinds(
            event.card
            for event in game.expire(state, Random(seed))
            if isinstance(event, CardPlaced)
        )
        for seed in range(9)
    }

    assert len(programs) > 1


def test_a_deadline_falls_when_it_is_due() -> None:
    """D31: however late the timer, the next clock runs from the due time."""
    table = Tabletop(FLOOR, "A1n", turn_seconds=45).at(46_000).wait()

    assert 45_000 == table.table.last_at
    assert 90_000 == table.deadline


def test_a_late_command_finds_the_next_turn() -> None:
    """D31: what comes after the deadline does not change the turn that ran."""
    table = Tabletop(FLOOR, "A1n", "C3n", turn_seconds=45).places(ANN, 1, 2, 3, 4, 5)
    table.at(45_000).wait()

    assert 2 == table.state.turn
    assert Ready() not in Rally().legal(table.state, ANN)


def test_choices_have_the_same_clock() -> None:
    """D31: a facing nobody chose falls at random; who does not choose is on again."""
    table = Tabletop(FLOOR, "A1n fresh", "C3n off", "E5n fresh", turn_seconds=45)
    table.faces(CLEO, "s")
    table.dice.favourites = (Heading.WEST,)
    due = table.deadline
    table.at(45_000).wait()

    assert 45_000 == due
    assert TimeRanOut((ANN, BOB)) == table.last[0]
    assert [FacingChosen(ANN, Heading.WEST)] == table.told(FacingChosen)
    assert [PoweredUp(BOB)] == table.told(PoweredUp)
    assert "A1w C3n E5s" == table.robots
    assert Programming((), (ANN, BOB, CLEO), Millis(90_000)) == table.phase


def test_facings_after_the_deal_fall_with_the_program() -> None:
    """D29, D31: both are done by chance."""
    table = Tabletop(FLOOR, "A1n fresh", "C3n", turn_seconds=45, facing_after_deal="on")
    table.programs(BOB)
    table.dice.favourites = (Heading.SOUTH,)
    table.at(45_000).wait()

    assert TimeRanOut((ANN,)) == table.last[0]
    assert [FacingChosen(ANN, Heading.SOUTH)] == table.told(FacingChosen)
    assert 2 == table.state.turn


# The last player


def test_the_last_player_has_half_a_minute() -> None:
    """D31, last_player_seconds: from when all others are ready."""
    table = Tabletop(FLOOR, "A1n", "C3n", "E5n", last_player_seconds=30)
    table.at(5_000).programs(BOB)
    nobody_hurried = table.deadline
    table.at(60_000).programs(ANN)

    assert nobody_hurried is None
    assert LastPlayerTimed(CLEO, Millis(90_000)) == table.last[-1]
    assert 90_000 == table.deadline
    assert 2 == table.at(90_000).wait().state.turn


def test_what_the_last_player_does_wins_no_time() -> None:
    """D31: placing cards does not turn the sand again."""
    table = Tabletop(FLOOR, "A1n", "C3n", last_player_seconds=30).programs(ANN)
    table.at(20_000).places(BOB, 1, 2)

    assert 30_000 == table.deadline


def test_the_earlier_of_two_clocks_counts() -> None:
    """D31: the turn's clock is not put off by the last player's."""
    late = Tabletop(FLOOR, "A1n", "C3n", turn_seconds=45, last_player_seconds=30)
    early = Tabletop(FLOOR, "A1n", "C3n", turn_seconds=45, last_player_seconds=30)
    late.at(20_000).programs(ANN)
    early.at(5_000).programs(ANN)

    assert [] == late.told(LastPlayerTimed)
    assert (45_000, 35_000) == (late.deadline, early.deadline)


def test_who_plays_alone_is_not_the_last() -> None:
    """D31: nobody waits for somebody who is the only one to program."""
    table = Tabletop(FLOOR, "A1n", "C3n scheduled", last_player_seconds=30).places(ANN, 1)

    assert table.deadline is None


def test_the_last_to_choose_is_hurried_too() -> None:
    """D31: for facings as for programs; who owes two answers is done after both."""
    table = Tabletop(
        FLOOR, "- lives=2 off", "C3n off", pd_after_death="ask", last_player_seconds=30
    )
    table.at(1_000).faces(ANN, "n")
    nobody_hurried = table.deadline
    table.at(2_000).powers(ANN, on=True)

    assert nobody_hurried is None
    assert Choosing((), (BOB,), Millis(32_000)) == table.phase
    assert LastPlayerTimed(BOB, Millis(32_000)) == table.last[-1]


def test_presets_have_these_clocks() -> None:
    """D31: 45 seconds for a turn of blitz, 30 for the last player of classic-2005."""
    assert (45, 30) == (
        PRESETS["blitz"]["turn_seconds"],
        PRESETS["classic-2005"]["last_player_seconds"],
    )


def test_who_is_away_is_the_servers_business() -> None:
    """D32: the rules know nobody is there only by the clock; a table keeps what was agreed."""
    table = Tabletop(FLOOR, "A1n", "C3n", afk="wait", turn_seconds=1)

    assert ("bot", "wait") == (Settings().afk, table.state.settings.afk)
    assert 2 == table.at(1_000).wait().state.turn
