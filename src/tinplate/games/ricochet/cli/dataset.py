"""`tinplate ricochet dataset`: random positions with exact answers, as a table for research."""

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, fields
from itertools import islice
from pathlib import Path
from random import Random

from tinplate.cli.dice import dice_for
from tinplate.cli.output import progress_bar, say
from tinplate.cli.words import counted
from tinplate.game import Malformed
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.cli.new import PositionWishes, deal
from tinplate.games.ricochet.notation import format_moves, format_position
from tinplate.games.ricochet.proof import READINGS, Rule
from tinplate.games.ricochet.solver import Solution, solutions, solve_each

_BLOCK = 1_000  # positions that are solved together, and written together

Write = Callable[[Path, Iterator[Sequence["Record"]]], None]


@dataclass(frozen=True, slots=True)
class Record:
    """A position and what is known of it. None where the rule allows no solution."""

    position: str
    board: str
    target: str
    robots: int
    rule: str
    moves: int | None
    solution: str | None
    count: int | None  # of shortest solutions; None, too, if they were not counted


COLUMNS = tuple(field.name for field in fields(Record))


def write_dataset(
    file: Path, wishes: PositionWishes, seed: int | None, size: int, *, counted_too: bool
) -> None:
    """Solve so many positions into a file that appears when it is complete."""
    write = _WRITERS.get(file.suffix)
    if write is None:
        raise Malformed(f"{file}: expected a name that ends in {', '.join(_WRITERS)}")
    if not file.parent.is_dir():
        raise Malformed(f"{file}: there is no folder {file.parent}")
    rule = READINGS[wishes.reading]
    records = _records(wishes, rule, dice_for(seed), size, counted_too=counted_too)
    unfinished = file.with_name(f"{file.name}.part")
    try:
        with progress_bar("Solving") as tell:
            write(unfinished, _told(records, size, tell))
        unfinished.replace(file)
    finally:
        with suppress(OSError):
            unfinished.unlink()
    say(f"{counted(size, 'position')} in {file}.")


def _records(
    wishes: PositionWishes, rule: Rule, dice: Random, size: int, *, counted_too: bool
) -> Iterator[Record]:
    dealt = (deal(wishes, dice) for _ in range(size))
    while block := [*islice(dealt, _BLOCK)]:
        with closing(solve_each(block, rule)) as answers:
            for position, answer in zip(block, answers, strict=True):
                count = solutions(position, rule, best=1).count if counted_too else None
                yield _record(position, wishes.reading, answer, count)


def _record(position: Position, reading: str, answer: Solution, count: int | None) -> Record:
    text = format_position(position)
    board, _, target = text.split(" ")
    moves = answer.moves
    return Record(
        position=text,
        board=board,
        target=target,
        robots=len(position.robots),
        rule=reading,
        moves=None if moves is None else len(moves),
        solution=None if moves is None else format_moves(moves),
        count=count,
    )


def _told(
    records: Iterator[Record], size: int, tell: Callable[[str, float], None]
) -> Iterator[list[Record]]:
    done = 0
    while block := [*islice(records, _BLOCK)]:
        done += len(block)
        tell(f"{done:,} of {size:,} positions", done / size)
        yield block


def _write_csv(file: Path, blocks: Iterator[Sequence[Record]]) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        rows.writeheader()
        for block in blocks:
            rows.writerows(asdict(record) for record in block)


def _write_lines(file: Path, blocks: Iterator[Sequence[Record]]) -> None:
    with file.open("w", encoding="utf-8") as out:
        for block in blocks:
            out.writelines(f"{json.dumps(asdict(record))}\n" for record in block)


def _write_parquet(file: Path, blocks: Iterator[Sequence[Record]]) -> None:
    import pyarrow as pa  # noqa: PLC0415 - of the extra `research`
    from pyarrow.parquet import ParquetWriter  # noqa: PLC0415

    numbers = {"robots": pa.int8(), "moves": pa.int16(), "count": pa.int64()}
    schema = pa.schema([(name, numbers.get(name, pa.string())) for name in COLUMNS])
    with ParquetWriter(file, schema) as out:
        for block in blocks:
            out.write_table(pa.Table.from_pylist([asdict(record) for record in block], schema))


_WRITERS: dict[str, Write] = {
    ".csv": _write_csv,
    ".jsonl": _write_lines,
    ".parquet": _write_parquet,
}
