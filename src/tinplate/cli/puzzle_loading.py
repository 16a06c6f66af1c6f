"""`tinplate puzzles load`: data sets of puzzles for a server, each checked by the rules."""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from msgspec.structs import asdict

from tinplate.cli.output import Tell, progress_bar, say
from tinplate.cli.words import counted
from tinplate.game import Malformed, Rejected
from tinplate.games import installed
from tinplate.puzzles.collection import StoredPuzzle
from tinplate.puzzles.daily import is_seed_of_a_day
from tinplate.puzzles.dataset import PuzzleRow, read_rows
from tinplate.puzzles.values import MadePuzzle, PuzzleMaker, puzzle_id
from tinplate.server.puzzles import GamePuzzles, PuzzleService
from tinplate.server.steady_clock import SteadyClock
from tinplate.store.address import default_address
from tinplate.store.log import Unavailable
from tinplate.store.opening import open_store

AT_A_TIME = 500  # puzzles that are appended together
_SOURCE = ("id", "game", "number", "seed", "generator", "schema", "licence")  # not the puzzle's


def load_puzzles(files: Sequence[Path], database: str | None) -> None:
    """Load all files, or up to the first puzzle that is wrong."""
    for file in files:
        if not file.is_file():
            raise Malformed(f"{file}: there is no such file")
    address = database or default_address()
    with progress_bar("Loading puzzles") as tell:
        try:
            added, known, kept = asyncio.run(_load(files, address, tell))
        except Unavailable as error:
            raise Rejected(str(error)) from None
    there = f"; {counted(known, 'puzzle')} had been there before" if known else ""
    say(f"Loaded {counted(added, 'new puzzle')}{there}.")
    if kept:
        say(f"{counted(kept, 'puzzle')} with the seed of a date: kept for that day, not dealt.")


async def _load(files: Sequence[Path], address: str, tell: Tell) -> tuple[int, int, int]:
    """How many were new, had been there before, and belong to days."""
    store = await open_store(address)
    clock = SteadyClock()
    service = PuzzleService(store, installed(), clock)
    added = seen = kept = 0
    try:
        for file in files:
            rows = read_rows(file)
            while block := [*islice(rows, AT_A_TIME)]:
                checked = [
                    (_game_of(service, file, row), _stored(service, file, row, clock()))
                    for row in block
                ]
                for game in dict.fromkeys(game for game, _ in checked):
                    added += await game.add([row for whose, row in checked if whose is game])
                seen += len(block)
                kept += sum(is_seed_of_a_day(row.seed) for row in block)
                tell(f"{seen:,} puzzles", (files.index(file) + 1) / (len(files) + 1))
    finally:
        await store.close()
    return added, seen - added, kept


def _game_of(service: PuzzleService, file: Path, row: PuzzleRow) -> GamePuzzles:
    for game in service.games:
        if game.game == row.game:
            return game
    raise Malformed(f"{file}, puzzle {row.id}: there are no puzzles of “{row.game}”")


def _stored(service: PuzzleService, file: Path, row: PuzzleRow, at: int) -> StoredPuzzle:
    """Malformed if it is not what it says."""
    maker = service.game(row.game).maker
    fields = {name: value for name, value in asdict(row).items() if name not in _SOURCE}
    puzzle = MadePuzzle(**fields)
    try:
        reason = next(_reasons(maker, row, puzzle), None)
    except Malformed as error:
        reason = str(error)
    if reason is not None:
        raise Malformed(f"{file}, puzzle {row.id}: {reason}")
    return StoredPuzzle(at, puzzle, row.number, row.seed, row.generator)


def _reasons(maker: PuzzleMaker, row: PuzzleRow, puzzle: MadePuzzle) -> Iterator[str]:
    """Why not to take it."""
    if row.kind not in maker.kinds:
        yield f"“{row.kind}” is no kind of puzzle"
    unknown = [theme for theme in row.themes if theme not in maker.themes]
    if unknown:
        yield f"“{unknown[0]}” is no theme"
    if row.id != puzzle_id(row.game, puzzle):
        yield "the id does not belong to the text"
    if not maker.is_solved_by(puzzle, puzzle.solution):
        yield f"“{puzzle.solution}” does not solve it in {puzzle.length} moves"
