"""What the server says about itself: whether it is ready, what it measures, what it logs."""

import asyncio
import io
import json
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import TracebackType
from typing import get_args

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.client import introduced, nameless
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET, play_at_random
from tests.server.processes import FailingStore, Process, WallClock, match_begun
from tests.server.serving import QUICK, serving
from tinplate.game import Malformed
from tinplate.lobby.values import Guest, Say, Sit, Start
from tinplate.server import health, logging_setup
from tinplate.server.context import Policy, unguessable_id
from tinplate.server.guests import CookieSigner
from tinplate.server.logging_setup import mark, set_up_logging
from tinplate.server.metrics import Metrics, RefusalReason
from tinplate.store.log import Unavailable
from tinplate.store.memory import MemoryStore
from tinplate.wire.resources import Readiness

TOKEN = "tell me how you are"  # noqa: S105


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    policy = Policy(people=0, metrics_token=TOKEN)
    with serving(tmp_path_factory.mktemp("measured"), QUICK, policy) as address:
        yield address


@pytest.fixture
async def http(measured: str) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient(base_url=measured, headers=headers) as client:
        yield client


async def numbers(http: httpx.AsyncClient) -> dict[str, float]:
    """All that is measured, by name; with the reason, where there is one."""
    answer = await http.get("/metrics")
    assert answer.status_code == 200
    return {
        sample.name + sample.labels.get("why", ""): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
        if "le" not in sample.labels
    }


# Readiness


class SilentStore(MemoryStore):
    """Does not answer."""

    async def check(self) -> None:
        raise Unavailable("no answer")


async def test_a_server_is_ready_when_its_store_answers_and_it_does_not_end() -> None:
    """Where people are sent to is decided by this."""
    fine, silent = Process(MemoryStore(), WallClock()), Process(SilentStore(), WallClock())
    ready, unready = await fine.readiness(), await silent.readiness()
    fine.is_draining = True

    assert (Readiness(store=True, bus=None, draining=False), True) == (ready, ready.is_ready)
    assert not unready.is_ready
    assert unready == Readiness(store=False, bus=None, draining=False, troubles=("store-down",))
    assert not (await fine.readiness()).is_ready


class CountingChecks(MemoryStore):
    """Counts how often it is checked."""

    checks = 0

    async def check(self) -> None:
        self.checks += 1


async def test_the_disk_is_not_written_for_everybody_who_asks() -> None:
    """A check is durable, and anybody may ask; once a second is enough."""
    store = CountingChecks()
    process = Process(store, WallClock())
    answers = [await process.readiness() for _ in range(50)]

    assert all(answer.is_ready for answer in answers)
    assert store.checks < 50


async def test_a_bus_that_is_down_slows_the_server_but_does_not_close_it() -> None:
    """If all processes called themselves unready, nobody could play."""
    assert Readiness(store=True, bus=False, draining=False).is_ready


