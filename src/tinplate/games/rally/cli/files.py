"""Where courses come from: the built-in ones, a file, or standard input."""

import sys
from pathlib import Path
from typing import NamedTuple

from tinplate.cli.options import Faults
from tinplate.game import Malformed
from tinplate.games.rally.course import Course, cell_name
from tinplate.games.rally.course_text import BadCourse, CourseMistake, parse_course
from tinplate.games.rally.shelf import course_names, text_named

STANDARD_INPUT = "-"


class Source(NamedTuple):
    """The text of a course, and a label for where it came from."""

    label: str
    text: str


def source(where: str) -> Source:
    """Read a built-in course by its name, else a file; - is standard input."""
    if where in course_names():
        return Source(f"{where}.rally", text_named(where))
    if where == STANDARD_INPUT:
        return Source("standard input", sys.stdin.read())
    if "." not in where and "/" not in where and not Path(where).exists():
        text_named(where)  # looks like a name, but is unknown: this lists the known ones
    return Source(where, _decoded(where, Path(where).read_bytes()))


def _decoded(where: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Malformed(f"{where}:{line}: this is not UTF-8 text") from None


def load_course(where: str) -> Course:
    return course_in(source(where))


def course_in(given: Source) -> Course:
    """Parse the course; raise all its mistakes if it cannot be read."""
    try:
        return parse_course(given.text)
    except BadCourse as bad:
        raise Faults([_with_place(given.label, mistake) for mistake in bad.mistakes]) from None


def _with_place(label: str, mistake: CourseMistake) -> str:
    cell = "" if mistake.cell is None else f"{cell_name(mistake.cell)}: "
    return f"{label}:{mistake.line}:{mistake.column}: {cell}{mistake.message}"
