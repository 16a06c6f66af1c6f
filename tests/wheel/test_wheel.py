"""The library as users get it: from a wheel, in an environment of their own, with its types."""

import json
import re
import sys
import tarfile
from pathlib import Path
from shutil import copy
from typing import Any
from zipfile import ZipFile

import pytest

from tests.wheel.building import ROOT, run

HERE = Path(__file__).parent
PROGRAM = (HERE / "user_program.py").read_text(encoding="utf-8")
MISTAKES = """\
import tinplate
from tinplate import Match, rally, ricochet

position = ricochet.Position.parse("R1G2Y1B4 rf5,gp2,bl9,yh14 yellow-square")
position.solve(rule="bogus")  # mistake
position.hint(9)  # mistake
position.play(3)  # mistake
position.target = ricochet.Target.VORTEX  # mistake
length: int = position.solve().length  # mistake
match = Match.open("ricochet", seed=1)
match.submit(0, rally.Ready())  # mistake
match.state.course  # mistake
rally.simulate(7, ["random"])  # mistake
rally.Course.named("first-shift").nonsense()  # mistake
tinplate.nonsense  # mistake
ricochet.nonsense  # mistake
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the programs, from where the source folder cannot be seen."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.delenv("MYPYPATH", raising=False)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # a new place would have to be compiled for
    (tmp_path / "right.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "wrong.py").write_text(MISTAKES, encoding="utf-8")
    return tmp_path


def test_both_packages_are_whole(packages: tuple[Path, Path]) -> None:
    """The wheel has the page, the marker of types and the courses; the source can be built."""
    source, wheel = packages
    with ZipFile(wheel) as archive:
        installed = set(archive.namelist())
    with tarfile.open(source) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    here = ROOT / "src"
    expected = {
        path.relative_to(here).as_posix()
        for path in (here / "tinplate").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }

    assert {"tinplate/page/index.html", "tinplate/site/index.html"} <= expected
    assert expected == {name for name in installed if ".dist-info/" not in name}
    assert {f"src/{name}" for name in expected} | {"pyproject.toml", "LICENSE"} <= sources


@pytest.mark.parametrize(
    ("built", "complaint"),
    [
        ([], "Not built yet: page, docs. Run `make page docs` first."),
        (["page"], "Not built yet: docs. Run `make docs` first."),
    ],
)
def test_no_package_without_what_is_built(tmp_path: Path, built: list[str], complaint: str) -> None:
    """Whoever has not built it is told so in a sentence, not in a traceback."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        copy(ROOT / name, tmp_path)
    (tmp_path / "src" / "tinplate").mkdir(parents=True)
    (tmp_path / "src" / "tinplate" / "__init__.py").touch()
    for folder in built:
        (tmp_path / "src" / "tinplate" / folder).mkdir()
        (tmp_path / "src" / "tinplate" / folder / "index.html").touch()
    told = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", cwd=tmp_path)

    assert 0 != told.returncode
    assert f"{complaint}\n" == told.stdout + told.stderr


def test_links_lead_to_the_published_documentation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A registry shows README far from the files that it names; without a site they stay names."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        copy(ROOT / name, tmp_path)
    (tmp_path / "src" / "tinplate").mkdir(parents=True)
    monkeypatch.delenv("TINPLATE_SITE", raising=False)
    here = told_by_the_package(tmp_path)
    monkeypatch.setenv("TINPLATE_SITE", "https://docs.example/tinplate/")
    elsewhere = told_by_the_package(tmp_path)

    assert (ROOT / "README.md").read_text(encoding="utf-8") == here["readme"]["text"]
    assert "urls" not in here
    assert "https://docs.example/tinplate/" == elsewhere["urls"]["Documentation"]
    text = elsewhere["readme"]["text"]
    assert 'src="https://docs.example/tinplate/board.svg"' in text
    assert "[meet them](https://docs.example/tinplate/bots/)" in text
    assert "](https://docs.example/tinplate/architecture/)" in text
    assert [] == re.findall(r"\]\((?!https?:)", text)


def told_by_the_package(folder: Path) -> dict[str, Any]:
    """The metadata that a registry gets."""
    told = run(sys.executable, "-m", "hatchling", "metadata", cwd=folder)
    assert 0 == told.returncode, told.stderr
    return dict(json.loads(told.stdout))


def test_a_user_s_program_runs(python: Path, desk: Path) -> None:
    """It gets what was installed, not what lies in the source folder."""
    told = run(python, "right.py", cwd=desk)

    assert 0 == told.returncode, told.stderr
    position, misread, refused, where = told.stdout.splitlines()
    assert "R1G2Y1B4 rf5,gp2,bl9,yh14 yellow-square" == position
    assert misread.startswith("character 9: a position has three parts")
    assert "Rally is for 1 to 8 players, not 9." == refused
    assert Path(where).is_relative_to(python.parents[1])


def test_a_user_s_program_passes_strict_types(python: Path, desk: Path) -> None:
    """The strictest of checks finds nothing in what is right, and every mistake in what is not."""
    strict = ("-m", "mypy", "--strict", "--config-file=", "--no-error-summary")
    flags = ("--python-executable", python, "--cache-dir", desk / "cache")
    told = run(sys.executable, *strict, *flags, "right.py", "wrong.py", cwd=desk)
    found = re.findall(r"^(.+):(\d+): error: ", told.stdout, flags=re.MULTILINE)
    made = [
        ("wrong.py", str(number))
        for number, line in enumerate(MISTAKES.splitlines(), start=1)
        if line.endswith("# mistake")
    ]

    assert made == found, told.stdout + told.stderr
