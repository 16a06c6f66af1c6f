"""Connections that nobody needs: they are counted, closed, and others do not notice."""

import asyncio
import logging
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.server.client import introduced
from tests.server.players import A_SHORT_RICOCHET
from tests.server.serving import LOCALHOST, LONGEST_START, serving
from tests.waiting import PATIENCE, until
from tinplate.lobby.values import Say
from tinplate.server import connections
from tinplate.server import serving as server_side
from tinplate.server.connections import MINUTE, RESERVED_FILES, ConnectionLimiter, raise_file_limit
from tinplate.server.logging_setup import OUT_OF_FILES, OncePerMinute
from tinplate.server.proxies import TrustedProxies
from tinplate.server.rate_limits import max_connections
from tinplate.wire.outgoing import Done

ELSEWHERE = "127.0.0.2"  # this machine too, but another address
FEW_FILES = 160
# A server from which nobody is cut off for being silent, however slow the machine is.
UNHURRIED = """
import sys
from tinplate.cli.main import main
from tinplate.server import connections
connections.FIRST_BYTE_TIMEOUT = connections.REQUEST_TIMEOUT = 3_600
sys.exit(main())
"""


# The gate


def admitted(limiter: ConnectionLimiter, address: str, tries: int) -> int:
    return sum(limiter.admit(address) is not None for _ in range(tries))


def test_an_address_has_so_many_connections() -> None:
    """And others have theirs; what is over makes room."""
    limiter = ConnectionLimiter(people=2, files=10_000)
    release = limiter.admit("192.0.2.1")
    rest = admitted(limiter, "192.0.2.1", 100)
    assert release is not None
    release()

    assert max_connections(2) == 1 + rest
    assert 1 == admitted(limiter, "192.0.2.1", 10)
    assert max_connections(2) == admitted(limiter, "192.0.2.2", 100)


def test_a_household_is_one_address() -> None:
    """In IPv6 one customer has very many."""
    limiter = ConnectionLimiter(people=2, files=10_000)
    many = sum(admitted(limiter, f"2001:db8::{number:x}", 1) for number in range(1, 100))

    assert max_connections(2) == many


def test_no_address_has_all_of_them() -> None:
    """However many people it has room for, where the system allows few files."""
    limiter = ConnectionLimiter(people=100, files=200)

    assert (200 - RESERVED_FILES) // 2 == admitted(limiter, "192.0.2.1", 1_000)
    assert (200 - RESERVED_FILES) // 2 == admitted(limiter, "192.0.2.2", 1_000)
    assert 0 == admitted(limiter, "192.0.2.3", 1)


@pytest.mark.parametrize("proxy", ["10.1.2.3", "::ffff:10.1.2.3"])
def test_a_trusted_proxy_is_limited_by_the_files_only(proxy: str) -> None:
    """It connects for everybody; those it forwards are counted where requests are."""
    limiter = ConnectionLimiter(people=2, files=1_000, trusted=TrustedProxies(("10.0.0.0/8",)))

    assert 1_000 - RESERVED_FILES == admitted(limiter, proxy, 2_000)


def test_without_people_only_files_are_counted() -> None:
    """As in a test of load."""
    assert 1_000 - RESERVED_FILES == admitted(
        ConnectionLimiter(people=0, files=1_000), "192.0.2.1", 2_000
    )


def test_a_flood_is_told_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """Each is counted, so that the metrics show it."""
    now, refused = 0.0, list[None]()
    limiter = ConnectionLimiter(
        people=1, files=1_000, refused=lambda: refused.append(None), clock=lambda: now
    )
    admitted(limiter, "192.0.2.1", 1_010)
    first = len(caplog.records)
    now = MINUTE
    admitted(limiter, "192.0.2.1", 1_000)

    assert (1, 2) == (first, len(caplog.records))
    assert 2_000 == len(refused)
    assert "192.0.2.1" not in caplog.text


def test_that_no_file_is_left_is_told_once_a_minute() -> None:
    """The event loop would say it for each connection that wants in, with its number."""
    now = 1_000.0
    seldom = OncePerMinute(lambda: now)

    def is_told(text: str) -> bool:
        return bool(seldom.filter(logging.LogRecord("asyncio", 40, "", 0, text, None, None)))

    told = [is_told(f"{OUT_OF_FILES}\nsocket: 7") for _ in range(100)]
    now += MINUTE

    assert [True] + [False] * 99 == told
    assert is_told(OUT_OF_FILES)
    assert is_told("Something else")


