"""Ratings, lists and quick match over HTTP; and what attackers try with them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.authenticator import Authenticator, Browser
from tests.server.client import Client
from tests.server.serving import QUICK, UNCOUNTED, serving
from tests.server.solving import Opens, browser
from tests.server.test_accounts import person
from tinplate.ending import EndMatch, Resign
from tinplate.lobby.values import SeatBot, Sit, Start, Terms
from tinplate.ratings.standings import HISTORY
from tinplate.server.context import Policy
from tinplate.server.people import FLOOR
from tinplate.server.rate_limits import limits_for
from tinplate.wire.outgoing import Done
from tinplate.wire.resources import (
    Leaderboard,
    PersonRatings,
    QuickStatus,
    TableRatings,
)

RATED = Terms("ricochet", {}, is_rated=True)
RATED_RALLY = Terms("rally", {}, is_rated=True)
BEST = "/api/leaderboard?game=ricochet&speed=usual&provisional=true"
SURE = "/api/leaderboard?game=ricochet&speed=usual"
SEARCH = "/api/quick?game=ricochet"
WISH = {"game": "ricochet", "speed": "usual", "sizes": [2]}
__all__ = ["browser"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path) as address:
        yield address


async def account(browser: Opens, name: str) -> Browser:
    here: Browser = await browser(name)
    assert httpx.codes.CREATED == (await here.register(Authenticator())).status_code
    return here


async def id_of(here: Browser) -> str:
    guest = await here.guest()
    assert guest is not None
    return str(guest["id"])


async def beats(winner: Browser, loser: Browser, matches: int = FLOOR) -> None:
    """The loser resigns in some matches that count."""
    ann, bob = [person(here, await here.guest()) for here in (winner, loser)]
    table = await ann.open(RATED, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        assert isinstance(await his.act(Sit(1)), Done)
        for _ in range(matches):
            await lost(hers, his)


async def lost(hers: Client, his: Client) -> None:
    """A match, until it is recorded."""
    before = his.match
    assert isinstance(await hers.act(Start()), Done)
    await his.until(lambda: his.match != before and his.seat == 1)
    assert isinstance(await his.play(Resign()), Done)
    await hers.until(
        lambda: hers.table is not None and hers.table.match == his.match and hers.table.steps
    )


async def best(here: Browser, path: str = BEST) -> Leaderboard:
    answer = await here.get(path)
    assert httpx.codes.OK == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=Leaderboard)


async def names(here: Browser) -> list[str]:
    return [row.name for row in (await best(here)).rows]


async def ratings_of(whom: str, asked_by: Browser) -> httpx.Response:
    return await asked_by.get(f"/api/people/{whom}/ratings")


async def search(here: Browser) -> QuickStatus:
    return status_in(await here.get(SEARCH))


async def wishes(here: Browser, **others: object) -> httpx.Response:
    return await here.post("/api/quick", **{**WISH, **others})


def status_in(answer: httpx.Response) -> QuickStatus:
    assert answer.is_success, answer.text
    return msgspec.json.decode(answer.content, type=QuickStatus)


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# Lists and curves


async def test_the_best_are_listed_in_order(browser: Opens) -> None:
    """With how sure that is; and bots for comparison. Nobody needs a name to see it."""
    ann, bob = await browser("Ann"), await browser("Bob")
    await beats(bob, ann)
    listed = await best(await browser())
    first, second = listed.rows

    assert [(1, "Bob", FLOOR), (2, "Ann", FLOOR)] == [
        (row.place, row.name, row.matches) for row in listed.rows
    ]
    assert [await id_of(bob), await id_of(ann)] == [first.person, second.person]
    assert first.rating.number > 1500 > second.rating.number
    assert first.rating.is_provisional
    assert (FLOOR, 2, 2) == (listed.floor, listed.people, listed.provisional)
    numbers = [one.rating.number for one in listed.bots]
    assert sorted(numbers, reverse=True) == numbers
    assert {"level-1", "level-2"} <= {one.bot for one in listed.bots}
    assert all(one.rating.margin > 0 and not one.rating.is_provisional for one in listed.bots)


async def test_what_is_not_sure_yet_is_listed_only_if_asked_for(browser: Opens) -> None:
    """Five matches against each other say little."""
    ann, bob = await browser("Ann"), await browser("Bob")
    await beats(bob, ann)
    sure = await best(ann, SURE)

    assert ((), 2, 2) == (sure.rows, sure.people, sure.provisional)
    assert 400 == (await ann.get(f"{SURE}&provisional=maybe")).status_code


async def test_private_people_take_no_place_among_the_first(
    browser: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes behind them is listed instead."""
    monkeypatch.setattr("tinplate.server.people.LISTED", 1)
    ann, bob = await account(browser, "Ann"), await browser("Bob")
    await beats(ann, bob)
    assert ["Ann"] == await names(bob)
    assert 200 == (await ann.do("SetPrivacy", is_private=True)).status_code

    assert [(1, "Bob")] == [(row.place, row.name) for row in (await best(bob)).rows]


