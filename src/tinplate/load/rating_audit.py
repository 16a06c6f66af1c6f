"""Checks that every rated match that ended is recorded once, and that its numbers are right."""

from collections import Counter
from collections.abc import Collection

from msgspec import Struct

from tinplate.games import packs
from tinplate.ratings.standings import RATINGS, PoolStandings, decode_row
from tinplate.store.log import Store, all_rows
from tinplate.store.opening import open_store

POOLS = 100  # more than there are


class RatingAudit(Struct, frozen=True):
    """The result. Only the first may be more than 0."""

    recorded: int = 0
    missing: int = 0  # ended, and not recorded
    doubled: int = 0  # recorded more than once
    different: int = 0  # computed again, they are something else


async def audit_ratings(database: str, ended: Collection[str]) -> RatingAudit:
    """Look up every match that ended, and compute all ratings again."""
    store = await open_store(database)
    try:
        return await audited_ratings(store, ended)
    finally:
        await store.close()


async def audited_ratings(store: Store, ended: Collection[str]) -> RatingAudit:
    times, different = Counter[str](), 0
    for head in await store.listing(RATINGS, is_public=False, is_open=True, limit=POOLS):
        rows = [decode_row(row.body) async for row in all_rows(store, head.log)]
        standings = PoolStandings(packs()[rows[0].result.game].bot_ratings)
        for row in rows:
            times[row.result.match] += 1
            different += standings.rated(row.result) != row
            standings.add(row)
    return RatingAudit(
        recorded=times.total(),
        missing=sum(match not in times for match in ended),
        doubled=sum(count > 1 for count in times.values()),
        different=different,
    )
