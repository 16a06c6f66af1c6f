"""Long work in compiled code that Ctrl-C can stop."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

from tinplate.game import Progress

ResultT = TypeVar("ResultT")


class _Unwanted(Exception):
    """The result is no longer wanted."""


def was_interrupted(error: BaseException) -> bool:
    """Whether Ctrl-C came while compiled code was called: Numba answers with a SystemError."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, KeyboardInterrupt):
        cause = cause.__cause__
    return cause is not None


def interruptible(work: Callable[[Progress], ResultT], progress: Progress) -> ResultT:
    """Run it in a thread: compiled code cannot handle KeyboardInterrupt.

    After Ctrl-C it stops the next time it reports progress.
    """
    is_unwanted = Event()

    def told(done: float) -> None:
        if is_unwanted.is_set():
            raise _Unwanted
        progress(done)

    with ThreadPoolExecutor(1) as thread:
        try:  # also while it starts: leaving the pool waits for what has begun
            return thread.submit(work, told).result()
        except KeyboardInterrupt:
            is_unwanted.set()
            raise
