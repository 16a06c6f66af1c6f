"""The stores in databases do what the one in memory does, whatever they are asked to do."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from sqlalchemy import Connection

from tests.postgres import Postgres
from tests.store.logs import MATCH, TABLE
from tinplate.game import Malformed
from tinplate.store.address import parse_address
from tinplate.store.log import NOT_OPENED, Conflict, Head, ListingCursor, Moment, Row, Store
from tinplate.store.memory import MemoryStore
from tinplate.store.schema import LOG_GUESTS, LOG_HEADS, LOG_ROWS, LOG_TOPICS
from tinplate.store.several import SeveralStores
from tinplate.store.sql import SqlStore

Answer = TypeVar("Answer")

LOGS = st.sampled_from(["a", "b", "Ä", "🤖", "￭"])
KINDS = st.sampled_from([MATCH, TABLE])
GUESTS = st.sampled_from(["ann", "Bob", "ç"])
TOPICS = st.sampled_from(["red", "Blue", "ç"])
MOMENTS = st.integers(0, 6).map(Moment)
LIMITS = st.integers(0, 4)
BODIES = st.lists(st.binary(max_size=5), max_size=3)


@st.composite
def appends(draw: st.DrawFn) -> tuple[Head, int, list[Row]]:
    """A head, how far beside the right version it is tried, and rows counted from 0."""
    rows = [Row(at, draw(MOMENTS), body) for at, body in enumerate(draw(BODIES))]
    due = draw(st.none() | MOMENTS)
    flags = draw(st.tuples(st.booleans(), st.booleans()))
    head = Head(
        draw(LOGS), draw(KINDS), len(rows) - 1, due, *flags, draw(MOMENTS), draw(st.binary()),
        tuple(draw(st.lists(TOPICS, max_size=3))), tuple(draw(st.lists(GUESTS, max_size=3))),
    )  # fmt: skip
    return head, draw(st.sampled_from([0, 0, 0, 0, -1, 1])), rows


class Twins(RuleBasedStateMachine):
    """Both are asked the same; they answer the same."""

    opened: Callable[[], Awaitable[Store]]

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.Runner()
        self.memory = MemoryStore()
        self.sql = self.loop.run(self._open())

    async def _open(self) -> Store:
        return await type(self).opened()

    def teardown(self) -> None:
        self.loop.run(self.sql.close())
        self.loop.close()

    def ask(self, question: Callable[[Store], Awaitable[Answer]]) -> None:
        """The same question to both."""
        expected, actual = (
            self.loop.run(answer_to(question(store))) for store in (self.memory, self.sql)
        )

        assert expected == actual

    @rule(wanted=st.lists(appends(), min_size=1, max_size=4))
    def append(self, wanted: list[tuple[Head, int, list[Row]]]) -> None:
        """Several at a time, some of them to the same log, some at a wrong version."""
        placed = [self._placed(*each) for each in wanted]
        self.ask(
            lambda store: asyncio.gather(
                *(answer_to(store.append(head, rows)) for head, rows in placed)
            )
        )

    def _placed(self, head: Head, beside: int, rows: list[Row]) -> tuple[Head, list[Row]]:
        there = self.memory._heads.get(head.log)
        first = (there.version if there else NOT_OPENED) + 1 + beside
        moved = [row._replace(version=row.version + first) for row in rows]
        return head._replace(version=head.version + first), moved

    @rule(log=LOGS, after=st.integers(-2, 12), limit=LIMITS)
    def read(self, log: str, after: int, limit: int) -> None:
        self.ask(lambda store: store.read(log, after=after, limit=limit))

    @rule(log=LOGS)
    def head(self, log: str) -> None:
        self.ask(lambda store: store.head(log))

    @rule(now=MOMENTS, limit=LIMITS)
    def due(self, now: Moment, limit: int) -> None:
        self.ask(lambda store: store.due(now, limit=limit))

    @rule(logs=st.lists(LOGS, max_size=3), due=MOMENTS)
    def postpone(self, logs: list[str], due: Moment) -> None:
        self.ask(lambda store: store.postpone(logs, due))

    @rule(
        kind=KINDS,
        flags=st.tuples(st.booleans(), st.booleans()),
        limit=LIMITS,
        behind=st.none() | st.builds(ListingCursor, MOMENTS, LOGS),
    )
    def listing(
        self, kind: str, flags: tuple[bool, bool], limit: int, behind: ListingCursor | None
    ) -> None:
        is_public, is_open = flags
        self.ask(
            lambda store: store.listing(
                kind, is_public=is_public, is_open=is_open, limit=limit, behind=behind
            )
        )

    @rule(
        guest=GUESTS,
        of=st.tuples(KINDS, st.booleans()),
        limit=LIMITS,
        behind=st.none() | st.builds(ListingCursor, MOMENTS, LOGS),
    )
    def of_guest(
        self, guest: str, of: tuple[str, bool], limit: int, behind: ListingCursor | None
    ) -> None:
        kind, is_open = of
        self.ask(
            lambda store: store.of_guest(guest, kind, is_open=is_open, limit=limit, behind=behind)
        )

    @rule(topics=st.lists(TOPICS, max_size=2), since=MOMENTS)
    def about(self, topics: list[str], since: Moment) -> None:
        self.ask(lambda store: store.about(topics, since=since))

    @precondition(lambda self: self.memory._rows)
    @rule()
    def open_again(self) -> None:
        """What is in the database outlives the connection."""
        self.loop.run(self.sql.close())
        self.sql = self.loop.run(self._open_again(self.sql))

    async def _open_again(self, closed: Store) -> Store:
        if isinstance(closed, SeveralStores):
            return SeveralStores([await self._open_again(store) for store in closed._stores])
        assert isinstance(closed, SqlStore)
        return await SqlStore.open(closed._url.render_as_string(hide_password=False))


async def answer_to(question: Awaitable[Answer]) -> Any:  # noqa: ANN401 - or a refusal
    try:
        return await question
    except (Conflict, Malformed) as refusal:
        return type(refusal), str(refusal)


class Emptied:
    """Stores in the same databases, whose tables are made once: that takes longer than the rest."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = addresses
        self._are_made = False

    async def open(self) -> Store:
        stores = [await self._open(address) for address in self._addresses]
        self._are_made = True
        return stores[0] if len(stores) == 1 else SeveralStores(stores)

    async def _open(self, address: str) -> SqlStore:
        if not self._are_made:
            return await SqlStore.open(address)
        store = SqlStore(parse_address(address))
        await store._database.write(empty)
        return store


