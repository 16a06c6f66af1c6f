"""What scripted players play: something legal that keeps the match going."""

from functools import cache
from random import Random
from typing import Any

from msgspec.json import Decoder

from tinplate.game import ends_match
from tinplate.games import packs


def choose(game: str, legal: bytes, dice: Random) -> object | None:
    """One of the legal commands. None if there are none, or it is better to wait."""
    offered = [one for one in _decoder(game).decode(legal) if not ends_match(one)]
    return packs()[game].load_choice(offered, dice) if offered else None


@cache
def _decoder(game: str) -> Decoder[tuple[object, ...]]:
    commands: Any = tuple[packs()[game].game.vocabulary.command, ...]  # type: ignore[misc]
    return Decoder(commands)
