"""People who pry and push: into private pages and drawings of others, and in the queue."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from random import Random
from time import monotonic
from typing import NamedTuple
from urllib.parse import quote

import httpx

from tests.attack.findings import Findings, number
from tests.attack.machine import Campaign, machine, sqlite
from tests.attack.thieves import misspelt
from tests.server.authenticator import Authenticator, Browser
from tests.server.test_accounts import person
from tests.server.test_gallery import COMMANDS, COURSE, saved
from tests.server.test_people import beats
from tinplate.server.people import FLOOR

ANN = "Xanthippe Quux"  # nobody else could be called so by chance
TITLE = "Zzyzx Shortcut"
SECRET = COURSE.replace("Short cut", TITLE)
WAITING = 24  # people in the queue
REPORT: tuple[str, dict[str, object]] = ("ReportDrawing", {"reason": "rude"})
LEAST = 12  # that each of them does
WISHES = ([2], [3], [2, 3], [2, 3, 4])
GAMES = ("ricochet", "rally", "chess", "")
SPEEDS = ("usual", "blitz", "", "%00")
ORDERS = ("newest", "plays", "", "text")


class Private(NamedTuple):
    """Ann's account is private, and so is her drawing."""

    ann: Browser
    id: str
    drawing: str


async def prying(given: Campaign) -> None:
    """Half of the time for what is private, half for the queue."""
    dice, findings = Random(given.seed), given.findings
    async with machine(given.folder, sqlite(given.folder), dice, 1) as there:
        [address] = there.addresses
        middle, end = monotonic() + given.seconds / 2, monotonic() + given.seconds
        await pried(address, findings, dice, lambda: monotonic() < middle)
        given.tell("Prying: private pages and drawings")
        await pushed(address, findings, dice, lambda: monotonic() < end)
        given.tell("Prying: the queue")
        findings.fault("prying: an error in the log", *there.tracebacks())


# What is private


async def pried(
    address: str, findings: Findings, dice: Random, goes_on: Callable[[], bool]
) -> None:
    """Everything is asked for that might tell of Ann, and all is tried on her drawing."""
    counted = Counter[int]()
    async with AsyncExitStack() as stack:
        ann, bob, stranger = [await stack.enter_async_context(Browser(address)) for _ in range(3)]
        await bob.introduce("Bob")
        private = await withdrawn(ann, bob)
        before = await own_things(private)
        while not counted or goes_on():
            for spy in (bob, stranger):
                for answer in await looked(spy, private, dice):
                    counted[answer.status_code] += 1
                    judge(answer, findings)
        if before != await own_things(private):
            findings.fault("a spy has changed something of another", private.drawing)
    findings.tried(
        "Prying",
        f"{number(counted.total())} requests for a private account and a drawing that is not "
        "published",
        "neither name nor text in any answer, and nothing changed",
    )


async def withdrawn(ann: Browser, bob: Browser) -> Private:
    """Ann has played enough to be on the list, and then wanted to be private."""
    await ann.introduce(ANN)
    assert (await ann.register(Authenticator())).is_success
    await beats(ann, bob, FLOOR)
    assert (await ann.do("SetPrivacy", is_private=True)).is_success
    guest = await ann.guest()
    assert guest is not None
    drawing = await saved(person(ann, guest), SECRET, name=TITLE)
    return Private(ann, str(guest["id"]), drawing)


async def own_things(private: Private) -> list[str]:
    paths = (f"/api/drawings/{private.drawing}", f"/api/people/{private.id}/ratings")
    answers = [await private.ann.get(path) for path in paths]
    assert all(answer.is_success for answer in answers)
    return [answer.text for answer in answers]


async def looked(spy: Browser, private: Private, dice: Random) -> list[httpx.Response]:
    """One look at each place, in any spelling; and something tried on the drawing."""
    whom, drawing = (spelt(each, dice) for each in (private.id, private.drawing))
    game, speed = quote(dice.choice(GAMES)), dice.choice(SPEEDS)
    search = quote(dice.choice((ANN, TITLE, TITLE[:4], "", private.id)))
    order = dice.choice(ORDERS)
    paths = (
        f"/api/people/{whom}/ratings",
        f"/api/people/{quote(ANN)}/ratings",
        f"/api/leaderboard?game={game}&speed={speed}",
        f"/api/drawings?game={game}&search={search}&order={order}",
        f"/api/drawings/{drawing}",
        f"/api/drawings/{drawing}/picture.svg",
        "/api/guest/drawings",
        "/api/host/drawings",
        "/api/account/download",
    )
    kind, fields = dice.choice([*COMMANDS, REPORT])
    body = {"id": f"{dice.random()}", "command": {"type": kind, **fields}}
    return [
        *[await spy.get(path) for path in paths],
        await spy.http.post(f"/api/drawings/{drawing}", json=body),
        await spy.http.post(f"/api/host/drawings/{drawing}", json={"is_hidden": True}),
    ]


