"""Journeys without a table: analysis, practice and the lessons."""

import re
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from msgspec.json import decode
from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import KEYS, PHONE, Visitor, moves_made
from tests.journeys.places import board, drawn, focused
from tinplate.games.ricochet.motion import Move, slide
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import solve
from tinplate.grid import Heading

LESSONS = Path(__file__).parents[2] / "web/src/games/ricochet/learn/lessons.json"
POSITION = "G1R2B2Y2_ro5,ga14,bl14,yj16_red-square"  # re rs rw, and no other way in three


def slides(visitor: Visitor, moves: tuple[Move, ...]) -> None:
    """Moves by the keyboard, each once the one before it has been counted."""
    for made, move in enumerate(moves, 1):
        visitor.press(str(move.robot), KEYS[move.heading])
        expect(moves_made(visitor)).to_have_count(made)


def best_of(position: str, rule: str) -> tuple[Move, ...]:
    moves = solve(parse_position(position), READINGS[rule]).moves
    assert moves is not None
    return moves


def address_of(visitor: Visitor) -> str:
    return unquote(visitor.page.url.removeprefix(visitor.address))


def test_a_position_by_link_is_solved_and_walked_through(visit: Visit) -> None:
    """The link of a position shows all its best solutions; Ann steps through one."""
    ann = visit()
    ann.go(f"/ricochet/{POSITION}")
    ann.button("Solve").click()
    ann.sees("Shortest: 3 moves.")
    ann.button("One step forward").click()
    ann.press("Escape")

    expect(ann.page.get_by_role("img", name="Red, p5")).to_be_visible()


def test_arrows_step_through_a_solution_at_once(visit: Visit) -> None:
    """Whatever was pressed last: the arrows lead on and back."""
    ann = visit()
    ann.go("/ricochet/G1R2B2Y2_ro5,ga14,bl14,yj16_red-triangle")
    ann.button("Solve").click()
    choices = ann.page.get_by_role("group", name="Solution").get_by_role("button")
    expect(choices).to_have_count(5)
    steps = ann.page.get_by_text(re.compile(r"^\d+/\d+$"))
    ann.press("ArrowRight")
    expect(steps).to_have_text(re.compile("^1/"))
    ann.press("ArrowLeft")
    expect(steps).to_have_text(re.compile("^0/"))
    choices.nth(1).click()
    expect(choices.nth(1)).to_have_attribute("aria-pressed", "true")
    ann.press("ArrowRight")

    expect(steps).to_have_text(re.compile("^1/"))


@pytest.mark.parametrize("address", [f"/ricochet/{POSITION}/more", "/practice/a/b", "/learn/chess"])
def test_an_address_that_goes_on_too_long_is_nowhere(visit: Visit, address: str) -> None:
    """What is behind the address of a page is not swallowed."""
    ann = visit()
    ann.go(address)

    ann.sees("There is nothing here")


def test_the_same_moves_in_another_order_can_be_opened(visit: Visit) -> None:
    """Solutions that differ only in the order of their moves are counted, and shown if asked."""
    ann = visit()
    ann.go("/ricochet/G1R2B2Y2_ro5,ga14,bl14,yj16_red-triangle")
    ann.button("Solve").click()
    choices = ann.page.get_by_role("group", name="Solution").get_by_role("button")
    expect(choices).to_have_count(5)
    ann.button("Show every order").click()

    expect(choices).to_have_count(71)
    expect(ann.button("Show every order")).to_have_count(0)


def test_a_robot_is_sent_by_dragging_it(visit: Visit) -> None:
    """A little to the right is enough: it slides until something stops it."""
    ann = visit()
    ann.go(f"/ricochet/{POSITION}")
    ann.button("Try moves").click()
    robot = ann.page.get_by_role("button", name="Red, o5").bounding_box()
    assert robot is not None
    ann.page.mouse.move(robot["x"] + robot["width"] / 2, robot["y"] + robot["height"] / 2)
    ann.page.mouse.down()
    ann.page.mouse.move(robot["x"] + 1.5 * robot["width"], robot["y"] + robot["height"] / 2)
    ann.page.mouse.up()

    expect(ann.page.get_by_role("button", name="Red, p5")).to_be_visible()


