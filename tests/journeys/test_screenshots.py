"""Pictures of the main pages for people to look at, in `screenshots/`."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, LYING_PHONE, PHONE, Visitor, ricochet

FOLDER = Path(__file__).parents[2] / "screenshots"
LANGUAGES = ("en", "it", "es", "ca", "el")
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": LAPTOP, "color_scheme": "light"},
    "dark": {"viewport": LAPTOP, "color_scheme": "dark"},
    "phone": {"viewport": PHONE, "color_scheme": "light"},
    "lying": {"viewport": LYING_PHONE, "color_scheme": "light"},
}
PAGES = {  # and what is there when they are ready
    "home": ("/", "button.primary:enabled"),
    "new": ("/new", "button[type=submit]"),
    "analysis": ("/ricochet/G1R2B2Y2_ro5,ga14,bl14,yj16_red-triangle", "svg.board"),
    "practice": ("/practice", "svg.board"),
    "learn": ("/learn", "main h1"),
}
SMALLEST = 5_000  # bytes; an empty page has fewer


def pictured(visitor: Visitor, name: str) -> int:
    """Take a picture; how large it is."""
    file = FOLDER / f"{name}.png"
    file.parent.mkdir(parents=True, exist_ok=True)
    return len(visitor.page.screenshot(path=file))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_of_every_page(visit: Visit, language: str, look: str) -> None:
    """Every page in every language, in light and dark colours, and on a phone both ways."""
    ann = visit("Ann", locale=language, reduced_motion="reduce", **LOOKS[look])
    sizes = {}
    for name, (path, ready) in PAGES.items():
        ann.go(path)
        expect(ann.page.locator(ready).first).to_be_visible()
        sizes[name] = pictured(ann, f"{language}/{look}-{name}")
    table = ann.open(ricochet(hourglass_seconds=1, board="G1R2B2Y2"), 2)
    ann.go(f"/table/{table}")
    expect(ann.page.locator(".invite")).to_be_visible()
    sizes["room"] = pictured(ann, f"{language}/{look}-room")
    ann.page.locator("button.primary", has_text="").last.click()
    expect(ann.page.locator("svg.board")).to_be_visible()
    ann.press("Enter")
    expect(ann.page.locator(".pad")).to_be_visible()
    sizes["bid"] = pictured(ann, f"{language}/{look}-bid")
    ann.press("9", "9")
    expect(ann.page.locator(".count")).to_be_visible()
    ann.press("b")
    sizes["proof"] = pictured(ann, f"{language}/{look}-proof")

    assert {} == {name: size for name, size in sizes.items() if size < SMALLEST}
    assert language == ann.page.evaluate("document.documentElement.lang")
