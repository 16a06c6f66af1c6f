"""Processes of the server without a network, on one store, with a clock that is set by hand."""

import asyncio
from collections.abc import Sequence
from itertools import count
from typing import Any

from msgspec import Raw
from msgspec.json import encode

from tests.waiting import PATIENCE, others_run
from tinplate.games import installed
from tinplate.lobby.values import Command, Guest, Sit, Start, Terms
from tinplate.server.bus import Bus, MemoryBus
from tinplate.server.context import DEFAULT_TIMEOUTS, ServerContext, Timeouts
from tinplate.server.guests import CookieSigner
from tinplate.server.replicas import MatchReplica, TableReplica
from tinplate.store.log import Head, Moment, Row, Store, Unavailable, all_rows
from tinplate.store.memory import MemoryStore
from tinplate.wire.resources import OpenTable

ANN, BOB, CLEO = Guest("a", "Ann"), Guest("b", "Bob"), Guest("c", "Cleo")
RICOCHET = Terms("ricochet", {})


class WallClock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = Moment(1_700_000_000_000)

    def __call__(self) -> Moment:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now = Moment(self.now + int(1000 * seconds))


class Process(ServerContext):
    """One process, and shorter words for what people do there."""

    def __init__(
        self,
        store: Store,
        clock: WallClock,
        bus: Bus | None = None,
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
    ) -> None:
        ids = (f"log-{number}" for number in count())
        super().__init__(
            store,
            bus or MemoryBus(),
            CookieSigner(bytes(32)),
            installed(),
            timeouts=timeouts,
            clock=clock,
            new_id=lambda: next(ids),
        )

    async def act(self, table: str, guest: Guest, command: Command, name: str) -> int:
        return await self.tables.act(await self.log_cache.table(table), guest, command, name)

    async def play(self, table: str, guest: Guest, command: object, name: str) -> int:
        replica = await self.log_cache.table(table)
        assert replica.table.match is not None
        return await self.tables.play(
            replica, guest, replica.table.match, Raw(encode(command)), name
        )

    async def replica(self, table: str) -> TableReplica:
        return await self.log_cache.table(table)

    async def match(self, table: str) -> MatchReplica:
        match = await self.tables.match_at(await self.log_cache.table(table))
        assert match is not None
        return match


async def match_begun(process: Process, terms: Terms = RICOCHET) -> str:
    """Ann and Bob have sat down and begun; the id of the table."""
    table = await process.tables.open(ANN, OpenTable(terms, 3))
    await process.act(table, BOB, Sit(1), "sit")
    await process.act(table, ANN, Start(), "start")
    return table


async def settled(*processes: Process) -> None:
    """Until all that was heard of is done."""
    for _ in range(3):
        for process in processes:
            await process.log_cache.close()
            await process.hub._background.join()


async def bots_are_done(process: Process) -> None:
    """Until no bot there thinks, or has said when it wants to be asked again."""
    async with asyncio.timeout(PATIENCE):
        await process.bots._background.join()


async def bots_play(process: Process, match: MatchReplica) -> None:
    """All that they can play at once."""
    version = -1
    while version != match.version:
        version = match.version
        await settled(process)
        await bots_are_done(process)
        await settled(process)


async def told_in(store: Store, match: MatchReplica) -> list[Any]:
    """All events of the match, as the store has them."""
    rows = [row async for row in all_rows(store, match.log, after=0)]
    return [event for row in rows for event in match.entry(row).events]


class FailingStore(MemoryStore):
    """Fails when it is told to: before an append is written, or after."""

    def __init__(self) -> None:
        super().__init__()
        self.fails_before = False
        self.fails_after = False

    async def append(self, head: Head, rows: Sequence[Row]) -> None:
        await others_run()  # as in a real one, others come in between
        if self.fails_before:
            raise Unavailable("no connection")
        await super().append(head, rows)
        if self.fails_after:
            raise Unavailable("the connection broke")
