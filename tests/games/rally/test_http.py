"""What can be asked of Rally over HTTP."""

import asyncio
import threading
from random import Random
from typing import Any, TypeVar

import httpx
import msgspec
import pytest
from msgspec import to_builtins

from tests.server.client import Client, Person, begin, introduced, nameless
from tests.server.players import A_SHORT_RICOCHET
from tests.waiting import PATIENCE
from tinplate.game import Seat
from tinplate.games.rally.cards import Card, Kind, deck
from tinplate.games.rally.course import Belt, Course, Square, cell_name
from tinplate.games.rally.course_check import check_text
from tinplate.games.rally.course_text import format_course, parse_course
from tinplate.games.rally.happenings import Carried, Died, Moved
from tinplate.games.rally.http import routes
from tinplate.games.rally.http.routes import alone, course_facts
from tinplate.games.rally.outlook import cache
from tinplate.games.rally.outlook.table import measure, turns_by_cell
from tinplate.games.rally.reach import reach_on, registers_to
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.settings import agreed
from tinplate.games.rally.shelf import course_named, course_names
from tinplate.games.rally.values import ChooseFacing, FacingChosen, Settings, State
from tinplate.games.rally.wire import (
    Checked,
    CourseFacts,
    Expected,
    Gallery,
    Hand,
    Preview,
    Reached,
    ScenarioPlayed,
    SquareFacts,
)
from tinplate.grid import Cell, Heading
from tinplate.lobby.values import Start, Terms
from tinplate.wire.resources import Problem

AnswerT = TypeVar("AnswerT")

A_LANE = """rally 1
name: Lane
board:
 1 .
 . .
 ^ .
 O .
 . .
 S .
"""
NO_COURSE = """rally 1
name: Lane
board:
 1 ?
 S .
"""
WITHOUT_FLAG = A_LANE.replace(" 1 .", " . .")
NO_START = "rally 1\nboard:\n 1 .\n"
HUGE = "rally 1\nboard:\n S 1" + 24 * " ." + 30 * ("\n" + 26 * " .")
NOTHING = (None, None, None, None, None)


def card(kind: Kind, priority: int = 500) -> Card:
    return Card(kind, priority)


async def post(
    asking: httpx.AsyncClient | Person,
    path: str,
    kind: type[AnswerT],
    status: int,
    body: dict[str, Any],
) -> AnswerT:
    """The answer to a question that needs a body."""
    if isinstance(asking, Person):
        async with httpx.AsyncClient(base_url=asking.address, headers=asking.headers) as client:
            answer = await client.post(f"/api/rally/{path}", json=to_builtins(body))
    else:
        answer = await asking.post(f"/api/rally/{path}", json=to_builtins(body))
    assert status == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=kind)


# Courses


def drawn_again(facts: CourseFacts) -> Course:
    """The course as one knows it who has nothing but what was told."""
    squares = [[Square() for _ in range(facts.width)] for _ in range(facts.height)]
    for told in facts.squares:
        fields = {name: getattr(told, name) for name in SquareFacts.__struct_fields__}
        x, y = fields.pop("cell")
        squares[y][x] = Square(**fields)
    course = parse_course(facts.text)
    for cell in course.cells():
        printed = course.square(cell)
        walls = {wall.side for wall in facts.walls if wall.cell == cell}
        walls |= {
            wall.side.opposite for wall in facts.walls if wall.cell.towards(wall.side) == cell
        }
        lasers = {(beam.heading, beam.beams) for beam in facts.beams if beam.cells[0] == cell}
        squares[cell.y][cell.x] = msgspec.structs.replace(
            squares[cell.y][cell.x],
            walls=frozenset(walls),
            lasers=tuple(each for each in printed.lasers if (each.heading, each.beams) in lasers),
        )
    return msgspec.structs.replace(course, squares=tuple(map(tuple, squares)))


def square_facts(cell: Cell, **printed: object) -> SquareFacts:
    plain = to_builtins(Square())
    del plain["lasers"], plain["walls"]
    return msgspec.convert({**plain, "cell": cell, **to_builtins(printed)}, SquareFacts)


