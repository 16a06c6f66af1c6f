"""The auction keeps the laws of every game, and its own rules."""

from random import Random

import pytest

from tests.third_game.auction.bots import Bidder
from tests.third_game.auction.rules import Auction
from tests.third_game.auction.values import Bid, BidSealed, Command, Event, Settings, State
from tinplate.game import Millis, Rejected, Seat
from tinplate.match import Match
from tinplate.testing import check_laws

ANN, BOB, CLEO = Seat(0), Seat(1), Seat(2)


def opened(seats: int = 2, **settings: int) -> Match[Settings, State, Command, Event]:
    return Match.open(Auction(), Settings(**settings), seats, Random(1))


def nobody_owes(state: State) -> None:
    assert all(coins >= 0 for coins in state.coins)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_auction_keeps_the_laws(seats: int, seed: int) -> None:
    """Random play to the end."""
    settings = Settings(coins=8 + seed)
    walk = check_laws(
        Auction(),
        settings,
        seats,
        seed=seed,
        commands=[Bid(-1), Bid(99)],
        invariant=nobody_owes,
    )

    assert walk.game.outcome(walk.match.state) is not None


def test_nobody_sees_into_an_envelope() -> None:
    """Neither in a view nor in what is told of the bid; its owner sees both."""
    match = opened()
    match.submit(ANN, Bid(4), Millis(0))
    views = [match.view(seat).envelopes[0] for seat in (ANN, BOB, None)]
    told = [match.since(0, seat)[0].events[0] for seat in (ANN, BOB, None)]

    assert [4, None, None] == [each and each.amount for each in views]
    assert [4, None, None] == [each.amount for each in told if isinstance(each, BidSealed)]


def test_the_highest_bid_pays_and_wins() -> None:
    """The others keep their coins."""
    match = opened()
    lot = match.state.lot
    match.submit(ANN, Bid(4), Millis(0))
    match.submit(BOB, Bid(3), Millis(1))

    assert ((6, 10), (lot, 0)) == (match.state.coins, match.state.points)


def test_a_tie_wins_nothing() -> None:
    """Nobody pays, and the lot is gone."""
    match = opened(3)
    for seat in (ANN, BOB, CLEO):
        match.submit(seat, Bid(0 if seat == CLEO else 5), Millis(0))

    assert ((10, 10, 10), (0, 0, 0), 2) == (
        match.state.coins,
        match.state.points,
        match.state.round,
    )


def test_bids_that_come_late_are_nothing() -> None:
    """Time runs from the first bid on, and is up when it is up."""
    match = opened(seconds=30)
    match.submit(ANN, Bid(1), Millis(500))
    match.tick(Millis(99_000))

    assert (2, Millis(30_500), (9, 10)) == (match.state.round, match.last_at, match.state.coins)


def test_an_envelope_is_sealed() -> None:
    """One bid a round, of coins one has; and no auction without rivals."""
    match = opened()
    match.submit(ANN, Bid(1), Millis(0))

    with pytest.raises(Rejected, match="sealed"):
        match.submit(ANN, Bid(2), Millis(1))
    with pytest.raises(Rejected, match="You have 10 coins"):
        match.submit(BOB, Bid(11), Millis(1))
    with pytest.raises(Rejected, match="two bidders"):
        opened(1)


def test_the_bidder_bids_what_it_has() -> None:
    """Something legal, in every round."""
    match = opened(coins=3)
    while match.game.outcome(match.state) is None:
        for seat in (ANN, BOB):
            legal = match.game.legal(match.state, seat)
            plan = Bidder().choose(match.view(seat), seat, legal, Millis(0), Random(2))
            match.submit(seat, plan.commands[0], Millis(0))

    assert match.game.outcome(match.state)
