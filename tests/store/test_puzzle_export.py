"""`tinplate puzzles export`: attempts of a month, without anybody's id, name or exact time."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pyarrow.parquet import ParquetFile, read_schema

from tests.cli.running import Run
from tinplate.server.counts import count_once
from tinplate.server.forgotten import FORGOTTEN
from tinplate.server.metrics import Metrics
from tinplate.server.puzzle_settings import PuzzleSettingsService, SolverSettings
from tinplate.server.puzzles import ATTEMPT_ROWS, ATTEMPTS, attempts_log
from tinplate.server.shared_log import SharedLog
from tinplate.store.log import Moment
from tinplate.store.opening import open_store
from tinplate.training.standings import GameTraining
from tinplate.training.values import (
    Answered,
    AttemptOutcome,
    AttemptRow,
    GivenUp,
    HintTaken,
    Mode,
    Started,
)

MONTH = "2026-10"
AT = round(datetime(2026, 10, 5, 12, 34, 56, 789_000, UTC).timestamp() * 1000)
NOVEMBER = round(datetime(2026, 11, 1, tzinfo=UTC).timestamp() * 1000)
ANN, BOB, CLEO, DORA = "id-of-ann", "id-of-bob", "id-of-cleo", "id-of-dora"


def tried(person: str, puzzle: str, mode: Mode = "mix", at: int = AT, run: str = "") -> list[Any]:
    """Somebody needs 12.345 s."""
    done = at + 12_345
    return [
        Started(person, puzzle, at, mode, mode == "mix", f"name-of-{person}", run),
        HintTaken(person, puzzle, at + 1, 1),
        Answered(person, puzzle, done, "rn gw", 0, 12.345, AttemptOutcome(0.7512)),
    ]


async def fill(address: str, rows: list[AttemptRow], willing: Sequence[str] = (ANN, CLEO)) -> None:
    """Everybody's attempts at Ricochet.

    Bob does not want to be in it any more, Cleo has gone, and Dora has said nothing.
    """
    store = await open_store(address)
    clock = lambda: Moment(AT)  # noqa: E731
    try:
        log = SharedLog[GameTraining, AttemptRow](
            store, attempts_log("ricochet"), ATTEMPTS, GameTraining(), ATTEMPT_ROWS
        )
        await log.write(["all"], lambda _: rows)
        settings = PuzzleSettingsService(store, clock, Metrics())
        for person in (BOB, *willing):
            await settings.change(SolverSettings(person, is_in_dataset=True))
        await settings.change(SolverSettings(BOB, is_in_dataset=False))
        await count_once(store, FORGOTTEN, FORGOTTEN, CLEO, Moment(AT))
    finally:
        await store.close()


def exported(run: Run, address: str, out: Path) -> list[dict[str, Any]]:
    wish = ("--month", MONTH, "--database", address, "--out", str(out))
    ran = run("puzzles", "export", *wish)
    assert ran.code == 0, ran.err
    with ParquetFile(out) as file:
        rows: list[dict[str, Any]] = file.read().to_pylist()
    return rows


def test_attempts_of_a_month(run: Run, address: str, tmp_path: Path) -> None:
    """Only of that month, and only of those who are there and want it."""
    given_up = [
        Started(ANN, "p2", AT + 60_000, "mix", is_rated=True),
        GivenUp(ANN, "p2", AT, 125.4),
    ]
    rows = [*tried(ANN, "p1"), *given_up, *tried(BOB, "p1"), *tried(CLEO, "p1"), *tried(DORA, "p1")]
    asyncio.run(fill(address, [*rows, *tried(ANN, "p3", at=NOVEMBER)]))
    first, second = exported(run, address, tmp_path / "attempts.parquet")
    assert first == {
        "person": 1, "number": 1, "game": "ricochet", "puzzle": "p1", "date": "2026-10-05",
        "mode": "mix", "is_rated": True, "state": "solved", "extra": 0, "answers": 1, "hints": 1,
        "seconds": 12, "score": 0.75,
    }  # fmt: skip
    told = {name: second[name] for name in ("person", "number", "state", "extra", "seconds")}
    assert told == {"person": 1, "number": 2, "state": "given-up", "extra": None, "seconds": 130}
    about = read_schema(tmp_path / "attempts.parquet").metadata
    assert (about[b"licence"], about[b"month"]) == (b"CC0-1.0", MONTH.encode())


def test_no_id_no_name_no_exact_time(run: Run, tmp_path: Path) -> None:
    """Nothing of a person is in any byte or value of the file."""
    address = f"sqlite:///{tmp_path / 'db.sqlite'}"
    rows = [
        *tried(ANN, "p1"),
        *tried(ANN, "p2", "daily"),
        *tried(ANN, "p3", "race", run="ABCDEFGH"),
    ]
    asyncio.run(fill(address, rows))
    out = tmp_path / "attempts.parquet"
    values = [value for row in exported(run, address, out) for value in row.values()]
    secrets = [ANN, BOB, CLEO, "name-of", "ABCDEFGH", "rn gw", "12:34", str(AT)]
    written = out.read_bytes() + repr(values).encode()
    for secret in secrets:
        assert secret.encode() not in written, secret
    exact = {AT, AT // 1000, 12.345, 12.3}
    assert exact.isdisjoint(value for value in values if isinstance(value, int | float))


def test_what_has_a_name_elsewhere_leads_to_nobody(run: Run, tmp_path: Path) -> None:
    """Puzzles of a day and runs are on leaderboards, so they have numbers of their own."""
    address = f"sqlite:///{tmp_path / 'db.sqlite'}"
    rows = [
        *tried(ANN, "p1"), *tried(ANN, "p2"),
        *tried(ANN, "p3", "daily"), *tried(ANN, "p4", "daily"),
        *tried(ANN, "p5", "race", run="A"), *tried(ANN, "p6", "race", run="A"),
        *tried(ANN, "p7", "streak", run="B"),
    ]  # fmt: skip
    asyncio.run(fill(address, rows))
    found = exported(run, address, tmp_path / "attempts.parquet")
    people = {row["puzzle"]: row["person"] for row in found}
    assert people["p1"] == people["p2"]
    assert people["p5"] == people["p6"]
    assert len({people[name] for name in ("p1", "p3", "p4", "p5", "p7")}) == 5


def test_numbers_are_drawn_anew_each_time(run: Run, tmp_path: Path) -> None:
    """Not by id, nor by who came first: with 200 people, two draws are not the same."""
    address = f"sqlite:///{tmp_path / 'db.sqlite'}"
    people = [f"person-{number:03}" for number in range(200)]
    rows = [row for number, who in enumerate(people) for row in tried(who, f"p{number}")]
    asyncio.run(fill(address, rows, people))
    draws = [
        {row["puzzle"]: row["person"] for row in exported(run, address, tmp_path / name)}
        for name in ("one.parquet", "two.parquet")
    ]
    assert draws[0] != draws[1]
    assert sorted(draws[0].values()) == sorted(draws[1].values()) == [*range(1, 201)]


def test_what_cannot_be_exported(run: Run, tmp_path: Path) -> None:
    """One sentence, and no file."""
    address, out = f"sqlite:///{tmp_path / 'db.sqlite'}", tmp_path / "attempts.parquet"
    asyncio.run(fill(address, tried(ANN, "p1")))
    now = datetime.now(UTC).strftime("%Y-%m")

    def refused(month: str, database: str, file: Path) -> str:
        ran = run("puzzles", "export", "--month", month, "--database", database, "--out", str(file))
        assert (ran.code, file.exists()) == (2, False)
        return ran.err

    assert "it is not over yet" in refused(now, address, out)
    assert "expected a month" in refused("October", address, out)
    assert "there is no folder" in refused(MONTH, address, tmp_path / "none" / "x.parquet")
    missing = tmp_path / "missing.sqlite"
    assert "no such database" in refused(MONTH, f"sqlite:///{missing}", out)
    assert not missing.exists()
    forced = ("puzzles", "export", "--month", now, "--database", address, "--force")
    assert run(*forced, "--out", str(out)).code == 0
