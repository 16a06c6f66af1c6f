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
from tinplate.load.rating_audit import RatingAudit
from tinplate.load.report import (
    MIN_SOCKETS,
    LoadReport,
    cpu_of,
    cpu_per_command,
    cpu_per_delivery,
    extra_cpu,
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
    sign_ins: float,
    rated_ends: float,
) -> LoadPlan:
    """Read a plan; raise Malformed or Rejected if it cannot be carried out."""
    for option, is_asked in (
        ("--faults kill", faults),
        ("--sign-ins", sign_ins),  # accounts and ratings stay: not on the servers of others
        ("--rated-ends", rated_ends),
    ):
        if is_asked and address:
            raise Rejected(f"{option} needs a server of its own: leave out --address.")
    known = installed()
    names = tuple(known.packs) if games is None else tuple(map(str.strip, games.split(",")))
    for name in names:
        if name not in known.packs:
            raise Malformed(f"--games {games}: expected some of {', '.join(known.packs)}")
    seated = tuple(name.strip() for name in bots.split(",") if name.strip())
    for name in seated:
        if name not in known.bots:
            raise Malformed(f"--bots {bots}: expected some of {', '.join(known.bots)}")
    return LoadPlan(
        tables,
        players,
        names,
        _pace(pace),
        seconds,
        faults == "kill",
        seated,
        seats,
        sign_ins=sign_ins,
        rated_ends=rated_ends,
    )


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
    if report.alone is not None:
        _add(grid, "alone: acknowledged", report.alone.acknowledgement)
        _add(grid, "alone: told to the others", report.alone.delivery)
        _add(grid, "alone: our own timers late", report.alone.lateness)
    _add(grid, "acknowledged", report.acknowledgement)
    _add(grid, "told to the others", report.delivery)
    _add(grid, "our own timers late", report.lateness)
    if report.sign_ins is not None:
        _add(grid, "signed in", report.sign_ins.times)
    if report.rated is not None:
        _add(grid, "rated match ended", report.rated.ending)
        _add(grid, "its rating recorded", report.rated.recording)
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
    for name, text in (*_more(report), *_costs(report)):
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


def _more(report: LoadReport) -> Iterator[tuple[str, str]]:
    """What went on beside playing."""
    signed, rated, extra = report.sign_ins, report.rated, extra_cpu(report)
    if signed is not None:
        rate = 60 * signed.done / report.seconds
        yield "Sign-ins", f"{signed.done} of {signed.begun} ({rate:.0f} a minute)"
    if rated is not None:
        yield "Rated matches", f"{rated.ended} ended ({rated.ended / rated.seconds:.1f} a second)"
        if rated.audit is not None:
            yield "Ratings", _ratings(rated.audit)
    if extra is not None:
        done = (signed.done if signed else 0) + (rated.ended if rated else 0)
        each = f", {1e3 * extra / done:.1f} ms each" if done and not (signed and rated) else ""
        yield "They cost", f"{extra:.1f} s of the server's CPU{each}"


def _ratings(audit: RatingAudit) -> str:
    return (
        f"{audit.recorded} recorded, {audit.missing} missing, {audit.doubled} twice, "
        f"{audit.different} different when computed again"
    )


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
