"""What people do at tables: open one, sit down, start a match, play."""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any
from weakref import WeakValueDictionary

from msgspec import Raw
from msgspec.json import encode

from tinplate.catalogue import Catalogue
from tinplate.ending import ABORTED, BY_AGREEMENT, SOMEBODY_AWAY, Resign
from tinplate.game import Malformed, Outcome, Rejected, Seat, Stall
from tinplate.lobby import rules
from tinplate.lobby.rules import Attendance
from tinplate.lobby.values import (
    Arrange,
    Command,
    Event,
    Guest,
    JoinNext,
    SeatBot,
    Start,
    Table,
    Terms,
)
from tinplate.pack import GamePack
from tinplate.ratings.results import ranked, with_leavers_last
from tinplate.server.drawings import count_play
from tinplate.server.log_cache import LogCache, UnknownLog
from tinplate.server.replicas import (
    TABLE,
    Draft,
    MatchReplica,
    TableReplica,
    match_opening_head,
    table_head,
)
from tinplate.server.running import refuse_chosen
from tinplate.server.terms import require_able_bot
from tinplate.store.log import Conflict
from tinplate.wire.codec import codec_of
from tinplate.wire.resources import OpenTable
from tinplate.wire.rows import Author, MatchOpening, encode_opening

MAX_TABLES = 20  # at which one guest may sit
SETTINGS_KEPT = 200  # that were read: checking them takes longer than most of what is done by them
MAY_START = (Start, JoinNext)  # what may begin a match
MAX_IDS = 1_000  # that we try, to find one for the database of its table
BROKEN_OFF = (ABORTED, SOMEBODY_AWAY)  # why a match ended that says nothing of its players
NewId = Callable[[], str]  # returns an id that nobody can guess


