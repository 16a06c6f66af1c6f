"""Ctrl-C while compiled code runs."""

import signal
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import NoReturn

import pytest

from tests.cli.running import Run
from tests.waiting import PATIENCE, block_until
from tinplate.cli.interrupts import interruptible
from tinplate.executors import deaf_to_interrupts
from tinplate.game import Progress


def test_work_that_has_just_begun_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C between the start of the thread and the wait for it: nobody waits for its end."""
    begin, has_begun, ends = ThreadPoolExecutor.submit, Event(), list[str]()

    def endless(progress: Progress) -> None:
        has_begun.set()
        try:
            block_until(lambda: progress(0.5))
        except Exception as error:
            ends.append(type(error).__name__)
            raise

    def interrupted(pool: ThreadPoolExecutor, *work: Callable[..., None]) -> "Future[None]":
        begin(pool, *work)
        has_begun.wait(PATIENCE)
        raise KeyboardInterrupt

    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        interruptible(endless, lambda _: None)

    assert ["_Unwanted"] == ends


def as_numba_does(*_: object, **__: object) -> NoReturn:
    """What a compiled function raises if Ctrl-C was pressed while it was called."""
    raise SystemError("returned a result with an exception set") from KeyboardInterrupt()


def test_an_interrupt_in_compiled_code_is_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba hides it in an error of its own."""
    monkeypatch.setattr("tinplate.cli.prepare.prepare_games", as_numba_does)

    assert (130, "", "") == run("prepare")


def test_an_error_of_the_system_is_none(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows where it is."""

    def broken(**_: object) -> NoReturn:
        raise SystemError("broken")

    monkeypatch.setattr("tinplate.cli.prepare.prepare_games", broken)
    with pytest.raises(SystemError, match="broken"):
        run("prepare")


def test_an_interrupt_while_a_process_starts_comes_later() -> None:
    """The process that starts it hears it, once it has started."""
    started = list[str]()

    def start() -> None:
        with deaf_to_interrupts():
            signal.raise_signal(signal.SIGINT)
            started.append("a process")

    with pytest.raises(KeyboardInterrupt):
        start()

    assert ["a process"] == started
