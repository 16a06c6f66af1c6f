"""A course drawn with characters, readable with and without colour.

Walls are heavy lines, beams thin ones. A cell shows the signs of everything printed on it; where
they do not fit it shows three dots, and `crowded` lists the rest.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rich.text import Text

from tinplate.cli.canvas import LINE_JOINTS, PLAIN, QUIET, WALL_JOINTS, Arms, Canvas, labelled
from tinplate.games.rally.course import SHARED_START, Belt, Course, Edge, Gear, Square, cell_name
from tinplate.games.rally.square_text import digits, format_square
from tinplate.grid import COLUMNS, Cell, Heading

_N, _E, _S, _W = Heading.NORTH, Heading.EAST, Heading.SOUTH, Heading.WEST
# Medium shades, readable on light and dark terminals.
_AMBER, _BLUE, _GREEN, _RED = "#b9851a", "#3f7ae0", "#2f9d4e", "#dc4f45"
_PURPLE, _TERRACOTTA, _GREY = "#b445c4", "#c8643c", "#7d7387"

_ARROWS = {_N: "↑", _E: "→", _S: "↓", _W: "←"}
_EXPRESS_ARROWS = {_N: "⇑", _E: "⇒", _S: "⇓", _W: "⇐"}
_EXPRESS_JOINTS: dict[Arms, str] = {
    frozenset({_E, _S}): "╔",
    frozenset({_S, _W}): "╗",
    frozenset({_N, _E}): "╚",
    frozenset({_N, _W}): "╝",
    frozenset({_N, _E, _S}): "╠",
    frozenset({_N, _S, _W}): "╣",
    frozenset({_E, _S, _W}): "╦",
    frozenset({_N, _E, _W}): "╩",
}
_PUSHERS = {_N: "▴", _E: "▸", _S: "▾", _W: "◂"}
_GEARS = {Gear.LEFT: "↺", Gear.RIGHT: "↻"}
_PIT = "▒"
_EMITTER = "✶"
_LEVEL_BEAMS = " ─═≡"  # by their number
_UPRIGHT_BEAM = "│"
_MOST_BEAMS = 3

_WIDE, _NARROW = 5, 3  # characters in a cell; a board with many columns gets narrow ones
_MOST_WIDE_CELLS = 12
_STEP_Y = 2  # lines from one cell to the next


class Sign(NamedTuple):
    """How an element is drawn, and its meaning in the legend."""

    text: str
    style: str
    meaning: str


def draw_course(course: Course, edge: Edge, robots: Mapping[Cell, Sign] | None = None) -> Text:
    """Draw the board, at most 80 columns wide up to 18 columns of cells; robots go on top."""
    room = _room(course)
    canvas = Canvas((room + 1) * course.width + 1, _STEP_Y * course.height + 1)
    _paint_beams(canvas, course)
    _paint_emitters(canvas, course)
    _paint_walls(canvas, course, edge)
    for cell in course.cells():
        _paint_cell(canvas, course, cell, (robots or {}).get(cell))
    return _labelled(canvas, course)


def crowded(course: Course) -> Iterator[str]:
    """Yield the cells with more on them than can be drawn, in the notation of files."""
    for cell in course.cells():
        if len(_sign_text(course.square(cell))) > _room(course):
            yield f"{cell_name(cell)} {format_square(course.square(cell), ())}"


def legend(course: Course, edge: Edge) -> list[Sign]:
    """Explain the signs on this board, and no others."""
    squares = [course.square(cell) for cell in course.cells()]
    signs = [sign for square in squares for sign in _signs(square)]
    if any(square.lasers for square in squares):
        signs.append(Sign(f"{_EMITTER}{_LEVEL_BEAMS[1]}", _RED, "laser and its beam"))
    if any(square.walls for square in squares) or edge == "wall":
        signs.append(Sign("━", PLAIN, "wall"))
    first = {sign.meaning: sign for sign in sorted(signs, reverse=True)}  # flag 1, start S1
    return [first[meaning] for meaning in _ORDER if meaning in first]


_ORDER = (
    "start", "flag", "belt", "curve, turns robots", "express belt",
    "express curve", "gear, turns left", "gear, turns right", "repair +1, save point",
    "repair +2, save point", "press, in these registers", "pusher, in these registers", "pit",
    "laser and its beam", "wall",
)  # fmt: skip


def _room(course: Course) -> int:
    return _WIDE if course.width <= _MOST_WIDE_CELLS else _NARROW


# What is on a cell


def _signs(square: Square) -> Iterator[Sign]:
    """Yield everything on the square but lasers and walls, from left to right."""
    if square.start is not None:
        number = "" if square.start == SHARED_START else str(square.start)
        yield Sign(f"S{number}", f"bold reverse {_TERRACOTTA}", "start")
    if square.flag is not None:
        yield Sign(f"⚑{square.flag}", f"bold reverse {_TERRACOTTA}", "flag")
    if square.belt is not None:
        yield _belt_sign(square.belt)
    if square.gear is not None:
        way = square.gear.name.lower()
        yield Sign(_GEARS[square.gear], f"bold {_GREEN}", f"gear, turns {way}")
    if square.repair:
        meaning = f"repair +{square.repair}, save point"
        yield Sign("+" * square.repair, f"bold {_GREEN}", meaning)
    if square.press:
        yield Sign(f"X{digits(square.press)}", f"bold {_RED}", "press, in these registers")
    if square.pusher is not None:
        text = _PUSHERS[square.pusher.heading] + digits(square.pusher.registers)
        yield Sign(text, f"bold {_PURPLE}", "pusher, in these registers")
    if square.pit:
        yield Sign(_PIT * _NARROW, _GREY, "pit")


def _belt_sign(belt: Belt) -> Sign:
    arrow = (_EXPRESS_ARROWS if belt.is_express else _ARROWS)[belt.exit]
    style = f"bold {_BLUE}" if belt.is_express else _AMBER
    if not belt.mouths:
        return Sign(arrow, style, "express belt" if belt.is_express else "belt")
    sides = frozenset({belt.exit, *(mouth.opposite for mouth in belt.mouths)})
    joint = (_EXPRESS_JOINTS if belt.is_express else LINE_JOINTS)[sides]
    text = f"{arrow}{joint}" if belt.exit is _W else f"{joint}{arrow}"
    return Sign(text, style, "express curve" if belt.is_express else "curve, turns robots")


def _sign_text(square: Square) -> str:
    return "".join(sign.text for sign in _signs(square))


def _paint_cell(canvas: Canvas, course: Course, cell: Cell, robot: Sign | None) -> None:
    square, room = course.square(cell), _room(course)
    left, line = _corner(course, cell)
    if square.pit:
        canvas.write(left, line, _PIT * room, _GREY)
        return
    signs = [*([robot] if robot else []), *_signs(square)]
    length = sum(len(sign.text) for sign in signs)
    column = left + (room - min(length, room)) // 2
    for sign in signs:
        shown = sign.text[: left + room - column]
        canvas.write(column, line, shown, sign.style)
        column += len(shown)
    if length > room:
        canvas.write(left + room - 1, line, "…", QUIET)
    elif not length and canvas.at(left + room // 2, line) == " ":
        canvas.write(left + room // 2, line, "·", QUIET)


def _corner(course: Course, cell: Cell) -> tuple[int, int]:
    """Return the column and line of a cell's first character."""
    return cell.x * (_room(course) + 1) + 1, cell.y * _STEP_Y + 1


