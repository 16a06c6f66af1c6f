"""Serves the page: the files that `make page` builds, kept in memory and compressed once.

Every other address belongs to the page, which decides itself what to show. Links in the page are
relative to the depth of the address, so the page works behind a proxy under any prefix. A proxy
that names its prefix in a header may leave out the final slash.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, NamedTuple

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec.json import decode

FOLDER = files("tinplate") / "page"
INDEX = "index.html"
AHEAD = "ahead.json"  # what a page needs at once, by address
ASSETS = "assets/"  # their names change with their content
PREFIX = re.compile(r"(/[\w.~-]{1,64}){1,8}/?", re.ASCII)  # cannot end an HTML attribute
MATCH = re.compile(r"match/(?P<shared>[\w-]{1,64})", re.ASCII)  # links that are shared
DAILY = re.compile(r"puzzles/daily(/(?P<shared>\d{4}-\d\d-\d\d))?", re.ASCII)  # none: today
TITLE = b"<title>Tinplate</title>"  # of what has none of its own
MAX_DEPTH = 8  # slashes in an address; each one lengthens every link of the page
UNBUILT = b"<!doctype html><title>Tinplate</title><p>The page is not built yet: run `make page`."
CACHE_FOREVER, REVALIDATE = "public, max-age=31536000, immutable", "no-cache"
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


# For messengers: a title and tags of what is shared, by the query and the address of the page.
Preview = Callable[[str, Mapping[str, Any], str], Awaitable[str]]


class File(NamedTuple):
    """A file, ready to be sent."""

    kind: str
    body: bytes
    packed: bytes
    tag: str


def packed_file(name: str, body: bytes) -> File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return File(kind, body, gzip.compress(body, mtime=0), tag)


def built_files(folder: Traversable = FOLDER) -> Mapping[str, File]:
    """All files of the page, by path. Empty if the page is not built."""
    found: dict[str, File] = {}

    def walk(at: Traversable, path: str) -> None:
        for child in at.iterdir():
            name = path + child.name
            if child.is_dir():
                walk(child, f"{name}/")
            else:
                found[name] = packed_file(name, child.read_bytes())

    if folder.is_dir():
        walk(folder, "")
    return found


def page_at(index: bytes, path: str, prefix: str = "") -> bytes:
    """The page for an address, with relative links that climb as far as the address is deep.

    If the prefix is known, links start with it instead.
    """
    if PREFIX.fullmatch(prefix):
        return index.replace(b'"./', f'"{prefix.rstrip("/")}/'.encode())
    depth = path.count("/") - 1
    return index.replace(b'"./', b'"' + (b"../" * depth or b"./"))


def with_ahead(index: bytes, name: str, ahead: Mapping[str, Sequence[str]]) -> bytes:
    """The page with links to what its address needs, for the browser to fetch at once."""
    found = [
        file for at, needed in ahead.items() if f"{name}/".startswith(f"{at}/") for file in needed
    ]
    links = "".join(
        f'<link rel="modulepreload" href="./{file}">'
        if file.endswith(".js")
        else f'<link rel="preload" as="style" crossorigin href="./{file}">'  # as scripts ask for it
        for file in found
    )
    return index.replace(b"</body>", links.encode() + b"</body>", 1)


def page_handler(page: Mapping[str, File], previews: Mapping[re.Pattern[str], Preview]) -> Any:  # noqa: ANN401 - of Litestar
    index = page[INDEX].body if INDEX in page else UNBUILT
    ahead = decode(page[AHEAD].body, type=dict[str, list[str]]) if AHEAD in page else {}

    @get(["/", "/{path:path}"], include_in_schema=False, media_type=MediaType.HTML)
    async def show(request: Request[Any, Any, Any], path: FromPath[str] = "/") -> Response[bytes]:
        name = path.removeprefix("/")
        if name in page and name != INDEX:
            caching = CACHE_FOREVER if name.startswith(ASSETS) else REVALIDATE
            return answer(request, page[name], caching)
        # The raw path: the framework removes a final slash, but the browser counts it.
        at = request.scope["raw_path"].decode("latin-1")
        is_too_deep = at.count("/") > MAX_DEPTH
        if is_too_deep or name == "api" or name.startswith((ASSETS, "api/")):
            raise NotFoundException("There is nothing here.")
        prefix = request.headers.get("x-forwarded-prefix", "")
        html = page_at(with_ahead(index, name, ahead), at, prefix)
        for link, preview_of in previews.items():
            if shared := link.fullmatch(name):
                base = prefix.rstrip("/") if PREFIX.fullmatch(prefix) else ""
                root = f"{request.url.scheme}://{request.url.netloc}{base}"
                tags = await preview_of(shared["shared"] or "", request.query_params, root)
                html = html.replace(TITLE, tags.encode() or TITLE, 1)
        return answer(request, packed_file(INDEX, html), REVALIDATE)

    return show


def answer(
    request: Request[Any, Any, Any],
    file: File,
    caching: str,
    further: Mapping[str, str] = MappingProxyType({}),
) -> Response[bytes]:
    """The file as this browser takes it; nothing if it has the file already."""
    headers = {"Cache-Control": caching, "ETag": file.tag, "Vary": "Accept-Encoding", **further}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.body, headers=headers, media_type=file.kind)
    headers["Content-Encoding"] = "gzip"
    return Response(file.packed, headers=headers, media_type=file.kind)
