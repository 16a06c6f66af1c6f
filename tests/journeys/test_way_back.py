"""A match of one's own on all other pages: one stays in it, hears of it, and finds back."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, PHONE, SMALL_PHONE, TABLET, Visitor, ricochet, visiting
from tests.journeys.places import opens_table, prompt, story
from tests.journeys.played import ask, play
from tests.server.serving import serving
from tests.waiting import block_until
from tinplate.ending import Resign
from tinplate.lobby.values import SeatBot, Sit, Start
from tinplate.server.context import Timeouts


@pytest.fixture
def hasty(tmp_path: Path, chromium: Browser) -> Iterator[Visit]:
    """Visitors of a server where a bot soon plays for those who are away."""
    visitors: list[Visitor] = []
    with serving(tmp_path, timeouts=Timeouts(grace=1, heartbeat=0.2, bot_pause=0)) as server:
        come = partial(visiting, chromium, server)

        def somebody(name: str, **options: Any) -> Visitor:  # noqa: ANN401
            visitors.append(come(name, **options))
            return visitors[-1]

        yield somebody
        for visitor in visitors:
            visitor.page.context.close()


def playing(*visitors: Visitor) -> str:
    """A match among them, each on the page of their table; its id."""
    host, *others = visitors
    table = host.open(ricochet(patience_seconds=0), len(visitors))
    for chair, other in enumerate(others, 1):
        ask(other, table, Sit(chair))
    ask(host, table, Start())
    for visitor in visitors:
        visitor.go(f"/table/{table}")
        expect(prompt(visitor)).to_be_visible()
    return table


def bots(visitor: Visitor, table: str) -> list[str | None]:
    """The bots on the chairs of a table."""
    told = visitor.http.get(f"{visitor.address}/api/tables/{table}").json()
    return [chair["bot"] for chair in told["chairs"]]


def sign(visitor: Visitor) -> Locator:
    """In the header: what a match of one's own asks for, and the way back to it."""
    named = visitor.called("df_your_turn", "own_short", "own_bot_short", "own_over_short")
    banner = visitor.page.get_by_role("banner").get_by_role("status")
    return banner.filter(has=visitor.page.get_by_text(named).locator("visible=true"))


def test_a_page_that_is_loaded_anew_keeps_the_chair(hasty: Visit) -> None:
    """Ann is gone from her table before Cleo, and a bot plays for Cleo only."""
    ann, bruno, cleo = hasty("Ann"), hasty("Bruno"), hasty("Cleo")
    table = playing(ann, bruno, cleo)
    ann.go("/learn")
    expect(sign(ann)).to_be_visible()
    cleo.go_away()
    block_until(lambda: bots(bruno, table)[2])

    assert [None, None] == bots(bruno, table)[:2]
    sign(ann).get_by_role("link").click()
    expect(ann.page).to_have_url(f"{ann.address}/table/{table}")
    expect(prompt(ann)).to_be_visible()


def test_whoever_watches_the_match_again_keeps_chair_and_role(hasty: Visit) -> None:
    """Ann looks at a replay longer than Cleo is gone: only Cleo's chair is free."""
    ann, bruno, cleo = hasty("Ann"), hasty("Bruno"), hasty("Cleo")
    table = playing(ann, bruno, cleo)
    for visitor in (bruno, cleo):
        play(visitor, table, Resign())
    ann.page.get_by_role("link", name=ann.says("rp_title"), exact=True).click()
    ann.sees(ann.says("rp_beginning"))
    cleo.go_away()

    def told() -> dict[str, Any]:
        answer: dict[str, Any] = bruno.http.get(f"{bruno.address}/api/tables/{table}").json()
        return answer

    block_until(lambda: told()["chairs"][2]["owner"] is None)
    first = told()["chairs"][0]["owner"]
    assert ("Ann", first["id"]) == (first["name"], told()["host"])
    ann.page.get_by_role("link", name=ann.says("rp_to_result")).click()
    expect(ann.button(ann.says("rematch"), exact=False)).to_be_visible()