@pytest.mark.parametrize(
    ("soft", "hard", "expected"),
    [(1_024, 4_096, 4_096), (4_096, 4_096, 4_096), (1_024, -1, connections.ENOUGH_FILES)],
)
def test_the_limit_of_open_files_is_raised(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, expected: int
) -> None:
    """To the hard one; to a large one where there is none."""
    limits = [(soft, hard)]
    monkeypatch.setattr("resource.getrlimit", lambda _: limits[-1])
    monkeypatch.setattr("resource.setrlimit", lambda _, new: limits.append(new))

    assert expected == raise_file_limit()
    assert (expected, hard) == limits[-1]


def test_a_limit_that_cannot_be_raised_is_lived_with(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And told."""

    def refuse(*_: object) -> None:
        raise ValueError("not allowed to raise maximum limit")

    monkeypatch.setattr("resource.getrlimit", lambda _: (256, 1_024))
    monkeypatch.setattr("resource.setrlimit", refuse)

    assert 256 == raise_file_limit()
    assert "the limit of 256 open files" in caplog.text


# A real server


async def test_every_connection_is_counted_until_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests, websockets, and connections that never say what they are."""
    gates = list[ConnectionLimiter]()

    def limiter(*given: Any, **named: Any) -> ConnectionLimiter:  # noqa: ANN401
        gates.append(ConnectionLimiter(*given, **named))
        return gates[0]

    monkeypatch.setattr(server_side, "ConnectionLimiter", limiter)
    with serving(tmp_path) as address:
        ann = await introduced(address, "Ann")
        table = await ann.open(A_SHORT_RICOCHET, 2)
        host, port = address.removeprefix("http://").split(":")
        async with ann.at(table) as hers, ann.at(table) as too:
            await asyncio.gather(hers.until(lambda: hers.table), too.until(lambda: too.table))
            silent = socket.create_connection((host, int(port)), PATIENCE)
            await until(lambda: gates[0]._total == 3)
        silent.close()
        await until(lambda: gates[0]._total == 0)

    assert not gates[0]._per_network


# A process that has few files


class Poor(NamedTuple):
    """A server in a process of its own."""

    address: str
    pid: int
    log: Path

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def connection(self) -> socket.socket:
        return socket.create_connection((LOCALHOST, self.port), PATIENCE)

    @property
    def file_limit(self) -> tuple[str, str]:
        lines = Path(f"/proc/{self.pid}/limits").read_text().splitlines()
        [line] = [line for line in lines if line.startswith("Max open files")]
        return (line.split()[3], line.split()[4])


@asynccontextmanager
async def poor(folder: Path, soft: int, hard: int, *options: str) -> AsyncIterator[Poor]:
    log = folder / "log"
    command = f'ulimit -Sn {soft} && ulimit -Hn {hard} && exec "$@" 2>{log}'
    process = await asyncio.create_subprocess_exec(
        "sh", "-c", command, "sh",
        sys.executable, "-c", UNHURRIED, "serve", "--host", LOCALHOST, "--port", "0",
        "--database", f"sqlite:///{folder / 'tables.sqlite'}",
        "--key-file", str(folder / "guests.key"), *options,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), LONGEST_START)
        yield Poor(line.decode().split()[4], process.pid, log)
    finally:
        process.kill()
        await process.wait()


async def test_silent_connections_of_one_address_keep_nobody_out(tmp_path: Path) -> None:
    """More than the process has files for: others are answered, and those who play play on.

    It has raised its soft limit to the hard one.
    """
    async with poor(tmp_path, soft=FEW_FILES // 2, hard=FEW_FILES) as server:
        limits = server.file_limit
        ann = await introduced(server.address, "Ann")
        table = await ann.open(A_SHORT_RICOCHET, 2)
        async with ann.at(table) as hers:
            await hers.until(lambda: hers.table)
            silent = [server.connection() for _ in range(2 * FEW_FILES)]
            transport = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
            async with httpx.AsyncClient(
                transport=transport, base_url=server.address, timeout=PATIENCE
            ) as other:
                answers = [await other.get("/ready") for _ in range(3)]
            said = await hers.act(Say("I am still here"))
            is_let_in = [each for each in silent if is_open(each)]
            for each in silent:
                each.close()

        lines = server.log.read_text().splitlines()

    assert (str(FEW_FILES), str(FEW_FILES)) == limits
    assert [200] * 3 == [answer.status_code for answer in answers]
    assert isinstance(said, Done)
    assert 0 < len(is_let_in) <= (FEW_FILES - RESERVED_FILES) // 2
    assert 1 == sum("too many open connections" in line for line in lines)
    assert not [line for line in lines if OUT_OF_FILES in line]


def is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)  # noqa: FBT003
    try:
        return bool(connection.recv(1))
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
