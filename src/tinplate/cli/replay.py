# ruff: noqa: PLC0415 - only the game that is told has to be imported
"""`tinplate replay`: a recorded game told from its log."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import msgspec
from rich.console import RenderableType

from tinplate.catalogue import GAMES
from tinplate.cli.dice import dice_for
from tinplate.cli.output import printable, say, write_line
from tinplate.game import Malformed
from tinplate.games.rally.rules import Rally
from tinplate.store.logfile import Recorded, read
from tinplate.wire.codec import Codec

_BOT = " (bot)"


def replay_file(path: Path, *, boards: bool, why: bool, as_json: bool) -> None:
    """Tell the good part of a log; Malformed names the flaw behind it, if there is one."""
    recorded = read_log(path, dice_for(0))  # a replay never rolls
    if as_json:
        _write_entries(recorded)
    else:
        say(*_told(recorded, boards=boards, why=why))
    if recorded.flaw is not None:
        raise Malformed(f"{path}, {recorded.flaw}; {good_part(recorded.table.version)}")


def read_log(path: Path, dice: Random) -> Recorded:
    """A log of a game we have; Malformed names the file."""
    try:
        recorded = read(path, GAMES, dice)
    except Malformed as error:
        raise Malformed(f"{path}, {error}") from None
    if len(recorded.players) != recorded.table.opening.seats:
        raise Malformed(f"{path}, line 1: the names do not fit the number of players")
    return recorded


def _told(recorded: Recorded, *, boards: bool, why: bool) -> Iterator[RenderableType]:
    """In the words of its game."""
    names = tuple(told_apart(printable(name) for name in recorded.players))
    if recorded.table.game.name == Rally.name:
        from tinplate.games.rally.cli import retell as rally

        return rally.tell_match(recorded, names, boards=boards, why=why)
    if why:
        raise Malformed("--why is for logs of Rally: its rules decide every little step")
    from tinplate.games.ricochet.cli import retell as ricochet

    return ricochet.tell_match(recorded, names, boards=boards)


def told_apart(players: Iterable[str]) -> Iterator[str]:
    """As a table does it: of those who share a name the first has no number."""
    seen = Counter[str]()
    for name in players:
        seen[name] += 1
        plain = name.removesuffix(_BOT)
        yield name if seen[name] == 1 else f"{plain} {seen[name]}{name[len(plain) :]}"


def _write_entries(recorded: Recorded) -> None:
    table = recorded.table
    opening = {"version": 0, "at": 0, "game": table.game.name, "players": recorded.players}
    write_line(msgspec.json.encode(opening | {"opening": table.opening}).decode())
    codec = Codec(table.game)
    for entry in table.log:
        write_line(codec.encode(entry).decode())


def good_part(entries: int) -> str:
    if entries == 1:
        return "the entry before it is good"
    return f"the {entries} entries before it are good" if entries else "only the opening is good"
