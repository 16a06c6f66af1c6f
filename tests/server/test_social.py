"""Follow, block, invite, report and moderate; and what attackers try with all of it.

On SQLite and on PostgreSQL.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import to_builtins

from tests.server.authenticator import Authenticator, Browser
from tests.server.client import Client, Person
from tests.server.players import A_SHORT_RICOCHET
from tests.server.serving import QUICK, UNCOUNTED, serving
from tests.server.test_accounts import COURSE, code_of, person
from tests.server.test_pictures import finished
from tests.server.test_profiles import beats
from tests.waiting import a_moment, others_run
from tinplate.lobby.values import Arrange, Rename, Say, Sit, Stand, Terms
from tinplate.server.context import Policy
from tinplate.server.news import PAGES_EACH
from tinplate.server.rate_limits import limits_for
from tinplate.server.sessions import SESSION_COOKIE
from tinplate.wire.incoming import React
from tinplate.wire.outgoing import Done, Refused

MODERATORS = ("Mo the Moderator", "Mia the Moderator")
PUBLIC = Terms("ricochet", {}, is_public=True)
COMPILING = 503
NOT_THERE = (404, "not-there")
WISH = {"game": "ricochet", "speed": "usual", "sizes": [2]}
numbers = count()
Opens = Callable[..., Any]


@pytest.fixture(scope="module")
def server(each_database: str | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("social")
    with serving(folder, QUICK, database=each_database) as address:
        cookies = asyncio.run(accounts_of(address, MODERATORS))
    policy = replace(UNCOUNTED, moderators=MODERATORS)
    with serving(folder, QUICK, policy, database=each_database) as address:
        SESSIONS[address] = cookies
        yield address


SESSIONS: dict[str, dict[str, str]] = {}  # of moderators, by the address of their server


async def accounts_of(address: str, people: tuple[str, ...]) -> dict[str, str]:
    """Their sessions: they make their accounts before the host names them."""
    sessions = {}
    for name in people:
        async with Browser(address) as here:
            await here.introduce(name)
            assert 201 == (await here.register(Authenticator())).status_code
            sessions[name] = here.cookies[SESSION_COOKIE]
    return sessions


class Somebody:
    """A browser, and the same person at tables."""

    def __init__(self, browser: Browser, guest: dict[str, Any]) -> None:
        self.browser = browser
        self.id = str(guest["id"])
        self.name = str(guest["name"])
        self.person: Person = person(browser, guest)

    async def get(self, path: str) -> httpx.Response:
        return await self.browser.get(f"/api/{path}")

    async def post(self, path: str, **body: Any) -> httpx.Response:  # noqa: ANN401 - JSON
        return await self.browser.post(f"/api/{path}", **body)

    async def does(self, what: str, other: "Somebody", **more: str) -> httpx.Response:
        return await self.post(f"social/{what}", person=other.id, **more)

    async def lists(self) -> tuple[list[str], list[str]]:
        """The names of those they follow, and of those they have blocked."""
        told = (await self.get("social")).json()
        return [each["name"] for each in told["follows"]], [each["name"] for each in told["blocks"]]

    async def friend(self) -> dict[str, Any]:
        [only] = (await self.get("social/friends")).json()["people"]
        found: dict[str, Any] = only
        return found

    async def invitations(self) -> list[str]:
        """The names of those who have invited them."""
        told = (await self.get("social/notices")).json()
        return [each["sender"]["name"] for each in told["invitations"]]


@pytest.fixture
async def guest(server: str) -> AsyncIterator[Opens]:
    """Somebody new, by the beginning of their name; with an account, if they want one."""
    async with AsyncExitStack() as stack:

        async def opened(name: str, *, has_account: bool = False) -> Somebody:
            here = await stack.enter_async_context(Browser(server))
            assert 201 == (await here.introduce(f"{name} {next(numbers)}")).status_code
            if has_account:
                assert 201 == (await here.register(Authenticator())).status_code
            found = await here.guest()
            assert found is not None
            return Somebody(here, found)

        yield opened


@pytest.fixture
async def moderator(server: str) -> AsyncIterator[Somebody]:
    async with Browser(server) as here:
        here.http.cookies.set(SESSION_COOKIE, SESSIONS[server][MODERATORS[0]])
        found = await here.guest()
        assert found is not None
        yield Somebody(here, found)


async def at_one_table(*people: Somebody, terms: Terms = A_SHORT_RICOCHET) -> str:
    """A table of the first, at which all of them sit: from then on the server knows them."""
    table = await people[0].person.open(terms, max(2, len(people)))
    for chair, somebody in enumerate(people[1:], 1):
        async with somebody.person.at(table) as client:
            assert isinstance(await client.act(Sit(chair)), Done)
    return table


async def says(client: Client, text: str) -> None:
    assert isinstance(await client.act(Say(text)), Done)


def heard(client: Client) -> list[str]:
    return [line.text for line in client.lines]


# Follow


async def test_somebody_follows_and_sees_what_is_public(guest: Opens) -> None:
    """Whoever has the page open is online; a public table is shown, and the last match."""
    ann, bob = await guest("Ann"), await guest("Bob")
    await finished(bob.person)
    table = await bob.person.open(PUBLIC, 2)
    answer = await ann.does("follow", bob)
    before = await ann.friend()
    await bob.get("social/notices")
    after = await ann.friend()

    assert [bob.name] == [each["name"] for each in answer.json()["follows"]]
    assert [(bob.id, bob.name, False)] == [(before["person"], before["name"], before["is_online"])]
    assert after["is_online"]
    assert table == after["table"]["id"]
    assert ("ricochet", True) == (after["last"]["game"], after["last"]["has_won"])
    assert 200 == (await ann.does("unfollow", bob)).status_code
    assert ([], []) == await ann.lists()


async def test_private_tables_and_private_people_are_not_shown(guest: Opens) -> None:
    """Nor the ids of matches: whoever has one can watch the replay."""
    ann, bob = await guest("Ann"), await guest("Bob", has_account=True)
    match = await finished(bob.person)
    table = await bob.person.open(A_SHORT_RICOCHET, 2)
    await ann.does("follow", bob)
    await bob.get("social/notices")
    shown = await ann.get("social/friends")
    assert 200 == (await bob.browser.do("SetPrivacy", is_private=True)).status_code
    private = await ann.friend()

    assert match not in shown.text
    assert table not in shown.text
    assert shown.json()["people"][0]["is_online"]
    assert (bob.name, False, None, None) == (
        private["name"],
        private["is_online"],
        private["table"],
        private["last"],
    )


async def test_lists_go_along_when_a_guest_becomes_an_account(guest: Opens) -> None:
    """They are kept by the id."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    await at_one_table(bob, cyd)
    await ann.does("follow", bob)
    await ann.does("block", cyd)
    assert 201 == (await ann.browser.register(Authenticator())).status_code

    assert ([bob.name], [cyd.name]) == await ann.lists()


