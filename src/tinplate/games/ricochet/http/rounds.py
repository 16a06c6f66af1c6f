"""The finished rounds of a match of Ricochet, for people who come late or look back."""

from collections import deque

from litestar import get
from litestar.di import Provide
from litestar.params import FromPath, FromQuery

from tinplate.game import Rejected
from tinplate.games.ricochet.http.parameters import Every, Limit
from tinplate.games.ricochet.http.searching import search_for
from tinplate.games.ricochet.rounds import RoundFold, position_to_solve
from tinplate.games.ricochet.values import Event, State
from tinplate.games.ricochet.wire import Rounds, Solved
from tinplate.match import Entry
from tinplate.server.context import ServerContext
from tinplate.server.http import TheContext
from tinplate.server.queries import HEAVY, TheQuery, query_of
from tinplate.server.replicas import MatchReplica
from tinplate.server.running import refuse_chosen

MAX_ENTRIES = 200  # in one response


class MatchPast:
    """The rounds of a match and its latest entries."""

    def __init__(self, replica: MatchReplica) -> None:
        self.rounds = RoundFold(replica.match.opening)
        self.latest: deque[Entry[Event]] = deque(maxlen=MAX_ENTRIES)

    def add(self, entry: Entry[Event]) -> None:
        self.rounds.add(entry.at, entry.events)
        self.latest.append(entry)


@get("/api/matches/{match:str}/rounds")
async def match_rounds(context: TheContext, match: FromPath[str]) -> Rounds:
    """The finished rounds and the latest entries, for everybody who knows the match's id."""
    _, past = await _past(context, match)
    # Nothing in this game is hidden, so entries are sent as they were logged.
    return Rounds(tuple(past.rounds.finished), tuple(past.latest))


@get(
    "/api/matches/{match:str}/rounds/{number:int}/solutions",
    opt=HEAVY,
    dependencies={"long_query": Provide(query_of)},
)
async def round_solutions(  # noqa: PLR0913 - each is a parameter
    long_query: TheQuery,
    match: FromPath[str],
    number: FromPath[int],
    limit: Limit = 10,
    *,
    every: Every = False,
    orders: FromQuery[bool] = False,
) -> Solved:
    """The solutions of a finished round, also for those who are playing the next one.

    Anybody can open a table with the board and the robots of another match, and end it: a board
    that was chosen is not solved while another match is played on it.
    """
    state, past = await _past(long_query.context, match)
    await refuse_chosen(long_query.context.log_cache, "ricochet", state.settings, but=match)
    start = position_to_solve(past.rounds.finished, number, state)
    work = search_for(start, state.settings.rule, limit=limit, every=every, orders=orders)
    return await long_query.search("ricochet", work)


async def _past(context: ServerContext, match: str) -> tuple[State, MatchPast]:
    replica = await context.log_cache.current(await context.log_cache.match(match))
    state = replica.match.state
    if not isinstance(state, State):
        raise Rejected("Only Ricochet has rounds with bids and proofs.", "another-game")
    return state, await context.log_folds.current(replica, MatchPast)
