"""Logs in several databases: each is in one of them, and only its own suffer when it is down."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from tests.postgres import Postgres
from tests.store.logs import Acknowledged, append, append_next, check_kept, versions_of
from tinplate.game import Malformed
from tinplate.store import several
from tinplate.store.address import split_addresses
from tinplate.store.log import Conflict, Head, Moment, PartlyUnavailable, Store, Unavailable
from tinplate.store.memory import MemoryStore
from tinplate.store.opening import open_store
from tinplate.store.several import SeveralStores

LOGS = [f"log {number}" for number in range(40)]


class Fragile(MemoryStore):
    """Answers nothing while it is down."""

    is_down = False

    def _check_open(self) -> None:
        if self.is_down:
            raise Unavailable("it is down")


@pytest.fixture
def stores() -> list[Fragile]:
    return [Fragile(), Fragile()]


async def filled(stores: Sequence[Store]) -> SeveralStores:
    store = SeveralStores(stores)
    for log in LOGS:
        await append(store, log, 0, due=Moment(1))
    return store


def logs_in(store: MemoryStore) -> set[str]:
    return set(store._heads)


async def test_each_log_is_in_one_database(stores: list[Fragile]) -> None:
    """Both have many; and every process finds them, by their names alone."""
    await filled(stores)
    other = SeveralStores(stores)
    for log in LOGS:
        await append(other, log, 1)

    here, there = map(logs_in, stores)
    assert set(LOGS) == here | there
    assert set() == here & there
    assert min(len(here), len(there)) > len(LOGS) / 4


async def test_a_list_may_grow(stores: list[Fragile]) -> None:
    """Logs stay where they are, and go on there; new ones go to the new database, too."""
    await filled(stores[:1])
    store = SeveralStores(stores)
    for log in LOGS:
        await append(store, log, 1)
    old = logs_in(stores[0])
    for log in LOGS:
        await append(store, f"new {log}", 0)

    assert set(LOGS) == old
    assert [[0, 1]] * len(LOGS) == [await versions_of(store, log) for log in LOGS]
    assert len(logs_in(stores[1])) > len(LOGS) / 4


async def test_a_database_that_is_down_takes_only_its_own_logs_along(
    stores: list[Fragile],
) -> None:
    """The others are written and read; deadlines and lists are those that can be found."""
    store = await filled(stores)
    stores[0].is_down = True
    mine = sorted(logs_in(stores[1]))
    gone = logs_in(stores[0]).pop()
    await append(store, mine[0], 1)
    due = await store.due(Moment(1), limit=99)
    listed = await store.listing("match", is_public=True, is_open=True, limit=99)

    assert set(mine[1:]) == {head.log for head in due}
    assert set(mine) == {head.log for head in listed}
    with pytest.raises(Unavailable):
        await append(store, gone, 1)


async def test_a_log_is_opened_though_another_database_is_down(stores: list[Fragile]) -> None:
    """A log of another name cannot be there; but nobody is told that a log is not there."""
    stores[0].is_down = True
    fresh, opened = SeveralStores(stores), list[str]()
    for log in LOGS:
        try:
            await append(fresh, log, 0)
        except Unavailable:
            continue
        opened.append(log)
    unknown = SeveralStores(stores)

    assert set(opened) == logs_in(stores[1])
    assert len(opened) > len(LOGS) / 4
    with pytest.raises(Unavailable):
        await unknown.head("nowhere")


@pytest.mark.parametrize("ask", ["topics", "all"])
async def test_what_must_be_complete_fails(stores: list[Fragile], ask: str) -> None:
    """Nobody is helped with a position of a match that cannot be seen now."""
    store = await filled(stores)
    stores[0].is_down = True
    stores[1].is_down = ask == "all"
    questions: dict[str, Callable[[], Awaitable[object]]] = {
        "topics": lambda: store.about(["red"], since=Moment(0)),
        "all": lambda: store.due(Moment(1), limit=9),
    }
    with pytest.raises(Unavailable):
        await questions[ask]()


async def test_what_need_not_be_complete_is_told(stores: list[Fragile]) -> None:
    """The tables of a guest, and which logs have grown: of those that can be reached."""
    store = await filled(stores)
    for log in LOGS:
        await append(store, log, 1, guests=("ann",))
    stores[0].is_down = True
    mine = logs_in(stores[1])
    own = await store.of_guest("ann", "match", is_open=True, limit=99)

    assert mine == {head.log for head in own}
    assert dict.fromkeys(mine, 1) == await store.versions(LOGS)
    assert dict.fromkeys(mine, 1) == await SeveralStores(stores).versions(LOGS)
    stores[1].is_down = True
    with pytest.raises(Unavailable):
        await store.versions(LOGS)


async def test_a_check_tells_whether_anything_works(stores: list[Fragile]) -> None:
    """People can still play at the tables of the others."""
    store = SeveralStores(stores)
    await store.check()
    stores[0].is_down = True
    with pytest.raises(PartlyUnavailable, match="it is down"):
        await store.check()
    stores[1].is_down = True
    with pytest.raises(Unavailable) as failure:
        await store.check()

    assert not isinstance(failure.value, PartlyUnavailable)


class Silent(MemoryStore):
    """Never answers."""

    async def check(self) -> None:
        await asyncio.Event().wait()


async def test_a_database_that_is_silent_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for it to hear that the others work."""
    monkeypatch.setattr(several, "CHECK_TIMEOUT", 0)
    with pytest.raises(Unavailable, match="does not answer"):
        await SeveralStores([Silent(), Silent()]).check()


