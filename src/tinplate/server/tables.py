"""What people do at tables: open one, sit down, start a match, play."""

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial

from msgspec import Raw
from msgspec.json import encode

from tinplate.catalogue import Catalogue
from tinplate.game import Malformed, Rejected, Seat
from tinplate.lobby import rules
from tinplate.lobby.values import Arrange, Command, Event, Guest, Room, SeatBot, Start
from tinplate.server.books import Books, Unknown
from tinplate.server.ledger import (
    ROOM,
    Draft,
    MatchLedger,
    RoomLedger,
    match_opening_head,
    room_head,
)
from tinplate.server.terms import refuse_unable
from tinplate.store.log import Conflict
from tinplate.wire.codec import Codec
from tinplate.wire.resources import OpenTable
from tinplate.wire.rows import Author, MatchOpening, encode_opening

MOST_TABLES = 20  # at which somebody may sit who wants to open one more
NewId = Callable[[], str]  # an id that nobody can guess


class Tables:
    """The doings of people, over the books."""

    def __init__(self, books: Books, new_id: NewId) -> None:
        self.books = books
        self._new_id = new_id

    async def open(self, guest: Guest, wanted: OpenTable) -> str:
        """A new table, with terms that are settled; who opens it sits at it."""
        own = await self.books.store.of_guest(guest.id, ROOM, is_open=True, limit=MOST_TABLES)
        if len(own) == MOST_TABLES:
            because = f"You sit at {MOST_TABLES} tables; leave one before you open another."
            raise Rejected(because, "too-many-tables", count=MOST_TABLES)
        room = rules.open_room(wanted.terms, wanted.chairs, guest)
        log = self._new_id()
        await self.books.open(room_head(log, room, 0, self.books.clock()), encode_opening(room))
        return log

    async def act(self, room: RoomLedger, guest: Guest, command: Command, id_: str) -> int:
        """Do something at the table; the version of the table that came of it, or Rejected."""
        by = Author(guest.id, id_)
        new_id = self._new_id()

        def judge() -> tuple[Draft[Event], ...]:
            _refuse_unable_bots(self.books.catalogue, room.room, command)
            events = rules.decide(room.room, guest, command, new_id)
            if isinstance(command, Start):
                _deal(rules.folded(room.room, events), self.books)  # refused before it is written
            return (Draft(self.books.clock(), events, by),)

        version = await self.books.write(room, by, judge)
        if isinstance(command, Start):
            await self.match_at(room)
        return version

    async def play(self, room: RoomLedger, guest: Guest, log: str, command: Raw, id_: str) -> int:
        """Do something in a match; the version of the match that came of it, or Rejected."""
        match = await self._match_of(room, log)
        by, asked = Author(guest.id, id_), _command(match, command)

        def judge() -> tuple[Draft[object], ...]:
            seat = room.room.seat_of(guest.id)
            if seat is None:
                raise Rejected("You do not play in this match.", "you-do-not-play")
            return match.judged(seat, asked, self.books.clock(), by)

        return await self.books.write(match, by, judge)

    async def play_bot(
        self, match: MatchLedger, seat: Seat, command: object, holds: Callable[[], bool]
    ) -> int | None:
        """The version that came of what a bot decided; None if that does not hold any more."""
        is_played = False

        def judge() -> tuple[Draft[object], ...]:
            nonlocal is_played
            is_played = holds() and not match.is_owed(seat)  # nobody proves the bid of another
            return match.judged(seat, command, self.books.clock(), None) if is_played else ()

        version = await self.books.write(match, None, judge)
        return version if is_played else None

    async def match_at(self, room: RoomLedger) -> MatchLedger | None:
        """The match that is on, or the last one.

        Between the decision to start and the deal a process may have died, as between the end of
        a match and the news of it at the table: who looks next makes up for it.
        """
        if room.room.match is None:
            return None
        try:
            match = await self.books.match(room.room.match)
        except Unknown:
            await self._open_match(room, room.room.match)
            match = await self.books.match(room.room.match)
        await self.close_match(room, match)
        return match

    async def close_match(self, room: RoomLedger, match: MatchLedger) -> None:
        """Tell the table that its match is over, if it is."""
        outcome = match.outcome
        if outcome is not None and room.room.is_playing and room.room.match == match.log:
            await self._house(room, lambda: rules.end_match(room.room, match.log, outcome))

    async def stay_away(self, room: RoomLedger, guest: str, present: Collection[str]) -> None:
        await self._house(room, lambda: rules.stay_away(room.room, guest, present))

    async def come_back(self, room: RoomLedger, guest: str) -> None:
        await self.forfeit_stood_in(room)  # somebody stood in for them: what they owed is given up
        await self._house(room, lambda: rules.come_back(room.room, guest))

    async def forfeit_stood_in(self, room: RoomLedger) -> None:
        """Give up what people have promised for whom bots play now: a stand-in makes good its own.

        Who sits where is in the log of the table, who promised what in that of the match: a
        process that died in between has left nothing undone that the next one cannot see.
        """
        if not room.room.is_playing or room.room.match is None:
            return
        try:
            match = await self.books.match(room.room.match)
        except Unknown:
            return  # not dealt yet
        if owed_by_stand_ins(room.room, match):
            await self.books.refresh(room)  # they may be back, in another process
        for seat in owed_by_stand_ins(room.room, match):
            await self.forfeit(match, seat, partial(_is_stood_in, room, seat))

    async def forfeit(self, match: MatchLedger, seat: Seat, is_gone: Callable[[], bool]) -> None:
        """Give up what a person has promised at this seat, if they are gone."""

        def judge() -> tuple[Draft[object], ...]:
            return match.forfeited(seat, self.books.clock()) if is_gone() else ()

        await self.books.write(match, None, judge)

    async def _match_of(self, room: RoomLedger, log: str) -> MatchLedger:
        """The match of that name, if it is, or was, played at this table."""
        with suppress(Unknown):
            match = await self.books.match(log)
            if match.opening.room == room.log:
                return match
        raise Rejected("There is no such match at this table.")

    async def _house(self, room: RoomLedger, judge: Callable[[], tuple[Event, ...]]) -> None:
        """What happens at a table though nobody asked for it."""

        def draft() -> tuple[Draft[Event], ...]:
            events = judge()
            return (Draft(self.books.clock(), events),) if events else ()

        await self.books.write(room, None, draft)

    async def _open_match(self, room: RoomLedger, log: str) -> None:
        pack = self.books.catalogue.pack(room.room.terms.game)
        state = _deal(room.room, self.books)
        owners = [room.room.chairs[chair].owner for chair in room.room.seats]
        opening = MatchOpening(
            game=pack.name,
            room=room.log,
            players=room.room.players,
            state=Raw(encode(state)),
            guests=tuple(owner.id if owner else None for owner in owners),
        )
        head = match_opening_head(log, pack, opening, state, self.books.clock())
        with suppress(Conflict):  # somebody else has dealt
            await self.books.open(head, encode_opening(opening))


