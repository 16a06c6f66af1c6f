"""The application: routes, guards, and how errors are answered."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Any

from litestar import Litestar, MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.enums import HttpMethod, ScopeType
from litestar.exceptions import ClientException, HTTPException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import (
    OpenAPI,
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Reference,
    Schema,
)
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tinplate import __version__
from tinplate.accounts.rules import NotYours
from tinplate.game import ExplainedError, Rejected
from tinplate.server import (
    account_routes,
    board_routes,
    daily_pictures,
    downloads,
    gallery,
    http,
    moderation_routes,
    people,
    puzzle_routes,
    run_routes,
    social_routes,
)
from tinplate.server.account_routes import NotSignedIn
from tinplate.server.compute import Busy, ClientGone
from tinplate.server.context import ServerContext
from tinplate.server.daily_pictures import preview_of_day
from tinplate.server.host import NotTheHost, host_report, host_sign_in, host_sign_out
from tinplate.server.log_cache import UnknownLog
from tinplate.server.metrics import RefusalReason
from tinplate.server.origin import is_same_origin
from tinplate.server.page import DAILY, MATCH, built_files, page_handler
from tinplate.server.pictures import match_picture, preview_of
from tinplate.server.queries import BadRequest
from tinplate.server.rate_limits import MAX_MESSAGE_BYTES, RateLimited
from tinplate.server.replays import match_file, match_log, match_replay
from tinplate.server.site import site_handler
from tinplate.server.sockets import address_of, table_socket
from tinplate.store.log import Unavailable
from tinplate.wire.resources import Problem

TOO_MANY = 429
TOO_DEEP = ExplainedError("This JSON is nested too deeply.", "not-understood", place="")
NOT_UTF_8 = ExplainedError("This JSON is not valid UTF-8.", "not-understood", place="")
NOT_THERE = ExplainedError("There is no such table, match or drawing.", "not-there")
STORE_IS_DOWN = ExplainedError("The server can't save anything right now.", "store-is-down")
CODES = {  # of what the framework refuses, by status
    401: "name-first",
    403: "own-page-only",
    404: "not-there",
    413: "too-large",
}
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
    "Referrer-Policy": "no-referrer",  # anyone with the address of a table can join
    "X-Content-Type-Options": "nosniff",
}
PAGE_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
API_HEADERS = [*PAGE_HEADERS, (b"cache-control", b"no-store")]
AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]
ErrorHandler = Callable[[AnyRequest, Exception], Response[Problem]]
log = logging.getLogger(__name__)


def create_app(context: ServerContext) -> Litestar:
    """The application over a context, which it starts and stops."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await context.start()
        try:
            yield
        finally:
            await context.stop()

    async def provide_context() -> ServerContext:
        return context

    @cache
    def warn_of_untrusted_proxy() -> None:
        log.warning("a request was forwarded by a proxy that is not trusted: see --trusted-proxy")

    # Without a wait in it, and yet async: anything else would run in a thread of its own.
    async def guard(connection: AnyConnection, handler: BaseRouteHandler) -> None:
        if "x-forwarded-for" in connection.headers and not context.policy.trusted_proxies:
            warn_of_untrusted_proxy()  # only once, because anyone can send this header
        if connection.scope["type"] == ScopeType.HTTP:  # sockets have limits of their own
            purpose = handler.opt.get("purpose", "requests")
            context.rate_limiter.spend(address_of(connection), purpose)
        _refuse_other_pages(context, connection)

    def refused(
        status: int, why: RefusalReason, explanation: ExplainedError | None = None
    ) -> ErrorHandler:
        def answer(request: AnyRequest, error: Exception) -> Response[Problem]:
            context.metrics.refused(why)
            return _problem(status, explanation)(request, error)

        return answer

    def internal_error(request: AnyRequest, error: Exception) -> Response[Problem]:
        context.metrics.failed("request")
        return _internal_error(request, error)

    return _DescribedApp(
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
            http.match_view,
            http.match_entries,
            match_log,
            match_file,
            match_replay,
            match_picture,
            http.own_tables,
            http.own_matches,
            http.code_for_table,
            http.table_for_code,
            http.deal_played,
            host_report,
            host_sign_in,
            host_sign_out,
            gallery.routes(),
            account_routes.routes(),
            downloads.routes(),
            social_routes.routes(),
            moderation_routes.routes(),
            *people.ROUTES,
            puzzle_routes.routes(),
            run_routes.routes(),
            board_routes.routes(),
            daily_pictures.routes(),
            *(route for pack in context.catalogue.packs.values() for route in pack.routes()),
            table_socket,
            site_handler(),
            page_handler(
                built_files(),
                {MATCH: partial(preview_of, context), DAILY: partial(preview_of_day, context)},
            ),
        ],
        dependencies={"context": Provide(provide_context), "guest": Provide(http.guest_of)},
        lifespan=[lifespan, context.compute.lifespan],
        guards=[guard],
        before_send=[_add_headers],
        exception_handlers={
            Rejected: refused(409, "rules"),
            UnknownLog: _problem(404, NOT_THERE),
            BadRequest: _problem(400),
            NotTheHost: _problem(401),
            NotSignedIn: _problem(401),
            NotYours: refused(403, "proof"),
            Unavailable: refused(503, "store", STORE_IS_DOWN),
            RateLimited: refused(TOO_MANY, "rate-limit"),
            Busy: refused(503, "rate-limit"),
            ClientGone: _problem(499),
            RecursionError: _problem(400, TOO_DEEP),
            UnicodeDecodeError: _problem(400, NOT_UTF_8),
            HTTPException: _http_problem,
            Exception: internal_error,
        },
        logging_config=None,  # the caller sets up logging
        request_max_body_size=MAX_MESSAGE_BYTES,
        openapi_config=OpenAPIConfig(
            title="Tinplate",
            version=__version__,
            path="/api/schema",
            render_plugins=[_Description()],
        ),
    )


