"""Whatever was agreed, no player of Ricochet can bring a table to a standstill (RC17 to RC26)."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import get_args

import pytest

from tinplate.game import Millis, Seat
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings, TakingBack
from tinplate.games.ricochet.succession import Events
from tinplate.games.ricochet.values import (
    Command,
    DoubtProof,
    GiveUp,
    SayDone,
    SkipToken,
    State,
    TurnGlass,
    TurnToken,
)
from tinplate.testing import Walk, random_play

LEADING = (
    TurnToken(),
    GiveUp(),
    SayDone(),
    SkipToken(),
    TurnGlass(),
    DoubtProof(),
)  # what ends a round, or begins it
MOST_STEPS = 60  # a round never takes more, if everybody wants its end
AGREED = [
    Settings(
        rule=READINGS["free"],
        hourglass_seconds=2,
        patience_seconds=patience,
        proof_seconds=proof,
        take_back=take_back,
        goal=17,
    )
    for patience, proof, take_back in product((0, 3), (0, 3), get_args(TakingBack))
]
ALONE = [
    Settings(solo=True, solo_bids=bids, hourglass_seconds=2, proof_seconds=proof, goal=17)
    for bids, proof in product((True, False), (0, 3))
]


class Standstill(AssertionError):
    """Nobody who is there can lead on, and there is no deadline."""


class Round:
    """A match from some state on, in which everybody but one seat wants the round to end."""

    def __init__(self, game: Ricochet, state: State, now: Millis, idle: Seat | None) -> None:
        self.game, self.state, self.now, self.idle = game, state, now, idle

    def comes_to_an_end(self, *, is_away: bool) -> None:
        """Let them, and the clock; where the idle player is away, the server acts for them."""
        number = self.state.round
        for _ in range(MOST_STEPS):
            if self.game.outcome(self.state) or self.state.round > number:
                return
            if not (self._somebody_leads() or (is_away and self._server_acts()) or self._clock()):
                raise Standstill(f"{self.state.phase} with {self.state.settings}")
        raise Standstill(f"round {number} has no end with {self.state.settings}")

    def _somebody_leads(self) -> bool:
        for command in LEADING:
            for seat in map(Seat, range(self.state.seats)):
                if seat != self.idle and command in self.game.legal(self.state, seat):
                    self._happens(self.game.decide(self.state, seat, command, self.now, Random(1)))
                    return True
        return False

    def _server_acts(self) -> bool:
        if self.idle is None:
            return False
        if self.game.stake(self.state, self.idle) is not None:
            self._happens(self.game.forfeit(self.state, self.idle, self.now))
            return True
        if self.game.is_awaited(self.state, self.idle):
            self._happens(self.game.abstain(self.state, self.idle, self.now))
            return True
        return False

    def _clock(self) -> bool:
        due = self.game.deadline(self.state)
        if due is None:
            return False
        self.now = max(self.now, due)
        self._happens(self.game.expire(self.state, Random(1)))
        return True

    def _happens(self, events: Events) -> None:
        for event in events:
            self.state = self.game.evolve(self.state, event)


def states(
    game: Ricochet, settings: Settings, seats: int, seed: int
) -> Iterator[tuple[State, Millis]]:
    """What random play comes by."""
    walk = Walk(game, settings, seats, seed)
    for step in random_play(walk, steps=80):
        yield step.match.state, step.now


def check_every_seat(game: Ricochet, settings: Settings, seats: int, seed: int) -> None:
    for state, now in states(game, settings, seats, seed):
        Round(game, state, now, idle=None).comes_to_an_end(is_away=False)
        for seat in map(Seat, range(seats) if seats > 1 else ()):
            Round(game, state, now, seat).comes_to_an_end(is_away=False)
            Round(game, state, now, seat).comes_to_an_end(is_away=True)


@pytest.mark.parametrize(
    "settings",
    AGREED,
    ids=lambda agreed: f"{agreed.patience_seconds}-{agreed.proof_seconds}-{agreed.take_back}",
)
@pytest.mark.parametrize("seats", [2, 3])
def test_nobody_can_block_a_round(settings: Settings, seats: int) -> None:
    """RC17, RC18, RC23 to RC26: without any one player the others get to its end."""
    check_every_seat(Ricochet(), settings, seats, seed=seats)


@pytest.mark.parametrize(
    "settings", ALONE, ids=lambda agreed: f"{agreed.solo_bids}-{agreed.proof_seconds}"
)
def test_alone_there_is_always_something_to_do(settings: Settings) -> None:
    """RC21: or the sand runs."""
    check_every_seat(Ricochet(), settings, 1, seed=1)


class NobodyTurnsTheGlass(Ricochet):
    """Where patience never ends (against RC17)."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        return tuple(one for one in super().legal(state, seat) if one != TurnGlass())


class NobodyDoubts(Ricochet):
    """So a proof without a clock takes as long as its prover likes (against RC25)."""

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        return tuple(one for one in super().legal(state, seat) if one != DoubtProof())


@pytest.mark.parametrize(
    "game", [NobodyTurnsTheGlass(), NobodyDoubts()], ids=lambda game: type(game).__name__
)
def test_the_law_finds_who_could_block(game: Ricochet) -> None:
    """Take either rule away, and one player can."""
    with pytest.raises(Standstill):
        check_every_seat(game, AGREED[0], 2, seed=2)
