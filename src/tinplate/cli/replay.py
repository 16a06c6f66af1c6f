"""`tinplate replay`: tell a recorded match from its log."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec
from rich.console import RenderableType
from rich.text import Text

from tinplate.cli.dice import dice_for
from tinplate.cli.output import printable, say, write_line
from tinplate.cli.words import clock, in_words, listed, tell_outcome
from tinplate.game import Malformed
from tinplate.games import installed, packs
from tinplate.match import AnyMatch
from tinplate.store.logfile import Recorded, read
from tinplate.wire.codec import Codec

_BOT = " (bot)"


def replay_file(path: Path, *, boards: bool, why: bool, as_json: bool) -> None:
    """Tell the intact part of a log; raise Malformed to name the damage after it, if any."""
    recorded = read_log(path, dice_for(0))  # a replay never rolls
    if as_json:
        _write_entries(recorded)
    else:
        say(*_told(recorded, boards=boards, why=why))
    if recorded.flaw is not None:
        raise Malformed(f"{path}, {recorded.flaw}; {good_part(recorded.match.version)}")


def read_log(path: Path, dice: Random) -> Recorded:
    """Read the log of an installed game; Malformed names the file."""
    try:
        recorded = read(path, installed().games, dice)
    except Malformed as error:
        raise Malformed(f"{path}, {error}") from None
    seats = packs()[recorded.match.game.name].seat_count(recorded.match.opening)
    if seats is not None and len(recorded.players) != seats:
        raise Malformed(f"{path}, line 1: the names do not fit the number of players")
    return recorded


def _told(recorded: Recorded, *, boards: bool, why: bool) -> Iterator[RenderableType]:
    """Print the players and settings, then the match as its game tells it, or event by event."""
    names = tuple(number_repeats(printable(name) for name in recorded.players))
    match = recorded.match
    pack = packs()[match.game.name]
    told = pack.narrate(match, names, boards=boards, why=why)
    yield Text(f"{pack.title}: {listed(names)}", style="bold")
    yield pack.summarise(match.opening, len(names))
    yield from _plain(match, names) if told is None else told


def _plain(match: AnyMatch, names: Sequence[str]) -> Iterator[RenderableType]:
    """List each event with its time, as the log has it."""
    for entry in match.log:
        for event in entry.events:
            yield f"{clock(entry.at):>8}  {printable(in_words(event))}"
    outcome = match.game.outcome(match.state)
    yield ""
    yield Text("Stopped here." if outcome is None else tell_outcome(outcome, names), "bold")


def number_repeats(players: Iterable[str]) -> Iterator[str]:
    """Number players who share a name, all but the first of them."""
    seen = Counter[str]()
    for name in players:
        seen[name] += 1
        plain = name.removesuffix(_BOT)
        yield name if seen[name] == 1 else f"{plain} {seen[name]}{name[len(plain) :]}"


def _write_entries(recorded: Recorded) -> None:
    match = recorded.match
    opening = {"version": 0, "at": 0, "game": match.game.name, "players": recorded.players}
    write_line(msgspec.json.encode(opening | {"opening": match.opening}).decode())
    codec = Codec(match.game)
    for entry in match.log:
        write_line(codec.encode(entry).decode())


def good_part(entries: int) -> str:
    if entries == 1:
        return "the entry before it is good"
    return f"the {entries} entries before it are good" if entries else "only the opening is good"
