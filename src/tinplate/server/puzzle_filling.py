"""Fills the collections in the background: the puzzles of today and tomorrow, then others.

One process of those that work together does it, and lets a process of its own make them. Whatever
is stored is there for all. If two do it at once, each puzzle is still stored once.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import date, timedelta

from msgspec.json import Decoder, encode

from tinplate.puzzles.collection import StoredPuzzle
from tinplate.puzzles.daily import FIRST_DAY, seed_of
from tinplate.puzzles.dataset import generator_of
from tinplate.puzzles.making import NumberedPuzzle
from tinplate.server.log_cache import Clock
from tinplate.server.preparing import Preparation
from tinplate.server.puzzle_making import BlockJob, DailyJob, Job
from tinplate.server.puzzles import GamePuzzles, PuzzleService
from tinplate.store.log import Unavailable

SEED = 1  # of the collection: every server makes the same puzzles
BLOCK = 16  # candidates at a time
ARCHIVE = 30  # days before today that a new server makes
INTERVAL = 30.0  # seconds until we look whether something is missing
LONGEST_LINE = 2**24  # bytes
log = logging.getLogger(__name__)
_MADE = Decoder(list[NumberedPuzzle])


class PuzzleFiller:
    """Looks what is missing, and has it made."""

    def __init__(
        self,
        puzzles: PuzzleService,
        preparation: Preparation,
        clock: Clock,
        wanted: int,
        is_our_turn: Callable[[], bool],
    ) -> None:
        """With `wanted` = 0, nothing is made; else so many puzzles of each game, and daily ones."""
        self._puzzles = puzzles
        self._preparation = preparation
        self._clock = clock
        self._wanted = wanted
        self._is_our_turn = is_our_turn

    async def run(self) -> None:
        while self._wanted:
            try:
                if self._is_our_turn():
                    await self.fill()
            except (Unavailable, OSError, EOFError) as error:
                log.warning("cannot make puzzles: %s", error)
            await asyncio.sleep(INTERVAL)

    async def fill(self) -> None:
        """Make all that is missing now, as long as it is our turn."""
        if await self._next_job() is None:
            return
        async with _worker() as worker:
            while self._is_our_turn() and (found := await self._next_job()) is not None:
                game, job = found
                await self._store(game, job, await _made(worker, job))

    async def _next_job(self) -> tuple[GamePuzzles, Job] | None:
        """The most urgent one: days to be played first, then the collection, then the archive."""
        games = [game for game in self._puzzles.games if self._is_ready(game)]
        for game in games:
            await game.load()
            await game.collection.latest()
        today = self._puzzles.today
        coming = [today, today + timedelta(1)]
        past = [day for step in range(ARCHIVE) if (day := today - timedelta(step + 1)) >= FIRST_DAY]
        for game in games:
            if (job := _missing_day(game, coming)) is not None:
                return game, job
        short = [game for game in games if _for_training(game) < self._wanted]
        if short:
            game = min(short, key=_for_training)
            first = self._next_number(game)
            return game, BlockJob(game.game, SEED, first, BLOCK)
        for game in games:
            if (job := _missing_day(game, past)) is not None:
                return game, job
        return None

    def _is_ready(self, game: GamePuzzles) -> bool:
        return self._preparation.is_compiled(game.game)

    def _next_number(self, game: GamePuzzles) -> int:
        """Blocks without a puzzle leave no trace, so we remember where we are."""
        return max(game.collection.fold.next_number(SEED), game.looked_at)

    async def _store(self, game: GamePuzzles, job: Job, made: Sequence[NumberedPuzzle]) -> None:
        generator, now = generator_of(game.maker), self._clock()
        if isinstance(job, BlockJob):
            game.looked_at = job.first + job.count
            rows = [StoredPuzzle(now, one.puzzle, one.number, SEED, generator) for one in made]
        else:
            seed = seed_of(date.fromisoformat(job.day))
            rows = [
                StoredPuzzle(now, one.puzzle, one.number, seed, generator, job.day, job.slot)
                for one in made
            ]
        await game.add(rows)


def _for_training(game: GamePuzzles) -> int:
    return len(game.collection.fold.by_rating)


def _missing_day(game: GamePuzzles, days: Sequence[date]) -> DailyJob | None:
    for day in days:
        there = game.collection.fold.daily(day)
        for slot in game.maker.daily:
            if slot.name not in there:
                return DailyJob(game.game, day.isoformat(), slot.name)
    return None


@asynccontextmanager
async def _worker() -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tinplate.server.puzzle_making",
        stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True, limit=LONGEST_LINE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _made(worker: Process, job: Job) -> list[NumberedPuzzle]:
    if worker.stdin is None or worker.stdout is None:
        raise EOFError("the process that makes puzzles cannot be reached")
    worker.stdin.write(encode(job) + b"\n")
    await worker.stdin.drain()
    line = await worker.stdout.readline()
    if not line:
        raise EOFError("the process that makes puzzles has ended")
    return _MADE.decode(line)
