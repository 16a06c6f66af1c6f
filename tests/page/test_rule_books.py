"""The rule books say the same in every language, and their examples are true."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.page.messages import WEB
from tinplate.game import Malformed
from tinplate.games import installed

LANGUAGES = ("en", "it", "es", "ca", "el")
GAMES = ("ricochet", "rally")
RULES = Path(__file__).parents[2] / "docs" / "rules"
PACKS = installed().packs


def load_writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_books", WEB / "write_books.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


WRITER = load_writer()


def book(game: str, language: str) -> str:
    path: Path = WRITER.book_path(game, language)
    return path.read_text(encoding="utf-8")


def headings(text: str) -> list[tuple[str, str, str]]:
    """Anchor, level and number of each heading, in order."""
    found = re.findall(r'<a id="([\w-]+)"></a>\n(#+) (RC\d+|R\d+|D\d+)?', text)
    return [(anchor, level, number) for anchor, level, number in found]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_book_has_every_rule_in_every_language(game: str, language: str) -> None:
    """The same headings with the same numbers and anchors, in the same order."""
    text = book(game, language)

    assert headings(book(game, "en")) == headings(text)
    assert len(headings(text)) > 20
    assert len(re.findall(r"^#{2,4} ", text, re.MULTILINE)) == len(headings(text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_book_has_the_same_examples_in_every_language(game: str, language: str) -> None:
    """Where the English book has a picture, so has every other one."""
    expected = WRITER.examples(game, book(game, "en"))

    assert expected == WRITER.examples(game, book(game, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_book_names_the_same_settings_in_every_language(game: str, language: str) -> None:
    """Nothing in code is translated, and every link leads to a rule of the book."""
    text, english = book(game, language), book(game, "en")
    anchors = {anchor for anchor, _, _ in headings(text)}

    assert settings_in(english) == settings_in(text)
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= anchors


def settings_in(text: str) -> list[str]:
    return re.findall(r"^\| `([\w.-]+)` \|", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("game", "example"),
    [(game, example) for game in GAMES for example in WRITER.examples(game, book(game, "en"))],
)
def test_every_example_ends_as_it_says(game: str, example: str) -> None:
    """The rules themselves play it; there is a picture of each step."""
    frames = PACKS[game].draw_example(example)

    assert all(frame.startswith("<svg") for frame in frames)


@pytest.mark.parametrize(
    ("game", "example"),
    [
        ("rally", ". . .\nA1e move1 -> C1e"),
        ("rally", ". . .\nA1e move1 -> lost"),
        ("rally", "end of turn\n. + .\nA1e armour=5 move1 -> B1e armour=5"),
        ("ricochet", "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square\nre rs -> arrived"),
        ("ricochet", "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square\nyn ys ys -> under way"),
    ],
)
def test_an_example_that_is_wrong_is_refused(game: str, example: str) -> None:
    """A book cannot show what the rules do not do."""
    with pytest.raises(Malformed):
        PACKS[game].draw_example(example)


def test_what_belongs_to_the_command_line_stays_there() -> None:
    """On the page nobody types commands, and links to documents lead nowhere."""
    for game in GAMES:
        html = "".join(WRITER.parts(game, book(game, "en")))

        assert "$ tinplate" not in html
        assert "Refused" not in html
        assert ".md" not in html
