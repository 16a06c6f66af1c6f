"""How people were out of a match at its end, as far as its table knows."""

from contextlib import suppress

from tinplate.lobby.values import Departure
from tinplate.server.context import ServerContext
from tinplate.server.log_cache import UnknownLog
from tinplate.server.replicas import MatchReplica


async def departures(context: ServerContext, match: MatchReplica) -> tuple[Departure, ...]:
    """Empty if its table has forgotten the match. Whoever resigned is told as such."""
    with suppress(UnknownLog):
        at = await context.log_cache.current(await context.log_cache.table(match.opening.table))
        ends = (one.departures for one in at.table.results if one.match == match.log)
        return tuple(one for one in next(ends, ()) if one.seat not in match.resigned)
    return ()
