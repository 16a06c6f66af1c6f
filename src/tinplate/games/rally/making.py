"""A course by a seed: drawn at random, with a wished length, and checked to be playable.

The same seed and wish make the same course. What is drawn at random may turn out unplayable, so
several boards are tried; the one whose length is nearest to the wish is taken.
"""

from random import Random
from typing import NamedTuple, get_args

from msgspec.structs import replace

from tinplate.game import Malformed
from tinplate.games.rally.cards import REGISTERS
from tinplate.games.rally.course import (
    SHARED_START,
    Belt,
    Course,
    Edge,
    Gear,
    Laser,
    Level,
    Pusher,
    Registers,
    Square,
)
from tinplate.games.rally.course_check import check_course
from tinplate.games.rally.reach import NEVER, reach_on, registers_from, registers_over, registers_to
from tinplate.grid import Cell, Heading

MOST_SEED = 999_999_999
MOST_TURNS = 12
SIDES = range(5, 25)  # cells; four boards of 12 by 12 are the most that can be played on
BOARDS = 6  # that are tried; the last one is bare, and can always be played
TRIED = 3  # cells for each flag
MOST_FLAGS = 8
EXPRESS, BENDS = 0.35, 0.3  # how many runs of belts are fast, how often they turn
HEADINGS = tuple(Heading)
EDGES: tuple[Edge, ...] = get_args(Edge)


class CourseWish(NamedTuple):
    """What a course should be like; turns are the fewest for a robot alone with any cards."""

    turns: int
    width: int = 12
    height: int = 12


def make_course(seed: int, wish: CourseWish) -> Course:
    """Make a course that can be played, of about the wished length."""
    _refuse_bad_wish(seed, wish)
    dice = Random(f"{seed} {wish.turns} {wish.width}x{wish.height}")  # noqa: S311 - for a game
    best: Course | None = None
    boards, least = 0, NEVER
    while best is None or (least > 0 and boards < BOARDS):
        boards += 1
        ground = _Ground(wish, dice)
        if boards < BOARDS:
            ground.furnish()
        course, turns = _with_flags(ground, wish, dice)
        if abs(turns - wish.turns) < least and _is_playable(course):
            best, least = course, abs(turns - wish.turns)
    return replace(best, name=f"No. {seed}", level=_level_of(wish.turns))


def _refuse_bad_wish(seed: int, wish: CourseWish) -> None:
    if not (
        0 <= seed <= MOST_SEED
        and 1 <= wish.turns <= MOST_TURNS
        and wish.width in SIDES
        and wish.height in SIDES
    ):
        message = (
            f"seed {seed}, {wish.turns} turns, {wish.width}x{wish.height}; expected up to"
            f" {MOST_SEED}, 1 to {MOST_TURNS}, and sides of {SIDES[0]} to {SIDES[-1]}"
        )
        raise Malformed(message, "not-understood", place="wish")


def _is_playable(course: Course) -> bool:
    return all(finding.kind != "error" for finding in check_course(course))


def _level_of(turns: int) -> Level:
    if turns <= 3:  # noqa: PLR2004 - as our own courses
        return "beginner"
    return "intermediate" if turns <= 6 else "hard"  # noqa: PLR2004


# The board


