"""`tinplate rally values`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tinplate.outlook import keeping, table

COURSE = "rally 1\nname: Corridor\nedge: wall\nboard:\nS . . . . 1\n"


@pytest.fixture(autouse=True)
def _few_hands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(table, "HANDS", 2)
    monkeypatch.setattr(keeping, "_measured", {})
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
