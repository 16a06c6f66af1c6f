"""Our cookies: no script can read them, and over HTTPS they never travel without it."""

from http.cookies import SimpleCookie
from typing import Any, Literal

from litestar import Request
from litestar.datastructures import Cookie

_encode = SimpleCookie().value_encode


class OwnCookie(Cookie):
    """Writes its header itself: the framework's way takes a tenth of the time of a sign-in."""

    def to_header(self, **_: Any) -> str:  # noqa: ANN401 - as the framework calls it
        _value, written = _encode(self.value or "")
        header = f"{self.key}={written}; HttpOnly; Max-Age={self.max_age}; Path={self.path}"
        return f"{header}; SameSite={self.samesite}{'; Secure' if self.secure else ''}"


def own_cookie(
    request: Request[Any, Any, Any],
    key: str,
    value: str,
    seconds: int,
    same_site: Literal["lax", "strict"] = "lax",
) -> Cookie:
    return OwnCookie(
        key=key,
        value=value,
        max_age=seconds,
        httponly=True,
        samesite=same_site,
        secure=is_encrypted(request),
    )


def ended_cookie(key: str) -> Cookie:
    """The browser forgets it."""
    return OwnCookie(key=key, value="", max_age=0, httponly=True, samesite="lax")


def is_encrypted(request: Request[Any, Any, Any]) -> bool:
    """Whether HTTPS is used: by the connection, a trusted proxy, or else the origin of the page."""
    return "https" in (request.url.scheme, request.headers.get("origin", "").partition(":")[0])
