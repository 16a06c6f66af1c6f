"""What playing at one keyboard needs in any game: names, a clock, a log to resume from."""

import shlex
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tinplate.cli.dice import dice_for
from tinplate.cli.output import say
from tinplate.cli.replay import good_part, read_log
from tinplate.game import Malformed, Millis
from tinplate.match import AnyMatch, Entry
from tinplate.store import logfile

LONGEST_NAME = 20
Record = Callable[[Sequence[Entry[Any]]], None]


def read_names(text: str, *, numbers_are: str) -> tuple[str, ...]:
    """Read `ann,bob` as names; raise Malformed unless they are distinct and can be typed."""
    names = tuple(" ".join(name.split()) for name in text.split(","))
    for name in names:
        if not name:
            raise Malformed(f"a player's name is missing in “{text}”")
        if not name.isprintable():
            raise Malformed("a player's name contains characters that cannot be printed")
        if len(name) > LONGEST_NAME:
            raise Malformed(f"the name “{name}” is too long: at most {LONGEST_NAME} characters")
        if name.isdigit():
            raise Malformed(f"the name “{name}” is a number; it would be taken for {numbers_are}")
    lowered = [name.lower() for name in names]
    doubled = next((name for name in names if lowered.count(name.lower()) > 1), None)
    if doubled is not None:
        raise Malformed(f"two players are called “{doubled}”")
    return names


def refuse_taken_file(save: Path | None) -> None:
    """Refuse before anybody has typed a name."""
    if save is not None and save.exists():
        raise Malformed(f"{save} already exists: continue it with --resume, or save elsewhere")


def refuse_a_new_deal(**asked: object) -> None:
    """Refuse options, given by name, that a resumed game has already settled."""
    for option, wish in asked.items():
        if wish is not None:
            raise Malformed(f"--{option} is for a new game, not a resumed one")


def resumable(path: Path, game: str, *, salvage: bool) -> logfile.Recorded:
    """Read an unfinished match of that game; with `salvage`, set aside what is damaged."""
    recorded = read_log(path, dice_for(None))
    match = recorded.match
    if match.game.name != game:
        raise Malformed(f"{path} is a match of {match.game.name}, not of {game}")
    if recorded.flaw is not None:
        _put_aside_what_is_broken(path, recorded, salvage=salvage)
    if match.game.outcome(match.state) is not None:
        raise Malformed(f"the match in {path} is over; see it with: tinplate replay {path}")
    return recorded


def _put_aside_what_is_broken(path: Path, recorded: logfile.Recorded, *, salvage: bool) -> None:
    if not salvage:
        good = good_part(recorded.match.version)
        raise Malformed(f"{path}, {recorded.flaw}; {good}: add --salvage to continue from there")
    copy = logfile.put_aside_flaw(path, recorded)
    say(f"{recorded.flaw}. The original is kept as {copy}; continuing with the intact part.")


def say_how_to_go_on(match: AnyMatch, path: Path | None) -> None:
    """Say how to resume a saved match that was left unfinished."""
    if path is not None and match.game.outcome(match.state) is None:
        command = f"tinplate {match.game.name} play --resume {shlex.quote(str(path))}"
        say(f"Saved. Continue with: {command}")


def record_with(recorder: logfile.Recorder | None) -> Record:
    return (lambda _: None) if recorder is None else recorder.record


def clock_from(start: Millis) -> Callable[[], Millis]:
    """Make a clock that reads `start` now."""
    begun = time.monotonic()
    return lambda: Millis(start + int(1000 * (time.monotonic() - begun)))
