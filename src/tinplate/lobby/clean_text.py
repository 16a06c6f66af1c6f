"""Cleans the names and lines that people write."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from tinplate.game import Rejected
from tinplate.lobby.lookalikes import (
    SIGNS,
    letters_by_look,
    look_alike,
    looks_of,
    without_marks,
)

MAX_NAME = 24
MAX_LINE = 200
MAX_DEAL = 40
MAX_TITLE = 40
MAX_REMARK = 200
# Control and format characters, lone surrogates, private and unassigned code points, line and
# paragraph separators.
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters, marks and symbols that show nothing: fillers, joiners, blanks, variation selectors.
# U+FE0F is allowed, because it turns a symbol into an emoji.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0e\uffa0"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
_MARKS = {"Mn", "Me"}
MAX_MARKS = 3  # on one letter; no language needs more
_BOT = "(bot)"
# What the page calls people who have deleted their account, in all its languages.
_SOMEBODY = ("somebody", "qualcuno", "alguien", "algú", "κάποιος")
# What people would take for the server, or for somebody who has a say here.
_ROLES = (
    *("admin", "administrator", "mod", "moderator", "staff", "support", "system", "tinplate"),
    *("amministratore", "amministratrice", "moderatore", "moderatrice", "assistenza", "sistema"),
    *("administrador", "administradora", "moderador", "moderadora", "soporte", "suport"),
    *("διαχειριστής", "διαχειρίστρια", "συντονιστής", "συντονίστρια", "υποστήριξη", "σύστημα"),
)
_NUMBERS = "0123456789"
BOT_MARKS = ("bot", "μποτ")  # what the page writes behind the names of bots
_BRACKETS = {"Ps": "(", "Pi": "(", "Pe": ")", "Pf": ")"}  # whatever they look like


def clean_name(text: str, bots: Iterable[str] = ()) -> str:
    """A name as others will see it. Rejected if nothing is left, or it looks like a bot's name."""
    name = _clean(text, MAX_NAME, "A name", ("name-is-empty", "name-too-long"))
    if _looks_like_a_bot(name) or any(look_alike(name, bot) for bot in bots):
        because = f"Names can't contain “{_BOT}” or anything like it. Only bots have that."
        raise Rejected(because, "name-of-a-bot", bot=_BOT)
    if not _plain_looks(name).isdisjoint(_looks_of_all(_SOMEBODY)):
        because = "That is what we call people who have deleted their account."
        raise Rejected(because, "name-is-nobody")
    return name


def require_no_role(name: str) -> None:
    """Rejected if it is nothing but words for the server, or for somebody who has a say there."""
    words = [word for word in re.split(r"[\W\d_]+", name) if word]
    spelled = [name, "".join(words)]
    roles = _looks_of_all(_ROLES)
    is_role = any(not _plain_looks(each).isdisjoint(roles) for each in spelled if each)
    if is_role or _is_read_as_role(name) or (words and all(map(_is_role, words))):
        raise Rejected("People would take you for a moderator. Pick another.", "name-of-a-role")


def _is_role(word: str) -> bool:
    return not _plain_looks(word).isdisjoint(_looks_of_all(_ROLES))


def _is_read_as_role(name: str) -> bool:
    """Whether every word is one for somebody with a say, with digits and signs read as letters.

    Numbers before and behind it change nothing.
    """
    words = [word for word in name.split() if not word.isdecimal()]
    readings = [_read(word) for word in (*words, "".join(words))]
    are_roles = [not reading.isdisjoint(_read_roles()) for reading in readings]
    return bool(words) and (all(are_roles[:-1]) or are_roles[-1])


def _read(word: str) -> set[str]:
    """The word by its letters and by what people write for letters, without numbers at its ends."""
    parts = {word, word.lstrip(_NUMBERS), word.rstrip(_NUMBERS), word.strip(_NUMBERS)}
    looks = {look for part in parts for look in letters_by_look(part)}
    return {re.sub(r"[\W_]", "", look.translate(SIGNS)) for look in looks}


@cache
def _read_roles() -> frozenset[str]:
    return frozenset(reading for role in _ROLES for reading in _read(role))


@cache
def _looks_of_all(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(look for word in words for look in _plain_looks(word))


def _plain_looks(word: str) -> set[str]:
    """What a word looks like, with its accents or without."""
    return looks_of(word) | looks_of(without_marks(word))


def _looks_like_a_bot(name: str) -> bool:
    """Whether a mark of bots is a word of it, in brackets or not, or it has “( b o t )”."""
    return any(
        mark in words or f"({mark})" in bracketed
        for words, bracketed in map(_words, letters_by_look(name))
        for mark in _bot_marks()
    )


def _words(model: str) -> tuple[set[str], str]:
    """The words, with points inside and without; and all in one, with plain brackets."""
    parts = {*re.split(r"[\W_]+", model)}
    joined = {re.sub(r"[\W_]+", "", word) for word in model.split()}
    brackets = (_BRACKETS.get(unicodedata.category(sign), sign) for sign in model)
    return parts | joined, re.sub(r"[^\w()]|_", "", "".join(brackets))


@cache
def _bot_marks() -> frozenset[str]:
    """How the page marks bots, in all its languages."""
    return frozenset(look for mark in BOT_MARKS for look in letters_by_look(mark))


def clean_line(text: str) -> str:
    """A line of chat as others will see it. Rejected if nothing is left."""
    return _clean(text, MAX_LINE, "A line", ("line-is-empty", "line-too-long"))


def clean_deal(text: str) -> str:
    """The name of a deal as others will see it. Rejected if nothing is left."""
    return _clean(text, MAX_DEAL, "The name of a deal", ("deal-is-empty", "deal-too-long"))


def clean_title(text: str) -> str:
    """The name of a drawing as others will see it. Rejected if nothing is left."""
    return _clean(text, MAX_TITLE, "The name of a drawing", ("title-is-empty", "title-too-long"))


def clean_remark(text: str) -> str:
    """What somebody adds to a report, as the host will see it. It may be empty."""
    if not text.strip():
        return ""
    return _clean(text, MAX_REMARK, "A remark", ("line-is-empty", "line-too-long"))


def _clean(text: str, longest: int, what: str, codes: tuple[str, str]) -> str:
    """The visible text. The codes are for one that is empty, and for one that is too long."""
    visible = "".join(
        " " if sign.isspace() else sign
        for sign in _BLANK.sub("", text)
        if sign.isspace() or unicodedata.category(sign) not in _INVISIBLE
    )
    words = " ".join(_without_piles(unicodedata.normalize("NFC", visible)).split())
    if not 1 <= len(words) <= longest:
        code = codes[1] if words else codes[0]
        raise Rejected(f"{what} needs 1 to {longest} characters.", code, count=longest)
    return words


def _without_piles(text: str) -> str:
    """Drop marks without a letter, and stacks of marks that would cover the lines around them."""
    kept, room = list[str](), 0
    for sign in text:
        kind = unicodedata.category(sign)
        is_mark = kind in _MARKS
        if room or not is_mark:
            kept.append(sign)
        if is_mark:
            room = max(0, room - 1)
        elif kind != "Mc":  # a mark that takes up space
            room = 0 if sign == " " else MAX_MARKS
    return "".join(kept)
