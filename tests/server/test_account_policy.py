"""What the host decides about accounts: none, or only those, who moderates; and how often."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.server.authenticator import Authenticator, Browser
from tests.server.client import Person, introduced
from tests.server.fixtures import DATABASES, new_database
from tests.server.players import A_SHORT_RICOCHET
from tests.server.serving import QUICK, UNCOUNTED, serving
from tests.server.test_accounts import COURSE, code_of, person
from tinplate.lobby.values import Say, Sit
from tinplate.server.context import Policy
from tinplate.server.rate_limits import WRONG_CODES_EACH, limits_for
from tinplate.server.sessions import SESSION_COOKIE
from tinplate.wire.incoming import React
from tinplate.wire.outgoing import Done, Refused

PEOPLE = 40  # at an address
Hosting = Callable[..., AbstractContextManager[str]]


def policy(accounts: str = "optional", *moderators: str, people: int = 0) -> Policy:
    return Policy(
        people=people,
        messages=UNCOUNTED.messages,
        accounts=accounts,  # type: ignore[arg-type]
        moderators=moderators,
    )


@pytest.fixture
def required(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path, QUICK, policy("required")) as address:
        yield address


async def test_where_accounts_are_off_there_are_none(tmp_path: Path) -> None:
    """Everybody is a guest, whatever they were before."""
    with serving(tmp_path, QUICK, policy()) as address:
        async with Browser(address) as here:
            await here.introduce("Ann")
            await here.register(Authenticator())
            cookie = here.cookies[SESSION_COOKIE]
    with serving(tmp_path, QUICK, policy("off")) as address:
        async with Browser(address) as here:
            here.http.cookies.set(SESSION_COOKIE, cookie)
            state = (await here.get("/api/account")).json()
            guest = await here.guest()
            named = await here.introduce("Ann")
            paths = ("passkeys/question", "sign-in/question", "codes", "links", "delete")
            answers = [await here.post(f"/api/account/{path}", name="Ann") for path in paths]
            answers.append(await here.get("/api/account/download"))

    assert {"mode": "off", "account": None} == state
    assert (None, 201) == (guest, named.status_code)
    assert {404} == {answer.status_code for answer in answers}


async def test_hosts_add_rude_words(tmp_path: Path) -> None:
    """And only there they are refused."""
    for words, expected in (((), 201), (("froot",), 409)):
        words_policy = Policy(people=0, messages=UNCOUNTED.messages, rude_words=words)
        with serving(tmp_path, QUICK, words_policy) as address:
            async with Browser(address) as here:
                assert expected == (await here.introduce("Big Froot")).status_code


async def test_where_accounts_are_required_guests_only_watch(required: str) -> None:
    """They open no table, find no game, sit, speak and draw nowhere; with an account, all."""
    async with Browser(required) as here, Browser(required) as there:
        await here.introduce("Ann")
        await here.register(Authenticator())
        table = await person(here, await here.guest()).open(A_SHORT_RICOCHET, 2)
        await there.introduce("Bob")
        terms = {"game": "ricochet", "settings": {}}
        refused = [
            await there.post("/api/tables", terms=terms, chairs=2),
            await there.post("/api/drawings", id="1", game="rally", name="Mine", text=COURSE),
            await there.post("/api/quick", game="ricochet", speed="usual", sizes=[2]),
        ]
        async with person(there, await there.guest()).at(table) as client:
            told = [await client.act(command) for command in (Sit(1), Say("Hello."))]
            await client.send(React("hello"))
            await client.until(lambda: client.troubles)
            troubles = client.troubles
        await there.register(Authenticator())
        async with person(there, await there.guest()).at(table) as client:
            sits = await client.act(Sit(1))

    assert [(409, "account-needed")] * 3 == [code_of(each) for each in refused]
    assert ["account-needed"] * 2 == [each.code for each in told if isinstance(each, Refused)]
    assert ["account-needed"] == [each.code for each in troubles]
    assert isinstance(sits, Done)


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest) -> str | None:
    return new_database(request)


@pytest.fixture
def hosting(tmp_path: Path, database: str | None, monkeypatch: pytest.MonkeyPatch) -> Hosting:
    """The same server again, with other moderators. Names that are given up are free at once."""
    monkeypatch.setattr("tinplate.accounts.rules.NAME_REST", 0)
    monkeypatch.setattr("tinplate.server.accounts.FRESH", 0)
    return lambda *names: serving(tmp_path, QUICK, policy("optional", *names), database=database)


def test_the_host_names_moderators_by_their_accounts(
    hosting: Hosting, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody else can take the name: not even when it is free, of which the host is warned."""
    ann, bob = Authenticator(), Authenticator()
    with hosting() as address:
        asyncio.run(makes_account(address, "Ann", ann))
    with hosting("Ann", "Not Yet") as address:
        asyncio.run(makes_account(address, "Bob", bob))
        is_moderator = [asyncio.run(moderates(address, one)) for one in (ann, bob)]
        refused = [asyncio.run(renames(address, bob, name)) for name in ("Not  yet", "Ann", "Аnn")]

    assert [True, False] == is_moderator
    assert {(409, "name-is-reserved"), (409, "name-is-taken")} == {*refused}
    assert (409, "name-is-reserved") == refused[0]
    warned = [each for each in caplog.messages if "--moderators" in each]
    assert ["--moderators: no account is called 'Not Yet', so nobody moderates by it"] == warned


