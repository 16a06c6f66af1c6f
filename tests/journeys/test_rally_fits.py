"""At a table of Rally nothing that one needs is cut off or out of sight, on any screen."""

import pytest
from playwright.sync_api import FloatRect, Locator, ViewportSize, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, LYING_PHONE, PHONE, SMALL_PHONE, Visitor
from tests.journeys.places import (
    board,
    clock,
    controls,
    free_registers,
    hand,
    held_cards,
    leaves_the_table,
    overlap,
    prompt,
    registers,
    robots,
    skips_the_film,
    step,
    turn_bar,
)
from tests.journeys.played import ask
from tests.page.messages import LOCALES, messages
from tinplate.games.rally.shelf import text_named
from tinplate.lobby.values import SeatBot, Sit, Start, Terms

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
SQUARE_COURSE = "\n".join(
    (
        "rally 1",
        "name: Square and Harmless",
        "edge: wall",
        "board:",
        *(f" S{seat}{' .' * 10} {1 if seat == 1 else '.'}" for seat in range(1, 9)),
        *(" ." * 12 for _ in range(4)),
        "",
    )
)
DEADLY = LONG_COURSE.replace("edge: wall", "edge: pit")  # for whoever drives off to the left
A_RAFT = "rally 1\nname: Raft\nedge: pit\nboard:\n . . .\n S . .\n . . 1\n"
# Where a headline was, and what it must not cover, as tops and bottoms; it is seen for a moment.
WATCH_THE_HEADLINE = """() => {
  window.headlines = [];
  const place = (it) => {
    const { top, bottom } = it.getBoundingClientRect();
    return [top, bottom];
  };
  const look = () => {
    const seen = document.querySelector('[data-testid=headline]');
    if (!seen) return;
    const stage = seen.closest('section');
    const [top] = place(stage);
    const own = [top + seen.offsetTop, top + seen.offsetTop + seen.offsetHeight];
    window.headlines.push({
      text: seen.textContent,
      own,
      board: place(stage.querySelector('svg')),
      asked: place(document.querySelector('[aria-label="The match now"]')),
    });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
LOST = "() => window.headlines.find(({ text }) => text.includes('You lose a life'))"
# Parts of a row that are shortened, or stick out; words for ears alone have no width.
CUT_OFF = """(rows) => rows.flatMap((row) => {
  const edge = row.getBoundingClientRect().right + 0.5;
  const isCut = (it) => it.clientWidth > 1 && it.scrollWidth > it.clientWidth + 1
    && getComputedStyle(it).display !== 'inline';
  return [...row.querySelectorAll('*:not(svg *)')]
    .filter((it) => isCut(it) || it.getBoundingClientRect().right > edge)
    .map((it) => it.outerHTML);
})"""

OUTSIDE = """(cards) => cards.filter((card) => {
  const name = document.createRange();
  name.selectNodeContents(card.querySelector('button').lastElementChild);
  const [inner, outer] = [name.getBoundingClientRect(), card.getBoundingClientRect()];
  return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom;
}).map((card) => card.textContent.trim())"""


def among_bots(visitor: Visitor, many: int, seconds: int = 0, course: str = LONG_COURSE) -> Locator:
    """Asked for a program at a table full of bots of one kind; the robots on the list."""
    choices = {"turn_seconds": seconds}
    table = visitor.open(Terms("rally", {"course": course, "choices": choices}), many)
    ask(visitor, table, *(SeatBot(chair, "driver") for chair in range(1, many)), Start())
    visitor.go(f"/table/{table}")
    visitor.button("Face up").click()
    expect(held_cards(visitor)).to_have_count(9)
    return robots(visitor)


def play_a_turn(visitor: Visitor) -> None:
    """With the first five cards; the turn is not watched."""
    for left in range(5, 0, -1):
        expect(free_registers(visitor)).to_have_count(left)
        held_cards(visitor).first.get_by_role("button").click()
    visitor.button("Ready").click()


@pytest.mark.parametrize(
    ("many", "screens"), [(2, (LAPTOP,)), (4, (LAPTOP, PHONE)), (8, (LAPTOP, LYING_PHONE))]
)
def test_names_and_signs_of_robots_are_whole(
    visit: Visit, many: int, screens: tuple[ViewportSize, ...]
) -> None:
    """Bots of one kind are told apart by the number behind their name: no other is beside it."""
    benjamin = visit("Benjamin")
    listed = among_bots(benjamin, many)
    names = ["You", "Trundle", *(f"Trundle {number}" for number in range(2, many))]
    for screen in screens:
        benjamin.page.set_viewport_size(screen)
        for robot, name in zip(listed.all(), names, strict=True):
            expect(robot.get_by_text(name, exact=True)).to_be_visible()
        expect(listed.get_by_title("virtual", exact=True)).to_have_count(many)
        bots = listed.get_by_role("img", name="bot, strength 3 of 10")
        expect(bots).to_have_text([""] * (many - 1))
        assert [] == listed.evaluate_all(CUT_OFF)


@pytest.mark.parametrize(
    ("viewport", "many"),
    [(PHONE, 4), (PHONE, 8), (SMALL_PHONE, 8), (LYING_PHONE, 8)],
    ids=["standing", "full", "small", "lying"],
)
def test_all_that_is_needed_to_program_is_in_sight(
    lively: Visit, viewport: ViewportSize, many: int
) -> None:
    """On a phone, with a clock, from the second turn on; what is shown before can be skipped."""
    ann = lively("Ann", viewport=viewport, has_touch=True, is_mobile=True)
    listed = among_bots(ann, many, seconds=170)
    play_a_turn(ann)
    ann.button("Pause").click()
    expect(hand(ann)).to_have_count(0)
    ann.button("Skip the rest").click()
    expect(held_cards(ann).first).to_be_visible()
    ann.page.evaluate("scrollTo(0, 0)")  # wherever a button that was pressed has led

    for seen in (*held_cards(ann).all(), *registers(ann).all(), *listed.all(), clock(ann)):
        expect(seen).to_be_in_viewport(ratio=1)
    expect(ann.button("Ready")).to_be_in_viewport(ratio=1)
    ann.button("Replay the turn").click()
    expect(ann.button("Skip the rest")).to_be_in_viewport(ratio=1)


def test_all_programs_of_four_are_seen_in_a_film_on_a_small_phone(lively: Visit) -> None:
    """On a course as high as it is wide, which leaves the least for them."""
    ann = lively("Ann", viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    among_bots(ann, 4, course=text_named("stamping-mill"))
    play_a_turn(ann)
    ann.button("Pause").click()
    ann.page.evaluate("scrollTo(0, 0)")

    for row in ann.page.get_by_role("table", name="Programs").get_by_role("row").all():
        expect(row).to_be_in_viewport(ratio=1)


def test_a_tab_that_is_opened_on_a_phone_is_seen(visit: Visit) -> None:
    """Above the sheet, which stays where it is."""
    ann = visit("Ann", viewport=PHONE, has_touch=True, is_mobile=True)
    among_bots(ann, 2)
    ann.page.get_by_role("tab", name=ann.says("chat")).click()
    line = ann.page.get_by_role("textbox", name=ann.says("chat_line"))
    expect(line).to_be_in_viewport(ratio=1)
    field, sheet = line.bounding_box(), prompt(ann).bounding_box()
    assert field
    assert sheet

    assert field["y"] + field["height"] <= sheet["y"]


def test_cards_stay_where_they_are(lively: Visit) -> None:
    """On a laptop: after a turn was shown, and when it is said where one ends."""
    ann = lively("Ann")
    among_bots(ann, 2)
    first = registers(ann).first
    expect(first).to_be_visible()
    before = first.bounding_box()
    play_a_turn(ann)
    skips_the_film(ann)
    expect(first).to_be_visible()
    over = first.bounding_box()
    held_cards(ann).first.get_by_role("button").click()
    ann.sees("nobody interferes")
    planned = first.bounding_box()

    assert [before] * 2 == [over, planned]


def asked_to_face(visitor: Visitor, course: str) -> None:
    """At a table with a bot."""
    table = visitor.open(Terms("rally", {"course": course}), 2)
    ask(visitor, table, SeatBot(1, "driver"), Start())
    visitor.go(f"/table/{table}")
    expect(board(visitor)).to_be_visible()
    expect(visitor.button("Face left")).to_be_visible()


def drives_off(visitor: Visitor) -> None:
    """Over the edge, with the first card."""
    visitor.button("Face left").click()
    held_cards(visitor).filter(has_text="Move").first.get_by_role("button").click()
    for left in range(4, 0, -1):
        expect(free_registers(visitor)).to_have_count(left)
        held_cards(visitor).first.get_by_role("button").click()
    visitor.button("Ready").click()


@pytest.mark.parametrize("viewport", [PHONE, SMALL_PHONE], ids=["phone", "small"])
def test_arrows_stay_where_they_are(lively: Visit, viewport: ViewportSize) -> None:
    """Whoever is back after a lost life finds them there; the turn can be watched again."""
    ann = lively("Ann", viewport=viewport, has_touch=True, is_mobile=True)
    asked_to_face(ann, DEADLY)
    before = ann.button("Face up").bounding_box()
    drives_off(ann)
    ann.button("Skip the rest").click()
    expect(ann.button("Face up")).to_be_visible()
    ann.page.evaluate("scrollTo(0, 0)")

    assert before == ann.button("Face up").bounding_box()
    expect(ann.button("Replay the turn")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("course", "place"), [(DEADLY, "below"), (A_RAFT, "above")])
def test_the_headline_of_a_lost_life_covers_no_cell_on_a_phone(
    lively: Visit, course: str, place: str
) -> None:
    """It is below the board where that leaves room, else over its frame."""
    frame = 12  # pixels
    ann = lively("Ann", viewport=PHONE, has_touch=True, is_mobile=True)
    asked_to_face(ann, course)
    ann.page.evaluate(WATCH_THE_HEADLINE)
    drives_off(ann)
    shown = ann.page.wait_for_function(LOST).json_value()
    (top, bottom), board, asked = shown["own"], shown["board"], shown["asked"]

    if place == "below":
        assert board[1] <= top < bottom <= asked[0] + frame
    else:
        assert bottom <= board[0] + frame


@pytest.mark.parametrize("many", [2, 4, 8])
@pytest.mark.parametrize("course", [LONG_COURSE, SQUARE_COURSE], ids=["wide", "square"])
def test_panels_keep_their_place(lively: Visit, course: str, many: int) -> None:
    """On a laptop the log stays where it is, and nothing has to be scrolled to."""
    ann = lively("Ann")
    among_bots(ann, many, seconds=170, course=course)
    log = ann.page.get_by_role("tabpanel", name="Log")
    cards = panels(ann)
    expect(log).to_be_in_viewport(ratio=1)
    play_a_turn(ann)
    ann.button("Pause").click()
    film = panels(ann)
    expect(log).to_be_in_viewport(ratio=1)
    expect(ann.page.get_by_role("table", name="Programs")).to_be_in_viewport(ratio=1)
    ann.button("Skip the rest").click()
    expect(held_cards(ann).first).to_be_visible()

    assert [cards] * 2 == [film, panels(ann)]
    expect(log).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "el"])
def test_beside_a_wide_course_what_is_asked_keeps_its_height(
    newcomer: Visit, language: str
) -> None:
    """On a laptop the column is narrow, and words take more lines."""
    ann = newcomer("Ann", locale=language)
    terms = Terms("rally", {"course": "mainspring-mile", "choices": {"turn_seconds": 170}})
    table = ann.open(terms, 4)
    ask(ann, table, *(SeatBot(chair, "driver") for chair in range(1, 4)), Start())
    ann.go(f"/table/{table}")
    ann.sees(ann.says("ra_do_facing"))
    ann.press("ArrowRight")
    expect(held_cards(ann)).to_have_count(9)
    cards = prompt(ann).bounding_box()
    for left, key in zip(range(5, 0, -1), "12345", strict=True):
        expect(free_registers(ann)).to_have_count(left)
        ann.press(key)
    ann.button(ann.says("ra_ready")).click()
    expect(turn_bar(ann)).to_be_visible()

    assert cards == prompt(ann).bounding_box()


def panels(visitor: Visitor) -> tuple[float, float]:
    """Where what is asked begins, and where what one does ends."""
    asked, done = prompt(visitor).bounding_box(), controls(visitor).bounding_box()
    assert asked
    assert done
    return asked["y"], done["y"] + done["height"]


@pytest.mark.parametrize("course", ["crossfire-dock", "first-shift"])
def test_eight_robots_beside_the_board(lively: Visit, course: str) -> None:
    """Where the log is there, too, all of it is in sight on a laptop."""
    ann = lively("Ann")
    among_bots(ann, 8, seconds=170, course=course)
    log = ann.page.get_by_role("tabpanel", name="Log")
    expect(log).to_be_in_viewport(ratio=1)
    assert [] == robots(ann).evaluate_all(CUT_OFF)
    play_a_turn(ann)
    ann.button("Pause").click()

    expect(log).to_be_in_viewport(ratio=1)
    expect(ann.page.get_by_role("table", name="Programs")).to_be_in_viewport(ratio=1)


def test_whoever_watches_is_told_who_is_programming(visit: Visit) -> None:
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
        ann.speak(language)
        expect(ann.page.get_by_role("heading", level=1)).to_have_text(title)
        expect(held_cards(ann)).to_have_count(9)

        assert (language, []) == (language, held_cards(ann).evaluate_all(OUTSIDE))


def in_the_second_turn(visit: Visit) -> tuple[Visitor, Visitor, str]:
    """Two people and a bot, and their table."""
    ann, bruno = visit("Ann"), visit("Bruno")
    table = ann.open(Terms("rally", {"course": "first-shift", "choices": {"edge": "wall"}}), 3)
    ask(bruno, table, Sit(1))
    ask(ann, table, SeatBot(2, "random"), Start())
    for visitor in (ann, bruno):
        visitor.go(f"/table/{table}")
        visitor.sees("Which way should your robot face?")
        visitor.press("ArrowUp")
    for visitor in (ann, bruno):
        visitor.sees("Program your robot")
        play_a_turn(visitor)
    for visitor in (ann, bruno):
        expect(prompt(visitor)).to_contain_text("Turn 2")
    return ann, bruno, table


def test_whoever_left_is_called_so_among_the_robots(visit: Visit) -> None:
    """In words that stay, also on a phone; the notice covers no word of what the turn did."""
    ann, bruno, _ = in_the_second_turn(visit)
    place = lies(board(ann))
    leaves_the_table(bruno)
    notice = ann.page.get_by_role("status").filter(has_text="Bruno has left the table.")
    expect(notice).to_be_visible()
    assert not overlap(lies(notice), lies(step(ann)))
    assert place == lies(board(ann))
    row = robots(ann).filter(has_text="Bruno")
    for viewport in (LAPTOP, PHONE):
        ann.page.set_viewport_size(viewport)
        expect(row.get_by_text("left", exact=True)).to_be_in_viewport(ratio=1)
        expect(row.get_by_role("img", name="played by a bot")).to_have_text("bot")


@pytest.mark.parametrize("viewport", [PHONE, SMALL_PHONE, LAPTOP], ids=["phone", "small", "laptop"])
def test_whoever_left_reads_it_beside_what_they_watch(visit: Visit, viewport: ViewportSize) -> None:
    """After the first turn, too: above what is watched, without scrolling; the board stays."""
    _, bruno, table = in_the_second_turn(visit)
    leaves_the_table(bruno)
    bruno.page.set_viewport_size(viewport)
    bruno.go(f"/table/{table}")
    told = bruno.page.get_by_role("region", name="You left this match", exact=True)
    expect(told.get_by_role("button", name="New match with the bots")).to_be_in_viewport(ratio=1)
    expect(prompt(bruno)).to_be_in_viewport(ratio=1)
    assert not overlap(lies(told), lies(board(bruno)))
    assert not overlap(lies(told), lies(prompt(bruno)))
    if viewport == LAPTOP:
        expect(bruno.page.get_by_role("tabpanel")).to_be_in_viewport(ratio=1)
    told.get_by_role("button", name="Keep watching").click()
    expect(told).to_have_count(0)

    assert bruno.page.evaluate("scrollY") == 0


def lies(there: Locator) -> FloatRect:
    box = there.bounding_box()
    assert box
    return box
