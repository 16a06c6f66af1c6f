"""Matches of both games watched again in the browser."""

import re
from random import Random

import pytest
from msgspec import to_builtins
from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LYING_PHONE, PHONE, Visitor, ricochet
from tests.journeys.played import (
    played_by_bots,
    played_out,
    rally_at_random,
    ricochet_by_the_solver,
    table_at,
)
from tinplate.cli.replay import read_log
from tinplate.games.rally.course import cell_name
from tinplate.games.rally.values import Agreement
from tinplate.lobby.values import Terms

THREE_TURNS = Terms("rally", to_builtins(Agreement("stamping-mill", {"max_turns": 3})))
A_LONG_MATCH = Terms("rally", to_builtins(Agreement("first-shift", {"max_turns": 6})))
BOTS = ("driver", "random", "driver")
NAMES = ("Ann", "Trundle (bot)", "Wobble (bot)", "Trundle 2 (bot)")
SAFE_HALL = "rally 1\nname: Hall\nedge: wall\nboard:\n S" + 18 * " ." + " 1\n"
THREE_SAFE_TURNS = Terms("rally", to_builtins(Agreement(SAFE_HALL, {"max_turns": 3})))
ONE_TURN = Terms("rally", to_builtins(Agreement(SAFE_HALL, {"max_turns": 1})))
COLOURS = ("Red", "Green", "Blue", "Yellow")
TWO_TOKENS = ricochet(goal=2, hourglass_seconds=1)


@pytest.fixture
def ann(visit: Visit) -> Visitor:
    return visit("Ann")


def slider(visitor: Visitor) -> int:
    return int(visitor.page.get_by_label("Moment of the match").input_value())


def watch(visitor: Visitor, match: str) -> None:
    """Open it, and wait until it is there from the beginning to its end."""
    visitor.go(f"/match/{match}")
    visitor.sees("The beginning")
    expect(visitor.page.get_by_label("Moment of the match")).not_to_have_attribute("max", "0")


def moved(visitor: Visitor, key: str) -> int:
    """Where a key leads that leads somewhere else."""
    before = slider(visitor)
    visitor.press(key)
    expect(visitor.page.get_by_label("Moment of the match")).not_to_have_value(str(before))
    return slider(visitor)


