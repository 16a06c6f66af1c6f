"""Terms before a table accepts them: the settings can be read, and a course of one's own played.

Such a course takes a while to check: that has to be thought about, everything else is at hand.
"""

import textwrap
from collections.abc import Awaitable, Callable
from functools import lru_cache

from msgspec import to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from tinplate.catalogue import bots_for, stand_in
from tinplate.game import Malformed, Rejected
from tinplate.games.rally.course import cell_name
from tinplate.games.rally.course_check import Finding, check_course
from tinplate.games.rally.settings import agreed
from tinplate.games.rally.shelf import course_names
from tinplate.games.rally.values import Agreement, course_called
from tinplate.lobby.values import Terms
from tinplate.server.ledger import game_named
from tinplate.server.thinking import Work
from tinplate.wire.codec import Codec

ERRORS_TOLD = 3
LONGEST_TOLD = 600  # letters


async def settle(terms: Terms, think: Callable[[Work[Terms]], Awaitable[Terms]]) -> Terms:
    """The terms with all settings of the game; Rejected if they cannot be played."""
    course = terms.settings.get("course")
    if course is None or course in course_names():
        return settled(terms)
    return await think(lambda _: settled(terms))


def settled(terms: Terms) -> Terms:
    try:
        settings = Codec(game_named(terms.game)).decode_settings(encode(terms.settings))
        if isinstance(settings, Agreement):
            _check(settings.course)
    except Malformed as error:
        what = _the_first(error)
        because = f"These settings cannot be played: {what}"
        raise Rejected(because, "settings-are-wrong", what=what) from None
    absent = "keep" if _keeps_chairs(settings) else terms.absent
    chosen = terms.stand_in or stand_in(terms.game)
    refuse_unable(chosen, terms.game)
    return replace(terms, settings=to_builtins(settings), absent=absent, stand_in=chosen)


def refuse_unable(bot: str, game: str) -> None:
    """Rejected unless there is such a bot, and it plays the game."""
    able = [each.name for each in bots_for(game)]
    if bot not in able:
        raise Rejected(f"There is no bot “{bot}” for {game}; there are {', '.join(able)}.")


def _keeps_chairs(settings: object) -> bool:
    """D32: whether the game wants no bot on the chair of one who is away."""
    if not isinstance(settings, Agreement):
        return False
    return agreed(course_called(settings.course), settings.choices).afk != "bot"


def _check(course: str) -> None:
    errors = () if course in course_names() else _errors(course)
    if errors:
        raise Malformed("\n".join(errors))


@lru_cache(maxsize=64)
def _errors(course: str) -> tuple[str, ...]:
    findings = check_course(course_called(course))
    return tuple(_told(finding) for finding in findings if finding.kind == "error")


def _the_first(errors: Malformed) -> str:
    """Who sends a page of nonsense is not sent a page for each word of it."""
    lines = str(errors).splitlines()
    more = f"; and {len(lines) - ERRORS_TOLD} more" if len(lines) > ERRORS_TOLD else ""
    return textwrap.shorten("; ".join(lines[:ERRORS_TOLD]), LONGEST_TOLD) + more


def _told(error: Finding) -> str:
    return error.message if error.cell is None else f"{cell_name(error.cell)}: {error.message}"
