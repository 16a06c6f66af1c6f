"""What can be asked of Ricochet over HTTP."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any, TypeVar

import httpx
import msgspec
import pytest

from tests.games.ricochet.openboard import open_board, stand
from tests.server.serving import serving
from tests.waiting import PATIENCE
from tinplate.games.ricochet import solver
from tinplate.games.ricochet.board import (
    CENTRE,
    Position,
    board_named,
    both_sides,
    box_sides,
    split_name,
)
from tinplate.games.ricochet.http import searching
from tinplate.games.ricochet.http.solution_cache import SolutionCache
from tinplate.games.ricochet.motion import slides
from tinplate.games.ricochet.notation import format_position, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.sections import Diagonal
from tinplate.games.ricochet.solver import Solution, solutions, solve
from tinplate.games.ricochet.solver.warming import warm_up
from tinplate.games.ricochet.wire import (
    BoardFacts,
    Boards,
    Dealt,
    Hinted,
    Played,
    PositionFacts,
    Solved,
)
from tinplate.grid import Cell, Heading
from tinplate.server.compute import MAX_PER_GUEST, Cancel
from tinplate.server.preparing import Preparation
from tinplate.wire.resources import BadText

AnswerT = TypeVar("AnswerT")

POSITION = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle"
WITH_BARRIERS = "Y3G2R4B1 rh15,gi4,bc6,yg16 red-square"


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows what was solved for another test."""
    monkeypatch.setattr(searching, "SHORTEST", SolutionCache(100))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server at which nobody plays, since it helps nobody with what is played there."""
    with serving(tmp_path_factory.mktemp("alone")) as where:
        yield where


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
        ("position", {"position": "G1R9B2Y2 ro5,gh8,q,yj16 red-heart"}, [3, 18, 25]),
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
    assert all(mistake.code for mistake in bad.mistakes) or bad.parameter == "rule"
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
        ("bn gw", "ricochet", 1, "under way", "move 2 (gw): Green cannot move left: a wall"),
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


# New positions


async def test_a_new_position(http: httpx.AsyncClient) -> None:
    """RC2 to RC4: of the box, with or without barriers and silver; the same for the same seed."""
    plain = await ask(http, Dealt, "new", box="classic", silver=1, seed=5)
    again = await ask(http, Dealt, "new", box="classic", silver=1, seed=5)
    other = await ask(http, Dealt, "new", diagonals=0)
    position = parse_position(plain.position.position)

    assert plain == again
    assert (None, True) == (plain.moves, plain.is_as_wished)
    assert 5 == len(position.robots)
    assert set(split_name(plain.position.board)) <= set(box_sides("classic"))
    assert 4 == len(other.position.robots)
    assert not board_named(other.position.board).diagonals


async def test_a_new_position_on_a_board_for_a_target(http: httpx.AsyncClient) -> None:
    """Both can be chosen."""
    dealt = await ask(http, Dealt, "new", board="G1R2B2Y2", target="vortex")

    assert ("G1R2B2Y2", "vortex") == (dealt.position.board, dealt.position.target)


@pytest.mark.parametrize(
    ("fewest", "most", "rule"), [(3, 4, "ricochet"), (7, 8, "ricochet"), (1, 2, "free")]
)
async def test_a_new_position_as_long_as_was_wished(
    http: httpx.AsyncClient, fewest: int, most: int, rule: str
) -> None:
    """By the solver: no shorter and no longer."""
    dealt = await ask(http, Dealt, "new", fewest=fewest, most=most, rule=rule, seed=1)
    solution = solve(parse_position(dealt.position.position), READINGS[rule])

    assert dealt.is_as_wished
    assert solution.moves is not None
    assert dealt.moves == len(solution.moves)
    assert fewest <= dealt.moves <= most


async def test_a_wish_that_is_not_fulfilled_is_said(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search is bounded; the longest that was found comes with its length."""
    monkeypatch.setattr(searching, "MAX_DEALS", 3)
    dealt = await ask(http, Dealt, "new", fewest=60, seed=1)
    solution = solve(parse_position(dealt.position.position))

    assert not dealt.is_as_wished
    assert solution.moves is not None
    assert dealt.moves == len(solution.moves)


@pytest.mark.parametrize(
    "asked",
    [{"fewest": 3, "most": 2}, {"fewest": 0}, {"most": 100}, {"box": "1999"}, {"target": "x"},
     {"board": "G1"}, {"seed": "x"}],
)  # fmt: skip
async def test_wishes_that_are_none(http: httpx.AsyncClient, asked: dict[str, str | int]) -> None:
    """Are mistakes of who asks."""
    assert 400 == (await http.get("/api/ricochet/new", params=asked)).status_code


# Solutions and hints


