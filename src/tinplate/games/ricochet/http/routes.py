"""The routes that need no match: boards, positions, moves, deals, solutions and hints."""

import hmac
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from random import Random, SystemRandom
from typing import Annotated, TypeVar, cast

from litestar import Router, get
from litestar.di import Provide
from litestar.params import FromQuery, QueryParameter
from msgspec.structs import replace

from tinplate.games.ricochet.answers import Level
from tinplate.games.ricochet.board import Box, Position, random_board, random_robots, tokens_of
from tinplate.games.ricochet.http import drawing
from tinplate.games.ricochet.http.facts import all_boards, board_facts, played, position_facts
from tinplate.games.ricochet.http.parameters import (
    MAX_LENGTH,
    Every,
    Limit,
    Moves,
    OptionalText,
    RobotCount,
    Text,
    Unreadable,
    Wish,
    read,
    read_position,
    read_rule,
    tell_mistakes,
)
from tinplate.games.ricochet.http.searching import Guidance, deal_like, find_hint, search_for
from tinplate.games.ricochet.notation import (
    NotationMistake,
    format_position,
    parse_board,
    parse_moves,
    parse_target,
)
from tinplate.games.ricochet.topics import helps_in, is_alike, near_topics
from tinplate.games.ricochet.wire import (
    BoardFacts,
    Boards,
    Dealt,
    Hinted,
    Played,
    PositionFacts,
    Solved,
)
from tinplate.server.compute import Work
from tinplate.server.context import ServerContext
from tinplate.server.queries import (
    FOR_AN_HOUR,
    FOREVER,
    HEAVY,
    LongQuery,
    Subject,
    TheQuery,
    query_of,
)

HelpT = TypeVar("HelpT")


@get("/boards", cache_control=FOR_AN_HOUR)
async def boards() -> Boards:
    """The sections of boards. Any four, one of each colour and in any order, make a board."""
    return all_boards()


@get("/board", cache_control=FOREVER)
async def one_board(board: Text) -> BoardFacts:
    """All that is needed to draw a board."""
    return board_facts(read("board", parse_board, board))


@get("/position", cache_control=FOR_AN_HOUR)
async def one_position(position: Text) -> PositionFacts:
    """The parts of a position, or all mistakes in its text."""
    return position_facts(read_position(position))


@get("/slides", cache_control=FOR_AN_HOUR)
async def play_moves(position: Text, rule: Text = "ricochet", moves: Moves = "") -> Played:
    """Play moves from a position. Returns the result, and the moves that are possible next."""
    start, agreed = read_position(position), read_rule(rule)
    wanted = read("moves", parse_moves, moves)
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
    count: RobotCount = None,
    *,
    diagonals: FromQuery[bool] = True,
    silver: FromQuery[bool] = False,
) -> Dealt:
    """A random position. `fewest` and `most` limit the length of its shortest solution.

    `count` says how many robots there are, on a board of one's own.
    """
    chosen = None if board is None else read("board", parse_board, board)
    aim = None if target is None else read("target", parse_target, target)
    agreed = read_rule(rule)
    dice = SystemRandom() if seed is None else Random(seed)  # noqa: S311 - a game, not a secret

    def deal() -> Position:
        on = chosen or random_board(dice, box, diagonals=diagonals)
        robots = random_robots(on, dice, silver=silver, count=count if on.is_custom else None)
        return Position(on, robots, aim or dice.choice(tokens_of(on, len(robots))))

    def sealed(dealt: Dealt) -> Dealt:
        is_chance = board is None and target is None and seed is None
        seal = seal_of(long_query.context, dealt.position.position) if is_chance else None
        return replace(dealt, seal=seal)

    if fewest is None and most is None:
        return sealed(Dealt(position_facts(deal()), moves=None, is_as_wished=True))
    lengths = range(fewest or 1, (most or MAX_LENGTH) + 1)
    if not lengths:
        because = f"expected {fewest}, the fewest, or more"
        mistake = NotationMistake(1, because, "not-understood", {"place": "most"})
        raise Unreadable("most", (mistake,))
    work = partial(deal_like, deal, agreed, lengths)
    return sealed(await long_query.search("ricochet", work))


@get("/solve", opt=HEAVY)
async def solve_position(  # noqa: PLR0913 - each is a query parameter
    long_query: TheQuery,
    position: Text,
    rule: Text = "ricochet",
    limit: Limit = 10,
    seal: OptionalText = None,
    *,
    every: Every = False,
    orders: FromQuery[bool] = False,
) -> Solved:
    """A shortest solution, or the best of all, with every order of their moves or only one.

    With the seal of `/new`, it does not matter what is being played, nor by whom.
    """
    start, agreed = read_position(position), read_rule(rule)
    work = search_for(start, agreed, limit=limit, every=every, orders=orders)
    return await _help(long_query, start, seal, work, _solution_helps)


@get("/hint", opt=HEAVY)
async def hint_at(
    long_query: TheQuery,
    position: Text,
    level: Annotated[int, QueryParameter(ge=1, le=4)],
    rule: Text = "ricochet",
    seal: OptionalText = None,
) -> Hinted:
    """A hint. A higher level shows more of the best solution."""
    start, agreed = read_position(position), read_rule(rule)
    work = partial(find_hint, start, agreed, cast("Level", level))
    guidance = await _help(long_query, start, seal, work, _hint_helps)
    return guidance.hinted


def seal_of(context: ServerContext, position: str) -> str:
    """Shows that we have dealt this position: nobody can make one for a match that is on."""
    return hmac.digest(context.signer.key_for("positions"), position.encode(), sha256).hex()


async def _help(
    long_query: LongQuery,
    position: Position,
    seal: str | None,
    work: Work[HelpT],
    helps: Callable[[Position, HelpT, Sequence[str]], bool],
) -> HelpT:
    """Rejected if it would help in a running match: never, where chance has dealt."""
    genuine = seal_of(long_query.context, format_position(position))
    if seal is not None and hmac.compare_digest(genuine.encode(), seal.encode()):
        return await long_query.search("ricochet", work)
    subject = Subject("ricochet", near_topics(position), partial(is_alike, position))
    return await long_query.compute_help(subject, work, partial(helps, position))


def _solution_helps(position: Position, answer: Solved, live: Sequence[str]) -> bool:
    return helps_in(live, position, [each.moves for each in answer.solutions])


def _hint_helps(position: Position, answer: Guidance, live: Sequence[str]) -> bool:
    return helps_in(live, position, answer.routes)


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
            drawing.survey_board,
            drawing.made_board,
            drawing.import_text,
            drawing.export_position,
            drawing.text_of_board,
        ],
        dependencies={"long_query": Provide(query_of)},
        exception_handlers={Unreadable: tell_mistakes},
    )
