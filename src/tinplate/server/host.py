"""The host page: how the server is, for whoever has the token.

The token is shown once, in the body of a request. From then on the browser has a cookie, from which
nobody can find the token, and which ends with the day or with the token.
"""

import hashlib
import hmac
import logging
import platform
from collections import Counter
from typing import Any

from itsdangerous import BadSignature, Signer
from litestar import Response, get, post
from litestar.connection import Request
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody
from msgspec.json import Decoder

from tinplate import __version__
from tinplate.game import ExplainedError
from tinplate.server.context import ServerContext
from tinplate.server.cookies import own_cookie
from tinplate.server.http import TheContext
from tinplate.server.replicas import TABLE
from tinplate.server.sockets import address_of
from tinplate.server.watchers import WatchedTable
from tinplate.store.log import PAGE, Moment, Unavailable
from tinplate.wire.resources import (
    HostGame,
    HostReport,
    HostSession,
    HostSignIn,
    HostTable,
    Summary,
)

HOST_COOKIE = "tinplate_host"
MIN_TOKEN = 16  # characters: nobody guesses so many
SESSION = 12 * 60 * 60  # seconds
MAX_TABLES = 50  # that are listed
MAX_COUNTED = 10_000  # open tables, public or not
NO_TROUBLE = "refused-rules"  # people try what they may not do all the time
_SUMMARY = Decoder(Summary)
log = logging.getLogger(__name__)


class NotTheHost(ExplainedError):
    """Somebody who has not shown the token."""


@post("/api/host/session")
async def host_sign_in(
    request: Request[Any, Any, Any], context: TheContext, data: JSONBody[HostSignIn]
) -> Response[HostSession]:
    """Show the token of the host page. It is open for half a day."""
    token = _token(context)
    context.rate_limiter.spend(address_of(request), "sign-ins")
    if not hmac.compare_digest(token.encode(), data.token.strip().encode()):
        context.metrics.refused("token")
        log.warning("somebody tried to open the host page with a wrong token")
        raise NotTheHost("This is not the token of the host page.", "wrong-token")
    until = Moment(context.clock() + 1000 * SESSION)
    return Response(
        HostSession(until), cookies=[_cookie(request, session(context, until), SESSION)]
    )


@post("/api/host/sign-out")
async def host_sign_out(
    request: Request[Any, Any, Any], context: TheContext
) -> Response[HostSession]:
    """Close the host page in this browser."""
    _token(context)
    return Response(HostSession(0), cookies=[_cookie(request, "", 0)])


@get("/api/host")
async def host_report(request: Request[Any, Any, Any], context: TheContext) -> HostReport:
    """How the server is. 401 without the cookie, 404 if there is no host page."""
    require_host(request, context)
    return await report(context)


def require_host(request: Request[Any, Any, Any], context: ServerContext) -> None:
    """NotTheHost without the cookie, 404 if there is no host page."""
    _token(context)
    if not _is_open(context, request.cookies.get(HOST_COOKIE, "")):
        raise NotTheHost("Enter the token of the host page.", "not-signed-in")


def is_host(request: Request[Any, Any, Any], context: ServerContext) -> bool:
    """Whether the request comes from a browser in which the host page is open."""
    cookie = request.cookies.get(HOST_COOKIE)
    if context.policy.host_token is None or cookie is None:
        return False
    return _is_open(context, cookie)


def session(context: ServerContext, until: Moment) -> str:
    """The content of the cookie."""
    return _signer(context).sign(str(until)).decode()


async def report(context: ServerContext) -> HostReport:
    """What this process knows of itself, and of all others by the store."""
    facts = await context.health.refresh_facts()
    await context.health.is_store_fine()
    tables = sorted(map(_table, context.hub.watched), key=lambda table: -len(table.people))
    try:
        games, is_counted_fully = await _games(context)
    except Unavailable:  # when the database is down, the page is needed most
        games, is_counted_fully = (), False
    metrics = context.metrics
    errors = metrics.last_hour.counts()
    errors.pop(NO_TROUBLE, None)
    return HostReport(
        version=__version__,
        python=platform.python_version(),
        store=facts.engine if facts else "",
        process=context.process,
        processes=1 + len(context.presence.peers),
        started_at=context.started_at,
        now=context.clock(),
        sockets=int(metrics.registry.get_sample_value("tinplate_sockets") or 0),
        tables=tuple(tables[:MAX_TABLES]),
        hidden_tables=max(0, len(tables) - MAX_TABLES),
        games=games,
        is_counted_fully=is_counted_fully,
        commands=metrics.command_seconds.spread(),
        writes=metrics.append_seconds.spread(),
        lag=metrics.loop_lag_seconds.spread(),
        errors=errors,
        troubles=context.health.troubles(),
        database_bytes=facts.size if facts else None,
        disk_free=facts.free if facts else None,
    )


def _table(watched: WatchedTable) -> HostTable:
    people = {watcher.guest.name for watcher in watched.watchers if watcher.guest}
    chairs = watched.table.chairs
    return HostTable(
        game=watched.table.terms.game,
        people=tuple(sorted(people)),
        nameless=watched.present.nameless,
        bots=sum(chair.bot is not None and chair.owner is None for chair in chairs),
        is_playing=watched.table.is_playing,
        is_public=watched.table.terms.is_public,
    )


async def _games(context: ServerContext) -> tuple[tuple[HostGame, ...], bool]:
    """Each game with its open tables and running matches, and whether all tables were counted."""
    tables, matches = Counter[str](), Counter[str]()
    is_counted_fully = True
    for is_public in (True, False):
        behind = None
        for _ in range(MAX_COUNTED // PAGE):
            heads = await context.store.listing(
                TABLE, is_public=is_public, is_open=True, limit=PAGE, behind=behind
            )
            for head in heads:
                summary = _SUMMARY.decode(head.summary)
                tables[summary.game] += 1
                matches[summary.game] += summary.is_playing
            if len(heads) < PAGE:
                break
            behind = heads[-1].cursor
        else:
            is_counted_fully = False
    games = [*context.catalogue.packs, *sorted({*tables} - {*context.catalogue.packs})]
    return tuple(HostGame(game, tables[game], matches[game]) for game in games), is_counted_fully


def _token(context: ServerContext) -> str:
    """404 if the page is switched off."""
    token = context.policy.host_token
    if token is None:
        raise NotFoundException("There is no host page here.")
    return token


def _is_open(context: ServerContext, cookie: str) -> bool:
    try:
        until = Moment(int(_signer(context).unsign(cookie)))
    except BadSignature:
        return False
    # Base64 can be written in several ways. Accept a cookie only as we wrote it.
    return context.clock() < until and cookie == session(context, until)


def _signer(context: ServerContext) -> Signer:
    """Of this server and this token: with another token, all cookies are worth nothing."""
    return Signer(
        context.signer.key_for("host"),
        salt=_token(context),
        key_derivation="hmac",
        digest_method=hashlib.sha256,
    )


def _cookie(request: Request[Any, Any, Any], value: str, seconds: int) -> Cookie:
    return own_cookie(request, HOST_COOKIE, value, seconds, "strict")
