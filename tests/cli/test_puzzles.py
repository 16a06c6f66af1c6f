"""`tinplate puzzles make`: the command, end to end."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest

from tests.cli.running import Run
from tinplate.file_lock import lock
from tinplate.games import packs
from tinplate.puzzles.making import NumberedPuzzle, make_batches
from tinplate.puzzles.values import PuzzleMaker

FEW = ("--count", "3", "--seed", "9", "--workers", "1")
GAMES = [name for name, pack in packs().items() if pack.puzzles() is not None]


def test_every_game_has_so_many(run: Run) -> None:
    """One JSON object a line, nothing else, and no progress in a pipe."""
    ran = run("puzzles", "make", *FEW)
    rows = [json.loads(line) for line in ran.out.splitlines()]

    assert (0, "") == (ran.code, ran.err)
    assert [name for name in GAMES for _ in range(3)] == [row["game"] for row in rows]
    assert {9} == {row["seed"] for row in rows}


@pytest.mark.parametrize("game", GAMES)
def test_one_game_with_any_number_of_workers(run: Run, tmp_path: Path, game: str) -> None:
    """The same rows on the screen and in a file, made by one process or by two."""
    file = tmp_path / "some.jsonl"
    shown = run("puzzles", "make", *FEW, "--game", game).out
    told = run("puzzles", "make", *FEW[:4], "--workers", "2", "--game", game, "--out", str(file))

    assert f"3 puzzles of {game} in {file}, --seed 9.\n" == told.out
    assert shown == file.read_text(encoding="utf-8")
    assert [file] == [*tmp_path.iterdir()]


def test_more_of_the_same_seed_begin_alike(run: Run) -> None:
    """The first ones stay the first."""
    few, more = (
        run("puzzles", "make", *FEW, "--game", GAMES[0], "--count", count).out.splitlines()
        for count in ("2", "4")
    )

    assert few == more[:2]


def test_interrupted_work_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is made twice, and the data set is the same."""
    whole, file = tmp_path / "whole.jsonl", tmp_path / "some.jsonl"
    order = (*FEW, "--game", GAMES[0], "--count", "40")
    run("puzzles", "make", *order, "--out", str(whole))
    made = list[int]()

    def impatient(
        maker: PuzzleMaker, seed: int, first: int, workers: int, cluster: None
    ) -> Iterator[list[NumberedPuzzle]]:
        batches = make_batches(maker, seed, first, workers, cluster)
        for at, batch in enumerate(batches, start=first):
            made.append(at)
            yield batch
            if at == 0:
                raise KeyboardInterrupt

    monkeypatch.setattr("tinplate.cli.puzzles.make_batches", impatient)
    stopped = run("puzzles", "make", *order, "--out", str(file))
    part = tmp_path / "some.jsonl.part"

    assert (130, False, True) == (stopped.code, file.exists(), part.exists())
    run("puzzles", "make", *order, "--out", str(file))

    assert whole.read_text() == file.read_text()
    assert [*range(len(made))] == made
    assert len(made) > 1
    assert not part.exists()


def test_two_do_not_write_the_same_file(run: Run, tmp_path: Path) -> None:
    """The second is told so."""
    file = tmp_path / "some.csv"
    with (tmp_path / "some.csv.part").open("a+") as part:
        lock(part)
        told = run("puzzles", "make", *FEW, "--out", str(file))

    assert 2 == told.code
    assert told.err.endswith("some.csv.part: another process is making this\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--workers", "2", "--cluster", "tcp://127.0.0.1:1"), "a --cluster has its own"),
        (("--cluster", "tcp://127.0.0.1:1"), "no answer"),
        (("--out", "/nowhere/at/all.csv"), "there is no folder /nowhere/at"),
        (("--format", "parquet"), "--format parquet needs --out FILE"),
        (("--game", "chess"), "'chess' is not one of"),
    ],
)
def test_what_cannot_be_made(run: Run, words: tuple[str, ...], told: str) -> None:
    """One line says why, before anything is made."""
    ran = run("puzzles", "make", "--count", "1", *words)

    assert 2 == ran.code
    assert told in ran.err
    assert 1 == ran.err.count("\n")


def on_a_terminal(*words: str, out: IO[bytes] | None = None) -> bytes:
    """What a command writes to a terminal; with `out`, what it writes there besides."""
    command = [sys.executable, "-m", "tinplate.cli.main", "puzzles", *words]
    ours, theirs = pty.openpty()
    shown = b""
    with subprocess.Popen(command, stdout=out or theirs, stderr=theirs):  # noqa: S603 - our own command
        os.close(theirs)
        with suppress(OSError):  # Linux says so when the last writer has gone
            while piece := os.read(ours, 1 << 16):
                shown += piece
    os.close(ours)
    return shown


def test_a_terminal_shows_progress(tmp_path: Path) -> None:
    """On standard error, while the rows go into a file."""
    with (tmp_path / "rows").open("wb") as rows:
        shown = on_a_terminal("make", *FEW, "--game", GAMES[0], out=rows)

    assert b"of 3 puzzles" in shown
    assert 3 == len((tmp_path / "rows").read_bytes().splitlines())


# load and daily


