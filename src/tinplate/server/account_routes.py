"""Accounts over HTTP: opened and signed in to by a passkey, a recovery code or a link."""

import secrets
from typing import Any, NamedTuple

from litestar import Request, Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody
from msgspec.structs import replace

from tinplate.accounts import rules
from tinplate.accounts.devices import device_of
from tinplate.accounts.rules import NotYours
from tinplate.accounts.values import (
    Account,
    BrowserSession,
    CodesChanged,
    EndAllSessions,
    EndSession,
)
from tinplate.game import ExplainedError, Rejected
from tinplate.lobby.lookalikes import look_alike
from tinplate.server import passkeys
from tinplate.server.context import ServerContext
from tinplate.server.cookies import ended_cookie, own_cookie
from tinplate.server.device_links import LINK_LIFE
from tinplate.server.guests import COOKIE
from tinplate.server.http import YEAR, TheContext, TheGuest, named
from tinplate.server.known_people import is_id
from tinplate.server.passkeys import CHALLENGE_COOKIE, CHALLENGE_LIFE, Challenge, site_of
from tinplate.server.recovery import hash_code, hash_codes, new_codes
from tinplate.server.sessions import SESSION_COOKIE, NewSession, identify, new_session
from tinplate.server.sockets import address_of
from tinplate.wire.accounts import (
    AccountFacts,
    AccountOpened,
    AccountState,
    ChangeAccount,
    DeleteAccount,
    LinkCreated,
    LinkProgress,
    LinkToken,
    NewRecoveryCodes,
    PasskeyAnswer,
    PasskeyFacts,
    PasskeyQuestion,
    RecoverySignIn,
    SessionFacts,
)

LINK_COOKIE = "tinplate_link"
NOBODY = "nobody"  # whose codes are hashed where there is no account, so that it takes as long
COUNTED = {"purpose": "accounts"}
RECOVERING = {"purpose": "recovery"}
AnyRequest = Request[Any, Any, Any]


class NotSignedIn(ExplainedError):
    """Somebody without an account, or who is not signed in to it."""


class SignedIn(NamedTuple):
    """Somebody who is signed in to their account, and by which session."""

    account: Account
    session: BrowserSession


TheOwner = NamedDependency[SignedIn]


async def owner_of(request: AnyRequest, context: TheContext) -> SignedIn:
    """Whoever is signed in. NotSignedIn if nobody is, 404 if there are no accounts here."""
    require_accounts(context)
    identity = await identify(context, request.cookies)
    if identity is None or identity.account is None or identity.session is None:
        raise NotSignedIn("Sign in first.", "sign-in-first")
    return SignedIn(identity.account, identity.session)


def require_accounts(context: ServerContext) -> None:
    if context.policy.accounts == "off":
        raise NotFoundException("There are no accounts here.")


@get("/api/account")
async def own_account(request: AnyRequest, context: TheContext) -> AccountState:
    """Whether there are accounts here, and the account of whoever asks."""
    identity = await identify(context, request.cookies)
    if identity is None or identity.account is None:
        return AccountState(context.policy.accounts, None)
    return AccountState(
        context.policy.accounts, facts_of(context, identity.account, identity.session)
    )


@post("/api/account", status_code=200, opt=COUNTED)
async def change_account(
    context: TheContext, owner: TheOwner, data: JSONBody[ChangeAccount]
) -> Response[AccountState]:
    """Change your own account: privacy, passkeys, sessions."""
    command, mode = data.command, context.policy.accounts
    account = await context.accounts.change(
        owner.account.person, lambda account: rules.decide(account, command)
    )
    is_out = isinstance(command, EndAllSessions) or command == EndSession(owner.session.id)
    if is_out:
        return Response(AccountState(mode, None), cookies=[ended_cookie(SESSION_COOKIE)])
    return Response(AccountState(mode, facts_of(context, account, owner.session)))


# Passkeys


