"""A hot-seat match of Ricochet in the terminal: new or resumed, saved as it goes."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from tinplate.cli import matches
from tinplate.cli.bots import read_bots, refuse_names_of_bots
from tinplate.cli.dice import dice_for
from tinplate.cli.keyboard import begin, resume
from tinplate.cli.output import say
from tinplate.cli.plain_characters import color_system
from tinplate.game import Malformed
from tinplate.games.ricochet.cli.hotseat import RicochetHotSeat, RicochetMatch
from tinplate.games.ricochet.cli.lines import RicochetLines
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS, Settings
from tinplate.match import Match

_ALONE = ("Player",)
_OPTIONS = {  # options not named like their settings
    "diagonals": "--no-diagonals",
    "hourglass_seconds": "--hourglass",
    "hourglass_turns": "--turns",
    "patience_seconds": "--patience",
    "proof_seconds": "--proof",
    "robot_count": "--robot-count",
    "solo_bids": "--solo-bids",
    "take_back": "--take-back",
}
_NOT_FOR_SOLO = {
    "goal": "all 17 tokens are played",
    "patience_seconds": "the clock runs from the start of a round",
}
_ASK = "Who is playing? Type names separated by commas, or just Enter to play solo: "


def read_names(text: str) -> tuple[str, ...]:
    names = matches.read_names(text, numbers_are="a bid")
    refuse_names_of_bots(names)
    return names


def who_plays(
    players: str | None, bots: str | None, preset: str | None, *, solo: bool
) -> tuple[str, ...]:
    """Return the players' names, asking for them if none were given and we can, then the bots."""
    alone = solo or preset == "solo"
    if bots is not None and alone:
        raise Malformed("--bots are not for solo, which is played alone")
    company = read_bots(bots, Ricochet.name)
    if players is not None:
        return (*read_names(players), *company)
    if alone or company or not sys.stdin.isatty():
        return (*_ALONE, *company)
    return _ask_names()


def _ask_names() -> tuple[str, ...]:
    """Ask until the names are valid."""
    while typed := input(_ASK).strip():
        try:
            return read_names(typed)
        except Malformed as error:
            say(f"{error}.")
    return _ALONE


def agree(
    preset: str | None, names: tuple[str, ...], asked: Mapping[str, Any], *, solo: bool
) -> Settings:
    """Apply the given options to the preset."""
    settings = PRESETS[preset or "2013"]
    # A single player has nobody to bid against: that is solo, asked for or not.
    alone = solo or settings.solo or len(names) == 1
    if alone:
        settings = _for_one(settings)
        _refuse_for_solo(asked)
    elif "solo_bids" in asked:
        raise Malformed("--solo-bids is for solo: together, numbers are always announced")
    wishes = {name: READINGS[wish] if name == "rule" else wish for name, wish in asked.items()}
    return msgspec.structs.replace(settings, solo=alone, **wishes)


def _for_one(settings: Settings) -> Settings:
    """RC21: a game for one goes by the solo preset, whatever box it is played with."""
    solo = PRESETS["solo"]
    return msgspec.structs.replace(settings, solo_bids=solo.solo_bids, take_back=solo.take_back)


def _refuse_for_solo(asked: Mapping[str, Any]) -> None:
    for name, why in _NOT_FOR_SOLO.items():
        if name in asked:
            raise Malformed(f"{_option(name)} is not for solo: {why}")
    if "proof_seconds" in asked and "solo_bids" in asked:
        raise Malformed("--proof is not for --solo-bids: the hourglass is the only clock")


def refuse_a_new_deal(**asked: object) -> None:
    """Refuse options that a resumed game has already settled."""
    options = {_option(name).removeprefix("--"): wish for name, wish in asked.items()}
    matches.refuse_a_new_deal(**options)


def _option(setting: str) -> str:
    return _OPTIONS.get(setting, f"--{setting}")


def new_match(settings: Settings, names: tuple[str, ...], seed: int | None) -> RicochetMatch:
    """Deal; the same seed gives the same board, robots and, unless resumed, order of tokens."""
    return Match.open(Ricochet(), settings, len(names), dice_for(seed))


def play_new(
    match: RicochetMatch, names: tuple[str, ...], save: Path | None, *, plain: bool
) -> None:
    """Play a match from its opening, saving it to a file if asked."""
    _play(RicochetHotSeat(begin(match, names, save)), plain=plain, saved=save is not None)
    matches.say_how_to_go_on(match, save)


def play_on(path: Path, *, salvage: bool, plain: bool) -> None:
    """Resume a match from its file, at the time of its last entry."""
    game = RicochetHotSeat(resume(path, Ricochet.name, salvage=salvage))
    _play(game, plain=plain, saved=True)
    matches.say_how_to_go_on(game.match, path)


def _play(game: RicochetHotSeat, *, plain: bool, saved: bool) -> None:
    if plain or not _is_a_screen():
        RicochetLines(game, Console(color_system=color_system())).run()
        return
    # Textual takes a third of a second to import: only do it to fill a screen.
    from tinplate.games.ricochet.cli.screen import RicochetScreen  # noqa: PLC0415

    screen = RicochetScreen(game, saved=saved)
    screen.run()
    if screen.failure is not None:
        raise screen.failure
    ending = game.ending()
    if ending is not None:
        say(ending)


def _is_a_screen() -> bool:
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return is_terminal and os.environ.get("TERM") not in {"dumb", "unknown", ""}
