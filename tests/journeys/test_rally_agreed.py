"""What a table of Rally agrees on can be changed before each match; and what one has decided."""

import re

from playwright.sync_api import Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import PHONE, Visitor, view_of
from tests.journeys.places import board, prompt
from tests.journeys.played import ask, play
from tinplate.ending import Resign
from tinplate.games.rally.values import ChooseFacing
from tinplate.grid import Heading
from tinplate.lobby.values import Sit, Start, Terms


def shown(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("img", name=f"The course {name}")


def chooses(host: Visitor, course: str) -> None:
    host.button(host.says("change_terms")).click()
    host.page.get_by_role("dialog").get_by_role("button", name=course).click()
    host.button(host.says("terms_save")).click()


def test_the_course_is_changed_before_any_match(visit: Visit) -> None:
    """By the host, in the waiting room and after a match; everybody sees what has changed."""
    ann, bruno = visit("Ann"), visit("Bruno")
    table = ann.open(Terms("rally", {"course": "first-shift"}), 2)
    for visitor in (ann, bruno):
        visitor.go(f"/table/{table}")
    bruno.button("Sit down").click()
    ann.sees("Bruno has sat down.")
    chooses(ann, "Clockwork Carousel")
    bruno.sees("Ann changed the rules:")
    for visitor in (ann, bruno):
        expect(shown(visitor, "Clockwork Carousel")).to_be_visible()
    ann.button("Start").click()
    ann.sees("Which way should your robot face?")
    assert "Clockwork Carousel" == view_of(ann.address, table).course.name  # type: ignore[attr-defined]
    play(bruno, table, Resign())
    ann.button(ann.says("rematch")).wait_for()
    chooses(ann, "Crossfire Dock")
    for visitor, told in ((ann, "rematch_changed_own"), (bruno, "rematch_changed")):
        new = visitor.page.get_by_role("region", name=visitor.says("rematch_terms"))
        expect(new).to_contain_text(visitor.says(told))
        expect(new).to_contain_text("Crossfire Dock")
    for visitor in (ann, bruno):
        visitor.button(visitor.says("rematch")).click()
    ann.sees("Which way should your robot face?")

    assert "Crossfire Dock" == view_of(ann.address, table).course.name  # type: ignore[attr-defined]


def test_a_course_of_ones_own_begins_from_another(visit: Visit) -> None:
    """It is kept in this browser; an empty text is none, and the last good one is not meant."""
    ann = visit("Ann")
    ann.go("/new?game=rally")
    ann.button("Clockwork Carousel", exact=False).click()
    ann.page.get_by_text("A course of your own").click()
    text = ann.page.get_by_label("Paste the text")
    ann.button("Start from Clockwork Carousel").click()
    expect(text).to_have_value(re.compile("^rally 1\n.*name: Clockwork Carousel", re.DOTALL))
    ann.button("Check and preview").click()
    ann.sees("This course can be played.")
    ann.page.reload()
    ann.page.get_by_text("A course of your own").click()
    expect(text).to_have_value(re.compile("name: Clockwork Carousel"))
    ann.button("Check and preview").click()
    ann.sees("This course will be used.")
    text.fill("")
    expect(ann.button("The course First Shift", exact=False)).to_have_attribute(
        "aria-pressed", "true"
    )
    ann.button("Open the table").click()

    ann.sees("The race is on First Shift")


def test_a_new_table_is_opened_on_a_phone_without_scrolling(visit: Visit) -> None:
    """The button is there whatever is above it."""
    ann = visit("Ann", viewport=PHONE)
    for game in ("rally", "ricochet"):
        ann.go(f"/new?game={game}")

        expect(ann.button("Open the table")).to_be_in_viewport(ratio=1)


def test_what_one_has_decided_is_told(visit: Visit) -> None:
    """The facing, while others think; that one is the last; and where one comes back, if asked."""
    ann, bruno = visit("Ann"), visit("Bruno")
    table = ann.open(Terms("rally", {"course": "first-shift", "choices": {"edge": "wall"}}), 2)
    ask(bruno, table, Sit(1))
    ask(ann, table, Start())
    for visitor in (ann, bruno):
        visitor.go(f"/table/{table}")
    ann.button("Face right").click()
    expect(prompt(ann)).to_contain_text("Your robot will face right.")
    play(bruno, table, ChooseFacing(Heading.NORTH))
    ann.sees("Program your robot")
    board(ann).focus()
    ann.press("ArrowRight")
    expect(ann.page.get_by_text("You come back here", exact=True)).to_be_visible()
    ann.press("Escape")
    for register in range(1, 6):
        bruno.press(str(register))
        expect(bruno.button(f"Register {register}:", exact=False)).to_be_visible()
    bruno.button("Ready").click()

    expect(prompt(ann)).to_contain_text("You’re the last one: everyone else is ready.")
