"""A position as a picture: one self-contained SVG, light or dark.

The drawings below name their colours (`$wall`); only the two themes define them. All measures are
in units of which a cell has 44. A piece is drawn around the middle of its cell, and stays within
18 of it, so that it never touches a wall.

It needs no style sheet, font, script or id, so that every viewer draws it alike, and two pictures
can share a page.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from string import Template

from tinplate import tints
from tinplate.games.ricochet.board import CENTRE, Board, Position, Robots
from tinplate.games.ricochet.motion import Slide
from tinplate.games.ricochet.notation import format_position, task
from tinplate.games.ricochet.pieces import DRAWN_AS, ROBOTS, Robot, Symbol, Target
from tinplate.games.ricochet.sections import SIDE, Diagonal
from tinplate.grid import COLUMN_NAMES, Cell, Heading

LIGHT = {
    "frame": "#3b3644",
    "frame_edge": "#26222e",
    "frame_shine": "#6a6277",
    "lettering": "#e9dfcb",
    "rivet": "#c9b995",
    "rivet_edge": "#7d7058",
    "grid": "#e0d4bc",
    "floor": "#fbf5e8",
    "floor_alt": "#f3ead7",
    "wall": "#26222e",
    "plate": "#e9dfca",
    "tile": "#fffefa",
    "tile_edge": "#cfc1a6",
    "shade": "#2a2730",
    "shine": "#ffffff",
    "pupil": "#26222e",
    **tints.LIGHT,
    "silver": "#97a3b0",  # lighter: the floor is
}
DARK = {
    "frame": "#1c1822",
    "frame_edge": "#0b0a0f",
    "frame_shine": "#3a3446",
    "lettering": "#b9afc2",
    "rivet": "#8a8096",
    "rivet_edge": "#3a3446",
    "grid": "#211c29",
    "floor": "#372f43",
    "floor_alt": "#30293b",
    "wall": "#f0e3c4",
    "plate": "#463d54",
    "tile": "#1d1924",
    "tile_edge": "#564d64",
    "shade": "#000000",
    "shine": "#ffffff",
    "pupil": "#1b1821",
    **tints.DARK,
    "red": "#f4776b",  # lighter: the floor is
    "silver": "#bcc7d3",
}

_CELL = 44
_FRAME = 30  # how far the frame extends beyond the board
_MARGIN = _FRAME + 2
_RIM = 5  # round a part of the board
_LABELS = 20  # the width of the strip with its letters and numbers
_BASELINE = 4.5  # from the middle of a figure down to its baseline
_SILL = 4  # the rim of the floor visible inside the frame
_RAIL = 16  # how far beyond the board the rivets and letters are

_TILE = '<rect x="-16" y="-16" width="32" height="32" rx="7" fill="$tile" stroke="$tile_edge"/>'
# One symbol each, in the colour of its target; they differ even in grey.
_CIRCLE = '<path d="M3.6-11.2A11.4 11.4 0 1 0 11.2 4.3 9.3 9.3 0 0 1 3.6-11.2Z"/>'
_TRIANGLE = """\
<g fill="none" stroke="currentColor"><circle r="6.2" stroke-width="5"/>
<circle r="9.6" stroke-width="4.6" stroke-dasharray="3.84 3.7" transform="rotate(-11.5)"/></g>"""
_SQUARE = """\
<g transform="rotate(-24)" fill="none" stroke="currentColor" stroke-width="2">
<ellipse rx="13.4" ry="3.9"/><circle r="8" fill="currentColor" stroke="none"/>
<path d="M-13.4 0A13.4 3.9 0 0 0 13.4 0" stroke="$tile" stroke-width="4.6"/>
<path d="M-13.4 0A13.4 3.9 0 0 0 13.4 0"/></g>"""
_HEXAGON = """\
<path d="M0-11.4 3.2-4 11.2-3.3 5.2 2.1 7 9.9 0 5.8-7 9.9-5.2 2.1-11.2-3.3-3.2-4Z"
stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>"""
_SYMBOLS = {
    Symbol.CIRCLE: _CIRCLE,
    Symbol.TRIANGLE: _TRIANGLE,
    Symbol.SQUARE: _SQUARE,
    Symbol.HEXAGON: _HEXAGON,
}
_VORTEX_ARM = "M0 0C-4.3-2.7-5.9-8.6-1-12.3 4.3-13 9.7-9.7 11.3-4.3 8-7.5 2.7-7 0 0Z"
# What surrounds the target to reach, one quarter each: on the board and around its token.
_RING = "M0-17.2H8.7a8.5 8.5 0 0 1 8.5 8.5V0"
_GLOW = "M0 0V-21H17a4 4 0 0 1 4 4V0Z"
_CENTRE_RING = "M0-28A28 28 0 0 1 28 0"
_STROKED = 'fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round"'
_ALL_COLOURS = (Robot.RED, Robot.GREEN, Robot.BLUE, Robot.YELLOW)

# Tin toys that can be told apart by their outlines alone.
_RED = """
<path d="M-1.2-11v-4h2.4v4Z"/><circle cy="-15.6" r="2.3"/>
<path d="M-12 16.5V5a4.5 4.5 0 0 1 4.5-4.5h15A4.5 4.5 0 0 1 12 5v11.5Z"/>
<path d="M-10.5-1.5a10.5 11 0 0 1 21 0Z"/>
<g stroke="none" fill="$shine"><circle cx="-4" cy="-6" r="2.5"/><circle cx="4" cy="-6" r="2.5"/>
<circle cy="8.5" r="3.6"/><path d="M-9.6 5.5h2v8.5h-2Z" opacity=".45"/></g>
<g stroke="none" fill="$pupil"><circle cx="-4" cy="-5.8" r="1.2"/>
<circle cx="4" cy="-5.8" r="1.2"/></g>"""
_GREEN = """
<path d="M-7.2-12v-3.5h2.4v3.5ZM4.8-12v-3.5h2.4v3.5Z"/>
<circle cx="-6" cy="-15.8" r="2.1"/><circle cx="6" cy="-15.8" r="2.1"/>
<path d="M-13 16.5V1h26v15.5Z"/><path d="M-11-1.5v-11h22v11Z"/>
<g stroke="none" fill="$shine"><path d="M-7.5-10h5.5v5.5h-5.5ZM2-10h5.5v5.5H2Z"/>
<path d="M-5.5 5.2h13v1.9h-13ZM-5.5 8.8h13v1.9h-13ZM-5.5 12.4h8v1.9h-8Z"/>
<path d="M-10.6 4.5h2v9h-2Z" opacity=".45"/></g>
<path stroke="none" fill="$pupil" d="M-6-8.3h2.5v2.5h-2.5ZM3.5-8.3h2.5v2.5h-2.5Z"/>"""
_BLUE = """
<path d="M-13-9.5h26v3.4h-26Z"/>
<path d="M-8.5 16.5C-16 12-15.5 3.5-8.5.5h17C15.5 3.5 16 12 8.5 16.5Z"/><circle cy="-8" r="9.5"/>
<g stroke="none" fill="$shine"><circle cy="-8" r="5.2"/><path d="M-5.5 11a5.5 5.5 0 0 1 11 0Z"/>
<path d="M-11.3 9.5c-.6-2.8.6-5.2 2.6-6.4l1.1 1.6c-1.4 1.1-2 2.7-1.6 4.8Z" opacity=".45"/></g>
<circle stroke="none" fill="$pupil" cy="-7.8" r="2.5"/>"""
_YELLOW = """
<path d="M-14 16.5-2.2-16a2.3 2.3 0 0 1 4.4 0L14 16.5Z"/>
<path stroke="none" fill="$yellow_deep" d="M-4.9-8.6h9.8l.7 2h-11.2ZM-10.2 6h20.4l.7 2h-21.8Z"/>
<g stroke="none" fill="$shine"><path d="M-6.1-4.2h12.2l2.5 7h-17.2Z"/><circle cy="12.2" r="2.3"/>
<path d="M-9.6 10h2l-1.7 4.8h-2Z" opacity=".45"/></g>
<g stroke="none" fill="$pupil"><circle cx="-3" cy="-.6" r="1.7"/>
<circle cx="3" cy="-.6" r="1.7"/></g>"""
_SILVER = """
<path d="M-6.5-16.5h13l9 9v13l-9 9h-13l-9-9v-13Z"/>
<path fill="none" stroke-width="1" d="M-5-13h10l7 7v10l-7 7h-10l-7-7v-10Z" opacity=".55"/>
<path stroke="none" fill="$shine" d="M-13.5-7l6-6h3.5l-9.5 9.5Z" opacity=".6"/>
<path stroke="none" fill="$silver_deep" d="M-9.5-7.5h19v6.5h-19Z"/>
<g stroke="none" fill="$shine"><circle cx="-4.5" cy="-4.2" r="2"/><circle cx="4.5" cy="-4.2" r="2"/>
</g><circle cy="5" r="3"/><path d="M0 5V3.2"/>"""
_PINK = """
<path d="M-15 16.5V9.5a4 4 0 0 1 4-4h22a4 4 0 0 1 4 4v7Z"/><path d="M-9 3.5v-9h18v9Z"/>
<path d="M-14-7.5v-6h28v6Z"/><path d="M-1.2-13.5v-3h2.4v3Z"/>
<g stroke="none" fill="$shine"><path d="M-6.5-3h5v4.5h-5ZM1.5-3h5v4.5h-5Z"/>
<circle cx="-8" cy="11.5" r="2.4"/><circle cy="11.5" r="2.4"/><circle cx="8" cy="11.5" r="2.4"/></g>
<path stroke="none" fill="$pupil" d="M-5-1.8h2v2.2h-2ZM3-1.8h2v2.2h-2Z"/>"""
_VIOLET = """
<path d="M-9 16.5 0 3l9 13.5Z"/><path d="M0-17 14-4 0 9-14-4Z"/>
<g stroke="none" fill="$shine"><path d="M-8-4 0-10.5 8-4 0 2.5Z"/>
<path d="M-2 11.5h4v3h-4Z"/></g><circle stroke="none" fill="$pupil" cy="-4" r="2.6"/>"""
_TEAL = """
<path d="M-15-6v9h3v-9ZM12-6v9h3v-9Z"/><path d="M-6 16.5V8H6v8.5Z"/>
<path d="M-11 10.5v-22a11 6 0 0 1 22 0v22Z"/>
<g stroke="none" fill="$shine"><path d="M-7.5-9h15v6h-15Z"/>
<path d="M-6 1.5h12v1.9h-12ZM-6 5.5h12v1.9h-12Z"/></g>
<g stroke="none" fill="$pupil"><circle cx="-3.5" cy="-6" r="1.7"/>
<circle cx="3.5" cy="-6" r="1.7"/></g>"""
_ROBOTS = {
    Robot.RED: _RED,
    Robot.GREEN: _GREEN,
    Robot.BLUE: _BLUE,
    Robot.YELLOW: _YELLOW,
    Robot.SILVER: _SILVER,
    Robot.VIOLET: _VIOLET,
    Robot.TEAL: _TEAL,
    Robot.PINK: _PINK,
}


Part = tuple[Cell, Cell]  # of a board: its north-west and its south-east corner


def draw_picture(
    position: Position,
    *,
    dark: bool = False,
    routes: Sequence[Slide] = (),
    markers: Robots | None = None,
) -> str:
    """Draw the whole picture, as the text of an SVG file; with the slides that led to it.

    The markers are under the robots, unless they are given.
    """
    drawing = "\n".join((*_layers(position, routes, markers or position.robots), "</svg>"))
    return Template(drawing).substitute(DARK if dark else LIGHT)


def draw_empty(board: Board, *, dark: bool = False) -> str:
    """Draw a board without robots, and without saying which target is to be reached.

    It is shown in small: its targets are told by the colours of their tiles.
    """
    cells = frozenset(board.cells)
    layers = (
        _opening(board, "A Ricochet board.", ""),
        *_frame(board),
        *_coordinates(board),
        *_floor(board, cells),
        *_bright_targets(board),
        *_barriers(board, cells),
        *_walls(board, cells),
        *(_blocked(board, cells) if board.is_custom else _centre(None)),
        "</svg>",
    )
    return Template("\n".join(layers)).substitute(DARK if dark else LIGHT)


def draw_part(
    position: Position, part: Part, route: Sequence[Cell] = (), markers: Robots = ()
) -> str:
    """Draw a part of the board, without the frame, its colours by name; with a robot's route.

    The markers are under the robots, unless they are given.
    """
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" {_size_of(part)}>',
            *part_layers(position, part, route, markers or position.robots),
            "</svg>",
        )
    )


def place_part(
    part: Part, layers: Iterable[str], *, y: int, most: tuple[int, int]
) -> tuple[str, int]:
    """Put the layers of a part into another picture, so far down; return its height, too.

    It is as large as fits, in the middle.
    """
    left, top, wide, high = _box_of(part)
    scale = min(most[0] / wide, most[1] / high)
    width, height = round(wide * scale), round(high * scale)
    x = (most[0] - width) // 2
    size = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    box = f'viewBox="{left} {top} {wide} {high}"'
    return "\n".join((f"<svg {size} {box}>", *layers, "</svg>")), height


def _box_of(part: Part) -> tuple[int, int, int, int]:
    """Return where a part begins, with its rim and labels, and how wide and high it is."""
    (west, north), (east, south) = part
    x, y = _CELL * west - _RIM - _LABELS, _CELL * north - _RIM - _LABELS
    return x, y, _CELL * (east + 1) + _RIM - x, _CELL * (south + 1) + _RIM - y


def _size_of(part: Part) -> str:
    x, y, width, height = _box_of(part)
    return f'width="{width}" height="{height}" viewBox="{x} {y} {width} {height}"'


def part_layers(
    position: Position, part: Part, route: Sequence[Cell], markers: Robots
) -> Iterator[str]:
    """Yield a part of the board from the bottom up."""
    (west, north), (east, south) = part
    board = position.board
    cells = frozenset(
        cell for cell in board.cells if west <= cell.x <= east and north <= cell.y <= south
    )
    yield _plate(board, -_SILL, 6, 'fill="$grid" stroke="$wall" stroke-width="7"')
    yield from _on_the_board(position, cells, markers)
    yield from _route(route)
    yield from _labels(part)


def draw_token(target: Target, scale: float = 1) -> Iterator[str]:
    """Draw a token face up, round the origin; its radius is 16."""
    yield f'<g data-token="{target}" transform="scale({scale:g})">'
    yield '<circle r="16" fill="$tile" stroke="$tile_edge" stroke-width="2"/>'
    yield from _symbol(target, 0.9)
    yield "</g>"


def _labels(part: Part) -> Iterator[str]:
    """Draw the letters and numbers of a part along its north and its west."""
    (west, north), (east, south) = part
    left, top = _CELL * west - _RIM - _LABELS, _CELL * north - _RIM - _LABELS
    strip = f"M{left} {top}H{_CELL * (east + 1) + _RIM}v{_LABELS}H{left + _LABELS}"
    yield f'<path d="{strip}V{_CELL * (south + 1) + _RIM}H{left}Z" fill="$frame"/>'
    yield '<g font-family="sans-serif" font-size="14" text-anchor="middle" fill="$lettering">'
    for x in range(west, east + 1):
        yield f'<text x="{_CELL * x + _CELL // 2}" y="{top + 15}">{COLUMN_NAMES[x]}</text>'
    for y in range(north, south + 1):
        yield f'<text x="{left + 10}" y="{_CELL * y + _CELL // 2 + _BASELINE}">{y + 1}</text>'
    yield "</g>"


def _route(cells: Sequence[Cell]) -> Iterator[str]:
    """Draw where a robot slid, from its first cell to its last."""
    if cells:
        points = " ".join(
            f"{_CELL * cell.x + _CELL // 2},{_CELL * cell.y + _CELL // 2}" for cell in cells
        )
        yield (
            f'<polyline points="{points}" fill="none" stroke="$wall" stroke-width="4"'
            ' stroke-dasharray="1 9" stroke-linecap="round" opacity=".7"/>'
        )


def _trail(slide: Slide) -> Iterator[str]:
    """Draw a slide in the colour of its robot, with a dot where it stopped."""
    points = [(_CELL * cell.x + _CELL // 2, _CELL * cell.y + _CELL // 2) for cell in slide.cells]
    line = " ".join(f"{x},{y}" for x, y in points)
    colour = slide.robot.colour
    yield (
        f'<polyline data-slide="{slide.robot}" points="{line}" fill="none" stroke="${colour}"'
        ' stroke-width="7" stroke-linecap="round" stroke-linejoin="round" opacity=".6"/>'
    )
    x, y = points[-1]
    yield f'<circle cx="{x}" cy="{y}" r="7" fill="${colour}" opacity=".8"/>'


def _layers(position: Position, routes: Sequence[Slide], markers: Robots) -> Iterator[str]:
    """Yield the layers from the bottom up."""
    yield _opening(position.board, task(position), _description(position))
    yield from _frame(position.board)
    yield from _coordinates(position.board)
    yield from _on_the_board(position, frozenset(position.board.cells), markers, routes)


def _on_the_board(
    position: Position, cells: Container[Cell], markers: Robots, routes: Sequence[Slide] = ()
) -> Iterator[str]:
    """Yield what is on these cells."""
    board = position.board
    yield from _floor(board, cells)
    yield from _targets(board, position.target, position.robots, cells)
    yield from _markers(markers, cells)
    yield from _barriers(board, cells)
    yield from _walls(board, cells)
    if not board.is_custom and any(cell in cells for cell in CENTRE):
        yield from _centre(position.target)
    elif board.is_custom:
        yield from _blocked(board, cells)
    for slide in routes:
        yield from _trail(slide)
    yield from _robots(position.robots, cells)
    yield from _badges(board, position.robots, cells)


def _opening(board: Board, title: str, description: str) -> str:
    wide, high = (size + 2 * _MARGIN for size in _extent(board))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{wide}" height="{high}"
viewBox="{-_MARGIN} {-_MARGIN} {wide} {high}">
<title>{title}</title>
<desc>{description}</desc>"""


