"""Nobody waits for a compiler: games are compiled beside the server, and loaded when needed."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from typing import Any

import pytest

from tests.server.processes import ANN, Process, WallClock, match_begun
from tests.waiting import PATIENCE, others_run
from tinplate import kernel_cache
from tinplate.ending import Resign
from tinplate.games import packs
from tinplate.games.rally.pack import RallyPack
from tinplate.games.ricochet.pack import RicochetPack
from tinplate.kernel_cache import TEMPORARY, VARIABLE, Progress, _Process
from tinplate.lobby.values import Terms
from tinplate.pack import GamePack
from tinplate.puzzles.values import PuzzleMaker
from tinplate.server import preparing
from tinplate.server.preparing import Preparation, compile_game, is_marked
from tinplate.server.puzzle_filling import PuzzleFiller
from tinplate.server.solvers import solver_of
from tinplate.store.memory import MemoryStore

# Where compiled code is found, whatever a test says of its own process.
KEPT_ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


class SlowRally(RallyPack):
    """A game whose code takes as long to load as the test says."""

    def __init__(self) -> None:
        self.may_load = Event()
        self.loads = list[str]()

    def prepare(self) -> None:
        self.may_load.wait(PATIENCE)
        self.loads.append("match")

    def warm_up(self) -> Iterator[None]:
        self.loads.append("bots")
        yield


@pytest.fixture(autouse=True)
def _like_a_new_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setenv("NUMBA_OPT", "2")
    monkeypatch.setattr(_Process, "is_for_everybody", False)
    monkeypatch.setattr(_Process, "progress", Progress(bool, "", ""))


def compiler(code: int, asked: list[str]) -> Callable[[str, Callable[[str], None]], object]:
    async def run(name: str, tell: Callable[[str], None]) -> int:
        asked.append(name)
        tell(f"Compiling {name} ...")
        return code

    return run


@pytest.mark.parametrize(("code", "end"), [(0, []), (3, ["ricochet was not compiled: code 3"])])
async def test_what_is_not_compiled_is_compiled_and_told(
    monkeypatch: pytest.MonkeyPatch, code: int, end: list[str]
) -> None:
    """Until then searches are told so; if it fails, whoever needs the code compiles it."""
    asked, told = list[str](), list[str]()
    monkeypatch.setattr(preparing, "_run_compiler", compiler(code, asked))
    preparation = Preparation([RicochetPack()], compiles=True, tell=told.append)
    before = preparation.is_compiled("ricochet")
    preparation.begin()
    await preparation.run()

    assert not before
    assert preparation.is_compiled("ricochet")
    assert ["ricochet"] == asked
    assert ["Compiling ricochet ...", *end] == told


async def test_what_the_compiler_tells_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of its own compiles, or finds that everything is there."""
    told = list[str]()
    monkeypatch.setattr("os.environ", KEPT_ENVIRONMENT)
    code = await preparing._run_compiler("rally", told.append)

    assert (0, "rally is ready") == (code, told[-1][:14])


@pytest.mark.parametrize("game", packs())
def test_how_far_it_is_is_right(game: str) -> None:
    """A pack knows how many functions it has: the last line says so many of so many."""
    program = """
import sys
from tinplate import kernel_cache
from tinplate.games import packs
from tinplate.server.preparing import _load_all
progress, pack = kernel_cache.Progress(bool, "", ""), packs()[sys.argv[1]]
kernel_cache.compile_with(progress, for_everybody=False)
_load_all(pack)
pack.warm_up_rest()
print(progress.done == pack.compiled_functions + pack.rest_of_functions, progress.done)
"""
    ran = subprocess.run(  # noqa: S603 - our own Python
        [sys.executable, "-c", program, game],
        capture_output=True, text=True, check=True, env=KEPT_ENVIRONMENT,
    )  # fmt: skip

    assert ran.stdout.startswith("True"), ran.stdout


def test_a_game_is_told_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it is compiled, how far it is every so often, and at the end how long it took."""

    def load(_: GamePack) -> None:
        progress = _Process.progress
        progress.advance()  # this one was there
        for _compiled in range(3):
            progress.begin()
            progress.advance()

    told = list[str]()
    monkeypatch.setattr(preparing, "_load_all", load)
    monkeypatch.setattr(kernel_cache, "EVERY", 0.0)
    compile_game("rally", told.append)
    monkeypatch.setattr(preparing, "_load_all", lambda _: None)
    compile_game("rally", told.append)

    assert [
        "Compiling rally: about a minute ...",
        "Compiling rally: 2 of 13",
        "Compiling rally: 3 of 13",
        "Compiling rally: 4 of 13",
        "rally is ready after 0 s.",
        "rally is ready.",
    ] == told


def test_lines_keep_their_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log is not filled with them."""
    told, now = list[str](), [100.0]
    monkeypatch.setattr(kernel_cache, "monotonic", lambda: now[0])
    progress = Progress(told.append, "begun", "so far")
    for _ in range(30):
        progress.begin()
        progress.advance()
        now[0] += 1

    assert ["begun", "so far: 11", "so far: 21"] == told


