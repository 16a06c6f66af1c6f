"""Whole games of every kind, played by their scripts and compared with the golden transcripts."""

from pathlib import Path

import pytest

from tests.playthroughs.golden import Playthroughs, golden
from tests.playthroughs.record import ALL

every_script = pytest.mark.parametrize(
    ("game", "script"),
    [(game, script) for game in ALL for script in game.scripts],
    ids=lambda value: value.stem if isinstance(value, Path) else value.folder.parent.name,
)


@every_script
def test_the_game_goes_as_recorded(game: Playthroughs, script: Path) -> None:
    """A diff here is a rule or a sentence that changed."""
    game.check_transcript(script)


@every_script
def test_the_game_is_played_to_the_end(game: Playthroughs, script: Path) -> None:
    """RC19 to RC21, R46, D34, D45: a transcript tells a whole game."""
    game.check_end(script)


@every_script
def test_the_log_goes_through_a_file(game: Playthroughs, script: Path, tmp_path: Path) -> None:
    """What is written to a log file is read back, players and all."""
    game.check_file(script, tmp_path)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.folder.parent.name)
def test_every_transcript_has_a_script(game: Playthroughs) -> None:
    """A transcript nobody plays any more would never be compared."""
    transcripts = sorted(game.folder.glob("*.txt"))

    assert [golden(script) for script in game.scripts] == transcripts
    assert [] != transcripts
