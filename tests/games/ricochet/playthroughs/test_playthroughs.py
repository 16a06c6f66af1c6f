"""Whole games, played by their scripts and compared with the golden transcripts."""

import difflib
from pathlib import Path
from random import Random

import pytest

from tests.catalogues import GAMES
from tests.games.ricochet.playthroughs.record import FOLDER, SCRIPTS, golden
from tests.games.ricochet.playthroughs.script import play, read_script
from tests.games.ricochet.playthroughs.transcript import transcript
from tinplate.game import Malformed
from tinplate.games.ricochet.rules import Ricochet
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
    """RC19 to RC21: a transcript tells a whole game."""
    match = play(read_script(script)).match

    assert match.game.outcome(match.state) is not None


@every_script
def test_the_log_replays_to_the_same_state(script: Path) -> None:
    """The state is the fold of the log."""
    match = play(read_script(script)).match
    replayed = Match(Ricochet(), match.opening, Random(1), match.log)

    assert match.state == replayed.state


@every_script
def test_the_log_goes_through_a_file_unchanged(script: Path, tmp_path: Path) -> None:
    """What is written to a log file is read back, players and all."""
    played = play(read_script(script))
    path = tmp_path / "match.jsonl"
    logfile.Recorder.create(path, played.match, played.script.players)
    recorded = logfile.read(path, GAMES, Random(1))

    assert recorded.flaw is None
    assert played.script.players == recorded.players
    assert played.match.opening == recorded.match.opening
    assert played.match.log == recorded.match.log
    assert played.match.state == recorded.match.state


def test_every_transcript_has_a_script() -> None:
    """A transcript nobody plays any more would never be compared."""
    transcripts = sorted(FOLDER.glob("*.txt"))

    assert [golden(script) for script in SCRIPTS] == transcripts
    assert [] != transcripts


def test_a_token_that_is_gone_is_not_turned_up(tmp_path: Path) -> None:
    """RC13: a won token is gone; a script that wants it again is wrong, and told so."""
    script = (FOLDER / "patience.script").read_text(encoding="utf-8")
    path = tmp_path / "greedy.script"
    path.write_text(script.replace("turns green-hexagon", "turns yellow-circle"), encoding="utf-8")

    with pytest.raises(Malformed, match=r"^yellow-circle cannot be turned up in round 3$"):
        play(read_script(path))


def test_a_script_that_cannot_be_read_names_the_line(tmp_path: Path) -> None:
    """A slip of the pen in a script is found where it is."""
    path = tmp_path / "slip.script"
    path.write_text("title Slip\n\n0:00 Ann dances\n", encoding="utf-8")

    with pytest.raises(Malformed) as refused:
        read_script(path)

    assert "slip.script, line 3: “dances” is nothing one can do" == str(refused.value)
