"""Thieves of accounts: answers of passkeys, cookies, codes and links, stolen, changed or guessed.

Whatever they try has to be refused. In the end the account is as its owner has left it.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import httpx

from tests.attack.findings import Findings, number
from tests.attack.machine import Campaign, machine, sqlite
from tests.server.authenticator import Authenticator, Browser
from tests.server.test_floods import ELSEWHERE
from tests.waiting import PATIENCE
from tinplate.load.authenticator import PRESENT, VERIFIED, Credential, decoded, encoded
from tinplate.server.account_routes import LINK_COOKIE
from tinplate.server.codes import ALPHABET
from tinplate.server.guests import COOKIE
from tinplate.server.passkeys import CHALLENGE_COOKIE
from tinplate.server.rate_limits import WRONG_CODES, limits_for
from tinplate.server.sessions import SESSION_COOKIE

VICTIMS = 4  # who are robbed at the same time
PEOPLE = 100  # behind an address, where guesses and floods are counted
GUESSES, NETWORKS = 900, 90
SIGNED = ("clientDataJSON", "authenticatorData", "signature", "userHandle")
PAGES = ("https://localhost", "http://localhost:1", "https://evil.example", "null")
SITES = ("evil.example", "localhost.evil.example", "")
KEPT = 20  # answers that a thief remembers


class Heard(NamedTuple):
    """What somebody has listened to: a challenge, and the right answer to it."""

    challenge: str
    credential: Credential


class Victim:
    """Somebody with an account, and a thief who has heard all that went through the line."""

    def __init__(self, address: str, stack: AsyncExitStack, dice: Random) -> None:
        self._address = address
        self._stack = stack
        self.dice = dice
        self.authenticator = Authenticator()
        self.mallory = Authenticator()
        self.name = f"Owner {secrets.token_hex(4)}"
        self.heard: list[Heard] = []
        self.dead: list[str] = []  # cookies of sessions that have ended
        self.codes: list[str] = []  # recovery codes that were used
        self.guest_cookie = ""
        self.session = ""  # in the cookie of the owner

    async def browser(self, **cookies: str) -> Browser:
        new = await self._stack.enter_async_context(Browser(self._address))
        for name, value in cookies.items():
            new.http.cookies.set(name, value)
        return new

    async def open(self) -> None:
        """The account of the owner, and that of the thief."""
        self.owner = await self.browser()
        await self.owner.introduce(self.name)
        self.guest_cookie = self.owner.cookies[COOKIE]
        told = (await self.owner.register(self.authenticator)).json()
        self.id = told["account"]["guest"]["id"]
        self.session = self.owner.cookies[SESSION_COOKIE]
        await self._use_code(told["codes"][0])
        thief = await self.browser()
        await thief.introduce(f"Thief {secrets.token_hex(4)}")
        await thief.register(self.mallory)
        self.own_session = thief.cookies[SESSION_COOKIE]
        await self.sign_in()

    async def sign_in(self) -> None:
        """The owner signs in elsewhere and out again, and somebody has listened."""
        there = await self.browser()
        options = await there.question("sign-in")
        challenge = there.cookies[CHALLENGE_COOKIE]
        credential = self.authenticator.get(options, there.origin)
        answer = await there.post("/api/account/sign-in", credential=credential)
        assert answer.is_success, answer.text
        self.heard = [*self.heard, Heard(challenge, credential)][-KEPT:]
        await self._sign_out(there, answer.json()["account"])

    async def _use_code(self, code: str) -> None:
        there = await self.browser()
        answer = await there.post("/api/account/recovery", name=self.name, code=code)
        assert answer.is_success, answer.text
        self.codes.append(code)
        await self._sign_out(there, answer.json()["account"])

    async def _sign_out(self, there: Browser, account: dict[str, Any]) -> None:
        self.dead.append(there.cookies[SESSION_COOKIE])
        [own] = [each["id"] for each in account["sessions"] if each["is_this"]]
        await there.do("EndSession", id=own)

    async def fresh(self) -> tuple[Browser, Credential]:
        """A right answer that was not sent yet, and the browser that was asked."""
        there = await self.browser()
        options = await there.question("sign-in")
        return there, self.authenticator.get(options, there.origin)


Trick = Callable[[Victim], Awaitable[httpx.Response]]


async def replay(victim: Victim) -> httpx.Response:
    """An answer is sent again, with its challenge."""
    heard = victim.dice.choice(victim.heard)
    thief = await victim.browser(**{CHALLENGE_COOKIE: heard.challenge})
    return await thief.post("/api/account/sign-in", credential=heard.credential)


async def answer_elsewhere(victim: Victim) -> httpx.Response:
    """An answer that was not sent yet, in a browser that was asked something else."""
    _, credential = await victim.fresh()
    thief = await victim.browser()
    await thief.question("sign-in")
    return await thief.post("/api/account/sign-in", credential=credential)


async def change_answer(victim: Victim) -> httpx.Response:
    """A bit of it."""
    there, credential = await victim.fresh()
    response = dict(credential["response"])
    name = victim.dice.choice(SIGNED)
    response[name] = encoded(flipped(decoded(response[name]), victim.dice))
    changed = {**credential, "response": response}
    return await there.post("/api/account/sign-in", credential=changed)


async def change_challenge(victim: Victim) -> httpx.Response:
    """A letter of the sealed cookie."""
    there, credential = await victim.fresh()
    sealed = misspelt(there.cookies[CHALLENGE_COOKIE], victim.dice)
    thief = await victim.browser(**{CHALLENGE_COOKIE: sealed})
    return await thief.post("/api/account/sign-in", credential=credential)


async def false_page(victim: Victim) -> httpx.Response:
    """The owner signs in to a page that looks like ours; or nobody is known to the device."""
    thief, lying, dice = await victim.browser(), victim.authenticator, victim.dice
    lying.origin, lying.site, lying.flags = dice.choice((
        (dice.choice(PAGES), "", PRESENT | VERIFIED),
        ("", dice.choice(SITES) or ELSEWHERE, PRESENT | VERIFIED),
        ("", "", dice.choice((0, PRESENT, VERIFIED))),
    ))  # fmt: skip
    try:
        return await thief.sign_in(lying)
    finally:
        lying.origin, lying.site, lying.flags = "", "", PRESENT | VERIFIED


async def copied_passkey(victim: Victim) -> httpx.Response:
    """It counts from where it was copied."""
    thief, passkey = await victim.browser(), victim.authenticator
    count = passkey.count
    passkey.count = victim.dice.randrange(len(victim.heard))
    try:
        return await thief.sign_in(passkey)
    finally:
        passkey.count = count


async def other_passkey(victim: Victim) -> httpx.Response:
    """The thief's own, in the name of the owner."""
    own = victim.mallory.handle
    victim.mallory.handle = victim.id.encode()
    try:
        return await (await victim.browser()).sign_in(victim.mallory)
    finally:
        victim.mallory.handle = own