def _description(position: Position) -> str:
    robots = zip(ROBOTS, position.robots, strict=False)
    places = ", ".join(f"{robot.colour} on {cell}" for robot, cell in robots)
    drawings = ", ".join(f"{symbol} as a {thing}" for symbol, thing in DRAWN_AS.items())
    return (
        f"{format_position(position)} - a Ricochet board. {task(position)} "
        f"The robots: {places}. The symbols are drawn as follows: {drawings}."
    )


def _extent(board: Board) -> tuple[int, int]:
    """How wide and high its cells are together."""
    return _CELL * board.width, _CELL * board.height


def _frame(board: Board) -> Iterator[str]:
    """Draw the frame: enamelled tin, riveted."""
    yield _plate(board, -_FRAME, 20, 'fill="$frame_edge"')
    yield _plate(board, 1.5 - _FRAME, 18.5, 'fill="$frame"')
    yield _plate(board, 4 - _FRAME, 16.5, 'fill="none" stroke="$frame_shine"')
    yield _plate(board, -_SILL, 6, 'fill="$grid"')
    yield from _rivets(_frame_rivets(board), 3.2)


def _plate(board: Board, start: float, radius: float, paint: str) -> str:
    """Draw a rounded rectangle, centred on the board, that starts there in both directions."""
    wide, high = (size - 2 * start for size in _extent(board))
    return (
        f'<rect x="{start:g}" y="{start:g}" width="{wide:g}" height="{high:g}" rx="{radius:g}"'
        f" {paint}/>"
    )


