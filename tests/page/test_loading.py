"""What a page loads: what it needs, and no more."""

import gzip
import json
import re
from functools import cache
from pathlib import Path

import pytest

from tests.page.messages import LOCALES, texts

PAGE = Path(__file__).parents[2] / "src/tinplate/page"
BUILT = PAGE / "assets"
IMPORT = re.compile(r'\b(?:from|import)"\./([^"]+\.js)"')  # import("./...") comes later, if at all
HASH = "?" * 8  # not “index-client”
LONGEST = "el"  # the language whose texts are the largest
FIRST = ("index", f"{LONGEST}.first")
PLAYING = (*FIRST, "TablePage", f"{LONGEST}.common")
MOST = {  # bytes, compressed
    FIRST: 60_000,
    (*PLAYING, "WaitingRoom"): 82_500,
    (*PLAYING, "RicochetTable", f"{LONGEST}.ricochet"): 118_000,
    (*PLAYING, "RallyTable", f"{LONGEST}.rally"): 120_000,
    (*PLAYING, "DefaultTable"): 93_500,
}
MOST_AHEAD = 48_500  # bytes, compressed
FONTS = 60_000  # bytes, for the first page; fonts are compressed already


@cache
def needed(name: str) -> frozenset[str]:
    """A script, and all that the browser fetches before it runs."""
    (first,) = BUILT.glob(f"{name}-{HASH}.js")
    found, ahead = {first.name}, [first.name]
    while ahead:
        for script in IMPORT.findall((BUILT / ahead.pop()).read_text()):
            if script not in found:
                found.add(script)
                ahead.append(script)
    return frozenset(found)


@pytest.mark.parametrize("names", MOST, ids=lambda names: names[-1])
def test_a_table_needs_little(names: tuple[str, ...]) -> None:
    """A table that waits for people is as small as the first page; a match brings one game."""
    scripts = frozenset[str]().union(*map(needed, names))
    size = sum(len(gzip.compress((BUILT / script).read_bytes())) for script in scripts)

    assert 45_000 < size <= MOST[names]


GAMES = ("Ricochet", "Rally", "Default")


@pytest.mark.parametrize("one", GAMES)
def test_no_game_loads_the_table_of_another(one: str) -> None:
    """Nor does a table that waits load any."""
    others = tuple(f"{game}Table" for game in GAMES if game != one)
    scripts = needed("index") | needed("TablePage") | needed(f"{one}Table")

    assert not [script for script in scripts if script.startswith(others)]


def test_scripts_are_in_no_language() -> None:
    """What the page says comes from files of one language each."""
    said = dict(texts("it"))["go_home"]
    files = {path.name for path in BUILT.glob("*.js") if said in path.read_text()}

    assert {"it.first"} == {name.partition("-")[0] for name in files}


def test_every_language_starts_as_early() -> None:
    """The page names the first texts of each, for the browser to fetch with the scripts."""
    named = re.findall(r'rel="texts" hreflang="(\w+)"', (PAGE / "index.html").read_text())

    assert sorted(LOCALES) == sorted(named)


# Fonts


def styles() -> str:
    return "".join(path.read_text() for path in BUILT.glob("*.css"))


def test_fonts_are_ours_and_small() -> None:
    """Nothing is fetched from others."""
    fonts = set(re.findall(r"url\(([^)]*woff2)\)", styles()))
    files = {path.name: path.stat().st_size for path in BUILT.glob("*.woff2")}

    assert {f"./{name}" for name in files} == fonts
    assert sum(files.values()) <= FONTS
    assert "//" not in "".join(re.findall(r"url\([^)]*\)", styles()))


@pytest.mark.parametrize("family", ["Source Sans", "Rounded M Plus"])
@pytest.mark.parametrize("locale", LOCALES)
def test_fonts_have_the_letters_of(locale: str, family: str) -> None:
    """With all accents, in texts and in titles."""
    letters = {ord(sign) for _, text in texts(locale) for sign in text if sign.isalpha()}
    faces = [face for face in re.findall(r"@font-face{([^}]+)}", styles()) if family in face]
    ranges = [
        (int(first.replace("?", "0"), 16), int((last or first).replace("?", "F"), 16))
        for face in faces
        for listed in re.findall(r"unicode-range:([^;}]+)", face)
        for first, last in re.findall(r"U\+([\w?]+)(?:-(\w+))?", listed, re.IGNORECASE)
    ]

    assert not {chr(one) for one in letters if not any(a <= one <= b for a, b in ranges)}


def test_what_is_fetched_ahead_is_there_and_little() -> None:
    """The link of the day: as much as its first puzzle needs, in files that exist."""
    ahead = json.loads((PAGE / "ahead.json").read_text())["puzzles/daily"]
    size = sum(len(gzip.compress((PAGE / name).read_bytes())) for name in ahead)

    assert any(name.startswith("assets/RicochetPuzzle") for name in ahead)
    assert size <= MOST_AHEAD