@post("/api/account/passkeys/question", status_code=200, opt=COUNTED)
async def ask_for_passkey(
    request: AnyRequest, context: TheContext, guest: TheGuest
) -> Response[PasskeyQuestion]:
    """What the browser has to ask for a new passkey. Guests need a name that is free."""
    require_accounts(context)
    person = named(guest)
    account = await context.accounts.find(person.id)
    if account is None:
        await context.accounts.require_free(person.name, person.id)
    challenge = passkeys.new_challenge("register", person.id, context.clock())
    known = account.passkeys if account else ()
    options = passkeys.registration_options(_site(request), person, known, challenge)
    return Response(
        PasskeyQuestion(options), cookies=[_challenge_cookie(request, context, challenge)]
    )


@post("/api/account/passkeys", opt=COUNTED)
async def add_passkey(
    request: AnyRequest, context: TheContext, guest: TheGuest, data: JSONBody[PasskeyAnswer]
) -> Response[AccountOpened]:
    """Add a passkey. A guest becomes an account by it, and is told recovery codes."""
    require_accounts(context)
    person, now = named(guest), context.clock()
    challenge = passkeys.opened(
        request.cookies.get(CHALLENGE_COOKIE),
        context.challenge_cookies,
        "register",
        person.id,
        now,
    )
    passkey = passkeys.registered(data.credential, _site(request), challenge, _device(request), now)
    if await context.accounts.find(person.id) is not None:
        account = await context.accounts.change(
            person.id,
            lambda account: (
                *rules.use_challenge(account, challenge.used, now),
                *rules.add_passkey(account, passkey),
            ),
        )
        identity = await identify(context, request.cookies)
        session = identity.session if identity else None
        opened = AccountOpened(facts_of(context, account, session), ())
        return Response(opened, cookies=[ended_cookie(CHALLENGE_COOKIE)])
    codes = new_codes()
    hashes = await hash_codes(codes, person.id)
    begun = new_session(_device(request), "passkey", now)
    account = rules.open_account(person, passkey, hashes, now)
    account = replace(account, sessions=(begun.session,), challenges=(challenge.used,))
    account = await context.accounts.create(account)
    opened = AccountOpened(facts_of(context, account, begun.session), codes)
    return Response(opened, cookies=_signed_in(request, context, account, begun))


@post("/api/account/sign-in/question", status_code=200, opt=COUNTED)
async def ask_for_sign_in(request: AnyRequest, context: TheContext) -> Response[PasskeyQuestion]:
    """What the browser has to ask whoever wants to sign in. No name is needed."""
    require_accounts(context)
    await context.log_cache.lull.come()
    challenge = passkeys.new_challenge("sign-in", "", context.clock())
    question = PasskeyQuestion(passkeys.sign_in_options(_site(request), challenge))
    return Response(question, cookies=[_challenge_cookie(request, context, challenge)])


@post("/api/account/sign-in", status_code=200, opt=COUNTED)
async def sign_in(
    request: AnyRequest, context: TheContext, data: JSONBody[PasskeyAnswer]
) -> Response[AccountState]:
    """Sign in with a passkey."""
    require_accounts(context)
    await context.log_cache.lull.come()
    now, site = context.clock(), _site(request)
    with context.rate_limiter.guess(address_of(request)):
        challenge = passkeys.opened(
            request.cookies.get(CHALLENGE_COOKIE),
            context.challenge_cookies,
            "sign-in",
            "",
            now,
        )
        signer = passkeys.signer_of(data.credential)
        account = await _known(context, signer.person)
        count = passkeys.verified_count(data.credential, site, challenge, account, signer.passkey)
        begun = new_session(_device(request), "passkey", now)
        await context.accounts.note_letters(account.person, account.name)  # an old account has none
        account = await context.accounts.change(
            account.person,
            lambda account: (
                *rules.use_challenge(account, challenge.used, now),
                *rules.use_passkey(account, signer.passkey, count, now),
                *rules.begin_session(account, begun.session),
            ),
        )
    return _welcome(request, context, account, begun)


# Recovery codes


@post("/api/account/recovery", status_code=200, opt=RECOVERING)
async def recover(
    request: AnyRequest, context: TheContext, data: JSONBody[RecoverySignIn]
) -> Response[AccountState]:
    """Sign in with a recovery code. It works once. The name may lack its accents.

    Nobody learns whether there is an account of that name: it takes as long, and the answer is
    the same.
    """
    require_accounts(context)
    now = context.clock()
    with context.rate_limiter.guess(address_of(request)):
        account = await context.accounts.by_name_without_marks(data.name)
        code = await hash_code(data.code, account.person if account else NOBODY)
        if account is None:
            raise NotYours("That name and code don't belong together.", "wrong-recovery-code")
        begun = new_session(_device(request), "code", now)
        account = await context.accounts.change(
            account.person,
            lambda account: (
                *rules.use_code(account, code),
                *rules.begin_session(account, begun.session),
            ),
        )
    return _welcome(request, context, account, begun)


