"""HTTP requests about puzzles: what is there, an attempt from its start to its review."""

import asyncio
from calendar import monthrange
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from tinplate.accounts.rules import NotYours
from tinplate.game import Malformed
from tinplate.puzzles.collection import IndexedPuzzle
from tinplate.puzzles.daily import FIRST_DAY
from tinplate.puzzles.values import MadePuzzle
from tinplate.ratings.results import RatingStep
from tinplate.server.context import ServerContext
from tinplate.server.http import TheContext, TheGuest
from tinplate.server.log_cache import UnknownLog
from tinplate.server.puzzle_views import (
    archive_days,
    attempt_shown,
    daily_page,
    day_streak,
    game_shown,
    outlook_of,
    puzzle_shown,
)
from tinplate.server.puzzles import GamePuzzles
from tinplate.server.queries import BadRequest, TheQuery, query_of
from tinplate.server.solvers import KnownSolver, TheSolver, known, solver_of
from tinplate.training import rules
from tinplate.training.attempts import TrainingAttempt
from tinplate.training.choosing import near
from tinplate.training.glicko import GlickoRating, shown
from tinplate.training.rules import rating_of
from tinplate.training.scoring import HINT_LEVELS, FirstAnswer
from tinplate.training.standings import GameTraining
from tinplate.training.values import RUNS, Answered, AttemptRow, GivenUp, Mode
from tinplate.wire.puzzles import (
    AnswerJudged,
    AskHint,
    DailyArchive,
    DailyPage,
    GiveAnswer,
    GiveUpPuzzle,
    NextPuzzle,
    OfflineAnswer,
    OfflineAnswers,
    OfflinePuzzle,
    OfflinePuzzles,
    OfflineRecorded,
    OnePuzzle,
    PuzzleAttempt,
    PuzzleHint,
    PuzzleOverview,
    PuzzleReview,
    StartPuzzle,
    TakeOffline,
)

TRYING = {"purpose": "puzzles"}
FOR_YOU = CacheControlHeader(private=True, max_age=24 * 60 * 60)  # others may not have begun
MOST_SOLUTIONS = 50
LOOKED_AT = 4  # puzzles for each that is taken offline: pages cannot play all of them alone
AnyRequest = Request[Any, Any, Any]
Day = Annotated[str | None, QueryParameter(max_length=10)]
Month = Annotated[str | None, QueryParameter(max_length=7)]


@get("/api/puzzles")
async def overview(context: TheContext, solver: TheSolver) -> PuzzleOverview:
    """What there is, how somebody stands, and the puzzles of today."""
    games = [await game_shown(context, game, solver.id) for game in context.puzzles.games]
    today = await daily_page(context, solver.id, context.puzzles.today)
    return PuzzleOverview(tuple(games), await day_streak(context, solver.id), today)


@get("/api/puzzles/daily")
async def daily(context: TheContext, solver: TheSolver, day: Day = None) -> DailyPage:
    """The puzzles of a day, by default of today; of days that are over, how everybody did."""
    return await daily_page(context, solver.id, day_asked(context, day))


@get("/api/puzzles/archive")
async def archive(context: TheContext, solver: TheSolver, month: Month = None) -> DailyArchive:
    """The days of a month that have puzzles, by default of this month."""
    first = _month(context, month)
    last = first.replace(day=monthrange(first.year, first.month)[1])
    end = min(last, context.puzzles.today)
    days = [first + timedelta(number) for number in range((end - first).days + 1)]
    found = await archive_days(context, solver.id, days)
    return DailyArchive(f"{first:%Y-%m}", FIRST_DAY.isoformat(), tuple(found))


@post("/api/puzzles/next", opt=TRYING, status_code=200)
async def next_puzzle(
    request: AnyRequest,
    context: TheContext,
    guest: TheGuest,
    solver: TheSolver,
    data: JSONBody[NextPuzzle],
) -> Response[PuzzleAttempt]:
    """Choose a puzzle for somebody, and begin with it. One that is begun comes first."""
    game = context.puzzles.game(data.game)
    who = await known(request, context, guest, solver)
    training = await game.training.latest()
    try:
        found = await game.choose(training.person(who.id), data.mode, data.theme, context.clock())
    except Malformed as error:
        raise BadRequest(str(error), "no-such-theme") from None
    begun = await _begin(context, game, found, who, data.mode)
    return Response(begun, cookies=who.cookies)


