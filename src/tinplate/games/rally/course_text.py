"""Courses as text, the format of `.rally` files: read with all mistakes, write canonically."""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterator
from typing import Any, NamedTuple, get_args

from msgspec import structs

from tinplate.game import Facts, Malformed
from tinplate.games.rally.course import SHARED_START, Course, Edge, Level, Square, cell_name
from tinplate.games.rally.settings import read_settings
from tinplate.games.rally.square_text import format_square, read_square
from tinplate.grid import COLUMNS, Cell, Heading

MAGIC = "rally 1"
MOST_ROWS = 99
KEYS = ("name", "level", "players", "size", "author", "text", "edge", "rules")


class CourseMistake(NamedTuple):
    """What is wrong and what was expected; lines and columns of the text are counted from 1."""

    line: int
    column: int
    cell: Cell | None
    message: str
    code: str  # with the facts, lets a page say it in another language
    facts: Facts

    def __str__(self) -> str:
        where = "" if self.cell is None else f" ({cell_name(self.cell)})"
        return f"line {self.line}, column {self.column}{where}: {self.message}"


class BadCourse(Malformed):
    """A text that is not a course, with all its mistakes."""

    def __init__(self, mistakes: list[CourseMistake]) -> None:
        told = "\n".join(map(str, mistakes))
        super().__init__(told, "course-has-mistakes", count=len(mistakes))
        self.mistakes = mistakes

    def __reduce__(self) -> tuple[object, ...]:
        return BadCourse, (self.mistakes,)


class Reading(NamedTuple):
    """A course as far as it could be read, and where each of its cells is in the text."""

    course: Course
    mistakes: list[CourseMistake]
    places: dict[Cell, tuple[int, int]]  # line and column
    is_whole: bool  # whether every cell of the board could be read


def parse_course(text: str) -> Course:
    """Read a course; raise BadCourse (a Malformed) with all mistakes if there are any."""
    reading = read_course(text)
    if reading.mistakes:
        raise BadCourse(reading.mistakes)
    return reading.course


def read_course(text: str) -> Reading:
    """Read as much as possible, and collect all mistakes."""
    reader = _Reader(text)
    course = reader.course()
    return Reading(
        course, sorted(reader.mistakes, key=_place_in_text), reader.places, reader.is_whole
    )


def _place_in_text(mistake: CourseMistake) -> tuple[int, int]:
    return mistake.line, mistake.column


def _room(course: Course) -> tuple[int, int]:
    """D41: as many as there are starts of their own; from a shared start, as many as can play."""
    starts = [square.start for row in course.squares for square in row if square.start is not None]
    return (1, max(starts)) if starts and SHARED_START not in starts else course.players


class _Line(NamedTuple):
    number: int
    text: str


class _Row(NamedTuple):
    line: int
    cells: list[re.Match[str]]

    def column_of(self, place: int) -> int:
        """Return where the cell at that index is in the line, or would be if there were one."""
        if place < len(self.cells):
            return self.cells[place].start() + 1
        return self.cells[-1].end() + 1


class _Value(NamedTuple):
    """The value of a key in the header."""

    line: int
    column: int
    text: str


