"""The list of games: ours, and those of installed packages.

A package adds a game with an entry point in the group `tinplate.games` that names its pack, as
`auction = "auction.pack:PACK"`. CONTRIBUTING.md says how to write one.
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
    """By name; ours first, then those of other packages in the order of their names."""
    others = sorted(point.value for point in entry_points(group=GROUP))
    found: dict[str, GamePack] = {}
    for place in (*OURS, *others):
        pack = _load(place)
        if pack.name in found:
            raise Malformed(f"two packages have a game “{pack.name}”; the second is {place}")
        found[pack.name] = pack
    return found


def installed() -> Catalogue:
    """A catalogue of all of them, for one server, arena or command."""
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