def judge(answer: httpx.Response, findings: Findings) -> None:
    where = f"{answer.request.method} {answer.request.url.path}"
    if answer.is_server_error:
        findings.fault(f"HTTP {answer.status_code}", where)
    told = answer.text
    if ANN in told or TITLE in told:
        findings.fault("something private was told", f"{where}: {told[:200]}")


def spelt(id_: str, dice: Random) -> str:
    """As it is, or almost."""
    return dice.choice((
        id_, id_, quote(id_), f"{id_}%20", f"%20{id_}", f"{id_}%00", id_.upper(), f"..%2F{id_}",
        misspelt(id_, dice), f"account%20{id_}",
    ))  # fmt: skip


# The queue


async def pushed(
    address: str, findings: Findings, dice: Random, goes_on: Callable[[], bool]
) -> None:
    """Many wish, ask, stop and wish again; in the end two newcomers still find each other."""
    counted = Counter[str]()
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Browser(address)) for _ in range(WAITING)]
        for at, each in enumerate(people):
            await each.introduce(f"Pusher {at}")

        async def push(here: Browser, dice: Random) -> None:
            guest = await here.guest()
            assert guest is not None
            while counted[guest["id"]] < LEAST or goes_on():
                counted[guest["id"]] += 1
                wish = {"game": "ricochet", "speed": "usual", "sizes": dice.choice(WISHES)}
                answer = await dice.choice((
                    lambda wish=wish: here.post("/api/quick", **wish),
                    lambda wish=wish: here.post("/api/quick", **wish),
                    lambda: here.get("/api/quick?game=ricochet"),
                    lambda: here.post("/api/quick/cancel", game="ricochet"),
                ))()  # fmt: skip
                await check_status(here, str(guest["id"]), answer, findings)

        await asyncio.gather(*(push(each, Random(dice.random())) for each in people))
        for each in people:
            assert (await each.post("/api/quick/cancel", game="ricochet")).is_success
        found = await met(address, stack)
    if not found:
        findings.fault("two newcomers did not find each other", "quick match")
    findings.tried(
        "Quick match: pushing",
        f"{number(counted.total())} wishes, questions and changes of mind of {WAITING} people",
        "nobody met themselves, waited twice or sat where others play; newcomers found each other",
    )


async def check_status(
    here: Browser, guest: str, answer: httpx.Response, findings: Findings
) -> None:
    if answer.status_code == httpx.codes.CONFLICT:
        return  # so many at once that it gave up; nothing has changed
    if not answer.is_success:
        findings.fault("quick match", f"{answer.status_code} {answer.text[:200]}")
        return
    status = answer.json()
    if status["others"] >= WAITING:
        findings.fault("somebody waits twice", f"{status}")
    if status["table"] is None:
        return
    table = (await here.get(f"/api/tables/{status['table']}")).json()
    owners = [chair["owner"]["id"] for chair in table["chairs"] if chair["owner"]]
    if guest not in owners or len({*owners}) != len(table["chairs"]):
        findings.fault("a table for somebody else", f"{owners}, {guest}")


async def met(address: str, stack: AsyncExitStack) -> bool:
    """Whether two who want the same find each other at once."""
    ann, bob = [await stack.enter_async_context(Browser(address)) for _ in range(2)]
    for here, name in ((ann, "Newcomer Ann"), (bob, "Newcomer Bob")):
        await here.introduce(name)
        answer = await here.post("/api/quick", game="ricochet", speed="usual", sizes=[2])
        assert answer.is_success, answer.text
    tables = [(await each.get("/api/quick?game=ricochet")).json()["table"] for each in (ann, bob)]
    return tables[0] is not None and len({*tables}) == 1
