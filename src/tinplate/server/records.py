"""What is remembered of people on the server: each finished match is added to their records once.

The log of a table says which of its matches are in nobody's record, until it says that they are; so
a process may die at any moment, and the next one finds in the store what is left to do. The record
of a person is the head of a log of their own, and can be erased; its rows name the matches.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from msgspec.json import decode

from tinplate.game import Malformed
from tinplate.lobby.values import Guest, MatchRecorded
from tinplate.match import Entry
from tinplate.pack import GamePack
from tinplate.records import rules
from tinplate.records.values import Measures, PersonRecord, PlayedMatch
from tinplate.server.background import BackgroundTasks
from tinplate.server.head_logs import HeadLogs, StateChange
from tinplate.server.left_behind import LeftBehind
from tinplate.server.log_cache import LogCache
from tinplate.server.metrics import Metrics
from tinplate.server.replicas import TO_RECORD, Draft, MatchReplica, TableReplica
from tinplate.server.tables import TableService
from tinplate.social.values import LostAway
from tinplate.store.log import Store, all_rows

RECORD = "record"  # a kind of log
ERASED = "erased"  # stands in a row instead of matches
AT_ONCE = 8  # matches whose records are written together, and so share transactions
log = logging.getLogger(__name__)

Forgotten = Callable[[], Collection[str]]  # the ids of people who are gone
TellLoss = Callable[[str, LostAway], Awaitable[None]]  # somebody, what they have lost while away


def record_log(person: str) -> str:
    return f"{RECORD} {person}"  # ids have no spaces


class RecordService:
    """Adds finished matches to the records of their players, and reads the records."""

    def __init__(
        self,
        log_cache: LogCache,
        tables: TableService,
        metrics: Metrics,
        forgotten: Forgotten,
        tell_loss: TellLoss,
    ) -> None:
        self._log_cache = log_cache
        self._forgotten = forgotten
        self._tell_loss = tell_loss
        self._records = HeadLogs(log_cache.store, log_cache.clock, metrics, RECORD, PersonRecord)
        self._background = BackgroundTasks(log_cache.on_fault)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="records")
        self._turn = asyncio.Semaphore(AT_ONCE)  # so that tables never wait for many of them
        self._left_behind = LeftBehind(log_cache, TO_RECORD, "matches", self._record)
        tables.on_end(self._match_ended)

    async def find(self, person: str) -> PersonRecord | None:
        """What is remembered of somebody. None: nothing."""
        try:
            found = await self._records.find(record_log(person))
        except Malformed:  # nobody can have such an id
            return None
        return None if found is None or found.state.is_erased else found.state

    async def erase(self, person: str) -> None:
        """Forget everything about somebody, for good."""
        await self._records.fold(
            record_log(person),
            PersonRecord(),
            lambda record: StateChange(
                PersonRecord(is_erased=True), [] if record.is_erased else [ERASED], is_open=False
            ),
        )

    async def run(self) -> None:
        """Record what other processes have left behind."""
        await self._left_behind.run()

    async def sweep(self) -> None:
        """Record all that has waited for a while."""
        await self._left_behind.sweep()

    async def close(self) -> None:
        await self._background.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _match_ended(self, replica: TableReplica) -> None:
        if replica.table.to_record:
            self._background.detach(self._record_soon(replica))

    async def _record_soon(self, replica: TableReplica) -> None:
        await self._log_cache.lull.come()
        await self._record(replica)

    async def _record(self, replica: TableReplica) -> None:
        async with self._turn:
            for played in replica.table.to_record:
                await self._remember(played)
                await self._tell(played)

                def judge(match: str = played.match) -> tuple[Draft[MatchRecorded], ...]:
                    is_new = any(one.match == match for one in replica.table.to_record)
                    happened = (MatchRecorded(match),)
                    return (Draft(self._log_cache.clock(), happened),) if is_new else ()

                await self._log_cache.write(replica, None, judge)

    async def _remember(self, played: PlayedMatch) -> None:
        """Add a match to the record of each of its players who is not gone."""
        gone = self._forgotten()
        seats = {
            one.person: seat
            for seat, one in enumerate(played.seats)
            if one.person is not None and one.person not in gone
        }
        if not seats:
            return
        measures = await self._measures(played)
        await asyncio.gather(
            *(self._add(person, played, seat, measures[seat]) for person, seat in seats.items())
        )

    async def _tell(self, played: PlayedMatch) -> None:
        """Those who were away know nothing of it. If it is done twice, they are told once."""
        gone = self._forgotten()
        winners = (one for one in played.seats if one.person and not one.has_conceded)
        winner = min(winners, key=lambda one: one.place, default=None)
        if winner is None or winner.person is None:
            return
        loss = LostAway(played.match, played.game, Guest(winner.person, winner.name), played.at)
        for one in played.seats:
            if one.has_conceded and one.person is not None and one.person not in gone:
                await self._tell_loss(one.person, loss)

    async def _add(self, person: str, played: PlayedMatch, seat: int, measures: Measures) -> None:
        name, known = record_log(person), set[str]()

        def judge(record: PersonRecord) -> StateChange[PersonRecord]:
            if not known and rules.may_be_forgotten(record, played.at):
                raise _MayBeForgotten
            is_there = rules.is_listed(record, played.match) or played.match in known
            is_new = not record.is_erased and not is_there
            changed = rules.added(record, played, seat, measures) if is_new else record
            return StateChange(changed, [played.match] if is_new else [], not record.is_erased)

        try:
            await self._records.fold(name, PersonRecord(), judge)
        except _MayBeForgotten:
            known |= await recorded_matches(self._log_cache.store, name)
            await self._records.fold(name, PersonRecord(), judge)

    async def _measures(self, played: PlayedMatch) -> Sequence[Measures]:
        """What the match says of each seat; nothing, if it cannot be computed."""
        nothing: list[Measures] = [{} for _ in played.seats]
        if not any(one.place for one in played.seats):
            return nothing
        replica = await self._log_cache.match(played.match)
        await self._log_cache.preparation.until_compiled(played.game)
        told = await told_in(self._log_cache.store, replica)
        try:
            return (
                await asyncio.get_running_loop().run_in_executor(
                    self._thread, measured, replica.pack, told
                )
                or nothing
            )
        except Exception:  # a game of somebody else may fail; results are still recorded
            log.exception("cannot compute the statistics of a match")
            self._log_cache.on_fault()
            return nothing


class _MayBeForgotten(Exception):
    """Whether a match is in a record cannot be told without its rows."""


class ToldMatch(NamedTuple):
    """A finished match with everything that happened in it."""

    opening: Any
    entries: Sequence[Entry[Any]]


async def told_in(store: Store, replica: MatchReplica) -> ToldMatch:
    rows = [row async for row in all_rows(store, replica.log, after=0)]
    return ToldMatch(replica.match.opening, [replica.entry(row) for row in rows])


def measured(pack: GamePack, told: ToldMatch) -> list[Measures]:
    """What the game counts, by seat."""
    return [
        {code: dict(cases) for code, cases in each.items()}
        for each in pack.statistics(told.opening, told.entries)
    ]


async def recorded_matches(store: Store, name: str) -> set[str]:
    """The ids of all matches in a record."""
    found = set[str]()
    async for row in all_rows(store, name):
        found.update(decode(row.body, type=list[str]))
    return found
