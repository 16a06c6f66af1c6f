"""What the scripts of all games share: how lines are read, what was played, what was refused."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from tinplate.cli.words import clock
from tinplate.game import Malformed, Millis

EVERYBODY = "everybody"  # waits
ScriptT = TypeVar("ScriptT")
MatchT = TypeVar("MatchT")


class Refusal(NamedTuple):
    """What somebody wanted and was told, after that version of the log."""

    version: int
    at: Millis
    name: str
    words: str
    sentence: str


class Played(NamedTuple, Generic[ScriptT, MatchT]):
    """A game that was played by its script."""

    script: ScriptT
    match: MatchT
    refusals: tuple[Refusal, ...]
    notes: dict[int, str]  # by round or turn


def read_lines(
    path: Path,
    read_step: Callable[[Millis, str, str], None],
    **read_others: Callable[[str], None],
) -> dict[str, list[str]]:
    """The heads of a script: what stands behind each word. Malformed names a line that is wrong.

    A line that begins with a time is a step: `read_step` gets the time, the words behind it and
    the note before it. Other lines have a reader by their first word.
    """
    heads: dict[str, list[str]] = {}
    note = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "#":
                note = rest
            elif word in read_others:
                read_others[word](rest)
            elif word[:1].isdigit():
                read_step(_read_time(word), rest.strip(), note)
                note = ""
            elif word:
                heads.setdefault(word, []).append(rest.strip())
        except ValueError as error:
            raise Malformed(f"{path.name}, line {number}: {error}") from error
    return heads


def _read_time(text: str) -> Millis:
    """1:05 or 1:05.250, as minutes and seconds."""
    minutes, _, seconds = text.partition(":")
    return Millis(60_000 * int(minutes) + round(1000 * float(seconds)))


def tell_refusals(refusals: Iterable[Refusal], version: int) -> Iterator[str]:
    """What was refused after that version of the log."""
    for refusal in refusals:
        if refusal.version == version:
            wanted = f"{refusal.name} {refusal.words}"
            yield f"{clock(refusal.at):>8}  {wanted}, which is refused: “{refusal.sentence}”"
