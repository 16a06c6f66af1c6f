"""A hot-seat match of Ricochet in the terminal: new or resumed, saved as it goes."""

import shutil
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import msgspec
from rich.console import Console

from tinplate.catalogue import GAMES
from tinplate.cli.ricochet.hotseat import HotSeat, RicochetTable
from tinplate.cli.ricochet.lines import Lines
from tinplate.game import Malformed, Millis
from tinplate.match import Entry, Table
from tinplate.ricochet.proof import READINGS
from tinplate.ricochet.rules import Ricochet
from tinplate.ricochet.settings import PRESETS, Settings
from tinplate.store import logfile

LONGEST_NAME = 20
_ALONE = ("you",)
_OPTIONS = {  # where an option is not called like its setting
    "diagonals": "--no-diagonals",
    "hourglass_seconds": "--hourglass",
    "hourglass_turns": "--turns",
    "patience_seconds": "--patience",
    "proof_seconds": "--proof",
}
_ASK = "Who plays? Type the names with commas between them, or just Enter to play solo: "


def read_names(text: str) -> tuple[str, ...]:
    """`ann,bob` as names; Malformed unless they can be told apart and typed."""
    names = tuple(" ".join(name.split()) for name in text.split(","))
    for name in names:
        if not name:
            raise Malformed(f"a player's name is missing in “{text}”")
        if len(name) > LONGEST_NAME or not name.isprintable():
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
    if players is None and not solo and preset != "solo" and sys.stdin.isatty():
        players = input(_ASK).strip() or None
    return _ALONE if players is None else read_names(players)


def agree(preset: str | None, asked: Mapping[str, Any], *, solo: bool) -> Settings:
    """The preset with what was asked for besides."""
    settings = PRESETS[preset or "2013"]
    wishes = {name: READINGS[wish] if name == "rule" else wish for name, wish in asked.items()}
    return msgspec.structs.replace(settings, solo=solo or settings.solo, **wishes)


def refuse_a_new_deal(**asked: object) -> None:
    """A resumed game has its players and settings already."""
    for name, wish in asked.items():
        if wish is not None:
            option = _OPTIONS.get(name, f"--{name}")
            raise Malformed(f"{option} is for a new game; --resume takes that from the file")


def new_match(settings: Settings, names: tuple[str, ...], seed: int | None) -> RicochetTable:
    """Deal; the same seed gives the same board, robots and order of tokens."""
    dice = Random(SystemRandom().getrandbits(64) if seed is None else seed)  # noqa: S311
    return Table.open(Ricochet(), settings, len(names), dice)


def play_new(
    table: RicochetTable, names: tuple[str, ...], save: Path | None, *, plain: bool
) -> None:
    """Play a match from its opening, writing it to a file if asked."""
    recorder = None if save is None else logfile.Recorder.create(save, table, names)
    _play(HotSeat(table, names, _clock(Millis(0)), _record_with(recorder)), plain=plain)
    _say_how_to_go_on(table, save)


def play_on(path: Path, *, salvage: bool, plain: bool) -> None:
    """Go on with a match from its file, at the time of its last entry."""
    recorded = logfile.read(path, GAMES, Random(SystemRandom().getrandbits(64)))  # noqa: S311
    table = recorded.table
    if table.game.name != Ricochet.name:
        raise Malformed(f"{path} is a match of {table.game.name}, not of Ricochet")
    if recorded.flaw is not None:
        _put_aside_what_is_broken(path, recorded, salvage=salvage)
    if table.game.outcome(table.state) is not None:
        raise Malformed(f"the match in {path} is over; see it with: tinplate replay {path}")
    recorder = logfile.Recorder.resume(path, recorded)
    game = HotSeat(table, recorded.players, _clock(table.last_at), _record_with(recorder))
    _play(game, plain=plain)
    _say_how_to_go_on(table, path)


def _put_aside_what_is_broken(path: Path, recorded: logfile.Recorded, *, salvage: bool) -> None:
    good = f"the {recorded.table.version} entries before it are good"
    if not salvage:
        raise Malformed(f"{path}, {recorded.flaw}; {good}: add --salvage to go on from there")
    copy = path.with_name(f"{path.name}.broken")
    if copy.exists():
        raise Malformed(f"{copy} is in the way: the broken file is to be kept under that name")
    shutil.copy2(path, copy)
    with path.open("r+b") as file:
        file.truncate(recorded.good_bytes)


def _play(game: HotSeat, *, plain: bool) -> None:
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        Lines(game, Console()).run()
        return
    # Textual takes a third of a second to import: only when there is a screen to fill.
    from tinplate.cli.ricochet.screen import RicochetScreen  # noqa: PLC0415

    RicochetScreen(game).run()
    ending = game.ending()
    if ending is not None:
        Console().print(ending, highlight=False)


def _say_how_to_go_on(table: RicochetTable, path: Path | None) -> None:
    if path is not None and table.game.outcome(table.state) is None:
        hint = f"Saved. Go on with: tinplate ricochet play --resume {path}"
        Console().print(hint, highlight=False, soft_wrap=True)


def _record_with(recorder: logfile.Recorder | None) -> Callable[[Iterable[Entry[Any]]], None]:
    return (lambda _: None) if recorder is None else recorder.record


def _clock(start: Millis) -> Callable[[], Millis]:
    begun = time.monotonic()
    return lambda: Millis(start + int(1000 * (time.monotonic() - begun)))
