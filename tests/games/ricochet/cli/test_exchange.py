"""`tinplate ricochet import` and `export`."""

import io
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run
from tests.games.ricochet.formats.saved_games import saved
from tests.games.ricochet.formats.test_asp import FACTS
from tests.games.ricochet.formats.test_droids import PRINTED, SECTIONS
from tests.games.ricochet.formats.test_pddl import TASK
from tinplate.cli import entry
from tinplate.cli.main import main
from tinplate.games.ricochet.cli import files
from tinplate.games.ricochet.formats.reading import read_position
from tinplate.games.ricochet.notation import parse_position

PNG = b"\x89PNG\r\n\x1a\n"
BARRIERS = "R4G1B1Y1 ra1,gb1,bc1,yd1 vortex"


@pytest.mark.parametrize("text", [TASK, FACTS, saved(parse_position(PRINTED), sections=SECTIONS)])
def test_import_prints_the_position(run: Run, tmp_path: Path, text: str) -> None:
    """One line, which our other commands read."""
    path = tmp_path / "file"
    path.write_text(text)
    ran = run("ricochet", "import", str(path))

    assert (0, "") == (ran.code, ran.err)
    assert read_position(text) == parse_position(ran.out.rstrip("\n"), custom=True)


def test_import_of_a_printed_board(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has its name back; - is standard input."""
    game = saved(parse_position(PRINTED), sections=SECTIONS)
    monkeypatch.setattr("sys.stdin", io.StringIO(game))

    assert f"{PRINTED}\n" == run("ricochet", "import", "-").out


def test_import_says_what_is_wrong(run: Run, tmp_path: Path) -> None:
    """With the file, and the line if there is one."""
    path = tmp_path / "facts.asp"
    path.write_text("dim(1..4).\npos(red).\n")
    ran = run("ricochet", "import", str(path))

    assert (2, "") == (ran.code, ran.out)
    assert f"tinplate: {path}: line 2: pos(red): it has a robot, a column and a row\n" == ran.err


@pytest.mark.parametrize("to", ["pddl", "asp"])
def test_export_and_import(run: Run, tmp_path: Path, to: str) -> None:
    """A printed board comes back as one of its own, with the one target."""
    path = tmp_path / f"mine.{to}"
    told = run("ricochet", "export", *PRINTED.split(), "--to", to, "--output", str(path))
    position = read_position(path.read_text())

    assert (0, f"Written to {path}.") == (told.code, " ".join(told.out.split()))
    assert parse_position(PRINTED).robots == position.robots
    assert parse_position(PRINTED).board.blocked == position.board.blocked


@pytest.mark.parametrize("to", ["pddl", "asp", "svg", "png"])
def test_export_to_standard_output(capsysbinary: pytest.CaptureFixture[bytes], to: str) -> None:
    """What would be in the file, and nothing else."""
    assert 0 == main(("ricochet", "export", *PRINTED.split(), "--to", to))
    out, err = capsysbinary.readouterr()
    begins = {"pddl": b"(define", "asp": b"dim(1).", "svg": b"<svg", "png": PNG}

    assert b"" == err
    assert out.startswith(begins[to])


@pytest.mark.parametrize("to", ["svg", "png"])
def test_dark_pictures(run: Run, tmp_path: Path, to: str) -> None:
    """They differ from light ones, and are drawn on boards of any size."""
    light, dark = tmp_path / f"light.{to}", tmp_path / f"dark.{to}"
    text = str(read_position(TASK))
    run("ricochet", "export", text, "--to", to, "-o", str(light))
    run("ricochet", "export", text, "--to", to, "-o", str(dark), "--dark")

    assert light.read_bytes() != dark.read_bytes()


def test_a_missing_package_names_its_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A PNG needs what draws pictures for the server."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    output = tmp_path / "b.png"
    monkeypatch.setattr(
        "sys.argv",
        ["tinplate", "ricochet", "export", *PRINTED.split(), "--to", "png", "-o", str(output)],
    )

    assert 2 == entry.main()
    assert "pip install 'tinplate[server]'" in capsys.readouterr().err
    assert not output.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((BARRIERS, "--to", "pddl"), "no diagonal barriers; there is one on"),
        ((BARRIERS, "--to", "asp"), "no diagonal barriers"),
        (("G1R2B2Y2_ro5,ga14,bl14,yj16_vortex", "--to", "asp"), "which robot has to arrive"),
        ((PRINTED, "--to", "pddl", "--dark"), "--dark is for pictures"),
        ((PRINTED, "--to", "pddl", "-o", "notes.txt"), "has to end in .pddl"),
        ((PRINTED, "--to", "asp", "-o", "notes.txt"), "has to end in .asp or .lp"),
        (("nonsense", "--to", "svg"), "three parts"),
    ],
)
def test_exports_that_are_refused(run: Run, words: tuple[str, ...], told: str) -> None:
    """With the reason, and nothing is written."""
    ran = run("ricochet", "export", *words)

    assert (2, "") == (ran.code, ran.out)
    assert told in ran.err


def test_links_are_not_overwritten(run: Run, tmp_path: Path) -> None:
    """Wherever they lead."""
    kept, link = tmp_path / "kept.txt", tmp_path / "link.pddl"
    kept.write_text("kept")
    link.symlink_to(kept)
    ran = run("ricochet", "export", PRINTED, "--to", "pddl", "-o", str(link))

    assert (2, "kept") == (ran.code, kept.read_text())


def test_no_picture_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bytes would only confuse it."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    ran = run("ricochet", "export", PRINTED, "--to", "png")

    assert 2 == ran.code
    assert "not for a terminal" in ran.err


def test_long_standard_input_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so much of it is read."""
    monkeypatch.setattr(files, "LONGEST", 10)
    monkeypatch.setattr("sys.stdin", io.StringIO("dim(1..4)." * 10))
    ran = run("ricochet", "import", "-")

    assert (2, "tinplate: -: too long: we read 10 bytes at most\n") == (ran.code, ran.err)
