"""How a match ends: RC19 and RC20."""

import pytest

from tests.games.ricochet.tabletop import ANN, BOB, CLEO, Tabletop
from tests.tabletop import refusal
from tinplate.game import Outcome, Seat
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings

ALL_GONE = "most tokens when all were won"


def won_by(seat: Seat, won: tuple[int, ...], settings: Settings | None = None) -> Tabletop:
    """The seat wins one more token than `won` says."""
    match = Tabletop(won=won, settings=settings)
    return match.turn().bid(seat, 3).at(60_000).move(seat, "re rs rw")


def last_token(won: tuple[int, ...], settings: Settings | None = None) -> Tabletop:
    """Ann wins the last token there is."""
    assert 16 == sum(won)
    return won_by(ANN, won, settings)


@pytest.mark.parametrize(
    ("won", "goal"), [((7, 7), 8), ((5, 5, 5), 6), ((4, 4, 4, 4), 5)], ids=["two", "three", "four"]
)
def test_first_to_the_goal_wins(won: tuple[int, ...], goal: int) -> None:
    """RC19: 2 players: first to 8 tokens; 3: 6; 4: 5."""
    assert Outcome((BOB,), f"first to {goal} tokens") == won_by(BOB, won).outcome


@pytest.mark.parametrize("won", [(6, 6), (4, 4, 4), (3, 3, 3, 3)], ids=["two", "three", "four"])
def test_one_token_short_of_the_goal_is_not_the_end(won: tuple[int, ...]) -> None:
    """RC19: the goal, not one less."""
    assert won_by(BOB, won).outcome is None


def test_the_goal_can_be_agreed() -> None:
    """RC19: `goal` sets another number, whatever the number of players."""
    settings = Settings(goal=3)

    assert Outcome((ANN,), "first to 3 tokens") == won_by(ANN, (2, 0), settings).outcome
    assert Outcome((ANN,), "first to 3 tokens") == won_by(ANN, (2, 0, 0, 0, 0), settings).outcome
    assert won_by(ANN, (1, 1), settings).outcome is None


def test_a_goal_of_one() -> None:
    """RC19: the first token can be the last."""
    outcome = won_by(CLEO, (0, 0, 0), Settings(goal=1)).outcome

    assert Outcome((CLEO,), "first to 1 token") == outcome


def test_the_last_token_is_played_for() -> None:
    """RC20: the match goes on while the last token lies in the centre, bid on and unproved."""
    match = Tabletop(won=(4, 5, 5, 2, 0)).turn()

    assert match.outcome is None
    assert match.bid(ANN, 3).outcome is None
    assert match.at(60_000).wait().outcome is None
    assert match.give_up(ANN).outcome is None


def test_five_players_play_for_all_tokens() -> None:
    """RC19: more than 4 players play until all tokens are won, however many one has."""
    assert won_by(ANN, (15, 0, 0, 0, 0)).outcome is None


def test_most_tokens_win_when_all_are_gone() -> None:
    """RC20: with 5 or more, most tokens win."""
    outcome = last_token((3, 5, 4, 3, 1)).outcome

    assert Outcome((BOB,), ALL_GONE) == outcome


def test_ties_share_the_win() -> None:
    """RC19, RC20: those with the most tokens share the win."""
    outcome = last_token((4, 5, 5, 2, 0)).outcome

    assert Outcome((ANN, BOB, CLEO), ALL_GONE) == outcome


def test_all_can_share_the_win() -> None:
    """RC19, RC20: any number of players can be tied."""
    outcome = last_token((0, *(1,) * 16)).outcome

    assert Outcome(tuple(Seat(seat) for seat in range(17)), ALL_GONE) == outcome


def test_tokens_can_run_out_before_the_goal() -> None:
    """RC20: the same when tokens run out before anyone reaches the goal."""
    outcome = last_token((5, 11), Settings(goal=12)).outcome

    assert Outcome((BOB,), ALL_GONE) == outcome


def test_the_goal_with_the_last_token_is_the_goal() -> None:
    """RC19: whoever reaches the goal with the last token is first to it."""
    outcome = last_token((8, 8), Settings(goal=9)).outcome

    assert Outcome((ANN,), "first to 9 tokens") == outcome


def test_one_player_without_solo_plays_for_all_tokens() -> None:
    """RC20, RC22: alone at the table, with nobody to be first before."""
    assert won_by(ANN, (15,)).outcome is None
    assert Outcome((ANN,), ALL_GONE) == last_token((16,)).outcome


def test_nothing_happens_after_the_end() -> None:
    """RC19: no token is turned up and nobody may do anything any more."""
    match = won_by(ANN, (7, 7))

    assert "The match is over." == refusal(match.turn)
    assert "The match is over." == refusal(lambda: match.bid(BOB, 3))
    assert () == Ricochet().legal(match.state, ANN)
    assert match.deadline is None
