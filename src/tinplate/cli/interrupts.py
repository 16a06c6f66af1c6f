"""Long work in compiled code that Ctrl-C can stop."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

from tinplate.game import Progress

INTERRUPTED = 130  # the exit code shells use for Ctrl-C
ResultT = TypeVar("ResultT")


class _Unwanted(Exception):
    """The result is no longer wanted."""


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
        future = thread.submit(work, told)
        try:
            return future.result()
        except KeyboardInterrupt:
            is_unwanted.set()
            raise
