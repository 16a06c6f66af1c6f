"""Names that people could mistake for each other, by Unicode's table of confusable characters."""

import unicodedata
from functools import cache

# What looks the same to people, though the table does not say so.
_DRAWN_ALIKE = {"т": "t", "τ": "t", "8": "b", "ø": "o", "ɓ": "b", "ß": "b", "в": "b"}
# What people write for letters. One and l stand for i as well: both are read as one letter.
DIGITS = str.maketrans("0134578l", "oieastbi")
SIGNS = DIGITS | str.maketrans("@$!|", "asii")
_PAIRS = (("vv", "w"), ("rn", "m"))
_LETTERS = 26
_FRAMED = (0x1F130, 0x1F150, 0x1F170, 0x1F1E6)  # where letters A to Z in frames begin


def look_alike(one: str, other: str) -> bool:
    """Whether somebody could take one name for the other, whatever stands between the letters."""
    return not looks_of(one).isdisjoint(looks_of(other))


def looks_of(name: str) -> set[str]:
    """What a name looks like. Names that share one of these look alike."""
    return {_bare(_folded(name)), _bare(skeleton(name))}


def _bare(name: str) -> str:
    """The name without blanks and punctuation, unless it has nothing else."""
    for pair, single in _PAIRS:
        name = name.replace(pair, single)
    letters = [sign for sign in name if unicodedata.category(sign)[0] not in "PZ"]
    return "".join(letters) or name


def skeleton(name: str) -> str:
    """The name with every character replaced by the one it looks like: “bоt” and “b0t” are “bot”.

    Only for comparisons: nobody should see it.
    """
    return "".join(map(_model, unicodedata.normalize("NFKC", name))).casefold()


def letters_by_look(text: str) -> set[str]:
    """The text in small letters without marks, each replaced by what it is drawn like."""
    plain = "".join(map(_unframed, _unmarked(text)))
    return {_drawn(skeleton(each)) for each in (plain, plain.casefold(), _drawn(plain.casefold()))}


def without_marks(name: str) -> str:
    """The name in small letters without accents, blanks and punctuation: “Núria” is “nuria”."""
    return _bare(_folded(_unmarked(name)))


def _unmarked(text: str) -> str:
    signs = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in signs if unicodedata.category(sign) not in {"Mn", "Me"})


def _drawn(text: str) -> str:
    return "".join(_DRAWN_ALIKE.get(sign, sign) for sign in text)


def _unframed(sign: str) -> str:
    """The letter in a sign such as 🅱."""
    for first in _FRAMED:
        if 0 <= ord(sign) - first < _LETTERS:
            return chr(ord("a") + ord(sign) - first)
    return sign


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
