"""Pairs of people whose rated matches end one after the other, while others play."""

import asyncio
from array import array
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from time import perf_counter

from msgspec import Raw, Struct, to_builtins
from msgspec.json import encode

from tinplate.ending import Resign
from tinplate.game import Rejected
from tinplate.games import packs
from tinplate.load.lobby_client import LobbyClient
from tinplate.load.player import ScriptedPlayer, SharedTable
from tinplate.load.rating_audit import RatingAudit, audit_ratings
from tinplate.load.tally import LoadTally, Spread, spread
from tinplate.lobby.values import Sit, Start, Terms
from tinplate.wire.incoming import Play
from tinplate.wire.outgoing import Done

PERIOD = 2.0  # seconds from one end at a table to the next
SEATS = 2
AT_ONCE = 10  # tables that fill at the same time
RECORD_TIMEOUT = 60.0  # seconds


class RatedReport(Struct, frozen=True):
    """How it went. Times are from sending the last command of a match."""

    ended: int
    seconds: float
    ending: Spread | None  # until it was acknowledged
    recording: Spread | None  # until the winner was told the new rating
    audit: RatingAudit | None  # None: we cannot look


class RatedPlayer(ScriptedPlayer):
    """Can wait for what it will be told."""

    def __init__(self, *rest: object) -> None:
        super().__init__(*rest)  # type: ignore[arg-type]
        self._news = asyncio.Event()

    async def until(self, is_so: Callable[[], object]) -> None:
        while not is_so():
            self._news.clear()
            await self._news.wait()

    def resign(self, match: str) -> Play:
        return Play(self._new_id(), match, Raw(encode(Resign())))

    def _receive(self, data: bytes, now: float) -> None:
        super()._receive(data, now)
        self._news.set()


class RatedTable:
    """Two people, who lose by turns."""

    def __init__(self, players: Sequence[RatedPlayer]) -> None:
        self.players = players
        self.ended: list[str] = []
        self.ending = array("d")
        self.recording = array("d")

    async def play(self, ends_at: float, is_over: asyncio.Event) -> None:
        """A match that ends at that time, until its rating is recorded. Rejected if it cannot."""
        host = self.players[0]
        await _done(host.ask(host.order(Start())))
        await host.until(lambda: _match(host) not in {None, *self.ended[-1:]})
        match = _match(host)
        assert match is not None  # noqa: S101 - we have waited for it
        loser, winner = self.players[:: 1 if len(self.ended) % SEATS else -1]
        await loser.until(lambda: loser.check.seen and loser.check.seen.match == match)
        with suppress(TimeoutError):
            async with asyncio.timeout(ends_at - perf_counter()):
                await is_over.wait()
                return  # and leave the match as it is
        began = perf_counter()
        await _done(loser.ask(loser.resign(match)))
        self.ended.append(match)
        self.ending.append(perf_counter() - began)
        async with asyncio.timeout(RECORD_TIMEOUT):
            await winner.until(lambda: _is_recorded(winner, match))
        self.recording.append(perf_counter() - began)


class RatedMatches:
    """So many matches end each second, as far as the server keeps up."""

    def __init__(
        self, lobby: LobbyClient, games: Iterable[str], per_second: float, tally: LoadTally
    ) -> None:
        self._lobby = lobby
        self._tally = tally
        self._games = [name for name in games if packs()[name].speeds]
        if not self._games:
            raise Rejected("None of these games has ratings.")
        self._interval = 1 / per_second
        self._dice = Random(1)  # noqa: S311 - a script, no secret
        self._tables: list[RatedTable] = []
        self._count = max(1, round(PERIOD * per_second))
        self._staying: list[asyncio.Task[None]] = []
        self._seconds = 0.0

    async def prepare(
        self, shared: Callable[[str, str], SharedTable], tell: Callable[[float], None]
    ) -> None:
        """Seat everybody."""
        turn, done = asyncio.Semaphore(AT_ONCE), count(1)

        async def seat(number: int) -> None:
            async with turn:
                self._tables.append(await self._seated(number, shared))
            tell(next(done) / self._count)

        await asyncio.gather(*map(seat, range(self._count)))

    async def run(self, is_over: asyncio.Event) -> None:
        """Until the test is over, and what has ended is recorded."""
        began = perf_counter()
        await asyncio.gather(
            *(self._play(table, began, at, is_over) for at, table in enumerate(self._tables))
        )
        self._seconds = perf_counter() - began

    @property
    def ended(self) -> list[str]:
        """The matches whose end was acknowledged."""
        return [match for table in self._tables for match in table.ended]

    async def report(self, database: str | None) -> RatedReport:
        return RatedReport(
            ended=len(self.ended),
            seconds=self._seconds,
            ending=spread([each for table in self._tables for each in table.ending]),
            recording=spread([each for table in self._tables for each in table.recording]),
            audit=None if database is None else await audit_ratings(database, self.ended),
        )

    async def close(self) -> None:
        for task in self._staying:
            task.cancel()
        await asyncio.gather(*self._staying, return_exceptions=True)

    async def _play(
        self, table: RatedTable, began: float, first: int, is_over: asyncio.Event
    ) -> None:
        for number in count():
            if is_over.is_set():
                return
            due = began + (first + number * len(self._tables)) * self._interval
            try:
                await table.play(due, is_over)
            except (Rejected, TimeoutError) as error:
                self._tally.add_error(f"a rated match stopped: {error!r}")
                return

    async def _seated(self, number: int, shared: Callable[[str, str], SharedTable]) -> RatedTable:
        game = self._games[number % len(self._games)]
        pack = packs()[game]
        settings = to_builtins(pack.quick_settings(pack.speeds[0], SEATS, self._dice))
        passes = [await self._lobby.introduce(f"Rated {number}-{chair}") for chair in range(SEATS)]
        table = await self._lobby.open(passes[0][1], Terms(game, settings, is_rated=True), SEATS)
        there = shared(table, game)
        players = [RatedPlayer(at, there, *who) for at, who in enumerate(passes)]
        self._staying += [asyncio.create_task(player.stay()) for player in players]
        await asyncio.gather(*(player.is_in.wait() for player in players))
        await _done(players[1].ask(players[1].order(Sit(1))))
        return RatedTable(players)


async def _done(asking: Awaitable[object]) -> None:
    answer = await asking
    if not isinstance(answer, Done):
        raise Rejected(f"{answer}")


def _match(player: RatedPlayer) -> str | None:
    """The match that is on at its table."""
    table = player.check.table
    return table.match if table is not None and table.is_playing else None


def _is_recorded(player: RatedPlayer, match: str) -> bool:
    table = player.check.table
    return table is not None and table.match == match and bool(table.steps)