class TableService:
    """Applies the commands of people and bots to the logs of tables and matches."""

    def __init__(self, log_cache: LogCache, new_id: NewId) -> None:
        self.log_cache = log_cache
        self._new_id = new_id
        self._on_end: list[Callable[[TableReplica], None]] = []
        self._dealt: dict[str, object] = {}  # opening states of matches that are being stored
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, guest: Guest, wanted: OpenTable) -> str:
        """Open a table with validated terms, and seat the guest. Returns the id of the table."""
        _require_chairs(self.log_cache.catalogue, wanted.terms, wanted.chairs)
        own = await self.log_cache.store.of_guest(guest.id, TABLE, is_open=True, limit=MAX_TABLES)
        if len(own) == MAX_TABLES:
            because = f"You sit at {MAX_TABLES} tables. Leave one before you open another."
            raise Rejected(because, "too-many-tables", count=MAX_TABLES)
        table = rules.open_table(wanted.terms, wanted.chairs, guest)
        log = self._new_id()
        head = table_head(log, table, 0, self.log_cache.clock())
        await self.log_cache.open(head, encode_opening(table))
        return log

    async def act(
        self,
        replica: TableReplica,
        guest: Guest,
        command: Command,
        id_: str,
        there: Callable[[], Attendance] = Attendance,
    ) -> int:
        """Do something at the table. Returns the version it led to, or raises Rejected."""
        by = Author(guest.id, id_)
        may_start = isinstance(command, MAY_START)
        new_id = self._id_beside(replica.log) if may_start else self._new_id()
        if may_start:
            await self.log_cache.lull.come()  # a deal takes as long as many commands
            await self._refuse_to_solve(replica.table)

        def judge() -> tuple[Draft[Event], ...]:
            _require_able_bots(self.log_cache.catalogue, replica.table, command)
            _require_room(self.log_cache.catalogue, replica.table, command)
            events = rules.decide(replica.table, guest, command, new_id, there())
            table = rules.folded(replica.table, events) if may_start else replica.table
            if table.match == new_id:  # reject a match that cannot be dealt before we store it
                self._dealt[new_id] = _deal(table, self.log_cache)
            return (Draft(self.log_cache.clock(), events, by),)

        try:
            version = await self.log_cache.write(replica, by, judge)
            if new_id in self._dealt:
                await self.match_at(replica)
        finally:
            self._dealt.pop(new_id, None)
        return version

    def _id_beside(self, table: str) -> str:
        """An id whose log is in the database of the table: when it is down, both are."""
        id_ = self._new_id()
        for _ in range(MAX_IDS):
            if self.log_cache.store.place_beside(table, id_):
                break
            id_ = self._new_id()
        return id_

    async def play(
        self, replica: TableReplica, guest: Guest, log: str, command: Raw, id_: str
    ) -> int:
        """Do something in a match, or raise Rejected. Returns the number of it to that seat."""
        match = await self._match_of(replica, log)
        by, decoded = Author(guest.id, id_), _command(match, command)
        seat: Seat | None = None

        def judge() -> tuple[Draft[object], ...]:
            nonlocal seat
            seat = replica.table.seat_of(guest.id)
            if seat is None:
                raise Rejected("You are not playing in this match.", "you-do-not-play")
            return match.judge(seat, decoded, self.log_cache.clock(), by)

        version = await self.log_cache.write(match, by, judge)
        if seat is None:  # it was accepted before, and not judged again
            seat = replica.table.seat_of(guest.id)
        return match.numbering.number(version, seat)

    async def play_bot(
        self, match: MatchReplica, seat: Seat, command: object, holds: Callable[[], bool]
    ) -> int | None:
        """The version that a bot's command led to. None if its decision no longer holds."""
        is_played = False

        def judge() -> tuple[Draft[object], ...]:
            nonlocal is_played
            is_played = holds() and not match.is_owed(seat)  # nobody proves another's bid
            return match.judge(seat, command, self.log_cache.clock(), None) if is_played else ()

        version = await self.log_cache.write(match, None, judge)
        return version if is_played else None

    async def match_at(self, replica: TableReplica) -> MatchReplica | None:
        """The current match of the table, or else the last one.

        A process may have died after it started a match and before it dealt, or after a match
        ended and before the table knew. Whoever calls this next completes what is missing.
        """
        if replica.table.match is None:
            return None
        log = replica.table.match
        is_begun = log not in self._dealt and log not in self._opening
        match = await self._stored(log) if is_begun else None
        if match is None:
            match = await self._begun(replica, log)
        await self.close_match(replica, match)
        return match

    async def _stored(self, log: str) -> MatchReplica | None:
        with suppress(UnknownLog):
            return await self.log_cache.match(log)
        return None

    async def _begun(self, replica: TableReplica, log: str) -> MatchReplica:
        """Deal a match. Everybody at the table asks for it at once, and one deal is enough."""
        async with self._opening.setdefault(log, asyncio.Lock()):
            match = await self._stored(log) if log not in self._dealt else None
            return match or await self._open_match(replica, log)

    async def close_match(self, replica: TableReplica, match: MatchReplica) -> None:
        """If the match is over, write that into the log of the table."""
        outcome = match.outcome
        table = replica.table
        if outcome is not None and table.is_playing and table.match == match.log:
            final = rules.FinalPlaces(places_in(match, outcome), match.resigned)
            at = self.log_cache.clock()
            await self._write(
                replica, lambda: rules.end_match(replica.table, match.log, outcome, final, at)
            )
            for listener in self._on_end:
                listener(replica)

    def on_end(self, listener: Callable[[TableReplica], None]) -> None:
        """Call the listener when this process has written that a match is over."""
        self._on_end.append(listener)

    async def handle_absence(
        self, replica: TableReplica, guest: str, present: Collection[str]
    ) -> None:
        await self._write(replica, lambda: rules.handle_absence(replica.table, guest, present))

    async def handle_return(self, replica: TableReplica, guest: str) -> None:
        await self.forfeit_of_others(replica)  # while the bot still has the seat
        await self._write(replica, lambda: rules.handle_return(replica.table, guest))

    async def forfeit_of_others(self, replica: TableReplica) -> None:
        """Give up the promises of those who do not play their seat now, be they people or bots.

        A bot would make good what somebody promised blindly; and somebody who is back would get
        what a bot has found.

        Seats follow from the log of the table, promises from the log of the match. So if a process
        dies half-way, the next one sees what is left to do.
        """
        match = await self._dealt_match(replica)
        if match is None:
            return
        if seats_owing_for_others(replica, match):
            await self.log_cache.refresh(replica)  # another process may have changed who plays
        for seat in seats_owing_for_others(replica, match):
            await self._withdraw(match, seat, partial(_owes_for_another, replica, match, seat))

    async def forfeit(self, match: MatchReplica, seat: Seat, is_gone: Callable[[], bool]) -> None:
        """Give up what was promised at this seat, if whoever promised it is gone."""

        def judge() -> tuple[Draft[object], ...]:
            return match.forfeit(seat, self.log_cache.clock()) if is_gone() else ()

        await self.log_cache.write(match, None, judge)

    async def _withdraw(
        self, match: MatchReplica, seat: Seat, is_another: Callable[[], bool]
    ) -> None:
        """Give up what was promised or begun at this seat, if it is another's now."""

        def judge() -> tuple[Draft[object], ...]:
            return match.withdraw(seat, self.log_cache.clock()) if is_another() else ()

        await self.log_cache.write(match, None, judge)

    async def resign_conceded(self, replica: TableReplica) -> None:
        """Let the seats resign whose win another has claimed.

        That is in the log of the table, so if a process dies half-way, the next one does it.
        """
        match = await self._dealt_match(replica)
        if match is not None:
            for seat in conceding_seats(replica.table, match):
                await self._resign(replica, match, seat)

    async def _resign(self, replica: TableReplica, match: MatchReplica, seat: Seat) -> None:
        def judge() -> tuple[Draft[object], ...]:
            if seat not in conceding_seats(replica.table, match):
                return ()
            return match.judge(seat, Resign(), self.log_cache.clock(), None)

        await self.log_cache.write(match, None, judge)

    async def abstain(self, match: MatchReplica, seat: Seat, is_gone: Callable[[], bool]) -> None:
        """Let the others agree without this seat, if its player is gone."""

        def judge() -> tuple[Draft[object], ...]:
            return match.abstain(seat, self.log_cache.clock()) if is_gone() else ()

        await self.log_cache.write(match, None, judge)

    async def hurry(self, match: MatchReplica, stall: Stall) -> None:
        """Start a clock for players who are there and keep everybody waiting."""
        await self.log_cache.write(match, None, lambda: match.hurry(stall, self.log_cache.clock()))

    def patience(self, table: Table) -> int | None:
        """For how many seconds the table waits for players who are there. None: until they act."""
        pack = self.log_cache.catalogue.pack(table.terms.game)
        return pack.patience(_settings(pack, table.terms)) if len(table.people) > 1 else None

    async def _refuse_to_solve(self, table: Table) -> None:
        """BeingPlayed if bots would show everybody what is good in a match at another table."""
        if not any(chair.bot for chair in table.chairs):
            return
        settings = _settings(self.log_cache.catalogue.pack(table.terms.game), table.terms)
        await refuse_chosen(self.log_cache, table.terms.game, settings, but=table.match)

    async def _dealt_match(self, replica: TableReplica) -> MatchReplica | None:
        """The match that is being played at the table. None: there is none, or not dealt yet."""
        if not replica.table.is_playing or replica.table.match is None:
            return None
        with suppress(UnknownLog):
            return await self.log_cache.match(replica.table.match)
        return None

    async def _match_of(self, replica: TableReplica, log: str) -> MatchReplica:
        """A current or past match of this table, by its id."""
        with suppress(UnknownLog):
            match = await self.log_cache.match(log)
            if match.opening.table == replica.log:
                return match
        raise Rejected("There is no such match at this table.", "not-there")

    async def _write(self, replica: TableReplica, decide: Callable[[], tuple[Event, ...]]) -> None:
        """Write events that nobody has commanded."""

        def judge() -> tuple[Draft[Event], ...]:
            events = decide()
            return (Draft(self.log_cache.clock(), events),) if events else ()

        await self.log_cache.write(replica, None, judge)

    async def _open_match(self, replica: TableReplica, log: str) -> MatchReplica:
        table = replica.table
        pack = self.log_cache.catalogue.pack(table.terms.game)
        state = self._dealt.pop(log, None) or _deal(table, self.log_cache)
        owners = [table.chairs[chair].owner for chair in table.seats]
        opening = MatchOpening(
            game=pack.name,
            table=replica.log,
            players=table.players,
            state=Raw(encode(state)),
            guests=tuple(owner.id if owner else None for owner in owners),
            deal=table.named_deal,
            avatars=table.avatars,
        )
        if opening.deal is not None:  # before anybody can see it
            cache = self.log_cache
            await cache.dealer.count(cache.store, pack.name, opening.deal, log, cache.clock())
        settings = _settings(pack, table.terms)
        await count_play(self.log_cache.store, pack, settings, log, self.log_cache.clock())
        head = match_opening_head(log, pack, opening, state, self.log_cache.clock())
        with suppress(Conflict):  # another process has dealt
            return await self.log_cache.open_match(head, encode_opening(opening))
        return await self.log_cache.match(log)


