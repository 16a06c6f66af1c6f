"""Positions and moves on one line: `G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle` and `bn ge bs`.

Reading back what was written gives the same value. Robots may come in any order, and spaces more
than needed are forgiven; anything else is refused with the place (the character, counted from 1)
and the reason.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from tinplate.game import Malformed
from tinplate.grid import Cell, Heading
from tinplate.ricochet.board import (
    MARKS,
    Board,
    Position,
    Robots,
    board_named,
    refuse_impossible_cell,
)
from tinplate.ricochet.motion import Move
from tinplate.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.ricochet.sections import section

_PARTS = len(("board", "robots", "target"))
_FORM = "BOARD ROBOTS TARGET, such as G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle"


def format_position(position: Position, *, url: bool = False) -> str:
    """One line; in a URL the spaces are underscores."""
    robots = format_robots(position.robots)
    return ("_" if url else " ").join((position.board.name, robots, position.target))


def format_robots(robots: Robots) -> str:
    return ",".join(f"{robot}{cell}" for robot, cell in zip(ROBOTS, robots, strict=False))


def format_moves(moves: Iterable[Move]) -> str:
    return " ".join(str(move) for move in moves)


def parse_position(text: str) -> Position:
    """Read one line, with spaces or underscores between its three parts."""
    words = list(_words(text))
    if len(words) != _PARTS:
        at = words[_PARTS][0] if len(words) > _PARTS else len(text) + 1
        _refuse(at, f"a position has three parts, {_FORM}; this has {len(words)}")
    (board_at, board_name), (robots_at, robots), (target_at, target) = words
    board = _parse_board(board_at, board_name)
    return Position(board, _parse_robots(board, robots_at, robots), parse_target(target, target_at))


def parse_moves(text: str) -> tuple[Move, ...]:
    """Read `bn ge bs`: a robot letter and a heading letter each."""
    return tuple(_parse_move(at, word) for at, word in _words(text))


def parse_target(text: str, at: int = 1) -> Target:
    """Read `red-triangle` or `vortex`, which stands at that character."""
    try:
        return Target(text)
    except ValueError:
        _refuse(
            at,
            f"there is no target “{text}”; write a colour and a symbol (red-triangle) or vortex",
        )


def _words(text: str) -> Iterator[tuple[int, str]]:
    return ((found.start() + 1, found.group()) for found in re.finditer("[^ _]+", text))


def _parse_board(at: int, name: str) -> Board:
    for start in range(0, len(name), 2):
        with _placed(at + start):
            section(name[start : start + 2])
    marks = name[::2]
    doubled = [slot for slot, mark in enumerate(marks) if mark in marks[:slot]]
    with _placed(at + 2 * doubled[0] if doubled and len(marks) == len(MARKS) else at):
        return board_named(name)


def _parse_robots(board: Board, at: int, text: str) -> Robots:
    cells: dict[Robot, Cell] = {}
    place = at
    for word in text.split(","):
        robot, cell = _parse_robot(board, place, word)
        if robot in cells:
            _refuse(place, f"the {robot.colour} robot is placed twice")
        for other, taken in cells.items():
            if cell == taken:
                _refuse(
                    place,
                    f"the {robot.colour} robot cannot stand on {cell}: {other.colour} is there",
                )
        cells[robot] = cell
        place += len(word) + len(",")
    for robot in ROBOTS:
        if robot is not Robot.SILVER and robot not in cells:
            _refuse(at, f"the {robot.colour} robot ({robot}) is missing")
    return tuple(cells[robot] for robot in ROBOTS if robot in cells)


def _parse_robot(board: Board, at: int, word: str) -> tuple[Robot, Cell]:
    try:
        robot, cell = Robot(word[:1]), Cell.named(word[1:])
    except ValueError:
        _refuse(
            at,
            f"“{word}” is not a robot on a cell: write r g b y or s and a cell, such as ro5",
        )
    with _placed(at):
        refuse_impossible_cell(board, robot, cell)
    return robot, cell


def _parse_move(at: int, word: str) -> Move:
    try:
        return Move(Robot(word[:1]), Heading(word[1:]))
    except ValueError:
        _refuse(
            at,
            f"“{word}” is not a move: write a robot (r g b y s) and a heading (n e s w): bn",
        )


@contextmanager
def _placed(at: int) -> Iterator[None]:
    """Say where, too, when something is refused for a reason that does not know the place."""
    try:
        yield
    except Malformed as error:
        _refuse(at, str(error))


def _refuse(at: int, reason: str) -> NoReturn:
    message = f"character {at}: {reason}"
    raise Malformed(message) from None
