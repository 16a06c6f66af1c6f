"""What the page can say, read from where its translators write it."""

import json
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[2] / "web"
FOLDER = WEB / "messages"
LOCALES = json.loads((WEB / "project.inlang/settings.json").read_text())["locales"]


def messages(locale: str) -> dict[str, Any]:
    """What is written for a language, by key; a plural message is a list of one match."""
    text = (FOLDER / f"{locale}.json").read_text()
    pairs: list[tuple[str, Any]] = json.loads(text, object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(set(keys)) == len(keys), "a key stands there twice"
    everything: dict[str, Any] = json.loads(text)
    everything.pop("$schema")
    return everything


def forms(message: str | list[dict[str, Any]]) -> dict[str, str]:
    """The texts of a message by plural category; one that has no plural is all `other`."""
    if isinstance(message, str):
        return {"other": message}
    [plural] = message
    return {case.removeprefix("amount="): text for case, text in plural["match"].items()}


def texts(locale: str) -> list[tuple[str, str]]:
    return [(key, text) for key, said in messages(locale).items() for text in forms(said).values()]
