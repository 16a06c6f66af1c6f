"""The latest turns of a match of Rally, for people who come late, and its standings."""

from collections import deque
from random import Random

from litestar import get
from litestar.params import FromPath

from tinplate.game import Rejected
from tinplate.games.rally.rules import standings
from tinplate.games.rally.values import Event, RegisterRevealed, State
from tinplate.games.rally.wire import Standings, Turns
from tinplate.match import Entry, Match
from tinplate.server.http import TheContext
from tinplate.store.log import all_rows

MAX_ENTRIES = 200  # in one response


@get("/api/matches/{match:str}/turns")
async def match_turns(context: TheContext, match: FromPath[str]) -> Turns:
    """The latest turns as spectators saw them, for anyone who knows the id of the match."""
    replica = await context.log_cache.current(await context.log_cache.match(match))
    opening = replica.match.opening
    if not isinstance(opening, State):
        raise Rejected("Only Rally has turns with registers.")
    match_so_far = Match(replica.game, opening, Random(), keep=1)  # noqa: S311 - never rolls
    before: State | None = None
    shown: deque[Entry[Event]] = deque(maxlen=MAX_ENTRIES)
    async for row in all_rows(context.store, match, after=0):
        entry = replica.entry(row)
        if any(isinstance(event, RegisterRevealed) for event in entry.events):
            before = match_so_far.view(None)
        match_so_far.append(entry)
        last = match_so_far.since(match_so_far.version - 1, None)
        shown += (seen for seen in last if seen.events)
    return Turns(before, tuple(shown))


@get("/api/matches/{match:str}/standings")
async def match_standings(context: TheContext, match: FromPath[str]) -> Standings:
    """D35: the standings use only public facts, so everybody who knows the match's id may ask."""
    state = (await context.log_cache.current(await context.log_cache.match(match))).match.state
    if not isinstance(state, State):
        raise Rejected("Only Rally has standings.")
    return Standings(standings(state))
