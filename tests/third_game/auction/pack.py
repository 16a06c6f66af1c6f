"""The auction, as Tinplate sees it: all that a game has to hand over to be played everywhere."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tinplate.game import Seat
from tinplate.pack import GamePack

from .bots import Bidder
from .rules import FEWEST_PLAYERS, Auction
from .values import Settings, State


class AuctionPack(GamePack):
    """What is not said here has a default."""

    name = "auction"
    title = "Auction"
    seats = range(FEWEST_PLAYERS, 9)
    game = Auction()
    presets = MappingProxyType({"usual": Settings(), "long": Settings(coins=20, rounds=10)})
    bots = (Bidder(),)

    def score(self, state: State, seat: Seat) -> tuple[int, int]:
        return state.points[seat], state.coins[seat]

    @property
    def load_settings(self) -> Mapping[str, Any]:
        return {"rounds": 50}


PACK = AuctionPack()
