"""Puzzles as a data set: one row each, the same columns in every format, CC0.

`docs/puzzles.md` explains the columns.
"""

import csv
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO, Any, Literal

from msgspec import Struct, ValidationError, convert
from msgspec.structs import asdict, fields

from tinplate import __version__
from tinplate.game import Malformed
from tinplate.puzzles.making import NumberedPuzzle
from tinplate.puzzles.values import PuzzleMaker

Format = Literal["jsonl", "csv", "parquet"]

SCHEMA = 1  # raised when a column changes its meaning, or goes
LICENCE = "CC0-1.0"
NO_PARQUET = "Parquet needs pyarrow: pip install 'tinplate[research]'"
_ROWS = 1_000  # that are written together


class PuzzleRow(Struct, frozen=True):
    """A puzzle in the data set: what it is, and how to make it again."""

    id: str
    game: str
    kind: str
    rules: str
    text: str
    length: int
    solution: str
    solutions: int
    themes: tuple[str, ...]
    effort: float
    rating: int
    source: str
    number: int  # of its candidate
    seed: int
    generator: str
    schema: int = SCHEMA
    licence: str = LICENCE


ABOUT = {"schema": str(SCHEMA), "licence": LICENCE, "generator": f"tinplate {__version__}"}
COLUMNS = tuple(field.name for field in fields(PuzzleRow))


def row_of(name: str, maker: PuzzleMaker, seed: int, made: NumberedPuzzle) -> PuzzleRow:
    """Put a puzzle into a row."""
    return PuzzleRow(
        id=name,
        game=maker.game,
        **asdict(made.puzzle),
        number=made.number,
        seed=seed,
        generator=generator_of(maker),
    )


def generator_of(maker: PuzzleMaker) -> str:
    """Name what makes puzzles: another name may make others of the same seed."""
    return f"tinplate {__version__}, {maker.game} {maker.generator}"


def format_for(file: Path | None, wished: str | None) -> Format:
    """Choose a format: as wished, else by the name of the file, else JSON lines."""
    named = None if file is None else file.suffix.removeprefix(".")
    for each in (wished, named, "jsonl"):
        match each:
            case "jsonl" | "csv":
                return each
            case "parquet" if file is None:
                raise Malformed("--format parquet needs --out FILE")
            case "parquet":
                return each
    raise AssertionError


def write_rows(rows: Iterable[PuzzleRow], file: Path, kind: Format) -> None:
    """Write the data set to a file that appears when it is complete."""
    unfinished = file.with_name(f"{file.name}.new")
    try:
        if kind == "parquet":
            write_parquet(unfinished, PuzzleRow, rows, ABOUT)
        else:
            with unfinished.open("w", encoding="utf-8", newline="") as out:
                write_text(out, rows, kind)
        unfinished.replace(file)
    finally:
        with suppress(OSError):
            unfinished.unlink()


def write_text(out: IO[str], rows: Iterable[PuzzleRow], kind: Format) -> None:
    """Write it row by row, as one of the formats that are text."""
    if kind == "csv":
        table = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(asdict(row) | {"themes": " ".join(row.themes)} for row in rows)
    else:
        out.writelines(f"{json.dumps(asdict(row), ensure_ascii=False)}\n" for row in rows)


def read_rows(file: Path) -> Iterator[PuzzleRow]:
    """Read a data set, row by row; Malformed names the row that cannot be read."""
    number = 0
    try:
        for number, written in enumerate(_written(file, format_for(file, None)), 1):
            try:
                yield convert(written, PuzzleRow, strict=False)
            except ValidationError as error:
                raise Malformed(f"{file}, puzzle {number}: {error}") from None
    except UnicodeDecodeError:
        raise Malformed(f"{file}: this is not text in UTF-8") from None
    if not number:
        raise Malformed(f"{file}: there are no puzzles in it")


def _written(file: Path, kind: Format) -> Iterator[dict[str, Any]]:
    if kind == "parquet":
        yield from _read_parquet(file)
        return
    with file.open(encoding="utf-8", newline="") as lines:
        if kind == "csv":
            for row in csv.DictReader(lines):
                yield {**row, "themes": (row.get("themes") or "").split()}
            return
        for number, line in enumerate(lines, 1):
            try:
                yield json.loads(line)
            except ValueError:
                raise Malformed(f"{file}, line {number}: this is not JSON") from None


def _read_parquet(file: Path) -> Iterator[dict[str, Any]]:
    try:
        from pyarrow import ArrowInvalid  # noqa: PLC0415 - of the extra `research`
        from pyarrow.parquet import ParquetFile  # noqa: PLC0415
    except ImportError:
        raise Malformed(NO_PARQUET) from None
    try:
        with ParquetFile(file) as rows:
            for batch in rows.iter_batches(_ROWS):
                yield from batch.to_pylist()
    except ArrowInvalid as error:
        raise Malformed(f"{file}: {error}") from None


def write_parquet(
    file: Path, kind: type[Struct], rows: Iterable[Struct], about: dict[str, str]
) -> None:
    """Write rows of one kind, its fields as columns."""
    try:
        import pyarrow as pa  # noqa: PLC0415 - of the extra `research`
        from pyarrow.parquet import ParquetWriter  # noqa: PLC0415
    except ImportError:
        raise Malformed(NO_PARQUET) from None
    kinds: dict[Any, Any] = {
        str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_(),
        int | None: pa.int64(), float | None: pa.float64(),
        tuple[str, ...]: pa.list_(pa.string()),
    }  # fmt: skip
    schema = pa.schema([(each.name, kinds[each.type]) for each in fields(kind)], about)
    with ParquetWriter(file, schema) as out:
        for block in _in_blocks(rows):
            out.write_table(pa.Table.from_pylist([asdict(row) for row in block], schema))


def _in_blocks(rows: Iterable[Struct]) -> Iterator[list[Struct]]:
    left = iter(rows)
    while block := [*islice(left, _ROWS)]:
        yield block
