"""What one should not miss: seen, heard and felt when it is shown, and never before."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import Visitor, best, make, moves_made
from tests.journeys.places import (
    board,
    controls,
    drawn,
    free_registers,
    held_cards,
    prompt,
    story,
    turn_bar,
)
from tests.journeys.played import ask
from tests.journeys.test_rally_table import (
    A_RAFT,
    REMEMBER,
    Traffic,
    falling,
    falls,
    program,
)
from tests.journeys.test_ricochet_table import begun, meet
from tinplate.game import Seat
from tinplate.lobby.values import SeatBot, Start, Terms

LONG_HALL = f"rally 1\nname: Long Hall\nedge: wall\nboard:\n S{' .' * 18} 1\n"
# What a phone would do, and what a loudspeaker.
FEEL = """
  window.felt = [];
  window.flown = 0;
  Navigator.prototype.vibrate = (pattern) => { window.felt.push(pattern.join(' ')); return true; };
  const start = AudioScheduledSourceNode.prototype.start;
  window.heard = 0;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    window.heard += 1;
    return start.apply(this, when);
  };
"""
TURN, WIN, FALL = "70 60 70", "50 50 50 50 160", "140"
FELT = "(pattern) => window.felt.includes(pattern)"
TOLD = "(words) => window.told.includes(words)"
WATCH_FLIGHT = """() => {
  const look = () => {
    window.flown ||= document.querySelector('[data-testid=flying-token]') !== null;
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


def attentive(visit: Visit, name: str, **options: Any) -> Visitor:  # noqa: ANN401
    visitor = visit(name, reduced_motion="no-preference", **options)
    visitor.page.add_init_script(FEEL)
    return visitor


def test_a_round_is_seen_heard_and_felt(newcomer: Visit) -> None:
    """Your turn, a proof that failed, one that won: each to those it concerns."""
    ann, bruno, carme = (attentive(newcomer, name) for name in ("Ann", "Bruno", "Carme"))
    table = begun(ann, bruno, hourglass_seconds=8)
    meet(table, ann, bruno, carme)
    for visitor in (ann, bruno, carme):
        visitor.page.evaluate(REMEMBER)
        visitor.page.evaluate(WATCH_FLIGHT)
        board(visitor).click(position={"x": 2, "y": 2})  # a page that was touched may buzz
    ann.press("Enter")
    ann.sees("Find a route.")
    moves = best(ann.address, table)
    ann.press(*str(len(moves)), "Enter")
    bruno.sees("Found something shorter?")
    bruno.press(*str(len(moves) + 1), "Enter")
    expect(bruno.page).to_have_title(re.compile("^0:0[1-8] "))  # the last ten seconds
    ann.page.wait_for_function(TOLD, arg="Your turn")
    expect(ann.page).to_have_title(re.compile("^Your turn"))
    ann.button("Give up").click()
    bruno.page.wait_for_function(TOLD, arg="Failed: you’re next")
    carme.page.wait_for_function(TOLD, arg="Failed: Bruno is next")
    make(bruno, moves)
    for visitor, title in ((bruno, "^You win"), (ann, "^Bruno wins"), (carme, "^Bruno wins")):
        expect(visitor.page).to_have_title(re.compile(title))
        visitor.page.wait_for_function("window.flown")

    assert [TURN, WIN] == bruno.page.evaluate("window.felt")
    assert TURN in ann.page.evaluate("window.felt")
    assert [] == carme.page.evaluate("window.felt")
    assert all(visitor.page.evaluate("window.heard") for visitor in (ann, bruno, carme))


def test_the_last_position_is_seen_before_the_podium(newcomer: Visit) -> None:
    """The outcome is the headline beside it; then comes the podium, with figures and a picture."""
    ann, bruno = attentive(newcomer, "Ann"), newcomer("Bruno")
    table = begun(ann, bruno, hourglass_seconds=1)
    meet(table, ann, bruno)
    ann.press("Enter")
    ann.sees("Find a route.")
    moves = best(ann.address, table)
    ann.press(*str(len(moves)), "Enter")
    ann.sees(f"show your {len(moves)} move")
    make(ann, moves)
    expect(prompt(ann).get_by_role("heading", name="You win!")).to_be_visible()
    expect(board(ann)).to_be_visible()
    expect(drawn(ann, "route")).to_have_count(len(moves))
    podium = prompt(ann).get_by_role("list", name="Podium")
    expect(podium).to_be_visible()

    ann.sees("How you played")
    for figure in ("Moves over the shortest", "First bid after", "Longest solution"):
        ann.sees(figure)
    picture = ann.page.get_by_role("img", name=ann.says("picture_of_match"))
    expect(picture).to_have_js_property("naturalWidth", 1200)
    expect(ann.button(ann.says("share_picture"))).to_be_visible()


def test_a_proof_with_all_its_moves_made_waits(visit: Visit) -> None:
    """Until then circles say where the robot would stop, and lines where robots went.

    Another move would end the proof: it is said, and the arrows do nothing.
    """
    ann, bruno = visit("Ann"), visit("Bruno")
    table = begun(ann, bruno, hourglass_seconds=1, proof_seconds=600)
    meet(table, ann, bruno)
    ann.press("Enter")
    ann.sees("Find a route.")
    first, *_ = moves = best(ann.address, table)
    assert len(moves) > 1
    ann.press("2", "Enter")
    ann.sees("show your 2 moves")
    ann.press(first.robot)
    expect(drawn(ann, "landing").first).to_be_visible()
    possible = controls(ann).get_by_role("button", name=re.compile("^(up|right|down|left)$"))
    expect(drawn(ann, "landing")).to_have_count(sum(each.is_enabled() for each in possible.all()))
    for made in range(2):
        expect(moves_made(ann)).to_have_count(made)
        possible.and_(ann.page.get_by_role("button", disabled=False)).first.click()
    expect(moves_made(ann)).to_have_count(2)
    expect(prompt(ann)).to_contain_text("All 2 moves are used.")
    expect(drawn(ann, "route")).to_have_count(2)
    expect(drawn(bruno, "route")).to_have_count(2)
    expect(drawn(ann, "landing")).to_have_count(0)
    for each in possible.all():
        expect(each).to_be_disabled()
    ann.press("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
    ann.button("Take back").click()
    expect(moves_made(ann)).to_have_count(1)
    expect(bruno.page.get_by_text("Ann is showing 2 moves.")).to_be_visible()


def test_a_fall_and_the_next_turn_are_felt(newcomer: Visit) -> None:
    """R4, R23: each when it is shown, on a phone that buzzes."""
    ann = attentive(newcomer, "Ann")
    traffic = Traffic(ann)
    table = ann.open(Terms("rally", {"course": A_RAFT}), 1)
    ask(ann, table, Start())
    ann.go(f"/table/{table}")
    ann.button("Face up").click()
    expect(held_cards(ann)).to_have_count(9)
    state = traffic.state
    cards = falling(state, Seat(0))
    assert falls(state, Seat(0), cards)
    program(ann, cards)
    ann.page.wait_for_function(FELT, arg=FALL)
    assert TURN not in ann.page.evaluate("window.felt")[1:]
    ann.press("End")

    ann.sees("Which way should your robot face?")
    ann.page.wait_for_function("(pattern) => window.felt.at(-1) === pattern", arg=TURN)


def test_nothing_of_a_turn_is_told_before_it_is_shown(newcomer: Visit) -> None:
    """Nor how the match ends, when it is the last one: cards are open up to where the film is."""
    ann = attentive(newcomer, "Ann")
    terms = Terms("rally", {"course": LONG_HALL, "choices": {"max_turns": 1}})
    table = ann.open(terms, 2)
    ask(ann, table, SeatBot(1, "random"), Start())
    ann.go(f"/table/{table}")
    ann.button("Face up").click()
    for left in range(5, 0, -1):
        expect(free_registers(ann)).to_have_count(left)
        ann.press(str(6 - left))
    expect(free_registers(ann)).to_have_count(0)
    ann.button("Ready").click()
    ann.button("Pause").click()
    ann.button("Register 1").click()
    expect(prompt(ann)).to_contain_text("Turn 1 · register 1")
    programs = ann.page.get_by_role("table", name="Programs")
    expect(programs.get_by_role("button", pressed=True)).to_have_accessible_name("Register 1")
    rows = programs.get_by_role("row").filter(has=ann.page.get_by_role("cell"))
    expect(rows).to_have_count(2)
    for row in rows.all():
        cells = row.get_by_role("cell")
        expect(cells.first).to_contain_text(re.compile(r"\(\d+\)"))
        expect(cells.nth(1)).to_contain_text("face down")
    over = ann.page.get_by_text(ann.says("ra_over_turns"))
    podium = ann.page.get_by_role("list", name="Podium")
    for hidden in (over, podium, ann.button(ann.says("rematch"), exact=False)):
        expect(hidden).to_have_count(0)
    expect(story(ann)).not_to_contain_text("Register 2")
    expect(ann.page).to_have_title(re.compile("^(?!.*(win|Nobody))"))
    ann.press("End")

    expect(turn_bar(ann)).to_have_count(0)
    expect(over.first).to_be_visible()
    expect(podium).to_be_visible()
