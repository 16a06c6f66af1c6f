"""What is on a board of any size, and the one line that says it: `v1.5x4.6B.a.4r.0rc2gt`.

The parts are the version, the size (columns x rows), walls, blocked cells, barriers and targets.
Things are counted in reading order: each is written as the number of places skipped since the one
before, as one digit of `0-9A-Za-z`, after a `-` for every 62 places more. What cannot carry a thing
is not counted: a wall beside the frame or a blocked cell, a barrier on a blocked cell, a target on
either. So every board has one text, and every text that can be read is the text of its board.

After its place, a barrier has the letter of its colour, a capital one if it falls from north-west
to south-east; a target has the letters of its colour and its symbol, `av` for the vortex.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from typing import NamedTuple, NoReturn, TypeVar

from tinplate.game import Malformed
from tinplate.games.ricochet.pieces import Robot, Symbol, Target
from tinplate.games.ricochet.sections import Diagonal
from tinplate.grid import COLUMN_NAMES, Cell, Heading

Wall = tuple[Cell, Heading]
Place = TypeVar("Place")

SMALLEST, LARGEST = 3, 32  # columns, and rows
VERSION = "v1"
_VERSIONED = re.compile(r"v[0-9]+\.")
LONGEST = 6_000  # characters; the fullest board of 32 x 32 takes fewer
_FORM = "v1.COLUMNSxROWS.WALLS.BLOCKED.BARRIERS.TARGETS"
_PARTS = len(("version", "size", "walls", "blocked", "barriers", "targets"))
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SKIP = "-"  # as many places as there are digits
_OWN_SIDES = (Heading.EAST, Heading.SOUTH)  # by these every wall is counted once
_SYMBOLS = {symbol.value[0]: symbol for symbol in Symbol if symbol is not Symbol.VORTEX}
_VORTEX = "av"  # any robot, vortex


def is_line(text: str) -> bool:
    """Whether this is meant as the text of a board, perhaps of a later version."""
    return _VERSIONED.match(text) is not None


class BoardLayout(NamedTuple):
    """What is on a board, in one way only: see `make_layout`. The frame is not part of it."""

    width: int
    height: int
    walls: frozenset[Wall]  # by the cell west or north of it; none beside a blocked cell
    blocked: frozenset[Cell]
    diagonals: Mapping[Cell, Diagonal]
    targets: Mapping[Target, Cell]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return cells_of(self.width, self.height)


class MisreadBoard(Malformed):
    """A line that is not a board, and at which of its characters, counted from 1."""

    def __init__(self, at: int, because: str, code: str = "", **facts: str | int) -> None:
        super().__init__(because, code, **facts)
        self.at = at


@cache
def cells_of(width: int, height: int) -> tuple[Cell, ...]:
    """All cells of a board of that size, row by row; the same objects for all boards."""
    return tuple(_cell(x, y) for y in range(height) for x in range(width))


@cache
def _cell(x: int, y: int) -> Cell:
    return Cell(x, y)


@cache
def frame_of(width: int, height: int) -> frozenset[Wall]:
    """The outer sides of the cells along the edge."""
    cells = cells_of(width, height)
    inside = set(cells)
    return frozenset(
        (cell, side) for cell in cells for side in Heading if cell.towards(side) not in inside
    )


def place(cell: Cell) -> str:
    """The name of a cell, wherever it is."""
    return str(cell) if 0 <= cell.x < len(COLUMN_NAMES) and cell.y >= 0 else f"({cell.x}, {cell.y})"


def make_layout(  # noqa: PLR0913, PLR0917 - all that can be on a board
    width: int,
    height: int,
    walls: Iterable[Wall] = (),
    blocked: Iterable[Cell] = (),
    diagonals: Mapping[Cell, Diagonal] | None = None,
    targets: Mapping[Target, Cell] | None = None,
) -> BoardLayout:
    """What is on a board; Malformed says what cannot be.

    A wall may be given from either side, and twice. Blocked cells are closed by themselves.
    """
    _refuse_size(width, height)
    inside, closed = set(cells_of(width, height)), frozenset(blocked)
    barriers, symbols = dict(diagonals or {}), dict(targets or {})
    for thing, cells in (("blocked cell", closed), ("barrier", barriers)):
        for cell in cells:
            if cell not in inside:
                raise Malformed(f"the {thing} on {place(cell)} is off the board")
    for cell in barriers:
        if cell in closed:
            raise Malformed(f"the barrier on {cell} is on a blocked cell")
    _refuse_targets(symbols, inside - closed - barriers.keys())
    return BoardLayout(width, height, _own_walls(walls, inside, closed), closed, barriers, symbols)


def whole_walls(drawn: BoardLayout) -> frozenset[Wall]:
    """All its walls, from both sides: those drawn, the frame, and those round blocked cells."""
    closed = {
        (cell, side)
        for cell in drawn.blocked
        for side in Heading
        if cell.towards(side) not in drawn.blocked
    }
    one_sided = drawn.walls | frame_of(drawn.width, drawn.height) | closed
    return one_sided | {(cell.towards(side), side.opposite) for cell, side in one_sided}


def _refuse_size(width: int, height: int) -> None:
    for number in (width, height):
        if not SMALLEST <= number <= LARGEST:
            message = f"a board has {SMALLEST} to {LARGEST} columns and rows; this has {number}"
            raise Malformed(message, "board-size", least=SMALLEST, most=LARGEST, number=number)


def _refuse_targets(targets: Mapping[Target, Cell], free: AbstractSet[Cell]) -> None:
    taken: dict[Cell, Target] = {}
    for target, cell in targets.items():
        if cell not in free:
            raise Malformed(f"nobody can rest on {place(cell)}, where {target} is")
        if cell in taken:
            raise Malformed(f"{taken[cell]} and {target} are both on {cell}")
        taken[cell] = target


def _own_walls(
    walls: Iterable[Wall], inside: AbstractSet[Cell], blocked: AbstractSet[Cell]
) -> frozenset[Wall]:
    """Each wall once, without those that are there anyway."""
    own = set()
    for cell, side in walls:
        beyond = cell.towards(side)
        if cell not in inside and beyond not in inside:
            raise Malformed(f"the wall {side.compass} of {place(cell)} is off the board")
        if {cell, beyond} <= inside and not {cell, beyond} & blocked:
            own.add((cell, side) if side in _OWN_SIDES else (beyond, side.opposite))
    return frozenset(own)


def _wall_places(cells: tuple[Cell, ...], blocked: AbstractSet[Cell]) -> Iterator[Wall]:
    """Where a wall can be, in the order in which they are counted."""
    open_cells = set(cells) - blocked
    for cell in cells:
        for side in _OWN_SIDES:
            if cell in open_cells and cell.towards(side) in open_cells:
                yield cell, side


# Writing


def format_line(drawn: BoardLayout) -> str:
    """The text of a board: one board, one text."""
    free = [cell for cell in drawn.cells if cell not in drawn.blocked]
    restful = [cell for cell in free if cell not in drawn.diagonals]
    symbols = {cell: target for target, cell in drawn.targets.items()}
    return ".".join((
        VERSION,
        f"{drawn.width}x{drawn.height}",
        _skips(_wall_places(drawn.cells, drawn.blocked), dict.fromkeys(drawn.walls, "")),
        _skips(drawn.cells, dict.fromkeys(drawn.blocked, "")),
        _skips(free, {cell: _barrier_letter(each) for cell, each in drawn.diagonals.items()}),
        _skips(restful, {cell: _target_letters(target) for cell, target in symbols.items()}),
    ))  # fmt: skip


def _skips(places: Iterable[Place], things: Mapping[Place, str]) -> str:
    written, skipped = list[str](), 0
    for each in places:
        letters = things.get(each)
        if letters is None:
            skipped += 1
            continue
        written += [_SKIP * (skipped // len(_DIGITS)), _DIGITS[skipped % len(_DIGITS)], letters]
        skipped = 0
    return "".join(written)


def _barrier_letter(barrier: Diagonal) -> str:
    return barrier.colour.value if barrier.rising else barrier.colour.upper()


def _target_letters(target: Target) -> str:
    return _VORTEX if target.robot is None else f"{target.robot}{target.symbol[0]}"


# Reading


def parse_line(text: str) -> BoardLayout:
    """Read it back; MisreadBoard says what is wrong, and where."""
    if len(text) > LONGEST:
        _misread(LONGEST + 1, f"no board takes more than {LONGEST} characters", text[:20])
    parts = text.split(".")
    if parts[0] != VERSION:
        _misread(
            1, f"a board is written {_FORM}; this begins with “{parts[0][:20]}”", parts[0][:20]
        )
    if len(parts) != _PARTS:
        at = len(text) + 1 if len(parts) < _PARTS else len(".".join(parts[:_PARTS])) + 1
        _misread(at, f"a board has {_PARTS} parts, {_FORM}; this has {len(parts)}", text[at - 1 :])
    starts = [1]
    for part in parts:
        starts.append(starts[-1] + len(part) + 1)
    width, height = _read_size(starts[1], parts[1])
    cells = cells_of(width, height)
    blocked = frozenset(cell for cell, _ in _read(starts[3], parts[3], cells, 0))
    walls = frozenset(
        wall for wall, _ in _read(starts[2], parts[2], _wall_places(cells, blocked), 0)
    )
    free = [cell for cell in cells if cell not in blocked]
    diagonals = {
        cell: _read_barrier(at, letter)
        for cell, (at, letter) in _read(starts[4], parts[4], free, 1)
    }
    restful = [cell for cell in free if cell not in diagonals]
    targets: dict[Target, Cell] = {}
    for cell, (at, letters) in _read(starts[5], parts[5], restful, 2):
        target = _read_target(at, letters)
        if target in targets:
            _misread(at, f"{target} is on {targets[target]} and on {cell}", letters)
        targets[target] = cell
    return BoardLayout(width, height, walls, blocked, diagonals, targets)


def _read_size(at: int, part: str) -> tuple[int, int]:
    found = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", part)
    if found is None:
        _misread(at, f"“{part[:20]}” is not a size: write columns and rows, such as 16x16", part)
    width, height = int(found[1]), int(found[2])
    try:
        _refuse_size(width, height)
    except Malformed as error:
        raise MisreadBoard(at, str(error), error.code, **error.facts) from None
    return width, height


_Placed = tuple[int, str]  # letters, and at which character they are


def _read(
    at: int, part: str, places: Iterable[Place], letters: int
) -> Iterator[tuple[Place, _Placed]]:
    """The places of things, and the letters of each."""
    where, here = iter(places), 0
    while here < len(part):
        begin, skipped = here, 0
        while part[here : here + 1] == _SKIP:
            here, skipped = here + 1, skipped + len(_DIGITS)
        digit = part[here : here + 1]
        if not digit or digit not in _DIGITS:
            _misread(at + here, f"“{digit}” is not a number of places skipped", digit)
        found = _after(where, skipped + _DIGITS.index(digit))
        if found is None:
            _misread(
                at + begin, "there are not so many places on the board", part[begin : here + 1]
            )
        sign = part[here + 1 : here + 1 + letters]
        yield found, (at + here + 1, sign)
        here += 1 + letters


def _after(places: Iterator[Place], skipped: int) -> Place | None:
    for _ in range(skipped):
        if next(places, None) is None:
            return None
    return next(places, None)


def _read_barrier(at: int, letter: str) -> Diagonal:
    try:
        return Diagonal(Robot(letter.lower()), rising=letter.islower())
    except ValueError:
        _misread(at, f"“{letter}” is not the letter of a barrier's colour", letter)


def _read_target(at: int, letters: str) -> Target:
    if letters == _VORTEX:
        return Target.VORTEX
    try:
        return Target(f"{Robot(letters[:1]).colour}-{_SYMBOLS[letters[1:]]}")
    except (ValueError, KeyError):
        because = f"“{letters}” is not a target: write a colour and a symbol, such as rc, or av"
        _misread(at, because, letters)


def _misread(at: int, because: str, text: str) -> NoReturn:
    raise MisreadBoard(at, because, "not-a-board", text=text[:40]) from None
