"""What a client is sent of a match.

Secrecy lives here: only `view`, and entries as a seat sees and counts them, reach a wire.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.json import encode

from tinplate.game import Seat
from tinplate.match import Entry
from tinplate.server.replicas import MatchReplica
from tinplate.store.log import Moment, Row
from tinplate.wire.differences import difference
from tinplate.wire.outgoing import Changes, Ending, Entries, ViewMessage
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
        opened_at=replica.opened_at,
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


class Sight:
    """What a seat, or the spectators, saw and could play after so many entries."""

    def __init__(self, seen: int, view: object, legal: tuple[object, ...]) -> None:
        self.seen = seen
        self.view = view
        self.legal = legal
        self.steps: dict[Sight | int, SightChange] = {}  # that lead here, from a sight or a number


class SightChange(NamedTuple):
    """What a client is told that had another sight before."""

    entries: Raw
    view: Raw
    legal: Raw


class MatchNews:
    """What the clients of this process are told of a match: worked out once for all who see alike.

    Differences are taken between two sights of the same seat, so they tell it nothing new.
    """

    def __init__(self, replica: MatchReplica) -> None:
        self.replica = replica
        self._sights: dict[Seat | None, Sight] = {}
        self._entries: tuple[tuple[Entry[Any], ...], Raw] = (), Raw(b"[]")  # written last
        self._change: tuple[object, object, Raw] = None, None, NO_VIEW  # written last

    def sight(self, seat: Seat | None) -> Sight:
        """What a seat sees now."""
        seen, sight = self.replica.seen_by(seat), self._sights.get(seat)
        if sight is None or sight.seen != seen:  # what it did not see has changed nothing for it
            replica = self.replica
            view, legal = replica.match.view(seat), _legal_commands(replica, seat)
            if sight is not None:
                sight.steps.clear()  # they hold the sights before it, back to the first
            sight = self._sights[seat] = Sight(seen, view, legal)
        return sight

    def changes(self, before: Sight | None, seen: int, seat: Seat | None, now: Moment) -> Changes:
        """What a client is told that has seen so many entries, and that had this sight then.

        If we do not know what it had, it is told everything.
        """
        sight, replica = self.sight(seat), self.replica
        key = seen if before is None else before
        step = sight.steps.get(key)
        if step is None:
            step = sight.steps[key] = self._step(before, seen, seat, sight)
        return Changes(
            match=replica.log,
            entries=step.entries,
            view=step.view,
            legal=step.legal,
            deadline=replica.game.deadline(replica.match.state),
            ending=_ending(replica),
            clock=replica.clock(now),
        )

    def _step(
        self, before: Sight | None, seen: int, seat: Seat | None, sight: Sight
    ) -> SightChange:
        entries = self._written_entries(self.replica.seen_since(seen, seat))
        if before is None:
            return SightChange(entries, Raw(encode((sight.view,))), Raw(encode((sight.legal,))))
        legal = Raw(encode(difference(before.legal, sight.legal)))
        return SightChange(entries, self._written_change(before.view, sight.view), legal)

    # In some games nothing is secret, so all seats see the very same.

    def _written_entries(self, entries: tuple[Entry[Any], ...]) -> Raw:
        known, text = self._entries
        if entries != known:
            text = Raw(encode(entries))
            self._entries = entries, text
        return text

    def _written_change(self, before: object, now: object) -> Raw:
        known_before, known_now, text = self._change
        if before is not known_before or now is not known_now:
            text = Raw(encode(difference(before, now)))
            self._change = before, now, text
        return text


def match_entries_seen(
    replica: MatchReplica, rows: Iterable[Row], seat: Seat | None
) -> MatchEntries:
    """These rows of the log, as far as the seat may see them."""
    counted = (replica.entry(row) for row in rows if row.version <= replica.version)
    return MatchEntries(seat, replica.numbering.seen(counted, seat))


def _view(replica: MatchReplica, seat: Seat | None) -> Raw:
    return Raw(replica.codec.encode(replica.match.view(seat)))


def _legal(replica: MatchReplica, seat: Seat | None) -> Raw:
    return Raw(encode(_legal_commands(replica, seat)))


def _legal_commands(replica: MatchReplica, seat: Seat | None) -> tuple[object, ...]:
    return () if seat is None else replica.game.legal(replica.match.state, seat)


def _ending(replica: MatchReplica) -> Ending | None:
    outcome = replica.outcome
    return None if outcome is None else Ending(outcome.winners, outcome.because)
