"""What a guest finds again: their tables, their matches; codes that lead to a table."""

import asyncio
from pathlib import Path
from typing import TypeVar

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from tests.server.client import Person, begin, introduced, nameless
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET, play_at_random
from tests.server.processes import ANN, BOB, Process, WallClock, match_begun
from tests.server.serving import serving
from tests.waiting import PATIENCE, a_moment
from tinplate.games.ricochet.values import Bid, TurnToken
from tinplate.lobby.values import SeatBot, Sit, Stand, Start
from tinplate.server import http as routes
from tinplate.server import replicas
from tinplate.server.codes import ALPHABET, DAY, create_code, table_by_code
from tinplate.server.log_cache import UnknownLog
from tinplate.store.log import Row
from tinplate.store.memory import MemoryStore
from tinplate.wire.resources import (
    Code,
    GuestTables,
    MatchEntries,
    MatchFacts,
    MatchListed,
    MatchPage,
)
from tinplate.wire.rows import decode_match_opening, encode_opening

AnswerT = TypeVar("AnswerT")


async def ask(person: Person, kind: type[AnswerT], path: str) -> AnswerT:
    answer = await person.get(path)
    assert 200 == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=kind)


async def own_tables(person: Person) -> list[str]:
    told = await ask(person, GuestTables, "/api/guest/tables")
    return [table.id for table in told.tables]


async def own_matches(person: Person) -> list[MatchListed]:
    return [*(await ask(person, MatchPage, "/api/guest/matches")).matches]


# Tables


async def test_the_tables_at_which_one_sits(address: str) -> None:
    """Public or not, until one stands up; nobody else's."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with bob.at(table) as his:
        before = await own_tables(bob)
        await his.act(Sit(1))
        sitting = await own_tables(bob)
        await his.act(Stand())

        assert ([], [table], []) == (before, sitting, await own_tables(bob))
    assert [table] == await own_tables(ann)


async def test_tables_with_a_match_that_is_on_come_first(address: str) -> None:
    """Then the latest."""
    ann = await introduced(address, "Ann")
    playing, first, second = [await ann.open(A_SHORT_RALLY, 1) for _ in range(3)]
    async with ann.at(playing) as hers:
        await hers.act(Start())
        await hers.until(lambda: hers.match)
    async with ann.at(first) as hers:
        await hers.act(SeatBot(0, "random"))  # refused: nothing changes

    assert [playing, second, first] == await own_tables(ann)


# Matches


async def test_the_matches_one_has_played(address: str) -> None:
    """Once they are over: with whom, when, who won and why; and which seat was one's own."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        assert [] == await own_matches(bob)
        await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))
        [played] = await own_matches(bob)
        match, ending = his.match, his.ending
        facts = await ask(ann, MatchFacts, f"/api/matches/{match}")

    assert ending is not None
    assert (match, 1) == (played.id, played.seat)
    assert ("rally", ("Ann", "Bob"), True) == (
        played.facts.game, played.facts.players, played.facts.is_over
    )  # fmt: skip
    assert (ending.winners, ending.because) == (played.facts.winners, played.facts.because)
    assert played.facts.opened_at <= played.facts.updated_at
    assert facts == played.facts
    assert [0] == [each.seat for each in await own_matches(ann)]
    assert [] == await own_matches(await introduced(address, "Bob"))


async def test_whoever_left_a_match_is_told_so_in_their_list(address: str) -> None:
    """Whatever the bot in their place has won."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(replace(A_SHORT_RALLY, stand_in="random"), 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await his.act(Stand())
        await play_at_random(hers, 1)

    async with asyncio.timeout(PATIENCE):  # records are written a moment later
        while ["left"] != [each.fate for each in await own_matches(bob)]:
            await a_moment()
    assert [None] == [each.fate for each in await own_matches(ann)]


async def test_bots_and_who_sat_down_later_have_no_part_in_it(address: str) -> None:
    """A match is in the lists of those who began it."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 3)
    async with ann.at(table) as hers, bob.at(table) as his:
        await hers.act(SeatBot(1, "random"))
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        await his.act(Sit(2))
        await play_at_random(hers, 3)

    assert [("Ann", "random (bot)")] == [each.facts.players for each in await own_matches(ann)]
    assert [] == await own_matches(bob)


