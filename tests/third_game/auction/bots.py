"""A bot that bids by the worth of the lot."""

from collections.abc import Sequence
from random import Random

from tinplate.game import Millis, Plan, Seat

from .rules import LOTS
from .values import Bid, Command, State


class Bidder:
    """Spends its coins evenly, more on better lots."""

    name = "bidder"
    games = frozenset({"auction"})
    strength = 5
    limit = 0.5

    def choose(
        self, view: State, seat: Seat, legal: Sequence[Command], now: Millis, dice: Random
    ) -> Plan[Command]:
        del now
        left = view.settings.rounds - view.round + 1
        fair = view.coins[seat] / left * (view.lot or 0) / (sum(LOTS) / len(LOTS))
        amount = min(view.coins[seat], round(fair + dice.random()))
        return Plan((Bid(amount),)) if Bid(amount) in legal else Plan()
