"""What a store is: append-only logs of rows, and the head of each log.

A log is a table in the lobby, a match, a drawing or a count. The store knows no game, and rows are
opaque to it. Row 0 is the opening, and versions have no gaps. Any process may append to any log.
The slower one gets a `Conflict`, reads what came first, and judges again.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Literal, NamedTuple, NewType, Protocol

from tinplate.game import Malformed

StoreFailure = Literal["full", "damaged", "disk-error", "down"]
Moment = NewType("Moment", int)  # milliseconds since 1970, by the wall clock

NOT_OPENED = -1  # the version of a log that has no rows yet
MAX_NAME = 200
MAX_NUMBER = 2**63 - 1
PAGE = 500


class Row(NamedTuple):
    """One entry of a log, encoded."""

    version: int  # counted from 0, the opening
    at: Moment
    body: bytes


class ListingCursor(NamedTuple):
    """The position of a log in a listing. The next page starts after it."""

    updated_at: Moment
    log: str


class Head(NamedTuple):
    """The last version of a log, and what we need to know without reading the log."""

    log: str  # its unique name
    kind: str  # "room", "match", "code" and others
    version: int  # of its last row
    due: Moment | None  # when something happens by itself
    is_public: bool
    is_open: bool
    updated_at: Moment
    summary: bytes  # what lists show
    topics: tuple[str, ...] = ()  # what is at stake in it now
    guests: tuple[str, ...] = ()  # the ids of those who take part

    @property
    def cursor(self) -> ListingCursor:
        return ListingCursor(self.updated_at, self.log)


class Conflict(Exception):
    """The rows do not follow the last row of the log: another process was faster."""


class Unavailable(Exception):
    """The database cannot be used now. The sentence says why.

    An append that fails like this may have been written. Read the log to find out.
    """

    def __init__(self, because: str, kind: StoreFailure = "down") -> None:
        super().__init__(because)
        self.kind = kind


class PartlyUnavailable(Unavailable):
    """Some of several databases cannot be used now; the others can."""


class StoreFacts(NamedTuple):
    """What the host wants to know of a store."""

    engine: str  # with its version
    size: int | None  # bytes
    free: int | None  # bytes left on its disk, if that is in this machine


class Store(Protocol):
    """Where logs are stored. When `append` returns, the rows are durable."""

    async def append(self, head: Head, rows: Sequence[Row]) -> None:
        """Add rows to a log, all or none, and replace its head.

        Conflict if the first row does not follow the last stored one. Cancelling the caller does
        not cancel the append.
        """
        ...

    async def read(self, log: str, *, after: int, limit: int) -> list[Row]:
        """The rows after a version, in order. Empty if there is no such log."""
        ...

    async def head(self, log: str) -> Head | None: ...

    async def versions(self, logs: Sequence[str]) -> dict[str, int]:
        """The last version of each log that exists, and whose database works."""
        ...

    async def due(self, now: Moment, *, limit: int) -> list[Head]:
        """The logs whose deadline has passed, the longest overdue first."""
        ...

    async def postpone(self, logs: Sequence[str], due: Moment) -> None:
        """Move the deadline of each of these logs, if it has an earlier one."""
        ...

    async def listing(
        self,
        kind: str,
        *,
        is_public: bool,
        is_open: bool,
        limit: int,
        behind: ListingCursor | None = None,
    ) -> list[Head]:
        """The logs of a kind, last updated first."""
        ...

    async def of_guest(
        self,
        guest: str,
        kind: str,
        *,
        is_open: bool,
        limit: int,
        behind: ListingCursor | None = None,
    ) -> list[Head]:
        """The logs of a kind in which a guest takes part, last updated first."""
        ...

    async def about(self, topics: Sequence[str], *, since: Moment) -> list[Head]:
        """The logs that have any of these topics and were updated since then, by name."""
        ...

    async def check(self) -> None:
        """Unavailable unless the store can be written to now, and was never found damaged.

        PartlyUnavailable if that is so for some of its databases only.
        """
        ...

    def place_beside(self, log: str, new: str) -> bool:
        """Whether a log of this name, which is nowhere yet, goes to the database of a known one."""
        ...

    async def facts(self) -> StoreFacts: ...

    async def close(self) -> None:
        """Write what is waiting, then close the database. Later calls raise Unavailable."""
        ...


async def all_rows(store: Store, log: str, *, after: int = NOT_OPENED) -> AsyncIterator[Row]:
    """All rows after a version, read page by page."""
    is_last = False
    while not is_last:
        page = await store.read(log, after=after, limit=PAGE)
        for row in page:
            yield row
        is_last = len(page) < PAGE  # there were no more
        after = page[-1].version if page else after


def conflict(head: Head, rows: Sequence[Row], version: int) -> Conflict | None:
    """The conflict, if these rows do not follow that version of the log."""
    if rows[0].version == version + 1:
        return None
    found = "does not exist" if version == NOT_OPENED else f"is at version {version}"
    return Conflict(f"log {head.log} {found}: row {rows[0].version} does not follow")


def check_append(head: Head, rows: Sequence[Row]) -> None:
    """Malformed unless the rows are consecutive and the head belongs to them."""
    if not rows:
        raise Malformed(f"log {head.log}: an append without rows")
    versions = [row.version for row in rows]
    if versions != list(range(versions[0], versions[0] + len(rows))):
        raise Malformed(f"log {head.log}: versions {versions} are not consecutive")
    if head.version != versions[-1]:
        raise Malformed(
            f"log {head.log}: the head is at version {head.version}, the last row at {versions[-1]}"
        )
    check_name(head.log)
    check_name(head.kind)
    for name in (*head.guests, *head.topics):
        check_name(name)
    check_numbers(versions[0], head.version, head.updated_at, *(row.at for row in rows))
    if head.due is not None:
        check_numbers(head.due)


def check_topics(topics: Sequence[str], since: Moment) -> None:
    for topic in topics:
        check_name(topic)
    check_numbers(since)


def check_postponement(logs: Sequence[str], due: Moment) -> None:
    for log in logs:
        check_name(log)
    check_numbers(due)


def check_listing(kind: str, limit: int, behind: ListingCursor | None) -> None:
    check_name(kind)
    check_numbers(limit)
    if behind is not None:
        check_name(behind.log)
        check_numbers(behind.updated_at)


def check_name(name: str) -> None:
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise Malformed(
            f"{name[:MAX_NAME]!r} cannot be the name of a log, a kind or a guest: "
            f"expected 1 to {MAX_NAME} printable characters"
        )


def check_numbers(*numbers: int) -> None:
    """Databases store integers of 64 bits."""
    for number in numbers:
        if not 0 <= number <= MAX_NUMBER:
            raise Malformed(f"{number} is not a version or time: expected 0 to {MAX_NUMBER}")