class _Reader:
    """Reads the text in one pass; notes mistakes and continues."""

    def __init__(self, text: str) -> None:
        self.mistakes: list[CourseMistake] = []
        self.places: dict[Cell, tuple[int, int]] = {}
        self.comments: list[str] = []
        self.header: dict[str, _Value] = {}
        self.board_line: int | None = None
        self.is_whole = True
        self.lines = [
            _Line(number, line.rstrip())
            for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1)
        ]

    def course(self) -> Course:
        first, *others = self.lines
        if first.text != MAGIC:
            error = Malformed(
                f"a course begins with the line “{MAGIC}”", "course-begins", magic=MAGIC
            )
            self.note(first.number, 1, error)
        remaining = iter(list(self._without_comments(others)))
        self._read_header(remaining)
        course = structs.replace(self._described(), squares=self._read_board(remaining))
        if "players" not in self.header:
            course = structs.replace(course, players=_room(course))
        return course

    def note(self, line: int, column: int, error: Malformed, cell: Cell | None = None) -> None:
        self.mistakes.append(CourseMistake(line, column, cell, str(error), error.code, error.facts))

    def _without_comments(self, lines: list[_Line]) -> Iterator[_Line]:
        for line in lines:
            text = line.text.strip()
            if text.startswith("#"):
                if not _is_ruler(text):
                    self.comments.append(text.removeprefix("#").removeprefix(" "))
            elif text:
                yield line

    # The header

    def _read_header(self, lines: Iterator[_Line]) -> None:
        strays = []
        for line in lines:
            if line.text.strip() == "board:":
                self.board_line = line.number
                break
            if ":" in line.text:
                self._read_key(line)
            else:
                strays.append(line)
        if self.board_line is None:  # then these lines are its rows
            number = strays[0].number if strays else self.lines[-1].number
            message = "there is no board; expected a line “board:” and then the rows"
            self.note(number, 1, Malformed(message, "course-no-board"))
            return
        for line in strays:
            message = f"expected “key: value” or “board:”, not “{line.text}”"
            self.note(line.number, 1, Malformed(message, "course-stray-line", text=line.text))

    def _read_key(self, line: _Line) -> None:
        key, _, value = line.text.partition(":")
        key = key.strip()
        if key not in KEYS and not re.fullmatch("text[.][a-z]{2}", key):
            known = ", ".join(KEYS)
            message = f"“{key}” is no key; expected {known} or text.it"
            self.note(line.number, 1, Malformed(message, "course-no-key", text=key, known=known))
        elif key in self.header:
            first = self.header[key].line
            message = f"“{key}:” is in line {first} already; expected once"
            error = Malformed(message, "course-key-twice", text=key, line=first)
            self.note(line.number, 1, error)
        else:
            column = len(line.text) - len(value.lstrip()) + 1
            self.header[key] = _Value(line.number, column, " ".join(value.split()))

    def _described(self) -> Course:
        """Return a course with everything from the header, and no squares yet."""
        fields, texts = dict[str, Any](), list[tuple[str, str]]()
        for key, value in self.header.items():
            try:
                _refuse_unprintable(value.text)
                if key.startswith("text"):
                    texts.append((key.removeprefix("text").removeprefix("."), value.text))
                elif key == "rules":
                    fields[key] = self._read_rules(value)
                elif key in _READERS:
                    fields[key] = _READERS[key](value.text)
            except Malformed as error:
                self.note(value.line, value.column, _behind(key, error))
        fields = {"name": "Untitled", **fields, "texts": tuple(sorted(texts))}
        return Course(squares=(), comments=tuple(self.comments), **fields)

    def _read_rules(self, value: _Value) -> tuple[tuple[str, str], ...]:
        rules: dict[str, str] = {}
        written = self.lines[value.line - 1].text[value.column - 1 :]
        for found in re.finditer(r"\S+", written):
            try:
                rules.update([_read_rule(found.group(), rules)])
            except Malformed as error:
                self.note(value.line, value.column + found.start(), _behind("rules", error))
        return tuple(rules.items())

    # The board

    def _read_board(self, lines: Iterator[_Line]) -> tuple[tuple[Square, ...], ...]:
        rows = [_Row(line.number, list(re.finditer(r"\S+", line.text))) for line in lines]
        if not rows:
            self.is_whole = False
            if self.board_line is not None:
                message = "the board has no rows; expected one a line"
                self.note(self.board_line, 1, Malformed(message, "course-no-rows"))
            return ((Square(),),)
        width = self._check_shape(rows)
        squares: dict[Cell, Square] = {}
        for y, row in enumerate(rows):
            for x, found in enumerate(row.cells[:width]):
                cell, column = Cell(x, y), found.start() + 1
                self.places[cell] = (row.line, column)
                squares[cell], flaws = read_square(found.group())
                for flaw in flaws:
                    self.is_whole = False
                    self.note(row.line, column + flaw.offset, flaw.error, cell)
        self._check_doubles(squares)
        return _rows(_both_sides(squares), width, len(rows))

    def _check_shape(self, rows: list[_Row]) -> int:
        """Check that rows have one length and are as many as the header says; return the width."""
        size = self._size()
        widths = [len(row.cells) for row in rows]
        if size is not None and size[0] in widths:
            width = size[0]
        else:
            width = Counter(widths).most_common(1)[0][0]
        for number, row in enumerate(rows, start=1):
            if len(row.cells) != width:
                self.is_whole = False
                count = len(row.cells)
                message = f"row {number} has {count} cells; expected {width}"
                error = Malformed(
                    message, "course-row-length", row=number, count=count, expected=width
                )
                self.note(row.line, row.column_of(width), error)
        actual = (width, len(rows))
        if size is not None and size != actual:
            line, column, _ = self.header["size"]
            message = f"the board is {_by(actual)}; expected {_by(size)}"
            error = Malformed(
                message, "course-size-differs", actual=_by(actual), expected=_by(size)
            )
            self.note(line, column, _behind("size", error))
        if width > (most := len(COLUMNS)):
            message = f"{width} columns; expected at most {most}, A to Z"
            error = Malformed(message, "course-columns", count=width, most=most)
            self.note(rows[0].line, rows[0].column_of(most), error)
        if (count := len(rows)) > MOST_ROWS:
            message = f"{count} rows; expected at most {MOST_ROWS}"
            error = Malformed(message, "course-rows", count=count, most=MOST_ROWS)
            self.note(rows[MOST_ROWS].line, 1, error)
        return min(width, len(COLUMNS))

    def _size(self) -> tuple[int, int] | None:
        if "size" not in self.header:
            return None
        line, column, text = self.header["size"]
        found = re.fullmatch("([1-9][0-9]?)x([1-9][0-9]?)", text)
        if found:
            return int(found[1]), int(found[2])
        message = f"“{text}”; expected width x height, such as 12x10"
        self.note(line, column, _behind("size", Malformed(message, "course-size", text=text)))
        return None

    def _check_doubles(self, squares: dict[Cell, Square]) -> None:
        """R2, R3: each flag and each start may occur only once."""
        for sign in (_flag_sign, _start_sign):
            first: dict[str, Cell] = {}
            for cell, square in squares.items():
                name = sign(square)
                if name is not None and first.setdefault(name, cell) != cell:
                    there = cell_name(first[name])
                    message = f"{name} is on {there} already; expected once"
                    written = name.rpartition(" ")[2]
                    error = Malformed(message, "course-twice", sign=written, cell=there)
                    self.note(*self.places[cell], error, cell)


