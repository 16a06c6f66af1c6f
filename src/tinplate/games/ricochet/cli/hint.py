"""`tinplate ricochet hint`: a little help with a position."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from tinplate.cli.output import say, write_json
from tinplate.cli.words import counted
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.notation import format_position, parse_position, task
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import Band, Difficulty, Hint, Level, hint


class HintedLine(NamedTuple):
    """A position, and the hint for it."""

    position: Position
    level: Level
    hint: Hint

    @classmethod
    def of(
        cls, words: Sequence[str], level: Level, reading: str, seconds: float | None
    ) -> "HintedLine":
        position = parse_position(" ".join(words), custom=True)
        return cls(position, level, hint(position, level, READINGS[reading], seconds=seconds))


def print_hint(hinted: HintedLine) -> None:
    told = hinted.hint
    write_json(
        {
            "position": format_position(hinted.position),
            "level": hinted.level,
            "solvable": told.solvable,
            "band": told.band and told.band._asdict(),
            "difficulty": told.difficulty and told.difficulty._asdict(),
            "moves": told.moves,
            "robot": told.robot,
            "move": told.move and str(told.move),
        }
    )


def tell_hint(hinted: HintedLine) -> None:
    say(Text(format_position(hinted.position), style="bold"), task(hinted.position))
    say(*_sentences(hinted.hint))


def _sentences(told: Hint) -> Iterator[str]:
    if told.solvable is False:
        yield "There is no solution."
        return
    if told.band is None:
        yield "Time ran out before finding a solution, so there is no hint."
        return
    yield _about(told.band) if told.moves is None else f"{counted(told.moves, 'move')}."
    if told.robot is not None:
        how = f": {told.move.heading.word} ({told.move})" if told.move is not None else ""
        yield f"{told.robot.colour.capitalize()} moves first{how}."
    if told.difficulty is not None:
        yield from _why_hard(told.difficulty)


def _about(band: Band) -> str:
    if band.most is None:
        return f"{band.fewest} moves or more."
    return f"Between {band.fewest} and {band.most} moves."


def _why_hard(difficulty: Difficulty) -> Iterator[str]:
    robots, blockers, detours = difficulty
    yield f"{counted(robots, 'robot')} have to move." if robots > 1 else "One robot is enough."
    if blockers:
        yield f"One robot has to block another{_often(blockers)}."
    if detours:
        more = counted(detours, "move")
        yield f"The arriving robot makes {more} more than if it could stop anywhere."


def _often(times: int) -> str:
    return {1: "", 2: " twice"}.get(times, f" {times} times")
