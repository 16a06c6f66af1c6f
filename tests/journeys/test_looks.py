"""What a board looks like: told without colours, by its cells, and on wide screens."""

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, PHONE, TABLET, WIDE, Visitor, ricochet
from tests.journeys.places import board, controls, drawn, held_cards, players, prompt, robots
from tests.journeys.played import ask
from tests.journeys.test_quality import LEAST_LETTERS, TOO_SMALL
from tests.journeys.test_rally_fits import among_bots
from tests.waiting import block_until
from tinplate.games.rally.shelf import course_names
from tinplate.games.ricochet.board import board_named
from tinplate.lobby.values import SeatBot, Start, Terms

BARRIERS = "G4R4B4Y4"
ROBOTS = 4


@pytest.mark.parametrize(
    ("edge", "choices"),
    [("wall", {}), ("pit", {}), ("pit", {"edge": "wall"}), ("wall", {"edge": "pit"})],
    ids=["wall", "pit", "agreed wall", "agreed pit"],
)
def test_a_deadly_edge_does_not_look_like_a_wall(
    visit: Visit, edge: str, choices: dict[str, str]
) -> None:
    """D3: nor does it sound like one; what was agreed counts, not what the course asks for."""
    ann = visit("Ann")
    course = f"rally 1\nname: Ledge\nedge: {edge}\nboard:\n . S .\n . . 1\n"
    table = ann.open(Terms("rally", {"course": course, "choices": choices}), 1)
    ask(ann, table, Start())
    ann.go(f"/table/{table}")
    expect(board(ann)).to_be_visible()
    words = ann.page.get_by_role("region", name=ann.says("spoken_board"))
    is_deadly = choices.get("edge", edge) == "pit"
    expect(drawn(ann, "open-edge")).to_have_count(int(is_deadly))
    told, untold = ("ra_spoken_drop", "ra_spoken_wall")[:: 1 if is_deadly else -1]

    expect(words).to_contain_text(ann.says(told))
    expect(words).not_to_contain_text(ann.says(untold))


OWN_STRIPES = """(edges) => edges.map((edge) => {
  const drawing = edge.closest('svg');
  const [filled] = [...drawing.querySelectorAll('rect')].filter((it) => it.hasAttribute('fill')
    && it.getAttribute('fill').startsWith('url(#'));
  const id = filled.getAttribute('fill').slice(5, -1);
  return document.querySelectorAll(`[id="${id}"]`).length === 1
    && drawing.querySelector(`[id="${id}"]`) !== null;
})"""


def test_every_drawing_of_a_deadly_edge_has_stripes_of_its_own(visit: Visit) -> None:
    """D3: where one of several is not shown, the others keep theirs."""
    ann = visit("Ann")
    ann.go("/new?game=rally")
    strip = ann.page.get_by_role("group", name=ann.says("ra_course"), exact=True)
    expect(strip.get_by_role("img")).to_have_count(len(course_names()))
    edges = drawn(ann, "open-edge")

    assert edges.count() > 1
    assert {True} == set(edges.evaluate_all(OWN_STRIPES))


def test_help_tells_the_keys_of_the_open_game_first(visit: Visit) -> None:
    """Each list of keys under its heading: at a table those of its game, elsewhere of all games."""
    ann = visit("Ann")
    others = [ann.says(key) for key in ("rp_keys", "keys_everywhere")]
    ann.go("/learn")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    ann.press("?")
    headings = ann.page.get_by_role("dialog").get_by_role("caption")
    expect(headings).to_have_text([ann.says("rc_keys"), ann.says("ra_keys"), *others])
    ann.press("Escape")
    expect(headings).to_have_count(0)
    at_a_table(ann, "rally")
    ann.press("?")
    expect(headings).to_have_text([ann.says("ra_keys"), *others])
    books = ann.page.get_by_role("dialog").get_by_role("navigation").get_by_role("link")
    expect(books.first).to_contain_text("Rally")


def letters(visitor: Visitor) -> Counter[str]:
    """What is written on the board itself."""
    written = board(visitor).get_by_text(re.compile(r"^\w{1,2}$"))
    return Counter(text.strip() for text in written.all_text_contents())


def test_nobody_needs_colours_or_counts_cells(visit: Visit) -> None:
    """Letters on robots, targets and barriers, and names of columns and rows, if one asks."""
    ann = visit("Ann")
    table = ann.open(ricochet(board=BARRIERS), 1)
    ask(ann, table, Start())
    ann.go(f"/table/{table}")
    expect(board(ann)).to_be_visible()
    assert not letters(ann)
    ann.button(ann.says("preferences")).click()
    ann.page.get_by_label(ann.says("letters_on_robots")).check()
    ann.press("Escape")
    printed = board_named(BARRIERS)
    coloured = Counter("RGBY")
    coloured += Counter(
        target.partition("-")[0][0].upper() for target in map(str, printed.targets) if "-" in target
    )
    coloured += Counter(str(diagonal.colour)[0].upper() for diagonal in printed.diagonals.values())
    assert coloured.total() > ROBOTS + len(printed.targets) - 1  # barriers, too
    names = Counter("abcdefghijklmnop") + Counter(str(row) for row in range(1, 17))
    expect(board(ann).get_by_text("16", exact=True)).to_have_count(1)

    assert coloured + names == letters(ann)
    ann.page.reload()
    expect(board(ann).get_by_text("16", exact=True)).to_have_count(1)


