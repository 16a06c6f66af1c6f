# ruff: noqa: PLC0415 - what needs Numba is imported when somebody asks: a server starts at once
"""The routes of Rally that need no match: courses, scenarios, and what a program would do."""

import asyncio
from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import Annotated, cast, get_args

from litestar import Router, get, post
from litestar.di import Provide
from litestar.params import JSONBody, QueryParameter
from msgspec.structs import replace

from tinplate.game import Malformed, Rejected, Seat
from tinplate.games.rally.cards import REGISTERS, deck
from tinplate.games.rally.course import Course, Level, Square, cell_name
from tinplate.games.rally.course_text import BadCourse, format_course, parse_course
from tinplate.games.rally.resolve import Scenario, play_scenario
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import MOST_ARMOUR, agreed
from tinplate.games.rally.shelf import course_named, course_names
from tinplate.games.rally.values import Cards, Player, RobotEvent, State, course_called
from tinplate.games.rally.wire import (
    AskedCourse,
    Beam,
    Checked,
    CourseFacts,
    CourseListed,
    Expected,
    FindingFacts,
    Gallery,
    Hand,
    Preview,
    Reached,
    RegisterPreview,
    ScenarioPlayed,
    SquareFacts,
    Wall,
    Wished,
)
from tinplate.server.compute import Busy, Cancel, ClientGone
from tinplate.server.http import TheContext, TheGuest
from tinplate.server.queries import FOR_AN_HOUR, HEAVY, BadRequest, TheQuery, query_of

MAX_NAME = 100  # characters
LEVELS: tuple[Level, ...] = get_args(Level)
Name = Annotated[str, QueryParameter(max_length=MAX_NAME)]
Number = Annotated[int, QueryParameter(ge=0, le=999_999_999)]
Count = Annotated[int, QueryParameter(ge=1, le=99)]  # of turns or cells; the game knows its limits


@get("/courses", cache_control=FOR_AN_HOUR)
async def gallery(long_query: TheQuery) -> Gallery:
    """The built-in courses, easiest first."""
    return await long_query.compute(lambda _: _gallery())


@get("/course", cache_control=FOR_AN_HOUR)
async def one_course(course: Name) -> CourseFacts:
    """All that is needed to draw one of our courses. Computing its length takes a moment."""
    return await asyncio.to_thread(_facts_of, course)


@post("/course", status_code=200, opt=HEAVY)
async def pasted_course(long_query: TheQuery, data: JSONBody[AskedCourse]) -> CourseFacts:
    """The same for a course given as text; a large one takes a moment to read."""
    return await long_query.compute(lambda _: _facts_of(data.course))


@post("/check", status_code=200, opt=HEAVY)
async def check(long_query: TheQuery, data: JSONBody[AskedCourse]) -> Checked:
    """Check the text of a course; return everything wrong with it."""
    return await long_query.compute(lambda _: _checked(data.course))


@get("/made", opt=HEAVY, cache_control=FOR_AN_HOUR)
async def made_course(
    long_query: TheQuery, seed: Number, turns: Count, width: Count = 12, height: Count = 12
) -> CourseFacts:
    """Make a course at random, of about so many turns; the same seed makes the same one."""
    await long_query.context.preparation.until_playable("rally")
    return await long_query.compute(lambda _: _made(seed, turns, width, height))


@post("/reach", status_code=200, opt=HEAVY)
async def reach(long_query: TheQuery, data: JSONBody[AskedCourse]) -> Reached:
    """Show how soon a robot alone can be on each cell, from the start."""
    await long_query.context.preparation.until_playable("rally")
    return await long_query.compute(lambda _: _reached(data.course))


@post("/outlook", status_code=200, opt=HEAVY)
async def outlook(long_query: TheQuery, data: JSONBody[AskedCourse]) -> Expected:
    """Show how many turns the planner expects to need; it takes seconds."""
    return await long_query.search("rally", lambda cancel: _expected(data.course, cancel))


@get("/hand")
async def hand(seed: Number) -> Hand:
    """Deal nine cards for a test drive."""
    return Hand(tuple(Random(seed).sample(deck(84), k=MOST_ARMOUR)))  # noqa: S311 - no secret


