"""Accounts over HTTP: opened, signed in to, renamed and deleted; and what attackers try with them.

On SQLite and on PostgreSQL.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.authenticator import Authenticator, Browser
from tests.server.client import Person
from tests.server.players import A_SHORT_RICOCHET
from tests.server.serving import QUICK, serving
from tests.server.test_pictures import finished
from tests.waiting import PATIENCE, a_moment
from tinplate.accounts.values import CODES, RENAMES, SOMEBODY
from tinplate.load.authenticator import PRESENT, VERIFIED, encoded
from tinplate.lobby.values import Guest, Rename, Say, Sit, Start
from tinplate.server.account_routes import LINK_COOKIE
from tinplate.server.guests import COOKIE
from tinplate.server.passkeys import CHALLENGE_COOKIE
from tinplate.server.sessions import SESSION_COOKIE
from tinplate.wire.outgoing import Done, Refused

names = (f"Person {number}" for number in count())
Opens = Callable[..., Any]


@pytest.fixture(scope="module")
def server(each_database: str | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("accounts"), QUICK, database=each_database) as address:
        yield address


@pytest.fixture
async def browser(server: str) -> AsyncIterator[Opens]:
    """A browser that has never been here; with a name, somebody has."""
    async with AsyncExitStack() as stack:

        async def opened(name: str | None = None, host: str = "localhost") -> Browser:
            new = await stack.enter_async_context(Browser(server, host))
            if name is not None:
                answer = await new.introduce(name)
                assert httpx.codes.CREATED == answer.status_code, answer.text
            return new

        yield opened


async def opened_account(browser: Opens) -> tuple[Browser, Authenticator, dict[str, Any]]:
    """Somebody who has just become an account, and what they were told."""
    here, authenticator = await browser(next(names)), Authenticator()
    answer = await here.register(authenticator)
    assert httpx.codes.CREATED == answer.status_code, answer.text
    return here, authenticator, answer.json()


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def person(here: Browser, guest: dict[str, Any] | None) -> Person:
    """The same browser at a table."""
    cookie = here.cookies.get(SESSION_COOKIE)
    known = msgspec.convert(guest, Guest)
    somebody = Person(str(here.http.base_url).rstrip("/"), here.cookies.get(COOKIE), known)
    if cookie is not None:
        somebody.cookie = f"; {SESSION_COOKIE}={cookie}"
    return somebody


# One tap


async def test_a_guest_becomes_an_account_and_stays_who_they_were(browser: Opens) -> None:
    """With id and name; there are recovery codes, which nobody is told again."""
    here = await browser("Ann of One Tap")
    before = await here.guest()
    answer = await here.register(Authenticator())
    told = answer.json()
    after = await here.account()

    assert 201 == answer.status_code
    assert before == await here.guest() == told["account"]["guest"]
    assert CODES == len(set(told["codes"]))
    assert after == told["account"]
    assert after is not None
    assert CODES == after["codes_left"]
    assert [("Firefox, Linux", "passkey", True)] == [
        (each["device"], each["way"], each["is_this"]) for each in after["sessions"]
    ]
    text = (await here.get("/api/account")).text
    assert all(code not in text for code in told["codes"])


async def test_the_cookie_of_a_session_is_out_of_reach(browser: Opens) -> None:
    """Of scripts and of other sites; the cookies that led to it are gone."""
    here, answer = await browser(next(names)), None
    options = await here.question("passkeys")
    credential = Authenticator().create(options, here.origin)
    answer = await here.post("/api/account/passkeys", credential=credential)
    cookies = {each.partition("=")[0]: each for each in answer.headers.get_list("set-cookie")}

    assert {"HttpOnly", "SameSite=lax"} <= set(cookies[SESSION_COOKIE].split("; "))
    assert "Secure" not in cookies[SESSION_COOKIE]
    assert all("Max-Age=0" in cookies[each] for each in (COOKIE, CHALLENGE_COOKIE, LINK_COOKIE))


async def test_under_https_cookies_are_for_https_only(browser: Opens) -> None:
    """The page says by its origin that it is encrypted, even behind a proxy."""
    here, authenticator = await browser(next(names), "play.example"), Authenticator()
    here.origin = here.origin.replace("http", "https", 1)
    here.http.headers["Origin"] = here.origin
    question = await here.post("/api/account/passkeys/question")
    challenge = question.headers["set-cookie"]
    here.http.cookies.set(CHALLENGE_COOKIE, challenge.partition("=")[2].partition(";")[0])
    credential = authenticator.create(question.json()["options"], here.origin)
    answer = await here.post("/api/account/passkeys", credential=credential)

    assert 201 == answer.status_code, answer.text
    assert {"HttpOnly", "SameSite=strict", "Secure"} <= set(challenge.split("; "))
    assert "Secure" in answer.headers["set-cookie"]


async def test_nobody_without_a_name_has_an_account(browser: Opens) -> None:
    """A name comes first."""
    here = await browser()

    assert (401, "name-first") == code_of(await here.post("/api/account/passkeys/question"))


# Passkeys


async def test_a_passkey_signs_in_on_another_browser(browser: Opens) -> None:
    """Without a name; the guest that this browser had is forgotten there."""
    _, authenticator, told = await opened_account(browser)
    there = await browser("A Passer-by")
    answer = await there.sign_in(authenticator)

    assert 200 == answer.status_code, answer.text
    assert told["account"]["guest"] == await there.guest()
    assert COOKIE not in there.cookies
    assert 2 == len(answer.json()["account"]["sessions"])


async def test_another_passkey_opens_the_same_account(browser: Opens) -> None:
    """Codes are told once, and not again with it; a passkey that was removed opens nothing.

    Without any, the codes do.
    """
    here, first, told = await opened_account(browser)
    second = Authenticator()
    answer = await here.register(second)
    there = await browser()

    assert 201 == answer.status_code, answer.text
    assert [] == answer.json()["codes"]
    assert 200 == (await there.sign_in(second)).status_code
    assert 200 == (await here.do("RemovePasskey", id=encoded(first.id))).status_code
    assert (403, "passkey-unknown") == code_of(await there.sign_in(first))
    assert 200 == (await here.do("RemovePasskey", id=encoded(second.id))).status_code
    assert (403, "passkey-unknown") == code_of(await there.sign_in(second))
    name = told["account"]["guest"]["name"]
    back = await there.post("/api/account/recovery", name=name, code=told["codes"][0])
    assert 200 == back.status_code


async def test_a_challenge_is_answered_once_and_by_its_own_browser(browser: Opens) -> None:
    """Whoever has heard an answer cannot say it again, here or elsewhere."""
    _, authenticator, _ = await opened_account(browser)
    there, thief = await browser(), await browser()
    options = await there.question("sign-in")
    challenge = there.cookies[CHALLENGE_COOKIE]
    credential = authenticator.get(options, there.origin)
    stolen = await thief.post("/api/account/sign-in", credential=credential)
    first = await there.post("/api/account/sign-in", credential=credential)
    again = await there.post("/api/account/sign-in", credential=credential)
    thief.http.cookies.set(CHALLENGE_COOKIE, challenge)
    replayed = await thief.post("/api/account/sign-in", credential=credential)

    assert (403, "challenge-is-over") == code_of(stolen)
    assert 200 == first.status_code
    assert (403, "challenge-is-over") == code_of(again) == code_of(replayed)
    assert await thief.account() is None


async def test_a_challenge_is_for_one_purpose_and_one_person(browser: Opens) -> None:
    """One to sign in adds no passkey, and that of a guest is not that of another."""
    here, _, _ = await opened_account(browser)
    other = await browser(next(names))
    options = await here.question("passkeys")
    await here.question("sign-in")  # its cookie replaces the first one
    credential = Authenticator().create(options, here.origin)
    crossed = await here.post("/api/account/passkeys", credential=credential)
    options = await here.question("passkeys")
    other.http.cookies.set(CHALLENGE_COOKIE, here.cookies[CHALLENGE_COOKIE])
    credential = Authenticator().create(options, here.origin)
    taken = await other.post("/api/account/passkeys", credential=credential)

    assert (403, "challenge-is-over") == code_of(crossed) == code_of(taken)


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost:1", "null", ""])
async def test_an_answer_from_another_page_is_refused(browser: Opens, origin: str) -> None:
    """To register and to sign in: another port is another page."""
    _, authenticator, _ = await opened_account(browser)
    there, new = await browser(next(names)), Authenticator()
    authenticator.origin = new.origin = origin or "http://localhost"

    assert (403, "passkey-wrong") == code_of(await there.sign_in(authenticator))
    assert (403, "passkey-wrong") == code_of(await there.register(new))


async def test_an_answer_for_another_site_is_refused(browser: Opens) -> None:
    """Whatever the page says where it is; and one that was made under another name of ours."""
    _, authenticator, _ = await opened_account(browser)
    there, new = await browser(next(names)), Authenticator()
    elsewhere = await browser(None, "play.localhost")
    authenticator.site = new.site = "evil.example"
    refused = [await there.sign_in(authenticator), await there.register(new)]
    authenticator.site = ""
    renamed = await elsewhere.sign_in(authenticator)

    assert [(403, "passkey-wrong")] * 2 == [code_of(each) for each in refused]
    assert (403, "passkey-unknown") == code_of(renamed)


@pytest.mark.parametrize("flags", [0, PRESENT, VERIFIED])
async def test_somebody_has_to_be_there_and_known_to_the_device(browser: Opens, flags: int) -> None:
    """A key that anybody could touch is no proof."""
    _, authenticator, _ = await opened_account(browser)
    there, new = await browser(next(names)), Authenticator()
    authenticator.flags = new.flags = flags

    assert (403, "passkey-wrong") == code_of(await there.sign_in(authenticator))
    assert (403, "passkey-wrong") == code_of(await there.register(new))


async def test_only_keys_we_asked_for_are_taken(browser: Opens) -> None:
    """Not one of an old and weak kind."""
    here, authenticator = await browser(next(names)), Authenticator()
    authenticator.algorithm = -65535

    assert (403, "passkey-wrong") == code_of(await here.register(authenticator))


async def test_a_count_that_goes_back_is_refused_and_told(browser: Opens) -> None:
    """Somebody has a copy of the passkey."""
    _, authenticator, _ = await opened_account(browser)
    there = await browser()
    authenticator.count = 40
    fine = await there.sign_in(authenticator)
    authenticator.count = 20
    copied = await there.sign_in(authenticator)

    assert 200 == fine.status_code
    assert (403, "passkey-copied") == code_of(copied)


async def test_a_passkey_opens_no_account_but_its_own(browser: Opens) -> None:
    """Whoever's it says that it is."""
    _, _, told = await opened_account(browser)
    _, mallory, _ = await opened_account(browser)
    there = await browser()
    mallory.handle = told["account"]["guest"]["id"].encode()
    pretends = await there.sign_in(mallory)
    mallory.handle = b"somebody else \n"
    garbled = await there.sign_in(mallory)
    mallory.handle = b"\xff"

    assert (403, "passkey-unknown") == code_of(pretends) == code_of(garbled)
    assert (403, "passkey-wrong") == code_of(await there.sign_in(mallory))


