"""An authenticator in software: passkeys as a phone or a key has them, for scripted people.

It has nothing to protect: its keys are made for one test, stay in memory, and are gone with it.
"""

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import encode_cbor

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40  # flags
ES256 = -7
ID_BYTES = 32

Options = dict[str, Any]  # what a browser is asked, as WebAuthn has it in JSON
Credential = dict[str, Any]  # what it answers


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class SoftwareAuthenticator:
    """One passkey."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(ID_BYTES)
        self.handle = b""  # of the person, once there is one
        self.count = 0  # of what it has signed
        self.flags = PRESENT | VERIFIED
        self.algorithm = ES256

    def create(self, options: Options, origin: str) -> Credential:
        """Answer `navigator.credentials.create`."""
        self.handle = decoded(options["user"]["id"])
        public = self._key.public_key().public_numbers()
        point = (public.x.to_bytes(32, "big"), public.y.to_bytes(32, "big"))
        key = encode_cbor({1: 2, 3: self.algorithm, -1: 1, -2: point[0], -3: point[1]})
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + key
        data = self._data(options["rp"]["id"], ATTESTED) + attested
        statement = {"fmt": "none", "attStmt": {}, "authData": data}
        return self._credential(
            clientDataJSON=encoded(self._client("webauthn.create", options, origin)),
            attestationObject=encoded(encode_cbor(statement)),
        )

    def get(self, options: Options, origin: str) -> Credential:
        """Answer `navigator.credentials.get`."""
        self.count += 1
        client = self._client("webauthn.get", options, origin)
        data = self._data(options["rpId"], 0)
        signed = data + hashlib.sha256(client).digest()
        return self._credential(
            clientDataJSON=encoded(client),
            authenticatorData=encoded(data),
            signature=encoded(self._key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            userHandle=encoded(self.handle),
        )

    def _data(self, site: str, flags: int) -> bytes:
        digest = hashlib.sha256(site.encode()).digest()
        return digest + struct.pack(">BI", self.flags | flags, self.count)

    def _client(self, kind: str, options: Options, origin: str) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": origin}
        return json.dumps(told).encode()

    def _credential(self, **response: str) -> Credential:
        id_ = encoded(self.id)
        return {"id": id_, "rawId": id_, "type": "public-key", "response": response}
