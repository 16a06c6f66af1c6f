"""The list of games: the built-in ones, and those of installed packages.

A package adds a game with an entry point in the group `tinplate.games` that names its pack, as
`auction = "auction.pack:PACK"`. CONTRIBUTING.md explains how to write one.
"""

from collections.abc import Container, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import NamedTuple

from tinplate.catalogue import Catalogue
from tinplate.game import Malformed
from tinplate.pack import GamePack

GROUP = "tinplate.games"
OURS = ("tinplate.games.ricochet.pack:PACK", "tinplate.games.rally.pack:PACK")


class Found(NamedTuple):
    """The packs that can be used, and a sentence about each that cannot."""

    packs: Mapping[str, GamePack]
    faults: tuple[str, ...]


def packs() -> Mapping[str, GamePack]:
    """All packs by name: the built-in ones first, then the others sorted by name."""
    return found().packs


@cache
def found() -> Found:
    """Load all packs. A broken package of somebody else must not stop the other games."""
    others = sorted(point.value for point in entry_points(group=GROUP))
    loaded: dict[str, GamePack] = {}
    faults = list[str]()
    for place in (*OURS, *others):
        try:
            pack = _load(place, loaded)
            if place not in OURS:
                _refuse_unusable_bots(place, pack, loaded.values())
            loaded[pack.name] = pack
        except Malformed as error:
            if place in OURS:
                raise
            faults.append(str(error))
    return Found(loaded, tuple(faults))


def installed() -> Catalogue:
    """Return a catalogue of all of them, for one server, arena or command."""
    return Catalogue(packs().values())


def _load(place: str, loaded: Container[str]) -> GamePack:
    module, _, name = place.partition(":")
    try:
        pack = getattr(import_module(module), name)
    except Exception as error:  # whatever the code of a stranger raises when it is imported
        reason = f"{type(error).__name__}: {error}"
        raise Malformed(f"the game {place} cannot be loaded: {reason}") from error
    if not isinstance(pack, GamePack):
        raise Malformed(f"{place} is not a GamePack")
    if pack.name in loaded:
        raise Malformed(f"two packages have a game “{pack.name}”; the second is {place}")
    return pack


def _refuse_unusable_bots(place: str, pack: GamePack, loaded: Iterable[GamePack]) -> None:
    """Refuse a pack whose bots cannot be loaded, or have names that are taken."""
    try:
        if pack.bots:
            _ = Catalogue([*loaded, pack]).own_bots
    except Malformed as error:
        raise Malformed(f"the game {place} cannot be used: {error}") from None
    except Exception as error:  # whatever the code of a stranger raises
        reason = f"{type(error).__name__}: {error}"
        raise Malformed(f"the bots of {place} cannot be loaded: {reason}") from error