async def add_passkey(victim: Victim) -> httpx.Response:
    """To the account of another: with a cookie of a guest, or one that has ended."""
    dice = victim.dice
    cookies = dice.choice((
        {COOKIE: victim.guest_cookie},
        {SESSION_COOKIE: dice.choice(victim.dead)},
        {SESSION_COOKIE: misspelt(victim.session, dice), COOKIE: victim.guest_cookie},
    ))  # fmt: skip
    return await (await victim.browser(**cookies)).post("/api/account/passkeys/question")


async def used_code(victim: Victim) -> httpx.Response:
    """A recovery code that was used, or one with a letter changed."""
    code = victim.dice.choice(victim.codes)
    if victim.dice.random() < 0.5:
        code = misspelt(code, victim.dice, ALPHABET)
    thief = await victim.browser()
    return await thief.post("/api/account/recovery", name=victim.name, code=code)


async def stolen_link(victim: Victim) -> httpx.Response:
    """A thief has seen the QR code: the device of the owner was first, or nobody has confirmed."""
    token = (await victim.owner.post("/api/account/links")).json()["token"]
    first, thief = await victim.browser(), await victim.browser()
    assert (await first.post("/api/account/links/claim", token=token)).is_success
    if victim.dice.random() < 0.5:
        return await thief.post("/api/account/links/claim", token=token)
    thief.http.cookies.set(LINK_COOKIE, misspelt(first.cookies[LINK_COOKIE], victim.dice))
    if victim.dice.random() < 0.5:
        assert (await victim.owner.post("/api/account/links/confirm", token=token)).is_success
    return await thief.post("/api/account/links/finish", token=token)


