"""The bodies of HTTP requests and responses about people and each other, and for moderators."""

from typing import Annotated

from msgspec import Meta, Struct

from tinplate.lobby.values import Avatar, Guest
from tinplate.social.values import (
    MAX_MUTE,
    DrawingAction,
    Invitation,
    InvitationAnswer,
    KnownPerson,
    LostAway,
    PersonAction,
    PersonId,
    PersonReason,
    ReportedPlace,
)
from tinplate.wire.resources import Listed, RatingInPool

AnyText = Annotated[str, Meta(max_length=1000)]  # cleaned first, then measured
AnyId = Annotated[str, Meta(max_length=64)]
MAX_ALSO = 50  # reports of one person that are decided together


class OnePerson(Struct, frozen=True, forbid_unknown_fields=True):
    """The person who is meant, by their id."""

    person: PersonId
    table: AnyId | None = None  # where they were met; None: they are known without it


class OwnPeople(Struct, frozen=True):
    """The people you follow, and those whom you have blocked. Nobody else is told."""

    follows: tuple[KnownPerson, ...]
    blocks: tuple[KnownPerson, ...]


class LastPlayed(Struct, frozen=True):
    """The match that somebody has finished last."""

    game: str
    at: int  # milliseconds since 1970
    has_won: bool


class FollowedPerson(Struct, frozen=True):
    """Somebody you follow. Of people who are private, only the name is told."""

    person: str
    name: str
    avatar: Avatar | None
    is_online: bool = False
    table: Listed | None = None  # a public one
    last: LastPlayed | None = None
    rating: RatingInPool | None = None  # where they have played most
    can_meet: bool = True  # whether you can invite them; if not, nobody is told why


class Friends(Struct, frozen=True):
    """Everybody you follow: those who are online first."""

    people: tuple[FollowedPerson, ...]


class PersonNamed(Struct, frozen=True):
    """Somebody who was found by their name."""

    person: str
    name: str
    avatar: Avatar | None
    rating: RatingInPool | None = None  # where they have played most


class PeopleNamed(Struct, frozen=True):
    """The people whose name begins as asked: not more than twenty, in the order of the alphabet."""

    people: tuple[PersonNamed, ...]


class InvitePerson(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask somebody to come to your table."""

    person: PersonId
    table: AnyId


class AnswerInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation was accepted or declined, and whoever sent it is told."""

    id: AnyId
    accepts: bool | None = None  # None: it is not shown again, and nobody is told


class SeenLoss(Struct, frozen=True, forbid_unknown_fields=True):
    """You know that you lost this match."""

    match: AnyId


class Notices(Struct, frozen=True):
    """What you should know on any page."""

    invitations: tuple[Invitation, ...] = ()
    muted_until: int | None = None  # by a moderator
    muted_why: str = ""  # in the moderator's words
    owes_name: bool = False  # a moderator took your name away, and you have not chosen another
    name_why: str = ""  # why they did, in the moderator's words
    open_reports: int | None = None  # for moderators: how many, or more than can be shown at a time
    answers: tuple[InvitationAnswer, ...] = ()  # of those whom you invited, lately
    losses: tuple[LostAway, ...] = ()  # while you were away; until you say that you know
    mark: str = ""  # stands for all of this: whoever says it waits until there is something else


class ReportPerson(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask the moderators to look at what somebody did. What was said at the table goes along."""

    person: PersonId
    reason: PersonReason
    text: AnyText = ""
    table: AnyId | None = None  # None: it is about their profile


class ReportSent(Struct, frozen=True):
    """The moderators have it."""

    at: int


class ModeratedPerson(Struct, frozen=True):
    """Somebody whom moderators have to do with, as they are now."""

    person: str
    name: str
    has_account: bool
    muted_until: int | None
    is_locked: bool
    is_moderator: bool
    taken_name: str | None  # by a moderator, until it is given back


class ReportShown(Struct, frozen=True):
    """A report on which nobody has decided yet."""

    id: str
    person: ModeratedPerson
    reporter: Guest | None
    reason: PersonReason
    text: str
    at: int
    place: ReportedPlace | None
    is_about_profile: bool  # then the place is the public one where they were last


class TrailShown(Struct, frozen=True):
    """What a moderator has done."""

    number: int
    at: int
    moderator: str  # their name
    action: PersonAction | DrawingAction
    person: ModeratedPerson
    why: str
    minutes: int
    drawing: str | None  # its id


class PersonFile(Struct, frozen=True):
    """Somebody whom moderators have to do with, and what was done about them, the latest first."""

    person: ModeratedPerson
    acts: tuple[TrailShown, ...]


class ModeratorPage(Struct, frozen=True):
    """What moderators have to decide, and what they have done."""

    reports: tuple[ReportShown, ...]
    has_more: bool
    trail: tuple[TrailShown, ...]
    before: int | None  # asks for the rows of the trail before these
    files: tuple[PersonFile, ...]  # of those who are reported


class PeopleFound(Struct, frozen=True):
    """The people a moderator has looked for."""

    files: tuple[PersonFile, ...]


class Moderate(Struct, frozen=True, forbid_unknown_fields=True):
    """A moderator does something about somebody."""

    person: PersonId
    action: PersonAction
    why: AnyText = ""
    report: AnyId | None = None  # which is decided by it
    also: Annotated[tuple[AnyId, ...], Meta(max_length=MAX_ALSO)] = ()  # and these with it
    minutes: Annotated[int, Meta(ge=0, le=MAX_MUTE)] = 0  # of a mute
