"""Decorators for compiled functions that are compiled again if any of their files changes.

Functions that a function calls and constants that it uses are compiled into it: if only its own
file counted, it would be stale after a change in another one, and give wrong answers. Here, all
files of this package and the rules' kernel count.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from tinplate.games.rally import kernel
from tinplate.kernel_cache import kept

Function = TypeVar("Function", bound=Callable[..., Any])
SOURCES = (*sorted(map(str, Path(__file__).parent.glob("*.py"))), kernel.__file__)

# A function that Python may call.
compiled: Callable[[Function], Function] = kept(*SOURCES, no_cfunc_wrapper=True)
# A function that only compiled functions call, and that makes no arrays. Without reference counting
# it is much faster. Without a wrapper for Python it compiles faster, but calling it from Python
# crashes the interpreter.
inner: Callable[[Function], Function] = kept(
    *SOURCES, no_cfunc_wrapper=True, forceinline=True, no_cpython_wrapper=True, _nrt=False
)
