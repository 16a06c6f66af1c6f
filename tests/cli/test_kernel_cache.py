"""Tinplate starts, and says what it lacks, where it may write nothing (L8)."""

import os
from pathlib import Path

import pytest

from tinplate.cli.kernel_cache import VARIABLE, find_place_for_kernels

NOWHERE = Path("/dev/null/nowhere")  # not even root can write there


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody without a home."""
    monkeypatch.setenv("HOME", str(NOWHERE))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv(VARIABLE, "")  # deleting what is not there would not be undone
    monkeypatch.delenv(VARIABLE)


def test_a_folder_is_found_where_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    """One that nobody else knows of and can write to; a line says what would help."""
    find_place_for_kernels(NOWHERE)
    folder = Path(os.environ[VARIABLE])

    assert 0o700 == folder.stat().st_mode & 0o777
    assert f"Set {VARIABLE} to a folder that can be written to." in capsys.readouterr().err


@pytest.mark.parametrize("place", ["package", "home", "cache", "variable"])
def test_nothing_is_said_where_there_is_a_place(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    place: str,
) -> None:
    """Beside the source, in one's own cache, or where one has said."""
    names = {"home": "HOME", "cache": "XDG_CACHE_HOME", "variable": VARIABLE}
    if place in names:
        monkeypatch.setenv(names[place], str(tmp_path))
    find_place_for_kernels(tmp_path if place == "package" else NOWHERE)

    assert (tmp_path if place == "variable" else None) == (
        Path(os.environ[VARIABLE]) if VARIABLE in os.environ else None
    )
    assert "" == capsys.readouterr().err