@post("/preview", status_code=200)
async def preview(context: TheContext, guest: TheGuest, data: JSONBody[Wished]) -> Preview:
    """Show where a program would lead your robot if it were alone; reveals nothing about others."""
    table = (await context.log_cache.current(await context.log_cache.table(data.table))).table
    seat = table.seat_of(guest.id) if guest else None
    if table.match is None or seat is None:
        raise Rejected("Only players of this match can preview a program.", "you-do-not-play")
    replica = await context.log_cache.current(await context.log_cache.match(table.match))
    view = replica.match.view(seat)
    if not isinstance(view, State):
        raise Rejected("This game has no programs.", "another-game")
    await context.preparation.until_playable(replica.pack.name)
    return alone(view, seat, data.registers)


@post("/scenario", status_code=200, opt=HEAVY)
async def scenario(long_query: TheQuery, data: JSONBody[Scenario]) -> ScenarioPlayed:
    """Show what happens to robots on a course in one turn, for lessons and for the curious."""
    await long_query.context.preparation.until_playable("rally")
    return await long_query.compute(lambda _: _played(data))


def _played(asked: Scenario) -> ScenarioPlayed:
    try:
        return scenario_played(asked)
    except Malformed as error:
        raise BadRequest(str(error), "not-understood", place="scenario") from None


def scenario_played(asked: Scenario) -> ScenarioPlayed:
    """What happens in a scenario, as the page is told."""
    played = play_scenario(asked)
    happenings = cast("tuple[RobotEvent, ...]", played.happenings)
    return ScenarioPlayed(played.robots, played.winners, played.stopped_at, happenings)


def _facts_of(name_or_text: str) -> CourseFacts:
    return course_facts(_readable(name_or_text))


def _readable(name_or_text: str) -> Course:
    try:
        return course_called(name_or_text)
    except Malformed as error:
        raise BadRequest(str(error), error.code, **error.facts) from None


def _made(seed: int, turns: int, width: int, height: int) -> CourseFacts:
    from tinplate.games.rally.making import CourseWish, make_course

    try:
        return course_facts(make_course(seed, CourseWish(turns, width, height)))
    except Malformed as error:
        raise BadRequest(str(error), error.code, **error.facts) from None


def _playable(name_or_text: str) -> Course:
    """Refuse a course that cannot be played: nothing can be counted on it."""
    from tinplate.games.rally.terms import refuse_bad_course

    try:
        refuse_bad_course(name_or_text)
    except Malformed as error:
        raise BadRequest(str(error), error.code, **error.facts) from None
    return course_called(name_or_text)


def _reached(name_or_text: str) -> Reached:
    from tinplate.games.rally.course_check import MOST_CELLS
    from tinplate.games.rally.reach import NEVER, reach_on, registers_from

    course = _readable(name_or_text)
    if course.width * course.height > MOST_CELLS:
        because = f"The board has more than {MOST_CELLS} cells."
        raise BadRequest(because, "course-has-mistakes", count=1)
    starts = [cell for cell in course.cells() if course.square(cell).start is not None]
    registers = registers_from(reach_on(course), starts)
    return Reached(tuple(None if each == NEVER else int(each) for each in registers))


def _expected(name_or_text: str, cancel: Cancel) -> Expected:
    from tinplate.games.rally.outlook.cache import measure_drawing
    from tinplate.games.rally.outlook.table import turns_by_cell

    course = _playable(name_or_text)

    def stop_if_nobody_waits(_: float) -> None:
        if cancel():
            raise ClientGone

    known = measure_drawing(course, agreed(course, {}), stop_if_nobody_waits)
    if known is None:
        raise Busy("The server is busy. Try again in a moment.", "server-is-busy")
    cells = turns_by_cell(known)
    start = course.start_of(Seat(0))
    from_start = cells[start.y * course.width + start.x]
    return Expected(from_start or 0.0, cells)


@lru_cache(maxsize=64)
def course_facts(course: Course) -> CourseFacts:
    return CourseFacts(
        name=course.name,
        text=format_course(course),
        level=course.level,
        players=course.players,
        author=course.author,
        texts=dict(course.texts),
        edge=agreed(course, {}).edge,
        rules=dict(course.rules),
        width=course.width,
        height=course.height,
        squares=tuple(_squares(course)),
        walls=tuple(_walls(course)),
        beams=tuple(_beams(course)),
        turns=_fewest_turns(course),
    )


