"""Computes all ratings again, from the logs of the tables alone.

What is recorded has to be the same, to the last digit. What is missing is recorded: so a log of
ratings that was lost comes back as it was.
"""

from collections import defaultdict
from collections.abc import AsyncIterator
from typing import NamedTuple

from tinplate.catalogue import Catalogue
from tinplate.game import Progress
from tinplate.lobby.rules import folded
from tinplate.lobby.values import MatchRated
from tinplate.ratings.results import RatedMatch, comparable
from tinplate.ratings.standings import RATINGS, PoolStandings, RatedRow, decode_row, encode_row
from tinplate.server.ratings import Pool, ratings_log
from tinplate.server.replicas import TABLE
from tinplate.store.log import Head, ListingCursor, Moment, Row, Store, all_rows
from tinplate.wire.rows import TABLE_ROWS, decode_table

TABLES_AT_A_TIME = 200


class Recomputed(NamedTuple):
    """What a recomputation has found."""

    matches: int  # that count
    added: int  # of those, that were not recorded
    different: tuple[str, ...]  # the ids of those that were recorded otherwise


class _Result(NamedTuple):
    """A match that counts, and where its table says that it is recorded."""

    match: RatedMatch
    row: int | None


async def recompute(store: Store, catalogue: Catalogue, progress: Progress) -> Recomputed:
    """Compute all ratings again, compare them, and record what is missing.

    No server may run meanwhile: Conflict if one records something.
    """
    pools = defaultdict[Pool, list[_Result]](list)
    tables = [head.log async for head in all_tables(store)]
    for number, table in enumerate(tables):
        for result in await _results(store, catalogue, table):
            pools[result.match.pool].append(result)
        progress((number + 1) / (len(tables) + 1))
    found = [await _again(store, catalogue, pool, pools[pool]) for pool in sorted(pools)]
    progress(1)
    return Recomputed(
        sum(one.matches for one in found),
        sum(one.added for one in found),
        tuple(match for one in found for match in one.different),
    )


async def _again(
    store: Store, catalogue: Catalogue, pool: Pool, results: list[_Result]
) -> Recomputed:
    """In the order of the log; what is not recorded comes after that, by the time of its end."""
    never = len(results)
    results.sort(
        key=lambda one: (never if one.row is None else one.row, one.match.at, one.match.match)
    )
    standings = PoolStandings(catalogue.pack(pool[0]).bot_ratings)
    log = ratings_log(pool)
    recorded = [decode_row(row.body) async for row in all_rows(store, log)]
    different, missing = list[str](), list[RatedRow]()
    for number, result in enumerate(results):
        row = standings.rated(result.match)
        standings.add(row)
        if number >= len(recorded):
            missing.append(row)
        elif recorded[number] != row:
            different.append(result.match.match)
    if missing and not different:
        await _append(store, log, len(recorded), missing)
    return Recomputed(len(results), len(missing), tuple(different))


async def _append(store: Store, log: str, first: int, missing: list[RatedRow]) -> None:
    rows = [
        Row(version, Moment(row.result.at), encode_row(row))
        for version, row in enumerate(missing, first)
    ]
    last = rows[-1]
    head = Head(log, RATINGS, last.version, None, False, True, last.at, b"")  # noqa: FBT003
    await store.append(head, rows)


async def all_tables(store: Store) -> AsyncIterator[Head]:
    """The heads of all tables that there ever were."""
    for is_public in (False, True):
        for is_open in (False, True):
            behind: ListingCursor | None = None
            while heads := await store.listing(
                TABLE, is_public=is_public, is_open=is_open, limit=TABLES_AT_A_TIME, behind=behind
            ):
                for head in heads:
                    yield head
                behind = heads[-1].cursor


async def _results(store: Store, catalogue: Catalogue, log: str) -> list[_Result]:
    """The matches of a table that count, as its log has them."""
    found, rows = dict[str, RatedMatch](), dict[str, int | None]()
    table = None
    async for row in all_rows(store, log):
        if table is None:
            table = decode_table(row.body)
            continue
        events = TABLE_ROWS.decode(row.body).events
        table = folded(table, events)
        found |= {result.match: result for result in table.to_rate}
        rows |= {event.match: event.row for event in events if isinstance(event, MatchRated)}
    results = list[_Result]()
    for match, result in found.items():
        pack = catalogue.packs.get(result.game)
        counted = None if pack is None else comparable(result, pack.bot_ratings)
        if counted is not None:
            results.append(_Result(counted, rows.get(match)))
    return results
