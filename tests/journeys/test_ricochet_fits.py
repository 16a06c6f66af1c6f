"""At a full table of Ricochet nothing that one needs is cut off or out of sight, on any screen."""

import re

from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import (
    LAPTOP,
    PHONE,
    SMALL_PHONE,
    Visitor,
    best,
    make,
    ricochet,
    wins_a_round,
)
from tests.journeys.places import board, clock, controls, drawn, players, prompt
from tests.journeys.played import ask, play
from tests.journeys.test_rally_fits import CUT_OFF
from tests.journeys.test_ricochet_table import table_of_two
from tinplate.games.ricochet.values import Bid
from tinplate.lobby.values import MAX_CHAIRS, SeatBot, Sit, Start

SCREENS = (LAPTOP, PHONE)
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

# Names at the head of a table that are cut off, or broken in the middle of a word.
BROKEN = """(heads) => heads.filter((head) => {
  const name = head.lastElementChild;
  const text = name.firstChild;
  const words = [...text.data.matchAll(/[^ ]+/g)].map(({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length;
  });
  return words.some((lines) => lines !== 1) || name.scrollWidth > name.clientWidth;
}).map((head) => head.textContent)"""


def full_table(visitor: Visitor, **settings: int) -> None:
    """In its waiting room, with bots of all levels on the other chairs."""
    table = visitor.open(ricochet(**settings), MAX_CHAIRS)
    bots = (SeatBot(chair, f"level-{1 + chair % 10}") for chair in range(1, MAX_CHAIRS))
    ask(visitor, table, *bots)
    visitor.go(f"/table/{table}")


def test_a_waiting_room_of_twenty(visit: Visit) -> None:
    """RC22: everybody is on the list, and the host need not look for the button that starts."""
    ann = visit("Ann")
    full_table(ann)
    chairs = ann.page.get_by_role("region", name=ann.says("chairs_title")).get_by_role("listitem")
    expect(chairs).to_have_count(MAX_CHAIRS)

    for screen in SCREENS:
        ann.page.set_viewport_size(screen)
        expect(ann.button(ann.says("start_match"))).to_be_in_viewport(ratio=1)
        assert [] == chairs.evaluate_all(CUT_OFF)
        assert 0 == ann.page.evaluate(WIDER)


def test_a_waiting_room_on_a_phone(visit: Visit) -> None:
    """The seats, the invitation, the rules, the chat, whose latest line is under the seats."""
    ann, bruno = visit("Ann", viewport=PHONE), visit("Bruno", viewport=PHONE)
    table = ann.open(ricochet(), 2)
    for visitor in (ann, bruno):
        visitor.go(f"/table/{table}")
    bruno.button(bruno.says("sit_down")).click()
    bruno.page.get_by_label(bruno.says("chat_line")).fill("Ready?")
    bruno.button(bruno.says("say")).click()
    latest = ann.button("Bruno Ready?")
    expect(latest).to_be_in_viewport(ratio=1)

    for visitor in (ann, bruno):
        titles = [visitor.says("invite_title"), "Ricochet", visitor.says("chat")]
        parts = [visitor.page.get_by_role("region", name=title, exact=True) for title in titles]
        ends = [visitor.button(visitor.says("stand_up")), *parts]
        tops = [box["y"] for part in ends if (box := part.bounding_box())]
        assert sorted(tops) == tops
        assert len(ends) == len(tops)
    latest.click()
    expect(ann.page.get_by_label(ann.says("chat_line"))).to_be_in_viewport(ratio=1)


def test_a_round_of_twenty(visit: Visit) -> None:
    """RC22: the sand and the numbers to bid are in sight, however many bid."""
    ann = visit("Ann")
    full_table(ann, hourglass_seconds=600)
    ann.button(ann.says("start_match")).click()
    ann.button(ann.says("turn_first")).click()
    expect(players(ann)).to_have_count(MAX_CHAIRS)
    expect(ann.page.get_by_text(ann.says("bids_title"))).to_be_attached()
    pad = controls(ann).get_by_role("group", name=ann.says("bid_label")).get_by_role("button")
    for screen in SCREENS:
        ann.page.set_viewport_size(screen)
        for seen in (clock(ann), pad.first, pad.last):
            expect(seen).to_be_in_viewport(ratio=1)
        assert [] == players(ann).evaluate_all(CUT_OFF)
        assert 0 == ann.page.evaluate(WIDER)


