"""The scripts of Rally, and how they are played and told."""

from pathlib import Path

from tests.games.rally.playthroughs.script import play, read_script
from tests.games.rally.playthroughs.transcript import transcript
from tests.playthroughs.golden import Playthroughs

PLAYTHROUGHS = Playthroughs.of(Path(__file__).parent, read_script, play, transcript)
