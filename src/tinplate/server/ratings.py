"""Ratings on the server: finished matches that count are recorded once, in one order for all.

The log of a table says which of its matches have to be recorded, until it says that they are; so a
process may die at any moment, and the next one finds in the store what is left to do. Each game and
speed has a log of its own, to which every process appends: the version key makes the order.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence

from tinplate.catalogue import Catalogue
from tinplate.lobby.values import MatchRated, Table
from tinplate.ratings.model import Skill
from tinplate.ratings.results import RatedMatch, RatingStep, comparable
from tinplate.ratings.standings import (
    RATINGS,
    PoolStandings,
    RatedRow,
    RecordedMatch,
    decode_row,
    encode_row,
)
from tinplate.server.background import BackgroundTasks
from tinplate.server.log_cache import LogCache, UnknownLog
from tinplate.server.replicas import TO_RATE, Draft, TableReplica
from tinplate.server.tables import TableService
from tinplate.store.log import Conflict, Head, Moment, Row, Store, Unavailable, all_rows

SWEEP_INTERVAL = 5.0  # seconds
SLACK = 5_000  # milliseconds that we leave to the process that saw the end
ROWS_AT_A_TIME = 500  # then others have their turn
FRESH = 1.0  # seconds for which what we know of a log is good enough to be shown
MOST_AT_ONCE = 200  # rows in one append
log = logging.getLogger(__name__)

Pool = tuple[str, str]  # a game, and a speed


def ratings_log(pool: Pool) -> str:
    return f"{RATINGS} {pool[0]} {pool[1]}"  # ids have no spaces


class RatingPool:
    """The ratings of one game and speed, as one process knows them."""

    def __init__(self, store: Store, catalogue: Catalogue, pool: Pool) -> None:
        game, _ = pool
        self._store = store
        self._log = ratings_log(pool)
        self._bots = catalogue.pack(game).bot_ratings
        self.standings = PoolStandings(self._bots)
        self._lock = asyncio.Lock()
        self._waiting: dict[str, tuple[RatedMatch, asyncio.Future[RecordedMatch]]] = {}
        self._read_at = -FRESH

    async def current(self) -> PoolStandings:
        """What the store has, but for the last second."""
        now = asyncio.get_running_loop().time()
        if now - self._read_at >= FRESH:
            async with self._lock:
                if now - self._read_at >= FRESH:
                    await self._catch_up()
        return self.standings

    async def record(self, result: RatedMatch) -> RecordedMatch:
        """Record a match, unless it is recorded. Many at once share an append."""
        known = self.standings.recorded(result.match)
        if known is not None:
            return known
        if result.match not in self._waiting:
            done = asyncio.get_running_loop().create_future()
            self._waiting[result.match] = result, done
        _, future = self._waiting[result.match]
        async with self._lock:
            if not future.done():
                await self._write()
        return await future

    async def _write(self) -> None:
        """Record all who wait, in the order in which they came."""
        if self.standings.version < 0:
            await self._catch_up()
        batch = dict(list(self._waiting.items())[:MOST_AT_ONCE])
        try:
            found = await self._recorded_before([result for result, _ in batch.values()])
            new = [result for match, (result, _) in batch.items() if match not in found]
            found |= await self._append(new)
        except BaseException as error:
            for match, (_, future) in batch.items():
                del self._waiting[match]
                if not future.done():
                    future.set_exception(error)
                    future.exception()  # whoever waits gets it; nobody else has to
            raise
        for match, (_, future) in batch.items():
            del self._waiting[match]
            future.set_result(found[match])

    async def _append(self, new: Sequence[RatedMatch]) -> dict[str, RecordedMatch]:
        found = dict[str, RecordedMatch]()
        while left := [result for result in new if result.match not in found]:
            rows = self._rated(left)
            version = self.standings.version + len(rows)
            at = Moment(max(result.at for result in left))
            head = Head(self._log, RATINGS, version, None, False, True, at, b"")  # noqa: FBT003
            first = self.standings.version + 1
            written = [
                Row(number, Moment(row.result.at), encode_row(row))
                for number, row in enumerate(rows, first)
            ]
            try:
                await self._store.append(head, written)
            except Conflict:
                await self._catch_up()
            else:
                self._fold(rows)
            found |= self._remembered(left)
        return found

    def _rated(self, results: Iterable[RatedMatch]) -> list[RatedRow]:
        """What the matches lead to, one after the other; nothing is folded yet."""
        rows, ahead = list[RatedRow](), dict[str, Skill]()
        for result in results:
            row = self.standings.rated(result, ahead)
            for one, skill in zip(result.seats, row.skills, strict=True):
                if one.person is not None:
                    ahead[one.person] = skill
            rows.append(row)
        return rows

    async def _recorded_before(self, results: Sequence[RatedMatch]) -> dict[str, RecordedMatch]:
        """Those that are recorded already. What is too old to be remembered is looked for."""
        found = self._remembered(results)
        forgotten = self.standings.forgotten_at
        old = {one.match for one in results if one.match not in found and one.at <= forgotten}
        if old:
            anew = PoolStandings(self._bots)
            async for row in all_rows(self._store, self._log):
                rated = decode_row(row.body)
                anew.add(rated)
                if rated.result.match in old:
                    found |= _found(anew, rated.result.match)
        return found

    def _remembered(self, results: Iterable[RatedMatch]) -> dict[str, RecordedMatch]:
        found = dict[str, RecordedMatch]()
        for result in results:
            found |= _found(self.standings, result.match)
        return found

    async def _catch_up(self) -> None:
        async for row in all_rows(self._store, self._log, after=self.standings.version):
            self.standings.add(decode_row(row.body))
            if row.version % ROWS_AT_A_TIME == 0:
                await asyncio.sleep(0)
        self._read_at = asyncio.get_running_loop().time()

    def _fold(self, rows: Iterable[RatedRow]) -> None:
        for row in rows:
            self.standings.add(row)


def _found(standings: PoolStandings, match: str) -> dict[str, RecordedMatch]:
    recorded = standings.recorded(match)
    return {} if recorded is None else {match: recorded}


class RatingService:
    """Records what tables have to record, and knows everybody's ratings."""

    def __init__(self, log_cache: LogCache, tables: TableService) -> None:
        self._log_cache = log_cache
        self._pools: dict[Pool, RatingPool] = {}
        self._background = BackgroundTasks(log_cache.on_fault)
        tables.on_end(self._match_ended)

    def pool(self, pool: Pool) -> RatingPool:
        """Malformed if there is no such game."""
        if pool not in self._pools:
            store, catalogue = self._log_cache.store, self._log_cache.catalogue
            self._pools[pool] = RatingPool(store, catalogue, pool)
        return self._pools[pool]

    def has_pool(self, pool: Pool) -> bool:
        """Whether people are rated in this game and speed."""
        pack = self._log_cache.catalogue.packs.get(pool[0])
        return pack is not None and pool[1] in pack.speeds

    async def run(self) -> None:
        """Record what other processes have left behind."""
        is_failing = False
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            try:
                await self.sweep()
                is_failing = False
            except Unavailable as error:
                if not is_failing:
                    log.warning("cannot record ratings: %s", error)
                is_failing = True

    async def sweep(self, slack: int = SLACK) -> None:
        """Record all that has waited for a while."""
        latest = self._log_cache.clock() - slack
        for head in await self._log_cache.store.about([TO_RATE], since=Moment(0)):
            if head.updated_at <= latest:
                await self._record_at(head.log)

    async def close(self) -> None:
        await self._background.cancel()

    def _match_ended(self, replica: TableReplica) -> None:
        if replica.table.to_rate:
            self._background.detach(self._record(replica))

    async def _record_at(self, table: str) -> None:
        try:
            await self._record(await self._log_cache.current(await self._log_cache.table(table)))
        except (Unavailable, UnknownLog):
            raise
        except Exception:  # one bad log must not hold up the others
            log.exception("cannot record the ratings of a table")
            self._log_cache.on_fault()

    async def _record(self, replica: TableReplica) -> None:
        for result in replica.table.to_rate:
            rated = await self._rated(result)

            def judge(rated: MatchRated = rated) -> tuple[Draft[MatchRated], ...]:
                is_new = _is_waiting(replica.table, rated.match)
                return (Draft(self._log_cache.clock(), (rated,)),) if is_new else ()

            await self._log_cache.write(replica, None, judge)

    async def _rated(self, result: RatedMatch) -> MatchRated:
        """Record a match, and return what its table is told of it."""
        pack = self._log_cache.catalogue.packs.get(result.game)
        counted = None if pack is None else comparable(result, pack.bot_ratings)
        if counted is None:
            return MatchRated(result.match, None)
        recorded = await self.pool(result.pool).record(counted)
        steps: list[RatingStep | None] = [
            recorded.steps.get(one.person) if one.person else None for one in result.seats
        ]
        return MatchRated(result.match, recorded.version, tuple(steps))


def _is_waiting(table: Table, match: str) -> bool:
    return any(one.match == match for one in table.to_rate)
