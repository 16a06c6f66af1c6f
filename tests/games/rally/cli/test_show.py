"""`tinplate rally show`: the drawing, its legend, and the facts for machines."""

import json
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.running import Run
from tinplate.games.rally.shelf import course_named, course_names

DRAWINGS = Path(__file__).parent / "drawings"
WIDTH = 80

SAMPLER = """\
rally 1
name: Sampler
level: hard
players: 1-2
size: 6x5
edge: wall
rules: flags_save=on beam_blocked=on
board:
  S1n     ^>       >v    >>    ^v>>    S2
  O       P^135    X24   L     R       +/1
  .w/l>   .        .n/lv ./l<  ++      2
  .w/l>2  .        .     .     .ew/l^3 >/X135/3
  .       <</X1234 ^<    .s    vv      v
"""


@pytest.fixture
def sampler(tmp_path: Path) -> str:
    path = tmp_path / "sampler.rally"
    path.write_text(SAMPLER, encoding="utf-8")
    return str(path)


def test_the_drawing(run: Run, sampler: str) -> None:
    """R2 to R14: every element has its sign, walls are heavy lines and beams thin ones."""
    assert (DRAWINGS / "sampler.txt").read_text(encoding="utf-8") == run(
        "rally", "show", sampler
    ).out


def test_the_drawing_of_a_course_of_ours(run: Run) -> None:
    """Known by name, and drawn the same every time."""
    assert (DRAWINGS / "stamping-mill.txt").read_text(encoding="utf-8") == run(
        "rally", "show", "stamping-mill"
    ).out


@pytest.mark.parametrize("name", course_names())
def test_our_courses_fit_a_terminal(run: Run, name: str) -> None:
    """Nothing is folded or cut at 80 columns, and nothing is too crowded to be drawn."""
    printed = run("rally", "show", name).out

    assert max(map(len, printed.splitlines())) <= WIDTH
    assert "Too much to draw" not in printed


def test_colour_is_for_terminals(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the same drawing has colours; elsewhere there is not one escape code."""
    plain = run("rally", "show", "crossfire-dock").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = run("rally", "show", "crossfire-dock").out

    assert "\x1b[" not in plain
    assert "\x1b[" in coloured


def test_the_legend_explains_what_is_there(run: Run) -> None:
    """A beginner's course is not explained with lasers that it does not have."""
    gentle, rough = (run("rally", "show", name).out for name in ("first-shift", "stamping-mill"))

    assert "gear, turns left" in gentle
    assert not {"laser", "press,", "pusher,", "express", "▒▒▒"} & set(gentle.split())
    assert {"laser", "press,", "pusher,", "express", "▒▒▒"} <= set(rough.split())


def test_what_does_not_fit_is_told_below(run: Run, tmp_path: Path) -> None:
    """A board of many columns has narrow cells; nothing is lost without a word."""
    path = tmp_path / "wide.rally"
    path.write_text("rally 1\nboard:\n" + "S 1 >/X24 " + ". " * 15, encoding="utf-8")
    printed = run("rally", "show", str(path)).out

    assert "→X…" in printed
    assert "Too much to draw: C1 >/X24" in printed
    assert max(map(len, printed.splitlines())) <= WIDTH


@pytest.mark.parametrize(("edge", "frame"), [("pit", "·   · "), ("wall", "┏━━━")])
def test_the_edge_can_be_seen(run: Run, tmp_path: Path, edge: str, frame: str) -> None:
    """D3: a wall round the board is drawn as one; who leaves a board without it is lost."""
    path = tmp_path / "edge.rally"
    path.write_text(f"rally 1\nedge: {edge}\nboard:\n" + ". " * 13, encoding="utf-8")
    printed = run("rally", "show", str(path)).out

    assert f"   {frame}" in printed
    assert f"The edge of the board is a {edge}." in printed


def test_json(run: Run, sampler: str) -> None:
    """Machines get the header, the flags' cells and the board in the tokens of the file."""
    facts = json.loads(run("rally", "show", sampler, "--json").out)

    assert {
        "name": "Sampler",
        "level": "hard",
        "players": [1, 2],
        "size": [6, 5],
        "flags": ["F2", "F3", "F4"],
        "author": "",
        "texts": {},
        "edge": "wall",
        "rules": {"flags_save": "on", "beam_blocked": "on"},
    } == {key: value for key, value in facts.items() if key != "rows"}
    assert ["S1n", "^>", ">v", ">>", "^v>>", "S2"] == facts["rows"][0]
    assert [".w/l>2", ".", ".", ".e", ".e/l^3", ">/3/X135"] == facts["rows"][3]


def test_a_course_may_come_through_a_pipe(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name - is standard input."""
    monkeypatch.setattr("sys.stdin", StringIO(SAMPLER))

    assert "Sampler: hard, 1-2 players, 6x5, 3 flags" in run("rally", "show", "-").out


def test_all_mistakes_of_a_file_are_told(run: Run, tmp_path: Path) -> None:
    """File, line and column, the cell, what is wrong and what was expected; exit code 2."""
    path = tmp_path / "bad.rally"
    path.write_text("rally 1\nlevel: so\nboard:\n. Q\n. x1\n", encoding="utf-8")
    code, out, err = run("rally", "show", str(path))

    assert (2, "") == (code, out)
    assert [
        f"tinplate: {path}:2:8: level: “so”; expected one of beginner, intermediate, hard",
        f"tinplate: {path}:4:3: B1: “Q”: there is no such element;",
        f"tinplate: {path}:5:3: B2: “x1”: a press is a capital X and its registers, such as X24",
    ] == [line.partition(" expected . S")[0] for line in err.splitlines()]


@pytest.mark.parametrize(
    ("where", "complaint"),
    [
        ("third-shift", "there is no course “third-shift”; expected "),
        ("third.rally", "third.rally: No such file or directory"),
        ("./third", "third: No such file or directory"),
        (".", ".: Is a directory"),
    ],
)
def test_a_course_that_is_not_there(run: Run, where: str, complaint: str) -> None:
    """A name that is not ours is answered with those that are."""
    code, out, err = run("rally", "show", where)

    assert (2, "") == (code, out)
    assert err.startswith(f"tinplate: {complaint}")


def test_a_file_that_is_no_text(run: Run, tmp_path: Path) -> None:
    """The line at which it stops being UTF-8."""
    path = tmp_path / "latin.rally"
    path.write_bytes("rally 1\nname: Fünf\n".encode("latin-1"))

    assert f"tinplate: {path}:2: this is not UTF-8 text\n" == run("rally", "show", str(path)).err


def test_the_shelf_comes_before_a_file(run: Run, tmp_path: Path) -> None:
    """A file of a course's name is meant when its folder is named, too."""
    assert course_named("first-shift").name in run("rally", "show", "first-shift").out
    assert 2 == run("rally", "show", str(tmp_path / "first-shift")).code
