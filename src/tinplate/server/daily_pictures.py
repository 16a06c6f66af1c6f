"""Results of the puzzles of a day to share: a link that nobody can forge, and its picture.

Everything that is told is in the link, signed by the server. It has no name and no id in it, so
nothing has to be taken back if somebody deletes their account.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, cast

from cachetools import LRUCache
from litestar import Request, Response, Router, get
from litestar.di import Provide
from litestar.params import FromPath, QueryParameter

from tinplate.accounts.rules import NotYours
from tinplate.puzzles.daily import FIRST_DAY
from tinplate.server.compute import Cancel
from tinplate.server.context import ServerContext
from tinplate.server.http import TheContext
from tinplate.server.log_cache import UnknownLog
from tinplate.server.pictures import picture_tags, title_tags
from tinplate.server.queries import FOR_AN_HOUR, HEAVY, TheQuery, query_of
from tinplate.server.share_card import (
    DailyEnd,
    DayEnd,
    daily_line,
    daily_title,
    day_date,
    day_headline,
    draw_day,
    invitation,
    png_of,
    whole_seconds,
)
from tinplate.server.share_words import ENGLISH, WORDS, words_in
from tinplate.server.solvers import TheSolver, solver_of
from tinplate.training.marks import Mark, mark_of
from tinplate.wire.puzzle_runs import DailyShare

MAX_KEPT = 100  # pictures in memory, about 30 kB each
LONGEST = 600  # letters of a link
SIGNED = 7  # values of each puzzle
WHOLE_DAY = "day"  # begins a link that tells of several; others begin with a game
AnyRequest = Request[Any, Any, Any]
Language = Annotated[str, QueryParameter(max_length=2)]
_kept: LRUCache[tuple[str, str], bytes] = LRUCache(MAX_KEPT)


@get("/api/puzzles/{puzzle:str}/share")
async def share_result(
    context: TheContext, solver: TheSolver, puzzle: FromPath[str], language: Language = ENGLISH
) -> DailyShare:
    """A link to your results of the day, and their picture. Only where there is a result."""
    game, found = await context.puzzles.find(puzzle)
    if not found.date:
        raise UnknownLog(puzzle)
    record = (await game.training.latest()).person(solver.id).record(found.id)
    if mark_of(None if record is None else record.first) == "open":
        raise NotYours("Solve it first, or give up.", "attempt-is-open")
    told = [
        value
        for each in await _done(context, solver.id, date.fromisoformat(found.date))
        for value in each
    ]
    spoken = language if language in WORDS else ENGLISH
    result = context.result_seals.write(WHOLE_DAY, found.date, spoken, *told)
    page = f"/puzzles/daily/{found.date}?result={result}"
    return DailyShare(page, _picture(result))


async def _done(
    context: ServerContext, person: str | None, day: date
) -> list[tuple[str, str, str, int, int, int, int]]:
    """What is signed of each puzzle of a day that somebody has a result of.

    A longer route is one, though its attempt goes on as long as it is not given up.
    """
    found = list[tuple[str, str, str, int, int, int, int]]()
    for game in context.puzzles.games:
        ids = (await game.collection.current()).daily(day)
        own = (await game.training.latest()).person(person)
        for slot in game.maker.daily:
            record = own.record(ids.get(slot.name, ""))
            first = None if record is None else record.first
            if first is not None and (mark := mark_of(first)) != "open":
                found.append((
                    game.game, slot.name, mark, first.extra or 0, first.answers,
                    first.hints, whole_seconds(first.seconds),
                ))  # fmt: skip
    return found


@get(
    "/api/puzzles/results/{result:str}/picture.png",
    opt=HEAVY,
    cache_control=FOR_AN_HOUR,
    media_type="image/png",
)
async def result_picture(
    request: AnyRequest, long_query: TheQuery, result: FromPath[str]
) -> Response[bytes]:
    """The picture of results, with our address. There is none of what the server has not signed."""
    day = result_of(long_query.context, result)
    if day is None:
        raise UnknownLog(result[:LONGEST])
    address = request.url.netloc
    if (result, address) not in _kept:

        def work(_: Cancel) -> bytes:
            return png_of(draw_day(day, address))

        _kept[result, address] = await long_query.compute(work)
    return Response(_kept[result, address], media_type="image/png")


def routes() -> Router:
    return Router(
        path="/",
        route_handlers=[share_result, result_picture],
        dependencies={"solver": Provide(solver_of), "long_query": Provide(query_of)},
    )


async def preview_of_day(
    context: ServerContext, day: str, query: Mapping[str, Any], root: str
) -> str:
    """The tags by which a messenger shows a link to the puzzles of a day, or to a result.

    By default of today. A day without puzzles has no picture.
    """
    result = str(query.get("result", ""))
    end = result_of(context, result)
    if end is None or not end.ends or end.date != day:
        return _preview_without_result(context, day or context.puzzles.today.isoformat(), root)
    words = words_in(end.language)
    titles = [daily_title(each) for each in end.ends]
    lines = [daily_line(each, words) for each in end.ends]
    if len(titles) > 1:
        lines = [f"{title}: {line}" for title, line in zip(titles, lines, strict=True)]
    about = titles if len(titles) == 1 else []
    return picture_tags(
        title=" - ".join((day_headline(end), *about, day_date(end))),
        description=f"{'. '.join(lines)}. {invitation(end)}",
        picture=root + _picture(result),
    )


def _preview_without_result(context: ServerContext, day: str, root: str) -> str:
    """In English: nobody knows who will read it."""
    title = words_in(ENGLISH).puzzles_of.format(date=day)
    if not _has_puzzles(context, day):
        return title_tags(title)
    result = context.result_seals.write(WHOLE_DAY, day, ENGLISH)
    about = words_in(ENGLISH).about
    return picture_tags(title=title, description=about, picture=root + _picture(result))


def _has_puzzles(context: ServerContext, day: str) -> bool:
    try:
        return FIRST_DAY <= date.fromisoformat(day) <= context.puzzles.today
    except ValueError:
        return False


def result_of(context: ServerContext, result: str) -> DayEnd | None:
    """What a link says; None if the server has not signed it."""
    values = context.result_seals.read(result) if len(result) <= LONGEST else None
    if values is None:
        return None
    if values[0] != WHOLE_DAY:
        return _result_of_one(context, values)
    day, language = str(values[1]), str(values[2])
    ends = [
        end
        for first in range(3, len(values), SIGNED)
        if (end := _end_of(context, language, values[first : first + SIGNED])) is not None
    ]
    slots = sum(len(game.maker.daily) for game in context.puzzles.games)
    return DayEnd(day, ends, language, slots)


def _result_of_one(context: ServerContext, values: Sequence[str | int]) -> DayEnd | None:
    """A link of before: one puzzle, without its mark; the first ones without a language."""
    game, day, slot, extra, answers, hints, seconds = values[:SIGNED]
    language = str(values[SIGNED]) if len(values) > SIGNED else ENGLISH
    longer, tries = int(extra), int(answers)
    mark = "hinted" if hints else "best"
    if longer:
        mark = "missed" if longer < 0 else "longer"
    elif tries > 1:
        mark = "later"
    told = (game, slot, mark, max(0, longer), answers, hints, seconds)
    end = _end_of(context, language, told)
    return None if end is None else DayEnd(str(day), [end], language)


def _end_of(context: ServerContext, language: str, told: Sequence[str | int]) -> DailyEnd | None:
    """None if we do not have the game any more."""
    game, slot, mark, *numbers = told
    pack = context.catalogue.packs.get(str(game))
    if pack is None:
        return None
    said = pack.puzzle_words.get(language, pack.puzzle_words.get(ENGLISH, {}))
    extra, answers, hints, seconds = map(int, numbers)
    return DailyEnd(
        pack.title, said.get(str(slot), str(slot)), cast("Mark", mark), extra, answers, hints,
        seconds, said.get("best", pack.title),
    )  # fmt: skip


def _picture(result: str) -> str:
    return f"/api/puzzles/results/{result}/picture.png"
