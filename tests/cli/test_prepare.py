"""`tinplate prepare`: what the games need is compiled before anybody waits for it."""

import pytest

from tests.cli.running import Run
from tinplate.cli.prepare import prepare_games
from tinplate.games import packs


@pytest.fixture(autouse=True)
def _like_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is set for the compiler does not stay for other tests."""
    monkeypatch.setenv("NUMBA_OPT", "2")


def test_every_game_is_prepared() -> None:
    """Each is told once, with the seconds it took, the quickest first."""
    ready = list(prepare_games())

    assert set(packs()) == {name for name, _ in ready}
    assert len(packs()) == len(ready)
    assert [seconds for _, seconds in ready] == sorted(seconds for _, seconds in ready)


def test_it_says_how_far_it_is(run: Run) -> None:
    """A line for each game as soon as it is ready."""
    told = run("prepare")

    assert 0 == told.code
    for name in packs():
        assert f"{name} is ready after " in told.out


def test_the_rest_is_compiled_on_demand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--all` leaves nothing for whoever is the first to solve a large board."""
    monkeypatch.setattr("tinplate.cli.prepare.prepare_games", lambda *, rest: [("x", float(rest))])

    assert "x is ready after 0 s." in run("prepare").out
    assert "x is ready after 1 s." in run("prepare", "--all").out


def test_a_game_that_cannot_be_compiled_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, with the exit code of a failure."""
    monkeypatch.setattr("tinplate.cli.prepare.compile_game", _fail)
    told = run("prepare")

    assert 0 != told.code
    assert "could not be compiled" in told.err


def _fail(_: str, *, rest: bool, for_everybody: bool) -> None:  # noqa: ARG001 - as it is called
    raise SystemExit(3)
