"""`tinplate rally check`: everything wrong with a course, and notes for its author."""

from rich.text import Text

from tinplate.cli.output import printable, say, write_json
from tinplate.games.rally.cli.files import source
from tinplate.games.rally.cli.show import counted
from tinplate.games.rally.course import cell_name
from tinplate.games.rally.course_check import Placed, check_text

FAULTY = 1
_STYLES = {"error": "bold #dc4f45", "note": "#b9851a"}


def check_source(where: str, *, as_json: bool) -> int:
    """Check a course; return the exit code: 0 if it can be played, 1 if it has errors."""
    label, text = source(where)
    found = check_text(text)
    errors = sum(each.finding.kind == "error" for each in found)
    if as_json:
        write_json(
            {"course": label, "errors": errors, "findings": [_facts(each) for each in found]}
        )
    else:
        say(*(_line(label, each) for each in found))
        amounts = f"{counted(errors, 'error')}, {counted(len(found) - errors, 'note')}"
        say(f"{printable(label)}: {amounts}." if found else f"{printable(label)}: no problems.")
    return FAULTY if errors else 0


def _line(label: str, placed: Placed) -> Text:
    line, column, (kind, cell, message, *_) = placed
    text = Text(f"{printable(label)}:{line}:{column}: ").append(f"{kind}: ", _STYLES[kind])
    return text.append("" if cell is None else f"{cell_name(cell)}: ").append(printable(message))


def _facts(placed: Placed) -> dict[str, object]:
    line, column, (kind, cell, message, *_) = placed
    name = None if cell is None else cell_name(cell)
    return {"kind": kind, "line": line, "column": column, "cell": name, "message": message}
