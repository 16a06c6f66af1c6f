"""What pictures say that people share, in the languages of the page."""

from typing import NamedTuple

ENGLISH = "en"


class EndWords(NamedTuple):
    """The words of one language about a match."""

    match_of: str  # a game
    solo: str
    tie: str
    shared: str  # by so many
    wins: str
    wins_by_bot: str  # for whoever is named
    win: str
    names: str  # of two
    more: str
    resigned: str
    away: str
    left: str
    voted: str  # out
    bot_played_on: str
    somebody: str
    watch: str  # an invitation


class ShareWords(NamedTuple):
    """The words of one language about puzzles."""

    puzzle_of: str  # a day
    puzzles_of: str  # a day
    solved_of: str  # so many
    unsolved: str
    longer: str  # by some moves
    hints: tuple[str, str, str]  # what was told, by the highest level
    first_try: str
    tries: str  # at which it was solved; as the page says it
    better: str  # an invitation
    too: str  # the same, where nobody can do better
    is_secret: str  # nothing is given away
    about: str = "The same puzzles for everyone. No account needed."  # where there is no result


WORDS = {
    "en": ShareWords(
        "Puzzle of {date}", "Puzzles of {date}", "{solved} of {count} solved", "Not solved",
        "{count} over the fewest",
        ("Hint: its length", "Hint: how it starts", "Hint: half of it"),
        "First try", "at try {count}", "Can you do better?", "Can you do it too?", "No spoilers",
    ),
    "it": ShareWords(
        "Rompicapo del {date}", "Rompicapi del {date}", "{solved} su {count} risolti",
        "Non risolto", "{count} più del minimo",
        ("Indizio: la lunghezza", "Indizio: l’inizio", "Indizio: metà soluzione"),
        "Al primo colpo", "al tentativo {count}", "Sai fare di meglio?", "Ci riesci anche tu?",
        "Nessuna anticipazione",
    ),
    "es": ShareWords(
        "Reto del {date}", "Retos del {date}", "{solved} de {count} resueltos", "Sin resolver",
        "{count} más que el mínimo",
        ("Pista: la longitud", "Pista: el comienzo", "Pista: la mitad"),
        "A la primera", "al intento {count}", "¿Sabes hacerlo mejor?", "¿Lo consigues tú también?",
        "Sin destripar nada",
    ),
    "ca": ShareWords(
        "Repte del {date}", "Reptes del {date}", "{solved} de {count} resolts", "Sense resoldre",
        "{count} més que el mínim",
        ("Pista: la llargada", "Pista: el començament", "Pista: la meitat"),
        "A la primera", "a l’intent {count}", "Ho saps fer millor?",
        "Ho aconsegueixes tu també?", "Sense revelar res",
    ),
    "el": ShareWords(
        "Γρίφος: {date}", "Γρίφοι: {date}", "Λύθηκαν {solved} από {count}", "Δεν λύθηκε",
        "{count} πάνω από το ελάχιστο",
        ("Βοήθεια: το μήκος", "Βοήθεια: η αρχή", "Βοήθεια: η μισή λύση"),
        "Με την πρώτη", "στην προσπάθεια {count}", "Μπορείς καλύτερα;", "Το καταφέρνεις κι εσύ;",
        "Χωρίς να μαρτυρά τίποτα",
    ),
}  # fmt: skip


def words_in(language: str) -> ShareWords:
    """English, if the page does not speak it."""
    return WORDS.get(language, WORDS[ENGLISH])


ENDS = {
    "en": EndWords(
        "A match of {game}", "{name} plays solo", "A tie", "{count} share the win", "{name} wins",
        "{name} wins – a bot played on", "{names} win", "{first} and {second}", "and {count} more",
        "resigned", "was gone", "left", "voted out", "a bot played on", "somebody",
        "Watch the replay.",
    ),
    "it": EndWords(
        "Una partita di {game}", "{name} in solitario", "Pareggio",
        "{count} condividono la vittoria", "Vince {name}", "Vince {name} – ha finito un bot",
        "Vincono {names}", "{first} e {second}", "e altri {count}", "ha abbandonato",
        "era assente", "ha lasciato", "fuori per voto", "ha finito un bot", "qualcuno",
        "Guarda com’è andata.",
    ),
    "es": EndWords(
        "Una partida de {game}", "{name} en solitario", "Empate", "{count} comparten la victoria",
        "Gana {name}", "Gana {name}: terminó un bot", "Ganan {names}", "{first} y {second}",
        "y {count} más", "ha abandonado", "no estaba", "se fue", "fuera por voto",
        "terminó un bot", "alguien", "Mira la repetición.",
    ),
    "ca": EndWords(
        "Una partida de {game}", "{name} en solitari", "Empat", "{count} comparteixen la victòria",
        "Guanya {name}", "Guanya {name}: va acabar un bot", "Guanyen {names}",
        "{first} i {second}", "i {count} més", "ha abandonat", "no hi era", "se’n va anar",
        "fora per vot", "va acabar un bot", "algú", "Mira la repetició.",
    ),
    "el": EndWords(
        "Μια παρτίδα {game}", "{name}, ατομικά", "Ισοπαλία", "{count} μοιράζονται τη νίκη",
        "{name} νικά", "{name} νικά – συνέχισε ένα μποτ", "{names} νικούν", "{first} και {second}",
        "και {count} ακόμη", "εγκατέλειψε", "έλειπε", "έφυγε", "εκτός με ψήφο", "συνέχισε μποτ",
        "κάποιος", "Δες την επανάληψη.",
    ),
}  # fmt: skip


def known(language: str) -> str:
    """English, if the page does not speak it."""
    return language if language in ENDS else ENGLISH
