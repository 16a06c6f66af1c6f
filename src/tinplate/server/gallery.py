"""The gallery over HTTP: what people drew and published, their own drawings, and reports."""

import asyncio
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec.json import Decoder
from msgspec.structs import asdict, replace

from tinplate.accounts.values import Account
from tinplate.gallery.rules import CheckedText, may_host_see, may_see
from tinplate.gallery.values import DeleteDrawing, Publish, Redraw, ReportDrawing, Unpublish
from tinplate.game import Malformed, Rejected
from tinplate.lobby.values import Guest
from tinplate.pack import BadDrawing, GamePack
from tinplate.server.compute import Cancel
from tinplate.server.context import ServerContext
from tinplate.server.drawings import MAX_DRAWINGS, as_saved, plays_log, read_text
from tinplate.server.host import is_host, require_host
from tinplate.server.http import (
    HOUR,
    Behind,
    TheContext,
    TheGuest,
    cursor,
    named,
    next_page,
    no_such_page,
)
from tinplate.server.log_cache import UnknownLog
from tinplate.server.moderation_routes import find_moderator
from tinplate.server.players import require_player, require_voice
from tinplate.server.queries import LongQuery, TheQuery, query_of
from tinplate.server.replicas import HOST, DrawingReplica, drawing_kind
from tinplate.server.sockets import address_of
from tinplate.social.values import DrawingAction
from tinplate.store.log import PAGE, Head
from tinplate.wire.resources import (
    BadText,
    ChangeDrawing,
    DrawingListed,
    DrawingPage,
    DrawingSummary,
    GuestDrawings,
    HideDrawing,
    HostDrawing,
    HostDrawings,
    Mistake,
    OneDrawing,
    ReportedFacts,
    SaveDrawing,
)

DRAWINGS_PER_PAGE = 24
MAX_SEARCHED = 2_000  # the latest of a game, when they are searched or sorted by plays
MAX_REPORTED = 50  # that the host is shown at a time; when these are done with, there are others
PICTURES_KEPT = 200  # about 50 kB each
SAVING = {"purpose": "drawings"}
FOR_YOU = CacheControlHeader(private=True, max_age=HOUR)  # the host may hide it
AnyRequest = Request[Any, Any, Any]
Order = Literal["newest", "plays"]
Wanted = Annotated[str, QueryParameter(max_length=40)]
_SUMMARY = Decoder(DrawingSummary)


@get("/api/drawings")
async def public_drawings(  # noqa: PLR0913, PLR0917 - each is a query parameter
    request: AnyRequest,
    context: TheContext,
    game: FromQuery[str],
    order: FromQuery[Order] = "newest",
    search: Wanted = "",
    behind: Behind = None,
) -> DrawingPage:
    """What people published for a game, page by page: the latest first, or the most played."""
    pack = _pack(context, game)
    if order == "newest" and not search.strip():
        with no_such_page():
            heads = await context.store.listing(
                drawing_kind(pack.name),
                is_public=True,
                is_open=True,
                limit=DRAWINGS_PER_PAGE,
                behind=cursor(behind),
            )
        return DrawingPage(
            await listed_drawings(context, heads), next_page(heads, DRAWINGS_PER_PAGE)
        )
    context.rate_limiter.spend(address_of(request), "heavy")
    found = await found_drawings(context, pack, order, search)
    start = _number(behind)
    page = tuple(found[start : start + DRAWINGS_PER_PAGE])
    end = start + len(page)
    return DrawingPage(page, str(end) if end < len(found) else None)


@get("/api/guest/drawings")
async def own_drawings(context: TheContext, guest: TheGuest) -> GuestDrawings:
    """All that the guest has saved, the latest first."""
    own = named(guest).id
    heads = await drawings_of(context, own, MAX_DRAWINGS)
    listed = sorted(await listed_drawings(context, heads), key=lambda each: -each.saved_at)
    return GuestDrawings(tuple(listed), MAX_DRAWINGS)


@post("/api/drawings", opt=SAVING)
async def save_drawing(
    long_query: TheQuery, guest: TheGuest, data: JSONBody[SaveDrawing]
) -> OneDrawing:
    """Save a drawing. Only its author sees it, until it is published."""
    author, context = named(guest), long_query.context
    await require_player(context, author)
    await require_voice(context, author)
    pack = _pack(context, data.game)
    checked = await long_query.compute(lambda _: read_text(pack, data.text))
    id_ = await context.drawings.save(author, data, checked)
    return await _one(context, await _seen(context, id_, author), author)


@get("/api/drawings/{drawing:str}")
async def one_drawing(
    request: AnyRequest, context: TheContext, guest: TheGuest, drawing: FromPath[str]
) -> OneDrawing:
    """A drawing: published ones for everybody, all others for their author."""
    replica = await _seen(context, drawing, guest, by_host=await _oversees(request, context))
    return await _one(context, replica, guest)


