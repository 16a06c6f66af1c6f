"""Long work in compiled code that Ctrl-C can end."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

from tinplate.game import Progress

INTERRUPTED = 130  # the exit code, as shells have it
ResultT = TypeVar("ResultT")


class _Unwanted(Exception):
    """Nobody waits for the result any more."""


def interruptible(work: Callable[[Progress], ResultT], progress: Progress) -> ResultT:
    """Do it in a thread of its own: KeyboardInterrupt is no exception that compiled code can bear.

    After Ctrl-C it ends at its next sign of progress.
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
