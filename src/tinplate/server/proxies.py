"""Which proxies are believed about their clients, and about the path they serve us under."""

from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

PREFIX_HEADER = b"x-forwarded-prefix"
AnyApp = Callable[[Any, Any, Any], Awaitable[None]]  # ASGI; two libraries type it differently


class TrustedProxies:
    """The addresses and networks that the operator has named."""

    def __init__(self, written: tuple[str, ...] = ()) -> None:
        self._networks = tuple(map(ip_network, written))

    def __contains__(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            known = ip_address(address)
        except ValueError:
            return False
        if isinstance(known, IPv6Address) and known.ipv4_mapped is not None:
            known = known.ipv4_mapped
        return any(known in network for network in self._networks)


NO_PROXIES = TrustedProxies()


def without_strangers_prefix(app: AnyApp, proxies: TrustedProxies) -> AnyApp:
    """Drop the header that names our path, unless a trusted proxy sent it.

    This has to see the address of the connection, before it is replaced by the forwarded one.
    """

    async def answer(scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        client = scope.get("client")
        if client is None or client[0] not in proxies:
            kept = [header for header in scope.get("headers", ()) if header[0] != PREFIX_HEADER]
            scope = {**scope, "headers": kept}
        await app(scope, receive, send)

    return answer
