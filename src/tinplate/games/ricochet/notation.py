"""Positions and moves on one line: `G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle` and `bn ge bs`.

Reading back what was written gives the same value. Robots may come in any order, and extra spaces
are ignored; anything else is refused with the place (the character, counted from 1) and the
reason: the message gives the first mistake, and the refusal holds them all. A board of one's own is
written as its text: see `layout`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType, TracebackType
from typing import NamedTuple, NoReturn

from tinplate.game import Malformed
from tinplate.games.ricochet.board import (
    MARKS,
    Board,
    Position,
    Robots,
    board_named,
    refuse_impossible_cell,
)
from tinplate.games.ricochet.custom_board import converted, is_custom, parse_custom
from tinplate.games.ricochet.layout import MisreadBoard, is_line
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.pieces import BOX_ROBOTS, DRAWN_AS, ROBOTS, Robot, Target
from tinplate.games.ricochet.sections import section
from tinplate.grid import Cell

_PARTS = len(("board", "robots", "target"))
_FORM = "BOARD ROBOTS TARGET, such as G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle"
_BY_DRAWING = {drawing: symbol for symbol, drawing in DRAWN_AS.items()}


class NotationMistake(NamedTuple):
    """What is wrong, and at which character of the text, counted from 1."""

    at: int
    because: str
    code: str = ""
    facts: Mapping[str, str | int] = MappingProxyType({})

    def __str__(self) -> str:
        return f"character {self.at}: {self.because}"


class Misread(Malformed):
    """A text that is not a position, with all its mistakes; the message gives the first."""

    def __init__(self, mistakes: Iterable[NotationMistake]) -> None:
        self.mistakes = tuple(mistakes)
        first = self.mistakes[0]
        super().__init__(str(first), first.code, **first.facts)

    def __reduce__(self) -> tuple[object, ...]:
        return Misread, (self.mistakes,)


class _Mistakes:
    """Collects mistakes made inside `with`, so that reading can continue."""

    def __init__(self) -> None:
        self.found: list[NotationMistake] = []

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> bool:
        if isinstance(error, Misread):
            self.found += error.mistakes
            return True
        return False

    def refuse(self) -> None:
        """Raise the mistakes, if there are any."""
        if self.found:
            raise Misread(self.found)


def format_position(position: Position, *, url: bool = False) -> str:
    """Write a position on one line; in a URL the spaces are underscores."""
    return str(position).replace(" ", "_") if url else str(position)


def format_moves(moves: Iterable[Move]) -> str:
    return " ".join(str(move) for move in moves)


def parse_position(text: str, *, custom: bool = False) -> Position:
    """Read one line, with spaces or underscores between its three parts.

    Boards as they were written before (`custom_board`) stay what they are only if that is asked
    for: pages and matches know the text of today.
    """
    words = list(_words(text))
    if len(words) != _PARTS:
        at = words[_PARTS][0] if len(words) > _PARTS else len(text) + 1
        because = f"a position has three parts, {_FORM}; this has {len(words)}"
        _refuse(at, because, "three-parts", count=len(words))
    (board_at, board_name), (robots_at, robots_text), (target_at, target_name) = words
    board: Board | None = None
    mistakes = _Mistakes()
    with mistakes:
        board = parse_board(board_name, board_at, custom=custom)
    with mistakes:
        robots = _parse_robots(board, robots_at, robots_text)
    with mistakes:
        target = parse_target(target_name, target_at)
    if board is None or mistakes.found:
        raise Misread(mistakes.found)
    with _placed(target_at):
        return Position(board, robots, target)


def parse_moves(text: str) -> tuple[Move, ...]:
    """Read `bn ge bs`: a robot letter and a heading letter each."""
    moves, mistakes = list[Move](), _Mistakes()
    for at, word in _words(text):
        with mistakes:
            moves.append(_parse_move(at, word))
    mistakes.refuse()
    return tuple(moves)


def parse_robots(board: Board, text: str) -> Robots:
    """Read `ro5,ga14,bl14,yj16`: robots on cells of this board, where they can stand."""
    return _parse_robots(board, 1, text)


def parse_board(name: str, at: int = 1, *, custom: bool = False) -> Board:
    """Read `G1R2B2Y2`, which starts at that character, or the text of a board of one's own."""
    if is_custom(name):
        with _placed(at):
            board = parse_custom(name)
            return board if custom else converted(board)
    if is_line(name):
        try:
            return board_named(name)
        except MisreadBoard as error:
            _refuse(at + error.at - 1, str(error), error.code, **error.facts)
    mistakes = _Mistakes()
    for start in range(0, len(name), 2):
        with mistakes, _placed(at + start):
            section(name[start : start + 2])
    mistakes.refuse()
    marks = name[::2]
    doubled = [slot for slot, mark in enumerate(marks) if mark in marks[:slot]]
    with _placed(at + 2 * doubled[0] if doubled and len(marks) == len(MARKS) else at):
        return board_named(name)


