# ruff: noqa: PLC0415, ANN401 - members import what they need when called
"""Rally as the rest of the program sees it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tinplate.game import AnyBot, Plan, Seat
from tinplate.match import AnyMatch, Entry
from tinplate.pack import (
    BadDrawing,
    DrawnBoard,
    EndPicture,
    GamePack,
    TextMistake,
)

if TYPE_CHECKING:
    from tinplate.book import Example
    from tinplate.games.rally.course_check import Placed
    from tinplate.games.rally.rules import Rally
    from tinplate.puzzles.values import MadePuzzle, PuzzleMaker

GETS_READY = 0.75  # how often a scripted player gets ready, when it can
RATED = {"usual": ("sheet", "classic-2005"), "blitz": ("blitz",)}  # presets, by their speed
MISTAKES_TOLD = 100  # of one drawing; a long text can have one in every word


class RallyPack(GamePack):
    """Robots with programs: players choose five cards in secret, then all robots run."""

    name = "rally"
    title = "Rally"
    seats = range(1, 9)  # D41; a course may have room for fewer
    usual_players = 4
    plays_compiled = True
    compiled_functions = 13
    examples = (
        "tinplate rally courses",
        "tinplate rally show stamping-mill",
    )
    arena_examples = (
        "tinplate arena rally --bots random,driver --matches 100",
        "tinplate arena rally --bots driver,planner,rival --variant all --logs logs",
        'tinplate arena rally --bots "driver,mine=stdio:python3 my_bot.py"',
        "tinplate arena rally --bots driver,mine=python:my_module:Mine",
        "tinplate arena rally --bots planner,rival --cluster tcp://HOST:8786",
    )

    @cached_property
    def game(self) -> "Rally":
        from tinplate.games.rally.rules import Rally

        return Rally()

    @cached_property
    def presets(self) -> Mapping[str, Any]:
        from tinplate.games.rally.settings import PRESETS
        from tinplate.games.rally.values import Settings

        return {name: Settings(choices=dict(choices)) for name, choices in PRESETS.items()}

    def check_settings(self, settings: Any) -> None:
        from tinplate.games.rally.terms import refuse_bad_course

        refuse_bad_course(settings.course)

    def is_slow_to_check(self, settings: Mapping[str, Any]) -> bool:
        """A player's own course takes a while to check; built-in ones do not."""
        from tinplate.games.rally.shelf import course_names

        course = settings.get("course")
        return course is not None and course not in course_names()

    def among_people(self, settings: Any) -> Any:
        from tinplate.games.rally.terms import with_clock

        return with_clock(settings)

    def among_bots(self, settings: Any) -> Any:
        from tinplate.games.rally.terms import without_hurry

        return without_hurry(settings)

    def keeps_seats(self, settings: Any) -> bool:
        from tinplate.games.rally.terms import keeps_seats

        return keeps_seats(settings)

    def patience(self, settings: Any) -> int | None:
        from tinplate.games.rally.terms import patience

        return patience(settings)

    def summarise(self, opening: Any, seats: int) -> str:
        from tinplate.games.rally.terms import settings_in_words

        return f"{settings_in_words(opening.settings, seats)}; course {opening.course.name}"

    def variants(self, names: str | None, players: int) -> Iterator[tuple[str | None, Any]]:
        from tinplate.games.rally.cli.courses import courses_for

        return courses_for(names, players)

    def chance_moment(self, state: Any) -> str:
        """Cards are dealt between turns, and empty registers filled at the end of a phase."""
        return f"turn {state.turn}, {type(state.phase).__name__}"

    def seat_count(self, state: Any) -> int:
        return int(state.seats)

    @cached_property
    def bots(self) -> Sequence[AnyBot]:
        from tinplate.games.rally.bots.driver import Driver
        from tinplate.games.rally.bots.planner import Planner
        from tinplate.games.rally.bots.rival import Rival

        return (
            Driver("driver", sight=1, strength=3),
            Driver("driver-3", sight=3, strength=5),
            Planner(),
            Rival("rival-4", programs=12, samples=4, sight=1, strength=8),
            Rival("rival", programs=40, samples=180, sight=30, strength=10),
        )

    @property
    def bot_titles(self) -> Mapping[str, str]:
        titles = ("Trundle", "Treadle", "Abacus", "Pinion", "Piledriver")
        return dict(zip((bot.name for bot in self.bots), titles, strict=True))

    faces_file = str(Path(__file__).with_name("faces.json"))

    def safe_plan(self, view: Any, seat: Seat, legal: Sequence[Any]) -> Plan[Any]:
        from tinplate.games.rally.bots.safe import fill_and_get_ready

        return fill_and_get_ready(view, seat, legal)

    def score(self, state: Any, seat: Seat) -> Any:
        from tinplate.games.rally.rules import merit

        return merit(state, seat)

    def is_under_way(self, state: Any) -> bool:
        """The cards of a second turn are dealt."""
        return bool(state.turn > 1)

    speeds = ("usual", "blitz")

    def speed_of(self, settings: Any) -> str | None:
        """One of our courses, by the rules of a preset."""
        from tinplate.games.rally.settings import PRESETS
        from tinplate.games.rally.shelf import course_names

        if settings.course not in course_names():
            return None
        for speed, names in RATED.items():
            if any(settings.choices == PRESETS[name] for name in names):
                return speed
        return None

    def quick_settings(self, speed: str, seats: int, dice: Random) -> Any:
        """Any of our courses that has room."""
        from tinplate.games.rally.shelf import course_named, course_names
        from tinplate.games.rally.values import Settings

        roomy = [name for name in course_names() if course_named(name).players[1] >= seats]
        return Settings(dice.choice(roomy), self.presets[RATED[speed][0]].choices)

    @property
    def bot_ratings(self) -> Mapping[str, float]:
        """By the ladder of all courses in docs/bots.md.

        The bot that stands in for people is where people begin.
        """
        measured = {"driver": -48, "driver-3": 0, "planner": 78, "rival-4": 86, "rival": 182}
        return {name: 1500.0 + elo for name, elo in {"random": -512, **measured}.items()}

    def statistics(self, opening: Any, entries: Sequence[Entry[Any]]) -> Sequence[Any]:
        from tinplate.games.rally.statistics import statistics_of

        return statistics_of(opening, (event for entry in entries for event in entry.events))

    def prepare(self) -> None:
        from tinplate.games.rally.prepare import compile_kernel

        compile_kernel()

    def warm_up(self) -> Iterator[None]:
        from tinplate.games.rally.bots.prepare import compile_bots

        compile_bots()
        yield

    def routes(self) -> Sequence[Any]:
        from tinplate.games.rally.http import routes, turns

        return (routes.routes(), turns.match_turns, turns.match_standings)

    def draw_end(self, match: AnyMatch, language: str) -> EndPicture | None:
        from tinplate.games.rally.svg.end import draw_end, line_of, scores_of, signs_of

        state = match.state
        return EndPicture(
            draw_end(state), scores_of(state), line_of(state, language), signs_of(state)
        )

    has_drawings = True
    has_puzzles = True
    puzzle_words = {  # noqa: RUF012 - a mapping
        "en": {"best": "Solved", "daily": "One turn"},
        "it": {"best": "Risolto", "daily": "Un turno"},
        "es": {"best": "Resuelto", "daily": "Un turno"},
        "ca": {"best": "Resolt", "daily": "Un torn"},
        "el": {"best": "Λύθηκε", "daily": "Ένας γύρος"},
    }

    def read_drawing(self, text: str) -> DrawnBoard:
        from tinplate.games.rally.course_check import check_text
        from tinplate.games.rally.course_text import format_course, read_course

        mistakes = [each for each in check_text(text) if each.finding.kind == "error"]
        if mistakes:
            count = len(mistakes)
            bad = BadDrawing(mistakes[0].finding.message, "course-has-mistakes", count=count)
            bad.mistakes = tuple(_mistake(text, each) for each in mistakes[:MISTAKES_TOLD])
            raise bad
        course = read_course(text).course
        written = format_course(course)
        return DrawnBoard(written, written, course.width, course.height, course.players)

    def measure_drawing(self, text: str, cancel: Callable[[], bool]) -> tuple[int, int] | None:  # noqa: ARG002
        """The fewest turns, for a robot alone that may play any cards."""
        from tinplate.games.rally.course_text import parse_course
        from tinplate.games.rally.http.routes import course_facts

        turns = course_facts(parse_course(text)).turns
        return None if turns is None else (turns, turns)

    def draw_drawing(self, text: str, *, dark: bool) -> str:
        from tinplate.games.rally.course_text import parse_course
        from tinplate.games.rally.svg import draw_picture

        return draw_picture(parse_course(text), dark=dark)

    def settings_on(self, text: str) -> Mapping[str, Any]:
        return {"course": text}

    def drawing_in(self, settings: Any) -> str | None:
        from tinplate.games.rally.course_text import format_course
        from tinplate.games.rally.shelf import course_names
        from tinplate.games.rally.values import course_called

        if settings.course in course_names():
            return None
        return format_course(course_called(settings.course))

    @property
    def wire_types(self) -> Mapping[str, Any]:
        from tinplate.games.rally import values, wire
        from tinplate.games.rally.resolve import Scenario
        from tinplate.wire.typescript import types_of

        asked = {"Settings": values.Settings, "Scenario": Scenario}
        return {"Phase": values.Phase, **asked, **types_of(wire)}

    def puzzles(self) -> "PuzzleMaker":
        from tinplate.games.rally.puzzles.maker import RallyPuzzles

        return RallyPuzzles()

    def draw_puzzle(self, puzzle: "MadePuzzle", *, dark: bool, is_bare: bool) -> str:
        from tinplate.games.rally.puzzles.task import read_task, set_up_task
        from tinplate.games.rally.svg import draw_picture

        course, _, robots = set_up_task(read_task(puzzle.text))
        return draw_picture(course, () if is_bare else robots, dark=dark)

    @property
    def load_settings(self) -> Mapping[str, Any]:
        """Settings that keep robots on the board, and a clock short enough to run out."""
        return {"choices": {"edge": "wall", "turn_seconds": 90, "max_turns": 1000}}

    def load_choice(self, legal: Sequence[Any], dice: Random) -> Any:
        from tinplate.games.rally.values import Ready

        if isinstance(legal[-1], Ready) and dice.random() < GETS_READY:
            return legal[-1]
        return dice.choice(legal)

    @property
    def picture_colours(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        from tinplate.games.rally.svg.themes import DARK, LIGHT

        return LIGHT, DARK

    def draw_example(self, text: str) -> "Example":
        from tinplate.games.rally.svg.example import draw_example

        return draw_example(text)

    def command(self) -> Any:
        from tinplate.games.rally.cli.commands import rally

        return rally

    def narrate(
        self, match: AnyMatch, names: Sequence[str], *, boards: bool, why: bool
    ) -> Iterator[Any]:
        from tinplate.games.rally.cli.retell import tell_match

        return tell_match(match, tuple(names), boards=boards, why=why)

    def tell_puzzle(self, puzzle: "MadePuzzle") -> Iterator[Any]:
        from tinplate.games.rally.cli.puzzle import tell_puzzle

        return tell_puzzle(puzzle)


def _mistake(text: str, placed: "Placed") -> TextMistake:
    """Where it is, counted in characters."""
    line, column, finding = placed
    before = text.split("\n")[: line - 1]
    at = sum(len(each) + 1 for each in before) + column
    return TextMistake(at, finding.message, finding.code, finding.facts)


PACK = RallyPack()
