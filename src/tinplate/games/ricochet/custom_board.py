"""Boards of 16 x 16 as they were written before there were others: `NAME~WALLS~BARRIERS~TARGETS`.

Programs still read and write them so. For the page and for matches, `converted` makes one with the
text of today, which `layout` has.

Such as `mine~c4n,d5w~rg6u~red-circle@d2,vortex@h3`: a wall north of c4 and one west of d5, a red
barrier on g6 that goes up (from south-west to north-east), and two targets. The frame is not
written, the walls of the centre are: on such a board it may be open. The name may be empty.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar
from urllib.parse import quote, unquote

from tinplate.game import Malformed
from tinplate.games.ricochet.board import CELLS, CENTRE, FRAME, SIZE, Board
from tinplate.games.ricochet.pieces import Robot, Target
from tinplate.games.ricochet.sections import Diagonal
from tinplate.grid import Cell, Heading

SEPARATOR = "~"
_FORM = "NAME~WALLS~BARRIERS~TARGETS, such as mine~c4n,d5w~rg6u~red-circle@d2"
_FIELDS = 4
_UP, _DOWN = "u", "d"
Thing = TypeVar("Thing")


def is_custom(text: str) -> bool:
    """Whether this is meant as the text of such a board."""
    return SEPARATOR in text


def format_custom(board: Board) -> str:
    """Write all that is on a board, in a fixed order."""
    # What separates boards, parts and words cannot be a part of the name.
    name = quote(board.name, safe="").replace("_", "%5F").replace(SEPARATOR, "%7E")
    walls = (f"{cell}{side}" for cell, side in board.edges() if (cell, side) not in FRAME)
    barriers = (
        f"{barrier.colour}{cell}{_UP if barrier.rising else _DOWN}"
        for cell, barrier in sorted(board.diagonals.items())
    )
    targets = (f"{target}@{board.targets[target]}" for target in Target if target in board.targets)
    return SEPARATOR.join((name, ",".join(walls), ",".join(barriers), ",".join(targets)))


def parse_custom(text: str) -> Board:
    """Read it back; Malformed says what is wrong."""
    fields = text.split(SEPARATOR)
    if len(fields) != _FIELDS:
        raise Malformed(f"a custom board has four parts, {_FORM}; this has {len(fields)}")
    name, walls, barriers, targets = fields
    return Board(
        unquote(name),
        FRAME | frozenset(_read(walls, _wall)),
        dict(_read(targets, _target)),
        dict(_read(barriers, _barrier)),
    )


def converted(board: Board) -> Board:
    """The same board with the text of today, without its name. A centre that is open has cells."""
    round_centre = {
        (cell, side) for cell in CENTRE for side in Heading if cell.towards(side) not in CENTRE
    }
    return Board.custom(
        SIZE,
        SIZE,
        walls=board.walls,
        blocked=CENTRE if round_centre <= board.walls else (),
        diagonals=board.diagonals,
        targets=board.targets,
    )


def _read(field: str, reader: Callable[[str], Thing]) -> Iterator[Thing]:
    for word in field.split(",") if field else ():
        try:
            yield reader(word)
        except ValueError:
            message = f"“{word}” is not part of a custom board; it is written {_FORM}"
            raise Malformed(message) from None


def _wall(word: str) -> tuple[Cell, Heading]:
    return _cell(word[:-1]), Heading(word[-1:])


def _barrier(word: str) -> tuple[Cell, Diagonal]:
    if not word.endswith((_UP, _DOWN)):
        raise ValueError(word)
    return _cell(word[1:-1]), Diagonal(Robot(word[:1]), rising=word.endswith(_UP))


def _target(word: str) -> tuple[Target, Cell]:
    target, _, cell = word.partition("@")
    return Target(target), _cell(cell)


def _cell(name: str) -> Cell:
    cell = Cell.named(name)
    if cell not in CELLS:
        raise ValueError(name)
    return cell
