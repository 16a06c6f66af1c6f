"""`tinplate prepare`: what the games need is compiled before anybody waits for it."""

import signal
from collections.abc import Callable

import pytest

from tests.cli.running import Run
from tinplate.cli.prepare import prepare_games
from tinplate.games import packs


@pytest.fixture(autouse=True)
def _like_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is set for the compiler does not stay for other tests."""
    monkeypatch.setenv("NUMBA_OPT", "2")


def test_every_game_is_prepared(run: Run) -> None:
    """The second time there is nothing to compile, and each is ready."""
    for _ in prepare_games():
        pass
    told = run("prepare")

    assert (0, {f"{name} is ready." for name in packs()}) == (told.code, {*told.out.splitlines()})


def test_the_rest_is_compiled_on_demand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--all` leaves nothing for whoever is the first to solve a large board."""
    monkeypatch.setattr("tinplate.cli.prepare.prepare_games", lambda *, rest: [f"rest: {rest}"])

    assert "rest: False\n" == run("prepare").out
    assert "rest: True\n" == run("prepare", "--all").out


# Says that Ctrl-C is blocked, in a process of its own.
def _is_deaf(name: str, tell: Callable[[str], None], **_: object) -> None:
    deaf = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    tell(f"{name} is deaf" if deaf else f"{name} hears it")


def test_compilers_do_not_hear_ctrl_c(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal sends it to all of them, and each would print where it was."""
    monkeypatch.setattr("tinplate.cli.prepare.compile_game", _is_deaf)
    told = run("prepare")

    assert {f"{name} is deaf" for name in packs()} == {*told.out.splitlines()}


def test_a_game_that_cannot_be_compiled_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, with the exit code of a failure."""
    monkeypatch.setattr("tinplate.cli.prepare.compile_game", _fail)
    told = run("prepare")

    assert 0 != told.code
    assert "could not be compiled" in told.err


def _fail(_: str, __: object, *, rest: bool, for_everybody: bool) -> None:  # noqa: ARG001 - as it is called
    raise SystemExit(3)
