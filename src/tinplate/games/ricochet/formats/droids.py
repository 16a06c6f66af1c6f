"""Games that DriftingDroids saves, as text: `!DriftingDroids_game!CHECKSUM!DATA!`.

DATA is Base64. Its first four bytes say how many bytes there are once the rest is decompressed; the
checksum is the CRC-32 of the Base64 text. What is in the bytes, numbers with the highest byte
first:

- the version, 0; columns and rows, four bytes each
- the number of robots, one byte, and their cells, four bytes each, row by row from 0
- the four sections, one byte each
- walls: for north, east, south and west one byte for each cell
- the number of goals, four bytes; of each the cell, four bytes, its robot and its symbol
- the goal to reach, in the same way; and whether the board is a free one

On boards of the boxes it also has a short game ID, `0657+40+4ED0DBF9+1E`, in hexadecimal: the
sections, how many robots there are and which has to arrive (F: any), their cells, and the goal's.
"""

import binascii
import re
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from tinplate.game import Malformed
from tinplate.games.ricochet.board import Board, Position, board_named
from tinplate.games.ricochet.formats.positions import position_of
from tinplate.games.ricochet.formats.puzzle import PlainPuzzle, Sides
from tinplate.games.ricochet.layout import LARGEST, SMALLEST
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Symbol, Target
from tinplate.grid import Cell, Heading

_MARK = "!DriftingDroids_game!"
_DUMP = re.compile(r"!DriftingDroids_game!([0-9A-Fa-f]{1,8})!([A-Za-z0-9+/=]*)!")
_ID = re.compile(
    r"([0-9a-f]{4})\+([0-9a-f])([0-9a-f])\+((?:[0-9a-f]{2})+)\+([0-9a-f]{2})", re.IGNORECASE
)
_MOST_BYTES = 200_000  # of a game on the largest board there, with goals everywhere
_VERSION = 0
_ANY_ROBOT = 255
_MARKS = "GBRY"  # of the sections, as they are numbered there: 0 is G1, 4 is G2
_SYMBOLS = (Symbol.CIRCLE, Symbol.TRIANGLE, Symbol.SQUARE, Symbol.HEXAGON, Symbol.VORTEX)
_LENGTH = struct.Struct(">I")


def is_droids(text: str) -> bool:
    """Whether the text begins like such a game."""
    return _compact(text).startswith(_MARK) or _ID.fullmatch(text.strip()) is not None


def read_droids(text: str) -> Position:
    """Read a game; Malformed says what is wrong."""
    short = _ID.fullmatch(text.strip())
    if short is not None:
        return _read_id(*short.groups())
    game = _read_game(_unpacked(_compact(text)))
    if game.goal is None:
        raise Malformed("the game has no goal to reach")
    return _printed(game, game.goal) or _custom(game, game.goal)


def _read_id(sections: str, count: str, wanted: str, robots: str, goal: str) -> Position:
    board = board_named(_board_name(bytes.fromhex(f"0{'0'.join(sections)}")))
    cells = tuple(_cell(number, board.width, board.height) for number in bytes.fromhex(robots))
    if len(cells) != int(count, 16):
        raise Malformed(f"the game ID says {int(count, 16)} robots, and where {len(cells)} are")
    # Its boards have no barriers, and any number of robots.
    if board.diagonals or len(cells) not in board.robot_counts:
        board = Board.custom(
            board.width,
            board.height,
            walls=board.walls,
            blocked=board.blocked,
            targets=board.targets,
        )
    place = _cell(int(goal, 16), board.width, board.height)
    target = board.target_at(place)
    if target is None:
        raise Malformed(f"the goal of the game ID is on {place}, where no target is")
    if wanted.upper() != ("F" if target.robot is None else str(target.robot.slot)):
        raise Malformed(f"the goal of the game ID is {target}, which is not for robot {wanted}")
    return Position(board, cells, target)


def _board_name(sections: bytes) -> str:
    """The name of the board with these sections, as they are numbered there."""
    return "".join(f"{_MARKS[number % 4]}{number // 4 + 1}" for number in sections)


def _compact(text: str) -> str:
    return "".join(text.split())  # people break the line when they send it


def _unpacked(text: str) -> bytes:
    found = _DUMP.fullmatch(text)
    if found is None:
        raise Malformed("a game is written !DriftingDroids_game!CHECKSUM!DATA!")
    checksum, data = found.groups()
    if int(checksum, 16) != zlib.crc32(data.encode("ascii")):
        raise Malformed("the game is damaged: its checksum does not fit; copy all of it")
    try:
        packed = binascii.a2b_base64(data, strict_mode=True)
        (length,) = _LENGTH.unpack_from(packed)
        unpacked = zlib.decompressobj().decompress(packed[_LENGTH.size :], _MOST_BYTES)
    except (binascii.Error, struct.error, zlib.error):
        raise Malformed("the game is damaged: its data cannot be decompressed") from None
    if len(unpacked) != length:
        raise Malformed(f"the game should have {length} bytes; it has {len(unpacked)}")
    return unpacked


class _Goal(NamedTuple):
    cell: Cell
    robot: Robot | None
    symbol: Symbol

    @property
    def target(self) -> Target | None:
        """What it is on our boards, where only the first four robots have targets."""
        if self.robot is None:
            return Target.VORTEX
        symbol = Symbol.CIRCLE if self.symbol is Symbol.VORTEX else self.symbol
        name = f"{self.robot.colour}-{symbol}"
        return next((target for target in Target if target == name), None)


