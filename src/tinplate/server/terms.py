"""Terms before a table accepts them: the settings can be read and played, the stand-in can play.

Checking some settings takes a while; that happens in a worker thread.
"""

import textwrap
from collections.abc import Awaitable, Callable

from msgspec import to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from tinplate.catalogue import Catalogue
from tinplate.game import Malformed, Rejected
from tinplate.lobby.values import Terms
from tinplate.server.thinking import Work
from tinplate.wire.codec import Codec

ERRORS_TOLD = 3
LONGEST_TOLD = 600  # letters


async def validate(
    catalogue: Catalogue, terms: Terms, think: Callable[[Work[Terms]], Awaitable[Terms]]
) -> Terms:
    """The terms with all settings of the game; Rejected if they cannot be played."""
    pack = catalogue.packs.get(terms.game)
    if pack is None or not pack.is_slow_to_check(terms.settings):
        return validated(catalogue, terms)
    return await think(lambda _: validated(catalogue, terms))


def validated(catalogue: Catalogue, terms: Terms) -> Terms:
    try:
        pack = catalogue.pack(terms.game)
        settings = Codec(pack.game).decode_settings(encode(terms.settings))
        pack.check_settings(settings)
    except Malformed as error:
        what = _first_few(error)
        because = f"These settings cannot be played: {what}"
        raise Rejected(because, "settings-are-wrong", what=what) from None
    absent = "keep" if pack.keeps_seats(settings) else terms.absent
    stand_in = terms.stand_in or catalogue.stand_in(terms.game)
    refuse_unable(catalogue, stand_in, terms.game)
    return replace(terms, settings=to_builtins(settings), absent=absent, stand_in=stand_in)


def refuse_unable(catalogue: Catalogue, bot: str, game: str) -> None:
    """Rejected unless there is such a bot, and it plays the game."""
    able = [each.name for each in catalogue.bots_for(game)]
    if bot not in able:
        raise Rejected(f"There is no bot “{bot}” for {game}; there are {', '.join(able)}.")


def _first_few(errors: Malformed) -> str:
    """A page of nonsense is not answered with a page for each word of it."""
    lines = str(errors).splitlines()
    more = f"; and {len(lines) - ERRORS_TOLD} more" if len(lines) > ERRORS_TOLD else ""
    return textwrap.shorten("; ".join(lines[:ERRORS_TOLD]), LONGEST_TOLD) + more
