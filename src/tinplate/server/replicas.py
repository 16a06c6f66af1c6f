"""A log as one process knows it: the fold of the rows it has read. No I/O.

A replica says what would be appended. Only `add` changes it, after the store has the rows.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.json import encode

from tinplate.catalogue import Catalogue
from tinplate.ending import EndableState, Resigned
from tinplate.gallery.rules import folded as folded_drawing
from tinplate.gallery.values import (
    Drawing,
    DrawingDeleted,
    DrawingEvent,
    DrawingRenamed,
    Published,
    Redrawn,
    Unpublished,
)
from tinplate.game import (
    Agreeing,
    AnyGame,
    Malformed,
    Millis,
    Outcome,
    Seat,
    Staking,
    Stall,
    Stalling,
)
from tinplate.lobby.rules import folded_at, would_change_if_abandoned
from tinplate.lobby.values import BotSeated, Chair, Event, MatchStarted, Table
from tinplate.match import Entry, Match, Numbering
from tinplate.pack import GamePack
from tinplate.server.deals import Dealer
from tinplate.store.log import Head, Moment, Row
from tinplate.wire.codec import codec_of
from tinplate.wire.resources import DrawingSummary, MatchFacts, MatchSummary, Summary
from tinplate.wire.rows import (
    DRAWING_ROWS,
    TABLE_ROWS,
    Author,
    MatchOpening,
    RowBody,
    RowCodec,
    decode_drawing,
    decode_match_opening,
    decode_table,
)

TABLE, MATCH = "room", "match"  # as stored: a table was called a room once
DRAWING = "drawing"  # of each game, a kind
TO_RATE = "to rate"  # a topic: a match has ended here that counts, and is not recorded yet
TO_RECORD = "to record"  # a topic: a match has ended here that is in nobody's record yet
HOST = "host"  # stands among the guests of a drawing on which the host should look
# Of a match, in memory; a client that missed more gets a fresh view, without what happened. After a
# turn, seven bots may make 49 entries at once, which a busy server sends together.
ENTRIES_KEPT = 120
MARK = 8  # bytes of hash that identify a command; short, because we keep one for each version
NO_AUTHOR = bytes(MARK)
LEASE = 120_000  # milliseconds that a process looks after a table without renewing
EventT = TypeVar("EventT")


class Draft(NamedTuple, Generic[EventT]):
    """The events of one command or deadline, before they have a version."""

    at: Moment
    events: tuple[EventT, ...]
    by: Author | None = None


class _Ahead(NamedTuple, Generic[EventT]):
    """A draft that is not stored yet, the version it would have, and the state it would lead to."""

    version: int
    draft: Draft[EventT]
    state: Any


class LogReplica(ABC, Generic[EventT]):
    """What the replicas of tables, matches and drawings have in common."""

    table_log: str  # of the table that it is, or that it is played at

    def __init__(self, log: str, opening: Row, codec: RowCodec[EventT]) -> None:
        self.log = log
        self.version = opening.version
        self.opened_at = self.updated_at = opening.at
        self.lock = asyncio.Lock()  # held by writers of this process
        self._codec = codec
        self._ahead: list[_Ahead[EventT]] = []  # drafts that are being stored
        self._marks = bytearray(NO_AUTHOR)  # one for each version
        self._authors: set[str] = set()

    def version_by(self, author: Author | None) -> int | None:
        """The version that a command led to, if it was accepted before."""
        if author is None:
            return None
        mark = _mark(author)
        at = self._marks.find(mark)
        while at > 0 and at % MARK:  # by chance, across two marks
            at = self._marks.find(mark, at + 1)
        return at // MARK if at > 0 else None

    def rows(self, drafts: Iterable[Draft[EventT]]) -> list[Row]:
        """The drafts as the rows that would come next."""
        return [
            Row(version, draft.at, self._codec.encode(RowBody(draft.events, draft.by)))
            for version, draft in enumerate(drafts, self.version + 1)
        ]

    def add(self, draft: Draft[EventT]) -> None:
        """Apply a draft that the store has accepted."""
        self._fold(draft, self._state_after(draft))
        self.version += 1
        self.updated_at = draft.at
        self._marks += NO_AUTHOR if draft.by is None else _mark(draft.by)
        if draft.by is not None:
            self._authors.add(draft.by.guest)

    def read(self, row: Row) -> None:
        """Apply a row that another process has appended."""
        if row.version != self.version + 1:
            raise Malformed(f"{self.log}: row {row.version} does not follow {self.version}")
        written = self._codec.decode(row.body)
        self.add(Draft(row.at, written.events, written.by))

    def _folded(self, drafts: Iterable[Draft[EventT]], state: Any) -> Any:  # noqa: ANN401
        """The state after drafts. We need it again when they are stored."""
        self._ahead.clear()
        for version, draft in enumerate(drafts, self.version + 1):
            state = self._evolve(state, draft)
            self._ahead.append(_Ahead(version, draft, state))
        return state

    def _state_after(self, draft: Draft[EventT]) -> Any | None:  # noqa: ANN401 - of any log
        """The state after the next draft, if it was folded before it was stored."""
        ahead = self._ahead.pop(0) if self._ahead else None
        if ahead is not None and ahead.draft is draft and ahead.version == self.version + 1:
            return ahead.state
        self._ahead.clear()
        return None

    @abstractmethod
    def due_drafts(self, now: Moment) -> tuple[Draft[EventT], ...]:
        """What the deadlines up to now bring about."""

    @abstractmethod
    def head_after(self, drafts: Sequence[Draft[EventT]]) -> Head: ...

    @abstractmethod
    def _evolve(self, state: Any, draft: Draft[EventT]) -> Any:  # noqa: ANN401 - of any log
        """The state after a draft."""

    @abstractmethod
    def _fold(self, draft: Draft[EventT], state: Any | None) -> None:  # noqa: ANN401
        """Apply a draft, which leads to this state if that is known."""


class TableReplica(LogReplica[Event]):
    """A table in the lobby."""

    def __init__(self, log: str, opening: Row) -> None:
        super().__init__(log, opening, TABLE_ROWS)
        self.table_log = log
        self.table = decode_table(opening.body)
        self._taken_over_at: dict[int, Moment] = {}  # by chair, in the current match

    def due_drafts(self, now: Moment) -> tuple[Draft[Event], ...]:  # noqa: ARG002 - no clock runs
        return ()

    def head_after(self, drafts: Sequence[Draft[Event]]) -> Head:
        table = self._folded(drafts, self.table)
        return table_head(self.log, table, self.version + len(drafts), drafts[-1].at)

    def taken_over_at(self, seat: Seat) -> Moment | None:
        """When the bot that plays a seat took over from somebody; None if it has from the start."""
        return self._taken_over_at.get(self.table.seats[seat])

    def _evolve(self, state: Table, draft: Draft[Event]) -> Table:
        return folded_at(state, draft.events, draft.at)

    def _fold(self, draft: Draft[Event], state: Table | None) -> None:
        for event in draft.events:
            match event:
                case MatchStarted():
                    self._taken_over_at.clear()
                case BotSeated(chair) if self.table.is_playing:
                    self._taken_over_at[chair] = draft.at
        self.table = state or self._evolve(self.table, draft)


class _Abilities(NamedTuple):
    """The game itself, as far as it is one of these."""

    staking: Staking | None
    agreeing: Agreeing | None
    stalling: Stalling | None


@cache
def _abilities(pack: GamePack) -> _Abilities:
    """Found out once: it is slow, and every match asks."""
    game = pack.game
    return _Abilities(
        game if isinstance(game, Staking) else None,
        game if isinstance(game, Agreeing) else None,
        game if isinstance(game, Stalling) else None,
    )


class MatchReplica(LogReplica[Any]):
    """A match. Its clock starts at its opening."""

    def __init__(self, log: str, opening: Row, catalogue: Catalogue, dealer: Dealer) -> None:
        self.opening = decode_match_opening(opening.body)
        self.table_log = self.opening.table
        self.pack = catalogue.pack(self.opening.game)
        self.game = self.pack.game
        self.codec = codec_of(self.pack)
        state = self.codec.decode_state(bytes(self.opening.state))
        dice = dealer.later_dice(self.pack, self.opening.deal)
        self.match = Match(self.game, state, dice, keep=ENTRIES_KEPT)
        self._staking, self._agreeing, self._stalling = _abilities(self.pack)
        self._seats = tuple(Seat(seat) for seat in range(len(self.opening.players)))
        self.numbering = Numbering(self.game, len(self._seats), keep=ENTRIES_KEPT)
        self._shown_at = opening.at  # when spectators last saw something
        self._stakes: dict[Seat, tuple[object, Author | None]] = {}  # with their authors
        self.conceded: tuple[Seat, ...] = ()  # resigned because another claimed the win
        super().__init__(log, opening, RowCodec(self.game.vocabulary.event))

    @property
    def due(self) -> Moment | None:
        return due_in(self.game, self.match.state, self.opened_at)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.match.state)

    @property
    def facts(self) -> MatchFacts:
        shown = self.seen_by(None)
        return _facts(
            self.game, self.opening, self.match.state, self.opened_at, shown, self._shown_at
        )

    def seen_since(self, number: int, seat: Seat | None) -> tuple[Entry[Any], ...]:
        """What a seat has not seen yet if it has seen so many entries."""
        return self.numbering.since(number, seat)

    def is_kept_since(self, number: int, seat: Seat | None) -> bool:
        """Whether what a seat has not seen yet is still in memory."""
        if not 0 <= number <= self.seen_by(seat):
            return False
        return self.version - self.numbering.version(number, seat) <= ENTRIES_KEPT

    def seen_by(self, seat: Seat | None) -> int:
        """How many entries a seat has seen until now."""
        return self.numbering.number(self.version, seat)

    def clock(self, now: Moment) -> Millis:
        """The time on the clock of the match."""
        return Millis(max(0, now - self.opened_at))

    def judge(
        self, seat: Seat, command: object, now: Moment, by: Author | None
    ) -> tuple[Draft[Any], ...]:
        """What a command brings about once nothing is due any more. Rejected if it is not legal."""
        return (self._draft(self.match.judge(seat, command, self.clock(now)), by),)

    @property
    def resigned(self) -> tuple[Seat, ...]:
        """The seats that have given the match up."""
        state = self.match.state
        return state.resigned if isinstance(state, EndableState) else ()

    def is_owed(self, seat: Seat) -> bool:
        """Whether this seat still owes what a person, not a bot, has promised."""
        _, by = self._stakes.get(seat, (None, None))
        return by is not None

    def is_owed_by_bot(self, seat: Seat) -> bool:
        """Whether this seat still owes what a bot has promised."""
        return seat in self._stakes and not self.is_owed(seat)

    def is_involved_since_before(self, seat: Seat, moment: Moment) -> bool:
        """Whether this seat takes part in something that began earlier and binds the player."""
        since = self._involved_since(seat)
        return since is not None and self.opened_at + since < moment

    def _involved_since(self, seat: Seat) -> Millis | None:
        staking = self._staking
        return None if staking is None else staking.involved_since(self.match.state, seat)

    def forfeit(self, seat: Seat, now: Moment) -> tuple[Draft[Any], ...]:
        """What follows when whoever has made a promise at this seat is gone."""
        return self._forfeit(seat, now) if seat in self._stakes else ()

    def withdraw(self, seat: Seat, now: Moment) -> tuple[Draft[Any], ...]:
        """What follows when a bot has taken over this seat, promise or not."""
        if seat in self._stakes or self._involved_since(seat) is not None:
            return self._forfeit(seat, now)
        return ()

    def _forfeit(self, seat: Seat, now: Moment) -> tuple[Draft[Any], ...]:
        if self._staking is None:
            return ()
        at = max(self.clock(now), self.match.last_at)  # machines may differ
        events = self._staking.forfeit(self.match.state, seat, at)
        return (self._draft(Entry(self.version + 1, at, events)),)

    def is_awaited(self, seat: Seat) -> bool:
        """Whether others at the table wait for this seat to agree with them."""
        return self._agreeing is not None and self._agreeing.is_awaited(self.match.state, seat)

    def abstain(self, seat: Seat, now: Moment) -> tuple[Draft[Any], ...]:
        """What follows when others wait for this seat to agree, and its player is gone."""
        if self._agreeing is None or not self.is_awaited(seat):
            return ()
        at = max(self.clock(now), self.match.last_at)  # machines may differ
        events = self._agreeing.abstain(self.match.state, seat, at)
        return (self._draft(Entry(self.version + 1, at, events)),)

    @property
    def stall(self) -> Stall | None:
        """The players whom everybody waits for, if there are any, and no clock runs."""
        return None if self._stalling is None else self._stalling.stall(self.match.state)

    def hurry(self, stall: Stall, now: Moment) -> tuple[Draft[Any], ...]:
        """What follows when the players of this stall have had time enough."""
        if self._stalling is None or self.stall is None or self.stall.stage != stall.stage:
            return ()
        at = max(self.clock(now), self.match.last_at)  # machines may differ
        events = self._stalling.hurry(self.match.state, at)
        return (self._draft(Entry(self.version + 1, at, events)),)

    def due_drafts(self, now: Moment) -> tuple[Draft[Any], ...]:
        return tuple(self._draft(entry) for entry in self.match.due(self.clock(now)))

    def head_after(self, drafts: Sequence[Draft[Any]]) -> Head:
        state, version = self._folded(drafts, self.match.state), self.version + len(drafts)
        shown, shown_at = self.seen_by(None), self._shown_at
        for draft in drafts:
            if self._is_shown(draft):
                shown, shown_at = shown + 1, draft.at
        facts = _facts(self.game, self.opening, state, self.opened_at, shown, shown_at)
        head = match_head(self.log, version, self.pack, self.opening, state, facts)
        if head.guests:
            return head
        # Old openings do not name the guests: then whoever sent a command took part.
        new = {draft.by.guest for draft in drafts if draft.by}
        return head._replace(guests=tuple(sorted(self._authors | new)))

    def _evolve(self, state: Any, draft: Draft[Any]) -> Any:  # noqa: ANN401 - of its game
        for event in draft.events:
            state = self.game.evolve(state, event)
        return state

    def _fold(self, draft: Draft[Any], state: Any | None) -> None:  # noqa: ANN401 - of its game
        entry = Entry(self.version + 1, Millis(draft.at - self.opened_at), draft.events)
        shown = self.seen_by(None)
        self.match.append(entry, state)
        self.numbering.add(entry)
        if self.numbering.number(entry.version, None) > shown:
            self._shown_at = draft.at
        self._note_stakes(draft.by)
        if draft.by is None:  # nobody has sent it: bots do not resign
            resigned = (event.seat for event in draft.events if isinstance(event, Resigned))
            self.conceded = (*self.conceded, *resigned)

    def _is_shown(self, draft: Draft[Any]) -> bool:
        return any(self.game.witness(event, None) is not None for event in draft.events)

    def _note_stakes(self, by: Author | None) -> None:
        """Authors of promises follow from the log, so every process knows the same."""
        if self._staking is None:
            return
        for seat in self._seats:
            stake = self._staking.stake(self.match.state, seat)
            if stake is None:
                self._stakes.pop(seat, None)
            elif stake != self._stakes.get(seat, (None, None))[0]:
                self._stakes[seat] = stake, by

    def entry(self, row: Row) -> Entry[Any]:
        """A row of the log as an entry, with everything that is hidden."""
        at = Millis(row.at - self.opened_at)
        return Entry(row.version, at, self.decoded(row).events)

    def decoded(self, row: Row) -> RowBody[Any]:
        """A row of the log, with its author."""
        return self._codec.decode(row.body)

    def _draft(self, entry: Entry[Any], by: Author | None = None) -> Draft[Any]:
        return Draft(Moment(self.opened_at + entry.at), entry.events, by)


class DrawingState(NamedTuple):
    """A drawing, and when its author saved and published it."""

    drawing: Drawing
    saved_at: Moment
    published_at: Moment | None


class DrawingReplica(LogReplica[DrawingEvent]):
    """A board that somebody drew."""

    def __init__(self, log: str, opening: Row) -> None:
        super().__init__(log, opening, DRAWING_ROWS)
        self.table_log = log  # it is at no table, so nobody follows it
        self._state = DrawingState(decode_drawing(opening.body), opening.at, None)

    @property
    def drawing(self) -> Drawing:
        return self._state.drawing

    @property
    def summary(self) -> DrawingSummary:
        return _drawing_summary(self._state)

    def due_drafts(self, now: Moment) -> tuple[Draft[DrawingEvent], ...]:  # noqa: ARG002
        return ()

    def head_after(self, drafts: Sequence[Draft[DrawingEvent]]) -> Head:
        state = self._folded(drafts, self._state)
        return drawing_head(self.log, state, self.version + len(drafts))

    def _evolve(self, state: DrawingState, draft: Draft[DrawingEvent]) -> DrawingState:
        saved_at, published_at = state.saved_at, state.published_at
        for event in draft.events:
            match event:
                case Redrawn() | DrawingRenamed():
                    saved_at = draft.at
                case Published():
                    published_at = draft.at
                case Unpublished() | DrawingDeleted():
                    published_at = None
        return DrawingState(folded_drawing(state.drawing, draft.events), saved_at, published_at)

    def _fold(self, draft: Draft[DrawingEvent], state: DrawingState | None) -> None:
        self._state = state or self._evolve(self._state, draft)


def drawing_kind(game: str) -> str:
    """Each game has lists of its own."""
    return f"{DRAWING} {game}"


def drawing_head(log: str, state: DrawingState, version: int) -> Head:
    """The gallery lists it by when it was published: neither reports nor changes bring it back up.

    The host takes part in what was reported, or is hidden.
    """
    drawing = state.drawing
    is_for_host = bool(drawing.reports) or drawing.is_hidden
    return Head(
        log=log,
        kind=drawing_kind(drawing.game),
        version=version,
        due=None,
        is_public=drawing.is_listed,
        is_open=not drawing.is_deleted,
        updated_at=state.published_at or state.saved_at,
        summary=encode(_drawing_summary(state)),
        guests=(drawing.owner.id, HOST) if is_for_host else (drawing.owner.id,),
    )


def _drawing_summary(state: DrawingState) -> DrawingSummary:
    drawing, facts = state.drawing, state.drawing.facts
    return DrawingSummary(
        game=drawing.game,
        name=drawing.name,
        author=drawing.owner.name,
        board=facts.board,
        width=facts.width,
        height=facts.height,
        seats=facts.seats,
        length=facts.length,
        edition=drawing.edition,
        saved_at=state.saved_at,
        published_at=state.published_at,
        is_hidden=drawing.is_hidden,
        reports=len(drawing.reports),
    )


def _mark(author: Author) -> bytes:
    return blake2b("\n".join(author).encode(), digest_size=MARK).digest()


def table_head(log: str, table: Table, version: int, at: Moment) -> Head:
    """A table stays listed while at least one owner of a chair plays for themselves.

    It is due when its lease runs out. The process that looks after it renews the lease.
    """
    return Head(
        log=log,
        kind=TABLE,
        version=version,
        due=Moment(at + LEASE) if would_change_if_abandoned(table) else None,
        is_public=table.terms.is_public and any(map(_is_owner_there, table.chairs)),
        is_open=bool(table.owners),
        updated_at=at,
        summary=encode(_summary(table)),
        topics=_left_to_do(table),
        guests=table.owners,
    )


def _left_to_do(table: Table) -> tuple[str, ...]:
    return (
        *((TO_RATE,) if table.to_rate else ()),
        *((TO_RECORD,) if table.to_record else ()),
    )


def match_opening_head(
    log: str, pack: GamePack, opening: MatchOpening, state: object, at: Moment
) -> Head:
    return match_head(log, 0, pack, opening, state, _facts(pack.game, opening, state, at, 0, at))


def match_head(  # noqa: PLR0913, PLR0917 - all of it is needed
    log: str, version: int, pack: GamePack, opening: MatchOpening, state: object, facts: MatchFacts
) -> Head:
    """A match is on no public list: people find it at its table, or among their own matches."""
    return Head(
        log=log,
        kind=MATCH,
        version=version,
        due=due_in(pack.game, state, Moment(facts.opened_at)),
        is_public=False,
        is_open=not facts.is_over,
        updated_at=Moment(facts.updated_at),
        summary=encode(MatchSummary(facts, opening.guests)),
        topics=() if facts.is_over else pack.topics(state),
        guests=tuple(guest for guest in opening.guests if guest is not None),
    )


def _facts(  # noqa: PLR0913, PLR0917 - each is a fact
    game: AnyGame,
    opening: MatchOpening,
    state: object,
    opened_at: Moment,
    shown: int,
    shown_at: Moment,
) -> MatchFacts:
    outcome = game.outcome(state)
    return MatchFacts(
        game=opening.game,
        players=opening.players,
        opened_at=opened_at,
        updated_at=shown_at,
        version=shown,
        is_over=outcome is not None,
        winners=outcome.winners if outcome else (),
        because=outcome.because if outcome else None,
        avatars=opening.avatars,
    )


def due_in(game: AnyGame, state: object, opened_at: Moment) -> Moment | None:
    """The deadline of a state, on the wall clock."""
    deadline = game.deadline(state)
    return None if deadline is None else Moment(opened_at + deadline)


def _is_owner_there(chair: Chair) -> bool:
    return chair.owner is not None and not chair.is_away


def _summary(table: Table) -> Summary:
    guests = tuple(chair.owner.name for chair in table.chairs if chair.owner)
    free = sum(chair.is_free for chair in table.chairs)
    return Summary(
        table.terms.game,
        guests,
        len(table.chairs),
        free,
        table.is_playing,
        is_rated=table.terms.speed is not None,
        has_played=table.match is not None,
    )
