"""The application: which request goes where, what is refused, and how."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from tinplate import __version__
from tinplate.game import Rejected
from tinplate.server import http, ricochet_http
from tinplate.server.books import Unknown
from tinplate.server.house import House
from tinplate.server.origin import is_ours
from tinplate.server.sockets import LARGEST_MESSAGE, table_socket
from tinplate.store.log import Unavailable
from tinplate.wire.resources import Problem

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",  # the address of a table is the key to it
    "X-Content-Type-Options": "nosniff",
}
log = logging.getLogger(__name__)


def create_app(house: House) -> Litestar:
    """The application over a house, which it closes when it ends."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.start()
        try:
            yield
        finally:
            await house.stop()

    async def the_house() -> House:
        return house

    return Litestar(
        route_handlers=[
            http.health,
            http.games,
            http.who_am_i,
            http.introduce,
            http.open_table,
            http.public_tables,
            http.one_table,
            http.one_match,
            http.match_log,
            ricochet_http.boards,
            ricochet_http.one_board,
            ricochet_http.one_position,
            ricochet_http.play_moves,
            table_socket,
        ],
        dependencies={"house": Provide(the_house), "guest": Provide(http.guest_of)},
        lifespan=[lifespan],
        guards=[_refuse_foreign_pages],
        before_send=[_add_headers],
        exception_handlers={
            Rejected: _problem(409),
            Unknown: _problem(404, "There is no such table or match."),
            Unavailable: _problem(503, "The house cannot read or write at the moment."),
            ricochet_http.Unreadable: ricochet_http.tell_mistakes,
            HTTPException: _http_problem,
            Exception: _our_fault,
        },
        logging_config=None,  # who runs the server decides
        request_max_body_size=LARGEST_MESSAGE,
        openapi_config=OpenAPIConfig(
            title="Tinplate",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
    )


def _refuse_foreign_pages(
    connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler
) -> None:
    is_safe = connection.scope.get("method") in SAFE_METHODS  # a websocket has no method
    if not is_safe and not is_ours(connection.headers):
        raise PermissionDeniedException("This page may not do that here.")


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api"):
            headers.setdefault("Cache-Control", "no-store")


def _problem(
    status: int, because: str | None = None
) -> Callable[[Request[Any, Any, Any], Exception], Response[Problem]]:
    def answer(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
        problem = Problem(because or str(error))
        return Response(problem, status_code=status, media_type=MediaType.JSON)

    return answer


def _http_problem(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What the framework refuses, in the same form; where a value is wrong, with its place."""
    details = error.extra if isinstance(error.extra, list) else []
    places = [f"{detail.get('key', '')}: {detail['message']}" for detail in details]
    problem = Problem("; ".join([error.detail, *places]))
    return Response(problem, status_code=error.status_code, media_type=MediaType.JSON)


def _our_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    problem = Problem("Something went wrong here, and was written down.")
    return Response(problem, status_code=500, media_type=MediaType.JSON)