def _is_ruler(comment: str) -> bool:
    """Whether a comment only names the columns: the formatter writes that line itself."""
    letters = comment.removeprefix("#").split()
    return bool(letters) and "".join(letters) == COLUMNS[: len(letters)].upper()


def _by(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _flag_sign(square: Square) -> str | None:
    return None if square.flag is None else f"flag {square.flag}"


def _start_sign(square: Square) -> str | None:
    if square.start is None:
        return None
    return "start S" if square.start == SHARED_START else f"start S{square.start}"


def _both_sides(squares: dict[Cell, Square]) -> dict[Cell, Square]:
    """R14: a wall is between two cells: whichever was written with it, both have it."""
    walls = {(cell, heading) for cell, square in squares.items() for heading in square.walls}
    walls |= {(cell.towards(heading), heading.opposite) for cell, heading in walls}
    return {
        cell: structs.replace(
            square, walls=frozenset(heading for heading in Heading if (cell, heading) in walls)
        )
        for cell, square in squares.items()
    }


def _rows(squares: dict[Cell, Square], width: int, height: int) -> tuple[tuple[Square, ...], ...]:
    return tuple(
        tuple(squares.get(Cell(x, y), Square()) for x in range(width)) for y in range(height)
    )


# The values of the header


def _behind(key: str, error: Malformed) -> Malformed:
    """Prefix the message with the key of the header."""
    return Malformed(f"{key}: {error}", error.code, **error.facts, key=key)


def _refuse_unprintable(text: str) -> None:
    if not text:
        message = "nothing is written there; expected a value, or no such line"
        raise Malformed(message, "course-no-value")
    if not text.isprintable():
        raise Malformed("there is a character that cannot be printed", "course-unprintable")


def _read_level(text: str) -> str:
    if text not in get_args(Level):
        known = ", ".join(get_args(Level))
        message = f"“{text}”; expected one of {known}"
        raise Malformed(message, "course-no-such-value", text=text, known=known)
    return text


def _read_players(text: str) -> tuple[int, int]:
    found = re.fullmatch("([1-8])-([1-8])", text)
    if not found or found[1] > found[2]:
        message = f"“{text}”; expected the fewest and the most of 1 to 8, such as 2-8"
        raise Malformed(message, "course-players", text=text)
    return int(found[1]), int(found[2])


def _read_edge(text: str) -> str:
    if text not in get_args(Edge):
        message = f"“{text}”; expected {' or '.join(get_args(Edge))}"
        known = ", ".join(get_args(Edge))
        raise Malformed(message, "course-no-such-value", text=text, known=known)
    return text


def _read_rule(word: str, before: Container[str]) -> tuple[str, str]:
    name, _, value = word.partition("=")
    if not name or not value:
        message = f"“{word}”; expected name=value, such as flags_save=on"
        raise Malformed(message, "course-no-rule", text=word)
    if name in before:
        raise Malformed(f"{name} is set twice; expected once", "course-rule-twice", text=name)
    read_settings([(name, value)])  # refuses unknown settings
    return name, value


_READERS: dict[str, Callable[[str], object]] = {
    "name": str,
    "level": _read_level,
    "players": _read_players,
    "author": str,
    "edge": _read_edge,
}


# Writing


def format_course(course: Course) -> str:
    """Write the canonical text, which reads back as the same course."""
    return "\n".join([MAGIC, *_header(course), *_comments(course), *_board(course)]) + "\n"


def _header(course: Course) -> Iterator[str]:
    yield f"name: {course.name}"
    yield f"level: {course.level}"
    yield f"players: {course.players[0]}-{course.players[1]}"
    yield f"size: {_by((course.width, course.height))}"
    if course.author:
        yield f"author: {course.author}"
    for language, text in course.texts:
        yield f"text.{language}: {text}" if language else f"text: {text}"
    if course.edge is not None:
        yield f"edge: {course.edge}"
    if course.rules:
        yield f"rules: {' '.join(f'{name}={value}' for name, value in course.rules)}"


def _comments(course: Course) -> Iterator[str]:
    return (f"# {comment}".rstrip() for comment in course.comments)


def _board(course: Course) -> Iterator[str]:
    """Yield the rows in columns, below a ruler with the columns' letters."""
    letters = list(COLUMNS[: course.width].upper())
    rows = [
        [square_text(course, Cell(x, y)) for x in range(course.width)] for y in range(course.height)
    ]
    widths = [max(map(len, column)) for column in zip(letters, *rows, strict=True)]
    yield f"# {_aligned(letters, widths)}"
    yield "board:"
    yield from (f"  {_aligned(row, widths)}" for row in rows)


def _aligned(words: list[str], widths: list[int]) -> str:
    padded = (word.ljust(width) for word, width in zip(words, widths, strict=True))
    return "  ".join(padded).rstrip()


def square_text(course: Course, cell: Cell) -> str:
    """Write a square, with those of its walls that are written there."""
    square = course.square(cell)
    walls = {heading for heading in square.walls if _is_written_at(course, cell, heading)}
    return format_square(square, walls)


def _is_written_at(course: Course, cell: Cell, heading: Heading) -> bool:
    """A wall is written with what is mounted on it, else on the cell north or west of it."""
    other = cell.towards(heading)
    if not course.contains(other):
        return True
    is_first = heading in (Heading.SOUTH, Heading.EAST)
    here = _is_mounted(course.square(cell), heading)
    there = _is_mounted(course.square(other), heading.opposite)
    return is_first if here == there else here


def _is_mounted(square: Square, side: Heading) -> bool:
    """Whether a laser or pusher is mounted on that side."""
    mounted = [laser.heading for laser in square.lasers]
    if square.pusher is not None:
        mounted.append(square.pusher.heading)
    return side.opposite in mounted
