"""Where compiled code is kept, and how Numba finds it again.

Numba's own cache lies beside the source, passes over what it can read but not write, and can mix
up what two processes compile at the same time. Here each piece of code is one file, which appears
whole or not at all. Its name says what it is for, so it is never read for anything else.
"""

import atexit
import logging
import os
import pickle
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from platformdirs import user_cache_path

VARIABLE = "NUMBA_CACHE_DIR"
TEMPORARY = "TINPLATE_TEMPORARY_CACHE"  # tells processes that we start where this one keeps code
MARK = "compiled-"  # how the names of files begin that say what is compiled; see `is_compiled`
PACKAGE = Path(__file__).parent
CANNOT_KEEP = (
    f"tinplate: compiled code cannot be kept here, so each start takes up to a minute longer. "
    f"Set {VARIABLE} to a folder that can be written to."
)
COMPILING = "tinplate: compiling for this processor, once; this takes a minute or two."
Function = TypeVar("Function", bound=Callable[..., Any])
log = logging.getLogger("tinplate")


class _Process:
    """How this process compiles."""

    is_for_everybody = False
    has_told = False


def compile_quietly(*, for_everybody: bool) -> None:
    """Don't tell that we compile. Keep it in the installation, for all its users, if we may."""
    _Process.is_for_everybody = for_everybody
    _Process.has_told = True


def find_place_for_kernels() -> None:
    """Choose the place before other processes are started: they use the same one."""
    places()


def places() -> Sequence[Path]:
    """Where compiled code is looked for. The first can be written to, and new code goes there.

    That is one's own cache directory, or the folder that the variable names. Others may have
    compiled into that folder, or into the installation: whoever can only read it, does so. Where
    we may write nowhere, it is a temporary folder, and a new one: other people could leave code in
    one that they can guess.
    """
    given = os.environ.get(VARIABLE)
    shared = _of_this_installation(given) if given else PACKAGE / "__pycache__" / "kernels"
    own = _of_this_installation(user_cache_path("tinplate", appauthor=False) / "kernels")
    shared_first = given or _Process.is_for_everybody
    wanted = (shared, own) if shared_first else (own, shared)
    first = next(filter(_can_write, wanted), None) or _temporary_place(shared)
    return list(dict.fromkeys((first, shared)))


def is_compiled(mark: str) -> bool:
    """Whether somebody has left this mark with the code that is compiled."""
    return any((place / f"{MARK}{mark}").exists() for place in places())


def mark_as_compiled(game: str, mark: str) -> None:
    """Leave a mark of this game, and take older ones away."""
    place = places()[0]
    with suppress(OSError):  # then the next server compiles again, or loads what it finds
        place.mkdir(parents=True, exist_ok=True)
        for old in place.glob(f"{MARK}{game}-*"):
            old.unlink()
        (place / f"{MARK}{mark}").touch()


def kept(*sources: str, **options: object) -> Callable[[Function], Function]:
    """Numba's `njit` with these options, which keeps what it compiles.

    Sources are the files that the code is compiled from: the function's own, and those of all
    functions and constants that it uses. If one changes, the function is compiled again.
    """
    from numba import njit  # noqa: PLC0415 - a server starts without it

    def compiled(function: Function) -> Function:
        made: Any = njit(nogil=True, **options)(function)
        if hasattr(made, "_cache"):  # private to Numba; absent with NUMBA_DISABLE_JIT
            made._cache = KernelCache(function, sources)  # noqa: SLF001
        dispatcher: Function = made
        return dispatcher

    return compiled


class KernelCache:
    """The compiled code of one function: what Numba asks instead of its own cache."""

    def __init__(self, function: Callable[..., Any], sources: Sequence[str]) -> None:
        self._function = f"{function.__module__}.{function.__qualname__}"
        self._stamp = _stamp_of(tuple(sources))

    @property
    def cache_path(self) -> str:
        return str(places()[0])

    def load_overload(self, signature: object, context: Any) -> object:  # noqa: ANN401
        """What is compiled for arguments of these types, or None; then Numba compiles it."""
        from numba.core.compiler import CompileResult  # noqa: PLC0415

        context.refresh()
        name = self._name_for(signature, context)
        for place in places():
            parts = _read(place / name)
            if parts is not None:
                return CompileResult._rebuild(context, *parts)  # noqa: SLF001
        if not _Process.has_told:
            _Process.has_told = True
            log.warning(COMPILING)
        return None

    def save_overload(self, signature: object, result: Any) -> None:  # noqa: ANN401
        """Keep what was compiled. A full disk costs time, not the result."""
        if result.library.has_dynamic_globals:
            raise ValueError(f"{self._function} uses addresses of this process: it cannot be kept")
        from numba.core.serialize import dumps  # noqa: PLC0415

        file = places()[0] / self._name_for(signature, result.target_context)
        with suppress(OSError):
            _write(file, dumps(result._reduce()))  # noqa: SLF001
            for other in file.parent.glob(f"{self._function}-*"):
                if not other.name.startswith(f"{self._function}-{self._stamp}-"):
                    other.unlink()

    def flush(self) -> None:
        """Forget nothing: the names of files say what they are for."""

    def _name_for(self, signature: object, context: Any) -> str:  # noqa: ANN401
        from numba import __version__  # noqa: PLC0415

        processor = context.codegen().magic_tuple()
        facts = sha256(repr((str(signature), processor, __version__, sys.version)).encode())
        return f"{self._function}-{self._stamp}-{facts.hexdigest()[:24]}"


def _of_this_installation(place: str | Path) -> Path:
    """A folder in a place that several installations share."""
    return Path(place) / sha256(str(PACKAGE).encode()).hexdigest()[:16]


def _temporary_place(shared: Path) -> Path:
    known = os.environ.get(TEMPORARY)
    if known is None:
        known = os.environ[TEMPORARY] = tempfile.mkdtemp(prefix="tinplate-")
        atexit.register(shutil.rmtree, known, ignore_errors=True)
        if not any(shared.glob(f"{MARK}*")):  # or else there is little to keep
            log.warning(CANNOT_KEEP)
    return Path(known)


def _can_write(folder: Path) -> bool:
    """Or make it. Without a home, one's own cache is no absolute path, and is nowhere."""
    there = next(each for each in (folder, *folder.parents) if each.exists() or not each.name)
    return folder.is_absolute() and there.is_dir() and os.access(there, os.W_OK)


@lru_cache
def _stamp_of(sources: tuple[str, ...]) -> str:
    contents = [sha256(Path(source).read_bytes()).digest() for source in sources]
    return sha256(b"".join(contents)).hexdigest()[:12]


def _read(file: Path) -> Any:  # noqa: ANN401 - private to Numba
    """What is in it; None if it isn't there, may not be read, or was damaged."""
    with suppress(OSError, EOFError, pickle.UnpicklingError):
        return pickle.loads(file.read_bytes())  # noqa: S301 - only we, or our host, write there
    return None


def _write(file: Path, data: bytes) -> None:
    """All at once, whoever else does the same. Others may read it, as the umask says."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"unfinished-{uuid4().hex}")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
