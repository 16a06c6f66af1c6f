"""Decorators for compiled functions, with a cache that notices a change in any of their files.

Numba's cache compares only the file that a function is in. Functions that it calls and constants
that it uses are compiled into it, so after a change in another file it would be stale, and give
wrong answers. Here, all files of this package and the rules' kernel count as one.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from numba import njit

from tinplate.games.rally import kernel

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """A function that Python may call."""
    return _cached(function)


def inner(function: Function) -> Function:
    """A function that only compiled functions call, and that makes no arrays.

    Without reference counting it is much faster. Without a wrapper for Python it compiles faster,
    but calling it from Python crashes the interpreter.
    """
    return _cached(function, forceinline=True, no_cpython_wrapper=True, _nrt=False)


def _cached(function: Function, **options: bool) -> Function:
    made: Any = njit(cache=True, nogil=True, no_cfunc_wrapper=True, **options)(function)
    # Private to Numba, and absent with NUMBA_DISABLE_JIT; a test notices if a version renames it.
    file: Any = getattr(getattr(made, "_cache", None), "_cache_file", None)
    if hasattr(file, "_source_stamp"):
        file._source_stamp = (file._source_stamp, _sources())  # noqa: SLF001
    dispatcher: Function = made
    return dispatcher


def _sources() -> list[tuple[str, float, int]]:
    """Name, time and size of every file whose change makes compiled functions stale."""
    files = [*sorted(Path(__file__).parent.glob("*.py")), Path(kernel.__file__)]
    stats = [(file.name, file.stat()) for file in files]
    return [(name, stat.st_mtime, stat.st_size) for name, stat in stats]
