"""What playing at one keyboard needs, whatever the game: names, a clock, a log to go on with."""

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
            raise Malformed(f"the name “{name}” is a number; it would be taken for {numbers_are}")
    lowered = [name.lower() for name in names]
    doubled = next((name for name in names if lowered.count(name.lower()) > 1), None)
    if doubled is not None:
        raise Malformed(f"two players are called “{doubled}”")
    return names


def refuse_taken_file(save: Path | None) -> None:
    """Say so before anybody has typed a name."""
    if save is not None and save.exists():
        raise Malformed(f"{save} exists already: go on with --resume, or save elsewhere")


def refuse_a_new_deal(**asked: object) -> None:
    """A resumed game has its players and settings already. Options by their names."""
    for option, wish in asked.items():
        if wish is not None:
            raise Malformed(f"--{option} is for a new game, not for one that is resumed")


def resumable(path: Path, game: str, *, salvage: bool) -> logfile.Recorded:
    """A match of that game which is not over; what is broken in its file is put aside if asked."""
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
        raise Malformed(f"{path}, {recorded.flaw}; {good}: add --salvage to go on from there")
    copy = logfile.put_aside_flaw(path, recorded)
    say(f"{recorded.flaw}. The whole file is kept as {copy}; going on with its good part.")


def say_how_to_go_on(match: AnyMatch, path: Path | None) -> None:
    """To be said when a match is left that was saved."""
    if path is not None and match.game.outcome(match.state) is None:
        command = f"tinplate {match.game.name} play --resume {shlex.quote(str(path))}"
        say(f"Saved. Go on with: {command}")


def record_with(recorder: logfile.Recorder | None) -> Record:
    return (lambda _: None) if recorder is None else recorder.record


def clock_from(start: Millis) -> Callable[[], Millis]:
    """The time since the match opened, if it stood at that time when this was called."""
    begun = time.monotonic()
    return lambda: Millis(start + int(1000 * (time.monotonic() - begun)))
