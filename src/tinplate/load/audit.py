"""Checks that the logs hold what was acknowledged, by reading the database directly."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import add
from typing import Any

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import astuple

from tinplate.game import Millis, Seat
from tinplate.games import packs
from tinplate.load.player import Acknowledged
from tinplate.match import Entry, Numbering
from tinplate.store.log import Row, all_rows
from tinplate.store.opening import open_store
from tinplate.wire.incoming import LastSeen
from tinplate.wire.rows import Author, RowCodec, decode_match_opening


class _Authored(Struct):
    """The part of a row that we read."""

    by: Author | None = None


class Audit(Struct, frozen=True):
    """The result. Only the first two may be more than 0."""

    logs: int = 0
    commands: int = 0
    missing: int = 0  # acknowledged, but not in the log, or under another number
    doubled: int = 0  # the same command twice in a log
    gaps: int = 0  # logs with a missing or repeated version
    behind: int = 0  # players who have not been told what was acknowledged last

    def __add__(self, other: "Audit") -> "Audit":
        return Audit(*map(add, astuple(self), astuple(other)))


_ROW = Decoder(_Authored)


async def audit(
    database: str, acknowledged: Iterable[Acknowledged], seen: Iterable[LastSeen] = ()
) -> Audit:
    """Look up every acknowledged command, and whether everybody at its table was told of it."""
    expected = defaultdict[str, list[Acknowledged]](list)
    for command in acknowledged:
        expected[command.log].append(command)
    told = defaultdict[str, list[LastSeen]](list)
    for each in seen:
        told[each.match].append(each)
    store, found = await open_store(database), Audit()
    try:
        for log, commands in expected.items():
            rows = [row async for row in all_rows(store, log)]
            found += audited(rows, commands, told[log])
    finally:
        await store.close()
    return found


def audited(
    rows: Sequence[Row], expected: Sequence[Acknowledged], seen: Sequence[LastSeen] = ()
) -> Audit:
    """Compare one log with what was acknowledged of it."""
    authors = [_ROW.decode(row.body).by for row in rows[1:]]  # 0 is the opening
    versions = {by: version for version, by in enumerate(authors, 1) if by is not None}
    is_match = any(each.seat is not None for each in expected)
    number = _numbering(rows).number if rows and is_match else _number_at_table

    def is_there(each: Acknowledged) -> bool:
        version = versions.get(Author(each.guest, each.command))
        return version is not None and each.number == number(version, each.seat)

    last = max((versions.get(Author(each.guest, each.command), 0) for each in expected), default=0)
    return Audit(
        logs=1,
        commands=len(expected),
        missing=sum(not is_there(each) for each in expected),
        doubled=sum(by is not None for by in authors) - len(versions),
        gaps=int([row.version for row in rows] != list(range(len(rows)))),
        behind=sum(each.version < number(last, each.seat) for each in seen),
    )


def _number_at_table(version: int, _: Seat | None) -> int:
    return version


def _numbering(rows: Sequence[Row]) -> Numbering:
    """How each seat counts the entries of this match."""
    opening = decode_match_opening(rows[0].body)
    game = packs()[opening.game].game
    codec = RowCodec[Any](game.vocabulary.event)
    numbering = Numbering(game, len(opening.players))
    for row in rows[1:]:
        numbering.add(Entry(row.version, Millis(0), codec.decode(row.body).events))
    return numbering
