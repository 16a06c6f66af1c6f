"""Whoever runs the server looks how it is."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import PHONE, Visitor, ricochet, visiting
from tests.journeys.test_languages import Reader
from tests.journeys.test_quality import violations
from tests.server.serving import UNCOUNTED, serving

TOKEN = "the-attic-window-is-open"  # noqa: S105


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    policy = replace(UNCOUNTED, host_token=TOKEN)
    with serving(tmp_path_factory.mktemp("hosted"), policy=policy) as address:
        yield address


def sign_in(host: Visitor, token: str = TOKEN) -> None:
    host.page.get_by_label(host.says("host_token"), exact=True).fill(token)
    host.button(host.says("host_open")).click()


def who_is_on(host: Visitor) -> Locator:
    named = host.page.get_by_role("list", name=host.says("host_who"), exact=True)
    return named.get_by_role("listitem")


def test_the_token_opens_the_page_and_people_come_and_go(visit: Visit) -> None:
    """A wrong token does not; the figures change by themselves; signing out closes it."""
    host = visit(viewport=PHONE)
    host.go("/host")
    sign_in(host, "not the right token at all")
    expect(host.page.get_by_role("alert")).to_have_text(host.says("no_wrong_token"))
    sign_in(host)
    host.sees(host.says("host_nobody"))
    bob = visit("Bob")
    bob.go(f"/table/{bob.open(ricochet(), 2)}")
    expect(who_is_on(host)).to_have_count(1)
    expect(who_is_on(host)).to_contain_text("Bob")
    expect(who_is_on(host)).to_contain_text("Ricochet")
    games = host.page.get_by_role("row", name="Ricochet")
    expect(games.get_by_role("cell").first).to_have_text("1")
    bob.page.close()
    host.sees(host.says("host_nobody"))

    assert TOKEN not in host.page.url
    host.page.reload()
    host.sees(host.says("host_who"))
    host.button(host.says("host_sign_out")).click()
    expect(host.button(host.says("host_open"))).to_be_visible()
    host.page.reload()
    expect(host.button(host.says("host_open"))).to_be_visible()


def test_it_is_whole_in_every_language_and_keeps_nobody_out(visit: Visit) -> None:
    """On a phone and on a laptop, closed and open, in light and dark colours."""
    bob = visit("Bob")
    bob.go(f"/table/{bob.open(ricochet(), 2)}")
    reader = Reader(visit())
    host = reader.visitor
    host.go("/host")
    expect(host.button(host.says("host_open"))).to_be_visible()
    reader.read("host page, closed")
    flaws = violations(host)
    sign_in(host)
    expect(who_is_on(host)).to_have_count(1)
    reader.read("host page")
    flaws += violations(host)

    assert [] == reader.slips
    assert [] == flaws


def test_what_is_wrong_comes_first(visit: Visit) -> None:
    """With what to do about it; when the server is silent, the figures say how old they are."""
    host = visit()
    host.go("/host")
    sign_in(host)
    host.sees(host.says("host_who"))
    answer = host.http.get(f"{host.address}/api/host").json()
    fine = {**answer, "troubles": []}  # a busy machine is slow, and the page says so
    host.page.route("**/api/host", lambda route: route.fulfill(json=fine))
    host.sees(host.says("host_fine"))
    host.page.unroute("**/api/host")
    wrong = {**answer, "troubles": ["store-full"], "errors": {"store-full": 7}, "processes": 3}
    host.page.route("**/api/host", lambda route: route.fulfill(json=wrong))
    region = host.page.get_by_role("region", name=host.says("host_wrong"), exact=True)
    expect(region).to_contain_text(host.says("host_trouble_full"))
    host.sees(host.says("host_error_full"))
    host.sees(f"{answer['process']}, one of 3")
    host.page.unroute("**/api/host")
    host.page.route("**/api/host", lambda route: route.abort())
    host.sees(host.says("host_silent"))


def test_without_a_token_the_page_says_how_to_switch_it_on(
    chromium: Browser, tmp_path: Path
) -> None:
    """And asks for nothing."""
    with serving(tmp_path) as address:
        host = visiting(chromium, address, None)
        host.go("/host")
        expect(host.page.get_by_role("heading", level=1)).to_have_text(host.says("host_off"))
        host.sees("tinplate serve --host-page")
        expect(host.page.get_by_role("textbox")).to_have_count(0)
        host.page.context.close()