async def test_many_matches_come_page_by_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The latest first, each once."""
    monkeypatch.setattr(routes, "MATCHES_PER_PAGE", 2)
    with serving(tmp_path) as address:
        ann = await introduced(address, "Ann")
        played = [await match_alone(ann) for _ in range(3)]
        first = await ask(ann, MatchPage, "/api/guest/matches")
        second = await ask(ann, MatchPage, f"/api/guest/matches?behind={first.behind}")

    assert played[::-1] == [each.id for page in (first, second) for each in page.matches]
    assert (2, None) == (len(first.matches), second.behind)


async def match_alone(person: Person) -> str:
    async with person.at(await person.open(A_SHORT_RALLY, 1)) as hers:
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        await play_at_random(hers, 1)
        assert hers.match is not None
        return hers.match


async def test_a_match_without_a_summary_is_read() -> None:
    """It was over before there were summaries; whose seats they were is not known."""
    process = Process(MemoryStore(), WallClock())
    await match_begun(process)
    store, match = process.store, "log-2"
    head = await store.head(match)
    assert head is not None
    await store.append(head._replace(version=1, summary=b""), [Row(1, head.updated_at, NOTHING)])
    old = await store.head(match)
    assert old is not None
    listed = await routes._match_listed(Process(store, WallClock()), old, "somebody else")

    assert (match, None, "ricochet", 0) == (
        listed.id, listed.seat, listed.facts.game, listed.facts.version
    )  # fmt: skip


NOTHING = b'{"events":[]}'


async def test_players_of_a_match_that_did_not_say_whose_seats_they_are_are_noted() -> None:
    """It was begun before openings said so: those take part who do something."""
    store, before = MemoryStore(), Process(MemoryStore(), WallClock())
    table = await match_begun(before)
    for log in (table, "log-2"):
        head, rows = (
            await before.store.head(log),
            [*await before.store.read(log, after=-1, limit=9)],
        )
        assert head is not None
        if log != table:
            opening = replace(decode_match_opening(rows[0].body), guests=())
            rows = [rows[0]._replace(body=encode_opening(opening))]
        await store.append(head._replace(guests=()), rows)
    process = Process(store, WallClock())
    await process.play(table, ANN, TurnToken(), "turn")
    first = await store.head("log-2")
    await process.play(table, BOB, Bid(3), "bid")
    second = await store.head("log-2")

    assert first is not None
    assert second is not None
    assert (("a",), ("a", "b")) == (first.guests, second.guests)


@pytest.mark.parametrize("path", ["/api/guest/tables", "/api/guest/matches"])
async def test_whoever_has_no_name_has_no_history(address: str, path: str) -> None:
    """Somebody else's is not shown instead."""
    answer = await nameless(address).get(path)

    assert (401, "Pick a name first.") == (answer.status_code, answer.json()["because"])


@pytest.mark.parametrize("behind", ["x", "-1.a", f"{2**64}.a"])
async def test_a_page_there_is_not(address: str, behind: str) -> None:
    """Is a mistake of who asks."""
    answer = await (await introduced(address, "Ann")).get(f"/api/guest/matches?behind={behind}")

    assert (409, "There is no such page.") == (answer.status_code, answer.json()["because"])


async def test_the_log_of_a_match_is_a_file(address: str) -> None:
    """With a name that says which match it is."""
    ann = await introduced(address, "Ann")
    match = await match_alone(ann)
    answer = await ann.get(f"/api/matches/{match}/log")

    assert (
        f'attachment; filename="tinplate-rally-{match}.json"'
        == (answer.headers["content-disposition"])
    )


