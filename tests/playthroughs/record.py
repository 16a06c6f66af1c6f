"""Write the golden transcripts anew: `make record`. Then read the diff."""

from pathlib import Path

from tests.playthroughs.rally import record as rally
from tests.playthroughs.script import play, read_script
from tests.playthroughs.transcript import transcript

FOLDER = Path(__file__).parent
SCRIPTS = sorted(FOLDER.glob("*.script"))


def golden(script: Path) -> Path:
    return script.with_suffix(".txt")


def record(script: Path) -> None:
    golden(script).write_text(transcript(play(read_script(script))), encoding="utf-8")


if __name__ == "__main__":
    for path in SCRIPTS:
        record(path)
    for path in rally.SCRIPTS:
        rally.record(path)
