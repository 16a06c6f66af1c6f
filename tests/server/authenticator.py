"""An authenticator in software, and a browser of somebody who has one; both can be made to lie."""

import hashlib
import json
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Self

import cbor2
import httpx
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from tests.server.client import TLS
from tests.waiting import PATIENCE

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40  # flags
ES256 = -7
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64) Gecko Firefox/140.0"


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey. What it says of itself can be set."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.id = hashlib.sha256(str(id(self._key)).encode()).digest()
        self.handle = b""
        self.count = 0
        self.flags = PRESENT | VERIFIED
        self.algorithm = ES256
        self.origin = ""  # that of the page, unless it is set
        self.site = ""  # the same

    def create(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """Answer `navigator.credentials.create`."""
        self.handle = decoded(options["user"]["id"])
        public = self._key.public_key().public_numbers()
        point = (public.x.to_bytes(32, "big"), public.y.to_bytes(32, "big"))
        key = cbor2.dumps({1: 2, 3: self.algorithm, -1: 1, -2: point[0], -3: point[1]})
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + key
        data = self._data(options["rp"]["id"], ATTESTED) + attested
        statement = {"fmt": "none", "attStmt": {}, "authData": data}
        return self._credential(
            clientDataJSON=encoded(self._client("webauthn.create", options, origin)),
            attestationObject=encoded(cbor2.dumps(statement)),
        )

    def get(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
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
        digest = hashlib.sha256((self.site or site).encode()).digest()
        return digest + struct.pack(">BI", self.flags | flags, self.count)

    def _client(self, kind: str, options: dict[str, Any], origin: str) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin or origin}
        return json.dumps(told).encode()

    def _credential(self, **response: str) -> dict[str, Any]:
        id_ = encoded(self.id)
        return {"id": id_, "rawId": id_, "type": "public-key", "response": response}


class Browser:
    """Cookies of its own, at a server that it calls localhost."""

    def __init__(self, address: str, name: str = "localhost") -> None:
        port = address.rpartition(":")[2]
        self.origin = f"http://{name}:{port}"
        self.authenticator = Authenticator()  # the last one that made a passkey here
        self.http = httpx.AsyncClient(
            base_url=address,
            headers={"Host": f"{name}:{port}", "User-Agent": FIREFOX},
            verify=TLS,
            timeout=PATIENCE,
        )

    async def __aenter__(self) -> Self:
        await self.http.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.http.aclose()

    @property
    def cookies(self) -> dict[str, str]:
        return {each.name: each.value or "" for each in self.http.cookies.jar}

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def post(self, path: str, **body: Any) -> httpx.Response:  # noqa: ANN401 - JSON
        return await self.http.post(path, json=body)

    async def introduce(self, name: str) -> httpx.Response:
        return await self.post("/api/guest", name=name)

    async def question(self, path: str) -> dict[str, Any]:
        answer = await self.post(f"/api/account/{path}/question")
        assert answer.status_code == httpx.codes.OK, answer.text
        options: dict[str, Any] = answer.json()["options"]
        return options

    async def register(self, authenticator: Authenticator) -> httpx.Response:
        self.authenticator = authenticator
        options = await self.question("passkeys")
        credential = authenticator.create(options, self.origin)
        return await self.post("/api/account/passkeys", credential=credential)

    async def sign_in(self, authenticator: Authenticator) -> httpx.Response:
        options = await self.question("sign-in")
        credential = authenticator.get(options, self.origin)
        return await self.post("/api/account/sign-in", credential=credential)

    async def delete(self, name: str, authenticator: Authenticator | None = None) -> httpx.Response:
        """Delete the account, with the passkey that was made here or another one."""
        options = await self.question("delete")
        credential = (authenticator or self.authenticator).get(options, self.origin)
        return await self.post("/api/account/delete", name=name, credential=credential)

    async def do(self, kind: str, **fields: object) -> httpx.Response:
        return await self.post("/api/account", command={"type": kind, **fields})

    async def account(self) -> dict[str, Any] | None:
        """None if nobody is signed in."""
        account: dict[str, Any] | None = (await self.get("/api/account")).json()["account"]
        return account

    async def guest(self) -> dict[str, Any] | None:
        guest: dict[str, Any] | None = (await self.get("/api/guest")).json()
        return guest