@post("/api/account/codes", opt=RECOVERING)
async def renew_codes(context: TheContext, owner: TheOwner) -> NewRecoveryCodes:
    """New recovery codes, shown once. The old ones are worth nothing."""
    codes = new_codes()
    hashes = await hash_codes(codes, owner.account.person)
    await context.accounts.change(owner.account.person, lambda _: (CodesChanged(hashes),))
    return NewRecoveryCodes(codes)


# Another device


@post("/api/account/links", opt=COUNTED)
async def create_link(context: TheContext, owner: TheOwner) -> LinkCreated:
    """A link for another device. It lives for two minutes and works once."""
    token, until = await context.device_links.create(owner.account.person)
    return LinkCreated(token, until)


@post("/api/account/links/progress", status_code=200)
async def link_progress(
    context: TheContext, owner: TheOwner, data: JSONBody[LinkToken]
) -> LinkProgress:
    """How far the link has come, for the device that shows it."""
    link = await context.device_links.look(data.token, owner.account.person)
    return LinkProgress(link.stage, link.number, link.until)


@post("/api/account/links/confirm", status_code=200, opt=COUNTED)
async def confirm_link(
    context: TheContext, owner: TheOwner, data: JSONBody[LinkToken]
) -> LinkProgress:
    """Both devices show the same number: the new one may come in."""
    await context.device_links.confirm(data.token, owner.account.person)
    link = await context.device_links.look(data.token, owner.account.person)
    return LinkProgress(link.stage, link.number, link.until)


@post("/api/account/links/claim", status_code=200, opt=COUNTED)
async def claim_link(
    request: AnyRequest, context: TheContext, data: JSONBody[LinkToken]
) -> Response[LinkProgress]:
    """The new device has opened the link, and shows the number. Nobody else can open it now."""
    require_accounts(context)
    secret = secrets.token_urlsafe(16)
    with context.rate_limiter.guess(address_of(request)):
        link = await context.device_links.claim(data.token, secret)
    cookie = own_cookie(
        request, LINK_COOKIE, context.link_cookies.write(secret), LINK_LIFE, "strict"
    )
    return Response(LinkProgress(link.stage, link.number, link.until), cookies=[cookie])


@post("/api/account/links/finish", status_code=200)
async def finish_link(
    request: AnyRequest, context: TheContext, data: JSONBody[LinkToken]
) -> Response[AccountState]:
    """Sign in the new device, if the link was confirmed. Otherwise the account is null."""
    require_accounts(context)
    values = context.link_cookies.read(request.cookies.get(LINK_COOKIE))
    with context.rate_limiter.guess(address_of(request)):
        secret = "" if values is None else str(values[0])
        person = await context.device_links.finish(data.token, secret)
    if person is None:
        return Response(AccountState(context.policy.accounts, None))
    begun = new_session(_device(request), "link", context.clock())
    account = await context.accounts.change(
        person, lambda account: rules.begin_session(account, begun.session)
    )
    return _welcome(request, context, account, begun)


# The end


@post("/api/account/delete/question", status_code=200, opt=COUNTED)
async def ask_for_deletion(
    request: AnyRequest, context: TheContext, owner: TheOwner
) -> Response[PasskeyQuestion]:
    """What the browser has to ask whoever wants to delete their account."""
    challenge = passkeys.new_challenge("delete", owner.account.person, context.clock())
    question = PasskeyQuestion(passkeys.sign_in_options(_site(request), challenge))
    return Response(question, cookies=[_challenge_cookie(request, context, challenge)])


