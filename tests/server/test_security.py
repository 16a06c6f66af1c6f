"""docs/security.md: what is promised there and is tested nowhere else."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.client import Person, begin, introduced, nameless
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET
from tests.server.serving import QUICK, serving
from tinplate.lobby.values import Guest, Say, Sit, Stand
from tinplate.server import sockets
from tinplate.server.context import Policy
from tinplate.server.guests import COOKIE, CookieSigner
from tinplate.server.rate_limits import limits_for, max_sockets
from tinplate.wire.outgoing import Done, Refused

LOCALHOST = "127.0.0.1"
ROOMY = 3  # people at an address


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that counts, behind a proxy that it trusts."""
    policy = Policy(people=ROOMY, trusted_proxies=(LOCALHOST,))
    with serving(tmp_path_factory.mktemp("counted"), QUICK, policy) as address:
        yield address


# Pages


async def test_pages_run_nothing_but_our_own_scripts(address: str) -> None:
    """Nothing from elsewhere, nothing written into the page, nobody puts us into a frame."""
    async with httpx.AsyncClient(base_url=address) as http:
        headers = (await http.get("/health")).headers
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))

    assert {
        "default-src": "'none'", "script-src": "'self'", "style-src": "'self'",
        "img-src": "'self' data:", "font-src": "'self'", "connect-src": "'self'",
        "manifest-src": "'self'", "worker-src": "'self'", "base-uri": "'none'",
        "form-action": "'self'", "frame-ancestors": "'none'",
    } == policy  # fmt: skip
    assert ("nosniff", "no-referrer", "same-origin", "same-origin") == tuple(
        headers[name]
        for name in (
            "x-content-type-options",
            "referrer-policy",
            "cross-origin-opener-policy",
            "cross-origin-resource-policy",
        )
    )


async def test_a_short_question_has_no_endless_answer(address: str) -> None:
    """Every slash of an address would be in every link of the page."""
    async with httpx.AsyncClient(base_url=address) as http:
        fine, endless = await http.get("/a/b/c"), await http.get("/" + "a/" * 10_000)

    assert (200, 404) == (fine.status_code, endless.status_code)
    assert len(endless.content) < 1_000


# Requests in the name of somebody else


