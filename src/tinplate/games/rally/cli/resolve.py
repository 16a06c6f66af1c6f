"""`tinplate rally resolve`: scenarios on standard input, results on standard output."""

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
    """Answer every line, even one that cannot be read: then with an object that says why."""
    for number, line in enumerate(sys.stdin, start=1):
        try:
            write_json(resolve(line))
        except Malformed as error:
            write_json({"line": number, "error": str(error)})
        sys.stdout.flush()  # so that a reader need not wait for the rest
