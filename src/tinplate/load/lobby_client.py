"""The HTTP requests that players send before they open a socket."""

import asyncio
import re
from collections import Counter
from http.client import HTTPResponse
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

from msgspec import DecodeError
from msgspec.json import decode, encode

from tinplate.game import Rejected
from tinplate.lobby.values import Guest, Terms
from tinplate.wire.resources import Introduction, Opened, OpenTable, Problem

TIMEOUT = 30  # seconds
_OF_BOTS = re.compile(
    r"^tinplate_bot_decisions_(lost|hurried)_total(?:\{why=\"(\w+)\"\})? (\S+)$", re.MULTILINE
)


class LobbyClient:
    """The HTTP side of a server."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._opener = build_opener(ProxyHandler({}))  # never through a proxy

    @staticmethod
    def socket_url(address: str, table: str) -> str:
        return f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"

    async def introduce(self, name: str) -> tuple[Guest, str]:
        """A new guest, and its cookie."""
        answer, cookie = await self._post("/api/guest", Introduction(name), None)
        return decode(answer, type=Guest), cookie

    async def open(self, cookie: str, terms: Terms, chairs: int) -> str:
        """Open a table. Returns its id."""
        answer, _ = await self._post("/api/tables", OpenTable(terms, chairs), cookie)
        return decode(answer, type=Opened).id

    async def bots(self, token: str) -> Counter[str]:
        """Decisions of bots that were lost or hurried, by reason, since the server started."""
        headers = {"Authorization": f"Bearer {token}"}
        request = Request(f"{self.address}/metrics", headers=headers)  # noqa: S310
        text, _ = await asyncio.to_thread(self._ask, request)
        return bots_in(text.decode())

    async def _post(self, path: str, what: object, cookie: str | None) -> tuple[bytes, str]:
        headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
        request = Request(self.address + path, encode(what), headers)  # noqa: S310
        return await asyncio.to_thread(self._ask, request)

    def _ask(self, request: Request) -> tuple[bytes, str]:
        """The body, and the cookie that the server sets."""
        try:
            answer: HTTPResponse
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                return answer.read(), answer.headers.get("Set-Cookie", "").partition(";")[0]
        except HTTPError as error:
            raise Rejected(f"{request.full_url}: {error.code} {reason_in(error.read())}") from None
        except (URLError, OSError) as error:
            reason = error.reason if isinstance(error, URLError) else error
            raise Rejected(f"{request.full_url}: {reason}") from None


def bots_in(metrics: str) -> Counter[str]:
    """The counters of bot decisions in the text for Prometheus."""
    found = _OF_BOTS.findall(metrics)
    return Counter({why or what: int(float(times)) for what, why, times in found})


def reason_in(body: bytes) -> str:
    """Why a request was refused, by the body of the answer."""
    try:
        return decode(body, type=Problem).because
    except DecodeError:
        return body[:200].decode(errors="replace")
