"""Which requests may change something: those of our own page, and of clients that are no browser.

A browser says where a request comes from; a page elsewhere cannot make it lie. Programs that say
nothing have no cookies of others to misuse.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

_OWN_SITES = {"same-origin", "none"}  # none: somebody typed the address


def is_ours(headers: Mapping[str, str]) -> bool:
    """Whether the origin, where one is told, is the host that was asked."""
    if headers.get("sec-fetch-site", "same-origin") not in _OWN_SITES:
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