async def test_nobody_follows_themselves_nobody_or_somebody_unknown(guest: Opens) -> None:
    """With one sentence, and nothing changes."""
    ann = await guest("Ann")
    await at_one_table(ann)
    assert (409, "that-is-you") == code_of(await ann.does("follow", ann))
    for unknown in ("nobody", "with a space", "\n", "é" * 60, "\ud7ff"):
        answer = await ann.post("social/follow", person=unknown)
        assert NOT_THERE == code_of(answer), unknown
    assert 400 == (await ann.post("social/follow", person="x" * 65)).status_code
    assert 400 == (await ann.post("social/follow", person="", more=1)).status_code
    assert ([], []) == await ann.lists()


async def test_nobody_reads_the_lists_of_others(guest: Opens, server: str) -> None:
    """A list follows from the cookie, and there is no way to name another."""
    ann, bob = await guest("Ann"), await guest("Bob")
    await at_one_table(bob)
    await ann.does("follow", bob)
    async with Browser(server) as nobody:
        answers = [await nobody.get(f"/api/social{path}") for path in ("", "/notices", "/friends")]
    other = await bob.get(f"social?person={ann.id}")

    assert [200, 200, 401] == [answer.status_code for answer in answers]
    assert {"follows": [], "blocks": []} == answers[0].json() == other.json()


# Invite


async def test_an_invitation_is_shown_until_it_is_answered(guest: Opens) -> None:
    """On any page; the same person is not asked again at once."""
    ann, bob = await guest("Ann"), await guest("Bob")
    await at_one_table(bob)
    table = await ann.person.open(A_SHORT_RICOCHET, 2)
    assert 200 == (await ann.does("invite", bob, table=table)).status_code
    again = await ann.does("invite", bob, table=table)
    [shown] = (await bob.get("social/notices")).json()["invitations"]
    answered = await bob.post("social/answer", id=shown["id"])
    still = await ann.does("invite", bob, table=table)

    assert (ann.name, table, "ricochet") == (shown["sender"]["name"], shown["table"], shown["game"])
    assert [] == answered.json()["invitations"]
    assert {(409, "invited-just-now")} == {code_of(again), code_of(still)}
    assert [] == await bob.invitations()


