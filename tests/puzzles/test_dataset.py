"""The data set: the same rows in all formats."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from tests.puzzles.toy import ToyPuzzles
from tinplate import __version__
from tinplate.game import Malformed
from tinplate.puzzles.dataset import COLUMNS, PuzzleRow, format_for, read_rows, row_of, write_rows
from tinplate.puzzles.making import different, make_batch

MAKER = ToyPuzzles()


def rows() -> list[PuzzleRow]:
    made = different(MAKER.game, make_batch(MAKER, 3, 0))
    return [row_of(name, MAKER, 3, each) for name, each in made]


def as_text(row: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in row.items()} | {"themes": " ".join(row["themes"])}


def test_all_formats_have_the_same_rows(tmp_path: Path) -> None:
    """Themes are a list; in CSV, words."""
    lines, table, columns = (tmp_path / f"some.{kind}" for kind in ("jsonl", "csv", "parquet"))
    for file in (lines, table, columns):
        write_rows(rows(), file, format_for(file, None))
    written = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    with table.open(encoding="utf-8", newline="") as text:
        read = [*csv.DictReader(text)]

    assert len(rows()) == len(written)
    assert written == parquet.read_table(columns).to_pylist()
    assert [as_text(row) for row in written] == read
    assert 3 == len([*tmp_path.iterdir()])


def test_a_row_says_where_it_comes_from() -> None:
    """Seed, number, generator and schema; and that anybody may do anything with it."""
    row = rows()[0]

    assert (3, 0, f"tinplate {__version__}, toy 7", 1, "CC0-1.0") == (
        row.seed,
        row.number,
        row.generator,
        row.schema,
        row.licence,
    )


def test_parquet_says_it_once_for_the_whole_file(tmp_path: Path) -> None:
    """In its own metadata."""
    write_rows(rows(), tmp_path / "some.parquet", "parquet")
    about = parquet.read_schema(tmp_path / "some.parquet").metadata

    assert (b"1", b"CC0-1.0") == (about[b"schema"], about[b"licence"])


def test_the_columns_stay() -> None:
    """Whoever reads the data set counts on them: raise SCHEMA if one changes or goes."""
    told = (
        "id game kind rules text length solution solutions themes effort rating source number seed"
        " generator schema licence"
    )

    assert tuple(told.split()) == COLUMNS


@pytest.mark.parametrize(
    ("file", "wished", "chosen"),
    [
        (None, None, "jsonl"),
        (None, "csv", "csv"),
        ("some.csv", None, "csv"),
        ("some.csv", "parquet", "parquet"),
        ("some.parquet", None, "parquet"),
        ("some.txt", None, "jsonl"),
    ],
)
def test_which_format(file: str | None, wished: str | None, chosen: str) -> None:
    """As wished, else as the file is called, else JSON lines."""
    assert chosen == format_for(None if file is None else Path(file), wished)


def test_parquet_is_no_text() -> None:
    """So it needs a file."""
    with pytest.raises(Malformed, match="--format parquet needs --out FILE"):
        format_for(None, "parquet")


@pytest.mark.parametrize("kind", ["some.jsonl", "some.csv", "some.parquet"])
def test_an_older_file_stays_until_the_new_one_is_whole(tmp_path: Path, kind: str) -> None:
    """Something goes wrong in the middle: nothing half done is left."""
    file = tmp_path / kind
    file.write_text("older")

    def broken() -> Iterator[PuzzleRow]:
        yield rows()[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_rows(broken(), file, format_for(file, None))

    assert "older" == file.read_text()
    assert [file] == [*tmp_path.iterdir()]


@pytest.mark.parametrize("name", ["none.csv", "none.jsonl"])
def test_a_file_without_puzzles_is_refused(tmp_path: Path, name: str) -> None:
    """It is probably another file than the one that was meant."""
    file = tmp_path / name
    file.write_text("junk\n" if name.endswith(".csv") else "")

    with pytest.raises(Malformed, match="there are no puzzles in it"):
        [*read_rows(file)]
