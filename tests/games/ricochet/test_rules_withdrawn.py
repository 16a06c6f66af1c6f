"""RC18: a bid of somebody who has left or is away is given up, and nobody else proves it."""

from random import Random

import pytest

from tests.games.ricochet.tabletop import ANN, BOB, CLEO, Tabletop, bidding, proof_of_three
from tests.laws.invariants import pieces_are_where_they_belong
from tests.tabletop import offers, refusal
from tinplate.ending import Abstained
from tinplate.game import Malformed, Millis, Seat, Vocabulary
from tinplate.games.ricochet.cli.narrate import tell
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.succession import Events
from tinplate.games.ricochet.values import (
    Announced,
    Bid,
    Bidding,
    BidWithdrawn,
    Command,
    Event,
    Pause,
    ProofBegan,
    ProofFailed,
    Proving,
    SatOut,
    SayDone,
    State,
    Thinking,
    TokenMissed,
    TokenReturned,
)
from tinplate.match import Entry
from tinplate.testing import check_laws
from tinplate.values import CommandValue

GAME = Ricochet()


def leaves(match: Tabletop, seat: Seat) -> Tabletop:
    """Whoever plays the seat is gone."""
    match.wait()
    events = GAME.forfeit(match.state, seat, match.now)
    match.match.append(Entry(match.match.version + 1, match.now, events))
    return match


def test_a_bid_is_withdrawn_and_the_sand_runs_on() -> None:
    """RC18: the others' bids stand, and so does their time."""
    match = leaves(bidding().bid(ANN, 3).at(10_000).bid(BOB, 5).at(20_000), ANN)

    assert (BidWithdrawn(ANN, 3),) == match.last
    assert Bidding(Target.RED_SQUARE, Millis(60_000), (Announced(BOB, 5),), (ANN,)) == match.phase
    assert [BOB] == match.at(60_000).wait().provers


def test_whoever_withdrew_does_not_bid_again_in_the_round() -> None:
    """RC12, RC18: leaving is no way to raise a number; with the next token it is forgotten."""
    match = leaves(bidding().bid(ANN, 3).bid(BOB, 5), ANN)
    expected = "The bid of your seat was withdrawn; bid again on the next token."

    assert expected == refusal(lambda: match.bid(ANN, 7))
    assert () == offers(GAME, match.state, ANN)
    match.at(60_000).wait().give_up(BOB).turn().bid(ANN, 7)
    assert isinstance(match.phase, Bidding)
    assert (Announced(ANN, 7),) == match.phase.bids


def test_when_no_bid_is_left_the_sand_that_remains_is_the_last() -> None:
    """RC17, RC18: a bid turns it afresh; if none comes, another token is drawn."""
    match = leaves(bidding().bid(ANN, 3).at(10_000), ANN)
    alone = Thinking(Target.RED_SQUARE, Millis(60_000), sand_runs=True, withdrawn=(ANN,))

    assert alone == match.phase
    assert () == offers(GAME, match.state, ANN)
    assert Bid(4) in GAME.legal(match.state, BOB)
    match.at(60_000).wait()
    assert (TokenReturned(Target.RED_SQUARE, "nobody bid", Millis(60_000)),) == match.last


def test_a_bid_after_the_only_one_was_withdrawn() -> None:
    """RC17, RC18: has the whole minute, and whoever withdrew is still out of the round."""
    match = leaves(bidding().bid(ANN, 3).at(10_000), ANN).at(30_000).bid(BOB, 4)

    assert Bidding(Target.RED_SQUARE, Millis(90_000), (Announced(BOB, 4),), (ANN,)) == match.phase
    assert () == offers(GAME, match.state, ANN)


def test_whoever_leaves_their_own_proof_has_given_up() -> None:
    """RC18: the robots go back, and the next bidder proves."""
    match = bidding().bid(ANN, 3).bid(BOB, 4).at(60_000).wait().at(70_000).move(ANN, "re")
    leaves(match, ANN)

    assert (ProofFailed(ANN, "gave up"), ProofBegan(BOB, 4, Millis(130_000))) == match.last
    assert match.markers == match.robots


def test_whoever_leaves_while_another_proves_is_passed_over() -> None:
    """RC14, RC18: the proof that is on goes on."""
    match = bidding().bid(ANN, 3).bid(BOB, 4).bid(CLEO, 5).at(60_000).wait().move(ANN, "re")
    before = match.phase
    leaves(match, BOB)

    assert isinstance(before, Proving)
    assert isinstance(match.phase, Proving)
    assert (BidWithdrawn(BOB, 4),) == match.last
    assert (before.slides, before.until) == (match.phase.slides, match.phase.until)
    assert [ANN, CLEO] == match.give_up(ANN).provers


def test_alone_whoever_leaves_the_proof_misses_the_token() -> None:
    """RC18, RC21."""
    match = leaves(bidding(seats=1, settings=Settings(solo=True)).bid(ANN, 3), ANN)

    missed = TokenMissed(Target.RED_SQUARE, "the proof failed")
    assert (ProofFailed(ANN, "gave up"), missed) == match.last
    assert isinstance(match.phase, Pause)


