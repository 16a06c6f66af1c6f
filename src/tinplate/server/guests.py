"""Guests are known by a signed cookie with their name and id, until they have an account."""

import hashlib
import hmac
import os
from pathlib import Path

import msgspec
from cachetools import LRUCache
from itsdangerous import BadData, URLSafeSerializer
from itsdangerous.encoding import base64_decode, base64_encode

from tinplate.game import Malformed
from tinplate.lobby.values import Guest

COOKIE = "tinplate_guest"
KEY_BYTES = 32
COOKIES_KNOWN = 20_000  # that need not be checked again: each request brings one


class CookieSigner:
    """Writes guests into cookies that nobody else can forge."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._known = LRUCache[str, Guest](COOKIES_KNOWN)
        self._serializer = URLSafeSerializer(
            key,
            salt=COOKIE,
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )

    def key_for(self, purpose: str) -> bytes:
        """Another key of this server, from which nobody can compute that of the cookies."""
        return hmac.digest(self._key, f"tinplate {purpose}".encode(), hashlib.sha256)

    def write(self, guest: Guest) -> str:
        # Without what was not chosen: then cookies from before that could be chosen are the same.
        chosen = {name: value for name, value in msgspec.to_builtins(guest).items() if value}
        text = self._serializer.dumps(chosen)
        return text if isinstance(text, str) else text.decode()

    def read(self, cookie: str | None) -> Guest | None:
        """The guest. None if the cookie is missing, or not one of ours."""
        if cookie is None:
            return None
        known = self._known.get(cookie)
        if known is not None:
            return known
        guest = self._checked(cookie)
        if guest is not None:
            self._known[cookie] = guest
        return guest

    def is_old(self, cookie: str | None) -> bool:
        """Whether a valid cookie has the old form, and should be issued again."""
        return cookie is not None and self._read_old(cookie) is not None

    def _checked(self, cookie: str) -> Guest | None:
        try:
            guest = msgspec.convert(self._serializer.loads(cookie), Guest)
        except (BadData, msgspec.ValidationError):
            return self._read_old(cookie)
        # The last letters of base64 have unused bits. Accept a cookie only as we wrote it.
        return guest if self.write(guest) == cookie else None

    def _read_old(self, cookie: str) -> Guest | None:
        """Earlier versions signed cookies without itsdangerous."""
        try:
            body = base64_decode(cookie.partition(".")[0])
            signature = hmac.digest(self._key, body, hashlib.sha256)
            expected = base64_encode(body) + b"." + base64_encode(signature)
            if hmac.compare_digest(expected, cookie.encode()):
                return msgspec.json.decode(body, type=Guest)
        except (BadData, msgspec.DecodeError, UnicodeError):
            pass
        return None


class SealedCookies:
    """Writes values into cookies that nobody else can forge; each purpose has a key of its own."""

    def __init__(self, key: bytes) -> None:
        self._serializer = URLSafeSerializer(
            key, signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256}
        )

    def write(self, *values: str | int) -> str:
        text = self._serializer.dumps(list(values))
        return text if isinstance(text, str) else text.decode()

    def read(self, cookie: str | None) -> list[str | int] | None:
        """None if the cookie is missing, or not exactly as we wrote it."""
        if cookie is None:
            return None
        try:
            values: list[str | int] = self._serializer.loads(cookie)
        except BadData:
            return None
        return values if self.write(*values) == cookie else None


def load_key(file: Path) -> bytes:
    """The key that signs cookies. If there is none, create one that only its owner can read."""
    if not file.exists():
        save_key(file, os.urandom(KEY_BYTES))
    key = file.read_bytes()
    if len(key) < KEY_BYTES:
        raise Malformed(f"{file}: a key needs at least {KEY_BYTES} bytes")
    return key


def save_key(file: Path, key: bytes) -> None:
    """Write a key that only its owner can read, unless there is one already."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as new:
        new.write(key)
    try:
        os.link(draft, file)  # atomic, and never replaces an existing key
    except FileExistsError:
        pass
    finally:
        draft.unlink()
