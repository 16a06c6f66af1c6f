"""`tinplate ricochet new`: random positions, one per line."""

from random import Random
from typing import NamedTuple

from tinplate.cli.dice import dice_for
from tinplate.cli.output import complain, progress_bar, write_json, write_line
from tinplate.cli.words import counted
from tinplate.game import Malformed
from tinplate.games.ricochet.board import (
    Board,
    Box,
    Position,
    board_named,
    random_board,
    random_robots,
    tokens_of,
)
from tinplate.games.ricochet.cli.check import UNSOLVED
from tinplate.games.ricochet.cli.show import draw_position, position_facts
from tinplate.games.ricochet.notation import format_position, parse_target
from tinplate.games.ricochet.proof import READINGS

_MOST_DEALT = 20_000  # positions for one of a certain length: a minute or two if it is long
_LONGEST = 25  # moves: we know of no position on a board of the boxes that takes more
_STEP = 100  # positions, between two steps of the bar


class PositionWishes(NamedTuple):
    """What the position should be like."""

    box: Box | None = None
    diagonals: bool = True
    board: str | None = None
    silver: bool = False
    target: str | None = None
    moves: int | None = None  # of its shortest solution
    reading: str = "ricochet"


def deal_positions(
    wishes: PositionWishes, seed: int | None, count: int, *, draw: bool, as_json: bool
) -> int:
    """Print positions; returns the exit code."""
    if wishes.moves is not None and wishes.moves > _LONGEST:
        longest = f"no position is known that takes more than {_LONGEST}"
        raise Malformed(f"--moves {wishes.moves}: {longest}; from 16 on, few are found")
    dice = dice_for(seed)
    for _ in range(count):
        position = _deal_as_long(wishes, dice)
        if position is None:
            complain(_why_none(wishes))
            return UNSOLVED
        if as_json:
            length = {} if wishes.moves is None else {"moves": wishes.moves}
            write_json(position_facts(position) | length)
            continue
        write_line(format_position(position))
        if draw:
            draw_position(position)
    return 0


def deal(wishes: PositionWishes, dice: Random) -> Position:
    """RC2 to RC4, RC11: deal a board, robots on free cells, a target."""
    target = None if wishes.target is None else parse_target(wishes.target)
    board = _board(wishes, dice)
    robots = random_robots(board, dice, silver=wishes.silver)
    return Position(board, robots, target or dice.choice(tokens_of(board, len(robots))))


def _deal_as_long(wishes: PositionWishes, dice: Random) -> Position | None:
    """Deal until the shortest solution is as long as wished; None if that takes too long."""
    if wishes.moves is None:
        return deal(wishes, dice)
    from tinplate.games.ricochet.solver import solve  # noqa: PLC0415 - a second, if not needed

    rule = READINGS[wishes.reading]
    with progress_bar("Dealing positions") as tell:
        for number in range(_MOST_DEALT):
            if number % _STEP == 0:
                tell(f"{number:,} of {_MOST_DEALT:,} positions", number / _MOST_DEALT)
            position = deal(wishes, dice)
            if solve(position, rule, max_moves=wishes.moves).length == wishes.moves:
                return position
    return None


def _why_none(wishes: PositionWishes) -> str:
    moves = counted(wishes.moves or 0, "move")
    return f"none of {_MOST_DEALT:,} positions takes {moves}; try fewer, or run it again"


def _board(wishes: PositionWishes, dice: Random) -> Board:
    if wishes.board is None:
        return random_board(dice, wishes.box or "2013", diagonals=wishes.diagonals)
    if wishes.box is not None or not wishes.diagonals:
        raise Malformed("--board names the board; leave out --box and --no-diagonals")
    return board_named(wishes.board)
