"""Names that people could mistake for each other, by Unicode's table of confusable characters."""

import unicodedata
from functools import cache


def look_alike(one: str, other: str) -> bool:
    """Whether somebody could take one name for the other."""
    return _folded(one) == _folded(other) or skeleton(one) == skeleton(other)


def skeleton(name: str) -> str:
    """The name with every character replaced by the one it looks like: “bоt” and “b0t” are “bot”.

    Only for comparisons: nobody should see it.
    """
    return "".join(map(_model, unicodedata.normalize("NFKC", name))).casefold()


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


@cache
def _model(character: str) -> str:
    """The character that stands for all that look like this one."""
    from confusable_homoglyphs.confusables import is_confusable  # noqa: PLC0415 - 900 kB of tables

    alike = {
        homoglyph["c"]
        for found in is_confusable(character, greedy=True) or ()
        for homoglyph in found["homoglyphs"]
    }
    plain = sorted(each for each in (*alike, character) if each.isascii() and each.isalpha())
    # Of I, l and |, the small letter: the table does not name every pair.
    return plain[-1] if plain else character
