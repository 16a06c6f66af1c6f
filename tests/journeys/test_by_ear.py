"""A whole match of Ricochet by the keyboard, with what a screen reader says as the only eyes."""

from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import Visitor, make, ricochet
from tests.journeys.places import prompt
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.solver import solve

BOARD = "G1R2B2Y2"
SYMBOLS = {"moon": "circle", "gear": "triangle", "planet": "square", "star": "hexagon"}


def solved_by_ear(visitor: Visitor) -> tuple[Move, ...]:
    """A shortest route from what the board says of itself."""
    words = visitor.page.get_by_role("region", name="The board in words")
    task = words.get_by_role("paragraph").first.inner_text()
    robot, symbol = task.split()[0].lower(), task.split()[-1]
    target = "vortex" if symbol == "vortex" else f"{robot}-{SYMBOLS[symbol]}"
    told = words.get_by_role("list", name="Robots").get_by_role("listitem").all_inner_texts()
    robots = (line.strip().split(": ") for line in told)
    placed = ",".join(f"{name[0].lower()}{cell}" for name, cell in robots)
    moves = solve(parse_position(f"{BOARD} {placed} {target}"), Settings().rule, seconds=60).moves
    assert moves is not None
    return moves


def test_a_match_by_ear_and_keyboard(visit: Visit) -> None:
    """From the waiting room to the podium and the next match, without a pointer or a picture."""
    ann = visit("Ann", reduced_motion="reduce")
    terms = ricochet(board=BOARD, box="classic", hourglass_seconds=1, goal=1)
    ann.go(f"/table/{ann.open(terms, 2)}")
    expect(ann.button("Start")).to_be_enabled()
    ann.tab_to("Start")
    ann.press("Enter")
    expect(prompt(ann)).to_contain_text("Ready to begin?")
    ann.tab_to("Reveal the first target")
    ann.press("Enter")
    expect(prompt(ann)).to_contain_text("Find a route.")
    moves = solved_by_ear(ann)
    ann.press(*str(len(moves)), "Enter")
    expect(prompt(ann)).to_contain_text(f"show your {len(moves)} move")
    make(ann, moves)
    expect(prompt(ann).get_by_role("heading", name="You win!")).to_be_visible()
    podium = prompt(ann).get_by_role("list", name="Podium").get_by_role("listitem")
    expect(podium).to_contain_text(["Ann"])
    ann.tab_to("\N{CLOCKWISE OPEN CIRCLE ARROW} Play again")
    ann.press("Enter")

    expect(prompt(ann)).to_contain_text("Ready to begin?")
