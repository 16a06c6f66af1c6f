"""What somebody is told of a match. Secrecy is here: only `view` and `since` reach a wire."""

from msgspec import Raw
from msgspec.json import encode

from tinplate.game import Seat
from tinplate.server.ledger import MatchLedger
from tinplate.store.log import Moment
from tinplate.wire.outgoing import Ending, Entries, View

NOTHING = Raw(b"null")


def view_of(match: MatchLedger, seat: Seat | None, now: Moment) -> View:
    return View(
        match=match.log,
        game=match.game.name,
        seat=seat,
        version=match.version,
        view=_view(match, seat),
        legal=_legal(match, seat),
        deadline=match.game.deadline(match.table.state),
        ending=_ending(match),
        clock=match.clock(now),
    )


def entries_since(
    match: MatchLedger, version: int, seat: Seat | None, now: Moment, *, with_view: bool
) -> Entries:
    return Entries(
        match=match.log,
        entries=Raw(encode(match.table.since(version, seat))),
        view=_view(match, seat) if with_view else NOTHING,
        legal=_legal(match, seat),
        deadline=match.game.deadline(match.table.state),
        ending=_ending(match),
        clock=match.clock(now),
    )


def _view(match: MatchLedger, seat: Seat | None) -> Raw:
    return Raw(match.codec.encode(match.table.view(seat)))


def _legal(match: MatchLedger, seat: Seat | None) -> Raw:
    return Raw(encode(() if seat is None else match.game.legal(match.table.state, seat)))


def _ending(match: MatchLedger) -> Ending | None:
    outcome = match.outcome
    return None if outcome is None else Ending(outcome.winners, outcome.because)
