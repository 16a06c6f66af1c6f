"""People set up a match of Ricochet by hand, in the form for a new table."""

import re

from playwright.sync_api import Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import Visitor, view_of
from tests.journeys.places import opens_all_rules
from tinplate.games.ricochet.board import CELLS, board_named, format_robots
from tinplate.games.ricochet.pieces import ROBOTS
from tinplate.grid import Cell

PIECE = re.compile(r", ([a-p]\d+)$")


def choice(visitor: Visitor, key: str) -> Locator:
    name = re.compile(f"^{re.escape(visitor.says(key))}(?: |$)")
    return visitor.page.get_by_role("combobox", name=name)


def pieces(visitor: Visitor) -> Locator:
    """The robots on the small board."""
    board = visitor.page.get_by_role("group", name=visitor.says("board_label"), exact=True)
    return board.get_by_role("button", name=PIECE)


def cells(visitor: Visitor) -> list[str]:
    """Where the robots are, in the order r g b y."""
    names = [piece.get_attribute("aria-label") or "" for piece in pieces(visitor).all()]
    return [name.rpartition(" ")[2] for name in names]


def placing(visitor: Visitor) -> None:
    """A board is chosen, and robots are on it."""
    visitor.go("/new?game=ricochet")
    visitor.page.get_by_text(visitor.says("more_rules")).click()
    choice(visitor, "set_board").select_option("chosen")
    choice(visitor, "set_robots").select_option("placed")
    expect(pieces(visitor)).to_have_count(4)


def free_neighbour(board: str, taken: list[str]) -> tuple[Cell, Cell]:
    """A cell and the one east of it, both fit to begin on."""
    printed = board_named(board)
    symbols = set(printed.targets.values())
    fit = [
        cell
        for cell in CELLS
        if printed.may_rest(cell) and cell not in symbols and str(cell) not in taken
    ]
    return next((cell, Cell(cell.x + 1, cell.y)) for cell in fit if Cell(cell.x + 1, cell.y) in fit)


def sections(visitor: Visitor) -> str:
    places = ("an_north_west", "an_north_east", "an_south_east", "an_south_west")
    chosen = (visitor.page.get_by_label(visitor.says(key), exact=True) for key in places)
    return "".join(each.input_value() for each in chosen)


def put(visitor: Visitor, robot: Locator, cell: Cell) -> None:
    """Tap the robot, then the cell."""
    robot.click()
    board = visitor.page.get_by_role("group", name=visitor.says("board_label"), exact=True)
    box = board.bounding_box()
    assert box
    side = box["width"] / (16 * 44 + 40)  # as it is drawn: cells of 44, and a frame of 20
    at = {"x": (20 + 44 * (cell.x + 0.5)) * side, "y": (20 + 44 * (cell.y + 0.5)) * side}
    board.click(position={"x": at["x"], "y": at["y"]})


def test_no_robot_begins_in_the_centre(visit: Visit) -> None:
    """RC4: nothing happens, and one is told why."""
    ann = visit("Ann")
    placing(ann)
    before = cells(ann)
    put(ann, pieces(ann).first, Cell.named("h8"))
    said = ann.page.get_by_role("status").filter(has_text="that is the closed centre.")
    expect(said).to_be_visible()

    assert before == cells(ann)


def test_robots_are_placed_by_hand(visit: Visit) -> None:
    """RC4: by tapping a robot and a cell, or by keys; the match begins as it was set up."""
    ann = visit("Ann")
    placing(ann)
    cell, beside = free_neighbour(sections(ann), cells(ann))
    red = pieces(ann).first
    put(ann, red, cell)
    expect(red).to_have_accessible_name(re.compile(f" {cell}$"))
    red.focus()
    ann.press("Enter", "ArrowRight")
    expect(red).to_have_accessible_name(re.compile(f" {beside}$"))
    board, placed = sections(ann), cells(ann)
    ann.button(ann.says("open_the_table")).click()
    opens_all_rules(ann)
    ann.sees(f"board {board}")
    ann.button(ann.says("start_match")).click()
    expect(ann.button(ann.says("turn_first"))).to_be_visible()
    state = view_of(ann.address, ann.page.url.rpartition("/")[2])

    expected = ",".join(f"{robot}{at}" for robot, at in zip(ROBOTS, placed, strict=False))
    assert (board, expected) == (state.board_name, format_robots(state.robots))


