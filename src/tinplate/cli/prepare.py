"""Compile what the games need ahead of time, so that nobody waits for it later."""

from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import wait
from time import perf_counter

from tinplate.game import Malformed
from tinplate.games import packs
from tinplate.server.preparing import compile_game


def prepare_games(*, rest: bool = False) -> Iterator[tuple[str, float]]:
    """Yield each game that is ready, and the seconds it took; games are compiled side by side.

    A process of its own for each ends by itself, whatever becomes of this one. The rest is what few
    need, such as the solver for large boards.
    """
    began = perf_counter()
    new = get_context("spawn")
    wishes = {"rest": rest, "for_everybody": True}
    running = {
        name: new.Process(target=compile_game, args=(name,), kwargs=wishes, daemon=True)
        for name in packs()
    }
    for process in running.values():
        process.start()
    while running:
        wait([process.sentinel for process in running.values()])
        for name in [name for name, process in running.items() if process.exitcode is not None]:
            if running.pop(name).exitcode:
                raise Malformed(f"{name} could not be compiled")
            yield name, perf_counter() - began
