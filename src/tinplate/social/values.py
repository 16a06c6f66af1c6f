"""Lists of people, invitations and reports as values. All are frozen.

They are stored, so names of fields never change.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tinplate.lobby.values import ChatLine, Guest

MINUTE = 60_000  # milliseconds
MAX_FOLLOWS = 100
MAX_BLOCKS = 200
MAX_INVITATIONS = 20  # that are kept for one person; the oldest gives way
INVITATION_LIFE = 10 * MINUTE
MAX_TOLD = 20  # answers and losses that are kept for one person
LOSS_LIFE = 30 * 24 * 60 * MINUTE  # for how long somebody is told that they lost while away
INVITE_PAUSE = MINUTE  # until the same person can be invited again by the same
MAX_MUTE = 60 * 24 * 365  # minutes
MAX_WHY = 200  # characters

# Why somebody reports a person. Stored: a reason is never taken away.
PersonReason = Literal["rude", "spam", "cheating", "name", "other"]
# What became of a report. Stored: an outcome is never taken away.
ReportOutcome = Literal["open", "dismissed", "muted", "locked", "renamed"]
# What moderators do about people, and about drawings. Stored: an action is never taken away.
PersonAction = Literal["mute", "unmute", "lock", "unlock", "dismiss", "rank", "rename", "unrename"]
DrawingAction = Literal["hide", "keep"]

PersonId = Annotated[str, Meta(min_length=1, max_length=64)]


class KnownPerson(Struct, frozen=True):
    """Somebody in a list, and what they were called when they came there."""

    person: str
    name: str
    at: int  # milliseconds since 1970


class PeopleList(Struct, frozen=True):
    """The people somebody follows, or has blocked; the latest last."""

    people: tuple[KnownPerson, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(each.person for each in self.people)


class Invitation(Struct, frozen=True):
    """Somebody would like to have somebody else at their table."""

    id: str
    sender: Guest
    table: str
    game: str
    at: int
    is_answered: bool = False  # kept all the same, so that it is not sent again at once


class InvitationAnswer(Struct, frozen=True):
    """What somebody has said to an invitation, for whoever sent it."""

    id: str  # of the invitation
    person: Guest
    game: str
    at: int
    is_accepted: bool


class LostAway(Struct, frozen=True):
    """A match that somebody has lost because they were away, and another claimed the win."""

    match: str
    game: str
    winner: Guest
    at: int
    is_seen: bool = False  # kept all the same, so that it is not told again


class Inbox(Struct, frozen=True):
    """What one person is told on any page, the latest last."""

    invitations: tuple[Invitation, ...] = ()
    answers: tuple[InvitationAnswer, ...] = ()  # to invitations of theirs
    losses: tuple[LostAway, ...] = ()


class ReportedPlace(Struct, frozen=True):
    """The table that a report is about, as it was then."""

    table: str
    game: str
    match: str | None
    players: tuple[str, ...]  # the names of those who sat there
    lines: tuple[ChatLine, ...]


class PersonReport(Struct, frozen=True):
    """Somebody asks the moderators to look at what somebody else did."""

    reporter: Guest | None  # None: they have deleted their account
    person: Guest
    reason: PersonReason
    text: str
    at: int
    place: ReportedPlace | None  # None: they were at no table that everybody could see
    outcome: ReportOutcome = "open"
    is_about_profile: bool = False  # then the place is the public one where they were last


class Mute(Struct, frozen=True):
    """Until when somebody does not speak, and why. 0: they do."""

    until: int = 0
    why: str = ""  # as the moderator wrote it; they are told


class Cleared(Struct, frozen=True):
    """Until when nothing that somebody did with puzzles keeps them off leaderboards."""

    at: int = 0  # milliseconds since 1970; 0: everything may


class ModeratorAct(Struct, frozen=True):
    """What a moderator has done. Rows of the audit trail: they are never changed, so no names."""

    moderator: str  # ids of people
    action: PersonAction | DrawingAction
    person: str
    why: str
    report: str | None = None
    minutes: int = 0  # of a mute
    drawing: str | None = None  # of that person