@pytest.mark.parametrize("credential", [{}, {"id": 1}, {"id": "a", "rawId": "b", "response": []}])
async def test_garbage_is_no_answer(browser: Opens, credential: dict[str, Any]) -> None:
    """And no fault of the server."""
    here = await browser(next(names))
    await here.question("sign-in")
    refused = await here.post("/api/account/sign-in", credential=credential)
    await here.question("passkeys")
    new = await here.post("/api/account/passkeys", credential=credential)

    assert (403, "passkey-wrong") == code_of(refused) == code_of(new)


# Sessions


async def test_nobody_can_choose_a_session_for_another(browser: Opens) -> None:
    """A new one begins with every sign-in, whatever cookie was there before."""
    here, authenticator, _ = await opened_account(browser)
    there = await browser()
    fixed = here.cookies[SESSION_COOKIE]
    there.http.cookies.set(SESSION_COOKIE, fixed)
    there.http.cookies.delete(SESSION_COOKIE)
    before = await there.sign_in(authenticator)
    first = there.cookies[SESSION_COOKIE]
    again = await there.sign_in(authenticator)

    assert (200, 200) == (before.status_code, again.status_code)
    assert 3 == len({fixed, first, there.cookies[SESSION_COOKIE]})


@pytest.mark.parametrize(
    "change", [lambda text: text[:-1] + "x", lambda text: text + "x", str.upper]
)
async def test_a_changed_cookie_is_nobody(browser: Opens, change: Callable[[str], str]) -> None:
    """One letter is enough."""
    here, _, _ = await opened_account(browser)
    thief = await browser()
    thief.http.cookies.set(SESSION_COOKIE, change(here.cookies[SESSION_COOKIE]))

    assert await thief.account() is None
    assert (401, "sign-in-first") == code_of(await thief.do("EndAllSessions"))


