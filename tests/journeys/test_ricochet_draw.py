"""A board is drawn with a mouse, with keys and with a finger; then it is shared and played."""

import re

from playwright.sync_api import Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import KEYS, LAPTOP, PHONE, Visitor, view_of
from tests.journeys.test_quality import violations
from tests.journeys.test_ricochet_fits import WIDER
from tinplate.games.ricochet.board import Board, Position
from tinplate.games.ricochet.notation import format_position, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.solver import solve
from tinplate.games.ricochet.values import State
from tinplate.grid import Cell, Heading

COPIED = "() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }"
CELL, FRAME = 44, 20  # units of the drawing
DRAWN = Position(
    Board.custom(
        6,
        5,
        walls=[(Cell(2, 1), Heading.EAST), (Cell(1, 3), Heading.NORTH)],
        blocked=[Cell(4, 2)],
        targets={Target.RED_CIRCLE: Cell(2, 1), Target.VORTEX: Cell(4, 4)},
    ),
    (Cell(1, 3), Cell(5, 0)),
    Target.RED_CIRCLE,
)
ANOTHER = parse_position("v1.8x8.2X245A070GD7...KgcDrt2bcGrc rg6,gc2,bg2 blue-circle")


def sheet(visitor: Visitor) -> Locator:
    """What keys and pointers draw on."""
    return visitor.page.get_by_role("application")


def point(visitor: Visitor, x: float, y: float, columns: int, rows: int) -> tuple[float, float]:
    """Where on the screen a point of the board is, in cells."""
    box = sheet(visitor).bounding_box()
    assert box
    width, height = columns * CELL + 2 * FRAME, rows * CELL + 2 * FRAME
    scale = min(box["width"] / width, box["height"] / height)
    left = box["x"] + (box["width"] - width * scale) / 2
    top = box["y"] + (box["height"] - height * scale) / 2
    return left + (x * CELL + FRAME) * scale, top + (y * CELL + FRAME) * scale


def drag(visitor: Visitor, *places: tuple[float, float]) -> None:
    """With the mouse, over a board of six by five."""
    first, *others = (point(visitor, *place, 6, 5) for place in places)
    visitor.page.mouse.move(*first)
    visitor.page.mouse.down()
    for place in others:
        visitor.page.mouse.move(*place, steps=4)
    visitor.page.mouse.up()


def swipe(visitor: Visitor, *places: tuple[float, float]) -> None:
    """With a finger, over a board of sixteen by sixteen."""
    devtools = visitor.page.context.new_cdp_session(visitor.page)
    kinds = ["touchStart", *(["touchMove"] * (len(places) - 1))]
    for kind, place in zip(kinds, places, strict=True):
        x, y = point(visitor, *place, 16, 16)
        touch = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        devtools.send("Input.dispatchTouchEvent", touch)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def under_cursor(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("status", name="Under the cursor")


def open_part(visitor: Visitor, title: str) -> None:
    visitor.page.get_by_text(title, exact=True).first.click()


def drawn_in(visitor: Visitor) -> str:
    """What the address says."""
    return visitor.page.url.rpartition("/")[2].replace("%2C", ",").replace("_", " ")


def draw_by_mouse_and_keys(ann: Visitor) -> None:
    """Begin with an empty board; end with `DRAWN`."""
    ann.go("/ricochet")
    ann.page.get_by_role("link", name="Draw on this board").click()
    open_part(ann, "Start from something")
    ann.button("Empty board").click()
    ann.sees("Put a target on the board.")
    for side, cells in (("Columns", "6"), ("Rows", "5")):
        field = ann.page.get_by_role("spinbutton", name=side).first
        field.fill(cells)
        field.press("Enter")
    ann.page.get_by_role("combobox", name="Number of robots").select_option("2")
    drag(ann, (3.05, 1.5))  # the edge is nearest
    ann.button("Target").click()
    drag(ann, (2.5, 1.5))
    ann.button("Move").click()
    drag(ann, (0.5, 0.5), (1.5, 3.5))
    sheet(ann).press("Shift+ArrowUp")
    expect(under_cursor(ann)).to_have_text("b4, Red, wall above")
    ann.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "x")
    expect(under_cursor(ann)).to_contain_text("e3, blocked")
    ann.press("ArrowDown", "ArrowDown", "/")
    expect(under_cursor(ann)).to_contain_text("red barrier")
    ann.press("Control+z")
    ann.button("Target").click()
    ann.button("the vortex").click()
    sheet(ann).press("Enter")


