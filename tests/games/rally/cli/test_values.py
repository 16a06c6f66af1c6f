"""`tinplate rally values`."""

import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.running import Run
from tests.waiting import PATIENCE
from tinplate.games.rally.outlook import cache, table

COURSE = "rally 1\nname: Corridor\nedge: wall\nboard:\nS . . . . 1\n"


@pytest.fixture(autouse=True)
def _few_hands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(table, "HANDS", 2)
    monkeypatch.setattr(cache, "_measured", {})
    table.sample_hands.cache_clear()
    table.guess.cache_clear()


def test_a_course_is_measured_and_kept(run: Run, tmp_path: Path) -> None:
    """It says what a robot may expect, and where the table is."""
    course = tmp_path / "corridor.rally"
    course.write_text(COURSE, encoding="utf-8")
    ran = run("rally", "values", str(course))
    first, second = ran.out.splitlines()

    assert (0, "") == (ran.code, ran.err)
    assert first.startswith("Corridor: about 1.")
    assert Path(second.removeprefix("The table is in ")).is_file()


def test_a_course_that_is_none_is_refused(run: Run) -> None:
    """As everywhere: which there are."""
    ran = run("rally", "values", "nowhere")

    assert 0 != ran.code
    assert "there is no course “nowhere”" in ran.err


def test_ctrl_c_ends_it_in_one_line(tmp_path: Path) -> None:
    """At a terminal, in the middle of compiled code; no half of a table is left."""
    terminal, line = pty.openpty()
    command = (sys.executable, "-m", "tinplate.cli.main", "rally", "values", "stamping-mill")
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.PIPE, stderr=line, start_new_session=True
    ) as measuring:
        os.close(line)
        said = b""
        while not re.search(rb"[1-9]%", said):
            said += os.read(terminal, 4096)
        os.killpg(measuring.pid, signal.SIGINT)
        out, _ = measuring.communicate(timeout=PATIENCE)
    said = b""
    with suppress(OSError):  # so a terminal ends
        while more := os.read(terminal, 4096):
            said += more
    os.close(terminal)

    assert (130, b"") == (measuring.returncode, out)
    assert said.endswith(b"tinplate: interrupted; there is no table for this course yet\r\n")
    assert b"Traceback" not in said
    assert [] == [*tmp_path.rglob("*.npz")]
