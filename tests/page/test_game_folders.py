"""On the page a game is one folder, and shared code names no game."""

import re
from pathlib import Path

import pytest

from tests.page.messages import WEB

SOURCES = WEB / "src"
FOLDERS = {
    path.name: path
    for path in sorted((SOURCES / "games").iterdir())
    if path.is_dir() and path.name != "default"  # which is for all games that have no folder
}
LIST = SOURCES / "games" / "index.ts"
GENERATED = ("wire/generated/", "rules/generated/", "paraglide/")
NAMES = re.compile(rf"(?<![a-z])({'|'.join(FOLDERS)})", re.IGNORECASE)  # but not “generally”
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*'(\.[^']+)'""")


def written() -> list[Path]:
    """All files that people wrote."""
    return [
        path
        for path in sorted(SOURCES.rglob("*"))
        if path.is_file() and not path.relative_to(SOURCES).as_posix().startswith(GENERATED)
    ]


def owner(path: Path) -> str | None:
    """The game in whose folder something is."""
    return next((name for name, folder in FOLDERS.items() if folder in path.parents), None)


def test_shared_code_names_no_game() -> None:
    """But for the list of games."""
    named = {
        f"{path.relative_to(SOURCES)}:{number}: {line.strip()}"
        for path in written()
        if owner(path) is None and path != LIST
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if NAMES.search(line)
    }

    assert set() == named


def test_no_game_reaches_into_another() -> None:
    """Nor does shared code reach into a game: it asks the list."""
    crossed = {
        (path.relative_to(SOURCES).as_posix(), link)
        for path in written()
        if path.suffix in {".ts", ".svelte"} and path != LIST
        for link in IMPORT.findall(path.read_text())
        if (other := owner((path.parent / link).resolve())) and other != owner(path)
    }

    assert set() == crossed


@pytest.mark.parametrize(("game", "folder"), FOLDERS.items(), ids=FOLDERS)
def test_games_use_the_same_names(game: str, folder: Path) -> None:
    """Whoever knows one game finds their way in the other."""
    title = game.title()
    expected = {
        "index.ts", "bots.ts", "help.ts", "reasons.ts", "story.ts", "history.svelte.ts",
        f"{title}Table.svelte", f"{title}Terms.svelte", f"{title}Summary.svelte",
        f"replay/{title}Replay.svelte", f"learn/{title}Lessons.svelte",
        f"board/{title}Board.svelte", "playback", "messages",
    }  # fmt: skip

    assert set() == {name for name in expected if not (folder / name).exists()}


def test_every_folder_is_in_the_list() -> None:
    """A game without a folder gets the default page; one that has one must not be forgotten."""
    listed = re.search(r"GAMES: readonly GamePage\[\] = \[(.*?)\]", LIST.read_text(), re.DOTALL)

    assert listed
    assert set(FOLDERS) == {name.strip() for name in listed[1].split(",") if name.strip()}
