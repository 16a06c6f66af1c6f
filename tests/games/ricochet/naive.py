"""The rules of moving once more (RC5 to RC10), slow and plain, to hold against the real ones.

Written from the rules alone. It shares no code with the motion and the proof it checks: only the
values they speak of. Run as a program it counts anew what stands in data/reachable.txt beside it.
"""

import sys
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple, TypeVar

from tinplate.games.ricochet.board import Board, Position, Robots
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.grid import Cell, Heading

Item = TypeVar("Item")
Moves = tuple[tuple[Robot, Heading], ...]

STEPS = {
    Heading.NORTH: (0, -1),
    Heading.EAST: (1, 0),
    Heading.SOUTH: (0, 1),
    Heading.WEST: (-1, 0),
}
HEADINGS = {step: heading for heading, step in STEPS.items()}


class Slide(NamedTuple):
    """How one move ended."""

    cell: Cell
    heading: Heading  # in which the robot came to rest
    turned: bool  # by a barrier, at least once


def slide(board: Board, robots: Robots, robot: Robot, heading: Heading) -> Slide | None:
    """RC5, RC7, RC8: one move, or None where the rules allow none."""
    mover = ROBOTS.index(robot)
    others = {cell for slot, cell in enumerate(robots) if slot != mover}
    cell, turned = robots[mover], False
    passed: set[tuple[Cell, Heading]] = set()
    while not is_blocked(board, others, cell, heading):
        if (cell, heading) in passed:
            return None  # RC8: it would slide for ever
        passed.add((cell, heading))
        cell = neighbour(cell, heading)
        barrier = board.diagonals.get(cell)
        if barrier is not None and barrier.colour != robot:
            heading = mirrored(heading, rising=barrier.rising)
            turned = True
    never_left = not passed
    if never_left or cell in board.diagonals:
        return None
    return Slide(cell, heading, turned)


def is_blocked(board: Board, others: set[Cell], cell: Cell, heading: Heading) -> bool:
    """RC5: whether the edge, a blocked cell, a wall or another robot is in the way."""
    ahead = neighbour(cell, heading)
    return (
        not (0 <= ahead.x < board.width and 0 <= ahead.y < board.height)
        or ahead in board.blocked
        or (cell, heading) in board.walls
        or (ahead, reverse(heading)) in board.walls
        or ahead in others
    )


@cache
def neighbour(cell: Cell, heading: Heading) -> Cell:
    dx, dy = STEPS[heading]
    return Cell(cell.x + dx, cell.y + dy)


@cache
def reverse(heading: Heading) -> Heading:
    dx, dy = STEPS[heading]
    return HEADINGS[-dx, -dy]


@cache
def mirrored(heading: Heading, *, rising: bool) -> Heading:
    """RC7: a rising barrier sends what goes east to the north, a falling one to the south."""
    dx, dy = STEPS[heading]
    return HEADINGS[(-dy, -dx) if rising else (dy, dx)]


def is_crossing(one: Heading, other: Heading) -> bool:
    """Whether two headings are at right angles: one runs along a row, the other along a column."""
    return (STEPS[one][0] == 0) != (STEPS[other][0] == 0)


class Reading(NamedTuple):
    """RC10: one way to read the ricochet rule."""

    required: bool = True
    deflection_counts: bool = True
    early_stop_allowed: bool = False


READINGS = {
    "free": Reading(required=False),
    "ricochet": Reading(),
    "no-deflection": Reading(deflection_counts=False),
    "early-stop": Reading(deflection_counts=False, early_stop_allowed=True),
    "early-stop-deflection": Reading(early_stop_allowed=True),
}


class Past(NamedTuple):
    """What must be remembered of one robot's own moves."""

    rested: Heading | None = None  # the heading in which it last came to rest
    ricocheted: bool = False


class Stage(NamedTuple):
    """A solution after some of its moves."""

    robots: Robots
    pasts: tuple[Past, ...]
    end: Literal["arrived", "void"] | None = None


def opening(position: Position) -> Stage:
    return Stage(position.robots, tuple(Past() for _ in position.robots))


def follow(
    position: Position, reading: Reading, stage: Stage, robot: Robot, heading: Heading
) -> Stage | None:
    """One more move of a solution, or None where the rules allow none."""
    slid = slide(position.board, stage.robots, robot, heading)
    if slid is None:
        return None
    mover = ROBOTS.index(robot)
    before = stage.pasts[mover]
    ricocheted = (
        before.ricocheted
        or (before.rested is not None and is_crossing(before.rested, heading))
        or (slid.turned and reading.deflection_counts)
    )
    robots = put(stage.robots, mover, slid.cell)
    pasts = put(stage.pasts, mover, Past(slid.heading, ricocheted))
    if not (may_arrive(position, robot) and slid.cell == position.board.targets[position.target]):
        return Stage(robots, pasts)
    if ricocheted or not reading.required:
        return Stage(robots, pasts, "arrived")
    return Stage(robots, pasts, None if reading.early_stop_allowed else "void")


