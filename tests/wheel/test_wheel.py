"""The library as users get it: from a wheel, in an environment of their own, with its types."""

import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from venv import EnvBuilder

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
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


def run(*command: str | Path, cwd: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 - our own commands
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel in it; other packages are those we have."""
    folder = tmp_path_factory.mktemp("wheel")
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    assert 0 == built.returncode, built.stderr
    [wheel] = folder.glob("*.whl")
    EnvBuilder(with_pip=False, symlinks=True).create(folder / "env")
    [site] = (folder / "env").glob("lib/python*/site-packages")
    install = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile")
    installed = run(sys.executable, *install, "--target", site, wheel, cwd=folder)
    assert 0 == installed.returncode, installed.stderr
    (site / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder / "env" / "bin" / "python"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the programs, from where the source folder cannot be seen."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.delenv("MYPYPATH", raising=False)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # a new place would have to be compiled for
    (tmp_path / "right.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "wrong.py").write_text(MISTAKES, encoding="utf-8")
    return tmp_path


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
