"""A log as one process knows it: the fold of the rows it has read. No I/O.

A ledger can say what would be written; only `add` changes it, once that is written down.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.json import encode

from tinplate.catalogue import Catalogue
from tinplate.game import AnyGame, Malformed, Millis, Outcome, Seat, Staking
from tinplate.lobby.rules import can_be_given_up, folded
from tinplate.lobby.values import Chair, Event, Room
from tinplate.match import Entry, Match
from tinplate.pack import GamePack
from tinplate.store.log import Head, Moment, Row
from tinplate.wire.codec import Codec
from tinplate.wire.resources import MatchFacts, MatchSummary, Summary
from tinplate.wire.rows import (
    ROOM_ROWS,
    Author,
    MatchOpening,
    RowCodec,
    Written,
    decode_match_opening,
    decode_room,
)

KINDS = ROOM, MATCH = "room", "match"  # the kinds of logs that have ledgers
ENTRIES_KEPT = 50  # of a match, in memory; who has missed more gets a fresh view
MARK = 8  # bytes by which a command is recognised: few, for all of a match are remembered
NOBODY = bytes(MARK)
LEASE = 120_000  # milliseconds: so long a table waits for a process that looks after it
EventT = TypeVar("EventT")


class Draft(NamedTuple, Generic[EventT]):
    """What one command or one deadline brings about, before it has a version."""

    at: Moment
    events: tuple[EventT, ...]
    by: Author | None = None


class Ledger(ABC, Generic[EventT]):
    """What rooms and matches have in common."""

    def __init__(self, log: str, opening: Row, codec: RowCodec[EventT]) -> None:
        self.log = log
        self.version = opening.version
        self.opened_at = self.updated_at = opening.at
        self.lock = asyncio.Lock()  # for those in this process who want to write
        self._codec = codec
        self._marks = bytearray(NOBODY)  # of the commands, by version
        self._authors: set[str] = set()

    def version_by(self, author: Author | None) -> int | None:
        """The version that came of a command, if it was accepted before."""
        if author is None:
            return None
        mark = _mark(author)
        at = self._marks.find(mark)
        while at > 0 and at % MARK:  # the end of one and the beginning of the next, by chance
            at = self._marks.find(mark, at + 1)
        return at // MARK if at > 0 else None

    def rows(self, drafts: Iterable[Draft[EventT]]) -> list[Row]:
        """The drafts as they would follow."""
        return [
            Row(version, draft.at, self._codec.encode(Written(draft.events, draft.by)))
            for version, draft in enumerate(drafts, self.version + 1)
        ]

    def add(self, draft: Draft[EventT]) -> None:
        """Let be so what is written down."""
        self._fold(draft)
        self.version += 1
        self.updated_at = draft.at
        self._marks += NOBODY if draft.by is None else _mark(draft.by)
        if draft.by is not None:
            self._authors.add(draft.by.guest)

    def read(self, row: Row) -> None:
        """Add what somebody else has written."""
        if row.version != self.version + 1:
            raise Malformed(f"{self.log}: row {row.version} does not follow {self.version}")
        written = self._codec.decode(row.body)
        self.add(Draft(row.at, written.events, written.by))

    @abstractmethod
    def fallen(self, now: Moment) -> tuple[Draft[EventT], ...]:
        """What has to happen by itself up to now."""

    @abstractmethod
    def head_after(self, drafts: Sequence[Draft[EventT]]) -> Head: ...

    @abstractmethod
    def _fold(self, draft: Draft[EventT]) -> None: ...


class RoomLedger(Ledger[Event]):
    """A table in the lobby."""

    def __init__(self, log: str, opening: Row) -> None:
        super().__init__(log, opening, ROOM_ROWS)
        self.room = decode_room(opening.body)

    def fallen(self, now: Moment) -> tuple[Draft[Event], ...]:  # noqa: ARG002 - no clock runs
        return ()

    def head_after(self, drafts: Sequence[Draft[Event]]) -> Head:
        room = self.room
        for draft in drafts:
            room = folded(room, draft.events)
        return room_head(self.log, room, self.version + len(drafts), drafts[-1].at)

    def _fold(self, draft: Draft[Event]) -> None:
        self.room = folded(self.room, draft.events)


class MatchLedger(Ledger[Any]):
    """A match. Its time is counted from its opening."""

    def __init__(self, log: str, opening: Row, catalogue: Catalogue, dice: Random) -> None:
        self.opening = decode_match_opening(opening.body)
        self.pack = catalogue.pack(self.opening.game)
        self.game = self.pack.game
        self.codec = Codec(self.game)
        state = self.codec.decode_state(bytes(self.opening.state))
        self.table = Match(self.game, state, dice, keep=ENTRIES_KEPT)
        self._staking = self.game if isinstance(self.game, Staking) else None
        self._seats = tuple(Seat(seat) for seat in range(len(self.opening.players)))
        self._stakes: dict[Seat, tuple[object, Author | None]] = {}  # and who made each
        super().__init__(log, opening, RowCodec(self.game.vocabulary.event))

    @property
    def due(self) -> Moment | None:
        return due_in(self.game, self.table.state, self.opened_at)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.table.state)

    @property
    def facts(self) -> MatchFacts:
        return _facts(
            self.game, self.opening, self.table.state, self.opened_at, self.version, self.updated_at
        )

    def clock(self, now: Moment) -> Millis:
        """The time of the match."""
        return Millis(max(0, now - self.opened_at))

    def judged(
        self, seat: Seat, command: object, now: Moment, by: Author | None
    ) -> tuple[Draft[Any], ...]:
        """What comes of a command once all that was due has happened; Rejected if nothing may."""
        return (self._draft(self.table.judge(seat, command, self.clock(now)), by),)

    def is_owed(self, seat: Seat) -> bool:
        """Whether a person, and not a bot, has promised what this seat still has to make good."""
        _, by = self._stakes.get(seat, (None, None))
        return by is not None

    def forfeited(self, seat: Seat, now: Moment) -> tuple[Draft[Any], ...]:
        """What comes of it that whoever made the promise of this seat is gone, if anybody did."""
        if self._staking is None or not self.is_owed(seat):
            return ()
        at = max(self.clock(now), self.table.last_at)  # clocks of several machines may differ
        events = self._staking.forfeit(self.table.state, seat, at)
        return (self._draft(Entry(self.version + 1, at, events)),)

    def fallen(self, now: Moment) -> tuple[Draft[Any], ...]:
        return tuple(self._draft(entry) for entry in self.table.due(self.clock(now)))

    def head_after(self, drafts: Sequence[Draft[Any]]) -> Head:
        state, version = self.table.state, self.version + len(drafts)
        for draft in drafts:
            for event in draft.events:
                state = self.game.evolve(state, event)
        facts = _facts(self.game, self.opening, state, self.opened_at, version, drafts[-1].at)
        head = match_head(self.log, self.pack, self.opening, state, facts)
        if head.guests:
            return head
        # Before openings said whose seats they are, those took part who did something.
        new = {draft.by.guest for draft in drafts if draft.by}
        return head._replace(guests=tuple(sorted(self._authors | new)))

    def _fold(self, draft: Draft[Any]) -> None:
        at = Millis(draft.at - self.opened_at)
        self.table.append(Entry(self.version + 1, at, draft.events))
        self._note_stakes(draft.by)

    def _note_stakes(self, by: Author | None) -> None:
        """Who made which promise follows from the log, so every process knows the same."""
        if self._staking is None:
            return
        for seat in self._seats:
            stake = self._staking.stake(self.table.state, seat)
            if stake is None:
                self._stakes.pop(seat, None)
            elif stake != self._stakes.get(seat, (None, None))[0]:
                self._stakes[seat] = stake, by

    def entry(self, row: Row) -> Entry[Any]:
        """What a row of the log tells, hidden things and all."""
        at = Millis(row.at - self.opened_at)
        return Entry(row.version, at, self._codec.decode(row.body).events)

    def _draft(self, entry: Entry[Any], by: Author | None = None) -> Draft[Any]:
        return Draft(Moment(self.opened_at + entry.at), entry.events, by)


def _mark(author: Author) -> bytes:
    return blake2b("\n".join(author).encode(), digest_size=MARK).digest()


def room_head(log: str, room: Room, version: int, at: Moment) -> Head:
    """A table is in the list of all as long as somebody sits at it for whom no bot plays.

    It is due when nobody has looked after it for long: a process that does puts that off.
    """
    return Head(
        log=log,
        kind=ROOM,
        version=version,
        due=Moment(at + LEASE) if can_be_given_up(room) else None,
        is_public=room.terms.is_public and any(map(_is_owner_there, room.chairs)),
        is_open=bool(room.owners),
        updated_at=at,
        summary=encode(_summary(room)),
        guests=room.owners,
    )


def match_opening_head(
    log: str, pack: GamePack, opening: MatchOpening, state: object, at: Moment
) -> Head:
    return match_head(log, pack, opening, state, _facts(pack.game, opening, state, at, 0, at))


def match_head(
    log: str, pack: GamePack, opening: MatchOpening, state: object, facts: MatchFacts
) -> Head:
    """A match is in no public list: who knows its table finds it there, who plays in theirs."""
    return Head(
        log=log,
        kind=MATCH,
        version=facts.version,
        due=due_in(pack.game, state, Moment(facts.opened_at)),
        is_public=False,
        is_open=not facts.is_over,
        updated_at=Moment(facts.updated_at),
        summary=encode(MatchSummary(facts, opening.guests)),
        topic=pack.topic(state),
        guests=tuple(guest for guest in opening.guests if guest is not None),
    )


def _facts(  # noqa: PLR0913, PLR0917 - what a match is, and how far it got
    game: AnyGame,
    opening: MatchOpening,
    state: object,
    opened_at: Moment,
    version: int,
    at: Moment,
) -> MatchFacts:
    outcome = game.outcome(state)
    return MatchFacts(
        game=opening.game,
        players=opening.players,
        opened_at=opened_at,
        updated_at=at,
        version=version,
        is_over=outcome is not None,
        winners=outcome.winners if outcome else (),
        because=outcome.because if outcome else None,
    )


def due_in(game: AnyGame, state: object, opened_at: Moment) -> Moment | None:
    """The deadline of a state by the wall clock."""
    deadline = game.deadline(state)
    return None if deadline is None else Moment(opened_at + deadline)


def _is_owner_there(chair: Chair) -> bool:
    return chair.owner is not None and not chair.is_away


def _summary(room: Room) -> Summary:
    guests = tuple(chair.owner.name for chair in room.chairs if chair.owner)
    free = sum(chair.is_free for chair in room.chairs)
    return Summary(room.terms.game, guests, len(room.chairs), free, room.is_playing)