async def test_whoever_invites_is_told_the_answer(guest: Opens) -> None:
    """Whether they come or not, once; somebody who answers twice is heard once."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    await at_one_table(bob, cyd)
    table = await ann.person.open(A_SHORT_RICOCHET, 3)
    for other, accepts in ((bob, True), (cyd, False)):
        await ann.does("invite", other, table=table)
        [shown] = (await other.get("social/notices")).json()["invitations"]
        for said in (accepts, not accepts):
            assert (
                200 == (await other.post("social/answer", id=shown["id"], accepts=said)).status_code
            )
    answers = (await ann.get("social/notices")).json()["answers"]
    nothing = await cyd.post("social/answer", id=answers[0]["id"], accepts=False)

    assert [(bob.name, True), (cyd.name, False)] == [
        (each["person"]["name"], each["is_accepted"]) for each in answers
    ]
    assert [] == nothing.json()["answers"]
    assert 2 == len((await ann.get("social/notices")).json()["answers"])


async def test_a_page_waits_for_news_and_has_it_at_once(guest: Opens) -> None:
    """Whoever says what they have seen is answered when there is something else."""
    ann, bob = await guest("Ann"), await guest("Bob")
    await at_one_table(bob)
    table = await ann.person.open(A_SHORT_RICOCHET, 2)
    mark = (await bob.get("social/notices")).json()["mark"]
    waiting = asyncio.create_task(bob.get(f"social/notices?seen={mark}"))
    await others_run()  # it is on its way
    await ann.does("invite", bob, table=table)
    told = (await waiting).json()
    behind = await bob.get(f"social/notices?seen={mark}")

    assert [ann.name] == [each["sender"]["name"] for each in told["invitations"]]
    assert mark != told["mark"] == behind.json()["mark"]
    assert 400 == (await bob.get(f"social/notices?seen={'x' * 100}")).status_code


async def test_whoever_signs_out_meanwhile_is_told_nothing(guest: Opens) -> None:
    """The answer is for whoever is signed in when it is given."""
    ann, bob = await guest("Ann"), await guest("Bob", has_account=True)
    table = await ann.person.open(A_SHORT_RICOCHET, 2)
    mark = (await bob.get("social/notices")).json()["mark"]
    async with Browser(str(bob.browser.http.base_url)) as same:
        for name, value in bob.browser.cookies.items():
            same.http.cookies.set(name, value)
        waiting = asyncio.create_task(same.get(f"/api/social/notices?seen={mark}"))
        await others_run()  # it is on its way
        assert 200 == (await bob.browser.do("EndAllSessions")).status_code
        await ann.does("invite", bob, table=table)

        assert [] == (await waiting).json()["invitations"]


async def test_more_pages_than_one_needs_do_not_wait(guest: Opens) -> None:
    """They are answered at once, with what there is."""
    bob = await guest("Bob")
    mark = (await bob.get("social/notices")).json()["mark"]
    asked = [
        asyncio.create_task(bob.get(f"social/notices?seen={mark}")) for _ in range(PAGES_EACH + 1)
    ]
    done, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    for one in waiting:
        one.cancel()
    await asyncio.wait(asked)

    assert [mark] == [one.result().json()["mark"] for one in done]
    assert PAGES_EACH == len(waiting)


async def test_only_those_who_sit_at_a_table_invite(guest: Opens) -> None:
    """Neither to the table of others, nor to one that is not there, nor themselves."""
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await at_one_table(bob)
    answers = [
        await ann.does("invite", bob, table=table),
        await ann.does("invite", bob, table="unknown"),
        await bob.does("invite", bob, table=table),
        await bob.post("social/invite", person="nobody", table=table),
    ]

    assert [(409, "sit-to-invite"), NOT_THERE, (409, "that-is-you"), NOT_THERE] == [
        code_of(answer) for answer in answers
    ]
    assert [] == await bob.invitations()


# Search


async def found_by(here: Somebody, beginning: str) -> list[str]:
    answer = await here.browser.http.get("/api/people", params={"name": beginning})
    assert 200 == answer.status_code, answer.text
    return [each["name"] for each in answer.json()["people"]]


async def test_people_are_found_by_the_beginning_of_their_name(guest: Opens) -> None:
    """With accents or without, in any case, at once; guests are not found."""
    ann, nuria = await guest("Ann"), await guest("Núria", has_account=True)
    other, visitor = await guest("Nuriel", has_account=True), await guest("Nuri")
    for beginning in ("Núri", "nuri", "NURI"):
        assert {nuria.name, other.name} <= {*await found_by(ann, beginning)}
    assert visitor.name not in await found_by(ann, "nuri")
    assert [nuria.name] == await found_by(ann, nuria.name)
    assert [] == await found_by(ann, "uria")
    assert 400 == (await ann.get("people?name=")).status_code
    assert 400 == (await ann.get(f"people?name={'n' * 25}")).status_code


async def test_the_search_shows_nobody_who_hides(guest: Opens, moderator: Somebody) -> None:
    """Private, closed, deleted and blocked people are left out; and names that were given up."""
    ann = await guest("Ann")
    names = ("Zoe Private", "Zoe Closed", "Zoe Blocker", "Zoe Blocked", "Zoe Renamed", "Zoe Open")
    people = [await guest(name, has_account=True) for name in names]
    private, closed, blocker, blocked, renamed, is_open = people
    await at_one_table(ann, blocker, blocked)
    assert len(people) == len(await found_by(ann, "zoe"))
    await private.browser.do("SetPrivacy", is_private=True)
    await acts(moderator, "lock", closed, why="Cheating.")
    await blocker.does("block", ann)
    await ann.does("block", blocked)
    await renamed.browser.introduce(f"Thea {renamed.name}")
    assert [is_open.name] == await found_by(ann, "zoe")
    assert [f"Thea {renamed.name}"] == await found_by(ann, "thea zoe")
    seen = await found_by(is_open, "zoe")
    assert {blocker.name, blocked.name} <= {*seen}
    assert private.name not in seen


# Block


async def test_neither_sees_the_chat_of_the_other(guest: Opens) -> None:
    """Live, in what was said before, and on coming again; others hear both."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    table = await at_one_table(ann, bob, cyd)
    async with ann.person.at(table) as hers, bob.person.at(table) as his:
        await says(his, "before")
        await hers.until(lambda: heard(hers))
        assert 200 == (await ann.does("block", bob)).status_code
        await hers.until(lambda: not heard(hers))
        await says(his, "from Bob")
        await says(hers, "from Ann")
        await his.send(React("hello"))
        await hers.send(React("bravo"))
        async with cyd.person.at(table) as theirs:
            await says(theirs, "from Cyd")
            await theirs.until(lambda: len(theirs.lines) == 4)
            await hers.until(lambda: "from Cyd" in heard(hers))
            await his.until(lambda: "from Cyd" in heard(his))
            assert ["before", "from Bob", "from Ann", "from Cyd"] == heard(theirs)
        assert ["from Ann", "from Cyd"] == heard(hers)
        assert ["before", "from Bob", "from Cyd"] == heard(his)
        assert {"bravo"} >= {each.reaction for each in hers.reactions}
        assert {"hello"} >= {each.reaction for each in his.reactions}
    async with ann.person.at(table) as hers, bob.person.at(table) as his:
        await hers.until(lambda: len(hers.lines) == 2)
        await his.until(lambda: len(his.lines) == 3)
        assert ["from Ann", "from Cyd"] == heard(hers)
        assert ["before", "from Bob", "from Cyd"] == heard(his)
        assert all("from Ann" not in text for text in his.raw)
        assert 200 == (await ann.does("unblock", bob)).status_code
        await hers.until(lambda: len(hers.lines) == 4)


async def test_the_blocked_one_is_not_told(guest: Opens) -> None:
    """Everything is answered as to everybody; nothing of it reaches the other."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    table = await at_one_table(ann, bob, cyd, terms=PUBLIC)
    own = await bob.person.open(PUBLIC, 2)
    await ann.get("social/notices")
    await ann.does("block", bob)
    for what, more in (("follow", {}), ("invite", {"table": own})):
        to_ann, to_cyd = await bob.does(what, ann, **more), await bob.does(what, cyd, **more)
        assert (200, 200) == (to_ann.status_code, to_cyd.status_code)
    told = (await bob.get("social")).text
    seen = {each["person"]: each for each in (await bob.get("social/friends")).json()["people"]}

    assert [] == await ann.invitations()
    assert [bob.name] == await cyd.invitations()
    assert (False, None, None) == tuple(
        seen[ann.id][fact] for fact in ("is_online", "table", "last")
    )
    assert table == seen[cyd.id]["table"]["id"]
    assert 'blocks":[]' in told


async def test_what_has_no_effect_is_not_offered(guest: Opens) -> None:
    """To follow or invite, on a profile and among friends; by whom it was blocked is not told."""
    ann, bob = [await guest(name, has_account=True) for name in ("Ann", "Bob")]
    for one, other in ((ann, bob), (bob, ann)):
        await one.does("follow", other)
    before = [(await bob.get(f"people/{ann.id}")).json(), await bob.friend()]
    await ann.does("block", bob)
    after = [
        (await bob.get(f"people/{ann.id}")).json(),
        await bob.friend(),
        (await ann.get(f"people/{bob.id}")).json(),
    ]
    async with Browser(str(bob.browser.http.base_url)) as stranger:
        other = (await stranger.get(f"/api/people/{ann.id}")).json()

    assert [True, True] == [told["can_meet"] for told in before]
    assert [False] * 3 == [told["can_meet"] for told in after]
    assert other["can_meet"]


async def test_whoever_blocks_neither_follows_nor_invites(guest: Opens) -> None:
    """Until they unblock; they have stopped following."""
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await at_one_table(ann, bob)
    await ann.does("follow", bob)
    await ann.does("block", bob)
    assert ([], [bob.name]) == await ann.lists()
    refused = [await ann.does("follow", bob), await ann.does("invite", bob, table=table)]
    assert {(409, "you-blocked-them")} == {code_of(answer) for answer in refused}
    await ann.does("unblock", bob)
    assert 200 == (await ann.does("follow", bob)).status_code
    assert ([bob.name], []) == await ann.lists()


async def test_a_voice_in_the_chat_can_be_blocked(guest: Opens) -> None:
    """By the table: they have sat nowhere. Nobody is blocked where they never were."""
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await at_one_table(ann)
    assert (409, "never-at-this-table") == code_of(await ann.does("block", bob, table=table))
    async with bob.person.at(table) as his:
        await says(his, "hello")
    assert NOT_THERE == code_of(await ann.does("block", bob))
    assert 200 == (await ann.does("block", bob, table=table)).status_code


async def test_quick_match_keeps_them_apart(guest: Opens) -> None:
    """Each finds somebody else."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    await at_one_table(ann, bob)
    await bob.does("block", ann)
    await ann.post("quick", **WISH)
    apart = (await bob.post("quick", **WISH)).json()
    await cyd.post("quick", **WISH)
    statuses = [(await one.get("quick?game=ricochet")).json() for one in (ann, bob, cyd)]

    assert apart["is_waiting"]
    assert [False, True, False] == [status["is_waiting"] for status in statuses]
    await bob.post("quick/cancel", game="ricochet")