def test_a_finished_match_keeps_its_names(visit: Visit) -> None:
    """Whoever sits down afterwards has not played it: at the table, in its log and its replay."""
    ann, bruno, carme = visit("Ann"), visit("Bruno"), visit("Carme")
    table = playing(ann, bruno)
    carme.go(f"/table/{table}")
    bruno.button("Reveal the first target").click()
    bruno.sees("Find a route.")
    bruno.press("9", "9")
    expect(story(ann)).to_contain_text("Bruno bids 99")
    play(ann, table, Resign())
    bruno.button("Change players").click()
    bruno.button("Stand up").click()
    carme.button("Join the next match").click()
    expect(ann.page.get_by_text("Carme").first).to_be_visible()
    for visitor in (ann, carme):
        visitor.page.reload()
        podium = prompt(visitor).get_by_role("list", name="Podium")
        expect(podium).to_contain_text("Bruno")
        expect(podium).not_to_contain_text("Carme")
        expect(story(visitor)).to_contain_text("Bruno bids 99")
        expect(story(visitor)).not_to_contain_text("You bid")
    ann.page.get_by_role("link", name=ann.says("rp_title"), exact=True).click()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Bruno")
    expect(ann.page.get_by_role("heading", level=1)).not_to_contain_text("Carme")


def test_whoever_a_bot_plays_for_is_told_and_comes_back_at_once(hasty: Visit) -> None:
    """The bot goes on until they do: a look at another page stops nobody."""
    ann, bruno = hasty("Ann", viewport=PHONE), hasty("Bruno")
    table = playing(ann, bruno)
    ann.go_away()
    block_until(lambda: bots(bruno, table)[0])
    ann.go("/learn")
    expect(sign(ann)).to_contain_text(ann.says("own_bot_short"))
    ann.go("/")
    way = ann.page.get_by_role("region", name=ann.says("go_on"), exact=True)
    expect(way).to_contain_text(ann.says("go_on_bot"))
    expect(sign(ann)).to_have_count(0)  # it is told once
    assert bots(bruno, table)[0]
    way.get_by_role("link", name=ann.says("own_return"), exact=True).click()
    expect(prompt(ann)).to_be_visible()

    block_until(lambda: bots(bruno, table)[0] is None)


def test_the_sign_of_a_match_follows_it_to_its_end(visit: Visit) -> None:
    """Whose turn it is, and that it is over."""
    ann, bruno = visit("Ann"), visit("Bruno")
    playing(ann, bruno)
    ann.page.get_by_role("link", name="Tinplate").click()
    links = ann.page.get_by_role("navigation", name=ann.says("nav_label")).get_by_role("link")
    links.filter(has_text=ann.says("nav_puzzles")).click()
    expect(sign(ann)).to_contain_text(ann.says("df_your_turn"))
    bruno.button("Reveal the first target").click()
    expect(sign(ann)).to_contain_text(ann.says("own_short"))
    opens_table(bruno)
    bruno.button("End or resign…").click()
    bruno.button("Resign").click()
    bruno.button("Yes, resign").click()
    sign(ann).get_by_role("link", name=ann.says("own_result")).click()

    expect(prompt(ann)).to_contain_text("You win!")
    expect(sign(ann)).to_have_count(0)


def test_a_match_in_which_nobody_waits_calls_nobody_from_another_table(visit: Visit) -> None:
    """It says that it goes on; other people who wait are told of, and on other pages all is."""
    ann, bruno = visit("Ann"), visit("Bruno")
    alone = ann.open(ricochet(), 2)
    ask(ann, alone, SeatBot(1, "level-1"), Start())
    ann.go(f"/table/{alone}")
    expect(prompt(ann)).to_be_visible()
    ann.page.get_by_role("link", name="Tinplate").click()
    links = ann.page.get_by_role("navigation", name=ann.says("nav_label")).get_by_role("link")
    links.filter(has_text=ann.says("nav_puzzles")).click()
    expect(sign(ann)).to_contain_text(ann.says("df_your_turn"))
    shared = playing(ann, bruno)
    expect(sign(ann)).to_contain_text(ann.says("own_short"))
    expect(sign(ann)).not_to_contain_text(ann.says("df_your_turn"))

    ann.go(f"/table/{alone}")
    expect(sign(ann)).to_contain_text(ann.says("df_your_turn"))
    expect(sign(ann).get_by_role("link")).to_have_attribute("href", f"/table/{shared}")


