"""The latest turns of a match of Rally, for people who come late, and its standings."""

from collections import deque
from random import Random

from litestar import get
from litestar.params import FromPath

from tinplate.game import Rejected
from tinplate.games.rally.rules import places, standings
from tinplate.games.rally.tally import Counting
from tinplate.games.rally.values import Event, RegisterRevealed, State
from tinplate.games.rally.wire import Standings, Turns
from tinplate.match import Entry, Match
from tinplate.server.http import TheContext, TheGuest, seat_in
from tinplate.server.replicas import MatchReplica

MAX_ENTRIES = 200  # in one response


class TurnFold:
    """The latest turns of a match as spectators saw them, entry by entry."""

    def __init__(self, replica: MatchReplica) -> None:
        self.before: State | None = None  # the last turn that was revealed
        self.latest: deque[Entry[Event]] = deque(maxlen=MAX_ENTRIES)
        self.counting = Counting(replica.match.opening.seats)
        self._match = Match(replica.game, replica.match.opening, Random(), keep=1)  # noqa: S311 - never rolls

    def add(self, entry: Entry[Event]) -> None:
        if any(isinstance(event, RegisterRevealed) for event in entry.events):
            self.before = self._match.view(None)
        self._match.append(entry)
        self.counting.add(entry.events)
        last = self._match.since(self._match.version - 1, None)
        self.latest += (seen for seen in last if seen.events)


@get("/api/matches/{match:str}/turns")
async def match_turns(context: TheContext, guest: TheGuest, match: FromPath[str]) -> Turns:
    """The latest turns as spectators saw them, for anyone who knows the id of the match.

    Their entries are counted as the guest counts them at the table.
    """
    replica = await context.log_cache.current(await context.log_cache.match(match))
    if not isinstance(replica.match.opening, State):
        raise Rejected("Only Rally has turns with registers.", "another-game")
    fold = await context.log_folds.current(replica, TurnFold)
    seat = await seat_in(context, replica, guest)
    counted = (entry for entry in fold.latest if entry.version <= replica.version)
    return Turns(fold.before, replica.numbering.counted(counted, seat))


@get("/api/matches/{match:str}/standings")
async def match_standings(context: TheContext, match: FromPath[str]) -> Standings:
    """D35: the standings use only public facts, so everybody who knows the match's id may ask."""
    replica = await context.log_cache.current(await context.log_cache.match(match))
    state = replica.match.state
    if not isinstance(state, State):
        raise Rejected("Only Rally has standings.", "another-game")
    fold = await context.log_folds.current(replica, TurnFold)
    ranked = standings(state)
    return Standings(ranked, places(state, ranked), fold.counting.tallies)
