"""`tinplate load`: many scripted players at once, and a report on how the server copes."""

import asyncio
import re
from collections.abc import Iterator

from msgspec import to_builtins
from rich.table import Table as Grid
from rich.text import Text

from tinplate.cli.output import progress_bar, say, write_json
from tinplate.cli.words import counted
from tinplate.game import Malformed, Rejected
from tinplate.games import installed
from tinplate.load.load_test import against, against_own_server
from tinplate.load.plan import LoadPlan
from tinplate.load.report import (
    MIN_SOCKETS,
    LoadReport,
    cpu_of,
    cpu_per_command,
    cpu_per_delivery,
    idle_cpu,
    kb_per_socket,
)
from tinplate.load.tally import Spread

FOUND_ERRORS = 1


def parse_plan(  # noqa: PLR0913, PLR0917 - as the command line has them
    tables: int,
    players: int,
    games: str | None,
    pace: str,
    seconds: float,
    faults: str | None,
    address: str | None,
    bots: str,
    seats: int,
) -> LoadPlan:
    """Read a plan; raise Malformed or Rejected if it cannot be carried out."""
    if faults and address:
        raise Rejected("--faults kill needs a server of its own: leave out --address.")
    known = installed()
    names = tuple(known.packs) if games is None else tuple(map(str.strip, games.split(",")))
    for name in names:
        if name not in known.packs:
            raise Malformed(f"--games {games}: expected some of {', '.join(known.packs)}")
    seated = tuple(name.strip() for name in bots.split(",") if name.strip())
    for name in seated:
        if name not in known.bots:
            raise Malformed(f"--bots {bots}: expected some of {', '.join(known.bots)}")
    return LoadPlan(tables, players, names, _pace(pace), seconds, faults == "kill", seated, seats)


def _pace(text: str) -> tuple[float, float]:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?", text)
    least, most = (float(found[1]), float(found[2] or found[1])) if found else (0.0, 0.0)
    if not 0 < least <= most:
        raise Malformed(f"--pace {text}: expected seconds, such as 5-10 or 0.5")
    return least, most


def run_load_test(plan: LoadPlan, address: str | None, *, as_json: bool) -> int:
    """Run the test and return the exit code: 1 if anything went wrong."""
    with progress_bar("Starting the server") as tell:
        test = against(plan, [address], tell) if address else against_own_server(plan, tell)
        report = asyncio.run(test)
    if as_json:
        write_json(to_builtins(report))
    else:
        _tell(report)
    return 0 if report.is_good else FOUND_ERRORS


def _tell(report: LoadReport) -> None:
    plan = report.plan
    say(
        f"{counted(plan.tables, 'table')} ({', '.join(plan.games)}), "
        f"bots at each: {', '.join(plan.bots) or 'none'}, "
        f"{counted(report.connections, 'connection')}, "
        f"{plan.seated} of them playing: a command every {plan.pace[0]:g} - {plan.pace[1]:g} s, "
        f"for {report.seconds:.0f} s",
        "",
        _times(report),
        "",
        _counts(report),
    )
    for kind, times in sorted(report.refused.items(), key=lambda item: -item[1])[:5]:
        say(f"  refused {counted(times, 'time')}: {kind}")
    say("", _verdict(report))


def _times(report: LoadReport) -> Grid:
    grid = Grid("milliseconds", "p50", "p90", "p99", "most", "times")
    _add(grid, "acknowledged", report.acknowledgement)
    _add(grid, "told to the others", report.delivery)
    _add(grid, "our own timers late", report.lateness)
    return grid


def _add(grid: Grid, name: str, spread: Spread | None) -> None:
    if spread is None:
        grid.add_row(name, *["-"] * 4, "0")
        return
    times = (spread.p50, spread.p90, spread.p99, spread.most)
    grid.add_row(name, *(f"{each:.1f}" for each in times), str(spread.times))


def _counts(report: LoadReport) -> Grid:
    grid = Grid.grid(padding=(0, 2))
    rate = report.commands / report.seconds
    refused = sum(report.refused.values())
    megabytes = report.received_bytes / 1e6
    grid.add_row(
        "Commands",
        f"{report.commands} ({rate:.0f} a second): {report.acknowledged} acknowledged, "
        f"{refused} refused, {report.unanswered} unanswered",
    )
    grid.add_row(
        "Delivered",
        f"{report.delivered} entries and lines in {report.messages} messages, {megabytes:.1f} MB",
    )
    if report.plan.bots and report.bots is not None:
        grid.add_row("Bots", _bots(report.bots))
    for name, text in _costs(report):
        grid.add_row(name, text)
    if report.outage:
        grid.add_row(
            "Killed",
            f"everybody reconnected after {report.outage.seconds:.1f} s, "
            f"{report.outage.resent} commands sent again",
        )
    grid.add_row("In the logs", _audit(report))
    grid.add_row("Machine", f"load average {report.load_average:.2f}")
    return grid


def _bots(decisions: dict[str, int]) -> str:
    lost = {kind: times for kind, times in decisions.items() if times and kind != "hurried"}
    kinds = ", ".join(f"{times} {kind}" for kind, times in lost.items())
    told = f"{sum(lost.values())} decisions lost{f' ({kinds})' if kinds else ''}"
    return f"{told}, {decisions.get('hurried', 0)} hurried"


def _costs(report: LoadReport) -> Iterator[tuple[str, str]]:
    cost = report.cost
    if cost is None:
        yield "Server", "not ours: its memory and CPU time are unknown"
        return
    cpu = cpu_of(cost)
    most = max((sample.usage.rss_mb for sample in cost.samples), default=cost.ended.rss_mb)
    memory = {
        "empty": cost.empty.rss_mb,
        "with everybody connected": cost.idle_began.rss_mb,
        "at the start": cost.began.rss_mb,
        "at the end": cost.ended.rss_mb,
        "at most": most,
    }
    yield "Memory", ", ".join(f"{size:.0f} MB {when}" for when, size in memory.items())
    yield "CPU", f"{cpu:.1f} s of the server, {100 * cpu / report.seconds:.0f} % of a core"
    yield "A socket", _socket(report)
    each = f"{cpu_per_delivery(report) or 0:.0f} µs per delivery"
    yield "A command", f"{cpu_per_command(report) or 0:.2f} ms of CPU, all included; {each}"


def _socket(report: LoadReport) -> str:
    memory, idle = kb_per_socket(report), idle_cpu(report)
    if memory is None or idle is None:
        return f"too few to tell: it takes {MIN_SOCKETS}"
    return f"{memory:.0f} KB; a thousand idle ones take {100 * idle:.1f} % of a core"


def _audit(report: LoadReport) -> str:
    if report.audit is None:
        return "not checked: the server is not ours"
    audit = report.audit
    return (
        f"{audit.commands - audit.missing} of {audit.commands} acknowledged commands, "
        f"{audit.doubled} twice, {audit.gaps} of {audit.logs} logs with a version missing"
    )


def _verdict(report: LoadReport) -> Text:
    if report.is_good:
        return Text("✓ No errors.", style="bold green")
    kinds = (f"{times} x {kind}" for kind, times in sorted(report.errors.items()))
    return Text("\n".join(("✗ Errors:", *kinds)), style="bold red")
