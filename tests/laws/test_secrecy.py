"""The battery finds leaks: a toy game with secrets, whole and with seeded faults."""

from collections.abc import Callable, Iterable
from random import Random

import pytest
from msgspec.structs import replace

from tests.match.toy import (
    NUMBERS,
    Command,
    Event,
    Peek,
    Peeked,
    Revealed,
    SecretNumbers,
    Settings,
    State,
    Write,
    Wrote,
    secrets,
)
from tinplate.game import Millis, Outcome, Rejected, Seat
from tinplate.testing import LawBroken, check_laws

# A match is short, so there are many.
SEEDS = range(30)
OUTLANDISH: tuple[Command, ...] = (
    Write(0),
    Write(-1),
    *(Peek(Seat(owner)) for owner in range(-1, 6)),
)


def check(
    game: SecretNumbers,
    seats: int = 3,
    hidden: Callable[[State, Seat | None], Iterable[str]] = secrets,
) -> None:
    for seed in SEEDS:
        check_laws(game, Settings(), seats, seed=seed, commands=OUTLANDISH, secrets=hidden)


# Leaks in what is seen


class ViewLeaks(SecretNumbers):
    """The view shows the slips of others; what was witnessed does not."""

    def view(self, state: State, seat: Seat | None) -> State:
        return replace(super().view(state, seat), slips=state.slips)


class WitnessLeaks(SecretNumbers):
    """Everybody witnesses what somebody wrote; the view hides it again."""

    def witness(self, event: Event, seat: Seat | None) -> Event | None:
        return event if isinstance(event, Wrote) else super().witness(event, seat)


class PeekIsSeen(SecretNumbers):
    """A spectator witnesses a peek."""

    def witness(self, event: Event, seat: Seat | None) -> Event | None:
        return event if isinstance(event, Peeked) and seat is None else super().witness(event, seat)


class BothLeak(SecretNumbers):
    """View and witness agree with each other, and both show everything."""

    def view(self, state: State, seat: Seat | None) -> State:  # noqa: ARG002 - that is the fault
        return state

    def witness(self, event: Event, seat: Seat | None) -> Event | None:  # noqa: ARG002
        return event


class CharmLeaks(SecretNumbers):
    """A spectator sees the charms that were dealt."""

    def view(self, state: State, seat: Seat | None) -> State:
        view = super().view(state, seat)
        return replace(view, charms=state.charms) if seat is None else view


class WitnessTellsMore(SecretNumbers):
    """Everybody witnesses what somebody wrote, and folding forgets it: the view has no trace."""

    def witness(self, event: Event, seat: Seat | None) -> Event | None:
        return event if isinstance(event, Wrote) else super().witness(event, seat)

    def evolve(self, state: State, event: Event) -> State:
        if isinstance(event, Wrote) and state.charms[event.seat] is None:
            event = replace(event, number=None)
        return super().evolve(state, event)


# Leaks in what is offered, told and due


class OrderTells(SecretNumbers):
    """Once somebody has written the lowest number, the numbers are offered the other way round."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        legal = super().legal(state, seat)
        written = {slip.number for slip in state.slips if slip is not None}
        return legal[::-1] if NUMBERS[0] in written else legal


class LegalReadsSlips(SecretNumbers):
    """What is offered is found by adding up slips, which nobody can who may not read them."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        numbers: list[int] = [slip.number for slip in state.slips if slip is not None]  # type: ignore[misc]
        return super().legal(state, seat) if sum(numbers) >= 0 else ()


class DeadlineTells(SecretNumbers):
    """The sand runs a little longer for every number that can be read."""

    def deadline(self, state: State) -> Millis | None:
        if state.until is None:
            return None
        readable = [slip for slip in state.slips if slip is not None and slip.number is not None]
        return Millis(state.until + len(readable))


class OutcomeTells(SecretNumbers):
    """How the match ended tells who has peeked, which only they may know."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        peeked = [seat for seat, note in enumerate(state.notes) if note is not None]
        return outcome and outcome._replace(because=f"highest sum; {peeked} peeked")


class RefusalTells(SecretNumbers):
    """Tells a player who writes twice what lies on the table."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> tuple[Event, ...]:
        try:
            return super().decide(state, seat, command, now, dice)
        except Rejected as refusal:
            if "written already" not in str(refusal):
                raise
            raise Rejected(f"{refusal} There are {state.slips}.") from None


class StrangersAreTold(SecretNumbers):
    """Tells all charms to somebody without a seat."""

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> tuple[Event, ...]:
        if not 0 <= seat < len(state.slips):
            raise Rejected(f"Not one of {state.charms} is yours.")
        return super().decide(state, seat, command, now, dice)


# Chance in what the clock brings about


class ExpiresByCounting(SecretNumbers):
    """At the end of the sand the late get numbers in turn, whatever dice are lent."""

    fallen = 0

    def expire(self, state: State, dice: Random) -> tuple[Event, ...]:
        self.fallen += 1
        number = NUMBERS[self.fallen % len(NUMBERS)]
        (revealed,) = super().expire(state, dice)
        assert isinstance(revealed, Revealed)
        numbers = (
            kept if slip is not None else number
            for slip, kept in zip(state.slips, revealed.numbers, strict=True)
        )
        return (replace(revealed, numbers=tuple(numbers)),)


FAULTS = [
    (ViewLeaks, "witnessed_folds_to_view: .* does not fold to its view"),
    (WitnessLeaks, "witnessed_folds_to_view: .* does not fold to its view"),
    (PeekIsSeen, "witnessed_folds_to_view: what a spectator witnessed does not fold"),
    (BothLeak, "secrets_are_kept: seat 0 can see the secret '.{9}'"),
    (CharmLeaks, "secrets_are_kept: a spectator can see the secret '.{9}'"),
    (WitnessTellsMore, "secrets_are_kept: .* can see the secret '7"),
    (OrderTells, "views_tell_what_is_offered: what seat . is offered does not follow"),
    (LegalReadsSlips, "views_tell_what_is_offered: TypeError"),
    (DeadlineTells, "views_tell_what_is_offered: the deadline does not follow"),
    (OutcomeTells, "views_tell_what_is_offered: the outcome does not follow"),
    (RefusalTells, "secrets_are_kept: seat . can see the secret '7"),
    (StrangersAreTold, "secrets_are_kept: a spectator can see the secret '.{9}'"),
    (ExpiresByCounting, "same_dice_same_log: the same dice and commands gave Entry.*Revealed"),
]


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_a_game_with_secrets_keeps_the_laws(seats: int) -> None:
    """The faultless toy passes, so what follows is caught for its fault."""
    check(SecretNumbers(), seats)


@pytest.mark.parametrize(
    ("fault", "caught_by"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS]
)
def test_leaks_are_caught(fault: type[SecretNumbers], caught_by: str) -> None:
    """Nobody sees what is not theirs: each leak is found by the law that is there for it."""
    with pytest.raises(LawBroken, match=caught_by):
        check(fault())


# What a secret is


def test_offers_are_searched_for_secrets() -> None:
    """What a seat may write is offered to it, and so can be no secret."""
    with pytest.raises(LawBroken, match=r"seat 0 can see the secret '7000001' \(version 0,"):
        check_laws(SecretNumbers(), Settings(), 3, secrets=lambda _state, _eye: ["7000001"])


@pytest.mark.parametrize("part", ["700000", "000001", "0000", "Slip.", "umber"])
def test_a_secret_is_looked_for_as_a_whole(part: str) -> None:
    """A number in a longer number, a word in a longer word and a dot for any letter are no leak."""
    check(SecretNumbers(), hidden=lambda _state, _eye: [part])
