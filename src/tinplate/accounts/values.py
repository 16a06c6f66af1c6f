"""An account as values: its state, commands and events.

An account belongs to a person, whose id is that of the guest they were. All values are frozen. The
account is stored, so names of fields never change.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tinplate.lobby.values import Avatar, Guest
from tinplate.values import CommandValue, Value

MAX_PASSKEYS = 20
MAX_SESSIONS = 20  # the one that began first gives way
CODES = 10  # recovery codes at a time
RENAMES = 3  # in RENAME_SPAN
DAY = 24 * 60 * 60 * 1000  # milliseconds
RENAME_SPAN = 30 * DAY
NAME_REST = 30 * DAY  # for so long nobody else gets a name that was given up
NAMES_KEPT = 20  # of the history

# The name of whoever has deleted their account. The page says it in its own language.
SOMEBODY = "(somebody)"

# How a session began. Stored: a way is never taken away.
SignInWay = Literal["passkey", "code", "link"]
Id = Annotated[str, Meta(max_length=200)]


class Passkey(Struct, frozen=True):
    """A key pair of which we know the public half. Stored: fields never change."""

    id: str  # of the credential, in base64
    public_key: bytes
    sign_count: int
    site: str  # the name of the host for which it was made
    device: str  # in words
    added_at: int
    used_at: int


class BrowserSession(Struct, frozen=True):
    """A browser that is signed in. Stored: fields never change."""

    id: str  # by which people end it
    mark: str  # a digest of the secret in the cookie
    device: str
    way: SignInWay
    began_at: int


class PastName(Struct, frozen=True):
    """A name that somebody had until then. Stored: fields never change."""

    name: str
    until: int


class UsedChallenge(Struct, frozen=True):
    """A challenge that was answered, kept as long as it could be answered again."""

    mark: str
    until: int


class Account(Struct, frozen=True):
    """Everything that we know of a person. Stored: fields never change."""

    person: str
    name: str
    avatar: Avatar | None
    opened_at: int
    passkeys: tuple[Passkey, ...] = ()
    sessions: tuple[BrowserSession, ...] = ()
    codes: tuple[str, ...] = ()  # hashes of the recovery codes that were not used
    past_names: tuple[PastName, ...] = ()  # the latest last
    challenges: tuple[UsedChallenge, ...] = ()
    is_private: bool = False  # no profile for others
    is_closed: bool = False
    is_locked: bool = False  # by a moderator: nobody signs in to it
    given_name: str = ""  # by a moderator, until they choose another
    locked_why: str = ""  # in the moderator's words; nothing if they said it before we kept it

    @property
    def guest(self) -> Guest:
        """As others see them at a table."""
        return Guest(self.person, self.name, self.avatar)

    def session(self, mark: str) -> BrowserSession | None:
        return next((each for each in self.sessions if each.mark == mark), None)

    def passkey(self, id_: str) -> Passkey | None:
        return next((each for each in self.passkeys if each.id == id_), None)


# Commands


class SetPrivacy(CommandValue, frozen=True):
    """Show others a profile, or none."""

    is_private: bool


class RemovePasskey(CommandValue, frozen=True):
    """Forget a passkey. The last one stays where there are no recovery codes."""

    id: Id


class EndSession(CommandValue, frozen=True):
    """Sign out one browser."""

    id: Id


class EndAllSessions(CommandValue, frozen=True):
    """Sign out everywhere, here too."""


AccountCommand = SetPrivacy | RemovePasskey | EndSession | EndAllSessions


# Events


class PasskeyAdded(Value, frozen=True):
    """There is one more passkey."""

    passkey: Passkey


class PasskeyUsed(Value, frozen=True):
    """A passkey has signed a challenge."""

    id: str
    sign_count: int
    at: int


class PasskeyRemoved(Value, frozen=True):
    """A passkey is worth nothing any more."""

    id: str


class ChallengeUsed(Value, frozen=True):
    """A challenge was answered: nobody can answer it again."""

    challenge: UsedChallenge
    now: int


class SessionBegan(Value, frozen=True):
    """A browser has signed in."""

    session: BrowserSession


class SessionEnded(Value, frozen=True):
    """A browser is signed out."""

    id: str


class AllSessionsEnded(Value, frozen=True):
    """All browsers are signed out."""


class CodesChanged(Value, frozen=True):
    """There are new recovery codes; the old ones are worth nothing."""

    codes: tuple[str, ...]


class CodeUsed(Value, frozen=True):
    """A recovery code was used, once and for all."""

    code: str


class AccountRenamed(Value, frozen=True):
    """The person has another name, or only another avatar."""

    name: str
    avatar: Avatar | None
    at: int


class PrivacySet(Value, frozen=True):
    """Others see a profile, or none."""

    is_private: bool


class AccountClosed(Value, frozen=True):
    """The person is gone, and everything that we knew of them."""


class AccountLocked(Value, frozen=True):
    """A moderator has closed the account: all sessions end, and none begins."""

    why: str = ""  # in the moderator's words


class AccountUnlocked(Value, frozen=True):
    """A moderator lets the person sign in again."""


class NameGiven(Value, frozen=True):
    """A moderator has taken the name away, and given another one."""

    name: str
    at: int


class NameGivenBack(Value, frozen=True):
    """The person has the name again that a moderator had taken away."""

    name: str


AccountEvent = (
    PasskeyAdded
    | PasskeyUsed
    | PasskeyRemoved
    | ChallengeUsed
    | SessionBegan
    | SessionEnded
    | AllSessionsEnded
    | CodesChanged
    | CodeUsed
    | AccountRenamed
    | PrivacySet
    | AccountClosed
    | AccountLocked
    | AccountUnlocked
    | NameGiven
    | NameGivenBack
)