def test_a_board_is_drawn_shared_and_played(visit: Visit, server: str) -> None:
    """By mouse and keys; what the page says of it is what the solver says."""
    ann, bob = visit("Ann"), visit("Bob")
    ann.page.add_init_script(f"({COPIED})()")
    draw_by_mouse_and_keys(ann)
    solution = solve(DRAWN)
    assert solution.moves
    ann.sees(f"Shortest: {len(solution.moves)} moves")
    open_part(ann, "Moves for each target")
    vortex = solve(Position(DRAWN.board, DRAWN.robots, Target.VORTEX)).length
    row = ann.page.get_by_role("row", name=re.compile("the vortex"))
    expect(row.get_by_role("cell")).to_have_text(str(vortex))
    assert [] == violations(ann)
    assert DRAWN == parse_position(drawn_in(ann))
    open_part(ann, "Save and share")
    ann.button("Copy link").click()
    ann.sees("Copied")
    bob.page.goto(ann.page.evaluate("window.copied"))
    expect(bob.page.get_by_label("The position as text")).to_have_value(format_position(DRAWN))
    ann.page.get_by_role("link", name="Play it").click()
    made = ann.page.get_by_role("list", name="Your moves").get_by_role("listitem")
    expect(ann.button("Red, b4")).to_be_visible()  # it can be moved
    for number, move in enumerate(solution.moves, start=1):
        ann.press(move.robot, KEYS[move.heading])
        expect(made).to_have_count(number)
    ann.sees("Solved")
    ann.page.go_back()
    ann.page.get_by_role("link", name="Open a table").click()
    ann.sees("A board of your own, 6 × 5, with robots: 2.")
    ann.button("Open the table").click()
    expect(ann.button("Start")).to_be_visible()
    bob.page.goto(ann.page.url)
    bob.button("Sit down").first.click()
    ann.button("Start").click()
    ann.sees("2 tokens left")
    state = view_of(server, ann.page.url.rpartition("/")[2])

    assert isinstance(state, State)
    assert (DRAWN.board, DRAWN.robots) == (state.board, state.markers)


def test_a_finger_draws_and_the_browser_keeps_it(visit: Visit) -> None:
    """On a phone: a stroke, a text that is pasted, a board that is made, and drafts."""
    ann = visit("Ann", viewport=PHONE, has_touch=True)
    ann.go("/ricochet/draw")
    ann.button("Block").tap()
    swipe(ann, (3.5, 2.5), (5.5, 2.5))
    ann.button("Undo").tap()
    expect(ann.button("Undo")).to_be_disabled()
    ann.button("Redo").tap()
    expect(ann.page).to_have_url(re.compile(r"/ricochet/draw/v1\.16x16\.\.Z00\."))
    open_part(ann, "Start from something")
    ann.page.get_by_label("Or paste a link", exact=False).fill(format_position(ANOTHER))
    ann.button("Draw this").tap()
    ann.sees(f"Shortest: {solve(ANOTHER).length} moves")
    open_part(ann, "Make me one")
    ann.page.get_by_label("Moves (blank: any)").fill("6")
    ann.page.get_by_label("Number", exact=True).fill("7")
    ann.page.get_by_role("spinbutton", name="Columns").last.fill("8")
    ann.page.get_by_role("spinbutton", name="Rows").last.fill("8")
    ann.button("Make me one").tap()
    expect(ann.page.get_by_role("heading", name="No. 7")).to_be_visible()
    ann.sees("Shortest: 6 moves")
    ann.page.reload()
    ann.sees("Shortest: 6 moves")
    open_part(ann, "Your drafts")
    drafts = ann.page.get_by_role("list", name="Your drafts").get_by_role("listitem")

    expect(drafts).to_have_count(3)
    expect(ann.page.get_by_role("heading", name="No. 7")).to_be_visible()


LARGE = parse_position(
    "v1.18x18.729A021J3GUZG0WC1O13H425L6PA56IHD942U4L1721253C3W43FD...ggc "
    "rl17,go12,bi16,yc3 green-circle"
)
OLDER = "mine~p6n~~vortex@p5_ra1,gp1,bp16,ya16_vortex"


def test_a_drawn_position_fits_the_screen(visit: Visit) -> None:
    """Its text is one long word, which wraps."""
    ann = visit("Ann")
    ann.go(f"/ricochet/{format_position(LARGE, url=True)}")
    expect(ann.page.get_by_label("The position as text")).to_have_value(format_position(LARGE))

    for screen in (LAPTOP, PHONE):
        ann.page.set_viewport_size(screen)
        expect(ann.page.get_by_role("heading", name="Green to the moon")).to_be_visible()
        assert 0 == ann.page.evaluate(WIDER)


def test_practice_stays_on_a_drawn_board(visit: Visit) -> None:
    """Until somebody asks for a printed one."""
    ann = visit("Ann")
    ann.go(f"/practice/{format_position(ANOTHER, url=True)}")
    own = re.compile(rf"/practice/{re.escape(str(ANOTHER.board))}_r\w+,g\w+,b\w+_")
    expect(ann.page.get_by_label("Silver robot")).to_have_count(0)
    ann.button("New position").click()
    expect(ann.page).not_to_have_url(re.compile(re.escape(format_position(ANOTHER, url=True))))
    expect(ann.page).to_have_url(own)
    ann.button("On a printed board").click()
    expect(ann.page).not_to_have_url(own)
    expect(ann.page.get_by_label("Silver robot")).to_be_visible()


def test_links_of_an_earlier_version_and_broken_ones(visit: Visit) -> None:
    """The first become boards of today; the others say what is wrong, and where."""
    ann = visit("Ann")
    ann.go(f"/ricochet/{OLDER}")
    expect(ann.page.get_by_label("The position as text")).to_have_value(OLDER.replace("_", " "))
    ann.page.get_by_role("link", name="Draw on this board").click()
    ann.sees("Shortest: 3 moves")
    ann.go("/ricochet/draw/v1.9x9.1")
    ann.sees("The text of this board is incomplete")
