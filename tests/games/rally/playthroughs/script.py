"""Scripts of whole games of Rally: what was agreed, what is dealt, who did what and when.

    title    The name of the game
    preset   sheet
    setting  turn_seconds=45
    row      S . . . 1
    players  Ann Bob

    # A note on the turn that follows.
    deal     move2 left back / move1 right
    0:00     Ann faces e
    0:05     Bob faces s
    0:20     Ann programs move2 left move1 left left
    0:25     Bob plans a power-down
    0:25     Bob places move1 in 3
    0:30     everybody waits

A deal names cards of every hand that is dealt, in the order of seats; the slowest cards fill it up.
`programs` fills the open registers and is ready. What the rules refuse is no error of the script:
the transcript tells it.
"""

import re
from pathlib import Path
from typing import NamedTuple

from tests.games.rally.tabletop import StackedDice
from tests.playthroughs import scripts
from tests.playthroughs.scripts import EVERYBODY, Refusal, read_lines
from tinplate.ending import EndMatch, PlayOn
from tinplate.game import Malformed, Millis, Rejected, Seat
from tinplate.games.rally.cards import Card, Kind
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.settings import PRESETS
from tinplate.games.rally.values import (
    ChooseFacing,
    ChoosePower,
    Command,
    Event,
    Place,
    PowerDown,
    Ready,
    Settings,
    State,
    TakeBack,
)
from tinplate.grid import Heading
from tinplate.match import Match

RallyMatch = Match[Settings, State, Command, Event]
Hands = list[list[Kind]]


class Step(NamedTuple):
    """One thing somebody does, or (nobody) time that passes."""

    at: Millis
    name: str
    words: str
    note: str = ""  # on the turn that begins


class Script(NamedTuple):
    """A whole game before it is played."""

    title: str
    agreed: tuple[str, ...]
    agreement: Settings
    players: tuple[str, ...]
    hands: Hands  # in the order in which they are dealt
    steps: tuple[Step, ...]


Played = scripts.Played[Script, RallyMatch]


def read_script(path: Path) -> Script:
    """Malformed, with the line, if it is not written as above."""
    steps: list[Step] = []
    hands: Hands = []

    def read_step(at: Millis, said: str, note: str) -> None:
        name, _, words = said.partition(" ")
        steps.append(Step(at, name, words, note))

    def read_deal(said: str) -> None:
        hands.extend([Kind(kind) for kind in hand.split()] for hand in said.split("/"))

    heads = read_lines(path, read_step, deal=read_deal)
    return _script(heads, hands, tuple(steps))


def _script(heads: dict[str, list[str]], hands: Hands, steps: tuple[Step, ...]) -> Script:
    (title,), (preset,), (players,) = heads["title"], heads["preset"], heads["players"]
    settings = tuple(heads.get("setting", ()))
    choices = {**PRESETS[preset], **dict(_pair(setting) for setting in settings)}
    course = "\n".join(["rally 1", f"name: {title}", "board:", *heads["row"], ""])
    return Script(
        title,
        (preset, *settings),
        Settings(course, choices),
        tuple(players.split()),
        hands,
        steps,
    )


def _pair(setting: str) -> tuple[str, str]:
    name, _, value = setting.partition("=")
    return name, value


def play(script: Script) -> Played:
    """Let everything happen, and remember what was refused."""
    dice = StackedDice(script.hands)
    match: RallyMatch = Match.open(Rally(), script.agreement, len(script.players), dice)
    refusals, notes = [], {}
    for step in script.steps:
        if step.note:
            notes[match.state.turn] = step.note
        try:
            _take(match, script.players, step)
        except Rejected as refused:
            refusal = Refusal(match.version, step.at, step.name, step.words, str(refused))
            refusals.append(refusal)
    return Played(script, match, tuple(refusals), notes)


def _take(match: RallyMatch, players: tuple[str, ...], step: Step) -> None:
    if step.name == EVERYBODY:
        match.tick(step.at)
        return
    match.tick(step.at)
    seat = Seat(players.index(step.name))
    for command in _commands(match.state, seat, step.words):
        match.submit(seat, command, step.at)


def _commands(state: State, seat: Seat, words: str) -> list[Command]:
    """What the words mean; cards are those of the hand, of several the fastest."""
    player = state.players[seat]
    hand = list(player.private.hand) if player.private else []
    match words.split():
        case ["faces", facing]:
            return [ChooseFacing(Heading(facing))]
        case ["comes", "back", "on"]:
            return [ChoosePower(on=True)]
        case ["stays", "off"]:
            return [ChoosePower(on=False)]
        case ["programs", *kinds]:
            places = zip(player.open_registers, kinds, strict=False)
            cards = [Place(register, _taken(hand, kind)) for register, kind in places]
            return [*cards, Ready()]
        case ["places", kind, "in", register]:
            return [Place(int(register), _taken(hand, kind))]
        case ["takes", "back", register]:
            return [TakeBack(int(register))]
        case ["plans", "a", "power-down"]:
            return [PowerDown(announce=True)]
        case ["drops", "the", "power-down"]:
            return [PowerDown(announce=False)]
        case ["is", "ready"]:
            return [Ready()]
        case ["would", "end"]:
            return [EndMatch()]
        case ["plays", "on"]:
            return [PlayOn()]
    raise Malformed(f"“{words}” is nothing one can do")


def _taken(hand: list[Card], kind: str) -> Card:
    """`move1`, or any card by its priority: `move1-500`, whether it is in the hand or not."""
    named = re.fullmatch(r"(\w+)-(\d+)", kind)
    if named:
        return Card(Kind(named[1]), int(named[2]))
    card = next((card for card in hand if card.kind == kind), None)
    if card is None:
        raise Malformed(f"there is no {kind} in the hand")
    hand.remove(card)
    return card