@post("/api/drawings/{drawing:str}", opt=SAVING, status_code=200)
async def change_drawing(
    long_query: TheQuery,
    guest: TheGuest,
    drawing: FromPath[str],
    data: JSONBody[ChangeDrawing],
) -> DrawingListed:
    """Rename, redraw, publish, take back or delete your own; report that of somebody else."""
    actor, context = named(guest), long_query.context
    await require_player(context, actor)
    if not isinstance(data.command, Unpublish | DeleteDrawing | ReportDrawing):
        await require_voice(context, actor)
    replica = await _seen(context, drawing, actor)
    checked = await _checked(long_query, replica, data)
    await context.drawings.act(replica, actor, data.command, data.id, checked)
    return (await _told(context, [(drawing, _summary(context, replica))]))[0]


@get("/api/drawings/{drawing:str}/picture.svg", cache_control=FOR_YOU, media_type="image/svg+xml")
async def drawing_picture(  # noqa: PLR0913 - each is a parameter
    request: AnyRequest,
    context: TheContext,
    guest: TheGuest,
    drawing: FromPath[str],
    edition: FromQuery[int | None] = None,  # noqa: ARG001 - so that browsers keep each
    *,
    dark: FromQuery[bool] = False,
) -> Response[str]:
    """Its picture, for those who may see it."""
    replica = await _seen(context, drawing, guest, by_host=await _oversees(request, context))
    pack = _pack(context, replica.drawing.game)
    picture = await asyncio.to_thread(_picture, pack, replica.drawing.text, dark=dark)
    return Response(picture, media_type="image/svg+xml")


@get("/api/host/drawings", opt={"purpose": "heavy"})
async def host_drawings(request: AnyRequest, context: TheContext) -> HostDrawings:
    """What was reported or hidden, for the host and for moderators.

    For others: 401 without the host's cookie, 404 if there is no host page.
    """
    await _overseer(request, context)
    heads = await drawings_of(context, HOST, MAX_REPORTED + 1)
    shown = sorted(heads, key=lambda head: -_SUMMARY.decode(head.summary).reports)[:MAX_REPORTED]
    listed = await listed_drawings(context, shown)
    told = [await _for_host(context, each) for each in listed]
    return HostDrawings(tuple(told), has_more=len(heads) > MAX_REPORTED)


@post("/api/host/drawings/{drawing:str}", status_code=200, opt={"purpose": "people"})
async def hide_drawing(
    request: AnyRequest, context: TheContext, drawing: FromPath[str], data: JSONBody[HideDrawing]
) -> HostDrawing:
    """Hide a drawing; or keep it, and be done with its reports."""
    moderator = await _overseer(request, context)
    replica = await _seen(context, drawing, None, by_host=True)
    if moderator is not None:
        action: DrawingAction = "hide" if data.is_hidden else "keep"
        owner = replica.drawing.owner.id
        await context.moderation.note_drawing(moderator, action, owner, drawing)
    await context.drawings.hide(replica, is_hidden=data.is_hidden)
    [listed] = await _told(context, [(drawing, _summary(context, replica))])
    return await _for_host(context, listed)


def tell_mistakes(_: AnyRequest, error: BadDrawing) -> Response[BadText]:
    """Report each mistake with its place, so that an editor can point at it."""
    mistakes = tuple(
        Mistake(each.at, each.because, each.code, each.facts) for each in error.mistakes
    )
    answer = BadText(str(error), error.code, error.facts, parameter="text", mistakes=mistakes)
    return Response(answer, status_code=400, media_type=MediaType.JSON)


def routes() -> Router:
    return Router(
        path="/",
        route_handlers=[
            public_drawings,
            own_drawings,
            save_drawing,
            one_drawing,
            change_drawing,
            drawing_picture,
            host_drawings,
            hide_drawing,
        ],
        dependencies={"long_query": Provide(query_of)},
        exception_handlers={BadDrawing: tell_mistakes},
    )


def _pack(context: ServerContext, game: str) -> GamePack:
    """The game. Rejected if nobody draws boards for it here."""
    pack = context.catalogue.packs.get(game)
    if pack is None or not pack.has_drawings:
        raise Rejected("There are no boards to draw for this game.", "no-drawings")
    return pack


async def _seen(
    context: ServerContext, id_: str, guest: Guest | None, *, by_host: bool = False
) -> DrawingReplica:
    """The drawing, as it is now. UnknownLog if it is not for this guest to see, or not there."""
    replica = await context.log_cache.current(await context.log_cache.drawing(id_))
    is_for_host = by_host and may_host_see(replica.drawing)
    if not (may_see(replica.drawing, guest) or is_for_host):
        raise UnknownLog(id_)
    return replica


async def _checked(
    long_query: LongQuery, replica: DrawingReplica, change: ChangeDrawing
) -> CheckedText:
    """The text that is saved or published; measured, if everybody will see it."""
    drawing, command = replica.drawing, change.command
    pack = _pack(long_query.context, drawing.game)
    is_own = long_query.guest is not None and long_query.guest.id == drawing.owner.id
    checked = as_saved(drawing)
    if is_own and isinstance(command, Redraw):
        text = command.text
        checked = await long_query.compute(lambda _: read_text(pack, text))
    is_for_all = isinstance(command, Publish) or (
        isinstance(command, Redraw) and drawing.is_published
    )
    return await _measured(long_query, pack, checked) if is_own and is_for_all else checked


