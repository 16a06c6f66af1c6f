"""Registers, the end of a turn and of a match: R35 to R39, R45 to R47, D33 to D45."""

import pytest

from tests.games.rally.tabletop import ANN, BOB, CLEO, FLOOR, Tabletop, kinds
from tests.tabletop import refusal
from tinplate.game import Outcome, Seat
from tinplate.games.rally.happenings import (
    CardPlayed,
    Died,
    FlagTouched,
    Materialised,
    Moved,
    Repaired,
)
from tinplate.games.rally.opening import undealt
from tinplate.games.rally.rules import Rally, places, standings
from tinplate.games.rally.values import (
    ChoosingBegan,
    Finished,
    MatchEnded,
    Programming,
    Ready,
    RegisterRevealed,
    TurnBegan,
    TurnEnded,
)

PIT = "S O . .\n. . . .\n. . . 1"
LANE = "S . . . 1\n. . . . ."


def revealed(match: Tabletop, seat: Seat) -> str:
    """The cards of a seat, register by register, as all have seen them."""
    return kinds(event.cards[seat] for event in match.told(RegisterRevealed))


def test_registers_are_revealed_one_by_one() -> None:
    """R35, R39 a: the cards of a register lie open before anybody moves in it."""
    match = Tabletop(FLOOR, "A2e move1 move2 left right uturn", "E6s back back left left left")
    match.plays("move1 move2 left right uturn", "back back left left left")
    steps = [
        event.register for event in match.last if isinstance(event, RegisterRevealed | CardPlayed)
    ]

    assert "move1 move2 left right uturn" == revealed(match, ANN)
    assert "back back left left left" == revealed(match, BOB)
    assert [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5] == steps


def test_a_locked_register_plays_its_card() -> None:
    """R37: every turn, as long as it is locked."""
    match = Tabletop(LANE, "A2e armour=4 locked=move1 left right left right")
    match.deals("left right left right").plays("left right left right")
    first = revealed(match, ANN), match.robots
    match.plays("left right left right")

    assert ("left right left right move1", "B2e") == first
    assert ("left right left right move1", "C2e") == (revealed(match, ANN), match.robots)


def test_cards_go_back_after_the_turn() -> None:
    """R38, D44: all but those in locked registers; nothing of a hand is kept."""
    match = Tabletop(FLOOR, "C3n armour=4 locked=move1", "A1n").plays()

    assert "- - - - move1" == kinds(match.state.players[ANN].registers)
    assert "- - - - -" == kinds(match.state.players[BOB].registers)
    assert 84 - 1 - 4 - 9 == len(undealt(match.state))


def test_a_register_locks_with_the_card_that_is_in_it() -> None:
    """R37, D28: armour falls from 5 to 4; the card of register 5 stays."""
    match = Tabletop(".w/l> . .e\nS . 1", "B1n armour=5 left right left right uturn")
    match.plays("left right left right uturn")

    assert 1 == len(match.told(Died))  # five registers in the beam
    match = Tabletop(
        ".w/l> . .e\n.     . .\nS     . 1",
        "B2n armour=5 left right left right move1",
    ).plays("left right left right move1")
    assert 4 == match.robot(ANN).armour
    assert "- - - - move1" == kinds(match.state.players[ANN].registers)
    assert 4 == len(match.hand(ANN))


def test_the_lowest_locked_register_opens_first() -> None:
    """D28: after repairs, armour 2 to 3 opens register 3; 4 and 5 stay locked."""
    match = Tabletop("S + 1", "B1n armour=2 locked=left,right,uturn left right")
    match.plays("left right")

    assert 3 == match.robot(ANN).armour
    assert "- - - right uturn" == kinds(match.state.players[ANN].registers)
    assert [1, 2, 3] == list(match.state.players[ANN].open_registers)


def test_a_destroyed_robot_reveals_nothing_more() -> None:
    """D21: its other cards stay face down and are not played."""
    match = Tabletop(PIT, "A1e move1 move1 move1 move1 move1", "A3n")
    match.plays("move1 move1 move1 move1 move1")

    assert "move1 - - - -" == revealed(match, ANN)
    assert [1] == [event.register for event in match.told(CardPlayed) if event.robot == ANN]


