"""The main pages can be pictured, and are not empty then."""

from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import ricochet
from tests.journeys.pictures import pictured, too_small
from tests.journeys.places import prompt, ready

PAGES = {
    "home": "/",
    "new": "/new",
    "analysis": "/ricochet/G1R2B2Y2_ro5,ga14,bl14,yj16_red-triangle",
    "practice": "/practice",
    "learn": "/learn",
    "learn-rally": "/learn/rally",
    "rules": "/rules/rally",
    "rules-ricochet": "/rules/ricochet",
    "courses": "/courses",
    "gallery": "/gallery",
}


def test_pictures_of_every_page(visit: Visit) -> None:
    """Every page in light and dark colours, and on a phone both ways."""
    ann = visit("Ann")
    sizes: dict[str, int] = {}
    for name, path in PAGES.items():
        ann.go(path)
        ready(ann, name)
        sizes |= pictured(ann, name)

    assert {} == too_small(sizes)


def test_pictures_of_a_table(visit: Visit) -> None:
    """The waiting room, a bid and a proof of Ricochet, in the same way."""
    ann = visit("Ann")
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