# Beams


def _paint_beams(canvas: Canvas, course: Course) -> None:
    """Paint beams before walls, which cover any beam that would cross them."""
    across, along = _beams(course)
    for cell in course.cells():
        left, line = _corner(course, cell)
        room = _room(course)
        level, upright = min(across.get(cell, 0), _MOST_BEAMS), along.get(cell, 0)
        if level:
            canvas.write(left, line, _LEVEL_BEAMS[level] * room, _RED)
        if upright:
            canvas.write(left + room // 2, line, "┼" if level else _UPRIGHT_BEAM, _RED)
        if level and across.get(cell.towards(_E)):
            canvas.write(left + room, line, _LEVEL_BEAMS[level], _RED)
        if upright and along.get(cell.towards(_S)):
            beams = _UPRIGHT_BEAM * min(upright, _MOST_BEAMS)
            canvas.write(left + (room - len(beams)) // 2, line + 1, beams, _RED)


def _paint_emitters(canvas: Canvas, course: Course) -> None:
    for cell in course.cells():
        for laser in course.square(cell).lasers:
            left, line = _corner(course, cell)
            places = {_E: left, _W: left + _room(course) - 1}
            column = places.get(laser.heading, left + _room(course) // 2)
            canvas.write(column, line, _EMITTER, f"bold {_RED}")


def _beams(course: Course) -> tuple[dict[Cell, int], dict[Cell, int]]:
    """R10, D40: count the beams that cross each cell sideways, and up and down."""
    across, along = dict[Cell, int](), dict[Cell, int]()
    for cell in course.cells():
        for laser in course.square(cell).lasers:
            counts = across if laser.heading in (_E, _W) else along
            for lit in course.beam(cell, laser.heading):
                counts[lit] = counts.get(lit, 0) + laser.beams
    return across, along


# Walls and labels


def _paint_walls(canvas: Canvas, course: Course, edge: Edge) -> None:
    step = _room(course) + 1
    for y in range(course.height + 1):
        for x in range(course.width + 1):
            corner = Cell(x, y)
            if x < course.width and _is_wall(course, edge, corner, _N):
                canvas.write(x * step + 1, y * _STEP_Y, "━" * (step - 1), PLAIN)
            if y < course.height and _is_wall(course, edge, corner, _W):
                canvas.write(x * step, y * _STEP_Y + 1, "┃", PLAIN)
            arms = _walls_meeting_at(course, edge, corner)
            canvas.write(x * step, y * _STEP_Y, WALL_JOINTS[arms], PLAIN if arms else QUIET)


def _is_wall(course: Course, edge: Edge, cell: Cell, side: Heading) -> bool:
    """Whether a line is drawn on that side of a cell, which may be beyond the edge."""
    here, there = course.contains(cell), course.contains(cell.towards(side))
    if here and there:
        return course.has_wall(cell, side)
    if here:
        return edge == "wall" or course.has_wall(cell, side)
    return there and _is_wall(course, edge, cell.towards(side), side.opposite)


def _walls_meeting_at(course: Course, edge: Edge, south_east: Cell) -> Arms:
    """Return the directions in which walls leave the north-west corner of that cell."""
    north_west = south_east.towards(_N).towards(_W)
    sides = {
        _N: (north_west, _E),
        _E: (south_east, _N),
        _S: (south_east, _W),
        _W: (north_west, _S),
    }
    return frozenset(
        heading for heading, (cell, side) in sides.items() if _is_wall(course, edge, cell, side)
    )


def _labelled(canvas: Canvas, course: Course) -> Text:
    gap = " " * _room(course)
    letters = gap.join(COLUMNS[: course.width].upper())
    lines = range(len(canvas.lines))
    rows = [str(line // _STEP_Y + 1) if line % _STEP_Y else "" for line in lines]
    return labelled(canvas, f"{gap[: _room(course) // 2 + 1]}{letters}", rows)
