"""The bodies of HTTP requests and responses about accounts."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from tinplate.accounts.values import AccountCommand, PastName, SignInWay
from tinplate.gallery.values import Drawing
from tinplate.game import Seat
from tinplate.lobby.values import Guest
from tinplate.records.values import PersonRecord
from tinplate.social.values import KnownPerson, PersonReport
from tinplate.wire.resources import MatchFacts, MatchLog

AccountMode = Literal["off", "optional", "required"]
Secret = Annotated[str, Meta(max_length=200)]


class PasskeyFacts(Struct, frozen=True):
    """A passkey in the list of its owner."""

    id: str
    device: str  # on which it was made, in words; empty: not known
    site: str  # the name of the host for which it works
    added_at: int  # milliseconds since 1970
    used_at: int


class SessionFacts(Struct, frozen=True):
    """A browser that is signed in, in the list of its owner."""

    id: str
    device: str
    way: SignInWay
    began_at: int
    is_this: bool


class AccountFacts(Struct, frozen=True):
    """An account, for its owner."""

    guest: Guest
    opened_at: int
    passkeys: tuple[PasskeyFacts, ...]
    sessions: tuple[SessionFacts, ...]
    codes_left: int  # recovery codes that were not used
    past_names: tuple[PastName, ...]
    is_private: bool
    is_moderator: bool


class AccountState(Struct, frozen=True):
    """Whether there are accounts here, and the account of whoever asks."""

    mode: AccountMode
    account: AccountFacts | None  # null: they are a guest, or nobody yet


class PasskeyQuestion(Struct, frozen=True):
    """What the browser has to ask the authenticator, as WebAuthn has it in JSON."""

    options: dict[str, Any]


class PasskeyAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What the authenticator has answered, as WebAuthn has it in JSON."""

    credential: dict[str, Any]


class AccountOpened(Struct, frozen=True):
    """A passkey was added. If the account is new, its recovery codes are told, once."""

    account: AccountFacts
    codes: tuple[str, ...]


class RecoverySignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody without their passkey has a recovery code."""

    name: Secret
    code: Secret


class NewRecoveryCodes(Struct, frozen=True):
    """They are told once. The codes before them are worth nothing."""

    codes: tuple[str, ...]


class LinkCreated(Struct, frozen=True):
    """A link for another device."""

    token: str
    until: int


class LinkToken(Struct, frozen=True, forbid_unknown_fields=True):
    """Which link is meant."""

    token: Secret


class LinkProgress(Struct, frozen=True):
    """How far a link has come. Both devices show the number."""

    stage: Literal["open", "claimed", "confirmed", "done"]
    number: int
    until: int


class ChangeAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """The owner of an account does something with it."""

    command: AccountCommand


class DeleteAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """The owner of an account wants it deleted.

    Their name says that they mean it; a passkey, or else a recovery code, that it is them.
    """

    name: Secret
    credential: dict[str, Any] | None = None
    code: Secret = ""


class DownloadedMatch(Struct, frozen=True):
    """A match in the file: the whole log if it is over, or else what its player has seen."""

    id: str
    seat: Seat | None
    facts: MatchFacts
    log: MatchLog | None
    seen: Raw  # entries


class DownloadedAttempts(Struct, frozen=True):
    """What somebody did with the puzzles of a game, row by row as it is stored."""

    game: str
    rows: Raw


class OwnData(Struct, frozen=True):
    """All that there is of somebody, as one file."""

    account: AccountFacts
    record: PersonRecord  # what the profile is made of
    drawings: tuple[Drawing, ...]
    matches: tuple[DownloadedMatch, ...]
    follows: tuple[KnownPerson, ...]
    blocks: tuple[KnownPerson, ...]
    reports: tuple[PersonReport, ...]  # that they have sent, without the chat
    attempts: tuple[DownloadedAttempts, ...]  # at puzzles
