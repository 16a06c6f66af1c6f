"""Scripts of whole games: what was agreed, how the table stood, and who said what and when.

    title    The name of the game
    preset   2013
    setting  goal 3
    opening  G1R2B2Y2 ro5,ga14,bl14,yj16
    players  Ann Bob

    # A note on the round that follows.
    0:00     Ann turns red-square
    0:05     Bob bids 3
    1:05     Bob moves re rs rw
    6:00     everybody waits

A script names the tokens itself, so no dice are rolled. Moves on one line are a second apart. What
the rules refuse is no error of the script: the transcript tells it.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tests.games.ricochet.tabletop import FondDice
from tests.playthroughs import scripts
from tests.playthroughs.scripts import EVERYBODY, Refusal, read_lines
from tinplate.ending import EndMatch, PlayOn
from tinplate.game import Malformed, Millis, Rejected, Seat
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS, Settings
from tinplate.games.ricochet.values import (
    Bid,
    Command,
    DoubtProof,
    Event,
    GiveUp,
    MakeMove,
    SayDone,
    SkipToken,
    State,
    TakeBack,
    TurnGlass,
    TurnToken,
)
from tinplate.match import Match

RicochetMatch = Match[Settings, State, Command, Event]


class Step(NamedTuple):
    """One thing somebody does, or (nobody) time that passes."""

    at: Millis
    name: str
    words: str  # "bids 3"
    command: Command | None
    token: Target | None = None  # the one that is to be turned up
    note: str = ""  # on the round that begins


class Script(NamedTuple):
    """A whole game before it is played."""

    title: str
    preset: str
    agreed: tuple[str, ...]  # beyond the preset, as the script has it
    settings: Settings
    players: tuple[str, ...]
    opening: State
    steps: tuple[Step, ...]


Played = scripts.Played[Script, RicochetMatch]


def read_script(path: Path) -> Script:
    """Malformed, with the line, if it is not written as above."""
    steps: list[Step] = []

    def read_step(at: Millis, said: str, note: str) -> None:
        steps.extend(_read_steps(at, said.split(), note))

    heads = read_lines(path, read_step)
    return _script(heads, tuple(steps))


def play(script: Script) -> Played:
    """Let everything happen, and remember what was refused."""
    dice = FondDice()
    match: RicochetMatch = Match(Ricochet(), script.opening, dice)
    refusals, notes = [], {}
    for step in script.steps:
        dice.favourites = (step.token,)
        try:
            _take(match, script.players, step)
        except Rejected as refused:
            refusal = Refusal(match.version, step.at, step.name, step.words, str(refused))
            refusals.append(refusal)
        if step.note:
            notes[match.state.round] = step.note
    return Played(script, match, tuple(refusals), notes)


def _take(match: RicochetMatch, players: tuple[str, ...], step: Step) -> None:
    if step.command is None:
        match.tick(step.at)
    else:
        match.submit(Seat(players.index(step.name)), step.command, step.at)
    position = match.state.position
    if step.token is not None and (position is None or position.target is not step.token):
        raise Malformed(f"{step.token} cannot be turned up in round {match.state.round}")


def _script(heads: dict[str, list[str]], steps: tuple[Step, ...]) -> Script:
    (title,), (preset,), (opening,) = heads["title"], heads["preset"], heads["opening"]
    agreed = tuple(heads.get("setting", ()))
    values = {name: msgspec.json.decode(value) for name, value in (one.split() for one in agreed)}
    position = parse_position(f"{opening} {Target.VORTEX}")
    settings = replace(PRESETS[preset], board=position.board.name, **values)
    players = tuple(heads["players"][0].split())
    dealt = Ricochet().setup(settings, len(players), Random(0))
    placed = replace(dealt, robots=position.robots, markers=position.robots)
    return Script(title, preset, agreed, settings, players, placed, steps)


def _read_steps(at: Millis, words: list[str], note: str) -> Iterator[Step]:
    name, *words = words
    match words:
        case ["turns", token]:
            yield Step(at, name, "turns up a token", TurnToken(), Target(token), note)
        case ["moves", *moves]:
            for nth, move in enumerate(parse_moves(" ".join(moves))):
                yield Step(Millis(at + 1000 * nth), name, f"moves {move}", MakeMove(move))
        case ["waits"] if name == EVERYBODY:
            yield Step(at, name, "waits", None)
        case _:
            yield Step(at, name, " ".join(words), _read_command(words))


def _read_command(words: list[str]) -> Command:
    match words:
        case ["bids", number]:
            return Bid(int(number))
        case ["takes", "back"]:
            return TakeBack()
        case ["gives", "up"]:
            return GiveUp()
        case ["turns", "the", "glass"]:
            return TurnGlass()
        case ["is", "done"]:
            return SayDone()
        case ["would", "skip"]:
            return SkipToken()
        case ["doubts", "it"]:
            return DoubtProof()
        case ["would", "end"]:
            return EndMatch()
        case ["plays", "on"]:
            return PlayOn()
    raise Malformed(f"“{' '.join(words)}” is nothing one can do")
