"""The host page: figures for whoever has the token, and nothing for anybody else."""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.server.client import introduced, nameless
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET
from tests.server.processes import Process, WallClock, match_begun
from tests.server.serving import QUICK, UNCOUNTED, serving
from tinplate import __version__
from tinplate.games import installed
from tinplate.lobby.values import Guest, Say, SeatBot, Sit, Start
from tinplate.server import host
from tinplate.server.bus import MemoryBus
from tinplate.server.context import Policy, ServerContext
from tinplate.server.guests import CookieSigner
from tinplate.server.host import HOST_COOKIE, SESSION, report, session
from tinplate.server.rate_limits import SIGN_INS
from tinplate.store.log import Head, Moment, Unavailable
from tinplate.store.memory import MemoryStore
from tinplate.wire.incoming import Hello
from tinplate.wire.resources import HostReport

TOKEN = "the-attic-window-is-open"  # noqa: S105
ROUTES = [("GET", "/api/host"), ("POST", "/api/host/session"), ("POST", "/api/host/sign-out")]


def policy(token: str | None = TOKEN) -> Policy:
    return Policy(people=0, messages=UNCOUNTED.messages, host_token=token)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[str]:
    """A server of its own for each test: sign-ins are counted by address."""
    with serving(tmp_path, QUICK, policy()) as address:
        yield address


@pytest.fixture
async def http(hosted: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=hosted) as client:
        yield client


async def sign_in(http: httpx.AsyncClient, token: str = TOKEN) -> httpx.Response:
    return await http.post("/api/host/session", json={"token": token})


async def reported(http: httpx.AsyncClient) -> HostReport:
    answer = await http.get("/api/host")
    assert 200 == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=HostReport)


# Who may look


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_without_a_token_there_is_no_host_page(address: str, method: str, path: str) -> None:
    """Not even for somebody who guesses an empty one."""
    async with httpx.AsyncClient(base_url=address) as http:
        answer = await http.request(method, path, json={"token": ""} if method == "POST" else None)

    assert 404 == answer.status_code
    assert {"because", "code", "facts"} == set(answer.json())
    assert HOST_COOKIE not in answer.cookies


async def test_nothing_is_told_to_strangers(http: httpx.AsyncClient) -> None:
    """Neither a version nor how many people are on."""
    answer = await http.get("/api/host")

    assert 401 == answer.status_code
    assert "not-signed-in" == answer.json()["code"]
    assert __version__ not in answer.text
    assert "no-store" == answer.headers["cache-control"]


@pytest.mark.parametrize("token", ["", "x", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), "é" * 30])
async def test_a_wrong_token_opens_nothing(http: httpx.AsyncClient, token: str) -> None:
    """It is counted, and no cookie is given."""
    answer = await sign_in(http, token)

    assert (401, "wrong-token") == (answer.status_code, answer.json()["code"])
    assert HOST_COOKIE not in answer.cookies
    assert 401 == (await http.get("/api/host")).status_code


async def test_the_token_gives_a_cookie_that_no_script_can_read(http: httpx.AsyncClient) -> None:
    """For this site only, for half a day; the token is not in it, and nothing may be stored."""
    answer = await sign_in(http)
    cookie = answer.headers["set-cookie"]

    assert 201 == answer.status_code
    assert {"HttpOnly", "SameSite=strict", f"Max-Age={SESSION}"} <= set(cookie.split("; "))
    assert TOKEN not in cookie
    assert "no-store" == answer.headers["cache-control"]
    assert "no-referrer" == answer.headers["referrer-policy"]
    assert __version__ == (await reported(http)).version


async def test_over_https_the_cookie_goes_nowhere_else(
    http: httpx.AsyncClient, hosted: str
) -> None:
    """As with that of the guests."""
    origin = hosted.replace("http:", "https:")
    answer = await http.post("/api/host/session", json={"token": TOKEN}, headers={"Origin": origin})

    assert "Secure" in answer.headers["set-cookie"].split("; ")


async def test_whoever_signs_out_is_a_stranger_again(http: httpx.AsyncClient) -> None:
    """On a computer that others use, too."""
    await sign_in(http)
    before = await http.get("/api/host")
    await http.post("/api/host/sign-out", headers={"Content-Type": "application/json"})

    assert [200, 401] == [before.status_code, (await http.get("/api/host")).status_code]


async def test_other_sites_cannot_sign_anybody_in(http: httpx.AsyncClient) -> None:
    """Nor try tokens by the browsers of others."""
    answer = await http.post(
        "/api/host/session", json={"token": TOKEN}, headers={"Origin": "http://evil.example"}
    )

    assert 403 == answer.status_code
    assert HOST_COOKIE not in answer.cookies


async def test_tokens_cannot_be_tried_for_long(http: httpx.AsyncClient) -> None:
    """Ten at once, however many people may share the address; then even the right one waits."""
    codes = [(await sign_in(http, f"guess {number}")).status_code for number in range(15)]
    right = await sign_in(http)

    assert [401] * int(SIGN_INS.burst) == codes[: int(SIGN_INS.burst)]
    assert {429} == {*codes[int(SIGN_INS.burst) + 1 :], right.status_code}
    assert int(right.headers["retry-after"]) > 0
    assert 401 == (await http.get("/api/host")).status_code