def _rivets(places: Iterable[tuple[float, float]], radius: float) -> Iterator[str]:
    yield '<g fill="$rivet" stroke="$rivet_edge">'
    for x, y in places:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
    yield "</g>"


def _frame_rivets(board: Board) -> Iterator[tuple[float, float]]:
    """Place rivets in the corners, and between them on the east and south, without coordinates."""
    wide, high = _extent(board)
    west = north = -_RAIL
    east, south = wide + _RAIL, high + _RAIL
    yield from ((west, north), (east, north), (east, south), (west, south))
    for quarter in (1, 2, 3):
        yield from ((east, high * quarter / 4), (wide * quarter / 4, south))


def _coordinates(board: Board) -> Iterator[str]:
    """Draw the column letters above the board, the row numbers to its west."""
    yield '<g font-family="sans-serif" font-size="13" text-anchor="middle" fill="$lettering">'
    for index in range(max(board.width, board.height)):
        middle = _CELL * index + _CELL // 2
        if index < board.width:
            yield f'<text x="{middle}" y="{_BASELINE - _RAIL}">{COLUMN_NAMES[index]}</text>'
        if index < board.height:
            yield f'<text x="{-_RAIL}" y="{middle + _BASELINE}">{index + 1}</text>'
    yield "</g>"