def test_all_that_one_bids_with_is_in_sight(visit: Visit) -> None:
    """On a small phone, before and after the first bid."""
    ann, bruno, _ = table_of_two(visit, hourglass_seconds=600)
    ann.page.set_viewport_size(SMALL_PHONE)
    bruno.press("Enter")
    pad = controls(ann).get_by_role("group", name=ann.says("bid_label")).get_by_role("button")
    for seen in (pad.first, pad.last, ann.button(ann.says("agree_skip"))):
        expect(seen).to_be_in_viewport(ratio=1)
    pad.nth(8).click()

    for seen in (clock(ann), pad.first, pad.last, ann.button(ann.says("agree_done"))):
        expect(seen).to_be_in_viewport(ratio=1)


def test_everything_keeps_its_place(visit: Visit) -> None:
    """From before the first target to the end of a round, everybody and the log stay put.

    Whoever has not bid, or has failed, stays on the list, too.
    """
    ann, bruno, _ = table_of_two(visit, hourglass_seconds=600, proof_seconds=600, goal=2)
    log = ann.page.get_by_role("tab", name=ann.says("story"))
    places = {}

    def note(moment: str) -> None:
        expect(players(ann)).to_have_count(2)
        places[moment] = [
            box["y"] for seen in (players(ann).first, log) if (box := seen.bounding_box())
        ]

    note("before")
    ann.press("Enter")
    ann.sees("Find a route.")
    note("thinking")
    bruno.sees("Find a route.")
    bruno.press("3", "Enter")
    ann.sees("Bruno bids 3. Found something shorter?")
    note("behind")
    ann.press("4", "Enter")
    ann.sees("You bid 4 moves")
    for visitor in (ann, bruno):
        visitor.press("d")
    ann.sees("Bruno is showing 3 moves.")
    note("watching")
    bruno.button(bruno.says("give_up")).click()
    ann.sees("Bruno gives up. Your turn: show your 4 moves.")
    expect(players(ann)).to_contain_text(["Ann", "failed"])
    note("showing")
    ann.button(ann.says("give_up")).click()
    expect(prompt(ann)).to_contain_text(re.compile("Nobody takes it.+Every proof failed.+Reveal"))
    ann.sees(ann.says("no_may_come_again"))
    note("over")

    assert dict.fromkeys(places, places["before"]) == places


def test_after_a_bid_of_one_somebody_is_waited_for(visit: Visit) -> None:
    """RC23: there is nothing below it, but it has to be said; then it is told who has not."""
    ann, bruno, _ = table_of_two(visit, hourglass_seconds=600)
    bruno.press("Enter")
    ann.sees("Find a route.")
    ann.button("Bid 1 move").click()
    ann.sees("Nothing is shorter than 1 move.")
    ann.button(ann.says("agree_done")).click()

    expect(controls(ann)).to_contain_text("Waiting for Bruno.")
    expect(controls(ann).get_by_role("group", name=ann.says("bid_label"))).to_be_visible()
    expect(bruno.button("Bid 2 moves")).to_be_enabled()


def test_a_phone_shows_everybodys_tokens(visit: Visit) -> None:
    """Before anybody has bid, and after: how far the others are, and how many are needed."""
    ann, bruno, _ = table_of_two(visit, hourglass_seconds=600, goal=2)
    ann.page.set_viewport_size(PHONE)
    bruno.press("Enter")
    ann.sees("Find a route.")
    line = drawn(ann, "standing-bid")
    expect(line).to_have_text([re.compile("you.*0"), re.compile("Bruno.*0")])
    for seen in (line.last, prompt(ann).get_by_text("First to 2 tokens")):
        expect(seen).to_be_in_viewport(ratio=1)
    bruno.press("5", "Enter")

    expect(line).to_have_text([re.compile("Bruno.*5.*0"), re.compile("you.*0")])


