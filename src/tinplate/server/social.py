"""Follows, blocks and invitations on the server: each person has a log of each.

The head of a list of blocks names everybody in it. So those who have blocked somebody are found,
too, and one write is enough to keep two people apart.
"""

import asyncio
import secrets
from collections.abc import Callable

from tinplate.lobby.values import Guest
from tinplate.server.bus import BlocksChanged, Bus, NewsCame
from tinplate.server.head_logs import HeadLogs, StateChange, StateT
from tinplate.server.log_cache import Clock
from tinplate.server.metrics import Metrics
from tinplate.social import rules
from tinplate.social.values import (
    Inbox,
    Invitation,
    InvitationAnswer,
    KnownPerson,
    LostAway,
    PeopleList,
)
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

        await self._change_inbox(person, judged)

    async def inbox(self, person: str) -> Inbox:
        """What they are told now: invitations to tables at which they may sit, answers, losses."""
        found = await self._inboxes.find(_log(INBOX, person))
        if found is None:
            return Inbox()
        inbox, now = found.state, self._clock()
        invitations = await self._invitations(person, inbox)
        return Inbox(invitations, rules.fresh_answers(inbox, now), rules.unseen_losses(inbox, now))

    async def _invitations(self, person: str, inbox: Inbox) -> tuple[Invitation, ...]:
        if not rules.pending(inbox, (), self._clock()):
            return ()
        hidden = await self.hidden(person)
        pending = rules.pending(inbox, hidden, self._clock())
        heads = await asyncio.gather(*(self._store.head(each.table) for each in pending))
        tables = zip(pending, heads, strict=True)
        return tuple(each for each, at in tables if at is None or hidden.isdisjoint(at.guests))

    async def answer(self, own: Guest, id_: str, *, accepts: bool | None) -> None:
        """An invitation was accepted or declined: it is not shown any more, and its sender is told.

        With None they are not told.
        """
        answered: Invitation | None = None

        def judged(inbox: Inbox) -> StateChange[Inbox]:
            nonlocal answered
            answered = rules.unanswered(inbox, id_)
            return _changed(inbox, rules.answered(inbox, id_), "answered")

        await self._change_inbox(own.id, judged)
        if answered is not None and accepts is not None:
            await self._tell_sender(answered, own, accepts=accepts)

    async def _tell_sender(self, invitation: Invitation, person: Guest, *, accepts: bool) -> None:
        """Unless they have nothing to do with each other by now."""
        sender = invitation.sender.id
        if person.id in await self.hidden(sender):
            return
        answer = InvitationAnswer(invitation.id, person, invitation.game, self._clock(), accepts)

        def judged(inbox: Inbox) -> StateChange[Inbox]:
            return StateChange(rules.told_answer(inbox, answer), ["told"])

        await self._change_inbox(sender, judged)

    async def tell_loss(self, person: str, loss: LostAway) -> None:
        """They were away, and another has claimed the win. Each match is told once."""

        def judged(inbox: Inbox) -> StateChange[Inbox]:
            return _changed(inbox, rules.told_loss(inbox, loss), "lost")

        await self._change_inbox(person, judged)

    async def saw_loss(self, person: str, match: str) -> None:
        """They need not be told of it again."""

        def judged(inbox: Inbox) -> StateChange[Inbox]:
            return _changed(inbox, rules.saw_loss(inbox, match), "saw")

        await self._change_inbox(person, judged)

    async def _change_inbox(
        self, person: str, judge: Callable[[Inbox], StateChange[Inbox]]
    ) -> None:
        await self._inboxes.change(_log(INBOX, person), judge, Inbox())
        self._bus.publish(NewsCame(person))

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


def _changed(before: StateT, after: StateT, happened: str) -> StateChange[StateT]:
    return StateChange(after, [] if after is before else [happened])
