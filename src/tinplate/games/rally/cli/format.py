"""`tinplate rally format`: a course in its canonical form."""

from pathlib import Path

from tinplate.cli.output import printable, say, write_line
from tinplate.game import Malformed
from tinplate.games.rally.cli.files import STANDARD_INPUT, course_in, load_course, source
from tinplate.games.rally.course_text import format_course
from tinplate.games.rally.shelf import course_names

UNFORMATTED = 1


def print_formatted(where: str) -> None:
    write_line(format_course(load_course(where)).removesuffix("\n"))


def write_formatted(where: str) -> None:
    if where == STANDARD_INPUT or where in course_names():
        raise Malformed(f"{where}: not a file, so it cannot be written to")
    given = source(where)
    formatted = format_course(course_in(given))
    if formatted == given.text:
        say(f"{printable(where)} is already in its canonical form.")
        return
    Path(where).write_text(formatted, encoding="utf-8", newline="\n")
    say(f"{printable(where)} is in its canonical form now.")


def check_formatted(where: str) -> int:
    """Return the exit code: 0 for a canonical text, 1 for any other."""
    given = source(where)
    is_canonical = format_course(course_in(given)) == given.text
    say(f"{printable(given.label)} is {'' if is_canonical else 'not '}in its canonical form.")
    return 0 if is_canonical else UNFORMATTED
