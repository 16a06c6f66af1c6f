"""Clocks: the turn's and the last player's (D31, D32)."""

from random import Random

import pytest

from tests.games.rally.tabletop import ANN, BOB, CLEO, FLOOR, Tabletop, kinds
from tinplate.game import Malformed, Millis, Stall
from tinplate.games.rally.film import LONGEST, film_length
from tinplate.games.rally.pack import PACK
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.settings import PRESETS, HouseRules
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
    Settings,
    StallTimed,
    TimeRanOut,
)
from tinplate.grid import Heading


def test_without_a_clock_nobody_is_hurried() -> None:
    """D31: none by default."""
    match = Tabletop(FLOOR, "A1n", "C3n").at(10**9).wait()

    assert match.deadline is None
    assert () == match.match.log
    with pytest.raises(Malformed, match="nothing is due"):
        Rally().expire(match.state, match.dice)


def test_a_clock_for_the_turn() -> None:
    """D31, turn_seconds: from the deal on, and afresh once the turn has been shown."""
    match = Tabletop(FLOOR, "A1n", "C3n", turn_seconds=45)
    first = match.deadline
    match.at(10_000).plays()
    shown = 10_000 + film_length(match.last, robots=2)

    assert 10_000 < shown
    assert (45_000, shown + 45_000) == (first, match.deadline)


def test_a_facing_is_not_left_to_chance_while_a_death_is_shown() -> None:
    """D31, R34: whoever comes back has the whole time, from when the turn has been shown."""
    match = Tabletop(FLOOR, "A1w move1", "C3n", turn_seconds=5)
    match.at(1_000).plays("move1")
    shown = 1_000 + film_length(match.last, robots=2)

    assert isinstance(match.phase, Choosing)
    assert (ANN,) == match.phase.facing
    assert (shown, shown + 5_000) == (match.phase.shown_until, match.deadline)
    match.at(2_000).faces(ANN, "n")
    assert shown + 5_000 == match.deadline  # nor is there less time for the program


def test_a_film_has_a_longest_length() -> None:
    """D31: a turn in which much happens keeps nobody waiting for ever, and no turn is no film."""
    match = Tabletop(FLOOR, "A1n", "C3n").plays()
    turn = film_length(match.last, robots=2)

    assert 0 < film_length(match.last, robots=8) < turn < LONGEST
    assert LONGEST == film_length(match.last * 99, robots=2)
    assert 0 == film_length((), robots=2)


def test_at_expiry_the_draft_is_kept_and_the_rest_is_chance() -> None:
    """D31: empty registers are filled from the hand; what was placed and planned stays."""
    match = Tabletop(FLOOR, "C3n armour=8 move1 back", "F5n", turn_seconds=45)
    match.places(ANN, 4, 2).does(ANN, PowerDown(announce=True)).programs(BOB)
    hand = match.hand(ANN)
    match.at(45_000).wait()
    program = kinds(event.cards[ANN] for event in match.told(RegisterRevealed))
    filled = match.told(CardPlaced)

    assert TimeRanOut((ANN,)) == match.last[0]
    assert ("back", "move1") == (program.split()[1], program.split()[3])
    assert [1, 3, 5] == [event.register for event in filled]
    assert {event.card for event in filled} < set(hand)
    assert [PowerDownAnnounced(ANN)] == match.told(PowerDownAnnounced)
    assert 2 == match.state.turn


def test_chance_fills_registers_with_any_card() -> None:
    """D31: at random, so not always the same ones."""
    match = Tabletop(FLOOR, "A1n", turn_seconds=45)
    state, game = match.state, Rally()
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
    match = Tabletop(FLOOR, "A1n", turn_seconds=45).at(46_000).wait()

    assert 45_000 == match.match.last_at
    assert 90_000 + film_length(match.last, robots=1) == match.deadline


def test_a_late_command_finds_the_next_turn() -> None:
    """D31: what comes after the deadline does not change the turn that ran."""
    match = Tabletop(FLOOR, "A1n", "C3n", turn_seconds=45).places(ANN, 1, 2, 3, 4, 5)
    match.at(45_000).wait()

    assert 2 == match.state.turn
    assert Ready() not in Rally().legal(match.state, ANN)


def test_choices_have_the_same_clock() -> None:
    """D31: a facing nobody chose falls at random; whoever does not choose is on again."""
    match = Tabletop(FLOOR, "A1n fresh", "C3n off", "E5n fresh", turn_seconds=45)
    match.faces(CLEO, "s")
    match.dice.favourites = (Heading.WEST,)
    due = match.deadline
    match.at(45_000).wait()

    assert 45_000 == due
    assert TimeRanOut((ANN, BOB)) == match.last[0]
    assert [FacingChosen(ANN, Heading.WEST)] == match.told(FacingChosen)
    assert [PoweredUp(BOB)] == match.told(PoweredUp)
    assert "A1w C3n E5s" == match.robots
    assert Programming((), (ANN, BOB, CLEO), Millis(90_000)) == match.phase