def test_a_moderator_keeps_the_role_under_another_name(hosting: Hosting) -> None:
    """At once and when the server starts again; the old name stays theirs, and nobody else's."""
    ann, bob = Authenticator(), Authenticator()
    with hosting() as address:
        asyncio.run(makes_account(address, "Ann", ann))
        asyncio.run(makes_account(address, "Bob", bob))
    told = []
    for _ in range(2):
        with hosting("Ann") as address:
            asyncio.run(renames(address, ann, "Judge"))
            told.append(
                (
                    asyncio.run(moderates(address, ann)),
                    asyncio.run(renames(address, bob, "Ann")),
                    asyncio.run(introduces(address, "Ann")),
                    asyncio.run(moderates(address, bob)),
                )
            )
    with hosting("Ann") as address:
        back = asyncio.run(renames(address, ann, "Ann"))
    with hosting() as address:
        is_over = not asyncio.run(moderates(address, ann))

    refused = (409, "name-is-reserved")
    assert [(True, refused, refused, False)] * 2 == told
    assert (201, "") == back
    assert is_over


def test_a_name_that_was_given_up_makes_nobody_a_moderator(hosting: Hosting) -> None:
    """Neither whoever had it last, nor a newcomer; nor after the server starts again."""
    ann, bob = Authenticator(), Authenticator()
    with hosting() as address:
        asyncio.run(makes_account(address, "Ann", ann))
        asyncio.run(renames(address, ann, "Anna"))
        asyncio.run(makes_account(address, "Bob", bob))
    told = list[object]()
    for _ in range(2):
        with hosting("Ann") as address:
            told += [asyncio.run(renames(address, one, "Ann")) for one in (ann, bob)]
            told.append(asyncio.run(introduces(address, "Ann")))
            told += [asyncio.run(moderates(address, one)) for one in (ann, bob)]

    assert [*[(409, "name-is-reserved")] * 3, False, False] * 2 == told


def test_the_name_of_a_moderator_who_is_gone_makes_nobody_one(
    hosting: Hosting, caplog: pytest.LogCaptureFixture
) -> None:
    """Until the host takes it off the list, and puts it there again."""
    ann, bob = Authenticator(), Authenticator()
    with hosting() as address:
        asyncio.run(makes_account(address, "Ann", ann))
        asyncio.run(makes_account(address, "Bob", bob))
    with hosting("Ann") as address:
        asyncio.run(deletes(address, ann))
        refused = [asyncio.run(renames(address, bob, "Ann"))]
    with hosting("Ann") as address:
        refused.append(asyncio.run(renames(address, bob, "Ann")))
    with hosting() as address:
        assert (201, "") == asyncio.run(renames(address, bob, "Ann"))
        before = asyncio.run(moderates(address, bob))
    with hosting("Ann") as address:
        after = asyncio.run(moderates(address, bob))

    assert [(409, "name-is-reserved")] * 2 == refused
    assert (False, True) == (before, after)
    assert any("no account is called 'Ann'" in each for each in caplog.messages)


