"""One square of a course as text: `.`, `>/X24`, `P<135e`, `.w/l>`.

Elements are joined by “/”, each may be followed by walls; docs/rules/rally-courses.md lists them.
"""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from msgspec import structs

from tinplate.game import Malformed
from tinplate.games.rally.course import SHARED_START, Belt, Gear, Laser, Pusher, Registers, Square
from tinplate.grid import Heading

HEADINGS = tuple(Heading)
ARROWS = {Heading.NORTH: "^", Heading.EAST: ">", Heading.SOUTH: "v", Heading.WEST: "<"}
_HEADING_OF = {arrow: heading for heading, arrow in ARROWS.items()}
_REGISTERS = "12345"
_EXPECTED = {  # by first character: what may follow, and its code
    "S": ("a start is S, or S1 to S8 for one seat each", "square-start"),
    "0": ("flags are 1 to 9, and a pit is a capital O", "square-zero"),
    "o": ("a pit is a capital O", "square-pit"),
    "X": ("a press is X and its registers, each of 1 to 5 once, such as X24", "square-press"),
    "x": ("a press is a capital X and its registers, such as X24", "square-press"),
    "P": (
        "a pusher is P, an arrow and its registers, each of 1 to 5 once, such as P>135",
        "square-pusher",
    ),
    "p": ("a pusher is a capital P, an arrow and its registers, such as P>135", "square-pusher"),
    "l": ("a laser is l> with any arrow; two or three beams are l>2 and l>3", "square-laser"),
    "+": ("a repair is + or ++", "square-repair"),
}
_BELTS = (
    "a belt is an arrow (>), doubled for express (>>); a curve has before that the headings on"
    " arrival it turns, each once and square to the way out (^>, ^v>>)"
)
_ELEMENTS = "expected . S 1 O > >> ^> + ++ L R X24 P>135 l> and the like, then walls n e s w"


class Flaw(NamedTuple):
    """A mistake in a square's text, so many characters from its start."""

    offset: int
    error: Malformed


def read_square(text: str) -> tuple[Square, list[Flaw]]:
    """Read a square as far as possible; return it and everything wrong with it."""
    square, flaws = Square(), list[Flaw]()
    for offset, part in _parts(text):
        element = part.rstrip("nesw")
        walls = frozenset(Heading(letter) for letter in part[len(element) :])
        square = structs.replace(square, walls=square.walls | walls)
        try:
            square = _joined(square, _read_element(element if element or not walls else "."))
        except Malformed as error:
            told = Malformed(f"“{part}”: {error}", error.code, **error.facts, part=part)
            flaws.append(Flaw(offset, told))
    return square, flaws


def _parts(text: str) -> Iterator[tuple[int, str]]:
    return ((found.start(), found.group()) for found in re.finditer("(?:(?<=/)|^)[^/]*", text))


def _read_element(element: str) -> Square:
    """Read one element as a square with nothing else on it."""
    match tuple(element):
        case (".",):
            return Square()
        case ("S",):
            return Square(start=SHARED_START)
        case ("S", seat) if seat in "12345678":
            return Square(start=int(seat))
        case (flag,) if flag in "123456789":
            return Square(flag=int(flag))
        case ("O",):
            return Square(pit=True)
        case ("+",) | ("+", "+"):
            return Square(repair=len(element))
        case ("L" | "R",):
            return Square(gear=Gear(element))
        case ("X", *registers) if _are_registers(registers):
            return Square(press=_registers(registers))
        case ("P", arrow, *registers) if arrow in _HEADING_OF and _are_registers(registers):
            return Square(pusher=Pusher(_HEADING_OF[arrow], _registers(registers)))
        case ("l", arrow) if arrow in _HEADING_OF:
            return Square(lasers=(Laser(_HEADING_OF[arrow]),))
        case ("l", arrow, "2" | "3" as beams) if arrow in _HEADING_OF:
            return Square(lasers=(Laser(_HEADING_OF[arrow], int(beams)),))
        case (first, *_) if first in _HEADING_OF:
            return Square(belt=_read_belt(element))
        case (first, *_) if first in _EXPECTED:
            raise Malformed(*_EXPECTED[first])
        case _:
            raise Malformed(f"there is no such element; {_ELEMENTS}", "square-unknown")


