"""At a table of Rally nothing that one needs is cut off or out of sight, on any screen."""

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, LYING_PHONE, PHONE, Visitor
from tests.journeys.played import seat_bots
from tests.page.messages import LOCALES, messages
from tinplate.lobby.values import Terms

LONG_COURSE = "\n".join(
    (
        "rally 1",
        "name: Long and Harmless",
        "edge: wall",
        "board:",
        *(f" S{seat}{' .' * 18} {1 if seat == 1 else '.'}" for seat in range(1, 9)),
        "",
    )
)
OVERFLOWING = """(parts) => parts
  .filter((it) => it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).display !== 'inline')
  .map((it) => it.textContent.trim())"""
STICKING_OUT = """(rows) => rows.flatMap((row) => {
  const edge = row.getBoundingClientRect().right + 0.5;
  return [...row.querySelectorAll('.name, .doing, .second > *')]
    .filter((it) => it.getBoundingClientRect().right > edge)
    .map((it) => it.className);
})"""

OUTSIDE = """(cards) => cards.filter((card) => {
  const name = document.createRange();
  name.selectNodeContents(card.querySelector('.name'));
  const [inner, outer] = [name.getBoundingClientRect(), card.getBoundingClientRect()];
  return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom;
}).map((card) => card.textContent.trim())"""


def among_bots(visitor: Visitor, robots: int, seconds: int = 0) -> Locator:
    """Asked for a program at a table full of bots of one kind; the list of the robots."""
    choices = {"turn_seconds": seconds}
    table = visitor.open(Terms("rally", {"course": LONG_COURSE, "choices": choices}), robots)
    visitor.go(f"/table/{table}")
    expect(visitor.button("Start")).to_be_visible()
    seat_bots(visitor, table, range(1, robots), "driver")
    visitor.button("Start").click()
    visitor.button("Look up").click()
    expect(visitor.page.locator(".held li")).to_have_count(9)
    return visitor.page.locator(".robots")


def play_a_turn(visitor: Visitor) -> None:
    """With the first five cards; the turn is not watched."""
    for left in range(5, 0, -1):
        expect(visitor.page.locator(".registers .free")).to_have_count(left)
        visitor.page.locator(".held button").first.click()
    visitor.button("Ready").click()


@pytest.mark.parametrize(
    ("viewport", "robots"),
    [(LAPTOP, 2), (LAPTOP, 4), (LAPTOP, 8), (PHONE, 4), (LYING_PHONE, 8)],
    ids=["laptop-2", "laptop-4", "laptop-8", "standing-4", "lying-8"],
)
def test_names_and_signs_of_robots_are_whole(
    visit: Visit, viewport: ViewportSize, robots: int
) -> None:
    """Bots of one kind are told apart by the number behind their name; one's own is marked."""
    listed = among_bots(visit("Benjamin", viewport=viewport), robots)
    names = [f"Trundle {number}" for number in range(2, robots)]
    expect(listed.locator(".name")).to_have_text(["Benjamin", "Trundle", *names])
    expect(listed.get_by_title("virtual", exact=True)).to_have_count(robots)
    expect(listed.get_by_role("img", name="bot, strength 3 of 10")).to_have_count(robots - 1)

    expect(listed.locator(".you")).to_be_in_viewport(ratio=1)
    assert [] == listed.locator(".name").evaluate_all(OVERFLOWING)
    assert [] == listed.locator("li").evaluate_all(STICKING_OUT)


@pytest.mark.parametrize(
    ("viewport", "robots"), [(PHONE, 4), (LYING_PHONE, 8)], ids=["standing", "lying"]
)
def test_all_that_is_needed_to_program_is_in_sight(
    visit: Visit, viewport: ViewportSize, robots: int
) -> None:
    """On a phone, with a clock, from the second turn on; what is shown before can be skipped."""
    ann = visit("Ann", viewport=viewport, has_touch=True, is_mobile=True)
    listed = among_bots(ann, robots, seconds=600)
    play_a_turn(ann)
    ann.button("Pause").click()
    expect(ann.page.locator(".held")).to_have_count(0)
    ann.button("Skip to your cards").click()
    held = ann.page.locator(".held li")
    expect(held.first).to_be_visible()
    registers = ann.page.locator(".registers li")
    clock = ann.page.get_by_role("timer")

    for seen in (*held.all(), *registers.all(), *listed.locator("li").all(), clock):
        expect(seen).to_be_in_viewport(ratio=1)
    expect(ann.button("Ready")).to_be_in_viewport(ratio=1)
    ann.button("Watch the turn again").click()
    expect(ann.button("Skip to your cards")).to_be_in_viewport(ratio=1)


def test_cards_stay_where_they_are(visit: Visit) -> None:
    """On a laptop: while a turn is shown, when it is over, and when it is said where one ends."""
    ann = visit("Ann")
    among_bots(ann, 2)
    first = ann.page.locator(".registers li").first
    before = first.bounding_box()
    play_a_turn(ann)
    ann.button("Pause").click()
    expect(ann.page.locator(".stages")).to_be_visible()
    watching = first.bounding_box()
    ann.press("End")
    expect(ann.page.locator(".stages")).to_have_count(0)
    over = first.bounding_box()
    ann.page.locator(".held button").first.click()
    ann.sees("lone you would")
    planned = first.bounding_box()

    assert [before] * 3 == [watching, over, planned]


def test_who_watches_is_told_who_is_programming(visit: Visit) -> None:
    """They wait for nobody themselves."""
    ann, bruno = visit("Ann"), visit("Bruno")
    among_bots(ann, 2)
    bruno.page.goto(ann.page.url)
    bruno.sees("You are watching")

    bruno.sees("Still programming: Ann.")


def test_names_of_cards_are_whole_in_every_language(visit: Visit) -> None:
    """Where nine of them lie side by side."""
    ann = visit("Ann", viewport=LYING_PHONE)
    among_bots(ann, 2)
    for language in LOCALES:
        title = str(messages(language)["ra_do_program"])
        ann.page.locator("header select").select_option(language)
        expect(ann.page.get_by_role("heading", level=1)).to_have_text(title)
        expect(ann.page.locator(".held li")).to_have_count(9)

        assert (language, []) == (language, ann.page.locator(".held li").evaluate_all(OUTSIDE))
