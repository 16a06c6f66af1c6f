"""Matches of both games watched again in the browser."""

import re
from random import Random

import pytest
from msgspec import to_builtins
from playwright.sync_api import Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LYING_PHONE, PHONE, Pages, Visitor, arrived, ricochet
from tests.journeys.places import board, drawn, moment, opens_table, pieces, robots, slider
from tests.journeys.played import (
    Choice,
    played_by_bots,
    played_out,
    rally_at_random,
    ricochet_by_the_solver,
    table_at,
)
from tests.journeys.test_rally_table import NAMES as CARDS
from tinplate.cli.replay import read_log
from tinplate.games.rally.cards import Card
from tinplate.games.rally.course import cell_name
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.lobby.values import Terms

THREE_TURNS = Terms("rally", to_builtins(RallySettings("stamping-mill", {"max_turns": 3})))
A_LONG_MATCH = Terms("rally", to_builtins(RallySettings("first-shift", {"max_turns": 6})))
BOTS = ("driver", "random", "driver")
NAMES = ("Ann", "Trundle", "Wobble", "Trundle 2")
SAFE_HALL = "rally 1\nname: Hall\nedge: wall\nboard:\n S" + 18 * " ." + " 1\n"
THREE_SAFE_TURNS = Terms("rally", to_builtins(RallySettings(SAFE_HALL, {"max_turns": 3})))
ONE_TURN = Terms("rally", to_builtins(RallySettings(SAFE_HALL, {"max_turns": 1})))
ONE_TURN_OF_MANY = Terms("rally", to_builtins(RallySettings("first-shift", {"max_turns": 1})))
COLOURS = ("Red", "Green", "Blue", "Yellow")
TWO_TOKENS = ricochet(goal=2, hourglass_seconds=1, proof_seconds=0)  # no machine is too slow


@pytest.fixture
def ann(visit: Visit) -> Visitor:
    return visit("Ann")


@pytest.fixture(scope="module")
def of_rally(server: str, pages: Pages) -> str:
    """A match that Ann has played, for all who only watch it; its id."""
    return played_before(server, pages, THREE_TURNS, rally_at_random(1))


@pytest.fixture(scope="module")
def of_ricochet(server: str, pages: Pages) -> str:
    return played_before(server, pages, TWO_TOKENS, ricochet_by_the_solver)


def played_before(server: str, pages: Pages, terms: Terms, choose: Choice) -> str:
    player = arrived(pages.lend(), server, "Ann")
    match = played_out(player, terms, choose)
    pages.take_back(player)
    return match


def called(card: Card) -> str:
    """A card as the programs tell it: its name and its priority."""
    return f"{CARDS[card.kind]} ({card.priority})"


def programmed(visitor: Visitor) -> Locator:
    """The cards in everybody's registers, in words."""
    lying = visitor.page.get_by_role("group", name="Registers")
    return lying.get_by_text(re.compile(r"\(\d+\)$"))


def at(visitor: Visitor) -> int:
    return int(slider(visitor).input_value())


def watch(visitor: Visitor, match: str) -> None:
    """Open it, and wait until it is there from the beginning to its end."""
    visitor.go(f"/match/{match}")
    visitor.sees("The beginning")
    expect(slider(visitor)).not_to_have_attribute("max", "0")


def moved(visitor: Visitor, key: str) -> int:
    """Where a key leads that leads somewhere else."""
    before = at(visitor)
    visitor.press(key)
    expect(slider(visitor)).not_to_have_value(str(before))
    return at(visitor)


