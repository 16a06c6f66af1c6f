"""The requests over HTTP; what happens at a table goes over its socket."""

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
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Raw, to_builtins
from msgspec.json import Decoder, encode
from msgspec.structs import replace
from prometheus_client import CONTENT_TYPE_LATEST

from tinplate.game import Malformed, Rejected, Seat
from tinplate.lobby.values import MOST_CHAIRS, Guest
from tinplate.lobby.words import clean_name
from tinplate.server.codes import make_code, table_by_code
from tinplate.server.guests import COOKIE
from tinplate.server.house import House
from tinplate.server.ledger import MATCH, ROOM
from tinplate.server.sockets import address_of
from tinplate.server.terms import validate
from tinplate.server.thinking import Who
from tinplate.store.log import Head, Moment, Place, all_rows
from tinplate.wire.outgoing import Table, table_message
from tinplate.wire.resources import (
    BotOffered,
    Code,
    GameOffered,
    GuestTables,
    Introduction,
    Listed,
    MatchFacts,
    MatchListed,
    MatchLog,
    MatchPage,
    MatchSummary,
    Offers,
    Opened,
    OpenTable,
    Page,
    Readiness,
    Summary,
)

TheHouse = NamedDependency[House]
TheGuest = NamedDependency[Guest | None]  # who asks

AN_HOUR = 60 * 60  # seconds
A_YEAR = 365 * 24 * AN_HOUR
TABLES_A_PAGE = 50
MATCHES_A_PAGE = 20
MOST_OWN_TABLES = 100
Behind = Annotated[str | None, QueryParameter(max_length=300)]
_SUMMARY = Decoder(Summary)
_MATCH_SUMMARY = Decoder(MatchSummary)


async def guest_of(request: Request[Any, Any, Any], house: TheHouse) -> Guest | None:
    """Who asks, by their cookie."""
    return house.signer.read(request.cookies.get(COOKIE))


@get("/health")
async def health() -> dict[str, str]:
    """The process is up."""
    return {"status": "ok"}


@get("/ready")
async def ready(house: TheHouse) -> Response[Readiness]:
    """Whether to send people here; 503 if not."""
    readiness = await house.readiness()
    return Response(readiness, status_code=200 if readiness.is_ready else 503)


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], house: TheHouse) -> Response[bytes]:
    """For Prometheus, with the token; without, there is no such page."""
    token = house.policy.metrics_token
    shown = request.headers.get("authorization", "")
    if token is None or not hmac.compare_digest(f"Bearer {token}".encode(), shown.encode()):
        raise NotFoundException
    return Response(house.metrics.text(), media_type=CONTENT_TYPE_LATEST)


@get("/api/games")
async def games(house: TheHouse) -> Offers:
    """What can be played, and with whom."""
    return Offers(
        games=tuple(
            GameOffered(
                pack.name,
                pack.title,
                {name: to_builtins(preset) for name, preset in pack.presets.items()},
                min(MOST_CHAIRS, pack.seats[-1]),
            )
            for pack in house.catalogue.packs.values()
        ),
        bots=tuple(
            BotOffered(
                bot.name,
                tuple(sorted(bot.games)),
                bot.strength,
                bot.limit,
                is_invited=bot.name not in house.catalogue.own_bots,
            )
            for bot in house.catalogue.bots.values()
        ),
    )


@get("/api/schema/messages", cache_control=CacheControlHeader(public=True, max_age=AN_HOUR))
async def messages(house: TheHouse) -> dict[str, Any]:
    """What goes over the socket, as JSON Schema."""
    return house.message_schema


@get("/api/guest")
async def who_am_i(guest: TheGuest) -> Guest | None:
    return guest


@post("/api/guest", opt={"purpose": "guests"})
async def introduce(
    request: Request[Any, Any, Any],
    house: TheHouse,
    guest: TheGuest,
    data: JSONBody[Introduction],
) -> Response[Guest]:
    """Take a name, or another one; who had one before stays the same guest."""
    named = Guest(guest.id if guest else house.new_id(), clean_name(data.name))
    cookie = Cookie(
        key=COOKIE,
        value=house.signer.write(named),
        max_age=A_YEAR,
        httponly=True,
        samesite="lax",
        secure=_is_encrypted(request),
    )
    return Response(named, cookies=[cookie])


@get("/api/guest/tables")
async def own_tables(house: TheHouse, guest: TheGuest) -> GuestTables:
    """The tables at which one sits: those with a match that is on first, then the latest."""
    heads = await house.store.of_guest(_named(guest).id, ROOM, is_open=True, limit=MOST_OWN_TABLES)
    listed = sorted(map(_listed, heads), key=lambda table: not table.summary.is_playing)
    return GuestTables(tuple(listed))


