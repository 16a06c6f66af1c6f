"""Logs in the memory of one process, for tests and experiments."""

from collections.abc import Callable, Sequence

from tinplate.store.log import (
    NOT_OPENED,
    Head,
    ListingCursor,
    Moment,
    Row,
    StoreFacts,
    Unavailable,
    check_append,
    check_listing,
    check_name,
    check_numbers,
    check_postponement,
    check_topics,
    conflict,
)


class MemoryStore:
    """The simplest `Store`. It defines how the others must behave."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {}
        self._heads: dict[str, Head] = {}
        self._is_closed = False

    async def append(self, head: Head, rows: Sequence[Row]) -> None:
        check_append(head, rows)
        self._check_open()
        there = self._rows.get(head.log, [])
        refusal = conflict(head, rows, there[-1].version if there else NOT_OPENED)
        if refusal is not None:
            raise refusal
        self._rows[head.log] = [*there, *rows]
        self._heads[head.log] = head

    async def read(self, log: str, *, after: int, limit: int) -> list[Row]:
        check_name(log)
        check_numbers(after + 1, limit)
        self._check_open()
        return self._rows.get(log, [])[after + 1 :][:limit]

    async def head(self, log: str) -> Head | None:
        check_name(log)
        self._check_open()
        return self._heads.get(log)

    async def versions(self, logs: Sequence[str]) -> dict[str, int]:
        for log in logs:
            check_name(log)
        self._check_open()
        return {log: self._heads[log].version for log in logs if log in self._heads}

    async def due(self, now: Moment, *, limit: int) -> list[Head]:
        check_numbers(now, limit)
        self._check_open()
        waiting = [(head.due, head.log) for head in self._heads.values() if head.due is not None]
        return [self._heads[log] for due, log in sorted(waiting) if due <= now][:limit]

    async def postpone(self, logs: Sequence[str], due: Moment) -> None:
        check_postponement(logs, due)
        self._check_open()
        for log in logs:
            head = self._heads.get(log)
            if head is not None and head.due is not None and head.due < due:
                self._heads[log] = head._replace(due=due)

    async def listing(
        self,
        kind: str,
        *,
        is_public: bool,
        is_open: bool,
        limit: int,
        behind: ListingCursor | None = None,
    ) -> list[Head]:
        check_listing(kind, limit, behind)
        self._check_open()
        wanted = (kind, is_public, is_open)
        return self._page(
            lambda head: (head.kind, head.is_public, head.is_open) == wanted, limit, behind
        )

    async def of_guest(
        self,
        guest: str,
        kind: str,
        *,
        is_open: bool,
        limit: int,
        behind: ListingCursor | None = None,
    ) -> list[Head]:
        check_name(guest)
        check_listing(kind, limit, behind)
        self._check_open()
        wanted = (kind, is_open)
        return self._page(
            lambda head: (head.kind, head.is_open) == wanted and guest in head.guests,
            limit,
            behind,
        )

    async def about(self, topics: Sequence[str], *, since: Moment) -> list[Head]:
        check_topics(topics, since)
        self._check_open()
        return [
            head
            for _, head in sorted(self._heads.items())
            if head.updated_at >= since and not set(topics).isdisjoint(head.topics)
        ]

    def place_beside(self, log: str, new: str) -> bool:  # noqa: ARG002 - there is only one
        return True

    async def check(self) -> None:
        self._check_open()

    async def facts(self) -> StoreFacts:
        self._check_open()
        return StoreFacts("memory", size=None, free=None)

    async def close(self) -> None:
        self._is_closed = True

    def _check_open(self) -> None:
        if self._is_closed:
            raise Unavailable("the store is closed")

    def _page(
        self, is_wanted: Callable[[Head], bool], limit: int, behind: ListingCursor | None
    ) -> list[Head]:
        cursors = sorted(
            (head.cursor for head in self._heads.values() if is_wanted(head)), reverse=True
        )
        rest = [cursor for cursor in cursors if behind is None or cursor < behind]
        return [self._heads[cursor.log] for cursor in rest[:limit]]
