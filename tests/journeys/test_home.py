"""The first page: where newcomers begin, what is on, and how strong bots are."""

import re

from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, PHONE, SMALL_PHONE, ricochet
from tests.journeys.places import game_card, plays, prompt, ready, robots
from tests.journeys.played import ask, play
from tests.journeys.test_quality import LONG_NAME
from tinplate.ending import EndMatch
from tinplate.lobby.values import SeatBot, Sit, Start, Terms

OTHER_LONG_NAME = "Bartholomew Featherstone"


def test_newcomers_learn_first(newcomer: Visit) -> None:
    """Whoever has played is not sent there any more."""
    ann = newcomer()
    ann.go("/")
    ann.page.get_by_role("link", name=ann.says("new_here_go")).click()
    expect(ann.page).to_have_url(re.compile("/learn"))
    ann.go("/")
    plays(ann, "Ricochet", "play_solo").click()
    expect(prompt(ann)).to_be_visible()
    ann.go("/")
    ready(ann, "home")

    expect(ann.page.get_by_role("link", name=ann.says("new_here_go"))).to_have_count(0)


def test_a_tablet_that_lies_begins_a_match_in_its_first_screen(newcomer: Visit) -> None:
    """The boards leave room for the buttons below them."""
    ann = newcomer("Ann", viewport={"width": 1024, "height": 768})
    ann.go("/")

    for game in ("Ricochet", "Rally"):
        expect(plays(ann, game, "play_solo")).to_be_in_viewport(ratio=1)


def test_lessons_begin_with_the_game_played_last(newcomer: Visit) -> None:
    """The first page has room for the match from the first moment, and greets no newcomer."""
    ann = newcomer()
    ann.go("/")
    plays(ann, "Rally", "play_solo").click()
    expect(robots(ann).first).to_be_visible()
    learn = ann.page.get_by_role("link", name=ann.says("nav_learn"), exact=True).first
    expect(learn).to_have_attribute("href", re.compile("/learn/rally$"))

    assert ["yes", "yes"] == ann.page.evaluate(
        "['playing', 'known'].map((name) => localStorage.getItem(`tinplate.${name}`))"
    )


def test_pages_are_named_by_their_game(visit: Visit) -> None:
    """Practice is of one game, courses of the other."""
    ann = visit("Ann")
    ann.go("/")
    ready(ann, "home")
    for game, pages in (
        ("Ricochet", ("/practice", "/ricochet/draw")),
        ("Rally", ("/courses", "/courses/draw")),
    ):
        links = game_card(ann, game).get_by_role("list", name=game).get_by_role("link")
        addresses = [link.get_attribute("href") or "" for link in links.all()]
        for page in pages:
            assert 1 == addresses.count(page)


def test_bots_are_as_strong_as_one_likes(visit: Visit) -> None:
    """With one choice beside the button, which is remembered."""
    ann = visit("Ann")
    ann.go("/")
    ready(ann, "home")
    strength = game_card(ann, "Rally").get_by_role("combobox", name=ann.says("strength_label"))
    strength.select_option("easy")
    plays(ann, "Rally", "play_bots").click()
    ann.sees("Which way should your robot face?")
    weak = robots(ann).get_by_role("img", name=re.compile("strength [1-5] of 10"))
    expect(weak).to_have_count(3)
    ann.go("/")

    expect(strength).to_have_value("easy")


def test_nothing_lies_over_what_is_on(visit: Visit) -> None:
    """However long names are: what waits comes first, then what is best to watch."""
    ann, host, other, third = (
        visit("Ann"),
        visit(LONG_NAME),
        visit(OTHER_LONG_NAME),
        visit("Konstantinos of Rhodes"),
    )
    public = Terms("ricochet", ricochet().settings, is_public=True)
    small, large = other.open(public, 1), third.open(public, 2)
    waiting = host.open(public, 2)
    ask(other, small, Start())
    ask(host, large, Sit(1))
    ask(third, large, Start())
    past = ann.open(ricochet(), 2)
    ask(ann, past, SeatBot(1, "level-1"), Start())
    play(ann, past, EndMatch())
    ann.go("/")
    ready(ann, "home")
    listed = ann.page.get_by_role("list", name=ann.says("on_now")).get_by_role("listitem")
    expect(listed).to_have_count(3)
    for size in (LAPTOP, PHONE, SMALL_PHONE):
        ann.page.set_viewport_size(size)
        for row in listed.all():
            row.get_by_role("link").click(trial=True)  # nothing else would be clicked
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(listed.nth(1)).to_contain_text(ann.says("watch_best"))
    listed.first.get_by_role("link", name=ann.says("join")).click()

    expect(ann.page).to_have_url(f"{ann.address}/table/{waiting}")