def test_settings_are_in_a_menu_of_their_own(visit: Visit) -> None:
    """All of them, on any page; the sheet of keys has none."""
    ann = visit("Ann")
    ann.go("/learn")
    ann.button(ann.says("preferences")).click()
    menu = ann.page.get_by_role("dialog", name=ann.says("preferences"))
    for key in ("letters_on_robots", "rule_numbers", "motion_less", "sounds"):
        expect(menu.get_by_role("checkbox", name=ann.says(key))).to_be_visible()
    for key in ("film_speed", "language"):
        expect(menu.get_by_role("combobox", name=ann.says(key))).to_be_visible()
    expect(menu.get_by_role("group", name=ann.says("theme_label"))).to_be_visible()
    ann.press("Escape", "?")
    sheet = ann.page.get_by_role("dialog")
    expect(sheet).to_contain_text(ann.says("key_help"))
    expect(sheet.get_by_role("checkbox")).to_have_count(0)


def test_a_phone_is_told_what_fingers_do(visit: Visit) -> None:
    """Of both games; the keys are there for whoever has connected some."""
    ann = visit("Ann", viewport=PHONE, has_touch=True, is_mobile=True)
    ann.go("/")
    ann.press("?")
    sheet = ann.page.get_by_role("dialog")
    for key in ("rc_touch_bid", "ra_touch_card", "touch_table"):
        expect(sheet).to_contain_text(ann.says(key))
    expect(sheet.get_by_text(ann.says("key_help"), exact=True)).to_be_hidden()
    sheet.get_by_text(ann.says("help_keyboard"), exact=True).tap()

    expect(sheet.get_by_text(ann.says("key_help"), exact=True)).to_be_visible()


def width(seen: Locator) -> float:
    box = seen.bounding_box()
    assert box
    return box["width"]


def at_a_table(visitor: Visitor, game: str) -> Locator:
    """In a match with bots; what one plays with."""
    if game == "rally":
        among_bots(visitor, 4, course="first-shift")
        return held_cards(visitor).first
    table = visitor.open(ricochet(hourglass_seconds=600), 4)
    ask(visitor, table, *(SeatBot(chair, "level-1") for chair in (1, 2, 3)), Start())
    visitor.go(f"/table/{table}")
    visitor.button(visitor.says("turn_first")).click()
    expect(prompt(visitor)).to_contain_text(visitor.says("say_think"))  # no button is what it was
    return controls(visitor).get_by_role("button").first


@pytest.mark.parametrize("game", ["ricochet", "rally"])
def test_a_wide_screen_is_used(visit: Visit, game: str) -> None:
    """What is asked, what one plays with and the board are larger there; nothing scrolls."""
    ann = visit("Ann", viewport=LAPTOP)
    part = at_a_table(ann, game)
    expect(part).to_be_visible()
    usual = {seen: width(seen) for seen in (prompt(ann), part, board(ann))}
    ann.page.set_viewport_size(WIDE)

    block_until(lambda: all(width(seen) > 1.2 * before for seen, before in usual.items()))
    assert ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert [] == ann.page.evaluate(TOO_SMALL, LEAST_LETTERS)


@pytest.mark.parametrize("game", ["ricochet", "rally"])
@pytest.mark.parametrize("lies", [False, True], ids=["standing", "lying"])
def test_a_tablet_shows_all_that_one_plays_with(visit: Visit, game: str, lies: Any) -> None:  # noqa: ANN401
    """Both ways: the board, what is asked, what one does and everybody, without scrolling."""
    ann = visit("Ann", viewport=LAPTOP)
    part = at_a_table(ann, game)
    wide, high = (
        (TABLET["height"], TABLET["width"]) if lies else (TABLET["width"], TABLET["height"])
    )
    ann.page.set_viewport_size({"width": wide, "height": high})
    listed = robots(ann) if game == "rally" else players(ann).or_(drawn(ann, "standing-bid"))
    everybody = listed.locator("visible=true")  # tokens are in a slim line where the list is below
    for seen in (board(ann), prompt(ann), part, controls(ann), everybody.first):
        expect(seen).to_be_in_viewport(ratio=0.99)

    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [] == ann.page.evaluate(TOO_SMALL, LEAST_LETTERS)
