"""A browser of somebody with a passkey, as far as accounts go: over HTTP, in a thread."""

from http.client import HTTPConnection, HTTPException
from typing import Any, Self
from urllib.parse import urlsplit

from msgspec.json import decode, encode

from tinplate.game import Rejected
from tinplate.load.authenticator import SoftwareAuthenticator
from tinplate.load.lobby_client import TIMEOUT, reason_in
from tinplate.wire.accounts import AccountOpened, AccountState, PasskeyAnswer, PasskeyQuestion
from tinplate.wire.resources import Introduction

CREATED = 201
LOCAL = "localhost"  # passkeys belong to names, and numbers are none


class AccountBrowser:
    """Its passkey lasts; each visit has cookies and a connection of its own."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._place = parts.hostname or LOCAL, parts.port
        self._host = f"{LOCAL}:{parts.port}"
        self._origin = f"http://{self._host}"
        self._authenticator = SoftwareAuthenticator()
        self._person = ""

    def register(self, name: str) -> None:
        """Open an account. Rejected if the server does not want it."""
        with _Visit(self._place, self._host) as visit:
            visit.post("/api/guest", Introduction(name))
            asked = decode(visit.post("/api/account/passkeys/question"), type=PasskeyQuestion)
            credential = self._authenticator.create(asked.options, self._origin)
            body = visit.post("/api/account/passkeys", PasskeyAnswer(credential))
            self._person = decode(body, type=AccountOpened).account.guest.id

    def sign_in(self) -> None:
        """Sign in as a browser does that was never here. Rejected if it fails."""
        with _Visit(self._place, self._host) as visit:
            asked = decode(visit.post("/api/account/sign-in/question"), type=PasskeyQuestion)
            credential = self._authenticator.get(asked.options, self._origin)
            body = visit.post("/api/account/sign-in", PasskeyAnswer(credential))
            account = decode(body, type=AccountState).account
            if account is None or account.guest.id != self._person:
                raise Rejected("signed in as somebody else")


class _Visit:
    """One connection, and the cookies that were set on it."""

    def __init__(self, place: tuple[str, int | None], host: str) -> None:
        self._connection = HTTPConnection(*place, timeout=TIMEOUT)
        self._headers = {"Host": host, "Content-Type": "application/json"}
        self._cookies: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def post(self, path: str, what: Any = None) -> bytes:  # noqa: ANN401 - anything that is JSON
        """The body of the answer. Rejected, with the reason, if it is an error."""
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        body = b"" if what is None else encode(what)
        try:
            self._connection.request("POST", path, body, {**self._headers, "Cookie": cookie})
            answer = self._connection.getresponse()
            told = answer.read()
        except (OSError, HTTPException) as error:
            raise Rejected(f"no answer: {error!r}") from None
        if answer.status > CREATED:
            raise Rejected(f"{answer.status} {reason_in(told)}")
        for line in answer.headers.get_all("Set-Cookie", ()):
            name, _, value = line.partition(";")[0].partition("=")
            self._cookies[name] = value
        return told
