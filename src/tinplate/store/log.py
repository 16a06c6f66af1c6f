"""What a store is: logs of rows that are only ever added to, and the head of each log.

A log is a table in the lobby or a match: the store knows no game, and rows are opaque to it. Row 0
is the opening, and versions have no holes. Any process may append to any log: who comes second
gets a `Conflict`, reads what came first, and judges again.
"""

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple, NewType, Protocol

from tinplate.game import Malformed

Moment = NewType("Moment", int)  # milliseconds since 1970, by the wall clock

NOT_OPENED = -1  # the version of a log that has no rows yet
LONGEST_NAME = 200
LARGEST_NUMBER = 2**63 - 1
PAGE = 500


class Row(NamedTuple):
    """One entry of a log, as the wire writes it."""

    version: int  # counted from 0, the opening
    at: Moment
    body: bytes


class Place(NamedTuple):
    """Where a log stands in a listing: the next page begins behind it."""

    updated_at: Moment
    log: str


class Head(NamedTuple):
    """Where a log has got to, and what has to be known of it without reading it."""

    log: str  # the name by which it is found, unique
    kind: str  # which list it is in
    version: int  # of its last row
    due: Moment | None  # when something will happen by itself
    is_public: bool
    is_open: bool
    updated_at: Moment
    summary: bytes  # what a list shows of it
    topic: str | None = None  # what is at stake in it now
    guests: tuple[str, ...] = ()  # who takes part

    @property
    def place(self) -> Place:
        return Place(self.updated_at, self.log)


class Conflict(Exception):
    """The rows do not follow the last one of their log: somebody else was quicker."""


class Unavailable(Exception):
    """The database cannot be used now; the sentence says why.

    Whether an append that fails so was written is not known: read the log to see.
    """


class Store(Protocol):
    """Where logs are kept. What `append` returned from survives the end of the process."""

    async def append(self, head: Head, rows: Sequence[Row]) -> None:
        """Add rows to a log, all or none, and put its head in the place of the one before.

        Conflict if the first does not follow the last row there is. Who stops waiting does not
        stop the append.
        """
        ...

    async def read(self, log: str, *, after: int, limit: int) -> list[Row]:
        """The rows behind that version, in order; none where there is no such log."""
        ...

    async def head(self, log: str) -> Head | None: ...

    async def versions(self, logs: Sequence[str]) -> dict[str, int]:
        """How far each log has got; nothing of those that are not there."""
        ...

    async def due(self, now: Moment, *, limit: int) -> list[Head]:
        """The logs whose deadline has come, the longest overdue first."""
        ...

    async def postpone(self, logs: Sequence[str], due: Moment) -> None:
        """Put off the deadline of each of these logs, where there is an earlier one."""
        ...

    async def listing(
        self, kind: str, *, is_public: bool, is_open: bool, limit: int, behind: Place | None = None
    ) -> list[Head]:
        """The logs of a kind, last updated first."""
        ...

    async def of_guest(
        self, guest: str, kind: str, *, is_open: bool, limit: int, behind: Place | None = None
    ) -> list[Head]:
        """The logs of a kind in which a guest takes part, last updated first."""
        ...

    async def is_topic(self, topic: str, *, since: Moment) -> bool:
        """Whether that is at stake in a log that was updated since then."""
        ...

    async def close(self) -> None:
        """Write what waits to be written, then let the database go; later calls are refused."""
        ...


async def all_rows(store: Store, log: str, *, after: int = NOT_OPENED) -> AsyncIterator[Row]:
    """A log to its end, page by page."""
    page = await store.read(log, after=after, limit=PAGE)
    while page:
        for row in page:
            yield row
        page = await store.read(log, after=page[-1].version, limit=PAGE)


def conflict(head: Head, rows: Sequence[Row], version: int) -> Conflict | None:
    """What speaks against rows in a log that is at that version."""
    if rows[0].version == version + 1:
        return None
    there = "has not been opened" if version == NOT_OPENED else f"is at version {version}"
    return Conflict(f"log {head.log} {there}: row {rows[0].version} does not follow")


def check_append(head: Head, rows: Sequence[Row]) -> None:
    """Malformed unless these rows can be added to some log, and the head is theirs."""
    if not rows:
        raise Malformed(f"log {head.log}: an append without rows")
    versions = [row.version for row in rows]
    if versions != list(range(versions[0], versions[0] + len(rows))):
        raise Malformed(f"log {head.log}: versions {versions} are not one behind the other")
    if head.version != versions[-1]:
        raise Malformed(
            f"log {head.log}: the head is at version {head.version}, the last row at {versions[-1]}"
        )
    check_name(head.log)
    check_name(head.kind)
    for name in (*head.guests, *([] if head.topic is None else [head.topic])):
        check_name(name)
    check_numbers(versions[0], head.version, head.updated_at, *(row.at for row in rows))
    if head.due is not None:
        check_numbers(head.due)


def check_postponement(logs: Sequence[str], due: Moment) -> None:
    for log in logs:
        check_name(log)
    check_numbers(due)


def check_listing(kind: str, limit: int, behind: Place | None) -> None:
    check_name(kind)
    check_numbers(limit)
    if behind is not None:
        check_name(behind.log)
        check_numbers(behind.updated_at)


def check_name(name: str) -> None:
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Malformed(
            f"{name[:LONGEST_NAME]!r} cannot be the name of a log, a kind or a guest: "
            f"expected 1 to {LONGEST_NAME} characters that can be printed"
        )


def check_numbers(*numbers: int) -> None:
    """Databases count to 64 bits."""
    for number in numbers:
        if not 0 <= number <= LARGEST_NUMBER:
            raise Malformed(f"{number} is no version and no time: expected 0 to {LARGEST_NUMBER}")