async def test_few_matches_are_not_enough_for_the_list(browser: Opens) -> None:
    """But they have a curve, with a point for each of them."""
    ann, bob = await browser("Ann"), await browser("Bob")
    await beats(ann, bob, FLOOR - 1)
    answer = await ratings_of(await id_of(ann), await browser())
    told = msgspec.json.decode(answer.content, type=PersonRatings)
    [curve] = told.curves

    assert [] == await names(bob)
    assert ("Ann", "ricochet", "usual", FLOOR - 1) == (
        told.name,
        curve.game,
        curve.speed,
        curve.matches,
    )
    numbers = [point.rating.number for point in curve.points]
    assert numbers == sorted(numbers)
    assert FLOOR - 1 == len(numbers) < HISTORY


@pytest.mark.parametrize("terms", [RATED, RATED_RALLY], ids=lambda terms: terms.game)
async def test_an_end_agreed_before_anything_is_decided_does_not_count(
    browser: Opens, terms: Terms
) -> None:
    """Before the first token, and the second turn. The match after it does."""
    first, second = await browser("Ann"), await browser("Bob")
    ann, bob = [person(here, await here.guest()) for here in (first, second)]
    table = await ann.open(terms, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        assert isinstance(await his.act(Sit(1)), Done)
        assert isinstance(await hers.act(Start()), Done)
        await his.until(lambda: his.seat == 1)
        assert isinstance(await hers.play(EndMatch()), Done)
        assert isinstance(await his.play(EndMatch()), Done)
        await hers.until(lambda: hers.table is not None and not hers.table.is_playing)
        await lost(hers, his)
    answer = await ratings_of(await id_of(first), await browser())
    [curve] = msgspec.json.decode(answer.content, type=PersonRatings).curves

    assert 1 == curve.matches


async def test_there_are_no_other_lists(browser: Opens) -> None:
    """Nor people who have never played a match that counts."""
    ann = await browser("Ann")
    for query in ("game=chess&speed=usual", "game=ricochet&speed=blitz", "game=&speed="):
        assert (404, "not-there") == code_of(await ann.get(f"/api/leaderboard?{query}"))
    for nobody in (await id_of(ann), "%C2%88", "x" * 300):
        assert (404, "not-there") == code_of(await ratings_of(nobody, ann))
    assert 400 == (await ann.get("/api/leaderboard?game=ricochet")).status_code


async def test_a_private_account_is_there_for_its_owner_only(browser: Opens) -> None:
    """Until its owner wants otherwise. It takes no place from the others on the list."""
    ann, bob = await account(browser, "Ann"), await browser("Bob")
    await beats(ann, bob)
    whom, stranger = await id_of(ann), await browser()
    assert ["Ann", "Bob"] == await names(stranger)
    assert 200 == (await ann.do("SetPrivacy", is_private=True)).status_code
    hidden = [await ratings_of(whom, other) for other in (bob, stranger)]
    own = await ratings_of(whom, ann)
    listed = await best(ann)

    assert [(404, "not-there")] * 2 == [code_of(answer) for answer in hidden]
    assert all("Ann" not in answer.text for answer in hidden)
    assert (200, "Ann") == (own.status_code, own.json()["name"])
    assert [(1, "Bob")] == [(row.place, row.name) for row in listed.rows]
    assert (1, 1) == (listed.people, listed.provisional)
    assert 200 == (await ann.do("SetPrivacy", is_private=False)).status_code
    assert ["Ann", "Bob"] == await names(stranger)
    assert 200 == (await ratings_of(whom, bob)).status_code


async def test_a_closed_account_is_on_no_list(tmp_path: Path) -> None:
    """Nor is it counted, until a moderator reopens it."""
    key = Authenticator()
    with serving(tmp_path) as address:
        async with Browser(address) as moderator, Browser(address) as ann, Browser(address) as bob:
            for name, here in (("Mo", moderator), ("Ann", ann), ("Bob", bob)):
                await here.introduce(name)
            await moderator.register(key)
            await ann.register(Authenticator())
            await beats(ann, bob)
            act = {"person": await id_of(ann), "why": "Cheating."}
    with serving(tmp_path, policy=replace(UNCOUNTED, moderators=("Mo",))) as address:
        async with Browser(address) as moderator:
            assert 200 == (await moderator.sign_in(key)).status_code
            before = await names(moderator)
            done = await moderator.post("/api/moderation", action="lock", **act)
            assert 200 == done.status_code, done.text
            closed = await best(moderator)
            await moderator.post("/api/moderation", action="unlock", **act)
            after = await names(moderator)

    assert [(1, "Bob")] == [(row.place, row.name) for row in closed.rows]
    assert (1, 1) == (closed.people, closed.provisional)
    assert ["Ann", "Bob"] == before == after


async def test_a_person_who_is_gone_has_no_ratings(browser: Opens) -> None:
    """On no list and no page. Those whom they have played with keep what they have."""
    ann, bob = await account(browser, "Ann"), await browser("Bob")
    await beats(ann, bob)
    whom, loser = await id_of(ann), await id_of(bob)
    before = (await ratings_of(loser, bob)).json()
    assert 200 == (await ann.delete("Ann")).status_code

    assert ["Bob"] == await names(bob)
    assert "Ann" not in (await bob.get(BEST)).text
    for other in (ann, bob):
        assert (404, "not-there") == code_of(await ratings_of(whom, other))
    assert before == (await ratings_of(loser, bob)).json()


async def test_an_account_is_shown_by_its_present_name(browser: Opens) -> None:
    """A guest by the name of the last match: nothing else is known of guests."""
    ann, bob = await account(browser, "Ann"), await browser("Bob")
    await beats(ann, bob)
    assert 201 == (await ann.introduce("Annabel")).status_code
    assert 201 == (await bob.introduce("Robert")).status_code

    assert ["Annabel", "Bob"] == await names(bob)
    assert "Annabel" == (await ratings_of(await id_of(ann), bob)).json()["name"]


# At a table


async def test_the_ratings_of_a_table(browser: Opens) -> None:
    """Of people and of our bots, by chair. Newcomers have one too, which nobody is sure of."""
    here = await browser("Ann")
    ann = person(here, await here.guest())
    table = await ann.open(RATED, 3)
    async with ann.at(table) as hers:
        assert isinstance(await hers.act(SeatBot(2, "level-2")), Done)
        answer = await here.get(f"/api/tables/{table}/ratings")
    told = msgspec.json.decode(answer.content, type=TableRatings)
    own, free, bot = told.ratings

    assert "usual" == told.speed
    assert own is not None
    assert (1500, True) == (own.number, own.is_provisional)
    assert free is None
    assert bot is not None
    assert not bot.is_provisional
    assert (404, "not-there") == code_of(await here.get("/api/tables/unknown/ratings"))


async def test_nobody_is_told_the_rating_of_somebody_private(browser: Opens) -> None:
    """Neither by chair nor after a match; they see their own by chair."""
    ann, bob = await account(browser, "Ann"), await browser("Bob")
    assert 200 == (await ann.do("SetPrivacy", is_private=True)).status_code
    one, other = [person(here, await here.guest()) for here in (ann, bob)]
    table = await one.open(RATED, 2)
    async with one.at(table) as hers, other.at(table) as his:
        assert isinstance(await his.act(Sit(1)), Done)
        await lost(hers, his)
        await his.until(lambda: his.table is not None and his.table.steps)
        steps = his.table.steps if his.table is not None else ()
    told = {}
    for here, name in ((ann, "Ann"), (bob, "Bob")):
        answer = await here.get(f"/api/tables/{table}/ratings")
        told[name] = msgspec.json.decode(answer.content, type=TableRatings).ratings

    assert [None, True] == [step and step.after < step.before for step in steps]
    assert told["Bob"][0] is None
    assert told["Bob"][1] is not None
    assert all(rating is not None for rating in told["Ann"])


async def test_somebody_who_turns_private_takes_back_what_a_match_has_shown(
    browser: Opens,
) -> None:
    """From whoever is at the table, at once, and from whoever looks later; not what is theirs."""
    ann, bob = await account(browser, "Ann"), await browser("Bob")
    one, other = [person(here, await here.guest()) for here in (ann, bob)]
    table = await one.open(RATED, 2)
    async with one.at(table) as hers, other.at(table) as his:
        assert isinstance(await his.act(Sit(1)), Done)
        await lost(hers, his)
        await his.until(lambda: his.table is not None and all(his.table.steps or (None,)))
        assert 200 == (await ann.do("SetPrivacy", is_private=True)).status_code
        await his.until(lambda: his.table is not None and None in his.table.steps)
        steps = his.table.steps if his.table is not None else ()
    later = (await bob.get(f"/api/tables/{table}")).json()["steps"]
    assert 200 == (await ann.do("SetPrivacy", is_private=False)).status_code
    again = (await bob.get(f"/api/tables/{table}")).json()["steps"]

    assert [None, True] == [step and step.after < step.before for step in steps]
    assert [True, False] == [step is None for step in later]
    assert [False, False] == [step is None for step in again]


async def test_the_class_follows_from_the_terms(browser: Opens) -> None:
    """Whatever somebody sends. Chosen settings and deals with a name do not count."""
    here = await browser("Ann")
    ann = person(here, await here.guest())
    asked = [
        (Terms("ricochet", {}, is_rated=True, speed="blitz"), "usual"),
        (Terms("ricochet", {}, speed="usual"), None),
        (Terms("ricochet", {"goal": 1}, is_rated=True, speed="usual"), None),
        (Terms("ricochet", {}, deal="Known", is_rated=True, speed="usual"), None),
    ]
    for terms, speed in asked:
        table = await ann.open(terms, 2)
        told = (await here.get(f"/api/tables/{table}/ratings")).json()
        shown = (await here.get(f"/api/tables/{table}")).json()["terms"]

        assert speed == told["speed"] == shown["speed"]
        assert (speed is None) == (told["ratings"][0] is None)


# Quick match


async def test_somebody_waits_and_stops_waiting(browser: Opens) -> None:
    """Others are counted, and stopping is for oneself alone."""
    ann, bob = await browser("Ann"), await browser("Bob")
    assert not (await search(ann)).is_waiting
    first = status_in(await wishes(ann, sizes=[2]))
    second = status_in(await wishes(bob, sizes=[3]))
    assert (True, 0, None) == (first.is_waiting, first.others, first.table)
    assert (True, 1) == (second.is_waiting, second.others)

    stopped = status_in(await bob.post("/api/quick/cancel", game="ricochet"))
    assert not stopped.is_waiting
    assert not (await search(bob)).is_waiting
    waiting = await search(ann)
    assert (True, 0) == (waiting.is_waiting, waiting.others)


async def test_two_find_each_other(browser: Opens) -> None:
    """At a table that counts and is on no list; their match has begun."""
    ann, bob = await browser("Ann"), await browser("Bob")
    await wishes(ann)
    found = status_in(await wishes(bob))
    table = (await bob.get(f"/api/tables/{found.table}")).json()

    assert found == await search(ann)
    assert not found.is_waiting
    assert [await id_of(ann), await id_of(bob)] == [
        chair["owner"]["id"] for chair in table["chairs"]
    ]
    assert (True, "usual", False) == (
        table["is_playing"],
        table["terms"]["speed"],
        table["terms"]["is_public"],
    )


async def test_a_page_in_the_background_says_so(browser: Opens) -> None:
    """And keeps its place like any other."""
    ann = await browser("Ann")
    await wishes(ann)

    assert status_in(await ann.get(f"{SEARCH}&is_hidden=true")).is_waiting
    assert 400 == (await ann.get(f"{SEARCH}&is_hidden=perhaps")).status_code


async def test_somebody_waits_once(browser: Opens) -> None:
    """With two tabs and another wish as well; nobody finds themselves."""
    ann, bob = await browser("Ann"), await browser("Bob")
    for sizes in ([2], [2], [2, 3]):
        assert status_in(await wishes(ann, sizes=sizes)).is_waiting

    assert 1 == status_in(await wishes(bob, sizes=[4])).others


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"game": "chess"}, (409, "not-there")),
        ({"speed": "blitz"}, (409, "not-there")),
        ({"sizes": []}, (409, "so-many-cannot-play")),
        ({"sizes": [1]}, (409, "so-many-cannot-play")),
        ({"sizes": [2, 5]}, (409, "so-many-cannot-play")),
        ({"sizes": [2] * 21}, (400, "not-understood")),
        ({"sizes": "2"}, (400, "not-understood")),
        ({"bots_after": -1}, (400, "not-understood")),
        ({"bots_after": 3601}, (400, "not-understood")),
        ({"opponents": "weaker"}, (400, "not-understood")),
        ({"strength": 9000}, (400, "not-understood")),
    ],
)
async def test_what_nobody_can_wish_for(
    browser: Opens, wrong: dict[str, Any], expected: tuple[int, str]
) -> None:
    """It is refused, and changes nothing: those who wait go on waiting for what they wanted."""
    ann, bob = await browser("Ann"), await browser("Bob")
    assert status_in(await wishes(ann)).is_waiting
    answers = [await wishes(here, **wrong) for here in (ann, bob)]

    assert [expected] * 2 == [code_of(answer) for answer in answers]
    assert not (await search(bob)).is_waiting
    assert (True, 0) == ((await search(ann)).is_waiting, (await search(ann)).others)
    found = status_in(await wishes(bob))
    assert found.table is not None
    assert found == await search(ann)


