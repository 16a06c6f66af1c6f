"""Pictures of pages for people to look at, in `screenshots/`.

In English and a few looks, unless `PICTURES` names languages: `make pictures` takes all of them, in
four sizes and a phone that lies, light and dark.
"""

import os
from pathlib import Path

from playwright.sync_api import ViewportSize

from tests.journeys.people import LAPTOP, LYING_PHONE, PHONE, TABLET, WIDE, Visitor

FOLDER = Path(__file__).parents[2] / "screenshots"
ASKED = os.environ.get("PICTURES", "").split()
LANGUAGES = ASKED or ["en"]
SIZES: dict[str, ViewportSize] = {
    "laptop": LAPTOP,
    "phone": PHONE,
    "lying": LYING_PHONE,
    "tablet": TABLET,
    "wide": WIDE,
}
LOOKS: dict[str, tuple[ViewportSize, str]] = {
    f"{size}-{theme}": (viewport, theme)
    for size, viewport in SIZES.items()
    for theme in ("light", "dark")
}
# Tests only make sure that pages can be pictured.
TAKEN = LOOKS if ASKED else {look: LOOKS[look] for look in ("laptop-dark", "phone-light")}
SMALLEST = 5_000  # bytes; an empty page has fewer


def pictured(visitor: Visitor, name: str) -> dict[str, int]:
    """Take pictures of the page as it is now, in each language and look; how large they are."""
    sizes = {}
    for language in LANGUAGES:
        visitor.page.set_viewport_size(LAPTOP)
        visitor.speak(language)
        for look, (viewport, theme) in TAKEN.items():
            visitor.page.set_viewport_size(viewport)
            visitor.paint(theme)
            file = FOLDER / language / f"{look}-{name}.png"
            file.parent.mkdir(parents=True, exist_ok=True)
            sizes[f"{language}/{look}-{name}"] = len(visitor.page.screenshot(path=file))
    visitor.page.set_viewport_size(LAPTOP)
    return sizes


def too_small(sizes: dict[str, int]) -> dict[str, int]:
    return {name: size for name, size in sizes.items() if size < SMALLEST}