def test_a_phone_shows_whole_names(visit: Visit) -> None:
    """At a table of four there is room for the names of all, and one's own is marked."""
    ann = visit("Ann")
    table = ann.open(ricochet(hourglass_seconds=600, goal=2), 4)
    ask(ann, table, *(SeatBot(chair, f"level-{chair}") for chair in (1, 2, 3)), Start())
    ann.go(f"/table/{table}")
    ann.page.set_viewport_size(SMALL_PHONE)
    ann.sees("Ready to begin?")
    ann.press("Enter")
    line = drawn(ann, "standing-bid")
    expect(line).to_have_count(4)

    expect(line.filter(has_text=re.compile(r"^\s*you"))).to_have_count(1)
    assert [] == line.evaluate_all(CUT_OFF)


def test_a_phone_shows_the_bids_of_five_at_once(visit: Visit) -> None:
    """In two rows, over the board no more than without them."""
    ann = visit("Ann")
    table = ann.open(ricochet(hourglass_seconds=600), 5)
    ask(ann, table, *(SeatBot(chair, f"level-{chair}") for chair in (1, 2, 3, 4)), Start())
    ann.go(f"/table/{table}")
    ann.page.set_viewport_size(PHONE)
    ann.sees("Ready to begin?")
    ann.press("Enter")
    line = drawn(ann, "standing-bid")
    expect(line).to_have_count(5)

    for bid in line.all():
        expect(bid).to_be_in_viewport(ratio=1)
    floor, sheet = board(ann).bounding_box(), prompt(ann).bounding_box()
    assert floor is not None
    assert sheet is not None
    assert floor["y"] + floor["height"] <= sheet["y"]


def test_a_phone_says_who_shows_first_of_equal_bids(visit: Visit) -> None:
    ann, bruno, _ = table_of_two(visit, hourglass_seconds=600, goal=2)
    ann.page.set_viewport_size(PHONE)
    bruno.press("Enter")
    ann.sees("Find a route.")
    bruno.press("5", "Enter")
    ann.sees("Bruno bids 5.")
    line = drawn(ann, "standing-bid")
    expect(line.first).to_have_text(re.compile(r"^\s*Bruno"))
    ann.press("5", "Enter")

    expect(line).to_have_text([re.compile(r"^\s*1\..*Bruno"), re.compile(r"^\s*2\..*you")])
    reason = f"{ann.says('set_ties')}: {ann.says('set_ties_first')}"
    expect(controls(ann).get_by_role("heading", name=reason)).to_be_in_viewport(ratio=1)
    expect(bruno.page.get_by_text(reason)).to_be_visible()


def test_a_phone_shows_all_scores_between_rounds(visit: Visit) -> None:
    """Of three or more: those that the sheet hides in the list of everybody, too."""
    ann = visit("Ann")
    table = ann.open(ricochet(hourglass_seconds=1, goal=2, diagonals=False), 4)
    ask(ann, table, *(SeatBot(chair, "level-1") for chair in (1, 2, 3)), Start())
    ann.go(f"/table/{table}")
    ann.page.set_viewport_size(PHONE)
    ann.sees("Ready to begin?")
    line = drawn(ann, "standing-bid")
    expect(line).to_have_count(0)
    wins_a_round(ann, table)

    expect(line).to_have_count(4)
    expect(line.filter(has_text=re.compile(r"^\s*you"))).to_be_in_viewport(ratio=1)


def test_all_of_a_solution_is_in_sight(visit: Visit) -> None:
    """After a round, and from the end: its moves, all to choose from, and the way back."""
    ann, _bruno, table = table_of_two(visit, goal=2)
    wins_a_round(ann, table)
    ann.button(ann.says("show_best")).click()
    in_sight(ann)
    ann.page.set_viewport_size(LAPTOP)
    ann.button(ann.says("back_to_table")).click()
    wins_a_round(ann, table)
    ann.page.get_by_role("button", name=re.compile("^Round 1: ")).click()
    in_sight(ann)
    ann.page.set_viewport_size(LAPTOP)

    expect(prompt(ann)).to_have_text(re.compile(r"You win it in \d+!"))
    expect(controls(ann)).not_to_contain_text("Round 2")