def test_a_robot_is_sent_by_a_swipe(visit: Visit) -> None:
    """A finger on a phone: the board does not scroll away under it, the robot slides."""
    ann = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    ann.go(f"/practice/{POSITION}")
    robot = ann.page.get_by_role("button", name="Red, o5")
    box = robot.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = ann.page.context.new_cdp_session(ann.page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x, "y": y + 20}]),
        ("touchMove", [{"x": x, "y": y + 60}]),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    position = parse_position(POSITION.replace("_", " "))
    slid = slide(position.board, position.robots, Move(Robot.RED, Heading.SOUTH))

    expect(ann.page.get_by_role("button", name=f"Red, {slid.end}")).to_be_visible()
    assert 0 == ann.page.evaluate("scrollY")


def test_tab_leads_from_a_robot_to_its_arrows(visit: Visit) -> None:
    """And the focus stays with the robot that was sent."""
    ann = visit()
    ann.go(f"/ricochet/{POSITION}")
    ann.button("Try moves").click()
    robot = ann.page.get_by_role("button", name="Red, o5")
    robot.focus()
    ann.press("Enter", "Tab")
    expect(focused(ann)).to_have_accessible_name(re.compile("^Red (up|right|down|left)$"))
    ann.page.get_by_role("button", name="Red right").focus()
    ann.press("Enter")

    expect(ann.page.get_by_role("button", name="Red, p5")).to_be_focused()


def test_mistakes_are_told_in_the_language_of_the_page(visit: Visit) -> None:
    """Those in a link, and what cannot be set up."""
    ann = visit(locale="it")
    ann.go("/ricochet/G1R2B2Y2_ro5,ga14,bl44,yj16_red-squere")
    ann.sees("Non c’è un obiettivo “red-squere”")
    ann.go("/ricochet/G1R9B2Y2_ro5,ga14,bl14,yj16_red-square")
    ann.sees("Non c’è una sezione “R9”")


def test_the_address_follows_what_is_set_up(visit: Visit) -> None:
    """A robot that is moved by keys, a target and a reading that are chosen are in the link."""
    ann = visit()
    ann.go(f"/ricochet/{POSITION}")
    expect(board(ann)).to_be_visible()
    ann.press("g", "ArrowUp")
    ann.page.wait_for_url("**ga13**")
    ann.button("the vortex").click()
    ann.page.wait_for_url("**vortex")
    ann.page.get_by_label("Ricochet rule").select_option("free")
    ann.page.wait_for_url("**rule=free")

    assert "/ricochet/G1R2B2Y2_ro5,ga13,bl14,yj16_vortex?rule=free" == address_of(ann)


def test_mistakes_in_a_link_are_marked_and_can_be_mended(visit: Visit) -> None:
    """Each mistake is told with its place; the text that is mended becomes the address."""
    ann = visit()
    ann.go("/ricochet/G1R2B2Y2_ro5,ga14,bl44,yj16_red-squere")
    expect(ann.page.locator("mark")).to_have_text(["bl44", "red-squere"])
    ann.sees("At character 19:")
    ann.page.get_by_label("The position as text").fill(POSITION.replace("_", " "))
    ann.press("Enter")
    expect(board(ann)).to_be_visible()

    assert f"/ricochet/{POSITION}" == address_of(ann)


def test_whoever_has_written_a_wrong_text_gets_the_position_back(visit: Visit) -> None:
    """That of before, as one reads that it is none."""
    ann = visit()
    ann.go(f"/ricochet/{POSITION}")
    expect(board(ann)).to_be_visible()
    ann.page.get_by_label("The position as text").fill("no position")
    ann.press("Enter")
    ann.button("Back to the position before").click()
    expect(board(ann)).to_be_visible()

    assert f"/ricochet/{POSITION}" == address_of(ann)


