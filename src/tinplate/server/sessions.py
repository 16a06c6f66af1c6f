"""Identifies people: by the cookie of a session if they have an account, else by that of a guest.

The account has a digest of the secret in the cookie. Every request looks it up, so a session that
was ended anywhere is worth nothing at once, in every process. The cookie of a guest is worth
nothing either once the guest has an account.
"""

import hashlib
import secrets
from collections.abc import Mapping
from typing import NamedTuple

from tinplate.accounts.values import Account, BrowserSession, SignInWay
from tinplate.lobby.values import Guest
from tinplate.server.context import ServerContext
from tinplate.server.guests import COOKIE
from tinplate.store.log import Moment

SESSION_COOKIE = "tinplate_session"
SECRET_BYTES = 32
ID_BYTES = 9


class Identity(NamedTuple):
    """The sender of a request. Guests have no account, and no session."""

    guest: Guest
    account: Account | None = None
    session: BrowserSession | None = None


class SessionClaim(NamedTuple):
    """Whose session a browser says that it has."""

    person: str
    mark: str


class NewSession(NamedTuple):
    """A session that begins, and the secret that only its browser has."""

    session: BrowserSession
    secret: str


def new_session(device: str, way: SignInWay, now: Moment) -> NewSession:
    """Always a new one: nobody can know it before somebody signs in."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    id_ = secrets.token_urlsafe(ID_BYTES)
    return NewSession(BrowserSession(id_, mark_of(secret), device, way, now), secret)


def mark_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def claim_in(context: ServerContext, cookies: Mapping[str, str]) -> SessionClaim | None:
    values = context.session_cookies.read(cookies.get(SESSION_COOKIE))
    return None if values is None else SessionClaim(str(values[0]), mark_of(str(values[1])))


async def identify(context: ServerContext, cookies: Mapping[str, str]) -> Identity | None:
    """Whoever sent these cookies. None: somebody without a name."""
    known = context.signer.read(cookies.get(COOKIE))
    guest = None if known is None else context.forgotten.guest(known)
    if context.policy.accounts == "off":
        return None if guest is None else Identity(guest)
    claim = claim_in(context, cookies)
    if claim is not None:
        account = await context.accounts.find(claim.person)
        session = None if account is None else account.session(claim.mark)
        if account is not None and session is not None:
            return Identity(context.forgotten.guest(account.guest), account, session)
    if guest is None or await context.accounts.find(guest.id) is not None:
        return None
    return Identity(guest)
