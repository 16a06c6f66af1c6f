"""How a robot slides (RC5 to RC8)."""

from collections.abc import Iterator
from typing import NoReturn

import msgspec

from tinplate.arguments import require_text
from tinplate.game import Malformed, Rejected
from tinplate.games.ricochet.board import Board, Robots
from tinplate.games.ricochet.pieces import ROBOTS, Robot
from tinplate.grid import Cell, Heading


class Move(msgspec.Struct, frozen=True):
    """A robot and a heading: `bn` is blue up."""

    robot: Robot
    heading: Heading

    def __str__(self) -> str:
        return f"{self.robot}{self.heading}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read `bn`; Malformed when that is no move."""
        require_text(text, "move")
        try:
            return cls(Robot(text[:1]), Heading(text[1:]))
        except ValueError:
            raise Malformed(
                f"“{text}” is not a move: write a robot (r g b y s) and a heading (n e s w): bn",
                "not-a-move",
                text=text,
            ) from None


class Slide(msgspec.Struct, frozen=True):
    """A move that was made: the cells from where the robot stood to where it came to rest."""

    robot: Robot
    heading: Heading  # in which it set off
    cells: tuple[Cell, ...]
    rest_heading: Heading  # in which it came to rest; differs from `heading` after barriers
    barriers: int  # how many barriers turned it

    def __repr__(self) -> str:
        return f"<Slide {self.move}: {self.start} to {self.end}>"

    @property
    def start(self) -> Cell:
        """Where the robot stood."""
        return self.cells[0]

    @property
    def end(self) -> Cell:
        """Where it came to rest."""
        return self.cells[-1]

    @property
    def move(self) -> Move:
        """The move that was made."""
        return Move(self.robot, self.heading)


def slide(board: Board, robots: Robots, move: Move) -> Slide:
    """Work out a move; raise Rejected with the reason if it cannot be made."""
    robot, heading = move.robot, move.heading
    slot = robot.slot
    if slot >= len(robots):
        message = f"The {robot.colour} robot is not on the board."
        raise Rejected(message, "robot-not-here", robot=robot)
    start = robots[slot]
    ahead = _free_cells(board.run(start, heading), robots)
    if not ahead:
        _refuse_blocked(board, robots, move)
    if ahead[-1] not in board.diagonals:
        return Slide(robot, heading, (start, *ahead), heading, 0)
    return _slide_by_barriers(board, robots, move, [start, *ahead])


def _slide_by_barriers(board: Board, robots: Robots, move: Move, cells: list[Cell]) -> Slide:
    """Go on from the first barrier, which is the last of these cells.

    The cell it started from is empty once it has left: barriers can lead it back across.
    """
    heading, barriers = move.heading, 0
    others = robots[: move.robot.slot] + robots[move.robot.slot + 1 :]
    been = set()
    while (diagonal := board.diagonals.get(cells[-1])) is not None:
        if diagonal.colour is not move.robot:
            heading, barriers = diagonal.turn(heading), barriers + 1
            if (cells[-1], heading) in been:
                _refuse_endless(move)
            been.add((cells[-1], heading))
        ahead = _free_cells(board.run(cells[-1], heading), others)
        if not ahead:
            _refuse_stop_on_barrier(move, cells[-1])
        cells += ahead
    return Slide(move.robot, move.heading, tuple(cells), heading, barriers)


def after(robots: Robots, slid: Slide) -> Robots:
    """Return where the robots stand after the slide."""
    return put(robots, slid.robot, slid.end)


def put(robots: Robots, robot: Robot, cell: Cell) -> Robots:
    """Return the robots with one of them moved to that cell."""
    slot = robot.slot
    return robots[:slot] + (cell,) + robots[slot + 1 :]  # noqa: RUF005 - a third faster


def slides(board: Board, robots: Robots) -> Iterator[Slide]:
    """Yield every move that can be made from here."""
    for robot in ROBOTS[: len(robots)]:
        for heading in Heading:
            try:
                yield slide(board, robots, Move(robot, heading))
            except Rejected:
                continue


def _free_cells(run: tuple[Cell, ...], robots: Robots) -> tuple[Cell, ...]:
    """RC5: how far a robot gets before another one stops it."""
    if set(robots).isdisjoint(run):  # mostly, and it is quick to see
        return run
    for cell in robots:
        if cell in run:
            run = run[: run.index(cell)]
    return run


def _refuse_blocked(board: Board, robots: Robots, move: Move) -> NoReturn:
    cell = robots[move.robot.slot]
    said = f"{move.robot.colour.capitalize()} cannot move {move.heading.word}:"
    facts = {"robot": move.robot, "heading": move.heading}
    if (cell, move.heading) in board.walls:
        raise Rejected(f"{said} a wall is in the way.", "way-is-blocked", **facts)
    other = ROBOTS[robots.index(cell.towards(move.heading))]
    raise Rejected(f"{said} {other.colour} is in the way.", "way-is-blocked", **facts, other=other)


def _refuse_stop_on_barrier(move: Move, cell: Cell) -> NoReturn:
    """RC8: a robot may not stop on a barrier."""
    message = (
        f"{move.robot.colour.capitalize()} may not move {move.heading.word}: "
        f"it would have to stop on the barrier at {cell}."
    )
    raise Rejected(message, "stops-on-barrier", robot=move.robot, heading=move.heading)


def _refuse_endless(move: Move) -> NoReturn:
    """RC8: a slide that never ends is not a move."""
    message = (
        f"{move.robot.colour.capitalize()} may not move {move.heading.word}: "
        "the barriers would send it round for ever."
    )
    raise Rejected(message, "never-stops", robot=move.robot, heading=move.heading)
