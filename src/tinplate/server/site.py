"""Serves the documentation at /docs: the files that `make docs` builds, read on demand.

Its pages come from the project alone, so their own inline scripts are allowed to run.
"""

from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tinplate.server.page import INDEX, REVALIDATE, File, answer, packed_file

FOLDER = files("tinplate") / "site"
FILES_KEPT = 64
UNBUILT = "The documentation is not built yet: run `make docs`."
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}


def site_handler(folder: Traversable = FOLDER) -> Any:  # noqa: ANN401 - of Litestar
    @lru_cache(FILES_KEPT)
    def found(name: str) -> File | None:
        path = folder.joinpath(*name.split("/"))
        return packed_file(name, path.read_bytes()) if path.is_file() else None

    @get(["/docs", "/docs/{path:path}"], include_in_schema=False, media_type=MediaType.HTML)
    async def show(request: Request[Any, Any, Any], path: FromPath[str] = "/") -> Response[bytes]:
        name = path.strip("/")
        if ".." in name.split("/"):
            raise NotFoundException("There is nothing here.")
        if name and (file := found(name)):
            return answer(request, file, REVALIDATE, HEADERS)
        file = found(f"{name}/{INDEX}".strip("/"))
        if file is None:
            raise NotFoundException(UNBUILT if found(INDEX) is None else "There is nothing here.")
        at = request.scope["raw_path"].decode("latin-1")
        if not at.endswith("/"):  # links of the page are relative to its folder
            there = at.rpartition("/")[2] + "/"
            return Response(b"", status_code=307, headers={"Location": there})
        return answer(request, file, REVALIDATE, HEADERS)

    return show
