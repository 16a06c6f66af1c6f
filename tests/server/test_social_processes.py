"""Blocks, mutes and reports in real processes: at once in all of them, and after kill -9."""

import asyncio
import signal
from pathlib import Path

from tests.server.authenticator import Authenticator, Browser
from tests.server.players import A_SHORT_RICOCHET
from tests.server.running import Running, running
from tests.server.test_account_processes import postgres, processes, redis
from tests.server.test_social import Somebody, acts, at_one_table, heard, says
from tests.waiting import PATIENCE, a_moment, others_run
from tinplate.lobby.values import Say
from tinplate.server.sessions import SESSION_COOKIE
from tinplate.wire.outgoing import Refused

__all__ = ["postgres", "processes", "redis"]  # fixtures


async def somebody(browser: Browser, name: str) -> Somebody:
    assert 201 == (await browser.introduce(name)).status_code
    return Somebody(browser, await browser.guest() or {})


async def test_a_block_holds_in_all_processes(processes: list[Running]) -> None:
    """Blocked in one: the other sends no chat any more, neither to the one nor to the other."""
    one, two = processes
    async with Browser(one.address) as here, Browser(two.address) as there:
        ann, bob = await somebody(here, "Ann"), await somebody(there, "Bob")
        table = await at_one_table(ann, bob)
        async with ann.person.at(table) as hers, bob.person.at(table) as his:
            await says(his, "before")
            await hers.until(lambda: heard(hers))
            ann_at_two = Somebody(Browser(two.address), {"id": ann.id, "name": ann.name})
            async with ann_at_two.browser as elsewhere:
                for name, value in here.cookies.items():
                    elsewhere.http.cookies.set(name, value)
                assert 200 == (await ann_at_two.does("block", bob)).status_code
            await hers.until(lambda: not heard(hers))  # the process of Ann has heard of it
            await says(his, "unheard")
            await says(hers, "unheard, too")
        async with ann.person.at(table) as hers, bob.person.at(table) as his:
            await hers.until(lambda: hers.lines)
            await his.until(lambda: his.lines)
            assert ["unheard, too"] == heard(hers)
            assert ["before", "unheard"] == heard(his)


async def test_online_in_one_is_online_in_all(processes: list[Running]) -> None:
    """Each process tells the others whom it has heard of."""
    one, two = processes
    async with Browser(one.address) as here, Browser(two.address) as there:
        ann, bob = await somebody(here, "Ann"), await somebody(there, "Bob")
        await at_one_table(bob)
        await ann.does("follow", bob)
        async with asyncio.timeout(PATIENCE):
            while not (await ann.friend())["is_online"]:
                await bob.get("social/notices")
                await a_moment()


async def test_an_invitation_reaches_a_page_that_waits_in_another_process(
    processes: list[Running],
) -> None:
    """And the answer to it comes back."""
    one, two = processes
    async with Browser(one.address) as here, Browser(two.address) as there:
        ann, bob = await somebody(here, "Ann"), await somebody(there, "Bob")
        await at_one_table(bob)
        table = await ann.person.open(A_SHORT_RICOCHET, 2)
        [hers, his] = [(await each.get("social/notices")).json()["mark"] for each in (ann, bob)]
        waiting = asyncio.create_task(bob.get(f"social/notices?seen={his}"))
        await others_run()  # it is on its way
        await ann.does("invite", bob, table=table)
        [invitation] = (await waiting).json()["invitations"]
        waiting = asyncio.create_task(ann.get(f"social/notices?seen={hers}"))
        await others_run()  # it is on its way
        await bob.post("social/answer", id=invitation["id"], accepts=True)

        assert [True] == [each["is_accepted"] for each in (await waiting).json()["answers"]]


async def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    """Lists, invitations, reports, mutes and the trail."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    async with running(database, tmp_path) as server, Browser(server.address) as mo:
        await mo.introduce("Mo")
        assert 201 == (await mo.register(Authenticator())).status_code
        session = mo.cookies[SESSION_COOKIE]
    async with running(database, tmp_path, "--moderators", "Mo") as server:
        async with Browser(server.address) as here, Browser(server.address) as there:
            ann, bob = await somebody(here, "Ann"), await somebody(there, "Bob")
            table = await at_one_table(ann, bob)
            own = await bob.person.open(A_SHORT_RICOCHET, 2)
            assert 200 == (await bob.does("follow", ann)).status_code
            assert 200 == (await bob.does("invite", ann, table=own)).status_code
            sent = await ann.does("report", bob, reason="rude", table=table)
            assert 201 == sent.status_code
            async with Browser(server.address) as mo:
                mo.http.cookies.set(SESSION_COOKIE, session)
                moderator = Somebody(mo, await mo.guest() or {})
                done = await acts(moderator, "mute", bob, minutes=60, why="Swearing.")
                assert 200 == done.status_code
            cookies = here.cookies, there.cookies
            await server.stop(signal.SIGKILL)
        await server.start()
        async with Browser(server.address) as here, Browser(server.address) as there:
            for browser, kept in zip((here, there), cookies, strict=True):
                for name, value in kept.items():
                    browser.http.cookies.set(name, value)
            ann, bob = [Somebody(each, await each.guest() or {}) for each in (here, there)]
            assert ([ann.name], []) == await bob.lists()
            assert [bob.name] == await ann.invitations()
            again = await ann.does("report", bob, reason="rude", table=table)
            assert 409 == again.status_code
            async with bob.person.at(table) as his:
                assert isinstance(await his.act(Say("still muted")), Refused)
            async with Browser(server.address) as mo:
                mo.http.cookies.set(SESSION_COOKIE, session)
                page = (await mo.get("/api/moderation")).json()
            assert 1 == len(page["reports"])
            assert ["mute"] == [each["action"] for each in page["trail"]]