def _squares(course: Course) -> Iterator[SquareFacts]:
    for cell in course.cells():
        square = course.square(cell)
        if square != Square(walls=square.walls, lasers=square.lasers):
            yield SquareFacts(
                cell=cell,
                belt=square.belt,
                flag=square.flag,
                start=square.start,
                repair=square.repair,
                gear=square.gear,
                press=square.press,
                pusher=square.pusher,
                pit=square.pit,
            )


def _walls(course: Course) -> Iterator[Wall]:
    """A wall between two cells belongs to both. We list it once, for the later cell."""
    for cell in course.cells():
        for side in sorted(course.square(cell).walls):
            if not course.contains(cell.towards(side)) or cell.towards(side) < cell:
                yield Wall(cell, side)


def _beams(course: Course) -> Iterator[Beam]:
    for cell in course.cells():
        for laser in course.square(cell).lasers:
            yield Beam(laser.heading, laser.beams, tuple(course.beam(cell, laser.heading)))


@cache
def _gallery() -> Gallery:
    listed = (_listed(name, course_named(name)) for name in course_names())
    return Gallery(tuple(sorted(listed, key=lambda each: LEVELS.index(each.level))))


def _listed(name: str, course: Course) -> CourseListed:
    return CourseListed(
        course=name,
        name=course.name,
        level=course.level,
        players=course.players,
        author=course.author,
        texts=dict(course.texts),
        flags=len(course.flags),
        turns=course_facts(course).turns,
    )


def _fewest_turns(course: Course) -> int | None:
    """For a robot alone that may play any cards. None if the course cannot be played."""
    from tinplate.games.rally.course_check import check_course
    from tinplate.games.rally.reach import reach_on, registers_to

    if any(finding.kind == "error" for finding in check_course(course)):
        return None
    reach = reach_on(course)
    start = reach.places(course.start_of(Seat(0)))
    registers = int(registers_to(reach, course.flags)[0, start].min())
    return -(-registers // REGISTERS)


def _checked(text: str) -> Checked:
    from tinplate.games.rally.course_check import check_text

    findings = tuple(
        FindingFacts(
            finding.kind,
            line,
            column,
            finding.cell and cell_name(finding.cell),
            finding.message,
            finding.code,
            finding.facts,
        )
        for line, column, finding in check_text(text)
    )
    try:
        course = parse_course(text)
    except BadCourse:
        return Checked(is_playable=False, course=None, findings=findings)
    is_playable = all(finding.kind != "error" for finding in findings)
    return Checked(is_playable, course_facts(course), findings)


def alone(view: State, seat: Seat, wished: Cards) -> Preview:
    """Play the program register by register, by the rules of the match, without other robots."""
    from tinplate.games.rally.turn import play_registers

    player = view.players[seat]
    start = _facing_as_chosen(player)
    cards = _program(player, wished)
    robot, played = start, list[RegisterPreview]()
    for register in range(1, REGISTERS + 1):
        card = cards[register - 1]
        if card is None or robot.cell is None or not player.has_program:
            break
        after = play_registers(
            view.course,
            view.settings,
            [robot],
            [[card] * REGISTERS],  # only this register is played
            first=register,
            last=register,
            end_of_turn=register == REGISTERS,
        )
        [robot] = after.robots
        happenings = cast("tuple[RobotEvent, ...]", after.happenings)
        played.append(RegisterPreview(register, _as_seat(happenings, seat), robot))
        if after.winners:
            break
    return Preview(start, tuple(played))


def _facing_as_chosen(player: Player) -> Robot:
    """D29: the player's own choice, which others do not know yet."""
    chosen = player.private and player.private.facing
    return replace(player.robot, facing=chosen) if chosen else player.robot


def _program(player: Player, wished: Cards) -> Cards:
    """R37: a locked register plays the card that it keeps."""
    return tuple(
        player.registers[register - 1] if register in player.locked_registers else card
        for register, card in enumerate(wished, start=1)
    )


def _as_seat(happenings: tuple[RobotEvent, ...], seat: Seat) -> tuple[RobotEvent, ...]:
    """A robot that plays alone is robot 0 to the rules."""
    return tuple(replace(each, robot=seat) for each in happenings)


def routes() -> Router:
    return Router(
        path="/api/rally",
        route_handlers=[
            gallery,
            one_course,
            pasted_course,
            made_course,
            check,
            reach,
            outlook,
            hand,
            preview,
            scenario,
        ],
        dependencies={"long_query": Provide(query_of)},
    )
