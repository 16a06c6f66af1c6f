"""What the rule books show: examples step by step, and scenes that people at a table play.

A scene is a script. The rules of the game play it, so a book cannot show what they do not do:

    scene Ann Bob
    0:05 Ann bids 5
    0:10 Ann bids 6 - refused
    1:10 everybody waits
    -> how it ends

What stands before the steps is for the game to read.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from tinplate.game import Malformed, Millis, Rejected
from tinplate.match import AnyMatch
from tinplate.values import Value

EVERYBODY = "everybody"  # waits
_STEP = re.compile(r"(\d+):(\d\d) (\w+) (.*?)( - refused)?")


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of an example: its picture, and what has just happened."""

    picture: str  # SVG with colours by name (`$wall`)
    events: tuple[Any, ...]  # the game's page says them in words


@dataclass(frozen=True, slots=True)
class Example:
    """A picture, or several that are played."""

    frames: tuple[Frame, ...]
    names: tuple[str, ...] = ()  # of its players, by seat; none where only robots are seen


class NotAllowed(Value, frozen=True):
    """The rules forbid what was tried."""

    because: str
    code: str
    facts: dict[str, str | int]


class Step(NamedTuple):
    """What somebody does, and when."""

    at: Millis
    name: str
    words: str
    is_refused: bool


class Script(NamedTuple):
    """A scene before it is played."""

    names: tuple[str, ...]
    heads: dict[str, str]  # what stands behind the first word of a line
    others: tuple[str, ...]  # lines that only the game can read
    steps: tuple[Step, ...]
    end: str


class Moment(NamedTuple):
    """The table after a step."""

    at: Millis
    name: str
    state: Any
    events: tuple[Any, ...]


Act = Callable[[AnyMatch, Step], Iterator[None]]  # does what a step says, and stops for each frame


def is_scene(text: str) -> bool:
    return text.lstrip().startswith("scene ")


def read_script(text: str, words: frozenset[str]) -> Script:
    """Read a scene; the game's own heads begin with one of these words."""
    heads, others, steps, end = dict[str, str](), list[str](), list[Step](), ""
    for line in map(str.strip, text.strip().splitlines()):
        word, _, rest = line.partition(" ")
        if found := _STEP.fullmatch(line):
            at = Millis(60_000 * int(found[1]) + 1000 * int(found[2]))
            steps.append(Step(at, found[3], found[4], found[5] is not None))
        elif word == "->":
            end = rest
        elif word == "scene" or word in words:
            heads[word] = rest
        else:
            others.append(line)
    return Script(tuple(heads["scene"].split()), heads, tuple(others), tuple(steps), end)


def play_script(match: AnyMatch, script: Script, act: Act) -> Iterator[Moment]:
    """Yield the table after each step; what is due by then comes first."""
    for step in script.steps:
        due = match.tick(step.at)
        if due or step.name == EVERYBODY:
            events = tuple(event for entry in due for event in entry.events)
            at = step.at if step.name == EVERYBODY else due[-1].at
            yield Moment(at, EVERYBODY, match.state, events)
        if step.name != EVERYBODY:
            yield from _taken(match, step, act)


def _taken(match: AnyMatch, step: Step, act: Act) -> Iterator[Moment]:
    seen = match.version
    try:
        for _ in act(match, step):
            events = tuple(event for entry in match.log[seen:] for event in entry.events)
            seen = match.version
            yield Moment(step.at, step.name, match.state, events)
    except Rejected as refused:
        if not step.is_refused:
            raise Malformed(f"“{step.name} {step.words}” is refused: {refused}") from refused
        reason = NotAllowed(str(refused), refused.code, dict(refused.facts))
        yield Moment(step.at, step.name, match.state, (reason,))
    else:
        if step.is_refused:
            raise Malformed(f"“{step.name} {step.words}” is not refused")


def require_end(said: str, played: str) -> None:
    """Raise Malformed if an example does not end as it says."""
    if said != played:
        raise Malformed(f"“{said}” ends {played}")


def open_svg(width: int, height: int) -> str:
    """Open a picture that the page explains in words."""
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" {size}>'