class _DescribedApp(Litestar):
    """Describes its error responses in OpenAPI: when asked, because it takes a while."""

    @property
    def openapi_schema(self) -> OpenAPI:
        description = super().openapi_schema
        if "Problem" not in description.components.schemas:
            _describe_problems(description)
        return description


class _Description(JsonRenderPlugin):
    """Shows the description of the app with its error responses."""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        return self.render_json(request, request.app.openapi_schema.to_schema())


def with_head(app: ASGIApp) -> ASGIApp:
    """Answer HEAD as GET. Uvicorn leaves out the body."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] == HttpMethod.HEAD:
            scope = {**scope, "method": HttpMethod.GET}  # a copy: uvicorn needs the real method
        await app(scope, receive, send)

    return answer


def _refuse_other_pages(context: ServerContext, connection: AnyConnection) -> None:
    """Requests that change something must come from our page, as JSON, which no form can send."""
    method = connection.scope.get("method")  # a websocket has none
    if method in SAFE_METHODS:
        return
    if not is_same_origin(connection.headers):
        context.metrics.refused("origin")
        raise PermissionDeniedException("Only Tinplate's own page can do that.")
    if method is not None and not _is_json(connection.headers.get("content-type", "")):
        raise ClientException("Send JSON, as application/json.", status_code=415)


def _is_json(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == MediaType.JSON


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start":
        is_api = scope["path"].startswith("/api")
        there = {name.lower() for name, _ in message["headers"]}
        more = API_HEADERS if is_api else PAGE_HEADERS
        message["headers"] = [
            *message["headers"],
            *((name, value) for name, value in more if name not in there),
        ]
        if is_api:
            _log_request(scope, message["status"])


def _log_request(scope: Scope, status: int) -> None:
    """Log the route, not the path: the path may contain the id of a table."""
    path = scope.get("path_template", "unknown")
    method = scope.get("method")
    level = logging.DEBUG if status == TOO_MANY else logging.INFO  # a flood must not fill the disk
    log.log(level, "request", extra={"method": method, "path": path, "status": status})


def _problem(status: int, explanation: ExplainedError | None = None) -> ErrorHandler:
    """Answer with the explanation, or else with the error itself."""

    def answer(_: AnyRequest, error: Exception) -> Response[Problem]:
        shown = explanation or error
        code, facts = (shown.code, shown.facts) if isinstance(shown, ExplainedError) else ("", {})
        problem = Problem(str(shown), code, facts)
        wait = {"Retry-After": str(error.wait)} if isinstance(error, RateLimited | Busy) else {}
        return Response(problem, status_code=status, media_type=MediaType.JSON, headers=wait)

    return answer


def _describe_problems(description: OpenAPI) -> None:
    """Describe our error responses in place of the framework's."""
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
    refusal = OpenAPIResponse(
        "A sentence that explains the error.", content={MediaType.JSON: problem}
    )
    for path in (description.paths or {}).values():
        for operation in (path.get, path.post):
            if operation is not None and operation.responses is not None:
                operation.responses.pop("400", None)
                operation.responses["default"] = refusal


def _http_problem(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Errors of the framework in our form, with the place of each wrong value."""
    details = error.extra if isinstance(error.extra, list) else []
    places = [f"{detail.get('key', '')}: {detail['message']}" for detail in details]
    because = "; ".join([error.detail, *places])
    if code := CODES.get(error.status_code):
        problem = Problem(because, code)
    else:
        place = details[0].get("key", "") if details else ""
        problem = Problem(because, "not-understood", {"place": place})
    return Response(problem, status_code=error.status_code, media_type=MediaType.JSON)


def _internal_error(request: AnyRequest, error: Exception) -> Response[Problem]:
    path = request.scope.get("path_template", "unknown")
    log.error("a request failed", exc_info=error, extra={"method": request.method, "path": path})
    problem = Problem("Something went wrong on the server. We've logged it.", "our-fault")
    return Response(problem, status_code=500, media_type=MediaType.JSON)
