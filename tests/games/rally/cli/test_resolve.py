# ruff: noqa: S603 - what is run is our own command
"""`tinplate rally resolve`."""

import io
import json
import subprocess
import sys

import pytest

from tests.cli.running import Ran, Run
from tests.games.rally.test_resolve import robot, scenario
from tests.waiting import PATIENCE
from tinplate.games.rally.resolve import resolve

TINPLATE = (sys.executable, "-m", "tinplate.cli.main", "rally", "resolve")
GOOD = json.dumps(scenario())
OTHER = json.dumps(scenario(robot(cell="B2")))


@pytest.fixture
def ask(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command with that on standard input."""

    def run_with(text: str, *arguments: str) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return run("rally", "resolve", *arguments)

    return run_with


def test_a_scenario(ask: Run) -> None:
    """R35: the answer is one line of JSON, however the question was laid out."""
    ran = ask(json.dumps(scenario(), indent=2))

    assert (0, "", 1) == (ran.code, ran.err, ran.out.count("\n"))
    assert resolve(GOOD) == json.loads(ran.out)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "tinplate: scenario: Input data was truncated\n"),
        (f"{GOOD} {GOOD}", "tinplate: scenario: JSON is malformed: trailing characters (byte "),
        (" \n", "tinplate: there is no scenario on standard input (see tinplate rally resolve"),
        (json.dumps(scenario(robot(cell="D1"))), "tinplate: robot 0: cell: D1 is a pit; expect"),
    ],
)
def test_a_malformed_scenario(ask: Run, text: str, message: str) -> None:
    """Exit code 2 and one line that says what is wrong."""
    ran = ask(text)

    assert (2, "", 1) == (ran.code, ran.out, ran.err.count("\n"))
    assert ran.err.startswith(message)


def test_lines(ask: Run) -> None:
    """One answer for each line, in order, also for an empty one: answers can be counted off."""
    ran = ask(f"{GOOD}\n\n{OTHER}\n", "--lines")
    first, second, third = map(json.loads, ran.out.splitlines())

    assert (0, "") == (ran.code, ran.err)
    assert (resolve(GOOD), resolve(OTHER)) == (first, third)
    assert {"line": 2, "error": "scenario: Input data was truncated"} == second


def test_a_malformed_line(ask: Run) -> None:
    """An error object for that line; the rest is still served."""
    ran = ask(f"{GOOD}\nnonsense\n{OTHER}\n", "--lines")
    first, second, third = map(json.loads, ran.out.splitlines())

    assert (resolve(GOOD), resolve(OTHER)) == (first, third)
    assert {
        "line": 2,
        "error": "scenario: JSON is malformed: invalid character (byte 4)",
    } == second
    assert (0, "") == (ran.code, ran.err)


def test_a_line_is_answered_before_the_next_is_asked() -> None:
    """A tool may hold a conversation: it need not close its end to be answered."""
    with subprocess.Popen(
        [*TINPLATE, "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        answers = []
        for question in (GOOD, OTHER):
            process.stdin.write(f"{question}\n")
            process.stdin.flush()
            answers.append(json.loads(process.stdout.readline()))
        process.stdin.close()

        assert [resolve(GOOD), resolve(OTHER)] == answers
        assert 0 == process.wait(timeout=PATIENCE)


def test_help_needs_no_kernel() -> None:
    """`--help` answers at once: Numba is imported when a register is played."""
    program = (
        "import sys; from tinplate.cli.main import main; main(['rally', 'resolve', '--help']);"
        "sys.exit([name for name in ('numba', 'numpy', 'msgspec') if name in sys.modules] or 0)"
    )

    assert 0 == subprocess.run([sys.executable, "-c", program], capture_output=True).returncode  # noqa: PLW1510
