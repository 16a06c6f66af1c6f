"""`make attack`: a battery of attacks on real servers, for some minutes, and its report."""

import argparse
import asyncio
import re
import sys
import tempfile
import traceback
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from tests.attack.faults import on_postgres, on_sqlite
from tests.attack.findings import Findings
from tests.attack.inputs import bad_input
from tests.attack.load import under_load
from tests.attack.machine import Campaign
from tests.attack.prying import prying
from tests.attack.rude import rude_people
from tests.attack.thieves import thieves

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
REPORT = re.compile(r"(?<=<!-- report -->\n).*?(?=<!-- end of report -->)", re.DOTALL)
MINUTES = 6.0


class Part(NamedTuple):
    """A part of the battery, and its share of the time."""

    name: str
    attack: Callable[[Campaign], Coroutine[Any, Any, None]]
    share: float


PARTS = (
    Part("load", under_load, 0.15),
    Part("sqlite", on_sqlite, 0.2),
    Part("postgres", on_postgres, 0.25),
    Part("input", bad_input, 0.15),
    Part("thieves", thieves, 0.1),
    Part("prying", prying, 0.05),
    Part("rude", rude_people, 0.1),
)


def main() -> int:
    arguments = parse()
    findings = Findings()
    began = monotonic()
    for part in PARTS:
        if part.name in (arguments.only or part.name):
            attack(part, findings, 60 * arguments.minutes * part.share, arguments.seed)
    took = (monotonic() - began) / 60
    report = (
        f"Seed {arguments.seed}, {took:.0f} minutes, on {datetime.now(UTC):%Y-%m-%d}:\n\n"
        f"{findings.markdown()}\n"
    )
    print(f"\n{report}")
    if arguments.write:
        write(report)
    return int(bool(findings.faults))


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make attack", description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="about how long it takes")
    parser.add_argument("--seed", type=int, default=1, help="of all that the battery chooses")
    parser.add_argument("--only", choices=[part.name for part in PARTS], help="one part")
    parser.add_argument("--write", action="store_true", help=f"the report into {PAGE.name}")
    return parser.parse_args()


def attack(part: Part, findings: Findings, seconds: float, seed: int) -> None:
    """A part that breaks off is a fault; the others go on."""
    began = monotonic()

    def tell(what: str) -> None:
        print(f"{monotonic() - began:5.0f} s  {what}; {findings.count} faults found", flush=True)

    with tempfile.TemporaryDirectory(prefix="tinplate-attack-") as folder:
        try:
            asyncio.run(part.attack(Campaign(Path(folder), findings, tell, seconds, seed)))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is reported
            traceback.print_exc()
            findings.fault(f"{part.name} broke off", repr(error))


def write(report: str) -> None:
    """Into the page, in the place of the one before."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(REPORT.sub(lambda _: f"\n{report}\n", text), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