async def test_those_who_never_meet_are_not_counted(guest: Opens) -> None:
    """Of the others who wait, everybody is told only of those they can be matched with."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    await at_one_table(ann, bob)
    await bob.does("block", ann)
    wish = {**WISH, "sizes": [4]}
    for one in (ann, bob, cyd):
        await one.post("quick", **wish)
    statuses = [(await one.get("quick?game=ricochet")).json() for one in (ann, bob, cyd)]
    for one in (ann, bob, cyd):
        await one.post("quick/cancel", game="ricochet")

    assert [1, 1, 2] == [status["others"] for status in statuses]


async def test_nobody_sits_down_beside_somebody_they_blocked(guest: Opens) -> None:
    """Nor the other way; both are told the same, by any link, and both can watch."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    await at_one_table(ann, bob)
    await ann.does("block", bob)
    refusals = list[Refused]()
    for host, other in ((ann, bob), (bob, ann)):
        table = await host.person.open(PUBLIC, 3)
        async with other.person.at(table) as theirs, cyd.person.at(table) as hers:
            await theirs.until(lambda: theirs.table is not None)
            assert theirs.table is not None
            assert theirs.table.is_kept_from_you  # so the page does not offer it
            refused = await theirs.act(Sit(1))
            assert isinstance(refused, Refused)
            refusals.append(refused)
            assert isinstance(await hers.act(Sit(2)), Done)
            await theirs.until(lambda: theirs.table is not None and theirs.table.chairs[2].owner)
            assert theirs.table.chairs[1].is_free
            assert hers.table is not None
            assert not hers.table.is_kept_from_you
    assert {"kept-apart"} == {refused.code for refused in refusals}
    assert 1 == len({refused.because for refused in refusals})
    assert all(name not in refused.because for refused in refusals for name in (ann.name, bob.name))


async def test_a_block_that_is_undone_opens_the_table_again(guest: Opens) -> None:
    ann, bob = await guest("Ann"), await guest("Bob")
    await at_one_table(ann, bob)
    table = await ann.person.open(PUBLIC, 2)
    await ann.does("block", bob)
    async with bob.person.at(table) as his:
        assert isinstance(await his.act(Sit(1)), Refused)
        await ann.does("unblock", bob)
        assert isinstance(await his.act(Sit(1)), Done)


async def test_nobody_is_invited_to_a_table_where_they_may_not_sit(guest: Opens) -> None:
    """Whoever invites learns nothing of the block between two others."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    await at_one_table(bob, cyd)
    table = await at_one_table(ann, cyd)
    await bob.does("block", cyd)
    assert 200 == (await ann.does("invite", bob, table=table)).status_code
    assert [] == await bob.invitations()
    async with cyd.person.at(table) as theirs:
        assert isinstance(await theirs.act(Stand()), Done)
    assert [ann.name] == await bob.invitations()


async def test_a_block_holds_for_those_who_wait_already(guest: Opens) -> None:
    """A third person who comes does not bring them together."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    await at_one_table(ann, bob)
    wish = {**WISH, "sizes": [3]}
    await ann.post("quick", **wish)
    await bob.post("quick", **wish)
    await ann.does("block", bob)
    alone = (await cyd.post("quick", **wish)).json()
    await ann.does("unblock", bob)
    for one in (ann, bob):  # whoever asks says whom they avoid
        await one.post("quick", **wish)
    found = (await cyd.get("quick?game=ricochet")).json()

    assert (True, 2) == (alone["is_waiting"], alone["others"])
    assert not found["is_waiting"]


# Report


async def test_a_report_has_the_log_of_the_table(guest: Opens, moderator: Somebody) -> None:
    """As the server knows it; one is open at a time for each pair and place."""
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await at_one_table(ann, bob)
    async with bob.person.at(table) as his:
        await says(his, "something rude")
    sent = await ann.does("report", bob, reason="rude", text="He swears.", table=table)
    again = await ann.does("report", bob, reason="spam", table=table)
    elsewhere = await ann.does("report", bob, reason="name")
    shown = [
        each
        for each in (await moderator.get("moderation")).json()["reports"]
        if each["person"]["person"] == bob.id
    ]

    assert (201, 201) == (sent.status_code, elsewhere.status_code)
    assert (409, "already-reported") == code_of(again)
    assert ["name", "rude"] == sorted(each["reason"] for each in shown)
    [rude] = [each for each in shown if each["reason"] == "rude"]
    assert ("He swears.", ann.name, bob.name) == (
        rude["text"],
        rude["reporter"]["name"],
        rude["person"]["name"],
    )
    assert ["something rude"] == [line["text"] for line in rude["place"]["lines"]]
    assert (table, [ann.name, bob.name]) == (rude["place"]["table"], rude["place"]["players"])


async def test_moderators_are_told_how_many_reports_are_open(
    guest: Opens, moderator: Somebody
) -> None:
    """With the news of any page; nobody else is."""
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await at_one_table(ann, bob)
    before = (await moderator.get("social/notices")).json()["open_reports"]
    assert 201 == (await ann.does("report", bob, reason="rude", table=table)).status_code
    after = (await moderator.get("social/notices")).json()["open_reports"]

    assert before + 1 == after
    assert (await ann.get("social/notices")).json()["open_reports"] is None