async def test_of_a_long_match_the_latest_is_told(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As much as a page keeps of it, whatever its game."""
    monkeypatch.setattr(routes, "MAX_ENTRIES", 2)
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await hers.play(TurnToken())
        await hers.play(Bid(9))
        await his.play(Bid(8))
        told = await ask(bob, MatchEntries, f"/api/matches/{hers.match}/entries")

    assert (1, [2, 3]) == (told.seat, [entry.version for entry in told.entries])


async def test_the_log_of_a_match_is_whole(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little of it is kept in memory."""
    monkeypatch.setattr(replicas, "ENTRIES_KEPT", 2)
    ann = await introduced(address, "Ann")
    match = await match_alone(ann)
    told = (await ann.get(f"/api/matches/{match}/log")).json()
    facts = await ask(ann, MatchFacts, f"/api/matches/{match}")
    versions = [entry["version"] for entry in told["entries"]]

    assert versions == [*range(1, len(versions) + 1)]
    assert len(versions) > 2
    assert len(versions) >= facts.version > 0


# Codes


async def code_for(person: Person, table: str) -> httpx.Response:
    headers = {**person.headers, "Content-Type": "application/json"}
    async with httpx.AsyncClient(base_url=person.address, headers=headers) as http:
        return await http.post(f"/api/tables/{table}/code")


async def test_a_code_leads_to_its_table(address: str) -> None:
    """Whoever types it, in whatever case; it is short, and no sign looks like another."""
    ann = await introduced(address, "Ann")
    table = await ann.open(A_SHORT_RALLY, 2)
    answer = await code_for(ann, table)
    code = msgspec.json.decode(answer.content, type=Code).code
    found = [await nameless(address).get(f"/api/codes/{each}") for each in (code, code.lower())]

    assert (201, 6) == (answer.status_code, len(code))
    assert set(code) <= set(ALPHABET)
    assert not set(ALPHABET) & set("01ILOU")
    assert [{"id": table}] * 2 == [each.json() for each in found]


async def test_only_who_sits_there_can_give_codes_away(address: str) -> None:
    """A table that is not public stays so."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    refused, unnamed = await code_for(bob, table), await code_for(nameless(address), table)

    assert (409, "Sit down at the table before you invite others.") == (
        refused.status_code, refused.json()["because"]
    )  # fmt: skip
    assert (401, 404) == (unnamed.status_code, (await code_for(ann, "nowhere")).status_code)


@pytest.mark.parametrize("code", ["222222", "22222", "2222222", "22222O", "%00", "code%20222222"])
async def test_codes_there_are_not(address: str, code: str) -> None:
    """Or that cannot be one."""
    answer = await nameless(address).get(f"/api/codes/{code}")

    assert (404, "There is no such table, match or drawing.") == (
        answer.status_code, answer.json()["because"]
    )  # fmt: skip


async def test_a_code_is_no_table(address: str) -> None:
    """Though it is kept like one."""
    ann = await introduced(address, "Ann")
    answer = await code_for(ann, await ann.open(A_SHORT_RALLY, 2))
    code = answer.json()["code"]

    for path in ("tables", "matches"):
        assert 404 == (await ann.get(f"/api/{path}/code%20{code}")).status_code


async def test_a_code_is_good_for_a_day() -> None:
    """And in every process."""
    store, clock = MemoryStore(), WallClock()
    one, other = Process(store, clock), Process(store, clock)
    code = await create_code(one.log_cache, "table")
    clock.pass_seconds(DAY / 1000)
    last_moment = await table_by_code(other.log_cache, code.code)
    clock.pass_seconds(1)

    assert ("table", clock.now - 1000) == (last_moment, code.until)
    with pytest.raises(UnknownLog):
        await table_by_code(other.log_cache, code.code)


async def test_a_code_is_given_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code that is taken is not given to another table."""
    process = Process(MemoryStore(), WallClock())
    signs = iter("22222222222233333344444")
    monkeypatch.setattr("tinplate.server.codes.secrets.choice", lambda _: next(signs))
    codes = [(await create_code(process.log_cache, table)).code for table in ("a", "b")]

    assert ["222222", "333333"] == codes
    assert ["a", "b"] == [await table_by_code(process.log_cache, code) for code in codes]
