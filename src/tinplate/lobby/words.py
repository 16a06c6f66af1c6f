"""What people write for others to read, made harmless."""

import re
import unicodedata

from tinplate.game import Rejected

LONGEST_NAME = 24
LONGEST_LINE = 200
# Control codes, codes that turn the direction of writing or show nothing, halves of characters,
# and what no font knows.
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters, marks and symbols that show nothing: fillers, joiners, blanks, selectors of variants.
# The one that makes an emoji of a symbol (U+FE0F) does show something.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0e\uffa0"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
_MARKS = {"Mn", "Me"}
MOST_MARKS = 3  # on one letter: as many as any language needs
_BOT = "(bot)"


def clean_name(text: str) -> str:
    """A name as others will see it; Rejected if nothing is left of it, or it is that of a bot."""
    name = _clean(text, LONGEST_NAME, "A name", "name-too-long")
    if _BOT in unicodedata.normalize("NFKC", name).casefold().replace(" ", ""):
        because = f"A name does not have “{_BOT}” in it: that is how bots are known."
        raise Rejected(because, "name-of-a-bot", bot=_BOT)
    return name


def clean_line(text: str) -> str:
    """A line of chat as others will see it; Rejected if nothing is left of it."""
    return _clean(text, LONGEST_LINE, "A line", "line-too-long")


def _clean(text: str, longest: int, what: str, code: str) -> str:
    visible = "".join(
        " " if sign.isspace() else sign
        for sign in _BLANK.sub("", text)
        if sign.isspace() or unicodedata.category(sign) not in _UNSEEN
    )
    words = " ".join(_without_piles(unicodedata.normalize("NFC", visible)).split())
    if not 1 <= len(words) <= longest:
        raise Rejected(f"{what} has 1 to {longest} characters.", code, count=longest)
    return words


def _without_piles(text: str) -> str:
    """Without marks that are on nothing, or so many that they cover the lines above and below."""
    kept, room = list[str](), 0
    for sign in text:
        kind = unicodedata.category(sign)
        is_mark = kind in _MARKS
        if room or not is_mark:
            kept.append(sign)
        if is_mark:
            room = max(0, room - 1)
        elif kind != "Mc":  # marks that take room of their own
            room = 0 if sign == " " else MOST_MARKS
    return "".join(kept)
