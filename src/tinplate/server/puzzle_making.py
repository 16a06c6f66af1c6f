"""A process of its own that makes puzzles for a server, at the lowest priority.

It reads a job a line, and answers each with a line. It ends when nobody writes any more.
"""

import os
import sys
from contextlib import suppress
from datetime import date

from msgspec import Struct
from msgspec.json import Decoder, encode

from tinplate.games import packs
from tinplate.puzzles.daily import find_daily
from tinplate.puzzles.making import NumberedPuzzle, checked
from tinplate.puzzles.values import PuzzleMaker

LOWEST = 19  # priority


class BlockJob(Struct, frozen=True, tag="block"):
    """Make the puzzles among some candidates."""

    game: str
    seed: int
    first: int
    count: int


class DailyJob(Struct, frozen=True, tag="daily"):
    """Find the puzzle of a day and a slot."""

    game: str
    day: str
    slot: str


Job = BlockJob | DailyJob
_JOBS: Decoder[Job] = Decoder(BlockJob | DailyJob)


def done(job: Job) -> list[NumberedPuzzle]:
    """Do a job."""
    maker = packs()[job.game].puzzles()
    if maker is None:
        return []
    maker.prepare()
    if isinstance(job, DailyJob):
        return _daily(maker, job)
    numbers = range(job.first, job.first + job.count)
    made = ((number, maker.make(job.seed, number)) for number in numbers)
    return [checked(maker, number, puzzle) for number, puzzle in made if puzzle is not None]


def _daily(maker: PuzzleMaker, job: DailyJob) -> list[NumberedPuzzle]:
    slots = [slot for slot in maker.daily if slot.name == job.slot]
    return [find_daily(maker, date.fromisoformat(job.day), slot) for slot in slots]


def work() -> None:
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(LOWEST)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(encode(done(_JOBS.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    work()
