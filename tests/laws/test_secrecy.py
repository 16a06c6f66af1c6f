"""The battery finds leaks: a toy game with secrets, whole and with seeded faults."""

import pytest
from msgspec.structs import replace

from tests.match.toy import Event, Peeked, SecretNumbers, Settings, State, Wrote, secrets
from tinplate.game import Malformed, Seat
from tinplate.testing import LawBroken, check_laws


def check(game: SecretNumbers) -> None:
    for seed in range(10):
        check_laws(game, Settings(), 3, seed=seed, secrets=secrets)


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


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_a_game_with_secrets_keeps_the_laws(seats: int) -> None:
    """The faultless toy passes, so what follows is caught for its fault."""
    for seed in range(10):
        check_laws(SecretNumbers(), Settings(), seats, seed=seed, secrets=secrets)


@pytest.mark.parametrize(
    ("fault", "caught_by"),
    [
        (ViewLeaks(), "does not fold to what it sees"),
        (WitnessLeaks(), "does not fold to what it sees"),
        (PeekIsSeen(), "does not fold to what it sees"),
        (BothLeak(), "can see the secret"),
        (CharmLeaks(), "can see the secret"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, SecretNumbers) else "",
)
def test_leaks_are_caught(fault: SecretNumbers, caught_by: str) -> None:
    """Nobody sees what is not theirs: each leak is found by the law that is there for it."""
    with pytest.raises((LawBroken, Malformed), match=caught_by):
        check(fault)