def _floor(board: Board, cells: Container[Cell]) -> Iterator[str]:
    """Draw a checkered floor; thick outlines with round joins round the corners of its plates."""
    for parity, colour in enumerate(("$floor", "$floor_alt")):
        corners = (
            f"M{_CELL * cell.x + 5} {_CELL * cell.y + 5}"
            for cell in board.cells
            if (cell.x + cell.y) % 2 == parity and cell not in board.blocked and cell in cells
        )
        plates = "".join(f"{corner}h34v34h-34Z" for corner in corners)
        yield (
            f'<path fill="{colour}" stroke="{colour}" stroke-width="8" stroke-linejoin="round"'
            f' d="{plates}"/>'
        )


def _targets(
    board: Board, wanted: Target | None, robots: Robots, cells: Container[Cell]
) -> Iterator[str]:
    for target in Target:
        cell = board.targets.get(target)  # a custom board need not have all
        if cell is None or cell not in cells:
            continue
        yield f'<g data-target="{target}" data-cell="{cell}" {_at(cell)}>'
        if target is wanted:
            yield from _ring(target)
        yield _TILE
        # Only scraps of a symbol would show under a robot; it gets a badge instead.
        if cell not in robots:
            yield from _symbol(target)
        yield "</g>"


def _bright_targets(board: Board) -> Iterator[str]:
    """Draw the symbols in light on tiles of their colours; the vortex has all four colours."""
    for target, cell in board.targets.items():
        colour = f"${target.robot.colour}" if target.robot else "$frame"
        yield f'<g data-target="{target}" data-cell="{cell}" {_at(cell)}>'
        yield f'<rect x="-20" y="-20" width="40" height="40" rx="8" fill="{colour}"/>'
        if target.robot is None:
            yield from _symbol(target)
        else:
            symbol = _SYMBOLS[target.symbol].replace("$tile", colour)
            yield f'<g color="$tile" fill="currentColor">{symbol}</g>'
        yield "</g>"


