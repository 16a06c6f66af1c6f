"""What the scripted players play: something legal that keeps the match going for long."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec.json import Decoder

from tinplate.games.rally import values as rally
from tinplate.games.ricochet import values as ricochet

# Nobody wins early, robots stay on the board, and no clock is so long that it never falls.
SETTINGS: Mapping[str, dict[str, Any]] = {
    "ricochet": {"goal": 17},
    "rally": {"choices": {"edge": "wall", "turn_seconds": 90, "max_turns": 1000}},
}
GIVES_UP, GETS_READY = 0.4, 0.75  # how often, when it is offered

_RICOCHET = Decoder(tuple[ricochet.Command, ...])
_RALLY = Decoder(tuple[rally.Command, ...])


def choose(game: str, legal: bytes, dice: Random) -> object | None:
    """One of the commands that are offered; None if there are none."""
    return _CHOICES[game](legal, dice)


def _in_ricochet(legal: bytes, dice: Random) -> ricochet.Command | None:
    offered = _RICOCHET.decode(legal)
    if not offered:
        return None
    if isinstance(offered[-1], ricochet.Bid):
        return offered[-1]  # the highest, so that there is much left to bid
    if isinstance(offered[-1], ricochet.GiveUp) and dice.random() < GIVES_UP:
        return offered[-1]
    return dice.choice(offered)


def _in_rally(legal: bytes, dice: Random) -> rally.Command | None:
    offered = _RALLY.decode(legal)
    if not offered:
        return None
    if isinstance(offered[-1], rally.Ready) and dice.random() < GETS_READY:
        return offered[-1]
    return dice.choice(offered)


_CHOICES: Mapping[str, Callable[[bytes, Random], object | None]] = {
    "ricochet": _in_ricochet,
    "rally": _in_rally,
}
