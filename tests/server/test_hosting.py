"""docs/hosting.md and docs/security.md: the tables are complete, the commands do what they say."""

import asyncio
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import rich_click as click

from tests.postgres import Postgres, running_postgres
from tests.server.client import introduced
from tests.server.players import A_SHORT_RALLY, offered, play_at_random
from tests.server.serving import LOCALHOST, serving
from tests.test_docs import ROOT, part, prose, table_in
from tinplate.cli.main import app, serve
from tinplate.cli.serve import greeting
from tinplate.lobby.values import Say, Sit, Start
from tinplate.server import connections, health, rate_limits
from tinplate.server.context import DEFAULT_TIMEOUTS, Policy
from tinplate.server.guests import load_key, save_key
from tinplate.server.metrics import Metrics
from tinplate.server.serving import ServerConfig, listen_on
from tinplate.store.address import default_address
from tinplate.store.backup import back_up, restore
from tinplate.store.log import StoreFacts

HOSTING, SECURITY = ROOT / "docs" / "hosting.md", ROOT / "docs" / "security.md"


def options() -> dict[str, click.Option]:
    return {
        parameter.opts[0]: parameter
        for parameter in serve.params
        if isinstance(parameter, click.Option) and parameter.opts[0] != "--help"
    }


def test_every_option_is_in_the_table_with_its_variable_and_default() -> None:
    """And nothing else is."""
    listed = {row["Option"]: row for row in table_in(part(HOSTING, "Options"))}

    assert list(options()) == list(listed)
    for name, option in options().items():
        variable = f"TINPLATE_{name.removeprefix('--').replace('-', '_').upper()}"
        default = listed[name]["Default"]

        assert variable == option.envvar == listed[name]["Variable"]
        assert (
            default == "off"
            if option.is_flag
            else default in {"none", "a file"}
            if option.multiple or not isinstance(option.default, str | int)
            else str(option.default) == default
        )


