r"""Boards of any size drawn as text, for people: like the sections (see `sections`).

+--+--+--+
|  |rc   |      `--` and `|` are walls, `##` is a blocked cell, two letters are a target: its
+  +--+  +      colour (r g b y) and its symbol (c circle, t triangle, s square, h hexagon);
|   g/ ##|      `**` is the vortex. A letter and a stroke are a barrier of that colour.
+  +  +  +
|**      |
+--+--+--+
"""

from textwrap import dedent
from typing import NoReturn

from tinplate.game import Malformed
from tinplate.games.ricochet.board import Board
from tinplate.games.ricochet.layout import Wall
from tinplate.games.ricochet.pieces import Robot, Symbol, Target
from tinplate.games.ricochet.sections import Diagonal
from tinplate.grid import Cell, Heading

_CELL_WIDTH, _CELL_HEIGHT = 3, 2
_BLOCKED, _VORTEX, _EMPTY = "##", "**", "  "
_ACROSS, _UPRIGHT = "--", "|"
_SYMBOLS = {symbol.value[0]: symbol for symbol in Symbol if symbol is not Symbol.VORTEX}


def draw_board(board: Board) -> str:
    """Draw a board as text; `read_drawing` reads it back."""
    lines = list[str]()
    for y in range(board.height + 1):
        row = [Cell(x, y) for x in range(board.width)]
        edges = (_ACROSS if (cell, Heading.NORTH) in board.walls else _EMPTY for cell in row)
        lines.append("+" + "".join(f"{edge}+" for edge in edges))
        if y < board.height:
            cells = "".join(f"{_upright(board, cell)}{_content(board, cell)}" for cell in row)
            lines.append(f"{cells}{_upright(board, Cell(board.width, y))}".rstrip())
    return "\n".join(lines) + "\n"


def _upright(board: Board, cell: Cell) -> str:
    return _UPRIGHT if (cell, Heading.WEST) in board.walls else " "


def _content(board: Board, cell: Cell) -> str:
    barrier, target = board.diagonals.get(cell), board.target_at(cell)
    if barrier is not None:
        return f"{barrier.colour}{'/' if barrier.rising else chr(92)}"
    if target is not None:
        return _VORTEX if target.robot is None else f"{target.robot}{target.symbol[0]}"
    return _BLOCKED if cell in board.blocked else _EMPTY


def read_drawing(text: str) -> Board:
    """Read a board that is drawn as text; Malformed says what is wrong, and where."""
    lines = [line.rstrip() for line in dedent(text).strip("\n").split("\n")]
    width = lines[0].count("+") - 1
    if width < 1 or lines[0] != "+" + f"{_ACROSS}+" * width:
        _misdrawn(1, 1, "a drawing begins with its upper edge, such as +--+--+--+")
    if len(lines) % _CELL_HEIGHT == 0:
        _misdrawn(len(lines), 1, "a drawing ends with its lower edge")
    height = len(lines) // _CELL_HEIGHT
    grid = [line.ljust(_CELL_WIDTH * width + 1) for line in lines]
    for number, line in enumerate(grid, start=1):
        if len(line) > _CELL_WIDTH * width + 1:
            _misdrawn(number, _CELL_WIDTH * width + 2, "the line is longer than the upper edge")
    walls = {wall for y in range(height + 1) for wall in _walls_above(grid, width, y)}
    blocked, diagonals, targets = set[Cell](), dict[Cell, Diagonal](), dict[Target, Cell]()
    for cell in (Cell(x, y) for y in range(height) for x in range(width)):
        row, column = _CELL_HEIGHT * cell.y + 1, _CELL_WIDTH * cell.x
        walls |= _walls_beside(grid, cell, is_last=cell.x == width - 1)
        content = grid[row][column + 1 : column + _CELL_WIDTH]
        thing = _read_content(row + 1, column + 2, content)
        if thing is True:
            blocked.add(cell)
        elif isinstance(thing, Diagonal):
            diagonals[cell] = thing
        elif isinstance(thing, Target):
            if thing in targets:
                _misdrawn(row + 1, column + 2, f"{thing} is on {targets[thing]} already")
            targets[thing] = cell
    return Board.custom(
        width, height, walls=walls, blocked=blocked, diagonals=diagonals, targets=targets
    )


def _walls_above(grid: list[str], width: int, y: int) -> set[Wall]:
    walls, line = set(), grid[_CELL_HEIGHT * y]
    for x in range(width):
        left = _CELL_WIDTH * x
        edge = line[left + 1 : left + _CELL_WIDTH]
        if edge not in (_ACROSS, _EMPTY):
            _misdrawn(_CELL_HEIGHT * y + 1, left + 2, f"“{edge}” is neither a wall (--) nor empty")
        if line[left] not in "+ " or line[left + _CELL_WIDTH] not in "+ ":
            _misdrawn(_CELL_HEIGHT * y + 1, left + 1, "expected + where the corners of cells meet")
        if edge == _ACROSS:
            walls.add((Cell(x, y), Heading.NORTH))
    return walls


def _walls_beside(grid: list[str], cell: Cell, *, is_last: bool) -> set[Wall]:
    row, left = _CELL_HEIGHT * cell.y + 1, _CELL_WIDTH * cell.x
    walls = set()
    for side, column in ((Heading.WEST, left), (Heading.EAST, left + _CELL_WIDTH)):
        edge = grid[row][column]
        if edge not in f"{_UPRIGHT} " and (side is Heading.WEST or is_last):
            _misdrawn(row + 1, column + 1, f"“{edge}” is neither a wall (|) nor empty")
        if edge == _UPRIGHT:
            walls.add((cell, side))
    return walls


def _read_content(line: int, column: int, content: str) -> Diagonal | Target | bool | None:
    """What is on a cell: True if it is blocked."""
    if content == _EMPTY:
        return None
    if content == _BLOCKED:
        return True
    if content == _VORTEX:
        return Target.VORTEX
    try:
        colour = Robot(content[0])
        if content[1] in "/\\":
            return Diagonal(colour, rising=content[1] == "/")
        return Target(f"{colour.colour}-{_SYMBOLS[content[1]]}")
    except (ValueError, KeyError):
        because = f"“{content}” is not on any cell: write rc, **, r/, r\\ or ##"
        _misdrawn(line, column, because)


def _misdrawn(line: int, column: int, because: str) -> NoReturn:
    raise Malformed(f"line {line}, column {column}: {because}") from None
