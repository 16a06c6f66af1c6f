"""The application: which request goes where, what is refused, and how."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from litestar import Litestar, MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.enums import HttpMethod, ScopeType
from litestar.exceptions import ClientException, HTTPException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import (
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Reference,
    Schema,
)
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tinplate import __version__
from tinplate.game import Rejected, Told
from tinplate.server import http
from tinplate.server.books import Unknown
from tinplate.server.budget import LARGEST_MESSAGE, OverBudget
from tinplate.server.house import House
from tinplate.server.metrics import Why
from tinplate.server.origin import is_ours
from tinplate.server.page import built_files, page_handler
from tinplate.server.replays import match_file, match_replay
from tinplate.server.sockets import address_of, table_socket
from tinplate.server.thinking import Busy, Gone
from tinplate.store.log import Unavailable
from tinplate.wire.resources import Problem

TOO_MANY = 429
TOO_DEEP = Told("That is nested too deeply.")
NOT_UTF_8 = Told("JSON has to be UTF-8, and this is not.")
NOT_THERE = Told("There is no such table or match.", "not-there")
HOUSE_IS_DOWN = Told("The house cannot read or write at the moment.", "house-cannot-write")
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",  # the address of a table is the key to it
    "X-Content-Type-Options": "nosniff",
}
AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]
Answer = Callable[[AnyRequest, Exception], Response[Problem]]
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

    @cache
    def warn_of_a_proxy() -> None:
        log.warning("a request was forwarded, but no proxy is trusted: see --trusted-proxy")

    def at_the_door(connection: AnyConnection, handler: BaseRouteHandler) -> None:
        if "x-forwarded-for" in connection.headers and not house.policy.trusted_proxies:
            warn_of_a_proxy()  # once: anybody can send that
        if connection.scope["type"] == ScopeType.HTTP:  # sockets are counted as long as they last
            house.door.spend(address_of(connection), handler.opt.get("purpose", "requests"))
        _refuse_foreign_pages(house, connection)

    def refused(status: int, why: Why, told: Told | None = None) -> Answer:
        def answer(request: AnyRequest, error: Exception) -> Response[Problem]:
            house.metrics.refused(why)
            return _problem(status, told)(request, error)

        return answer

    app = Litestar(
        route_handlers=[
            http.health,
            http.ready,
            http.metrics,
            http.games,
            http.messages,
            http.who_am_i,
            http.introduce,
            http.open_table,
            http.public_tables,
            http.one_table,
            http.one_match,
            http.match_log,
            match_file,
            match_replay,
            http.own_tables,
            http.own_matches,
            http.code_for_table,
            http.table_for_code,
            *(route for pack in house.catalogue.packs.values() for route in pack.routes()),
            table_socket,
            page_handler(built_files()),
        ],
        dependencies={"house": Provide(the_house), "guest": Provide(http.guest_of)},
        lifespan=[lifespan, house.thinkers.at_work],
        guards=[at_the_door],
        before_send=[_add_headers],
        exception_handlers={
            Rejected: refused(409, "rules"),
            Unknown: _problem(404, NOT_THERE),
            Unavailable: refused(503, "store", HOUSE_IS_DOWN),
            OverBudget: refused(TOO_MANY, "budget"),
            Busy: refused(503, "budget"),
            Gone: _problem(499),
            RecursionError: _problem(400, TOO_DEEP),
            UnicodeDecodeError: _problem(400, NOT_UTF_8),
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
    _describe_problems(app)
    return app


def with_head(app: ASGIApp) -> ASGIApp:
    """HEAD is answered as GET is, to watchers of all kinds; the server leaves out the body."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] == HttpMethod.HEAD:
            scope = {**scope, "method": HttpMethod.GET}  # only ours: the server knows it by its own
        await app(scope, receive, send)

    return answer


def _refuse_foreign_pages(house: House, connection: AnyConnection) -> None:
    """What changes something comes from our own page; a form of another could not send JSON."""
    method = connection.scope.get("method")  # a websocket has none
    if method in SAFE_METHODS:
        return
    if not is_ours(connection.headers):
        house.metrics.refused("origin")
        raise PermissionDeniedException("This page may not do that here.")
    if method is not None and not _is_json(connection.headers.get("content-type", "")):
        raise ClientException("Send JSON, as application/json.", status_code=415)


def _is_json(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == MediaType.JSON


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api"):
            headers.setdefault("Cache-Control", "no-store")
            _log_request(scope, message["status"])


def _log_request(scope: Scope, status: int) -> None:
    """The pattern of its path: the path itself may hold the key to a table."""
    path = scope.get("path_template", "unknown")
    method = scope.get("method")
    level = logging.DEBUG if status == TOO_MANY else logging.INFO  # a flood does not fill the disk
    log.log(level, "request", extra={"method": method, "path": path, "status": status})


def _problem(status: int, told: Told | None = None) -> Answer:
    """What is told instead of the error, or the error itself."""

    def answer(_: AnyRequest, error: Exception) -> Response[Problem]:
        said = told or error
        code, facts = (said.code, said.facts) if isinstance(said, Told) else ("", {})
        problem = Problem(str(said), code, facts)
        wait = {"Retry-After": str(error.wait)} if isinstance(error, OverBudget | Busy) else {}
        return Response(problem, status_code=status, media_type=MediaType.JSON, headers=wait)

    return answer


def _describe_problems(app: Litestar) -> None:
    """What the description says of refusals: the framework's own form of them is not ours."""
    description = app.openapi_schema
    description.components.schemas["Problem"] = Schema(
        type=OpenAPIType.OBJECT,
        properties={
            "because": Schema(type=OpenAPIType.STRING),
            "code": Schema(type=OpenAPIType.STRING),
            "facts": Schema(type=OpenAPIType.OBJECT),
        },
        required=["because"],
    )
    problem = OpenAPIMediaType(schema=Reference(ref="#/components/schemas/Problem"))
    refusal = OpenAPIResponse("A sentence that says why.", content={MediaType.JSON: problem})
    for path in (description.paths or {}).values():
        for operation in (path.get, path.post):
            if operation is not None and operation.responses is not None:
                operation.responses.pop("400", None)
                operation.responses["default"] = refusal


def _http_problem(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    """What the framework refuses, in the same form; where a value is wrong, with its place."""
    details = error.extra if isinstance(error.extra, list) else []
    places = [f"{detail.get('key', '')}: {detail['message']}" for detail in details]
    problem = Problem("; ".join([error.detail, *places]))
    return Response(problem, status_code=error.status_code, media_type=MediaType.JSON)


def _our_fault(request: AnyRequest, error: Exception) -> Response[Problem]:
    path = request.scope.get("path_template", "unknown")
    log.error("a request failed", exc_info=error, extra={"method": request.method, "path": path})
    problem = Problem("Something went wrong here, and was written down.", "our-fault")
    return Response(problem, status_code=500, media_type=MediaType.JSON)
