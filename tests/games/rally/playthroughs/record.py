"""Where the scripts of Rally are, and how their golden transcripts are written anew."""

from pathlib import Path

from tests.games.rally.playthroughs.script import play, read_script
from tests.games.rally.playthroughs.transcript import transcript

FOLDER = Path(__file__).parent
SCRIPTS = sorted(FOLDER.glob("*.script"))


def golden(script: Path) -> Path:
    return script.with_suffix(".txt")


def record(script: Path) -> None:
    golden(script).write_text(transcript(play(read_script(script))), encoding="utf-8")
