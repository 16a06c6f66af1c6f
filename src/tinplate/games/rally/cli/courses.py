"""`tinplate rally courses`: the built-in courses; and which courses an arena plays on."""

from collections.abc import Iterator
from textwrap import indent, wrap
from typing import get_args

from rich.text import Text

from tinplate.cli.output import say, write_json
from tinplate.game import Malformed
from tinplate.games.rally.cli.files import course_in, source
from tinplate.games.rally.cli.show import counted, course_facts, players_text, text_of
from tinplate.games.rally.course import Course, Level
from tinplate.games.rally.course_text import format_course
from tinplate.games.rally.shelf import course_named, course_names
from tinplate.games.rally.values import Settings

_LEVELS = get_args(Level)
_STYLES = {"beginner": "#2f9d4e", "intermediate": "#b9851a", "hard": "#dc4f45"}
_TEXT_WIDTH = 74
_GAP = 3
EVERY_COURSE = "all"
FIRST_COURSE = "first-shift"


def list_courses(*, as_json: bool) -> None:
    """List them, easiest first."""
    courses = {name: course_named(name) for name in course_names()}
    names = sorted(courses, key=lambda name: _LEVELS.index(courses[name].level))
    if as_json:
        write_json([{"course": name, **course_facts(courses[name])} for name in names])
        return
    name_width = max(map(len, names)) + _GAP
    for name in names:
        say(_headline(name.ljust(name_width), courses[name]))
        say(indent("\n".join(wrap(text_of(courses[name]), _TEXT_WIDTH)), "    "))
    say("", f"Draw one:  tinplate rally show {names[0]}")


def _headline(name: str, course: Course) -> Text:
    level_width = max(map(len, _LEVELS)) + _GAP
    players = f"{players_text(course)} players".ljust(len("1-8 players") + _GAP)
    size = f"{course.width}x{course.height}".ljust(len("12x12") + _GAP)
    line = Text(name, "bold").append(course.level.ljust(level_width), _STYLES[course.level])
    return line.append(f"{players}{size}{counted(len(course.flags), 'flag')}", "not bold")


def courses_for(names: str | None, players: int) -> Iterator[tuple[str, Settings]]:
    """Read names or files separated by commas, or `all` courses with room for so many players."""
    roomy = (name for name in course_names() if course_named(name).players[1] >= players)
    asked = [name.strip() for name in (names or FIRST_COURSE).split(",")]
    wanted = list(roomy) if names == EVERY_COURSE else asked
    for name in wanted:
        if wanted.count(name) > 1:
            raise Malformed(f"--variant: “{name}” is named twice")
        course = course_in(source(name))
        if players > course.players[1]:
            raise Malformed(
                f"--variant {name}: {course.name} is for at most {course.players[1]} players, "
                f"not {players}: use --players {course.players[1]}, or another course"
            )
        yield name, Settings(format_course(course))
