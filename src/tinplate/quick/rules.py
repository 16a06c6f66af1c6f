"""Decides which people play together. Pure: the time, the bots and the ids are passed in.

The one who has waited longest is served first, with those who are nearest in strength. How far away
they may be grows with that waiting, without end, whatever opponents somebody wishes for: so nobody
waits for ever while others want the same.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tinplate.lobby.lookalikes import look_alike
from tinplate.lobby.values import Guest
from tinplate.quick.values import FOUND_KEPT, Queue, QuickTable, QuickWish, Ticket

REACH = 150.0  # points of strength, at once
WIDENING = 15.0  # more of them for each second
EVERYBODY = 1e9  # points: nobody is so far away
SOON = 10.0  # seconds: whose time for bots is up by then plays with people and bots now
FULL_HOUSE = 8.0  # seconds for which we look for the largest of the tables that somebody wants

MayMeet = Callable[[Ticket, Ticket], bool]


class Party(NamedTuple):
    """People who play together, who waited longest first, and bots for the other chairs."""

    tickets: tuple[Ticket, ...]
    bots: tuple[str, ...] = ()


def may_meet(one: Ticket, other: Ticket) -> bool:
    """Nobody sits beside a name that looks like theirs, or somebody whom either has blocked."""
    is_blocked = other.guest.id in one.avoids or one.guest.id in other.avoids
    return not is_blocked and not look_alike(one.guest.name, other.guest.name)


def accepts(one: Ticket, other: Ticket, now: int, room: float = REACH) -> bool:
    """Whether another is as strong as somebody wishes. Whoever of both waited longer decides."""
    above = other.strength - one.strength
    widened = WIDENING * max(one.waited(now), other.waited(now))
    match one.wish.opponents:
        case "any":
            return True
        case "level":
            return abs(above) <= room + widened
        case "stronger":
            return -widened <= above <= room + widened


def entered(queue: Queue, guest: Guest, wish: QuickWish, strength: float, now: int) -> Queue:
    """Somebody waits from now on, for nothing else."""
    others = left(queue, guest.id)
    ticket = Ticket(guest, wish, strength, since=now, seen=now)
    return replace(others, tickets=(*others.tickets, ticket))


def left(queue: Queue, guest: str) -> Queue:
    """Somebody waits no more, and does not come to a table that was found."""
    return Queue(
        tuple(one for one in queue.tickets if one.guest.id != guest),
        tuple(one for one in queue.found if all(it.id != guest for it in one.guests)),
    )


def heard(queue: Queue, guest: str, now: int, *, is_hidden: bool = False) -> Queue:
    """Somebody who waits is still there, and looks at our page or at something else."""
    tickets = (
        replace(one, seen=now, is_hidden=is_hidden) if one.guest.id == guest else one
        for one in queue.tickets
    )
    return replace(queue, tickets=tuple(tickets))


def avoiding(queue: Queue, guest: str, hidden: Collection[str]) -> Queue:
    """Somebody who waits is matched with none of these: neither now, nor if they come later."""
    waiting = tuple(one.guest.id for one in queue.tickets if one.guest.id in hidden)
    tickets = (
        replace(one, avoids=waiting) if one.guest.id == guest else one for one in queue.tickets
    )
    return replace(queue, tickets=tuple(tickets))


def beside(queue: Queue, ticket: Ticket) -> list[Ticket]:
    """The others who wait for the same speed, without those whom somebody will never meet."""
    return [
        one
        for one in queue.tickets
        if one.guest.id != ticket.guest.id
        and one.wish.speed == ticket.wish.speed
        and may_meet(one, ticket)
    ]


def tidied(queue: Queue, now: int) -> Queue:
    """Without those who are gone, and tables that were found long ago."""
    return Queue(
        tuple(one for one in queue.tickets if now - one.seen <= one.life),
        tuple(one for one in queue.found if now - one.at <= FOUND_KEPT),
    )


def parties(
    tickets: Sequence[Ticket],
    now: int,
    bots: Mapping[str, float],
    usual: int,
    is_fine: MayMeet = may_meet,
) -> list[Party]:
    """All who can begin to play now. Bots are passed in with their strength.

    With bots, a table has the usual size, if that is wanted.
    """
    made = list[Party]()
    for speed in sorted({ticket.wish.speed for ticket in tickets}):
        line = _Line([one for one in tickets if one.wish.speed == speed], now, is_fine)
        for ticket in sorted(line.tickets, key=lambda one: (one.since, one.guest.id)):
            party = line.party_of(ticket, bots, usual)
            if party is not None:
                line.remove(party.tickets)
                made.append(party)
    return made


def seated(queue: Queue, party: Party, table: str, now: int) -> Queue:
    """A table was found for these: they wait no more."""
    ids = {ticket.guest.id for ticket in party.tickets}
    first = party.tickets[0].wish
    guests = tuple(ticket.guest for ticket in party.tickets)
    found = QuickTable(table, first.game, first.speed, guests, party.bots, now)
    return Queue(
        tuple(one for one in queue.tickets if one.guest.id not in ids), (*queue.found, found)
    )


class _Line:
    """Those who wait for the same, by strength."""

    def __init__(self, tickets: Iterable[Ticket], now: int, is_fine: MayMeet) -> None:
        self.tickets = sorted(tickets, key=lambda one: (one.strength, one.guest.id))
        self._strengths = [one.strength for one in self.tickets]
        self._now = now
        self._is_fine = is_fine
        self._gone = set[str]()  # they play already

    def remove(self, tickets: Iterable[Ticket]) -> None:
        self._gone.update(ticket.guest.id for ticket in tickets)

    def party_of(self, ticket: Ticket, bots: Mapping[str, float], usual: int) -> Party | None:
        """Whom somebody plays with now; None: they wait on, or play already."""
        if ticket.guest.id in self._gone:
            return None
        sizes = sorted(ticket.wish.sizes, reverse=True)
        waited = ticket.waited(self._now)
        for size in sizes if waited >= FULL_HOUSE else sizes[:1]:
            company = self._company(ticket, size, lambda _: True)
            if len(company) == size - 1:
                return Party((ticket, *company))
        if not _wants_bots(ticket, self._now) or not bots:
            return None
        size = usual if usual in sizes else sizes[-1]
        company = self._company(ticket, size, lambda one: _wants_bots(one, self._now, SOON))
        return Party((ticket, *company), _bots_beside(ticket, size - 1 - len(company), bots))

    def _company(
        self, ticket: Ticket, size: int, takes_part: Callable[[Ticket], bool]
    ) -> list[Ticket]:
        """Up to so many others, the nearest first, who may all sit at a table of this size."""
        widened = WIDENING * ticket.waited(self._now)
        reach = EVERYBODY if ticket.wish.opponents == "any" else REACH + widened
        company = list[Ticket]()
        for other in self._by_distance(ticket, reach):
            if len(company) == size - 1:
                break
            party = (ticket, *company)
            if (
                size in other.wish.sizes
                and takes_part(other)
                and all(self._is_fine(one, other) for one in party)
                and self._suits(ticket, other, REACH)
                # On either side of the first, two others may be as far apart as both together.
                and all(self._suits(one, other, 2 * REACH + widened) for one in company)
            ):
                company.append(other)
        return company

    def _suits(self, one: Ticket, other: Ticket, room: float) -> bool:
        return accepts(one, other, self._now, room) and accepts(other, one, self._now, room)

    def _by_distance(self, ticket: Ticket, reach: float) -> Iterable[Ticket]:
        """The others within reach, the nearest first."""
        above = bisect_left(self._strengths, ticket.strength)
        below = above - 1
        while True:
            up = self._distance(ticket, above)
            down = self._distance(ticket, below)
            if min(up, down) > reach:
                return
            at, above, below = (above, above + 1, below) if up < down else (below, above, below - 1)
            other = self.tickets[at].guest.id
            if other != ticket.guest.id and other not in self._gone:
                yield self.tickets[at]

    def _distance(self, ticket: Ticket, at: int) -> float:
        if not 0 <= at < len(self.tickets):
            return float("inf")
        return abs(self._strengths[at] - ticket.strength)


def _wants_bots(ticket: Ticket, now: int, early: float = 0.0) -> bool:
    after = ticket.wish.bots_after
    return after is not None and ticket.waited(now) + early >= after


def _bots_beside(ticket: Ticket, count: int, bots: Mapping[str, float]) -> tuple[str, ...]:
    """Bots for so many chairs, the nearest in strength first; some twice if there are few."""

    def distance(name: str) -> tuple[bool, float, str]:
        above = bots[name] - ticket.strength
        return ticket.wish.opponents == "stronger" and above < 0, abs(above), name

    nearest = sorted(bots, key=distance)
    return tuple(nearest[at % len(nearest)] for at in range(count))
