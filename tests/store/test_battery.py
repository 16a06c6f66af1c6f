"""What every store has to do: the same tests in memory, on SQLite and on a real PostgreSQL."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from tests.store.logs import (
    MATCH,
    TABLE,
    Acknowledged,
    append,
    append_next,
    check_kept,
    head,
    row,
    rows_of,
    versions_of,
)
from tests.waiting import others_run
from tinplate.game import Malformed
from tinplate.store.log import (
    MAX_NUMBER,
    PAGE,
    Conflict,
    Head,
    ListingCursor,
    Moment,
    Row,
    Store,
    Unavailable,
)

NAMES = ["ä", "Z", "a", "B", "~", "🤖", "￭", "log 10", "log 9", "'; DROP TABLE log_rows; --"]


# Appending and reading


async def test_what_was_appended_is_read(store: Store) -> None:
    """Rows come back as they were given, in the order of their versions."""
    rows = [Row(0, Moment(1_700_000_000_000), b'{"opening":1}'), Row(1, Moment(5), b"")]
    await store.append(head("a", 1), rows)
    await store.append(head("a", 2), [row(2)])

    assert [*rows, row(2)] == await store.read("a", after=-1, limit=10)


async def test_reading_begins_behind_a_version_and_ends_at_a_limit(store: Store) -> None:
    """A socket says which version it has seen, and gets what came later."""
    await append(store, "a", *range(10))

    assert [row(4), row(5), row(6)] == await store.read("a", after=3, limit=3)
    assert [row(9)] == await store.read("a", after=8, limit=3)
    assert [] == await store.read("a", after=9, limit=3)
    assert [] == await store.read("a", after=MAX_NUMBER - 1, limit=3)
    assert [] == await store.read("a", after=-1, limit=0)


async def test_how_far_many_logs_have_got_is_known_at_once(store: Store) -> None:
    """However many are asked for; of those that are not there nothing is said."""
    names = [f"log {number}" for number in range(PAGE + 2)]
    for version, name in enumerate(names[-3:]):
        await append(store, name, *range(version + 1))

    assert dict(zip(names[-3:], (0, 1, 2), strict=True)) == await store.versions(names)
    assert {} == await store.versions([])


async def test_a_log_nobody_opened_is_empty(store: Store) -> None:
    """No rows and no head, and no error: whoever asks for a match may be mistaken."""
    await append(store, "a", 0)

    assert [] == await store.read("b", after=-1, limit=10)
    assert await store.head("b") is None


async def test_logs_do_not_mix(store: Store) -> None:
    """A log has its own rows and its own versions."""
    await append(store, "a", 0, 1)
    await append(store, "b", 0)

    assert ([0, 1], [0]) == (await versions_of(store, "a"), await versions_of(store, "b"))


async def test_a_long_log_is_read_page_by_page(store: Store) -> None:
    """The whole log, for a replay or a download, however long; also from the middle."""
    length = 2 * PAGE + 1
    await append(store, "a", *range(length))

    assert list(range(length)) == await versions_of(store, "a")


async def test_bodies_are_opaque(store: Store) -> None:
    """Every byte comes back, and megabytes of them."""
    bodies = [bytes(range(256)), b"\0" * 5, "🤖 ☂ ñ".encode(), b"\xff\xfe", bytes(4_000_000)]
    await store.append(
        head("a", 4, summary=bytes(range(256))), [row(at, body) for at, body in enumerate(bodies)]
    )
    last = await store.head("a")

    assert bodies == [each.body for each in await rows_of(store, "a")]
    assert last is not None
    assert bytes(range(256)) == last.summary


@pytest.mark.parametrize("name", NAMES)
async def test_names_are_opaque(store: Store, name: str) -> None:
    """A log is found under exactly the name it was opened with."""
    await append(store, name, 0, kind=name)
    listed = await store.listing(name, is_public=True, is_open=True, limit=9)

    assert ([0], head(name, kind=name)) == (await versions_of(store, name), await store.head(name))
    assert [name] == [each.log for each in listed]
    assert await store.head(name.swapcase() + "x") is None


@pytest.mark.parametrize("name", ["", "a\0b", "a\nb", "\ud800", "x" * 201])
async def test_names_that_no_database_could_keep_are_refused(store: Store, name: str) -> None:
    """A sentence, wherever such a name is used; and nothing is written."""
    attempts = [
        append(store, name, 0),
        append(store, "a", 0, kind=name),
        store.read(name, after=-1, limit=1),
        store.head(name),
        store.versions(["a", name]),
        store.listing(name, is_public=True, is_open=True, limit=1),
        store.listing(
            MATCH, is_public=True, is_open=True, limit=1, behind=ListingCursor(Moment(0), name)
        ),
    ]
    for attempt in attempts:
        with pytest.raises(Malformed, match="expected 1 to 200 printable characters"):
            await attempt

    assert await store.head("a") is None


@pytest.mark.parametrize("number", [-2, MAX_NUMBER + 1])
async def test_numbers_that_no_database_could_keep_are_refused(store: Store, number: int) -> None:
    """A sentence, wherever such a number is used; and nothing is written."""
    moment = Moment(number)
    attempts = [
        append(store, "a", number),
        append(store, "a", 0, due=moment),
        append(store, "a", 0, updated_at=moment),
        store.append(head("a"), [row(0, at=number)]),
        store.read("a", after=number, limit=1),
        store.read("a", after=0, limit=number),
        store.due(moment, limit=1),
        store.due(Moment(0), limit=number),
        store.postpone(["a"], moment),
        store.listing(MATCH, is_public=True, is_open=True, limit=number),
        store.listing(
            MATCH, is_public=True, is_open=True, limit=1, behind=ListingCursor(moment, "a")
        ),
    ]
    for attempt in attempts:
        with pytest.raises(Malformed, match="expected 0 to 9223372036854775807"):
            await attempt

    assert await store.head("a") is None


async def test_the_largest_numbers_are_kept(store: Store) -> None:
    """64 bits are 64 bits."""
    largest = Moment(MAX_NUMBER)
    last = head("a", due=largest, updated_at=largest)
    await store.append(last, [row(0, at=MAX_NUMBER)])

    assert last == await store.head("a")
    assert [last] == await store.due(largest, limit=9)
    assert [row(0, at=MAX_NUMBER)] == await rows_of(store, "a")


# Versions


async def test_a_version_is_taken_once(store: Store) -> None:
    """The second who appends the same version gets a Conflict, and the first row stays."""
    await append(store, "a", 0, 1)
    with pytest.raises(Conflict, match="log a is at version 1: row 1 does not follow"):
        await store.append(head("a", 1), [row(1, b"late")])

    assert [row(0), row(1)] == await rows_of(store, "a")


@pytest.mark.parametrize("versions", [(3,), (1, 2), (0,), (0, 1, 2)])
async def test_rows_follow_the_last_one(store: Store, versions: Sequence[int]) -> None:
    """Versions have no holes: what does not begin right behind the last row is a Conflict."""
    await append(store, "a", 0, 1)
    with pytest.raises(Conflict):
        await append(store, "a", *versions)

    assert ([0, 1], head("a", 1)) == (await versions_of(store, "a"), await store.head("a"))


async def test_a_log_begins_with_its_opening(store: Store) -> None:
    """Version 0 is the first; nothing can be appended to a log that was not opened."""
    with pytest.raises(Conflict, match="log a does not exist: row 1 does not follow"):
        await append(store, "a", 1)

    assert ([], None) == (await rows_of(store, "a"), await store.head("a"))


async def test_a_refused_append_changes_nothing(store: Store) -> None:
    """All or nothing: not even those of its rows that would have been free, nor the head."""
    await append(store, "a", 0, 1)
    with pytest.raises(Conflict):
        await append(store, "a", 1, 2, 3, due=Moment(1), is_open=False)

    assert ([0, 1], head("a", 1)) == (await versions_of(store, "a"), await store.head("a"))
    assert [] == await store.due(Moment(9), limit=9)


@pytest.mark.parametrize(
    ("last", "versions", "complaint"),
    [
        (0, (), "an append without rows"),
        (2, (0, 2), r"versions \[0, 2\] are not consecutive"),
        (0, (1, 0), r"versions \[1, 0\] are not consecutive"),
        (0, (0, 0), r"versions \[0, 0\] are not consecutive"),
        (1, (0,), "the head is at version 1, the last row at 0"),
        (0, (0, 1), "the head is at version 0, the last row at 1"),
    ],
)
async def test_an_append_makes_sense(
    store: Store, last: int, versions: Sequence[int], complaint: str
) -> None:
    """Its rows are one behind the other, and its head is that of the last one."""
    with pytest.raises(Malformed, match=f"log a: {complaint}"):
        await store.append(head("a", last), [row(version) for version in versions])

    assert ([], None) == (await rows_of(store, "a"), await store.head("a"))


# Heads


async def test_the_head_is_that_of_the_last_append(store: Store) -> None:
    """Every field of it, whatever it was before."""
    before = head("a", due=Moment(7), summary=b"before")
    after = Head("a", TABLE, 1, None, False, False, Moment(9), b"after")  # noqa: FBT003
    await store.append(before, [row(0)])
    seen = await store.head("a")
    await store.append(after, [row(1)])

    assert (before, after) == (seen, await store.head("a"))


async def test_deadlines_that_have_come(store: Store) -> None:
    """The longest overdue first; at the same moment by name; none that is still to come."""
    for log, due in [("c", 30), ("b", 10), ("Z", 10), ("d", 31), ("e", None), ("a", 20)]:
        await append(store, log, 0, due=due)

    assert ["Z", "b", "a", "c"] == [each.log for each in await store.due(Moment(30), limit=9)]
    assert ["Z", "b"] == [each.log for each in await store.due(Moment(30), limit=2)]
    assert [] == await store.due(Moment(9), limit=9)


async def test_a_deadline_that_fell_is_gone(store: Store) -> None:
    """The append that expires it writes a new head, with the next deadline or none."""
    await append(store, "a", 0, due=Moment(10))
    await append(store, "b", 0, due=Moment(10))
    await append(store, "a", 1, due=Moment(20))
    await append(store, "b", 1, due=None)

    assert [] == await store.due(Moment(19), limit=9)
    assert [head("a", 1, due=Moment(20))] == await store.due(Moment(20), limit=9)


async def test_deadlines_can_be_put_off(store: Store) -> None:
    """Of several logs at once; none comes sooner by it, and none is made where there was none."""
    for log, due in [("a", 10), ("b", 40), ("c", None), ("d", 10), ("e", 10)]:
        await append(store, log, 0, due=due)
    await store.postpone(["e", "a", "b", "c", "there is no such log"], Moment(30))
    await store.postpone([], Moment(99))

    assert ["d"] == [each.log for each in await store.due(Moment(29), limit=9)]
    assert [head("a", due=Moment(30)), head("e", due=Moment(30))] == (
        await store.due(Moment(39), limit=9)
    )[1:]
    assert [10, 30, 30, 40] == [each.due for each in await store.due(Moment(99), limit=9)]
    await append(store, "a", 1, due=20)
    assert [("d", 10), ("a", 20)] == [
        (each.log, each.due) for each in await store.due(Moment(20), limit=9)
    ]


async def test_many_deadlines_are_put_off_while_others_write(store: Store) -> None:
    """More than fit on a page, in any order: nobody waits for somebody who waits for them."""
    logs = [f"log-{number:04}" for number in range(PAGE + 100)]
    await asyncio.gather(*(append(store, log, 0, due=1) for log in logs))
    backwards = logs[::-1]
    await asyncio.gather(
        *(store.postpone(backwards, Moment(due)) for due in range(10, 14)),
        *(append(store, log, 1, due=9) for log in logs),
    )
    await store.postpone(backwards, Moment(20))

    assert {20} == {each.due for each in await store.due(Moment(20), limit=9999)}
    assert set(logs) == {each.log for each in await store.due(Moment(20), limit=9999)}


async def test_a_listing_is_of_one_kind(store: Store) -> None:
    """Tables or matches, public or not, open or not: each in its own list, complete."""
    kinds = [
        (kind, is_public, is_open)
        for kind in (MATCH, TABLE)
        for is_public in (True, False)
        for is_open in (True, False)
    ]
    for kind, is_public, is_open in kinds:
        log = f"{kind} {is_public} {is_open}"
        await append(store, log, 0, kind=kind, is_public=is_public, is_open=is_open)
    listed = [
        await store.listing(kind, is_public=is_public, is_open=is_open, limit=9)
        for kind, is_public, is_open in kinds
    ]

    assert [[f"{kind} {is_public} {is_open}"] for kind, is_public, is_open in kinds] == [
        [each.log for each in page] for page in listed
    ]


async def test_a_listing_begins_with_what_was_updated_last(store: Store) -> None:
    """Newest first; at the same moment by name, backwards; whole heads."""
    for log, at in [("a", 1), ("b", 3), ("B", 3), ("🤖", 3), ("￭", 3), ("c", 2)]:
        await append(store, log, 0, updated_at=at)
    await append(store, "a", 1, updated_at=Moment(4))
    listed = await store.listing(MATCH, is_public=True, is_open=True, limit=9)

    assert ["a", "🤖", "￭", "b", "B", "c"] == [each.log for each in listed]
    assert head("a", 1, updated_at=Moment(4)) == listed[0]


async def test_a_listing_is_turned_page_by_page(store: Store) -> None:
    """The next page begins behind the last head of the one before, also within one moment."""
    for number in range(7):
        await append(store, f"log {number}", 0, updated_at=Moment(number // 4))
    pages, behind = list[list[str]](), None
    for _ in range(4):
        page = await store.listing(MATCH, is_public=True, is_open=True, limit=3, behind=behind)
        pages.append([each.log[-1] for each in page])
        behind = page[-1].cursor if page else behind

    assert [["6", "5", "4"], ["3", "2", "1"], ["0"], []] == pages


async def test_a_page_may_begin_behind_a_log_that_is_gone_from_the_list(store: Store) -> None:
    """A place is a moment and a name: it stays one when its log has moved on."""
    for log, at in [("a", 1), ("b", 2), ("c", 3)]:
        await append(store, log, 0, updated_at=at)
    await append(store, "b", 1, updated_at=Moment(4), is_open=False)
    page = await store.listing(
        MATCH, is_public=True, is_open=True, limit=9, behind=ListingCursor(Moment(2), "b")
    )

    assert ["a"] == [each.log for each in page]


# Guests


async def logs_of(store: Store, guest: str, kind: str = MATCH, **which: Any) -> list[str]:  # noqa: ANN401
    wanted = {"is_open": True, "limit": 9, **which}
    return [each.log for each in await store.of_guest(guest, kind, **wanted)]


async def test_the_logs_of_a_guest(store: Store) -> None:
    """Those in which they take part, of one kind, open or not; last updated first."""
    await append(store, "a", 0, guests=("ann", "bob"), updated_at=Moment(1))
    await append(store, "b", 0, guests=("ann",), updated_at=Moment(3), is_public=False)
    await append(store, "c", 0, guests=("bob",), updated_at=Moment(2))
    await append(store, "d", 0, guests=("ann",), kind=TABLE)
    await append(store, "e", 0, guests=("ann",), is_open=False)
    await append(store, "f", 0)

    assert (["b", "a"], ["c", "a"]) == (await logs_of(store, "ann"), await logs_of(store, "bob"))
    assert ["d"] == await logs_of(store, "ann", TABLE)
    assert ["e"] == await logs_of(store, "ann", is_open=False)
    assert [] == await logs_of(store, "a")


async def test_guests_come_and_go(store: Store) -> None:
    """The last head lists the participants; one who is named twice is there once."""
    seen = []
    for version, guests in enumerate([("ann",), ("ann", "bob"), (), ("bob", "bob"), ("bob",)]):
        await append(store, "a", version, guests=guests)
        seen.append([guest for guest in ("ann", "bob") if await logs_of(store, guest)])
        last = await store.head("a")

        assert last is not None
        assert guests == last.guests

    assert [["ann"], ["ann", "bob"], [], ["bob"], ["bob"]] == seen


async def test_a_refused_append_brings_no_guest(store: Store) -> None:
    """All or nothing; also in one breath with those that are kept."""
    await append(store, "a", 0, guests=("ann",))
    await asyncio.gather(
        append(store, "a", 1, guests=("ann", "bob")),
        append(store, "a", 1, guests=("cleo",)),
        append(store, "a", 2, guests=("bob",)),
        append(store, "b", 1, guests=("cleo",)),
        return_exceptions=True,
    )

    assert [[], ["a"], []] == [await logs_of(store, guest) for guest in ("ann", "bob", "cleo")]


async def test_the_logs_of_a_guest_are_turned_page_by_page(store: Store) -> None:
    """As those of a listing."""
    for number in range(5):
        await append(store, f"log {number}", 0, guests=("ann",), updated_at=Moment(number // 3))
    first = await store.of_guest("ann", MATCH, is_open=True, limit=2)
    rest = await logs_of(store, "ann", behind=first[-1].cursor)

    assert ["log 4", "log 3"] == [each.log for each in first]
    assert ["log 2", "log 1", "log 0"] == rest


@pytest.mark.parametrize("name", ["", "two\nlines", "x" * 201])
async def test_names_that_are_none(store: Store, name: str) -> None:
    """Neither of a guest nor of a topic."""
    for wrong in ({"guests": ("ann", name)}, {"topics": ("red", name)}):
        with pytest.raises(Malformed, match="cannot be the name of a log, a kind or a guest"):
            await append(store, "a", 0, **wrong)

    assert await store.head("a") is None


# Topics


async def test_what_is_at_stake(store: Store) -> None:
    """As long as the head of some log says so, and was not forgotten."""
    await append(store, "b", 0, topics=("red", "round"), updated_at=Moment(5))
    await append(store, "a", 0, topics=("red",), updated_at=Moment(3))
    await append(store, "c", 0, topics=("blue",), updated_at=Moment(1))
    before = [await logs_about(store, topic) for topic in ("red", "blue", "round", "green")]
    recent = await logs_about(store, "red", "blue", since=3)
    either = await logs_about(store, "round", "blue", "red")
    await append(store, "b", 1, topics=("round",), updated_at=Moment(6))
    after = [await logs_about(store, topic) for topic in ("red", "round")]

    assert [["a", "b"], ["c"], ["b"], []] == before
    assert (["a", "b"], ["a", "b", "c"]) == (recent, either)
    assert [["a"], ["b"]] == after
    assert [] == await logs_about(store)


async def logs_about(store: Store, *topics: str, since: int = 0) -> list[str]:
    return [each.log for each in await store.about(topics, since=Moment(since))]


# Many at a time


async def test_one_wins_each_version(store: Store) -> None:
    """Many who append the same version at once: one is told it is kept, the others Conflict."""
    await append(store, "a", 0)
    for version in range(1, 6):
        answers = await asyncio.gather(
            *(
                store.append(head("a", version), [row(version, f"{who} {version}".encode())])
                for who in range(20)
            ),
            return_exceptions=True,
        )
        winners = [who for who, answer in enumerate(answers) if answer is None]

        assert 1 == len(winners)
        assert 19 == sum(isinstance(answer, Conflict) for answer in answers)
        assert f"{winners[0]} {version}".encode() == (await rows_of(store, "a"))[version].body


async def test_writers_of_one_log_all_get_there(store: Store) -> None:
    """A writer that gets a Conflict reads and tries again: in the end every row is there once."""

    async def write(who: int) -> list[Acknowledged]:
        told: list[Acknowledged] = []
        while len(told) < 5:
            try:
                told.append(await append_next(store, "a", f"{who} {len(told)}".encode()))
            except Conflict:
                continue
        return told

    told = await asyncio.gather(*(write(who) for who in range(10)))
    await check_kept(store, ["a"], [each for mine in told for each in mine])

    assert 50 == len(await rows_of(store, "a"))


async def test_writers_of_many_logs_do_not_meet(store: Store) -> None:
    """Nobody gets a Conflict because of somebody else's log."""
    logs = [f"log {number}" for number in range(100)]

    async def write(log: str) -> list[Acknowledged]:
        return [await append_next(store, log, f"{log}, {number}".encode()) for number in range(4)]

    told = await asyncio.gather(*(write(log) for log in logs))
    await check_kept(store, logs, [each for mine in told for each in mine])

    assert {4} == {len(await rows_of(store, log)) for log in logs}