async def test_the_cookie_of_the_guest_is_worth_nothing_any_more(browser: Opens) -> None:
    """Whoever has copied it is nobody; so is whoever reads an id at a table."""
    here = await browser(next(names))
    copied = here.cookies[COOKIE]
    await here.register(Authenticator())
    thief = await browser()
    thief.http.cookies.set(COOKIE, copied)

    assert await thief.guest() is None
    assert (401, "name-first") == code_of(await thief.post("/api/account/passkeys/question"))


async def test_signing_out_everywhere_ends_all_cookies_at_once(browser: Opens) -> None:
    """Also those that somebody has stolen."""
    here, authenticator, _ = await opened_account(browser)
    there, thief = await browser(), await browser()
    await there.sign_in(authenticator)
    thief.http.cookies.set(SESSION_COOKIE, there.cookies[SESSION_COOKIE])
    assert await thief.account() is not None
    answer = await here.do("EndAllSessions")

    assert {"mode": "optional", "account": None} == answer.json()
    assert SESSION_COOKIE not in here.cookies
    assert (None, None, None) == tuple([await each.account() for each in (here, there, thief)])
    assert 200 == (await here.sign_in(authenticator)).status_code


async def test_one_browser_is_signed_out(browser: Opens) -> None:
    """By its owner, from another one or from itself."""
    here, authenticator, _ = await opened_account(browser)
    there = await browser()
    told = (await there.sign_in(authenticator)).json()
    [own] = [each["id"] for each in told["account"]["sessions"] if each["is_this"]]
    await here.do("EndSession", id=own)
    known = await here.account()
    assert known is not None
    [last] = [each["id"] for each in known["sessions"]]
    await here.do("EndSession", id=last)

    assert await there.account() is None
    assert await here.account() is None
    assert SESSION_COOKIE not in here.cookies


