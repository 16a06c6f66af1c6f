"""Write the rule books for the page, from docs/rules; `make page` does it before it builds.

A fenced block with a game's name is an example: the game draws it step by step, and fails if it
does not end as it says. What belongs to the command line is left out here.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template

from markdown_it import MarkdownIt
from msgspec.json import encode

from tinplate.games import installed
from tinplate.pack import GamePack

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules"
FOLDER = ROOT / "web" / "src" / "rules" / "generated"
ENGLISH = "en"
LANGUAGES = (ENGLISH, "it", "es", "ca", "el")
_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
_CONSOLE = re.compile(r"^```console\n.*?^```\n", re.MULTILINE | re.DOTALL)
_REFUSED = re.compile(r"^> Refused: .*\n(>.*\n)*", re.MULTILINE)
_ANCHORED = re.compile(r'(?:<p>)?<a id="([\w-]+)"></a>\s*(?:</p>\s*)?<h([234])>')
_COMMANDS = re.compile(
    r"^<!-- commands -->\n.*?^<!-- end of commands -->\n", re.MULTILINE | re.DOTALL
)


def book_path(game: str, language: str) -> Path:
    return RULES / f"{game}.md" if language == ENGLISH else RULES / language / f"{game}.md"


def examples(game: str, text: str) -> list[str]:
    """The examples of a book, in their order."""
    return re.findall(rf"^```{game}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def parts(game: str, text: str) -> Iterator[str]:
    """The book as HTML, cut where an example stands."""
    for pattern in (_COMMANDS, _CONSOLE, _REFUSED):
        text = pattern.sub("", text)
    for part in re.split(rf"^```{game}\n.*?^```$", text, flags=re.MULTILINE | re.DOTALL):
        yield _on_the_page(_MARKDOWN.render(part))


def _on_the_page(html: str) -> str:
    """Links to other documents lead nowhere on the page: their words stay."""
    html = re.sub(r'<a href="(?!#)[^"]*">(.*?)</a>', r"\1", html, flags=re.DOTALL)
    html = html.replace(
        "<table>", '<table tabindex="0">'
    )  # one that is too wide is scrolled by keys
    return _ANCHORED.sub(r'<h\2 id="\1" tabindex="-1">', html)


def pictures(pack: GamePack, text: str) -> list[list[str]]:
    """Every example step by step, its colours as variables of the page."""
    light, _ = pack.picture_colours
    names = {name: f"var(--{name.replace('_', '-')})" for name in light}
    return [
        [Template(frame).substitute(names) for frame in pack.draw_example(example)]
        for example in examples(pack.name, text)
    ]


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
        for language in LANGUAGES:
            text = book_path(name, language).read_text(encoding="utf-8")
            (FOLDER / f"{name}.{language}.json").write_bytes(encode(list(parts(name, text))))
        english = book_path(name, ENGLISH).read_text(encoding="utf-8")
        (FOLDER / f"{name}.pictures.json").write_bytes(encode(pictures(pack, english)))
        style += colours(pack)
    (FOLDER / "colours.css").write_text("\n".join([*style, ""]))


if __name__ == "__main__":
    write(installed().packs)
