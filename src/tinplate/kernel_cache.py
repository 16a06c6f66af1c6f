"""Where compiled code is kept, and how Numba finds it again.

Numba's own cache lies beside the source, passes over what it can read but not write, and can mix
up what two processes compile at the same time. Here each piece of code is one file, which appears
whole or not at all. Its name says what it is for, so it is never read for anything else. It begins
with a hash of the rest, so that damaged code is never run. While one process compiles a piece,
others wait for it.
"""

import atexit
import logging
import os
import pickle
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any, TypeVar
from uuid import uuid4

from platformdirs import user_cache_path

from tinplate.file_lock import lock

VARIABLE = "NUMBA_CACHE_DIR"
TEMPORARY = "TINPLATE_TEMPORARY_CACHE"  # tells processes that we start where this one keeps code
MARK = "compiled-"  # how the names of files begin that say what is compiled; see `is_compiled`
FORMAT = 2  # of the files: code in another one is compiled again
PACKAGE = Path(__file__).parent
CANNOT_KEEP = (
    f"tinplate: compiled code cannot be kept here, so each start takes about a minute longer. "
    f"Set {VARIABLE} to a folder that can be written to."
)
COMPILING = "tinplate: compiling for this processor; this takes about a minute."
COMPILED = "tinplate: functions compiled so far"
EVERY = 10.0  # seconds between two lines that say how far it is
# Seconds to wait for another process: longer than it takes to compile anything, but for one that
# somebody has stopped. How often to look.
PATIENCE, PAUSE = 120.0, 0.05
_HASH = sha256().digest_size
Function = TypeVar("Function", bound=Callable[..., Any])
# What is released once a function is compiled, or could not be.
_turn: ContextVar[ExitStack | None] = ContextVar("_turn", default=None)
log = logging.getLogger("tinplate")


class Progress:
    """Says that something is being compiled, and every so often how far it is.

    Functions that Python calls are counted, with all that they call in compiled code.
    """

    def __init__(
        self,
        tell: Callable[[str], object],
        begins: str,
        so_far: str,
        total: int = 0,
        *,
        pause: float | None = None,
    ) -> None:
        """The total is how many there are, if that is known. A pause is in seconds."""
        self._tell, self._begins, self._so_far = tell, begins, so_far
        self._pause = EVERY if pause is None else pause
        self._of = f" of {total}" if total else ""
        self._told_at = 0.0
        self.done = 0
        self.is_compiling = False

    def begin(self) -> None:
        """Something has to be compiled."""
        if not self.is_compiling:
            self.is_compiling, self._told_at = True, monotonic()
            self._tell(self._begins)

    def advance(self) -> None:
        """One more function is there, compiled or found."""
        self.done += 1
        if self.is_compiling and monotonic() - self._told_at >= self._pause:
            self._told_at = monotonic()
            self._tell(f"{self._so_far}: {self.done}{self._of}")


class _Process:
    """How this process compiles."""

    is_for_everybody = False
    progress = Progress(log.warning, COMPILING, COMPILED)
    waits = True  # for other processes, until one has kept it waiting in vain


def compile_with(progress: Progress, *, for_everybody: bool) -> None:
    """Tell it to somebody. Keep it in the installation, for all its users, if we may."""
    _Process.is_for_everybody = for_everybody
    _Process.progress = progress


def compile_quietly() -> None:
    """Don't tell that we compile."""
    compile_with(Progress(bool, "", ""), for_everybody=False)


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
    own = _of_this_installation(_own_cache())
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
            made.compile = _taking_turns(made.compile)
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

        def found() -> object:
            parts = next(filter(None, map(_read, _files_called(name))), None)
            return None if parts is None else CompileResult._rebuild(context, *parts)  # noqa: SLF001

        known, turn = found(), _turn.get()
        if known is not None:
            return known
        _Process.progress.begin()
        if turn is None:
            return None
        turn.enter_context(_alone(places()[0] / f"{name}.lock"))
        return found()  # if another process has compiled it meanwhile

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


def _files_called(name: str) -> Iterator[Path]:
    """Where it may be: in our places, then with one's own other installations.

    The name says exactly what it is for, so a new environment has nothing to compile again. What is
    compiled for everybody has to be where everybody looks.
    """
    yield from (place / name for place in places())
    if _own_cache().is_absolute() and not _Process.is_for_everybody:
        yield from _own_cache().glob(f"*/{name}")


def _own_cache() -> Path:
    return user_cache_path("tinplate", appauthor=False) / "kernels"


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
    return sha256(b"".join([bytes([FORMAT]), *contents])).hexdigest()[:12]


def _taking_turns(compile_: Callable[[Any], object]) -> Callable[[Any], object]:
    """Numba's `compile`, which lets go of its lock at the end, however it ends."""

    def compile_in_turn(signature: object) -> object:
        is_called_by_python = _turn.get() is None
        with ExitStack() as turn:
            turn.callback(_turn.reset, _turn.set(turn))
            made = compile_(signature)
        if is_called_by_python:
            _Process.progress.advance()
        return made

    return compile_in_turn


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Wait for whoever has locked it, and lock it; a crash unlocks it. Without locks, go on."""
    held = _locked(file)
    try:
        yield
    finally:
        if held is not None:
            with suppress(OSError):  # on Windows, others may have it open; then it stays
                file.unlink(missing_ok=True)
            held.close()


def _locked(file: Path) -> IO[str] | None:
    """Open it anew each time: whoever unlocks it has removed it."""
    until = monotonic() + PATIENCE
    with suppress(OSError, ImportError):  # not every drive or system has locks
        file.parent.mkdir(parents=True, exist_ok=True)
        while _Process.waits:
            with ExitStack() as opened:
                each = opened.enter_context(file.open("w"))
                if _can_lock(each, file):
                    opened.pop_all()
                    return each
            sleep(PAUSE)
            _Process.waits = monotonic() < until
    return None


def _can_lock(opened: IO[str], file: Path) -> bool:
    try:
        lock(opened)
        return os.path.samestat(os.fstat(opened.fileno()), file.stat())
    except (BlockingIOError, FileNotFoundError):
        return False


def _read(file: Path) -> Any:  # noqa: ANN401 - private to Numba
    """What is in it; None if it isn't there, may not be read, or was damaged."""
    with suppress(OSError):
        data = file.read_bytes()
        if data[:_HASH] == sha256(data[_HASH:]).digest():
            with suppress(Exception):  # pickle raises any
                return pickle.loads(data[_HASH:])  # noqa: S301 - only we, or our host, write there
    return None


def _write(file: Path, data: bytes) -> None:
    """All at once, whoever else does the same. Others may read it, as the umask says."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"unfinished-{uuid4().hex}")
    try:
        unfinished.write_bytes(sha256(data).digest() + data)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
