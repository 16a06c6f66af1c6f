"""The battery finds games that break a law: one seeded fault after another, each caught.

Every check in `tinplate.testing` has a fault here or in test_secrecy.py that only it finds: take
the check out, and a test fails.
"""

from random import Random
from typing import Any

import pytest
from msgspec.structs import force_setattr, replace

from tests.laws.invariants import pieces_are_where_they_belong
from tests.laws.outlandish import OUTLANDISH
from tinplate.game import Millis, Rejected, Seat, ends_match
from tinplate.games.ricochet.board import random_board
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import MOST_MOVES, Settings
from tinplate.games.ricochet.succession import Events
from tinplate.games.ricochet.values import (
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
    TakeBack,
    Thinking,
    TokenMissed,
    TokenReturned,
    TokenWon,
    TurnToken,
)
from tinplate.testing import LawBroken, check_laws

PATIENCE = 3
SEEDS = range(8)
# Short clocks, so that every walk meets each of them; and solo, where every walk meets the end.
TOGETHER = Settings(hourglass_seconds=3, patience_seconds=PATIENCE, proof_seconds=6)
ALONE = Settings(solo=True, hourglass_seconds=3)


def check(game: Ricochet, seed: int) -> None:
    for settings, seats, steps in ((TOGETHER, 3, 100), (ALONE, 1, 250)):
        check_laws(
            game,
            replace(settings),  # a copy, for one fault scribbles over it
            seats,
            seed=seed,
            steps=steps,
            commands=OUTLANDISH,
            invariant=pieces_are_where_they_belong,
        )


def check_all_seeds(game: Ricochet) -> None:
    for seed in SEEDS:
        check(game, seed)


# What is wrong in the rules


class RobotNotPutBack(Ricochet):
    """After a failed proof the robots stay where they are (against RC14)."""

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        return replace(after, robots=state.robots) if isinstance(event, ProofFailed) else after


class TokenKeptAndTaken(Ricochet):
    """A token that was taken also stays among the others (against RC13, RC21)."""

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(event, TokenWon | TokenMissed):
            return replace(after, face_down=state.face_down)
        return after


# What is wrong with clocks and ends


class SandLeftRunning(Ricochet):
    """The proof is due when the sand was: a clock that fell is still there."""

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(state.phase, Bidding) and isinstance(after.phase, Proving):
            return replace(after, phase=replace(after.phase, until=state.phase.until))
        return after


class SandWithoutEffect(Ricochet):
    """The sand runs out and nothing comes of it."""

    def expire(self, state: State, dice: Random) -> Events:
        return () if isinstance(state.phase, Bidding) else super().expire(state, dice)


class NoSandInTheGlass(Ricochet):
    """A bid turns an hourglass that has run already."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        events = super().decide(state, seat, command, now, dice)
        return tuple(
            replace(event, until=now) if isinstance(event, BidPlaced) else event for event in events
        )


class ClockAfterTheEnd(Ricochet):
    """A clock runs although the match is over."""

    def deadline(self, state: State) -> Millis | None:
        return Millis(10**9) if self.outcome(state) else super().deadline(state)


class OffersAfterTheEnd(Ricochet):
    """The match is over, but a token may be turned up."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        return (TurnToken(),) if self.outcome(state) else super().legal(state, seat)


class NobodyMayBegin(Ricochet):
    """Between rounds nobody is offered anything, and no clock runs."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        return () if isinstance(state.phase, Pause) else super().legal(state, seat)


# What is wrong with offers and refusals


class OffersTooMuch(Ricochet):
    """Everybody is offered to give up, whoever is proving."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        legal = super().legal(state, seat)
        return (*legal, GiveUp()) if legal and GiveUp() not in legal else legal


class OffersTooLittle(Ricochet):
    """Low bids that the rules accept are offered for the first bid only."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        legal = super().legal(state, seat)
        if not isinstance(state.phase, Bidding):
            return legal
        return tuple(bid for bid in legal if isinstance(bid, Bid) and bid.moves > MOST_MOVES / 2)


class AcceptsTheImpossible(Ricochet):
    """A bid of too many moves is taken for the highest bid there is, but never offered."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        if isinstance(command, Bid):
            command = Bid(min(command.moves, MOST_MOVES))
        return super().decide(state, seat, command, now, dice)


class StumblesOverTheImpossible(Ricochet):
    """A bid of too many moves is looked up in a list that is too short."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        if isinstance(command, Bid):
            command = [Bid(moves) for moves in range(MOST_MOVES + 1)][command.moves]
        return super().decide(state, seat, command, now, dice)


class RefusesWithoutAWord(Ricochet):
    """A refusal that tells the player nothing."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        try:
            return super().decide(state, seat, command, now, dice)
        except Rejected:
            raise Rejected(" ") from None


