"""What is at stake in a running match: the server helps nobody with that.

A match is about its board and the places of its robots, from its opening to its end: between
rounds, too, or else anybody could have every target solved before the token is turned up. A
position that differs only a little often has the same solution, so it is at stake as well. Where
it differs more, the answer decides: nobody is told moves that reach the same target in the match.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations

from tinplate.games.ricochet.board import (
    MARKS,
    SIZE,
    Position,
    Robots,
    board_named,
    box_sides,
    format_robots,
    split_name,
)
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.pieces import ROBOTS
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.values import State
from tinplate.grid import Cell, Heading

MATCHES_KEPT = 4_096  # whose topics are asked for with every command
COMPARED = 4  # robots; nearly every solution does without the silver one
MIN_ALIKE = 5  # sections and robots, of four and four: three of either, or all of one, at least


def topics_of(state: State) -> tuple[str, ...]:
    """The board of a match, then each three of its robots where the round began."""
    return _topics(state.board_name, state.markers)


def near_topics(position: Position) -> tuple[str, ...]:
    """Topics of which every match that is like this position has at least one."""
    board, *threes = _topics(position.board.name, position.robots)
    return (*threes, *sorted(_near_boards(board)))


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
    there, here = _robots(asked), _robots(threes)
    if sections >= len(MARKS) - 1:  # robots that have changed colours stand in the way as before
        there, here = _cells(there), _cells(here)
    robots = len(there & here)
    return robots > 0 and sections + robots >= MIN_ALIKE


def reaches_target_in(live: Sequence[str], asked: Position, moves: Sequence[Move]) -> bool:
    """Whether moves that solve a position reach the same target in the match with these topics."""
    board, *threes = live
    if not threes:  # a match that an older version has written to last
        return False
    cells = {robot[0]: Cell.named(robot[1:]) for robot in _robots(threes)}
    robots = tuple(cells[robot] for robot in ROBOTS[:COMPARED])
    match = Position(board_named(board), robots, asked.target)
    return any(
        attempt(match, turned, READINGS["free"]).verdict == "arrived"
        for turned in _turned_moves(moves)
    )


@lru_cache(MATCHES_KEPT)
def _topics(board: str, robots: Robots) -> tuple[str, ...]:
    """The names are those of the board when its red section is in the north-west."""
    red = _red_corner(split_name(board))
    turned = tuple(_turned_back(cell, red) for cell in robots[:COMPARED])
    threes = combinations(format_robots(turned).split(","), COMPARED - 1)
    return (_red_first(split_name(board)), *map(",".join, threes))


def _red_corner(sections: Sequence[str]) -> int:
    """How many quarter turns counterclockwise bring the red section to the north-west."""
    return next(at for at, section in enumerate(sections) if section.startswith(MARKS[0]))


def _red_first(sections: Sequence[str]) -> str:
    red = _red_corner(sections)
    return "".join((*sections[red:], *sections[:red]))


def _robots(threes: Sequence[str]) -> set[str]:
    return {robot for three in threes for robot in three.split(",")}


def _cells(robots: set[str]) -> set[str]:
    return {robot[1:] for robot in robots}


@lru_cache
def _near_boards(board: str) -> frozenset[str]:
    """The boards that differ in two sections or fewer: with fewer alike, answers seldom fit."""
    near = set[str]()
    for places in combinations(range(len(MARKS)), 2):
        sections = split_name(board)
        marks = {sections[place][0] for place in places}
        for others in permutations(box_sides("2013"), 2):
            if {section[0] for section in others} == marks:
                around = [*sections]
                around[places[0]], around[places[1]] = others
                near.add(_red_first(around))
    return frozenset(near)


def _turned_back(cell: Cell, quarter_turns: int) -> Cell:
    """The cell after so many quarter turns of the board counterclockwise."""
    for _ in range(quarter_turns):
        cell = Cell(cell.y, SIZE - 1 - cell.x)
    return cell


def _turned_moves(moves: Sequence[Move]) -> Iterator[Sequence[Move]]:
    """The moves on a board that lies any way round: where other sections fit, it may be any."""
    for _ in range(len(Heading)):
        yield moves
        moves = [Move(move.robot, move.heading.clockwise) for move in moves]
