"""Rally and replays are open to everybody, whole in every language, and pictured for people."""

from collections.abc import Iterator

from msgspec import to_builtins
from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import Visitor, ricochet
from tests.journeys.pictures import pictured, too_small
from tests.journeys.places import board, free_registers, held_cards
from tests.journeys.played import played_out, rally_at_random, ricochet_by_the_solver
from tests.journeys.test_languages import (
    THE_END,
    Reader,
    reader,  # noqa: F401 - a fixture
    walk_through_lessons,
)
from tests.journeys.test_quality import violations
from tests.page.test_rally_lessons import LESSONS
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.lobby.values import Terms

TWO_TURNS = Terms("rally", to_builtins(RallySettings("crossfire-dock", {"max_turns": 2})))
BAD_COURSE = """rally 2
level: so
size: 3
so: so
board:
 S1 S? >>>
 X 0 l4
"""
ONE_TOKEN = ricochet(goal=1, hourglass_seconds=1, proof_seconds=0)  # no machine is too slow


def at_a_table(visitor: Visitor) -> None:
    """Ann alone, asked for her facing."""
    table = visitor.open(TWO_TURNS, 1)
    visitor.go(f"/table/{table}")
    visitor.button("Start").click()
    visitor.button("Face up").wait_for()


def program(visitor: Visitor) -> None:
    """The first five cards, by the keyboard."""
    for register in range(5):
        expect(free_registers(visitor)).to_have_count(5 - register)
        visitor.press(str(register + 1))
    expect(free_registers(visitor)).to_have_count(0)


def replays(visitor: Visitor) -> Iterator[str]:
    """A replay of each game, as soon as it can be seen."""
    for game, terms, choose in (
        ("rally", TWO_TURNS, rally_at_random(1)),
        ("ricochet", ONE_TOKEN, ricochet_by_the_solver),
    ):
        visitor.go(f"/match/{played_out(visitor, terms, choose)}?at=8")
        expect(board(visitor)).to_be_visible()
        if game == "ricochet":
            best = visitor.page.get_by_role("button", name=visitor.called("rp_best_of"))
            expect(best).to_be_enabled()  # and no longer pale
        yield game


def test_rally_keeps_nobody_out(visit: Visit) -> None:
    """axe-core finds nothing serious at a table of Rally, in its lessons and in replays."""
    ann = visit("Ann")
    at_a_table(ann)
    found = {"facing": violations(ann)}
    ann.press("ArrowUp")
    expect(held_cards(ann)).to_have_count(9)
    program(ann)
    found["programming"] = violations(ann)
    ann.press("Enter")
    expect(ann.button("Skip the rest")).to_be_visible()
    ann.press("ArrowLeft")
    found["playback"] = violations(ann)
    ann.go("/learn/rally")
    expect(held_cards(ann)).to_have_count(5)
    found["lesson"] = violations(ann)
    for game in replays(ann):
        found[game] = violations(ann)

    assert {place: [] for place in found} == found


def test_rally_is_whole_in_every_language(reader: Reader) -> None:  # noqa: F811
    """A table from the facing to a turn that was played, and its settings."""
    visitor = reader.visitor
    at_a_table(visitor)
    reader.read("facing")
    visitor.press("ArrowUp")
    expect(held_cards(visitor)).to_have_count(9)
    program(visitor)
    reader.read("programming")
    visitor.press("Enter")
    expect(visitor.button(visitor.says("ra_skip_rest"))).to_be_visible()
    visitor.press("ArrowLeft")
    reader.read("playback")
    visitor.go("/new?game=rally")
    visitor.page.get_by_text(visitor.says("rs_all")).press("Enter")  # drawings above it still come
    reader.sees("rs_turns_why")
    reader.read("settings")
    visitor.page.get_by_text(visitor.says("ra_own_course")).click()
    visitor.page.get_by_label(visitor.says("ra_own_why")).fill(BAD_COURSE)
    reader.click("ra_own_check")
    mistakes = visitor.page.get_by_role("list", name=visitor.says("ra_own_bad"))
    expect(mistakes.get_by_role("listitem")).to_have_count(9)
    reader.read("mistakes")


def test_replays_are_whole_in_every_language(reader: Reader) -> None:  # noqa: F811
    """Both games, with the words of every moment of a turn and of a round."""
    visitor = reader.visitor
    for game in replays(visitor):
        visitor.press("Home")
        reader.read(f"replay of {game}")
        visitor.press("PageDown", "PageDown", "ArrowLeft", "ArrowLeft")
        reader.read(f"replay of {game}, later")
    visitor.go("/match/nowhere")
    reader.sees("rp_unknown")
    reader.read("no match")


def test_lessons_of_rally_are_whole(reader: Reader) -> None:  # noqa: F811
    """Every lesson of Rally."""
    titles = [f"lr_{lesson}_title" for lesson in LESSONS]
    walk_through_lessons(reader, "/learn/rally", [*titles, THE_END])


def test_pictures_of_rally(visit: Visit) -> None:
    """A table and a lesson, in every look."""
    ann = visit("Ann")
    at_a_table(ann)
    ann.press("ArrowUp")
    expect(held_cards(ann)).to_have_count(9)
    program(ann)
    sizes = pictured(ann, "rally")
    ann.go("/learn/rally")
    expect(held_cards(ann)).to_have_count(5)

    assert {} == too_small(sizes | pictured(ann, "rally-learn"))


def test_pictures_of_replays(visit: Visit) -> None:
    """The same of both games, watched again."""
    ann = visit("Ann")
    sizes: dict[str, int] = {}
    for game in replays(ann):
        sizes |= pictured(ann, f"replay-{game}")

    assert {} == too_small(sizes)
