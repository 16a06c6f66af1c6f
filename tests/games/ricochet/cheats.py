"""How somebody might disguise a running match, to have it solved."""

from dataclasses import replace
from random import Random

from tinplate.games.ricochet.board import Position, board_named, split_name
from tinplate.games.ricochet.motion import Move, after, slides
from tinplate.grid import Heading


def walk(position: Position, count: int, dice: Random) -> tuple[list[Move], Position]:
    """So many slides, whatever they are good for."""
    made = list[Move]()
    for _ in range(count):
        slid = dice.choice([*slides(position.board, position.robots)])
        made.append(slid.move)
        position = replace(position, robots=after(position.robots, slid))
    return made, position


def with_other_sections(position: Position, count: int, dice: Random) -> Position:
    """So many others, round the one with the target; robots may stand on each board."""
    while True:
        sections = [*split_name(position.board.name)]
        for at in dice.sample(range(4), count):
            sections[at] = f"{sections[at][0]}{dice.randint(1, 4)}"
        board = board_named("".join(sections))
        home = position.board.targets[position.target]
        fits = all(map(board.may_rest, position.robots))
        if fits and board.targets.get(position.target) == home:
            return replace(position, board=board)


def shifted(position: Position, dice: Random) -> Position:
    """Two robots stand a step away."""
    cells = [*position.robots]
    for at in dice.sample(range(len(cells)), 2):
        near = [cells[at].towards(heading) for heading in Heading]
        free = [cell for cell in near if position.board.may_rest(cell) and cell not in cells]
        cells[at] = dice.choice([cells[at], *free])
    return replace(position, robots=tuple(cells))