def test_the_words_for_targets_stand_beside_their_drawings(visit: Visit) -> None:
    """What the page says in English is read; whoever writes another word finds the right one."""
    ann = visit()
    ann.go(f"/ricochet/{POSITION.replace('red-square', 'red-moon')}")
    expect(board(ann)).to_be_visible()
    ann.go(f"/ricochet/{POSITION.replace('red-square', 'red-luna')}")
    words = ann.page.get_by_role("list", name="The words for targets").get_by_role("listitem")

    expect(words).to_have_count(17)
    expect(words.filter(has_text="red-triangle")).to_contain_text("the red gear")


def test_a_rule_that_there_is_not_is_told_and_can_be_mended(visit: Visit) -> None:
    """It is the rule that is wrong, not the position; whoever chooses one has a link that is."""
    ann = visit(locale="es")
    ann.go(f"/ricochet/{POSITION}?rule=foo")
    ann.sees("No hay ninguna regla «foo»")
    expect(ann.page.locator("mark")).to_have_count(0)
    ann.button(ann.says("reading_ricochet")).click()
    expect(board(ann)).to_be_visible()

    assert f"/ricochet/{POSITION}" == address_of(ann)


def test_a_picture_is_saved(visit: Visit) -> None:
    """The board is saved as a picture that needs no style sheet of ours."""
    ann = visit()
    ann.go(f"/ricochet/{POSITION}")
    for kind, beginning in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with ann.page.expect_download() as download:
            ann.button(f"Save as a picture ({kind})").click()
        picture = Path(download.value.path()).read_bytes()

        assert picture.startswith(beginning)
        assert b"var(" not in picture
        assert b"class=" not in picture


def test_a_phone_has_the_next_position_of_practice_within_reach(visit: Visit) -> None:
    """Beside what helps, in the first screen; once."""
    ann = visit("Ann", viewport=PHONE)
    ann.go(f"/practice/{POSITION}")
    ann.sees(ann.says("hint_first"))

    expect(ann.button(ann.says("pr_new"))).to_be_in_viewport(ratio=1)


def test_practice_tells_how_good_a_way_was(visit: Visit) -> None:
    """Solved by keys, once the best way and once with a detour."""
    ann = visit()
    ann.go(f"/practice/{POSITION}")
    expect(board(ann)).to_be_visible()
    best = best_of(POSITION.replace("_", " "), "ricochet")
    slides(ann, best)
    ann.sees("Solved in 3 moves. That is the best there is!")
    expect(drawn(ann, "route")).to_have_count(3)
    expect(ann.button("Give me a hint")).to_have_count(0)
    ann.press("0")
    slides(ann, (Move(Robot.GREEN, Heading.EAST), *best))
    ann.sees("Solved in 4 moves. Shortest: 3 moves.")
    ann.button("Next position").click()
    ann.page.wait_for_function("(old) => !location.href.includes(old)", arg=POSITION)


def test_letters_work_on_every_keyboard(visit: Visit) -> None:
    """Where the letters are Greek, the key that has R on it picks Red."""
    ann = visit()
    ann.go(f"/practice/{POSITION}")
    expect(board(ann)).to_be_visible()
    ann.page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: 'ρ', code: 'KeyR' }))")

    expect(board(ann).get_by_role("button", name="Red, ", pressed=True)).to_be_visible()


def test_a_phone_tells_how_to_practise(visit: Visit) -> None:
    """In the words of those who have no keys."""
    ann = visit(viewport=PHONE)
    ann.go(f"/practice/{POSITION}")

    expect(ann.page.get_by_text("drag a robot, or tap it and an arrow")).to_be_in_viewport()


def test_a_wrong_move_of_a_lesson_can_be_taken_back(visit: Visit) -> None:
    """It is told how, and no place is named that is not on the board."""
    ann = visit()
    ann.go("/learn")
    expect(board(ann).get_by_role("button").first).to_be_visible()
    ann.press("ArrowUp")
    ann.sees("Red slides up. Press “Take back” and try again.")
    ann.button("Take back").click()
    ann.press("ArrowLeft")

    ann.sees("✓")