@pytest.mark.parametrize("name", course_names())
async def test_a_course_can_be_drawn(http: httpx.AsyncClient, name: str) -> None:
    """Everything printed on it, each wall once, and beams as far as they go (R1 to R14)."""
    answer = await http.get("/api/rally/course", params={"course": name})
    facts = msgspec.json.decode(answer.content, type=CourseFacts)
    course = course_named(name)

    assert course == drawn_again(facts)
    assert len(facts.walls) == len(set(map(msgspec.json.encode, facts.walls)))
    assert [tuple(course.beam(beam.cells[0], beam.heading)) for beam in facts.beams] == [
        beam.cells for beam in facts.beams
    ]
    assert (course.level, course.players, dict(course.texts)) == (
        facts.level,
        facts.players,
        facts.texts,
    )


async def test_a_course_of_ones_own_can_be_drawn(http: httpx.AsyncClient) -> None:
    """By its text."""
    facts = await post(http, "course", CourseFacts, 200, {"course": A_LANE})

    assert format_course(parse_course(A_LANE)) == facts.text
    assert [
        square_facts(Cell(0, 0), flag=1),
        square_facts(Cell(0, 2), belt=Belt(Heading.NORTH)),
        square_facts(Cell(0, 3), pit=True),
        square_facts(Cell(0, 5), start=0),
    ] == list(facts.squares)


