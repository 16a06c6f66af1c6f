"""A board drawn with characters, readable with and without colour.

Walls are heavy lines. A robot is a capital letter on a block of its colour, a target its colour's
letter and a symbol, a barrier its colour's letter and a stroke. The target to reach is shown in
brackets, and again in the closed centre. A marker is a letter in angle quotes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rich.text import Text

from tinplate.cli.canvas import LINE_JOINTS, PLAIN, QUIET, WALL_JOINTS, Arms, Canvas, labelled
from tinplate.games.ricochet.board import CENTRE, Board, Robots
from tinplate.games.ricochet.motion import Slide
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Symbol, Target
from tinplate.grid import COLUMN_NAMES, Cell, Heading

GLYPHS = {
    Symbol.CIRCLE: "●",
    Symbol.TRIANGLE: "▲",
    Symbol.SQUARE: "■",
    Symbol.HEXAGON: "⬢",
    Symbol.VORTEX: "✺",
}
# Medium shades, readable on light and dark terminals; with only sixteen colours, each still
# comes closest to its own.
COLOURS = {
    Robot.RED: "#dc4f45",
    Robot.GREEN: "#2f9d4e",
    Robot.BLUE: "#3f7ae0",
    Robot.YELLOW: "#d0951b",
    Robot.SILVER: "#8b97a5",
    Robot.VIOLET: "#8f66cc",
    Robot.TEAL: "#1f8f9a",
    Robot.PINK: "#cf5f97",
}
_LETTERING = {
    Robot.RED: "#ffffff",
    Robot.GREEN: "#ffffff",
    Robot.BLUE: "#ffffff",
    Robot.YELLOW: "#2a2730",
    Robot.SILVER: "#2a2730",
    Robot.VIOLET: "#ffffff",
    Robot.TEAL: "#ffffff",
    Robot.PINK: "#ffffff",
}
_VORTEX = "#b445c4"  # no robot's colour, because it belongs to all

_STEP_X, _STEP_Y = 4, 2  # from one cell to the next: its three characters and a wall; two lines

_N, _E, _S, _W = Heading.NORTH, Heading.EAST, Heading.SOUTH, Heading.WEST


@dataclass(frozen=True)
class _Scene:
    """What is on the board."""

    board: Board
    robots: Robots
    target: Target | None
    markers: Robots
    trail: Sequence[Slide]
    selected: Robot | None


def draw_board(  # noqa: PLR0913 - everything that can be on a board
    board: Board,
    robots: Robots = (),
    target: Target | None = None,
    *,
    markers: Robots = (),
    trail: Sequence[Slide] = (),
    selected: Robot | None = None,
    compact: bool = False,
) -> Text:
    """Draw a printed board as text of 71 columns and 35 lines, or 19 lines in the compact form."""
    scene = _Scene(board, robots, target, markers, trail, selected)
    canvas = Canvas(_STEP_X * board.width + 1, _STEP_Y * board.height + 1)
    _paint_walls(canvas, board)
    if board.is_custom:
        _paint_blocked(canvas, board)
    else:
        _paint_centre(canvas, target)
    _paint_trail(canvas, trail)
    for cell in board.cells:
        if cell not in board.blocked:
            _paint_cell(canvas, scene, cell)
    return _labelled(_folded(canvas, scene) if compact else canvas, board, compact=compact)


def legend() -> Text:
    """Explain the symbols on one line."""
    symbols = "  ".join(f"{glyph} {symbol}" for symbol, glyph in GLYPHS.items())
    return Text(f"   {symbols}  ╱ ╲ barrier", style=QUIET)


def target_text(target: Target) -> Text:
    """Write a target as drawn on the board, and its name: r▲ red-triangle."""
    return Text(f"{_target_sign(target)} {target}", target_style(target))


def target_sign(target: Target) -> Text:
    """Write a target as drawn on the board: r▲."""
    return Text(_target_sign(target), target_style(target))


def target_style(target: Target) -> str:
    return _VORTEX if target.robot is None else COLOURS[target.robot]


def robot_style(robot: Robot) -> str:
    return f"bold {_LETTERING[robot]} on {COLOURS[robot]}"


def _paint_walls(canvas: Canvas, board: Board) -> None:
    for cell, side in board.walls:
        left, top = cell.x * _STEP_X, cell.y * _STEP_Y
        if side is _N and 0 <= cell.x < board.width:
            canvas.write(left + 1, top, "━━━", PLAIN)
        elif side is _W and 0 <= cell.y < board.height:
            canvas.write(left, top + 1, "┃", PLAIN)
    for y in range(board.height + 1):
        for x in range(board.width + 1):
            arms = _walls_meeting_at(board, Cell(x, y))
            canvas.write(x * _STEP_X, y * _STEP_Y, WALL_JOINTS[arms], PLAIN if arms else QUIET)


def _walls_meeting_at(board: Board, south_east: Cell) -> Arms:
    """Return the directions in which walls leave the north-west corner of that cell."""
    north_west = south_east.towards(_N).towards(_W)
    edges = {
        _N: (north_west, _E),
        _E: (south_east, _N),
        _S: (south_east, _W),
        _W: (north_west, _S),
    }
    return frozenset(heading for heading, edge in edges.items() if edge in board.walls)


def _paint_centre(canvas: Canvas, target: Target | None) -> None:
    corner = min(CENTRE)
    left, top = corner.x * _STEP_X + 1, corner.y * _STEP_Y + 1
    width, height = 2 * _STEP_X - 1, 2 * _STEP_Y - 1
    for y in range(height):
        canvas.write(left, top + y, "░" * width, QUIET)
    if target is not None:
        sign = _target_sign(target).rjust(_STEP_X)  # puts the symbol exactly in the middle
        canvas.write(left, top + height // 2, sign.ljust(width), f"bold {target_style(target)}")


def _paint_blocked(canvas: Canvas, board: Board) -> None:
    for cell in board.blocked:
        canvas.write(cell.x * _STEP_X + 1, cell.y * _STEP_Y + 1, "░░░", QUIET)


def _paint_trail(canvas: Canvas, trail: Sequence[Slide]) -> None:
    arms: dict[Cell, set[Heading]] = {}
    for slide in trail:
        for cell, heading in _steps(slide):
            arms.setdefault(cell, set()).add(heading)
            arms.setdefault(cell.towards(heading), set()).add(heading.opposite)
            for joint in (cell, cell.towards(heading)):
                _paint_trail_joint(canvas, joint, frozenset(arms[joint]), COLOURS[slide.robot])
            _paint_trail_edge(canvas, cell, heading, COLOURS[slide.robot])


def _steps(slide: Slide) -> Iterator[tuple[Cell, Heading]]:
    for cell, following in pairwise(slide.cells):
        yield cell, next(heading for heading in Heading if cell.towards(heading) == following)


def _paint_trail_joint(canvas: Canvas, cell: Cell, arms: Arms, style: str) -> None:
    west, east = ("─" if _W in arms else " "), ("─" if _E in arms else " ")
    left, top = cell.x * _STEP_X + 1, cell.y * _STEP_Y + 1
    canvas.write(left, top, west + LINE_JOINTS[arms] + east, style)


def _paint_trail_edge(canvas: Canvas, cell: Cell, heading: Heading, style: str) -> None:
    further = max(cell, cell.towards(heading))
    left, top = further.x * _STEP_X, further.y * _STEP_Y
    if heading in (_E, _W):
        canvas.write(left, top + 1, "─", style)
    else:
        canvas.write(left + 2, top, "│", style)


def _paint_cell(canvas: Canvas, scene: _Scene, cell: Cell) -> None:
    """Draw the one visible thing in a cell: a robot over a target over a marker."""
    x, y = cell.x * _STEP_X + 1, cell.y * _STEP_Y + 1
    target, diagonal = scene.board.target_at(cell), scene.board.diagonals.get(cell)
    marker = _robot_at(scene.markers, cell)
    robot = _robot_at(scene.robots, cell)
    is_active = target is not None and target is scene.target
    if robot is not None:
        canvas.write(x, y, _robot_sign(scene, robot, is_active=is_active), robot_style(robot))
    elif target is not None:
        _paint_target(canvas, x, y, target, is_active=is_active)
        if marker is not None:
            canvas.write(x + 2, y, "›", COLOURS[marker])
    elif diagonal is not None:
        canvas.write(x, y, str(diagonal.colour), COLOURS[diagonal.colour])
        stroke = "╱" if diagonal.rising else "╲"
        canvas.write(x + 1, y, stroke, f"bold {COLOURS[diagonal.colour]}")
    elif marker is not None:
        canvas.write(x, y, f"‹{marker}›", COLOURS[marker])


def _robot_at(robots: Robots, cell: Cell) -> Robot | None:
    return ROBOTS[robots.index(cell)] if cell in robots else None


def _robot_sign(scene: _Scene, robot: Robot, *, is_active: bool) -> str:
    if robot is scene.selected:
        return f"»{robot.upper()}«"
    return f"[{robot.upper()}]" if is_active else f" {robot.upper()} "


def _paint_target(canvas: Canvas, x: int, y: int, target: Target, *, is_active: bool) -> None:
    style, glyph = target_style(target), GLYPHS[target.symbol]
    if is_active:
        canvas.write(x, y, f"[{glyph}]", f"bold {style}")
    else:
        canvas.write(x, y, f"{target.robot or ' '}{glyph}", style)


def _target_sign(target: Target) -> str:
    """Return its colour's letter and its symbol; the vortex has no colour."""
    return f"{target.robot or ''}{GLYPHS[target.symbol]}"


