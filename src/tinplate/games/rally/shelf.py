"""The built-in courses, by name."""

from functools import cache
from importlib.resources import files

from tinplate.game import Malformed
from tinplate.games.rally.course import Course
from tinplate.games.rally.course_text import parse_course

_FOLDER = files("tinplate.games.rally") / "courses"
_SUFFIX = ".rally"


def course_names() -> list[str]:
    """List the names of the built-in courses, from A to Z."""
    found = (entry.name for entry in _FOLDER.iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX))


def text_named(name: str) -> str:
    """Return the text of a built-in course; raise Malformed if there is none of that name."""
    if name not in course_names():
        known = ", ".join(course_names())
        message = f"there is no course “{name}”; expected {known}"
        raise Malformed(message, "no-such-course", text=name, known=known)
    return (_FOLDER / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


@cache
def course_named(name: str) -> Course:
    return parse_course(text_named(name))
