"""The scripts of Ricochet, and how they are played and told."""

from pathlib import Path

from tests.games.ricochet.playthroughs.script import play, read_script
from tests.games.ricochet.playthroughs.transcript import transcript
from tests.playthroughs.golden import Playthroughs

PLAYTHROUGHS = Playthroughs.of(Path(__file__).parent, read_script, play, transcript)