@post("/api/account/delete", status_code=200, opt=RECOVERING)
async def delete_account(
    request: AnyRequest, context: TheContext, owner: TheOwner, data: JSONBody[DeleteAccount]
) -> Response[AccountState]:
    """Delete your account, with a passkey or a recovery code of it.

    Your matches stay; wherever your name was, somebody played.
    """
    account = owner.account
    if not look_alike(data.name, account.name):
        raise Rejected("That is not your name.", "not-your-name")
    with context.rate_limiter.guess(address_of(request)):
        await _require_owner(request, context, account, data)
    await context.forgotten.add(account.person)
    await context.records.erase(account.person)
    await context.social.erase(account.person)
    await context.reports.erase(account.person)
    await context.accounts.close(account.person)
    return Response(
        AccountState(context.policy.accounts, None),
        cookies=[*map(ended_cookie, (SESSION_COOKIE, COOKIE, CHALLENGE_COOKIE))],
    )


def routes() -> Router:
    return Router(
        path="/",
        route_handlers=[
            own_account,
            change_account,
            ask_for_passkey,
            add_passkey,
            ask_for_sign_in,
            sign_in,
            recover,
            renew_codes,
            create_link,
            link_progress,
            confirm_link,
            claim_link,
            finish_link,
            ask_for_deletion,
            delete_account,
        ],
        dependencies={"owner": Provide(owner_of)},
    )


def facts_of(
    context: ServerContext, account: Account, session: BrowserSession | None
) -> AccountFacts:
    """What its owner is told. Neither keys nor hashes are."""
    return AccountFacts(
        guest=account.guest,
        opened_at=account.opened_at,
        passkeys=tuple(
            PasskeyFacts(each.id, each.device, each.site, each.added_at, each.used_at)
            for each in account.passkeys
        ),
        sessions=tuple(
            SessionFacts(each.id, each.device, each.way, each.began_at, is_this=each == session)
            for each in account.sessions
        ),
        codes_left=len(account.codes),
        past_names=account.past_names,
        is_private=account.is_private,
        is_moderator=context.accounts.is_moderator(account),
    )


async def _require_owner(
    request: AnyRequest, context: ServerContext, account: Account, data: DeleteAccount
) -> None:
    """NotYours unless whoever is signed in has a passkey of the account, or a recovery code."""
    person, now = account.person, context.clock()
    if data.credential is None:
        code = await hash_code(data.code, person)
        await context.accounts.change(person, lambda account: rules.use_code(account, code))
        return
    cookie = request.cookies.get(CHALLENGE_COOKIE)
    challenge = passkeys.opened(cookie, context.challenge_cookies, "delete", person, now)
    passkey = passkeys.signer_of(data.credential).passkey
    site = _site(request)
    count = passkeys.verified_count(data.credential, site, challenge, account, passkey)
    await context.accounts.change(
        person,
        lambda account: (
            *rules.use_challenge(account, challenge.used, now),
            *rules.use_passkey(account, passkey, count, now),
        ),
    )


async def _known(context: ServerContext, person: str) -> Account:
    account = await context.accounts.find(person) if is_id(person) else None
    if account is None or account.is_closed:
        raise NotYours("No account here knows this passkey.", "passkey-unknown")
    return account


def _welcome(
    request: AnyRequest, context: ServerContext, account: Account, begun: NewSession
) -> Response[AccountState]:
    facts = facts_of(context, account, begun.session)
    return Response(
        AccountState(context.policy.accounts, facts),
        cookies=_signed_in(request, context, account, begun),
    )


def _signed_in(
    request: AnyRequest, context: ServerContext, account: Account, begun: NewSession
) -> list[Cookie]:
    """The cookie of the session; those that led to it, and that of a guest, are over."""
    value = context.session_cookies.write(account.person, begun.secret)
    return [
        own_cookie(request, SESSION_COOKIE, value, YEAR),
        *map(ended_cookie, (COOKIE, CHALLENGE_COOKIE, LINK_COOKIE)),
    ]


def _challenge_cookie(request: AnyRequest, context: ServerContext, challenge: Challenge) -> Cookie:
    value = passkeys.sealed(challenge, context.challenge_cookies)
    return own_cookie(request, CHALLENGE_COOKIE, value, CHALLENGE_LIFE, "strict")


def _site(request: AnyRequest) -> passkeys.Site:
    return site_of(request.headers.get("host", ""))


def _device(request: AnyRequest) -> str:
    return device_of(request.headers.get("user-agent", ""))