def _folded(canvas: Canvas, scene: _Scene) -> Canvas:
    """Fold into the compact form: drop the lines between cells, except the frame's."""
    board = scene.board
    folded = Canvas(_STEP_X * board.width + 1, board.height + 2)
    folded.lines = [canvas.lines[0], *canvas.lines[1::_STEP_Y], canvas.lines[-1]]
    if not board.is_custom:
        _paint_low_centre(folded, scene.target)
    walled = [
        cell for cell in board.cells if cell.y < board.height - 1 and (cell, _S) in board.walls
    ]
    # Empty cells first: they have room for their walls, so no other wall should use it.
    for cell in sorted(walled, key=lambda cell: -_room(folded, cell)):
        _paint_south_wall(folded, cell)
    for cell in board.cells:
        if cell not in board.blocked and _room(folded, cell) == _STEP_X - 1:
            folded.write(cell.x * _STEP_X + 2, cell.y + 1, "·", QUIET)
    return folded


def _room(folded: Canvas, cell: Cell) -> int:
    """Count how many of a cell's three characters are blank."""
    left = cell.x * _STEP_X + 1
    return sum(folded.at(left + offset, cell.y + 1) == " " for offset in range(_STEP_X - 1))


def _paint_low_centre(folded: Canvas, target: Target | None) -> None:
    """Draw the centre, which has only two lines: the target is on the upper one."""
    corner = min(CENTRE)
    left, width = corner.x * _STEP_X + 1, 2 * _STEP_X - 1
    sign = "" if target is None else _target_sign(target)
    style = PLAIN if target is None else f"bold {target_style(target)}"
    folded.write(left, corner.y + 1, sign.rjust(_STEP_X).ljust(width), style)
    folded.write(left, corner.y + 2, " " * width, PLAIN)


