"""`tinplate ricochet check`: whether moves solve a position."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from tinplate.cli.output import say, write_json
from tinplate.cli.words import counted
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.cli.drawing import COLOURS, draw_board, legend
from tinplate.games.ricochet.cli.show import robots_facts
from tinplate.games.ricochet.motion import Move, Slide
from tinplate.games.ricochet.notation import (
    format_moves,
    format_position,
    parse_moves,
    parse_position,
    task,
)
from tinplate.games.ricochet.proof import READINGS, Attempt, attempt, why_unsolved

UNSOLVED = 1  # the exit code if there is no solution to show
_PARTS = 3  # of a position: board, robots, target


class CheckedLine(NamedTuple):
    """Moves played on a position, and the result."""

    position: Position
    moves: tuple[Move, ...]
    attempt: Attempt

    @property
    def solves(self) -> bool:
        return self.attempt.verdict == "arrived"

    @property
    def reason(self) -> str | None:
        """Why the moves do not solve the position; None when they do."""
        return why_unsolved(self.position, self.moves, self.attempt)


def judge_moves(words: Sequence[str], reading: str) -> CheckedLine:
    """Play what the words say: a position, then moves."""
    parts = _parts_of_position(words)
    position = _parsed_position(" ".join(words[:parts]))
    moves = _parsed_moves(" ".join(words[parts:]))
    return CheckedLine(position, moves, attempt(position, moves, READINGS[reading]))


def _parts_of_position(words: Sequence[str]) -> int:
    """A position is one word; without quotes it arrives as three, or as fewer before the moves."""
    if " " in words[0].strip() or "_" in words[0]:
        return 1
    before = range(1, min(_PARTS, len(words)))
    return next((number for number in before if _are_moves(words[number])), _PARTS)


def _are_moves(word: str) -> bool:
    try:
        return bool(parse_moves(word))
    except Malformed:
        return False


def print_verdict(checked: CheckedLine) -> None:
    write_json(
        {
            "legal": checked.attempt.refusal is None,
            "solves": checked.solves,
            "moves": len(checked.attempt.slides),
            "robots": robots_facts(checked.attempt.robots),
            "reason": checked.reason,
        }
    )


def tell_verdict(checked: CheckedLine, *, draw: bool, compact: bool) -> None:
    position, played = checked.position, checked.attempt
    say(Text(format_position(position), style="bold"), task(position))
    if draw:
        draw_way(position, played, compact=compact)
    say(*(slide_line(number, slide) for number, slide in enumerate(played.slides, start=1)))
    say(_verdict(checked))
    spare = checked.moves[len(played.slides) :]
    if checked.solves and spare:
        say(f"  Not needed: {format_moves(spare)}")


def draw_way(position: Position, played: Attempt, *, compact: bool) -> None:
    """Draw the board with markers where the robots began, and the route they took."""
    drawing = draw_board(
        position.board,
        played.robots,
        position.target,
        markers=position.robots,
        trail=played.slides,
        compact=compact,
    )
    say(drawing, legend())


def slide_line(number: int, slide: Slide) -> Text:
    """Show one move with all cells passed, in columns."""
    who = f"{slide.robot.colour} {slide.heading.word}"
    way = f"{slide.start} → {slide.end}"
    cells = " ".join(str(cell) for cell in slide.cells[1:])
    return Text.assemble(
        f"{number:>3}  ",
        (str(slide.move), f"bold {COLOURS[slide.robot]}"),
        f"  {who:<12}  {way:<9}  ({cells})",
    )


def _parsed_position(text: str) -> Position:
    try:
        return parse_position(text, custom=True)
    except Malformed as error:
        raise Malformed(f"position: {error}") from None


def _parsed_moves(text: str) -> tuple[Move, ...]:
    try:
        moves = parse_moves(text)
    except Malformed as error:
        raise Malformed(f"moves: {error}") from None
    if not moves:
        raise Malformed("moves: there are none; write a robot and a heading each, such as bn ge bs")
    return moves


def _verdict(checked: CheckedLine) -> Text:
    if not checked.solves:
        return Text(f"✗ Not solved: {checked.reason}", style="bold red")
    slides = checked.attempt.slides
    last = slides[-1]
    return Text(
        f"✓ Solved in {counted(len(slides), 'move')}: "
        f"{last.robot.colour} comes to rest on the {checked.position.target.symbol} at {last.end}.",
        style="bold green",
    )
