"""What can be asked of Ricochet over HTTP."""

from collections.abc import AsyncIterator
from typing import TypeVar

import httpx
import msgspec
import pytest

from tinplate.grid import Heading
from tinplate.ricochet.board import CENTRE, board_named, both_sides, box_sides
from tinplate.ricochet.motion import slides
from tinplate.ricochet.notation import parse_position
from tinplate.ricochet.pieces import Target
from tinplate.ricochet.proof import READINGS
from tinplate.ricochet.sections import Diagonal
from tinplate.wire.ricochet_resources import BadText, BoardFacts, Boards, Played, PositionFacts

AnswerT = TypeVar("AnswerT")

POSITION = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle"
WITH_BARRIERS = "Y3G2R4B1 rh15,gi4,bc6,yg16 red-square"


@pytest.fixture
async def http(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        yield client


async def ask(
    http: httpx.AsyncClient, kind: type[AnswerT], path: str, status: int = 200, **asked: str | int
) -> AnswerT:
    """The answer to a question about Ricochet."""
    answer = await http.get(f"/api/ricochet/{path}", params=asked)
    assert status == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=kind)


# Boards


@pytest.mark.parametrize("name", ["G1R2B2Y2", "Y3G2R4B1"])
async def test_a_board_can_be_drawn(http: httpx.AsyncClient, name: str) -> None:
    """Everything printed on it, and nothing else."""
    board = board_named(name)
    facts = await ask(http, BoardFacts, "board", board=name)

    assert (name, 16, 16) == (facts.board, facts.width, facts.height)
    assert board.walls == both_sides({(wall.cell, wall.side) for wall in facts.walls})
    assert board.diagonals == {
        barrier.cell: Diagonal(barrier.colour, barrier.rises) for barrier in facts.barriers
    }
    assert board.targets == {each.target: each.cell for each in facts.targets}
    assert {target: (target.robot, target.symbol) for target in Target} == {
        each.target: (each.colour, each.symbol) for each in facts.targets
    }
    assert CENTRE == set(facts.centre)


@pytest.mark.parametrize(
    ("name", "boxes"), [("G1R2B2Y2", ("2013", "classic")), ("Y3G2R4B1", ("2013",))]
)
async def test_a_board_says_from_which_box_it_is(
    http: httpx.AsyncClient, name: str, boxes: tuple[str, ...]
) -> None:
    """RC2: from that with all of its sections."""
    assert boxes == (await ask(http, BoardFacts, "board", board=name)).boxes


async def test_what_boards_are_made_of(http: httpx.AsyncClient) -> None:
    """RC2: all sections, each in its boxes; any four of the four colours make a board."""
    told = await ask(http, Boards, "boards")
    by_colour = {
        colour: [each.section for each in told.sections if each.colour == colour]
        for colour in "rgby"
    }

    assert box_sides("2013") == [each.section for each in told.sections]
    assert box_sides("classic") == [
        each.section for each in told.sections if "classic" in each.boxes
    ]
    assert {4} == {len(sections) for sections in by_colour.values()}
    assert {"2013": (1536, 486), "classic": (96, 96)} == {
        box.box: (box.boards, box.boards_without_barriers) for box in told.boxes
    }
    assert all(board_named("".join(four)) for four in zip(*by_colour.values(), strict=True))


# Positions


async def test_a_position_is_taken_apart(http: httpx.AsyncClient) -> None:
    """From a line as from a link; robots in any order; written as one writes it."""
    link = "G1R2B2Y2_ga14,ro5,bl14,yj16_red-triangle"
    facts = await ask(http, PositionFacts, "position", position=link)

    assert (POSITION, POSITION.replace(" ", "_")) == (facts.position, facts.link)
    assert parse_position(POSITION).robots == tuple(each.cell for each in facts.robots)
    assert ("G1R2B2Y2", "red-triangle") == (facts.board, facts.target)
    assert "o2" == str(facts.target_cell)


