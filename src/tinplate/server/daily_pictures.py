"""Results of the puzzles of a day to share: a link that nobody can forge, and its picture.

Everything that is told is in the link, signed by the server. It has no name and no id in it, so
nothing has to be taken back if somebody deletes their account.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from cachetools import LRUCache
from litestar import Response, Router, get
from litestar.di import Provide
from litestar.params import FromPath, QueryParameter

from tinplate.accounts.rules import NotYours
from tinplate.server.compute import Cancel
from tinplate.server.context import ServerContext
from tinplate.server.http import TheContext
from tinplate.server.log_cache import UnknownLog
from tinplate.server.pictures import meta_tags, picture_tags
from tinplate.server.queries import FOR_AN_HOUR, HEAVY, TheQuery, query_of
from tinplate.server.share_card import (
    DailyEnd,
    daily_date,
    daily_headline,
    daily_line,
    daily_title,
    draw_daily,
    png_of,
    whole_seconds,
)
from tinplate.server.share_words import ENGLISH, WORDS, words_in
from tinplate.server.solvers import TheSolver, solver_of
from tinplate.wire.puzzle_runs import DailyShare

MAX_KEPT = 100  # pictures in memory, about 30 kB each
LONGEST = 400  # letters of a link
SIGNED = 7  # values that every link has; those of today have the language as well
Language = Annotated[str, QueryParameter(max_length=2)]
_kept: LRUCache[str, bytes] = LRUCache(MAX_KEPT)


@get("/api/puzzles/{puzzle:str}/share")
async def share_result(
    context: TheContext, solver: TheSolver, puzzle: FromPath[str], language: Language = ENGLISH
) -> DailyShare:
    """A link to your result, and its picture in your language. Only when your attempt is over."""
    game, found = await context.puzzles.find(puzzle)
    if not found.date:
        raise UnknownLog(puzzle)
    record = (await game.training.latest()).person(solver.id).record(found.id)
    first = None if record is None else record.first
    if first is None or first.state == "open":
        raise NotYours("Solve it first, or give up.", "attempt-is-open")
    result = context.result_seals.write(
        game.game, found.date, found.slot, -1 if first.extra is None else first.extra,
        first.answers, first.hints, whole_seconds(first.seconds),
        language if language in WORDS else ENGLISH,
    )  # fmt: skip
    page = f"/puzzles/daily/{found.date}?result={result}"
    return DailyShare(page, _picture(result))


@get(
    "/api/puzzles/results/{result:str}/picture.png",
    opt=HEAVY,
    cache_control=FOR_AN_HOUR,
    media_type="image/png",
)
async def result_picture(long_query: TheQuery, result: FromPath[str]) -> Response[bytes]:
    """The picture of a result. There is none of what the server has not signed."""
    end = result_of(long_query.context, result)
    if end is None:
        raise UnknownLog(result[:LONGEST])
    if result not in _kept:

        def work(_: Cancel) -> bytes:
            return png_of(draw_daily(end))

        _kept[result] = await long_query.compute(work)
    return Response(_kept[result], media_type="image/png")


def routes() -> Router:
    return Router(
        path="/",
        route_handlers=[share_result, result_picture],
        dependencies={"solver": Provide(solver_of), "long_query": Provide(query_of)},
    )


async def preview_of_day(
    context: ServerContext, day: str, query: Mapping[str, Any], root: str
) -> str:
    """The tags by which a messenger shows a link to the puzzles of a day, or to a result."""
    result = str(query.get("result", ""))
    end = result_of(context, result)
    if end is None or end.date != day:
        return meta_tags((("og:title", f"Puzzles of {day}"), ("og:type", "website")))
    return picture_tags(
        title=f"{daily_headline(end)} - {daily_title(end)} - {daily_date(end)}",
        description=f"{daily_line(end)}. {words_in(end.language).better}",
        picture=root + _picture(result),
    )


def result_of(context: ServerContext, result: str) -> DailyEnd | None:
    """What a link says; None if the server has not signed it."""
    values = context.result_seals.read(result) if len(result) <= LONGEST else None
    if values is None:
        return None
    game, day, slot, extra, answers, hints, seconds = values[:SIGNED]
    language = str(values[SIGNED]) if len(values) > SIGNED else ENGLISH
    pack = context.catalogue.packs.get(str(game))
    if pack is None:
        return None
    shown = None if int(extra) < 0 else int(extra)
    said = pack.puzzle_words.get(language, pack.puzzle_words.get(ENGLISH, {}))
    return DailyEnd(
        pack.title, str(day), said.get(str(slot), str(slot)), shown, int(answers), int(hints),
        int(seconds), said.get("best", pack.title), language,
    )  # fmt: skip


def _picture(result: str) -> str:
    return f"/api/puzzles/results/{result}/picture.png"
