"""`tinplate ricochet new`: random positions, one per line."""

from random import Random
from typing import NamedTuple

from tinplate.cli.dice import dice_for
from tinplate.cli.output import write_json, write_line
from tinplate.game import Malformed
from tinplate.games.ricochet.board import (
    Board,
    Box,
    Position,
    board_named,
    random_board,
    random_robots,
)
from tinplate.games.ricochet.cli.show import draw_position, position_facts
from tinplate.games.ricochet.notation import format_position, parse_target
from tinplate.games.ricochet.pieces import Target


class PositionWishes(NamedTuple):
    """What the position should be like."""

    box: Box | None
    diagonals: bool
    board: str | None
    silver: bool
    target: str | None


def deal_positions(
    wishes: PositionWishes, seed: int | None, count: int, *, draw: bool, as_json: bool
) -> None:
    dice = dice_for(seed)
    for _ in range(count):
        position = deal(wishes, dice)
        if as_json:
            write_json(position_facts(position))
            continue
        write_line(format_position(position))
        if draw:
            draw_position(position)


def deal(wishes: PositionWishes, dice: Random) -> Position:
    """RC2 to RC4, RC11: deal a board, robots on free cells, a target."""
    target = None if wishes.target is None else parse_target(wishes.target)
    board = _board(wishes, dice)
    robots = random_robots(board, dice, silver=wishes.silver)
    return Position(board, robots, target or dice.choice(tuple(Target)))


def _board(wishes: PositionWishes, dice: Random) -> Board:
    if wishes.board is None:
        return random_board(dice, wishes.box or "2013", diagonals=wishes.diagonals)
    if wishes.box is not None or not wishes.diagonals:
        raise Malformed("--board names the board; leave out --box and --no-diagonals")
    return board_named(wishes.board)
