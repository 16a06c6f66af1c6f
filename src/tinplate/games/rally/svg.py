"""A course as a picture: one self-contained SVG, in light or dark, with or without robots.

The drawings below name their colours (`$wall`); only the two themes know what they look like. All
measures are in units of which a cell has 58. What is printed on a cell is drawn round its middle,
facing north, and turned.

Nothing here needs a style sheet, a script or an id, so any viewer draws it alike, and two pictures
can stand on one page.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from string import Template
from xml.sax.saxutils import escape

from tinplate.games.rally.course import (
    Belt,
    Course,
    Gear,
    Laser,
    Pusher,
    Registers,
    Square,
    cell_name,
)
from tinplate.games.rally.robot import Robot
from tinplate.grid import COLUMNS, Cell, Heading

TINTS = ("red", "green", "blue", "yellow", "silver", "violet", "teal", "pink")  # by seat
LIGHT = {
    "frame": "#3b3644",
    "frame_edge": "#26222e",
    "frame_shine": "#6a6277",
    "lettering": "#e9dfcb",
    "grid": "#e3d8c2",
    "floor": "#faf4e6",
    "floor_alt": "#f4ecda",
    "wall": "#26222e",
    "ink": "#2a2730",
    "paper": "#fffaf0",
    "iron": "#645d6e",
    "brass": "#b8a988",
    "accent": "#a83f29",
    "repair": "#1f7a52",
    "repair_floor": "#dbe8dd",
    "belt": "#d3ccbd",
    "belt_mark": "#6b6473",
    "express": "#bcd0ea",
    "express_mark": "#2d66c9",
    "pit": "#2b2733",
    "pit_hole": "#121017",
    "hazard": "#e0a220",
    "gear": "#d8cbb0",
    "beam": "#d4453b",
    "shade": "#2a2730",
    "shine": "#ffffff",
    "red": "#d4453b",
    "red_deep": "#6f1d1a",
    "green": "#2a9164",
    "green_deep": "#12492f",
    "blue": "#2d66c9",
    "blue_deep": "#14326a",
    "yellow": "#e0a220",
    "yellow_deep": "#70490a",
    "silver": "#8b97a5",
    "silver_deep": "#3f4853",
    "violet": "#7b52b8",
    "violet_deep": "#3b2261",
    "teal": "#17818c",
    "teal_deep": "#0a3f45",
    "pink": "#c04a86",
    "pink_deep": "#601f40",
}
DARK = {
    "frame": "#1c1822",
    "frame_edge": "#0b0a0f",
    "frame_shine": "#3a3446",
    "lettering": "#b9afc2",
    "grid": "#1b1821",
    "floor": "#2f2a38",
    "floor_alt": "#292431",
    "wall": "#f0e3c4",
    "ink": "#f3ecdf",
    "paper": "#201d27",
    "iron": "#a9a1b0",
    "brass": "#6d6478",
    "accent": "#f08a6c",
    "repair": "#45bd88",
    "repair_floor": "#23332f",
    "belt": "#443e4e",
    "belt_mark": "#a79fb3",
    "express": "#26395c",
    "express_mark": "#8db4ff",
    "pit": "#0b0a0e",
    "pit_hole": "#000000",
    "hazard": "#d99a1e",
    "gear": "#4a4254",
    "beam": "#ef6a5e",
    "shade": "#000000",
    "shine": "#ffffff",
    "red": "#ef6a5e",
    "red_deep": "#571512",
    "green": "#45bd88",
    "green_deep": "#0c3d27",
    "blue": "#6d9cf5",
    "blue_deep": "#16295a",
    "yellow": "#f2bd45",
    "yellow_deep": "#573806",
    "silver": "#b6c1cd",
    "silver_deep": "#39424d",
    "violet": "#b492f2",
    "violet_deep": "#35215a",
    "teal": "#4fc3cd",
    "teal_deep": "#0b3b40",
    "pink": "#f089b8",
    "pink_deep": "#561a38",
}

_CELL = 58
_HALF = _CELL // 2
_FRAME = 30  # how far the frame reaches beyond the board
_MARGIN = _FRAME + 2
_RAIL = 17  # how far beyond the board the frame is lettered
_SILL = 4  # the rim of the floor that shows inside the frame
_TURN = {Heading.NORTH: 0, Heading.EAST: 90, Heading.SOUTH: 180, Heading.WEST: 270}
_STEP = {heading: Cell(0, 0).towards(heading) for heading in Heading}
_TEXT = 'font-family="sans-serif" font-weight="700" text-anchor="middle"'

_PIT = """\
<rect x="-28" y="-28" width="56" height="56" rx="5" fill="$pit"/>
<rect x="-23" y="-23" width="46" height="46" rx="7" fill="none" stroke="$hazard" stroke-width="4"
stroke-dasharray="7 6"/><rect x="-18" y="-18" width="36" height="36" rx="5" fill="$pit_hole"/>"""
_GEAR = """\
<circle r="21" fill="$gear" stroke="$brass" stroke-width="5" stroke-dasharray="6.6 6.6"/>
<circle r="18.5" fill="$gear"/><path d="M-9.5 8.5A12.5 12.5 0 1 1 9.5 8.5" fill="none"
stroke="$accent" stroke-width="4.5" stroke-linecap="round"/>
<path d="M2.5 6.5 15.5 4 10 16.5Z" fill="$accent"/>"""
_REPAIR = """\
<rect x="-20" y="-20" width="40" height="40" rx="10" fill="$repair_floor" stroke="$repair"
stroke-width="2"/>"""
_WRENCH = "M-3 16V-3A8 8 0 0 1-5-14L-3-8H3L5-14A8 8 0 0 1 3-3V16Z"
_PRESS = """\
<path d="M-25-28H25V-18L18.5-11 12.5-18 6-11 0-18-6-11-12.5-18-18.5-11-25-18Z
M-25 28H25V18L18.5 11 12.5 18 6 11 0 18-6 11-12.5 18-18.5 11-25 18Z" fill="$iron"/>
<path d="M-22 24H22" stroke="$hazard" stroke-width="4" stroke-dasharray="6 5"/>"""
_PUSHER = """\
<path d="M-4.5-6h9v22h-9Z" fill="$brass"/>
<path d="M-18-15h36v9h-36ZM-22 14h44v12h-44ZM0-27 6.5-18H-6.5Z" fill="$iron" stroke="$iron"
stroke-width="2" stroke-linejoin="round"/>"""
_START = """\
<circle r="20" fill="none" stroke="$iron" stroke-width="3" stroke-dasharray="5 5"/>"""
_GO = '<path d="M-5.5-9.5 10.5 0-5.5 9.5Z" fill="$iron"/>'
_FLAG = """\
<ellipse cx="-9" cy="21" rx="7" ry="2.6" fill="$shade" opacity=".25"/>
<path d="M-9 21V-21" stroke="$ink" stroke-width="3.5" stroke-linecap="round"/>
<path d="M-8-21H19L13-11 19-1H-8Z" fill="$accent"/>"""

# Tin toys, told apart by their outlines alone: body, then eyes and chest.
_TOYS = {
    "red": (
        (
            '<path d="M-9 15V2a3 3 0 0 1 3-3H6a3 3 0 0 1 3 3v13ZM-8-3a8 8 0 0 1 16 0ZM0-11v-4"/>'
            '<circle cy="-16.4" r="2"/>'
        ),
        (
            '<circle cx="-3" cy="-5.6" r="1.5"/><circle cx="3" cy="-5.6" r="1.5"/>'
            '<circle cy="7" r="2.6"/>'
        ),
    ),
    "green": (
        (
            '<path d="M-10 15V1h20v14ZM-9-2v-10h18v10ZM-6-12v-4M6-12v-4"/>'
            '<circle cx="-6" cy="-16.5" r="1.6"/><circle cx="6" cy="-16.5" r="1.6"/>'
        ),
        (
            '<path d="M-5.5-9h3.6v3.6h-3.6ZM1.9-9h3.6v3.6h-3.6ZM-5 4.3h10v1.4h-10Z'
            'M-5 7.3h10v1.4h-10ZM-5 10.3h6v1.4h-6Z"/>'
        ),
    ),
    "blue": (
        (
            '<path d="M-7.5-8h-3.4M7.5-8h3.4" stroke-width="2.4"/>'
            '<path d="M-7 15C-12 11-12 3-7 0H7C12 3 12 11 7 15Z"/><circle cy="-7.5" r="7.5"/>'
        ),
        '<circle cy="-7.5" r="3"/><path d="M-4 9a4 4 0 0 1 8 0Z"/>',
    ),
    "yellow": (
        '<path d="M-11 15-5 0H5L11 15ZM-7-2-5-12H5L7-2ZM-2.4-12 0-18 2.4-12Z"/>',
        '<path d="M-4.2-7.6h8.4v2.6h-8.4ZM0 4 2 8H0l1 4-4-5h2Z"/>',
    ),
    "silver": (
        (
            '<path d="M-10-8h2M8-8h2" stroke-width="2.4"/>'
            '<path d="M-10 11-7 15H7L10 11V3L7-1H-7L-10 3ZM-8-6-5-13H5L8-6 5-2H-5Z"/>'
        ),
        (
            '<circle cx="-2.8" cy="-7.6" r="1.5"/><circle cx="2.8" cy="-7.6" r="1.5"/>'
            '<path d="M-4 4h8v6h-8Z"/>'
        ),
    ),
    "violet": (
        '<path d="M-8 15-10 3-6-1H6L10 3 8 15ZM0-15 9-8 0-1-9-8Z"/><circle cy="-17" r="1.8"/>',
        '<circle cy="-8" r="3"/><path d="M0 4 3 8 0 12-3 8Z"/>',
    ),
    "teal": (
        (
            '<circle cx="-8" cy="-13" r="3.2"/><circle cx="8" cy="-13" r="3.2"/>'
            '<path d="M-11 15V6A7 7 0 0 1-4-1H4A7 7 0 0 1 11 6V15ZM-7-3V-9A7 6 0 0 1 7-9V-3Z"/>'
        ),
        (
            '<circle cx="-3" cy="-7.5" r="1.7"/><circle cx="3" cy="-7.5" r="1.7"/>'
            '<path d="M-5 7h10v3h-10Z"/>'
        ),
    ),
    "pink": (
        (
            '<path d="M-3-11C-6-15 6-14 3-18" fill="none" stroke-width="2.4"/>'
            '<path d="M-6-1H6C7 6 9 10 11 15H-11C-9 10-7 6-6-1ZM-8-3V-11H8V-3Z"/>'
        ),
        '<path d="M-5.5-8.5h4v3h-4ZM1.5-8.5h4v3h-4ZM-2 3h4v3h-4ZM-2 8h4v3h-4Z"/>',
    ),
}


def draw_picture(course: Course, robots: Sequence[Robot] = (), *, dark: bool = False) -> str:
    """The whole picture, as the text of an SVG file; robots by seat, those off the board left out.

    Where a robot hides a flag, the flag is seen small at its foot.
    """
    drawing = "\n".join((*_layers(course, robots), "</svg>"))
    return Template(drawing).substitute(DARK if dark else LIGHT)


def _layers(course: Course, robots: Sequence[Robot]) -> Iterator[str]:
    """From the bottom up: what is later lies on top."""
    yield _opening(course, robots)
    yield from _frame(course)
    yield from _coordinates(course)
    yield from _floor(course)
    for thing in (_pit, _belt, _gear, _repair, _press, _pusher, _start):
        yield from _printed(course, thing)
    # Of a flag under a robot only shreds would show; it gets a badge instead.
    yield from _printed(course, _flag, hidden={robot.cell for robot in robots})
    yield from _beams(course)
    yield from _walls(course)
    yield from _robots(robots)
    yield from _badges(course, robots)


def _opening(course: Course, robots: Sequence[Robot]) -> str:
    width, height = (_CELL * count + 2 * _MARGIN for count in (course.width, course.height))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}"
viewBox="{-_MARGIN} {-_MARGIN} {width} {height}">
<title>{_plain(course.name)}</title>
<desc>{_plain(_description(course, robots))}</desc>"""


