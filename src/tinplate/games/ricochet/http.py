"""HTTP routes of Ricochet besides playing. The page knows no rules, so it asks for everything."""

from collections.abc import Callable
from functools import cache, partial
from random import Random, SystemRandom
from threading import Lock
from time import monotonic
from typing import Annotated, TypeVar, cast, get_args

from cachetools import LRUCache
from litestar import MediaType, Response, Router, get
from litestar.di import Provide
from litestar.params import FromQuery, QueryParameter
from msgspec.json import Decoder

from tinplate.game import Malformed
from tinplate.games.ricochet.board import (
    CENTRE,
    SIZE,
    Board,
    Box,
    Position,
    board_names,
    box_sides,
    random_board,
    random_robots,
    split_name,
)
from tinplate.games.ricochet.motion import Move, slides
from tinplate.games.ricochet.notation import (
    Misread,
    NotationMistake,
    format_position,
    parse_board,
    parse_moves,
    parse_position,
    parse_target,
)
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.proof import READINGS, Attempt, Rule, attempt, judge, why_unsolved
from tinplate.games.ricochet.sections import section
from tinplate.games.ricochet.solver import Level, Solutions, hint, solutions, solve
from tinplate.games.ricochet.topics import is_alike, near_topics
from tinplate.games.ricochet.wire import (
    BadText,
    Barrier,
    BoardFacts,
    Boards,
    BoxFacts,
    Dealt,
    Hinted,
    Length,
    Offered,
    Outcome,
    PlacedRobot,
    Played,
    PositionFacts,
    SectionFacts,
    Slip,
    SolutionFacts,
    Solved,
    TargetCell,
    Wall,
    WhatIsHard,
)
from tinplate.server.compute import Cancel, Work
from tinplate.server.queries import (
    FOR_AN_HOUR,
    FOREVER,
    HEAVY,
    AnyRequest,
    Subject,
    TheQuery,
    query_of,
)
from tinplate.wire.codec import decode

MAX_TEXT = 500  # characters of a parameter
MAX_MOVES = 200
SEARCH_SECONDS = 10
MAX_DEALS = 200  # tries to deal a position of the requested length
MAX_LENGTH = 99  # moves
MAX_LISTED = 100  # solutions in one answer
MAX_SOLUTIONS = 1_000  # cached
BOXES: tuple[Box, ...] = get_args(Box)

ReadT = TypeVar("ReadT")
Text = Annotated[str, QueryParameter(max_length=MAX_TEXT)]
Moves = Annotated[str, QueryParameter(max_length=3 * MAX_MOVES)]
OptionalText = Annotated[str | None, QueryParameter(max_length=MAX_TEXT)]
Limit = Annotated[int, QueryParameter(ge=1, le=MAX_LISTED)]
Every = Annotated[bool, QueryParameter(name="all")]
Wish = Annotated[int | None, QueryParameter(ge=1, le=MAX_LENGTH)]
Question = tuple[str, Rule]  # the text of a position, and the reading of RC10
_RULE = Decoder(Rule)


class SolutionCache:
    """The latest shortest solutions, for positions that are asked for again, as in replays."""

    def __init__(self, size: int) -> None:
        self._lock = Lock()
        self._solutions: LRUCache[Question, Solved] = LRUCache(size)

    def get(self, question: Question) -> Solved | None:
        with self._lock:
            return self._solutions.get(question)

    def keep(self, question: Question, solution: Solved) -> Solved:
        if solution.outcome != "out of time":  # with more time there may be one
            with self._lock:
                self._solutions[question] = solution
        return solution


SHORTEST = SolutionCache(MAX_SOLUTIONS)


class Unreadable(Exception):
    """A parameter of a request cannot be read."""

    def __init__(self, parameter: str, mistakes: tuple[NotationMistake, ...]) -> None:
        super().__init__(f"{parameter}: {mistakes[0]}")
        self.parameter = parameter
        self.mistakes = mistakes


@get("/boards", cache_control=FOR_AN_HOUR)
async def boards() -> Boards:
    """The sections of boards. Any four, one of each colour and in any order, make a board."""
    return _boards()


@get("/board", cache_control=FOREVER)
async def one_board(board: Text) -> BoardFacts:
    """All that is needed to draw a board."""
    return board_facts(_read("board", parse_board, board))


@get("/position", cache_control=FOR_AN_HOUR)
async def one_position(position: Text) -> PositionFacts:
    """The parts of a position, or all mistakes in its text."""
    return position_facts(read_position(position))


@get("/slides", cache_control=FOR_AN_HOUR)
async def play_moves(position: Text, rule: Text = "ricochet", moves: Moves = "") -> Played:
    """Play moves from a position. Returns the result, and the moves that are possible next."""
    start, agreed = read_position(position), read_rule(rule)
    wanted = _read("moves", parse_moves, moves)
    return played(start, wanted, agreed)


