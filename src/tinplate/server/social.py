"""Follows, blocks and invitations on the server: each person has a log of each.

The head of a list of blocks names everybody in it. So those who have blocked somebody are found,
too, and one write is enough to keep two people apart.
"""

import asyncio
import secrets

from tinplate.lobby.values import Guest
from tinplate.server.bus import BlocksChanged, Bus
from tinplate.server.head_logs import HeadLogs, StateChange
from tinplate.server.log_cache import Clock
from tinplate.server.metrics import Metrics
from tinplate.social import rules
from tinplate.social.values import Inbox, Invitation, KnownPerson, PeopleList
from tinplate.store.log import Store

FOLLOWS, BLOCKS, INBOX = "follows", "blocks", "inbox"  # kinds of logs
NOBODY = PeopleList()
ERASED = "erased"  # a kind of thing that happens, as are the names below


class SocialService:
    """Reads and writes what people have to do with each other."""

    def __init__(self, store: Store, bus: Bus, clock: Clock, metrics: Metrics) -> None:
        self._follows = HeadLogs(store, clock, metrics, FOLLOWS, PeopleList)
        self._blocks = HeadLogs(store, clock, metrics, BLOCKS, PeopleList)
        self._inboxes = HeadLogs(store, clock, metrics, INBOX, Inbox)
        self._store = store
        self._bus = bus
        self._clock = clock

    async def follows(self, person: str) -> PeopleList:
        found = await self._follows.find(_log(FOLLOWS, person))
        return NOBODY if found is None else found.state

    async def blocks(self, person: str) -> PeopleList:
        """The people whom somebody has blocked."""
        found = await self._blocks.find(_log(BLOCKS, person))
        return NOBODY if found is None else found.state

    async def hidden(self, person: str) -> frozenset[str]:
        """Everybody who has nothing to do with a person: blocked by them, or the other way."""
        blocks, by = await asyncio.gather(
            self.blocks(person), self._blocks.of_guest(person, is_open=True)
        )
        return frozenset((*blocks.ids, *(log.partition(" ")[2] for log, _ in by)))

    async def follow(self, own: str, person: str, name: str) -> None:
        """Rejected for oneself, for whom one has blocked, and if there are too many."""
        rules.require_other(person, own)
        blocks, known = await self.blocks(own), KnownPerson(person, name, self._clock())

        def judged(follows: PeopleList) -> StateChange[PeopleList]:
            return _changed(follows, rules.follow(follows, blocks, known), "followed")

        await self._follows.change(_log(FOLLOWS, own), judged, NOBODY)

    async def unfollow(self, own: str, person: str) -> None:
        def judged(follows: PeopleList) -> StateChange[PeopleList]:
            return _changed(follows, rules.without(follows, person), "unfollowed")

        await self._follows.change(_log(FOLLOWS, own), judged, NOBODY)

    async def block(self, own: str, person: str, name: str) -> None:
        """From now on neither has anything to do with the other. Whoever blocks follows no more."""
        rules.require_other(person, own)
        known = KnownPerson(person, name, self._clock())

        def judged(blocks: PeopleList) -> StateChange[PeopleList]:
            changed = rules.block(blocks, known)
            return _changed(blocks, changed, "blocked")._replace(guests=changed.ids)

        await self._blocks.change(_log(BLOCKS, own), judged, NOBODY)
        self._bus.publish(BlocksChanged(own, person))
        await self.unfollow(own, person)

    async def unblock(self, own: str, person: str) -> None:
        def judged(blocks: PeopleList) -> StateChange[PeopleList]:
            changed = rules.without(blocks, person)
            return _changed(blocks, changed, "unblocked")._replace(guests=changed.ids)

        await self._blocks.change(_log(BLOCKS, own), judged, NOBODY)
        self._bus.publish(BlocksChanged(own, person))

    async def invite(self, sender: Guest, person: str, table: str, game: str) -> None:
        """Rejected if it is too soon. What a blocked person sends is stored, and never shown."""
        rules.require_other(person, sender.id)
        rules.require_not_blocked(await self.blocks(sender.id), person)
        id_ = secrets.token_urlsafe(9)
        invitation = Invitation(id_, sender, table, game, self._clock())

        def judged(inbox: Inbox) -> StateChange[Inbox]:
            return StateChange(rules.invited(inbox, invitation), ["invited"])

        await self._inboxes.change(_log(INBOX, person), judged, Inbox())

    async def invitations(self, person: str) -> tuple[Invitation, ...]:
        """Those that wait for an answer, to tables at which they may sit."""
        found = await self._inboxes.find(_log(INBOX, person))
        if found is None or not rules.pending(found.state, (), self._clock()):
            return ()
        hidden = await self.hidden(person)
        pending = rules.pending(found.state, hidden, self._clock())
        heads = await asyncio.gather(*(self._store.head(each.table) for each in pending))
        tables = zip(pending, heads, strict=True)
        return tuple(each for each, at in tables if at is None or hidden.isdisjoint(at.guests))

    async def answer(self, person: str, id_: str) -> None:
        """An invitation was accepted or declined: it is not shown any more."""

        def judged(inbox: Inbox) -> StateChange[Inbox]:
            changed = rules.answered(inbox, id_)
            return StateChange(changed, [] if changed is inbox else ["answered"])

        await self._inboxes.change(_log(INBOX, person), judged, Inbox())

    async def erase(self, person: str) -> None:
        """Leave nothing of what somebody had here."""
        blocks = await self.blocks(person)
        for kind, logs in ((FOLLOWS, self._follows), (BLOCKS, self._blocks)):
            if (await logs.find(_log(kind, person))) is not None:
                await logs.change(
                    _log(kind, person), lambda _: StateChange(NOBODY, [ERASED], is_open=False)
                )
        if (await self._inboxes.find(_log(INBOX, person))) is not None:
            await self._inboxes.change(
                _log(INBOX, person), lambda _: StateChange(Inbox(), [ERASED], is_open=False)
            )
        for other in blocks.ids:
            self._bus.publish(BlocksChanged(person, other))


def _log(kind: str, person: str) -> str:
    return f"{kind} {person}"  # ids have no spaces


def _changed(before: PeopleList, after: PeopleList, happened: str) -> StateChange[PeopleList]:
    return StateChange(after, [] if after is before else [happened])
