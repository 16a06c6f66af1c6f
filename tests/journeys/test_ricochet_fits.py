"""At a full table of Ricochet nothing that one needs is cut off or out of sight, on any screen."""

from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, PHONE, Visitor, ricochet
from tests.journeys.places import controls, players, prompt
from tests.journeys.played import ask
from tests.journeys.test_rally_fits import CUT_OFF
from tinplate.lobby.values import MAX_CHAIRS, SeatBot

SCREENS = (LAPTOP, PHONE)
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


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
        for seen in (prompt(ann).get_by_role("timer"), pad.first, pad.last):
            expect(seen).to_be_in_viewport(ratio=1)
        assert [] == players(ann).evaluate_all(CUT_OFF)
        assert 0 == ann.page.evaluate(WIDER)


def test_the_end_of_a_match_of_twenty(visit: Visit) -> None:
    """RC22: the best come first, the others when one asks; on the first page it is one line."""
    ann = visit("Ann")
    full_table(ann, hourglass_seconds=1, goal=1)
    ann.button(ann.says("start_match")).click()
    ann.button(ann.says("turn_first")).click()
    listed = ann.page.get_by_role("list", name=ann.says("podium"))
    ranking = listed.get_by_role("listitem")
    expect(ranking).to_have_count(4)
    for screen in SCREENS:
        ann.page.set_viewport_size(screen)
        expect(ann.button(ann.says("rematch"))).to_be_in_viewport(ratio=1)
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
    expect(fill).to_have_count(0)
