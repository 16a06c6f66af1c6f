"""The rule books say the same in every language, and their examples are true."""

import importlib.util
import re
from html import escape
from pathlib import Path
from types import ModuleType

import pytest

from tests.page.messages import WEB
from tinplate.book import NotAllowed
from tinplate.game import Malformed
from tinplate.games import installed

LANGUAGES = ("en", "it", "es", "ca", "el")
GAMES = ("ricochet", "rally")
RULES = Path(__file__).parents[2] / "docs" / "rules"
PACKS = installed().packs
SCENE = "scene Ann Bob\nG1R2B2Y2 ro5,ga14,bl14,yj16\n0:00 Ann turns red-square\n"


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
    """Examples are written once, in English; every book has them under the same rules."""
    english, text = book(game, "en"), book(game, language)
    expected = [rule for rule, _ in WRITER.examples(game, english)]
    parts = list(WRITER.parts(game, language, text, english))
    under = [
        re.findall(r'<h[234] id="([\w-]+)"', "".join(parts[: at + 1])) for at in range(len(parts))
    ]

    assert expected == [headings[-1] for headings in under[:-1]]
    assert language == "en" or not WRITER.examples(game, text)


def test_a_place_too_few_is_a_mistake() -> None:
    """A translated rule names the place of each of its examples, or of none."""
    english = '<a id="r1"></a>\n### R1\n' + "```rally\n.\nA1e left -> A1n\n```\n" * 2
    translated = '<a id="r1"></a>\n### R1\n<!-- example -->\n'

    with pytest.raises(ValueError, match="r1 has 2 examples"):
        WRITER.marked("rally", translated, english)


@pytest.mark.parametrize(("game", "numbers"), [("ricochet", r"rc\d+"), ("rally", r"r\d+")])
def test_every_rule_has_a_picture(game: str, numbers: str) -> None:
    """Nobody has to imagine what a rule does."""
    english = book(game, "en")
    shown = {rule for rule, _ in WRITER.examples(game, english)}
    rules = [anchor for anchor, _, _ in headings(english) if re.fullmatch(numbers, anchor)]

    assert [rule for rule in rules if rule not in shown] == []


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
    [(game, example) for game in GAMES for _, example in WRITER.examples(game, book(game, "en"))],
)
def test_every_example_ends_as_it_says(game: str, example: str) -> None:
    """The rules themselves play it; each step is a picture, with something to say first of all."""
    frames = PACKS[game].draw_example(example).frames

    assert all(frame.picture.startswith("<svg") for frame in frames)
    assert frames[0].events
    refused = [each for frame in frames for each in frame.events if isinstance(each, NotAllowed)]
    assert all(each.code for each in refused)  # else the page knows only the English sentence


@pytest.mark.parametrize(
    ("game", "example"),
    [
        ("rally", ". . .\nA1e move1 -> C1e"),
        ("rally", ". . .\nA1e move1 -> lost"),
        ("rally", "end of turn\n. + .\nA1e armour=5 move1 -> B1e armour=5"),
        ("ricochet", "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square\nre rs -> arrived"),
        ("ricochet", "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square\nyn ys ys -> under way"),
        ("rally", "cards move1-500 move3-840"),
        ("rally", "cards move1-505"),
        ("rally", "scene Ann\nS . 1\n0:00 Ann faces e\n-> turn 1, Ann A1n 9/3"),
        ("rally", "scene Ann\nS . 1\n0:00 Ann is ready\n-> turn 1, Ann A1n 9/3"),
        ("ricochet", f"{SCENE}0:05 Ann bids 3\n-> thinking, Ann 0, Bob 0"),
        ("ricochet", f"{SCENE}0:05 Ann bids 3 - refused\n-> bidding, Ann 0, Bob 0"),
        ("ricochet", f"{SCENE}0:05 Ann gives up\n-> thinking, Ann 0, Bob 0"),
        ("ricochet", f"{SCENE}0:05 Ann sleeps\n-> thinking, Ann 0, Bob 0"),
    ],
)
def test_an_example_that_is_wrong_is_refused(game: str, example: str) -> None:
    """A book cannot show what the rules do not do."""
    with pytest.raises(Malformed):
        PACKS[game].draw_example(example)


def on_the_page(game: str, language: str) -> str:
    return "".join(WRITER.parts(game, language, book(game, language), book(game, "en")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_belongs_to_the_command_line_stays_there(game: str, language: str) -> None:
    """On the page nobody types commands or programs, and links to documents lead nowhere."""
    html = on_the_page(game, language)

    assert not re.search(r"tinplate|<code>--|Python|JSON|Refused|\.md|\(why\)", html)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_can_be_linked_to(game: str, language: str) -> None:
    """Each heading has a link to itself; the contents are beside the book, not in it."""
    html = on_the_page(game, language)
    anchors = [anchor for anchor, _, _ in headings(book(game, language))]

    assert anchors == re.findall(r'<a class="here" href="#([\w-]+)"', html)
    assert not re.search(r"<p><strong>[^<]*</strong>: <a href", html)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_settings_are_called_what_the_form_calls_them(game: str, language: str) -> None:
    """A setting that a reader meets in the book can be found when opening a table."""
    html, words = on_the_page(game, language), WRITER.words_of(game)
    said = WRITER.messages(language)

    assert not [key for key in words.settings if f"<code>{key}</code>" in html]
    assert not re.search(r"<code>(yes|no|none|on|off|void|required|allowed)</code>", html)
    titles = {said[setting.title] for setting in words.settings.values()}
    assert not [title for title in titles if f"<strong>{escape(title)}</strong>" not in html]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_headings_begin_with_a_capital(game: str, language: str) -> None:
    """After their number, too: as in the contents beside the book."""
    html = "".join(WRITER.parts(game, language, book(game, language), book(game, "en")))
    titles = re.findall(r"<h[234] [^>]*>(?:\w+\d: )?([^<]+)", html)

    assert len(titles) > 20
    assert [] == [title for title in titles if title[0] != title[0].upper()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_apostrophes_are_curly(game: str, language: str) -> None:
    """As everywhere on the page; the documents have the straight ones of a keyboard."""
    words = re.sub(r"<code.*?</code>|<[^>]+>", "", on_the_page(game, language), flags=re.DOTALL)

    assert not re.search(r"\w'", words)