async def test_appends_to_one_log_keep_their_order(store: Store) -> None:
    """Appends that do not wait for the answer before are served in order."""
    await asyncio.gather(*(append(store, "a", version) for version in range(50)))

    assert list(range(50)) == await versions_of(store, "a")


async def test_an_append_too_early_does_not_hold_up_its_neighbours(store: Store) -> None:
    """In one breath: an append before its opening is refused, all the others are kept."""
    answers = await asyncio.gather(
        append(store, "a", 1),
        append(store, "b", 0),
        append(store, "a", 0),
        append(store, "a", 0),
        append(store, "a", 1),
        return_exceptions=True,
    )

    assert [Conflict, type(None), type(None), Conflict, type(None)] == [*map(type, answers)]
    assert ([0, 1], [0]) == (await versions_of(store, "a"), await versions_of(store, "b"))


# Closing


async def test_closing_waits_for_what_is_being_written(store: Store) -> None:
    """Accepted appends are written: none that waits is dropped."""
    writing = [asyncio.ensure_future(append(store, f"log {number}", 0)) for number in range(400)]
    await others_run()
    await store.close()

    assert [None] * 400 == await asyncio.gather(*writing)


async def test_a_closed_store_refuses(store: Store) -> None:
    """Every call says that the store is closed; closing again is nothing."""
    await store.close()
    await store.close()
    attempts = [
        append(store, "a", 0),
        store.read("a", after=-1, limit=1),
        store.head("a"),
        store.due(Moment(0), limit=1),
        store.postpone(["a"], Moment(0)),
        store.listing(MATCH, is_public=True, is_open=True, limit=1),
        store.of_guest("ann", MATCH, is_open=True, limit=1),
        store.about(["red"], since=Moment(0)),
        store.check(),
    ]
    for attempt in attempts:
        with pytest.raises(Unavailable, match="the store is closed"):
            await attempt


async def test_a_store_tells_how_it_is(store: Store) -> None:
    """For its host: what it is, how large, and what is left on a disk of this machine."""
    engine, size, free = await store.facts()

    assert any(name in engine for name in ("memory", "SQLite", "PostgreSQL"))
    assert ("memory" in engine) == (size is None)
    assert ("SQLite" in engine) == (free is not None)
    assert size is None or size > 0
