"""Where somebody was last, of what everybody could see: it goes with a report of their profile."""

from tinplate.lobby.values import Table
from tinplate.server.context import ServerContext
from tinplate.server.log_cache import UnknownLog
from tinplate.server.replicas import TABLE
from tinplate.social.rules import place_of
from tinplate.social.values import ReportedPlace

MAX_TABLES = 20  # of one person, among which we look


async def last_public_place(context: ServerContext, person: str) -> ReportedPlace | None:
    """The public table where they sit and have spoken, or else that of their last public match.

    Nobody gets at what was said at a table by link by reporting a profile.
    """
    seats = await context.store.of_guest(person, TABLE, is_open=True, limit=MAX_TABLES)
    for head in seats:
        if head.is_public:
            table = await _table(context, head.log)
            if any(line.guest.id == person for line in table.lines):
                return place_of(table, head.log)
    return await _last_match(context, person)


async def _last_match(context: ServerContext, person: str) -> ReportedPlace | None:
    record = await context.records.find(person)
    latest = () if record is None else record.latest
    for one in latest:
        if one.is_public:
            try:
                opening = (await context.log_cache.match(one.match)).opening
                table = await _table(context, opening.table)
            except UnknownLog:  # it was deleted
                continue
            lines = table.lines if table.terms.is_public else ()
            return ReportedPlace(opening.table, one.game, one.match, opening.players, lines)
    return None


async def _table(context: ServerContext, log: str) -> Table:
    return (await context.log_cache.current(await context.log_cache.table(log))).table