def test_outside_a_round_there_is_nothing_to_give_up() -> None:
    """RC18: between rounds, behind one's proof, and while others prove."""
    pause, proved = Tabletop(), proof_of_three().move(ANN, "re rs rw")

    for match, seat in ((pause, ANN), (proved, ANN), (proof_of_three(), BOB)):
        assert GAME.stake(match.state, seat) is None
        assert GAME.involved_since(match.state, seat) is None
        with pytest.raises(Malformed, match=f"seat {seat} has nothing to give up"):
            GAME.forfeit(match.state, seat, match.now)


def test_whoever_takes_over_a_seat_sits_out_the_round() -> None:
    """RC18: or else it would pay to leave when one finds nothing, and have a bot look."""
    match = leaves(bidding().at(10_000).bid(BOB, 4), ANN)

    assert (SatOut(ANN),) == match.last
    assert GAME.involved_since(match.state, ANN) is None
    assert Millis(0) == GAME.involved_since(match.state, CLEO)
    assert "The bid of your seat was withdrawn" in refusal(lambda: match.bid(ANN, 3))
    assert Bid(3) in GAME.legal(match.state, CLEO)
    won = match.at(70_000).wait().move(BOB, "re rs rw")
    assert Bid(3) in GAME.legal(won.turn().state, ANN)


def test_nobody_waits_for_a_seat_that_sits_out() -> None:
    """RC18, RC23: the others have said that they are done, so the proof begins."""
    match = bidding().bid(BOB, 4)
    match.does(BOB, SayDone()).does(CLEO, SayDone())
    before = match.phase
    leaves(match, ANN)

    assert isinstance(before, Bidding)
    assert [SatOut, ProofBegan] == [type(event) for event in match.last]


@pytest.mark.parametrize("solo", [False, True])
def test_a_round_that_all_sit_out_is_over(*, solo: bool) -> None:
    """RC18: nobody who comes back waits for a round without players."""
    settings = Settings(solo=solo, patience_seconds=0)
    match = bidding(seats=1 if solo else 2, settings=settings).at(7_000)
    for seat in range(match.state.seats):
        leaves(match, Seat(seat))

    over: Event = TokenReturned(Target.RED_SQUARE, "nobody bid", match.now)
    if solo:
        over = TokenMissed(Target.RED_SQUARE, "no solution in time", match.now)
    assert over == match.last[-1]
    assert isinstance(match.phase, Pause)


def test_a_log_cannot_withdraw_what_was_not_bid() -> None:
    """Nor the bid that is being proved, whose proof fails instead."""
    for match in (bidding(), bidding().bid(BOB, 4), proof_of_three()):
        with pytest.raises(Malformed, match="BidWithdrawn cannot happen while"):
            GAME.evolve(match.state, BidWithdrawn(ANN, 3))


def test_it_is_told() -> None:
    assert "A bot plays for Ann from the next token on." == tell(SatOut(ANN), ["Ann", "Bob"])
    assert "The bid of 3 of Ann is withdrawn: whoever made it is gone." == tell(
        BidWithdrawn(ANN, 3), ["Ann", "Bob"]
    )


# The laws, where anybody may be gone at any time


class Gone(CommandValue, frozen=True):
    """Stands for what the server does when somebody is gone."""


class WithLeaving(Ricochet):
    """Ricochet in which leaving is a command, so that random play meets it."""

    vocabulary = Vocabulary(Settings, State, Command | Gone, Event)

    def decide(
        self, state: State, seat: Seat, command: Command | Gone, now: Millis, dice: Random
    ) -> Events:
        if not isinstance(command, Gone):
            return super().decide(state, seat, command, now, dice)
        if Gone() not in self.legal(state, seat):
            return super().decide(state, seat, Bid(0), now, dice)  # refused
        if self.is_awaited(state, seat) and self.stake(state, seat) is None:
            return self.abstain(state, seat, now)
        return self.forfeit(state, seat, now)

    def legal(self, state: State, seat: Seat) -> tuple[Command | Gone, ...]:  # type: ignore[override]
        legal = super().legal(state, seat)
        if self.stake(state, seat) is not None or self.is_awaited(state, seat):
            return (*legal, *(Gone(),) * 20)
        return legal if self.involved_since(state, seat) is None else (*legal, *(Gone(),) * 10)


@pytest.mark.parametrize("solo", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_laws_hold_when_people_leave(seed: int, *, solo: bool) -> None:
    """RC18, RC26: nothing is stuck, lost or doubled, and the log folds to what everybody sees."""
    settings = Settings(
        rule=READINGS["free"], solo=solo, hourglass_seconds=5, patience_seconds=0, proof_seconds=0
    )
    walk = check_laws(
        WithLeaving(),
        settings,
        1 if solo else 3,
        seed=seed,
        steps=200,
        invariant=pieces_are_where_they_belong,
    )
    events = [event for entry in walk.match.log for event in entry.events]

    assert solo or {BidWithdrawn, SatOut, Abstained} <= {type(event) for event in events}