def test_hints_tell_a_little_more_each_time(visit: Visit) -> None:
    """About how long, how long, which robot first, which move first; then there is no more."""
    ann = visit()
    ann.go(f"/practice/{POSITION}")
    for button, told in (
        ("Give me a hint", "The shortest route takes"),
        ("Tell me more", "It takes 3 moves."),
        ("Tell me more", "Red moves first."),
        ("Tell me more", "It begins with Red right."),
    ):
        expect(ann.page.get_by_text(told)).to_have_count(0)
        ann.button(button).click()
        ann.sees(told)

    expect(ann.button("Tell me more")).to_have_count(0)


def test_hints_make_room_for_the_best(visit: Visit) -> None:
    """While the best is shown, there is nothing to hint at; afterwards they are there again."""
    ann = visit()
    ann.go(f"/practice/{POSITION}")
    ann.button("Give me a hint").click()
    hint = ann.page.get_by_text("The shortest route takes")
    expect(hint).to_be_visible()
    ann.button("Show the best").click()
    ann.sees("You’re watching the best route.")
    ann.sees("You’re watching the best route.")
    ann.sees("Shortest: 3 moves.")
    expect(hint).to_be_hidden()
    expect(ann.button("Tell me more")).to_have_count(0)
    ann.button("Back to your moves").click()

    expect(hint).to_be_visible()


def test_one_like_this_is_dealt(visit: Visit) -> None:
    """A new position with as many robots that takes about as long, one move more or less."""
    ann = visit()
    ann.go(f"/practice/{POSITION}")
    expect(board(ann)).to_be_visible()
    with ann.page.expect_response("**/api/ricochet/new?*") as dealt:
        ann.button("One like this").click()
    asked = dict(parse_qsl(urlsplit(dealt.value.url).query))
    position = dealt.value.json()["position"]["position"]
    link = f"/practice/{position.replace(' ', '_')}"
    ann.page.wait_for_url(lambda url: unquote(url).endswith(link))

    assert {"fewest": "2", "most": "4", "silver": "false"}.items() <= asked.items()
    expect(board(ann)).to_be_visible()


@pytest.mark.parametrize("language", ["en", "es", "it", "ca", "el"])
def test_practice_fits_a_laptop(visit: Visit, language: str) -> None:
    """With all hints that there are, too."""
    ann = visit("Ann")
    ann.go(f"/practice/{POSITION}")
    ann.speak(language)
    ann.button(ann.says("hint_first")).click()
    for level in range(1, 5):
        expect(ann.button(ann.says("hint_more"))).to_have_count(1 if level < 4 else 0)
        wish = ann.page.get_by_role("combobox", name=ann.says("pr_length"))
        expect(wish).to_be_visible(visible=level < 3)
        assert ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        if level < 4:
            ann.button(ann.says("hint_more")).click()


def test_practice_deals_a_position_that_survives_a_reload(visit: Visit) -> None:
    """Whoever comes without a position gets one, and its link shows the same again."""
    ann = visit()
    ann.go("/practice")
    ann.page.wait_for_url("**/practice/*_*_*")
    expect(board(ann)).to_be_visible()
    before = address_of(ann)
    robots = ann.page.get_by_role("list", name="Robots")
    standing = robots.get_by_role("listitem").all_inner_texts()
    ann.page.reload()
    expect(robots.get_by_role("listitem")).to_have_text(standing)

    assert before == address_of(ann)


def test_the_lessons_are_finished(visit: Visit) -> None:
    """All ten of them by the keyboard, with a break in between; at the end one knows the game."""
    ann = visit()
    ann.go("/learn")
    for number, lesson in enumerate(decode(LESSONS.read_bytes()), 1):
        ann.sees(f"Step {number} of 10")
        if lesson["id"] == "bids":
            ann.sees("Your bid")
            ann.press("5", "Enter")
            ann.button("Let the sand run").click()
            ann.sees("✓")
            ann.page.reload()  # who leaves comes back to where they were
            ann.button("Next").click()
            continue
        if lesson["id"] == "proof":
            ann.sees("Your turn: show your 5 moves.")
        expect(board(ann).get_by_role("button").first).to_be_visible()
        slides(ann, best_of(lesson["position"], lesson["rule"]))
        ann.sees("✓")
        ann.press("Enter")

    ann.sees("Now you know the game")
    ann.sees("10 of 10")
