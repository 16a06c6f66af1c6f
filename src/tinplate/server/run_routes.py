"""HTTP requests about streaks and races: from the lobby to the list of results."""

from collections.abc import Mapping
from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.di import Provide
from litestar.params import FromPath, JSONBody

from tinplate.lobby.values import AVATARS
from tinplate.server.context import ServerContext
from tinplate.server.http import TheContext, TheGuest
from tinplate.server.players import require_own_name
from tinplate.server.puzzle_routes import judged_extra
from tinplate.server.puzzle_views import puzzle_shown
from tinplate.server.rankings import could_be_done
from tinplate.server.sockets import address_of
from tinplate.server.solvers import KnownSolver, TheSolver, known, solver_of
from tinplate.training import runs
from tinplate.training.runs import MOST_SKIPPED, Run, RunPlayer, RunReply
from tinplate.training.standings import RunRecord
from tinplate.wire.puzzle_runs import (
    JoinRun,
    LeaveRun,
    OpenRun,
    OwnRuns,
    RunAnswer,
    RunJudged,
    RunPlayerShown,
    RunPuzzle,
    RunShown,
    RunStep,
    StartRun,
    UnrankedReason,
)

TRYING = {"purpose": "puzzles"}
AnyRequest = Request[Any, Any, Any]


@get("/api/puzzles/runs")
async def own_runs(context: TheContext, solver: TheSolver) -> OwnRuns:
    """The runs that one can go on with, the latest first."""
    if solver.id is None:
        return OwnRuns(())
    found = await context.runs.of_person(solver.id)
    shown = [
        await _shown(context, code, run, solver.id)
        for code, run in found.items()
        if solver.id not in run.ended
    ]
    return OwnRuns(tuple(shown))


@post("/api/puzzles/runs", opt={"purpose": "tables"})
async def open_run(
    request: AnyRequest,
    context: TheContext,
    guest: TheGuest,
    solver: TheSolver,
    data: JSONBody[OpenRun],
) -> Response[RunShown]:
    """Begin a streak, or open a race: you are its host, and others join by its link."""
    game = context.puzzles.game(data.game)
    who = await known(request, context, guest, solver)
    if guest is not None:
        await require_own_name(context, guest)
    await context.preparation.until_playable(game.game)
    code = await context.runs.open(_player(who), data.game, data.mode)
    shown = await _shown(context, code, await context.runs.find(code), who.id)
    return Response(shown, cookies=who.cookies)


@get("/api/puzzles/runs/{run:str}")
async def one_run(
    request: AnyRequest, context: TheContext, solver: TheSolver, run: FromPath[str]
) -> RunShown:
    """How it stands. Ask every second; whoever takes part is shown their puzzle."""
    found = await _find(request, context, run)
    return await _shown(context, run, found, solver.id)


@post("/api/puzzles/runs/{run:str}/join", opt=TRYING, status_code=200)
async def join_run(  # noqa: PLR0913, PLR0917 - dependencies
    request: AnyRequest,
    context: TheContext,
    guest: TheGuest,
    solver: TheSolver,
    run: FromPath[str],
    data: JSONBody[JoinRun],  # noqa: ARG001 - nothing to say
) -> Response[RunShown]:
    """Take part in a race that has not started. Whoever does already comes back."""
    await _find(request, context, run)
    who = await known(request, context, guest, solver)
    if guest is not None:
        await require_own_name(context, guest)
    joined = await context.runs.join(run, _player(who))
    return Response(await _shown(context, run, joined, who.id), cookies=who.cookies)


@post("/api/puzzles/runs/{run:str}/leave", opt=TRYING, status_code=200)
async def leave_run(
    context: TheContext,
    solver: TheSolver,
    run: FromPath[str],
    data: JSONBody[LeaveRun],  # noqa: ARG001 - nothing to say
) -> RunShown:
    """Leave the lobby of a race: the host's place goes to whoever came next. Or stop racing."""
    left = await context.runs.leave(run, solver.id or "")
    return await _shown(context, run, left, solver.id)


@post("/api/puzzles/runs/{run:str}/start", opt=TRYING, status_code=200)
async def start_run(
    context: TheContext,
    solver: TheSolver,
    run: FromPath[str],
    data: JSONBody[StartRun],  # noqa: ARG001 - nothing to say
) -> RunShown:
    """The host starts the countdown."""
    started = await context.runs.start(run, solver.id or "")
    return await _shown(context, run, started, solver.id)