async def test_nobody_is_reported_where_they_never_were(guest: Opens) -> None:
    """Nor at a table that is not there; nor oneself, nor without a name or a reason."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    table = await at_one_table(bob)
    await at_one_table(cyd)
    answers = [
        await ann.does("report", cyd, reason="rude", table=table),
        await ann.does("report", cyd, reason="rude", table="unknown"),
        await ann.does("report", cyd, reason="rude", table="with a\nline"),
        await ann.does("report", ann, reason="rude"),
        await ann.does("report", cyd, reason="rude", text="x" * 201),
        await ann.does("report", cyd, reason="because"),
        await ann.does("report", cyd, reason="rude", text="x" * 1001),
    ]

    assert [409, 404, 404, 409, 409, 400, 400] == [answer.status_code for answer in answers]


async def test_a_report_shows_no_hidden_chat_to_its_reporter(guest: Opens) -> None:
    """Somebody who is blocked reports the other, and looks into the file with all of theirs."""
    ann, bob = await guest("Ann"), await guest("Bob", has_account=True)
    table = await at_one_table(ann, bob)
    await ann.does("block", bob)
    async with ann.person.at(table) as hers:
        await says(hers, "not for Bob")
    assert 201 == (await bob.does("report", ann, reason="rude", table=table)).status_code
    mine = await bob.get("account/download")

    assert [table] == [each["place"]["table"] for each in mine.json()["reports"]]
    assert "not for Bob" not in mine.text


async def test_a_report_of_a_profile_has_what_everybody_could_see(
    guest: Opens, moderator: Somebody
) -> None:
    """What was said at the public table where they sit; nothing of a table by link."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    by_link, public = await at_one_table(bob, cyd), await at_one_table(bob, terms=PUBLIC)
    for table, text in ((by_link, "for friends"), (public, "for all")):
        async with bob.person.at(table) as his:
            await says(his, text)
    assert 201 == (await ann.does("report", bob, reason="rude")).status_code
    assert 201 == (await ann.does("report", cyd, reason="rude")).status_code
    page = (await moderator.get("moderation")).json()
    shown = {each["person"]["person"]: each for each in page["reports"]}

    assert (public, True) == (shown[bob.id]["place"]["table"], shown[bob.id]["is_about_profile"])
    assert ["for all"] == [line["text"] for line in shown[bob.id]["place"]["lines"]]
    assert shown[cyd.id]["place"] is None
    assert (409, "already-reported") == code_of(await ann.does("report", bob, reason="spam"))


async def test_a_report_of_a_profile_has_the_last_public_match(
    guest: Opens, moderator: Somebody
) -> None:
    """With who played, if they sit nowhere now."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    match = await beats(bob.browser, cyd.browser, PUBLIC)
    await beats(bob.browser, cyd.browser, A_SHORT_RICOCHET)
    assert 201 == (await ann.does("report", bob, reason="cheating")).status_code
    page = (await moderator.get("moderation")).json()
    [place] = [each["place"] for each in page["reports"] if each["person"]["person"] == bob.id]

    assert (match, [bob.name, cyd.name]) == (place["match"], place["players"])


# Moderate


async def test_moderators_see_what_was_done_before(guest: Opens, moderator: Somebody) -> None:
    """Beside the report, and when they look for somebody by name or id; the latest first."""
    ann, bob = await guest("Ann"), await guest("Bob", has_account=True)
    await at_one_table(ann)
    await acts(moderator, "mute", bob, minutes=5, why="Once.")
    await acts(moderator, "mute", bob, minutes=50, why="Twice.")
    await ann.does("report", bob, reason="rude")
    page = (await moderator.get("moderation")).json()
    [filed] = [each for each in page["files"] if each["person"]["person"] == bob.id]
    named = (await moderator.get(f"moderation/people?name={bob.name.lower()}")).json()["files"]
    by_id = (await moderator.get(f"moderation/people?name={ann.id}")).json()["files"]
    nobody = (await moderator.get("moderation/people?name=Nobody At All")).json()["files"]

    assert [("mute", "Twice.", 50), ("mute", "Once.", 5)] == [
        (each["action"], each["why"], each["minutes"]) for each in filed["acts"]
    ]
    assert [filed] == named
    assert [(ann.name, [])] == [(each["person"]["name"], each["acts"]) for each in by_id]
    assert [] == nobody


async def test_a_closed_account_shows_its_name_and_nothing_else(
    guest: Opens, moderator: Somebody
) -> None:
    """No figures, matches or ratings, until a moderator reopens it."""
    ann, bob = await guest("Ann"), await guest("Bob", has_account=True)
    await beats(bob.browser, ann.browser, PUBLIC)
    assert 200 == (await acts(moderator, "lock", bob, why="Cheating.")).status_code
    closed = (await ann.get(f"people/{bob.id}")).json()
    ratings = await ann.get(f"people/{bob.id}/ratings")
    assert 200 == (await acts(moderator, "unlock", bob)).status_code
    open_again = (await ann.get(f"people/{bob.id}")).json()

    assert (bob.name, True, [], [], []) == tuple(
        closed[fact] for fact in ("name", "is_closed", "games", "latest", "curves")
    )
    assert NOT_THERE == code_of(ratings)
    assert (False, 1) == (open_again["is_closed"], len(open_again["latest"]))


async def test_nobody_follows_a_closed_account(guest: Opens, moderator: Somebody) -> None:
    """Whoever did before can stop; when it is open again, everybody can."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob", has_account=True), await guest("Cyd")
    await ann.does("follow", bob)
    await moderator.post("moderation", person=bob.id, action="lock", why="cheats")
    refused = await cyd.does("follow", bob)
    assert (409, "account-is-locked") == code_of(refused)
    assert 200 == (await ann.does("unfollow", bob)).status_code
    assert ([], []) == await ann.lists()
    await moderator.post("moderation", person=bob.id, action="unlock")
    assert 200 == (await cyd.does("follow", bob)).status_code


