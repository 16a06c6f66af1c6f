"""What the picture of a result says, in the languages of the page."""

from typing import NamedTuple

ENGLISH = "en"


class ShareWords(NamedTuple):
    """The words of one language."""

    puzzle_of: str  # a day
    puzzles_of: str  # a day
    solved_of: str  # so many
    unsolved: str
    longer: str  # by some moves
    hints: tuple[str, str, str]  # what was told, by the highest level
    first_try: str
    tries: str  # at which it was solved; as the page says it
    better: str  # an invitation
    is_secret: str  # nothing is given away
    about: str = "The same puzzles for everyone. No account needed."  # where there is no result


WORDS = {
    "en": ShareWords(
        "Puzzle of {date}", "Puzzles of {date}", "{solved} of {count} solved", "Not solved",
        "{count} over the fewest",
        ("Hint: its length", "Hint: how it starts", "Hint: half of it"),
        "First try", "at try {count}", "Can you do better?", "No spoilers",
    ),
    "it": ShareWords(
        "Rompicapo del {date}", "Rompicapi del {date}", "{solved} su {count} risolti",
        "Non risolto", "{count} più del minimo",
        ("Indizio: la lunghezza", "Indizio: l’inizio", "Indizio: metà soluzione"),
        "Al primo colpo", "al tentativo {count}", "Sai fare di meglio?",
        "Nessuna anticipazione",
    ),
    "es": ShareWords(
        "Reto del {date}", "Retos del {date}", "{solved} de {count} resueltos", "Sin resolver",
        "{count} más que el mínimo",
        ("Pista: la longitud", "Pista: el comienzo", "Pista: la mitad"),
        "A la primera", "al intento {count}", "¿Sabes hacerlo mejor?",
        "Sin destripar nada",
    ),
    "ca": ShareWords(
        "Repte del {date}", "Reptes del {date}", "{solved} de {count} resolts", "Sense resoldre",
        "{count} més que el mínim",
        ("Pista: la llargada", "Pista: el començament", "Pista: la meitat"),
        "A la primera", "a l’intent {count}", "Ho saps fer millor?", "Sense revelar res",
    ),
    "el": ShareWords(
        "Γρίφος: {date}", "Γρίφοι: {date}", "Λύθηκαν {solved} από {count}", "Δεν λύθηκε",
        "{count} πάνω από το ελάχιστο",
        ("Βοήθεια: το μήκος", "Βοήθεια: η αρχή", "Βοήθεια: η μισή λύση"),
        "Με την πρώτη", "στην προσπάθεια {count}", "Μπορείς καλύτερα;",
        "Χωρίς να μαρτυρά τίποτα",
    ),
}  # fmt: skip


def words_in(language: str) -> ShareWords:
    """English, if the page does not speak it."""
    return WORDS.get(language, WORDS[ENGLISH])