async def test_a_log_can_be_named_so_that_it_is_beside_another(stores: list[Fragile]) -> None:
    """That of a match, beside that of its table."""
    store = await filled(stores)
    for log in LOGS[:9]:
        names = [f"{log} {number}" for number in range(9)]
        for name in names:
            await append(store, name, 0)
        home = logs_in(stores[0]) if log in logs_in(stores[0]) else logs_in(stores[1])

        assert [name in home for name in names] == [store.place_beside(log, name) for name in names]


def test_a_comma_divides_addresses_only() -> None:
    """Not a password or the name of a file."""
    assert ["postgresql://a:b,c@d/e", "sqlite:///f,g"] == split_addresses(
        "postgresql://a:b,c@d/e, sqlite:///f,g"
    )


async def test_a_database_is_named_once(tmp_path: Path) -> None:
    """Or all that is due there would be done twice."""
    address = f"sqlite:///{tmp_path}/logs.sqlite"
    with pytest.raises(Malformed, match="names one of them twice"):
        await open_store(f"{address},{address}")


async def test_a_list_with_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    """Is refused, and the others are closed."""
    (tmp_path / "no.sqlite").write_text("this is no database, " * 100)
    with pytest.raises(Unavailable, match=r"no\.sqlite"):
        await open_store(f"sqlite:///{tmp_path}/yes.sqlite,sqlite:///{tmp_path}/no.sqlite")


async def written(store: Store, name: str) -> list[Acknowledged]:
    """A few rows in each log, one after the other; what was refused is not tried again."""
    told = list[Acknowledged]()
    for number in range(5):
        for log in LOGS:
            with suppress(Conflict):
                told.append(await append_next(store, log, f"{name} {log} {number}".encode()))
    return told


async def test_two_real_databases(postgres: Postgres) -> None:
    """Two processes write to the same logs: everything acknowledged is there once, in order."""
    addresses = await postgres.two_empty_databases()
    here, there = await open_store(addresses), await open_store(addresses)
    told = await asyncio.gather(
        *(
            written(store, name)
            for store in (here, there)
            for name in (f"{id(store)} a", f"{id(store)} b")
        )
    )
    await check_kept(here, LOGS, [each for some in told for each in some])
    await here.close()
    await there.close()
    each = [await open_store(address) for address in split_addresses(addresses)]
    shares = [[log for log in LOGS if await versions_of(store, log)] for store in each]
    heads: list[Head | None] = [await each[0].head(log) for log in shares[1]]
    for store in each:
        await store.close()

    assert sorted(LOGS) == sorted([*shares[0], *shares[1]])
    assert all(shares)
    assert {None} == set(heads)
