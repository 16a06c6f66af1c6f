"""The battery finds games that break a law: one seeded fault after another, each caught."""

from random import Random

import pytest
from msgspec.structs import replace

from tests.laws.invariants import pieces_are_where_they_belong
from tinplate.game import Millis, Rejected, Seat
from tinplate.ricochet.board import random_board
from tinplate.ricochet.rules import Ricochet
from tinplate.ricochet.settings import Settings
from tinplate.ricochet.values import (
    Bid,
    Bidding,
    BidPlaced,
    Command,
    Event,
    GiveUp,
    Pause,
    ProofFailed,
    Proving,
    State,
    TokenWon,
    TurnToken,
)
from tinplate.testing import LawBroken, check_laws

SETTINGS = Settings(goal=1, hourglass_seconds=5)


def check(game: Ricochet, settings: Settings = SETTINGS) -> None:
    for seed in range(8):
        check_laws(game, settings, 3, seed=seed, invariant=pieces_are_where_they_belong)


class RobotNotPutBack(Ricochet):
    """After a failed proof the robots stay where they are (against RC14)."""

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        return replace(after, robots=state.robots) if isinstance(event, ProofFailed) else after


class TokenKeptAndReturned(Ricochet):
    """A won token also stays among the others (against RC13)."""

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        return replace(after, face_down=state.face_down) if isinstance(event, TokenWon) else after


class SandLeftRunning(Ricochet):
    """The proof is due when the sand was: a clock that fell is still there."""

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(state.phase, Bidding) and isinstance(after.phase, Proving):
            return replace(after, phase=replace(after.phase, until=state.phase.until))
        return after


class ClockAfterTheEnd(Ricochet):
    """A clock runs although the match is over."""

    def deadline(self, state: State) -> Millis | None:
        return Millis(10**9) if self.outcome(state) else super().deadline(state)


class NobodyMayBegin(Ricochet):
    """Between rounds nobody is offered anything, and no clock runs."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        return () if isinstance(state.phase, Pause) else super().legal(state, seat)


class OffersTooMuch(Ricochet):
    """Everybody is offered to give up, whoever is proving."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        return (*super().legal(state, seat), GiveUp())


class OffersTooLittle(Ricochet):
    """A bid that the rules accept is not offered."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        return tuple(
            command
            for command in super().legal(state, seat)
            if command != Bid(1 + seat) or not isinstance(state.phase, Bidding)
        )


class RefusesWithoutAWord(Ricochet):
    """A refusal that tells the player nothing."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> tuple[Event, ...]:
        try:
            return super().decide(state, seat, command, now, dice)
        except Rejected:
            raise Rejected("") from None


class RollsWhileFolding(Ricochet):
    """`evolve` uses chance, so a replay tells another story."""

    dice = Random(4)

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(event, BidPlaced):
            return replace(after, board_name=random_board(self.dice).name)
        return after


class RollsOwnDice(Ricochet):
    """`decide` rolls dice of its own instead of those it is lent."""

    dice = Random(4)

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> tuple[Event, ...]:
        lent = self.dice if isinstance(command, TurnToken) else dice
        return super().decide(state, seat, command, now, lent)


class HidesWhatItShows(Ricochet):
    """A bid is not witnessed by the others, though their views show it."""

    def witness(self, event: Event, seat: Seat | None) -> Event | None:
        return None if isinstance(event, BidPlaced) and event.seat != seat else event


@pytest.mark.parametrize(
    ("fault", "caught_by"),
    [
        (RobotNotPutBack(), "a robot was not put back"),
        (TokenKeptAndReturned(), "a token is lost or doubled"),
        (SandLeftRunning(), "is left running"),
        (ClockAfterTheEnd(), "the match is over, but"),
        (NobodyMayBegin(), "nobody may act and no clock runs"),
        (OffersTooMuch(), "was offered GiveUp.* but refused"),
        (OffersTooLittle(), "was not offered to seat .*, yet it is accepted"),
        (RefusesWithoutAWord(), "refused without a word"),
        (RollsWhileFolding(), "folding the log does not give the state"),
        (RollsOwnDice(), "gave another log"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Ricochet) else "",
)
def test_seeded_faults_are_caught(fault: Ricochet, caught_by: str) -> None:
    """Each fault is found, by the law that is there for it."""
    with pytest.raises(LawBroken, match=caught_by):
        check(fault)


def test_the_faultless_game_passes_the_same_trial() -> None:
    """What catches the faults does not cry wolf."""
    check(Ricochet())


def test_hidden_events_that_the_view_shows_are_caught() -> None:
    """Folding what a seat witnessed must give its view; here a bid is missing, so it cannot."""
    with pytest.raises((LawBroken, ValueError), match=r"cannot happen while|does not fold"):
        check(HidesWhatItShows())