def _plain(text: str) -> str:
    """Text as it is written in a drawing."""
    return escape(text).replace("$", "$$")


def _description(course: Course, robots: Sequence[Robot]) -> str:
    flags = ", ".join(map(cell_name, course.flags))
    standing = ", ".join(
        f"{tint} on {cell_name(robot.cell)} facing {robot.facing.word}"
        for tint, robot in zip(TINTS, robots, strict=False)
        if robot.cell is not None
    )
    return (
        f"A course of Rally, {course.width} by {course.height} squares."
        + (f" Flags in order: {flags}." if flags else "")
        + (f" The robots: {standing}." if standing else "")
    )


def _frame(course: Course) -> Iterator[str]:
    """Enamelled tin. Where the edge is a wall it is drawn as one; else hazard marks warn of it."""
    yield _oblong(course, -_FRAME, 20, 'fill="$frame_edge"')
    yield _oblong(course, 1.5 - _FRAME, 18.5, 'fill="$frame"')
    yield _oblong(course, 4 - _FRAME, 16.5, 'fill="none" stroke="$frame_shine"')
    yield _oblong(course, -_SILL, 6, 'fill="$grid"')
    edge = (
        'stroke="$wall" stroke-width="5"'
        if course.edge == "wall"
        else 'stroke="$hazard" stroke-width="3" stroke-dasharray="8 7"'
    )
    yield _oblong(course, -_SILL - 1.5, 7, f'data-edge="{course.edge or ""}" fill="none" {edge}')


