"""The page is small, open to everybody, and does not jump."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Response, Route, ViewportSize, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, LYING_PHONE, PHONE, WIDE, Visitor, ricochet
from tests.journeys.places import board, clock, drawn, opens_table, plays, prompt, ready
from tests.journeys.played import ask, play
from tinplate.games.ricochet.values import Bid
from tinplate.lobby.values import Sit, Start

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
FIND = """async (rules) =>
  (await axe.run(document, {resultTypes: ['violations'], ...rules})).violations
  .filter(({impact}) => impact === 'serious' || impact === 'critical')
  .map(({id, nodes}) => id + ': ' + nodes.map(({html}) => html.slice(0, 120)).join(' | '))"""
UNDER = """([card, sheet]) =>
  card.getBoundingClientRect().top >= sheet.getBoundingClientRect().top"""
COLOURS = {"runOnly": ["color-contrast"]}
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 300);
})"""
WATCH_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;  // by oneself, too
  }).observe({type: 'layout-shift'});
}"""
# What the manifest says, and how large its icons are: "any" where they are drawn at any size.
INSTALLED = """async () => {
  const link = document.querySelector('link[rel=manifest]').href;
  const {name, icons} = await (await fetch(link)).json();
  const size = async ({src, sizes}) => {
    const picture = new Image();
    picture.src = new URL(src, link).href;
    await picture.decode();
    return sizes === 'any' ? 'any' : `${picture.naturalWidth}x${picture.naturalHeight}`;
  };
  return {name, icons: icons.map(({sizes}) => sizes), asked: await Promise.all(icons.map(size))};
}"""
BROKEN_BIDS = """(bids) => {
  const isWhole = (bid) => {
    const called = bid.querySelector('[title]');
    const [chip, name, number] = [bid, called, bid.querySelector('b')]
      .map((part) => part.getBoundingClientRect());
    const letters = document.createRange();
    const text = called.firstChild;
    letters.setStart(text, 0);
    letters.setEnd(text, 3);
    const digits = document.createRange();
    digits.selectNodeContents(bid.querySelector('b'));
    return letters.getBoundingClientRect().right <= name.right
      && name.right <= number.left
      && digits.getClientRects().length === 1
      && number.right <= chip.right && number.bottom <= chip.bottom;
  };
  return bids.filter((bid) => !isWhole(bid)).map((bid) => bid.textContent);
}"""
# What is too small to be read; drawings are as large as their board.
TOO_SMALL = """(least) => [...document.querySelectorAll('body *')]
  .filter((one) => !one.closest('svg, option') && one.checkVisibility() && one.offsetWidth > 1)
  .filter(({childNodes}) => [...childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < least)
  .map((one) => `${getComputedStyle(one).fontSize}: ${one.textContent.trim().slice(0, 40)}`)"""
LEAST_LETTERS = 11.5  # pixels
MOST_SHIFT = 0.02  # a fifth of what counts as good; what comes late may move a line
MOST_SCRIPT = 110_000  # bytes, compressed, on the first page
POSITION = "G1R2B2Y2_ro5,ga14,bl14,yj16_red-triangle"
PAGES = {
    "home": "/",
    "new": "/new",
    "analysis": f"/ricochet/{POSITION}",
    "practice": "/practice",
    "learn": "/learn",
    "rules": "/rules/rally",
    "rules of ricochet": "/rules/ricochet",
    "lost": "/nowhere",
}
A_WHILE = 60_000  # milliseconds: by then the first page has looked again
LONG_NAME = "Konstantina Papadopoulou"  # the longest there is: 24 letters
PHONES: tuple[ViewportSize, ...] = (
    PHONE,
    LYING_PHONE,
    {"width": 390, "height": 664},
    {"width": 360, "height": 640},
)


def violations(visitor: Visitor) -> list[str]:
    """What axe-core finds that keeps people out, in light and dark colours, and small letters."""
    return in_the_light(visitor) + in_the_dark(visitor) + too_small(visitor, LAPTOP, PHONE)


def in_the_light(visitor: Visitor) -> list[str]:
    return found_by_axe(visitor, {})


def in_the_dark(visitor: Visitor) -> list[str]:
    """Only colours are different there."""
    visitor.paint("dark")
    found = [f"in the dark: {flaw}" for flaw in found_by_axe(visitor, COLOURS)]
    visitor.paint("light")
    return found


def found_by_axe(visitor: Visitor, rules: dict[str, Any]) -> list[str]:
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(AXE.read_text())
    expect(drawn(visitor, "headline")).to_have_count(0)  # pale while it fades
    found: list[str] = visitor.page.evaluate(FIND, rules)
    return found


def too_small(visitor: Visitor, *viewports: ViewportSize) -> list[str]:
    """What nobody can read, on screens of these sizes."""
    found: list[str] = []
    for viewport in viewports:
        visitor.page.set_viewport_size(viewport)
        found += visitor.page.evaluate(TOO_SMALL, LEAST_LETTERS)
    visitor.page.set_viewport_size(LAPTOP)
    return found


# Books are long, and made alike.
HALF_LOOKED_AT = {"rules": in_the_light, "rules of ricochet": in_the_dark}


def test_pages_keep_nobody_out(visit: Visit) -> None:
    """axe-core finds nothing serious or critical on a page, and all can be read."""
    ann = visit("Ann")
    found = {}
    for name, path in PAGES.items():
        ann.go(path)
        ready(ann, name)
        found[name] = HALF_LOOKED_AT.get(name, violations)(ann)

    assert {name: [] for name in PAGES} == found


def test_a_table_keeps_nobody_out(visit: Visit) -> None:
    """Nor at a table: waiting, bidding, proving, and with the sheet of keys open."""
    ann = visit("Ann")
    table = ann.open(ricochet(hourglass_seconds=1), 2)
    ann.go(f"/table/{table}")
    ann.sees("Invite someone")
    found = {"waiting": violations(ann)}
    ann.button("Start").click()
    ann.sees("Ready to begin?")
    ann.press("Enter")
    ann.sees("Find a route.")
    found["thinking"] = violations(ann)
    ann.press("9", "9")
    ann.sees("show your 99 move")
    ann.press("b")
    found["proving"] = violations(ann)
    ann.press("?")
    ann.sees("this help")
    found["help"] = violations(ann)

    assert {"waiting": [], "thinking": [], "proving": [], "help": []} == found


def test_the_first_page_needs_little(newcomer: Visit) -> None:
    """At most 110 kB of script cross the network before the first page is whole."""
    ann = newcomer()
    scripts: list[Response] = []
    ann.page.on(
        "response",
        lambda answer: scripts.append(answer) if answer.request.resource_type == "script" else None,
    )
    ann.go("/")
    ready(ann, "home")
    sizes = [int(script.headers["content-length"]) for script in scripts]

    assert all(script.headers["content-encoding"] == "gzip" for script in scripts)
    assert 0 < sum(sizes) <= MOST_SCRIPT


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_nothing_jumps_when_things_arrive(newcomer: Visit, size: ViewportSize) -> None:
    """What is loaded later has its place from the beginning, also on a first visit."""
    ann = newcomer("Ann", viewport=size)
    devtools = ann.page.context.new_cdp_session(ann.page)
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    # The server keeps a question for news until there is some: the network would never be idle.
    ann.page.route(
        "**/api/social/notices?*",
        lambda route: route.continue_(url=route.request.url.partition("?")[0]),
    )
    shifts = {}
    for name, path in PAGES.items():
        ann.go(path)
        ready(ann, name)
        ann.page.wait_for_load_state("networkidle")
        shifts[name] = ann.page.evaluate(SHIFTS)

    assert {} == {name: shift for name, shift in shifts.items() if shift >= MOST_SHIFT}


def test_nothing_jumps_at_a_table(visit: Visit) -> None:
    """From the token to the proof, what is below and beside stays where it is."""
    ann = visit("Ann")
    table = ann.open(ricochet(hourglass_seconds=2), 2)
    ann.go(f"/table/{table}")
    ann.button("Start").click()
    ann.sees("Ready to begin?")
    ann.page.evaluate(WATCH_SHIFTS)
    ann.press("Enter")
    ann.sees("Find a route.")
    ann.press("9", "9")
    ann.sees("show your 99 move")

    assert ann.page.evaluate("window.shifted") < MOST_SHIFT


def whole_board(visitor: Visitor, size: ViewportSize) -> bool:
    """Whether nothing of the board is outside the window, or under the sheet of what to do."""
    shown, sheet = board(visitor).bounding_box(), prompt(visitor).bounding_box()
    assert shown is not None
    assert sheet is not None
    bottom = size["height"] if size["width"] > size["height"] else sheet["y"]
    return (
        shown["x"] >= 0
        and shown["x"] + shown["width"] <= size["width"]
        and shown["y"] + shown["height"] <= bottom
        and visitor.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    )


def all_in_sight(visitor: Visitor, buttons: tuple[str, ...]) -> None:
    """On every phone: the whole board, the task, the time, both bids and these buttons.

    In a proof on a tall phone a sentence says both bids.
    """
    sentence = prompt(visitor).get_by_text("turn with 40")
    bids = drawn(visitor, "standing-bid").or_(sentence).locator("visible=true")
    for size in PHONES:
        visitor.page.set_viewport_size(size)
        for seen in (
            prompt(visitor).get_by_role("heading", level=1),
            clock(visitor),
            bids.first,
            bids.last,
            *map(visitor.button, buttons),
        ):
            expect(seen).to_be_in_viewport(ratio=1)
        assert whole_board(visitor, size)


def test_a_round_on_a_phone(visit: Visit) -> None:
    """The whole board, the task, the time, the bids and what is to be done, without scrolling."""
    ann, other = visit("Ratchet 84", viewport=PHONE, has_touch=True), visit(LONG_NAME)
    table = ann.open(ricochet(hourglass_seconds=16, proof_seconds=600), 2)
    for visitor in (ann, other):
        visitor.go(f"/table/{table}")
    other.button("Sit down").click()
    ann.sees(LONG_NAME)
    ann.button("Start").tap()
    ann.button("Reveal the first target").tap()
    ann.sees("Find a route.")
    for size in PHONES:
        ann.page.set_viewport_size(size)
        for seen in (ann.button("Bid 1 move"), ann.button("Bid more moves", exact=False)):
            expect(seen).to_be_in_viewport(ratio=1)
    other.sees("Find a route.")
    other.press("4", "0")
    bids = drawn(ann, "standing-bid")
    expect(bids.first).to_contain_text("40")
    ann.button("Bid more moves", exact=False).tap()
    ann.page.get_by_role("spinbutton", name="In how many moves?").fill("30")
    ann.button("Bid").tap()
    expect(bids).to_contain_text(["30", "40"])
    all_in_sight(ann, ("Bid 1 move", "Bid 20 moves"))
    ann.button("Give up").wait_for()

    all_in_sight(ann, ("Red", "up", "Take back", "Start over", "Give up"))
    ann.page.set_viewport_size(LAPTOP)
    for name in ("Red", "up", "Take back", "Start over", "Give up"):
        expect(ann.button(name)).to_be_in_viewport(ratio=1)


def test_five_bids_on_a_phone(visit: Visit) -> None:
    """Every number is whole, every name has three letters at least; the last one is scrolled to."""
    ann = visit("Ratchet 84", viewport=PHONE, has_touch=True)
    table = ann.open(ricochet(hourglass_seconds=180), 5)
    others = [visit(name) for name in ("Bartholomew", "Bob", LONG_NAME, "Sprocket 21")]
    for chair, other in enumerate(others, start=1):
        ask(other, table, Sit(chair))
    ask(ann, table, Start())
    ann.go(f"/table/{table}")
    ann.button("Reveal the first target").tap()
    ann.sees("Find a route.")
    for moves, other in zip((28, 26, 24, 22), others, strict=True):
        play(other, table, Bid(moves))
    ann.button("Bid 20 moves").tap()
    bids = drawn(ann, "standing-bid")
    expect(bids).to_have_count(5)

    for size in PHONES:
        ann.page.set_viewport_size(size)
        expect(clock(ann)).to_be_in_viewport(ratio=1)
        assert [] == bids.evaluate_all(BROKEN_BIDS)
        bids.last.scroll_into_view_if_needed()
        expect(bids.last).to_be_in_viewport(ratio=0.9)  # it may end between two pixels
        expect(bids.filter(has_text="you")).to_be_in_viewport(ratio=1)
    ann.page.set_viewport_size(PHONE)
    listed = ann.page.get_by_text(ann.says("bids_title"))
    edges = [listed.element_handle(), prompt(ann).element_handle()]
    ann.page.wait_for_function(UNDER, arg=edges)  # no card shows only its upper edge


def test_a_solution_is_stepped_through_on_a_phone(visit: Visit) -> None:
    """The board and the step that leads on are seen together; the way back is there, too."""
    ann = visit("Ann", viewport=PHONE, has_touch=True)
    table = ann.open(ricochet(solo=True, hourglass_seconds=1), 1)
    ann.go(f"/table/{table}")
    ann.button("Start").tap()
    ann.button("Reveal the first target").tap()
    ann.button("Show the best solution").tap()
    ann.button(ann.says("to_start")).tap()  # it plays by itself
    step = ann.button("One step forward")
    expect(step).to_be_enabled()
    for made, size in enumerate(PHONES, start=1):
        ann.page.set_viewport_size(size)
        if step.is_enabled():
            step.tap()
            expect(ann.page.get_by_text(f"{made}/")).to_be_visible()

        expect(step).to_be_in_viewport(ratio=1)
        expect(board(ann)).to_be_in_viewport(ratio=1)
    ann.button("Back to the table").tap()
    expect(ann.button("Reveal the next target")).to_be_visible()


def test_practice_on_a_phone(visit: Visit) -> None:
    """What is asked, the board and the controls are seen together, also after a move."""
    ann = visit("Ann", viewport=PHONE, has_touch=True)
    ann.go(f"/practice/{POSITION}")
    ann.button("Red").tap()
    ann.button("left").tap()
    expect(ann.page.get_by_text("1 move", exact=True)).to_be_visible()
    task = ann.page.get_by_role("main").get_by_role("heading", level=1)

    for size in PHONES:
        ann.page.set_viewport_size(size)
        for seen in (board(ann), task, *map(ann.button, ("Red", "up", "Take back", "Start over"))):
            expect(seen).to_be_in_viewport(ratio=1)


def test_where_motion_is_reduced_colours_change_at_once(visit: Visit) -> None:
    """All of them: none takes its time to come from one element to those in it."""
    ann = visit("Ann")
    ann.go("/new")
    ann.button("Settings").click()
    ann.button("Dark").click()
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")

    assert 0 == ann.page.evaluate("document.getAnimations().length")


def test_a_table_is_opened_without_scrolling(visit: Visit) -> None:
    """On a laptop the button is seen beside everything that has a good default."""
    ann = visit("Ann")
    ann.go("/new")

    expect(ann.button("Open the table")).to_be_in_viewport(ratio=1)


def test_the_four_ways_to_a_game_are_one_line_each(newcomer: Visit) -> None:
    """On a phone, in the longest language, too."""
    ann = newcomer(viewport=PHONE)
    ann.go("/")
    for language in ("en", "el"):
        ann.speak(language)
        ways = [ann.button(ann.says(key)).first for key in ("play_solo", "play_bots")]
        heights = {box["height"] for way in ways if (box := way.bounding_box())}

        assert 1 == len(heights)


def test_a_server_that_is_away_is_not_empty(newcomer: Visit) -> None:
    """The first page says that the server does not answer, and reconnects by itself."""
    ann = newcomer("Ann")
    ann.page.clock.install()
    ann.go("/")
    ann.sees("Play solo")
    ann.page.context.set_offline(True)
    ann.page.clock.fast_forward(A_WHILE)
    ann.sees("The server can’t be reached right now. This page keeps trying")
    ann.page.context.set_offline(False)
    ann.page.clock.fast_forward(A_WHILE)

    expect(ann.page.get_by_text("This page keeps trying")).to_have_count(0)


def test_the_settings_of_a_phone(visit: Visit) -> None:
    """Language, colours and who one is: each a tap away, and remembered."""
    ann = visit("Ann", viewport=PHONE)
    ann.go("/")
    ann.button("You: Ann").click()
    ann.page.get_by_label("Your name").fill("Anna")
    ann.button("owl").click()
    ann.button("Save").click()
    expect(ann.button("You: Anna")).to_be_visible()
    ann.button("Settings").click()
    ann.button("Dark").click()
    choice = ann.page.get_by_label("Language").locator("visible=true")
    expect(choice).to_be_in_viewport(ratio=1)
    choice.select_option("ca")
    ann.press("Escape")
    ann.page.reload()

    ann.sees("Juga")
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert "owl" == ann.http.get(f"{ann.address}/api/guest").json()["avatar"]


def test_both_games_are_whole_on_the_first_page(visit: Visit) -> None:
    """Two games of equal rank: on a laptop nothing scrolls, on a phone both are in sight."""
    ann = visit("Ann")
    ann.go("/")
    ready(ann, "home")
    for language in ("en", "el"):
        ann.page.set_viewport_size(LAPTOP)
        ann.speak(language)
        for size in (LAPTOP, PHONE):
            ann.page.set_viewport_size(size)
            for game in ("Ricochet", "Rally"):
                for way in ("play_solo", "play_bots", "with_friends", "nav_learn"):
                    expect(plays(ann, game, way)).to_be_in_viewport(ratio=1)
            assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_whoever_comes_back_finds_where_they_were(visit: Visit) -> None:
    """The running match first, then their tables; on a laptop and beyond it nothing scrolls."""
    ann = visit("Ann")
    waiting, running = ann.open(ricochet(), 3), ann.open(ricochet(), 1)
    ask(ann, running, Start())
    ann.go("/")
    ready(ann, "home")
    tables = ann.page.get_by_role("list", name=ann.says("your_tables"))
    expect(tables.get_by_role("link")).to_have_attribute("href", re.compile(f"{waiting}$"))
    expect(tables).to_contain_text("2 of 3 seats free")
    again = ann.page.get_by_role("region", name=ann.says("go_on"), exact=True)
    expect(again.get_by_role("link")).to_have_attribute("href", re.compile(f"{running}$"))
    for size in (LAPTOP, WIDE):
        ann.page.set_viewport_size(size)
        expect(ann.page.get_by_label(ann.says("join_label"))).to_be_in_viewport(ratio=1)
        expect(tables.get_by_role("link")).to_be_in_viewport(ratio=1)
        assert ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("path", ["/account", "/moderate", "/gallery", "/courses", "/nowhere"])
def test_a_phone_leads_on_from_every_list(visit: Visit, path: str) -> None:
    """Where no board needs the room, the links are under the thumb and one can sign in."""
    ann = visit("Ann", viewport=PHONE)
    ann.go(path)
    links = ann.page.get_by_role("navigation", name=ann.says("nav_label")).get_by_role("link")
    for name in ("nav_play", "nav_puzzles", "nav_learn"):
        expect(links.filter(has_text=ann.says(name))).to_be_in_viewport(ratio=1)
    if path != "/account":
        ann.page.get_by_role("link", name=ann.says("acc_sign_in"), exact=True).click()

    expect(ann.page).to_have_url(f"{ann.address}/account")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_notice_covers_no_link(visit: Visit, size: ViewportSize) -> None:
    """It lies in a corner, above questions too, and is gone when one closes it."""
    ann = visit("Ann", viewport=size)
    ann.go("/")
    ready(ann, "home")
    ann.page.route("**/api/tables", lambda route: route.abort())
    plays(ann, "Ricochet", "play_solo").click()
    shown = ann.page.get_by_text(ann.says("server_away"))
    notice = shown.bounding_box()
    assert shown.evaluate("(text) => text.closest(':popover-open') !== null")
    links = ann.page.get_by_role("navigation", name=ann.says("nav_label")).bounding_box()
    assert notice is not None
    assert links is not None

    assert not (
        notice["y"] < links["y"] + links["height"] and links["y"] < notice["y"] + notice["height"]
    )
    ann.button(ann.says("close")).click()
    expect(ann.page.get_by_text(ann.says("server_away"))).to_have_count(0)


def test_every_question_back_has_the_same_order(visit: Visit) -> None:
    """What changes nothing comes first and has the focus; what was asked for comes last."""
    ann = visit("Ann")
    table = ann.open(ricochet(), 1)
    ask(ann, table, Start())
    ann.go(f"/table/{table}")
    for asked, title, answers in (
        ("leave_table", "leave_sure", ("leave_no", "leave_yes")),
        ("end_match", "end_match_sure", ("end_match_no", "end_match_yes")),
    ):
        opens_table(ann)
        ann.button(ann.says(asked)).click()
        dialog = ann.page.get_by_role("dialog", name=ann.says(title))
        expect(dialog.get_by_role("button")).to_have_text([ann.says(key) for key in answers])
        expect(dialog.get_by_role("button").first).to_be_focused()
        ann.press("Enter", "Escape")
        expect(ann.page.get_by_role("dialog")).to_have_count(0)


def test_a_code_that_nobody_gave_is_told_beside_it(visit: Visit) -> None:
    ann = visit("Ann")
    ann.go("/")
    ann.page.get_by_label(ann.says("join_label")).fill("KITE-42")
    ann.button(ann.says("join")).click()

    ann.sees(ann.says("join_unknown"))


def test_the_page_can_be_installed(visit: Visit) -> None:
    """It has a manifest, and each of its icons is a picture of the size it says."""
    ann = visit("Ann")
    ann.go("/")
    found = ann.page.evaluate(INSTALLED)

    assert "Tinplate" == found["name"]
    assert found["icons"]
    assert found["asked"] == found["icons"]


def test_one_button_mutes_everything(newcomer: Visit) -> None:
    """And it is remembered: a token is turned up, and nothing is heard."""
    ann = newcomer("Ann")
    ann.page.add_init_script(
        "window.heard = 0; window.AudioContext = class { constructor() { window.heard += 1; } };"
    )
    table = ann.open(ricochet(), 2)
    ann.go("/")
    ann.button("Sound").click()
    expect(ann.button("Sound")).to_have_attribute("aria-pressed", "false")
    ann.go(f"/table/{table}")
    ann.button("Start").click()
    ann.sees("Ready to begin?")
    ann.press("Enter")
    ann.sees("Find a route.")

    expect(ann.button("Sound")).to_have_attribute("aria-pressed", "false")
    assert 0 == ann.page.evaluate("window.heard")


def test_the_board_can_be_heard(visit: Visit) -> None:
    """A screen reader finds the task, the robots with their cells, and the rows in words."""
    ann = visit("Ann")
    table = ann.open(ricochet(board="G1R2B2Y2", box="classic"), 2)
    ann.go(f"/table/{table}")
    ann.button("Start").click()
    ann.sees("Ready to begin?")
    words = ann.page.get_by_role("region", name="The board in words")
    robots = words.get_by_role("list", name="Robots").get_by_role("listitem")
    rows = words.get_by_role("list", name="Rows").get_by_role("listitem")

    expect(robots).to_have_count(4)
    expect(rows).to_have_count(16)
    expect(robots.first).to_contain_text("Red:")
    # A wall is told from both sides, the edge only once; a robot may have been dealt to a cell.
    expect(words).to_contain_text("There is a wall all round the board.")
    both = r"b1: (\w+, )?wall on the right; c1: (\w+, )?wall on the left"
    expect(rows.first).to_contain_text(re.compile(both))
    expect(rows.first).not_to_contain_text("wall above")


def test_nobody_becomes_two(visit: Visit) -> None:
    """Somebody who sits down before their name has arrived is asked for it only once."""
    ann = visit()
    asked: list[str] = []
    ann.hear("request", lambda request: asked.append(f"{request.method} {request.url}"))
    ann.go("/")
    plays(ann, "Ricochet", "play_solo").click()
    ann.sees("Ready to begin?")

    assert 1 == asked.count(f"GET {ann.address}/api/guest")
    assert 1 == asked.count(f"POST {ann.address}/api/guest")


def test_a_new_table_does_not_jump(visit: Visit) -> None:
    """The button is seen once what it opens is: before, it would be pushed down."""
    ann = visit("Ann")
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    ann.page.route("**/api/games", hold)
    with ann.page.expect_request("**/api/games"):
        ann.go("/new?game=rally")
    expect(ann.page.get_by_role("heading", name="New table")).to_be_visible()
    expect(ann.button("Open the table")).to_be_hidden()
    for route in asked:
        route.continue_()

    expect(ann.button("Open the table")).to_be_visible()