class SulksWhenRefusing(Ricochet):
    """The game bears in mind that it had to refuse, and stops the sand for it."""

    sulks_at: Millis | None = None

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        try:
            return super().decide(state, seat, command, now, dice)
        except Rejected:
            self.sulks_at = now if isinstance(state.phase, Bidding) else None
            raise

    def deadline(self, state: State) -> Millis | None:
        sulking = isinstance(state.phase, Bidding) and self.sulks_at is not None
        return self.sulks_at if sulking else super().deadline(state)


class ListensToStrangers(Ricochet):
    """Takes somebody who does not sit at the table for somebody who does."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        return super().decide(state, Seat(seat % state.seats), command, now, dice)


class InvitesStrangers(Ricochet):
    """Seats are counted backwards below 0, as lists do it."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        return super().legal(state, Seat(state.seats + seat if seat < 0 else seat))


class SwallowsTakingBack(Ricochet):
    """A move may be taken back, but nothing happens."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        events = super().decide(state, seat, command, now, dice)
        return () if isinstance(command, TakeBack) else events


class LosesLateBids(Ricochet):
    """A first bid is lost unless it comes in the same millisecond: the log gets an empty entry."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        events = super().decide(state, seat, command, now, dice)
        match state.phase:
            case Thinking(_, int(until), False) if now > until - 1000 * PATIENCE:
                return ()
        return events


# What is wrong with chance


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
    ) -> Events:
        lent = self.dice if isinstance(command, TurnToken) else dice
        return super().decide(state, seat, command, now, lent)


class RollsBeforeRefusing(Ricochet):
    """A refusal uses up dice, so the next token depends on what was refused."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        dice.random()
        return super().decide(state, seat, command, now, dice)


class DealsWithOwnDice(Ricochet):
    """`setup` rolls dice of its own instead of those it is lent."""

    dice = Random(4)

    def setup(self, settings: Settings, seats: int, dice: Random) -> State:  # noqa: ARG002
        return super().setup(settings, seats, self.dice)


# What is wrong with what is seen and written


class HidesWhatItShows(Ricochet):
    """A bid is not witnessed by the others, though their views show it."""

    def witness(self, event: Event, seat: Seat | None) -> Event | None:
        return None if isinstance(event, BidPlaced) and event.seat != seat else event


class ForgetsSettings(Ricochet):
    """The vocabulary does not know what settings are."""

    vocabulary = Ricochet.vocabulary._replace(settings=dict)


class ForgetsStates(Ricochet):
    """The vocabulary does not know what a state is."""

    vocabulary = Ricochet.vocabulary._replace(state=dict)


class ForgetsCommands(Ricochet):
    """The vocabulary does not know what a command is."""

    vocabulary = Ricochet.vocabulary._replace(command=dict)


class ForgetsEvents(Ricochet):
    """The vocabulary does not know what an event is."""

    vocabulary = Ricochet.vocabulary._replace(event=dict)


class BlanksWithBytes(Ricochet):
    """A spectator sees a blank in place of the board, but the blank is read back as text."""

    def view(self, state: State, seat: Seat | None) -> State:
        blank: Any = b"hidden"
        return replace(state, board_name=blank) if seat is None else state


class KnowsTokensBySight(Ricochet):
    """A round is not counted if its token goes back; one that goes by a plain word is missed."""

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(event, TokenReturned) and isinstance(event.target, Target):
            return replace(after, round=state.round - 1)
        return after

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        return _by_plain_words(super().decide(state, seat, command, now, dice))

    def expire(self, state: State, dice: Random) -> Events:
        return _by_plain_words(super().expire(state, dice))


def _by_plain_words(events: Events) -> Events:
    # The word equals the token, so the log is the same; only what is read back is a token again.
    return tuple(
        replace(event, target=event.target.value) if isinstance(event, TokenReturned) else event
        for event in events
    )


# What breaks down


class BreaksDownInSetup(Ricochet):
    """No match can be dealt."""

    def setup(self, settings: Settings, seats: int, dice: Random) -> State:
        return super().setup(settings, seats // 0, dice)


class BreaksDownInLegal(Ricochet):
    """Nobody can be told what they may do in a proof."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        if isinstance(state.phase, Proving):
            raise KeyError(seat)
        return super().legal(state, seat)


class BreaksDownInDecide(Ricochet):
    """What is offered cannot be judged."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        events = super().decide(state, seat, command, now, dice)
        if command == GiveUp():
            raise ValueError("no way out")
        return events


class BreaksDownInExpire(Ricochet):
    """A clock falls on something else than it should."""

    def expire(self, state: State, dice: Random) -> Events:  # noqa: ARG002
        raise TypeError("nothing to fall on")


class LeavesOnlyTheEnd(Ricochet):
    """Nothing can be done but to give the match up together."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        return tuple(one for one in super().legal(state, seat) if ends_match(one))


