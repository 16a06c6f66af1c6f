"""Write the golden transcripts of both games anew: `make record`. Then read the diff."""

from tests.games.rally.playthroughs import record as rally
from tests.games.ricochet.playthroughs import record as ricochet

if __name__ == "__main__":
    for path in ricochet.SCRIPTS:
        ricochet.record(path)
    for path in rally.SCRIPTS:
        rally.record(path)
