"""The documentation at /docs, as a browser gets it."""

from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tinplate.server.site import site_handler


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name in ("", "play/", "secret/"):
        (tmp_path / "site" / name).mkdir(exist_ok=True, parents=True)
    (tmp_path / "site" / "index.html").write_text("Start here")
    (tmp_path / "site" / "play" / "index.html").write_text("Play")
    (tmp_path / "site" / "board.svg").write_text("<svg/>")
    (tmp_path / "key").write_text("the key of the server")
    return tmp_path / "site"


def asked(site: Path, path: str) -> httpx.Response:
    with TestClient(Litestar([site_handler(site)])) as client:
        return client.get(path, follow_redirects=False)


@pytest.mark.parametrize(
    ("path", "text"),
    [("/docs/", "Start here"), ("/docs/play/", "Play"), ("/docs/board.svg", "<svg/>")],
)
def test_pages_and_files_are_found(site: Path, path: str, text: str) -> None:
    """A folder is its page. Scripts within pages may run here, and nothing of anybody else's."""
    answer = asked(site, path)

    assert text == answer.text
    assert "script-src 'self' 'unsafe-inline'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(("path", "there"), [("/docs", "docs/"), ("/docs/play", "play/")])
def test_a_folder_ends_with_a_slash(site: Path, path: str, there: str) -> None:
    """Or else the links of its page would lead elsewhere; below a prefix, too."""
    answer = asked(site, path)

    assert httpx.codes.TEMPORARY_REDIRECT == answer.status_code
    assert there == answer.headers["location"]


@pytest.mark.parametrize(
    "path", ["/docs/none/", "/docs/secret/", "/docs/%2e%2e/key", "/docs/..%2fkey"]
)
def test_there_is_nothing_else(site: Path, path: str) -> None:
    """No folder without a page, and nothing outside."""
    assert httpx.codes.NOT_FOUND == asked(site, path).status_code


def test_no_site_is_told(tmp_path: Path) -> None:
    """Whoever has not built it reads how."""
    answer = asked(tmp_path / "nowhere", "/docs/")

    assert httpx.codes.NOT_FOUND == answer.status_code
    assert "run `make docs`" in answer.text
