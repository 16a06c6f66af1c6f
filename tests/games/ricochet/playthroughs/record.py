"""The scripts of Ricochet, and how they are played and told."""

from pathlib import Path

from tests.games.ricochet.playthroughs.script import play, read_script
from tests.games.ricochet.playthroughs.transcript import transcript
from tests.playthroughs.golden import PlayedScript, Playthroughs


def _play(script: Path) -> PlayedScript:
    played = play(read_script(script))
    return PlayedScript(played.script.players, played.match, transcript(played))


PLAYTHROUGHS = Playthroughs(Path(__file__).parent, _play)
