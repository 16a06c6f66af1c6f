"""Several databases as one store: each log is in one of them.

A new log goes to the database that comes first for its name by rendezvous hashing over their places
in the list. A log that is already somewhere else stays there, so a list may grow: databases that
are added at the end take their share of new logs, and nothing has to be moved.

While a database is down, only its own logs cannot be used.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

from tinplate.store.log import (
    Head,
    ListingCursor,
    Moment,
    PartlyUnavailable,
    Row,
    Store,
    StoreFacts,
    Unavailable,
    check_append,
    check_listing,
    check_name,
    check_numbers,
    check_postponement,
    check_topics,
)
from tinplate.store.rendezvous import rank

MAX_KNOWN = 50_000  # logs whose database we remember
CHECK_TIMEOUT = 1.5  # seconds: less than whoever asks for a check waits
ResultT = TypeVar("ResultT")


class SeveralStores:
    """A `Store` over several."""

    def __init__(self, stores: Sequence[Store]) -> None:
        """In the order of their places, which never changes."""
        self._stores = tuple(stores)
        self._places = [f"{place}" for place in range(len(stores))]
        self._homes: dict[str, Store] = {}
        self._appending: set[asyncio.Task[None]] = set()  # to logs that have to be found first
        self._searching: dict[str, asyncio.Task[Store]] = {}

    async def append(self, head: Head, rows: Sequence[Row]) -> None:
        check_append(head, rows)
        home = self._homes.get(head.log)
        if home is not None:
            await home.append(head, rows)
            return
        appending = asyncio.create_task(self._search_and_append(head, rows))
        self._appending.add(appending)
        appending.add_done_callback(self._appending.discard)
        await asyncio.shield(appending)  # it goes on, whatever becomes of the caller

    async def _search_and_append(self, head: Head, rows: Sequence[Row]) -> None:
        home = await self._home(head.log, is_opened=rows[0].version == 0)
        await home.append(head, rows)

    async def read(self, log: str, *, after: int, limit: int) -> list[Row]:
        check_name(log)
        check_numbers(after + 1, limit)
        return await (await self._home(log)).read(log, after=after, limit=limit)

    async def head(self, log: str) -> Head | None:
        check_name(log)
        return await (await self._home(log)).head(log)

    async def versions(self, logs: Sequence[str]) -> dict[str, int]:
        for log in logs:
            check_name(log)
        shares = await self._shares(logs, is_partial=True)
        found = await _those_that_work(store.versions(share) for store, share in shares)
        return {log: version for versions in found for log, version in versions.items()}

    async def due(self, now: Moment, *, limit: int) -> list[Head]:
        check_numbers(now, limit)
        found = await self._from_those_that_work(lambda store: store.due(now, limit=limit))
        return sorted(found, key=lambda head: (head.due or 0, head.log))[:limit]

    async def postpone(self, logs: Sequence[str], due: Moment) -> None:
        check_postponement(logs, due)
        shares = await self._shares(logs)
        await _all_of(store.postpone(share, due) for store, share in shares)

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
        found = await self._from_those_that_work(
            lambda store: store.listing(
                kind, is_public=is_public, is_open=is_open, limit=limit, behind=behind
            )
        )
        return _newest(found, limit)

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
        found = await self._from_those_that_work(
            lambda store: store.of_guest(guest, kind, is_open=is_open, limit=limit, behind=behind)
        )
        return _newest(found, limit)

    async def about(self, topics: Sequence[str], *, since: Moment) -> list[Head]:
        check_topics(topics, since)
        found = await _all_of(store.about(topics, since=since) for store in self._stores)
        return sorted((head for heads in found for head in heads), key=lambda head: head.log)

    async def check(self) -> None:
        answers = await asyncio.gather(*map(_check, self._stores), return_exceptions=True)
        failures = [each for each in answers if isinstance(each, BaseException)]
        for failure in failures:
            if isinstance(failure, Unavailable) and len(failures) < len(answers):
                raise PartlyUnavailable(str(failure), failure.kind)
            raise failure

    def place_beside(self, log: str, new: str) -> bool:
        home = self._homes.get(log)
        if home is None:
            return True
        is_beside = self._by_preference(new)[0] is home
        if is_beside:
            self._remember(new, home)  # so no other database is asked for it, up or down
        return is_beside

    async def facts(self) -> StoreFacts:
        found = await _all_of(store.facts() for store in self._stores)
        sizes = [each.size for each in found if each.size is not None]
        free = [each.free for each in found if each.free is not None]
        engines = dict.fromkeys(each.engine for each in found)
        return StoreFacts(
            f"{len(found)} x {', '.join(engines)}",
            sum(sizes) if sizes else None,
            min(free, default=None),  # of the disk that is full first
        )

    async def close(self) -> None:
        if self._appending:
            await asyncio.wait(self._appending)
        await _all_of(store.close() for store in self._stores)

    async def _shares(
        self, logs: Sequence[str], *, is_partial: bool = False
    ) -> list[tuple[Store, list[str]]]:
        """Which of the logs each store has; or only of those that can be found now."""
        shares: dict[Store, list[str]] = {}
        homes = await asyncio.gather(*map(self._home, logs), return_exceptions=True)
        for log, home in zip(logs, homes, strict=True):
            if not isinstance(home, BaseException):
                shares.setdefault(home, []).append(log)
            elif not (is_partial and isinstance(home, Unavailable)):
                raise home
        return [*shares.items()]

    async def _home(self, log: str, *, is_opened: bool = False) -> Store:
        """The store that has a log, or is to have it.

        One that is about to be opened does not wait for databases that are down.
        """
        home = self._homes.get(log)
        if home is not None:
            return home
        searching = self._searching.get(log)
        if searching is None:  # callers who wait for the same search go on in their order
            searching = asyncio.create_task(self._search(log, is_opened=is_opened))
            self._searching[log] = searching
            searching.add_done_callback(lambda _: self._searching.pop(log))
        return await asyncio.shield(searching)

    async def _search(self, log: str, *, is_opened: bool) -> Store:
        first, *others = self._by_preference(log)
        if await first.head(log) is not None:
            return self._remember(log, first)
        heads = await asyncio.gather(*(each.head(log) for each in others), return_exceptions=True)
        for store, head in zip(others, heads, strict=True):
            if isinstance(head, Head):
                return self._remember(log, store)
        failures = [head for head in heads if isinstance(head, BaseException)]
        for failure in failures:
            if not (is_opened and isinstance(failure, Unavailable)):
                raise failure
        # What is nowhere is not worth remembering: anybody can ask for it.
        return self._remember(log, first) if is_opened else first

    def _remember(self, log: str, home: Store) -> Store:
        if len(self._homes) >= MAX_KNOWN:
            del self._homes[next(iter(self._homes))]  # the one that we have known longest
        self._homes[log] = home
        return home

    def _by_preference(self, log: str) -> list[Store]:
        def place(at: int) -> int:
            others = (other for other in self._places if other != self._places[at])
            return rank(self._places[at], others, log)

        return [self._stores[at] for at in sorted(range(len(self._stores)), key=place)]

    async def _from_those_that_work(
        self, ask: Callable[[Store], Awaitable[list[Head]]]
    ) -> list[Head]:
        """What the stores answer that are not down. Unavailable if all are."""
        answers = await _those_that_work(map(ask, self._stores))
        return [head for heads in answers for head in heads]


async def _check(store: Store) -> None:
    """Unavailable also if it does not answer, or nobody would know that the others do."""
    try:
        async with asyncio.timeout(CHECK_TIMEOUT):
            await store.check()
    except TimeoutError:
        raise Unavailable("a database does not answer") from None


async def _those_that_work(asking: Iterable[Awaitable[ResultT]]) -> list[ResultT]:
    """The answers of those that are not down. Unavailable if all are."""
    answers = await asyncio.gather(*asking, return_exceptions=True)
    failures = [each for each in answers if isinstance(each, BaseException)]
    for failure in failures:
        if len(failures) == len(answers) or not isinstance(failure, Unavailable):
            raise failure
    return [answer for answer in answers if not isinstance(answer, BaseException)]


async def _all_of(asking: Iterable[Awaitable[ResultT]]) -> list[ResultT]:
    """All answers. If one fails, that is raised when the others are done."""
    answers = await asyncio.gather(*asking, return_exceptions=True)
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    return [answer for answer in answers if not isinstance(answer, BaseException)]


def _newest(heads: list[Head], limit: int) -> list[Head]:
    return sorted(heads, key=lambda head: head.cursor, reverse=True)[:limit]
