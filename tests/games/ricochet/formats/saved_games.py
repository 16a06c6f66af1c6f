"""Games as DriftingDroids saves them, written for tests from the description of the format."""

import base64
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from tinplate.games.ricochet.board import Board, Position
from tinplate.games.ricochet.pieces import Symbol, Target
from tinplate.grid import Cell, Heading

ANY_ROBOT = 255
SYMBOLS = [*Symbol]  # circle, triangle, square, hexagon, vortex: the order is the same there


class SavedGoal(NamedTuple):
    """A goal: its cell by number, its robot and its symbol."""

    cell: int
    robot: int
    symbol: int


def saved(
    position: Position,
    *,
    goals: Sequence[SavedGoal] | None = None,
    goal: SavedGoal | None = None,
    sections: bytes = bytes(4),
) -> str:
    """The text of a game, with all targets of the board or other goals."""
    board = position.board
    listed = [_goal(board, target) for target in board.targets] if goals is None else goals
    chosen = goal or _goal(board, position.target)
    return packed(
        b"".join((
            bytes([0]),
            _long(board.width),
            _long(board.height),
            bytes([len(position.robots)]),
            *(_long(_number(board, cell)) for cell in position.robots),
            sections,
            *(_walls(board, side) for side in Heading),
            _long(len(listed)),
            *(_long(each.cell) + bytes(each[1:]) for each in listed),
            _long(chosen.cell) + bytes(chosen[1:]),
            bytes([1]),
        ))
    )  # fmt: skip


def packed(data: bytes) -> str:
    """The bytes of a game as text."""
    text = base64.b64encode(_long(len(data)) + zlib.compress(data)).decode()
    return f"!DriftingDroids_game!{zlib.crc32(text.encode()):08X}!{text}!"


def _goal(board: Board, target: Target) -> SavedGoal:
    robot = ANY_ROBOT if target.robot is None else target.robot.slot
    return SavedGoal(_number(board, board.targets[target]), robot, SYMBOLS.index(target.symbol))


def _walls(board: Board, side: Heading) -> bytes:
    """Blocked cells have walls all round."""
    return bytes(
        (cell, side) in board.walls or cell in board.blocked or cell.towards(side) in board.blocked
        for cell in board.cells
    )


def _number(board: Board, cell: Cell) -> int:
    return cell.y * board.width + cell.x


def _long(number: int) -> bytes:
    return number.to_bytes(4, "big", signed=True)