async def test_a_shortest_solution(http: httpx.AsyncClient) -> None:
    """With its slides, which are those of the rules; proven shortest."""
    solved = await ask(http, Solved, "solve", position=POSITION)
    [way] = solved.solutions
    played = attempt(parse_position(POSITION), way.moves, READINGS["ricochet"])

    assert ("solved", 10, 10, None) == (
        solved.outcome, solved.moves, solved.at_least, solved.count
    )  # fmt: skip
    assert ("arrived", way.slides) == (played.verdict, played.slides)
    assert (POSITION, READINGS["ricochet"]) == (solved.position, solved.rule)


async def test_all_shortest_solutions(http: httpx.AsyncClient) -> None:
    """How many there are, and the best few of those that really differ."""
    solved = await ask(http, Solved, "solve", position=POSITION, all=1, limit=3)
    found = solutions(parse_position(POSITION), best=3, distinct=True)

    assert (71, 5) == (solved.count, solved.distinct)
    assert [line.moves for line in found.routes] == [way.moves for way in solved.solutions]
    assert [(line.robots, line.cells) for line in found.routes] == [
        (way.robots, way.cells) for way in solved.solutions
    ]


async def test_shortest_solutions_in_every_order(http: httpx.AsyncClient) -> None:
    """Those that have the same moves in another order can be seen, too."""
    solved = await ask(http, Solved, "solve", position=POSITION, all=1, orders=1, limit=100)

    assert (71, None, 71) == (solved.count, solved.distinct, len(solved.solutions))
    assert 71 == len({way.moves for way in solved.solutions})


async def test_the_rule_is_that_of_who_asks(http: httpx.AsyncClient) -> None:
    """RC10: without it red goes straight there."""
    solved = await ask(http, Solved, "solve", position=POSITION, rule="free")

    assert ("solved", 1) == (solved.outcome, solved.moves)


def test_that_there_is_no_solution_is_said() -> None:
    """And proven; a hint says it, too. No board of the boxes is so, so this draws its own."""
    board = open_board(walls="f6n f6e f6s f6w", targets={Target.RED_CIRCLE: Cell.named("f6")})
    position, rule = Position(board, stand(), Target.RED_CIRCLE), READINGS["ricochet"]
    solved = searching._all_solved(position, rule, 3, lambda: False, distinct=True)
    hinted = searching.find_hint(position, rule, 4, lambda: False).hinted

    assert ("unsolvable", None, 0, ()) == (
        solved.outcome, solved.moves, solved.count, solved.solutions
    )  # fmt: skip
    assert ("unsolvable", None, None) == (hinted.outcome, hinted.about, hinted.move)


