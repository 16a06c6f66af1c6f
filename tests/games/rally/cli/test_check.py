"""`tinplate rally check`."""

import json
from pathlib import Path

import pytest

from tests.cli.running import Run


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    path = tmp_path / "faulty.rally"
    path.write_text("rally 1\nboard:\n. >>e 1\n>/S Q .\n", encoding="utf-8")
    return str(path)


def test_all_is_well(run: Run) -> None:
    """Exit code 0, and one word of praise."""
    assert (0, "first-shift.rally: no problems.\n", "") == run("rally", "check", "first-shift")


def test_notes_are_no_errors(run: Run) -> None:
    """D5: what the author may want to know does not forbid play."""
    code, out, err = run("rally", "check", "stamping-mill")

    assert (0, "") == (code, err)
    assert [
        "stamping-mill.rally:17:63: note: K6: the belt runs into the pit on L6 (D5)",
        "stamping-mill.rally: 0 errors, 1 note.",
    ] == out.splitlines()


def test_errors_and_notes_in_the_order_of_the_text(run: Run, faulty: str) -> None:
    """D5, D42: exit code 1; file, line, column and cell of each, what is wrong, what was expected.

    What an unreadable cell may hide, such as a start, is not said to be missing.
    """
    code, out, err = run("rally", "check", faulty)

    assert (1, "") == (code, err)
    assert [
        f"{faulty}:3:3: note: B1: the belt runs into a wall: robots stay (D5)",
        f"{faulty}:4:1: error: A2: a start can have only walls; expected S alone (D42)",
        f"{faulty}:4:5: error: B2: “Q”: there is no such element;",
        f"{faulty}: 2 errors, 1 note.",
    ] == [line.partition(" expected . S")[0] for line in out.splitlines()]


def test_json(run: Run, faulty: str) -> None:
    """Machines get the same, and the same exit code."""
    code, out, _ = run("rally", "check", faulty, "--json")
    facts = json.loads(out)

    assert 1 == code
    assert (faulty, 2) == (facts["course"], facts["errors"])
    assert {
        "kind": "note",
        "line": 3,
        "column": 3,
        "cell": "B1",
        "message": "the belt runs into a wall: robots stay (D5)",
    } == facts["findings"][0]


def test_a_file_that_is_not_there(run: Run) -> None:
    """Exit code 2: nothing was checked."""
    assert (2, "", "tinplate: no.rally: No such file or directory\n") == run(
        "rally", "check", "no.rally"
    )
