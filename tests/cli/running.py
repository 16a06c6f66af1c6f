"""Running the command inside the tests."""

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

from tinplate.cli.main import main


class Ran(NamedTuple):
    """What a command did: its exit code, what it printed and what it complained about."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("ricochet", "new")` is `tinplate ricochet new` in a plain terminal 80 columns wide."""
    for name in ("FORCE_COLOR", "NO_COLOR", "PY_COLORS", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", io.StringIO())

    def run_main(*arguments: str) -> Ran:
        code = main(arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run_main
