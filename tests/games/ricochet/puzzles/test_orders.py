"""When solutions are the same but for the order of independent moves."""

from random import Random

import pytest

from tests.games.ricochet.openboard import open_board, stand
from tests.games.ricochet.solver.plainly import classes, every_route
from tinplate.games.ricochet.board import Position, random_robots, tokens_of
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import format_moves, parse_moves
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.puzzles.orders import orders_of
from tinplate.games.ricochet.solver import solutions
from tinplate.games.ricochet.solver.making import BoardWish, draw_board

SMALL = 40  # boards
MOST = 4  # moves


def small_position(seed: int) -> Position:
    """On a board of 4 to 6 columns and rows, with barriers on every other one."""
    dice = Random(seed)
    sides = dice.choice([4, 5, 6]), dice.choice([4, 5, 6])
    board = draw_board(BoardWish(*sides, robots=3, barriers=seed % 2 == 0), dice)
    return Position(board, random_robots(board, dice, count=3), dice.choice(tokens_of(board, 3)))


def moves_of_orders(position: Position, moves: tuple[Move, ...], rule: Rule) -> set[str]:
    found = orders_of(position, attempt(position, moves, rule).slides, 10_000)
    assert found is not None
    return {format_moves([slid.move for slid in made]) for made in found}


@pytest.mark.parametrize("reading", READINGS)
def test_orders_are_the_classes_of_the_plain_definition(reading: str) -> None:
    """RC5 to RC10: all solutions of small boards, grouped by swapping neighbours by the rules."""
    rule, compared = READINGS[reading], 0
    for seed in range(SMALL):
        position = small_position(seed)
        length = solutions(position, rule, best=1, max_moves=MOST).shortest.length
        if length is None:
            continue
        for group in classes(position, rule, [*every_route(position, rule, length)]):
            written = {format_moves(moves) for moves in group}
            compared += 1
            for moves in group:
                assert written == moves_of_orders(position, moves, rule)

    assert compared > SMALL / 2


def test_moves_of_one_robot_keep_their_order() -> None:
    """RC5: even where the other order ends on the same cell."""
    position = Position(open_board(), stand(), Target.VORTEX)

    assert {"rs re"} == moves_of_orders(position, parse_moves("rs re"), READINGS["free"])


def test_too_many_orders_are_not_listed() -> None:
    """Whoever wants at most one is told that there are more."""
    position = Position(open_board(), stand(green="p2", blue="f12"), Target.VORTEX)
    made = attempt(position, parse_moves("gs bw"), READINGS["free"]).slides

    assert orders_of(position, made, 1) is None
    assert 2 == len(orders_of(position, made, 2) or ())