@post("/api/puzzles/offline", opt=TRYING, status_code=200)
async def take_offline(
    request: AnyRequest,
    context: TheContext,
    guest: TheGuest,
    solver: TheSolver,
    data: JSONBody[TakeOffline],
) -> Response[OfflinePuzzles]:
    """Puzzles at one's level with their solutions. For whoever has them, they do not count."""
    game = context.puzzles.game(data.game)
    who = await known(request, context, guest, solver)
    chosen = await _for_offline(game, who.id, data.count)

    def judge(training: GameTraining) -> Sequence[AttemptRow]:
        triers = [context.puzzles.trier(who.id, puzzle) for puzzle in chosen]
        return [row for trier in triers for row in rules.take_offline(training, trier)]

    await game.training.write([f"person {who.id}"], judge)
    await context.preparation.until_ready(game.game)
    puzzles = [await _offline(game, puzzle) for puzzle in chosen]
    return Response(OfflinePuzzles(tuple(puzzles)), cookies=who.cookies)


@post("/api/puzzles/offline/answers", opt=TRYING, status_code=200)
async def record_offline(
    context: TheContext, solver: TheSolver, data: JSONBody[OfflineAnswers]
) -> OfflineRecorded:
    """What was done without a network: written down, and rated for nobody."""
    recorded = 0
    for each in data.answers:
        if solver.id is not None:
            recorded += await _record_offline(context, solver.id, each)
    return OfflineRecorded(recorded)


@get("/api/puzzles/{puzzle:str}")
async def one_puzzle(context: TheContext, solver: TheSolver, puzzle: FromPath[str]) -> OnePuzzle:
    """A puzzle, and one's own attempt at it; whoever has none does not see the puzzle itself."""
    game, found = await context.puzzles.find(puzzle)
    record = (await game.training.latest()).person(solver.id).record(found.id)
    if record is None or record.latest is None:
        return OnePuzzle(puzzle_shown(game, found), None)
    shown = _last_done(record.first, record.latest)
    return OnePuzzle(puzzle_shown(game, found), await _shown(context, game, found, shown))


@get("/api/puzzles/{puzzle:str}/board.svg", cache_control=FOR_YOU, media_type="image/svg+xml")
async def puzzle_board(
    context: TheContext,
    solver: TheSolver,
    puzzle: FromPath[str],
    *,
    is_begun: FromQuery[bool] = False,  # so that browsers keep both
    dark: FromQuery[bool] = False,
) -> Response[str]:
    """Its board. Whoever has not begun with it sees neither robots nor the task."""
    game, found = await context.puzzles.find(puzzle)
    record = (await game.training.current()).person(solver.id).record(found.id)
    is_seen = is_begun and record is not None and record.latest is not None
    picture = await game.picture(found, dark=dark, is_bare=not is_seen)
    return Response(picture, media_type="image/svg+xml")


@post("/api/puzzles/{puzzle:str}/start", opt=TRYING, status_code=200)
async def start(  # noqa: PLR0913, PLR0917 - dependencies
    request: AnyRequest,
    context: TheContext,
    guest: TheGuest,
    solver: TheSolver,
    puzzle: FromPath[str],
    data: JSONBody[StartPuzzle],  # noqa: ARG001 - nothing to say yet
) -> Response[PuzzleAttempt]:
    """Begin with a puzzle: the clock runs. Whoever has begun goes on."""
    game, found = await _find(context, puzzle, solver.id)
    who = await known(request, context, guest, solver)
    is_todays = found.date == context.puzzles.today.isoformat()
    mode: Mode = "daily" if is_todays else "link"
    begun = await _begin(context, game, found, who, mode)
    return Response(begun, cookies=who.cookies)