def put(items: tuple[Item, ...], slot: int, item: Item) -> tuple[Item, ...]:
    return (*items[:slot], item, *items[slot + 1 :])


def may_arrive(position: Position, robot: Robot) -> bool:
    """RC9: the robot of the target's colour, or any for the vortex."""
    return colour_of(position.target) in ("vortex", robot.name.lower())


@cache
def colour_of(target: Target) -> str:
    return target.value.partition("-")[0]


def shortest(position: Position, reading: Reading, limit: int) -> Moves | None:
    """A solution of the fewest moves, searched breadth first; None if the limit is too low."""
    start = opening(position)
    layer: list[tuple[Stage, Moves]] = [(start, ())]
    seen = {essence(position, reading, start)}
    for spare in reversed(range(limit)):
        found = arrival(position, reading, layer)
        if found is not None:
            return found
        if spare > 0:
            layer = list(next_layer(position, reading, layer, seen))
    return None


def arrival(position: Position, reading: Reading, layer: list[tuple[Stage, Moves]]) -> Moves | None:
    """A solution of one more move; only a robot that may arrive can make its last move."""
    for stage, moves in layer:
        for robot, heading in moves_of(stage):
            if may_arrive(position, robot):
                after = follow(position, reading, stage, robot, heading)
                if after is not None and after.end == "arrived":
                    return (*moves, (robot, heading))
    return None


def next_layer(
    position: Position,
    reading: Reading,
    layer: list[tuple[Stage, Moves]],
    seen: set[tuple[Robots, tuple[Past, ...]]],
) -> Iterator[tuple[Stage, Moves]]:
    """Every stage of one more move that was not met before and is not void."""
    for stage, moves in layer:
        for robot, heading in moves_of(stage):
            after = follow(position, reading, stage, robot, heading)
            if after is not None and after.end is None:
                mark = essence(position, reading, after)
                if mark not in seen:
                    seen.add(mark)
                    yield after, (*moves, (robot, heading))


def moves_of(stage: Stage) -> Iterator[tuple[Robot, Heading]]:
    for robot, _ in zip(ROBOTS, stage.robots, strict=False):
        for heading in STEPS:
            yield robot, heading


def essence(position: Position, reading: Reading, stage: Stage) -> tuple[Robots, tuple[Past, ...]]:
    """What decides the future: the cells, and the past only where it can still matter."""
    if not reading.required:
        return stage.robots, ()
    pasts = zip(ROBOTS, stage.pasts, strict=False)
    mattering = (past for robot, past in pasts if may_arrive(position, robot))
    return stage.robots, tuple(
        Past(ricocheted=True) if past.ricocheted else past for past in mattering
    )


def count_reachable(board: Board, robots: Robots, depth: int) -> list[int]:
    """How many placements of the robots need exactly 1, 2, ... moves to be reached."""
    seen = {robots}
    layer = [robots]
    counts = []
    for _ in range(depth):
        layer = list(new_placements(board, layer, seen))
        counts.append(len(layer))
    return counts


def new_placements(board: Board, layer: list[Robots], seen: set[Robots]) -> Iterator[Robots]:
    for robots in layer:
        for slot, _ in enumerate(robots):
            for heading in STEPS:
                slid = slide(board, robots, ROBOTS[slot], heading)
                after = robots if slid is None else put(robots, slot, slid.cell)
                if after not in seen:
                    seen.add(after)
                    yield after


COUNTED_DEPTH = 5
COUNTED = {
    "G1R2B2Y2": "ro5,ga14,bl14,yj16",  # classic
    "R1Y2G1B1": "rk15,gm7,bh12,yl14",
    "Y1B1R1G1": "rm15,go5,bi16,yi12",
    "B2G2Y2R2": "rc3,gn2,bc14,yo14,sh5",  # classic with silver
    "G3B3Y3R3": "rd4,ge4,bd5,ye5",  # 2013 without diagonals, the robots in a crowd
    "R4G4B4Y4": "rb1,gp5,bc12,yl15",  # eight diagonals
    "Y4R4B4G4": "ra1,gp1,bp16,ya16",  # eight diagonals, a robot in each corner
    "G4Y4R4B4": "re3,ge4,bf3,yf4,sg4",  # eight diagonals, silver, all in a crowd
    "B4Y4G3R4": "re12,gf13,be9,yc5,sh6",  # six diagonals, silver
}
HEADER = """\
# How many placements of the robots need exactly 1, 2, ... moves to be reached (RC5 to RC8).
# Counted by the naive twin of the rules; to count anew:
# python -m tests.games.ricochet.naive > tests/games/ricochet/data/reachable.txt
"""


def report() -> Iterator[str]:
    yield HEADER
    for board, robots in COUNTED.items():
        position = parse_position(f"{board} {robots} vortex")
        yield f"\nboard {board}  robots {robots}\n"
        counts = count_reachable(position.board, position.robots, COUNTED_DEPTH)
        yield from (f"reach {moves} {count}\n" for moves, count in enumerate(counts, start=1))


if __name__ == "__main__":
    sys.stdout.writelines(report())
