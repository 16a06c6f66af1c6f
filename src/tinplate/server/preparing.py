"""The compiled code of the games: made by processes of their own, loaded when it is needed.

Compiling takes about a minute of Python. In this process, everybody would wait. A file says what is
compiled, so that a server need not load anything to find that out.
"""

import asyncio
import logging
import os
import platform
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter

from tinplate import kernel_cache
from tinplate.games import packs
from tinplate.kernel_cache import Progress
from tinplate.pack import GamePack

COMPILERS = ("numba", "llvmlite", "numpy")
NICENESS = 10  # a tenth of the priority of the server
log = logging.getLogger(__name__)


class Preparation:
    """Knows which games are compiled, and loads their code once."""

    def __init__(
        self,
        games: Iterable[GamePack],
        *,
        compiles: bool = False,
        tell: Callable[[str], None] = log.info,
    ) -> None:
        """Without `compiles`, believe that everything is compiled; if not, loading does it."""
        self._packs = {pack.name: pack for pack in games}
        self._tell = tell
        self._compiled = {name: asyncio.Event() for name in self._packs}
        self._loaded = dict[tuple[str, bool], asyncio.Task[None]]()
        self._may_begin = asyncio.Event()
        if not compiles:
            for event in self._compiled.values():
                event.set()

    def is_compiled(self, game: str) -> bool:
        return self._compiled[game].is_set()

    def begin(self) -> None:
        """Compile from now on: the server answers, and nobody waits for it any more."""
        self._may_begin.set()

    async def run(self) -> None:
        """Compile what is not compiled yet, all games side by side, once the server answers."""
        await self._may_begin.wait()
        async with asyncio.TaskGroup() as running:
            for pack in self._packs.values():
                if not self.is_compiled(pack.name):
                    running.create_task(self._compile(pack))

    async def until_compiled(self, game: str) -> None:
        """Wait until nobody who loads code of the game has to compile it."""
        await self._compiled[game].wait()

    async def until_playable(self, game: str) -> None:
        """Wait for what every match of the game needs."""
        if self._packs[game].plays_compiled:
            await self._load(game, wholly=False)

    async def until_ready(self, game: str) -> None:
        """Wait for everything: bots and searches need it."""
        await self._load(game, wholly=True)

    async def close(self) -> None:
        """Let go of what is being loaded."""
        tasks = self._loaded.values()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _load(self, game: str, *, wholly: bool) -> None:
        known = self._loaded.get((game, wholly))
        if known is None or (known.done() and (known.cancelled() or known.exception())):
            loading = self._load_once(self._packs[game], wholly=wholly)
            known = self._loaded[game, wholly] = asyncio.create_task(loading)
        if not known.done():
            await asyncio.shield(known)

    async def _load_once(self, pack: GamePack, *, wholly: bool) -> None:
        await self.until_compiled(pack.name)
        await asyncio.to_thread(partial(_load_all, pack) if wholly else pack.prepare)

    async def _compile(self, pack: GamePack) -> None:
        try:
            if _has_compiled_code(pack) and not is_marked(pack):
                code = await _run_compiler(pack.name, self._tell)
                if code:
                    self._tell(f"{pack.name} was not compiled: code {code}")
        finally:
            self._compiled[pack.name].set()


def _has_compiled_code(pack: GamePack) -> bool:
    """Whether loading the game does anything at all: one in plain Python is ready at once."""
    kind = type(pack)
    return (kind.prepare, kind.warm_up) != (GamePack.prepare, GamePack.warm_up)


def _load_all(pack: GamePack) -> None:
    pack.prepare()
    for _ in pack.warm_up():
        pass


async def _run_compiler(name: str, tell: Callable[[str], None]) -> int:
    """Run a process that compiles a game, pass on what it tells, and return its exit code."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tinplate.server.preparing", name,
        stdin=DEVNULL, stdout=PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        while process.stdout and (line := await process.stdout.readline()):
            tell(line.decode().rstrip())
        return await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def compile_game(
    name: str, tell: Callable[[str], object], *, rest: bool = False, for_everybody: bool = False
) -> None:
    """Compile what a game needs, and note that it is done; the rest, if few need it, on demand."""
    # As fast as with Numba's default of 3, within 2 %, and compiled in three quarters of the time.
    os.environ.setdefault("NUMBA_OPT", "2")  # in a process that has not imported it yet
    pack, began = packs()[name], perf_counter()
    mark = _mark_of(pack)  # before: a file that is changed meanwhile makes it stale
    total = pack.compiled_functions + (pack.rest_of_functions if rest else 0)
    progress = Progress(tell, f"Compiling {name}: about a minute ...", f"Compiling {name}", total)
    kernel_cache.compile_with(progress, for_everybody=for_everybody)
    _load_all(pack)
    if rest:
        pack.warm_up_rest()
    kernel_cache.mark_as_compiled(name, mark)
    seconds = f" after {perf_counter() - began:.0f} s" if progress.is_compiling else ""
    tell(f"{name} is ready{seconds}.")


def is_marked(pack: GamePack) -> bool:
    """Whether the game, as it is now, has been compiled for this machine."""
    return kernel_cache.is_compiled(_mark_of(pack))


def _mark_of(pack: GamePack) -> str:
    """The name of the file that says so, which lies with the compiled code."""
    module = sys.modules[type(pack).__module__]
    return f"{pack.name}-{_fingerprint(Path(module.__file__ or '').parent)}"


def _fingerprint(folder: Path) -> str:
    """Everything whose change means compiling again."""
    files = [(str(file), file.stat()) for file in sorted(folder.rglob("*.py"))]
    stamps = [(name, stat.st_mtime_ns, stat.st_size) for name, stat in files]
    here = (sys.version, platform.machine(), _processor(), *map(_version, COMPILERS))
    facts = (*here, kernel_cache.FORMAT, stamps)
    return sha256(repr(facts).encode()).hexdigest()[:16]


def _version(package: str) -> str | None:
    with suppress(PackageNotFoundError):
        return version(package)
    return None


def _processor() -> str:
    """Its model: code that is compiled for one may not run on another."""
    with suppress(OSError), Path("/proc/cpuinfo").open() as lines:
        return next((line for line in lines if line.startswith(("model name", "CPU part"))), "")
    return platform.processor()


def _yield_to_others() -> None:
    """People who play on the same machine come first."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)


if __name__ == "__main__":
    _yield_to_others()
    compile_game(sys.argv[1], partial(print, flush=True))
