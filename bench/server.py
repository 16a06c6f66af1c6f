"""The server: how long people wait when many play, until it breaks; server and players share cores.

Each row is `tinplate load --tables ... --players ...` against a new server on SQLite.
"""

import asyncio

from rich.console import Console
from rich.table import Table as Grid

from tinplate.load.load_test import against_own_server
from tinplate.load.plan import LoadPlan
from tinplate.load.report import LoadReport, cpu_of, kb_per_socket
from tinplate.load.tally import Spread

SECONDS = 30.0
HUMAN = (5.0, 10.0)  # seconds between two commands of a player
LOADS = ((1, 4), (500, 2_000), (750, 3_000), (1_000, 4_000), (1_250, 5_000))  # tables, players


def main(console: Console) -> None:
    """Print how the server bears it."""
    console.print("Measuring the server under load, five minutes ...", highlight=False)
    grid = Grid(
        "tables", "players", "commands/s", "acknowledged, 99 % ms", "told, 99 % ms", "CPU %",
        "MB", "KB a socket", "errors", title="both games at human pace",
    )  # fmt: skip
    for tables, players in LOADS:
        plan = LoadPlan(tables, players, ("ricochet", "rally"), HUMAN, SECONDS)
        grid.add_row(*row_of(asyncio.run(against_own_server(plan, lambda *_: None))))
    console.print(grid)


def row_of(report: LoadReport) -> tuple[str, ...]:
    cost, each = report.cost, kb_per_socket(report)
    return (
        f"{report.plan.tables}",
        f"{report.plan.players}",
        f"{report.commands / report.seconds:.0f}",
        last_hundredth(report.acknowledgement),
        last_hundredth(report.delivery),
        "?" if cost is None else f"{100 * cpu_of(cost) / report.seconds:.0f}",
        "?" if cost is None else f"{cost.ended.rss_mb:.0f}",
        "?" if each is None else f"{each:.0f}",
        f"{sum(report.errors.values())}",
    )


def last_hundredth(times: Spread | None) -> str:
    return "-" if times is None else f"{times.p99:.1f}"
