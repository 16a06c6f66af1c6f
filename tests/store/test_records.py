"""Records of people in all databases: each match is added once, and computed again is the same."""

import asyncio

import pytest
from msgspec.structs import replace

from tests.server.processes import ANN, BOB, CLEO, Process
from tests.store.test_ratings import RATED, Club
from tinplate.ending import AbortMatch, Resign
from tinplate.games import installed
from tinplate.lobby.values import Stand
from tinplate.records.rules import KEPT, added
from tinplate.records.values import OpponentScore, PersonRecord, PlayedMatch, PlayedSeat
from tinplate.server.rebuilding import Rebuilt, rebuild
from tinplate.server.records import record_log, recorded_matches
from tinplate.server.replicas import TO_RECORD
from tinplate.store.log import Moment, Store

UNRATED = replace(RATED, is_rated=False, speed=None)


class RecordedClub(Club):
    """Waits for records, too."""

    async def over(self, table: str) -> None:
        await super().over(table)
        await self.process.records._background.join()

    async def record(self, person: str) -> PersonRecord:
        found = await self.process.records.find(person)
        assert found is not None
        return found


async def left_to_do(store: Store) -> list[str]:
    return [head.log for head in await store.about([TO_RECORD], since=Moment(0))]


def score(record: PersonRecord, other: str) -> tuple[int, int, int]:
    known: OpponentScore = record.games["ricochet"].people[other]
    return known.wins, known.losses, known.draws


async def test_a_match_is_in_the_records_of_both(store: Store) -> None:
    """Rated or not; the table has nothing left to record, and its log is public or not."""
    club = RecordedClub(store)
    await club.bob_loses()
    await club.bob_loses(replace(UNRATED, is_public=True))
    ann, bob = await club.record("a"), await club.record("b")

    assert ("Ann", "Bob") == (ann.name, bob.name)
    assert (2, 2, 0) == (
        ann.games["ricochet"].matches,
        ann.games["ricochet"].wins,
        bob.games["ricochet"].wins,
    )
    assert (2, 0, 0) == score(ann, "b")
    assert (0, 2, 0) == score(bob, "a")
    assert [True, False] == [one.is_public for one in ann.latest]
    assert [(1, "a"), (2, "b")] == [(one.place, one.person) for one in ann.latest[0].seats]
    assert [] == await left_to_do(store)


async def test_what_was_broken_off_is_listed_and_counts_for_nothing(store: Store) -> None:
    """Aborted by all."""
    club = RecordedClub(store)
    table = await club.plays()
    await club.process.play(table, ANN, AbortMatch(), "a")
    await club.process.play(table, BOB, AbortMatch(), "b")
    await club.over(table)
    ann = await club.record("a")

    assert [0, 0] == [one.place for one in ann.latest[0].seats]
    assert 0 == ann.games["ricochet"].matches


def test_a_tie_is_nobodys_win() -> None:
    """It counts as a match, and as one that was level."""
    tied = PlayedMatch("m", "ricochet", 0, (PlayedSeat("Ann", 1, "a"), PlayedSeat("Bob", 1, "b")))
    ann = added(PersonRecord(), tied, 0, {})

    assert (1, 0) == (ann.games["ricochet"].matches, ann.games["ricochet"].wins)
    assert (0, 0, 1) == score(ann, "b")


async def test_leavers_have_lost(store: Store) -> None:
    """Whatever the bot does that plays on for them."""
    club = RecordedClub(store)
    table = await club.plays(UNRATED, people=3)
    await club.process.act(table, CLEO, Stand(), "stand")
    await club.process.play(table, BOB, Resign(), "resign")
    await club.process.play(table, ANN, Resign(), "resign")
    await club.over(table)
    cleo = await club.record("c")

    assert 3 == cleo.latest[0].seats[2].place
    assert {} == cleo.games["ricochet"].measures


@pytest.mark.parametrize("is_half_done", [False, True])
async def test_a_process_dies_at_the_end_of_a_match(store: Store, is_half_done: bool) -> None:  # noqa: FBT001
    """Before any record, or between two of them: others add what is missing, once."""
    club = RecordedClub(store)
    club.process.tables._on_end.clear()
    table = await club.bob_loses()
    if is_half_done:
        [played] = (await club.process.replica(table)).table.to_record
        await club.process.records._add("a", played, 0, {})
    club.clock.pass_seconds(10)
    assert [table] == await left_to_do(store)
    others = [Process(store, club.clock) for _ in range(2)]
    await asyncio.gather(*(other.records.sweep() for other in others))

    assert (1, 0, 0) == score(await club.record("a"), "b")
    assert (0, 1, 0) == score(await club.record("b"), "a")
    assert [] == await left_to_do(store)


async def test_a_match_that_is_listed_no_more_is_not_added_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows name all matches of a record."""
    monkeypatch.setattr("tinplate.records.rules.KEPT", 2)
    club = RecordedClub(store)
    club.process.tables._on_end.clear()
    table = await club.bob_loses()
    [first] = (await club.process.replica(table)).table.to_record
    for match in ("first", "second", "third"):
        club.clock.pass_seconds(1)
        await club.process.records._remember(
            replace(first, match=match, at=club.clock(), seats=replace_places(first.seats))
        )
    old = replace(first, match="first", at=first.at + 1, seats=replace_places(first.seats))
    await club.process.records._remember(old)

    assert ["third", "second"] == [one.match for one in (await club.record("a")).latest]
    assert {"first", "second", "third"} == await recorded_matches(store, record_log("a"))
    assert 2 < KEPT


def replace_places(seats: tuple) -> tuple:  # type: ignore[type-arg]
    """Without places there is no log to read."""
    return tuple(replace(one, place=0) for one in seats)


async def test_somebody_who_is_gone_has_no_record(store: Store) -> None:
    """And never gets one again, even from a process that has not heard of it."""
    club = RecordedClub(store)
    await club.bob_loses()
    await club.process.records.erase("b")
    await club.bob_loses()
    head = await store.head(record_log("b"))

    assert await club.process.records.find("b") is None
    assert head is not None
    assert b"Bob" not in head.summary
    assert b"log-" not in head.summary
    assert (2, 0, 0) == score(await club.record("a"), "b")


async def test_computed_again_all_is_the_same(store: Store) -> None:
    """From the logs alone; what was not recorded is added, and people who are gone stay away."""
    club = RecordedClub(store)
    await club.bob_loses()
    await club.bob_loses(UNRATED)
    before = await club.record("a"), await club.record("b")
    assert Rebuilt(2, 2, 0) == await rebuild(store, installed(), lambda _: None)
    assert before == (await club.record("a"), await club.record("b"))

    club.process.tables._on_end.clear()
    await club.bob_loses(UNRATED)
    await club.process.forgotten.add("b")
    await club.process.records.erase("b")
    assert Rebuilt(3, 1, 1) == await rebuild(store, installed(), lambda _: None)
    assert (3, 0, 0) == score(await club.record("a"), "b")
    assert await club.process.records.find("b") is None
    club.clock.pass_seconds(10)
    await Process(store, club.clock).records.sweep()
    assert (3, 0, 0) == score(await club.record("a"), "b")
