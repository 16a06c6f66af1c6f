"""`tinplate ricochet dataset`: exact answers as a table."""

import csv
import json
from pathlib import Path

import pytest
from pyarrow import parquet

from tests.cli.running import Run
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.solver import solutions

SOME = ("--count", "12", "--seed", "5", "--counts")


def test_every_row_is_exact(run: Run, tmp_path: Path) -> None:
    """What a row says of its position is what solver and rules say."""
    file = tmp_path / "some.jsonl"
    ran = run("ricochet", "dataset", str(file), *SOME, "--rule", "free", "--silver")
    rows = [json.loads(line) for line in file.read_text().splitlines()]

    assert f"12 positions in {file}.\n" == ran.out
    assert 12 == len({row["position"] for row in rows})
    for row in rows:
        position = parse_position(row["position"])
        found = solutions(position, READINGS["free"], best=1)
        made = attempt(position, parse_moves(row["solution"]), READINGS["free"])
        assert "arrived" == made.verdict
        assert (found.shortest.length, found.count) == (row["moves"], row["count"])
        assert (5, "free") == (row["robots"], row["rule"])
        assert row["position"].startswith(f"{row['board']} ")
        assert row["position"].endswith(f" {row['target']}")


def test_all_formats_have_the_same_rows(run: Run, tmp_path: Path) -> None:
    """The same seed gives the same positions, whatever the file is."""
    lines, table, columns = (tmp_path / f"some.{kind}" for kind in ("jsonl", "csv", "parquet"))
    for file in (lines, table, columns):
        run("ricochet", "dataset", str(file), *SOME)
    rows = [json.loads(line) for line in lines.read_text().splitlines()]
    with table.open(newline="") as text:
        as_text = [*csv.DictReader(text)]

    assert rows == parquet.read_table(columns).to_pylist()
    assert [{name: str(value) for name, value in row.items()} for row in rows] == as_text
    assert [lines.name, table.name, columns.name] == [
        file.name for file in (lines, table, columns) if file.exists()
    ]
    assert 3 == len([*tmp_path.iterdir()])


@pytest.mark.parametrize("name", ["some.xlsx", "some", ".csv"])
def test_other_names_are_refused(run: Run, tmp_path: Path, name: str) -> None:
    """Before anything is solved or written."""
    told = run("ricochet", "dataset", str(tmp_path / name), "--count", "1")

    assert 2 == told.code
    assert "expected a name that ends in .csv, .jsonl, .parquet" in told.err
    assert [] == [*tmp_path.iterdir()]


def test_a_folder_that_is_not_there_is_named(run: Run, tmp_path: Path) -> None:
    """Before anything is solved."""
    told = run("ricochet", "dataset", str(tmp_path / "nowhere" / "some.csv"), "--count", "1")

    assert 2 == told.code
    assert told.err.endswith(f"there is no folder {tmp_path / 'nowhere'}\n")


def test_an_older_file_stays_until_the_new_one_is_whole(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody stops it in the middle: what was there is there, and nothing half done."""
    file = tmp_path / "some.csv"
    file.write_text("older")

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tinplate.games.ricochet.cli.dataset.solutions", interrupted)
    told = run("ricochet", "dataset", str(file), *SOME)

    assert 0 != told.code
    assert "older" == file.read_text()
    assert [file] == [*tmp_path.iterdir()]