@get("/new", opt=HEAVY)
async def new_position(  # noqa: PLR0913, PLR0917 - each is a query parameter
    long_query: TheQuery,
    box: FromQuery[Box] = "2013",
    board: OptionalText = None,
    target: OptionalText = None,
    rule: Text = "ricochet",
    seed: FromQuery[int | None] = None,
    fewest: Wish = None,
    most: Wish = None,
    *,
    diagonals: FromQuery[bool] = True,
    silver: FromQuery[bool] = False,
) -> Dealt:
    """A random position. `fewest` and `most` limit the length of its shortest solution."""
    chosen = None if board is None else _read("board", parse_board, board)
    aim = None if target is None else _read("target", parse_target, target)
    agreed = read_rule(rule)
    dice = SystemRandom() if seed is None else Random(seed)  # noqa: S311 - a game, not a secret

    def deal() -> Position:
        printed = chosen or random_board(dice, box, diagonals=diagonals)
        robots = random_robots(printed, dice, silver=silver)
        return Position(printed, robots, aim or dice.choice(tuple(Target)))

    if fewest is None and most is None:
        return Dealt(position_facts(deal()), moves=None, is_as_wished=True)
    lengths = range(fewest or 1, (most or MAX_LENGTH) + 1)
    if not lengths:
        raise Unreadable("most", (NotationMistake(1, f"expected {fewest}, the fewest, or more"),))
    return await long_query.compute(lambda cancel: _dealt_like(deal, agreed, lengths, cancel))


@get("/solve", opt=HEAVY)
async def solve_position(  # noqa: PLR0913 - each is a query parameter
    long_query: TheQuery,
    position: Text,
    rule: Text = "ricochet",
    limit: Limit = 10,
    *,
    every: Every = False,
    orders: FromQuery[bool] = False,
) -> Solved:
    """A shortest solution, or the best of all, with every order of their moves or only one."""
    start, agreed = read_position(position), read_rule(rule)
    work = search_for(start, agreed, limit=limit, every=every, orders=orders)
    return await long_query.compute_help(_subject(start), work)


@get("/hint", opt=HEAVY)
async def hint_at(
    long_query: TheQuery,
    position: Text,
    level: Annotated[int, QueryParameter(ge=1, le=4)],
    rule: Text = "ricochet",
) -> Hinted:
    """A hint. A higher level shows more of the best solution."""
    start, agreed = read_position(position), read_rule(rule)
    return await long_query.compute_help(
        _subject(start), lambda cancel: _hinted(start, agreed, cast("Level", level), cancel)
    )


def search_for(
    start: Position, rule: Rule, *, limit: int, every: bool, orders: bool
) -> Work[Solved]:
    """A shortest solution, or the best of all, with every order of their moves or only one."""

    def work(cancel: Cancel) -> Solved:
        if every:
            return _all_solved(start, rule, limit, cancel, distinct=not orders)
        question = (format_position(start), rule)
        known = SHORTEST.get(question)
        return known or SHORTEST.keep(question, _shortest(start, rule, cancel))

    return work


def _subject(position: Position) -> Subject:
    return Subject("ricochet", near_topics(position), partial(is_alike, position))


def read_position(text: str) -> Position:
    return _read("position", parse_position, text)


def read_rule(text: str) -> Rule:
    """A reading of RC10 by its name, or a rule in JSON, as in settings."""
    if text in READINGS:
        return READINGS[text]
    try:
        rule: Rule = decode(_RULE, text)
    except Malformed as error:
        names = ", ".join(READINGS)
        mistake = NotationMistake(
            1, f"expected {names}, or a rule in JSON, as in settings: {error}"
        )
        raise Unreadable("rule", (mistake,)) from None
    return rule


def _read(parameter: str, parse: Callable[[str], ReadT], text: str) -> ReadT:
    try:
        return parse(text)
    except Misread as error:
        raise Unreadable(parameter, error.mistakes) from None


def board_facts(board: Board) -> BoardFacts:
    sections = split_name(board.name)
    return BoardFacts(
        board=board.name,
        sections=sections,
        boxes=tuple(box for box in BOXES if set(sections) <= set(box_sides(box))),
        width=SIZE,
        height=SIZE,
        walls=tuple(Wall(cell, side) for cell, side in board.edges()),
        barriers=tuple(
            Barrier(cell, diagonal.colour, diagonal.rising)
            for cell, diagonal in sorted(board.diagonals.items())
        ),
        targets=tuple(
            TargetCell(target, target.robot, target.symbol, cell)
            for target, cell in sorted(board.targets.items())
        ),
        centre=tuple(sorted(CENTRE)),
    )


def position_facts(position: Position) -> PositionFacts:
    return PositionFacts(
        position=format_position(position),
        link=format_position(position, url=True),
        board=position.board.name,
        robots=tuple(map(PlacedRobot, ROBOTS, position.robots)),
        target=position.target,
        target_cell=position.board.targets[position.target],
    )


def played(position: Position, moves: tuple[Move, ...], rule: Rule) -> Played:
    attempted = attempt(position, moves, rule)
    after = Position(position.board, attempted.robots, position.target)
    return Played(
        before=position_facts(position),
        made=attempted.slides,
        after=position_facts(after),
        verdict=attempted.verdict,
        because=why_unsolved(position, moves, attempted) if moves else None,
        next=_offered(position, attempted, rule),
    )


