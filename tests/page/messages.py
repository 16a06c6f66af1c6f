"""What the page can say, read from where its translators write it."""

import json
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[2] / "web"
SETTINGS = json.loads((WEB / "project.inlang/settings.json").read_text())
LOCALES = SETTINGS["locales"]
PATTERNS: list[str] = SETTINGS["plugin.inlang.messageFormat"]["pathPattern"]
FOLDERS = [WEB / Path(pattern).parent for pattern in PATTERNS]  # the shared one, then the games'


def in_folder(folder: Path, locale: str) -> dict[str, Any]:
    """What a file says, by key; a plural message is a list of one match."""
    text = (folder / f"{locale}.json").read_text()
    pairs: list[tuple[str, Any]] = json.loads(text, object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(set(keys)) == len(keys), "a key stands there twice"
    everything: dict[str, Any] = json.loads(text)
    everything.pop("$schema")
    return everything


def messages(locale: str) -> dict[str, Any]:
    """All that is written for a language, by key."""
    parts = [in_folder(folder, locale) for folder in FOLDERS]
    everything = {key: said for part in parts for key, said in part.items()}
    assert len(everything) == sum(map(len, parts)), "a key is in two files"
    return everything


def forms(message: str | list[dict[str, Any]]) -> dict[str, str]:
    """The texts of a message by plural category; one that has no plural is all `other`."""
    if isinstance(message, str):
        return {"other": message}
    [plural] = message
    return {case.removeprefix("amount="): text for case, text in plural["match"].items()}


def texts(locale: str) -> list[tuple[str, str]]:
    return [(key, text) for key, said in messages(locale).items() for text in forms(said).values()]