@get("/api/guest/matches")
async def own_matches(house: TheHouse, guest: TheGuest, behind: Behind = None) -> MatchPage:
    """The matches in which one took part and that are over, the latest first, page by page."""
    player = _named(guest).id
    with _no_such_page():
        heads = await house.store.of_guest(
            player, MATCH, is_open=False, limit=MATCHES_A_PAGE, behind=_place(behind)
        )
    return MatchPage(
        tuple([await _match_listed(house, head, player) for head in heads]),
        behind=_next_page(heads, MATCHES_A_PAGE),
    )


@post("/api/tables", opt={"purpose": "tables"})
async def open_table(
    request: Request[Any, Any, Any], house: TheHouse, guest: TheGuest, data: JSONBody[OpenTable]
) -> Opened:
    """A new table with oneself on the first chair."""
    host = _named(guest)
    who = Who(host.id, address_of(request))
    think = partial(house.thinkers.think_for, request, who)
    terms = await validate(house.catalogue, data.terms, think)
    return Opened(await house.tables.open(host, replace(data, terms=terms)))


@get("/api/tables")
async def public_tables(house: TheHouse, behind: Behind = None) -> Page:
    """Public tables at which somebody sits, the latest first, page by page."""
    with _no_such_page():
        heads = await house.store.listing(
            ROOM, is_public=True, is_open=True, limit=TABLES_A_PAGE, behind=_place(behind)
        )
    return Page(tuple(map(_listed, heads)), behind=_next_page(heads, TABLES_A_PAGE))


@get("/api/tables/{table:str}")
async def one_table(house: TheHouse, table: FromPath[str]) -> Table:
    """A table, for everybody who knows its id."""
    ledger = await house.books.current(await house.books.room(table))
    return table_message(ledger.version, ledger.room)


@post("/api/tables/{table:str}/code", opt={"purpose": "tables"})
async def code_for_table(house: TheHouse, guest: TheGuest, table: FromPath[str]) -> Code:
    """A short code that leads to the table for a day; for those who sit there to give away."""
    ledger = await house.books.current(await house.books.room(table))
    if ledger.room.chair_of(_named(guest).id) is None:
        raise Rejected("Only who sits at a table can ask others to it.", "sit-to-invite")
    return await make_code(house.books, table)


@get("/api/codes/{code:str}", opt={"purpose": "tables"})  # or somebody could try them all
async def table_for_code(house: TheHouse, code: FromPath[str]) -> Opened:
    """To which table a code leads."""
    return Opened(await table_by_code(house.books, code))


@get("/api/matches/{match:str}")
async def one_match(house: TheHouse, match: FromPath[str]) -> MatchFacts:
    """A match, for everybody who knows its id: what is open to all."""
    return (await house.books.current(await house.books.match(match))).facts


@get("/api/matches/{match:str}/log", opt={"purpose": "heavy"})
async def match_log(house: TheHouse, match: FromPath[str]) -> Response[MatchLog]:
    """All that happened, with all that was hidden: only when the match is over."""
    ledger = await house.books.current(await house.books.match(match))
    if ledger.outcome is None:
        raise Rejected("The match goes on; its log tells what is hidden.", "match-goes-on")
    entries = [ledger.entry(row) async for row in all_rows(house.store, match, after=0)]
    told = MatchLog(
        game=ledger.game.name,
        players=ledger.opening.players,
        opening=ledger.opening.state,
        entries=Raw(encode(entries)),
    )
    file = f"tinplate-{ledger.game.name}-{ledger.log}.json"
    return Response(told, headers={"Content-Disposition": f'attachment; filename="{file}"'})


def _is_encrypted(request: Request[Any, Any, Any]) -> bool:
    """As the connection or a proxy that is trusted says; or the page, behind one that is not."""
    return "https" in (request.url.scheme, request.headers.get("origin", "").partition(":")[0])


def _named(guest: Guest | None) -> Guest:
    if guest is None:
        raise NotAuthorizedException("Introduce yourself first.")
    return guest


@contextmanager
def _no_such_page() -> Iterator[None]:
    try:
        yield
    except Malformed:
        raise Rejected("There is no such page.") from None


def _next_page(heads: Sequence[Head], page: int) -> str | None:
    """Where it begins, if there may be one."""
    return f"{heads[-1].updated_at}.{heads[-1].log}" if len(heads) == page else None


async def _match_listed(house: House, head: Head, player: str) -> MatchListed:
    if head.summary:
        kept = _MATCH_SUMMARY.decode(head.summary)
    else:  # begun before there were summaries
        match = await house.books.match(head.log)
        kept = MatchSummary(match.facts, match.opening.guests)
    seat = Seat(kept.guests.index(player)) if player in kept.guests else None
    return MatchListed(head.log, seat, kept.facts)


def _listed(head: Head) -> Listed:
    return Listed(head.log, head.updated_at, _SUMMARY.decode(head.summary))


def _place(text: str | None) -> Place | None:
    if text is None:
        return None
    moment, _, log = text.partition(".")
    if not (moment.isascii() and moment.isdigit() and log):
        raise Malformed(f"{text}: expected a moment, a dot and the id of a table")
    return Place(Moment(int(moment)), log)
