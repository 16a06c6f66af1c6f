"""The sheet of help is whole: every key that means something is on it."""

import re

from tests.page.messages import WEB

SIGNS = {
    " ": "␣",
    "Backspace": "⌫",
    "Escape": "Esc",
    "PageDown": "PgDn",
    "PageUp": "PgUp",
    "ArrowRight": "→",
    "ArrowLeft": "←",
    "d": "D",
    "f": "F",
    "k": "K",
    "p": "P",
}
ASKED = re.compile(r"(?:event\.key|keyOf\(event\)) (?:===|!==) '([^']+)'")


def test_every_key_is_on_the_sheet() -> None:
    """Whatever a page listens for is told there, by the sign that is on the key."""
    sheets = [WEB / "src/app/Help.svelte", *(WEB / "src/games").glob("*/help.ts")]
    listed = [
        keys
        for sheet in sheets
        for keys in re.findall(r"\['([^']+)', m\.\w*key_\w+\]", sheet.read_text())
    ]
    told = {sign for keys in listed for sign in keys.split()}
    asked = {
        key
        for path in (WEB / "src").rglob("*")
        if path.suffix in {".ts", ".svelte"} and "paraglide" not in path.parts
        for key in ASKED.findall(path.read_text())
    }

    assert {"Enter", "Home", "?"} <= asked
    assert set() == {SIGNS.get(key, key) for key in asked} - told
