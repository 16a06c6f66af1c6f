"""Rally and replays are open to everybody, whole in every language, and pictured for people."""

import pytest
from msgspec import to_builtins
from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import PHONE, Visitor, ricochet
from tests.journeys.played import played_out, rally_at_random, ricochet_by_the_solver
from tests.journeys.test_languages import Reader, reader  # noqa: F401 - a fixture
from tests.journeys.test_quality import THEMES, violations
from tests.journeys.test_screenshots import LANGUAGES, LOOKS, SMALLEST, pictured
from tests.page.test_rally_lessons import LESSONS
from tinplate.games.rally.values import Agreement
from tinplate.lobby.values import Terms

TWO_TURNS = Terms("rally", to_builtins(Agreement("crossfire-dock", {"max_turns": 2})))
BAD_COURSE = """rally 2
level: so
size: 3
so: so
board:
 S1 S? >>>
 X 0 l4
"""
ONE_TOKEN = ricochet(goal=1, hourglass_seconds=1)


def at_a_table(visitor: Visitor) -> None:
    """Ann alone, asked for her facing."""
    table = visitor.open(TWO_TURNS, 1)
    visitor.go(f"/table/{table}")
    visitor.page.locator("button.primary").last.click()
    expect(visitor.page.locator(".pad")).to_be_visible()


def program(visitor: Visitor) -> None:
    """The first five cards, by the keyboard."""
    for register in range(5):
        expect(visitor.page.locator(".registers .free")).to_have_count(5 - register)
        visitor.press("1", "Enter")
    expect(visitor.page.locator(".registers .free")).to_have_count(0)


@pytest.mark.parametrize("theme", THEMES)
def test_rally_keeps_nobody_out(visit: Visit, theme: str) -> None:
    """axe-core finds nothing serious at a table of Rally, in its lessons and in replays."""
    ann = visit("Ann", color_scheme=theme, reduced_motion="reduce")
    at_a_table(ann)
    found = {"facing": violations(ann)}
    ann.press("ArrowUp")
    expect(ann.page.locator(".held li")).to_have_count(9)
    program(ann)
    found["programming"] = violations(ann)
    ann.press("Enter")
    expect(ann.page.get_by_role("button", name="Skip to the end")).to_be_visible()
    ann.press("ArrowLeft")
    found["playback"] = violations(ann)
    ann.go("/learn/rally")
    expect(ann.page.locator(".held li")).to_have_count(5)
    found["lesson"] = violations(ann)
    for name, terms, choose, ready in (
        ("rally", TWO_TURNS, rally_at_random(1), ".robots"),
        ("ricochet", ONE_TOKEN, ricochet_by_the_solver, ".best:enabled"),  # and no longer pale
    ):
        ann.go(f"/match/{played_out(ann, terms, choose)}?at=8")
        expect(ann.page.locator(ready)).to_be_visible()
        found[name] = violations(ann)

    assert {place: [] for place in found} == found


def test_rally_is_whole_in_every_language(reader: Reader) -> None:  # noqa: F811
    """A table from the facing to a turn that was played, and its settings."""
    visitor = reader.visitor
    at_a_table(visitor)
    reader.read("facing")
    visitor.press("ArrowUp")
    expect(visitor.page.locator(".held li")).to_have_count(9)
    program(visitor)
    reader.read("programming")
    visitor.press("Enter")
    expect(visitor.page.locator(".controls")).to_be_visible()
    visitor.press("ArrowLeft")
    reader.read("playback")
    visitor.go("/new?game=rally")
    visitor.page.get_by_text(reader.says("rs_all")).click()
    reader.sees("rs_turns_why")
    reader.read("settings")
    visitor.page.get_by_text(reader.says("ra_own_course")).click()
    visitor.page.get_by_label(reader.says("ra_own_why")).fill(BAD_COURSE)
    reader.click("ra_own_check")
    expect(visitor.page.locator(".findings li")).to_have_count(9)
    reader.read("mistakes")


def test_replays_are_whole_in_every_language(reader: Reader) -> None:  # noqa: F811
    """Both games, with the words of every moment of a turn and of a round."""
    visitor = reader.visitor
    for name, terms, choose in (
        ("rally", TWO_TURNS, rally_at_random(1)),
        ("ricochet", ONE_TOKEN, ricochet_by_the_solver),
    ):
        visitor.go(f"/match/{played_out(visitor, terms, choose)}")
        expect(visitor.page.locator("svg.board")).to_be_visible()
        reader.read(f"replay of {name}")
        visitor.press("PageDown", "PageDown", "ArrowLeft", "ArrowLeft")
        reader.read(f"replay of {name}, later")
    visitor.go("/match/nowhere")
    reader.sees("rp_unknown")
    reader.read("no match")


def test_lessons_of_rally_are_whole(reader: Reader) -> None:  # noqa: F811
    """Every lesson on a phone, from the first to the end."""
    reader.visitor.page.set_viewport_size(PHONE)
    reader.visitor.go("/learn/rally")
    for lesson in LESSONS:
        title = reader.says(f"lr_{lesson}_title")
        heading = reader.visitor.page.get_by_role("heading", name=title, level=1)
        expect(heading).to_be_visible()
        reader.look(lesson)
        reader.click("ln_skip")
    reader.sees("ln_end_title")
    reader.look("end")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_of_rally_and_replays(visit: Visit, language: str, look: str) -> None:
    """For people to look at, in `screenshots/`."""
    ann = visit("Ann", locale=language, reduced_motion="reduce", **LOOKS[look])
    at_a_table(ann)
    ann.press("ArrowUp")
    expect(ann.page.locator(".held li")).to_have_count(9)
    program(ann)
    sizes = {"table": pictured(ann, f"{language}/{look}-rally")}
    ann.go("/learn/rally")
    expect(ann.page.locator(".held li")).to_have_count(5)
    sizes["lesson"] = pictured(ann, f"{language}/{look}-rally-learn")
    for name, terms, choose in (
        ("rally", TWO_TURNS, rally_at_random(1)),
        ("ricochet", ONE_TOKEN, ricochet_by_the_solver),
    ):
        ann.go(f"/match/{played_out(ann, terms, choose)}?at=9")
        expect(ann.page.locator("svg.board")).to_be_visible()
        sizes[name] = pictured(ann, f"{language}/{look}-replay-{name}")

    assert {} == {name: size for name, size in sizes.items() if size < SMALLEST}
