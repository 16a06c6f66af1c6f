"""`tinplate rally format`."""

from io import StringIO
from pathlib import Path

import pytest

from tests.cli.running import Run
from tinplate.games.rally.course_text import format_course, parse_course
from tinplate.games.rally.shelf import course_named, course_names, text_named

UNTIDY = "rally 1\r\nboard:\r\nS .w 1\r\n"


@pytest.fixture
def untidy(tmp_path: Path) -> Path:
    path = tmp_path / "untidy.rally"
    path.write_bytes(UNTIDY.encode())
    return path


@pytest.mark.parametrize("name", course_names())
def test_our_courses_are_canonical(run: Run, name: str) -> None:
    """What we ship is what the formatter writes."""
    assert (0, text_named(name), "") == run("rally", "format", name)
    assert text_named(name) == format_course(course_named(name))
    assert 0 == run("rally", "format", name, "--check").code


def test_a_file_is_printed_and_left_alone(run: Run, untidy: Path) -> None:
    """R14: without --write the canonical text goes to standard output only."""
    code, out, err = run("rally", "format", str(untidy))

    assert (0, format_course(parse_course(UNTIDY)), "") == (code, out, err)
    assert "  Se  .  1\n" in out
    assert UNTIDY.encode() == untidy.read_bytes()


def test_write(run: Run, untidy: Path) -> None:
    """The file is rewritten once; the second time there is nothing to do."""
    first = run("rally", "format", str(untidy), "--write")
    written = untidy.read_bytes()
    second = run("rally", "format", str(untidy), "--write")

    assert (0, f"{untidy} is in its canonical form now.\n", "") == first
    assert (0, f"{untidy} is already in its canonical form.\n", "") == second
    assert format_course(parse_course(UNTIDY)).encode() == written == untidy.read_bytes()


def test_check(run: Run, untidy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 1 for what is not canonical, in a file or through a pipe; nothing is changed."""
    monkeypatch.setattr("sys.stdin", StringIO(UNTIDY))

    assert (1, f"{untidy} is not in its canonical form.\n", "") == run(
        "rally", "format", str(untidy), "--check"
    )
    assert (1, "standard input is not in its canonical form.\n", "") == run(
        "rally", "format", "-", "--check"
    )
    assert UNTIDY.encode() == untidy.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["first-shift", "--write"], "first-shift: not a file"),
        (["-", "--write"], "-: not a file"),
        (["first-shift", "--write", "--check"], "--write changes the file, --check does not"),
    ],
)
def test_what_cannot_be_written(run: Run, arguments: list[str], complaint: str) -> None:
    """The built-in courses are not changed from the command line."""
    code, out, err = run("rally", "format", *arguments)

    assert (2, "") == (code, out)
    assert err.startswith(f"tinplate: {complaint}")


def test_a_course_with_mistakes_is_not_formatted(run: Run, untidy: Path) -> None:
    """What cannot be read stays as it is, and every mistake is told."""
    untidy.write_text("rally 1\nboard:\nQ Z\n", encoding="utf-8")
    code, out, err = run("rally", "format", str(untidy), "--write")

    assert (2, "") == (code, out)
    assert 2 == len(err.splitlines())
    assert "rally 1\nboard:\nQ Z\n" == untidy.read_text(encoding="utf-8")
