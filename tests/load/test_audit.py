"""Acknowledged commands are looked up in the logs."""

from msgspec.json import encode

from tinplate.load.audit import Audit, audited
from tinplate.load.player import Acknowledged
from tinplate.store.log import Moment, Row
from tinplate.wire.rows import Author, RowBody


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


def test_logs_are_added_up() -> None:
    """One report for all of them."""
    assert Audit(2, 3, 4, 5, 6) == Audit(1, 1, 1, 1, 1) + Audit(1, 2, 3, 4, 5)
