"""What people who draw boards ask the server, and what it does not tell while a match is on."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import pytest

from tests.server.client import begin, introduced
from tests.server.serving import serving
from tinplate.games.ricochet.board import Board, Position, board_named, format_robots
from tinplate.games.ricochet.drawn_board import draw_board, read_drawing
from tinplate.games.ricochet.http import drawing
from tinplate.games.ricochet.notation import format_position, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import solve
from tinplate.games.ricochet.wire import Dealt, Drawn, Surveyed, WrittenText
from tinplate.grid import Cell
from tinplate.lobby.values import Terms
from tinplate.wire.resources import BadText, Problem

AnswerT = TypeVar("AnswerT")
POSITION = parse_position("v1.5x5.1A3F.C..0rc3gt9av ra5,ge1 red-circle")
ROBOTS = format_robots(POSITION.robots)
PRINTED = parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server for each test: no match of another one is like what is asked here."""
    with serving(tmp_path) as place:
        yield place


@pytest.fixture
async def stranger(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=f"{address}/api/ricochet", timeout=60) as client:
        yield client


async def ask(
    http: httpx.AsyncClient, kind: type[AnswerT], path: str, status: int = 200, **asked: str | int
) -> AnswerT:
    answer = await http.get(path, params=asked)
    assert status == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=kind)


async def paste(
    http: httpx.AsyncClient, kind: type[AnswerT], text: str, status: int = 200
) -> AnswerT:
    answer = await http.post("/import", json={"text": text})
    assert status == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=kind)


def drawn_by_hand(board: Board) -> Board:
    """A printed board as a drawing of one's own."""
    return Board.custom(
        16,
        16,
        walls=board.walls,
        blocked=board.blocked,
        diagonals=board.diagonals,
        targets=board.targets,
    )


# What is known of a drawing


@pytest.mark.parametrize("reading", ["ricochet", "free"])
@pytest.mark.parametrize("position", [POSITION, PRINTED], ids=str)
async def test_the_editors_answers_are_those_of_the_solver(
    stranger: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, position: Position, reading: str
) -> None:
    """RC10: the length of every target, and which are dead."""
    monkeypatch.setattr(drawing, "SURVEY_SECONDS", 600)
    board, robots = str(position.board), format_robots(position.robots)
    told = await ask(stranger, Surveyed, "/survey", board=board, robots=robots, rule=reading)
    truth = {
        target: solve(Position(position.board, position.robots, target), READINGS[reading])
        for target in (each.target for each in told.lengths)
    }

    assert board == told.board
    assert {target: (each.solvable, each.length) for target, each in truth.items()} == {
        each.target: (each.outcome == "solved", each.moves) for each in told.lengths
    }


async def test_a_board_without_targets(stranger: httpx.AsyncClient) -> None:
    """There is nothing to solve; cells out of reach are told anyway."""
    board = Board.custom(3, 3)
    told = await ask(stranger, Surveyed, "/survey", board=str(board), robots="ra1")

    assert () == told.lengths
    assert {Cell(1, 0), Cell(0, 1), Cell(1, 1), Cell(2, 1), Cell(1, 2)} == {*told.unreachable}


@pytest.mark.parametrize(
    ("asked", "parameter"),
    [
        ({"board": "v1.5x5.?...", "robots": "ra1"}, "board"),
        ({"board": str(POSITION.board), "robots": "ra9"}, "robots"),
        ({"board": str(POSITION.board), "robots": ""}, "robots"),
        ({"board": str(POSITION.board), "robots": "ra1", "target": "red-heart"}, "target"),
        ({"board": str(POSITION.board), "robots": "ra1", "rule": "loose"}, "rule"),
    ],
)
async def test_what_cannot_be_read_is_refused(
    stranger: httpx.AsyncClient, asked: dict[str, str], parameter: str
) -> None:
    """With the place of the mistake."""
    refused = await ask(stranger, BadText, "/survey", 400, **asked)

    assert (parameter, True) == (refused.parameter, bool(refused.mistakes))


# Fair play


async def test_nobody_is_told_lengths_on_a_board_that_is_being_played(
    stranger: httpx.AsyncClient, address: str
) -> None:
    """Neither of a printed board drawn by hand, nor turned by a wall or two, nor by its seed."""
    made = await ask(stranger, Dealt, "/made", seed=1, width=8, height=8, moves=4)
    played = [PRINTED.board.name, made.position.board]
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    refused, players = list[str](), list[str]()
    for board in played:
        table = await ann.open(Terms("ricochet", {"board": board}), 2)
        async with ann.at(table) as hers, bob.at(table) as his:
            await begin(hers, his)
            begun = board_named(board)
            own = drawn_by_hand(begun) if board == PRINTED.board.name else begun
            asked = {"board": str(own), "robots": format_robots(hers.state.markers)}
            refused.append((await ask(stranger, Problem, "/survey", 409, **asked)).code)
            if own is begun:
                again = await ask(
                    stranger, Problem, "/made", 409, seed=1, width=8, height=8, moves=4
                )
                refused.append(again.code)
            elsewhere = await bob.get(
                "/api/ricochet/survey", params={"board": str(POSITION.board), "robots": ROBOTS}
            )
            players.append(elsewhere.json()["code"])

    assert ["being-played"] * 3 == refused
    assert ["you-are-playing"] * 2 == players


