"""Record a corpus of logs with the rules of today: `python -m tests.corpus.record v2`.

Done once for each way in which logs are written, and never again: what is in a folder here was
written by the program of its time, and every later one has to read it. So nothing is overwritten.

Of each match there are the log as a file (`.jsonl`), the rows that a server keeps of it (`.rows`)
and the state in which it ended (`.end.json`).
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Raw, Struct
from msgspec.json import Encoder, encode

from tests.games.rally.playthroughs import record as rally_scripts
from tests.games.rally.playthroughs import script as rally_script
from tests.games.ricochet.playthroughs import record as ricochet_scripts
from tests.games.ricochet.playthroughs import script as ricochet_script
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.settings import PRESETS
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.match import Match
from tinplate.store.logfile import Recorder
from tinplate.testing import Walk
from tinplate.wire.rows import MatchOpening, RowBody, RowCodec, encode_opening

FOLDER = Path(__file__).parent
# Random play on our courses: the preset, how many sit there, how many turns they have.
WALKS = {
    "clockwork-carousel": ("gentle", 3, 6),
    "stamping-mill": ("sheet", 4, 5),
    "wind-up-duel": ("blitz", 2, 8),
    "crossfire-dock": ("classic-2005", 8, 4),
}


class RecordedRow(Struct, frozen=True):
    """A row of a store, on a line of its own."""

    version: int
    at: int
    body: Raw


class Sample(NamedTuple):
    """A match that is over."""

    name: str
    players: tuple[str, ...]
    match: Match[Any, Any, Any, Any]


def matches() -> Iterator[Sample]:
    for path in ricochet_scripts.PLAYTHROUGHS.scripts:
        ricochet = ricochet_script.play(ricochet_script.read_script(path))
        yield Sample(f"ricochet-{path.stem}", ricochet.script.players, ricochet.match)
    for path in rally_scripts.PLAYTHROUGHS.scripts:
        rally = rally_script.play(rally_script.read_script(path))
        yield Sample(f"rally-{path.stem}", rally.script.players, rally.match)
    for course, (preset, seats, turns) in WALKS.items():
        agreement = RallySettings(course, {**PRESETS[preset], "max_turns": turns})
        walk: Walk[Any, Any, Any, Any] = Walk(Rally(), agreement, seats, seed=1)
        while walk.step():
            pass
        yield Sample(
            f"rally-{course}", tuple(f"Player {seat + 1}" for seat in range(seats)), walk.match
        )


def record(sample: Sample, folder: Path) -> None:
    """FileExistsError rather than another log in the place of an old one."""
    match = sample.match
    Recorder.create(folder / f"{sample.name}.jsonl", match, sample.players)
    rows = RowCodec[Any](match.game.vocabulary.event)
    state = Raw(encode(match.opening))
    opening = MatchOpening(match.game.name, "a-room", sample.players, state)
    kept = [RecordedRow(0, 0, Raw(encode_opening(opening)))]
    kept += [
        RecordedRow(entry.version, entry.at, Raw(rows.encode(RowBody(entry.events))))
        for entry in match.log
    ]
    _write(folder / f"{sample.name}.rows", Encoder().encode_lines(kept))
    _write(folder / f"{sample.name}.end.json", encode(match.state) + b"\n")


def _write(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)


if __name__ == "__main__":
    place = FOLDER / sys.argv[1]
    place.mkdir()
    for match in matches():
        record(match, place)
