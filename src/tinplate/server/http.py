"""HTTP requests. What happens at a table goes over its socket instead."""

import asyncio
import hmac
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.connection import Request
from litestar.datastructures import CacheControlHeader, Cookie
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import to_builtins
from msgspec.json import Decoder
from msgspec.structs import replace
from prometheus_client import CONTENT_TYPE_LATEST

from tinplate.game import Malformed, Rejected, Seat
from tinplate.lobby.clean_text import clean_deal, clean_name, require_no_role
from tinplate.lobby.rude_words import require_decent
from tinplate.lobby.values import MAX_CHAIRS, Guest, NamedDeal
from tinplate.match import Entry
from tinplate.server.codes import create_code, table_by_code
from tinplate.server.compute import Requester
from tinplate.server.context import ServerContext
from tinplate.server.cookies import own_cookie
from tinplate.server.departures import departures
from tinplate.server.guests import COOKIE
from tinplate.server.match_messages import match_entries_seen, view_message
from tinplate.server.players import account_of, require_player, require_voice
from tinplate.server.replicas import MATCH, TABLE, MatchReplica
from tinplate.server.sessions import identify
from tinplate.server.sockets import address_of
from tinplate.server.solvers import solver_id
from tinplate.server.terms import validate
from tinplate.store.log import Head, ListingCursor, Moment, all_rows
from tinplate.wire.outgoing import TableMessage, ViewMessage, table_message
from tinplate.wire.resources import (
    BotOffered,
    Code,
    DealPlayed,
    GameOffered,
    GuestTables,
    Introduction,
    Listed,
    MatchEntries,
    MatchFacts,
    MatchListed,
    MatchPage,
    MatchSummary,
    Offers,
    Opened,
    OpenTable,
    Page,
    Readiness,
    Summary,
)

TheContext = NamedDependency[ServerContext]
TheGuest = NamedDependency[Guest | None]  # who sent the request

HOUR = 60 * 60  # seconds
YEAR = 365 * 24 * HOUR
TABLES_PER_PAGE = 50
MATCHES_PER_PAGE = 20
MAX_OWN_TABLES = 100
MAX_ENTRIES = 500  # that are read for one response
ENTRIES_AT_ONCE = 50  # decoded before others have their turn; that takes 2 ms
Behind = Annotated[str | None, QueryParameter(max_length=300)]
DealName = Annotated[str, QueryParameter(max_length=200)]  # cleaned first, then measured
DealNumber = Annotated[int, QueryParameter(ge=1, le=1_000_000)]
_SUMMARY = Decoder(Summary)
_MATCH_SUMMARY = Decoder(MatchSummary)


async def guest_of(request: Request[Any, Any, Any], context: TheContext) -> Guest | None:
    """The guest who sent the request, by their cookies; also one who has an account."""
    identity = await identify(context, request.cookies)
    return None if identity is None else identity.guest


@get("/health")
async def health() -> dict[str, str]:
    """Whether the process is up."""
    return {"status": "ok"}


@get("/ready")
async def ready(context: TheContext) -> Response[Readiness]:
    """Whether a load balancer should send people here; 503 if not."""
    readiness = await context.readiness()
    return Response(readiness, status_code=200 if readiness.is_ready else 503)


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], context: TheContext) -> Response[bytes]:
    """For Prometheus, with the token. Without it, 404."""
    token = context.policy.metrics_token
    shown = request.headers.get("authorization", "")
    if token is None or not hmac.compare_digest(f"Bearer {token}".encode(), shown.encode()):
        raise NotFoundException
    return Response(context.metrics.text(), media_type=CONTENT_TYPE_LATEST)


@get("/api/games")
async def games(context: TheContext) -> Offers:
    """The games and bots of this server."""
    return Offers(
        games=tuple(
            GameOffered(
                pack.name,
                pack.title,
                {name: to_builtins(preset) for name, preset in pack.presets.items()},
                pack.seats[0],
                min(MAX_CHAIRS, pack.seats[-1]),
                pack.speeds,
                min(pack.most_strangers, pack.seats[-1]),
                pack.rated_presets,
            )
            for pack in context.catalogue.packs.values()
        ),
        bots=tuple(
            BotOffered(
                bot.name,
                tuple(sorted(bot.games)),
                bot.strength,
                bot.limit,
                is_invited=bot.name not in context.catalogue.own_bots,
            )
            for bot in context.catalogue.bots.values()
        ),
    )


@get("/api/schema/messages", cache_control=CacheControlHeader(public=True, max_age=HOUR))
async def messages(context: TheContext) -> dict[str, Any]:
    """JSON Schema of the socket messages."""
    return context.message_schema