async def makes_account(address: str, name: str, authenticator: Authenticator) -> None:
    async with Browser(address) as here:
        assert 201 == (await here.introduce(name)).status_code
        assert 201 == (await here.register(authenticator)).status_code


async def renames(address: str, authenticator: Authenticator, name: str) -> tuple[int, str]:
    """The status, and why it was refused."""
    async with signed_in(address, authenticator) as here:
        answer = await here.introduce(name)
        return (answer.status_code, "") if answer.is_success else code_of(answer)


async def introduces(address: str, name: str) -> tuple[int, str]:
    """A guest who is new here takes this name."""
    async with Browser(address) as here:
        return code_of(await here.introduce(name))


async def moderates(address: str, authenticator: Authenticator) -> bool:
    """Whether they are told so, and see the page."""
    async with signed_in(address, authenticator) as here:
        account = await here.account()
        page = await here.get("/api/moderation")
        assert account is not None
        assert account["is_moderator"] is page.is_success
        return bool(page.is_success)


async def deletes(address: str, authenticator: Authenticator) -> None:
    async with signed_in(address, authenticator) as here:
        account = await here.account()
        assert account is not None
        assert 200 == (await here.delete(account["guest"]["name"], authenticator)).status_code


@asynccontextmanager
async def signed_in(address: str, authenticator: Authenticator) -> AsyncIterator[Browser]:
    async with Browser(address) as here:
        authenticator.origin = here.origin
        assert 200 == (await here.sign_in(authenticator)).status_code
        yield here


async def test_guesses_of_codes_are_counted(tmp_path: Path) -> None:
    """By the network that guesses, whatever browser it uses; a right one costs nothing."""
    burst = int(min(WRONG_CODES_EACH.burst, limits_for(PEOPLE)["recovery"].burst))
    with serving(tmp_path, QUICK, policy(people=PEOPLE)) as address:
        async with Browser(address) as here:
            answers = [
                await here.post("/api/account/recovery", name="Ann", code=f"AAAA-{number}")
                for number in range(burst + 1)
            ]

    assert [403] * burst + [429] == [answer.status_code for answer in answers]


@pytest.mark.parametrize(
    ("path", "purpose"),
    [
        ("passkeys/question", "accounts"),
        ("passkeys", "accounts"),
        ("sign-in/question", "accounts"),
        ("codes", "recovery"),
        ("links", "accounts"),
        ("links/confirm", "accounts"),
        ("delete/question", "accounts"),
        ("delete", "recovery"),
    ],
)
async def test_every_door_is_counted(tmp_path: Path, path: str, purpose: str) -> None:
    """By address, whoever knocks."""
    few = 1
    burst = int(limits_for(few)[purpose].burst)  # type: ignore[index]
    with serving(tmp_path, QUICK, policy(people=few)) as address:
        async with Browser(address) as here:
            door = f"/api/account/{path}"
            answers = [await here.post(door, name="none") for _ in range(burst + 1)]

    assert httpx.codes.TOO_MANY_REQUESTS == answers[-1].status_code
    assert all(httpx.codes.TOO_MANY_REQUESTS != answer.status_code for answer in answers[:-1])


async def test_a_wrong_passkey_counts_as_a_guess(tmp_path: Path) -> None:
    """And so does a link that nobody made."""
    with serving(tmp_path, QUICK, policy(people=1000)) as address:
        async with Browser(address) as here:
            wrong = [
                await here.post("/api/account/links/claim", token=f"{number}")
                for number in range(int(WRONG_CODES_EACH.burst))
            ]
            signing = await here.post("/api/account/sign-in", credential={})

    assert {403} == {answer.status_code for answer in wrong}
    assert 429 == signing.status_code


async def test_people_without_accounts_notice_nothing(address: str) -> None:
    """They are told that there are accounts, and play as they always did."""
    ann: Person = await introduced(address, "Ann")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as client:
        assert isinstance(await client.act(Say("Hello.")), Done)

    assert {"mode": "optional", "account": None} == (await ann.get("/api/account")).json()
