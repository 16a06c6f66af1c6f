"""Bots at a table: chosen by name, face and strength, and told apart."""

from playwright.sync_api import expect

from tests.catalogues import bots_for
from tests.journeys.conftest import Visit
from tests.journeys.people import ricochet, view_of
from tests.journeys.places import focused, players
from tests.journeys.played import ask
from tinplate.lobby.values import SeatBot, Start


def test_a_bot_of_a_chosen_strength_sits_down(visit: Visit) -> None:
    """The weakest comes first; how strong it is and what it is like is heard as well as seen.

    Chance is not offered: in Ricochet it bids at once and spoils the search. The keyboard goes on
    from the chair.
    """
    ann = visit("Ann")
    ann.go(f"/table/{ann.open(ricochet(), 3)}")
    ann.button("Add a bot").first.click()
    choices = ann.page.get_by_role("group", name="Which bot?").get_by_role("button")
    expect(choices).to_have_count(len(bots_for("ricochet")) - 1)
    ann.press("Escape")
    expect(choices).to_have_count(0)
    ann.button("Add a bot").first.click()
    expect(choices.last).to_have_accessible_name(
        "Mainspring bot, strength 10 of 10 Perfect, at once"
    )
    ann.button("Flywheel", exact=False).click()
    ann.sees("Flywheel")

    expect(ann.page.get_by_role("img", name="bot, strength 8 of 10")).to_be_visible()
    expect(choices).to_have_count(0)
    expect(focused(ann)).to_contain_text("Flywheel")


def test_two_bots_of_a_kind_have_names_of_their_own(visit: Visit) -> None:
    """With nothing but the keyboard; also when the match is on, and all the time."""
    ann = visit("Ann")
    ann.go(f"/table/{ann.open(ricochet(), 3)}")
    for name in ("Pip", "Pip 2"):
        ann.tab_to("Add a bot")
        ann.press("Enter")
        ann.tab_to("Pip")
        ann.press("Enter")
        ann.sees(name)
    ann.button("Start").click()
    signs = players(ann).get_by_role("img", name="bot, strength 1 of 10")
    ann.button("Reveal the first target").wait_for()
    expect(signs).to_have_count(2)
    ann.press("Enter")  # if a bot has not turned it up before
    ann.sees("Find a route.")

    expect(players(ann)).to_contain_text(["Ann", "Pip", "Pip 2"])
    expect(signs).to_have_count(2)


def test_bots_wait_for_people(newcomer: Visit) -> None:
    """RC11: the next target is left to them for as long as they like."""
    ann = newcomer("Ann")
    table = ann.open(ricochet(), 3)
    ask(ann, table, SeatBot(1, "level-1"), SeatBot(2, "level-10"), Start())
    ann.go(f"/table/{table}")
    ann.sees("No hurry: the bots wait for you.")
    ann.page.wait_for_timeout(11_000)  # longer than they need where only bots play

    ann.sees("No hurry: the bots wait for you.")
    assert "Pause" == type(view_of(ann.address, table).phase).__name__
