"""How games take part in the gallery: one board has one text, wherever it is read."""

import pytest
from msgspec.json import encode

from tests.third_game.auction.pack import PACK as AUCTION
from tinplate.games import packs
from tinplate.games.rally.course_text import format_course
from tinplate.games.rally.shelf import course_named
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.games.ricochet.settings import Settings
from tinplate.pack import BadDrawing, GamePack
from tinplate.wire.codec import Codec

RALLY, RICOCHET = packs()["rally"], packs()["ricochet"]
COURSE = format_course(course_named("first-shift"))
BOARD = "mine~c4n,d5w~rg6u~red-circle@d2,vortex@h3"
DRAWN = [(RALLY, COURSE), (RICOCHET, BOARD), (RICOCHET, f"{BOARD} ra1,gp1,bp16,ya16 vortex")]


@pytest.mark.parametrize(("pack", "text"), DRAWN)
def test_what_a_game_writes_it_reads_again(pack: GamePack, text: str) -> None:
    """The same text, the same facts; and a picture in both themes."""
    drawn = pack.read_drawing(text)

    assert drawn == pack.read_drawing(drawn.text)
    light, dark = (pack.draw_drawing(drawn.text, dark=dark) for dark in (False, True))
    assert light.startswith("<svg")
    assert light != dark


def test_a_match_is_played_on_the_board_that_was_drawn() -> None:
    """The settings choose it, and are recognised by it; built-in boards are nobody's drawing."""
    chosen = RALLY.settings_on(COURSE)
    settings = Codec(RALLY.game).decode_settings(encode(chosen))

    assert {"course": COURSE} == chosen
    assert RALLY.read_drawing(COURSE).board == RALLY.drawing_in(settings)
    assert RALLY.drawing_in(RallySettings()) is None
    assert RICOCHET.drawing_in(Settings()) is None
    assert RICOCHET.drawing_in(Settings(board="G1R2B2Y2")) is None


def test_a_game_without_drawings_needs_nothing() -> None:
    """It says so, whatever it is asked."""
    assert not AUCTION.has_drawings
    for ask in (AUCTION.read_drawing, lambda text: AUCTION.draw_drawing(text, dark=False)):
        with pytest.raises(BadDrawing) as refusal:
            ask("a board")
        assert "no-drawings" == refusal.value.code
    assert AUCTION.measure_drawing("a board", lambda: False) is None
    assert AUCTION.drawing_subject("a board") is None
    assert AUCTION.settings_on("a board") is None
    assert AUCTION.drawing_in(object()) is None