@get("/api/guest")
async def who_am_i(
    request: Request[Any, Any, Any], context: TheContext, guest: TheGuest
) -> Response[Guest | None]:
    """The guest. A cookie of an earlier version is issued again in today's form."""
    is_old = context.signer.is_old(request.cookies.get(COOKIE))
    cookies = [_cookie_for(request, context, guest)] if guest and is_old else []
    return Response(guest, cookies=cookies)


@post("/api/guest", opt={"purpose": "guests"})
async def introduce(
    request: Request[Any, Any, Any],
    context: TheContext,
    guest: TheGuest,
    data: JSONBody[Introduction],
) -> Response[Guest]:
    """Choose a name and an avatar, or change them. Whoever has an id keeps it.

    A name that belongs to an account, or looks like it, is for nobody else.
    """
    avatar = data.avatar or (guest.avatar if guest else None)
    name = clean_name(data.name, context.catalogue.bots)
    account = await account_of(context, guest)
    if guest is None or name != guest.name:
        require_no_role(name)
        require_decent(name, context.policy.rude_words)
    if guest is not None and name != guest.name:
        context.forgotten.taken.require_other(guest.id, name)
        await require_voice(context, guest)
    if account is not None:
        return Response((await context.accounts.rename(account, name, avatar)).guest)
    if context.policy.accounts != "off":
        await context.accounts.require_free(name, guest.id if guest else None)
    known = guest.id if guest else await solver_id(context, request.cookies)
    named = Guest(known or context.new_id(), name, avatar)
    return Response(named, cookies=[_cookie_for(request, context, named)])


@get("/api/guest/tables")
async def own_tables(context: TheContext, guest: TheGuest) -> GuestTables:
    """The tables at which the guest sits: those with a running match first, then the latest."""
    heads = await context.store.of_guest(named(guest).id, TABLE, is_open=True, limit=MAX_OWN_TABLES)
    tables = [listed_table(context, head) for head in heads]
    listed = sorted(tables, key=lambda table: not table.summary.is_playing)
    return GuestTables(tuple(listed))


@get("/api/guest/matches")
async def own_matches(context: TheContext, guest: TheGuest, behind: Behind = None) -> MatchPage:
    """The finished matches in which the guest took part, latest first, page by page."""
    player = named(guest).id
    with no_such_page():
        heads = await context.store.of_guest(
            player, MATCH, is_open=False, limit=MATCHES_PER_PAGE, behind=cursor(behind)
        )
    record = await context.records.find(player)
    fates = {one.match: one.fate for one in record.latest} if record else {}
    listed = [await _match_listed(context, head, player) for head in heads]
    return MatchPage(
        tuple(replace(one, fate=fates.get(one.id)) for one in listed),
        behind=next_page(heads, MATCHES_PER_PAGE),
    )


@post("/api/tables", opt={"purpose": "tables"})
async def open_table(
    request: Request[Any, Any, Any], context: TheContext, guest: TheGuest, data: JSONBody[OpenTable]
) -> Opened:
    """Open a table. The guest takes its first chair."""
    host = named(guest)
    await require_player(context, host)
    if data.terms.deal is not None:
        await require_voice(context, host)  # a name that others read
    requester = Requester(host.id, address_of(request))
    compute = partial(context.compute.run_for_request, request, requester)
    terms = await validate(context.catalogue, data.terms, compute)
    return Opened(await context.tables.open(host, replace(data, terms=terms)))


@get("/api/tables")
async def public_tables(context: TheContext, behind: Behind = None) -> Page:
    """Public tables at which somebody sits, latest first, page by page."""
    with no_such_page():
        heads = await context.store.listing(
            TABLE, is_public=True, is_open=True, limit=TABLES_PER_PAGE, behind=cursor(behind)
        )
    tables = tuple(listed_table(context, head) for head in heads)
    return Page(tables, behind=next_page(heads, TABLES_PER_PAGE))


@get("/api/tables/{table:str}")
async def one_table(context: TheContext, table: FromPath[str]) -> TableMessage:
    """A table, for anyone who knows its id."""
    replica = await context.log_cache.current(await context.log_cache.table(table))
    shown = await context.private_people.table(replica.table)
    return table_message(replica.version, context.forgotten.table(shown))


@post("/api/tables/{table:str}/code", opt={"purpose": "tables"})
async def code_for_table(context: TheContext, guest: TheGuest, table: FromPath[str]) -> Code:
    """A short code for the table, valid for a day. Only people who sit there can get one."""
    replica = await context.log_cache.current(await context.log_cache.table(table))
    if replica.table.chair_of(named(guest).id) is None:
        raise Rejected("Sit down at the table before you invite others.", "sit-to-invite")
    return await create_code(context.log_cache, table)