def _ring(target: Target) -> Iterator[str]:
    """Ring the target to reach in its colour, and make its cell glow."""
    yield '<g data-active="">'
    yield from _quarters(_GLOW, target, 'fill="currentColor" opacity=".35"')
    yield from _quarters(_RING, target, _STROKED)
    yield "</g>"


def _quarters(quarter: str, target: Target, paint: str) -> Iterator[str]:
    """Draw a figure of four quarters in the target's colour; the vortex has all four colours."""
    for turns, robot in enumerate(_ALL_COLOURS):
        colour = (target.robot or robot).colour
        yield f'<path d="{quarter}" transform="rotate({90 * turns})" color="${colour}" {paint}/>'


def _symbol(target: Target, scale: float = 1) -> Iterator[str]:
    yield f'<g transform="scale({scale:g})">'
    if target.robot is None:
        yield from _quarters(_VORTEX_ARM, target, 'fill="currentColor"')
    else:
        colour = f'color="${target.robot.colour}" fill="currentColor"'
        yield f"<g {colour}>{_SYMBOLS[target.symbol]}</g>"
    yield "</g>"


def _placed(robots: Robots, cells: Container[Cell]) -> Iterator[tuple[Robot, Cell]]:
    """Yield the robots that stand on these cells."""
    return (pair for pair in zip(ROBOTS, robots, strict=False) if pair[1] in cells)


