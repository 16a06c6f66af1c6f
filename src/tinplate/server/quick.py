"""Quick match on the server: one queue for each game, which all processes share.

The queue is what the head of its log says, so nobody ever folds it; a row only says that it has
changed. People ask again every few seconds: that keeps their place, and whoever asks arranges what
can be arranged. So nothing is lost when a process dies, and there is nobody who has to run.
"""

import asyncio
from collections.abc import Callable
from random import SystemRandom

from msgspec import to_builtins
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from tinplate.game import Rejected
from tinplate.lobby.values import Chair, Guest, Start, Table, Terms
from tinplate.quick import rules
from tinplate.quick.values import TICKET_LIFE, Queue, QuickTable, QuickWish
from tinplate.server.log_cache import LogCache, UnknownLog
from tinplate.server.ratings import RatingService
from tinplate.server.replicas import TABLE, table_head
from tinplate.server.social import SocialService
from tinplate.server.tables import MAX_TABLES, NewId, TableService
from tinplate.server.terms import validated
from tinplate.store.log import Conflict, Head, Moment, Row
from tinplate.wire.resources import QuickStatus, Summary
from tinplate.wire.rows import encode_opening

QUEUE = "queue"  # a kind of log
MAX_WAITING = 2_000  # for one game
ATTEMPTS = 20  # to write while other processes write
START_ID = "quick"  # of the command that begins the match
_DECODER = Decoder(Queue)
_SUMMARY = Decoder(Summary)
Change = Callable[[Queue, Moment], Queue]


