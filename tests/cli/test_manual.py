"""The manual page, completion, and one way to write help."""

# ruff: noqa: S603 - what is run is our own command
import os
import re
import subprocess
import sys

import pytest

from tests.cli.running import Run
from tests.cli.test_main import every_command
from tinplate.cli.manual import manual
from tinplate.cli.options import EXIT_CODES

TINPLATE = (sys.executable, "-m", "tinplate.cli.main")


def test_the_manual_has_all_commands_and_options() -> None:
    """Those of games, too; nothing that roff would take for a request of its own."""
    page = manual()
    requests = {line.split()[0] for line in page.splitlines() if line.startswith((".", "'"))}

    assert {".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi"} == requests
    assert ".SS tinplate ricochet new " in page
    assert ".SS tinplate serve " in page
    assert r"\fB\-\-moves N\fR" in page
    assert all(rf"\fB{code}\fR" in page for code in EXIT_CODES)
    assert r"$ tinplate ricochet new \-\-moves 8" in page


def test_the_manual_is_written_as_roff_wants_it() -> None:
    """Only escapes that we mean, fonts that end where they began, examples that are closed."""
    page = manual()
    requests = [line.split()[0] for line in page.splitlines() if line.startswith(".")]
    unfilled = [request for request in requests if request in {".nf", ".fi"}]

    assert {"\\-", "\\f", "\\e", "\\&", "\\("} >= set(re.findall(r"\\.", page))
    assert re.findall(r"\\fB", page)
    assert all(
        line.count(r"\fB") == line.count(r"\fR") for line in page.splitlines() if r"\f" in line
    )
    assert unfilled == [".nf", ".fi"] * (len(unfilled) // 2)


def test_the_help_says_what_exit_codes_mean(run: Run) -> None:
    """On lines of their own, none folded."""
    shown = {line.strip() for line in run("--help").out.splitlines()}

    assert {f"{code:<5}{text[0]}" for code, text in EXIT_CODES.items()} <= shown
    assert {line for text in EXIT_CODES.values() for line in text[1:]} <= shown


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    """Each shell gets its script, as documented."""
    told = subprocess.run(
        TINPLATE,
        capture_output=True,
        check=True,
        env=os.environ | {"_TINPLATE_COMPLETE": f"{shell}_source"},
        text=True,
    ).stdout

    assert f"_TINPLATE_COMPLETE={shell}_complete" in told


@every_command
def test_defaults_are_written_in_one_way(run: Run, path: tuple[str, ...]) -> None:
    """As the last sentence: Default: 60."""
    told = " ".join(run(*path, "--help").out.split())

    assert not re.search(r"\[default|\(the default\)|\(default", told)


def test_the_manual_names_the_extras_to_install() -> None:
    """Brackets in texts are no marks of style, which would vanish."""
    page = manual()

    assert "pip install 'tinplate[research]'" in page
    assert "comes with tinplate[server]" in page
    assert "pip install 'tinplate'" not in page
