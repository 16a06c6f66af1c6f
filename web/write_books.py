"""Write the rule books for the page, from docs/rules; `make page` does it before it builds.

A fenced block with a game's name is an example: the game draws it step by step, and fails if it
does not end as it says. Examples are written once, in the English book. The books in other
languages have them under the same rules: where it says `<!-- example -->`, else at the end of the
rule. What belongs to the command line is left out here, and so are the contents: the page has them
beside the book. Settings, presets and their values are called what the form for a new table calls
them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Any

from markdown_it import MarkdownIt
from msgspec import Struct, field
from msgspec.json import decode, encode

from tinplate.book import Example
from tinplate.games import installed
from tinplate.pack import GamePack

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules"
GAMES = ROOT / "web" / "src" / "games"
FOLDER = ROOT / "web" / "src" / "rules" / "generated"
ENGLISH = "en"
MARK = "<!-- example -->"
LANGUAGES = (ENGLISH, "it", "es", "ca", "el")
QUOTES = {ENGLISH: "“”", "it": "“”", "es": "«»", "ca": "«»", "el": "«»"}
_MARKDOWN = MarkdownIt("commonmark", {"html": True, "typographer": True}).enable(
    ["table", "smartquotes"]
)
_CONSOLE = re.compile(r"^```console\n.*?^```\n", re.MULTILINE | re.DOTALL)
_REFUSED = re.compile(r"^> Refused: .*\n(>.*\n)*", re.MULTILINE)
_CONTENTS = re.compile(r"^\*\*[^*\n]+\*\*: \[[^]]+\]\(#(?:.+\n)+", re.MULTILINE)
_ANCHORED = re.compile(r'(?:<p>)?<a id="([\w-]+)"></a>\s*(?:</p>\s*)?<h([234])>')
_NUMBERED = re.compile(r"(<h[34] [^>]*>\w+\d: )(\w)")
_HEADING = re.compile(r'(<h([234]) id="([\w-]+)"[^>]*>)(.*?)(</h\2>)', re.DOTALL)
_COMMANDS = re.compile(
    r"^<!-- commands -->\n.*?^<!-- end of commands -->\n", re.MULTILINE | re.DOTALL
)


_TABLE = re.compile(r"^\|.*\n(?:\|.*\n)+", re.MULTILINE)
_OPTION = re.compile(r"\| `--[\w-]+` \|$", re.MULTILINE)
_LAST_CELL = re.compile(r"\|[^|]*\|$", re.MULTILINE)


class Setting(Struct, forbid_unknown_fields=True):
    """The messages that name a setting and its values."""

    title: str
    values: dict[str, str] = field(default_factory=dict)


class Words(Struct, forbid_unknown_fields=True):
    """What the form calls what the rule book names as programs do, as keys of messages."""

    settings: dict[str, Setting]
    values: dict[str, str]  # of any setting
    names: dict[str, str]  # of presets and the like


def words_of(game: str) -> Words:
    path = GAMES / game / "bookWords.json"
    return decode(path.read_bytes(), type=Words)


def messages(language: str) -> dict[str, Any]:
    """Everything the page says."""
    folders = [ROOT / "web" / "messages", *sorted(GAMES.glob("*/messages"))]
    found = dict[str, Any]()
    for folder in folders:
        found |= decode((folder / f"{language}.json").read_bytes())
    return found


def as_in_the_form(text: str, words: Words, language: str) -> str:
    """The book with the names of the form instead of those that programs use.

    A value belongs to the setting that was named last, as far as its rule goes.
    """
    said, (opening, closing) = messages(language), QUOTES[language]

    def called(section: str) -> str:
        setting = Setting("")

        def name(found: re.Match[str]) -> str:
            nonlocal setting
            code = found[1].replace("\n", " ")
            if code in words.settings:
                setting = words.settings[code]
                return f"**{said[setting.title]}**"
            key = (words.names | words.values | setting.values).get(code)
            return f"{opening}{said[key]}{closing}" if key else found[0]

        return re.sub(r"`([^`]+)`", name, section)

    return _joined("".join(called(section) for _, section in _sections(text)))


def _joined(text: str) -> str:
    """What the form asks for once has one row, with all its values."""

    def join(table: re.Match[str]) -> str:
        rows = list[list[str]]()
        for line in table[0].splitlines():
            cells = line.split(" | ")
            if rows and cells[0].startswith("| **") and cells[0] == rows[-1][0]:
                known = rows[-1][1].split(", ")
                rows[-1][1] = ", ".join(dict.fromkeys([*known, *cells[1].split(", ")]))
            else:
                rows.append(cells)
        return "".join(" | ".join(cells) + "\n" for cells in rows)

    return _TABLE.sub(join, text)


def without_options(text: str) -> str:
    """Tables without their last column, if it has the options of the command line."""

    def cut(table: re.Match[str]) -> str:
        return _LAST_CELL.sub("|", table[0]) if _OPTION.search(table[0]) else table[0]

    return _TABLE.sub(cut, text)


def book_path(game: str, language: str) -> Path:
    return RULES / f"{game}.md" if language == ENGLISH else RULES / language / f"{game}.md"


def examples(game: str, text: str) -> list[tuple[str, str]]:
    """The examples of the English book with the anchors of their rules, in their order."""
    return [
        (rule, example) for rule, section in _sections(text) for example in _blocks(game, section)
    ]


def _blocks(game: str, text: str) -> list[str]:
    return re.findall(rf"^```{game}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """A book rule by rule, each with its anchor; what comes before the first has none."""
    begin, *others = re.split(r'^(?=<a id="[\w-]+"></a>$)', text, flags=re.MULTILINE)
    yield "", begin
    for section in others:
        yield section.split('"', 2)[1], section


def marked(game: str, text: str, english: str) -> str:
    """The book with a mark where each example of the English one belongs."""
    counts = Counter(rule for rule, _ in examples(game, english))
    return "".join(_marked(game, rule, text, counts[rule]) for rule, text in _sections(text))


def _marked(game: str, rule: str, text: str, count: int) -> str:
    text = re.sub(rf"^```{game}\n.*?^```$", MARK, text, flags=re.MULTILINE | re.DOTALL)
    marks = text.count(MARK)
    if marks == 0:
        return text + f"\n{MARK}\n" * count
    if marks != count:
        raise ValueError(f"{rule} has {count} examples, and {marks} places for them")
    return text


def parts(game: str, language: str, text: str, english: str) -> Iterator[str]:
    """The book as HTML, cut where an example belongs."""
    text = marked(game, text, english)
    for pattern in (_CONTENTS, _COMMANDS, _CONSOLE, _REFUSED):
        text = pattern.sub("", text)
    text = as_in_the_form(without_options(text), words_of(game), language)
    for part in text.split(MARK):
        yield _on_the_page(_MARKDOWN.render(part))


def _on_the_page(html: str) -> str:
    """Links to other documents lead nowhere on the page: their words stay.

    A heading begins with a capital after its number, too, as in the contents.
    """
    html = re.sub(r'<a href="(?!#)[^"]*">(.*?)</a>', r"\1", html, flags=re.DOTALL)
    html = html.replace(
        "<table>", '<table tabindex="0">'
    )  # one that is too wide is scrolled by keys
    html = _ANCHORED.sub(r'<h\2 id="\1" tabindex="-1">', html)
    html = _NUMBERED.sub(lambda found: found[1] + found[2].upper(), html)
    return _HEADING.sub(
        r'\1\4<a class="here" href="#\3" aria-hidden="true" tabindex="-1">#</a>\5', html
    )


def pictures(pack: GamePack, text: str) -> dict[str, Any]:
    """Every example step by step, its colours as variables of the page.

    Most lines of a drawing are in many of them: each is kept once, and drawings are their numbers.
    """
    light, _ = pack.picture_colours
    names = {name: f"var(--{name.replace('_', '-')})" for name in light}
    lines = dict[str, int]()

    def numbered(picture: str) -> list[int]:
        drawn = Template(picture).substitute(names).splitlines()
        return [lines.setdefault(line, len(lines)) for line in drawn]

    def written(rule: str, drawn: Example) -> dict[str, Any]:
        frames = [
            {"picture": numbered(each.picture), "events": each.events} for each in drawn.frames
        ]
        return {"rule": rule, "frames": frames, "names": drawn.names}

    found = [
        written(rule, pack.draw_example(example)) for rule, example in examples(pack.name, text)
    ]
    return {"lines": list(lines), "examples": found}


def colours(pack: GamePack) -> Iterator[str]:
    """The variables, in light and dark."""
    for where, theme in zip(("", ":root[data-theme='dark'] "), pack.picture_colours, strict=True):
        yield f"{where}[data-book='{pack.name}'] {{"
        yield from (f"  --{name.replace('_', '-')}: {colour};" for name, colour in theme.items())
        yield "}"


def write(packs: Mapping[str, GamePack]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    style = list[str]()
    for name, pack in packs.items():
        if not book_path(name, ENGLISH).exists():
            continue
        english = book_path(name, ENGLISH).read_text(encoding="utf-8")
        for language in LANGUAGES:
            text = book_path(name, language).read_text(encoding="utf-8")
            book = list(parts(name, language, text, english))
            (FOLDER / f"{name}.{language}.json").write_bytes(encode(book))
        (FOLDER / f"{name}.pictures.json").write_bytes(encode(pictures(pack, english)))
        style += colours(pack)
    (FOLDER / "colours.css").write_text("\n".join([*style, ""]))


if __name__ == "__main__":
    write(installed().packs)
