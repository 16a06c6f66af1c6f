"""The page and its files, as a browser gets them."""

import gzip
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.server.serving import LOCALHOST, UNCOUNTED, serving
from tinplate.server.page import built_files, page_at, with_ahead


async def asked(address: str, path: str, **headers: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=address) as http:
        return await http.get(path, headers=headers)


@pytest.mark.parametrize(
    ("path", "up"), [("/", "./"), ("/new", "./"), ("/table/x", "../"), ("/a/b/c", "../../")]
)
def test_the_page_knows_how_deep_it_lies(path: str, up: str) -> None:
    """Links lead up to where the page begins, whatever prefix a proxy has cut off."""
    index = b'<html data-base="./"><script src="./assets/x.js"></script>'
    expected = f'<html data-base="{up}"><script src="{up}assets/x.js"></script>'

    assert expected.encode() == page_at(index, path)


@pytest.mark.parametrize(
    ("prefix", "base"),
    [("/games/tin", "/games/tin/"), ("/tin/", "/tin/"), ("", "./"), ('/"><script>', "./")],
)
def test_a_prefix_that_is_named_is_used(prefix: str, base: str) -> None:
    """Then it does not matter whether the address ends in a slash; what is no path is ignored."""
    expected = f'<html data-base="{base}">'

    assert expected.encode() == page_at(b'<html data-base="./">', "/", prefix)


@pytest.mark.parametrize(
    ("proxies", "base"), [((), "./"), (("192.0.2.1",), "./"), ((LOCALHOST,), "/tin/")]
)
async def test_a_trusted_proxy_may_name_the_prefix(
    tmp_path: Path, proxies: tuple[str, ...], base: str
) -> None:
    """As proxies do that cut it off; nobody else is believed (L5)."""
    policy = replace(UNCOUNTED, trusted_proxies=proxies)
    with serving(tmp_path, policy=policy) as address:
        answer = await asked(address, "/", **{"X-Forwarded-Prefix": "/tin"})

    assert f'data-base="{base}"' in answer.text


def test_files_are_found_by_their_paths(tmp_path: Path) -> None:
    """In folders too; packed files hold the same."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.js").write_text("let a = 1;")
    (tmp_path / "index.html").write_text("<p>")
    found = built_files(tmp_path)

    assert {"assets/a.js", "index.html"} == set(found)
    assert "text/javascript" == found["assets/a.js"].kind
    assert b"let a = 1;" == gzip.decompress(found["assets/a.js"].packed)


def test_no_page_is_no_failure(tmp_path: Path) -> None:
    """The server can be used without one."""
    assert {} == built_files(tmp_path / "nowhere")


@pytest.mark.parametrize("path", ["/", "/new", "/table/whatever", "/ricochet/G1R2B2Y2_ro5_x"])
async def test_every_address_of_the_page_is_the_page(address: str, path: str) -> None:
    """It finds out by itself what to show; it is asked for again each time."""
    answer = await asked(address, path)

    assert httpx.codes.OK == answer.status_code
    assert answer.headers["content-type"].startswith("text/html")
    assert "no-cache" == answer.headers["cache-control"]


@pytest.mark.parametrize(
    ("path", "up"),
    [("/new", "./"), ("/new/", "../"), ("/ricochet/x", "../"), ("/ricochet/x/", "../../")],
)
async def test_a_last_slash_counts(address: str, path: str, up: str) -> None:
    """For a browser it is one level more."""
    assert f'data-base="{up}"' in (await asked(address, path)).text


@pytest.mark.parametrize("path", ["/assets/none.js", "/api/none", "/api"])
async def test_what_is_not_there_is_not_the_page(address: str, path: str) -> None:
    """A missing file or an unknown request is told so, and not answered with the page."""
    assert httpx.codes.NOT_FOUND == (await asked(address, path)).status_code


async def test_what_has_not_changed_is_not_sent_again(address: str) -> None:
    """A browser that has the page says so."""
    first = await asked(address, "/")
    again = await asked(address, "/", **{"If-None-Match": first.headers["etag"]})

    assert httpx.codes.NOT_MODIFIED == again.status_code
    assert b"" == again.content


async def test_the_service_worker_is_always_asked_for(address: str) -> None:
    """A new version is seen at once; it lies at the root, so all of the page is in its scope."""
    answer = await asked(address, "/sw.js")

    assert "no-cache" == answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")


AHEAD = {"puzzles/daily": ["assets/Daily.js", "assets/Daily.css"]}


@pytest.mark.parametrize("name", ["puzzles/daily", "puzzles/daily/2026-11-18"])
def test_a_link_that_people_are_sent_fetches_all_at_once(name: str) -> None:
    """After the first script, which comes first."""
    expected = (
        b'<script src="./a.js"></script><link rel="modulepreload" href="./assets/Daily.js">'
        b'<link rel="preload" as="style" crossorigin href="./assets/Daily.css"></body>'
    )

    assert expected == with_ahead(b'<script src="./a.js"></script></body>', name, AHEAD)


@pytest.mark.parametrize("name", ["", "puzzles", "puzzles/dailies", "table/puzzles/daily"])
def test_other_pages_fetch_what_they_need(name: str) -> None:
    assert b"<p></body>" == with_ahead(b"<p></body>", name, AHEAD)