async def test_tokens_are_in_no_log(
    http: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the right one nor what was tried; that somebody tried is."""
    with caplog.at_level(logging.DEBUG):
        await sign_in(http, "almost-the-right-token")
        await http.post("/api/host/session", json={"token": ["almost-the-right-token"]})
        await sign_in(http)
        await http.get("/api/host")
    written = "\n".join(
        f"{each.getMessage()} {each.__dict__}"
        for each in caplog.records
        if each.name.startswith("tinplate")
    )

    assert "wrong token" in written
    assert "almost-the-right-token" not in written
    assert TOKEN not in written
    assert HOST_COOKIE not in written


def process(clock: WallClock, token: str = TOKEN, key: bytes = bytes(32)) -> ServerContext:
    return ServerContext(
        MemoryStore(),
        MemoryBus(),
        CookieSigner(key),
        installed(),
        policy=policy(token),
        clock=clock,
    )


def test_a_cookie_ends_with_its_time_and_with_its_token() -> None:
    """It cannot be made longer, and a new token or key shuts everybody out."""
    clock = WallClock()
    here = process(clock)
    until = Moment(clock() + 1000)
    cookie = session(here, until)
    seal = cookie.partition(".")[2]

    assert host._is_open(here, cookie)
    for forged in (
        "", ".", f".{seal}", "x", f"{until}", f"{until}.", f"{until + 1}.{seal}", f"-1.{seal}",
        f"{until}.{seal[:-1]}", f"{until}.{'0' * len(seal)}", f"²{cookie}", f"{cookie}é",
        f"{'9' * 5_000}.{seal}", f"{until}\0.{seal}",
    ):  # fmt: skip
        assert not host._is_open(here, forged), forged
    assert host._is_open(process(clock), cookie)  # any process of the same server
    assert not host._is_open(process(clock, token="another-token-for-it"), cookie)  # noqa: S106
    assert not host._is_open(process(clock, key=bytes(31) + b"x"), cookie)
    clock.pass_seconds(1)
    assert not host._is_open(here, cookie)


# What is told


async def test_the_host_sees_who_is_on(http: httpx.AsyncClient, hosted: str) -> None:
    """Names, tables, matches, times and errors; no id by which anybody could join."""
    ann, bob = await introduced(hosted, "Ann"), await introduced(hosted, "Bob")
    first, second = await ann.open(A_SHORT_RICOCHET, 3), await bob.open(A_SHORT_RALLY, 2)
    await sign_in(http, "a wrong one, by mistake")
    await sign_in(http)
    async with ann.at(first) as hers, bob.at(first) as his, nameless(hosted).at(first) as other:
        await his.act(Sit(1))
        await hers.act(SeatBot(2, "random"))
        await hers.act(Start())
        await his.act(Start())  # is refused, which is no error
        await hers.act(Say("hello"))
        await hers.connection.send("nonsense")
        await hers.until(lambda: hers.troubles)
        await other.until(lambda: other.presence and other.presence.nameless == 1)
        answer = await http.get("/api/host")
        told = await reported(http)
    [table] = told.tables

    assert ("ricochet", ("Ann", "Bob"), 1, 1) == (
        table.game, table.people, table.nameless, table.bots,
    )  # fmt: skip
    assert (True, False) == (table.is_playing, table.is_public)
    assert {"ricochet": (1, 1), "rally": (1, 0)} == {
        game.game: (game.tables, game.matches) for game in told.games
    }
    assert (3, 1, 0) == (told.sockets, told.processes, told.hidden_tables)
    assert {"refused-message": 1, "refused-token": 1} == told.errors
    assert told.commands is not None
    assert 5 == told.commands.times
    assert 0 < told.commands.p50 <= told.commands.p99 <= told.commands.most
    assert told.writes is not None
    assert told.store.startswith("SQLite 3.")
    assert told.database_bytes
    assert told.disk_free
    assert told.started_at <= told.now
    assert ann.guest is not None
    for secret in (first, second, ann.guest.id, ann.cookie or "?", TOKEN):
        assert secret not in answer.text


class ManyTables(MemoryStore):
    """Each page is full."""

    async def listing(self, kind: str, *, limit: int, **_: object) -> list[Head]:
        [head] = await super().listing(kind, is_public=False, is_open=True, limit=1)
        return [head] * limit


class DownStore(MemoryStore):
    """Its database is gone."""

    async def check(self) -> None:
        raise Unavailable("gone")

    async def listing(self, *_: object, **__: object) -> list[Head]:
        raise Unavailable("gone")


async def test_counting_ends_somewhere() -> None:
    """The page says that there are more."""
    process = Process(ManyTables(), WallClock())
    await match_begun(process)
    told = await report(process)

    assert not told.is_counted_fully
    assert 2 * host.MAX_COUNTED == sum(game.tables for game in told.games)


async def test_the_page_works_when_the_database_does_not() -> None:
    """Then it is needed most."""
    told = await report(Process(DownStore(), WallClock()))

    assert ("store-down",) == told.troubles
    assert ((), False) == (told.games, told.is_counted_fully)
    assert {"store-down": 1} == told.errors


async def test_only_the_fullest_tables_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """And how many others there are."""
    monkeypatch.setattr(host, "MAX_TABLES", 0)
    process = Process(MemoryStore(), WallClock())
    table = await match_begun(process)
    await process.hub.join(table, Guest("a", "Ann"), Hello())
    told = await report(process)

    assert ((), 1) == (told.tables, told.hidden_tables)


async def test_the_page_says_how_many_processes_there_are() -> None:
    """And which one answers: people and times are its own."""
    store, bus = MemoryStore(), MemoryBus()
    here, there = Process(store, WallClock(), bus), Process(store, WallClock(), bus)
    there.presence.beat()
    await match_begun(there)
    told = await report(here)

    assert (2, here.process) == (told.processes, told.process)
    assert 1 == sum(game.matches for game in told.games)