@pytest.mark.parametrize(
    ("path", "asked", "places"),
    [
        ("position", {"position": "G1R9B2Y2 ro5,gh8,q,yj16 red-star"}, [3, 18, 25]),
        ("position", {"position": ""}, [1]),
        ("board", {"board": "G5R2B5Y2"}, [1, 5]),
        ("board", {"board": "G1G2B2Y2"}, [3]),
        ("slides", {"position": POSITION, "moves": "bn xe blue"}, [4, 7]),
        ("slides", {"position": POSITION, "rule": "loose"}, [1]),
        ("slides", {"position": POSITION, "rule": '{"early_stop":"maybe"}'}, [1]),
    ],
)
async def test_all_mistakes_are_told(
    http: httpx.AsyncClient, path: str, asked: dict[str, str], places: list[int]
) -> None:
    """In which parameter, at which character; and nobody keeps the answer."""
    bad = await ask(http, BadText, path, status=400, **asked)
    answer = await http.get(f"/api/ricochet/{path}", params=asked)

    assert places == [mistake.at for mistake in bad.mistakes]
    assert list(asked)[-1] == bad.parameter
    assert bad.because.startswith(f"{bad.parameter}: character {places[0]}: ")
    assert "no-store" == answer.headers["cache-control"]


@pytest.mark.parametrize("path", ["board", "position", "slides"])
async def test_what_is_missing_or_too_long_is_refused(http: httpx.AsyncClient, path: str) -> None:
    """Before anybody reads it."""
    name = "board" if path == "board" else "position"

    assert 400 == (await http.get(f"/api/ricochet/{path}")).status_code
    assert 400 == (await http.get(f"/api/ricochet/{path}", params={name: "x" * 501})).status_code


async def test_what_never_changes_may_be_kept(http: httpx.AsyncClient) -> None:
    """A board is drawn as it is for ever."""
    answer = await http.get("/api/ricochet/board", params={"board": "G1R2B2Y2"})

    assert {"public", "max-age=31536000", "immutable"} == set(
        answer.headers["cache-control"].split(", ")
    )


# Slides


@pytest.mark.parametrize("position", [POSITION, WITH_BARRIERS])
async def test_every_slide_is_offered(http: httpx.AsyncClient, position: str) -> None:
    """RC5 to RC8: with all cells it passes; what cannot move is not there."""
    start = parse_position(position)
    played = await ask(http, Played, "slides", position=position)

    assert list(slides(start.board, start.robots)) == [each.slide for each in played.next]
    assert ((), "under way", None) == (played.made, played.verdict, played.because)
    assert played.before == played.after


async def test_what_a_slide_brings_is_told_beforehand(http: httpx.AsyncClient) -> None:
    """RC9, RC10: straight to the target is void; without the rule it counts."""
    north = ("r", Heading.NORTH)

    def verdict(played: Played) -> str:
        return next(
            each.verdict for each in played.next if (each.slide.robot, each.slide.heading) == north
        )

    strict = await ask(http, Played, "slides", position=POSITION)
    free = await ask(http, Played, "slides", position=POSITION, rule="free")
    off = msgspec.json.encode(READINGS["free"]).decode()
    as_agreed = await ask(http, Played, "slides", position=POSITION, rule=off)

    assert ("void", "arrived", "arrived") == (verdict(strict), verdict(free), verdict(as_agreed))


async def test_moves_are_played_one_after_the_other(http: httpx.AsyncClient) -> None:
    """Each slide, where all stand at the end, and why that is no solution."""
    played = await ask(http, Played, "slides", position=POSITION, moves="bn_ge")

    assert ["b", "g"] == [slid.robot for slid in played.made]
    assert "G1R2B2Y2 ro5,gb14,bl12,yj16 red-triangle" == played.after.position
    assert "Red is on o5; its target, red-triangle, is at o2." == played.because


@pytest.mark.parametrize(
    ("moves", "rule", "made", "verdict", "because"),
    [
        ("rn", "free", 1, "arrived", None),
        ("rn be", "free", 1, "arrived", None),
        ("rn", "ricochet", 1, "void", "move 1 (rn): Red comes to rest on its target before"),
        ("bn gw", "ricochet", 1, "under way", "move 2 (gw): Green cannot move west: a wall"),
        ("sn", "ricochet", 0, "under way", "move 1 (sn): The silver robot is not on the board."),
    ],
)
async def test_moves_end_with_what_decides(  # noqa: PLR0913, PLR0917 - a row of the table
    http: httpx.AsyncClient, moves: str, rule: str, made: int, verdict: str, because: str | None
) -> None:
    """An arrival, a void rest or a move that is none; only the last can be gone on from."""
    played = await ask(http, Played, "slides", position=POSITION, moves=moves, rule=rule)

    assert (made, verdict) == (len(played.made), played.verdict)
    assert bool(played.next) == (verdict == "under way")
    assert played.because is because or str(played.because).startswith(str(because))
