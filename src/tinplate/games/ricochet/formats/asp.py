"""Puzzles as facts of answer set programming, as the ASP competitions have them.

`dim(1..16).` says how long the sides of the board are, `barrier(4,7,south).` that a wall is south
of the cell in column 4 and row 7, `pos(red,1,1).` where a robot stands, and `target(red,10,12).`
where it has to go. `length(16).` bounds the solution: a solver that proves optima has no use for
it.
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple, NoReturn

from tinplate.game import Malformed
from tinplate.games.ricochet.formats.puzzle import LARGEST, PlainPuzzle
from tinplate.grid import Cell, Heading

_COMMENT = re.compile(r"%[^\n]*")
_FACT = re.compile(r"\s*([a-z]\w*)\s*\(([^()]*)\)\s*\.", re.ASCII)
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
_RANGE = re.compile(r"(\d{1,6})\s*\.\.\s*(\d{1,6})", re.ASCII)
_NAME = re.compile(r"[a-z]\w*", re.ASCII)
_HEADINGS = {heading.compass: heading for heading in Heading}
_VALUES = {
    "dim": "a number",
    "barrier": "a column, a row and north, east, south or west",
    "pos": "a robot, a column and a row",
    "target": "a robot, a column and a row",
    "length": "a number",
}


def is_asp(text: str) -> bool:
    """Whether the text begins like facts."""
    return re.match(r"\s*[a-z]\w*\s*\(", _COMMENT.sub("", text), re.ASCII) is not None


def read_asp(text: str) -> PlainPuzzle:
    """Read facts, in any order; Malformed says what is wrong, and on which line."""
    facts = _Facts()
    for fact in _facts(text):
        facts.add(fact)
    return facts.puzzle().with_closed_parts_blocked()


def write_asp(puzzle: PlainPuzzle) -> str:
    """Write facts. The board of this format is a square: the rest of it is closed off by walls."""
    size = max(puzzle.width, puzzle.height)
    walls = sorted(_walls(puzzle, size))
    if puzzle.wanted is None:
        raise Malformed("an ASP task says which robot has to arrive; here any of them may")
    return "".join(
        chain(
            (f"dim({number}).\n" for number in range(1, size + 1)),
            (f"barrier({x + 1},{y + 1},{side.compass}).\n" for (x, y), side in walls),
            (f"pos({name},{x + 1},{y + 1}).\n" for name, (x, y) in puzzle.robots.items()),
            [f"target({puzzle.wanted},{puzzle.target.x + 1},{puzzle.target.y + 1}).\n"],
        )
    )


def _walls(puzzle: PlainPuzzle, size: int) -> Iterator[tuple[Cell, Heading]]:
    """Every wall once, by the cell north or west of it; blocked cells have walls all round."""
    for cell in (Cell(x, y) for y in range(size) for x in range(size)):
        for side in (Heading.EAST, Heading.SOUTH):
            there = cell.towards(side)
            is_open = puzzle.has(cell) and puzzle.has(there) and (cell, side) not in puzzle.walls
            if max(there) < size and not is_open:
                yield cell, side


class _Fact(NamedTuple):
    line: int
    name: str
    values: tuple[str, ...]

    def refuse(self, because: str) -> NoReturn:
        raise Malformed(f"line {self.line}: {because}")

    def refuse_values(self) -> NoReturn:
        self.refuse(f"{self.name}({','.join(self.values)}): it has {_VALUES[self.name]}")

    def number(self, text: str) -> int:
        if _NUMBER.fullmatch(text) is None:
            self.refuse_values()
        return int(text)

    def robot(self, text: str) -> str:
        if _NAME.fullmatch(text) is None:
            self.refuse_values()
        return text

    def cell(self, column: str, row: str) -> Cell:
        """A cell, which is counted from 1 in this format."""
        return Cell(self.number(column) - 1, self.number(row) - 1)


def _facts(text: str) -> Iterator[_Fact]:
    text = _COMMENT.sub("", text).rstrip()
    at, line = 0, 1
    while at < len(text):
        found = _FACT.match(text, at)
        begins = at + len(text[at:]) - len(text[at:].lstrip()) if found is None else found.start(1)
        line += text.count("\n", at, begins)
        if found is None:
            written = text[begins:].partition("\n")[0].strip()[:40]
            raise Malformed(f"line {line}: “{written}” is not a fact, such as pos(red,1,1).")
        yield _Fact(line, found[1], tuple(value.strip() for value in found[2].split(",")))
        line += text.count("\n", begins, found.end())
        at = found.end()


class _Facts:
    """The facts as they are read. What they say together is checked when all are known."""

    def __init__(self) -> None:
        self._dims = set[int]()
        self._walls: list[tuple[_Fact, Cell, Heading]] = []
        self._robots: dict[str, tuple[_Fact, Cell]] = {}
        self._target: tuple[_Fact, str, Cell] | None = None

    def add(self, fact: _Fact) -> None:
        match fact.name, fact.values:
            case "dim", (text,):
                self._add_dims(fact, text)
            case "barrier", (column, row, side) if side in _HEADINGS:
                self._walls.append((fact, fact.cell(column, row), _HEADINGS[side]))
            case "pos", (robot, column, row):
                if robot in self._robots:
                    fact.refuse(f"the robot {robot} is placed twice")
                self._robots[fact.robot(robot)] = fact, fact.cell(column, row)
            case "target", (robot, column, row):
                if self._target is not None:
                    fact.refuse("there is a second target; a task has one")
                self._target = fact, fact.robot(robot), fact.cell(column, row)
            case "length", (text,):
                fact.number(text)
            case name, _ if name in _VALUES:
                fact.refuse_values()
            case name, _:
                fact.refuse(f"there is no fact “{name}”; there are {', '.join(_VALUES)}")

    def _add_dims(self, fact: _Fact, text: str) -> None:
        found = _RANGE.fullmatch(text)
        first, last = (int(found[1]), int(found[2])) if found else (fact.number(text),) * 2
        if not 1 <= first <= last <= LARGEST:
            fact.refuse(f"dim({text}): the sides of a board have 3 to {LARGEST} cells")
        self._dims.update(range(first, last + 1))

    def puzzle(self) -> PlainPuzzle:
        size = len(self._dims)
        if self._dims != set(range(1, size + 1)) or not size:
            missing = next(number for number in range(1, size + 2) if number not in self._dims)
            raise Malformed(f"dim({missing}) is missing: it is counted from 1")
        if not self._robots:
            raise Malformed("there is no robot: pos(red,1,1). says where one stands")
        if self._target is None:
            raise Malformed("there is no target: target(red,10,12). says where a robot has to go")
        target_fact, wanted, target = self._target
        if wanted not in self._robots:
            target_fact.refuse(f"the target is for {wanted}, and no pos(...) says where it stands")
        for fact, cell in [*self._robots.values(), (target_fact, target)]:
            _refuse_outside(fact, cell, size)
        taken: dict[Cell, str] = {}
        for name, (fact, cell) in self._robots.items():
            if cell in taken:
                fact.refuse(f"{name} stands where {taken[cell]} is")
            taken[cell] = name
        return PlainPuzzle(
            size,
            size,
            frozenset(self._sides(size)),
            frozenset(),
            {name: cell for name, (_, cell) in self._robots.items()},
            wanted,
            target,
        )

    def _sides(self, size: int) -> Iterator[tuple[Cell, Heading]]:
        for fact, cell, side in self._walls:
            _refuse_outside(fact, cell, size)
            there = cell.towards(side)
            if min(there) >= 0 and max(there) < size:  # the edge is a wall in any case
                yield cell, side
                yield there, side.opposite


def _refuse_outside(fact: _Fact, cell: Cell, size: int) -> None:
    if not (0 <= cell.x < size and 0 <= cell.y < size):
        place = f"{cell.x + 1},{cell.y + 1}"
        fact.refuse(f"the cell {place} is not on a board with {size} columns and rows")