async def test_a_search_has_a_limit_of_time(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is proven by then is said: no solution is shorter."""
    monkeypatch.setattr(searching, "SEARCH_SECONDS", 0)
    solved = await ask(http, Solved, "solve", position=POSITION)
    hinted = await ask(http, Hinted, "hint", position=POSITION, level=1)

    assert ("out of time", None, 1, ()) == (
        solved.outcome, solved.moves, solved.at_least, solved.solutions
    )  # fmt: skip
    assert ("out of time", None) == (hinted.outcome, hinted.about)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
async def test_hints_are_graded(http: httpx.AsyncClient, level: int) -> None:
    """Roughly how long; how long; which robot and why it is hard; which move."""
    told = await ask(http, Hinted, "hint", position=POSITION, level=level)
    shown = [told.about, told.moves, told.robot and told.hard, told.move]

    assert [True] * level + [False] * (4 - level) == [value is not None for value in shown]


@pytest.mark.parametrize(
    ("path", "asked"),
    [("hint", {"level": 0}), ("hint", {"level": 5}), ("hint", {}), ("solve", {"limit": 0}),
     ("solve", {"limit": 101}), ("solve", {"rule": "x"})],
)  # fmt: skip
async def test_questions_that_are_none(
    http: httpx.AsyncClient, path: str, asked: dict[str, str | int]
) -> None:
    """Are mistakes of who asks."""
    answer = await http.get(f"/api/ricochet/{path}", params={"position": POSITION, **asked})

    assert 400 == answer.status_code


class LongThought:
    """In the place of the solver: says when it begins, and whether it was told to stop."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.stopped = threading.Event()
        self.may_end = threading.Event()

    def __call__(self, *_: object, cancel: Cancel, **__: object) -> Solution:
        self.begun.release()
        while not self.may_end.wait(0.001):
            if cancel():
                self.stopped.set()
                break
        return Solution(None, None, 1, 0, 0)

    async def wait_until_begun(self, times: int) -> None:
        for _ in range(times):
            assert await asyncio.to_thread(self.begun.acquire, timeout=PATIENCE)


@pytest.fixture
def long_thought(monkeypatch: pytest.MonkeyPatch) -> Iterator[LongThought]:
    thought = LongThought()
    monkeypatch.setattr(solver, "solve", thought)
    yield thought
    thought.may_end.set()


async def test_whoever_leaves_stops_the_search(address: str, long_thought: LongThought) -> None:
    """The connection is closed: nobody computes for nobody."""
    async with httpx.AsyncClient(base_url=address) as http:
        asking = asyncio.create_task(http.get("/api/ricochet/solve", params={"position": POSITION}))
        await long_thought.wait_until_begun(1)
        asking.cancel()

    assert await asyncio.to_thread(long_thought.stopped.wait, PATIENCE)


async def test_all_others_are_served_meanwhile(
    http: httpx.AsyncClient, long_thought: LongThought
) -> None:
    """Both threads think, and the one who asks for a third thing is told to wait."""
    asking = [
        asyncio.create_task(http.get("/api/ricochet/solve", params={"position": POSITION}))
        for _ in range(MAX_PER_GUEST)
    ]
    await long_thought.wait_until_begun(MAX_PER_GUEST)
    third = await http.get("/api/ricochet/solve", params={"position": POSITION})
    board = await http.get("/api/ricochet/board", params={"board": "G1R2B2Y2"})
    long_thought.may_end.set()
    answers = await asyncio.gather(*asking)

    assert (503, "5") == (third.status_code, third.headers["retry-after"])
    assert third.json()["because"].startswith("We are still working on your last request")
    assert [200, 200, 200] == [answer.status_code for answer in (board, *answers)]


# While the solver is compiled


@pytest.mark.parametrize(
    "path",
    [f"solve?position={POSITION}", f"hint?position={POSITION}&level=1", "new?fewest=3"],
)
async def test_searches_say_that_the_solver_is_warming_up(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """It is not called out of time, and when to ask again is told; nothing else waits."""
    monkeypatch.setattr(Preparation, "is_compiled", lambda *_: False)
    answer = await http.get(f"/api/ricochet/{path}")
    other = await http.get("/api/ricochet/new")

    assert (503, "warming-up") == (answer.status_code, answer.json()["code"])
    assert "5" == answer.headers["Retry-After"]
    assert 200 == other.status_code


# What was asked before


async def test_what_was_solved_is_known(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replay asks for its rounds again; only the first time do they have to be searched."""
    asked: list[str] = []

    def noted(position: Position, *given: Any, **wishes: Any) -> Any:  # noqa: ANN401
        asked.append(format_position(position))
        return solve(position, *given, **wishes)

    monkeypatch.setattr(solver, "solve", noted)
    monkeypatch.setattr(searching, "SHORTEST", SolutionCache(1))
    there, elsewhere = POSITION, POSITION.replace("red-triangle", "red-square")
    answers = [
        (await http.get("/api/ricochet/solve", params={"position": position})).json()
        for position in (there, there, elsewhere, there)
    ]

    assert [there, elsewhere, there] == asked  # only one is kept
    assert answers[0] == answers[1]
    assert answers[0]["solutions"] == answers[3]["solutions"]


# Boards of one's own

OWN_BOARD = "v1.18x4.7.h.2p.3av0rc"


async def test_a_board_of_ones_own(http: httpx.AsyncClient) -> None:
    """RC2: drawn, taken apart, played on and dealt on like a printed one."""
    board = board_named(OWN_BOARD)
    facts = await ask(http, BoardFacts, "board", board=OWN_BOARD)
    dealt = await ask(http, Dealt, "new", board=OWN_BOARD, count=6, seed=1)
    position = parse_position(dealt.position.position)
    played = await ask(http, Played, "slides", position=dealt.position.link)

    assert (18, 4, ()) == (facts.width, facts.height, facts.sections)
    assert board.blocked == set(facts.centre)
    assert board.walls == both_sides({(wall.cell, wall.side) for wall in facts.walls})
    assert 6 == len(position.robots)
    assert board == position.board
    assert {offer.slide for offer in played.next} == {*slides(board, position.robots)}


async def test_a_mistake_in_its_text_has_its_place(http: httpx.AsyncClient) -> None:
    wrong = await ask(http, BadText, "position", 400, position="v1.18x4.7.h.2x.3av ra1 vortex")

    assert [("not-a-board", 14)] == [(each.code, each.at) for each in wrong.mistakes]


async def test_it_is_solved_once_the_solver_is_warm(http: httpx.AsyncClient) -> None:
    """The kernels for such boards are compiled when somebody first asks."""
    position = f"{OWN_BOARD} ra1,gb2 vortex"
    first = await http.get("/api/ricochet/solve", params={"position": position})
    await asyncio.to_thread(warm_up, parse_position(position))
    found = await ask(http, Solved, "solve", position=position, all=1)
    expected = solutions(parse_position(position), distinct=True)

    assert first.status_code == 200 or "warming-up" == first.json()["code"]
    assert expected.shortest.length == found.moves
    assert [each.moves for each in expected.routes][:10] == [each.moves for each in found.solutions]
    assert "solved" == (await ask(http, Hinted, "hint", position=position, level=2)).outcome
