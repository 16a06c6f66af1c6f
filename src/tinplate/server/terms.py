"""Validates the terms of a table: the settings can be played, and the stand-in plays the game.

Checking some settings takes a while. That happens in a worker thread.
"""

import textwrap
from collections.abc import Awaitable, Callable

from msgspec import to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from tinplate.catalogue import Catalogue
from tinplate.game import Facts, Malformed, Rejected
from tinplate.lobby.clean_text import clean_deal
from tinplate.lobby.values import Terms
from tinplate.pack import GamePack
from tinplate.server.compute import Work
from tinplate.wire.codec import codec_of

MAX_ERRORS = 3
MAX_LENGTH = 600  # characters


async def validate(
    catalogue: Catalogue, terms: Terms, compute: Callable[[Work[Terms]], Awaitable[Terms]]
) -> Terms:
    """The terms with all settings filled in. Rejected if they cannot be played."""
    pack = catalogue.packs.get(terms.game)
    if pack is None or not pack.is_slow_to_check(terms.settings):
        return validated(catalogue, terms)
    return await compute(lambda _: validated(catalogue, terms))


def validated(catalogue: Catalogue, terms: Terms) -> Terms:
    try:
        pack = catalogue.pack(terms.game)
        settings = codec_of(pack).decode_settings(encode(terms.settings))
        pack.check_settings(settings)
    except Malformed as error:
        what = _first_few(error)
        because = f"These settings don't work: {what}"
        if error.code:
            raise Rejected(because, error.code, **_shortened(error.facts)) from None
        raise Rejected(because, "settings-are-wrong", what=what) from None
    absent = "keep" if pack.keeps_seats(settings) else terms.absent
    stand_in = terms.stand_in or catalogue.stand_in(terms.game)
    require_able_bot(catalogue, stand_in, terms.game)
    return replace(
        terms,
        settings=to_builtins(settings),
        absent=absent,
        stand_in=stand_in,
        deal=clean_deal(terms.deal) if terms.deal else None,
        speed=speed_of(pack, terms, settings),
    )


def speed_of(pack: GamePack, terms: Terms, settings: object) -> str | None:
    """The class in which matches count. None: the host or the terms do not want it.

    A deal with a name may be known to somebody, so it never counts.
    """
    return pack.speed_of(settings) if terms.is_rated and not terms.deal else None


def require_able_bot(catalogue: Catalogue, bot: str, game: str) -> None:
    """Rejected unless there is such a bot and it plays the game."""
    able = [each.name for each in catalogue.bots_for(game)]
    if bot not in able:
        known = ", ".join(able)
        because = f"There is no bot “{bot}” for {game}. Choose one of {known}."
        raise Rejected(because, "no-such-bot", text=bot, known=known)


def _shortened(facts: Facts) -> Facts:
    """What people wrote is repeated to them, but not a whole page of it."""
    return {
        name: textwrap.shorten(fact, MAX_LENGTH) if isinstance(fact, str) else fact
        for name, fact in facts.items()
    }


def _first_few(errors: Malformed) -> str:
    """Only the first errors: a long text can have one in every word."""
    lines = str(errors).splitlines()
    more = f"; and {len(lines) - MAX_ERRORS} more" if len(lines) > MAX_ERRORS else ""
    return textwrap.shorten("; ".join(lines[:MAX_ERRORS]), MAX_LENGTH) + more
