"""Puzzles of other programs as positions on our boards, and back."""

from tinplate.game import Malformed
from tinplate.games.ricochet.board import Board, Position
from tinplate.games.ricochet.formats.puzzle import PlainPuzzle
from tinplate.games.ricochet.layout import SMALLEST
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Symbol, Target
from tinplate.grid import Cell

_WITH_TARGETS = [robot for robot in ROBOTS if any(each.robot is robot for each in Target)]


def position_of(puzzle: PlainPuzzle) -> tuple[Position, tuple[str, ...]]:
    """The position, and how the puzzle calls its robots, in the order of ours."""
    names = _in_our_order(puzzle)
    if len(names) > len(ROBOTS):
        raise Malformed(f"a board has at most {len(ROBOTS)} robots; this has {len(names)}")
    wanted = None if puzzle.wanted is None else ROBOTS[names.index(puzzle.wanted)]
    target = target_for(wanted)
    width, height = max(puzzle.width, SMALLEST), max(puzzle.height, SMALLEST)
    added = {
        cell
        for cell in (Cell(x, y) for y in range(height) for x in range(width))
        if cell.x >= puzzle.width or cell.y >= puzzle.height
    }
    board = Board.custom(
        width,
        height,
        walls=puzzle.walls,
        blocked=puzzle.blocked | added,
        targets={target: puzzle.target},
    )
    return Position(board, tuple(puzzle.robots[name] for name in names), target), names


def puzzle_of(position: Position) -> PlainPuzzle:
    """The position as other programs describe it; its robots are called by their colours."""
    board, wanted = position.board, position.target.robot
    if board.diagonals:
        cell = min(board.diagonals)
        raise Malformed(f"this format has no diagonal barriers; there is one on {cell}")
    walls = frozenset(
        (cell, side)
        for cell, side in board.walls
        if board.may_rest(cell) and board.may_rest(cell.towards(side))
    )
    return PlainPuzzle(
        board.width,
        board.height,
        walls,
        board.blocked,
        {robot.colour: cell for robot, cell in zip(ROBOTS, position.robots, strict=False)},
        None if wanted is None else wanted.colour,
        board.targets[position.target],
    )


def target_for(robot: Robot | None) -> Target:
    """The target that puzzles without symbols are given: the circle, or the vortex for all."""
    return Target.VORTEX if robot is None else Target(f"{robot.colour}-{Symbol.CIRCLE}")


def _in_our_order(puzzle: PlainPuzzle) -> tuple[str, ...]:
    """Robots that are called by our colours keep them; others are taken as they come."""
    names = tuple(puzzle.robots)
    colours = tuple(robot.colour for robot in ROBOTS[: len(names)])
    if set(colours) == set(names):
        names = colours
    if puzzle.wanted is None or names.index(puzzle.wanted) < len(_WITH_TARGETS):
        return names
    # Only the first robots have targets: the one that has to arrive becomes red.
    return (puzzle.wanted, *(name for name in names if name != puzzle.wanted))
