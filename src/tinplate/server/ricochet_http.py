"""What the page asks about Ricochet besides playing: it knows no rules, so it asks for all."""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypeVar, get_args

from litestar import MediaType, Request, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.params import QueryParameter
from msgspec.json import Decoder

from tinplate.game import Malformed
from tinplate.ricochet.board import (
    CENTRE,
    SIZE,
    Board,
    Box,
    Position,
    board_names,
    box_sides,
    split_name,
)
from tinplate.ricochet.motion import Move, slides
from tinplate.ricochet.notation import (
    Misread,
    Mistake,
    format_position,
    parse_board,
    parse_moves,
    parse_position,
)
from tinplate.ricochet.pieces import ROBOTS, Robot
from tinplate.ricochet.proof import READINGS, Attempt, Rule, attempt, judge, why_unsolved
from tinplate.ricochet.sections import section
from tinplate.wire.codec import decode
from tinplate.wire.ricochet_resources import (
    BadText,
    Barrier,
    BoardFacts,
    Boards,
    BoxFacts,
    Offered,
    PlacedRobot,
    Played,
    PositionFacts,
    SectionFacts,
    Slip,
    TargetCell,
    Wall,
)

LONGEST_TEXT = 500  # characters of a parameter
MOST_MOVES = 200
AN_HOUR = 60 * 60  # seconds
FOR_EVER = CacheControlHeader(public=True, max_age=365 * 24 * AN_HOUR, immutable=True)
FOR_A_WHILE = CacheControlHeader(public=True, max_age=AN_HOUR)
BOXES: tuple[Box, ...] = get_args(Box)

ReadT = TypeVar("ReadT")
Text = Annotated[str, QueryParameter(max_length=LONGEST_TEXT)]
Moves = Annotated[str, QueryParameter(max_length=3 * MOST_MOVES)]
_RULE = Decoder(Rule)


class Unreadable(Exception):
    """A parameter of a request is not what it should be."""

    def __init__(self, parameter: str, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__(f"{parameter}: {mistakes[0]}")
        self.parameter = parameter
        self.mistakes = mistakes


def tell_mistakes(_: Request[Any, Any, Any], error: Unreadable) -> Response[BadText]:
    """Each with its place, so that the page can point at it."""
    slips = tuple(Slip(*mistake) for mistake in error.mistakes)
    answer = BadText(str(error), error.parameter, slips)
    return Response(answer, status_code=400, media_type=MediaType.JSON)


@get("/api/ricochet/boards", cache_control=FOR_A_WHILE)
async def boards() -> Boards:
    """What boards are made of. Any four sections, one of each colour, in any order make one."""
    return _boards()


@get("/api/ricochet/board", cache_control=FOR_EVER)
async def one_board(board: Text) -> BoardFacts:
    """Everything that is needed to draw a board."""
    return board_facts(_read("board", parse_board, board))


@get("/api/ricochet/position", cache_control=FOR_A_WHILE)
async def one_position(position: Text) -> PositionFacts:
    """A position taken apart, or all mistakes in its text."""
    return position_facts(read_position(position))


@get("/api/ricochet/slides", cache_control=FOR_A_WHILE)
async def play_moves(position: Text, rule: Text = "ricochet", moves: Moves = "") -> Played:
    """Play moves from a position; what comes of them, and which can be made next."""
    start, agreed = read_position(position), read_rule(rule)
    wanted = _read("moves", parse_moves, moves)
    return played(start, wanted, agreed)


def read_position(text: str) -> Position:
    return _read("position", parse_position, text)


def read_rule(text: str) -> Rule:
    """A reading of RC10 by its name, or a rule as settings have it, in JSON."""
    if text in READINGS:
        return READINGS[text]
    try:
        rule: Rule = decode(_RULE, text)
    except Malformed as error:
        names = ", ".join(READINGS)
        mistake = Mistake(1, f"expected {names}, or a rule as settings have it: {error}")
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
