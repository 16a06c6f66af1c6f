"""What is contested: a game, who came in before whom, and what is played for a bot that fails."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tinplate.bots.safe import SAFE_PLANS
from tinplate.catalogue import GAMES
from tinplate.game import Game, Plan, Seat
from tinplate.games.rally import rules as rally
from tinplate.games.rally.rules import Rally
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.values import State


class Contest(NamedTuple):
    """A game in which seats can be compared; the higher merit comes in first."""

    game: Game[Any, Any, Any, Any]
    merit: Callable[[Any, Seat], Any]
    safe: Callable[[Any, Seat, Sequence[Any]], Plan[Any]]


def tokens_won(state: State, seat: Seat) -> int:
    return len(state.won[seat])


MERITS: Mapping[str, Callable[[Any, Seat], Any]] = {
    Ricochet.name: tokens_won,
    Rally.name: rally.merit,
}
CONTESTS: Mapping[str, Contest] = {
    name: Contest(GAMES[name], merit, SAFE_PLANS[name]) for name, merit in MERITS.items()
}


def places(contest: Contest, state: Any, seats: int) -> tuple[int, ...]:  # noqa: ANN401
    """By seat: 1 for the first; those who cannot be told apart share a place."""
    merits = [contest.merit(state, Seat(seat)) for seat in range(seats)]
    return tuple(1 + sum(other > own for other in merits) for own in merits)