async def test_games_that_are_not_there_have_no_queue(browser: Opens) -> None:
    """To look at, or to leave."""
    ann = await browser("Ann")
    looked = await ann.get("/api/quick?game=chess")
    left = await ann.post("/api/quick/cancel", game="chess")

    assert [(404, "not-there")] * 2 == [code_of(answer) for answer in (looked, left)]


async def test_it_takes_a_name_to_be_found(browser: Opens) -> None:
    """At every door."""
    stranger = await browser()
    answers = [
        await wishes(stranger),
        await stranger.get(SEARCH),
        await stranger.post("/api/quick/cancel", game="ricochet"),
    ]

    assert [401] * 3 == [answer.status_code for answer in answers]
    assert 0 == status_in(await wishes(await browser("Ann"))).others


# Floods


async def test_a_full_queue_lets_nobody_in(browser: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who wait keep their place, and may ask again."""
    monkeypatch.setattr("tinplate.server.quick.MAX_WAITING", 1)
    ann, bob = await browser("Ann"), await browser("Bob")
    assert status_in(await wishes(ann)).is_waiting
    refused = await wishes(bob)

    assert (409, "too-many-at-once") == code_of(refused)
    assert status_in(await wishes(ann)).is_waiting


async def test_the_doors_of_people_are_counted(tmp_path: Path) -> None:
    """By address: entering the queue like opening tables, all else like any request."""
    few = 1
    limits = limits_for(few)
    entering, asking = int(limits["tables"].burst), int(limits["requests"].burst)
    with serving(tmp_path, QUICK, Policy(people=few)) as address:
        async with Browser(address) as here:
            await here.introduce("Ann")
            entered = [await wishes(here) for _ in range(entering + 1)]
            asked = [await here.get(path) for path in (BEST, SEARCH) * (10 * asking)]

    assert httpx.codes.TOO_MANY_REQUESTS == entered[-1].status_code
    assert all(answer.is_success for answer in entered[:-1])
    for path in ("/api/leaderboard", "/api/quick"):
        codes = [each.status_code for each in asked if each.url.path == path]
        assert httpx.codes.TOO_MANY_REQUESTS in codes