def parse_target(text: str, at: int = 1) -> Target:
    """Read `red-triangle` or `vortex`, which starts at that character; `red-gear` is the same."""
    colour, dash, symbol = text.partition("-")
    try:
        return Target(f"{colour}{dash}{_BY_DRAWING.get(symbol, symbol)}")
    except ValueError:
        _refuse(
            at,
            f"there is no target “{text}”; write a colour and a symbol (red-triangle) or vortex",
            "no-such-target",
            text=text,
        )


def _words(text: str) -> Iterator[tuple[int, str]]:
    return ((found.start() + 1, found.group()) for found in re.finditer("[^ _]+", text))


def _parse_robots(board: Board | None, at: int, text: str) -> Robots:
    """Read the robots' cells; if the board could not be read, allow any cell."""
    cells: dict[Robot, Cell] = {}
    mistakes, place = _Mistakes(), at
    for word in text.split(","):
        with mistakes:
            robot, cell = _parse_robot(place, word)
            _refuse_second(place, robot, cell, cells)
            cells[robot] = cell
            if board is not None:
                with _placed(place):
                    refuse_impossible_cell(board, robot, cell)
        place += len(word) + len(",")
    mistakes.refuse()
    _refuse_gap(board, at, cells)
    return tuple(cells[robot] for robot in ROBOTS if robot in cells)


def _refuse_gap(board: Board | None, at: int, cells: Mapping[Robot, Cell]) -> None:
    """RC4: the first four play on printed boards, and perhaps silver; elsewhere the first few."""
    is_printed = board is not None and not board.is_custom
    last = max((robot.slot for robot in cells), default=0)
    if is_printed and last >= len(BOX_ROBOTS):
        robot = ROBOTS[last]
        because = f"the {robot.colour} robot ({robot}) plays only on boards of your own"
        _refuse(at, because, "robot-not-in-box", robot=robot)
    needed = ROBOTS[: max(last, len(BOX_ROBOTS) - 1)] if is_printed else ROBOTS[:last]
    for robot in needed:
        if robot is not Robot.SILVER and robot not in cells:
            because = f"the {robot.colour} robot ({robot}) is missing"
            _refuse(at, because, "robot-is-missing", robot=robot)


def _parse_robot(at: int, word: str) -> tuple[Robot, Cell]:
    try:
        return Robot(word[:1]), Cell.named(word[1:].lower())
    except ValueError:
        _refuse(
            at,
            f"“{word}” is not a robot on a cell: write r g b y or s and a cell, such as ro5",
            "not-a-robot",
            text=word,
        )


def _refuse_second(at: int, robot: Robot, cell: Cell, cells: dict[Robot, Cell]) -> None:
    """Refuse a robot on two cells, or a cell with two robots."""
    if robot in cells:
        _refuse(at, f"the {robot.colour} robot is placed twice", "robot-twice", robot=robot)
    for other, taken in cells.items():
        if cell == taken:
            because = f"the {robot.colour} robot cannot stand on {cell}: {other.colour} is there"
            _refuse(at, because, "cell-is-taken", robot=robot, cell=str(cell), other=other)


def _parse_move(at: int, word: str) -> Move:
    with _placed(at):
        return Move.parse(word)


@contextmanager
def _placed(at: int) -> Iterator[None]:
    """Add the place to refusals that do not know it."""
    try:
        yield
    except Malformed as error:
        _refuse(at, str(error), error.code, **error.facts)


def _refuse(at: int, because: str, code: str = "", **facts: str | int) -> NoReturn:
    raise Misread([NotationMistake(at, because, code, facts)]) from None


def task(position: Position) -> str:
    """State the task of a position as a sentence."""
    target, cell = position.target, position.board.targets[position.target]
    who = "Any robot" if target.robot is None else target.robot.colour.capitalize()
    return f"{who} to the {target.symbol} at {cell}."
