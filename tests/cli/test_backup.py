"""`tinplate backup` and `tinplate restore`: what they say, what they leave alone."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from stat import S_IMODE

import pytest

from tests.cli.running import Run
from tests.store.logs import append, opened, versions_of
from tinplate.server.guests import load_key
from tinplate.store.address import default_address


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory with a database of one log and a key."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    asyncio.run(_fill())
    load_key(tmp_path / "tinplate" / "guests.key")
    return tmp_path / "tinplate"


async def _fill() -> None:
    async with opened(default_address()) as store:
        await append(store, "a", 0, 1, 2)


async def _versions() -> list[int]:
    async with opened(default_address()) as store:
        return await versions_of(store, "a")


def test_there_and_back(run: Run, house: Path) -> None:
    """With the defaults of the server: the database and the key are where they were."""
    key = (house / "guests.key").read_bytes()
    backed_up = run("backup", "b.sqlite")
    for file in house.iterdir():
        file.unlink()
    restored = run("restore", "b.sqlite")

    assert (0, "") == (backed_up.code, backed_up.err)
    assert [
        "Backed up 1 log of tables and matches (3 entries) to b.sqlite, and checked it.",
        f"The key of {house / 'guests.key'} is in it: keep it as secret as a password.",
    ] == backed_up.out.splitlines()
    assert (0, "") == (restored.code, restored.err)
    assert "Restored 1 log of tables and matches (3 entries) of 20" in restored.out
    assert f" UTC to {house / 'tinplate.sqlite'}, and checked it.\n" in restored.out
    assert [0, 1, 2] == asyncio.run(_versions())
    assert key == (house / "guests.key").read_bytes()
    assert 0o600 == S_IMODE((house / "guests.key").stat().st_mode)


def test_a_key_that_is_missing_is_missed(run: Run, house: Path) -> None:
    """Both when it could still be found and when it is too late."""
    (house / "guests.key").unlink()
    backed_up = run("backup", "b.sqlite")
    restored = run("restore", "b.sqlite", "--database", "sqlite:///new.sqlite")

    assert (0, 0) == (backed_up.code, restored.code)
    assert f"There is no key at {house / 'guests.key'} (see --key-file)" in backed_up.out
    assert "There was no key in the backup" in restored.out
    assert not (house / "guests.key").exists()


def test_another_key_is_not_overwritten(run: Run, house: Path) -> None:
    """And nothing is restored: its guests would be strangers."""
    run("backup", "b.sqlite")
    (house / "guests.key").write_bytes(bytes(32))
    refused = run("restore", "b.sqlite", "--database", "sqlite:///new.sqlite")
    elsewhere = run("restore", "b.sqlite", "--database", "sqlite:///n.sqlite", "--key-file", "k")

    assert (2, "") == (refused.code, refused.out)
    assert "guests.key: another key is there" in refused.err
    assert not Path("new.sqlite").exists()
    assert (0, 32) == (elsewhere.code, len(Path("k").read_bytes()))


def test_nothing_is_restored_over_a_server(run: Run, house: Path) -> None:
    """Somebody forgot to move the old database away."""
    run("backup", "b.sqlite")
    again = run("backup", "b.sqlite")
    over = run("restore", "b.sqlite")

    assert [2, 2] == [again.code, over.code]
    assert "tinplate: b.sqlite: it exists already, and nothing is overwritten\n" == again.err
    assert f"tinplate: {house}/tinplate.sqlite: it exists already" in over.err


def test_what_was_incomplete_is_told(run: Run, house: Path) -> None:
    """By a line and the exit code, for whatever runs it each night."""
    with closing(sqlite3.connect(house / "tinplate.sqlite")) as connection, connection:
        connection.execute("DELETE FROM log_rows WHERE version = 1")
    ran = run("backup", "b.sqlite")

    assert 1 == ran.code
    assert "1 log had entries missing in the database already.\n" in ran.out
    assert Path("b.sqlite").exists()