def _paint_south_wall(folded: Canvas, cell: Cell) -> None:
    """Draw it in the cell or at the top of the one below, wherever there is more room."""
    columns = range(cell.x * _STEP_X + 1, (cell.x + 1) * _STEP_X)
    above, below = cell.y + 1, cell.y + 2
    room_above = [column for column in columns if folded.at(column, above) == " "]
    room_below = [column for column in columns if folded.at(column, below) == " "]
    is_above = len(room_above) >= len(room_below)
    line, wall = (above, "▁") if is_above else (below, "▔")
    for column in room_above if is_above else room_below:
        folded.write(column, line, wall, PLAIN)
    # Join it to the wall of the cell before, without a gap.
    if folded.at(columns[0] - 2, line) == wall and folded.at(columns[0] - 1, line) == " ":
        folded.write(columns[0] - 1, line, wall, PLAIN)


def _labelled(canvas: Canvas, board: Board, *, compact: bool) -> Text:
    rows = [_row_label(line, board, compact=compact) for line in range(len(canvas.lines))]
    columns = "".join(name.ljust(_STEP_X) for name in COLUMN_NAMES[: board.width])
    return labelled(canvas, f"  {columns.rstrip()}", rows)


def _row_label(line: int, board: Board, *, compact: bool) -> str:
    if compact:
        return str(line) if 1 <= line <= board.height else ""
    return str(line // _STEP_Y + 1) if line % _STEP_Y else ""