@pytest.mark.parametrize(
    "kind", [None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json"]
)
async def test_a_form_of_another_site_cannot_act_for_a_guest(
    address: str, kind: str | None
) -> None:
    """Even in a browser so old that it does not say where a form comes from: no form is JSON."""
    ann = await introduced(address, "Ann")
    headers = {**ann.headers, **({"Content-Type": kind} if kind else {})}
    async with httpx.AsyncClient(base_url=address, headers=headers) as http:
        answer = await http.post("/api/guest", content=b'{"name":"Eve"}')
        name = (await http.get("/api/guest")).json()["name"]

    assert (415, "Send JSON, as application/json.") == (
        answer.status_code,
        answer.json()["because"],
    )
    assert "Ann" == name


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=utf-8"])
async def test_json_is_json_however_it_is_written(address: str, kind: str) -> None:
    """With a charset, in capitals."""
    async with httpx.AsyncClient(base_url=address, headers={"Content-Type": kind}) as http:
        assert 201 == (await http.post("/api/guest", content=b'{"name":"Ann"}')).status_code


@pytest.mark.parametrize("origin", ["null", "http://127.0.0.1:1", "http://127.0.0.1", "file://"])
async def test_other_origins_get_neither_answers_nor_sockets(address: str, origin: str) -> None:
    """Another port of the same machine is another origin."""
    ann = await introduced(address, "Ann")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with httpx.AsyncClient(base_url=address, headers=ann.headers) as http:
        answer = await http.post("/api/guest", json={"name": "Eve"}, headers={"Origin": origin})
    with pytest.raises(InvalidStatus) as refusal:
        await ann.socket(table, Origin=origin)

    assert (403, 403) == (answer.status_code, refusal.value.response.status_code)


# Who somebody is


@given(st.integers(min_value=0), st.integers(1, 255))
@example(place=30, change=1)  # the last letters before and after the dot
@example(place=74, change=1)
def test_a_cookie_with_one_changed_letter_is_nobody(place: int, change: int) -> None:
    """Wherever it is changed."""
    signer = CookieSigner(b"k" * 32)
    cookie = bytearray(signer.write(Guest("a", "Ann")).encode())
    cookie[place % len(cookie)] ^= change

    assert signer.read(cookie.decode("latin-1")) is None


async def test_ids_of_commands_belong_to_who_sent_them(address: str) -> None:
    """Somebody else's id does not get the answer to their command."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 3)
    async with ann.at(table) as hers, bob.at(table) as his:
        first = await hers.act(Stand(), "the same")
        other = await his.act(Sit(1), "the same")
        again = await hers.act(Stand(), "the same")

        assert isinstance(first, Done)
        assert isinstance(other, Done)
        assert (first.version, first.version + 1, first.version) == (
            first.version,
            other.version,
            getattr(again, "version", None),
        )


async def test_nobody_plays_for_another_seat(address: str) -> None:
    """Spectators and the nameless do not play at all; what a command says of seats is nothing."""
    ann, bob, eve = [await introduced(address, name) for name in ("Ann", "Bob", "Eve")]
    table = await ann.open(A_SHORT_RALLY, 3)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        command, before = hers.legal[0], hers.version
        async with eve.at(table) as evil, nameless(address).at(table) as nobody:
            await evil.until(lambda: evil.match)
            await nobody.until(lambda: nobody.match)
            answers = [await evil.play(command), await nobody.play(command)]

            assert [
                "You are not playing in this match.",
                "Pick a name to play; without one you can only watch.",
            ] == [answer.because for answer in answers if isinstance(answer, Refused)]  # fmt: skip
            assert ((), ()) == (evil.legal, nobody.legal)
        assert before == hers.version


async def test_a_match_is_played_at_its_own_table_only(address: str) -> None:
    """Whoever knows its id and sits somewhere else cannot play in it."""
    ann, eve = await introduced(address, "Ann"), await introduced(address, "Eve")
    table, elsewhere = await ann.open(A_SHORT_RALLY, 2), await eve.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, eve.at(table) as evil, eve.at(elsewhere) as far:
        await begin(hers, evil)
        far.match = hers.match
        answer = await far.play(hers.legal[0])

        because = "There is no such match at this table."
        assert Refused(answer.id or "", because, "not-there") == answer


# Budgets of an address


def as_seen_from(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


async def test_whoever_asks_for_too_much_is_told_to_wait(counted: str) -> None:
    """With the sentence and the seconds; others, behind the same proxy, are not concerned."""
    burst = int(limits_for(ROOMY)["guests"].burst)
    async with httpx.AsyncClient(base_url=counted) as http:
        answers = [
            await http.post("/api/guest", json={"name": "Ann"}, headers=as_seen_from("192.0.2.1"))
            for _ in range(burst + 1)
        ]
        other = await http.post(
            "/api/guest", json={"name": "Bob"}, headers=as_seen_from("192.0.2.2")
        )

    assert [201] * burst + [429] == [answer.status_code for answer in answers]
    assert "Too many requests. Try again in " in answers[-1].json()["because"]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    assert 201 == other.status_code


async def test_an_address_has_so_many_sockets(counted: str) -> None:
    """One more is closed at once, with the reason."""
    async with httpx.AsyncClient(base_url=counted) as http:
        answer = await http.post(
            "/api/guest", json={"name": "Ann"}, headers=as_seen_from("192.0.2.3")
        )
    ann = Person(counted, answer.cookies[COOKIE], None)
    table = await opened(ann, "192.0.2.3")
    held = [
        await ann.socket(table, None, **as_seen_from("192.0.2.3"))
        for _ in range(max_sockets(ROOMY))
    ]
    try:
        async with ann.socket(table, None, **as_seen_from("192.0.2.3")) as one_more:
            with suppress(ConnectionClosed):
                await one_more.recv()

            assert sockets.TOO_MUCH == one_more.close_code
            assert "Too many requests. Try again in " in (one_more.close_reason or "")
        async with ann.socket(table, None, **as_seen_from("192.0.2.4")) as other:
            await other.send('{"type":"Hello"}')

            assert "Welcome" in str(await other.recv())
    finally:
        for socket in held:
            await socket.close()


async def opened(person: Person, address: str) -> str:
    headers = {**person.headers, **as_seen_from(address)}
    body = {"terms": {"game": "ricochet", "settings": {}}, "chairs": 2}
    async with httpx.AsyncClient(base_url=person.address, headers=headers) as http:
        return str((await http.post("/api/tables", json=body)).json()["id"])


async def test_a_stranger_cannot_choose_an_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where no proxy is trusted, nobody is believed; whoever runs the server is told once."""
    policy = Policy(people=ROOMY)
    with serving(tmp_path, QUICK, policy) as address:
        async with httpx.AsyncClient(base_url=address) as http:
            codes = [
                (
                    await http.post(
                        "/api/guest",
                        json={"name": "Eve"},
                        headers=as_seen_from(f"192.0.2.{number}"),
                    )
                ).status_code
                for number in range(10)
            ]

    assert 429 in codes
    assert 1 == caplog.text.count("by a proxy that is not trusted: see --trusted-proxy")


# Behind a proxy


@asynccontextmanager
async def proxy(address: str) -> AsyncIterator[str]:
    """Speaks TLS to the world, as far as it says, and serves the server below /games/."""
    host, port = address.removeprefix("http://").split(":")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        ours, theirs = await asyncio.open_connection(host, int(port))
        line, _, rest = head.partition("\r\n")
        line = line.replace(" /games/", " /", 1)
        if "upgrade" not in rest.lower():
            rest = f"Connection: close\r\n{rest.replace('Connection: keep-alive', 'X-Was: kept')}"
        forwarded = "X-Forwarded-For: 192.0.2.77\r\nX-Forwarded-Proto: https\r\n"
        theirs.write(f"{line}\r\n{forwarded}{rest}".encode())
        await asyncio.gather(pour(reader, theirs), pour(ours, writer))

    server = await asyncio.start_server(serve, LOCALHOST, 0)
    async with server:
        yield f"http://{LOCALHOST}:{server.sockets[0].getsockname()[1]}/games"


async def pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await source.read(65_536):
            target.write(data)
            await target.drain()
    target.close()


async def test_the_server_works_behind_a_proxy_and_below_a_path(counted: str) -> None:
    """People play through it; cookies are for encrypted connections only."""
    async with proxy(counted) as address:
        async with httpx.AsyncClient(base_url=address) as http:
            answer = await http.post("/api/guest", json={"name": "Ann"})
        cookie = answer.headers["set-cookie"]
        ann = Person(address, cookie.partition("=")[2].partition(";")[0], None)
        own = address.removesuffix("/games")
        table = await ann.open(A_SHORT_RICOCHET, 2)
        async with ann.at(table) as hers:
            assert isinstance(await hers.act(Say("hello")), Done)
        async with ann.socket(table, Origin=own) as page:
            await page.send('{"type":"Hello"}')

            assert "Welcome" in str(await page.recv())

    assert {"HttpOnly", "SameSite=lax", "Secure"} <= set(cookie.split("; "))


@pytest.mark.parametrize(("origin", "secure"), [("https", True), ("http", False)])
async def test_cookies_are_secure_where_the_page_is(
    address: str, origin: str, *, secure: bool
) -> None:
    """Also behind a proxy nobody told us of: the page itself says how it was fetched."""
    page = address.replace("http", origin, 1)
    async with httpx.AsyncClient(base_url=address, headers={"Origin": page}) as http:
        answer = await http.post("/api/guest", json={"name": "Ann"})

    assert secure == ("Secure" in answer.headers["set-cookie"].split("; "))
