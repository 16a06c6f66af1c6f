"""Finds people by their id: in their account, or else where they were seen last."""

from litestar.exceptions import NotFoundException
from msgspec.json import Decoder

from tinplate.lobby.values import Guest
from tinplate.server.context import ServerContext
from tinplate.server.passkeys import MAX_HANDLE
from tinplate.server.players import account_of
from tinplate.server.replicas import MATCH, TABLE
from tinplate.wire.resources import MatchSummary, Summary

_TABLE, _MATCH = Decoder(Summary), Decoder(MatchSummary)


def is_id(text: str) -> bool:
    """Whether it can be the id of a person: logs have names that can be printed."""
    return 0 < len(text) <= MAX_HANDLE and text.isprintable() and " " not in text


async def known_person(context: ServerContext, person: str) -> Guest:
    """Not found if nobody has this id, or has deleted their account.

    The server keeps no list of guests: they are known by the tables and matches they were at, and
    by the puzzles they tried.
    """
    if not is_id(person) or person in context.forgotten.people:
        raise NotFoundException
    account = await account_of(context, Guest(person, ""))
    if account is not None:
        return account.guest
    for look in (_at_a_table, _in_a_match, _at_puzzles):
        seen = await look(context, person)
        if seen is not None:
            return context.forgotten.guest(seen)
    raise NotFoundException


async def _at_a_table(context: ServerContext, person: str) -> Guest | None:
    for head in await context.store.of_guest(person, TABLE, is_open=True, limit=1):
        names = _TABLE.decode(head.summary).guests
        if len(names) == len(head.guests):
            return Guest(person, names[head.guests.index(person)])
    return None


async def _in_a_match(context: ServerContext, person: str) -> Guest | None:
    for is_open in (True, False):
        for head in await context.store.of_guest(person, MATCH, is_open=is_open, limit=1):
            found = _in_summary(head.summary, person)
            if found is not None:
                return found
    return None


async def _at_puzzles(context: ServerContext, person: str) -> Guest | None:
    for game in context.puzzles.games:
        name = (await game.training.current()).person(person).name
        if name:
            return Guest(person, name)
    return None


def _in_summary(text: bytes, person: str) -> Guest | None:
    summary = _MATCH.decode(text) if text else None  # an earlier version stored none
    if summary is None or person not in summary.guests:
        return None
    return Guest(person, summary.facts.players[summary.guests.index(person)])
