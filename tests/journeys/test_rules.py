"""The rule books in the browser: found, read in one's language, and played."""

import re

from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, PHONE
from tests.page.messages import LOCALES
from tests.page.test_rule_books import book

TITLES = {
    language: book("rally", language).partition("\n")[0].removeprefix("# ") for language in LOCALES
}
WIDER = "document.documentElement.scrollWidth > innerWidth"


def test_the_rules_are_found_from_help_and_lessons(visit: Visit) -> None:
    """Wherever one is, the book is two steps away; it leads on to the lessons."""
    ann = visit("Ann")
    ann.go("/")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    ann.press("?")
    ann.page.get_by_role("link", name="Rules of Ricochet").click()
    expect(ann.page.get_by_role("heading", name="The rules of Ricochet")).to_be_visible()
    ann.page.get_by_role("link", name="Learn by playing").click()
    ann.page.get_by_role("main").get_by_role("link", name="Rally").click()
    ann.page.get_by_role("link", name="Rules", exact=True).click()
    expect(ann.page.get_by_role("heading", name="The rules of Rally")).to_be_visible()


def test_an_address_leads_to_a_rule(visit: Visit) -> None:
    """Whoever is sent a rule sees it at once, and can read on with the keys.

    A link within the book does not leave it.
    """
    ann = visit("Ann")
    for address, number in (("/rules/ricochet#rc12", "RC12"), ("/rules/rally#d9", "D9")):
        ann.go(address)
        rule = ann.page.get_by_role("heading", name=f"{number}:")
        expect(rule).to_be_in_viewport()
        expect(rule).to_be_focused()
    ann.go("/rules/rally#r7")
    ann.page.get_by_role("link", name="R40").first.click()

    expect(ann.page.get_by_role("heading", name="R40:")).to_be_in_viewport()


def test_the_contents_lead_to_a_rule(visit: Visit) -> None:
    """Beside the book, where the one that is read is marked; on a phone they unfold above it."""
    ann = visit("Ann")
    ann.go("/rules/rally")
    contents = ann.page.get_by_role("navigation", name="Contents", exact=True)
    contents.get_by_role("link", name="Pushing and virtual robots").click()
    contents.get_by_role("link", name="R31 What that means").click()
    expect(ann.page.get_by_role("heading", name="R31:")).to_be_in_viewport()
    expect(ann.page).to_have_url(re.compile("#r31$"))
    present = contents.get_by_role("link", name="R31 What that means")
    expect(present).to_have_attribute("aria-current", "location")
    expect(present).to_be_in_viewport()
    ann.button("Back to top").click()
    expect(ann.page.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(ann.button("Back to top")).to_have_count(0)
    ann.page.set_viewport_size(PHONE)
    expect(contents).not_to_be_visible()
    ann.page.get_by_text("Contents", exact=True).click()
    contents.get_by_role("link", name="R31 What that means").click()

    expect(ann.page.get_by_role("heading", name="R31:")).to_be_in_viewport()
    expect(contents).not_to_be_visible()


def test_on_paper_there_is_only_the_book(visit: Visit) -> None:
    """No contents, no header and no buttons of examples."""
    ann = visit("Ann")
    ann.go("/rules/rally")
    expect(ann.button("Play").first).to_be_visible()
    ann.page.emulate_media(media="print")
    expect(ann.button("Play").first).not_to_be_visible()
    expect(ann.page.get_by_role("navigation")).to_have_count(0)
    ann.page.emulate_media(media="screen")


def test_the_book_is_in_the_language_of_the_page(visit: Visit) -> None:
    """The whole book changes with the language, and fits on a phone."""
    ann = visit("Ann")
    ann.go("/rules/rally")
    for language in LOCALES:
        ann.speak(language)
        heading = ann.page.get_by_role("heading", name=TITLES[language], include_hidden=True)
        expect(heading).to_have_count(1)
        for size in (PHONE, LAPTOP):
            ann.page.set_viewport_size(size)
            assert (language, False) == (language, ann.page.evaluate(WIDER))


def test_an_example_is_played(lively: Visit) -> None:
    """Step by step, or by itself to the end; then it begins again."""
    ann = lively("Ann")
    ann.go("/rules/rally")
    example = ann.page.get_by_role("figure").first
    example.get_by_role("button", name="Step forward").click()
    expect(example.get_by_text("Step 2 of 8")).to_be_visible()
    example.get_by_role("button", name="Play").click()
    expect(example.get_by_text("Step 8 of 8")).to_be_visible()
    example.get_by_role("button", name="Play").click()
    expect(example.get_by_text("Step 2 of 8")).to_be_visible()


def test_a_scene_is_told_in_the_language_of_the_page(visit: Visit) -> None:
    """A picture says what happens in it; people bid and prove as at a table.

    One that stands still has no buttons; its tokens are listed for people who cannot see them.
    """
    ann = visit("Ann")
    ann.go("/rules/ricochet")
    tokens = ann.page.get_by_role("figure", name="RC3")
    expect(tokens.get_by_text("the vortex")).to_be_visible()
    expect(tokens.get_by_role("button")).to_have_count(0)
    scene = ann.page.get_by_role("figure", name="RC12")
    scene.get_by_role("button", name="Step forward").click()
    expect(scene.get_by_text("Ann bids 5 moves.")).to_be_visible()
    ann.press("?")
    ann.speak("it")
    ann.press("Escape")
    scene.get_by_role("button", name="Un passo avanti").click()
    expect(scene.get_by_text("Bob dichiara 5 mosse.")).to_be_visible()