async def test_a_store_that_takes_its_time_counts_as_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks has little time."""
    monkeypatch.setattr(health, "CHECK_TIMEOUT", 0)

    assert not (await Process(MemoryStore(), WallClock()).readiness()).store


async def test_readiness_is_a_status(http: httpx.AsyncClient) -> None:
    """What balances the load reads nothing else."""
    answer = await http.get("/ready")

    assert (200, {"store": True, "bus": None, "draining": False, "troubles": []}) == (
        answer.status_code,
        answer.json(),
    )


# Metrics


@pytest.mark.parametrize("shown", [None, "", "Bearer", "Bearer x", f"Basic {TOKEN}", TOKEN, "é"])
async def test_metrics_are_for_who_knows_the_token(measured: str, shown: str | None) -> None:
    """For everybody else there is no such page."""
    headers = [] if shown is None else [(b"Authorization", shown.encode("latin-1"))]
    async with httpx.AsyncClient(base_url=measured, headers=headers) as http:
        answer = await http.get("/metrics")

    assert 404 == answer.status_code
    assert "tinplate_" not in answer.text


async def test_without_a_token_nobody_reads_the_metrics(address: str) -> None:
    """Not even with an empty one."""
    async with httpx.AsyncClient(base_url=address) as http:
        for shown in ("Bearer", "Bearer None", ""):
            answer = await http.get("/metrics", headers={"Authorization": shown})

            assert 404 == answer.status_code


def test_what_may_be_refused_is_counted_from_the_start() -> None:
    """From 0 on, or nobody sees the first of a kind."""
    text = Metrics().text().decode()
    counted = {line for line in text.splitlines() if line.startswith("tinplate_refused_total")}

    assert {
        f'tinplate_refused_total{{why="{why}"}} 0.0' for why in get_args(RefusalReason)
    } == counted
    assert 7 == len(counted)


async def test_what_happens_is_counted(http: httpx.AsyncClient, measured: str) -> None:
    """Sockets, tables, commands, what is written, what is refused and why."""
    before = await numbers(http)
    ann = await introduced(measured, "Ann")
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 2)) as hers:
        await hers.act(Say("hello"))
        await hers.act(Sit(1))
        await hers.connection.send("nonsense")
        await hers.until(lambda: hers.troubles)
        await http.post("/api/guest", json={}, headers={"Origin": "http://evil.example"})
        during = await numbers(http)

        assert (1, 1) == (during["tinplate_sockets"], during["tinplate_tables"])
        for name, growth in {
            "tinplate_command_seconds_count": 2,
            "tinplate_append_seconds_count": 2,
            "tinplate_refused_totalrules": 1,
            "tinplate_refused_totalmessage": 1,
            "tinplate_refused_totalorigin": 1,
        }.items():
            assert growth == during[name] - before.get(name, 0), name
        assert len(hers.raw) == during["tinplate_messages_out_total"] - before.get(
            "tinplate_messages_out_total", 0
        )
    assert during["tinplate_loop_lag_seconds_count"] >= 0
    assert during["process_open_fds"] > 0


async def test_conflicts_are_counted() -> None:
    """Two processes write to the same log."""
    store, clock = FailingStore(), WallClock()
    here, there = Process(store, clock), Process(store, clock)
    table = await match_begun(here)
    guest = Guest("d", "Dan")
    await there.replica(table)
    await here.act(table, guest, Say("one"), "1")
    await there.act(table, guest, Say("two"), "2")

    assert 1 == there.metrics.registry.get_sample_value("tinplate_conflicts_total")
    assert 0 == here.metrics.registry.get_sample_value("tinplate_conflicts_total")


# Logs


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the server writes, for machines, down to the last detail."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in logging_setup.VERBOSE_LOGGERS}
    try:
        set_up_logging("debug", stream)
        yield stream
    finally:
        root.handlers[:], root.level = handlers, level
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
        logging.getLogger("uvicorn.error").removeFilter(logging_setup._is_not_noise)


async def test_logs_hold_no_secrets(written: io.StringIO, tmp_path: Path) -> None:
    """Not after a whole game with guests, chat, mistakes and refusals: ids are marks there."""
    with serving(tmp_path) as address:
        ann, bob = await introduced(address, "Ann the Great"), await introduced(address, "Bob")
        table = await ann.open(A_SHORT_RALLY, 2)
        async with ann.at(table) as hers, bob.at(table) as his, nameless(address).at(table):
            await hers.act(Say("the password is swordfish"))
            await his.act(Sit(1))
            await hers.act(Start())
            await hers.until(lambda: hers.match)
            await hers.connection.send('{"type":"Nonsense","x":"swordfish"}')
            await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))
            await ann.get(f"/api/tables/{table}")
            await ann.get(f"/api/matches/{hers.match}/log")
            match = hers.match
    clients = ("httpx", "httpcore", "websockets.client")  # are in the same process here
    texts = [line for line in written.getvalue().splitlines() if not any(map(line.count, clients))]
    text, lines = "\n".join(texts), [json.loads(line) for line in texts]

    assert ann.guest is not None
    assert match is not None
    for secret in (
        ann.cookie or "?", table, match, ann.guest.id, ann.guest.name, "swordfish",
        (tmp_path / "guests.key").read_bytes().hex(),
    ):  # fmt: skip
        assert secret not in text, secret
    assert mark(table) in text
    assert {"event", "level", "logger", "timestamp"} <= set(lines[0])
    assert {"request", "socket closed"} <= {line["event"] for line in lines}


def test_passwords_in_addresses_are_blotted_out(written: io.StringIO) -> None:
    """In the text of an event, in its values and in what is said of an error."""
    address = "postgresql://ann:sword@swordfish@db.example:5432/tinplate"
    log = logging.getLogger("tinplate.test")
    log.warning("no answer from %s", address)
    log.warning("no answer", extra={"address": f"redis://:swordfish@{address}"})
    log.error("no answer", exc_info=Unavailable(f"{address}: gone"))

    assert "swordfish" not in written.getvalue()
    assert 3 == written.getvalue().count("db.example")


def test_ids_and_cookies_are_marks_also_in_errors(written: io.StringIO) -> None:
    """An error that tells of a table does not tell which; words stay words."""
    log, table = logging.getLogger("tinplate.test"), unguessable_id()
    cookie = CookieSigner(bytes(32)).write(Guest("a", "Ann"))
    log.error("it failed", exc_info=Malformed(f"{table}: row 7 does not follow 5"))
    log.warning("%s of an_underscored_name_of_a_function", cookie)
    text = written.getvalue()

    assert table not in text
    assert not any(piece in text for piece in cookie.split("."))
    assert mark(table) in text
    assert "row 7 does not follow 5" in text
    assert "an_underscored_name_of_a_function" in text


def failure(secret: str) -> tuple[type[ValueError], ValueError, TracebackType | None]:
    """An error in a function that knows a secret."""
    try:
        raise ValueError(len(secret))  # noqa: TRY301
    except ValueError as error:
        return ValueError, error, error.__traceback__


def test_on_a_terminal_logs_are_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    """And no values of variables are shown with an error."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    record = logging.makeLogRecord({"msg": "it failed", "exc_info": failure("sword" + "fish")})
    logging_setup._handler(stream).emit(record)

    assert "it failed" in stream.getvalue()
    assert "ValueError: 9" in stream.getvalue()
    assert "swordfish" not in stream.getvalue()
    assert ("", "") == capsys.readouterr()


async def test_a_flood_is_no_news(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    """Requests that are over the budget are not worth a line each; those before are."""
    with caplog.at_level(logging.INFO), serving(tmp_path, QUICK, Policy(people=1)) as address:
        async with httpx.AsyncClient(base_url=address) as http:
            codes = [(await http.get("/api/games")).status_code for _ in range(12)]

    assert 429 in codes
    assert codes.count(200) == sum(record.getMessage() == "request" for record in caplog.records)


@pytest.mark.parametrize("sentence", logging_setup.NOISE)
def test_strangers_cannot_fill_the_logs(written: io.StringIO, sentence: str) -> None:
    """What the server would say for each bad request is not said."""
    logging.getLogger("uvicorn.error").warning(sentence)
    logging.getLogger("uvicorn.error").warning("Something else.")

    assert ["Something else."] == [
        json.loads(line)["event"] for line in written.getvalue().splitlines()
    ]