def _oblong(course: Course, start: float, radius: float, paint: str) -> str:
    """A rounded rectangle about the middle of the board, which begins there in both directions."""
    width, height = (_CELL * count - 2 * start for count in (course.width, course.height))
    return (
        f'<rect x="{start:g}" y="{start:g}" width="{width:g}" height="{height:g}"'
        f' rx="{radius:g}" {paint}/>'
    )


def _coordinates(course: Course) -> Iterator[str]:
    """The column letters above the board, the row numbers to its west."""
    yield '<g font-family="sans-serif" font-size="13" text-anchor="middle" fill="$lettering">'
    for x in range(course.width):
        yield f'<text x="{_middle(x)}" y="{4.5 - _RAIL}">{COLUMNS[x].upper()}</text>'
    for y in range(course.height):
        yield f'<text x="{-_RAIL}" y="{_middle(y) + 4.5}">{y + 1}</text>'
    yield "</g>"


def _floor(course: Course) -> Iterator[str]:
    """Plates with rounded corners, checkered; a thick outline with round joins rounds them."""
    for parity, colour in enumerate(("$floor", "$floor_alt")):
        plates = "".join(
            f"M{_CELL * cell.x + 5} {_CELL * cell.y + 5}h48v48h-48Z"
            for cell in course.cells()
            if (cell.x + cell.y) % 2 == parity
        )
        yield (
            f'<path fill="{colour}" stroke="{colour}" stroke-width="8" stroke-linejoin="round"'
            f' d="{plates}"/>'
        )


