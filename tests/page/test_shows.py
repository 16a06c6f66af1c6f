"""What plays by itself on the first page."""

from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.json import decode

from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.proof import READINGS, attempt

FILE = Path(__file__).parents[2] / "web" / "src" / "games" / "ricochet" / "home" / "shows.json"


class Show(Struct, forbid_unknown_fields=True):
    """A position, and moves to be shown from it."""

    position: str
    moves: str


SHOWS = decode(FILE.read_bytes(), type=list[Show])


@pytest.mark.parametrize("show", SHOWS, ids=[show.position for show in SHOWS])
def test_what_is_shown_is_a_solution(show: Show) -> None:
    """RC9, RC10: it arrives with its last move."""
    played = attempt(parse_position(show.position), parse_moves(show.moves), READINGS["ricochet"])

    assert "arrived" == played.verdict
