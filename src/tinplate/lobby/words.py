"""What people write for others to read, made harmless."""

import unicodedata

from tinplate.game import Rejected

LONGEST_NAME = 24
LONGEST_LINE = 200
# Control codes, codes that turn the direction of writing or show nothing, halves of characters,
# and what no font knows.
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean_name(text: str) -> str:
    """A name as others will see it; Rejected if nothing is left of it."""
    return _clean(text, LONGEST_NAME, "A name")


def clean_line(text: str) -> str:
    """A line of chat as others will see it; Rejected if nothing is left of it."""
    return _clean(text, LONGEST_LINE, "A line")


def _clean(text: str, longest: int, what: str) -> str:
    visible = "".join(
        " " if sign.isspace() else sign
        for sign in unicodedata.normalize("NFC", text)
        if sign.isspace() or unicodedata.category(sign) not in _UNSEEN
    )
    words = " ".join(visible.split())
    if not 1 <= len(words) <= longest:
        raise Rejected(f"{what} has 1 to {longest} characters.")
    return words
