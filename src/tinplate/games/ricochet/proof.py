"""When a target is reached (RC9) and the ricochet rule (RC10)."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from tinplate.game import Rejected
from tinplate.games.ricochet.board import Position, Robots
from tinplate.games.ricochet.motion import Move, Slide, after, slide
from tinplate.games.ricochet.pieces import ROBOTS, Robot

Verdict = Literal["under way", "arrived", "void"]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, repr_omit_defaults=True):
    """RC10: how strictly the arriving robot must have turned a corner."""

    ricochet: Literal["required", "off"] = "required"
    deflection_counts: bool = True  # a barrier that turned the robot counts as a ricochet
    early_stop: Literal["void", "allowed"] = "void"  # resting on the target without a ricochet


# The readings of RC10, by their usual names.
READINGS = {
    "ricochet": Rule(),
    "free": Rule(ricochet="off"),
    "no-deflection": Rule(deflection_counts=False),
    "early-stop": Rule(deflection_counts=False, early_stop="allowed"),
    "early-stop-deflection": Rule(early_stop="allowed"),
}


class Attempt(NamedTuple):
    """Moves played by the rules, up to the one that settled it."""

    slides: tuple[Slide, ...]
    robots: Robots  # where they stand at the end
    verdict: Verdict
    refusal: str | None  # why the next move cannot be made


def attempt(position: Position, moves: Iterable[Move], rule: Rule) -> Attempt:
    """Play moves until one arrives, voids the solution or cannot be made."""
    board, robots, made = position.board, position.robots, list[Slide]()
    goal = board.targets[position.target]
    for move in moves:
        try:
            slid = slide(board, robots, move)
        except Rejected as refused:
            return Attempt(tuple(made), robots, "under way", str(refused))
        robots = after(robots, slid)
        made.append(slid)
        if slid.end == goal:  # or else there is nothing to judge
            verdict = judge(position, made, rule)
            if verdict != "under way":
                return Attempt(tuple(made), robots, verdict, None)
    return Attempt(tuple(made), robots, "under way", None)


def judge(position: Position, made: Sequence[Slide], rule: Rule) -> Verdict:
    """Decide whether the last of these slides arrives (RC9) or voids the solution (RC10)."""
    last = made[-1]
    rests_on_target = last.end == position.board.targets[position.target]
    if not rests_on_target or not position.target.welcomes(last.robot):
        return "under way"
    if rule.ricochet == "off" or has_ricocheted(made, last.robot, rule):
        return "arrived"
    return "void" if rule.early_stop == "void" else "under way"


def has_ricocheted(made: Sequence[Slide], robot: Robot, rule: Rule) -> bool:
    """RC10: whether the robot set off at a right angle to its last rest, or a barrier turned it."""
    own = [slid for slid in made if slid.robot is robot]
    if rule.deflection_counts and any(slid.barriers for slid in own):
        return True
    return any(
        earlier.rest_heading.is_right_angle_to(later.heading) for earlier, later in pairwise(own)
    )


def why_unsolved(position: Position, moves: Sequence[Move], played: Attempt) -> str | None:
    """Explain why these moves do not solve the position; None when they do."""
    made = len(played.slides)
    if played.verdict == "arrived":
        return None
    if played.refusal is not None:
        return f"move {made + 1} ({moves[made]}): {played.refusal}"
    if played.verdict == "void":
        return f"move {made} ({moves[made - 1]}): {_why_void(played.slides)}"
    return _why_not_reached(position, played)


def _why_void(slides: Sequence[Slide]) -> str:
    """Explain a void solution (RC10)."""
    robot = slides[-1].robot
    turned = any(slide.barriers for slide in slides if slide.robot is robot)
    barriers = " (barriers do not count)" if turned else ""
    return (
        f"{robot.colour.capitalize()} comes to rest on its target before it has turned "
        f"a corner{barriers}; find another route."
    )


def _why_not_reached(position: Position, played: Attempt) -> str:
    target, cell = position.target, position.board.targets[position.target]
    on_target = ROBOTS[played.robots.index(cell)] if cell in played.robots else None
    if on_target is not None and target.welcomes(on_target):
        return _why_resting_is_not_arriving(position, played, on_target)
    if target.robot is None:
        return f"No robot came to rest on the vortex at {cell}."
    colour, place = target.robot.colour.capitalize(), played.robots[target.robot.slot]
    return f"{colour} is on {place}; its target, {target}, is at {cell}."


def _why_resting_is_not_arriving(position: Position, played: Attempt, robot: Robot) -> str:
    colour = robot.colour.capitalize()
    own = [slide for slide in played.slides if slide.robot is robot]
    if own:
        barriers = " (barriers do not count)" if any(slide.barriers for slide in own) else ""
        return f"{colour} rests on {position.target} without having turned a corner{barriers}."
    return f"{colour} stood on {position.target} from the start; it has to leave and come back."