def _are_registers(letters: list[str]) -> bool:
    return len(letters) == len(set(letters)) > 0 and all(letter in _REGISTERS for letter in letters)


def _registers(letters: list[str]) -> Registers:
    return tuple(sorted(int(letter) for letter in letters))


def _read_belt(element: str) -> Belt:
    found = re.fullmatch(r"([<>^v]*?)(([<>^v])\3?)", element)
    if not found:
        raise Malformed(_BELTS, "square-belt")
    way_out = _HEADING_OF[found[3]]
    mouths = [_HEADING_OF[arrow] for arrow in found[1]]
    if len(mouths) != len(set(mouths)) or not all(map(way_out.is_right_angle_to, mouths)):
        raise Malformed(_BELTS, "square-belt")
    return Belt(way_out, len(found[2]) > 1, tuple(sorted(mouths, key=HEADINGS.index)))


def _joined(square: Square, more: Square) -> Square:
    """Put both on one cell; raise Malformed where that cannot be."""
    before, added = _elements(square), _elements(more)
    doubled = set(before) & set(added) - {"lasers"}
    if doubled:
        message = f"the cell has a {doubled.pop()} already; expected at most one"
        raise Malformed(message, "square-twice")
    if {laser.heading for laser in square.lasers} & {laser.heading for laser in more.lasers}:
        message = "the cell has a laser that way already; more beams are l>2 and l>3"
        raise Malformed(message, "square-laser-twice")
    both = before | added
    if "pit" in both and len(both) > 1:
        message = "nothing else can be on a pit; expected O alone, with or without walls"
        raise Malformed(message, "square-pit-alone")
    lasers = sorted(square.lasers + more.lasers, key=lambda laser: HEADINGS.index(laser.heading))
    return structs.replace(square, **{**added, "lasers": tuple(lasers)})


def _elements(square: Square) -> dict[str, object]:
    """Return what is on the square, except walls, by the names of the fields."""
    return {
        name: value
        for name, value in structs.asdict(square).items()
        if name != "walls" and value != getattr(_PLAIN, name)
    }


_PLAIN = Square()


def format_square(square: Square, walls: Collection[Heading]) -> str:
    """Write the square in its canonical form, with these of its walls."""
    first, *others = [*_ground(square), *map(_laser, square.lasers)]
    letters = "".join(heading for heading in HEADINGS if heading in walls)
    return "/".join([first + letters, *others])


def _ground(square: Square) -> list[str]:
    """List everything but lasers; plain floor where there is nothing else."""
    elements = []
    if square.belt is not None:
        elements.append(belt_sign(square.belt))
    if square.flag is not None:
        elements.append(str(square.flag))
    if square.start is not None:
        elements.append("S" if square.start == SHARED_START else f"S{square.start}")
    if square.repair:
        elements.append("+" * square.repair)
    if square.gear is not None:
        elements.append(square.gear)
    if square.press:
        elements.append(f"X{digits(square.press)}")
    if square.pusher is not None:
        elements.append(f"P{ARROWS[square.pusher.heading]}{digits(square.pusher.registers)}")
    if square.pit:
        elements.append("O")
    return elements or ["."]


def belt_sign(belt: Belt) -> str:
    """Write a belt: >, ^>, ^v>>."""
    mouths = "".join(ARROWS[heading] for heading in belt.mouths)
    return mouths + ARROWS[belt.exit] * (2 if belt.is_express else 1)


def digits(registers: Registers) -> str:
    return "".join(map(str, registers))


def _laser(laser: Laser) -> str:
    return f"l{ARROWS[laser.heading]}{laser.beams if laser.beams > 1 else ''}"