class QuickService:
    """Lets people wait for a game, and opens their tables."""

    def __init__(
        self,
        log_cache: LogCache,
        tables: TableService,
        ratings: RatingService,
        social: SocialService,
        new_id: NewId,
    ) -> None:
        self._log_cache = log_cache
        self._tables = tables
        self._ratings = ratings
        self._social = social
        self._new_id = new_id
        self._dice = SystemRandom()

    async def enter(self, guest: Guest, wish: QuickWish) -> QuickStatus:
        """Wait for a game, or go on waiting, and for no other one.

        Rejected if nobody can wish for that, and during a match that counts.
        """
        self._refuse_unplayable(wish)
        await self._refuse_playing(guest)
        standings = await self._ratings.pool((wish.game, wish.speed)).current()
        strength = standings.skill(guest.id).mean
        hidden = await self._social.hidden(guest.id)

        def change(queue: Queue, now: Moment) -> Queue:
            there = queue.ticket_of(guest.id)
            if there is not None and there.wish == wish:
                return rules.avoiding(rules.heard(queue, guest.id, now), guest.id, hidden)
            if len(queue.tickets) >= MAX_WAITING:
                raise Rejected("Too many people are waiting. Try again.", "too-many-at-once")
            entered = rules.entered(queue, guest, wish, strength, now)
            return rules.avoiding(entered, guest.id, hidden)

        status = await self._change(guest, wish.game, change)
        for other in await self._waited_for(guest, but=wish.game):
            await self.leave(guest, other)
        return status

    async def look(self, guest: Guest, game: str, *, is_hidden: bool = False) -> QuickStatus:
        """How it stands. Whoever looks is still there, which is written down now and then."""

        def change(queue: Queue, now: Moment) -> Queue:
            there = queue.ticket_of(guest.id)
            if there is None:
                return queue
            if there.is_hidden == is_hidden and now - there.seen < TICKET_LIFE // 3:
                return queue
            return rules.heard(queue, guest.id, now, is_hidden=is_hidden)

        status = await self._change(guest, game, change)
        if status.is_waiting or status.table is not None:
            return status
        return replace(status, is_elsewhere=bool(await self._waited_for(guest, but=game)))

    async def leave(self, guest: Guest, game: str) -> QuickStatus:
        """Wait no more."""
        return await self._change(guest, game, lambda queue, _: rules.left(queue, guest.id))

    async def part(self, one: str, other: str) -> None:
        """One has blocked the other. Where both wait, they are not matched, from now on."""
        for game in self._log_cache.catalogue.packs:
            queue = await self._queue(game)
            if queue.ticket_of(one) is not None and queue.ticket_of(other) is not None:
                hidden = await self._social.hidden(one)
                await self._write(game, lambda queue, _: rules.avoiding(queue, one, hidden))  # noqa: B023 - called at once

    async def _queue(self, game: str) -> Queue:
        """As it is in the store."""
        head = await self._log_cache.store.head(f"{QUEUE} {game}")
        return Queue() if head is None else _DECODER.decode(head.summary)

    async def _waited_for(self, guest: Guest, but: str) -> list[str]:
        """The other games for which somebody waits."""
        games = [game for game in self._log_cache.catalogue.packs if game != but]
        queues = await asyncio.gather(*map(self._queue, games))
        return [game for game, queue in zip(games, queues, strict=True) if queue.has(guest.id)]

    async def _refuse_playing(self, guest: Guest) -> None:
        """Rejected if somebody plays a match that counts: they would have to leave it."""
        store = self._log_cache.store
        for head in await store.of_guest(guest.id, TABLE, is_open=True, limit=MAX_TABLES):
            summary = _SUMMARY.decode(head.summary)
            if summary.is_playing and summary.is_rated and await self._plays(guest, head.log):
                because = "You are playing a rated match. Finish it first."
                raise Rejected(because, "you-play-rated")

    async def _plays(self, guest: Guest, log: str) -> bool:
        """Whether somebody plays in a match that goes on, for themselves."""
        replica = await self._log_cache.current(await self._log_cache.table(log))
        table, match = replica.table, await self._tables.match_at(replica)
        seat = table.seat_of(guest.id)
        if match is None or seat is None or table.bot_at(seat) is not None:
            return False
        await self._log_cache.refresh(match)
        return match.outcome is None and seat not in match.resigned

    async def _change(self, guest: Guest, game: str, change: Change) -> QuickStatus:
        queue = await self._write(game, change)
        ticket, found = queue.ticket_of(guest.id), queue.found_for(guest.id)
        if ticket is None and found is not None:
            await self._begin(found)
            return QuickStatus(is_waiting=False, table=found.table)
        if ticket is None:
            return QuickStatus(is_waiting=False)
        seconds = int(ticket.waited(self._log_cache.clock()))
        others = len(rules.beside(queue, ticket))
        return QuickStatus(is_waiting=True, seconds=seconds, others=others)

    async def _write(self, game: str, change: Change) -> Queue:
        """Change the queue, and arrange all that can be arranged."""
        log, store = f"{QUEUE} {game}", self._log_cache.store
        for _ in range(ATTEMPTS):
            head = await store.head(log)
            before = Queue() if head is None else _DECODER.decode(head.summary)
            now = self._log_cache.clock()
            after = self._arranged(game, rules.tidied(change(before, now), now), now)
            if after == before:
                return after
            version = 0 if head is None else head.version + 1
            new = Head(log, QUEUE, version, None, False, True, now, encode(after))  # noqa: FBT003
            try:
                await store.append(new, [Row(version, now, b"{}")])
            except Conflict:
                continue
            return after
        because = "Too many people are doing something here at once. Try again."
        raise Rejected(because, "too-many-at-once")

    def _arranged(self, game: str, queue: Queue, now: Moment) -> Queue:
        pack = self._log_cache.catalogue.pack(game)
        able = {bot.name for bot in self._log_cache.catalogue.bots_for(game)}
        bots = {name: elo for name, elo in pack.bot_ratings.items() if name in able}
        for party in rules.parties(queue.tickets, now, bots, pack.usual_players):
            queue = rules.seated(queue, party, self._new_id(), now)
        return queue

    async def _begin(self, found: QuickTable) -> None:
        """Open the table that was found, and begin the match; whoever comes first does it."""
        try:
            replica = await self._log_cache.table(found.table)
        except UnknownLog:
            await self._open(found)
            replica = await self._log_cache.table(found.table)
        await self._log_cache.refresh(replica)
        if replica.table.match is None and replica.table.host == found.guests[0].id:
            await self._tables.act(replica, found.guests[0], Start(), START_ID)

    async def _open(self, found: QuickTable) -> None:
        catalogue = self._log_cache.catalogue
        seats = len(found.guests) + len(found.bots)
        settings = catalogue.pack(found.game).quick_settings(found.speed, seats, self._dice)
        terms = validated(catalogue, Terms(found.game, to_builtins(settings), is_rated=True))
        people = tuple(Chair(owner=guest) for guest in found.guests)
        bots = tuple(Chair(bot=bot) for bot in found.bots)
        table = Table(terms, (*people, *bots), host=found.guests[0].id, is_for_strangers=True)
        head = table_head(found.table, table, 0, self._log_cache.clock())
        try:
            await self._log_cache.open(head, encode_opening(table))
        except Conflict:
            return  # another process was faster

    def _refuse_unplayable(self, wish: QuickWish) -> None:
        pack = self._log_cache.catalogue.packs.get(wish.game)
        if pack is None or wish.speed not in pack.speeds:
            raise Rejected("There is no such game to find.", "not-there")
        most = min(pack.most_strangers, pack.seats[-1])
        if not wish.sizes or not {*wish.sizes} <= {*range(2, most + 1)}:
            because = f"{pack.title} is for 2 to {most} players here."
            raise Rejected(because, "so-many-cannot-play", fewest=2, most=most)