# What is printed on a square


Thing = Callable[[Course, Cell, Square], Iterable[str]]


def _printed(course: Course, thing: Thing, hidden: Container[Cell | None] = ()) -> Iterator[str]:
    """That thing wherever it is, but where it would be hidden."""
    for cell in course.cells():
        drawn = list(thing(course, cell, course.square(cell)))
        if drawn and cell not in hidden:
            yield f'<g data-thing="{thing.__name__[1:]}" data-cell="{cell_name(cell)}" {_at(cell)}>'
            yield from drawn
            yield "</g>"


def _pit(_: Course, __: Cell, square: Square) -> Iterator[str]:
    if square.pit:
        yield _PIT


def _belt(course: Course, cell: Cell, square: Square) -> Iterator[str]:
    """A band with arrows: straight, round one corner, or where several meet."""
    belt = square.belt
    if belt is None:
        return
    paint = "express" if belt.is_express else "belt"
    is_straight = not belt.mouths or _is_fed_straight(course, cell, belt)
    if is_straight:
        yield f'<path d="M-20-29h40v58h-40Z" fill="${paint}" {_turned(belt.exit)}/>'
    for comes in belt.mouths:
        band = f'<path d="{_bend(comes, belt.exit)}" fill="none" stroke="${paint}"'
        yield f'{band} stroke-width="40"/>'
    if len(belt.mouths) == 1 and not is_straight:
        place = _round_the_corner(belt.mouths[0], belt.exit)
    else:
        place = f'transform="rotate({_TURN[belt.exit]}) translate(0 {-8 if belt.mouths else 0})"'
    marks = ("M-10-2 0-12 10-2", "M-10 13 0 3 10 13") if belt.is_express else ("M-10 5 0-5 10 5",)
    yield (
        f'<path d="{"".join(marks)}" {place} fill="none" stroke="${paint}_mark" stroke-width="5"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _is_fed_straight(course: Course, cell: Cell, belt: Belt) -> bool:
    """Whether another belt leads onto this one from behind."""
    behind = cell.towards(belt.exit.opposite)
    before = course.square(behind).belt if course.contains(behind) else None
    return before is not None and before.exit is belt.exit


def _bend(comes: Heading, leaves: Heading) -> str:
    (hx, hy), (ex, ey) = _STEP[comes], _STEP[leaves]
    sweep = int(comes.clockwise is leaves)
    start, end = f"{-hx * _HALF} {-hy * _HALF}", f"{ex * _HALF} {ey * _HALF}"
    return f"M{start}A{_HALF} {_HALF} 0 0 {sweep} {end}"


def _round_the_corner(comes: Heading, leaves: Heading) -> str:
    """Where the arrow of a curve stands, and how it is turned."""
    (hx, hy), (ex, ey) = _STEP[comes], _STEP[leaves]
    turn = _TURN[comes] + (45 if comes.clockwise is leaves else -45)
    return f'transform="translate({(ex - hx) * 8.5:g} {(ey - hy) * 8.5:g}) rotate({turn})"'


def _gear(_: Course, __: Cell, square: Square) -> Iterator[str]:
    if square.gear is not None:
        mirrored = ' transform="scale(-1 1)"' if square.gear is Gear.LEFT else ""
        yield f"<g{mirrored}>{_GEAR}</g>"


def _repair(_: Course, __: Cell, square: Square) -> Iterator[str]:
    """One wrench, or two."""
    if not square.repair:
        return
    yield _REPAIR
    places, scale = ((0,), 0.9) if square.repair == 1 else ((-7, 7), 0.72)
    for x in places:
        yield (
            f'<path transform="translate({x} 0) rotate(40) scale({scale})" fill="$repair"'
            f' d="{_WRENCH}"/>'
        )


def _press(_: Course, __: Cell, square: Square) -> Iterator[str]:
    if square.press:
        yield _PRESS
        yield from _pill(square.press, 0, -21)


def _pusher(_: Course, __: Cell, square: Square) -> Iterator[str]:
    """Its back is to the wall it is mounted on; its numbers stay upright."""
    pusher = square.pusher
    if pusher is not None:
        yield f"<g {_turned(pusher.heading)}>{_PUSHER}</g>"
        yield from _pill(pusher.registers, *_below_the_press(pusher, square))


def _below_the_press(pusher: Pusher, square: Square) -> tuple[int, int]:
    """On the piston; where a press has numbers as well, further down."""
    dx, dy = _STEP[pusher.heading]
    return (-5 * dx, 12) if square.press else (-5 * dx, -5 * dy)


def _pill(registers: Registers, x: int, y: int) -> Iterator[str]:
    """The registers in which something acts."""
    width = 6 + 10 * len(registers)
    yield f'<g transform="translate({x} {y})">'
    yield (
        f'<rect x="{-width / 2:g}" y="-7.5" width="{width}" height="15" rx="7.5" fill="$ink"'
        ' stroke="$floor" stroke-width="1"/>'
    )
    for place, register in enumerate(registers):
        across = (place - (len(registers) - 1) / 2) * 10
        yield f'<text x="{across:g}" y="4" font-size="11" {_TEXT} fill="$paper">{register}</text>'
    yield "</g>"


def _start(_: Course, __: Cell, square: Square) -> Iterator[str]:
    if square.start is None:
        return
    yield _START
    if square.start:
        yield f'<text y="7" font-size="20" {_TEXT} fill="$iron">{square.start}</text>'
    else:
        yield _GO


def _flag(_: Course, __: Cell, square: Square) -> Iterator[str]:
    if square.flag is not None:
        yield from _flag_of(square.flag)


def _flag_of(number: int) -> Iterator[str]:
    yield _FLAG
    yield f'<text x="2.5" y="-5" font-size="17" {_TEXT} fill="$paper">{number}</text>'


# What lies between squares


def _beams(course: Course) -> Iterator[str]:
    for cell in course.cells():
        for laser in course.square(cell).lasers:
            yield f'<g data-laser="{cell_name(cell)}{laser.heading}">'
            yield from _beam(course, cell, laser)
            yield _emitter(cell, laser)
            yield "</g>"


def _beam(course: Course, cell: Cell, laser: Laser) -> Iterator[str]:
    """A line from the emitter to where the beam ends, one beside the other."""
    dx, dy = _STEP[laser.heading]
    last = list(course.beam(cell, laser.heading))[-1]
    for number in range(laser.beams):
        aside = (number - (laser.beams - 1) / 2) * 9
        x, y = dy * aside, dx * aside
        x1, y1 = _middle(cell.x) - dx * (_HALF - 12) + x, _middle(cell.y) - dy * (_HALF - 12) + y
        x2, y2 = _middle(last.x) + dx * (_HALF - 3) + x, _middle(last.y) + dy * (_HALF - 3) + y
        line = f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
        yield f'<path d="{line}" stroke="$beam" stroke-width="7" opacity=".22"/>'
        yield f'<path d="{line}" stroke="$beam" stroke-width="2.5" opacity=".85"/>'


def _emitter(cell: Cell, laser: Laser) -> str:
    dx, dy = _STEP[laser.heading]
    x, y = _middle(cell.x) - dx * (_HALF - 8), _middle(cell.y) - dy * (_HALF - 8)
    across = 11 + 9 * laser.beams
    width, height = (13, across) if dx else (across, 13)
    return (
        f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width}" height="{height}"'
        ' rx="4" fill="$wall"/>'
    )


