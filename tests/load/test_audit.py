"""Acknowledged commands are looked up in the logs."""

from pathlib import Path
from random import Random

from msgspec import Raw
from msgspec.json import encode

from tests.store.logs import head
from tinplate.game import Millis, Seat
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import ChooseFacing, PowerDown
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.grid import Heading
from tinplate.load.audit import Audit, audit, audited
from tinplate.load.player import Acknowledged
from tinplate.match import Match
from tinplate.store.log import Moment, Row
from tinplate.store.opening import open_store
from tinplate.wire.codec import Codec
from tinplate.wire.incoming import LastSeen
from tinplate.wire.rows import Author, MatchOpening, RowBody, encode_opening

ANN, BOB = Seat(0), Seat(1)


def row(version: int, command: str | None) -> Row:
    by = None if command is None else Author("ann", command)
    return Row(version, Moment(0), encode(RowBody((), by)))


def acknowledged(version: int, command: str) -> Acknowledged:
    return Acknowledged("m", version, "ann", command)


GOOD = [row(0, None), row(1, "a"), row(2, None), row(3, "b")]


def test_all_is_there() -> None:
    """Every acknowledged command is in the log as the version that was told."""
    found = audited(GOOD, [acknowledged(1, "a"), acknowledged(3, "b")])

    assert Audit(logs=1, commands=2) == found


def test_a_lost_command_is_noticed() -> None:
    """Not in the log, in it as another version, or by somebody else."""
    assert 1 == audited(GOOD, [acknowledged(4, "c")]).missing
    assert 1 == audited(GOOD, [acknowledged(2, "b")]).missing
    assert 1 == audited(GOOD, [Acknowledged("m", 1, "bob", "a")]).missing
    assert 2 == audited([], [acknowledged(1, "a"), acknowledged(3, "b")]).missing


def test_a_command_that_happened_twice_is_noticed() -> None:
    """Sent again, it must not be written again."""
    assert 1 == audited([*GOOD, row(4, "a")], [acknowledged(1, "a")]).doubled


def test_a_hole_in_the_log_is_noticed() -> None:
    """A version that is missing, or is there twice."""
    assert 1 == audited(GOOD[:2] + GOOD[3:], []).gaps
    assert 1 == audited([*GOOD, row(3, None)], []).gaps


def match_rows() -> list[Row]:
    """Ann and Bob choose where they face, which both see; then Ann announces in secret."""
    game, dice = Rally(), Random(1)
    match = Match.open(game, RallySettings("first-shift"), 2, dice)
    opening = MatchOpening("rally", "t", ("Ann", "Bob"), Raw(Codec(game).encode(match.state)))
    rows = [Row(0, Moment(0), encode_opening(opening))]
    facing = ChooseFacing(Heading.NORTH)
    for seat, command in ((ANN, facing), (BOB, facing), (ANN, PowerDown(announce=True))):
        (entry,) = match.submit(seat, command, Millis(0))
        author = Author("ann" if seat == ANN else "bob", f"{entry.version}")
        rows.append(Row(entry.version, Moment(0), encode(RowBody(entry.events, author))))
    return rows


def test_a_seat_counts_what_it_sees() -> None:
    """What Bob does not see has no number for him, and he need not have heard of it."""
    by_ann, by_bob = Acknowledged("m", 3, "ann", "3", ANN), Acknowledged("m", 2, "bob", "2", BOB)
    seen = [LastSeen("m", ANN, 3), LastSeen("m", BOB, 2), LastSeen("m", None, 2)]

    assert Audit(logs=1, commands=2) == audited(match_rows(), [by_ann, by_bob], seen)
    assert 1 == audited(match_rows(), [by_ann._replace(number=2)]).missing


def test_whoever_was_not_told_is_noticed() -> None:
    """Everybody at a table receives what was acknowledged there last."""
    behind = [LastSeen("m", ANN, 2), LastSeen("m", BOB, 1), LastSeen("m", None, 2)]

    assert 2 == audited(match_rows(), [Acknowledged("m", 3, "ann", "3", ANN)], behind).behind


def test_logs_are_added_up() -> None:
    """One report for all of them."""
    assert Audit(2, 3, 4, 5, 6, 7) == Audit(1, 1, 1, 1, 1, 1) + Audit(1, 2, 3, 4, 5, 6)


async def test_several_databases_are_one(tmp_path: Path) -> None:
    """Each log is looked up where the list of databases keeps it."""
    databases = ",".join(f"sqlite:///{tmp_path / name}" for name in ("one", "two"))
    logs = [f"log-{number}" for number in range(6)]
    store = await open_store(databases)
    for log in logs:
        await store.append(head(log, 3), GOOD)
    await store.close()

    commands = [Acknowledged(log, 1, "ann", "a") for log in logs]

    assert Audit(logs=6, commands=6) == await audit(databases, commands)