async def test_a_socket_ends_with_its_session(browser: Opens) -> None:
    """So nobody plays on with a cookie that is worth nothing."""
    here, _, told = await opened_account(browser)
    ann = person(here, told["account"]["guest"])
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as client:
        assert isinstance(await client.act(Say("Hello.")), Done)
        await here.do("EndAllSessions")
        async with asyncio.timeout(PATIENCE):
            await client.connection.wait_closed()

    assert 1012 == client.connection.close_code


async def test_a_guest_at_a_table_becomes_an_account_and_plays_on(browser: Opens) -> None:
    """The same person, on the same chair, on the same socket; until they sign out everywhere."""
    here = await browser(next(names))
    ann = person(here, await here.guest())
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as client:
        assert isinstance(await client.act(Say("A guest.")), Done)
        await here.register(Authenticator())
        assert isinstance(await client.act(Say("An account.")), Done)
        async with person(here, await here.guest()).at(table) as same:
            assert isinstance(await same.act(Start()), Done)
        await here.do("EndAllSessions")
        async with asyncio.timeout(PATIENCE):
            await client.connection.wait_closed()


# Recovery codes


async def test_a_recovery_code_signs_in_once(browser: Opens) -> None:
    """However it is written; the name, too."""
    _, _, told = await opened_account(browser)
    there = await browser()
    name, code = told["account"]["guest"]["name"].upper(), told["codes"][3]
    first = await there.post("/api/account/recovery", name=name, code=f" {code.lower()} ")
    again = await there.post("/api/account/recovery", name=name, code=code)

    assert 200 == first.status_code, first.text
    assert CODES - 1 == first.json()["account"]["codes_left"]
    assert ["passkey", "code"] == [each["way"] for each in first.json()["account"]["sessions"]]
    assert (403, "wrong-recovery-code") == code_of(again)