FAULTS = [
    (RobotNotPutBack, "invariant_holds: a robot was not put back"),
    (TokenKeptAndTaken, "invariant_holds: a token is lost or doubled"),
    (SandLeftRunning, "the deadline at .* is followed by one at"),
    (SandWithoutEffect, "a deadline passes but leads to no event"),
    (NoSandInTheGlass, "clocks_run_ahead: the deadline at .* has passed"),
    (ClockAfterTheEnd, "never_stuck: the match is over, but"),
    (OffersAfterTheEnd, "never_stuck: the match is over, but"),
    (NobodyMayBegin, "never_stuck: nobody may act and there is no deadline"),
    (LeavesOnlyTheEnd, "never_stuck: nobody may act and there is no deadline"),
    (OffersTooMuch, "legal_is_exact: seat . was offered GiveUp.* but refused"),
    (OffersTooLittle, "legal_is_exact: .* was not offered to seat ., but it is accepted"),
    (AcceptsTheImpossible, r"legal_is_exact: Bid\(moves=1000?.* to seat ., but it is accepted"),
    (StumblesOverTheImpossible, "legal_is_exact: Bid.* is not refused but raises IndexError"),
    (RefusesWithoutAWord, "refused without a sentence"),
    (SulksWhenRefusing, "is refused, but it changed the match"),
    (ListensToStrangers, "strangers_have_no_say: .* was not offered to seat (-1|3), but"),
    (InvitesStrangers, "strangers_have_no_say: there is no seat -1, but it is offered something"),
    (SwallowsTakingBack, "legal_is_exact: TakeBack.* is accepted but leads to no event"),
    (LosesLateBids, "playing on: Bid.* is accepted but leads to no event"),
    (RollsWhileFolding, "log_folds_to_state: folding the log does not give the state"),
    (RollsOwnDice, "same_dice_same_log: the same dice and commands gave Entry"),
    (RollsBeforeRefusing, "same_dice_same_log: the same dice and commands gave Entry"),
    (DealsWithOwnDice, "same_dice_same_deal: the same dice dealt a different opening"),
    (HidesWhatItShows, "witnessed_folds_to_view: what seat . witnessed does not fold"),
    (ForgetsSettings, "settings_survive_writing: the settings do not survive"),
    (ForgetsStates, "values_survive_writing: a state does not survive"),
    (ForgetsCommands, "values_survive_writing: TurnToken.* does not survive"),
    (ForgetsEvents, "log_survives_writing: an entry does not survive"),
    (BlanksWithBytes, "values_survive_writing: the view of a spectator does not survive"),
    (KnowsTokensBySight, "log_survives_writing: the log, .* replays to a different state"),
    (BreaksDownInSetup, r"setup: ZeroDivisionError: .*\(version 0, 3 seats, seed 0\)"),
    (BreaksDownInLegal, "never_stuck: KeyError"),
    (BreaksDownInDecide, "legal_is_exact: ValueError: no way out"),
    (BreaksDownInExpire, "playing on: TypeError: nothing to fall on"),
]


@pytest.mark.parametrize(
    ("fault", "caught_by"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS]
)
def test_seeded_faults_are_caught(fault: type[Ricochet], caught_by: str) -> None:
    """Each fault is found, by the law that is there for it."""
    with pytest.raises(LawBroken, match=caught_by):
        check_all_seeds(fault())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_faultless_game_passes_the_same_trial(seed: int) -> None:
    """What catches the faults does not cry wolf."""
    check(Ricochet(), seed)


def test_the_last_state_is_judged_like_any_other() -> None:
    """Also a walk without a step has a state to judge: the laws are not only asked in passing."""
    with pytest.raises(LawBroken, match=r"never_stuck: nobody may act .*\(version 0,"):
        check_laws(NobodyMayBegin(), TOGETHER, 3, steps=0)


# What is changed in place


def scribbling(name: str) -> Ricochet:
    """A game one of whose functions changes its first argument through the back door."""
    game = Ricochet()
    faultless = getattr(game, name)

    def scribble(given: Any, *others: object) -> Any:  # noqa: ANN401
        result = faultless(given, *others)
        force_setattr(given, given.__struct_fields__[0], "scribbled over")
        return result

    setattr(game, name, scribble)
    return game


@pytest.mark.parametrize(
    "name",
    ["setup", "decide", "evolve", "deadline", "expire", "legal", "view", "witness"],
)
def test_values_stay_as_they_are(name: str) -> None:
    """Values are frozen: a function that changes what it is given is found out."""
    found_in = "(evolve|decide)" if name == "evolve" else name  # where it is called, too
    with pytest.raises(LawBroken, match=f"{found_in} changes its arguments"):
        check_all_seeds(scribbling(name))


def test_a_refusal_changes_nothing_either() -> None:
    """A state that is changed before the command is refused is as bad as any."""

    class ScribblesAndRefuses(Ricochet):
        def decide(
            self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
        ) -> Events:
            try:
                return super().decide(state, seat, command, now, dice)
            except Rejected:
                force_setattr(state, "round", state.round + 1)
                raise

    with pytest.raises(LawBroken, match="decide changes its arguments"):
        check_all_seeds(ScribblesAndRefuses())