def empty(connection: Connection) -> None:
    for table in (LOG_ROWS, LOG_GUESTS, LOG_TOPICS, LOG_HEADS):
        connection.execute(table.delete())


def check_twins(open_store: Callable[[], Awaitable[Store]], examples: int) -> None:
    class TheseTwins(Twins):
        opened = staticmethod(open_store)

    run_state_machine_as_test(
        TheseTwins, settings=settings(max_examples=examples, stateful_step_count=30, deadline=None)
    )


def test_sqlite_does_what_memory_does(tmp_path: Path) -> None:
    """Whatever is asked, in whatever order: the same answers, and the same refusals."""
    check_twins(Emptied(f"sqlite:///{tmp_path}/logs.sqlite").open, examples=25)


def test_postgresql_does_what_memory_does(postgres: Postgres) -> None:
    """Whatever is asked, in whatever order: the same answers, and the same refusals."""
    check_twins(Emptied(asyncio.run(postgres.empty_database())).open, examples=25)


def test_two_databases_do_what_memory_does(tmp_path: Path) -> None:
    """Whatever is asked, in whatever order: the same answers, and the same refusals."""
    two = [f"sqlite:///{tmp_path}/{place}.sqlite" for place in range(2)]
    check_twins(Emptied(*two).open, examples=25)