async def test_a_recovery_code_forgives_accents(browser: Opens) -> None:
    """Unless somebody else is called just so: then the name is theirs."""
    here, there = await browser("Núria Òdena"), await browser()
    codes = (await here.register(Authenticator())).json()["codes"]
    typed = {"name": "nuria odena", "code": codes[0]}
    signed_in = await there.post("/api/account/recovery", **typed)
    other = await browser("Nuria Odena")
    assert 201 == (await other.register(Authenticator())).status_code
    typed["code"] = codes[1]
    refused = await there.post("/api/account/recovery", **typed)
    typed["name"] = "NÚRIA ÒDENA"
    again = await there.post("/api/account/recovery", **typed)

    assert "Núria Òdena" == signed_in.json()["account"]["guest"]["name"]
    assert (403, "wrong-recovery-code") == code_of(refused)
    assert 200 == again.status_code


async def test_names_are_found_without_accents_as_long_as_somebody_has_them(
    browser: Opens,
) -> None:
    """Whoever takes the name next is found by it."""
    first, there = await browser("Zoë Abc"), await browser()
    await first.register(Authenticator())
    assert 201 == (await first.introduce("Other Zoë")).status_code
    second = await browser("Zoé Abc")
    codes = (await second.register(Authenticator())).json()["codes"]
    answer = await there.post("/api/account/recovery", name="zoe abc", code=codes[0])

    assert 200 == answer.status_code, answer.text


