"""A hot-seat match of Ricochet in the terminal: new or resumed, saved as it goes."""

import os
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from tinplate.cli.dice import dice_for
from tinplate.cli.output import say
from tinplate.cli.replay import good_part, read_log
from tinplate.cli.ricochet.hotseat import HotSeat, RicochetTable
from tinplate.cli.ricochet.lines import Lines
from tinplate.game import Malformed, Millis
from tinplate.match import Entry, Table
from tinplate.ricochet.proof import READINGS
from tinplate.ricochet.rules import Ricochet
from tinplate.ricochet.settings import PRESETS, Settings
from tinplate.store import logfile

LONGEST_NAME = 20
_ALONE = ("Player",)
_OPTIONS = {  # where an option is not called like its setting
    "diagonals": "--no-diagonals",
    "hourglass_seconds": "--hourglass",
    "hourglass_turns": "--turns",
    "patience_seconds": "--patience",
    "proof_seconds": "--proof",
}
_NOT_FOR_SOLO = {
    "goal": "all 17 tokens are played",
    "patience_seconds": "the sand runs from the beginning of a round",
    "proof_seconds": "the sand is the clock",
}
_ASK = "Who plays? Type the names with commas between them, or just Enter to play solo: "


def read_names(text: str) -> tuple[str, ...]:
    """`ann,bob` as names; Malformed unless they can be told apart and typed."""
    names = tuple(" ".join(name.split()) for name in text.split(","))
    for name in names:
        if not name:
            raise Malformed(f"a player's name is missing in “{text}”")
        if not name.isprintable():
            raise Malformed("a player's name has characters in it that cannot be printed")
        if len(name) > LONGEST_NAME:
            raise Malformed(f"the name “{name}” is too long: at most {LONGEST_NAME} characters")
        if name.isdigit():
            raise Malformed(f"the name “{name}” is a number; it would be taken for a bid")
    lowered = [name.lower() for name in names]
    doubled = next((name for name in names if lowered.count(name.lower()) > 1), None)
    if doubled is not None:
        raise Malformed(f"two players are called “{doubled}”")
    return names


def who_plays(players: str | None, preset: str | None, *, solo: bool) -> tuple[str, ...]:
    """The names given or, if there are none and somebody can answer, those typed now."""
    if players is not None:
        return read_names(players)
    if solo or preset == "solo" or not sys.stdin.isatty():
        return _ALONE
    return _ask_names()


def _ask_names() -> tuple[str, ...]:
    """Ask until the names will do."""
    while typed := input(_ASK).strip():
        try:
            return read_names(typed)
        except Malformed as error:
            say(f"{error}.")
    return _ALONE


def refuse_taken_file(save: Path | None) -> None:
    """Say so before anybody has typed a name."""
    if save is not None and save.exists():
        raise Malformed(f"{save} exists already: go on with --resume, or save elsewhere")


def agree(
    preset: str | None, names: tuple[str, ...], asked: Mapping[str, Any], *, solo: bool
) -> Settings:
    """The preset with what was asked for besides."""
    settings = PRESETS[preset or "2013"]
    # One player alone has nobody to bid against: that is solo, asked for or not.
    alone = solo or settings.solo or len(names) == 1
    for name, why in _NOT_FOR_SOLO.items():
        if alone and name in asked:
            raise Malformed(f"{_option(name)} is not for solo: {why}")
    wishes = {name: READINGS[wish] if name == "rule" else wish for name, wish in asked.items()}
    return msgspec.structs.replace(settings, solo=alone, **wishes)


def refuse_a_new_deal(**asked: object) -> None:
    """A resumed game has its players and settings already."""
    for name, wish in asked.items():
        if wish is not None:
            raise Malformed(f"{_option(name)} is for a new game, not for one that is resumed")


def _option(setting: str) -> str:
    return _OPTIONS.get(setting, f"--{setting}")


def new_match(settings: Settings, names: tuple[str, ...], seed: int | None) -> RicochetTable:
    """Deal; the same seed gives the same board, robots and, unless resumed, order of tokens."""
    return Table.open(Ricochet(), settings, len(names), dice_for(seed))


def play_new(
    table: RicochetTable, names: tuple[str, ...], save: Path | None, *, plain: bool
) -> None:
    """Play a match from its opening, writing it to a file if asked."""
    recorder = None if save is None else logfile.Recorder.create(save, table, names)
    game = HotSeat(table, names, _clock(Millis(0)), _record_with(recorder))
    _play(game, plain=plain, saved=recorder is not None)
    _say_how_to_go_on(table, save)


def play_on(path: Path, *, salvage: bool, plain: bool) -> None:
    """Go on with a match from its file, at the time of its last entry."""
    recorded = read_log(path, dice_for(None))
    table = recorded.table
    if table.game.name != Ricochet.name:
        raise Malformed(f"{path} is a match of {table.game.name}, not of Ricochet")
    if recorded.flaw is not None:
        _put_aside_what_is_broken(path, recorded, salvage=salvage)
    if table.game.outcome(table.state) is not None:
        raise Malformed(f"the match in {path} is over; see it with: tinplate replay {path}")
    recorder = logfile.Recorder.resume(path, recorded)
    game = HotSeat(table, recorded.players, _clock(table.last_at), _record_with(recorder))
    _play(game, plain=plain, saved=True)
    _say_how_to_go_on(table, path)


def _put_aside_what_is_broken(path: Path, recorded: logfile.Recorded, *, salvage: bool) -> None:
    if not salvage:
        good = good_part(recorded.table.version)
        raise Malformed(f"{path}, {recorded.flaw}; {good}: add --salvage to go on from there")
    copy = logfile.put_aside_flaw(path, recorded)
    say(f"{recorded.flaw}. The whole file is kept as {copy}; going on with its good part.")


def _play(game: HotSeat, *, plain: bool, saved: bool) -> None:
    if plain or not _is_a_screen():
        Lines(game, Console()).run()
        return
    # Textual takes a third of a second to import: only when there is a screen to fill.
    from tinplate.cli.ricochet.screen import RicochetScreen  # noqa: PLC0415

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


def _say_how_to_go_on(table: RicochetTable, path: Path | None) -> None:
    if path is not None and table.game.outcome(table.state) is None:
        say(f"Saved. Go on with: tinplate ricochet play --resume {shlex.quote(str(path))}")


def _record_with(recorder: logfile.Recorder | None) -> Callable[[Sequence[Entry[Any]]], None]:
    return (lambda _: None) if recorder is None else recorder.record


def _clock(start: Millis) -> Callable[[], Millis]:
    begun = time.monotonic()
    return lambda: Millis(start + int(1000 * (time.monotonic() - begun)))
