"""The examples of the rule book: a position, moves, and what becomes of them.

    G1R2B2Y2 ro5,ga14,bl14,yj16 red-square
    re rs rw -> arrived

Instead of `arrived` it may say `under way`, `void`, or `refused` for a move that cannot be made. A
line `rule free` names another reading of the ricochet rule.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tinplate.game import Malformed
from tinplate.games.ricochet.board import SIZE, Position
from tinplate.games.ricochet.motion import Move, Slide, after
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.proof import READINGS, Attempt, Rule, attempt
from tinplate.games.ricochet.svg.picture import Part, draw_part
from tinplate.grid import Cell

_FEWEST = 5  # cells across a picture


class _Example(NamedTuple):
    position: Position
    moves: tuple[Move, ...]
    rule: Rule
    end: str  # as written


def draw_example(text: str) -> tuple[str, ...]:
    """Draw an example move by move; Malformed if it does not end as it says."""
    example = _read(text)
    played = attempt(example.position, example.moves, example.rule)
    if _as_written(played) != example.end:
        raise Malformed(f"“{example.end}” ends {_as_written(played)}")
    return tuple(_frames(example.position, played.slides))


def _read(text: str) -> _Example:
    first, *others = text.strip().splitlines()
    said = dict(line.split(" ", 1) for line in others if line.startswith("rule "))
    moves, _, end = next(line for line in others if "->" in line).partition("->")
    rule = READINGS[said.get("rule", "ricochet")]
    return _Example(parse_position(first), parse_moves(moves.strip()), rule, end.strip())


def _as_written(played: Attempt) -> str:
    return played.verdict if played.refusal is None else "refused"


def _frames(position: Position, slides: Sequence[Slide]) -> Iterator[str]:
    """One picture before, and one after each move, with its route."""
    part = _part(position, slides)
    yield draw_part(position, part)
    for slid in slides:
        position = replace(position, robots=after(position.robots, slid))
        yield draw_part(position, part, slid.cells)


def _part(position: Position, slides: Sequence[Slide]) -> Part:
    """Return the cells that matter, and those round them; without a move, the whole board."""
    if not slides:
        return Cell(0, 0), Cell(SIZE - 1, SIZE - 1)
    cells = [position.board.targets[position.target]]
    cells += [cell for slid in slides for cell in slid.cells]
    xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
    (west, east), (north, south) = _wide(min(xs), max(xs)), _wide(min(ys), max(ys))
    return Cell(west, north), Cell(east, south)


def _wide(least: int, most: int) -> tuple[int, int]:
    """A cell more on both sides, and at least so many in all."""
    least, most = least - 1, most + 1
    while most - least + 1 < _FEWEST:
        least, most = least - 1, most + 1
    return max(0, least), min(SIZE - 1, most)
