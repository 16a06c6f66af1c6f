"""Compile what the games need ahead of time, so that nobody waits for it later."""

from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from tinplate.executors import deaf_to_interrupts
from tinplate.game import Malformed
from tinplate.games import packs
from tinplate.server.preparing import compile_game


def prepare_games(*, rest: bool = False) -> Iterator[str]:
    """Yield what is told of each game: how far it is, and that it is ready.

    Games are compiled side by side. A process of its own for each ends by itself, whatever becomes
    of this one. The rest is what few need, such as the solver for large boards.
    """
    new = get_context("spawn")
    running = dict[Connection, tuple[str, BaseProcess]]()
    for name in packs():
        told, tells = new.Pipe(duplex=False)
        wishes = {"rest": rest, "for_everybody": True}
        process = new.Process(
            target=compile_game, args=(name, tells.send), kwargs=wishes, daemon=True
        )
        with deaf_to_interrupts():
            process.start()
        tells.close()
        running[told] = (name, process)
    while running:
        ready = wait([*running])
        for told in [each for each in running if each in ready]:
            try:
                yield told.recv()
            except EOFError:
                game, ended = running.pop(told)
                ended.join()
                if ended.exitcode:
                    raise Malformed(f"{game} could not be compiled") from None
