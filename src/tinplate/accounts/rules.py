"""The rules of accounts: who signs in, what a name is, what is left when somebody goes.

Secrets and times are passed in. What a passkey has signed is checked elsewhere.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from tinplate.accounts.values import (
    MAX_PASSKEYS,
    MAX_SESSIONS,
    NAME_REST,
    NAMES_KEPT,
    RENAME_SPAN,
    RENAMES,
    Account,
    AccountClosed,
    AccountCommand,
    AccountEvent,
    AccountLocked,
    AccountRenamed,
    AccountUnlocked,
    AllSessionsEnded,
    BrowserSession,
    ChallengeUsed,
    CodesChanged,
    CodeUsed,
    EndAllSessions,
    EndSession,
    NameGiven,
    NameGivenBack,
    Passkey,
    PasskeyAdded,
    PasskeyRemoved,
    PasskeyUsed,
    PastName,
    PrivacySet,
    RemovePasskey,
    SessionBegan,
    SessionEnded,
    SetPrivacy,
    UsedChallenge,
)
from tinplate.game import Rejected
from tinplate.lobby.lookalikes import looks_of
from tinplate.lobby.values import Avatar, Guest

Events = tuple[AccountEvent, ...]


class NotYours(Rejected, LookupError):
    """A proof that does not open the account: a code, a passkey, an answer that came twice."""


def open_account(guest: Guest, passkey: Passkey, codes: tuple[str, ...], now: int) -> Account:
    """The account of somebody who was a guest. Their id, name and avatar stay."""
    return Account(guest.id, guest.name, guest.avatar, now, passkeys=(passkey,), codes=codes)


def decide(account: Account, command: AccountCommand) -> Events:
    """What a command of its owner brings about, or Rejected."""
    match command:
        case SetPrivacy(is_private):
            return (PrivacySet(is_private),) if is_private != account.is_private else ()
        case RemovePasskey(id_):
            return _remove_passkey(account, id_)
        case EndSession(id_):
            is_known = any(session.id == id_ for session in account.sessions)
            return (SessionEnded(id_),) if is_known else ()
        case EndAllSessions():
            return (AllSessionsEnded(),) if account.sessions else ()


def _remove_passkey(account: Account, id_: str) -> Events:
    if account.passkey(id_) is None:
        return ()
    if len(account.passkeys) == 1 and not account.codes:
        because = "This is your only passkey, and you have no recovery codes. Get new codes first."
        raise Rejected(because, "last-passkey")
    return (PasskeyRemoved(id_),)


def use_challenge(account: Account, challenge: UsedChallenge, now: int) -> Events:
    """NotYours if it was answered before."""
    if any(each.mark == challenge.mark for each in account.challenges):
        raise NotYours("That took too long, or was sent twice. Try again.", "challenge-is-over")
    return (ChallengeUsed(challenge, now),)


def add_passkey(account: Account, passkey: Passkey) -> Events:
    if account.passkey(passkey.id) is not None:
        raise Rejected("This device has a passkey for you already.", "passkey-is-there")
    if len(account.passkeys) >= MAX_PASSKEYS:
        because = f"You have {MAX_PASSKEYS} passkeys. Remove one first."
        raise Rejected(because, "too-many-passkeys", count=MAX_PASSKEYS)
    return (PasskeyAdded(passkey),)


def use_passkey(account: Account, id_: str, sign_count: int, now: int) -> Events:
    """A passkey that counts has to count up: two that are at the same number are copies."""
    passkey = account.passkey(id_)
    if passkey is None:
        raise NotYours("No account here knows this passkey.", "passkey-unknown")
    if (sign_count or passkey.sign_count) and sign_count <= passkey.sign_count:
        because = "This passkey may have been copied. Use another one, or a recovery code."
        raise NotYours(because, "passkey-copied")
    return (PasskeyUsed(id_, sign_count, now),)


def use_code(account: Account, code: str) -> Events:
    """By its hash."""
    if code not in account.codes:
        raise NotYours("That name and code don't belong together.", "wrong-recovery-code")
    return (CodeUsed(code),)


def begin_session(account: Account, session: BrowserSession) -> Events:
    """The one that began first ends if there are too many. None begins if it is locked."""
    if account.is_locked:
        raise _locked(account)
    crowded = account.sessions[: max(0, len(account.sessions) + 1 - MAX_SESSIONS)]
    return (*(SessionEnded(old.id) for old in crowded), SessionBegan(session))


def _locked(account: Account) -> Rejected:
    """With the reason: only its owner gets so far."""
    because, why = "A moderator has closed this account.", account.locked_why
    if not why:
        return Rejected(because, "account-is-locked")
    return Rejected(f"{because} Reason: {why}", "account-is-locked-why", why=why)


def lock(account: Account, why: str) -> Events:
    return () if account.is_locked else (AccountLocked(why),)


def unlock(account: Account) -> Events:
    return (AccountUnlocked(),) if account.is_locked else ()


def rename(account: Account, name: str, avatar: Avatar | None, now: int) -> Events:
    """Three other names in thirty days; another avatar whenever one likes.

    Whoever has the name that a moderator gave them may always choose one.
    """
    if name == account.name:
        return (AccountRenamed(name, avatar, now),) if avatar != account.avatar else ()
    lately = [past for past in account.past_names if past.until > now - RENAME_SPAN]
    if len(lately) >= RENAMES and account.name != account.given_name:
        days = -(-(lately[-RENAMES].until + RENAME_SPAN - now) // (RENAME_SPAN // 30))
        because = f"You can change your name again in {days} days."
        raise Rejected(because, "renamed-too-often", count=days)
    return (AccountRenamed(name, avatar, now),)


def give_name(account: Account, name: str, now: int) -> Events:
    """In place of the one they have, which a moderator takes away."""
    return (NameGiven(name, now),) if name != account.name else ()


def give_back_name(account: Account, name: str) -> Events:
    """If they have chosen another since, they keep that."""
    return (NameGivenBack(name),) if account.name == account.given_name else ()


def holds_look(account: Account, look: str, now: int) -> bool:
    """Whether a name that looks so is theirs: now, or not long ago."""
    resting = (past.name for past in account.past_names if past.until > now - NAME_REST)
    return any(look in looks_of(name) for name in (account.name, *resting))


def evolve(account: Account, event: AccountEvent) -> Account:
    match event:
        case PasskeyAdded(passkey):
            return replace(account, passkeys=(*account.passkeys, passkey))
        case PasskeyUsed(id_, sign_count, at):
            return replace(
                account,
                passkeys=tuple(
                    replace(each, sign_count=sign_count, used_at=at) if each.id == id_ else each
                    for each in account.passkeys
                ),
            )
        case PasskeyRemoved(id_):
            return replace(
                account, passkeys=tuple(each for each in account.passkeys if each.id != id_)
            )
        case ChallengeUsed(challenge, now):
            lasting = (each for each in account.challenges if each.until > now)
            return replace(account, challenges=(*lasting, challenge))
        case SessionBegan(session):
            return replace(account, sessions=(*account.sessions, session))
        case SessionEnded(id_):
            return replace(
                account, sessions=tuple(each for each in account.sessions if each.id != id_)
            )
        case AllSessionsEnded():
            return replace(account, sessions=())
        case CodesChanged(codes):
            return replace(account, codes=codes)
        case CodeUsed(code):
            return replace(account, codes=tuple(each for each in account.codes if each != code))
        case AccountRenamed(name, avatar, at):
            return _renamed(account, name, avatar, at)
        case NameGiven(name, at):
            return replace(_renamed(account, name, account.avatar, at), given_name=name)
        case NameGivenBack(name):
            past = tuple(each for each in account.past_names if each.name != name)
            return replace(account, name=name, given_name="", past_names=past)
        case PrivacySet(is_private):
            return replace(account, is_private=is_private)
        case AccountLocked(why):
            return replace(account, is_locked=True, locked_why=why, sessions=())
        case AccountUnlocked():
            return replace(account, is_locked=False, locked_why="")
        case AccountClosed():
            return Account(account.person, "", None, 0, is_closed=True)


def _renamed(account: Account, name: str, avatar: Avatar | None, at: int) -> Account:
    if name == account.name:
        return replace(account, avatar=avatar)
    past = (*account.past_names, PastName(account.name, at))[-NAMES_KEPT:]
    return replace(account, name=name, avatar=avatar, past_names=past, given_name="")


def folded(account: Account, events: Iterable[AccountEvent]) -> Account:
    for event in events:
        account = evolve(account, event)
    return account