def test_a_robot_destroyed_before_its_turn_shows_its_card() -> None:
    """R39 a, D21: it was revealed, but it is not carried out."""
    match = Tabletop(
        "S . . O\n. . . 1", "B1e move1 left left left left", "C1w back left left left left"
    ).plays("move1 left left left left", "back left left left left")

    assert [Died] == [type(event) for event in match.told(Died)]
    assert "back - - - -" == revealed(match, BOB)
    assert [] == [event for event in match.told(CardPlayed) if event.robot == BOB]


def test_repairs_come_at_the_end() -> None:
    """R45: at the end of the turn, not of a register; R33: then virtual robots, then the cards."""
    match = Tabletop("S + 1", "B1n armour=8 virtual").plays()
    names = [type(event).__name__ for event in match.last if not isinstance(event, CardPlayed)]

    assert 1 == len(match.told(Repaired))
    assert names.index("RegisterRevealed") < names.index("Repaired")
    assert ["Repaired", "Materialised", "TurnEnded", "TurnBegan"] == names[
        names.index("Repaired") :
    ][:4]


def test_a_turn_after_the_other() -> None:
    """R33, R35: the next turn opens by itself; whoever was destroyed comes back in it (R20)."""
    match = Tabletop(PIT, "A1e move1", "A3n").plays("move1")

    assert [TurnBegan(2)] == match.told(TurnBegan)
    assert [ChoosingBegan((ANN,), (), None)] == match.told(ChoosingBegan)
    assert 2 == match.robot(ANN).lives
    assert "A1e?" == match.robots.split()[0]


# The end


def test_the_last_flag_ends_the_match() -> None:
    """R46: right after the register in which it was touched; no further card is played."""
    match = Tabletop(LANE, "D1e move1 back back back back", "A2n")
    match.plays("move1 back back back back")

    assert Outcome((ANN,), "touched the last flag") == match.outcome
    assert MatchEnded((ANN,), "touched the last flag") == match.last[-1]
    assert [1] == [event.register for event in match.told(RegisterRevealed)]
    assert [] == match.told(TurnEnded)
    assert "E1e" == match.robots.split()[0]


def test_when_it_is_over_it_is_over() -> None:
    """R46: nobody is offered anything, and whatever is tried comes too late."""
    match = Tabletop(LANE, "D1e move1", "A2n").plays("move1")

    assert ((), ()) == (Rally().legal(match.state, ANN), Rally().legal(match.state, BOB))
    assert "The match is over." == refusal(lambda: match.does(BOB, Ready()))
    assert match.deadline is None
    assert all(player.private and not player.private.hand for player in match.state.players)


def test_two_may_win_together() -> None:
    """R47, D36: a real and a virtual robot touch the last flag in the same register."""
    match = Tabletop("S . . . 1\n. . . . .", "D1e move1", "E2n virtual move1", "A2n").plays(
        "move1", "move1"
    )

    assert Outcome((ANN, BOB), "touched the last flag") == match.outcome


def test_flags_have_an_order() -> None:
    """R3, D37: the last flag wins only for whom it is the next one."""
    match = Tabletop("S 1 2 .\n. . . .", "D1w move1", "A2n").plays("move1")

    assert match.outcome is None
    assert [] == match.told(FlagTouched)


def test_a_flag_once_touched_is_kept() -> None:
    """R3, R22, D38: one flag a register at most; a lost life costs none."""
    match = Tabletop("S 1 2 O\n. . . .\n. . . 3", "A1e move1 move1 move1", "A3n").plays(
        "move1 move1 move1"
    )

    assert [(1, 1), (2, 2)] == [(event.register, event.flag) for event in match.told(FlagTouched)]
    assert (2, 3) == (match.robot(ANN).lives, match.robot(ANN).next_flag)


def test_all_robots_gone() -> None:
    """D34, R21: nobody wins, right after the register in which the last life was lost."""
    match = Tabletop(PIT, "A1e lives=1 move1", "- lives=0").plays("move1")

    assert Outcome((), "no robot has a life left") == match.outcome
    assert [1] == [event.register for event in match.told(RegisterRevealed)]
    assert [] == match.told(TurnEnded)


def test_the_last_robot_plays_on() -> None:
    """D33: by the sheet the match goes on until the last flag."""
    match = Tabletop(PIT, "A1e lives=1 move1", "A3n").plays("move1")

    assert match.outcome is None
    assert Programming((), (BOB,), None) == match.phase


