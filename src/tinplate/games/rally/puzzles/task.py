"""A puzzle of Rally as a value and as text, and what its programs have to do.

One robot is to be programmed, the first. Others, if any, are powered down: they stand still and
shoot nobody (R27), but can be pushed. So priorities do not matter, and no secret is guessed.
"""

from collections import Counter
from typing import Literal

from msgspec import Struct, ValidationError, json
from msgspec.structs import replace

from tinplate.game import Malformed
from tinplate.games.rally.cards import REGISTERS, Card, Kind
from tinplate.games.rally.course import Course
from tinplate.games.rally.happenings import CardPlayed, Died, FlagTouched, Happening
from tinplate.games.rally.resolve import Scenario, play_scenario, set_up
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import HouseRules

Goal = Literal["flag", "survive", "pit"]
ME, HER = 0, 1  # seats

GOALS: dict[Goal, str] = {
    "flag": "Touch your next flag in this turn.",
    "survive": "Be still on the board at the end of this turn.",
    "pit": "Make the other robot fall, into a pit or off the edge, without falling before it does.",
}
FALLS = ("pit", "edge")


class RallyTask(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario whose first robot has no program yet, and the hand to make one of."""

    scenario: Scenario
    hand: tuple[Card, ...]


def goal_named(kind: str) -> Goal:
    """Return the goal of a kind of puzzle; Malformed if there is none."""
    for goal in GOALS:
        if goal == kind:
            return goal
    raise Malformed(f"“{kind}” is no goal: expected {', '.join(GOALS)}")


def write_task(task: RallyTask) -> str:
    return json.encode(task).decode()


def read_task(text: str) -> RallyTask:
    """Read a task; Malformed if it is none."""
    try:
        return json.decode(text, type=RallyTask)
    except ValidationError as error:
        raise Malformed(f"puzzle: {error}") from None


def set_up_task(task: RallyTask) -> tuple[Course, HouseRules, list[Robot]]:
    """Return its course, rules and robots before the turn; Malformed if it is none."""
    first, *others = task.scenario.robots
    robots = (replace(first, registers=task.hand[:REGISTERS]), *others)  # any program will do
    return set_up(replace(task.scenario, robots=robots))


def read_program(task: RallyTask, answer: str) -> tuple[Card, ...]:
    """Read five kinds of cards, and take such cards from the hand; Malformed if it has them not."""
    known = {str(kind) for kind in Kind}
    words = answer.split()
    if len(words) != REGISTERS or not known.issuperset(words):
        raise Malformed(f"“{answer}” is no program: write five of {' '.join(Kind)}")
    left, program = [*task.hand], list[Card]()
    for word in words:
        card = next((card for card in left if card.kind == word), None)
        if card is None:
            held = Counter(str(card.kind) for card in task.hand)[word]
            raise Malformed(f"the hand has “{word}” {held} times only")
        left.remove(card)
        program.append(card)
    return tuple(program)


def play_task(task: RallyTask, program: tuple[Card, ...]) -> tuple[Happening, ...]:
    """Play the turn by the rules, and tell all that happens."""
    first, *others = task.scenario.robots
    robots = (replace(first, registers=program), *others)
    return play_scenario(replace(task.scenario, robots=robots)).happenings


def decided_in(goal: Goal, happenings: tuple[Happening, ...]) -> int | None:
    """Return the register after which the goal is reached; None if it is not.

    A robot survives with the last register that is played: after a win there are no more (R46).
    """
    mine = next(
        (each.register for each in happenings if isinstance(each, Died) and each.robot == ME), None
    )
    if goal == "survive":
        played = [each.register for each in happenings if isinstance(each, CardPlayed)]
        return max(filter(None, played)) if mine is None else None
    done = next((each.register for each in happenings if _reaches(goal, each)), None)
    return None if done is None or (mine is not None and mine <= done) else done


def _reaches(goal: Goal, happening: Happening) -> bool:
    if goal == "flag":
        return isinstance(happening, FlagTouched) and happening.robot == ME
    return isinstance(happening, Died) and happening.robot == HER and happening.because in FALLS