def test_a_robot_does_not_begin_on_a_target(visit: Visit) -> None:
    """RC4: the page says why, and the robot stays where it was."""
    ann = visit("Ann")
    placing(ann)
    before = cells(ann)
    target = next(iter(board_named(sections(ann)).targets.values()))
    put(ann, pieces(ann).first, target)

    ann.sees(f"cannot begin on {target}: there is a target.")
    assert before == cells(ann)


def test_a_set_up_goes_with_the_rest_of_the_form(visit: Visit) -> None:
    """RC2, RC4: with another box or the silver robot, what was chosen is drawn again to fit."""
    ann = visit("Ann")
    placing(ann)
    choice(ann, "set_silver").select_option("yes")
    expect(pieces(ann)).to_have_count(5)
    choice(ann, "set_box").select_option("classic")
    offered = ann.page.get_by_label(ann.says("an_north_west"), exact=True).get_by_role("option")

    expect(offered).to_have_count(8)
    assert set("12") >= set(sections(ann)[1::2])
    choice(ann, "set_board").select_option("drawn")
    expect(pieces(ann)).to_have_count(0)


def test_numbers_are_chosen_step_by_step(visit: Visit) -> None:
    """By buttons that end at the fewest and the most, or typed; what is chosen is agreed on."""
    ann = visit("Ann")
    ann.go("/new?game=ricochet")
    less, more = (
        ann.button(f"{ann.says(key)} {ann.says('chairs_count')}")
        for key in ("step_less", "step_more")
    )
    chairs = ann.page.get_by_role("spinbutton", name=ann.says("chairs_count"), exact=True)
    expect(chairs).to_have_value("4")
    less.click()
    less.click()
    expect(chairs).to_have_value("2")
    expect(less).to_be_disabled()
    chairs.fill("20")
    expect(more).to_be_disabled()
    less.click()
    sand = ann.page.get_by_role("spinbutton", name=ann.says("set_hourglass"), exact=True)
    ann.button(f"{ann.says('step_more')} {ann.says('set_hourglass')}").click()
    expect(sand).to_have_value("75")
    ann.button(ann.says("open_the_table")).click()

    ann.sees("19 chairs.")
    ann.sees("After the first bid everyone has 75 seconds left.")


def test_a_small_course_takes_as_many_as_it_has_room_for(visit: Visit) -> None:
    """Fewer chairs, in words and in the number; where there is room again there are four again."""
    ann = visit("Ann")
    ann.go("/new?game=rally")
    chairs = ann.page.get_by_role("spinbutton", name=ann.says("chairs_count"), exact=True)
    expect(chairs).to_have_value("4")
    ann.button("The course Wind-Up Duel", exact=False).click()
    ann.sees("At most 2 can play here.")
    expect(chairs).to_have_value("2")
    ann.button("The course Mainspring Mile", exact=False).click()
    expect(chairs).to_have_value("4")
    ann.button("The course Wind-Up Duel", exact=False).click()
    expect(chairs).to_have_value("2")
    ann.page.get_by_text("A course of your own").click()
    ann.page.get_by_label("Paste the text").fill("rally 1")
    expect(chairs).to_have_value("4")  # whatever course it becomes
    ann.page.get_by_text("A course of your own").click()
    ann.button("The course Wind-Up Duel", exact=False).click()
    ann.button(ann.says("open_the_table")).click()

    ann.sees("2 chairs.")


def test_clubs_play_the_same_deal(visit: Visit) -> None:
    """Tables that agree on a name begin alike, and are told that it has been played."""
    begun = []
    for name, said in (("Ann", "deal_unplayed"), ("Hugo", "deal_played")):
        host = visit(name)
        host.go("/new?game=ricochet")
        host.page.get_by_text(host.says("more_rules")).click()
        host.page.get_by_text(host.says("deal_title")).click()
        host.page.get_by_label(host.says("deal_name")).fill("club 2026-11")
        expect(host.page.get_by_text(host.called(said))).to_be_visible()
        host.button(host.says("open_the_table")).click()
        opens_all_rules(host)
        host.sees("deal “club 2026-11”, match 1")
        expect(host.page.get_by_text(host.called(said))).to_be_visible()
        host.button(host.says("start_match")).click()
        expect(host.button(host.says("turn_first"))).to_be_visible()
        begun.append(view_of(host.address, host.page.url.rpartition("/")[2]))

    assert begun[0] == begun[1]
