"""A course as a picture: one self-contained SVG, in light or dark, with or without robots.

All measures are in units of which a cell has 58. What is printed on a cell is drawn round its
middle, facing north, and turned.

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
from tinplate.games.rally.svg.drawings import (
    FLAG,
    GEAR,
    GO,
    PIT,
    PRESS,
    PUSHER,
    REPAIR,
    START,
    TOYS,
    WRENCH,
)
from tinplate.games.rally.svg.themes import DARK, LIGHT, TINTS
from tinplate.grid import COLUMNS, Cell, Heading

_CELL = 58
_HALF = _CELL // 2
_FRAME = 30  # how far the frame reaches beyond the board
_MARGIN = _FRAME + 2
_RAIL = 17  # how far beyond the board the frame is lettered
_RIM = 6  # round a board without a frame
_SILL = 4  # the rim of the floor that shows inside the frame
_TURN = {Heading.NORTH: 0, Heading.EAST: 90, Heading.SOUTH: 180, Heading.WEST: 270}
_STEP = {heading: Cell(0, 0).towards(heading) for heading in Heading}
_TEXT = 'font-family="sans-serif" font-weight="700" text-anchor="middle"'


def draw_picture(course: Course, robots: Sequence[Robot] = (), *, dark: bool = False) -> str:
    """The whole picture, as the text of an SVG file; robots by seat, those off the board left out.

    Where a robot hides a flag, the flag is seen small at its foot.
    """
    drawing = "\n".join((*_layers(course, robots), "</svg>"))
    return Template(drawing).substitute(DARK if dark else LIGHT)


def draw_board(course: Course, robots: Sequence[Robot], extra: Iterable[str] = ()) -> str:
    """Draw the board alone, without a frame, its colours by name; what is extra lies on top."""
    width, height = (_CELL * count + 2 * _RIM for count in (course.width, course.height))
    size = f'width="{width}" height="{height}" viewBox="{-_RIM} {-_RIM} {width} {height}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" {size}>'
    plate = _oblong(course, -_RIM, 8, 'fill="$grid"')
    return "\n".join((opening, plate, *_on_the_board(course, robots), *extra, "</svg>"))


def place_board(
    course: Course, robots: Sequence[Robot], *, y: int, most: tuple[int, int]
) -> tuple[str, int]:
    """Draw the board within another picture, so far down; return its height, too.

    It is as large as fits, in the middle.
    """
    wide, high = (_CELL * count + 2 * _RIM for count in (course.width, course.height))
    scale = min(1, most[0] / wide, most[1] / high)
    width, height = round(wide * scale), round(high * scale)
    size = f'x="{(most[0] - width) // 2}" y="{y}" width="{width}" height="{height}"'
    opening = f'<svg {size} viewBox="{-_RIM} {-_RIM} {wide} {high}">'
    plate = _oblong(course, -_RIM, 8, 'fill="$grid"')
    return "\n".join((opening, plate, *_on_the_board(course, robots), "</svg>")), height


def draw_toy(tint: str) -> str:
    """Draw the toy of a seat, round the origin."""
    body, face = TOYS[tint]
    return (
        f'<g fill="${tint}" stroke="${tint}_deep" stroke-width="1.4" stroke-linejoin="round"'
        f' stroke-linecap="round">{body}</g><g fill="$shine">{face}'
        '<path d="M-7 3.5h1.8v8h-1.8Z" opacity=".4"/></g>'
    )


def draw_shot(start: Cell, end: Cell) -> str:
    """Draw a robot's shot, from cell to cell."""
    line = f"M{_middle(start.x)} {_middle(start.y)}L{_middle(end.x)} {_middle(end.y)}"
    return f'<path d="{line}" stroke="$beam" stroke-width="4" stroke-dasharray="2 6" fill="none"/>'


def _layers(course: Course, robots: Sequence[Robot]) -> Iterator[str]:
    """From the bottom up: what is later lies on top."""
    yield _opening(course, robots)
    yield from _frame(course)
    yield from _coordinates(course)
    yield from _on_the_board(course, robots)


def _on_the_board(course: Course, robots: Sequence[Robot]) -> Iterator[str]:
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
    is_wall = course.edge == "wall"
    yield _oblong(course, -_FRAME, 20, 'fill="$frame_edge"')
    yield _oblong(course, 1.5 - _FRAME, 18.5, f'fill="{"$frame" if is_wall else "$pit_hole"}"')
    if is_wall:
        yield _oblong(course, 4 - _FRAME, 16.5, 'fill="none" stroke="$frame_shine"')
    yield _oblong(course, -_SILL, 6, 'fill="$grid"')
    edge = (
        'stroke="$wall" stroke-width="5"'
        if is_wall
        else 'stroke="$hazard" stroke-width="7" stroke-dasharray="9 9"'
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
        yield PIT


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
        yield f"<g{mirrored}>{GEAR}</g>"


def _repair(_: Course, __: Cell, square: Square) -> Iterator[str]:
    """One wrench, or two."""
    if not square.repair:
        return
    yield REPAIR
    places, scale = ((0,), 0.9) if square.repair == 1 else ((-7, 7), 0.72)
    for x in places:
        yield (
            f'<path transform="translate({x} 0) rotate(40) scale({scale})" fill="$repair"'
            f' d="{WRENCH}"/>'
        )


def _press(_: Course, __: Cell, square: Square) -> Iterator[str]:
    if square.press:
        yield PRESS
        yield from _pill(square.press, 0, -21)


def _pusher(_: Course, __: Cell, square: Square) -> Iterator[str]:
    """Its back is to the wall it is mounted on; its numbers stay upright."""
    pusher = square.pusher
    if pusher is not None:
        yield f"<g {_turned(pusher.heading)}>{PUSHER}</g>"
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
    yield START
    if square.start:
        yield f'<text y="7" font-size="20" {_TEXT} fill="$iron">{square.start}</text>'
    else:
        yield GO


def _flag(_: Course, __: Cell, square: Square) -> Iterator[str]:
    if square.flag is not None:
        yield from _flag_of(square.flag)


def _flag_of(number: int) -> Iterator[str]:
    yield FLAG
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
    opacity = ' opacity=".6"' if robot.virtual else ""
    yield f'<g transform="scale(1.18) translate(0 1)"{opacity}>'
    yield '<ellipse cy="15.5" rx="12" ry="3" fill="$shade" opacity=".25"/>'
    yield f"{draw_toy(tint)}</g>"
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