async def do_as_owner(victim: Victim) -> httpx.Response:
    """Change, download or delete the account with cookies that are worth nothing."""
    dice = victim.dice
    cookies = dice.choice((
        {COOKIE: victim.guest_cookie},
        {SESSION_COOKIE: dice.choice(victim.dead)},
        {SESSION_COOKIE: misspelt(victim.session, dice)},
        {CHALLENGE_COOKIE: victim.session, LINK_COOKIE: victim.session},
        {SESSION_COOKIE: victim.guest_cookie},
    ))  # fmt: skip
    thief = await victim.browser(**cookies)
    return await dice.choice((
        lambda: thief.do("EndAllSessions"),
        lambda: thief.do("SetPrivacy", is_private=True),
        lambda: thief.post("/api/account/delete", name=victim.name),
        lambda: thief.post("/api/account/codes"),
        lambda: thief.post("/api/account/links"),
        lambda: thief.get("/api/account/download"),
    ))()  # fmt: skip


async def fixed_session(victim: Victim) -> httpx.Response:
    """A session that was planted in the owner's browser before they sign in: it is not theirs."""
    planted = victim.dice.choice((victim.own_session, *victim.dead, "fixed"))
    there = await victim.browser(**{SESSION_COOKIE: planted})
    there.http.cookies.delete(SESSION_COOKIE)
    answer = await there.sign_in(victim.authenticator)
    assert answer.is_success, answer.text
    new = there.cookies[SESSION_COOKIE]
    await victim._sign_out(there, answer.json()["account"])
    thief = await victim.browser(**{SESSION_COOKIE: planted if planted != new else new})
    account = await thief.account()
    is_owner = new == planted or (account is not None and account["guest"]["id"] == victim.id)
    return httpx.Response(200 if is_owner else 403, request=answer.request)


TRICKS: tuple[Trick, ...] = (
    replay, answer_elsewhere, change_answer, change_challenge, false_page, copied_passkey,
    other_passkey, add_passkey, used_code, stolen_link, do_as_owner, fixed_session,
)  # fmt: skip


async def thieves(given: Campaign) -> None:
    """Half of the time on accounts, then guesses and floods with everyday limits."""
    dice, findings = Random(given.seed), given.findings
    unlimited, limited = given.folder / "unlimited", given.folder / "limited"
    for folder in (unlimited, limited):
        folder.mkdir()
    async with machine(unlimited, sqlite(unlimited), dice, 1) as there:
        end = monotonic() + given.seconds / 2
        await robbed(there.addresses[0], findings, dice, lambda: monotonic() < end)
        given.tell("Thieves: accounts")
        findings.fault("thieves: an error in the log", *there.tracebacks())
    async with machine(limited, sqlite(limited), dice, 1, "--people", f"{PEOPLE}") as there:
        await guessed(there.addresses[0], findings, dice)
        given.tell("Thieves: guesses")
        await flooded(there.addresses[0], findings)
        given.tell("Thieves: floods")
        findings.fault("thieves: an error in the log", *there.tracebacks())


async def robbed(
    address: str, findings: Findings, dice: Random, goes_on: Callable[[], bool]
) -> None:
    """Each victim by a thief of their own, who tries all tricks and then any of them."""
    counted = Counter[str]()

    async def rob(dice: Random) -> None:
        async with AsyncExitStack() as stack:
            victim = Victim(address, stack, dice)
            await victim.open()
            before = await victim.owner.account()
            tricks = [*TRICKS]
            dice.shuffle(tricks)
            while tricks or goes_on():
                trick = tricks.pop() if tricks else dice.choice(TRICKS)
                counted[trick.__name__] += 1
                await attempted(trick, victim, findings)
            await changed_nothing(victim, before, findings)

    await asyncio.gather(*(rob(Random(dice.random())) for _ in range(VICTIMS)))
    findings.tried(
        "Accounts: thieves",
        f"{number(counted.total())} tries with answers, cookies, codes and links of others, "
        f"{len(TRICKS)} tricks",
        "all refused; the accounts are as their owners left them",
    )


async def attempted(trick: Trick, victim: Victim, findings: Findings) -> None:
    """It has to be refused, by a sentence."""
    async with AsyncExitStack() as stack:
        victim._stack, outer = stack, victim._stack  # browsers of a try are closed after it
        try:
            answer = await trick(victim)
        finally:
            victim._stack = outer
    is_out = answer.is_success and answer.request.url.path.endswith("finish")
    if is_out and answer.json()["account"] is None:
        return  # a link that nobody has confirmed lets nobody in
    if not answer.is_client_error:
        findings.fault(f"a thief: {trick.__name__}", f"{answer.status_code} {answer.text[:200]}")