async def test_old_accounts_are_found_without_accents_once_they_have_signed_in(
    browser: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier version did not note how to find them."""
    here, there, key = await browser("Éloïse"), await browser(), Authenticator()
    with monkeypatch.context() as earlier:
        earlier.setattr("tinplate.server.accounts.AccountService.note_letters", nothing_noted)
        codes = (await here.register(key)).json()["codes"]
    typed = {"name": "Eloise", "code": codes[0]}
    before = await there.post("/api/account/recovery", **typed)
    assert 200 == (await here.sign_in(key)).status_code
    after = await there.post("/api/account/recovery", **typed)

    assert (403, 200) == (before.status_code, after.status_code)


async def nothing_noted(*_: object) -> None:
    """As it was in earlier versions."""


async def test_nobody_learns_whether_a_name_has_an_account(browser: Opens) -> None:
    """A wrong code and a wrong name are answered alike."""
    _, _, told = await opened_account(browser)
    there = await browser()
    wrong = await there.post(
        "/api/account/recovery", name=told["account"]["guest"]["name"], code="AAAA"
    )
    unknown = await there.post("/api/account/recovery", name="No Such Person", code="AAAA")

    assert (403, wrong.json()) == (wrong.status_code, unknown.json())
    assert wrong.status_code == unknown.status_code


async def test_new_codes_replace_the_old_ones(browser: Opens) -> None:
    """Only their owner gets them."""
    here, _, told = await opened_account(browser)
    there, name = await browser(), told["account"]["guest"]["name"]
    refused = await there.post("/api/account/codes")
    codes = (await here.post("/api/account/codes")).json()["codes"]
    old = await there.post("/api/account/recovery", name=name, code=told["codes"][0])
    new = await there.post("/api/account/recovery", name=name, code=codes[0])

    assert (401, "sign-in-first") == code_of(refused)
    assert set(codes).isdisjoint(told["codes"])
    assert (403, "wrong-recovery-code") == code_of(old)
    assert 200 == new.status_code


# Another device by a link


async def test_a_link_signs_in_another_device_when_both_show_the_same_number(
    browser: Opens,
) -> None:
    """It has to be confirmed on the device that made it."""
    here, _, told = await opened_account(browser)
    there = await browser()
    token = (await here.post("/api/account/links")).json()["token"]
    claimed = (await there.post("/api/account/links/claim", token=token)).json()
    waits = (await there.post("/api/account/links/finish", token=token)).json()
    seen = (await here.post("/api/account/links/progress", token=token)).json()
    confirmed = await here.post("/api/account/links/confirm", token=token)
    done = await there.post("/api/account/links/finish", token=token)

    assert claimed == seen
    assert "claimed" == seen["stage"]
    assert 100 <= seen["number"] < 1000
    assert waits["account"] is None
    assert "confirmed" == confirmed.json()["stage"]
    assert 200 == done.status_code, done.text
    assert told["account"]["guest"] == await there.guest()
    assert "link" == done.json()["account"]["sessions"][-1]["way"]


async def test_a_link_works_once_for_one_device(browser: Opens) -> None:
    """Whoever comes second, without the cookie, or after the end, gets nothing."""
    here, _, _ = await opened_account(browser)
    other, _, _ = await opened_account(browser)
    there, thief = await browser(), await browser()
    token = (await here.post("/api/account/links")).json()["token"]
    early = await here.post("/api/account/links/confirm", token=token)
    await there.post("/api/account/links/claim", token=token)
    second = await thief.post("/api/account/links/claim", token=token)
    unasked = await other.post("/api/account/links/confirm", token=token)
    peeked = await other.post("/api/account/links/progress", token=token)
    await here.post("/api/account/links/confirm", token=token)
    without = await thief.post("/api/account/links/finish", token=token)
    first = await there.post("/api/account/links/finish", token=token)
    again = await there.post("/api/account/links/finish", token=token)
    unknown = await thief.post("/api/account/links/claim", token="never made")  # noqa: S106

    refused = [early, second, unasked, peeked, without, again, unknown]
    assert [(403, "link-is-over")] * 7 == [code_of(each) for each in refused]
    assert 200 == first.status_code
    assert await thief.account() is None


# Names


async def test_nobody_else_takes_the_name_of_an_account(browser: Opens) -> None:
    """Nor one that looks like it: neither guests nor other accounts."""
    here = await browser("Bobby Tables")
    await here.register(Authenticator())
    guest = await browser()
    other, _, _ = await opened_account(browser)

    for name in ("Bobby Tables", "bobby tables", "Воbby Tables", "B0bby.Tables"):
        assert (409, "name-is-taken") == code_of(await guest.introduce(name)), name
        assert (409, "name-is-taken") == code_of(await other.introduce(name)), name
    assert 201 == (await here.introduce("bobby tables")).status_code


async def test_rude_names_are_for_nobody(browser: Opens) -> None:
    """Neither for guests nor for accounts."""
    guest = await browser()
    here, _, _ = await opened_account(browser)
    before = await here.guest()
    for name in ("Sh1thead", "Hijo de Puta"):
        assert (409, "name-is-rude") == code_of(await guest.introduce(name)), name
        assert (409, "name-is-rude") == code_of(await here.introduce(name)), name
    assert (None, before) == (await guest.guest(), await here.guest())


async def test_a_guest_who_had_the_name_before_neither_sits_nor_speaks(browser: Opens) -> None:
    """The account has it now; the guest takes another one."""
    guest, here = await browser("Early Bird"), await browser("Early Bird")
    refused_later = await browser("Early Bird")
    assert 201 == (await here.register(Authenticator())).status_code
    host = person(here, await here.guest())
    table = await host.open(A_SHORT_RICOCHET, 3)
    async with person(guest, await guest.guest()).at(table) as client:
        for command in (Sit(1), Say("I am the one."), Rename()):
            answer = await client.act(command)
            assert isinstance(answer, Refused)
            assert "name-is-taken" == answer.code

    assert (409, "name-is-taken") == code_of(
        await refused_later.post("/api/account/passkeys/question")
    )


async def test_an_account_is_renamed_three_times_in_a_month(browser: Opens) -> None:
    """With a history; the old name rests, and is still one's own."""
    here, _, told = await opened_account(browser)
    first = told["account"]["guest"]["name"]
    for number in range(RENAMES):
        assert 201 == (await here.introduce(f"{first} the {number}.")).status_code
    often = await here.introduce("Once More")
    known = await here.account()

    assert known is not None
    assert (409, "renamed-too-often") == code_of(often)
    assert f"{first} the 2." == known["guest"]["name"]
    assert [first, f"{first} the 0.", f"{first} the 1."] == [
        each["name"] for each in known["past_names"]
    ]
    assert (409, "name-is-taken") == code_of(await (await browser()).introduce(first))


async def test_two_who_want_one_name_at_once_do_not_both_get_it(browser: Opens) -> None:
    """One of them, or none who has to try again."""
    here, there = await browser("Twin Name"), await browser("Twin Name")
    answers = await asyncio.gather(here.register(Authenticator()), there.register(Authenticator()))

    assert [201, 409] == sorted(each.status_code for each in answers)


# The end


async def test_delete_me(browser: Opens) -> None:
    """Matches and drawings stay; everywhere somebody has taken the place of the name."""
    here, authenticator, told = await opened_account(browser)
    name = told["account"]["guest"]["name"]
    ann = person(here, told["account"]["guest"])
    table = await ann.open(A_SHORT_RICOCHET, 1)
    async with ann.at(table) as client:
        await client.act(Say("Good-bye."))
        await client.act(Start())
        await client.until(lambda: client.match)
        match = client.match
    other = await browser("Bystander")
    watching = person(other, await other.guest())
    assert (409, "not-your-name") == code_of(await here.post("/api/account/delete", name="Eve"))
    async with watching.at(table) as client:
        await client.until(lambda: client.table)
        answer = await here.delete(name)
        await client.until(lambda: client.table and (SOMEBODY,) == client.table.players)

    assert {"mode": "optional", "account": None} == answer.json()
    assert await here.guest() is None
    assert (403, "passkey-unknown") == code_of(await here.sign_in(authenticator))
    shown = [await other.get(f"/api/tables/{table}"), await other.get(f"/api/matches/{match}")]
    assert [SOMEBODY] == shown[1].json()["players"]
    assert all(name not in each.text for each in shown)
    async with person(other, await other.guest()).at(table) as client:
        await client.until(lambda: client.lines)
        assert [SOMEBODY] == [line.guest.name for line in client.lines]
        assert all(name not in text for text in client.raw)
    assert 201 == (await other.introduce(name)).status_code


async def test_only_their_owner_deletes_an_account(browser: Opens) -> None:
    """A browser that is left open is not enough: it takes a passkey of the account, or a code."""
    here, authenticator, told = await opened_account(browser)
    name = told["account"]["guest"]["name"]
    other, stranger, _ = await opened_account(browser)
    nothing = await here.post("/api/account/delete", name=name)
    guessed = await here.post("/api/account/delete", name=name, code="AAAA-BBBB-CCCC")
    foreign = await here.delete(name, stranger)
    options = await here.question("sign-in")
    signed_in = authenticator.get(options, here.origin)
    for_other = await here.post("/api/account/delete", name=name, credential=signed_in)
    unverified = Authenticator()
    await here.register(unverified)
    unverified.flags = PRESENT
    careless = await here.delete(name, unverified)

    assert [(403, "wrong-recovery-code")] * 2 == [code_of(nothing), code_of(guessed)]
    assert (403, "passkey-unknown") == code_of(foreign)
    assert (403, "challenge-is-over") == code_of(for_other)
    assert (403, "passkey-wrong") == code_of(careless)
    assert await here.account() is not None
    assert await other.account() is not None
    code = told["codes"][0]
    assert 200 == (await here.post("/api/account/delete", name=name, code=code)).status_code
    assert await here.account() is None


async def test_the_name_is_gone_from_everything_that_is_shown_of_the_past(browser: Opens) -> None:
    """Replays, logs, files, pictures, previews of links, lists and the gallery."""
    here, _, told = await opened_account(browser)
    name, other = told["account"]["guest"]["name"], await browser("Onlooker")
    match = await finished(person(here, told["account"]["guest"]))
    drawing = {"id": "one", "game": "rally", "name": "Mine", "text": COURSE}
    saved = (await here.post("/api/drawings", **drawing)).json()["drawing"]["id"]
    publish = {"id": "two", "command": {"type": "Publish"}}
    answer = await here.post(f"/api/drawings/{saved}", **publish)
    while answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:  # it compiles first
        await a_moment()
        answer = await here.post(f"/api/drawings/{saved}", **publish)
    mine = (await here.get("/api/account/download")).json()
    paths = [f"/api/matches/{match}{part}" for part in ("", "/log", "/file", "/replay")]
    paths += [f"/match/{match}", f"/api/drawings/{saved}", "/api/drawings?game=rally"]
    before = [await other.get(path) for path in paths]
    picture = await other.get(f"/api/matches/{match}/picture.png")
    assert 200 == (await here.delete(name)).status_code
    after = [await other.get(path) for path in paths]
    drawn = await other.get(f"/api/matches/{match}/picture.png")

    assert [match] == [each["id"] for each in mine["matches"] if each["log"]]
    assert all(name in each.text for each in before)
    assert not [path for path, each in zip(paths, after, strict=True) if name in each.text]
    assert all("somebody" in each.text for each in after)
    assert (200, 200) == (picture.status_code, drawn.status_code)
    assert picture.content != drawn.content


async def test_download_all_of_mine(browser: Opens) -> None:
    """The account, the drawings and the matches; nobody else's, and no key of any kind."""
    here, _, told = await opened_account(browser)
    ann = person(here, told["account"]["guest"])
    table = await ann.open(A_SHORT_RICOCHET, 1)
    async with ann.at(table) as client:
        await client.act(Start())
        await client.until(lambda: client.match)
        match = client.match
    drawing = {"id": "one", "game": "rally", "name": "Mine", "text": COURSE}
    assert 201 == (await here.post("/api/drawings", **drawing)).status_code
    refused = await (await browser()).get("/api/account/download")
    answer = await here.get("/api/account/download")
    mine = answer.json()

    assert (401, "sign-in-first") == code_of(refused)
    assert "attachment" in answer.headers["content-disposition"]
    assert told["account"]["guest"] == mine["account"]["guest"]
    assert [match] == [each["id"] for each in mine["matches"]]
    assert [None] == [each["log"] for each in mine["matches"]]  # it is not over
    assert ["Mine"] == [each["name"] for each in mine["drawings"]]
    assert "public_key" not in answer.text
    assert "mark" not in answer.text.replace("bookmark", "")


async def test_nothing_of_an_account_is_logged(
    browser: Opens, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither name, id, code nor cookie."""
    caplog.set_level(logging.DEBUG)
    here, authenticator, told = await opened_account(browser)
    there = await browser()
    await there.sign_in(authenticator)
    await there.post("/api/account/recovery", name="Somebody Else", code=told["codes"][0])
    token = (await here.post("/api/account/links")).json()["token"]
    await there.post("/api/account/links/claim", token=token)
    guest = told["account"]["guest"]
    secrets = [guest["id"], guest["name"], *told["codes"], token, here.cookies[SESSION_COOKIE]]

    ours = [vars(record) for record in caplog.records if record.name.startswith("tinplate")]
    assert all(secret not in str(ours) for secret in secrets)


COURSE = """rally 1
name: Short cut
level: beginner
players: 1-4
board:
  S . . 1
  . . . .
"""