@get("/api/codes/{code:str}", opt={"purpose": "tables"})  # limited, or anyone could try all codes
async def table_for_code(
    request: Request[Any, Any, Any], context: TheContext, code: FromPath[str]
) -> Opened:
    """The table that a code stands for."""
    with context.rate_limiter.guess(address_of(request)):
        return Opened(await table_by_code(context.log_cache, code))


@get("/api/matches/{match:str}")
async def one_match(context: TheContext, match: FromPath[str]) -> MatchFacts:
    """The public facts of a match, for anyone who knows its id."""
    replica = await context.log_cache.current(await context.log_cache.match(match))
    gone = await departures(context, replica) if replica.outcome else ()
    facts = replace(replica.facts, conceded=replica.conceded, departures=gone)
    return context.forgotten.facts(facts, replica.opening.guests)


@get("/api/matches/{match:str}/view")
async def match_view(context: TheContext, guest: TheGuest, match: FromPath[str]) -> ViewMessage:
    """What the guest sees of a match now, as at its table."""
    replica = await context.log_cache.current(await context.log_cache.match(match))
    return view_message(replica, await seat_in(context, replica, guest), context.clock())


@get("/api/matches/{match:str}/entries", opt={"purpose": "heavy"})
async def match_entries(context: TheContext, guest: TheGuest, match: FromPath[str]) -> MatchEntries:
    """The latest entries as the guest sees them at the table, for people who come late."""
    replica = await context.log_cache.current(await context.log_cache.match(match))
    seat = await seat_in(context, replica, guest)
    rows = [row async for row in all_rows(context.store, match, after=_first_told(replica))]
    entries = list[Entry[Any]]()
    for start in range(0, len(rows), ENTRIES_AT_ONCE):
        part = rows[start : start + ENTRIES_AT_ONCE]
        entries += match_entries_seen(replica, part, seat).entries
        await asyncio.sleep(0)  # others may go on
    return MatchEntries(seat, tuple(entries))


def _first_told(replica: MatchReplica) -> int:
    return max(0, replica.version - MAX_ENTRIES)


async def seat_in(
    context: ServerContext, replica: MatchReplica, guest: Guest | None
) -> Seat | None:
    """The seat from which a guest sees a match that is on, or was the last one, at its table."""
    at = await context.log_cache.current(await context.log_cache.table(replica.opening.table))
    is_latest = at.table.match == replica.log  # otherwise its seats are those of another match
    return at.table.seat_of(guest.id) if guest and is_latest else None


@get("/api/deals")
async def deal_played(
    context: TheContext, game: FromQuery[str], name: DealName, number: DealNumber = 1
) -> DealPlayed:
    """How often a named deal has been played here."""
    if game not in context.catalogue.packs:
        raise NotFoundException
    deal = NamedDeal(clean_deal(name), number)
    return DealPlayed(await context.log_cache.dealer.played(context.store, game, deal))


def _cookie_for(request: Request[Any, Any, Any], context: ServerContext, guest: Guest) -> Cookie:
    return own_cookie(request, COOKIE, context.signer.write(guest), YEAR)


def named(guest: Guest | None) -> Guest:
    if guest is None:
        raise NotAuthorizedException("Pick a name first.")
    return guest


@contextmanager
def no_such_page() -> Iterator[None]:
    try:
        yield
    except Malformed:
        raise Rejected("There is no such page.", "no-such-page") from None


def next_page(heads: Sequence[Head], page: int) -> str | None:
    """The cursor of the next page, if there may be one."""
    return f"{heads[-1].updated_at}.{heads[-1].log}" if len(heads) == page else None


async def _match_listed(context: ServerContext, head: Head, player: str) -> MatchListed:
    if head.summary:
        summary = _MATCH_SUMMARY.decode(head.summary)
    else:  # a match of a version that stored no summaries
        match = await context.log_cache.match(head.log)
        summary = MatchSummary(match.facts, match.opening.guests)
    seat = Seat(summary.guests.index(player)) if player in summary.guests else None
    return MatchListed(head.log, seat, context.forgotten.facts(summary.facts, summary.guests))


def listed_table(context: ServerContext, head: Head) -> Listed:
    """A table in a list: people who are gone have no name."""
    summary = _SUMMARY.decode(head.summary)
    names = context.forgotten.players(summary.guests, head.guests)
    return Listed(head.log, head.updated_at, replace(summary, guests=names))


def cursor(text: str | None) -> ListingCursor | None:
    if text is None:
        return None
    moment, _, log = text.partition(".")
    if not (moment.isascii() and moment.isdigit() and log):
        raise Malformed(f"{text}: expected a time, a dot and the id of a log")
    return ListingCursor(Moment(int(moment)), log)
