"""Who somebody is: a name and an id in a signed cookie. There are no accounts."""

import base64
import binascii
import hashlib
import hmac
import os
from pathlib import Path

from msgspec.json import Decoder, encode

from tinplate.game import Malformed
from tinplate.lobby.values import Guest
from tinplate.wire.codec import decode

COOKIE = "tinplate_guest"
KEY_BYTES = 32
_GUEST = Decoder(Guest)


class Signer:
    """Writes guests into cookies that nobody else can make."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def write(self, guest: Guest) -> str:
        return self._sealed(encode(guest))

    def read(self, cookie: str | None) -> Guest | None:
        """The guest; None if the cookie is missing or not one of ours."""
        cookie = cookie or ""
        try:
            body = _bytes(cookie.partition(".")[0])
            # The whole text, for the last letters of base64 have bits that mean nothing.
            if not hmac.compare_digest(self._sealed(body).encode(), cookie.encode()):
                return None
            guest: Guest = decode(_GUEST, body)
        except (Malformed, ValueError, binascii.Error):
            return None
        return guest

    def _sealed(self, body: bytes) -> str:
        return f"{_text(body)}.{_text(hmac.digest(self._key, body, hashlib.sha256))}"


def load_key(file: Path) -> bytes:
    """The key of the house; made, for its owner's eyes only, when there is none."""
    if not file.exists():
        _make_key(file)
    key = file.read_bytes()
    if len(key) < KEY_BYTES:
        raise Malformed(f"{file}: a key has at least {KEY_BYTES} bytes")
    return key


def _make_key(file: Path) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as new:
        new.write(os.urandom(KEY_BYTES))
    try:
        os.link(draft, file)  # whole or not at all, and never in the place of another
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")  # which cookies would quote


def _bytes(text: str) -> bytes:
    return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