async def changed_nothing(
    victim: Victim, before: dict[str, Any] | None, findings: Findings
) -> None:
    after = await victim.owner.account()
    if before is None or after is None:
        findings.fault("a thief has changed an account", "its owner is signed out")
        return
    for name in ("guest", "sessions", "codes_left", "is_private", "past_names"):
        if before[name] != after[name]:
            findings.fault("a thief has changed an account", f"{name}: {after[name]}")
    if len(after["passkeys"]) != 1:
        findings.fault("a thief has added a passkey", f"{after['passkeys']}")


def flipped(data: bytes, dice: Random) -> bytes:
    """One bit is wrong."""
    at = dice.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]


def misspelt(text: str, dice: Random, letters: str = "abcdefghABCDEFGH0123456789") -> str:
    """One letter is wrong; not the last, of which base64 has more than one spelling."""
    at = dice.choice([at for at, letter in enumerate(text[:-1]) if letter.isalnum()])
    return text[:at] + dice.choice([each for each in letters if each != text[at]]) + text[at + 1 :]


# Guesses and floods


async def guessed(address: str, findings: Findings, dice: Random) -> None:
    """Recovery codes, links and passkeys, from many addresses: together they have few tries."""
    counted, began = Counter[int](), monotonic()

    async def guess(network: int) -> None:
        place = f"127.0.{20 + network // 250}.{1 + network % 250}"
        async with httpx.AsyncClient(
            transport=httpx.AsyncHTTPTransport(local_address=place),
            base_url=address,
            timeout=PATIENCE,
        ) as http:
            for _ in range(GUESSES // NETWORKS):
                code = "".join(dice.choice(ALPHABET) for _ in range(16))
                path, body = dice.choice((
                    ("recovery", {"name": "Ann", "code": code}),
                    ("links/claim", {"token": code}),
                    ("links/finish", {"token": code}),
                    ("sign-in", {"credential": {"id": code}}),
                ))  # fmt: skip
                counted[(await http.post(f"/api/account/{path}", json=body)).status_code] += 1

    await asyncio.gather(*(guess(network) for network in range(NETWORKS)))
    allowed = WRONG_CODES.burst + NETWORKS + WRONG_CODES.per_second * (monotonic() - began) + 1
    free = counted.total() - counted[429]
    if free > allowed or not {*counted} <= {403, 429}:
        findings.fault("guesses of proofs", f"{dict(counted)}, allowed {allowed:.0f}")
    findings.tried(
        "Accounts: guesses",
        f"{number(counted.total())} recovery codes, links and passkeys from {NETWORKS} addresses",
        f"{number(free)} tries, none right; {number(counted[429])} refused",
    )


async def flooded(address: str, findings: Findings, people: int = PEOPLE) -> None:
    """One address knocks at every door; somebody at another does not notice."""
    limits = limits_for(people)
    doors = {
        "/api/account/sign-in/question": limits["accounts"],
        "/api/account/recovery": limits["recovery"],
        "/api/quick": limits["tables"],
        "/api/drawings": limits["drawings"],
    }
    let_in = Counter[str]()
    async with Browser(address) as rude:
        await rude.introduce("Rude")
        for path, limit in doors.items():
            began, tries = monotonic(), int(limit.burst) + 50
            answers = [await rude.post(path) for _ in range(tries)]
            let_in[path] = sum(
                each.status_code != httpx.codes.TOO_MANY_REQUESTS for each in answers
            )
            most = limit.burst + limit.per_second * (monotonic() - began) + 1
            if let_in[path] > most:
                findings.fault("a flood was let in", f"{path}: {let_in[path]}, allowed {most:.0f}")
    transport = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
    async with httpx.AsyncClient(transport=transport, base_url=address, timeout=PATIENCE) as other:
        asked = await other.post("/api/account/sign-in/question", json={})
    if not asked.is_success:
        findings.fault("a flood kept somebody else out", f"{asked.status_code} {asked.text[:200]}")
    findings.tried(
        "Accounts: floods",
        f"{len(doors)} doors of accounts, quick match and gallery, from one address",
        f"{number(let_in.total())} requests let in, as many as the limits allow; "
        "somebody at another address was asked in",
    )
