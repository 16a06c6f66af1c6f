"""Pictures of pages for people to look at, in `screenshots/`.

In English, unless `PICTURES` names other languages: `make pictures` takes them in all of them.
"""

import os
from pathlib import Path

from playwright.sync_api import ViewportSize

from tests.journeys.people import LAPTOP, LYING_PHONE, PHONE, Visitor

FOLDER = Path(__file__).parents[2] / "screenshots"
LANGUAGES = os.environ.get("PICTURES", "en").split()
LOOKS: dict[str, tuple[ViewportSize, str]] = {
    "light": (LAPTOP, "light"),
    "dark": (LAPTOP, "dark"),
    "phone": (PHONE, "light"),
    "lying": (LYING_PHONE, "light"),
}
SMALLEST = 5_000  # bytes; an empty page has fewer


def pictured(visitor: Visitor, name: str) -> dict[str, int]:
    """Take pictures of the page as it is now, in each language and look; how large they are."""
    sizes = {}
    for language in LANGUAGES:
        visitor.page.set_viewport_size(LAPTOP)
        visitor.speak(language)
        for look, (viewport, theme) in LOOKS.items():
            visitor.page.set_viewport_size(viewport)
            visitor.paint(theme)
            file = FOLDER / language / f"{look}-{name}.png"
            file.parent.mkdir(parents=True, exist_ok=True)
            sizes[f"{language}/{look}-{name}"] = len(visitor.page.screenshot(path=file))
    visitor.page.set_viewport_size(LAPTOP)
    return sizes


def too_small(sizes: dict[str, int]) -> dict[str, int]:
    return {name: size for name, size in sizes.items() if size < SMALLEST}
