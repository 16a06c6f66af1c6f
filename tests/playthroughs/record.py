"""Rewrite the golden transcripts of all games: `make record`. Then read the diff."""

from tests.games.rally.playthroughs.record import PLAYTHROUGHS as RALLY
from tests.games.ricochet.playthroughs.record import PLAYTHROUGHS as RICOCHET

ALL = (RICOCHET, RALLY)

if __name__ == "__main__":
    for playthroughs in ALL:
        playthroughs.record()