def _markers(markers: Robots, cells: Container[Cell]) -> Iterator[str]:
    """RC4: draw each robot's marker; while it moves, its marker stays."""
    for robot, cell in _placed(markers, cells):
        yield f'<circle {_at(cell)} r="18" fill="${robot.colour}" opacity=".3"/>'


def _barriers(board: Board, cells: Container[Cell]) -> Iterator[str]:
    for cell, diagonal in sorted(item for item in board.diagonals.items() if item[0] in cells):
        yield f'<g data-barrier="{cell}" {_at(cell)} stroke-linecap="round">'
        yield from _rod(diagonal)
        yield "</g>"


def _rod(diagonal: Diagonal) -> Iterator[str]:
    """Draw a coloured rod with a light core, from corner to corner."""
    way = "M-16 16 16-16" if diagonal.rising else "M-16-16 16 16"
    colour = diagonal.colour.colour
    yield f'<path d="{way}" stroke="${colour}_deep" stroke-width="9.5"/>'
    yield f'<path d="{way}" stroke="${colour}" stroke-width="7"/>'
    yield f'<path d="{way}" stroke="$shine" stroke-width="2" opacity=".65"/>'


def _walls(board: Board, cells: Container[Cell]) -> Iterator[str]:
    """Draw walls as round-ended bars; the frame and the centre are drawn separately."""
    yield '<g fill="none" stroke-width="7" stroke-linecap="round" stroke="$wall">'
    for cell, side in _inner_walls(board):
        if cell not in cells and cell.towards(side) not in cells:
            continue
        run = f"h{_CELL}" if side is Heading.NORTH else f"v{_CELL}"
        start = f"M{_CELL * cell.x} {_CELL * cell.y}"
        yield f'<path data-wall="{cell}{side}" d="{start}{run}"/>'
    yield "</g>"


