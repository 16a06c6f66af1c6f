"""A whole match of each game by the keyboard, with what a screen reader says as the only eyes."""

import re
from itertools import count, permutations

from playwright.sync_api import expect

from tests.journeys.conftest import Visit
from tests.journeys.people import Visitor, make, ricochet
from tests.journeys.places import free_registers, hand, prompt
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.solver import solve
from tinplate.lobby.values import Terms

BOARD = "G1R2B2Y2"
SYMBOLS = {"moon": "circle", "gear": "triangle", "planet": "square", "star": "hexagon"}

ONE_STEP = """rally 1
name: One Step
edge: wall
board:
 S 1
"""
FACINGS = ("up", "right", "down", "left")
TURNS = {"Right": 1, "U-turn": 2, "Left": 3}
STEPS = {"Move 1": 1, "Move 2": 2, "Move 3": 3, "Back up": -1}


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


def touches_the_flag(facing: int, cards: tuple[str, ...]) -> bool:
    """On the course of one step to the right: whether a program ever leads there."""
    for card in cards:
        facing = (facing + TURNS.get(card, 0)) % len(FACINGS)
        steps = STEPS.get(card, 0)
        if (FACINGS[facing] == "right" and steps > 0) or (FACINGS[facing] == "left" and steps < 0):
            return True
    return False


def programmed_by_ear(visitor: Visitor) -> list[str]:
    """Keys for a program from what the cards and the board say; any, if none leads to the flag."""
    words = visitor.page.get_by_role("region", name="The board in words")
    robot = words.get_by_role("list", name="Robots").get_by_role("listitem").first
    expect(robot).to_contain_text("A1")
    told = robot.aria_snapshot()
    facing = next(at for at, word in enumerate(FACINGS) if f"facing {word}" in told)
    held = re.findall(r'button "\d+ ([^":]+)"', hand(visitor).aria_snapshot())
    orders = permutations(range(len(held)), 5)
    found = (at for at in orders if touches_the_flag(facing, tuple(held[one] for one in at)))
    chosen = next(found, tuple(range(5)))
    return [str(1 + at) for at in chosen]  # places keep their numbers


def test_a_match_of_rally_by_ear_and_keyboard(visit: Visit) -> None:
    """From the waiting room to the podium and the next match, in the same way."""
    ann = visit("Ann", reduced_motion="reduce")
    ann.go(f"/table/{ann.open(Terms('rally', {'course': ONE_STEP}), 1)}")
    expect(ann.button("Start")).to_be_enabled()
    ann.tab_to("Start")
    ann.press("Enter")
    expect(prompt(ann)).to_contain_text("Which way should your robot face?")
    expect(ann.page.get_by_role("group", name="Which way should your robot face?")).to_be_focused()
    ann.press("ArrowRight")
    won = prompt(ann).get_by_role("heading", name="You win!")
    for turn in count(1):
        expect(prompt(ann)).to_contain_text(re.compile(f"Turn {turn} |You win!"))
        if won.is_visible():
            break
        expect(free_registers(ann)).to_have_count(5)
        for placed, key in enumerate(programmed_by_ear(ann), start=1):
            ann.press(key)
            expect(free_registers(ann)).to_have_count(5 - placed)
        ann.tab_to("Ready")
        ann.press("Enter")
    podium = prompt(ann).get_by_role("list", name="Podium").get_by_role("listitem")
    expect(podium).to_contain_text(["Ann"])
    ann.tab_to("\N{CLOCKWISE OPEN CIRCLE ARROW} Play again")
    ann.press("Enter")

    expect(prompt(ann)).to_contain_text("Which way should your robot face?")