def test_whoever_leaves_by_choice_is_not_called_back(visit: Visit) -> None:
    ann, bruno = visit("Ann"), visit("Bruno")
    playing(ann, bruno)
    opens_table(ann)
    ann.button("Leave the table").click()
    ann.sees("The others are told.")
    ann.button("Yes, leave").click()
    expect(ann.page).to_have_url(f"{ann.address}/")
    ann.go("/learn")
    expect(ann.page.get_by_role("main").get_by_role("heading").first).to_be_visible()

    assert "[]" == ann.page.evaluate("localStorage.getItem('tinplate.matches')")
    expect(sign(ann)).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "el"])
@pytest.mark.parametrize("size", [LAPTOP, SMALL_PHONE], ids=["laptop", "phone"])
def test_the_sign_fits_into_the_header(visit: Visit, size: Any, language: str) -> None:  # noqa: ANN401
    ann = visit("Ann", viewport=size)
    ann.go("/")
    ann.speak(language)
    table = ann.open(ricochet(), 2)
    ask(ann, table, SeatBot(1, "level-1"), Start())
    ann.go(f"/table/{table}")
    expect(prompt(ann)).to_be_visible()
    ann.go("/puzzles")

    expect(sign(ann).get_by_role("link")).to_be_in_viewport(ratio=1)
    expect(ann.button(ann.says("preferences"))).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_among_bots_a_match_ends_by_plain_verbs(visit: Visit) -> None:
    """Nobody is there to whom an end could be offered; every act asks back once."""
    ann = visit("Ann")
    table = ann.open(ricochet(), 3)
    ask(ann, table, SeatBot(1, "level-1"), SeatBot(2, "level-2"), Start())
    ann.go(f"/table/{table}")
    opens_table(ann)
    ann.button("End or resign…").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Keep playing", exact=True)).to_be_focused()
    expect(dialog).not_to_contain_text("Offer")
    for act in ("End the match", "Abort the match", "Resign"):
        expect(dialog.get_by_role("button", name=act, exact=True)).to_be_visible()
    dialog.get_by_role("button", name="Abort the match", exact=True).click()
    ann.sees("It’s over at once, and nobody wins.")
    ann.button("Yes, abort it").click()

    expect(prompt(ann)).to_contain_text("Nobody wins. The match was aborted.")
    equal = prompt(ann).get_by_role("list", name=ann.says("podium")).get_by_role("listitem")
    widths = [box["width"] for place in equal.all() if (box := place.bounding_box())]
    assert 3 == len(widths)
    assert max(widths) - min(widths) < 1  # nobody stands broader than the others


def test_the_pages_of_a_game_are_behind_its_name(visit: Visit) -> None:
    """In the header, by the keyboard too; on a tablet as on a laptop."""
    ann = visit("Ann", viewport=TABLET)
    ann.go("/puzzles")
    head = ann.page.get_by_role("navigation", name=ann.says("nav_label"))
    name = head.get_by_role("button", name=f"Ricochet: {ann.says('nav_more')}", exact=True)
    name.focus()
    ann.press("Enter", "Tab", "Enter")
    expect(ann.page).to_have_url(f"{ann.address}/practice")
    expect(head.get_by_role("list")).to_have_count(0)
    name.click()
    pages = head.get_by_role("list", name="Ricochet", exact=True)
    expect(pages.get_by_role("link", name=ann.says("nav_practice"), exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    ann.press("Escape")
    expect(pages).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "el"])
def test_the_bar_of_a_phone_has_few_large_links(visit: Visit, language: str) -> None:
    """All else is a step away."""
    ann = visit("Ann", viewport=SMALL_PHONE)
    ann.go("/")
    ann.speak(language)
    bar = ann.page.get_by_role("navigation", name=ann.says("nav_label"))
    targets = bar.get_by_role("link").or_(bar.get_by_role("button"))
    expect(targets).to_have_count(4)
    for target in targets.all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        expect(target).to_be_in_viewport(ratio=1)
    bar.get_by_role("button", name=ann.says("nav_more"), exact=True).click()
    more = ann.page.get_by_role("dialog").get_by_role("link")
    more.filter(has_text="Rally").first.click()

    expect(ann.page).to_have_url(f"{ann.address}/courses")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
