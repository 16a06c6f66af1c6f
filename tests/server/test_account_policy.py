"""What the host decides about accounts: none, or only those, who moderates; and how often."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.authenticator import Authenticator, Browser
from tests.server.client import Person, introduced
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


async def test_where_accounts_are_required_guests_only_watch(required: str) -> None:
    """They open no table, sit, speak and react nowhere, and draw nothing; with an account, all."""
    async with Browser(required) as here, Browser(required) as there:
        await here.introduce("Ann")
        await here.register(Authenticator())
        table = await person(here, await here.guest()).open(A_SHORT_RICOCHET, 2)
        await there.introduce("Bob")
        terms = {"game": "ricochet", "settings": {}}
        refused = [
            await there.post("/api/tables", terms=terms, chairs=2),
            await there.post("/api/drawings", id="1", game="rally", name="Mine", text=COURSE),
        ]
        async with person(there, await there.guest()).at(table) as client:
            told = [await client.act(command) for command in (Sit(1), Say("Hello."))]
            await client.send(React("hello"))
            await client.until(lambda: client.troubles)
            troubles = client.troubles
        await there.register(Authenticator())
        async with person(there, await there.guest()).at(table) as client:
            sits = await client.act(Sit(1))

    assert [(409, "account-needed")] * 2 == [code_of(each) for each in refused]
    assert ["account-needed"] * 2 == [each.code for each in told if isinstance(each, Refused)]
    assert ["account-needed"] == [each.code for each in troubles]
    assert isinstance(sits, Done)


async def test_the_host_names_moderators_by_their_accounts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody else can take the name: not even when it is free, of which the host is warned."""
    with serving(tmp_path, QUICK, policy()) as address:
        async with Browser(address) as here:
            await here.introduce("Ann")
            await here.register(Authenticator())
            cookie = here.cookies[SESSION_COOKIE]
    with serving(tmp_path, QUICK, policy("optional", "Ann", "Not Yet")) as address:
        async with Browser(address) as here, Browser(address) as there:
            here.http.cookies.set(SESSION_COOKIE, cookie)
            known = await here.account()
            early = await there.introduce("not yet")
            await there.introduce("Bob")
            await there.register(Authenticator())
            bob = await there.account()
            other = await there.introduce("Ann")
            await here.introduce("Anna")
            was = await here.account()
            free = await there.introduce("Ann")

    assert known is not None
    assert bob is not None
    assert was is not None
    assert (True, False, False) == tuple(each["is_moderator"] for each in (known, bob, was))
    assert (409, "name-is-reserved") == code_of(early)
    assert {(409, "name-is-taken")} == {code_of(each) for each in (other, free)}
    warned = [each for each in caplog.messages if "--moderators" in each]
    assert ["--moderators: no account is called 'Not Yet', so nobody moderates by it"] == warned


async def test_a_moderator_takes_their_name_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And with it their role. Somebody who had the name before them does not get it."""
    monkeypatch.setattr("tinplate.accounts.rules.NAME_REST", 0)  # names are free at once
    monkeypatch.setattr("tinplate.server.accounts.FRESH", 0)
    early, late = Authenticator(), Authenticator()
    with serving(tmp_path, QUICK, policy()) as address:
        async with Browser(address) as here, Browser(address) as there:
            await there.introduce("Ann")
            await there.register(early)
            await there.introduce("Bob")
            await here.introduce("Ann")
            await here.register(late)
    with serving(tmp_path, QUICK, policy("optional", "Ann")) as address:
        async with Browser(address) as here, Browser(address) as there:
            assert 200 == (await there.sign_in(early)).status_code
            assert 200 == (await here.sign_in(late)).status_code
            away = await here.introduce("Anna")
            was = await here.account()
            other = await there.introduce("Ann")
            back = await here.introduce("Ann")
            known = await here.account()

    assert (201, 201) == (away.status_code, back.status_code), back.text
    assert (409, "name-is-reserved") == code_of(other)
    assert was is not None
    assert known is not None
    assert (False, True) == (was["is_moderator"], known["is_moderator"])


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
