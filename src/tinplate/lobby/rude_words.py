"""Refuses names that most people would find rude, in the languages of the page.

A short list cannot be complete, and should not be: a name that nobody meant to be rude must not be
refused. So most words count only as whole words, or nobody could be called Cassandra or come from
Scunthorpe. Words that are also a name or harmless in another of our languages are not here.
Moderators see to the rest.
"""

import re
from collections.abc import Collection, Iterator
from functools import cache

from tinplate.game import Rejected
from tinplate.lobby.lookalikes import DIGITS, SIGNS, letters_by_look

# Rude wherever they stand in a name: no word that we know of has them inside.
_ANYWHERE = (
    *("fuck", "nigger", "faggot", "cocksuck", "asshole", "arsehole", "bullshit", "blowjob"),
    *("vaffanculo", "stronzo", "stronza", "puttana", "coglione", "porcodio", "diocane"),
    *("gilipollas", "hijoputa", "hijodeputa", "chupapolla", "hijueputa"),
    *("gilipolles", "filldeputa", "fillaputa", "mecagoendeu"),
    *("γαμησου", "γαμιεσαι", "πουτανα", "αρχιδια", "poutana"),
)
# Rude as a word of their own.
_WHOLE = (
    *("shit", "shits", "shitty", "shithead", "bitch", "bitches", "cunt", "cunts", "dickhead"),
    *("pussy", "slut", "sluts", "whore", "whores", "bastard", "bastards", "wanker", "twat"),
    *("nigga", "niggas", "fag", "fags", "tranny", "retard", "rapist", "rape", "porn", "porno"),
    *("penis", "vagina", "dildo", "tits", "jizz", "nazi", "nazis", "hitler", "kkk"),
    *("cazzo", "cazzi", "merda", "minchia", "frocio", "frocia", "bastardo", "bastarda", "culo"),
    *("figlio di puttana", "porco dio", "dio cane", "testa di cazzo"),
    *("puta", "putas", "puto", "mierda", "cabron", "cabrona", "maricon", "pendejo", "pendeja"),
    *("zorra", "hijo de puta", "hija de puta", "violador"),
    *("collons", "malparit", "malparida", "bagassa", "fill de puta", "filla de puta"),
    *("μαλακα", "μαλακας", "malakas", "μαλακια", "γαμω", "γαμωτο", "γαμημενε", "πουτσα", "πουτσος"),
    *("μουνι", "μουνια", "σκατα", "πουστη", "πουστης", "καριολα", "καριολης", "αρχιδι"),
    *("βυζια", "skata", "gamoto"),
)
MOST_WORDS = 4  # of a phrase
_LONG = re.compile(r"(.)\1{2,}")  # a letter that is drawn out


def require_decent(name: str, more: Collection[str] = ()) -> None:
    """Rejected if the name has a rude word, or one of those that the host has added."""
    whole = _spelled(tuple(sorted({*_WHOLE, *more})))
    anywhere = _spelled(_ANYWHERE)
    for reading in _readings(name):
        found = {*_parts(reading)}
        if not whole.isdisjoint(found) or any(stem in part for stem in anywhere for part in found):
            because = "Many people would find this name rude. Pick another."
            raise Rejected(because, "name-is-rude")


def _readings(name: str) -> Iterator[str]:
    """The name as somebody may read it: digits and signs as letters, or as nothing."""
    for look in letters_by_look(name):
        texts = look, _without_digits(name, look)
        for plain in (text.translate(table) for text in texts for table in (DIGITS, SIGNS)):
            yield from {plain, _LONG.sub(r"\1", plain), _LONG.sub(r"\1\1", plain)}


def _without_digits(name: str, look: str) -> str:
    """The look of a name without its digits: a look may have letters in their place."""
    if len(name) != len(look):
        return look
    return "".join(" " if sign.isdecimal() else seen for sign, seen in zip(name, look, strict=True))


def _parts(reading: str) -> Iterator[str]:
    """All words, words that stand together, and words without the points between their letters."""
    words = [word for word in re.split(r"[\W_]+", reading) if word]
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + MOST_WORDS) + 1):
            yield " ".join(words[start:end])
    for chunk in reading.split():
        yield re.sub(r"[\W_]+", "", chunk)
    if all(len(word) == 1 for word in words):
        yield "".join(words)


@cache
def _spelled(words: tuple[str, ...]) -> frozenset[str]:
    """How these words are read."""
    return frozenset(
        look.translate(DIGITS) for word in words for look in letters_by_look(word.casefold())
    )
