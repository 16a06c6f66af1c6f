"""`tinplate rally show`: a course drawn, or as JSON."""

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from tinplate.cli.output import say, write_json
from tinplate.games.rally.cli.drawing import crowded, draw_course, legend
from tinplate.games.rally.cli.files import load_course
from tinplate.games.rally.course import Course, Edge, cell_name
from tinplate.games.rally.course_text import square_text
from tinplate.games.rally.settings import agreed
from tinplate.grid import Cell

_WIDTH = 80
MARGIN = "   "
_EXPLAINED = "not bold not reverse dim"


def show_course(where: str, *, as_json: bool) -> None:
    course = load_course(where)
    if as_json:
        write_json({**course_facts(course), "rows": _rows(course)})
    else:
        edge = agreed(course, {}).edge
        say(_title(course), draw_course(course, edge), *legend_lines(course, edge))
        for line in _remarks(course, edge):
            say(f"{MARGIN}{line}")


def course_facts(course: Course) -> dict[str, Any]:
    """Return the header, and what can be counted."""
    return {
        "name": course.name,
        "level": course.level,
        "players": course.players,
        "size": (course.width, course.height),
        "flags": [cell_name(cell) for cell in course.flags],
        "author": course.author,
        "texts": {language or "en": text for language, text in course.texts},
        "edge": agreed(course, {}).edge,
        "rules": dict(course.rules),
    }


def text_of(course: Course) -> str:
    """Return the one-line description, in any language there is."""
    return course.texts[0][1] if course.texts else ""


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def players_text(course: Course) -> str:
    fewest, most = course.players
    return str(most) if fewest == most else f"{fewest}-{most}"


def _rows(course: Course) -> list[list[str]]:
    """Return the board in the notation of files."""
    return [
        [square_text(course, Cell(x, y)) for x in range(course.width)] for y in range(course.height)
    ]


def _title(course: Course) -> Text:
    facts = (
        course.level,
        f"{players_text(course)} player{'' if course.players == (1, 1) else 's'}",
        f"{course.width}x{course.height}",
        counted(len(course.flags), "flag"),
    )
    return Text(MARGIN).append(course.name, "bold").append(f": {', '.join(facts)}")


def legend_lines(course: Course, edge: Edge) -> list[Text]:
    """Explain the signs on this board, on lines that fit."""
    lines = [Text(MARGIN)]
    for sign in legend(course, edge):
        entry = Text(sign.text, sign.style).append(f" {sign.meaning}", _EXPLAINED)
        if len(lines[-1]) + len(MARGIN) + len(entry) > _WIDTH:
            lines.append(Text(MARGIN))
        elif len(lines[-1]) > len(MARGIN):
            lines[-1].append(MARGIN)
        lines[-1].append_text(entry)
    return lines


def _remarks(course: Course, edge: Edge) -> Iterator[str]:
    yield f"The edge of the board is a {edge}."
    if course.rules:
        yield f"House rules: {' '.join(map('='.join, course.rules))}"
    cells = list(crowded(course))
    if cells:
        yield f"Too much to draw: {', '.join(cells)}"
