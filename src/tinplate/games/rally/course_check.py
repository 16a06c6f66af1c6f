"""What is wrong with a readable course, and what its author may want to know.

Errors forbid play; notes do not. A route from one cell to another is one that a robot alone on
the board, with full armour and any cards, could take without losing a life.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tinplate.game import Facts
from tinplate.games.rally.course import SHARED_START, Belt, Course, Square, cell_name
from tinplate.games.rally.course_text import read_course
from tinplate.games.rally.kernel import Ints
from tinplate.games.rally.reach import NEVER, CourseReach, places_from, reach_on, registers_to
from tinplate.games.rally.settings import agreed
from tinplate.grid import Cell

MOST_CELLS = 24 * 24  # four boards of 12 by 12; finding routes on them takes half a second
_BEGINNING = (1, 1)  # of the text


class Finding(NamedTuple):
    """An error or a note, with its cell if it has one."""

    kind: Literal["error", "note"]
    cell: Cell | None
    message: str
    code: str  # with the facts, lets a page say it in another language
    facts: Facts


class Placed(NamedTuple):
    """A finding and its place in the text; lines and columns are counted from 1."""

    line: int
    column: int
    finding: Finding


def check_text(text: str) -> list[Placed]:
    """Return all errors and notes on a course's text, in the order of the text.

    What is missing comes last where something is written wrong: it may follow from that.
    """
    course, mistakes, places, is_whole = read_course(text)
    findings = [*_squares(course), *_starts(course), *_flags(course)]
    if not is_whole:  # something that seems missing may be in the part that could not be read
        findings = [each for each in findings if each.cell is not None]
    if is_whole and all(mistake.cell is None for mistake in mistakes):
        findings += _ways(course)
    beginning = min(
        places.values(), default=_BEGINNING
    )  # of the board: the place of anything missing
    missing = [Placed(*beginning, each) for each in findings if each.cell is None]
    found = [Placed(*places[each.cell], each) for each in findings if each.cell is not None]
    if not mistakes:
        return sorted(missing + found, key=_place)
    found += [
        Placed(line, column, Finding("error", cell, message, code, facts))
        for line, column, cell, message, code, facts in mistakes
    ]
    return [*sorted(found, key=_place), *missing]


def _place(placed: Placed) -> tuple[int, int]:
    return placed.line, placed.column


def check_course(course: Course) -> list[Finding]:
    """Return all errors and notes on a course."""
    return [*_squares(course), *_starts(course), *_flags(course), *_ways(course)]


def _error(message: str, code: str, cell: Cell | None = None, **facts: str | int) -> Finding:
    return Finding("error", cell, message, code, facts)


def _note(message: str, code: str, cell: Cell, **facts: str | int) -> Finding:
    return Finding("note", cell, message, code, facts)


# What one square and its neighbours show


def _squares(course: Course) -> Iterator[Finding]:
    for cell in course.cells():
        square = course.square(cell)
        if square.start is not None and not _is_plain_start(square):
            message = "a start can have only walls; expected S alone (D42)"
            yield _error(message, "start-not-alone", cell)
        if square.belt is not None:
            yield from _belt(course, cell, square.belt)
        for laser in square.lasers:
            if not course.has_wall(cell, laser.heading.opposite):
                side = laser.heading.opposite
                message = f"the laser has no wall behind it, on the {side.compass} side"
                yield _note(message, "laser-without-wall", cell)


def _is_plain_start(square: Square) -> bool:
    return square == Square(start=square.start, walls=square.walls)


def _belt(course: Course, cell: Cell, belt: Belt) -> Iterator[Finding]:
    target = cell.towards(belt.exit)
    if course.has_wall(cell, belt.exit):
        yield _note("the belt runs into a wall: robots stay (D5)", "belt-to-wall", cell)
        return
    if not course.contains(target):
        yield _note("the belt ends at the edge of the board (D3, D5)", "belt-to-edge", cell)
        return
    there = cell_name(target)
    if course.square(target).pit:
        message = f"the belt runs into the pit on {there} (D5)"
        yield _note(message, "belt-to-pit", cell, there=there)
    elif (fed := course.square(target).belt) is not None:
        if fed.exit is belt.exit.opposite:
            message = f"the belt runs against the one on {there}"
            yield _note(message, "belt-against-belt", cell, there=there)
        elif fed.exit is not belt.exit and belt.exit not in fed.mouths:
            message = (
                f"the belt feeds the one on {there} from the side, where it has no mouth:"
                " robots are not turned (D30)"
            )
            yield _note(message, "belt-from-side", cell, there=there)


# What the course as a whole must have


def _starts(course: Course) -> Iterator[Finding]:
    """R2: one start for all; or, as a house option, one for each seat."""
    starts = {course.square(cell).start: cell for cell in course.cells()}
    seats = {start for start in starts if start}
    most = course.players[1]
    if SHARED_START in starts:
        for seat in sorted(seats):
            message = f"S{seat} next to the shared S; expected one or the other"
            yield _error(message, "start-beside-shared", starts[seat], seat=seat)
    elif not seats:
        message = "there is no start; expected S, or S1 to S8 for one seat each"
        yield _error(message, "no-start")
    else:
        for seat in sorted(set(range(1, most + 1)) - seats):
            message = f"there is no S{seat}; expected S1 to S{most} for {most} players"
            yield _error(message, "no-start-of-seat", seat=seat, most=most)


def _flags(course: Course) -> Iterator[Finding]:
    """R3: flags are numbered 1 to n without gaps."""
    numbers = [course.square(cell).flag or 0 for cell in course.flags]
    for missing in sorted(set(range(1, max(numbers, default=1) + 1)) - set(numbers)):
        message = f"there is no flag {missing}; expected flags from 1 up without gaps"
        yield _error(message, "no-such-flag", flag=missing)


# Where a robot can go


def _ways(course: Course) -> Iterator[Finding]:
    """R3: every flag can be reached wherever robots enter the board, with no traps on the way."""
    cells = course.width * course.height
    if cells > MOST_CELLS:
        message = f"the board has {cells} cells; expected at most {MOST_CELLS} to be played on"
        yield _error(message, "too-many-cells", count=cells, most=MOST_CELLS)
        return
    reach = reach_on(course)
    flags = [(course.square(flag).flag or 0, flag) for flag in course.flags]
    fewest = {number: registers_to(reach, [flag]) for number, flag in flags}
    for number, flag in flags:
        cut_off = [
            cell_name(cell)
            for cell in _origins(course)
            if fewest[number][0, reach.places(cell)].min() == NEVER
        ]
        if cut_off:
            del fewest[number]
            origins = " or ".join(cut_off)
            message = f"flag {number} cannot be reached from {origins}; expected a route"
            cells_cut_off = ", ".join(cut_off)
            yield _error(message, "flag-cut-off", flag, flag=number, cells=cells_cut_off)
    yield from _traps(reach, fewest)


def _traps(reach: CourseReach, fewest: dict[int, Ints]) -> Iterator[Finding]:
    """Yield cells that robots can reach from a start, but not leave to reach some flag."""
    starts = [cell for cell in reach.course.cells() if reach.course.square(cell).start is not None]
    reached = places_from(reach, starts)
    for cell in reach.course.cells():
        here = reached[:, reach.places(cell)]
        flags = [
            str(number)
            for number, registers in fewest.items()
            if here.any() and (registers[:, reach.places(cell)][here] == NEVER).all()
        ]
        if flags:
            message = f"a trap: robots that stop here lose a life before flag {' or '.join(flags)}"
            yield _note(message, "cell-is-trap", cell, flags=", ".join(flags))


def _origins(course: Course) -> list[Cell]:
    """List where robots enter the board: starts and save points (R2, R23, D17, D19)."""
    flags_save = agreed(course, {}).flags_save
    squares = ((cell, course.square(cell)) for cell in course.cells())
    return [
        cell
        for cell, square in squares
        if square.start is not None or square.repair or (flags_save and square.flag)
    ]
