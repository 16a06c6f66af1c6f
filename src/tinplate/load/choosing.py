"""What scripted players play: something legal that keeps the match going."""

from functools import cache
from random import Random
from typing import Any

from msgspec import convert

from tinplate.game import ends_match
from tinplate.games import packs


def choose(game: str, legal: list[Any], dice: Random) -> object | None:
    """One of the legal commands, as JSON. None if there are none, or it is better to wait."""
    commands: tuple[object, ...] = convert(legal, _commands(game))
    offered = [one for one in commands if not ends_match(one)]
    return packs()[game].load_choice(offered, dice) if offered else None


@cache
def _commands(game: str) -> Any:  # noqa: ANN401 - a type
    return tuple[packs()[game].game.vocabulary.command, ...]  # type: ignore[misc]