async def test_a_muted_person_speaks_through_no_door(guest: Opens, moderator: Somebody) -> None:
    """Chat, reactions, names, deals, drawings and invitations; they are told, and can play."""
    ann, bob = await guest("Ann"), await guest("Bob", has_account=True)
    table = await at_one_table(ann, bob)
    own = await bob.person.open(A_SHORT_RICOCHET, 2)
    report = await reported(ann, bob, moderator)
    done = await acts(moderator, "mute", bob, report=report, minutes=30, why="Swearing.")
    assert 200 == done.status_code, done.text
    deal = replace_deal("rude words")
    async with bob.person.at(table) as his, bob.person.at(own) as at_own:
        answers = [
            await his.act(Say("still here")),
            await his.act(Rename()),
            await at_own.act(Arrange(deal)),
        ]
        await his.send(React("laugh"))
        await his.until(lambda: his.troubles)
        assert {"you-are-muted"} == {his.troubles[0].code} | {
            answer.code for answer in answers if isinstance(answer, Refused)
        }
        assert 3 == sum(isinstance(answer, Refused) for answer in answers)
        http = [
            await bob.browser.introduce("Rude Words"),
            await bob.post("tables", terms=to_builtins(deal), chairs=2),
            await bob.post("drawings", game="rally", name="Rude words", text="x", id="1"),
            await bob.does("invite", ann, table=own),
        ]
        assert {(409, "you-are-muted")} == {code_of(answer) for answer in http}
        told = (await bob.get("social/notices")).json()
        until = told["muted_until"]
        assert "Swearing." == told["muted_why"]
        assert until is not None
        assert 200 == (await acts(moderator, "unmute", bob)).status_code
        await says(his, "sorry")
        assert (await bob.get("social/notices")).json()["muted_until"] is None
    async with bob.person.at(table) as his:
        await his.until(lambda: his.lines)
        assert ["sorry"] == heard(his)


async def test_a_closed_account_is_out_and_can_come_back(
    guest: Opens, moderator: Somebody, server: str
) -> None:
    """Sockets end, and signing in is refused with the reason, until a moderator undoes it."""
    bob, authenticator = await guest("Bob"), Authenticator()
    told = (await bob.browser.register(authenticator)).json()
    bob = Somebody(bob.browser, told["account"]["guest"])
    table = await bob.person.open(A_SHORT_RICOCHET, 2)
    async with bob.person.at(table) as his:
        await says(his, "hello")
        done = await acts(moderator, "lock", bob, why="Cheating.")
        assert 200 == done.status_code, done.text
        await asyncio.wait_for(his.connection.wait_closed(), 30)
    assert await bob.browser.account() is None
    assert await bob.browser.guest() is None
    async with Browser(server) as there:
        refused = [
            await there.sign_in(authenticator),
            await there.post("/api/account/recovery", name=bob.name, code=told["codes"][0]),
        ]
        assert {(409, "account-is-locked-why")} == {code_of(answer) for answer in refused}
        assert ["Cheating."] * 2 == [answer.json()["facts"]["why"] for answer in refused]
        assert 200 == (await acts(moderator, "unlock", bob)).status_code
        assert 200 == (await there.sign_in(authenticator)).status_code
        again = await there.post("/api/account/recovery", name=bob.name, code=told["codes"][0])
        assert 200 == again.status_code  # the code was not used up


@pytest.mark.parametrize("has_account", [False, True])
async def test_a_moderator_takes_a_name_away(
    guest: Opens, moderator: Somebody, *, has_account: bool
) -> None:
    """Nobody is shown it any more, wherever it stands, until they choose another."""
    ann, bob = await guest("Ann"), await guest("Bob", has_account=has_account)
    table = await at_one_table(ann, bob, terms=PUBLIC)
    await ann.does("follow", bob)
    async with ann.person.at(table) as hers, bob.person.at(table) as his:
        await says(his, "That's me.")
        done = await acts(moderator, "rename", bob, why="A rude name.")
        assert 200 == done.status_code, done.text
        called = (await bob.get("guest")).json()["name"]
        await hers.until(
            lambda: (
                hers.table is not None
                and hers.table.chairs[1].owner is not None
                and hers.table.chairs[1].owner.name == called
            )
        )
        await says(his, "Still here.")
    async with ann.person.at(table) as hers:
        await hers.until(lambda: len(hers.lines) == 2)
        assert {called} == {line.guest.name for line in hers.lines}
        assert all(bob.name not in text for text in hers.raw)
    assert called.startswith("Player ")
    assert [called] == (await ann.lists())[0]
    told = (await bob.get("social/notices")).json()
    assert (True, "A rude name.") == (told["owes_name"], told["name_why"])
    listed = (await ann.get("tables")).text
    assert bob.name not in listed
    assert (409, "name-taken-away") == code_of(await bob.browser.introduce(bob.name.upper()))
    assert 201 == (await bob.browser.introduce(f"Robert {bob.name[4:]}")).status_code
    told = (await bob.get("social/notices")).json()
    assert (False, "") == (told["owes_name"], told["name_why"])
    [row] = done.json()["trail"][:1]
    assert ("rename", "A rude name.") == (row["action"], row["why"])
    assert bob.name == row["person"]["taken_name"]


@pytest.mark.parametrize("has_account", [False, True])
async def test_a_name_is_given_back(
    guest: Opens, moderator: Somebody, *, has_account: bool
) -> None:
    """As if nothing had been; whoever has chosen another one keeps that, and may have theirs."""
    bob, cyd = [await guest(name, has_account=has_account) for name in ("Bob", "Cyd")]
    table = await at_one_table(bob, cyd)
    for each in (bob, cyd):
        assert 200 == (await acts(moderator, "rename", each, why="Rude.")).status_code
    assert (409, "no-name-to-take") == code_of(await acts(moderator, "rename", bob, why="Again."))
    assert 201 == (await cyd.browser.introduce(f"Cyril {cyd.name[4:]}")).status_code
    for each in (bob, cyd):
        assert 200 == (await acts(moderator, "unrename", each)).status_code
    assert bob.name == (await bob.get("guest")).json()["name"]
    assert (await cyd.get("guest")).json()["name"].startswith("Cyril")
    assert 201 == (await cyd.browser.introduce(cyd.name)).status_code
    assert bob.name in (await cyd.get(f"tables/{table}")).text


async def test_a_name_that_comes_back_comes_back_to_the_chair(
    guest: Opens, moderator: Somebody
) -> None:
    """Also for a page that was opened meanwhile, and asks for the name it knows."""
    bob = await guest("Bob")
    table = await at_one_table(bob)
    await acts(moderator, "rename", bob, why="Rude.")
    async with bob.person.at(table) as his:
        await acts(moderator, "unrename", bob)
        assert isinstance(await his.act(Rename()), Done)
        await his.until(
            lambda: (
                his.table is not None
                and his.table.chairs[0].owner is not None
                and his.table.chairs[0].owner.name == bob.name
            )
        )


