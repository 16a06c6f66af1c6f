"""What has happened in a match of Rally so far, for latecomers; and its standings."""

from collections import deque
from random import Random

from litestar import get
from litestar.params import FromPath

from tinplate.game import Rejected
from tinplate.games.rally.rules import standings
from tinplate.games.rally.values import Event, RegisterRevealed, State
from tinplate.games.rally.wire import Standings, Turns
from tinplate.match import Entry, Match
from tinplate.server.http import TheHouse
from tinplate.store.log import all_rows

MOST_ENTRIES = 200  # in one answer


@get("/api/matches/{match:str}/turns")
async def match_turns(house: TheHouse, match: FromPath[str]) -> Turns:
    """The latest turns as spectators saw them, for everybody who knows the match's id."""
    ledger = await house.books.current(await house.books.match(match))
    opening = ledger.table.opening
    if not isinstance(opening, State):
        raise Rejected("Only Rally has turns with registers.")
    table = Match(ledger.game, opening, Random(), keep=1)  # noqa: S311 - nothing is rolled
    before: State | None = None
    told: deque[Entry[Event]] = deque(maxlen=MOST_ENTRIES)
    async for row in all_rows(house.store, match, after=0):
        entry = ledger.entry(row)
        if any(isinstance(event, RegisterRevealed) for event in entry.events):
            before = table.view(None)
        table.append(entry)
        told += (seen for seen in table.since(table.version - 1, None) if seen.events)
    return Turns(before, tuple(told))


@get("/api/matches/{match:str}/standings")
async def match_standings(house: TheHouse, match: FromPath[str]) -> Standings:
    """D35: the standings use only public facts, so everybody who knows the match's id may ask."""
    state = (await house.books.current(await house.books.match(match))).table.state
    if not isinstance(state, State):
        raise Rejected("Only Rally has standings.")
    return Standings(standings(state))
