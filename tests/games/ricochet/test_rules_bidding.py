"""Bids, the hourglass and the patience before it: RC12 and RC17."""

import pytest

from tests.games.ricochet.tabletop import ANN, BOB, CLEO, Tabletop, bidding
from tests.tabletop import offers, refusal
from tinplate.game import Millis
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import (
    Announced,
    Bid,
    Bidding,
    BidPlaced,
    Pause,
    ProofBegan,
    SandTurned,
    SayDone,
    Thinking,
    TokenReturned,
    TokenTurned,
)

NO_MORE_BIDS = "Time's up: no more bids in this round."


def test_first_bid_turns_the_sand() -> None:
    """RC12: the first announcement turns the hourglass: one minute."""
    match = bidding().at(5_000).bid(BOB, 4)

    assert (BidPlaced(BOB, 4, Millis(65_000)),) == match.last
    assert 65_000 == match.deadline


def test_later_bids_do_not_turn_the_sand_again() -> None:
    """RC12: only the first announcement turns the hourglass."""
    match = bidding().at(5_000).bid(BOB, 4).at(50_000).bid(ANN, 3).at(64_999).bid(BOB, 3)

    assert 65_000 == match.deadline


def test_the_hourglass_can_be_agreed() -> None:
    """RC12: another hourglass runs as long as it runs."""
    match = bidding(settings=Settings(hourglass_seconds=90)).at(5_000).bid(ANN, 4)

    assert 95_000 == match.deadline


@pytest.mark.parametrize("moves", [3, 4, 5])
def test_others_may_announce_any_number(moves: int) -> None:
    """RC12: the same, a lower or a higher number than others'."""
    match = bidding().bid(ANN, 4).at(1_000).bid(BOB, moves)

    expected = Bidding(
        Target.RED_SQUARE, Millis(60_000), (Announced(ANN, 4), Announced(BOB, moves))
    )
    assert expected == match.phase


def test_own_number_may_be_lowered() -> None:
    """RC12: a player may lower their own number, several times."""
    match = bidding().bid(ANN, 6).bid(ANN, 5).bid(ANN, 2)

    assert Bidding(Target.RED_SQUARE, Millis(60_000), (Announced(ANN, 2),)) == match.phase


@pytest.mark.parametrize("moves", [6, 7, 99])
def test_own_number_may_not_be_raised_or_repeated(moves: int) -> None:
    """RC12: never raise one's own number, whatever others have announced since."""
    match = bidding().bid(ANN, 6).bid(BOB, 9)

    expected = "You already bid 6; you may only go lower."
    assert expected == refusal(lambda: match.at(9_000).bid(ANN, moves))


def test_whoever_has_bid_is_offered_lower_numbers_only() -> None:
    """RC12: what is offered is what will be accepted."""
    match = bidding().bid(ANN, 3)

    assert (SayDone(), Bid(1), Bid(2)) == offers(Ricochet(), match.state, ANN)
    assert 1 + 99 == len(offers(Ricochet(), match.state, BOB))


@pytest.mark.parametrize("moves", [-1, 0, 100])
def test_a_bid_is_a_sensible_number(moves: int) -> None:
    """RC12: a number of moves, so at least 1, and none that nobody could ever prove."""
    expected = "Announce a number of moves from 1 to 99."

    assert expected == refusal(lambda: bidding().bid(ANN, moves))


def test_bids_are_taken_until_the_sand_has_run() -> None:
    """RC12: until the sand has run anyone may announce, in the very last moment too."""
    match = bidding().bid(ANN, 6).at(59_999).bid(BOB, 5)

    assert (BidPlaced(BOB, 5, Millis(60_000)),) == match.last


def test_no_bid_once_the_sand_has_run() -> None:
    """RC12: a bid at the moment when the sand has run comes too late."""
    match = bidding().bid(ANN, 6).at(60_000)

    assert NO_MORE_BIDS == refusal(lambda: match.bid(BOB, 5))
    assert NO_MORE_BIDS == refusal(lambda: match.bid(ANN, 5))
    assert (ProofBegan(ANN, 6, Millis(120_000)),) == match.last


def test_no_bid_between_two_proofs() -> None:
    """RC12, RC14: the bids that stood when the sand had run are all there are."""
    match = bidding().bid(ANN, 6).bid(BOB, 7).at(60_000).give_up(ANN)

    assert NO_MORE_BIDS == refusal(lambda: match.bid(CLEO, 8))


def test_after_five_minutes_without_a_bid_the_sand_is_turned() -> None:
    """RC17: no bid for 300 seconds: the hourglass is turned."""
    match = bidding().at(299_999).wait()
    assert Thinking(Target.RED_SQUARE, Millis(300_000), sand_runs=False) == match.phase

    match.at(300_000).wait()

    assert (SandTurned(Millis(360_000)),) == match.last
    assert Thinking(Target.RED_SQUARE, Millis(360_000), sand_runs=True) == match.phase


def test_a_bid_ends_the_patience() -> None:
    """RC12, RC17: the last moment of patience is early enough to bid."""
    match = bidding().at(299_999).bid(ANN, 3)

    assert (BidPlaced(ANN, 3, Millis(359_999)),) == match.last


def test_a_bid_in_the_last_minute_turns_the_sand_afresh() -> None:
    """RC12, RC17: the others get their full minute after the first bid."""
    match = bidding().at(345_000).bid(CLEO, 8)

    assert (BidPlaced(CLEO, 8, Millis(405_000)),) == match.last


def test_nobody_bids_in_the_last_minute_either() -> None:
    """RC17: the token is shuffled back; nobody has gained, no robot has moved."""
    match = bidding().at(360_000).wait()

    assert (TokenReturned(Target.RED_SQUARE, "nobody bid", Millis(360_000)),) == match.last
    assert Pause(Target.RED_SQUARE, Millis(360_000)) == match.phase
    assert set(Target) == set(match.state.face_down)
    assert ((), (), ()) == match.state.won


def test_another_token_is_drawn_next() -> None:
    """RC17: after a token nobody bid on another one is drawn, even by dice fond of the first."""
    match = bidding().at(360_000).turn()

    (turned,) = match.last
    assert isinstance(turned, TokenTurned)
    assert Target.RED_SQUARE is not turned.target


def test_it_can_come_back_after_another() -> None:
    """RC17: shuffled back means that it can be drawn again, one round later."""
    match = bidding().at(360_000).turn().at(720_000).turn()

    assert (TokenTurned(Target.RED_SQUARE, Millis(1_020_000), Millis(720_000)),) == match.last


def test_the_only_token_left_comes_back_at_once() -> None:
    """RC17: when there is no other, the same one is drawn again."""
    match = Tabletop(won=(8, 8, 0), settings=Settings(goal=17)).turn().at(360_000).turn()

    assert (TokenTurned(Target.RED_SQUARE, Millis(660_000), Millis(360_000)),) == match.last


def test_patience_can_be_agreed() -> None:
    """RC17: `patience` is a setting."""
    match = bidding(settings=Settings(patience_seconds=240))

    assert 240_000 == match.deadline


def test_without_patience_setting_the_table_waits_for_ever() -> None:
    """RC17: patience 0 is no limit; a bid turns the sand as ever."""
    match = bidding(settings=Settings(patience_seconds=0))
    assert match.deadline is None

    match.at(9_000_000).bid(ANN, 3)

    assert 9_060_000 == match.deadline