def test_the_last_robot_may_win() -> None:
    """D33, last_standing_wins: of two or more that started."""
    match = Tabletop(PIT, "A1e lives=1 move1", "A3n", last_standing_wins="on").plays("move1")
    alone = Tabletop(PIT, "A1n", last_standing_wins="on").plays()

    assert Outcome((BOB,), "the only robot with a life left") == match.outcome
    assert alone.outcome is None


@pytest.mark.parametrize(
    ("turns", "because"),
    [
        (1, "nobody touched the last flag in 1 turn"),
        (200, "nobody touched the last flag in 200 turns"),
    ],
)
def test_a_match_has_so_many_turns(turns: int, because: str) -> None:
    """D45: then it is a draw."""
    match = Tabletop(FLOOR, "A1n", turn=turns, max_turns=turns).plays()

    assert Outcome((), because) == match.outcome
    assert TurnEnded() == match.last[-2]


def test_the_last_turn_is_played_to_the_end() -> None:
    """D45: whoever touches the last flag in it wins, and a turn before nothing ends."""
    won = Tabletop(LANE, "D1e move1", turn=200).plays("move1")
    played = Tabletop(FLOOR, "A1n", turn=199).plays()

    assert Outcome((ANN,), "touched the last flag") == won.outcome
    assert played.outcome is None


# Standings


def test_standings_after_a_win() -> None:
    """D35: winners, then flags, then lives, then armour."""
    match = Tabletop(
        "S . . . 1\n.e . . . .\n.e . . . .\n. . . . .\n. . . . 2",
        "D5e next_flag=2 move1",
        "A2n lives=2 left",
        "A3s armour=8 left",
        "C4n left",
        "E1n lives=1 armour=1 locked=left,left,left,right right",
    ).plays("move1", "left", "left", "left", "right")

    assert Finished((ANN,), "touched the last flag") == match.phase
    # The last one touched flag 1 in the same register, where it stood.
    assert (0, 4, 3, 2, 1) == standings(match.state)


def test_equals_share_a_place() -> None:
    """D35: nothing separates Bob and Cleo, so nobody is third."""
    match = Tabletop("S . . . 1", "B1n lives=2", "C1n", "D1n")
    ranked = standings(match.state)

    assert (BOB, CLEO, ANN) == ranked
    assert (1, 1, 3) == places(match.state, ranked)


def test_standings_when_all_are_gone() -> None:
    """D34: by flags, then who was eliminated later."""
    pits = "S O . .\n. O . .\n. O . .\n. . 1 2"
    match = Tabletop(
        pits,
        "A1e lives=1 move1",
        "A2e lives=1 left right move1",
        "A3e lives=1 next_flag=2 move1",
    ).plays("move1", "left right move1", "move1")

    assert Outcome((), "no robot has a life left") == match.outcome
    assert [1, 3, 1] == [player.lost_at for player in match.state.players]
    assert (CLEO, BOB, ANN) == standings(match.state)


def test_later_turns_count_for_more() -> None:
    """D34: register 1 of the second turn is later than register 5 of the first."""
    first = Tabletop(PIT, "A1e lives=1 left right left right move1", "A3n", turn=1)
    later = Tabletop(PIT, "A1e lives=1 move1", "A3n", turn=2)
    first.plays("left right left right move1")
    later.plays("move1")

    assert (5, 6) == (first.state.players[ANN].lost_at, later.state.players[ANN].lost_at)


def test_what_happens_to_robots_is_in_the_log() -> None:
    """R33, Part 3: one event a little step, told to everybody."""
    match = Tabletop(LANE, "A2e move2 left left left left").plays("move2")
    moves = match.told(Moved)

    assert [("A2", "B2"), ("B2", "C2")] == [
        (str(move.start).upper(), str(move.end).upper()) for move in moves
    ]
    assert all(move == Rally().witness(move, None) for move in moves)


def test_virtual_robots_become_real_in_time_for_the_next_turn() -> None:
    """R32, D14: tested at the end of the turn, before robots come back."""
    match = Tabletop("S O .\n. . .\n. . 1", "C1n virtual", "A1e save=C1 move1").plays("", "move1")

    assert [ANN] == [event.robot for event in match.told(Materialised)]
    assert "C1" == match.robots.split()[0][:2] == match.robots.split()[1][:2]
    assert not match.robot(ANN).virtual
    assert match.robot(BOB).virtual