def places_in(match: MatchReplica, outcome: Outcome) -> tuple[int, ...]:
    """The places of all seats. None if the match was broken off, or ended when hardly begun."""
    state = match.match.state
    is_early = outcome.because == BY_AGREEMENT and not match.pack.is_under_way(state)
    if outcome.because in BROKEN_OFF or is_early:
        return ()
    seats = range(len(match.opening.players))
    scores = [match.pack.score(state, Seat(seat)) for seat in seats]
    return with_leavers_last(ranked(scores), match.resigned)


def _owes_for_another(replica: TableReplica, match: MatchReplica, seat: Seat) -> bool:
    return seat in seats_owing_for_others(replica, match)


def seats_owing_for_others(replica: TableReplica, match: MatchReplica) -> list[Seat]:
    """The seats that bots play where people have promised something, and the other way round.

    And those that bots have taken over in the middle of something.
    """
    table = replica.table
    if not table.is_playing or table.match != match.log:
        return []
    seats = map(Seat, range(len(table.seats)))
    return [seat for seat in seats if _is_of_another(replica, match, seat)]


def _is_of_another(replica: TableReplica, match: MatchReplica, seat: Seat) -> bool:
    if replica.table.bot_at(seat) is None:
        return match.is_owed_by_bot(seat)
    since = replica.taken_over_at(seat)
    is_new = since is not None and match.is_involved_since_before(seat, since)
    return is_new or match.is_owed(seat)