def test_a_replay_in_the_middle_is_what_the_log_says(ann: Visitor, of_rally: str) -> None:
    """Rally: where the robot stands and what lies in its registers, at any version of a link."""
    last = table_at(ann, of_rally, 10_000).version
    for version in (last // 3, last // 2, last - 1):
        state = table_at(ann, of_rally, version).state
        [player] = state.players
        ann.go(f"/match/{of_rally}?at={version}")
        ann.sees(f"Turn {state.turn}")
        where = cell_name(player.robot.cell or player.robot.save)
        said = "Ann" if player.robot.cell is None else f"Ann, {where}"
        expect(pieces(ann)).to_have_accessible_name(said)
        cards = [
            lying or drafted
            for lying, drafted in zip(player.registers, player.private.draft, strict=True)
        ]

        expect(programmed(ann)).to_have_text([called(card) for card in cards if card])


def test_a_replay_of_several_robots_is_what_the_log_says(ann: Visitor) -> None:
    """Armour, lives, next flag and cards of each, under the name it had at the table."""
    match = played_by_bots(ann, A_LONG_MATCH, BOTS)
    last = table_at(ann, match, 10_000).version
    for version in (last // 4, last // 2, last - 1):
        state = table_at(ann, match, version).state
        ann.go(f"/match/{match}?at={version}")
        ann.sees(f"Turn {state.turn}")
        expect(robots(ann)).to_have_count(len(NAMES))
        for seat, player in enumerate(state.players):
            robot, its = player.robot, robots(ann).nth(seat)
            if robot.cell is not None:
                expect(
                    ann.page.get_by_label(f"{NAMES[seat]}, {cell_name(robot.cell)}")
                ).to_have_count(1)
            expect(its).to_contain_text(NAMES[seat])
            sign = its.get_by_role("img", name="bot, strength")
            expect(sign).to_have_count(int(NAMES[seat] != "Ann"))
            armour = its.get_by_label(re.compile(rf"^{robot.armour} of \d+ points of armour"))
            expect(armour).to_have_count(1)
            expect(its.get_by_role("img", name=f"{robot.lives} li")).to_have_text(f"♥{robot.lives}")
        cards = [
            called(card)
            for player in state.players
            if player.robot.lives
            for lying, drafted in zip(player.registers, player.private.draft, strict=True)
            if (card := lying or drafted)
        ]

        expect(programmed(ann)).to_have_text(cards)


def test_lists_of_a_replay_are_in_one_order(ann: Visitor) -> None:
    """Robots, then their programs, both by seat; the standings come in the end."""
    ann.go(f"/match/{played_by_bots(ann, ONE_TURN_OF_MANY, BOTS)}")
    expect(robots(ann)).to_contain_text(NAMES)
    programs = ann.page.get_by_role("list", name=ann.says("rp_programs"), exact=True)
    expect(programs.get_by_role("listitem")).to_contain_text(NAMES)
    [listed, programmed] = [seen.bounding_box() for seen in (robots(ann).last, programs)]

    assert listed
    assert programmed
    assert listed["y"] + listed["height"] <= programmed["y"]
    ann.press("End")
    expect(ann.page.get_by_role("list", name=ann.says("ra_standings"))).to_be_visible()


def test_a_register_of_the_turn_is_jumped_to(ann: Visitor) -> None:
    """There and back, with its stage in words; in the end the cards of the last turn lie there."""
    match = played_out(ann, ONE_TURN, rally_at_random(6))
    watch(ann, match)
    ann.press("PageDown")
    ann.button("Register 1").click()
    expect(slider(ann)).to_have_attribute("aria-valuetext", re.compile("Register 1 · "))
    expect(ann.button("Register 1")).to_have_attribute("aria-pressed", "true")
    first = at(ann)
    ann.button("Register 2").click()
    expect(slider(ann)).to_have_attribute("aria-valuetext", re.compile("Register 2 · "))
    assert first < at(ann)
    ann.button("Register 1").click()
    expect(slider(ann)).to_have_value(str(first))
    ann.press("End")
    ann.sees("Nobody touched the last flag in time.")

    expect(programmed(ann).first).to_be_visible()


@pytest.mark.parametrize(
    ("course", "many"), [("mainspring-mile", 4), ("mainspring-mile", 8), ("stamping-mill", 8)]
)
def test_all_that_matters_of_a_replay_is_in_sight(ann: Visitor, course: str, many: int) -> None:
    """Robots, programs, whose eyes, the link and the log, on a laptop without scrolling."""
    terms = Terms("rally", to_builtins(RallySettings(course, {"max_turns": 1})))
    match = played_by_bots(ann, terms, ["random"] * (many - 1))
    watch(ann, match)
    ann.press("PageDown")
    ann.button("Register 1").click()
    expect(robots(ann)).to_have_count(many)
    for seen in (
        robots(ann).last,
        ann.page.get_by_role("group", name="Registers").last,
        ann.page.get_by_label("Seen by"),
        ann.button("Link to this moment"),
        ann.page.get_by_role("link", name="Download the log"),
    ):
        expect(seen).to_be_in_viewport(ratio=0.95)


def test_a_replay_of_ricochet_in_the_middle_is_what_the_log_says(
    ann: Visitor, of_ricochet: str
) -> None:
    """Where all robots stand, and whose token it is."""
    last = table_at(ann, of_ricochet, 10_000).version
    for version in (last // 2, last - 1):
        state = table_at(ann, of_ricochet, version).state
        ann.go(f"/match/{of_ricochet}?at={version}")
        ann.sees(f"Round {state.round}")
        listed = ann.page.get_by_role("list", name="Robots").get_by_role("listitem")

        expect(listed).to_have_text(
            [f"{colour}: {cell}" for colour, cell in zip(COLOURS, state.robots, strict=True)],
            ignore_case=True,
        )


def test_keys_lead_through_a_match(ann: Visitor) -> None:
    """There and back, turn by turn, to both ends, with nothing but the keyboard."""
    match = played_out(ann, THREE_SAFE_TURNS, rally_at_random(2))
    watch(ann, match)
    start = at(ann)
    keys = ("ArrowRight", "ArrowRight", "ArrowLeft", "PageDown", "PageDown", "PageUp", "End")
    first, second, again, turn, later, before, end = (moved(ann, key) for key in keys)

    assert (0, 1, 1) == (start, first, again)
    assert first < second  # by all cards that were laid at leisure
    assert turn < later < end
    assert turn == before
    ann.sees("Nobody touched the last flag in time.")
    ann.press("Home")
    ann.sees("The beginning")
    ann.press(" ")
    expect(slider(ann)).not_to_have_value("0")


def test_many_rounds_scroll_in_themselves(ann: Visitor) -> None:
    """On a laptop the page gets no longer by them, and the one on the board is in sight."""
    goal = ricochet(goal=6, hourglass_seconds=1, proof_seconds=0)
    watch(ann, played_out(ann, goal, ricochet_by_the_solver))
    rounds = ann.page.get_by_role("list", name="Rounds").get_by_role("listitem")
    expect(rounds).to_have_count(6)
    expect(rounds.first).to_be_in_viewport()
    expect(rounds.last).not_to_be_in_viewport(ratio=0.9)
    ann.press("End")

    expect(rounds.last).to_be_in_viewport()
    expect(ann.page.get_by_role("link", name="Download the log")).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_route_that_won_stays_to_the_end_of_its_round(ann: Visitor, of_ricochet: str) -> None:
    """All of it, from the last move on; the next round begins without it."""
    watch(ann, of_ricochet)
    ann.press("PageDown", "PageDown", "ArrowLeft")
    expect(moment(ann)).to_contain_text("Ann wins")
    won = ann.page.get_by_role("list", name="Rounds").get_by_role("listitem").first
    moves = won.get_by_role("button").first.inner_text().split()[-1]

    expect(drawn(ann, "route")).to_have_count(int(moves))
    ann.press("ArrowRight")
    expect(drawn(ann, "route")).to_have_count(0)


def test_a_replay_says_what_it_is(ann: Visitor, of_rally: str) -> None:
    """Which game, who and when; how it ended at the end, or whenever somebody asks for it."""
    watch(ann, of_rally)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Ann")
    expect(ann.page.get_by_text(re.compile(r"^Replay · Rally · \d+ \w+ \d{4}"))).to_be_visible()
    expect(ann.page.get_by_text("Nobody touched the last flag")).to_have_count(0)
    ann.button("Show the result").click()
    expect(moment(ann)).to_contain_text("Nobody touched the last flag in time.")
    expect(ann.button("Show the result")).to_have_count(0)
    ann.button("Turn 2").click()

    expect(slider(ann)).to_have_attribute("aria-valuetext", "Turn 2")
    expect(moment(ann)).to_contain_text("Turn 2 begins.")
    expect(moment(ann)).not_to_contain_text("The turn ends")  # of the one before
    expect(ann.button("Turn 2")).to_have_attribute("aria-current", "true")


def test_a_replay_leads_back_to_the_result(ann: Visitor) -> None:
    """Whoever comes from a table; a link alone names no table."""
    table = ann.open(ricochet(), 1)
    ann.go(f"/table/{table}")
    ann.button("Start").click()
    opens_table(ann)
    ann.button("End the match…").click()
    ann.button("Yes, end it").click()
    ann.page.get_by_role("link", name="Replay").click()
    ann.sees("The beginning")
    ann.page.get_by_role("link", name="Back to the result").click()
    expect(ann.page).to_have_url(re.compile(f"/table/{table}$"))
    ann.page.get_by_role("link", name="Replay").click()
    ann.sees("The beginning")
    ann.page.reload()
    ann.sees("The beginning")

    expect(ann.page.get_by_role("link", name="Back to the result")).to_have_count(0)


def test_a_link_leads_to_the_same_moment(ann: Visitor, visit: Visit, of_rally: str) -> None:
    """Also inside a turn; the address follows what is shown, and a stranger sees the same."""
    watch(ann, of_rally)
    ann.press("PageDown", "PageDown", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    expect(ann.page).to_have_url(re.compile(r"at=\d+\.\d+$"))
    there, told = at(ann), moment(ann).inner_text()
    other = visit(None)
    other.page.goto(ann.page.url)
    expect(slider(other)).to_have_value(str(there))

    assert told == moment(other).inner_text()


def test_a_match_is_seen_with_the_eyes_of_a_seat(ann: Visitor, of_rally: str) -> None:
    """D44: nothing else is sent, at the same moment; everybody's eyes see all hands."""
    ann.go(f"/match/{of_rally}?at=12")
    expect(ann.page.get_by_role("group", name="In hand").first).to_be_visible()
    with ann.page.expect_response(re.compile(r"/replay\?seat=0")) as answer:
        ann.page.get_by_label("Seen by").select_option("Ann")
    expect(ann.page).to_have_url(re.compile(r"at=12&seat=0$"))

    assert 0 == answer.value.json()["seat"]
    expect(ann.page.get_by_role("group", name="In hand").first).to_be_visible()


def test_the_best_solution_of_a_round_is_beside_what_was_done(
    ann: Visitor, of_ricochet: str
) -> None:
    """Playing by the solver is as good as can be; the board steps through the best route."""
    ann.go(f"/match/{of_ricochet}")
    rounds = ann.page.get_by_role("list", name="Rounds").get_by_role("listitem")
    expect(rounds).to_have_count(2)
    expect(rounds.first.get_by_text("Ann")).to_have_count(0)  # nobody knows yet who wins
    best = rounds.last.get_by_role("button", name="the best solution takes")
    best.click()
    proof = ann.page.get_by_role("main").get_by_role("button", name="Ann", exact=True)
    ann.sees("Back to the match")
    expect(proof).to_have_count(0)  # it is not shown yet
    ann.button("Back to the match").click()
    ann.press("End")
    for number, played in enumerate(rounds.all(), start=1):
        shortest = played.get_by_role("button", name=f"Round {number}: the best solution takes")
        made = played.get_by_role("button").first.inner_text().split()[-1]
        expect(shortest).to_have_text(f"★ {made}")
    best.click()
    expect(proof).to_have_count(1)
    ann.sees("Round 2 · the ")  # its target
    ann.button("Back to the match").click()
    players = ann.page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players).to_have_text([re.compile("Ann.*2")])
    expect(ann.button("Back to the match")).to_have_count(0)


def test_the_log_can_be_downloaded(ann: Visitor, of_ricochet: str) -> None:
    """A file with its opening and all entries, which `tinplate replay` tells."""
    ann.go(f"/match/{of_ricochet}")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Download the log").click()
    recorded = read_log(download.value.path(), Random(0))

    assert f"tinplate-ricochet-{of_ricochet}.log" == download.value.suggested_filename
    assert (None, ("Ann",)) == (recorded.flaw, recorded.players)


def test_the_beginning_says_whose_programs_will_be_seen(ann: Visitor, of_rally: str) -> None:
    """On a laptop: before a card lies there is room for names."""
    ann.go(f"/match/{of_rally}?at=0")
    programs = ann.page.get_by_role("list", name=ann.says("rp_programs"))
    name = programs.get_by_text("Ann", exact=True).last.bounding_box()
    assert name

    assert name["width"] > 20


def test_what_cannot_be_watched_is_said(ann: Visitor) -> None:
    """A match that goes on, and one that never was."""
    table = ann.open(THREE_TURNS, 1)
    ann.go(f"/table/{table}")
    ann.button("Start").click()
    ann.sees("Which way should your robot face?")
    match = ann.http.get(f"{ann.address}/api/tables/{table}").json()["match"]
    ann.go(f"/match/{match}")
    ann.sees("This match is still being played.")
    ann.go("/match/nothing")
    ann.sees("There is no such match here.")


def test_a_replay_fits_a_phone(visit: Visit, of_rally: str, of_ricochet: str) -> None:
    """Nothing sticks out, and the slider can be reached with a thumb."""
    ann = visit("Ann", viewport=PHONE, has_touch=True)
    for match in (of_rally, of_ricochet):
        ann.go(f"/match/{match}?at=8")
        expect(board(ann)).to_be_visible()
        for viewport in (PHONE, LYING_PHONE):
            ann.page.set_viewport_size(viewport)
            thumb = slider(ann).bounding_box()

            assert viewport["width"] == ann.page.evaluate("document.documentElement.scrollWidth")
            assert thumb
            assert thumb["height"] >= 44


def test_the_best_solution_is_seen_on_a_phone(visit: Visit, of_ricochet: str) -> None:
    """The board comes into sight, and one set of buttons plays; the match is one press away."""
    ann = visit("Ann", viewport=PHONE, has_touch=True, is_mobile=True)
    watch(ann, of_ricochet)
    star = ann.page.get_by_role("button", name=re.compile("^Round 2: the best solution"))
    star.tap()
    expect(ann.button("Back to the match")).to_be_in_viewport()
    expect(board(ann)).to_be_in_viewport(ratio=0.95)
    expect(ann.page.get_by_role("button", name=re.compile(r"^(Play|Pause)$"))).to_have_count(1)
    ann.button("Back to the match").tap()

    expect(slider(ann)).to_be_visible()
    [box] = [ann.button("Round 1").bounding_box()]
    assert box
    assert 40 <= min(box["width"], box["height"])
