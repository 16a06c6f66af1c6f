"""Bad input: messages and requests with something broken in them, and what a schema allows."""

import asyncio
from collections import Counter
from contextlib import suppress
from itertools import count, cycle
from random import Random
from time import monotonic
from typing import Any

import msgspec
import schemathesis
from hypothesis import settings
from websockets.exceptions import ConnectionClosed

from tests.attack.findings import Findings, number
from tests.attack.machine import Campaign, machine, sqlite
from tests.server.client import Client, Person, begin, encode, introduced
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET
from tests.server.serving import LOCALHOST
from tests.server.test_fuzz import BRIEFLY, TRIES, ask_everything
from tests.waiting import PATIENCE
from tinplate.games.ricochet.values import TurnToken
from tinplate.lobby.values import Arrange, Command, Say, SeatBot, Sit, Stand, Start
from tinplate.server import sockets
from tinplate.server.guests import COOKIE
from tinplate.wire.incoming import Act, Hello, Ping, Play
from tinplate.wire.resources import OpenTable

AT_ONCE = 12
PER_SOCKET = 14  # messages; after ten that are malformed a socket is closed
AT_ONCE_OVER_HTTP = 40  # many wait for what never comes
SOON = 1.0  # seconds; a request may promise more than it has, and the server waits for it
EXAMPLES = 5  # of each address, in each round
ALLOWED = {None, sockets.BAD_MESSAGES, sockets.TOO_MUCH, sockets.NO_HELLO, 1000, 1002, 1007, 1009}
# What breaks parsers: halves of letters, numbers beyond all types, names of things that exist.
NASTY = (
    b"\xff", b"\xc3(", b"\x00", b"\\ud800", b"-1", b"1e999", b"9" * 30, b"null", b"[[[[", b"{}",
    b"true", b'"', b"\\", b"NaN", b"\xe2\x80\xae", b"../", b"%00", b"random", b"rally", b"\r\n",
)  # fmt: skip

COURSE = encode({"course": "rally 1\nplayers: 1-2\nboard:\nS  .  1\n.  >  S\n"})


def mutated(data: bytes, dice: Random) -> bytes:
    """The same with one to three things wrong."""
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(data) + 1)
        to = min(len(data), at + dice.randint(0, 12))
        data = dice.choice((
            data[:at] + dice.choice(NASTY) + data[at:],
            data[:at] + dice.choice(NASTY) + data[to:],
            data[:at] + data[to:],
            data[:to] + data[at:],
            data[:at],
            data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :],
        ))  # fmt: skip
    return data


async def bad_input(given: Campaign) -> None:
    """On the socket, over HTTP, and by the schema, a third of the time each."""
    dice, findings, seconds = Random(given.seed), given.findings, given.seconds / 3
    async with machine(given.folder, sqlite(given.folder), dice, 1) as there:
        [address] = there.addresses
        ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
        rally, ricochet = [await ann.open(each, 2) for each in (A_SHORT_RALLY, A_SHORT_RICOCHET)]
        async with ann.at(rally) as hers, bob.at(rally) as his, ann.at(ricochet) as too:
            await begin(hers, his)
            await too.act(Start())
            await too.until(lambda: too.match)
            await too.play(TurnToken())
            guests = [(table, person) for table in (rally, ricochet) for person in (ann, bob)]
            messages = messages_of([hers, his, too])
            await on_sockets(guests, messages, findings, dice, seconds)
            given.tell("Bad input: messages")
            requests = requests_of(ann, rally, hers.match or "")
            await over_http(address, requests, findings, dice, seconds)
            given.tell("Bad input: requests")
            await asyncio.to_thread(by_schema, ann, findings, seconds, given.seed)
            given.tell("Bad input: schema cases")
            async with ann.at(rally) as again:
                await again.until(lambda: again.table)  # it still serves
        findings.fault("bad input: an error in the log", *there.tracebacks())


def messages_of(clients: list[Client]) -> list[bytes]:
    """Of every kind, and valid for somebody at one of the tables."""
    table: list[Command] = [
        Sit(1), Stand(), Start(), Say("Hello, Ann"), SeatBot(1, "random"), Arrange(A_SHORT_RALLY),
    ]  # fmt: skip
    plays = [
        Play("play", client.match or "", msgspec.Raw(encode(command)))
        for client in clients
        for command in client.legal[:20]
    ]
    hellos = [Hello(), *(Hello(client.seen, with_views=True) for client in clients)]
    return [
        encode(message)
        for message in (*(Act("act", each) for each in table), *plays, *hellos, Ping(1.5))
    ]


async def on_sockets(
    guests: list[tuple[str, Person]],
    messages: list[bytes],
    findings: Findings,
    dice: Random,
    seconds: float,
) -> None:
    counted, end = Counter[str](), monotonic() + seconds

    async def pester(dice: Random) -> None:
        for table, person in cycle(guests):
            if monotonic() > end:
                return
            texts = [mutated(dice.choice(messages), dice) for _ in range(PER_SOCKET)]
            code = await sent(person, table, texts, dice)
            counted["messages"] += len(texts)
            counted["closed"] += code is not None
            if code not in ALLOWED:
                findings.fault(f"a socket closed with {code}", repr(texts))

    await asyncio.gather(*(pester(Random(dice.random())) for _ in range(AT_ONCE)))
    findings.tried(
        "Bad input: messages",
        f"{number(counted['messages'])} mutated messages of every kind",
        f"no fault of the server; it closed {number(counted['closed'])} sockets for malformed ones",
    )


