"""A course is drawn with a mouse, with keys and with a finger; then it is shared and played."""

import re
from typing import Any

from playwright.sync_api import FilePayload, Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import PHONE, Visitor, view_of
from tests.journeys.places import cell, drawn, held_cards
from tests.journeys.test_quality import violations
from tinplate.games.rally.course import Course, cell_named
from tinplate.games.rally.course_text import parse_course
from tinplate.games.rally.square_text import belt_sign
from tinplate.grid import Heading

COPIED = "() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"


def sheet(visitor: Visitor) -> Locator:
    """What keys and pointers draw on."""
    return visitor.page.get_by_role("application")


def drag(visitor: Visitor, *names: str) -> None:
    """With the mouse, from cell to cell."""
    first, *others = (cell(visitor, name) for name in names)
    visitor.page.mouse.move(*first)
    visitor.page.mouse.down()
    for place in others:
        visitor.page.mouse.move(*place, steps=4)
    visitor.page.mouse.up()


def swipe(visitor: Visitor, *names: str) -> None:
    """With a finger."""
    devtools = visitor.page.context.new_cdp_session(visitor.page)
    kinds = ["touchStart", *(["touchMove"] * (len(names) - 1))]
    for kind, name in zip(kinds, names, strict=True):
        x, y = cell(visitor, name)
        touch = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        devtools.send("Input.dispatchTouchEvent", touch)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def under_cursor(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("status", name="Under the cursor")


def open_part(visitor: Visitor, title: str) -> None:
    visitor.page.get_by_text(title, exact=True).click()


def test_a_course_is_drawn_shared_and_played(visit: Visit, server: str) -> None:
    """By mouse and keys; mistakes are told; a friend opens the link, and a table with it."""
    ann, bob = visit("Ann"), visit("Bob")
    ann.page.add_init_script(f"({COPIED})()")
    draw_by_mouse_and_keys(ann)
    assert [] == violations(ann)
    open_part(ann, "Name, size and edge")
    ann.page.get_by_label("Name", exact=True).fill("Ann’s loop")
    ann.page.get_by_label("Name", exact=True).press("Enter")
    open_part(ann, "The course as text")
    text = ann.page.get_by_label("Edit this text")
    expect(text).to_have_value(re.compile("Ann’s loop"))
    course = parse_course(text.input_value())
    refuse_another(course)
    text.fill(text.input_value().replace("players: 1-8", "players: 1-5"))
    expect(ann.page.get_by_label("Most players")).to_have_value("5")
    open_part(ann, "Save and share")
    ann.button("Copy link").click()
    ann.sees("Copied")
    bob.page.goto(ann.page.evaluate("window.copied"))
    expect(bob.page.get_by_role("heading", name="Ann’s loop")).to_be_visible()
    bob.sees("This course can be played.")
    bob.button("Open a table").click()
    bob.sees("This course will be used.")  # the editor has checked it, and so does the form
    expect(bob.page.get_by_role("img", name="The course Ann’s loop")).to_have_count(1)
    bob.button("Open the table").click()
    bob.sees("The race is on Ann’s loop")
    bob.button("Start").click()
    bob.sees("Which way should your robot face?")
    state: Any = view_of(server, bob.page.url.rpartition("/")[2])

    assert course.squares == state.course.squares


def draw_by_mouse_and_keys(ann: Visitor) -> None:
    """Start with nothing; end with a course that can be played."""
    ann.go("/courses")
    ann.page.get_by_role("link", name="Draw a course").click()
    ann.sees("Still missing:")
    ann.button("Belt").click()
    drag(ann, "B2", "D2", "D4")
    ann.button("Start for everyone").click()
    drag(ann, "A6")
    sheet(ann).press("ArrowRight")
    expect(under_cursor(ann)).to_have_text("B6, plain floor")
    ann.press("1")
    expect(under_cursor(ann)).to_contain_text("Flag 1")
    ann.sees("This course can be played.")
    ann.press("3")
    ann.sees("Flag 1 is missing")
    ann.press("Control+z")
    ann.sees("This course can be played.")
    ann.press("Shift+ArrowUp", "ArrowRight", "x", "ArrowLeft", "ArrowRight")
    ann.button("Register 3").click()
    ann.button("Move flags and starts").click()
    drag(ann, "B6", "F1")


def refuse_another(course: Course) -> None:
    """What was drawn is there: a belt with a curve, a press, a wall, and the flag where it went."""
    belts = [course.square(cell_named(name)).belt for name in ("B2", "D2", "D4", "D5")]

    assert [">", ">v", "v", None] == [belt and belt_sign(belt) for belt in belts]
    assert (2, 3, 4) == course.square(cell_named("C6")).press
    assert (cell_named("F1"),) == course.flags
    assert Heading.NORTH in course.square(cell_named("B6")).walls


def test_a_finger_draws_and_the_browser_keeps_it(visit: Visit) -> None:
    """On a phone: a stroke, a course that is made, a test drive, drafts, files, a race of bots."""
    ann = visit("Ann", viewport=PHONE, has_touch=True)
    ann.go("/courses/draw")
    ann.button("Pit").tap()
    swipe(ann, "B2", "D2")
    ann.button("Undo").tap()
    expect(ann.button("Undo")).to_be_disabled()
    ann.button("Redo").tap()
    open_part(ann, "The course as text")
    expect(ann.page.get_by_label("Edit this text")).to_have_value(re.compile(r"\. +O +O +O +\."))
    ann.sees("Flag 1 is missing")  # from now on nothing moves under the finger
    open_part(ann, "Make me one")
    ann.page.get_by_label("Turns at best").fill("2")
    ann.page.get_by_label("Number", exact=True).fill("7")
    ann.button("Make it").tap()
    expect(ann.page.get_by_role("heading", name="No. 7")).to_be_visible()
    ann.sees("This course can be played.")
    ann.button("where robots can get").tap()
    expect(ann.page.get_by_role("slider")).to_have_value("2")
    ann.button("Test drive").tap()
    expect(ann.page.get_by_role("list", name="Your program")).to_be_visible()
    ann.button("Back to drawing").tap()
    open_part(ann, "Your drafts")
    drafts = ann.page.get_by_role("list", name="Your drafts").get_by_role("listitem")
    expect(drafts).to_have_count(2)
    ann.button("Delete Untitled").tap()
    expect(drafts).to_have_count(1)
    ann.button("Bring it back").tap()
    ann.page.reload()
    open_part(ann, "Your drafts")
    expect(drafts).to_have_count(2)
    open_part(ann, "Save and share")
    upload(ann, "huge.rally", b"." * 70_000)
    ann.sees("huge.rally is too large: at most 64 kB.")
    upload(ann, "picture.rally", b"\xff\xfe\xfd")
    ann.sees("picture.rally is not a text file.")
    upload(ann, "no.rally", b"rally 2")
    ann.sees("A course begins with the line “rally 1”.")
    upload(ann, "lane.rally", b"rally 1\nname: Lane\nboard:\n S . 1\n")
    expect(ann.page.get_by_role("heading", name="Lane")).to_be_visible()
    ann.go("/courses/draw#1broken")
    ann.sees("This link is broken.")
    ann.button("Watch bots race").tap()

    expect(ann.page).to_have_url(re.compile("/table/"))
    expect(ann.page.get_by_text(re.compile("You are watching|wins?!")).first).to_be_visible()
    expect(ann.page.get_by_text("has left the table")).to_have_count(0)
    ann.page.reload()
    ann.page.get_by_role("link", name="Back to drawing").tap()
    expect(ann.page.get_by_role("heading", name="Lane")).to_be_visible()


def test_a_test_drive_shows_where_the_cards_lead(visit: Visit) -> None:
    """As at a table: a path from stop to stop, and in words where it ends."""
    ann = visit("Ann")
    ann.go("/courses/draw/first-shift")
    ann.button("Test drive").click()
    expect(drawn(ann, "path-end")).to_have_count(0)
    held_cards(ann).first.get_by_role("button").click()
    expect(drawn(ann, "path-stop")).to_have_count(1)
    ann.sees("you end on")
    ann.button("Back to drawing").click()
    expect(drawn(ann, "path-stop")).to_have_count(0)


def test_a_text_that_cannot_be_read_is_told_where_it_is_written(visit: Visit) -> None:
    """On a phone: what is wrong stands under it; the board says that it shows an earlier text."""
    ann = visit("Ann", viewport=PHONE, has_touch=True)
    ann.page.add_init_script(f"({COPIED})()")
    ann.go("/courses/draw/first-shift")
    ann.sees("This course can be played.")
    open_part(ann, "The course as text")
    text = ann.page.get_by_label("Edit this text")
    course = text.input_value()
    told = ann.page.get_by_role("list", name="The course as text")
    old = ann.page.get_by_text("The board shows the last text that could be read.")
    text.fill("hello this is not a course")
    expect(told.get_by_text("A course begins with the line")).to_be_in_viewport()
    expect(old.last).to_be_visible()
    text.fill(course.replace("S", "."))
    expect(told).to_have_text(re.compile("No robot can start yet"))
    expect(old).to_have_count(0)
    ann.button("Copy the text").tap()
    ann.sees("Copied")

    assert ann.page.evaluate("window.copied") == text.input_value()


def upload(visitor: Visitor, name: str, content: bytes) -> None:
    file: FilePayload = {"name": name, "mimeType": "text/plain", "buffer": content}
    visitor.page.get_by_label("Open a file").set_input_files(file)