def in_sight(visitor: Visitor) -> None:
    """Whatever there is to press."""
    expect(visitor.button(visitor.says("back_to_table"))).to_be_visible()
    for screen in SCREENS:
        visitor.page.set_viewport_size(screen)
        for button in controls(visitor).get_by_role("button").all():
            expect(button).to_be_in_viewport(ratio=1)


def test_the_end_of_a_match_of_twenty(visit: Visit) -> None:
    """RC22: the best come first, the others when one asks; on the first page it is one line."""
    ann = visit("Ann")
    full_table(ann, hourglass_seconds=1, goal=1)
    ann.button(ann.says("start_match")).click()
    ann.button(ann.says("turn_first")).click()
    listed = ann.page.get_by_role("list", name=ann.says("podium"))
    ranking = listed.get_by_role("listitem")
    expect(ranking).to_have_count(5)
    for screen in SCREENS:
        ann.page.set_viewport_size(screen)
        again = ann.button(ann.says("rematch"))
        replay = ann.page.get_by_role("link", name=ann.says("rp_title"), exact=True)
        for way in (again, replay):
            expect(way).to_be_in_viewport(ratio=1)
        [left, right] = [way.bounding_box() for way in (again, replay)]
        assert left
        assert right
        assert left["y"] + left["height"] > right["y"]  # beside it
    ann.page.get_by_role("button", name=ann.called("all_players")).click()
    expect(ranking).to_have_count(MAX_CHAIRS)
    for screen in SCREENS:
        ann.page.set_viewport_size(screen)
        assert [] == ranking.evaluate_all(CUT_OFF)
        assert 0 == ann.page.evaluate(WIDER)
    ann.go("/")
    expect(ann.page.get_by_role("link", name="Mainspring")).to_be_visible()
    for screen in SCREENS:
        ann.page.set_viewport_size(screen)
        assert 0 == ann.page.evaluate(WIDER)


def test_a_match_of_five(visit: Visit) -> None:
    """A phone shows one's own bid and why it stands there; at the end all is whole."""
    ann, bruno, *others = (
        visit(name)
        for name in ("Quiet Rocket", "Happy Whistle", "Lively Whirr", "Handy Gizmo", "Quiet Rattle")
    )
    table = ann.open(ricochet(hourglass_seconds=600, proof_seconds=600, goal=1), 5)
    for chair, other in enumerate((*others, bruno), 1):
        ask(other, table, Sit(chair))
    ask(ann, table, Start())
    bruno.page.set_viewport_size(SMALL_PHONE)
    for visitor in (ann, bruno, *others):
        visitor.go(f"/table/{table}")
    for visitor in (ann, bruno, *others):
        visitor.sees("Ready to begin?")
    ann.press("Enter")
    ann.sees("Find a route.")
    moves = best(ann.address, table)
    for visitor in (*others, bruno):
        play(visitor, table, Bid(1 + len(moves)))
    bids = drawn(bruno, "standing-bid")
    own = bids.filter(has_text=re.compile(r"^\s*4\..*you"))
    expect(own).to_be_in_viewport(ratio=1)
    tie = f"{bruno.says('set_ties')}: {bruno.says('set_ties_first')}"
    expect(controls(bruno).get_by_role("heading", name=tie)).to_be_in_viewport(ratio=1)
    play(ann, table, Bid(len(moves)))
    for visitor in (ann, bruno, *others):
        visitor.press("d")
    ann.sees(f"show your {len(moves)} move")
    make(ann, moves)
    rounds = ann.page.get_by_role("button", name=re.compile("^Round 1: "))
    expect(rounds).to_be_in_viewport(ratio=1)
    [end, again] = [it.bounding_box() for it in (rounds, ann.button(ann.says("rematch")))]
    assert end
    assert again
    assert end["y"] + end["height"] <= again["y"]
    podium = ann.page.get_by_role("list", name=ann.says("podium"))
    assert [] == podium.get_by_role("listitem").evaluate_all(CUT_OFF)
    ann.sees(ann.says("rematch_once_all"))
    people = ann.page.get_by_role("list", name=ann.says("people_title")).get_by_role("listitem")
    seated = ["Lively Whirr", "Handy Gizmo", "Quiet Rattle", "Happy Whistle"]
    place = podium.bounding_box()
    bruno.button(bruno.says("rematch")).click()
    expect(people.last).to_contain_text("✓")
    expect(people).to_contain_text(seated)  # nobody changes places
    assert place == podium.bounding_box()
    ann.page.set_viewport_size(PHONE)
    heads = ann.page.get_by_role("table").get_by_role("columnheader")
    expect(heads).to_have_count(6)

    assert [] == heads.evaluate_all(f"([_, ...names]) => ({BROKEN})(names)")
    ann.page.set_viewport_size(LAPTOP)
    ann.page.get_by_role("link", name=ann.says("rp_title"), exact=True).click()
    ann.press("End")
    seats = players(ann)
    expect(seats).to_have_count(5)
    assert [] == seats.evaluate_all(CUT_OFF)
    expect(ann.button(ann.says("rp_link"))).to_be_in_viewport(ratio=1)


