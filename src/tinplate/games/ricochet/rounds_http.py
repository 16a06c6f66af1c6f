"""The finished rounds of a match of Ricochet, for people who come late or look back."""

from litestar import get
from litestar.params import FromPath

from tinplate.game import Rejected
from tinplate.games.ricochet.rounds import finished_rounds
from tinplate.games.ricochet.values import State
from tinplate.games.ricochet.wire import Rounds
from tinplate.server.http import TheContext
from tinplate.store.log import all_rows

MAX_ENTRIES = 200  # in one response


@get("/api/matches/{match:str}/rounds")
async def match_rounds(context: TheContext, match: FromPath[str]) -> Rounds:
    """The finished rounds and the latest entries, for everybody who knows the match's id."""
    replica = await context.log_cache.current(await context.log_cache.match(match))
    opening = replica.match.opening
    if not isinstance(opening, State):
        raise Rejected("Only Ricochet has rounds with bids and proofs.")
    # Nothing in this game is hidden, so entries are sent as they were logged.
    entries = [replica.entry(row) async for row in all_rows(context.store, match, after=0)]
    log = ((entry.at, entry.events) for entry in entries)
    return Rounds(finished_rounds(opening, log), tuple(entries[-MAX_ENTRIES:]))
