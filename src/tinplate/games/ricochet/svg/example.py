"""The examples of the rule book.

A position, moves, and what becomes of them:

    G1R2B2Y2 ro5,ga14,bl14,yj16 red-square
    re rs rw -> arrived

Instead of `arrived` it may say `under way`, `void`, or `refused` for a move that cannot be made. A
line `rule free` names another reading of the ricochet rule. `tokens` and `sections` before a
position are pictures of what is in the box; scene.py explains scenes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from tinplate.book import Example, Frame, NotAllowed, is_scene, require_end
from tinplate.game import Rejected
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move, Slide, after, slide
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.pieces import ROBOTS, Robot, Target
from tinplate.games.ricochet.proof import READINGS, Attempt, Rule, attempt
from tinplate.games.ricochet.svg.box import draw_sections, draw_tokens
from tinplate.games.ricochet.svg.parts import WHOLE, part_with
from tinplate.games.ricochet.svg.picture import Part, draw_part
from tinplate.games.ricochet.svg.scene import draw_scene
from tinplate.games.ricochet.values import RobotSlid
from tinplate.values import Value


class PuzzleShown(Value, frozen=True):
    """What is seen before the first move."""

    robots: dict[Robot, str]  # their cells
    target: Target


class TargetReached(Value, frozen=True):
    """The moves bring a robot to its target."""

    robot: Robot
    moves: int


class TokensShown(Value, frozen=True):
    """A picture of tokens."""

    targets: tuple[Target, ...]


class SectionsShown(Value, frozen=True):
    """A picture of the sections of a board."""

    names: tuple[str, ...]


class _Example(NamedTuple):
    position: Position
    moves: tuple[Move, ...]
    rule: Rule
    end: str  # as written


def draw_example(text: str) -> Example:
    """Draw an example step by step; Malformed if it does not end as it says."""
    word, _, rest = text.strip().partition(" ")
    if is_scene(text):
        return draw_scene(text)
    if word == "tokens":
        return Example((Frame(draw_tokens(), (TokensShown(tuple(Target)),)),))
    if word == "sections":
        names, picture = draw_sections(rest)
        return Example((Frame(picture, (SectionsShown(names),)),))
    return _draw_moves(_read(text))


def _draw_moves(example: _Example) -> Example:
    played = attempt(example.position, example.moves, example.rule)
    require_end(example.end, _as_written(played))
    return Example(tuple(_frames(example, played)))


def _read(text: str) -> _Example:
    first, *others = text.strip().splitlines()
    said = dict(line.split(" ", 1) for line in others if line.startswith("rule "))
    moves, _, end = next(line for line in others if "->" in line).partition("->")
    rule = READINGS[said.get("rule", "ricochet")]
    return _Example(parse_position(first), parse_moves(moves.strip()), rule, end.strip())


def _as_written(played: Attempt) -> str:
    return played.verdict if played.refusal is None else "refused"


def _frames(example: _Example, played: Attempt) -> Iterator[Frame]:
    """One picture before, and one after each move, with its route; then how it ended."""
    position, markers = example.position, example.position.robots
    part = _part(position, example.moves, played.slides)
    cells = {robot: str(cell) for robot, cell in zip(ROBOTS, position.robots, strict=False)}
    yield Frame(draw_part(position, part), (PuzzleShown(cells, position.target),))
    for nth, slid in enumerate(played.slides, start=1):
        position = replace(position, robots=after(position.robots, slid))
        is_last = nth == len(played.slides)
        end = _end(example, played, slid) if is_last and played.refusal is None else ()
        picture = draw_part(position, part, slid.cells, markers)
        yield Frame(picture, (RobotSlid(slid), *end))
    if played.refusal is not None:
        reason = _refusal(example, played)
        yield Frame(draw_part(position, part, (), markers), (reason,))


def _end(example: _Example, played: Attempt, last: Slide) -> tuple[Any, ...]:
    if played.verdict == "arrived":
        return (TargetReached(last.robot, len(played.slides)),)
    if played.verdict == "void":
        because = f"{example.end} by the ricochet rule"
        return (NotAllowed(because, "no-corner-yet", {"robot": last.robot}),)
    return ()


def _refusal(example: _Example, played: Attempt) -> NotAllowed:
    """Try the move again to hear why it cannot be made."""
    move, board = example.moves[len(played.slides)], example.position.board
    try:
        slide(board, played.robots, move)
    except Rejected as error:
        return NotAllowed(str(error), error.code, dict(error.facts))
    raise AssertionError(f"{move} can be made")


def _part(position: Position, moves: Sequence[Move], slides: Sequence[Slide]) -> Part:
    """Return the cells that matter, and those round them; without a move, the whole board."""
    if not moves:
        return WHOLE
    cells = [position.board.targets[position.target]]
    cells += [position.robots[move.robot.slot] for move in moves]
    return part_with([*cells, *(cell for slid in slides for cell in slid.cells)])