class _Game(NamedTuple):
    width: int
    height: int
    robots: tuple[Cell, ...]
    sections: bytes
    walls: frozenset[tuple[Cell, Heading]]
    goals: tuple[_Goal, ...]
    goal: _Goal | None


class _Bytes:
    """Reads numbers one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def number(self, size: int) -> int:
        """The next number, of so many bytes."""
        return int.from_bytes(self.take(size), "big", signed=size > 1)

    def take(self, size: int) -> bytes:
        taken = self._data[self._at : self._at + size]
        if len(taken) < size:
            raise Malformed("the game ends too early")
        self._at += size
        return taken


def _read_game(data: bytes) -> _Game:
    rest = _Bytes(data)
    version = rest.number(1)
    if version != _VERSION:
        raise Malformed(f"the game is of version {version}; we read version {_VERSION}")
    width, height = rest.number(4), rest.number(4)
    for number in (width, height):
        if not SMALLEST <= number <= LARGEST:
            message = f"a board has {SMALLEST} to {LARGEST} columns and rows"
            raise Malformed(f"{message}; this has {width} and {height}")
    count = rest.number(1)
    if not 1 <= count <= len(ROBOTS):
        raise Malformed(f"a board has one to {len(ROBOTS)} robots; this has {count}")
    robots = tuple(_cell(rest.number(4), width, height) for _ in range(count))
    sections = rest.take(4)
    walls = frozenset(_walls(rest, width, height))
    goals = rest.number(4)
    if not 0 <= goals <= width * height:
        raise Malformed(f"the game has {goals} goals, and fewer cells")
    listed = tuple(_goal(rest, width, height) for _ in range(goals))
    chosen = _goal(rest, width, height)
    return _Game(
        width, height, robots, sections, walls, tuple(goal for goal in listed if goal), chosen
    )


def _walls(rest: _Bytes, width: int, height: int) -> Iterator[tuple[Cell, Heading]]:
    for side in Heading:
        for number, is_wall in enumerate(rest.take(width * height)):
            if is_wall:
                yield _cell(number, width, height), side


def _goal(rest: _Bytes, width: int, height: int) -> _Goal | None:
    number, robot, symbol = rest.number(4), rest.number(1), rest.number(1)
    if number == -1:
        return None
    if robot != _ANY_ROBOT and robot >= len(ROBOTS):
        raise Malformed(f"a goal is for robot {robot}, of {len(ROBOTS)}")
    if symbol >= len(_SYMBOLS):
        raise Malformed(f"a goal has the symbol {symbol}, of {len(_SYMBOLS)}")
    wanted = None if robot == _ANY_ROBOT else ROBOTS[robot]
    return _Goal(_cell(number, width, height), wanted, _SYMBOLS[symbol])


def _cell(number: int, width: int, height: int) -> Cell:
    if not 0 <= number < width * height:
        raise Malformed(f"cell {number} is not on a board with {width} columns and {height} rows")
    return Cell(number % width, number // width)


def _printed(game: _Game, goal: _Goal) -> Position | None:
    """The position on a printed board, if it is one."""
    if goal.target is None:
        return None
    try:
        position = Position(board_named(_board_name(game.sections)), game.robots, goal.target)
    except Malformed:
        return None
    ours = position.board
    is_same = (
        (game.width, game.height) == (ours.width, ours.height)
        and not ours.diagonals
        and _walls_around(ours, ours.walls) == _walls_around(ours, game.walls)
        and {(cell, target) for target, cell in ours.targets.items()}
        == {(each.cell, each.target) for each in game.goals}
    )
    return position if is_same else None


def _walls_around(board: Board, walls: Sides) -> Sides:
    """Those that a robot can meet: walls inside the closed centre are a matter of taste."""
    return frozenset((cell, side) for cell, side in walls if board.may_rest(cell))


def _custom(game: _Game, goal: _Goal) -> Position:
    """The position on a board of its own. Of goals that look the same, one is kept."""
    robots = {robot.colour: cell for robot, cell in zip(ROBOTS, game.robots, strict=False)}
    wanted = None if goal.robot is None else goal.robot.colour
    if wanted is not None and wanted not in robots:
        raise Malformed(f"the goal is for the {wanted} robot, which is not in the game")
    puzzle = PlainPuzzle(
        game.width, game.height, _inner_walls(game), frozenset(), robots, wanted, goal.cell
    )
    if goal.target is None:
        return position_of(puzzle.with_closed_parts_blocked())[0]
    targets = {goal.target: goal.cell}
    for each in game.goals:
        if each.target is not None and each.cell not in targets.values():
            targets.setdefault(each.target, each.cell)
    puzzle = puzzle.with_closed_parts_blocked(kept=set(targets.values()))
    board = Board.custom(
        game.width, game.height, walls=puzzle.walls, blocked=puzzle.blocked, targets=targets
    )
    return Position(board, game.robots, goal.target)


def _inner_walls(game: _Game) -> Sides:
    """All walls but the edge, from both sides."""
    inner = {
        (cell, side)
        for cell, side in game.walls
        if 0 <= cell.towards(side).x < game.width and 0 <= cell.towards(side).y < game.height
    }
    return frozenset(inner | {(cell.towards(side), side.opposite) for cell, side in inner})
