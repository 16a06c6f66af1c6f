"""What the picture of a result says, in the languages of the page."""

from typing import NamedTuple

ENGLISH = "en"


class ShareWords(NamedTuple):
    """The words of one language."""

    puzzle_of: str  # a day
    unsolved: str
    longer: str  # by some moves
    no_hints: str
    hints: tuple[str, str, str]  # what was told, by the highest level
    first_try: str
    tries: str
    time: str
    better: str  # an invitation
    is_secret: str  # nothing is given away


WORDS = {
    "en": ShareWords(
        "Puzzle of {date}", "Not solved", "Solved, {count} over", "No hints",
        ("Hint: its length", "Hint: how it starts", "Hint: half of it"),
        "First try", "{count} tries", "Time", "Can you do better?", "No spoilers",
    ),
    "it": ShareWords(
        "Rompicapo del {date}", "Non risolto", "Risolto, {count} in più", "Senza aiuti",
        ("Aiuto: la lunghezza", "Aiuto: l’inizio", "Aiuto: metà soluzione"),
        "Al primo colpo", "{count} tentativi", "Tempo", "Sai fare di meglio?",
        "Nessuna anticipazione",
    ),
    "es": ShareWords(
        "Reto del {date}", "Sin resolver", "Resuelto, {count} de más", "Sin pistas",
        ("Pista: la longitud", "Pista: el comienzo", "Pista: la mitad"),
        "A la primera", "{count} intentos", "Tiempo", "¿Sabes hacerlo mejor?",
        "Sin destripar nada",
    ),
    "ca": ShareWords(
        "Repte del {date}", "Sense resoldre", "Resolt, {count} de més", "Sense pistes",
        ("Pista: la llargada", "Pista: el començament", "Pista: la meitat"),
        "A la primera", "{count} intents", "Temps", "Ho saps fer millor?", "Sense revelar res",
    ),
    "el": ShareWords(
        "Γρίφος: {date}", "Δεν λύθηκε", "Λύθηκε, {count} παραπάνω", "Χωρίς βοήθεια",
        ("Βοήθεια: το μήκος", "Βοήθεια: η αρχή", "Βοήθεια: η μισή λύση"),
        "Με την πρώτη", "{count} προσπάθειες", "Χρόνος", "Μπορείς καλύτερα;",
        "Χωρίς να μαρτυρά τίποτα",
    ),
}  # fmt: skip


def words_in(language: str) -> ShareWords:
    """English, if the page does not speak it."""
    return WORDS.get(language, WORDS[ENGLISH])