def test_facings_after_the_deal_fall_with_the_program() -> None:
    """D29, D31: both are done by chance."""
    match = Tabletop(FLOOR, "A1n fresh", "C3n", turn_seconds=45, facing_after_deal="on")
    match.programs(BOB)
    match.dice.favourites = (Heading.SOUTH,)
    match.at(45_000).wait()

    assert TimeRanOut((ANN,)) == match.last[0]
    assert [FacingChosen(ANN, Heading.SOUTH)] == match.told(FacingChosen)
    assert 2 == match.state.turn


# The last player


def test_the_last_player_has_half_a_minute() -> None:
    """D31, last_player_seconds: from when all others are ready."""
    match = Tabletop(FLOOR, "A1n", "C3n", "E5n", last_player_seconds=30)
    match.at(5_000).programs(BOB)
    nobody_hurried = match.deadline
    match.at(60_000).programs(ANN)

    assert nobody_hurried is None
    assert LastPlayerTimed(CLEO, Millis(90_000)) == match.last[-1]
    assert 90_000 == match.deadline
    assert 2 == match.at(90_000).wait().state.turn


def test_the_last_player_sees_the_turn_before_the_clock_starts() -> None:
    """D31: others who are done while it is shown leave as much time as others who are not."""
    match = Tabletop(FLOOR, "A1n", "C3n", last_player_seconds=30)
    match.at(1_000).plays()
    shown = 1_000 + film_length(match.last, robots=2)
    match.at(1_500).programs(ANN)

    assert LastPlayerTimed(BOB, Millis(shown + 30_000)) == match.last[-1]


def test_what_the_last_player_does_wins_no_time() -> None:
    """D31: placing cards does not turn the sand again."""
    match = Tabletop(FLOOR, "A1n", "C3n", last_player_seconds=30).programs(ANN)
    match.at(20_000).places(BOB, 1, 2)

    assert 30_000 == match.deadline


def test_the_earlier_of_two_clocks_counts() -> None:
    """D31: the turn's clock is not put off by the last player's."""
    late = Tabletop(FLOOR, "A1n", "C3n", turn_seconds=45, last_player_seconds=30)
    early = Tabletop(FLOOR, "A1n", "C3n", turn_seconds=45, last_player_seconds=30)
    late.at(20_000).programs(ANN)
    early.at(5_000).programs(ANN)

    assert [] == late.told(LastPlayerTimed)
    assert (45_000, 35_000) == (late.deadline, early.deadline)


def test_whoever_plays_alone_is_not_the_last() -> None:
    """D31: nobody waits for somebody who is the only one to program."""
    match = Tabletop(FLOOR, "A1n", "C3n scheduled", last_player_seconds=30).places(ANN, 1)

    assert match.deadline is None


def test_the_last_to_choose_is_hurried_too() -> None:
    """D31: for facings as for programs; whoever owes two answers is done after both."""
    match = Tabletop(
        FLOOR, "- lives=2 off", "C3n off", pd_after_death="ask", last_player_seconds=30
    )
    match.at(1_000).faces(ANN, "n")
    nobody_hurried = match.deadline
    match.at(2_000).powers(ANN, on=True)

    assert nobody_hurried is None
    assert Choosing((), (BOB,), Millis(32_000)) == match.phase
    assert LastPlayerTimed(BOB, Millis(32_000)) == match.last[-1]


# Players who are there and do nothing


def test_everybody_who_is_waited_for_can_be_hurried() -> None:
    """D31: the server says when; half a minute later chance decides, and the next turn is free."""
    rally, match = Rally(), Tabletop(FLOOR, "A1n", "C3n", "E5n").programs(BOB)
    events = rally.hurry(match.state, Millis(150_000))
    state = match.state
    for event in events:
        state = rally.evolve(state, event)

    assert (StallTimed((ANN, CLEO), Millis(180_000)),) == events
    assert 180_000 == rally.deadline(state)
    assert rally.stall(state) is None
    after = rally.expire(state, match.dice)
    assert TimeRanOut((ANN, CLEO)) == after[0]
    for event in after:
        state = rally.evolve(state, event)
    assert Stall((2, Programming), (ANN, BOB, CLEO)) == rally.stall(state)


def test_nobody_stalls_where_a_clock_runs() -> None:
    """D31: another clock is not shortened."""
    assert Rally().stall(Tabletop(FLOOR, "A1n", "C3n", turn_seconds=45).state) is None


def test_a_table_that_waits_for_the_absent_has_patience_with_those_who_are_there() -> None:
    """D31: unless it, or the course, says something of clocks."""
    for choices in ({}, {"afk": "wait"}):
        assert 150 == PACK.patience(Settings(choices=dict(choices)))
    assert PACK.patience(Settings(choices={"turn_seconds": 0})) is None


def test_presets_have_these_clocks() -> None:
    """D31: 45 seconds for a turn of blitz, 30 for the last player of classic-2005."""
    assert (45, 30) == (
        PRESETS["blitz"]["turn_seconds"],
        PRESETS["classic-2005"]["last_player_seconds"],
    )


def test_whoever_is_away_is_the_servers_business() -> None:
    """D32: the rules know nobody is there only by the clock; a table keeps what was agreed."""
    match = Tabletop(FLOOR, "A1n", "C3n", afk="wait", turn_seconds=1)

    assert ("bot", "wait") == (HouseRules().afk, match.state.settings.afk)
    assert 2 == match.at(1_000).wait().state.turn