def conceding_seats(table: Table, match: MatchReplica) -> list[Seat]:
    """The seats whose win another has claimed, and that have not resigned yet."""
    if not table.is_playing or table.match != match.log:
        return []
    state = match.match.state
    return [seat for seat in table.conceded if Resign() in match.game.legal(state, seat)]


def _command(match: MatchReplica, command: Raw) -> object:
    try:
        return match.codec.decode_command(bytes(command))
    except Malformed as error:
        because = f"This is not a command of {match.game.name}: {error}"
        raise Rejected(because, error.code or "not-understood", **error.facts) from None


def _require_able_bots(catalogue: Catalogue, table: Table, command: Command) -> None:
    """Rejected if a bot at the table could not play its game."""
    match command:
        case SeatBot(_, bot):
            require_able_bot(catalogue, bot, table.terms.game)
        case Arrange(terms, _):
            for chair in table.chairs:
                if chair.bot is not None:
                    require_able_bot(catalogue, chair.bot, terms.game)
        case _:
            return


def _require_room(catalogue: Catalogue, table: Table, command: Command) -> None:
    """Rejected if the table has too many chairs for other settings or another game, or too few."""
    match command:
        case Arrange(terms, chairs):
            wanted = len(table.chairs) if chairs is None else chairs
            if (terms.game, terms.settings, wanted) != _played_at(table):
                _require_chairs(catalogue, terms, wanted)


def _played_at(table: Table) -> tuple[str, dict[str, Any], int]:
    return table.terms.game, table.terms.settings, len(table.chairs)


def _require_chairs(catalogue: Catalogue, terms: Terms, chairs: int) -> None:
    pack = catalogue.pack(terms.game)
    pack.require_chairs(_settings(pack, terms), chairs)


def _settings(pack: GamePack, terms: Terms) -> object:
    return _settings_in(pack, encode(terms.settings))


@lru_cache(SETTINGS_KEPT)
def _settings_in(pack: GamePack, text: bytes) -> object:
    return codec_of(pack).decode_settings(text)


def _deal(table: Table, log_cache: LogCache) -> object:
    pack = log_cache.catalogue.pack(table.terms.game)
    settings = _settings(pack, table.terms)
    if len(table.people) > 1 and table.terms.absent != "keep":  # who agreed to wait, waits
        settings = pack.among_people(settings)
    elif len(table.people) == 1:
        settings = pack.among_bots(settings)
    dice = log_cache.dealer.opening_dice(pack, table.named_deal)
    return pack.deal(settings, len(table.seats), dice)
