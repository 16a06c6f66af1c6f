"""The page below a path of a proxy: every link, request and socket of it stays there."""

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.people import best, make, moves_made, visiting
from tests.journeys.places import board, plays
from tests.journeys.proxy import proxied

POSITION = "v1.8x8.2X245A070GD7...KgcDrt2bcGrc_rg6,gc2,bg2_blue-circle"  # like no printed board


@pytest.mark.parametrize("names_prefix", [True, False], ids=["named", "not named"])
def test_a_server_below_a_path(chromium: Browser, server: str, *, names_prefix: bool) -> None:
    """From an address without its last slash to a move in a proof; deep links survive a reload."""
    with proxied(server, "/games/tin", names_prefix=names_prefix) as proxy:
        ann = visiting(chromium, proxy.address, "Ann")
        ann.go("")
        expect(plays(ann, "Rally", "play_solo")).to_be_enabled()
        plays(ann, "Ricochet", "with_friends").click()
        ann.page.wait_for_url(f"{proxy.address}/new?game=ricochet")
        ann.page.get_by_role("spinbutton", name="Sand").fill("2")
        ann.button("Open the table").click()
        ann.sees("Invite someone")
        table = ann.page.url.removeprefix(f"{proxy.address}/table/")
        ann.button("Start").click()
        ann.sees("Ready to begin?")
        ann.press("Enter")
        ann.sees("Find a route.")
        moves = best(server, table)
        ann.press("9", "9")
        ann.sees("show your 99 move")
        make(ann, moves[:1])
        expect(moves_made(ann)).to_have_count(1)
        ann.page.reload()
        expect(moves_made(ann)).to_have_count(1)
        ann.go(f"/ricochet/{POSITION}")
        expect(ann.button("Solve")).to_be_disabled()
        ann.sees("You are playing a match.")
        bruno = visiting(chromium, proxy.address, "Bruno")
        bruno.go(f"/ricochet/{POSITION}")
        bruno.button("Solve").click()
        bruno.sees("Shortest: 5 moves.")
        bruno.page.reload()
        expect(board(bruno)).to_be_visible()
        bruno.page.get_by_role("link", name="Tinplate").click()
        expect(plays(bruno, "Ricochet", "play_solo")).to_be_enabled()
        for visitor in (ann, bruno):
            visitor.page.context.close()

    assert [] == ann.complaints + bruno.complaints
    assert [] == proxy.strays
