"""What is at stake in a running match: the server helps nobody with that.

A match is about its board and the places of its robots, from its opening to its end: between
rounds, too, or else anybody could have every target solved before the token is turned up. A
position that differs only a little often has the same solution, so it is at stake as well.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from tinplate.games.ricochet.board import (
    MARKS,
    SIZE,
    Position,
    Robots,
    box_sides,
    format_robots,
    split_name,
)
from tinplate.games.ricochet.values import State
from tinplate.grid import Cell

COMPARED = 4  # robots; nearly every solution does without the silver one
MIN_ALIKE = 5  # sections and robots, of four and four: three of either, or all of one, at least


def topics_of(state: State) -> tuple[str, ...]:
    """The board of a match, then each three of its robots where the round began."""
    return _topics(state.board_name, state.markers)


def near_topics(position: Position) -> tuple[str, ...]:
    """Topics of which every match that is like this position has at least one."""
    board, *threes = _topics(position.board.name, position.robots)
    return (*threes, *sorted({board, *_neighbours(board)}))


def is_alike(position: Position, live: Sequence[str]) -> bool:
    """Whether a solution of this position would likely help in the match with these topics.

    The target does not count, since the next one may be any.
    """
    asked_board, *asked = _topics(position.board.name, position.robots)
    board, *threes = live
    sections = sum(
        one == other for one, other in zip(split_name(asked_board), split_name(board), strict=True)
    )
    if not threes:  # a match that an older version has written to last
        return sections == len(MARKS)
    robots = len(_robots(asked) & _robots(threes))
    return robots > 0 and sections + robots >= MIN_ALIKE


def _topics(board: str, robots: Robots) -> tuple[str, ...]:
    """The names are those of the board when its red section is in the north-west."""
    sections = split_name(board)
    red = next(at for at, section in enumerate(sections) if section.startswith(MARKS[0]))
    turned = tuple(_turned_back(cell, red) for cell in robots[:COMPARED])
    threes = combinations(format_robots(turned).split(","), COMPARED - 1)
    return ("".join(sections[red:] + sections[:red]), *map(",".join, threes))


def _robots(threes: Sequence[str]) -> set[str]:
    return {robot for three in threes for robot in three.split(",")}


def _neighbours(board: str) -> Iterator[str]:
    """The boards that differ in one section."""
    for section in split_name(board):
        for other in box_sides("2013"):
            if other[0] == section[0]:
                yield board.replace(section, other)


def _turned_back(cell: Cell, quarter_turns: int) -> Cell:
    """The cell after so many quarter turns of the board counterclockwise."""
    for _ in range(quarter_turns):
        cell = Cell(cell.y, SIZE - 1 - cell.x)
    return cell
