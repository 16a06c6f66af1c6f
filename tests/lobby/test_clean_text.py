"""Names and lines of chat are made harmless."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tinplate.game import Rejected
from tinplate.lobby.clean_text import MAX_LINE, MAX_NAME, clean_line, clean_name


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t of\u00a0 Arc\n", "Ann of Arc"),
        ("Ελένη", "Ελένη"),
        ("Núria 🤖", "Núria 🤖"),
        ("e\u0301va", "éva"),
        ("An\x00n\x1b[31m", "Ann[31m"),
        ("\u202eevil\u202c", "evil"),
        ("\u2066a\u2069b\u200fc\ufeff", "abc"),
        ("a\u2028b\u2029c", "a b c"),
        ("a\ud800b", "ab"),
        ("\ue000x\U0010ffff", "x"),
        ("A\u3164n\u115f\u1160n\u2800\uffa0\ufe00\U000e0100", "Ann"),
        ("e\u034f\u0301va", "éva"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("A" + "\u0335" * 9 + "nn", "A\u0335\u0335\u0335nn"),
        ("\u0335Ann \u0335 B", "Ann B"),
        ("မြို့", "မြို့"),
        ("กิ่ง", "กิ่ง"),
        ("x" * MAX_NAME, "x" * MAX_NAME),
    ],
)
def test_names_are_cleaned(written: str, shown: str) -> None:
    """What cannot be seen, turns the writing round or piles up is left out; spaces are single."""
    assert shown == clean_name(written)


@pytest.mark.parametrize(
    "written",
    ["", " ", "\n\u200b", "\u202e", "\u3164\u2800", "\ufe0f\u0301", "x" * (MAX_NAME + 1)],
)
def test_a_name_can_be_read(written: str) -> None:
    """Something has to be left of it, and not too much."""
    with pytest.raises(Rejected, match=r"^A name needs 1 to 24 characters\.$"):
        clean_name(written)


@pytest.mark.parametrize(
    "written",
    ["random (bot)", "Ann(BOT)", "random ( bot )", "random （ｂｏｔ）", "x (b\u200bot) y"],
)
def test_nobody_is_called_as_bots_are(written: str) -> None:
    """In a list of results, players are known by their names alone."""
    with pytest.raises(Rejected, match=r"^Names can't contain “\(bot\)” or anything like it\. "):
        clean_name(written)


def test_what_is_said_may_be_about_bots() -> None:
    """A line has its author beside it."""
    assert "random (bot) is good" == clean_line("random (bot) is good")


MARKS = st.text(alphabet="ae \u0301\u0335\u034f\u3164\u103c\u1100\u1161\ufe0f\u200b", max_size=30)


@given(st.text(alphabet=st.characters(codec=None), max_size=MAX_LINE) | MARKS)
def test_whatever_is_written_is_harmless(written: str) -> None:
    """One line of visible characters, or refused; what is clean stays as it is."""
    try:
        line = clean_line(written)
    except Rejected:
        return

    assert line == clean_line(line)
    assert 1 <= len(line) <= MAX_LINE
    assert {unicodedata.category(sign)[0] for sign in line} <= set("LMNPSZ")
    assert len(line.splitlines()) == 1
