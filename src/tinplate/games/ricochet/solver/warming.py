"""Kernels that are rarely needed: compiled beside a server when somebody first needs them."""

from threading import Event, Lock, Thread

from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.solver.limits import fits

_ready, _lock = Event(), Lock()
_threads: list[Thread] = []


def is_warm(position: Position) -> bool:
    """Whether this position can be solved at once; if not, what it needs is being compiled."""
    if fits(position) or _ready.is_set():
        return True
    with _lock:
        if not any(thread.is_alive() for thread in _threads):
            _threads[:] = [Thread(target=_prepare, name="warming", daemon=True)]
            _threads[0].start()
    return False


def warm_up(position: Position) -> None:
    """Wait until this position can be solved at once."""
    if not is_warm(position):
        _threads[0].join()


def _prepare() -> None:
    from tinplate.games.ricochet.solver import wide  # noqa: PLC0415 - it loads a compiler

    wide.compile_aside()
    wide.load_kernels()
    _ready.set()