async def test_names_that_were_taken_do_not_count_as_changes(
    guest: Opens, moderator: Somebody
) -> None:
    """Whoever may not change their name for a while may choose one in place of the given one."""
    bob = await guest("Bob", has_account=True)
    for number in range(3):
        assert 201 == (await bob.browser.introduce(f"Bobby {number} {bob.name}")).status_code
    assert (409, "renamed-too-often") == code_of(await bob.browser.introduce("Bobster"))
    await acts(moderator, "rename", bob, why="Rude.")
    assert 201 == (await bob.browser.introduce(f"Robin {bob.name}")).status_code
    assert (409, "renamed-too-often") == code_of(await bob.browser.introduce("Bobster"))


async def test_everything_is_in_the_trail(guest: Opens, moderator: Somebody) -> None:
    """Who, what, when, about whom and why; and reports are decided by it."""
    ann, bob = await guest("Ann"), await guest("Bob")
    await at_one_table(bob)
    first = await reported(ann, bob, moderator)
    page = (await acts(moderator, "dismiss", bob, report=first, why="Only a joke.")).json()
    assert first not in {each["id"] for each in page["reports"]}
    second = await reported(ann, bob, moderator)
    await acts(moderator, "mute", bob, report=second, minutes=5, why="Not a joke.")
    trail = (await moderator.get("moderation")).json()["trail"][:2]
    older = (await moderator.get(f"moderation?before={trail[1]['number']}")).json()["trail"]

    assert [
        (MODERATORS[0], "mute", bob.name, "Not a joke.", 5),
        (MODERATORS[0], "dismiss", bob.name, "Only a joke.", 0),
    ] == [
        (each["moderator"], each["action"], each["person"]["name"], each["why"], each["minutes"])
        for each in trail
    ]
    assert all(each["number"] < trail[1]["number"] for each in older)


async def test_reports_of_one_person_are_decided_together(
    guest: Opens, moderator: Somebody
) -> None:
    """With one row in the trail; none of them if one is about somebody else."""
    ann, bob, cyd = await guest("Ann"), await guest("Bob"), await guest("Cyd")
    await at_one_table(ann, bob, cyd)
    others = [await reported(cyd, ann, moderator), await reported(bob, cyd, moderator)]
    reports = [await reported(each, bob, moderator) for each in (ann, cyd)]
    assert 404 == (await acts(moderator, "dismiss", bob, also=[*reports, *others])).status_code
    before = (await moderator.get("moderation")).json()
    after = (await acts(moderator, "dismiss", bob, report=reports[0], also=reports[1:])).json()

    assert {*reports, *others} <= {each["id"] for each in before["reports"]}
    assert {*reports}.isdisjoint(each["id"] for each in after["reports"])
    assert before["trail"][0]["number"] + 1 == after["trail"][0]["number"]


async def test_moderators_act_neither_on_themselves_nor_on_each_other(
    guest: Opens, moderator: Somebody, server: str
) -> None:
    """Nor without a reason, without a time, on guests' accounts, or by the wrong report."""
    ann, bob = await guest("Ann"), await guest("Bob")
    await at_one_table(ann, bob)
    async with Browser(server) as there:
        there.http.cookies.set(SESSION_COOKIE, SESSIONS[server][MODERATORS[1]])
        found = await there.guest()
        assert found is not None
        other = Somebody(there, found)
    before = len((await moderator.get("moderation")).json()["trail"])
    report = await reported(ann, bob, moderator)
    answers = [
        await acts(moderator, "mute", moderator, minutes=5, why="Me."),
        await acts(moderator, "lock", other, why="You."),
        await acts(moderator, "mute", ann, minutes=5),
        await acts(moderator, "rename", ann),
        await acts(moderator, "rename", moderator, why="Me."),
        await acts(moderator, "mute", ann, why="For no time."),
        await acts(moderator, "lock", ann, why="No account."),
        await acts(moderator, "dismiss", ann, report=report),
        await acts(moderator, "dismiss", bob, report="unknown"),
        await acts(moderator, "mute", ann, minutes=10_000_000, why="For ever."),
    ]

    assert [409] * 7 + [404, 404, 400] == [each.status_code for each in answers]
    assert before == len((await moderator.get("moderation")).json()["trail"])


async def test_for_everybody_else_there_is_no_such_page(guest: Opens, server: str) -> None:
    """Neither for guests, nor for accounts, nor for those without a name."""
    ann, bob = await guest("Ann"), await guest("Bob", has_account=True)
    await at_one_table(ann)
    async with Browser(server) as nobody:
        answers = [
            *[await one.get("moderation") for one in (ann, bob)],
            *[await one.get("moderation/people?name=Ann") for one in (ann, bob)],
            *[await acts(one, "mute", ann, minutes=5, why="Mine.") for one in (ann, bob)],
            await nobody.get("/api/moderation"),
            await nobody.post("/api/moderation", person=ann.id, action="lock", why="x"),
        ]

    assert {NOT_THERE} == {code_of(answer) for answer in answers}


# Drawings


async def test_moderators_decide_about_drawings(guest: Opens, moderator: Somebody) -> None:
    """They see what was reported and hide it; the trail says so. Nobody else does either."""
    ann, bob = await guest("Ann"), await guest("Bob")
    drawing = {"id": "one", "game": "rally", "name": "Rude words", "text": COURSE}
    id_ = (await ann.post("drawings", **drawing)).json()["drawing"]["id"]
    report = {"id": "two", "command": {"type": "ReportDrawing", "reason": "rude"}}
    publish = {"id": "three", "command": {"type": "Publish"}}
    while (await ann.post(f"drawings/{id_}", **publish)).status_code == COMPILING:
        await a_moment()
    assert 200 == (await bob.post(f"drawings/{id_}", **report)).status_code
    for other in (ann, bob):
        assert 404 == (await other.get("host/drawings")).status_code
        assert 404 == (await other.post(f"host/drawings/{id_}", is_hidden=True)).status_code
    listed = (await moderator.get("host/drawings")).json()["drawings"]
    assert [["rude"]] == [
        [one["reason"] for one in each["reports"]]
        for each in listed
        if each["drawing"]["id"] == id_
    ]
    assert 200 == (await moderator.post(f"host/drawings/{id_}", is_hidden=True)).status_code
    assert 404 == (await bob.get(f"drawings/{id_}")).status_code
    assert 200 == (await moderator.get(f"drawings/{id_}")).status_code
    last = (await moderator.get("moderation")).json()["trail"][0]
    own = (await moderator.post("drawings", **drawing)).json()["drawing"]["id"]
    await moderator.post(f"drawings/{own}", **publish)
    refused = await moderator.post(f"host/drawings/{own}", is_hidden=False)
    assert (409, "not-yourself-moderator") == code_of(refused)
    assert ("hide", ann.id, id_) == (last["action"], last["person"]["person"], last["drawing"])


