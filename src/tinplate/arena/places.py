"""The places in a match that is over."""

from typing import Any

from tinplate.game import Seat
from tinplate.pack import GamePack
from tinplate.ratings.results import ranked


def places(pack: GamePack, state: Any, seats: int) -> tuple[int, ...]:  # noqa: ANN401 - of its game
    """Return the place of each seat: 1 is the best, ties share a place."""
    return ranked([pack.score(state, Seat(seat)) for seat in range(seats)])
