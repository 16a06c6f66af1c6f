"""`tinplate puzzles make` and `daily`: puzzles of all games that have some."""

import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from rich.text import Text

from tinplate.cli.dice import dice_for
from tinplate.cli.output import Tell, for_machines, progress_bar, say, write_json
from tinplate.cli.words import counted
from tinplate.executors import check_cluster, cores
from tinplate.file_lock import lock
from tinplate.game import Malformed
from tinplate.games import packs
from tinplate.puzzles.daily import FIRST_DAY, find_daily, seed_of
from tinplate.puzzles.dataset import (
    PuzzleRow,
    format_for,
    generator_of,
    row_of,
    write_rows,
    write_text,
)
from tinplate.puzzles.making import BATCH, NumberedPuzzle, different, make_batches
from tinplate.puzzles.values import MadePuzzle, PuzzleMaker, puzzle_id
from tinplate.puzzles.work_file import PuzzleWish, WorkFile

LARGEST_SEED = 2**32


class PuzzleOrder(NamedTuple):
    """What was asked for."""

    size: int  # how many of each game
    seed: int
    makers: tuple[PuzzleMaker, ...]
    workers: int
    cluster: str | None


def parse_order(
    count: int, seed: int | None, game: str | None, workers: int | None, cluster: str | None
) -> PuzzleOrder:
    """Read what is wished; raise Malformed if that cannot be made."""
    if workers is not None and cluster is not None:
        raise Malformed("--workers are for this machine; a --cluster has its own")
    makers = _makers(game)
    chosen = dice_for(None).randrange(LARGEST_SEED) if seed is None else seed
    return PuzzleOrder(count, chosen, makers, workers or cores(), cluster)


def _makers(game: str | None) -> tuple[PuzzleMaker, ...]:
    names = [*packs()] if game is None else [game]
    makers = tuple(maker for name in names if (maker := packs()[name].puzzles()) is not None)
    if not makers:
        raise Malformed(f"--game {game}: nobody makes puzzles of it")
    return makers


class DailyFound(NamedTuple):
    """A puzzle of a day, as the rule finds it."""

    day: date
    maker: PuzzleMaker
    slot: str
    number: int
    puzzle: MadePuzzle

    @property
    def id(self) -> str:
        return puzzle_id(self.maker.game, self.puzzle)


def print_daily(written: str | None, game: str | None, *, solution: bool, as_json: bool) -> None:
    """Find the puzzles of a day and draw each, without what would spoil it; as JSON in a pipe."""
    day, today = _day(written), datetime.now(UTC).date()
    if solution and day >= today:
        raise Malformed(f"--solution: {day} is not over yet, by UTC")
    tell = _write_daily if as_json or not sys.stdout.isatty() else _draw_daily
    for maker in _makers(game):
        for slot in maker.daily:
            number, puzzle = find_daily(maker, day, slot)
            tell(DailyFound(day, maker, slot.name, number, puzzle), solution=solution)


def _write_daily(found: DailyFound, *, solution: bool) -> None:
    day, maker, slot, number, puzzle = found
    shown = {
        "date": day.isoformat(), "game": maker.game, "slot": slot,
        "id": found.id, "seed": seed_of(day), "number": number,
        "kind": puzzle.kind, "rules": puzzle.rules, "text": puzzle.text,
    }  # fmt: skip
    told = {"solution": puzzle.solution, "rating": puzzle.rating} if solution else {}
    write_json(shown | told)


def _draw_daily(found: DailyFound, *, solution: bool) -> None:
    day, maker, slot, number, puzzle = found
    pack = packs()[maker.game]
    say(
        Text(f"{pack.title}, {slot}, {day}", "bold"),
        *pack.tell_puzzle(puzzle),
        Text(f"   Puzzle {found.id}: seed {seed_of(day)}, number {number}", "dim"),
    )
    if solution:
        say(f"   Solution: {puzzle.solution} (first rating {puzzle.rating})")
    say("")


def _day(written: str | None) -> date:
    if written is None:
        return datetime.now(UTC).date()
    try:
        day = date.fromisoformat(written)
    except ValueError:
        raise Malformed(f"--date {written}: expected a date such as 2026-11-17") from None
    if day < FIRST_DAY:
        raise Malformed(f"--date {written}: the first day is {FIRST_DAY}")
    return day


def make_puzzles(order: PuzzleOrder, file: Path | None, wished: str | None) -> None:
    """Make them and write them; what was interrupted goes on where it was."""
    kind = format_for(file, wished)
    if order.cluster is not None:
        check_cluster(order.cluster)
    if file is None:
        out = for_machines()  # the bar puts something else there, which writes where the bar is
        with progress_bar("Making puzzles") as tell:
            write_text(out, _rows(order, None, tell), kind)
        return
    if not file.parent.is_dir():
        raise Malformed(f"{file}: there is no folder {file.parent}")
    part = file.with_name(f"{file.name}.part")
    with _locked(part, order) as work, progress_bar("Making puzzles") as tell:
        write_rows(_rows(order, work, tell), file, kind)
    part.unlink()
    games = " and ".join(f"{counted(order.size, 'puzzle')} of {m.game}" for m in order.makers)
    say(f"{games} in {file}, --seed {order.seed}.")


@contextmanager
def _locked(part: Path, order: PuzzleOrder) -> Iterator[WorkFile]:
    with part.open("a+", encoding="utf-8", newline="\n") as file:
        try:
            lock(file)
        except BlockingIOError:
            raise Malformed(f"{part}: another process is making this") from None
        generators = tuple(map(generator_of, order.makers))
        yield WorkFile(file, PuzzleWish(generators, order.seed, BATCH))


def _rows(order: PuzzleOrder, work: WorkFile | None, tell: Tell) -> Iterator[PuzzleRow]:
    """Yield all rows, game by game; the progress counts all of them."""
    total, done = order.size * len(order.makers), 0
    for maker in order.makers:
        with closing(_puzzles(maker, order, work)) as puzzles:
            for name, made in islice(different(maker.game, puzzles), order.size):
                done += 1
                tell(f"{done:,} of {total:,} puzzles", done / total)
                yield row_of(name, maker, order.seed, made)


def _puzzles(
    maker: PuzzleMaker, order: PuzzleOrder, work: WorkFile | None
) -> Generator[NumberedPuzzle]:
    """Yield puzzles in the order of their numbers: those that are kept, then new ones."""
    kept = [] if work is None else [*work.done.get(maker.game, ())]
    yield from chain.from_iterable(kept)
    maker.prepare()  # once, before several processes compile the same at the same time
    begin = partial(make_batches, maker, order.seed, len(kept))
    with closing(begin(order.workers, order.cluster)) as batches:
        for batch in batches:
            if work is not None:
                work.add(maker.game, batch)
            yield from batch
