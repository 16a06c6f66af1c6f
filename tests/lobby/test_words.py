"""Names and lines of chat are made harmless."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tinplate.game import Rejected
from tinplate.lobby.words import LONGEST_LINE, LONGEST_NAME, clean_line, clean_name


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
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)
def test_names_are_cleaned(written: str, shown: str) -> None:
    """What cannot be seen, or turns the writing round, is left out; spaces are single."""
    assert shown == clean_name(written)


@pytest.mark.parametrize("written", ["", " ", "\n\u200b", "\u202e", "x" * (LONGEST_NAME + 1)])
def test_a_name_can_be_read(written: str) -> None:
    """Something has to be left of it, and not too much."""
    with pytest.raises(Rejected, match=r"^A name has 1 to 24 characters\.$"):
        clean_name(written)


@given(st.text(alphabet=st.characters(codec=None), max_size=LONGEST_LINE))
def test_whatever_is_written_is_harmless(written: str) -> None:
    """One line of visible characters, or refused; what is clean stays as it is."""
    try:
        line = clean_line(written)
    except Rejected:
        return

    assert line == clean_line(line)
    assert 1 <= len(line) <= LONGEST_LINE
    assert {unicodedata.category(sign)[0] for sign in line} <= set("LMNPSZ")
    assert len(line.splitlines()) == 1