def _walls(course: Course) -> Iterator[str]:
    """Round-ended bars, each once: named by the cell south or east of it, where there is one."""
    yield '<g fill="none" stroke-width="7" stroke-linecap="round" stroke="$wall">'
    for cell in course.cells():
        for side in Heading:
            is_own = side in (Heading.NORTH, Heading.WEST)
            if course.has_wall(cell, side) and (is_own or not course.contains(cell.towards(side))):
                yield f'<path data-wall="{cell_name(cell)}{side}" d="{_wall(cell, side)}"/>'
    yield "</g>"


def _wall(cell: Cell, side: Heading) -> str:
    x = _CELL * (cell.x + (side is Heading.EAST))
    y = _CELL * (cell.y + (side is Heading.SOUTH))
    return f"M{x} {y}{'h' if side in (Heading.NORTH, Heading.SOUTH) else 'v'}{_CELL}"


# Robots


def _robots(robots: Sequence[Robot]) -> Iterator[str]:
    for seat, robot in enumerate(robots):
        if robot.cell is not None:
            x, y, scale = _place_of(seat, robots, robot.cell)
            yield (
                f'<g data-robot="{seat}" data-cell="{cell_name(robot.cell)}"'
                f' transform="translate({x:g} {y:g}) scale({scale:g})">'
            )
            yield from _robot(TINTS[seat % len(TINTS)], robot)
            yield "</g>"


