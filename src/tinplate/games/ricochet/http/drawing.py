# ruff: noqa: PLC0415 - the solver is imported when somebody asks, so that a server starts at once
"""The routes for people who draw boards: what is known of one, a new one, texts of other kinds."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple
from urllib.parse import unquote

from litestar import get, post
from litestar.params import FromQuery, JSONBody

from tinplate.game import Malformed
from tinplate.games.ricochet.board import Board, Position, Robots, tokens_of
from tinplate.games.ricochet.drawn_board import draw_board, read_drawing
from tinplate.games.ricochet.formats.asp import write_asp
from tinplate.games.ricochet.formats.pddl import write_pddl
from tinplate.games.ricochet.formats.positions import puzzle_of
from tinplate.games.ricochet.formats.reading import is_foreign, read_position
from tinplate.games.ricochet.http.facts import board_facts, outcome_of, position_facts
from tinplate.games.ricochet.http.parameters import (
    OptionalText,
    RobotsText,
    Seed,
    Side,
    Text,
    Wish,
    read,
    read_rule,
)
from tinplate.games.ricochet.http.searching import refuse_while_warming
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import (
    parse_board,
    parse_position,
    parse_robots,
    parse_target,
)
from tinplate.games.ricochet.pieces import ROBOTS, Target
from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.topics import helps_in, is_alike, near_topics
from tinplate.games.ricochet.wire import (
    Dealt,
    Drawn,
    ExportFormat,
    PastedText,
    PlacedRobot,
    Surveyed,
    Symmetry,
    TargetLength,
    WrittenText,
)
from tinplate.server.compute import Cancel
from tinplate.server.queries import FOREVER, HEAVY, BadRequest, Subject, TheQuery

SURVEY_SECONDS = 0.6  # for all targets together: after every stroke somebody waits for it
THOROUGH_SECONDS = 10
MAKING_SECONDS = 20
_WITHOUT_TARGET = 2  # words: a board, and perhaps robots
MAX_PASTED = 1_000_000  # bytes; tasks of other programs on large boards are long


class KnownSurvey(NamedTuple):
    """What is told, and the solutions it comes from, which are not for whoever asked."""

    told: Surveyed
    routes: tuple[tuple[Position, tuple[Move, ...]], ...]


@get("/survey", opt=HEAVY)
async def survey_board(  # noqa: PLR0913 - each is a query parameter
    long_query: TheQuery,
    board: Text,
    robots: RobotsText,
    target: OptionalText = None,
    rule: Text = "ricochet",
    *,
    thorough: FromQuery[bool] = False,
) -> Surveyed:
    """How long each target of a board takes, and which cells no robot can ever reach.

    That helps as much as hints do, so it is refused where they are.
    """
    drawn = read("board", parse_board, board)
    begin = read("robots", partial(parse_robots, drawn), robots)
    chosen = None if target is None else read("target", parse_target, target)
    agreed = read_rule(rule)
    seconds = THOROUGH_SECONDS if thorough else SURVEY_SECONDS
    work = partial(_survey, drawn, begin, chosen, agreed, seconds)
    known = await long_query.compute_help(_subject_on(drawn, begin), work, _survey_helps)
    return known.told


@get("/made", opt=HEAVY)
async def made_board(  # noqa: PLR0913, PLR0917 - each is a query parameter
    long_query: TheQuery,
    seed: Seed,
    width: Side = 16,
    height: Side = 16,
    count: Side = 4,
    moves: Wish = None,
    symmetry: FromQuery[Symmetry] = "none",
    rule: Text = "ricochet",
    *,
    barriers: FromQuery[bool] = False,
) -> Dealt:
    """A position on a new board, drawn at random; the same seed and wish make the same one.

    `moves` is the wished length of its shortest solution.
    """
    from tinplate.games.ricochet.solver import making

    agreed = read_rule(rule)
    wish = making.BoardWish(width, height, count, moves, symmetry, barriers)

    def make(cancel: Cancel) -> making.Made:
        try:
            refuse_while_warming(making.first_position(seed, wish))
            return making.make_board(seed, wish, agreed, seconds=MAKING_SECONDS, cancel=cancel)
        except Malformed as error:
            raise BadRequest(str(error), error.code, **error.facts) from None

    made = await long_query.search("ricochet", make)
    dealt = Dealt(position_facts(made.position), made.moves, made.is_as_wished)
    # Somebody may be playing on this board already: how long it takes would help there.
    subject = _subject_on(made.position.board, made.position.robots)
    return await long_query.compute_help(subject, lambda _: dealt, lambda *_: False)


@post("/import", status_code=200, opt=HEAVY, request_max_body_size=MAX_PASTED)
async def import_text(long_query: TheQuery, data: JSONBody[PastedText]) -> Drawn:
    """A board from any text that we read: a link, a line, a drawing, or one of other programs."""
    return await long_query.compute(lambda _: _read_pasted(data.text))


@get("/export", opt=HEAVY)
async def export_position(
    long_query: TheQuery, position: Text, to: FromQuery[ExportFormat]
) -> WrittenText:
    """A position for other programs: as a planning task, or as facts."""
    start = read("position", parse_position, position)
    return await long_query.compute(lambda _: WrittenText(_written(start, to)))


@get("/text", cache_control=FOREVER)
async def text_of_board(board: Text) -> WrittenText:
    """A board drawn as text, for people."""
    return WrittenText(draw_board(read("board", parse_board, board)))


def _subject_on(board: Board, robots: Robots) -> Subject:
    """What must not be like a running match: none of the targets."""
    positions = [Position(board, robots, target) for target in tokens_of(board, len(robots))]
    topics = {topic for position in positions for topic in near_topics(position)}
    if not positions:
        return Subject("ricochet", (), lambda _: False)
    return Subject("ricochet", tuple(sorted(topics)), partial(is_alike, positions[0]))


def _survey_helps(known: KnownSurvey, live: Sequence[str]) -> bool:
    return any(helps_in(live, position, [route]) for position, route in known.routes)


def _survey(  # noqa: PLR0913, PLR0917 - all that is asked
    board: Board,
    robots: Robots,
    chosen: Target | None,
    rule: Rule,
    seconds: float,
    cancel: Cancel,
) -> KnownSurvey:
    from tinplate.games.ricochet.solver.survey import survey

    for target in tokens_of(board, len(robots))[:1]:
        refuse_while_warming(Position(board, robots, target))
    known = survey(board, robots, chosen, rule, seconds=seconds, cancel=cancel)
    told = Surveyed(
        board=str(board),
        rule=rule,
        lengths=tuple(
            TargetLength(position.target, outcome_of(each.solvable), each.length, each.at_least)
            for position, each in known.solutions
        ),
        unreachable=known.unreachable,
    )
    routes = ((position, each.moves) for position, each in known.solutions if each.moves)
    return KnownSurvey(told, tuple(routes))


def _read_pasted(text: str) -> Drawn:
    written = _without_address(text.strip())
    if written.startswith("+"):
        return _drawn(_read_drawing(text))
    if is_foreign(written):
        position = _read_foreign(written)
        return _drawn(position.board, position.robots, position.target)
    words = written.replace("_", " ").split()
    if len(words) <= _WITHOUT_TARGET:
        board = read("text", parse_board, words[0] if words else "")
        if len(words) < _WITHOUT_TARGET:
            return _drawn(board)
        return _drawn(board, read("text", partial(parse_robots, board), words[1]))
    position = read("text", parse_position, written)
    return _drawn(position.board, position.robots, position.target)


def _without_address(text: str) -> str:
    """What a link to a position or a board is about: the last part of its address."""
    if not text.startswith(("http://", "https://")):
        return text
    return unquote(text.partition("?")[0].rstrip("/").rpartition("/")[2])


def _read_drawing(text: str) -> Board:
    try:
        return read_drawing(text)
    except Malformed as error:
        raise BadRequest(str(error), "text-unreadable", what=str(error)) from None


def _read_foreign(text: str) -> Position:
    try:
        return read_position(text)
    except Malformed as error:
        raise BadRequest(str(error), "text-unreadable", what=str(error)) from None


def _written(position: Position, to: ExportFormat) -> str:
    try:
        puzzle = puzzle_of(position)
        return write_asp(puzzle) if to == "asp" else write_pddl(puzzle, "drawn")
    except Malformed as error:
        raise BadRequest(str(error), "text-unwritable", what=str(error)) from None


def _drawn(board: Board, robots: Robots = (), target: Target | None = None) -> Drawn:
    return Drawn(board_facts(board), tuple(map(PlacedRobot, ROBOTS, robots)), target)
