"""What a client is sent of a match.

Secrecy lives here: only `view`, and entries as a seat sees and counts them, reach a wire.
"""

from collections.abc import Iterable

from msgspec import Raw
from msgspec.json import encode

from tinplate.game import Seat
from tinplate.server.replicas import MatchReplica
from tinplate.store.log import Moment, Row
from tinplate.wire.outgoing import Ending, Entries, ViewMessage
from tinplate.wire.resources import MatchEntries

NO_VIEW = Raw(b"null")


def view_message(replica: MatchReplica, seat: Seat | None, now: Moment) -> ViewMessage:
    return ViewMessage(
        match=replica.log,
        game=replica.game.name,
        seat=seat,
        version=replica.seen_by(seat),
        view=_view(replica, seat),
        legal=_legal(replica, seat),
        deadline=replica.game.deadline(replica.match.state),
        ending=_ending(replica),
        clock=replica.clock(now),
    )


def entries_message(
    replica: MatchReplica, seen: int, seat: Seat | None, now: Moment, *, with_view: bool
) -> Entries:
    """The entries that a seat has not seen yet if it has seen so many."""
    return Entries(
        match=replica.log,
        entries=Raw(encode(replica.seen_since(seen, seat))),
        view=_view(replica, seat) if with_view else NO_VIEW,
        legal=_legal(replica, seat),
        deadline=replica.game.deadline(replica.match.state),
        ending=_ending(replica),
        clock=replica.clock(now),
    )


def match_entries_seen(
    replica: MatchReplica, rows: Iterable[Row], seat: Seat | None
) -> MatchEntries:
    """These rows of the log, as far as the seat may see them."""
    counted = (replica.entry(row) for row in rows if row.version <= replica.version)
    return MatchEntries(seat, replica.numbering.seen(counted, seat))


def _view(replica: MatchReplica, seat: Seat | None) -> Raw:
    return Raw(replica.codec.encode(replica.match.view(seat)))


def _legal(replica: MatchReplica, seat: Seat | None) -> Raw:
    return Raw(encode(() if seat is None else replica.game.legal(replica.match.state, seat)))


def _ending(replica: MatchReplica) -> Ending | None:
    outcome = replica.outcome
    return None if outcome is None else Ending(outcome.winners, outcome.because)
