"""Bots at one keyboard: how they are asked for, and their names at the table."""

import re
from collections.abc import Mapping, Sequence

from tinplate.arena.tournament import told_apart
from tinplate.external.bot import parse_named_address
from tinplate.external.python_bot import ADDRESS, PythonBot
from tinplate.game import AnyBot, Malformed, Seat
from tinplate.games import installed

_of_ones_own: dict[str, AnyBot] = {}  # bots of this process that were named on the command line
_OUTSIDE = re.compile(r"[^=]+=|stdio:|tcp:|python:")
# A resumed game knows its bots by what they are called there, which once was their name in the
# catalogue; a plain “bot” is the random one.
_CALLED = re.compile(r"(?:(?P<bot>\S+) )?bot(?: \d+)?")


def read_bots(text: str | None, game: str) -> tuple[str, ...]:
    """Read bots by name or number; return what they are called. A number means middle strength."""
    if text is None:
        return ()
    names = [name.strip() for name in text.split(",")]
    most = installed().pack(game).seats[-1] - 1  # somebody has to play against them
    if text.strip().isdecimal():
        names = [installed().stand_in(game)] * min(int(text), most + 1)
    names = [_known_name(name, game) for name in names]
    those = [*_of_ones_own, *(bot.name for bot in installed().bots_for(game))]
    for name in names:
        if _OUTSIDE.match(name):
            raise Malformed(
                f"--bots: only built-in bots and NAME=python:MODULE:CLASS play at one keyboard; to "
                f'play another, seat it at a table of `tinplate serve --bot "{name}"`'
            )
        if name not in those:
            raise Malformed(f"--bots: there is no bot “{name}”; {game} has {', '.join(those)}")
    if not 1 <= len(names) <= most:
        raise Malformed(f"--bots {text}: expected 1 to {most} bots")
    titles = installed().bot_titles(game)
    return told_apart([f"{titles.get(name, name)} bot" for name in names])


def _known_name(written: str, game: str) -> str:
    """The name of a bot, also by what it is called.

    NAME=python:MODULE:CLASS is loaded, and known by its name from then on.
    """
    if written not in installed().bots and (titled := _titled(written)) is not None:
        return titled
    name, address = parse_named_address(written)
    if address is None or not ADDRESS.fullmatch(address) or name == written:
        return written
    bot = PythonBot(name, address)
    if name in installed().bots:
        raise Malformed(f"--bots {written}: there is already a bot “{name}”")
    if game not in bot.games:
        raise Malformed(f"--bots {written}: it does not play {game}")
    _of_ones_own[name] = bot
    return name


def _titled(title: str) -> str | None:
    """The name of the bot that the page calls so."""
    wanted = title.casefold()
    called = [pair for game in installed().packs for pair in installed().bot_titles(game).items()]
    return next((name for name, it in called if it.casefold() == wanted), None)


def refuse_names_of_bots(people: Sequence[str]) -> None:
    for name in people:
        if _bot_called(name.lower()):
            raise Malformed(f"“{name}” is what a bot is called; expected another name")


def bots_among(names: Sequence[str]) -> Mapping[Seat, AnyBot]:
    """Return the bots among these players, by seat."""
    called = {Seat(seat): _bot_called(name) for seat, name in enumerate(names)}
    return {seat: bot for seat, bot in called.items() if bot is not None}


def _bot_called(name: str) -> AnyBot | None:
    found = _CALLED.fullmatch(name)
    if found is None:
        return None
    called = found["bot"] or "random"
    bots = installed().bots
    return _of_ones_own.get(called) or bots.get(called) or bots.get(_titled(called) or "")
