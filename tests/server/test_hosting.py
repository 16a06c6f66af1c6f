"""docs/hosting.md and docs/security.md: the tables are complete, the commands do what they say."""

import re
import shlex
import sqlite3
from pathlib import Path

import pytest
import rich_click as click

from tests.server.client import introduced
from tests.server.players import A_SHORT_RALLY
from tests.server.serving import LOCALHOST, serving
from tests.test_docs import ROOT, part, prose, table_in
from tinplate.cli.main import app, serve
from tinplate.cli.serve import greeting
from tinplate.lobby.values import Say
from tinplate.server import connections, rate_limits
from tinplate.server.context import DEFAULT_TIMEOUTS, Policy
from tinplate.server.metrics import Metrics
from tinplate.server.serving import ServerConfig, listen_on
from tinplate.store.address import default_address

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
            default in {"none", "a file"}
            if option.default in {None, ()} or option.multiple or not option.show_default
            else str(option.default) == default
        )


def test_options_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them; several proxies are separated by blanks, several bots stand on a line each."""
    called = list[tuple[object, ...]]()
    monkeypatch.setattr("tinplate.cli.serve.serve_tables", lambda *given: called.append(given))
    for name, value in {
        "HOST": "::1", "PORT": "81", "WORKERS": "3", "DATABASE": "d", "BUS": "b", "KEY_FILE": "k",
        "PEOPLE": "7", "TRUSTED_PROXY": "10.0.0.1 10.1.0.0/16", "METRICS_TOKEN": "t",
        "LOG_LEVEL": "error", "BOT": "a=stdio:python3 a.py\nb=tcp://host:1",
    }.items():  # fmt: skip
        monkeypatch.setenv(f"TINPLATE_{name}", value)
    app.main(["serve"], standalone_mode=False)
    policy = Policy(people=7, trusted_proxies=("10.0.0.1", "10.1.0.0/16"), metrics_token="t")  # noqa: S106

    bots = ("a=stdio:python3 a.py", "b=tcp://host:1")

    assert [("::1", 81, 3, "d", "b", Path("k"), policy, "error", bots)] == called


def test_every_metric_is_in_the_table() -> None:
    """By the name that Prometheus shows."""
    rows = {row["Name"] for row in table_in(part(HOSTING, "Metrics"))}
    measured = {
        f"{family.name}_total" if family.type == "counter" else family.name
        for family in Metrics().registry.collect()
        if family.name.startswith("tinplate_")
    }

    assert measured == rows


def test_the_limits_are_those_of_the_code() -> None:
    """In the order of the table."""
    text = part(HOSTING, "Limits")

    assert f"| {rate_limits.MAX_MESSAGE_BYTES // 1024} KiB |" in text
    assert "| {} at once, {} a second;".format(*rate_limits.MESSAGES) in text
    assert "| {}, and one more each second |".format(*rate_limits.WARNINGS) in text
    burst, per_second = rate_limits.WRONG_CODES
    assert 1 == per_second
    assert f"all addresses together | {burst}, and one more each second |" in text
    assert f"| {rate_limits.MAX_MALFORMED} |" in text
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


def test_the_backup_is_one_of_the_file_that_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """By default; where it is not, nothing is made in its place."""
    [command] = re.findall(r"^sqlite3 .+$", HOSTING.read_text(), re.MULTILINE)
    program, option, file, sql = shlex.split(command)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", "/home/ann")

    assert ("sqlite3", "-readonly") == (program, option)
    assert f"sqlite:////home/ann/{file.removeprefix('~/')}" == default_address()
    assert sql.startswith("VACUUM INTO '/backup/tinplate-")


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
    with listen_on("0.0.0.0", 0) as listener:  # noqa: S104 - nobody is let in: it never listens
        other_port = listener.getsockname()[1]
        for_all = greeting(ServerConfig("postgresql://ann:secret@db/club", "key"), listener)

    assert [
        f"Tinplate is running on http://127.0.0.1:{port} (Ctrl-C to stop)",
        f"Tables are stored in {file}",
    ] == for_us.splitlines()
    assert [
        f"Tinplate is running on http://127.0.0.1:{other_port} (Ctrl-C to stop)",
        f"Others reach it at the name or address of this machine, port {other_port}.",
        "Tables are stored in postgresql+asyncpg://ann:***@db/club",
    ] == for_all.splitlines()


async def test_a_backup_of_a_running_server_is_complete(tmp_path: Path) -> None:
    """`VACUUM INTO`, while people play; a server on the copy knows them and their tables."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    with serving(here) as address:
        ann = await introduced(address, "Ann")
        table = await ann.open(A_SHORT_RALLY, 2)
        async with ann.at(table) as hers:
            await hers.act(Say("before"))
            with sqlite3.connect(f"file:{here}/tables.sqlite?mode=ro", uri=True) as database:
                database.execute("VACUUM INTO ?", [str(there / "tables.sqlite")])
            database.close()
            await hers.act(Say("after"))
    (there / "guests.key").write_bytes((here / "guests.key").read_bytes())
    with serving(there) as address:
        ann.address = address
        async with ann.at(table) as hers:
            await hers.until(lambda: hers.lines)

            assert ["before"] == [line.text for line in hers.lines]
            assert ann.guest == hers.you
