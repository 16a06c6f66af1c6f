"""The messages that a client receives on the socket of a table: a closed union."""

from typing import cast

from msgspec import Raw, Struct
from msgspec.json import Decoder, Encoder

from tinplate.game import Millis, Seat
from tinplate.lobby.values import (
    Absence,
    Avatar,
    Chair,
    ChatLine,
    FinishedMatch,
    Guest,
    Reaction,
    Table,
    Terms,
    Vote,
)
from tinplate.ratings.results import RatingStep
from tinplate.wire.codec import decode


class OutgoingMessage(Struct, frozen=True, tag=True):
    """A message tagged with its name."""


class Welcome(OutgoingMessage, frozen=True):
    """Who you are to the server. None: you have no name, and can only watch."""

    you: Guest | None
    grace: int  # milliseconds that you may be away before your seat is not kept for you


class TableMessage(OutgoingMessage, frozen=True, tag="Table"):
    """The current table, without its chat."""

    version: int  # of the table; matches have versions of their own
    terms: Terms
    chairs: tuple[Chair, ...]
    host: str | None
    match: str | None  # the current one, or else the last one
    is_playing: bool
    seats: tuple[int, ...]  # the chair of each seat of that match
    results: tuple[FinishedMatch, ...]
    dealt: int = 0  # matches that have begun since the deal has its name
    people: tuple[Seat, ...] = ()  # the seats at which people began the match, not bots
    conceded: tuple[Seat, ...] = ()  # of those, whose win another has claimed
    votes: tuple[Vote, ...] = ()  # to send players away, in this match
    sent_away: tuple[Guest, ...] = ()
    players: tuple[str, ...] = ()  # of that match: their names as it began, by seat
    avatars: tuple[Avatar | None, ...] = ()  # theirs
    voted_away: tuple[Seat, ...] = ()  # the seats, in this match
    left: tuple[Seat, ...] = ()  # for whom a bot has played in this match
    absences: tuple[Absence, ...] = ()  # of people from their seats in this match, in order
    steps: tuple[RatingStep | None, ...] = ()  # what that match changed for people, by seat
    ready: tuple[str, ...] = ()  # the ids of those who are in for the next match
    is_kept_from_you: bool = False  # you cannot sit down here; why, nobody is told
    your_seat: Seat | None = None  # at which you began that match, even if you have left it


class Presence(OutgoingMessage, frozen=True):
    """Who is connected to this table."""

    guests: tuple[str, ...]  # their ids
    nameless: int  # how many watch without a name
    gone_at: dict[str, int] = {}  # owners of chairs who are away: when others may claim the win


class Chat(OutgoingMessage, frozen=True):
    """New lines of chat, oldest first."""

    lines: tuple[ChatLine, ...]
    is_whole: bool = False  # these replace all that you were sent before


class Reacted(OutgoingMessage, frozen=True):
    """Somebody at the table reacts, now: it is not repeated to those who come later."""

    guest: Guest
    reaction: Reaction


class Ending(Struct, frozen=True):
    """How a match ended."""

    winners: tuple[Seat, ...]
    because: str


class ViewMessage(OutgoingMessage, frozen=True, tag="View"):
    """Everything you may see of the match. It replaces what you knew before."""

    match: str
    game: str
    seat: Seat | None  # yours; None: you are a spectator
    version: int
    view: Raw  # a state of the game, with blanks for what is hidden from you
    legal: Raw  # the commands you may play now
    deadline: Millis | None  # when something happens by itself, on the clock of the match
    ending: Ending | None
    clock: Millis  # the time on the clock of the match
    opened_at: int = 0  # when that clock began, in milliseconds since 1970


class Entries(OutgoingMessage, frozen=True):
    """What has happened since, as far as you may see it."""

    match: str
    entries: Raw  # in order, each with its version
    view: Raw  # what you see after them; null unless your Hello asked for views
    legal: Raw
    deadline: Millis | None
    ending: Ending | None
    clock: Millis


class Changes(OutgoingMessage, frozen=True):
    """What has happened since, and what it changed, if your Hello asked for changes.

    A change is null (none), [value] (another one), {"field or index": change, ...} (inside), or
    [from, how many, items] (other items of a list in the place of so many).
    """

    match: str
    entries: Raw
    view: Raw  # the change of what you see
    legal: Raw  # the change of what you may play
    deadline: Millis | None
    ending: Ending | None
    clock: Millis


class Done(OutgoingMessage, frozen=True):
    """Your command was accepted and stored, as this version of the match or table."""

    id: str
    version: int


class Refused(OutgoingMessage, frozen=True):
    """Your command was refused. The sentence can be shown to the player."""

    id: str
    because: str
    code: str = ""  # identifies the sentence for translation, with the facts to fill in
    facts: dict[str, str | int] = {}


class Trouble(OutgoingMessage, frozen=True):
    """Something is wrong with what you sent, or with the server. `id` names the command, if any.

    The command may have been accepted nevertheless. Send it again with the same id.
    """

    because: str
    id: str | None = None
    code: str = ""
    facts: dict[str, str | int] = {}


class Pong(OutgoingMessage, frozen=True):
    """The time on the server's clock, in milliseconds since 1970."""

    at: float
    now: int


Outgoing = (
    Welcome
    | TableMessage
    | Presence
    | Chat
    | Reacted
    | ViewMessage
    | Entries
    | Changes
    | Done
    | Refused
    | Trouble
    | Pong
)
_ENCODER = Encoder()
_DECODER = Decoder(Outgoing)


def write_outgoing(message: Outgoing) -> bytes:
    return _ENCODER.encode(message)


def read_outgoing(text: str | bytes) -> Outgoing:
    """Decode a message, for clients in Python. Malformed says what is wrong, and where."""
    return cast("Outgoing", decode(_DECODER, text))


def table_message(
    version: int, table: Table, you: str | None = None, *, is_kept_from_you: bool = False
) -> TableMessage:
    """The table for somebody, by their id; None for somebody without a name."""
    return TableMessage(
        version=version,
        terms=table.terms,
        chairs=table.chairs,
        host=table.host,
        match=table.match,
        is_playing=table.is_playing,
        seats=table.seats,
        results=table.results,
        dealt=table.dealt,
        people=table.people,
        conceded=table.conceded,
        votes=table.votes,
        sent_away=table.sent_away,
        players=table.players,
        avatars=table.avatars,
        voted_away=table.voted_away,
        left=table.left,
        absences=table.absences,
        steps=table.steps,
        ready=table.ready,
        is_kept_from_you=is_kept_from_you,
        your_seat=None if you is None else table.began_at(you),
    )
