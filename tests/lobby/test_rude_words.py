"""Rude names are refused in the languages of the page; and harmless ones never."""

import pytest

from tinplate.game import Rejected
from tinplate.lobby.clean_text import clean_name
from tinplate.lobby.rude_words import require_decent


@pytest.mark.parametrize(
    "name",
    [
        "Fuck you",
        "FUCKER",
        "xXfuckXx",
        "f u c k",
        "f.u.c.k",
        "fu-ck",
        "fuuuuck",
        "fuck69",
        "fück",
        "ｆｕｃｋ",
        "fսck",  # an Armenian letter
        "sh1t",
        "Sh!t happens",
        "$hit",
        "a55hole",
        "Big B1tch 7",
        "Stronzo",
        "vaffancul0",
        "figlio di puttana",
        "Hijo de Puta",
        "hijodeputa",
        "cabrón",
        "p.u.t.a",
        "fill de puta",
        "Malparit",
        "μαλάκας",
        "ΜΑΛΑΚΑ",
        "Γαμώτο",
        "nazi88",
    ],
)
def test_rude_names_are_refused(name: str) -> None:
    """However they are spelled, alone or with something else."""
    with pytest.raises(Rejected, match="rude"):
        require_decent(clean_name(name))


@pytest.mark.parametrize(
    "name",
    [
        *("Scunthorpe", "Penistone", "Clitheroe", "Sussex", "Arsenal", "Grape", "Therapist"),
        *("Cassandra", "Dick", "Dickens", "Cockburn", "Hancock", "Cummings", "Titus", "Fagin"),
        *("Matsushita", "Shiitake", "Wankhede", "Fukuda", "Porntip", "Nazim", "Van Dyke"),
        *("Assunta", "Ignazio", "Cazzola", "Verga", "Raperonzolo", "Calcolo", "Culotta"),
        *("Kike", "Paki", "Diputada", "Computador", "Reputación", "Círculo", "Cono Sur", "Negro"),
        *("Conyers", "Merdan", "Lili", "Ann 7", "Bob 42", "Butt", "李", "Мария", "🙂"),
        *("Μαλακάσι", "Μαλακός", "Γάμος", "Σκαταλάκης", "Βότσαλο"),
    ],
)
def test_harmless_names_are_fine(name: str) -> None:
    """With those letters inside, in any language; or a name that is rude in another one."""
    require_decent(clean_name(name))


@pytest.mark.parametrize("name", ["Froot", "Big Fr00t", "FROOT!"])
def test_hosts_add_words(name: str) -> None:
    require_decent(clean_name(name))
    with pytest.raises(Rejected, match="rude"):
        require_decent(clean_name(name), ("froot",))
    require_decent("Frooty", ("froot",))