async def test_while_a_text_is_read_everybody_else_is_served(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large one takes a third of a second: somebody could send one after the other."""
    is_begun, is_read = threading.Event(), threading.Event()

    def slowly(_: str) -> CourseFacts:
        is_begun.set()
        assert is_read.wait(PATIENCE)  # never, if nobody else is served
        return course_facts(parse_course(A_LANE))

    monkeypatch.setattr(routes, "_facts_of", slowly)
    reading = asyncio.create_task(post(http, "course", CourseFacts, 200, {"course": A_LANE}))
    assert await asyncio.to_thread(is_begun.wait, PATIENCE)
    health = await http.get("/health")
    is_read.set()

    assert (200, "Lane") == (health.status_code, (await reading).name)


async def test_what_is_no_course_is_refused(http: httpx.AsyncClient) -> None:
    """A name that is unknown, and a text with mistakes, which are told with their places."""
    unknown = await http.get("/api/rally/course", params={"course": "no-such"})
    problem = await post(http, "course", Problem, 400, {"course": NO_COURSE})

    assert 400 == unknown.status_code
    assert "there is no course “no-such”" in unknown.text
    assert problem.because.startswith("line 4, column 4 (B1)")


async def test_the_gallery_has_every_course(http: httpx.AsyncClient) -> None:
    """The easiest first, with the fewest turns that somebody alone needs."""
    answer = await http.get("/api/rally/courses")
    courses = msgspec.json.decode(answer.content, type=Gallery).courses
    levels = ["beginner", "intermediate", "hard"]
    ways = reach_on(course_named("first-shift"))
    start = ways.places(ways.course.start_of(Seat(0)))
    registers = int(registers_to(ways, ways.course.flags)[0, start].min())

    assert course_names() == sorted(each.course for each in courses)
    assert sorted(courses, key=lambda each: levels.index(each.level)) == list(courses)
    assert [-(-registers // 5)] == [each.turns for each in courses if each.course == "first-shift"]
    assert [len(course_named(each.course).flags) for each in courses] == [
        each.flags for each in courses
    ]


# Checking


@pytest.mark.parametrize("text", [NO_COURSE, A_LANE, WITHOUT_FLAG, "", "rally 2"])
async def test_a_text_is_checked(http: httpx.AsyncClient, text: str) -> None:
    """All errors and notes with their line and column; a course that can be read is drawn."""
    checked = await post(http, "check", Checked, 200, {"course": text})
    expected = [
        (found.kind, line, column, found.cell and cell_name(found.cell), *found[2:])
        for line, column, found in check_text(text)
    ]

    assert expected == [
        (each.kind, each.line, each.column, each.cell, each.message, each.code, each.facts)
        for each in checked.findings
    ]
    assert all(kind != "error" for kind, *_ in expected) == checked.is_playable
    assert (text in {A_LANE, WITHOUT_FLAG}) == (checked.course is not None)


async def test_a_text_is_told_how_long_it_takes(http: httpx.AsyncClient) -> None:
    """As a course of the gallery is, in the fewest turns; what cannot be played takes none."""
    own = format_course(course_named("three-bridges"))
    listed = msgspec.json.decode((await http.get("/api/rally/courses")).content, type=Gallery)
    turns = [each.turns for each in listed.courses if each.course == "three-bridges"]
    checked = await post(http, "check", Checked, 200, {"course": own})
    drawn = await post(http, "course", CourseFacts, 200, {"course": own})
    unplayable = await post(http, "course", CourseFacts, 200, {"course": WITHOUT_FLAG})

    assert [6] == turns
    assert (6, 6) == (checked.course and checked.course.turns, drawn.turns)
    assert unplayable.turns is None


# Drawing


async def test_a_course_is_made(http: httpx.AsyncClient) -> None:
    """Of about the wished length; the same number makes the same one for everybody."""
    wish = {"seed": 7, "turns": 2, "width": 8, "height": 6}
    one, other = [await http.get("/api/rally/made", params=wish) for _ in range(2)]
    made = msgspec.json.decode(one.content, type=CourseFacts)

    assert (200, one.content) == (one.status_code, other.content)
    assert ("No. 7", 8, 6) == (made.name, made.width, made.height)
    assert made.turns is not None


@pytest.mark.parametrize(
    "wish",
    [
        {"seed": -1, "turns": 2},
        {"seed": 1, "turns": 0},
        {"seed": 1, "turns": 13},
        {"seed": 1, "turns": 2, "width": 4},
        {"seed": 1, "turns": 2, "height": 1000},
        {"seed": "a", "turns": 2},
        {"turns": 2},
    ],
)
async def test_an_odd_wish_is_refused(http: httpx.AsyncClient, wish: dict[str, Any]) -> None:
    """With a reason."""
    answer = await http.get("/api/rally/made", params=wish)
    problem = msgspec.json.decode(answer.content, type=Problem)

    assert (400, "not-understood") == (answer.status_code, problem.code)


async def test_where_robots_get_is_told_while_a_course_is_drawn(http: httpx.AsyncClient) -> None:
    """By cell, in registers, even where a flag is missing; None is never."""
    drawn = "rally 1\nboard:\n S . . . . .\n O O O O O O\n"
    reached = await post(http, "reach", Reached, 200, {"course": drawn})

    assert (0, 1, 1, 1, 2, 2, *(6 * [None])) == reached.registers


@pytest.mark.parametrize("text", [NO_COURSE, "", NO_START, HUGE])
async def test_nothing_is_counted_on_what_is_no_course(http: httpx.AsyncClient, text: str) -> None:
    """Neither on one with mistakes, nor without a start, nor on a huge one."""
    reached = await post(http, "reach", Problem, 400, {"course": text})
    expected = await post(http, "outlook", Problem, 400, {"course": text})

    assert reached.because
    assert expected.because


async def test_turns_are_expected_as_by_the_planner(http: httpx.AsyncClient) -> None:
    """From the start, and from every cell; None in pits. It counts no course with mistakes."""
    expected = await post(http, "outlook", Expected, 200, {"course": A_LANE})
    course = parse_course(A_LANE)
    known = turns_by_cell(measure(course, agreed(course, {}), lambda _: None))
    refused = await post(http, "outlook", Problem, 400, {"course": NO_COURSE})

    assert known == expected.cells
    assert known[10] == expected.turns
    assert 0 < expected.turns < 9
    assert expected.cells[6] is None
    assert "course-has-mistakes" == refused.code


async def test_one_course_is_counted_at_a_time(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes seconds: whoever else asks meanwhile is told to wait, and blocks nobody."""
    monkeypatch.setattr(cache, "measure_drawing", lambda *_: None)
    answer = await http.post("/api/rally/outlook", json={"course": A_LANE})
    problem = msgspec.json.decode(answer.content, type=Problem)

    assert (503, "server-is-busy") == (answer.status_code, problem.code)


async def test_cards_are_dealt_for_a_test_drive(http: httpx.AsyncClient) -> None:
    """R35: nine of the deck, no two alike; other ones with another number."""
    hands = [
        msgspec.json.decode(
            (await http.get("/api/rally/hand", params={"seed": seed})).content, type=Hand
        ).cards
        for seed in (1, 1, 2)
    ]

    assert 9 == len(set(hands[0]))
    assert set(hands[0]) <= set(deck(84))
    assert hands[0] == hands[1] != hands[2]


# Preview


async def at_a_lane(ann: Client, bob: Client) -> None:
    await begin(ann, bob)
    for client in (ann, bob):
        await client.play(ChooseFacing(Heading.EAST))
    await ann.until(lambda: ann.state.players[0].private.hand)


async def test_a_program_is_tried_alone(address: str) -> None:
    """Where it would lead, register by register, up to the first that is empty (D4, R5)."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(Terms("rally", {"course": A_LANE}), 2)
    async with ann.at(table) as first, bob.at(table) as second:
        await at_a_lane(first, second)
        left, ahead = card(Kind.LEFT), card(Kind.MOVE2)
        registers = (card(Kind.MOVE1), left, ahead, None, ahead)
        told = await post(ann, "preview", Preview, 200, {"table": table, "registers": registers})
        robot = first.state.players[0].robot

    assert robot == told.start
    assert [1, 2, 3] == [each.register for each in told.registers]
    assert [Cell(1, 5), Cell(1, 5), Cell(1, 3)] == [each.robot.cell for each in told.registers]
    assert [Heading.EAST, Heading.NORTH, Heading.NORTH] == [
        each.robot.facing for each in told.registers
    ]
    assert Moved(1, Seat(0), Cell(0, 5), Cell(1, 5), Heading.EAST) in told.registers[0].happenings


async def test_a_preview_is_of_ones_own_seat(address: str) -> None:
    """The second player is robot 1, and a pit ends the program (R4)."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(Terms("rally", {"course": A_LANE}), 2)
    async with ann.at(table) as first, bob.at(table) as second:
        await at_a_lane(first, second)
        registers = (card(Kind.LEFT), card(Kind.MOVE3), card(Kind.MOVE1), None, None)
        told = await post(bob, "preview", Preview, 200, {"table": table, "registers": registers})
        died = told.registers[-1].happenings[-1]

    assert [1, 2] == [each.register for each in told.registers]
    assert Died(2, Seat(1), Cell(0, 3), "pit", 2) == died


async def test_whoever_does_not_play_tries_nothing(address: str) -> None:
    """Neither who is not at the table, nor anybody before a match, nor in another game."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(Terms("rally", {"course": A_LANE}), 2)
    other = await ann.open(A_SHORT_RICOCHET, 2)
    wish = {"table": table, "registers": NOTHING}
    before = await post(ann, "preview", Problem, 409, wish)
    async with ann.at(table) as first, ann.at(other) as second:
        await first.act(Start())
        await second.act(Start())
        stranger = await post(bob, "preview", Problem, 409, wish)
        unknown = await post(nameless(address), "preview", Problem, 409, wish)
        ricochet = await post(ann, "preview", Problem, 409, {**wish, "table": other})

    assert 3 * ["Only players of this match can preview a program."] == [
        before.because,
        stranger.because,
        unknown.because,
    ]
    assert "This game has no programs." == ricochet.because


@pytest.mark.parametrize(
    "registers", [NOTHING[:4], (*NOTHING, None), [{"card": "jump", "priority": 1}, *NOTHING[1:]]]
)
async def test_no_program_is_refused(http: httpx.AsyncClient, registers: object) -> None:
    """Five registers, each with a card or none."""
    await post(http, "preview", Problem, 400, {"table": "no-such", "registers": registers})


def a_match(**choices: bool) -> State:
    return Rally().setup(Settings(A_LANE, dict(choices)), 1, Random(1))


def with_robot(state: State, **changes: object) -> State:
    [player] = state.players
    robot = msgspec.structs.replace(player.robot, **changes)
    changed = msgspec.structs.replace(player, robot=robot)
    return msgspec.structs.replace(state, players=(changed,))


def test_locked_registers_keep_their_card() -> None:
    """R37: whatever one wishes for."""
    state = with_robot(a_match(), armour=1, facing=Heading.EAST)
    kept = (None, *(card(Kind.UTURN, 10 * at) for at in range(1, 5)))
    [player] = state.players
    state = msgspec.structs.replace(
        state, players=(msgspec.structs.replace(player, registers=kept),)
    )
    told = alone(state, Seat(0), 5 * (card(Kind.MOVE1),))

    assert [Cell(1, 5)] * 5 == [each.robot.cell for each in told.registers]


def test_the_facing_one_has_chosen_counts() -> None:
    """D29: before it is revealed."""
    state = a_match(facing_after_deal=True)
    state = Rally().evolve(state, FacingChosen(Seat(0), Heading.EAST))
    told = alone(state, Seat(0), (card(Kind.MOVE1), None, None, None, None))

    assert Heading.EAST == told.start.facing
    assert Cell(1, 5) == told.registers[0].robot.cell


def test_belts_carry_in_a_preview() -> None:
    """R5: the board acts as in the match."""
    state = with_robot(a_match(), cell=Cell(0, 2))
    told = alone(state, Seat(0), (card(Kind.UTURN), None, None, None, None))

    assert any(isinstance(each, Carried) for each in told.registers[0].happenings)


def test_whoever_is_off_has_no_program() -> None:
    """R27."""
    state = with_robot(a_match(), off=True)

    assert () == alone(state, Seat(0), 5 * (card(Kind.MOVE1),)).registers


def test_a_preview_ends_with_the_match() -> None:
    """R46: nothing is played behind the last flag."""
    state = with_robot(a_match(), cell=Cell(0, 1), facing=Heading.NORTH)
    told = alone(state, Seat(0), 5 * (card(Kind.MOVE1),))

    assert [1] == [each.register for each in told.registers]


# Scenarios

A_ROBOT = {
    "cell": "A6", "facing": "n", "armour": 9, "lives": 3, "next_flag": 1, "save": "A6",
    "registers": [to_builtins(card(Kind.MOVE2, 500 + nth)) for nth in range(5)],
}  # fmt: skip


async def test_a_scenario_is_played(http: httpx.AsyncClient) -> None:
    """What `tinplate rally resolve` says, as values of the wire."""
    asked = {"course": A_LANE, "robots": [A_ROBOT], "to": 1, "end_of_turn": False}
    played = await post(http, "scenario", ScenarioPlayed, 200, asked)

    assert [Seat(0)] == [each.robot for each in played.happenings if isinstance(each, Died)]
    assert (None, 2) == (played.robots[0].cell, played.robots[0].lives)
    assert ((), 1) == (played.winners, played.stopped_at)


@pytest.mark.parametrize(
    ("asked", "because"),
    [
        ({}, "Object missing required field `course`"),
        ({"course": "rally 1", "robots": []}, "robots: Expected `array` of length >= 1"),
        ([], "Expected `object`, got `array`"),
        ({"course": "rally 1", "robots": [A_ROBOT], "from": 2, "to": 1}, "from 2 to 1: expected"),
    ],
)
async def test_what_is_no_scenario_is_refused(
    http: httpx.AsyncClient,
    asked: Any,  # noqa: ANN401
    because: str,
) -> None:
    """With what is wrong with it."""
    problem = await post(http, "scenario", Problem, 400, asked)

    assert because in problem.because
