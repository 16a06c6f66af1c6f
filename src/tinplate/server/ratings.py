"""Ratings on the server: finished matches that count are recorded once, in one order for all.

The log of a table says which of its matches have to be recorded, until it says that they are; so a
process may die at any moment, and the next one finds in the store what is left to do. Each game and
speed has a log of its own, to which every process appends: the version key makes the order.
"""

import asyncio

from tinplate.catalogue import Catalogue
from tinplate.lobby.values import MatchRated, Table
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
from tinplate.server.left_behind import LeftBehind
from tinplate.server.log_cache import LogCache, UnknownLog
from tinplate.server.private_people import PrivatePeople
from tinplate.server.replicas import TO_RATE, Draft, TableReplica
from tinplate.server.shared_log import RowFormat, SharedLog
from tinplate.server.tables import TableService
from tinplate.store.log import Store, all_rows

Pool = tuple[str, str]  # a game, and a speed
RATED_ROWS = RowFormat[RatedRow](encode_row, decode_row, lambda row: row.result.at)


def ratings_log(pool: Pool) -> str:
    return f"{RATINGS} {pool[0]} {pool[1]}"  # ids have no spaces


class RatingPool:
    """The ratings of one game and speed, as one process knows them."""

    def __init__(self, store: Store, catalogue: Catalogue, pool: Pool) -> None:
        game, _ = pool
        self._store = store
        self._name = ratings_log(pool)
        self._bots = catalogue.pack(game).bot_ratings
        self._log = SharedLog[PoolStandings, RatedRow](
            store, self._name, RATINGS, PoolStandings(self._bots), RATED_ROWS
        )

    async def current(self) -> PoolStandings:
        """What the store has, but for the last second."""
        return await self._log.current()

    async def record(self, result: RatedMatch) -> RecordedMatch:
        """Record a match, unless it is recorded. Many at once share an append."""
        old = await self._recorded_long_ago(result)
        if old is not None:
            return old

        def judge(standings: PoolStandings) -> list[RatedRow]:
            is_new = standings.recorded(result.match) is None
            return [standings.rated(result)] if is_new else []

        people = [f"person {one.person}" for one in result.seats if one.person is not None]
        await self._log.write([f"match {result.match}", *people], judge)
        recorded = self._log.fold.recorded(result.match)
        if recorded is None:
            raise UnknownLog(result.match)  # so many were recorded meanwhile: the next sweep knows
        return recorded

    async def _recorded_long_ago(self, result: RatedMatch) -> RecordedMatch | None:
        """What is too old to be remembered is looked for."""
        standings = self._log.fold
        if standings.version < 0:
            standings = await self._log.latest()
        if standings.recorded(result.match) is not None or result.at > standings.forgotten_at:
            return None
        anew = PoolStandings(self._bots)
        async for row in all_rows(self._store, self._name):
            rated = decode_row(row.body)
            anew.add(rated)
            if rated.result.match == result.match:
                return anew.recorded(result.match)
        return None


class RatingService:
    """Records what tables have to record, and knows everybody's ratings."""

    def __init__(self, log_cache: LogCache, tables: TableService, private: PrivatePeople) -> None:
        self._log_cache = log_cache
        self._private_people = private
        self._pools: dict[Pool, RatingPool] = {}
        self._background = BackgroundTasks(log_cache.on_fault)
        self._left_behind = LeftBehind(log_cache, TO_RATE, "ratings", self._record)
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
        await self._left_behind.run()

    async def sweep(self) -> None:
        """Record all that has waited for a while."""
        await self._left_behind.sweep()

    async def close(self) -> None:
        await self._background.cancel()

    def _match_ended(self, replica: TableReplica) -> None:
        if replica.table.to_rate:
            self._background.detach(self._record_soon(replica))

    async def _record_soon(self, replica: TableReplica) -> None:
        await self._log_cache.lull.come()
        await self._record(replica)

    async def _record(self, replica: TableReplica) -> None:
        for result in replica.table.to_rate:
            rated = await self._rated(result)

            def judge(rated: MatchRated = rated) -> tuple[Draft[MatchRated], ...]:
                is_new = _is_waiting(replica.table, rated.match)
                return (Draft(self._log_cache.clock(), (rated,)),) if is_new else ()

            await self._log_cache.write(replica, None, judge)

    async def _rated(self, result: RatedMatch) -> MatchRated:
        """Record a match, and return what its table is told of it.

        Everybody there reads that, so it says nothing of people who are private.
        """
        pack = self._log_cache.catalogue.packs.get(result.game)
        counted = None if pack is None else comparable(result, pack.bot_ratings)
        if counted is None:
            return MatchRated(result.match, None)
        recorded = await self.pool(result.pool).record(counted)
        people = [one.person for one in result.seats]
        steps = await asyncio.gather(*(self._shown_step(recorded, person) for person in people))
        return MatchRated(result.match, recorded.version, tuple(steps))

    async def _shown_step(self, recorded: RecordedMatch, person: str | None) -> RatingStep | None:
        if person is None or await self._private_people.has(person):
            return None
        return recorded.steps.get(person)


def _is_waiting(table: Table, match: str) -> bool:
    return any(one.match == match for one in table.to_rate)
