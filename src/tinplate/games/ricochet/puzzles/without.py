"""A position with one robot taken off the board."""

from tinplate.games.ricochet.board import Board, Position
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.sections import Diagonal


def without(position: Position, gone: Robot) -> Position:
    """Take a robot away; those behind it in the order of robots change their colours.

    Robots of a position have the first colours, so all that is left moves up. Barriers and the
    target follow their robots; barriers of the robot that is gone turn everybody.
    """
    board, present = position.board, ROBOTS[: len(position.robots)]
    staying = [robot for robot in present if robot is not gone]
    new = {**dict(zip(staying, ROBOTS, strict=False)), gone: present[-1]}
    cell = board.targets[position.target]
    target = _recoloured(position.target, new)
    reduced = Board.custom(
        board.width,
        board.height,
        walls=board.walls,
        blocked=board.blocked,
        diagonals={
            place: Diagonal(new.get(barrier.colour, barrier.colour), barrier.rising)
            for place, barrier in board.diagonals.items()
        },
        targets={target: cell},
    )
    return Position(reduced, tuple(position.robots[robot.slot] for robot in staying), target)


def _recoloured(target: Target, new: dict[Robot, Robot]) -> Target:
    if target.robot is None:
        return target
    return Target(f"{new[target.robot].colour}-{target.symbol}")
