"""The requests over HTTP; what happens at a table goes over its socket."""

import hmac
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.connection import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Raw, to_builtins
from msgspec.json import Decoder, encode
from prometheus_client import CONTENT_TYPE_LATEST

from tinplate.catalogue import BOTS, GAMES, PRESETS
from tinplate.game import Malformed, Rejected
from tinplate.lobby.values import MOST_CHAIRS, Guest
from tinplate.lobby.words import clean_name
from tinplate.server.guests import COOKIE
from tinplate.server.house import House
from tinplate.server.ledger import ROOM
from tinplate.store.log import Head, Moment, Place
from tinplate.wire.outgoing import Table, table_message
from tinplate.wire.resources import (
    GameOffered,
    Introduction,
    Listed,
    MatchFacts,
    MatchLog,
    Offers,
    Opened,
    OpenTable,
    Page,
    Readiness,
    Summary,
)

TheHouse = NamedDependency[House]
TheGuest = NamedDependency[Guest | None]  # who asks

A_YEAR = 365 * 24 * 60 * 60  # seconds
TABLES_A_PAGE = 50
_SUMMARY = Decoder(Summary)


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
async def games() -> Offers:
    """What can be played, and with whom."""
    return Offers(
        games=tuple(
            GameOffered(
                game,
                {name: to_builtins(preset) for name, preset in PRESETS[game].items()},
                MOST_CHAIRS,
            )
            for game in GAMES
        ),
        bots=tuple(BOTS),
    )


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


@post("/api/tables", opt={"purpose": "tables"})
async def open_table(house: TheHouse, guest: TheGuest, data: JSONBody[OpenTable]) -> Opened:
    """A new table with oneself on the first chair."""
    if guest is None:
        raise NotAuthorizedException("Introduce yourself first.")
    return Opened(await house.tables.open(guest, data))


@get("/api/tables")
async def public_tables(
    house: TheHouse, behind: Annotated[str | None, QueryParameter(max_length=300)] = None
) -> Page:
    """Public tables at which somebody sits, the latest first, page by page."""
    try:
        heads = await house.store.listing(
            ROOM, is_public=True, is_open=True, limit=TABLES_A_PAGE, behind=_place(behind)
        )
    except Malformed:
        raise Rejected("There is no such page.") from None
    last = heads[-1] if len(heads) == TABLES_A_PAGE else None
    return Page(
        tuple(_listed(head) for head in heads),
        behind=None if last is None else f"{last.updated_at}.{last.log}",
    )


@get("/api/tables/{table:str}")
async def one_table(house: TheHouse, table: FromPath[str]) -> Table:
    """A table, for everybody who knows its id."""
    ledger = await house.books.room(table)
    return table_message(ledger.version, ledger.room)


@get("/api/matches/{match:str}")
async def one_match(house: TheHouse, match: FromPath[str]) -> MatchFacts:
    """A match, for everybody who knows its id: what is open to all."""
    ledger = await house.books.match(match)
    outcome = ledger.outcome
    return MatchFacts(
        game=ledger.game.name,
        players=ledger.opening.players,
        opened_at=ledger.opened_at,
        version=ledger.version,
        is_over=outcome is not None,
        winners=outcome.winners if outcome else (),
        because=outcome.because if outcome else None,
    )


@get("/api/matches/{match:str}/log", opt={"purpose": "heavy"})
async def match_log(house: TheHouse, match: FromPath[str]) -> MatchLog:
    """All that happened, with all that was hidden: only when the match is over."""
    ledger = await house.books.match(match)
    if ledger.outcome is None:
        raise Rejected("The match goes on; its log tells what is hidden.")
    return MatchLog(
        game=ledger.game.name,
        players=ledger.opening.players,
        opening=ledger.opening.state,
        entries=Raw(encode(ledger.table.log)),
    )


def _is_encrypted(request: Request[Any, Any, Any]) -> bool:
    """As the connection or a proxy that is trusted says; or the page, behind one that is not."""
    return "https" in (request.url.scheme, request.headers.get("origin", "").partition(":")[0])


def _listed(head: Head) -> Listed:
    return Listed(head.log, head.updated_at, _SUMMARY.decode(head.summary))


def _place(text: str | None) -> Place | None:
    if text is None:
        return None
    moment, _, log = text.partition(".")
    if not (moment.isascii() and moment.isdigit() and log):
        raise Malformed(f"{text}: expected a moment, a dot and the id of a table")
    return Place(Moment(int(moment)), log)
