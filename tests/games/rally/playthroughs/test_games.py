"""Whole games of Rally, played by their scripts and compared with the golden transcripts."""

import difflib
from pathlib import Path
from random import Random

import pytest

from tests.catalogues import GAMES
from tests.games.rally.playthroughs.record import FOLDER, SCRIPTS, golden
from tests.games.rally.playthroughs.script import play, read_script
from tests.games.rally.playthroughs.transcript import transcript
from tinplate.game import Malformed
from tinplate.games.rally.rules import Rally
from tinplate.match import Match
from tinplate.store import logfile

every_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)


@every_script
def test_the_game_goes_as_recorded(script: Path) -> None:
    """A diff here is a rule or a sentence that changed."""
    expected = golden(script).read_text(encoding="utf-8")
    actual = transcript(play(read_script(script)))
    diff = difflib.unified_diff(
        expected.splitlines(), actual.splitlines(), "recorded", "played", lineterm=""
    )

    assert expected == actual, "\n".join(
        [f"{golden(script).name}: if this is meant, `make record` writes it anew", *diff]
    )


@every_script
def test_the_game_is_played_to_the_end(script: Path) -> None:
    """R46, D34, D45: a transcript tells a whole game."""
    match = play(read_script(script)).match

    assert match.game.outcome(match.state) is not None


@every_script
def test_the_log_goes_through_a_file_unchanged(script: Path, tmp_path: Path) -> None:
    """What is written to a log file is read back, and replays to the same state."""
    played = play(read_script(script))
    path = tmp_path / "match.jsonl"
    logfile.Recorder.create(path, played.match, played.script.players)
    recorded = logfile.read(path, GAMES, Random(1))

    assert recorded.flaw is None
    assert played.script.players == recorded.players
    assert played.match.log == recorded.match.log
    assert played.match.state == recorded.match.state
    assert (
        played.match.state
        == Match(Rally(), played.match.opening, Random(1), played.match.log).state
    )


def test_every_transcript_has_a_script() -> None:
    """A transcript nobody plays any more would never be compared."""
    transcripts = sorted(FOLDER.glob("*.txt"))

    assert [golden(script) for script in SCRIPTS] == transcripts
    assert [] != transcripts


def test_a_card_that_is_not_dealt_is_not_programmed(tmp_path: Path) -> None:
    """A script that wants a card the hand has not is wrong, and told so."""
    script = (FOLDER / "joint-win.script").read_text(encoding="utf-8")
    path = tmp_path / "greedy.script"
    path.write_text(script.replace("programs left move1", "programs move3 move1"))

    with pytest.raises(Malformed, match=r"^there is no move3 in the hand$"):
        play(read_script(path))


def test_a_script_that_cannot_be_read_names_the_line(tmp_path: Path) -> None:
    """A slip of the pen in a script is found where it is."""
    path = tmp_path / "slip.script"
    path.write_text("title Slip\n\ndeal left / rihgt\n", encoding="utf-8")

    with pytest.raises(Malformed, match=r"^slip\.script, line 3: 'rihgt' is not a valid Kind$"):
        read_script(path)
