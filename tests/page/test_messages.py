"""The page speaks five languages, and each of them is whole."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.page.messages import FOLDERS, LOCALES, WEB, forms, in_folder, messages, texts

OTHERS = [locale for locale in LOCALES if locale != "en"]
# In Italian, Spanish and Catalan whole millions have a form of their own: `*` speaks for it, too.
CATEGORIES = {
    "en": {"one", "other"},
    "it": {"one", "*"},
    "es": {"one", "*"},
    "ca": {"one", "*"},
    "el": {"one", "other"},
}
REST = {"other", "*"}
# What is the same in English; all else has to be said differently.
ONLY_HOLES = {"slide_button", "task"}
LATIN = {
    "rc_pf_robot",
    "rc_pf_seconds",
    "a_bot",
    "choose_robot",
    "host_bots",
    "rs_no",
    "seconds_short",
}
LATIN |= {"bd_tool_robot"}
SAME = {
    "it": ONLY_HOLES | LATIN | {"chat", "end_refuse", "host", "host_database", "host_server"},
    "es": ONLY_HOLES | LATIN | {"end_refuse", "ra_is_virtual", "spoken_robots"},
    "ca": ONLY_HOLES | LATIN | {"end_refuse", "ra_is_virtual", "spoken_robots"},
    "el": ONLY_HOLES,
}

every_locale = pytest.mark.parametrize("locale", LOCALES)
every_other = pytest.mark.parametrize("locale", OTHERS)


def holes(text: str) -> set[str]:
    """The names of what is filled in."""
    return set(re.findall(r"\{(\w+)\}", text))


def rest(message: str | list[dict[str, Any]]) -> str:
    """The text for all numbers that have no form of their own."""
    [text] = [text for category, text in forms(message).items() if category in REST]
    return text


def used_keys() -> dict[str, set[Path]]:
    """The messages that code written by hand asks for, and the files that do so."""
    used: dict[str, set[Path]] = {}
    for path in sorted((WEB / "src").rglob("*")):
        if path.suffix in {".ts", ".svelte"} and "paraglide" not in path.parts:
            for key in re.findall(r"\bm\.(\w+)", path.read_text()):
                used.setdefault(key, set()).add(path)
    return used


def test_every_language_has_a_file_and_a_name() -> None:
    """A language that is offered can be spoken, and none lies there unused."""
    offered = (WEB / "src/app/preferences.svelte.ts").read_text()
    listed = re.search(r"LANGUAGES[^{]*\{(.*?)\}", offered, re.DOTALL)
    assert listed

    for folder in FOLDERS:
        assert sorted(LOCALES) == sorted(path.stem for path in folder.glob("*.json"))
    assert sorted(LOCALES) == sorted(re.findall(r"(\w+): '", listed[1]))


@every_other
def test_every_language_has_the_same_keys(locale: str) -> None:
    """Nothing is missing, nothing is left over."""
    assert set(messages("en")) == set(messages(locale))


@every_other
def test_the_same_is_filled_in(locale: str) -> None:
    """A number or a name that English tells is told in every language."""
    english = messages("en")

    assert {key: holes(rest(said)) for key, said in english.items()} == {
        key: holes(rest(said)) for key, said in messages(locale).items()
    }


@every_locale
def test_plurals_have_all_forms_of_the_language(locale: str) -> None:
    """Every number finds its form; `one` may say the number as a word, and nothing else less."""
    plurals = {key: said for key, said in messages(locale).items() if not isinstance(said, str)}

    assert {key for key, said in messages("en").items() if not isinstance(said, str)} == set(
        plurals
    )
    assert dict.fromkeys(plurals, CATEGORIES[locale]) == {
        key: set(forms(said)) for key, said in plurals.items()
    }
    assert {key: holes(rest(said)) for key, said in plurals.items()} == {
        key: holes(forms(said)["one"]) | {"count"} for key, said in plurals.items()
    }


@every_other
def test_everything_is_translated(locale: str) -> None:
    """What reads as in English is one of the few words that are the same."""
    both = set(texts("en")) & set(texts(locale))

    assert SAME[locale] == {key for key, _ in both}


@every_locale
def test_texts_are_set_well(locale: str) -> None:
    """No text is empty, has spaces too many, or straight quotes, or three dots for one sign."""
    slips = [
        (key, text)
        for key, text in texts(locale)
        if text != " ".join(text.split()) or not text or re.search(r"['\"`´]|\.\.", text)
    ]

    assert [] == slips


def test_spanish_opens_what_it_closes() -> None:
    """A question and an exclamation have a sign at each end."""
    slips = [
        text
        for _, text in texts("es")
        if (text.count("?"), text.count("!")) != (text.count("¿"), text.count("¡"))
    ]

    assert [] == slips


def test_greek_asks_with_its_own_sign() -> None:
    """There a semicolon asks, so it ends a sentence; a pause has a dot in the middle."""
    slips = [text for _, text in texts("el") if "?" in text or re.search(r";(?!$| [Α-ΩΆ-Ώ])", text)]

    assert [] == slips


def test_one_thing_has_one_name() -> None:
    """A pit, a course and a save point in Spanish; in Greek a match is not a race."""
    english = dict(texts("en"))
    spanish = [
        text
        for _, text in texts("es")
        if re.search("foso|circuito|de regreso", text, re.IGNORECASE)
    ]
    greek = [
        text
        for key, text in texts("el")
        if re.search(r"\bmatch", english.get(key, "")) and re.search(r"\bαγών(α|ας|ες)\b", text)
    ]

    assert [] == spanish + greek


def test_every_key_is_used_and_every_used_key_is_there() -> None:
    """Nothing is translated in vain, and nothing is asked for that nobody wrote."""
    assert set(messages("en")) == set(used_keys())


def test_a_game_keeps_its_messages_to_itself() -> None:
    """What only one game says is in its folder, and nobody else says it."""
    used = used_keys()

    for folder in FOLDERS[1:]:
        game = folder.parent
        own = {key for key, paths in used.items() if all(game in path.parents for path in paths)}

        assert own == set(in_folder(folder, "en"))
