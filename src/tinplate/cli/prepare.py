"""Compile what the games need ahead of time, so that nobody waits for it later."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from time import perf_counter

from tinplate.games import packs


def prepare_games() -> Iterator[tuple[str, float]]:
    """Yield each game that is ready, and the seconds it took; games are compiled side by side."""
    began = perf_counter()
    # As fast as with Numba's default of 3, within 2 %, and compiled in three quarters of the time.
    os.environ.setdefault("NUMBA_OPT", "2")  # read by the new processes
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        running = {pool.submit(_prepare, name): name for name in packs()}
        for ready in as_completed(running):
            ready.result()
            yield running[ready], perf_counter() - began


def _prepare(name: str) -> None:
    pack = packs()[name]
    pack.prepare()
    for _ in pack.warm_up():
        pass