@post("/api/puzzles/{puzzle:str}/hint", opt=TRYING, status_code=200)
async def hint(
    context: TheContext, solver: TheSolver, puzzle: FromPath[str], data: JSONBody[AskHint]
) -> PuzzleHint:
    """How many moves it takes; then the first one; then half of them."""
    game, found = await _find(context, puzzle, solver.id)
    trier = context.puzzles.trier(solver.id or "", found)
    await game.training.write(
        _touched(trier.person, found), partial(rules.hint, trier=trier, level=data.level)
    )
    steps = (await game.puzzle(found)).solution.split()[: found.length]
    told = (0, 1, (found.length + 1) // 2)[data.level - 1]
    return PuzzleHint(data.level, HINT_LEVELS, found.length, tuple(steps[:told]))


@post("/api/puzzles/{puzzle:str}/answer", opt=TRYING, status_code=200)
async def answer(
    context: TheContext, solver: TheSolver, puzzle: FromPath[str], data: JSONBody[GiveAnswer]
) -> AnswerJudged:
    """The server replays it. The first answer decides the score; the fewest moves end it."""
    game, found = await _find(context, puzzle, solver.id)
    trier = context.puzzles.trier(solver.id or "", found)  # the clock stops here
    extra = await judged_extra(context, game, await game.puzzle(found), data.answer)
    judge = partial(rules.answer, trier=trier, text=data.answer, extra=extra, network=data.network)
    return await _judge(context, game, found, trier.person, judge)


@post("/api/puzzles/{puzzle:str}/give-up", opt=TRYING, status_code=200)
async def give_up(
    context: TheContext,
    solver: TheSolver,
    puzzle: FromPath[str],
    data: JSONBody[GiveUpPuzzle],  # noqa: ARG001 - nothing to say
) -> AnswerJudged:
    """End it, to see the solution."""
    game, found = await _find(context, puzzle, solver.id)
    trier = context.puzzles.trier(solver.id or "", found)
    judge = partial(rules.give_up, trier=trier)
    return await _judge(context, game, found, trier.person, judge)


@get("/api/puzzles/{puzzle:str}/review", opt={"purpose": "heavy"})
async def review(long_query: TheQuery, solver: TheSolver, puzzle: FromPath[str]) -> PuzzleReview:
    """Everything about a puzzle, for those who are done with it."""
    context = long_query.context
    game, found = await _find(context, puzzle, solver.id)
    training = await game.training.latest()
    record = training.person(solver.id).record(found.id)
    if record is None or record.first is None or record.latest is None or not record.is_over:
        raise NotYours("Solve it first, or give up.", "attempt-is-open")
    made, own = await game.puzzle(found), record.latest
    if own.state == "open" or own.answer_row is None:
        own = record.first if record.first.answer_row is not None else own
    text = await game.first_answer(own)
    solutions, left = await long_query.search(game.game, lambda _: _reviewed(game, made, text))
    standing = training.puzzle(found.id)
    return PuzzleReview(
        attempt=attempt_shown(game, found, made.text, record.latest, context.clock()),
        length=made.length,
        solutions=solutions,
        solution_count=made.solutions,
        themes=made.themes,
        effort=made.effort,
        source=made.source,
        rating=shown(rating_of(training, found.id, found.rating)),
        first_rating=found.rating,
        people=standing.people,
        solved=standing.solved,
        answer=text,
        left=left,
    )


def routes() -> Router:
    return Router(
        path="/",
        route_handlers=[
            overview, daily, archive, next_puzzle, take_offline, record_offline, one_puzzle,
            puzzle_board, start, hint, answer, give_up, review,
        ],
        dependencies={"solver": Provide(solver_of), "long_query": Provide(query_of)},
    )  # fmt: skip


async def _find(
    context: ServerContext, puzzle: str, person: str | None
) -> tuple[GamePuzzles, IndexedPuzzle]:
    """A puzzle that somebody may work on: not while it is part of a run of theirs."""
    game, found = await context.puzzles.find(puzzle)
    if person is not None:
        record = (await game.training.current()).person(person).record(found.id)
        if record is not None and record.latest is not None and record.latest.mode in RUNS:
            await context.runs.require_over(person, found)
    return game, found


async def _begin(
    context: ServerContext, game: GamePuzzles, found: IndexedPuzzle, who: KnownSolver, mode: Mode
) -> PuzzleAttempt:
    made = await game.puzzle(found)  # before the clock runs
    await context.preparation.until_playable(game.game)
    trier = context.puzzles.trier(who.id, found)
    start = partial(rules.start, trier=trier, mode=mode, name=who.name, avatar=who.avatar)
    await game.training.write(_touched(trier.person, found), start)
    latest = _latest(game, who.id, found)
    return attempt_shown(game, found, made.text, latest, context.clock())


def _last_done(first: TrainingAttempt | None, latest: TrainingAttempt) -> TrainingAttempt:
    """The latest attempt, unless nothing was done in it yet and an earlier one is over."""
    is_idle = latest.state == "open" and not latest.answers
    return first if first is not None and is_idle and first.state != "open" else latest


async def _judge(
    context: ServerContext,
    game: GamePuzzles,
    found: IndexedPuzzle,
    person: str,
    judge: Callable[[GameTraining], Sequence[Answered | GivenUp]],
) -> AnswerJudged:
    before = list[GlickoRating]()

    def judged(training: GameTraining) -> Sequence[Answered | GivenUp]:
        before[:] = [training.person(person).rating]
        return judge(training)

    [row] = await game.training.write(_touched(person, found), judged)
    outcome = row.outcome if isinstance(row, Answered | GivenUp) else None
    changed = None if outcome is None else outcome.person
    step = None if changed is None else _step(before[0], changed)
    attempt = await _shown(context, game, found, _latest(game, person, found))
    extra = row.extra if isinstance(row, Answered) else None
    outlook = None if changed is None else outlook_of(changed)
    return AnswerJudged(attempt, extra is not None, extra, step, outlook)


def _step(before: GlickoRating, after: GlickoRating) -> RatingStep:
    new = shown(after)
    return RatingStep(shown(before).number, new.number, new.margin, new.is_provisional)


def _touched(person: str, puzzle: IndexedPuzzle) -> list[str]:
    """Answers change the ratings of both."""
    return [f"person {person}", f"puzzle {puzzle.id}"]


def _latest(game: GamePuzzles, person: str, found: IndexedPuzzle) -> TrainingAttempt:
    record = game.training.fold.person(person).record(found.id)
    if record is None or record.latest is None:
        raise UnknownLog(found.id)
    return record.latest


async def _shown(
    context: ServerContext, game: GamePuzzles, found: IndexedPuzzle, attempt: TrainingAttempt
) -> PuzzleAttempt:
    text = (await game.puzzle(found)).text
    return attempt_shown(game, found, text, attempt, context.clock())


async def judged_extra(
    context: ServerContext, game: GamePuzzles, made: MadePuzzle, text: str
) -> int | None:
    """Moves more than the fewest; None if it does not solve the puzzle."""
    await context.preparation.until_playable(game.game)
    try:
        judged = await asyncio.to_thread(game.maker.judge, made, text)
    except Malformed as error:
        if not error.code:
            raise BadRequest(str(error), "not-understood", place="answer") from None
        raise BadRequest(str(error), error.code, **error.facts) from None
    return judged.moves - made.length if judged.is_solved else None


def _reviewed(
    game: GamePuzzles, made: MadePuzzle, text: str | None
) -> tuple[tuple[str, ...], tuple[int | None, ...]]:
    solutions = game.maker.solutions_of(made, MOST_SOLUTIONS)
    return solutions, () if text is None else game.maker.left_after(made, text)


async def _for_offline(game: GamePuzzles, person: str, count: int) -> list[IndexedPuzzle]:
    """Those that somebody has and has not done yet, and others near their level."""
    collection, training = await game.collection.current(), await game.training.latest()
    own = training.person(person)
    seen = frozenset(own.records)
    kept = [
        puzzle
        for name, record in own.records.items()
        if record.is_offline
        and record.latest is None
        and (puzzle := collection.find(name)) is not None
    ][:count]

    def is_wanted(name: str) -> bool:
        return name not in seen

    names = near(collection.by_rating, own.rating.mean, is_wanted, LOOKED_AT * count)
    for name in names:
        puzzle = collection.find(name)
        if len(kept) == count:
            break
        if puzzle is not None and game.maker.is_for_offline(await game.puzzle(puzzle)):
            kept.append(puzzle)
    return kept


async def _offline(game: GamePuzzles, found: IndexedPuzzle) -> OfflinePuzzle:
    made = await game.puzzle(found)
    return OfflinePuzzle(
        puzzle=puzzle_shown(game, found),
        text=made.text,
        length=made.length,
        solution=made.solution,
        themes=made.themes,
        digests=await asyncio.to_thread(game.maker.answer_digests, made),
    )


async def _record_offline(context: ServerContext, person: str, each: OfflineAnswer) -> bool:
    game, found = await context.puzzles.find(each.puzzle)
    extra = None
    if each.answer is not None:
        extra = await judged_extra(context, game, await game.puzzle(found), each.answer)
    trier = context.puzzles.trier(person, found)
    first = FirstAnswer(extra, each.hints, each.seconds, found.rating)
    judge = partial(rules.record_offline, trier=trier, first=first, text=each.answer)
    return bool(await game.training.write(_touched(trier.person, found), judge))


def day_asked(context: ServerContext, written: str | None) -> date:
    """A day with puzzles: from the first one up to today."""
    today = context.puzzles.today
    if written is None:
        return today
    try:
        day = date.fromisoformat(written)
    except ValueError:
        raise BadRequest(f"“{written}” is no date, like 2026-11-17.", "no-date") from None
    if not FIRST_DAY <= day <= today:
        raise UnknownLog(written)
    return day


def _month(context: ServerContext, written: str | None) -> date:
    if written is None:
        return context.puzzles.today.replace(day=1)
    try:
        return date.fromisoformat(f"{written}-01")
    except ValueError:
        raise BadRequest(f"“{written}” is no month, like 2026-11.", "no-date") from None
