"""HTTP requests about leaderboards of puzzles, those who are not ranked, and settings."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.di import Provide
from litestar.params import FromQuery, JSONBody, QueryParameter

from tinplate.accounts.rules import NotYours
from tinplate.server.http import TheContext, TheGuest
from tinplate.server.players import account_of
from tinplate.server.puzzle_routes import Day, day_asked
from tinplate.server.puzzle_settings import SolverSettings
from tinplate.server.puzzles import GamePuzzles
from tinplate.server.queries import BadRequest
from tinplate.server.rankings import could_be_done
from tinplate.server.solvers import TheSolver, known, solver_of
from tinplate.training.boards import (
    BoardPlace,
    IsRanked,
    daily_places,
    rating_places,
    run_places,
    week_of,
)
from tinplate.wire.puzzle_runs import (
    BoardMode,
    BoardPeriod,
    ChangePuzzleSettings,
    PuzzleBoard,
    PuzzleSettings,
    UnrankedPeople,
)

EPOCH = date(1970, 1, 1)
AnyRequest = Request[Any, Any, Any]
GameName = Annotated[str, QueryParameter(max_length=100)]
SlotName = Annotated[str | None, QueryParameter(max_length=100)]


@get("/api/puzzles/leaderboard")
async def leaderboard(  # noqa: PLR0913, PLR0917 - what is asked for
    context: TheContext,
    solver: TheSolver,
    game: GameName,
    mode: FromQuery[BoardMode],
    period: FromQuery[BoardPeriod] = "day",
    slot: SlotName = None,
    day: Day = None,
) -> PuzzleBoard:
    """The best of a day, or of the week it is in; ratings are those of now."""
    found = context.puzzles.game(game)
    _require_board(found, mode, period, slot)
    days = _days(day_asked(context, day), period)
    is_ranked = partial(could_be_done, found)
    places = await _places(found, mode, days, slot, is_ranked)
    people, rows, own = await context.rankings.rows(found, places, solver.id)
    unranked = await context.rankings.findings(found, found.training.fold.person(solver.id))
    if own is None and not unranked:
        all_places = await _places(found, mode, days, slot, lambda *_: True)
        is_left_out = any(place.person.id == solver.id for place in all_places)
        unranked = ("too-fast",) if is_left_out else ()
    return PuzzleBoard(
        game=game,
        mode=mode,
        period=period,
        slot=slot,
        first=days[0].isoformat() if days else None,
        last=days[-1].isoformat() if days else None,
        people=people,
        rows=tuple(rows),
        you=own,
        unranked=unranked,
    )


@get("/api/puzzles/unranked")
async def unranked(context: TheContext, guest: TheGuest) -> UnrankedPeople:
    """Everybody whose results no person could have; for moderators."""
    account = await account_of(context, guest)
    if account is None or not context.accounts.is_moderator(account):
        raise NotYours("Only moderators see this.", "only-moderators")
    return UnrankedPeople(tuple(await context.rankings.unranked([*context.puzzles.games])))


@get("/api/puzzles/settings")
async def settings(context: TheContext, solver: TheSolver) -> PuzzleSettings:
    """What you have decided about your attempts."""
    if solver.id is None:
        return PuzzleSettings(is_in_dataset=False)
    return PuzzleSettings((await context.puzzle_settings.find(solver.id)).is_in_dataset)


@post("/api/puzzles/settings", opt={"purpose": "drawings"}, status_code=200)
async def change_settings(
    request: AnyRequest,
    context: TheContext,
    guest: TheGuest,
    solver: TheSolver,
    data: JSONBody[ChangePuzzleSettings],
) -> Response[PuzzleSettings]:
    """Whoever has never been here can decide, too."""
    who = await known(request, context, guest, solver)
    changed = await context.puzzle_settings.change(SolverSettings(who.id, data.is_in_dataset))
    return Response(PuzzleSettings(changed.is_in_dataset), cookies=who.cookies)


def routes() -> Router:
    return Router(
        path="/",
        route_handlers=[leaderboard, unranked, settings, change_settings],
        dependencies={"solver": Provide(solver_of)},
    )


def _require_board(
    game: GamePuzzles, mode: BoardMode, period: BoardPeriod, slot: str | None
) -> None:
    slots = [each.name for each in game.maker.daily]
    if (mode == "rating") != (period == "all") or (slot is not None and mode != "daily"):
        raise BadRequest("There is no such leaderboard.", "no-such-board")
    if mode == "daily" and slot not in {None, *slots}:
        raise BadRequest("There is no such leaderboard.", "no-such-board")


def _days(day: date, period: BoardPeriod) -> Sequence[date]:
    match period:
        case "day":
            return [day]
        case "week":
            return [EPOCH + timedelta(each) for each in week_of((day - EPOCH).days)]
        case "all":
            return []


async def _places(
    game: GamePuzzles,
    mode: BoardMode,
    days: Sequence[date],
    slot: str | None,
    is_ranked: IsRanked,
) -> list[BoardPlace]:
    collection, training = await game.collection.current(), await game.training.current()
    match mode:
        case "daily":
            slots = [collection.daily(day) for day in days]
            names = [
                name for each in slots for at, name in each.items() if slot is None or at == slot
            ]
            return daily_places(training, names, is_ranked)
        case "rating":
            return rating_places(training)
        case _:
            numbers = [(day - EPOCH).days for day in days]
            return run_places(training, mode, numbers, is_ranked)
