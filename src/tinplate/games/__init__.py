"""The list of games: the built-in ones, and those of installed packages.

A package adds a game with an entry point in the group `tinplate.games` that names its pack, as
`auction = "auction.pack:PACK"`. CONTRIBUTING.md explains how to write one.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from tinplate.catalogue import Catalogue
from tinplate.game import Malformed
from tinplate.pack import GamePack

GROUP = "tinplate.games"
OURS = ("tinplate.games.ricochet.pack:PACK", "tinplate.games.rally.pack:PACK")


@cache
def packs() -> Mapping[str, GamePack]:
    """All packs by name: the built-in ones first, then the others sorted by name."""
    others = sorted(point.value for point in entry_points(group=GROUP))
    found: dict[str, GamePack] = {}
    for place in (*OURS, *others):
        pack = _load(place)
        if pack.name in found:
            raise Malformed(f"two packages have a game “{pack.name}”; the second is {place}")
        found[pack.name] = pack
    return found


def installed() -> Catalogue:
    """Return a catalogue of all of them, for one server, arena or command."""
    return Catalogue(packs().values())


def _load(place: str) -> GamePack:
    module, _, name = place.partition(":")
    try:
        pack = getattr(import_module(module), name)
    except (AttributeError, ImportError) as error:
        raise Malformed(f"the game {place} cannot be loaded: {error}") from error
    if not isinstance(pack, GamePack):
        raise Malformed(f"{place} is not a GamePack")
    return pack
