"""A phone that was here once, and has no network now."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import PHONE, make, visiting
from tests.journeys.places import board
from tests.journeys.proxy import proxied
from tests.journeys.test_rally_learn import do, said
from tests.page.test_rally_lessons import LESSONS
from tests.server.serving import serving
from tests.waiting import block_until
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.solver import solve
from tinplate.server import app
from tinplate.server.page import File, built_files, packed_file

POSITION = "G1R2B2Y2_ro5,ga14,bl14,yj16_red-square"
MOVES = solve(parse_position(POSITION.replace("_", " ")), READINGS["ricochet"]).moves or ()
IS_KEPT = "navigator.serviceWorker.ready.then(({ active }) => active !== null)"


def test_practice_analysis_and_lessons_need_no_network(visit: Visit) -> None:
    """Ann visits once. Then there is no network, and she practises, solves and learns."""
    ann = visit("Ann", viewport=PHONE, service_workers="allow")
    ann.go("/")
    ann.sees("Play solo")
    assert ann.page.evaluate(IS_KEPT)
    ann.page.context.set_offline(True)

    ann.page.reload()
    ann.sees("You’re offline.")
    ann.go("/practice")  # which she has never seen
    expect(ann.page.get_by_role("status").filter(has_text="Offline")).to_be_visible()
    expect(board(ann)).to_be_visible()
    ann.button("Give me a hint").click()
    hint = re.compile(r"The shortest route takes|It takes \d moves")  # as long as is wished
    expect(ann.page.get_by_text(hint)).to_be_visible()

    ann.go(f"/practice/{POSITION}")
    expect(ann.page.get_by_role("button", name="Red, o5")).to_be_visible()
    make(ann, MOVES)
    ann.sees("Solved in 3 moves.")
    ann.button("Show the best").click()
    ann.sees("Shortest: 3 moves.")

    ann.go(f"/ricochet/{POSITION}")
    ann.button("Solve").click()
    ann.sees("Shortest: 3 moves.")

    ann.go("/learn")
    expect(board(ann)).to_be_visible()

    ann.go("/learn/rally")
    expect(board(ann)).to_be_visible()
    do(ann, LESSONS["cards"])
    ann.sees(said("lr_cards_done"))
    ann.page.context.set_offline(False)
    ann.go("/")
    ann.sees("Play solo")
    expect(ann.page.get_by_text("You’re offline.")).to_have_count(0)


NEXT = "00000000"  # a version; others are named by their content
MARK = b'<meta name="version" content="next">'
VERSIONS_KEPT = "caches.keys().then((names) => names.map((name) => name.split(' ').at(-1)))"
THE_OTHER_WAITS = """navigator.serviceWorker.ready.then(async (registration) => {
  await registration.update();
  const coming = registration.installing ?? registration.waiting;
  while (coming?.state === "installing")
    await new Promise((go) => coming.addEventListener("statechange", go, { once: true }));
  return registration.waiting !== null;
})"""


def next_version() -> Mapping[str, File]:
    """The page as it may be after an upgrade: one line of it says so."""
    page = dict(built_files())
    index = page["index.html"].body.replace(b"</head>", MARK + b"</head>")
    worker = re.sub(rb'"version":"\w+"', f'"version":"{NEXT}"'.encode(), page["sw.js"].body)
    return page | {
        "index.html": packed_file("index.html", index),
        "sw.js": packed_file("sw.js", worker),
    }


def test_an_upgrade_replaces_what_was_kept(
    chromium: Browser, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below a path, too: the new version waits for pages of the old one, then nothing is left."""
    monkeypatch.setattr(app, "built_files", next_version)
    with (
        serving(tmp_path) as upgraded,
        proxied(server, "/games/tin", names_prefix=False) as proxy,
    ):
        ann = visiting(chromium, proxy.address, "Ann", service_workers="allow")
        ann.go("/")
        assert ann.page.evaluate(IS_KEPT)
        old = ann.page.evaluate(VERSIONS_KEPT)

        proxy.behind = upgraded
        ann.page.reload()
        assert ann.page.evaluate(THE_OTHER_WAITS)
        both = ann.page.evaluate(VERSIONS_KEPT)

        context = ann.page.context
        ann.page.close()
        ann.page = context.new_page()
        ann.go("/")
        block_until(lambda: ann.page.evaluate(VERSIONS_KEPT) == [NEXT])
        context.set_offline(True)
        ann.go("/practice")
        expect(board(ann)).to_be_visible()
        html = ann.page.content()
        context.close()

    assert old != [NEXT]
    assert [*old, NEXT] == both
    assert MARK.decode() in html
    assert [] == proxy.strays