async def sent(person: Person, table: str, texts: list[bytes], dice: Random) -> int | None:
    """The code with which the socket was closed, if it was before the last Ping was answered."""
    async with asyncio.timeout(PATIENCE):
        async with person.socket(table) as socket:
            with suppress(ConnectionClosed):
                await socket.send('{"type":"Hello"}')
                for text in texts:
                    is_text = dice.random() < 0.95
                    await socket.send(text.decode(errors="replace") if is_text else text)
                await socket.send('{"type":"Ping","at":4711}')
                while "4711" not in str(await socket.recv()):
                    pass
                return None
            return socket.close_code


# Over HTTP


def requests_of(person: Person, table: str, match: str) -> list[bytes]:
    """Valid ones, of which some change something."""
    position = "G1R2B2Y2%20ro5,ga14,bl14,yj16%20red-triangle"
    asked = [
        "/", "/ready", "/metrics", "/api/schema", "/api/guest", "/api/tables", "/api/codes/ABCDEF",
        "/api/games", "/api/guest/matches", "/api/deals?game=rally&name=club",
        f"/api/tables/{table}",
        *(f"/api/matches/{match}{part}" for part in ("", "/entries", "/turns", "/log", "/file",
                                                     "/standings", "/rounds", "/replay")),
        "/api/rally/course?course=first-shift", "/api/ricochet/new?seed=7",
        "/api/ricochet/made?seed=7&width=8&height=8&moves=4",
        "/api/ricochet/survey?board=v1.3x3.B...7rc&robots=ra2",
        "/api/rally/made?seed=7&turns=2", "/api/rally/hand?seed=7",
        *(f"/api/ricochet/{part}?position={position}&level=1" for part in ("solve", "hint")),
        f"/api/ricochet/slides?position={position}&moves=r",
    ]  # fmt: skip
    told = {
        "/api/guest": b'{"name":"Cleo"}',
        "/api/tables": encode(OpenTable(A_SHORT_RICOCHET, 2)),
        f"/api/tables/{table}/code": b"{}",
        **{f"/api/rally/{part}": COURSE for part in ("course", "check", "reach", "outlook")},
        "/api/rally/preview": encode({"table": table, "registers": [None] * 5}),
    }
    head = f"Host: {LOCALHOST}\r\n{cookie_of(person)}Connection: close\r\n"
    return [
        *(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode() for path in asked),
        *(
            f"POST {path} HTTP/1.1\r\n{head}Content-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
            for path, body in told.items()
        ),
    ]


def cookie_of(person: Person) -> str:
    return "".join(f"{name}: {value}\r\n" for name, value in person.headers.items())


def mutated_request(request: bytes, dice: Random) -> bytes:
    """The line, the headers, or most often the body, whose length is told rightly."""
    head, _, body = request.partition(b"\r\n\r\n")
    if not body or dice.random() < 0.3:
        return mutated(request, dice)
    lines = [each for each in head.split(b"\r\n") if not each.startswith(b"Content-Length")]
    body = mutated(body, dice)
    return b"\r\n".join([*lines, b"Content-Length: %d" % len(body), b"", body])


async def over_http(
    address: str, requests: list[bytes], findings: Findings, dice: Random, seconds: float
) -> None:
    counted, end = Counter[int | None](), monotonic() + seconds

    async def pester(dice: Random) -> None:
        while monotonic() < end:
            request = mutated_request(dice.choice(requests), dice)
            status = await answered(address, request)
            counted[status] += 1
            if status is not None and status >= 500:
                findings.fault(f"HTTP {status}", repr(request))

    await asyncio.gather(*(pester(Random(dice.random())) for _ in range(AT_ONCE_OVER_HTTP)))
    refused = sum(count for status, count in counted.items() if status and status >= 400)
    findings.tried(
        "Bad input: requests",
        f"{number(counted.total())} mutated requests",
        f"no 500; {number(refused)} refused, {number(counted[None])} left incomplete",
    )


async def answered(address: str, request: bytes) -> int | None:
    """The status; None where the server waits for the rest, or has closed the connection."""
    host, _, port = address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(request)
        async with asyncio.timeout(SOON):
            line = await reader.readline()
        return int(line.split()[1]) if line.startswith(b"HTTP/1.1 ") else None
    except (ConnectionError, TimeoutError):
        return None
    finally:
        writer.close()


# By the schema


def by_schema(person: Person, findings: Findings, seconds: float, seed: int) -> None:
    """Whatever the description of the interface allows, round after round."""
    cookies = {COOKIE: person.cookie or ""}
    counted, end = Counter[int](), monotonic() + seconds

    def check(case: schemathesis.Case[Any]) -> None:
        status = case.call(cookies=cookies).status_code
        counted[status] += 1
        if status >= 500:
            findings.fault(f"HTTP {status}", case.as_curl_command())

    for each in count(seed, TRIES):
        ask_everything(person.address, settings(BRIEFLY, max_examples=EXAMPLES), check, each)
        if monotonic() > end:
            break
    findings.tried(
        "Bad input: the schema", f"{number(counted.total())} cases, of all addresses", "no 500"
    )
