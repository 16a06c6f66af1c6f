"""Logs to which every process adds rows: the version key makes the order."""

import asyncio

from tinplate.game import Rejected
from tinplate.server.log_cache import Clock
from tinplate.store.log import NOT_OPENED, Conflict, Head, Row, Store

ATTEMPTS = 20  # to add a row while others add theirs


async def append_row(store: Store, log: str, body: bytes, clock: Clock) -> None:
    """Add a row to the only log of its kind. Rejected if too many others do so at once."""
    for attempt in range(ATTEMPTS):
        head = await store.head(log)
        version, now = (NOT_OPENED if head is None else head.version) + 1, clock()
        new = Head(log, log, version, None, False, True, now, b"")  # noqa: FBT003
        try:
            await store.append(new, [Row(version, now, body)])
        except Conflict:
            await asyncio.sleep(0.01 * attempt)
        else:
            return
    because = "Too many people are doing something here at once. Try again."
    raise Rejected(because, "too-many-at-once")
