"""Only our own page, and clients that are not browsers, may send requests that change something.

A browser tells us where a request comes from, and other pages cannot make it lie. Programs that
don't say have no cookies of other people to misuse.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

_OWN_SITES = {"same-origin", "none"}  # none: the user typed the address


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Whether the origin, if the client sends one, is the host that it asks."""
    if headers.get("sec-fetch-site", "same-origin") not in _OWN_SITES:
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