async def test_compiling_waits_until_the_server_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new server needs the processor itself to start."""
    asked = list[str]()
    monkeypatch.setattr(preparing, "_run_compiler", compiler(0, asked))
    preparation = Preparation([RicochetPack()], compiles=True)
    running = asyncio.create_task(preparation.run())
    await others_run(10)
    before = [*asked]
    preparation.begin()
    await asyncio.wait_for(running, PATIENCE)

    assert ([], ["ricochet"]) == (before, asked)


async def test_a_game_in_plain_python_is_ready_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process is started for it, and nothing is told."""

    class Plain(RicochetPack):
        prepare, warm_up = GamePack.prepare, GamePack.warm_up

    asked, told = list[str](), list[str]()
    monkeypatch.setattr(preparing, "_run_compiler", compiler(0, asked))
    preparation = Preparation([Plain()], compiles=True, tell=told.append)
    preparation.begin()
    await preparation.run()

    assert preparation.is_compiled("ricochet")
    assert ([], []) == (asked, told)


async def test_what_is_compiled_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mark says so, until a file of the game changes."""
    asked, pack = list[str](), RicochetPack()
    monkeypatch.setattr(preparing, "_run_compiler", compiler(0, asked))
    monkeypatch.setattr(preparing, "_load_all", lambda _: None)
    before = is_marked(pack)
    compile_game("ricochet", bool)
    preparation = Preparation([pack], compiles=True)
    preparation.begin()
    await preparation.run()
    monkeypatch.setattr(preparing, "_fingerprint", lambda _: "another file")

    assert not before
    assert not asked
    assert not is_marked(pack)


async def test_a_match_waits_for_its_rules_and_bots_for_the_rest() -> None:
    """Everybody waits for the same load, and there is only one."""
    pack = SlowRally()
    preparation = Preparation([pack, RicochetPack()])
    await preparation.until_playable("ricochet")  # its rules need no compiled code
    waiting = [asyncio.create_task(preparation.until_playable("rally")) for _ in range(3)]
    waiting[0].cancel()  # whoever leaves does not stop it for the others
    await asyncio.wait(waiting[:1])
    pack.may_load.set()
    await asyncio.wait_for(asyncio.gather(*waiting[1:]), PATIENCE)
    after_match = [*pack.loads]
    await asyncio.wait_for(preparation.until_ready("rally"), PATIENCE)

    assert ["match"] == after_match
    assert ["match", "match", "bots"] == pack.loads


async def test_a_match_that_is_dealt_loads_its_code_before_anybody_plays() -> None:
    """Or else the first players of all would wait for it."""
    pack, process = SlowRally(), Process(MemoryStore(), WallClock())
    process.log_cache.preparation = Preparation([pack])
    pack.may_load.set()
    await match_begun(process, Terms("rally", {"course": "stamping-mill"}))
    await process.log_cache.close()

    assert ["match"] == pack.loads


async def test_a_finished_match_waits_for_the_compiler_and_loads_nothing_for_bots() -> None:
    """What its statistics need, they load themselves."""
    pack, process = SlowRally(), Process(MemoryStore(), WallClock())
    process.log_cache.preparation = Preparation([pack])
    pack.may_load.set()
    table = await match_begun(process, Terms("rally", {"course": "stamping-mill"}))
    await process.play(table, ANN, Resign(), "resign")
    await process.match(table)
    await process.records._background.join()

    assert not (await process.replica(table)).table.to_record
    assert ["match"] == pack.loads


async def asking_for_puzzles(process: Process) -> None:
    request: Any = None  # whoever has a name is not looked for there
    await solver_of(request, process, ANN)


async def filling_the_shelf(process: Process) -> None:
    filler = PuzzleFiller(process.puzzles, process.preparation, process.clock, 1, lambda: True)
    await filler._next_job()


@pytest.mark.parametrize("load", [asking_for_puzzles, filling_the_shelf])
async def test_nobody_waits_while_the_makers_of_puzzles_are_loaded(
    monkeypatch: pytest.MonkeyPatch, load: Callable[[Process], Awaitable[None]]
) -> None:
    """They import the compiler; once, and in a thread of its own."""
    threads, maker = list[Thread](), RallyPack().puzzles()

    def noted(_: GamePack) -> PuzzleMaker:
        threads.append(current_thread())
        return maker

    for kind in (RallyPack, RicochetPack):
        monkeypatch.setattr(kind, "puzzles", noted)
    process = Process(MemoryStore(), WallClock())
    await load(process)
    await load(process)

    assert 2 == len(threads)  # one for each game
    assert main_thread() not in threads


def test_a_place_that_cannot_be_written_to_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is noted then."""
    monkeypatch.setenv(VARIABLE, "/dev/null/nowhere")
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/nowhere")
    monkeypatch.setenv(TEMPORARY, "/dev/null/nowhere")
    loaded = list[GamePack]()
    monkeypatch.setattr(preparing, "_load_all", loaded.append)
    compile_game("rally", bool)

    assert [packs()["rally"].name] == [pack.name for pack in loaded]
    assert not is_marked(packs()["rally"])


def test_a_server_starts_without_the_compiler() -> None:
    """Numba and NumPy are imported when somebody needs them."""
    program = """
import sys
from tests.server.processes import Process
from tests.server.processes import WallClock
from tinplate.server.app import create_app
from tinplate.store.memory import MemoryStore
create_app(Process(MemoryStore(), WallClock()))
print({"numba", "numpy"} & set(sys.modules))
"""
    ran = subprocess.run(  # noqa: S603 - our own Python
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=KEPT_ENVIRONMENT,
    )

    assert "set()\n" == ran.stdout