# A new board


async def test_a_board_is_made(stranger: httpx.AsyncClient) -> None:
    """Of the wished length; the same number makes the same one for everybody."""
    size = {"width": 8, "height": 6, "count": 2, "moves": 4}
    one, other = [
        await ask(stranger, Dealt, "/made", seed=7, symmetry="mirror", **size) for _ in range(2)
    ]
    position = parse_position(one.position.position)

    assert one == other
    assert (8, 6, 2) == (position.board.width, position.board.height, len(position.robots))
    assert (4, True) == (solve(position).length, one.is_as_wished)


@pytest.mark.parametrize(
    "wish",
    [
        {"seed": -1},
        {"seed": 1, "width": 2},
        {"seed": 1, "height": 1000},
        {"seed": 1, "count": 9},
        {"seed": 1, "moves": 99},
        {"seed": 1, "symmetry": "odd"},
        {"seed": 1, "width": 12, "symmetry": "quarter-turn"},
        {},
    ],
)
async def test_an_odd_wish_is_refused(stranger: httpx.AsyncClient, wish: dict[str, Any]) -> None:
    """With a reason."""
    refused = await ask(stranger, Problem, "/made", 400, **wish)

    assert "not-understood" == refused.code


async def test_a_wish_that_takes_too_long(
    stranger: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is made then; whoever asked is told."""
    monkeypatch.setattr(drawing, "MAKING_SECONDS", 0)
    refused = await ask(stranger, Problem, "/made", 409, seed=1, moves=30)

    assert "wish-took-too-long" == refused.code


# Texts


@pytest.mark.parametrize(
    "text",
    [
        format_position(POSITION),
        f"  {format_position(POSITION, url=True)}\n",
        f"https://tin.example/ricochet/{format_position(POSITION, url=True)}?rule=free",
        f"http://tin.example/practice/{format_position(POSITION).replace(' ', '%20')}",
    ],
)
async def test_a_position_is_pasted(stranger: httpx.AsyncClient, text: str) -> None:
    """As a line, or as any of its links."""
    told = await paste(stranger, Drawn, text)

    assert (str(POSITION.board), POSITION.target) == (told.board.board, told.target)
    assert POSITION.robots == tuple(each.cell for each in told.robots)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("G1R2B2Y2", PRINTED.board),
        (str(POSITION.board), POSITION.board),
        (f"\n{draw_board(POSITION.board)}", POSITION.board),
    ],
)
async def test_a_board_is_pasted(stranger: httpx.AsyncClient, text: str, board: Board) -> None:
    """By its name, as a line, or drawn as text; it comes without robots."""
    told = await paste(stranger, Drawn, text)

    assert (str(board), (), None) == (told.board.board, told.robots, told.target)


async def test_a_board_with_robots_is_pasted(stranger: httpx.AsyncClient) -> None:
    """A link to a drawing that has no target yet."""
    told = await paste(stranger, Drawn, f"{POSITION.board}_{ROBOTS}")

    assert (POSITION.robots, None) == (tuple(each.cell for each in told.robots), told.target)


@pytest.mark.parametrize("to", ["pddl", "asp"])
async def test_other_programs_read_and_write_positions(
    stranger: httpx.AsyncClient, to: str
) -> None:
    """What is exported can be imported; these formats know one target only."""
    position = format_position(POSITION)
    written = await ask(stranger, WrittenText, "/export", position=position, to=to)
    told = await paste(stranger, Drawn, written.text)
    again = board_named(told.board.board)

    assert POSITION.robots == tuple(each.cell for each in told.robots)
    assert POSITION.board.walls == again.walls
    assert POSITION.target == told.target
    assert {POSITION.target: POSITION.board.targets[POSITION.target]} == again.targets


async def test_what_other_programs_cannot_read(stranger: httpx.AsyncClient) -> None:
    """They have no barriers; and what they write may be wrong."""
    barred = "v1.3x3...4r.7rc ra2 red-circle"
    unwritable = await ask(stranger, Problem, "/export", 400, position=barred, to="asp")
    unreadable = await paste(stranger, Problem, "dim(1..5).\npos(red,9,9).", 400)

    assert ("text-unwritable", "text-unreadable") == (unwritable.code, unreadable.code)


async def test_a_text_that_is_no_board(stranger: httpx.AsyncClient) -> None:
    """The mistakes are told, with their places."""
    line = await paste(stranger, BadText, "G1R9B2Y2 ro5 red-heart", 400)
    drawn = await paste(stranger, Problem, "+--+\n|rx|\n+--+", 400)

    assert [3, 14] == [each.at for each in line.mistakes]
    assert "text-unreadable" == drawn.code
    assert "line 2, column 2" in drawn.because


async def test_a_huge_text_is_refused(stranger: httpx.AsyncClient) -> None:
    """Nobody reads it."""
    answer = await stranger.post("/import", json={"text": "." * drawing.MAX_PASTED})

    assert 413 == answer.status_code


async def test_a_board_drawn_as_text(stranger: httpx.AsyncClient) -> None:
    """For people; it can be pasted again."""
    told = await ask(stranger, WrittenText, "/text", board=str(POSITION.board))

    assert POSITION.board == read_drawing(told.text)
    assert {Target.RED_CIRCLE, Target.GREEN_TRIANGLE, Target.VORTEX} == {*POSITION.board.targets}
