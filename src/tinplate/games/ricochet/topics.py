"""What is at stake in a running match: the server helps nobody with that.

A match is about its board and the places of its robots, from its opening to its end: between
rounds, too, or else anybody could have every target solved before the token is turned up. Boards
that differ in one section mostly have the same solutions, wherever the robots stand: anybody can
make a first move and ask from there. So such boards are at stake as well. Where a board differs
more, the answer decides: nobody is told moves that lead to a target of the match, be it from where
its robots stand or after a slide or two.

A match on a board of one's own is about that board, turned or not, with a few walls more or less,
wherever the robots stand. A printed board that somebody has drawn by hand counts as that board.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from tinplate.game import Rejected
from tinplate.games.ricochet.board import (
    MARKS,
    SIZE,
    Board,
    Position,
    Robots,
    board_named,
    board_names,
    box_sides,
    format_robots,
    placed_section,
    split_name,
)
from tinplate.games.ricochet.layout import BoardLayout, is_line, make_layout
from tinplate.games.ricochet.motion import Move, after, slide
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.sections import SIDE, section
from tinplate.games.ricochet.values import State
from tinplate.grid import Cell, Heading

MATCHES_KEPT = 4_096  # whose topics are asked for with every command
COMPARED = 4  # robots; nearly every solution does without the silver one
SAME_BOARD = 3  # sections; with so many alike, it does not matter where the robots stand
MIN_ALIKE = 5  # sections and robots, of four and four
FEW_WALLS = 4  # by which a board that is drawn by hand may differ from another
SLIDES_AHEAD = 2  # that somebody makes before asking, and puts in front of the answer
WORTH_ASKING = 3  # moves; fewer than that are soon found without help
REGIONS_KEPT = 512


def topics_of(state: State) -> tuple[str, ...]:
    """The board of a match, then each three of its robots where the round began.

    Of a match on a board of one's own: that board, and its size.
    """
    if state.board.is_custom:
        return state.board_name, _size_of(state.board)
    return _topics(state.board_name, state.markers)


def near_topics(position: Position) -> tuple[str, ...]:
    """Topics of which every match that this position may help in has at least one."""
    sections, size = sections_of(position.board), _size_of(position.board)
    if not sections:
        return (size,)
    threes = {three for turned in _turnings(position) for three in _threes(turned.robots)}
    boards = _near_boards(_red_first(sections))
    printed_on = _section_of(position)
    if printed_on is not None:
        boards |= _boards_with(printed_on)
    return (*sorted(threes), *sorted(boards), size)


def is_alike(position: Position, live: Sequence[str]) -> bool:
    """Whether a solution of this position would likely help in the match with these topics.

    The target does not count, since the next one may be any; nor do the robots' colours.
    """
    board, *threes = live
    if is_line(board):
        return _are_alike(position.board, board_named(board))
    places = {*_places(threes).values()} if threes else set()  # none: of an older version
    for turned in _turnings(position):
        sections = _sections_alike(turned.sections, board)
        robots = len(places.intersection(turned.robots))
        if sections >= SAME_BOARD or sections + robots >= MIN_ALIKE:
            return True
    return False


def is_same_board(board: str, live: Sequence[str]) -> bool:
    """Whether solutions on this board likely help in the match, wherever the robots stand."""
    if is_line(live[0]):
        return _are_alike(board_named(board), board_named(live[0]))
    sections = sections_of(board_named(board))
    if not sections:
        return False
    return _sections_alike(split_name(_red_first(sections)), live[0]) >= SAME_BOARD


def same_boards(board: str) -> tuple[str, ...]:
    """The topics of all matches on the same board, or almost the same."""
    sections, size = sections_of(board_named(board)), _size_of(board_named(board))
    if not sections:
        return (size,)
    name = _red_first(sections)
    near = (each for each in sorted(_near_boards(name)) if is_same_board(name, (each,)))
    return (*near, size)


def helps_in(live: Sequence[str], asked: Position, routes: Sequence[Sequence[Move]]) -> bool:
    """Whether solutions of a position lead to a target of the match with these topics.

    Colours may have been exchanged, and the board turned.
    """
    board, *threes = live
    if not threes or is_line(board):  # or a match that an older version has written to last
        return False
    match = Trial(board_named(board), tuple(_places(threes)[robot] for robot in ROBOTS[:COMPARED]))
    for turned in _turnings(asked):
        sections = _sections_alike(turned.sections, board)
        target = match.board.target_at(turned.home)
        if sections and target is not None:
            told = [_steps(asked, route, turned.quarter_turns) for route in routes if route]
            if any(_helps(match, target, steps, sections) for steps in told):
                return True
    return False


def _helps(match: "Trial", target: Target, steps: "Steps", sections: int) -> bool:
    """Whether the steps lead to the target, straight away or after a slide or two.

    On a board with little in common, or with other colours, most answers that fit do so by
    chance. There half of the moves have to end where they end in the answer.
    """
    half = max(WORTH_ASKING, (len(steps) + 1) // 2)
    is_like = sections > 1
    return any(
        match.arrives(target, each, slides=SLIDES_AHEAD, fewest=half, exactly=True)
        for each in _recoloured(steps, target)
    ) or (
        target.welcomes(steps[-1][0].robot)
        and (
            match.arrives(target, steps, slides=0, fewest=1 if is_like else WORTH_ASKING)
            or (is_like and match.arrives(target, steps, slides=SLIDES_AHEAD, fewest=WORTH_ASKING))
        )
    )


Steps = tuple[tuple[Move, Cell], ...]  # moves, and where each of them ends


class Trial:
    """Plays moves from many positions of a match at once."""

    def __init__(self, board: Board, robots: Robots) -> None:
        self.board = board
        self.robots = robots
        self._known: dict[tuple[Robots, Move], Robots | None] = {}

    def arrives(
        self, target: Target, steps: Steps, *, slides: int, fewest: int, exactly: bool = False
    ) -> bool:
        """Whether a robot comes to the target after so many slides, and the fewest of the steps.

        `exactly` counts those only that end in the same cell. A move that is blocked is left out:
        it may only lead a robot back to where it stands.
        """
        home = self.board.targets[target]
        counts = dict.fromkeys(_region(self.board, self.robots, slides), 0)  # the most steps
        for move, end in steps:
            before, counts = counts, {}
            for robots, count in before.items():
                there = self._after(robots, move)
                rest = there[move.robot.slot] if there else None
                most = count + (rest == end if exactly else rest is not None)
                if rest != home or not target.welcomes(move.robot):
                    counts[there or robots] = max(most, counts.get(there or robots, 0))
                elif most >= fewest:
                    return True
        return False

    def _after(self, robots: Robots, move: Move) -> Robots | None:
        question = robots, move
        if question not in self._known:
            self._known[question] = _after(self.board, robots, move)
        return self._known[question]


def _after(board: Board, robots: Robots, move: Move) -> Robots | None:
    try:
        return after(robots, slide(board, robots, move))
    except Rejected:
        return None


@lru_cache(REGIONS_KEPT)
def _region(board: Board, robots: Robots, slides: int) -> frozenset[Robots]:
    """The positions within so many slides."""
    if not slides:
        return frozenset({robots})
    near = _region(board, robots, slides - 1)
    moves = [Move(robot, heading) for robot in ROBOTS[: len(robots)] for heading in Heading]
    return near | {there for each in near for move in moves if (there := _after(board, each, move))}


@lru_cache(MATCHES_KEPT)
def _topics(board: str, robots: Robots) -> tuple[str, ...]:
    """The names are those of the board when its red section is in the north-west."""
    red = _red_corner(split_name(board))
    return (_red_first(split_name(board)), *_threes(_turned_back(robots[:COMPARED], red)))


def _threes(robots: Robots) -> Iterator[str]:
    return map(",".join, combinations(format_robots(robots).split(","), COMPARED - 1))


def _places(threes: Sequence[str]) -> dict[Robot, Cell]:
    robots = {robot for three in threes for robot in three.split(",")}
    return {Robot(robot[0]): Cell.named(robot[1:]) for robot in robots}


class TurnedPosition(NamedTuple):
    """A position after some quarter turns of the board counterclockwise."""

    quarter_turns: int
    sections: tuple[str, ...]
    robots: Robots
    home: Cell  # where its target is


def _turnings(position: Position) -> Iterator[TurnedPosition]:
    """All four: which one fits a match depends on the sections they share."""
    sections = sections_of(position.board)
    home = position.board.targets[position.target]
    for turns in range(len(sections)):
        *robots, there = _turned_back((*position.robots[:COMPARED], home), turns)
        yield TurnedPosition(turns, sections[turns:] + sections[:turns], tuple(robots), there)


def _sections_alike(sections: Sequence[str], board: str) -> int:
    return sum(one == other for one, other in zip(sections, split_name(board), strict=True))


def _red_corner(sections: Sequence[str]) -> int:
    """How many quarter turns counterclockwise bring the red section to the north-west."""
    return next(at for at, each in enumerate(sections) if each.startswith(MARKS[0]))


def _red_first(sections: Sequence[str]) -> str:
    red = _red_corner(sections)
    return "".join((*sections[red:], *sections[:red]))


@lru_cache
def _near_boards(board: str) -> frozenset[str]:
    """The boards that differ in two sections or fewer."""
    near = set[str]()
    for places in combinations(range(len(MARKS)), 2):
        sections = split_name(board)
        marks = {sections[place][0] for place in places}
        for others in permutations(box_sides("2013"), 2):
            if {each[0] for each in others} == marks:
                around = [*sections]
                around[places[0]], around[places[1]] = others
                near.add(_red_first(around))
    return frozenset(near)


def _section_of(position: Position) -> str | None:
    """The section on which the target is printed; None if somebody drew it elsewhere."""
    names = sections_of(position.board)
    return next((name for name in names if position.target in section(name).targets), None)


# Boards of one's own


def _size_of(board: Board) -> str:
    """The topic of all boards of that size, turned or not."""
    return "size {}x{}".format(*sorted((board.width, board.height)))


@lru_cache(MATCHES_KEPT)
def sections_of(board: Board) -> tuple[str, ...]:
    """The sections of a printed board, also of one that was drawn by hand; else none."""
    if not board.is_custom:
        return split_name(board.name)
    if (board.width, board.height) != (SIZE, SIZE):
        return ()
    found = tuple(_section_at(board, quarter) for quarter in range(len(MARKS)))
    return found if len({name[:1] for name in found}) == len(MARKS) else ()


def _section_at(board: Board, quarter: int) -> str:
    """The section that is drawn in that quarter, but for a few walls; "" if it is none."""
    corner = ((0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE))[quarter]  # clockwise from north-west
    cells = {Cell(corner[0] + x, corner[1] + y) for x in range(SIDE) for y in range(SIDE)}
    for name in box_sides("2013"):
        different = {
            (cell, side)
            for cell, side in board.walls ^ placed_section(name, quarter).walls
            if cell in cells and cell.towards(side) in cells
        }
        if len(different) <= 2 * FEW_WALLS:  # each is seen from both sides
            return name
    return ""


def _are_alike(one: Board, other: Board) -> bool:
    """Whether they have nearly the same walls, in some turning."""
    own = other.layout
    most = max(FEW_WALLS, len(own.walls) // 10)
    return any(
        (turned.width, turned.height) == (own.width, own.height)
        and len(turned.walls ^ own.walls) + len(turned.blocked ^ own.blocked) <= most
        for turned in _turned_layouts(one)
    )


def _turned_layouts(board: Board) -> Iterator[BoardLayout]:
    """All four turnings of what is on a board, without barriers and targets."""
    drawn = make_layout(board.width, board.height, board.walls, board.blocked)
    for _ in Heading:
        yield drawn
        last = drawn.height - 1
        walls = {(Cell(last - cell.y, cell.x), side.clockwise) for cell, side in drawn.walls}
        blocked = {Cell(last - cell.y, cell.x) for cell in drawn.blocked}
        drawn = make_layout(drawn.height, drawn.width, walls, blocked)


@lru_cache
def _boards_with(name: str) -> frozenset[str]:
    """The boards that have this section."""
    return frozenset(board for board in board_names() if name in split_name(board))


def _turned_back(cells: Robots, quarter_turns: int) -> Robots:
    """The cells after so many quarter turns of the board counterclockwise."""
    for _ in range(quarter_turns):
        cells = tuple(Cell(cell.y, SIZE - 1 - cell.x) for cell in cells)
    return cells


def _steps(position: Position, route: Sequence[Move], quarter_turns: int) -> Steps:
    """A solution, after so many quarter turns of the board counterclockwise."""
    slides = attempt(position, route, READINGS["free"]).slides
    ends = _turned_back(tuple(each.end for each in slides), quarter_turns)
    moves = [each.move for each in slides]
    for _ in range(-quarter_turns % len(Heading)):
        moves = [Move(move.robot, move.heading.clockwise) for move in moves]
    return tuple(zip(moves, ends, strict=True))


def _recoloured(steps: Steps, target: Target) -> set[Steps]:
    """The steps with all exchanges of colours in which the last robot may come to the target."""
    exchanges = [
        dict(zip(ROBOTS, others, strict=False)) for others in permutations(ROBOTS[:COMPARED])
    ]
    ways = {
        tuple((Move(colours.get(move.robot, move.robot), move.heading), end) for move, end in steps)
        for colours in exchanges
    }
    return {way for way in ways if target.welcomes(way[-1][0].robot)}