def _place_of(seat: int, robots: Sequence[Robot], cell: Cell) -> tuple[float, float, float]:
    """R31: virtual robots share a cell: each has a corner of its own."""
    here = [other for other, robot in enumerate(robots) if robot.cell == cell]
    x, y = _middle(cell.x), _middle(cell.y)
    if len(here) == 1:
        return x, y, 1
    across = 2 if len(here) <= 4 else 3  # noqa: PLR2004 - a square of them
    row, column = divmod(here.index(seat), across)
    rows, in_row = -(-len(here) // across), min(across, len(here) - row * across)
    step = _CELL / (across + 0.35)
    scale = 0.62 if across == 2 else 0.44  # noqa: PLR2004
    return x + (column - (in_row - 1) / 2) * step, y + (row - (rows - 1) / 2) * step, scale


def _robot(tint: str, robot: Robot) -> Iterator[str]:
    """An arrow that shows its facing, then the toy; virtual ones are pale and ringed."""
    yield (
        f'<path d="M0-31 9-20.5H-9Z" {_turned(robot.facing)} fill="${tint}" stroke="$floor"'
        ' stroke-width="1.5" stroke-linejoin="round"/>'
    )
    if robot.virtual:
        yield (
            f'<circle r="25" fill="none" stroke="${tint}" stroke-width="2" stroke-dasharray="3 5"/>'
        )
    body, face = _TOYS[tint]
    opacity = ' opacity=".6"' if robot.virtual else ""
    yield f'<g transform="scale(1.18) translate(0 1)"{opacity}>'
    yield '<ellipse cy="15.5" rx="12" ry="3" fill="$shade" opacity=".25"/>'
    yield (
        f'<g fill="${tint}" stroke="${tint}_deep" stroke-width="1.4" stroke-linejoin="round"'
        f' stroke-linecap="round">{body}</g><g fill="$shine">{face}'
        '<path d="M-7 3.5h1.800v8h-1.8Z" opacity=".4"/></g></g>'
    )
    if robot.off:
        yield (
            '<g transform="translate(15 -15)"><circle r="9" fill="$ink"/>'
            '<path d="M0-5V0M-3.5-3.5A5 5 0 1 0 3.5-3.5" fill="none" stroke="$paper"'
            ' stroke-width="2" stroke-linecap="round"/></g>'
        )


def _badges(course: Course, robots: Sequence[Robot]) -> Iterator[str]:
    """A flag that a robot stands on is seen at the robot's foot."""
    for cell in {robot.cell for robot in robots} - {None}:
        flag = None if cell is None else course.square(cell).flag
        if cell is not None and flag is not None:
            yield f'<g data-badge="{flag}" {_at(cell)}><g transform="translate(16 17) scale(.48)">'
            yield '<circle r="27" fill="$paper" stroke="$accent" stroke-width="3"/>'
            yield from _flag_of(flag)
            yield "</g></g>"


def _turned(heading: Heading) -> str:
    return f'transform="rotate({_TURN[heading]})"'


def _at(cell: Cell) -> str:
    return f'transform="translate({_middle(cell.x)} {_middle(cell.y)})"'


def _middle(place: int) -> int:
    return _CELL * place + _HALF