def test_a_replay_in_the_middle_is_what_the_log_says(ann: Visitor) -> None:
    """Rally: where the robot stands and what lies in its registers, at any version of a link."""
    match = played_out(ann, THREE_TURNS, rally_at_random(1))
    last = table_at(ann, match, 10_000).version
    for version in (last // 3, last // 2, last - 1):
        state = table_at(ann, match, version).state
        [player] = state.players
        ann.go(f"/match/{match}?at={version}")
        ann.sees(f"Turn {state.turn}")
        piece = ann.page.locator(".piece")
        where = cell_name(player.robot.cell or player.robot.save)
        said = "Ann" if player.robot.cell is None else f"Ann, {where}"
        expect(piece).to_have_attribute("aria-label", said)
        cards = [
            lying or drafted
            for lying, drafted in zip(player.registers, player.private.draft, strict=True)
        ]
        shown = ann.page.locator(".cards:not(.hand) .mini small")

        expect(shown).to_have_text([str(card.priority) for card in cards if card])


def test_a_replay_of_several_robots_is_what_the_log_says(ann: Visitor) -> None:
    """Armour, lives, next flag and cards of each, under the name it had at the table."""
    match = played_by_bots(ann, A_LONG_MATCH, BOTS)
    last = table_at(ann, match, 10_000).version
    for version in (last // 4, last // 2, last - 1):
        state = table_at(ann, match, version).state
        ann.go(f"/match/{match}?at={version}")
        ann.sees(f"Turn {state.turn}")
        robots = ann.page.locator(".robots li")
        expect(robots).to_have_count(len(NAMES))
        for seat, player in enumerate(state.players):
            robot, its = player.robot, robots.nth(seat)
            if robot.cell is not None:
                expect(
                    ann.page.get_by_label(f"{NAMES[seat]}, {cell_name(robot.cell)}")
                ).to_have_count(1)
            expect(its).to_contain_text(NAMES[seat].removesuffix(" (bot)"))
            expect(its.locator(".sign")).to_have_count(int("(bot)" in NAMES[seat]))
            expect(its.get_by_label(f"{robot.armour} of")).to_have_count(1)
            expect(its.locator(".lives")).to_have_text(f"♥{robot.lives}")
        cards = [
            str(card.priority)
            for player in state.players
            if player.robot.lives
            for lying, drafted in zip(player.registers, player.private.draft, strict=True)
            if (card := lying or drafted)
        ]

        expect(ann.page.locator(".cards:not(.hand) .mini small")).to_have_text(cards)


def test_a_register_of_the_turn_is_jumped_to(ann: Visitor) -> None:
    """There and back, with its stage in words; in the end the cards of the last turn lie there."""
    match = played_out(ann, ONE_TURN, rally_at_random(6))
    watch(ann, match)
    ann.press("PageDown")
    ann.button("Register 1").click()
    expect(ann.page.locator(".where")).to_contain_text("Register 1 · ")
    expect(ann.button("Register 1")).to_have_attribute("aria-pressed", "true")
    first = slider(ann)
    ann.button("Register 2").click()
    expect(ann.page.locator(".where")).to_contain_text("Register 2 · ")
    assert first < slider(ann)
    ann.button("Register 1").click()
    expect(ann.page.get_by_label("Moment of the match")).to_have_value(str(first))
    ann.press("End")
    ann.sees("Nobody touched the last flag in time.")

    expect(ann.page.locator(".cards:not(.hand) .mini small").first).to_be_visible()


@pytest.mark.parametrize(
    ("course", "robots"), [("mainspring-mile", 4), ("mainspring-mile", 8), ("stamping-mill", 8)]
)
def test_all_that_matters_of_a_replay_is_in_sight(ann: Visitor, course: str, robots: int) -> None:
    """Robots, programs, whose eyes, the link and the log, on a laptop without scrolling."""
    terms = Terms("rally", to_builtins(Agreement(course, {"max_turns": 1})))
    match = played_by_bots(ann, terms, ["random"] * (robots - 1))
    watch(ann, match)
    ann.press("PageDown")
    ann.button("Register 1").click()
    expect(ann.page.locator(".robots li")).to_have_count(robots)
    for seen in (
        ann.page.locator(".robots li").last,
        ann.page.locator(".held .cards").last,
        ann.page.get_by_label("Seen by"),
        ann.button("Link to this moment"),
        ann.page.get_by_role("link", name="Download the log"),
    ):
        expect(seen).to_be_in_viewport(ratio=1)


def test_a_replay_of_ricochet_in_the_middle_is_what_the_log_says(ann: Visitor) -> None:
    """Where all robots stand, and whose token it is."""
    match = played_out(ann, TWO_TOKENS, ricochet_by_the_solver)
    last = table_at(ann, match, 10_000).version
    for version in (last // 2, last - 1):
        state = table_at(ann, match, version).state
        ann.go(f"/match/{match}?at={version}")
        ann.sees(f"Round {state.round}")
        robots = ann.page.get_by_label("Robots").first.get_by_role("listitem")

        expect(robots).to_have_text(
            [f"{colour}: {cell}" for colour, cell in zip(COLOURS, state.robots, strict=True)],
            ignore_case=True,
        )


def test_keys_lead_through_a_match(ann: Visitor) -> None:
    """There and back, turn by turn, to both ends, with nothing but the keyboard."""
    match = played_out(ann, THREE_SAFE_TURNS, rally_at_random(2))
    watch(ann, match)
    start = slider(ann)
    keys = ("ArrowRight", "ArrowRight", "ArrowLeft", "PageDown", "PageDown", "PageUp", "End")
    first, second, again, turn, later, before, end = (moved(ann, key) for key in keys)

    assert (0, 1, 2, 1) == (start, first, second, again)
    assert turn < later < end
    assert turn == before
    ann.sees("Nobody touched the last flag in time.")
    ann.press("Home")
    ann.sees("The beginning")
    ann.press(" ")
    expect(ann.page.get_by_label("Moment of the match")).not_to_have_value("0")


def test_a_link_leads_to_the_same_moment(ann: Visitor, visit: Visit) -> None:
    """Also inside a turn; the address follows what is shown, and a stranger sees the same."""
    match = played_out(ann, THREE_TURNS, rally_at_random(3))
    watch(ann, match)
    ann.press("PageDown", "PageDown", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    expect(ann.page).to_have_url(re.compile(r"at=\d+\.\d+$"))
    there, told = slider(ann), ann.page.locator(".what").inner_text()
    other = visit(None)
    other.page.goto(ann.page.url)
    expect(other.page.get_by_label("Moment of the match")).to_have_value(str(there))

    assert told == other.page.locator(".what").inner_text()


def test_a_match_is_seen_with_the_eyes_of_a_seat(ann: Visitor) -> None:
    """D44: nothing else is sent, at the same moment; everybody's eyes see all hands."""
    match = played_out(ann, THREE_TURNS, rally_at_random(4))
    ann.go(f"/match/{match}?at=12")
    expect(ann.page.locator(".hand").first).to_be_visible()
    with ann.page.expect_response(re.compile(r"/replay\?eyes=0")) as answer:
        ann.page.get_by_label("Seen by").select_option("Ann")
    expect(ann.page).to_have_url(re.compile(r"at=12&eyes=0$"))

    assert 0 == answer.value.json()["eyes"]
    expect(ann.page.locator(".hand").first).to_be_visible()


def test_the_best_solution_of_a_round_is_beside_what_was_done(ann: Visitor) -> None:
    """Who plays by the solver was as good as can be; the best way can be walked on the board."""
    match = played_out(ann, TWO_TOKENS, ricochet_by_the_solver)
    ann.go(f"/match/{match}")
    rounds = ann.page.locator("li:has(.best)")
    expect(rounds).to_have_count(2)
    for at in range(2):
        made = rounds.nth(at).locator("b").inner_text()
        expect(rounds.nth(at).locator(".best")).to_have_text(f"★ {made}")
    rounds.nth(1).locator(".best").click()
    ann.sees("Back to the match")
    ann.sees("Round 2")
    ann.button("Back to the match").click()
    expect(ann.page.locator("button", has_text="Back to the match")).to_have_count(0)


def test_the_log_can_be_downloaded(ann: Visitor) -> None:
    """A file with its opening and all entries, which `tinplate replay` tells."""
    match = played_out(ann, TWO_TOKENS, ricochet_by_the_solver)
    ann.go(f"/match/{match}")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Download the log").click()
    recorded = read_log(download.value.path(), Random(0))

    assert f"tinplate-ricochet-{match}.log" == download.value.suggested_filename
    assert (None, ("Ann",)) == (recorded.flaw, recorded.players)


def test_what_cannot_be_watched_is_said(ann: Visitor) -> None:
    """A match that goes on, and one that never was."""
    table = ann.open(THREE_TURNS, 1)
    ann.go(f"/table/{table}")
    ann.button("Start").click()
    ann.sees("Which way will you look?")
    match = ann.http.get(f"{ann.address}/api/tables/{table}").json()["match"]
    ann.go(f"/match/{match}")
    ann.sees("This match is still being played.")
    ann.go("/match/nothing")
    ann.sees("There is no such match here.")


@pytest.mark.parametrize("viewport", [PHONE, LYING_PHONE], ids=["standing", "lying"])
def test_a_replay_fits_a_phone(visit: Visit, viewport: dict[str, int]) -> None:
    """Nothing sticks out, and the slider can be reached with a thumb."""
    ann = visit("Ann", viewport=viewport, has_touch=True)
    for terms, choose in (
        (THREE_TURNS, rally_at_random(5)),
        (TWO_TOKENS, ricochet_by_the_solver),
    ):
        match = played_out(ann, terms, choose)
        ann.go(f"/match/{match}?at=8")
        expect(ann.page.locator("svg.board")).to_be_visible()
        width = ann.page.evaluate("document.documentElement.scrollWidth")

        assert viewport["width"] == width
        assert ann.page.get_by_label("Moment of the match").bounding_box()["height"] >= 44  # type: ignore[index]