def loaded(run: Run, *files: Path, database: Path) -> str:
    ran = run("puzzles", "load", *map(str, files), "--database", f"sqlite:///{database}")
    assert (0, "") == (ran.code, ran.err)
    return ran.out


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
def test_a_data_set_is_loaded_once(run: Run, tmp_path: Path, kind: str) -> None:
    """Of all games and in every format; a second time, nothing is new."""
    file, database = tmp_path / f"some.{kind}", tmp_path / "tables.sqlite"
    run("puzzles", "make", *FEW, "--out", str(file))

    assert "Loaded 6 new puzzles.\n" == loaded(run, file, database=database)
    again = loaded(run, file, database=database)
    assert "Loaded 0 new puzzles; 6 puzzles had been there before.\n" == again


def test_puzzles_of_a_day_are_kept_for_it(run: Run, tmp_path: Path) -> None:
    """Whoever loads the data set of a date is told that nobody will be dealt it."""
    file, database = tmp_path / "some.jsonl", tmp_path / "some.sqlite"
    day = ("--count", "2", "--seed", "20261117", "--game", GAMES[0])
    run("puzzles", "make", *day, "--out", str(file))
    assert loaded(run, file, database=database) == (
        "Loaded 2 new puzzles.\n2 puzzles with the seed of a date: kept for that day, not dealt.\n"
    )


@pytest.mark.parametrize(
    ("field", "value", "because"),
    [
        ("solution", "gn gn", "does not solve it"),
        ("id", "a" * 16, "the id does not belong to the text"),
        ("kind", "guess", "is no kind of puzzle"),
        ("themes", ["nonsense"], "is no theme"),
        ("game", "chess", "there are no puzzles of"),
        ("length", "many", "Expected `int`"),
    ],
)
def test_what_is_wrong_is_not_loaded(
    run: Run, tmp_path: Path, field: str, value: object, because: str
) -> None:
    """Each is named, with one reason."""
    file, database = tmp_path / "some.jsonl", tmp_path / "tables.sqlite"
    row = json.loads(run("puzzles", "make", *FEW, "--game", "ricochet").out.splitlines()[0])
    file.write_text(json.dumps(row | {field: value}), encoding="utf-8")
    ran = run("puzzles", "load", str(file), "--database", f"sqlite:///{database}")

    assert (2, "") == (ran.code, ran.out)
    assert because in ran.err
    assert str(file) in ran.err


@pytest.mark.parametrize(
    ("text", "because"),
    [
        (b"{}x\n", ", line 1: this is not JSON"),
        (b'{"id": "\xff"}\n', ": this is not text in UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read(run: Run, tmp_path: Path, text: bytes, because: str) -> None:
    """One sentence, which names the line."""
    file, database = tmp_path / "some.jsonl", tmp_path / "tables.sqlite"
    file.write_bytes(text)
    ran = run("puzzles", "load", str(file), "--database", f"sqlite:///{database}")

    assert (2, "") == (ran.code, ran.out)
    assert f"{file}{because}" in ran.err.replace("\n", "")


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    """Nothing is created."""
    ran = run("puzzles", "load", str(tmp_path / "none.csv"), "--database", "sqlite:///x.sqlite")
    assert "there is no such file" in ran.err
    assert [] == [*tmp_path.iterdir()]


def test_the_puzzles_of_a_day_follow_from_the_date(run: Run) -> None:
    """By the rule of docs/puzzles.md, looked for here in the plainest way."""
    shown = [
        json.loads(line)
        for line in run("puzzles", "daily", "--date", "2026-11-17").out.splitlines()
    ]
    assert [("ricochet", "easy"), ("ricochet", "hard"), ("rally", "daily")] == [
        (each["game"], each["slot"]) for each in shown
    ]
    assert not any("solution" in each for each in shown)
    maker = packs()["ricochet"].puzzles()
    assert maker is not None
    for each, slot in zip(shown, maker.daily, strict=False):
        number = 0
        while (made := maker.make(20261117, number)) is None or not (
            slot.least <= made.rating <= slot.most
        ):
            number += 1
        assert (made.text, number) == (each["text"], each["number"])


def test_a_terminal_draws_the_puzzles_of_a_day() -> None:
    """The board, the task and the hand, without the solution; JSON if somebody asks for it."""
    day = ("daily", "--date", "2026-11-17")
    shown = on_a_terminal(*day).decode()

    for part in ("Ricochet, easy, 2026-11-17", "As few moves as you can.", "Lay 5 of these cards:"):
        assert part in shown
    assert "Solution" not in shown
    lines = on_a_terminal(*day, "--json").splitlines()  # with what is compiled, on standard error
    told = [json.loads(line) for line in lines if line.startswith(b"{")]
    assert all(each["id"] in shown for each in told)
    assert 3 == len(told)
    solved = on_a_terminal(*day, "--solution", "--game", GAMES[0]).decode()
    assert 2 == solved.count("Solution: ")


@pytest.mark.parametrize(
    ("words", "because"),
    [
        (("--date", "tomorrow"), "expected a date such as"),
        (("--date", "2025-12-31"), "the first day is"),
        (("--date", "2999-01-01", "--solution"), "is not over yet"),
        (("--solution",), "is not over yet"),
    ],
)
def test_days_that_cannot_be_shown(run: Run, words: tuple[str, ...], because: str) -> None:
    """Nobody is shown the solution of today by mistake."""
    ran = run("puzzles", "daily", *words)
    assert "" == ran.out
    assert because in ran.err