async def _measured(long_query: LongQuery, pack: GamePack, checked: CheckedText) -> CheckedText:
    """With its length, unless that would help in a match that is running now."""

    def measure(cancel: Cancel) -> tuple[int, int] | None:
        return pack.measure_drawing(checked.text, cancel)

    subject = pack.drawing_subject(checked.text)  # where it is anything like a match, it helps
    if subject is None:
        length = await long_query.search(pack.name, measure)
    else:
        try:
            length = await long_query.compute_help(subject, measure, lambda *_: True)
        except Rejected:
            length = None
    return checked._replace(facts=replace(checked.facts, length=length))


async def drawings_of(context: ServerContext, guest: str, limit: int) -> list[Head]:
    """Those of all games."""
    heads = list[Head]()
    for pack in context.catalogue.packs.values():
        if pack.has_drawings:
            kind = drawing_kind(pack.name)
            heads += await context.store.of_guest(guest, kind, is_open=True, limit=limit)
    return heads


async def found_drawings(
    context: ServerContext, pack: GamePack, order: Order, search: str
) -> list[DrawingListed]:
    """The latest of a game whose names contain what is searched for, in the wanted order."""
    heads = list[Head]()
    behind = None
    while len(heads) < MAX_SEARCHED:
        page = await context.store.listing(
            drawing_kind(pack.name), is_public=True, is_open=True, limit=PAGE, behind=behind
        )
        heads += page
        if len(page) < PAGE:
            break
        behind = page[-1].cursor
    sought = search.strip().casefold()
    summaries = [(head.log, _shown(context, head)) for head in heads]
    wanted = [(log, each) for log, each in summaries if sought in each.name.casefold()]
    listed = await _told(context, wanted)
    return sorted(listed, key=lambda each: -each.plays) if order == "plays" else [*listed]


async def listed_drawings(
    context: ServerContext, heads: Iterable[Head]
) -> tuple[DrawingListed, ...]:
    return await _told(context, [(head.log, _shown(context, head)) for head in heads])


def _shown(context: ServerContext, head: Head) -> DrawingSummary:
    """As everybody is shown it: an author who is gone has no name."""
    summary = _SUMMARY.decode(head.summary)
    return replace(summary, author=context.forgotten.author(summary.author, head.guests))


def _summary(context: ServerContext, replica: DrawingReplica) -> DrawingSummary:
    summary, owner = replica.summary, replica.drawing.owner
    return replace(summary, author=context.forgotten.author(owner.name, (owner.id,)))


async def _told(
    context: ServerContext, summaries: Sequence[tuple[str, DrawingSummary]]
) -> tuple[DrawingListed, ...]:
    """With how often each has been played."""
    logs = {plays_log(summary.board) for _, summary in summaries}
    versions = await context.store.versions([*logs]) if logs else {}
    told = list[DrawingListed]()
    for log, summary in summaries:
        facts = asdict(summary)
        plays = 1 + versions.get(plays_log(facts.pop("board")), -1)
        del facts["reports"]  # for the host only
        told.append(DrawingListed(id=log, plays=plays, **facts))
    return tuple(told)


async def _one(context: ServerContext, replica: DrawingReplica, guest: Guest | None) -> OneDrawing:
    drawing = replica.drawing
    [listed] = await _told(context, [(replica.log, _summary(context, replica))])
    settings = _pack(context, drawing.game).settings_on(drawing.text)
    return OneDrawing(
        listed,
        drawing.text,
        None if settings is None else dict(settings),
        is_yours=guest is not None and guest.id == drawing.owner.id,
    )


async def _overseer(request: AnyRequest, context: ServerContext) -> Account | None:
    """The moderator who asks; None: it is the host. Refused to everybody else."""
    moderator = await find_moderator(request, context)
    if moderator is None:
        require_host(request, context)
    return moderator


async def _oversees(request: AnyRequest, context: ServerContext) -> bool:
    return is_host(request, context) or await find_moderator(request, context) is not None


async def _for_host(context: ServerContext, listed: DrawingListed) -> HostDrawing:
    replica = await context.log_cache.current(await context.log_cache.drawing(listed.id))
    drawing = replica.drawing
    reports = tuple(
        ReportedFacts(each.reason, each.text, each.edition == drawing.edition)
        for each in drawing.reports
    )
    return HostDrawing(listed, reports)


@lru_cache(PICTURES_KEPT)
def _picture(pack: GamePack, text: str, *, dark: bool) -> str:
    return pack.draw_drawing(text, dark=dark)


def _number(behind: str | None) -> int:
    with no_such_page():
        if behind is None:
            return 0
        if not (behind.isascii() and behind.isdigit()):
            raise Malformed(f"{behind}: expected a number", "no-such-page")
        return int(behind)
