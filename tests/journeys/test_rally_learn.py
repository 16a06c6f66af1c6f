"""The tutorial of Rally: every lesson is tried in the browser."""

from playwright.sync_api import Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LYING_PHONE, PHONE, Visitor
from tests.journeys.places import board, controls, drawn, hand, held_cards
from tests.journeys.test_languages import CUT
from tests.journeys.test_rally_table import NAMES
from tests.page.messages import messages
from tests.page.test_rally_lessons import LESSONS, Lesson

ENGLISH = messages("en")


def said(key: str) -> str:
    text = ENGLISH[key]
    assert isinstance(text, str)
    return text


def lay(visitor: Visitor, cards: tuple[str, ...]) -> None:
    for nth, card in enumerate(cards, start=1):
        kind, priority = card.split()
        name = f"{priority} {NAMES[kind]}"
        hand(visitor).get_by_role("button", name=name).click()
        expect(visitor.button(f"Register {nth}: {name}", exact=False)).to_be_visible()


def reply(visitor: Visitor) -> Locator:
    """To what was tried; it comes before the steps of the turn."""
    return visitor.page.get_by_role("status").first


def run(visitor: Visitor) -> None:
    """Ready; then the turn is over at once."""
    visitor.button("Ready").click()
    skip = visitor.button("Skip the rest")
    skip.wait_for()
    if skip.is_enabled():
        skip.click()


def do(visitor: Visitor, lesson: Lesson) -> None:
    if lesson.rested:
        visitor.page.get_by_label("Power down next turn").check()
    else:
        lay(visitor, lesson.solutions()[0])
    run(visitor)


def test_every_lesson_is_done_one_after_the_other(visit: Visit) -> None:
    """Each by a program that does it by the rules; whoever leaves comes back to where they were."""
    ann = visit("Ann")
    ann.go("/learn")
    ann.page.get_by_role("link", name="Rally", exact=True).click()
    for nth, lesson in enumerate(LESSONS.values(), start=1):
        ann.sees(f"Step {nth} of {len(LESSONS)}")
        expect(ann.page.get_by_role("heading", name=said(f"lr_{lesson.id}_title"))).to_be_visible()
        armour = ann.page.get_by_label(f"{lesson.robot.armour} of 9 points of armour")
        expect(armour).to_have_count(int(lesson.robot.armour < 9))  # where it is what is learnt
        do(ann, lesson)
        expect(reply(ann)).to_have_text(f"✓ {said(f'lr_{lesson.id}_done')}")
        expect(drawn(ann, "firing-beam")).to_have_count(0)  # no beam fires behind the end
        if nth == 3:
            ann.page.reload()
            ann.sees("Step 3 of")
        ann.button("Next").click()
    ann.sees(f"You have tried {len(LESSONS)} of {len(LESSONS)} rules.")
    ann.page.get_by_role("main").get_by_role("link", name="Play").click()
    expect(ann.button("The course First Shift", exact=False)).to_have_attribute(
        "aria-pressed", "true"
    )


def test_a_lesson_is_missed_and_tried_again(visit: Visit) -> None:
    """R16: whoever is too slow sees why, and tries once more, by the keyboard alone."""
    ann = visit("Ann")
    ann.go("/learn/rally")
    ann.button("Skip").click()
    ann.sees("Who goes first")
    expect(held_cards(ann)).to_have_count(2)
    ann.press("2")
    expect(ann.button("Register 1: 790 Move 3", exact=False)).to_be_visible()
    ann.press("Enter")
    ann.sees("Not there yet.")
    ann.button("Once more").click()
    expect(ann.button("Register 1, empty")).to_be_visible()
    ann.press("1")
    expect(ann.button("Register 1: 840 Move 3", exact=False)).to_be_visible()
    ann.press("Enter")
    expect(reply(ann)).to_have_text(f"✓ {said('lr_priority_done')}")
    ann.press("Enter")
    ann.sees("Belts carry on")


def test_the_tutorial_fits_a_phone(visit: Visit) -> None:
    """What it is about and what there is to do is on the first screen, and nothing sticks out."""
    ann = visit("Ann", viewport=PHONE, has_touch=True)
    ann.go("/learn/rally")
    expect(ann.button("Register 1, empty")).to_be_in_viewport()
    expect(board(ann)).to_be_in_viewport(ratio=1)
    todo = ann.page.get_by_text(said(f"lr_{next(iter(LESSONS))}_do")).locator("visible=true")
    expect(todo).to_be_in_viewport(ratio=1)
    told = ann.page.get_by_text(said(f"lr_{next(iter(LESSONS))}_say")).bounding_box()
    pad = controls(ann).bounding_box()

    assert told
    assert pad
    assert told["y"] + told["height"] <= pad["y"]
    assert PHONE["width"] == ann.page.evaluate("document.documentElement.scrollWidth")

    # However narrow the pad is beside the board, cards and registers are whole.
    ann.page.set_viewport_size(LYING_PHONE)
    expect(held_cards(ann)).to_have_count(5)
    widths = held_cards(ann).evaluate_all("cards => cards.map((card) => card.offsetWidth)")

    assert [] == ann.page.evaluate(CUT)
    assert min(widths) >= 44