@post("/api/puzzles/runs/{run:str}/answer", opt=TRYING, status_code=200)
async def answer_run(
    context: TheContext, solver: TheSolver, run: FromPath[str], data: JSONBody[RunAnswer]
) -> RunJudged:
    """The server replays it. Only the fewest moves count; then the next puzzle is shown."""
    now = context.clock()  # the clock stops here
    found, person = await context.runs.find(run), solver.id or ""
    await context.runs.begin(run, found, person)
    game = context.puzzles.game(found.game)
    training, extra = await game.training.latest(), None
    if runs.is_current(training, found, run, person, data.number):
        _, puzzle = await context.puzzles.find(found.series[data.number])
        if data.answer is not None:
            extra = await judged_extra(context, game, await game.puzzle(puzzle), data.answer)
        reply = RunReply(data.number, data.answer, extra, puzzle.rating, data.network, now)
        training = await context.runs.answer(run, found, person, reply)
    attempt = training.run(run)[person].attempts[data.number].attempt
    is_solved = attempt.state == "solved"
    shown = await _shown(context, run, found, person)
    return RunJudged(shown, is_solved, 0 if is_solved else extra)


def routes() -> Router:
    return Router(
        path="/",
        route_handlers=[own_runs, open_run, one_run, join_run, leave_run, start_run, answer_run],
        dependencies={"solver": Provide(solver_of)},
    )


def _player(who: KnownSolver) -> RunPlayer:
    return RunPlayer(who.id, who.name, who.avatar)


async def _find(request: AnyRequest, context: ServerContext, run: str) -> Run:
    """By a code that somebody may have guessed."""
    with context.rate_limiter.guess(address_of(request)):
        return await context.runs.find(run)


async def _shown(context: ServerContext, code: str, run: Run, person: str | None) -> RunShown:
    training = await context.runs.begin(code, run, person)
    records, now = training.run(code), context.clock()
    own = records.get(person or "")
    host = run.players[0].id if run.players else None
    streak = next(iter(records.values()), None) if run.mode == "streak" else None
    state = runs.phase(run, streak, now)
    is_yours = run.player(person) is not None
    is_solving = state == "running" and person not in run.ended
    return RunShown(
        id=code,
        game=run.game,
        mode=run.mode,
        state=state,
        now=now,
        starts_at=run.starts_at,
        ends_at=run.ends_at,
        is_yours=is_yours,
        is_host=is_yours and person == host,
        skips_left=0 if run.mode == "streak" else MOST_SKIPPED - (own.skipped if own else 0),
        players=_players(context, run, records, person, is_over=state == "over"),
        puzzle=await _puzzle(context, own) if own and is_solving else None,
        steps=_steps(own) if own and state == "over" else (),
        unranked=await _unranked(context, run, own),
        seen=own.seen if own and state == "over" else 0,
        best=training.best_before(own) if own and state == "over" else None,
    )


async def _unranked(
    context: ServerContext, run: Run, record: RunRecord | None
) -> tuple[UnrankedReason, ...]:
    """Why somebody's result is on no list: because of this run, or of all they did."""
    if record is None:
        return ()
    game = context.puzzles.game(run.game)
    found = await context.rankings.findings(game, record.person)
    if found or could_be_done(game, record.person, record.new):
        return found
    return ("too-fast",)


def _players(
    context: ServerContext,
    run: Run,
    records: Mapping[str, RunRecord],
    person: str | None,
    *,
    is_over: bool,
) -> tuple[RunPlayerShown, ...]:
    """The best first; whoever has as many and was faster comes first."""
    ranks = {player.id: _rank(records.get(player.id)) for player in run.players}
    order = sorted(run.players, key=lambda player: ranks[player.id])
    sorted_ranks, gone = sorted(ranks.values()), context.forgotten.people
    return tuple(
        RunPlayerShown(
            name="" if player.id in gone else context.forgotten.name(player.id, player.name),
            avatar=None if player.id in gone else AVATARS.get(player.avatar or ""),
            number=1 + run.players.index(player),
            is_you=player.id == person,
            is_host=player == run.players[0],
            place=1 + sorted_ranks.index(ranks[player.id]) if records else number,
            solved=record.solved if (record := records.get(player.id)) else 0,
            missed=record.missed if record else 0,
            is_done=player.id in run.ended or (record is not None and runs.is_done(run, record)),
            steps=_solved(record) if record and is_over else (),
        )
        for number, player in enumerate(order, 1)
    )


def _solved(record: RunRecord) -> tuple[bool, ...]:
    """Of the puzzles that somebody answered: one that the end cut off is no miss."""
    attempts = [each.attempt for each in record.attempts]
    return tuple(each.state == "solved" for each in attempts if each.seconds is not None)


def _rank(record: RunRecord | None) -> tuple[float, float]:
    return (0, 0) if record is None else (-record.solved, record.seconds)


async def _puzzle(context: ServerContext, record: RunRecord) -> RunPuzzle | None:
    name, attempt, _ = record.attempts[-1]
    if attempt.state != "open":
        return None
    game, found = await context.puzzles.find(name)
    text = (await game.puzzle(found)).text
    number = len(record.attempts) - 1
    return RunPuzzle(number, puzzle_shown(game, found), text, attempt.started_at)


def _steps(record: RunRecord) -> tuple[RunStep, ...]:
    return tuple(
        RunStep(number, puzzle, attempt.state == "solved", attempt.seconds)
        for number, (puzzle, attempt, _) in enumerate(record.attempts)
    )