def _inner_walls(board: Board) -> list[tuple[Cell, Heading]]:
    """List the walls between open cells, each once, by the cell south or east of it."""
    return [
        (cell, side)
        for cell in board.cells
        for side in (Heading.NORTH, Heading.WEST)
        if (cell, side) in board.walls
        and all(_is_open(board, each) for each in (cell, cell.towards(side)))
    ]


def _is_open(board: Board, cell: Cell) -> bool:
    return board.has(cell) and cell not in board.blocked


def _blocked(board: Board, cells: Container[Cell]) -> Iterator[str]:
    """Draw blocked cells as plates that reach over the walls round them."""
    closed = [cell for cell in sorted(board.blocked) if cell in cells]
    if closed:
        plates = "".join(f"M{_CELL * cell.x} {_CELL * cell.y}h44v44h-44Z" for cell in closed)
        paint = 'stroke-width="5" stroke-linejoin="round"'
        yield f'<path data-blocked="" fill="$plate" stroke="$wall" {paint} d="{plates}"/>'


def _centre(target: Target | None) -> Iterator[str]:
    """Draw the closed centre: a plate with the token that is turned up (RC11), if one is."""
    middle = _CELL * SIDE
    yield f'<g data-token="{target or ""}" transform="translate({middle} {middle})">'
    yield (
        '<rect x="-43" y="-43" width="86" height="86" rx="9" fill="$plate" stroke="$wall"'
        ' stroke-width="5"/>'
    )
    yield from _rivets(((-33, -33), (33, -33), (33, 33), (-33, 33)), 2.6)
    if target is not None:
        yield '<circle r="28" fill="$tile"/>'
        yield from _quarters(_CENTRE_RING, target, _STROKED)
        yield from _symbol(target, 1.55)
    yield "</g>"


def _robots(robots: Robots, cells: Container[Cell]) -> Iterator[str]:
    for robot, cell in _placed(robots, cells):
        colour = robot.colour
        yield f'<g data-robot="{robot}" data-cell="{cell}" {_at(cell)}>'
        yield '<ellipse cy="16.5" rx="15" ry="2.8" fill="$shade" opacity=".3"/>'
        yield (
            f'<g fill="${colour}" stroke="${colour}_deep" stroke-width="1.6"'
            f' stroke-linejoin="round">{_ROBOTS[robot]}</g></g>'
        )


def _badges(board: Board, robots: Robots, cells: Container[Cell]) -> Iterator[str]:
    """Draw the target under a robot as a badge at the robot's foot."""
    for _, cell in _placed(robots, cells):
        target = board.target_at(cell)
        if target is not None:
            yield f'<g data-badge="{target}" {_at(cell)}><g transform="translate(11.5 10.5)">'
            yield '<circle r="7" fill="$tile" stroke="$tile_edge"/>'
            yield from _symbol(target, 0.45)
            yield "</g></g>"


def _at(cell: Cell) -> str:
    x, y = (_CELL * place + _CELL // 2 for place in cell)
    return f'transform="translate({x} {y})"'
