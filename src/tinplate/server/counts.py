"""Counts that many processes add to: a log with a row for each thing that was counted."""

from contextlib import suppress

from tinplate.store.log import Conflict, Head, Moment, Row, Store

ATTEMPTS = 20  # to add a row while other processes add theirs
RECENT = 50  # rows among which a thing is looked for that another process is counting, too


async def counted(store: Store, log: str) -> int:
    """How many things were counted."""
    head = await store.head(log)
    return 0 if head is None else head.version + 1


async def count_once(store: Store, kind: str, log: str, id_: str, now: Moment) -> None:
    """Count a thing by its id: once, whoever else counts it at the same time."""
    body = id_.encode()
    for _ in range(ATTEMPTS):
        version = await counted(store, log)
        latest = await store.read(log, after=max(-1, version - 1 - RECENT), limit=RECENT)
        if body in {row.body for row in latest}:
            return
        head = Head(log, kind, version, None, False, True, now, b"")  # noqa: FBT003
        with suppress(Conflict):
            await store.append(head, [Row(version, now, body)])
            return
