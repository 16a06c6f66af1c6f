"""Checks that the logs hold what was acknowledged, by reading the database directly."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import add

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import astuple

from tinplate.load.player import Acknowledged
from tinplate.store.log import Row, all_rows
from tinplate.store.sql import SqlStore
from tinplate.wire.rows import Author


class _Authored(Struct):
    """The part of a row that we read."""

    by: Author | None = None


class Audit(Struct, frozen=True):
    """The result. Only the first two may be more than 0."""

    logs: int = 0
    commands: int = 0
    missing: int = 0  # acknowledged, but not in the log as that version
    doubled: int = 0  # the same command twice in a log
    gaps: int = 0  # logs with a missing or repeated version

    def __add__(self, other: "Audit") -> "Audit":
        return Audit(*map(add, astuple(self), astuple(other)))


_ROW = Decoder(_Authored)


async def audit(database: str, acknowledged: Iterable[Acknowledged]) -> Audit:
    """Look up every acknowledged command."""
    expected = defaultdict[str, list[Acknowledged]](list)
    for command in acknowledged:
        expected[command.log].append(command)
    store, found = await SqlStore.open(database), Audit()
    try:
        for log, commands in expected.items():
            found += audited([row async for row in all_rows(store, log)], commands)
    finally:
        await store.close()
    return found


def audited(rows: Sequence[Row], expected: Sequence[Acknowledged]) -> Audit:
    """Compare one log with what was acknowledged of it."""
    written = [(_ROW.decode(row.body).by, row.version) for row in rows[1:]]  # 0 is the opening
    authored = [(by, version) for by, version in written if by is not None]
    wanted = {(Author(each.guest, each.command), each.version) for each in expected}
    return Audit(
        logs=1,
        commands=len(expected),
        missing=len(wanted - set(authored)),
        doubled=len(authored) - len({by for by, _ in authored}),
        gaps=int([row.version for row in rows] != list(range(len(rows)))),
    )