def test_what_is_new_for_the_next_match(visit: Visit) -> None:
    """After a match it is read at one glance, above the button with which one agrees to it."""
    ann, bruno, table = table_of_two(visit)
    wins_a_round(ann, table)
    for visitor in (ann, bruno):
        visitor.button(visitor.says("rematch")).wait_for()
    ann.page.set_viewport_size(PHONE)
    assert 0 == ann.page.evaluate(WIDER)
    ann.page.set_viewport_size(LAPTOP)
    ann.button(ann.says("change_terms")).click()
    ann.button("Beginners").click()
    ann.button(ann.says("terms_save")).click()

    for visitor, told in ((ann, "rematch_changed_own"), (bruno, "rematch_changed")):
        new = visitor.page.get_by_role("region", name=visitor.says("rematch_terms"))
        expect(new).to_contain_text(visitor.says(told))
        expect(new.get_by_role("listitem").first).to_be_in_viewport()
        expect(visitor.button(visitor.says("rematch"))).to_be_in_viewport(ratio=1)
    bruno.button(bruno.says("rematch")).click()
    ann.sees("Bruno is in")


def test_a_host_fills_up_with_bots(visit: Visit) -> None:
    """One click for all free chairs; those of people stay theirs."""
    ann, hugo = visit("Ann"), visit("Hugo")
    table = ann.open(ricochet(), MAX_CHAIRS)
    ann.go(f"/table/{table}")
    hugo.go(f"/table/{table}")
    hugo.button(hugo.says("sit_down")).nth(4).click()
    fill = ann.button(ann.says("fill_with_bots"))
    expect(ann.page.get_by_text("Hugo").first).to_be_visible()
    fill.click()

    expect(ann.button(ann.says("remove_bot"))).to_have_count(MAX_CHAIRS - 2)
    expect(ann.page.get_by_text("Hugo").first).to_be_visible()
    expect(fill).to_be_disabled()


def test_a_host_chooses_how_strong_the_bots_are(visit: Visit) -> None:
    """All that fill up the table are of the strength that was chosen."""
    ann = visit("Ann")
    ann.go(f"/table/{ann.open(ricochet(), 3)}")
    strength = ann.page.get_by_role("combobox", name=ann.says("strength_label"))
    strength.select_option("easy")
    ann.button(ann.says("fill_with_bots")).click()
    expect(ann.button(ann.says("remove_bot"))).to_have_count(2)
    chairs = ann.page.get_by_role("region", name=ann.says("chairs_title")).get_by_role("listitem")

    expect(chairs.get_by_role("img", name=re.compile("strength [123] of 10"))).to_have_count(2)


def test_a_phone_says_who_is_away(visit: Visit) -> None:
    """Beside their name: the list of everybody is under the sheet."""
    ann, bruno, _ = table_of_two(visit, hourglass_seconds=600, goal=2)
    ann.page.set_viewport_size(PHONE)
    ann.press("Enter")
    bruno.sees("Find a route.")
    bruno.go_away()

    expect(drawn(ann, "standing-bid").filter(has_text="Bruno")).to_contain_text("away")
    expect(drawn(ann, "standing-bid").filter(has_text="Bruno")).to_be_in_viewport(ratio=1)