# What is left


async def test_deleting_an_account_erases_its_lists_and_words(
    guest: Opens, moderator: Somebody
) -> None:
    """And the file with everything of mine has them before."""
    ann, bob, cyd = await guest("Ann", has_account=True), await guest("Bob"), await guest("Cyd")
    table = await at_one_table(ann, bob, cyd)
    await ann.does("follow", bob)
    await ann.does("block", cyd)
    await bob.does("follow", ann)
    await ann.does("report", cyd, reason="rude", text="My own words.", table=table)
    mine = (await ann.get("account/download")).json()
    assert 200 == (await ann.browser.delete(ann.name)).status_code
    [report] = [
        each
        for each in (await moderator.get("moderation")).json()["reports"]
        if each["person"]["person"] == cyd.id
    ]

    assert ([bob.name], [cyd.name], ["My own words."]) == (
        [each["name"] for each in mine["follows"]],
        [each["name"] for each in mine["blocks"]],
        [each["text"] for each in mine["reports"]],
    )
    assert (None, "") == (report["reporter"], report["text"])
    assert ann.name not in str(report["place"]["lines"])
    assert ([], []) == await bob.lists()
    assert NOT_THERE == code_of(await bob.does("follow", ann))


async def test_nothing_of_it_is_logged(
    guest: Opens, moderator: Somebody, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither names, ids nor words."""
    caplog.set_level(logging.DEBUG)
    ann, bob = await guest("Ann"), await guest("Bob")
    table = await at_one_table(ann, bob)
    async with bob.person.at(table) as his:
        await says(his, "loud words")
        await ann.does("follow", bob)
        await ann.does("invite", bob, table=table)
        await ann.does("report", bob, reason="rude", text="free words", table=table)
        await ann.does("block", bob)
        await acts(moderator, "mute", bob, minutes=5, why="wise words")
    ours = [vars(record) for record in caplog.records if record.name.startswith("tinplate")]

    assert ours
    for secret in (ann.id, ann.name, bob.id, bob.name, table, "loud", "free words", "wise"):
        assert secret not in str(ours)


# Floods


@pytest.mark.parametrize(
    ("path", "purpose", "body"),
    [
        ("social/follow", "people", {}),
        ("social/unfollow", "people", {}),
        ("social/block", "people", {}),
        ("social/unblock", "people", {}),
        ("social/answer", "people", {}),
        ("social/seen", "people", {}),
        ("social/invite", "invitations", {}),
        ("social/report", "reports", {}),
        ("moderation", "people", {}),
    ],
)
async def test_every_door_is_counted(
    tmp_path: Path, path: str, purpose: str, body: dict[str, str]
) -> None:
    """By address, whoever knocks."""
    burst = int(limits_for(1)[purpose].burst)  # type: ignore[index]
    with serving(tmp_path, QUICK, Policy(people=1)) as address:
        async with Browser(address) as here:
            answers = [await here.post(f"/api/{path}", **body) for _ in range(burst + 1)]

    assert 429 == answers[-1].status_code
    assert all(429 != answer.status_code for answer in answers[:-1])


async def test_one_person_cannot_flood_many(tmp_path: Path) -> None:
    """With invitations or reports: these are counted by person, too, wherever they are."""
    each = int(limits_for(100)["invitations-each"].burst)
    reports = int(limits_for(100)["reports-each"].burst)
    with serving(tmp_path, QUICK, Policy(people=100)) as address:
        async with AsyncExitStack() as stack:
            people = []
            for number in range(each + 2):
                here = await stack.enter_async_context(Browser(address))
                await here.introduce(f"Person {number}")
                people.append(Somebody(here, await here.guest() or {}))
            flooder, *others = people
            table = await flooder.person.open(A_SHORT_RICOCHET, 2)
            for other in others:
                await other.person.open(A_SHORT_RICOCHET, 2)
            sent = [await flooder.does("invite", other, table=table) for other in others]
            told = [await flooder.does("report", other, reason="spam") for other in others]

    assert [200] * each + [429] == [answer.status_code for answer in sent]
    assert [201] * reports + [429] == [answer.status_code for answer in told][: reports + 1]


async def test_where_accounts_are_off_people_follow_and_block(tmp_path: Path) -> None:
    """As guests; nobody moderates."""
    with serving(tmp_path, QUICK, replace(UNCOUNTED, accounts="off")) as address:
        async with Browser(address) as one, Browser(address) as two:
            people = []
            for here, name in ((one, "Ann"), (two, "Bob")):
                await here.introduce(name)
                people.append(Somebody(here, await here.guest() or {}))
            ann, bob = people
            await at_one_table(bob)
            assert 200 == (await ann.does("follow", bob)).status_code
            assert 200 == (await ann.does("block", bob)).status_code
            assert ([], ["Bob"]) == await ann.lists()
            assert 201 == (await ann.does("report", bob, reason="rude")).status_code
            assert NOT_THERE == code_of(await ann.get("moderation"))


async def reported(ann: Somebody, bob: Somebody, moderator: Somebody) -> str:
    """The id of a report that a moderator sees."""
    assert 201 == (await ann.does("report", bob, reason="rude")).status_code
    shown = (await moderator.get("moderation")).json()["reports"]
    return next(str(each["id"]) for each in shown if each["person"]["person"] == bob.id)


async def acts(
    moderator: Somebody,
    action: str,
    whom: Somebody,
    **more: Any,  # noqa: ANN401 - JSON
) -> httpx.Response:
    return await moderator.post("moderation", person=whom.id, action=action, **more)


def replace_deal(name: str) -> Terms:
    return Terms(A_SHORT_RICOCHET.game, A_SHORT_RICOCHET.settings, deal=name)