class _Ground:
    """A board being drawn: what is on each cell, and which cells are still free."""

    def __init__(self, wish: CourseWish, dice: Random) -> None:
        self.width, self.height = wish.width, wish.height
        self.dice = dice
        self.squares = {Cell(x, y): Square() for y in range(self.height) for x in range(self.width)}
        self.start = Cell(dice.randrange(self.width), self.height - 1)
        self._put(self.start, start=SHARED_START)
        self.edge: Edge = dice.choice(EDGES)
        self.wall(self.start, Heading.SOUTH)

    def furnish(self) -> None:
        """Put about so many things on it as a printed board has."""
        area = self.width * self.height
        for _ in range(1 + area // 36):
            self._belt()
        for gear in self.dice.choices(list(Gear), k=1 + area // 48):
            self._put(self._free(), gear=gear)
        for _ in range(1 + area // 60):
            self._put(self._free(), repair=1)
        for _ in range(area // 36):
            self._pit()
        for _ in range(area // 60):
            self._mount_pusher()
            self._mount_laser()
            self._press()
        for _ in range(area // 10):
            self._wall()

    def course(self, flags: list[Cell]) -> Course:
        squares = dict(self.squares)
        for number, cell in enumerate(flags, start=1):
            squares[cell] = replace(squares[cell], flag=number)
        rows = (tuple(squares[Cell(x, y)] for x in range(self.width)) for y in range(self.height))
        return Course(name="", squares=tuple(rows), edge=self.edge)

    def free_cells(self) -> list[Cell]:
        """Cells with nothing on them but walls."""
        return [
            cell for cell, square in self.squares.items() if square == Square(walls=square.walls)
        ]

    def wall(self, cell: Cell, side: Heading) -> None:
        """R14: a wall between two cells belongs to both."""
        for here, heading in ((cell, side), (cell.towards(side), side.opposite)):
            if here in self.squares:
                self._put(here, walls=self.squares[here].walls | {heading})

    def _put(self, cell: Cell, **what: object) -> None:
        self.squares[cell] = replace(self.squares[cell], **what)

    def _free(self) -> Cell:
        return self.dice.choice(self.free_cells())

    def _is_bare(self, cell: Cell) -> bool:
        return cell in self.squares and self.squares[cell] == Square()

    def _registers(self) -> Registers:
        return tuple(sorted(self.dice.sample(range(1, REGISTERS + 1), k=self.dice.choice([2, 3]))))

    def _belt(self) -> None:
        """A run of belts with curves, which ends on bare floor or where it meets something."""
        is_express = self.dice.random() < EXPRESS
        cell, heading = self._free(), self.dice.choice(HEADINGS)
        came: Heading | None = None
        for _ in range(self.dice.randint(3, 8)):
            if not self._is_bare(cell):
                return
            if came is not None and self.dice.random() < BENDS:
                heading = self.dice.choice([came.clockwise, came.clockwise.opposite])
            if cell.towards(heading) not in self.squares:
                return
            mouths = () if came is None or came is heading else (came,)
            self._put(cell, belt=Belt(heading, is_express, mouths))
            cell, came = cell.towards(heading), heading

    def _pit(self) -> None:
        """Not beside the start: nobody should fall on the first card."""
        cell = self._free()
        if abs(cell.x - self.start.x) + abs(cell.y - self.start.y) > 1:
            self._put(cell, pit=True, walls=self.squares[cell].walls)

    def _mount_pusher(self) -> None:
        cell, heading = self._free(), self.dice.choice(HEADINGS)
        self._put(cell, pusher=Pusher(heading, self._registers()))
        self.wall(cell, heading.opposite)

    def _mount_laser(self) -> None:
        cell, heading = self._free(), self.dice.choice(HEADINGS)
        self._put(cell, lasers=(Laser(heading, self.dice.choice([1, 1, 2])),))
        self.wall(cell, heading.opposite)

    def _press(self) -> None:
        """On a belt, which brings robots to it."""
        belts = [cell for cell, square in self.squares.items() if square.belt and not square.press]
        if belts:
            self._put(self.dice.choice(belts), press=self._registers())

    def _wall(self) -> None:
        """Between two bare cells: belts stay open."""
        cell, heading = self._free(), self.dice.choice(HEADINGS)
        if self._is_bare(cell) and self._is_bare(cell.towards(heading)):
            self.wall(cell, heading)


# Flags


def _with_flags(ground: _Ground, wish: CourseWish, dice: Random) -> tuple[Course, int]:
    """Put flags on the ground, the last one first; return the course and the turns it takes."""
    reach = reach_on(ground.course([]))
    start = reach.places(ground.start)
    near = registers_from(reach, [ground.start])
    free = [
        cell
        for cell in ground.free_cells()
        if 0 < near[cell.y * ground.width + cell.x] <= wish.turns * REGISTERS
    ]
    dice.shuffle(free)
    flags, fewest, registers = list[Cell](), registers_to(reach, []), 0
    while free and len(flags) < MOST_FLAGS and registers <= (wish.turns - 1) * REGISTERS:
        pace = wish.turns * REGISTERS * (len(flags) + 1) / _flags_for(wish)
        tried = [free.pop() for _ in range(min(TRIED, len(free)))]
        ways = [(registers_over(reach, cell, fewest), cell) for cell in tried]
        lengths = [int(way[0, start].min()) for way, _ in ways]
        fit = [at for at, length in enumerate(lengths) if length <= wish.turns * REGISTERS]
        if fit:
            best = min(fit, key=lambda at: abs(lengths[at] - pace))
            fewest, flag = ways[best]
            registers, flags = lengths[best], [flag, *flags]
    return ground.course(flags), -(-registers // REGISTERS)


def _flags_for(wish: CourseWish) -> int:
    """About as many as our own courses of that length have."""
    return min(MOST_FLAGS, max(1, round(0.7 * wish.turns)))