def test_options_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them; several proxies are separated by blanks, several bots stand on a line each."""
    called = list[tuple[object, ...]]()
    monkeypatch.setattr(
        "tinplate.cli.serve.serve_tables", lambda *given, **more: called.append((*given, more))
    )
    for name, value in {
        "HOST": "::1", "PORT": "81", "WORKERS": "3", "DATABASE": "d", "BUS": "b", "KEY_FILE": "k",
        "PEOPLE": "7", "TRUSTED_PROXY": "10.0.0.1 10.1.0.0/16", "METRICS_TOKEN": "t",
        "HOST_TOKEN": "h", "HOST_PAGE": "1", "BROWSER": "1", "PUZZLES": "9",
        "LOG_LEVEL": "error", "BOT": "a=stdio:python3 a.py\nb=tcp://host:1",
    }.items():  # fmt: skip
        monkeypatch.setenv(f"TINPLATE_{name}", value)
    app.main(["serve"], standalone_mode=False)
    policy = Policy(
        people=7,
        trusted_proxies=("10.0.0.1", "10.1.0.0/16"),
        metrics_token="t",  # noqa: S106
        host_token="h",  # noqa: S106
        puzzles=9,
    )

    bots = ("a=stdio:python3 a.py", "b=tcp://host:1")

    assert [
        (
            "::1",
            81,
            3,
            "d",
            "b",
            Path("k"),
            policy,
            "error",
            bots,
            {"host_page": True, "in_browser": True},
        )
    ] == called


def test_every_metric_is_in_the_table() -> None:
    """By the name that Prometheus shows."""
    rows = {row["Name"] for row in table_in(part(HOSTING, "Metrics"))}
    metrics = Metrics()
    metrics.measure_store(StoreFacts("SQLite", size=1, free=1))
    measured = {
        f"{family.name}_total" if family.type == "counter" else family.name
        for family in metrics.registry.collect()
        if family.name.startswith("tinplate_")
    }

    assert measured == rows


def test_every_trouble_is_in_the_table() -> None:
    """With what to do about it; the limits are those of the code."""
    text = part(HOSTING, "Health checks")

    assert list(health.KINDS) == [row["Trouble"] for row in table_in(text)]
    assert f"less than {health.LOW_DISK // 2**20} MB" in text
    assert (1, 1) == (health.SLOW_WRITE, health.SLOW_LOOP)


def test_the_limits_are_those_of_the_code() -> None:
    """In the order of the table."""
    text = part(HOSTING, "Limits")

    assert f"| {rate_limits.MAX_MESSAGE_BYTES // 1024} KiB |" in text
    assert "| {} at once, {} a second;".format(*rate_limits.MESSAGES) in text
    assert "| {}, and one more each second |".format(*rate_limits.WARNINGS) in text
    burst, per_second = rate_limits.WRONG_CODES
    assert 1 == per_second
    assert f"all addresses together | {burst}, and one more each second |" in text
    burst, per_second = rate_limits.WRONG_CODES_EACH
    assert f"| {burst}, and one more every {1 / per_second:.0f} seconds |" in text
    assert f"| {rate_limits.MAX_MALFORMED} |" in text
    burst, per_second = rate_limits.SIGN_INS
    assert f"| {burst}, and one more every {1 / per_second:.0f} seconds |" in text
    assert f"| {rate_limits.max_sockets(1)} for each of `--people` |" in text
    assert f"| {rate_limits.max_connections(1)} for each of `--people`, but" in text
    assert f"less {connections.RESERVED_FILES} |" in text
    assert f"says nothing | {connections.FIRST_BYTE_TIMEOUT:.0f} seconds |" in text
    assert f"does not arrive | {connections.REQUEST_TIMEOUT:.0f} seconds |" in text
    assert f"does not read | {DEFAULT_TIMEOUTS.send} seconds |" in text
    assert (1, rate_limits.PEOPLE_PER_ADDRESS) == (
        rate_limits.WARNINGS.per_second,
        options()["--people"].default,
    )


def test_where_protection_is_tested_there_are_tests() -> None:
    """The threat model names files that exist."""
    named = set(re.findall(r"`(tests/[\w/.]+)`", prose(SECURITY)))

    assert len(named) >= 8
    assert set() == {name for name in named if not (ROOT / name).exists()}


def test_the_commands_of_a_backup_are_ours() -> None:
    """What is told to type there is read as meant: a file, and a database other than usual."""
    text = HOSTING.read_text().partition("## Backup and restore")[2]
    commands = [shlex.split(line)[1:] for line in re.findall(r"^tinplate .+$", text, re.MULTILINE)]

    assert {"backup", "restore"} == {name for name, *_ in commands}
    for name, *given in commands:
        command = app.get_command(click.Context(app), name)
        assert command is not None
        assert {"file"} <= set(command.make_context(name, given).params)


def test_the_file_has_the_same_name_in_a_container() -> None:
    """Or a backup would be looked for in vain there."""
    name = default_address().rpartition("/")[2]

    assert f"sqlite:////var/lib/tinplate/{name} " in (ROOT / "Containerfile").read_text()


def test_the_proxy_is_not_told_what_it_does_not_do() -> None:
    """Caddy checks no health of addresses it looks up; it can only try another one."""
    compose = (ROOT / "compose.yaml").read_text()

    assert "dynamic a house 8000" in compose
    assert "health_" not in compose.partition("reverse_proxy {")[2]
    assert "lb_try_duration" in compose


def test_starting_a_server_tells_where_it_is(tmp_path: Path) -> None:
    """An address that a browser can open, and the database, without its password."""
    file = tmp_path / "tinplate.sqlite"
    with listen_on(LOCALHOST, 0) as listener:
        port = listener.getsockname()[1]
        for_us = greeting(ServerConfig(f"sqlite:///{file}", "key"), listener)
        told = greeting(
            ServerConfig(f"sqlite:///{file}", "key", policy=Policy(host_token="t" * 16)),
            listener,
            "n",
        )
    with listen_on("0.0.0.0", 0) as listener:  # noqa: S104 - nobody is let in: it never listens
        other_port = listener.getsockname()[1]
        for_all = greeting(ServerConfig("postgresql://ann:secret@db/club", "key"), listener)

    assert [
        f"Tinplate is running on http://localhost:{port} (Ctrl-C to stop)",
        f"Tables are stored in {file}",
    ] == for_us.splitlines()
    assert [
        f"How it is: http://localhost:{port}/host",
        "The token for that page, until the server stops: n",
    ] == told.splitlines()[1:-1]
    assert [
        f"Tinplate is running on http://localhost:{other_port} (Ctrl-C to stop)",
        f"Others reach it at the name or address of this machine, port {other_port}.",
        "Tables are stored in postgresql+asyncpg://ann:***@db/club",
    ] == for_all.splitlines()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


async def copied(before: str, after: str, folder: Path, key: Path) -> None:
    """Backed up and restored, as the commands do."""
    file = folder / "backup.sqlite"
    await back_up(before, file, load_key(key), lambda *_: None)
    restored = await restore(file, after, lambda *_: None)
    file.unlink()
    assert restored.secret is not None
    save_key(folder / "guests.key", restored.secret)


async def test_people_play_on_where_a_backup_was_restored(
    tmp_path: Path, postgres: Postgres
) -> None:
    """Backed up amid a match, moved to PostgreSQL and back; what came later is not in it."""
    here, there, back = (tmp_path / name for name in ("here", "there", "back"))
    for folder in (here, there, back):
        folder.mkdir()
    server = await postgres.empty_database()
    with serving(here) as address:
        ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
        table = await ann.open(A_SHORT_RALLY, 2)
        async with ann.at(table) as hers, bob.at(table) as his:
            await his.act(Sit(1))
            await hers.act(Start())
            await hers.act(Say("before"))
            await hers.until(lambda: offered(hers))
            await hers.play(offered(hers)[0])
            match, version = hers.match, hers.version
            await copied(f"sqlite:///{here}/tables.sqlite", server, there, here / "guests.key")
            await hers.act(Say("after"))
    with serving(there, database=server) as address:
        ann.address = bob.address = address
        async with ann.at(table) as hers:
            await hers.until(lambda: hers.lines and hers.state)

            assert ["before"] == [line.text for line in hers.lines]
            assert (ann.guest, match, version) == (hers.you, hers.match, hers.version)
            await hers.act(Say("on PostgreSQL"))
            await copied(server, f"sqlite:///{back}/tables.sqlite", back, there / "guests.key")
    with serving(back) as address:
        ann.address = bob.address = address
        async with ann.at(table) as hers, bob.at(table) as his:
            await hers.until(lambda: hers.state)
            await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))

            assert hers.ending is not None
            assert ["before", "on PostgreSQL"] == [line.text for line in hers.lines]
        assert 200 == (await ann.get(f"/api/matches/{match}/log")).status_code
