"""The examples of the rule book: a small board, what robots play on it, and how it ends.

    . > > .
    A1e move1 -> C1e

The rows of a board; then a line for each robot: where it stands and faces, how it is if that
matters (`armour=4`, `virtual`, `off`), its cards, and what the rule makes of it: where it ends, or
`lost`. Before the robots there may be `register 2`, `settings edge=wall` and `end of turn`. A line
`cards move1-500 left-70` is a picture of cards; scene.py explains scenes.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tinplate.book import Example, Frame, is_scene, require_end
from tinplate.game import Malformed
from tinplate.games.rally import happenings as h
from tinplate.games.rally.cards import REGISTERS, Card, Kind, deck
from tinplate.games.rally.course import Course, cell_name, cell_named
from tinplate.games.rally.course_text import parse_course
from tinplate.games.rally.folding import robot_after
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import MOST_ARMOUR, HouseRules, agreed
from tinplate.games.rally.svg.picture import draw_board, draw_shot
from tinplate.games.rally.svg.scene import draw_scene
from tinplate.games.rally.svg.table import draw_cards
from tinplate.games.rally.turn import TurnPlayed, play_registers
from tinplate.grid import Heading
from tinplate.values import Value

_ROBOT = re.compile(r"([A-Za-z]\d+)([nesw])\b(.*)->(.*)")
_OPTION = re.compile(r"(register|settings|end) (.*)")
_KINDS = set(Kind)
_FASTEST = 840  # D1


class RobotsShown(Value, frozen=True):
    """What is seen before anything happens."""

    cells: tuple[str | None, ...]  # by robot


class CardsShown(Value, frozen=True):
    """A picture of cards."""

    cards: tuple[Card, ...]


class _Example(NamedTuple):
    course: Course
    settings: HouseRules
    registers: range  # that are played
    ends_turn: bool
    robots: tuple[Robot, ...]
    programs: tuple[tuple[Card, ...] | None, ...]
    ends: tuple[str, ...]  # by robot, as written


def draw_example(text: str) -> Example:
    """Draw an example step by step; Malformed if it does not end as it says."""
    if is_scene(text):
        return draw_scene(text)
    if text.startswith("cards "):
        return _draw_cards(text.split()[1:])
    example = _read(text)
    played = _play(example)
    for robot, end in zip(played.robots, example.ends, strict=True):
        require_end(end, _as_written(robot, end))
    return Example(tuple(_frames(example, played)))


def _draw_cards(words: list[str]) -> Example:
    """Draw cards of the deck (`move1-500`) in the order of play; Malformed if it is another."""
    cards = [_card_named(word) for word in words]
    order = sorted(cards, key=lambda card: -card.priority)
    if cards != order or not set(cards) <= set(deck(84)):
        raise Malformed(f"“{' '.join(words)}” are no cards of the deck, the fastest first")
    return Example((Frame(draw_cards(cards), (CardsShown(tuple(cards)),)),))


def _card_named(word: str) -> Card:
    kind, _, priority = word.partition("-")
    return Card(Kind(kind), int(priority))


# Reading


def _read(text: str) -> _Example:
    rows, options, robots = list[str](), dict[str, str](), list[re.Match[str]]()
    for line in map(str.strip, text.strip().splitlines()):
        if found := _ROBOT.fullmatch(line):
            robots.append(found)
        elif option := _OPTION.fullmatch(line):
            options[option[1]] = option[2]
        else:
            rows.append(line)
    course = parse_course("\n".join(["rally 1", "board:", *rows, ""]))
    chosen = dict(word.split("=") for word in options.get("settings", "").split())
    first = int(options.get("register", 1))
    cards = [_cards(found) for found in robots]
    return _Example(
        course,
        agreed(course, chosen),
        range(first, first + max(1, *map(len, cards))),
        "end" in options,
        tuple(map(_robot, robots)),
        tuple(_program(seat, kinds, first) for seat, kinds in enumerate(cards)),
        tuple(" ".join(found[4].split()) for found in robots),
    )


def _cards(found: re.Match[str]) -> list[Kind]:
    return [Kind(word) for word in found[3].split() if word in _KINDS]


def _robot(found: re.Match[str]) -> Robot:
    cell, words = cell_named(found[1]), found[3].split()
    said = dict(word.split("=") for word in words if "=" in word)
    return Robot(
        cell=cell,
        facing=Heading(found[2]),
        save=cell,
        armour=int(said.get("armour", MOST_ARMOUR)),
        next_flag=int(said.get("next_flag", 1)),
        virtual="virtual" in words,
        off=not _cards(found),
    )


def _program(seat: int, kinds: list[Kind], first: int) -> tuple[Card, ...] | None:
    """Robots are written by priority, the fastest first; one without cards is off."""
    if not kinds:
        return None
    filled = [*[Kind.UTURN] * (first - 1), *kinds, *[Kind.UTURN] * REGISTERS][:REGISTERS]
    return tuple(Card(kind, _FASTEST - 10 * seat) for kind in filled)


# Playing


def _play(example: _Example) -> TurnPlayed:
    return play_registers(
        example.course,
        example.settings,
        example.robots,
        example.programs,
        first=example.registers[0],
        last=example.registers[-1],
        end_of_turn=example.ends_turn,
    )


def _as_written(robot: Robot, end: str) -> str:
    """Write how a robot ended, as far as the example says it."""
    words = ["lost"] if robot.cell is None else [f"{cell_name(robot.cell)}{robot.facing}"]
    words += [f"armour={robot.armour}"] if "armour=" in end else []
    words += [f"next_flag={robot.next_flag}"] if "next_flag=" in end else []
    words += [f"save={cell_name(robot.save)}"] if "save=" in end else []
    words += ["virtual"] if robot.virtual and robot.cell else []
    return " ".join(words)


# Drawing


def _frames(example: _Example, played: TurnPlayed) -> Iterator[Frame]:
    """One picture before, and one after each step that can be seen; the others come with it."""
    robots = list(example.robots)
    shown, told = draw_board(example.course, robots), list[Any]([_placed(robots)])
    unseen = list[Any]()  # it comes with the next picture, or with the last one
    for step in _steps(played.happenings):
        for event in step:
            robots[event.robot] = robot_after(robots[event.robot], event)
        shots = [draw_shot(each.start, each.end) for each in step if isinstance(each, h.Shot)]
        drawn = draw_board(example.course, robots, shots)
        unseen += step
        if drawn != shown:
            yield Frame(shown, tuple(told))
            shown, told, unseen = drawn, unseen, []
    yield Frame(shown, (*told, *unseen))


def _placed(robots: Sequence[Robot]) -> RobotsShown:
    return RobotsShown(tuple(robot.cell and cell_name(robot.cell) for robot in robots))


def _steps(happenings: Sequence[h.Happening]) -> Iterator[list[h.Happening]]:
    """Group what happens at once: belts carry all robots, a mover pushes whom it pushes."""
    step = list[h.Happening]()
    for event in happenings:
        if step and not _is_together(step, event):
            yield step
            step = []
        step.append(event)
    yield step


def _is_together(step: list[h.Happening], event: h.Happening) -> bool:
    last = step[-1]
    if isinstance(last, h.Pushed):
        return isinstance(event, h.Pushed | h.Moved | h.PushedByPusher)
    if isinstance(last, h.Carried | h.TurnedByBelt):
        is_belt = isinstance(event, h.Carried | h.TurnedByBelt)
        moved = {each.robot for each in step if isinstance(each, h.Carried)}
        return is_belt and not (isinstance(event, h.Carried) and event.robot in moved)
    return isinstance(event, type(last)) and isinstance(event, h.Shot | h.TurnedByGear)
