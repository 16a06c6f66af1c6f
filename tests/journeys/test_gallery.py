"""The gallery: published by one, seen and reported by another, hidden by the host."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import PHONE, Visitor
from tests.journeys.test_host import TOKEN, sign_in
from tests.journeys.test_languages import Reader
from tests.journeys.test_quality import violations
from tests.server.serving import UNCOUNTED, serving
from tests.waiting import block_until

COURSE = """rally 1
name: Short cut
level: beginner
players: 1-4
board:
  S . . 1
  . . . .
"""
ids = count()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    policy = replace(UNCOUNTED, host_token=TOKEN)
    with serving(tmp_path_factory.mktemp("gallery"), policy=policy) as address:
        yield address


def post(visitor: Visitor, path: str, **body: Any) -> APIResponse:  # noqa: ANN401
    """Without the page."""
    return visitor.http.post(
        f"{visitor.address}{path}",
        data=json.dumps({"id": f"request {next(ids)}", **body}),
        headers={"Content-Type": "application/json"},
    )


def save(visitor: Visitor, name: str) -> str:
    answer = post(visitor, "/api/drawings", game="rally", name=name, text=COURSE)
    assert answer.ok, answer.text()
    id_: str = answer.json()["drawing"]["id"]
    return id_


def publish(visitor: Visitor, id_: str) -> None:
    """As soon as courses can be measured: a new server compiles first."""
    path, command = f"/api/drawings/{id_}", {"type": "Publish"}
    block_until(lambda: post(visitor, path, command=command).ok)


def link(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("link", name=name, exact=True)


def test_an_empty_gallery_asks_for_the_first_drawing(visit: Visit) -> None:
    """A search that finds nothing leads back to all there is."""
    ann = visit("Ann")
    ann.go("/gallery?game=ricochet")
    ann.sees(ann.says("gallery_empty"))
    expect(link(ann, ann.says("gallery_first"))).to_be_visible()
    ann.page.get_by_role("searchbox").fill("nowhere")
    ann.sees(ann.says("gallery_none_found"))
    ann.button(ann.says("gallery_all")).click()

    ann.sees(ann.says("gallery_empty"))


def test_a_drawing_is_published_reported_and_hidden(visit: Visit) -> None:
    """By its author, by somebody who sees it on a phone, and by the host."""
    ann, bob, host = visit("Ann"), visit("Bob", viewport=PHONE), visit()
    publish(ann, save(ann, "Windmill"))
    save(ann, "Short cut")
    ann.go("/gallery/mine")
    ann.sees(ann.says("drawing_private"))
    link(ann, "Short cut").click()
    picture = ann.page.get_by_role("img", name="Short cut")
    expect(picture).to_be_visible()
    ann.page.get_by_label(ann.says("drawing_name")).fill("Long way")
    ann.button(ann.says("drawing_rename")).click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Long way")
    ann.button(ann.says("drawing_publish")).click()
    ann.sees(ann.says("drawing_published"))

    bob.go("/gallery?game=rally")
    items = bob.page.get_by_role("main").get_by_role("listitem")
    expect(items).to_have_count(2)
    bob.page.get_by_role("searchbox").fill("long")
    expect(items).to_have_count(1)
    expect(items).to_contain_text(f"{bob.says('drawing_by')} Ann")
    link(bob, "Long way").click()
    bob.button(bob.says("drawing_report")).click()
    bob.page.get_by_role("radio", name=bob.says("report_copied")).check()
    bob.page.get_by_label(bob.says("report_text")).fill("It is mine")
    bob.button(bob.says("report_send")).click()
    expect(bob.page.get_by_role("dialog")).to_contain_text(bob.says("report_thanks"))

    host.go("/host")
    sign_in(host)
    reported = host.page.get_by_role("listitem", name="Long way")
    expect(reported).to_contain_text("It is mine")
    host.button(f"{host.says('host_hide')}: Long way").click()
    expect(reported).to_contain_text(host.says("host_is_hidden"))
    bob.page.reload()
    bob.sees(bob.says("drawing_gone"))
    ann.page.reload()
    ann.sees(ann.says("drawing_hidden"))
    host.button(f"{host.says('host_show_again')}: Long way").click()
    host.sees(host.says("host_no_reports"))
    bob.page.reload()

    link(bob, bob.says("drawing_copy")).click()
    bob.button(bob.says("drawing_save")).click()
    link(bob, bob.says("drawing_see")).click()
    bob.sees(bob.says("drawing_private"))
    bob.go("/gallery?game=rally")
    link(bob, "Long way").click()
    bob.button(bob.says("drawing_play")).click()
    expect(bob.page.get_by_role("region", name=bob.says("board_label"), exact=True)).to_be_visible()
    bob.go("/gallery?game=rally&order=plays")
    expect(items.first).to_contain_text("Long way")
    expect(items.first).to_contain_text("Played once")


def test_it_is_whole_in_every_language_and_keeps_nobody_out(visit: Visit) -> None:
    """The gallery, a drawing and how to report it, on a phone and on a laptop."""
    ann = visit("Ann")
    id_ = save(ann, "Mine")
    publish(ann, id_)
    reader = Reader(visit("Cleo"))
    cleo = reader.visitor
    cleo.go("/gallery?game=rally")
    expect(link(cleo, "Mine")).to_be_visible()
    reader.read("gallery")
    flaws = violations(cleo)
    link(cleo, "Mine").click()
    expect(cleo.button(cleo.says("drawing_report"))).to_be_visible()
    reader.read("drawing")
    flaws += violations(cleo)
    cleo.button(cleo.says("drawing_report")).click()
    expect(cleo.page.get_by_role("dialog")).to_be_visible()
    flaws += violations(cleo)
    own = Reader(ann)
    ann.go(f"/gallery/{id_}")
    expect(ann.button(ann.says("drawing_unpublish"))).to_be_visible()
    own.read("own drawing")

    assert [] == reader.slips + own.slips
    assert [] == flaws
