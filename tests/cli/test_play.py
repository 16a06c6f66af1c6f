"""`tinplate GAME play` for a game without commands of its own: bots that wait, or break a rule."""

import io
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.third_game.auction.pack import AuctionPack
from tests.third_game.auction.rules import Auction
from tests.third_game.auction.values import Bid, Command, Event, Settings, State
from tinplate.cli import play
from tinplate.cli.keyboard import begin
from tinplate.game import Millis, Plan, Seat
from tinplate.match import Match
from tinplate.values import EndingVoice


class StopNow(EndingVoice, frozen=True):
    """A voice for the end of the match."""


class EndableAuction(Auction):
    """Players can always say that they would rather stop; it is the first thing on offer."""

    def legal(self, state: State, seat: Seat) -> tuple[Any, ...]:
        offered = super().legal(state, seat)
        return (StopNow(), *offered) if offered else ()


class EndablePack(AuctionPack):
    """What is safe is to bid nothing."""

    game = EndableAuction()

    def safe_plan(self, view: Any, seat: Seat, legal: Sequence[Any]) -> Plan[Any]:  # noqa: ANN401, ARG002
        assert StopNow() not in legal
        return Plan((Bid(0),))


class Waiting:
    """Answers what it was told to."""

    name = "waiting"
    games = frozenset({"auction"})
    strength = 1
    limit = 1.0

    def __init__(self, plan: Plan[Any]) -> None:
        self.plan = plan
        self.offered = set[Any]()

    def choose(
        self, view: State, seat: Seat, legal: Sequence[Any], now: Millis, dice: Random
    ) -> Plan[Any]:
        del view, seat, now, dice
        self.offered |= {*legal}
        return self.plan


@pytest.mark.parametrize(
    "plan",
    [Plan(), Plan(ask_again=Millis(5_000)), Plan((Bid(99),))],
    ids=["waits", "wants to be asked later", "breaks a rule"],
)
def test_a_bot_that_does_nothing_plays_safely(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], plan: Plan[Any]
) -> None:
    """When nobody else can act; people come first, and the end of the match is not for bots."""
    pack, bot, dice = EndablePack(), Waiting(plan), Random(1)
    match = Match[Settings, State, Command, Event].open(
        pack.game, Settings(rounds=1, seconds=3600), 2, dice
    )
    monkeypatch.setattr(play, "bots_among", lambda _: {Seat(1): bot})
    monkeypatch.setattr(sys, "stdin", io.StringIO("5\n"))
    play.PlainLines(pack, begin(match, ("ann", "waiting bot"), None), dice).run()
    told = capsys.readouterr().out

    assert "ann wins: every lot is sold." in told
    assert "LotSold, bids 3, 0" in told
    assert StopNow() not in bot.offered
