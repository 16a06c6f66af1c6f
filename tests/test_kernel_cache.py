# ruff: noqa: S603 - what is run is our own code
"""Tinplate starts, and says what it lacks, where it may write nothing (L8)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tinplate.kernel_cache import VARIABLE, find_place_for_kernels

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


IMPORTED = """
import os
os.access = lambda *_: False  # root may write everywhere
from tinplate.games.{module} import {function}
print({function}.stats.cache_path)
"""


@pytest.mark.parametrize(
    ("module", "function"), [("ricochet.solver.kernels", "advance"), ("rally.kernel", "play_turn")]
)
def test_a_library_user_without_a_place_gets_one(module: str, function: str) -> None:
    """One line on standard error instead of a traceback, without the command's help."""
    ran = subprocess.run(
        [sys.executable, "-c", IMPORTED.format(module=module, function=function)],
        capture_output=True,
        check=True,
        text=True,
    )

    assert "tinplate-" in ran.stdout
    assert (1, True) == (ran.stderr.count("\n"), ran.stderr.startswith("tinplate: compiled code"))