def _offered(position: Position, attempted: Attempt, rule: Rule) -> tuple[Offered, ...]:
    if attempted.verdict != "under way":
        return ()
    return tuple(
        Offered(slid, judge(position, (*attempted.slides, slid), rule))
        for slid in slides(position.board, attempted.robots)
    )


@cache
def _boards() -> Boards:
    return Boards(
        boxes=tuple(
            BoxFacts(
                box,
                boards=len(list(board_names(box))),
                boards_without_barriers=len(list(board_names(box, diagonals=False))),
            )
            for box in BOXES
        ),
        sections=tuple(_section_facts(name) for name in box_sides("2013")),
    )


def _section_facts(name: str) -> SectionFacts:
    side = section(name)
    return SectionFacts(
        section=name,
        colour=Robot(name[0].lower()),
        number=int(name[1]),
        boxes=tuple(box for box in BOXES if name in box_sides(box)),
        barriers=len(side.diagonals),
        targets=tuple(sorted(side.targets)),
    )


def _dealt_like(deal: Callable[[], Position], rule: Rule, lengths: range, cancel: Cancel) -> Dealt:
    """Deal until a position has the wanted length. If that takes too long, take the longest."""
    until = monotonic() + SEARCH_SECONDS
    longest: tuple[Position, int] | None = None
    for _ in range(MAX_DEALS):
        position, left = deal(), max(0, until - monotonic())
        found = solve(position, rule, max_moves=lengths[-1], seconds=left, cancel=cancel)
        if found.moves and (longest is None or len(found.moves) > longest[1]):
            longest = position, len(found.moves)
            if longest[1] in lengths:
                break
        if not left or cancel():
            break
    if longest is None:
        return Dealt(position_facts(deal()), moves=None, is_as_wished=False)
    position, moves = longest
    return Dealt(position_facts(position), moves, is_as_wished=moves in lengths)


def _shortest(position: Position, rule: Rule, cancel: Cancel) -> Solved:
    """The first shortest solution that is found."""
    shortest = solve(position, rule, seconds=SEARCH_SECONDS, cancel=cancel)
    all_moves = [shortest.moves] if shortest.moves else []
    return _told(position, rule, Solutions(shortest, None, None, (), shortest.seconds), all_moves)


def _all_solved(
    position: Position, rule: Rule, limit: int, cancel: Cancel, *, distinct: bool
) -> Solved:
    """The best of all shortest solutions."""
    found = solutions(
        position, rule, best=limit, distinct=distinct, seconds=SEARCH_SECONDS, cancel=cancel
    )
    return _told(position, rule, found, [line.moves for line in found.routes])


def _told(
    position: Position, rule: Rule, found: Solutions, all_moves: list[tuple[Move, ...]]
) -> Solved:
    shortest = found.shortest
    return Solved(
        position=format_position(position),
        rule=rule,
        outcome=_outcome(shortest.solvable),
        moves=len(shortest.moves) if shortest.moves else None,
        at_least=shortest.at_least,
        count=found.count,
        distinct=found.distinct,
        solutions=tuple(_solution_facts(position, moves, rule) for moves in all_moves),
        seconds=round(found.seconds, 3),
    )


def _solution_facts(position: Position, moves: tuple[Move, ...], rule: Rule) -> SolutionFacts:
    made = attempt(position, moves, rule).slides
    robots = {slid.robot for slid in made}
    return SolutionFacts(moves, made, len(robots), sum(len(slid.cells) - 1 for slid in made))


def _hinted(position: Position, rule: Rule, level: Level, cancel: Cancel) -> Hinted:
    told = hint(position, level, rule, seconds=SEARCH_SECONDS, cancel=cancel)
    return Hinted(
        position=format_position(position),
        rule=rule,
        level=level,
        outcome=_outcome(told.solvable),
        about=None if told.band is None else Length(told.band.fewest, told.band.most),
        moves=told.moves,
        robot=told.robot,
        hard=None if told.difficulty is None else WhatIsHard(*told.difficulty),
        move=told.move,
    )


def _outcome(solvable: bool | None) -> Outcome:  # noqa: FBT001 - as the solver returns it
    outcomes: dict[bool | None, Outcome] = {
        True: "solved",
        False: "unsolvable",
        None: "out of time",
    }
    return outcomes[solvable]


def routes() -> Router:
    return Router(
        path="/api/ricochet",
        route_handlers=[
            boards,
            one_board,
            one_position,
            play_moves,
            new_position,
            solve_position,
            hint_at,
        ],
        dependencies={"long_query": Provide(query_of)},
        exception_handlers={Unreadable: _tell_mistakes},
    )


def _tell_mistakes(_: AnyRequest, error: Unreadable) -> Response[BadText]:
    """Report each mistake with its place, so that the page can point at it."""
    slips = tuple(
        Slip(mistake.at, mistake.because, mistake.code, dict(mistake.facts))
        for mistake in error.mistakes
    )
    answer = BadText(str(error), parameter=error.parameter, mistakes=slips)
    return Response(answer, status_code=400, media_type=MediaType.JSON)
