"""The main pages can be pictured, and are not empty then."""

from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import ricochet
from tests.journeys.pictures import pictured, too_small
from tests.journeys.places import prompt, ready
from tests.journeys.played import ask, play
from tinplate.ending import EndMatch
from tinplate.lobby.values import SeatBot, Start, Terms

PAGES = {
    "home": "/",
    "new": "/new",
    "analysis": "/ricochet/G1R2B2Y2_ro5,ga14,bl14,yj16_red-triangle",
    "practice": "/practice",
    "learn": "/learn",
    "learn-rally": "/learn/rally",
    "rules": "/rules/rally",
    "rules-ricochet": "/rules/ricochet",
    "courses": "/courses",
    "gallery": "/gallery",
    "new-rally": "/new?game=rally",
    "draw-board": "/ricochet/draw",
    "draw-course": "/courses/draw",
    "puzzles": "/puzzles",
    "daily": "/puzzles/daily",
    "people": "/people",
    "quick": "/quick",
    "friends": "/friends",
    "account": "/account",
    "unknown": "/nowhere",
}
RESULTS = (
    ("ricochet", ricochet(hourglass_seconds=1, goal=1), ("level-5", "level-9")),
    ("rally", Terms("rally", {"course": "first-shift"}), ("random", "random")),
)
DIALOGS = {"help": "help", "settings": "preferences", "you": "you_title"}


def test_pictures_of_every_page(visit: Visit) -> None:
    """Every page in light and dark colours, and on a phone both ways."""
    ann = visit("Ann")
    sizes: dict[str, int] = {}
    for name, path in PAGES.items():
        ann.go(path)
        ready(ann, name)
        sizes |= pictured(ann, name)

    assert {} == too_small(sizes)


def test_pictures_of_dialogs(visit: Visit) -> None:
    """What opens over any page, in the same way."""
    ann = visit("Ann")
    sizes: dict[str, int] = {}
    for name, opener in DIALOGS.items():
        ann.go("/")
        ready(ann, "home")
        ann.button(ann.says(opener), exact=False).first.click()
        expect(ann.page.get_by_role("dialog")).to_be_visible()
        sizes |= pictured(ann, name)

    assert {} == too_small(sizes)


def test_pictures_of_results(visit: Visit) -> None:
    """The end of a match of each game, and the people who played it."""
    ann = visit("Ann")
    sizes: dict[str, int] = {}
    for game, terms, bots in RESULTS:
        table = ann.open(terms, 1 + len(bots))
        ask(ann, table, *(SeatBot(chair, bot) for chair, bot in enumerate(bots, 1)), Start())
        ann.go(f"/table/{table}")
        expect(prompt(ann)).to_be_visible()
        if game == "ricochet":
            ann.button(ann.says("turn_first")).click()
        else:
            play(ann, table, EndMatch())
        expect(ann.button(ann.says("rematch"))).to_be_visible()
        sizes |= pictured(ann, f"result-{game}")
    ann.go("/")
    ann.button(ann.says("you_title"), exact=False).click()
    ann.page.get_by_role("link", name=ann.says("pf_yours"), exact=True).click()
    expect(ann.page.get_by_role("heading", name=ann.says("pf_latest"), exact=True)).to_be_visible()

    assert {} == too_small(sizes | pictured(ann, "profile"))


def test_pictures_of_a_table(visit: Visit) -> None:
    """The waiting room, a bid and a proof of Ricochet, in the same way."""
    ann = visit("Ann")
    terms = ricochet(hourglass_seconds=1, proof_seconds=600, board="G1R2B2Y2")
    ann.go(f"/table/{ann.open(terms, 2)}")
    ann.sees(ann.says("invite_title"))
    sizes = pictured(ann, "room")
    ann.button(ann.says("start_match")).click()
    ann.button(ann.says("turn_first")).click()
    expect(ann.page.get_by_role("group", name=ann.says("bid_label"))).to_be_visible()
    sizes |= pictured(ann, "bid")
    ann.press("9", "9")
    expect(prompt(ann).get_by_text(ann.called("say_prove_you"))).to_be_visible()
    ann.press("b")

    assert {} == too_small(sizes | pictured(ann, "proof"))
