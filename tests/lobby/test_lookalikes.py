"""Nobody can pass for somebody else, or for a bot."""

from pathlib import Path

import msgspec
import pytest

from tinplate.game import Rejected
from tinplate.lobby.clean_text import BOT_MARKS, clean_name, require_no_role
from tinplate.lobby.lookalikes import look_alike, without_marks
from tinplate.lobby.rules import decide, folded, open_table
from tinplate.lobby.values import Guest, Said, Say, Sit, Table, Terms

MESSAGES = Path(__file__).parents[2] / "web" / "messages"
ANN, BOB = Guest("a", "Ann"), Guest("b", "Bob")


@pytest.mark.parametrize(
    "name",
    [
        "level-10 (bot)",
        "level-10 (bоt)",  # a Cyrillic letter
        "level-10 (bοt)",  # a Greek one
        "level-10 [bot]",
        "level-10 〔bot〕",
        "rival {BOT}",
        "rival ( b o t )",
        "rival b0t",
        "rival (bót)",
        "rival ｂｏｔ",
        "rival-bot",
        "bot",
        "level-10 (μποτ)",  # as the page marks bots in Greek
        "rival ΜΠΟΤ",
        "rival (boт)",
        "rival (bοτ)",
        "rival (8ot)",
        "rival (b.o.t.)",
        "rival b.o.t.",
        "rival (bøt)",
        "rival (ɓot)",
        "🅱🅾🆃",
        "🅑🅞🅣",
    ],
)  # fmt: skip
def test_names_like_those_of_bots(name: str) -> None:
    """Whatever the alphabet and the brackets (L4)."""
    with pytest.raises(Rejected, match="Only bots have that"):
        clean_name(name)


@pytest.mark.parametrize("name", ["level-10", "Level 10", "level-1O", "LEVEL_10"])
def test_names_of_bots(name: str) -> None:
    """Without a mark, too: a list of results may show only names."""
    with pytest.raises(Rejected, match="Only bots have that"):
        clean_name(name, ["random", "level-10"])


def test_the_marks_of_bots_are_those_of_the_page() -> None:
    """In every language."""
    messages = [msgspec.json.decode(file.read_bytes()) for file in MESSAGES.glob("*.json")]
    marks = {each["a_bot"] for each in messages}

    assert {*BOT_MARKS} == marks


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "Admin 2",
        "A.d.m.i.n",
        "аdmin",  # a Cyrillic letter
        "Tinplate",
        "Tinplate Support",
        "MODERATOR_",
        "moderatrice",
        "Moderador",
        "suport",
        "Διαχειριστής",
        "διαχειριστης",
        "Adm1n",
        "4dm1n_7",
        "@dmin 2024",
        "M0d3rat0r",
        "5upport",
        "T1nplate 5taff",
        "S.t.4.f.f",
    ],
)
def test_nobody_passes_for_somebody_with_a_say(name: str) -> None:
    """In none of our languages, with accents or without."""
    with pytest.raises(Rejected, match="take you for a moderator"):
        require_no_role(clean_name(name))


@pytest.mark.parametrize(
    "name", ["Mo the Moderator", "Modesta", "Adminda", "Tin", "Ann", "42", "M4ddie", "Stef 4"]
)
def test_other_names_have_no_role(name: str) -> None:
    """Those words inside are fine."""
    require_no_role(clean_name(name))


def test_nobody_is_called_like_those_who_are_gone() -> None:
    """In no language of the page."""
    messages = [msgspec.json.decode(file.read_bytes()) for file in MESSAGES.glob("*.json")]
    for name in (each["somebody"].title() for each in messages):
        with pytest.raises(Rejected, match="deleted their account"):
            clean_name(name)


@pytest.mark.parametrize("name", ["Robot", "Abbot", "Botond", "Talbot", "Мария", "Βότσαλο", "李"])
def test_other_names(name: str) -> None:
    """With those letters inside, or from other alphabets."""
    assert name == clean_name(name)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Ann", "ann", True),
        ("Ann", "Аnn", True),  # a Cyrillic letter
        ("Ann", "Ａｎｎ", True),
        ("Ian", "lan", True),
        ("IAN", "ian", True),
        ("Bob 0", "Bob O", True),
        ("Wendy", "VVendy", True),
        ("Arno", "Amo", True),
        ("Ann", "Ann.", True),
        ("Ann", "A nn", True),
        ("Ann", "_Ann", True),
        ("🙂", "🙃", False),
        ("...", "!!", False),
        ("Ann", "Anna", False),
        ("José", "Jose", False),
        ("Maria", "Μαρία", False),
        ("李", "王", False),
    ],
)  # fmt: skip
def test_names_that_look_the_same(one: str, other: str, *, expected: bool) -> None:
    """By the table of Unicode, and whether in capitals or not."""
    assert expected == look_alike(one, other) == look_alike(other, one)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Núria", "nuria"), ("José-María", "josemaria"), ("Μαρία", "μαρια"), ("한글", "한글")],
)
def test_names_without_marks(name: str, expected: str) -> None:
    """As people type them who do not look for the accents."""
    assert expected == without_marks(name) == without_marks(name.upper())


def table() -> Table:
    """Ann sits there."""
    return open_table(Terms("ricochet", {}), 3, ANN)


@pytest.mark.parametrize("command", [Sit(1), Say("Hello")], ids=str)
@pytest.mark.parametrize("name", ["Ann", "ANN", "Аnn"])
def test_nobody_takes_the_part_of_another(command: Sit | Say, name: str) -> None:
    """Neither on a chair nor in the chat, where she sits; Bob does both."""
    with pytest.raises(Rejected, match="Ann sits here, and your name looks the same"):
        decide(table(), Guest("c", name), command, "m")

    assert folded(table(), decide(table(), BOB, command, "m")) != table()


def test_she_herself_may_speak() -> None:
    """Whoever sits there is who she is, even if another has taken such a name since."""
    sitting = folded(table(), decide(table(), BOB, Sit(1), "m"))

    assert (Said(ANN, "Hello"),) == decide(sitting, ANN, Say("Hello"), "m")
    assert (Said(BOB, "Hello"),) == decide(sitting, Guest(BOB.id, "Ann"), Say("Hello"), "m")