def _is_stood_in(room: RoomLedger, seat: Seat) -> bool:
    return room.room.is_playing and room.room.bot_at(seat) is not None


def owed_by_stand_ins(room: Room, match: MatchLedger) -> list[Seat]:
    """The seats that bots play for people who have promised something there."""
    if not room.is_playing or room.match != match.log:
        return []
    seats = map(Seat, range(len(room.seats)))
    return [seat for seat in seats if room.bot_at(seat) is not None and match.is_owed(seat)]


def _command(match: MatchLedger, command: Raw) -> object:
    try:
        return match.codec.decode_command(bytes(command))
    except Malformed as error:
        raise Rejected(f"This is no command of {match.game.name}: {error}") from None


def _refuse_unable_bots(catalogue: Catalogue, room: Room, command: Command) -> None:
    """Nobody sits at a game that they cannot play."""
    match command:
        case SeatBot(_, bot):
            refuse_unable(catalogue, bot, room.terms.game)
        case Arrange(terms):
            for chair in room.chairs:
                if chair.bot is not None:
                    refuse_unable(catalogue, chair.bot, terms.game)
        case _:
            return


def _deal(room: Room, books: Books) -> object:
    game = books.catalogue.pack(room.terms.game).game
    settings = Codec(game).decode_settings(encode(room.terms.settings))
    return game.setup(settings, len(room.seats), books.dice)
