"""Bots at the tables: they are asked in worker threads, and submit like anybody else."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from random import Random

from tinplate.catalogue import BOTS
from tinplate.game import Rejected, Seat
from tinplate.server.errands import Errands
from tinplate.server.hub import Hub
from tinplate.server.ledger import MatchLedger
from tinplate.server.tables import Tables
from tinplate.server.watcher import Gathering
from tinplate.store.log import Unavailable

THREADS = 2
TURN = 2.0  # seconds that a process leaves to one that comes before it, or to a broken store


class BotPlayers:
    """Plays the seats of bots in all matches that somebody looks at, one command at a time."""

    def __init__(self, hub: Hub, tables: Tables, pause: float, dice: Random) -> None:
        self._tables = tables
        self._pause = pause  # seconds before each command, so that people can follow
        self._dice = dice
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")
        self._errands = Errands()
        self._busy: set[str] = set()  # matches
        self._changed: set[str] = set()  # those of them that changed meanwhile
        hub.listen(self._consider)

    async def close(self) -> None:
        await self._errands.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _consider(self, gathering: Gathering) -> None:
        match = gathering.match
        if match is None or not _waits_for_bots(gathering, match):
            return
        self._changed.add(match.log)
        if match.log not in self._busy:
            self._busy.add(match.log)
            self._errands.send_off(self._play(gathering, match))

    async def _play(self, gathering: Gathering, match: MatchLedger) -> None:
        try:
            while gathering.watchers and match.log in self._changed:
                self._changed.discard(match.log)
                rank = gathering.rank
                await asyncio.sleep(self._pause + rank * TURN)
                if rank == 0 or match.log not in self._changed:  # else another process has asked
                    await self._ask_all(gathering, match)
        finally:
            self._busy.discard(match.log)
            self._changed.discard(match.log)

    async def _ask_all(self, gathering: Gathering, match: MatchLedger) -> None:
        """Ask one bot after the other, until one of them does something."""
        before = match.version
        seats = _seats_of_bots(gathering, match)
        for seat in self._dice.sample(seats, k=len(seats)):
            if match.version == before:
                await self._ask(gathering, match, seat)

    async def _ask(self, gathering: Gathering, match: MatchLedger, seat: Seat) -> None:
        name, seen = gathering.room.room.bot_at(seat), match.version
        legal = match.game.legal(match.table.state, seat)
        if name is None or not legal:
            return
        view, now = match.table.view(seat), match.clock(self._tables.books.clock())
        choice = await asyncio.get_running_loop().run_in_executor(
            self._threads, BOTS[name].choose, view, seat, legal, now, self._dice
        )
        if choice is None or gathering.room.room.bot_at(seat) != name:
            return  # it waits, or whose chair it is has come back
        try:
            await self._tables.play_bot(match, seat, choice, seen)
        except Rejected:
            return  # the clock has made it impossible meanwhile
        except Unavailable:
            await asyncio.sleep(TURN)
            self._changed.add(match.log)


def _waits_for_bots(gathering: Gathering, match: MatchLedger) -> bool:
    state = match.table.state
    return any(match.game.legal(state, seat) for seat in _seats_of_bots(gathering, match))


def _seats_of_bots(gathering: Gathering, match: MatchLedger) -> list[Seat]:
    room = gathering.room.room
    if not room.is_playing or room.match != match.log:
        return []
    return [Seat(seat) for seat in range(len(room.seats)) if room.bot_at(Seat(seat)) is not None]
