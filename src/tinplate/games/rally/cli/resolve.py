"""`tinplate rally resolve`: scenarios come in on standard input, what becomes of them goes out."""

import sys

from tinplate.cli.output import write_json
from tinplate.game import Malformed
from tinplate.games.rally.resolve import resolve


def resolve_one() -> None:
    text = sys.stdin.read()
    if not text.strip():
        raise Malformed(
            "there is no scenario on standard input (see tinplate rally resolve --help)"
        )
    write_json(resolve(text))


def resolve_lines() -> None:
    """One answer a line, also for a line that cannot be read: an object that says why."""
    for number, line in enumerate(sys.stdin, start=1):
        try:
            write_json(resolve(line))
        except Malformed as error:
            write_json({"line": number, "error": str(error)})
        sys.stdout.flush()  # whoever reads along need not wait for the rest
