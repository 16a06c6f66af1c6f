"""Pictures of the main pages for people to look at, in `screenshots/`."""

from pathlib import Path

from playwright.sync_api import ViewportSize, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, LYING_PHONE, PHONE, Visitor, ricochet
from tests.journeys.places import prompt, ready
from tests.page.messages import LOCALES

FOLDER = Path(__file__).parents[2] / "screenshots"
LOOKS: dict[str, tuple[ViewportSize, str]] = {
    "light": (LAPTOP, "light"),
    "dark": (LAPTOP, "dark"),
    "phone": (PHONE, "light"),
    "lying": (LYING_PHONE, "light"),
}
PAGES = {
    "home": "/",
    "new": "/new",
    "analysis": "/ricochet/G1R2B2Y2_ro5,ga14,bl14,yj16_red-triangle",
    "practice": "/practice",
    "learn": "/learn",
    "rules": "/rules/rally",
}
SMALLEST = 5_000  # bytes; an empty page has fewer


def pictured(visitor: Visitor, name: str) -> dict[str, int]:
    """Take pictures of the page as it is now, in every language and look; how large they are."""
    sizes = {}
    for language in LOCALES:
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


def test_pictures_of_every_page(visit: Visit) -> None:
    """Every page in every language, in light and dark colours, and on a phone both ways."""
    ann = visit("Ann", reduced_motion="reduce")
    sizes: dict[str, int] = {}
    for name, path in PAGES.items():
        ann.go(path)
        ready(ann, name)
        sizes |= pictured(ann, name)

    assert {} == too_small(sizes)


def test_pictures_of_a_table(visit: Visit) -> None:
    """The waiting room, a bid and a proof of Ricochet, in the same way."""
    ann = visit("Ann", reduced_motion="reduce")
    terms = ricochet(hourglass_seconds=1, proof_seconds=600, board="G1R2B2Y2")
    ann.go(f"/table/{ann.open(terms, 2)}")
    ann.sees(ann.says("invite_title"))
    sizes = pictured(ann, "room")
    ann.button(ann.says("start_match")).click()
    ann.button(ann.says("turn_first")).click()
    expect(ann.page.get_by_role("group", name=ann.says("bid_label"))).to_be_visible()
    sizes |= pictured(ann, "bid")
    ann.press("9", "9")
    expect(prompt(ann)).to_contain_text(ann.says("say_prove_you"))
    ann.press("b")

    assert {} == too_small(sizes | pictured(ann, "proof"))
