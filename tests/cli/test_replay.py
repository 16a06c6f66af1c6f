"""`tinplate replay`."""

import json
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import Run
from tests.store.matches import PLAYERS, POSITION, broken_off, finished, opened
from tinplate.game import Millis, Seat
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import TurnToken
from tinplate.match import Match
from tinplate.store.logfile import Recorder


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.log"
    Recorder.create(path, finished(), PLAYERS)
    return path


def test_a_finished_game_is_told(run: Run, log: Path) -> None:
    """Who plays what, every entry with its time, the score, and who has won."""
    told = f"""\
Ricochet: Ann and Bruno
2 players, 2013 box, rule ricochet, sand 60 s, first to 8; board R1G2Y1B4

Round 1   {POSITION}
  0:00.0  The token yellow-square is turned up.
  0:05.0  Ann bids 4.
  0:12.3  Bruno bids 1.
  1:05.0  Bruno is showing 1 move.
  1:10.0  yw: yellow left from h14 to b7, turned by 1 barrier.
  1:10.0  Bruno wins yellow-square in 1 move.
          Ann 0, Bruno 1

Bruno wins: most tokens when all were won.
"""

    assert (0, told, "") == run("replay", str(log))


def test_whoever_shares_a_name_has_a_number(run: Run, tmp_path: Path) -> None:
    """As at a table: the first has none, and it stands before what says that it is a bot."""
    Recorder.create(tmp_path / "bots.log", finished(), ("driver (bot)", "driver (bot)"))
    Recorder.create(tmp_path / "people.log", finished(), ("Ann", "Ann"))
    bots, people = (run("replay", str(tmp_path / f"{who}.log")).out for who in ("bots", "people"))

    assert bots.startswith("Ricochet: driver (bot) and driver 2 (bot)\n")
    assert people.startswith("Ricochet: Ann and Ann 2\n")


def test_a_game_that_was_broken_off_says_so(run: Run, tmp_path: Path) -> None:
    """A game that was left is not an error."""
    Recorder.create(tmp_path / "left.log", broken_off(), PLAYERS)
    Recorder.create(tmp_path / "dealt.log", opened(), PLAYERS)
    left, dealt = (run("replay", str(tmp_path / name)) for name in ("left.log", "dealt.log"))

    assert (0, "") == (left.code, left.err)
    assert left.out.endswith("\nStopped here, in round 1: Ann 0, Bruno 0.\n")
    assert dealt.out.endswith("\nStopped here, before the first round: Ann 0, Bruno 0.\n")


def test_a_solo_game_counts_face_up_and_down(run: Run, tmp_path: Path) -> None:
    """RC21: alone one plays against the sand."""
    settings = Settings(solo=True, silver=True, diagonals=False, hourglass_turns=2)
    match = Match.open(Ricochet(), settings, 1, Random(1))
    match.submit(Seat(0), TurnToken(), Millis(0))
    match.tick(Millis(120_000))
    Recorder.create(tmp_path / "solo.log", match, ("Ann",))
    told = run("replay", str(tmp_path / "solo.log")).out.splitlines()

    assert told[1].startswith(
        "solo, 2013 box, no diagonals, silver robot, rule ricochet, sand 120 s, all tokens, "
        "numbers announced; board "
    )
    assert told[-1] == "Stopped here, in round 1: 0 face up, 1 face down."


def test_boards_are_drawn_if_asked(run: Run, log: Path) -> None:
    """The position of each round as `show` draws it."""
    drawing, _ = run("ricochet", "show", POSITION).out.rsplit("\n   Yellow", 1)

    assert drawing in run("replay", str(log), "--boards").out
    assert "┏" not in run("replay", str(log)).out


def test_json_is_one_object_an_entry(run: Run, log: Path) -> None:
    """The opening is version 0, and each entry follows as it was logged."""
    opening, *entries = (
        json.loads(line) for line in run("replay", str(log), "--json").out.split("\n")[:-1]
    )

    assert (0, "ricochet", list(PLAYERS)) == (
        opening["version"],
        opening["game"],
        opening["players"],
    )
    assert [1, 2, 3, 4, 5] == [entry["version"] for entry in entries]
    assert {"type": "BidPlaced", "seat": 1, "moves": 1, "until": 65_000} == entries[2]["events"][0]


@pytest.mark.parametrize(
    ("lines", "good"),
    [
        (5, "the 4 entries before it are good"),
        (2, "the entry before it is good"),
        (1, "only the opening is good"),
    ],
)
def test_a_cut_log_is_told_up_to_the_cut(run: Run, log: Path, lines: int, good: str) -> None:
    """The good part on standard output, then one line that says where it ends; exit code 2."""
    whole = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(whole[:lines]) + whole[lines][:20])
    cut = run("replay", str(log))
    log.write_bytes(b"".join(whole[:lines]))
    kept = run("replay", str(log))

    assert (2, kept.out) == (cut.code, cut.out)
    assert f"tinplate: {log}, line {lines + 1}: cut off in the middle; {good}\n" == cut.err


def test_an_edited_log_is_told_up_to_the_edit(run: Run, log: Path) -> None:
    """A bid made lower by hand is found; what came before it is told, as text and as JSON."""
    log.write_bytes(log.read_bytes().replace(b'"moves":4', b'"moves":2'))
    told, listed = run("replay", str(log)), run("replay", str(log), "--json")

    assert (2, 2) == (told.code, listed.code)
    assert "The token yellow-square is turned up." in told.out
    assert "bids" not in told.out
    assert 2 == listed.out.count("\n")
    assert "line 3: changed after it was written" in told.err
    assert told.err == listed.err
    assert 1 == told.err.count("\n")


def test_a_file_that_is_no_log(run: Run, tmp_path: Path) -> None:
    """Nothing good in it, nothing printed but the reason."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear diary,\n")

    assert (2, "", f"tinplate: {path}, line 1: this is not a Tinplate log\n") == run(
        "replay", str(path)
    )


def test_names_cannot_take_hold_of_the_terminal(run: Run, tmp_path: Path) -> None:
    """A log from a stranger may contain anything; it is shown, not obeyed."""
    path = tmp_path / "strange.log"
    Recorder.create(path, opened(), ("\x1b[2J[bold]Ann", "Bru\nno"))

    assert run("replay", str(path)).out.startswith("Ricochet: �[2J[bold]Ann and Bru no\n")
