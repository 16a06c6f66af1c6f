"""An authenticator in software, and a browser of somebody who has one; both can be made to lie."""

from typing import Any, Self

import httpx

from tests.server.client import TLS
from tests.waiting import PATIENCE
from tinplate.load.authenticator import Options, SoftwareAuthenticator

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64) Gecko Firefox/140.0"


class Authenticator(SoftwareAuthenticator):
    """One passkey. What it says of the page can be set."""

    def __init__(self) -> None:
        super().__init__()
        self.origin = ""  # that of the page, unless it is set
        self.site = ""  # the same

    def _data(self, site: str, flags: int) -> bytes:
        return super()._data(self.site or site, flags)

    def _client(self, kind: str, options: Options, origin: str) -> bytes:
        return super()._client(kind, options, self.origin or origin)


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

    async def question(self, path: str) -> Options:
        answer = await self.post(f"/api/account/{path}/question")
        assert answer.status_code == httpx.codes.OK, answer.text
        options: Options = answer.json()["options"]
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
