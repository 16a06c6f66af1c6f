"""Friends and peace, as people see them: follow, invite, block, report and moderate."""

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import PHONE, Visitor
from tests.journeys.test_quality import violations
from tests.server.players import A_SHORT_RICOCHET
from tests.server.serving import QUICK, UNCOUNTED, serving
from tests.server.test_social import accounts_of
from tinplate.server.sessions import SESSION_COOKIE

MO, CHEAT = "Mo the Moderator", "Bob Cheats"


@pytest.fixture(scope="module")
def sessions() -> dict[str, str]:
    return {}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, sessions: dict[str, str]) -> Iterator[str]:
    """Mo has made an account before the host names moderators, and so has somebody else."""
    folder = tmp_path_factory.mktemp("friends")
    with serving(folder, QUICK) as address, ThreadPoolExecutor(1) as apart:
        # Here, the loop of the browser is running.
        sessions.update(apart.submit(asyncio.run, accounts_of(address, (MO, CHEAT))).result())
    with serving(folder, QUICK, replace(UNCOUNTED, moderators=(MO,))) as address:
        yield address


def sits_at(visitor: Visitor, table: str) -> None:
    visitor.go(f"/table/{table}")
    visitor.button(visitor.says("sit_down")).first.click()
    expect(visitor.button(visitor.says("stand_up"))).to_be_visible()


def together(ann: Visitor, bob: Visitor) -> str:
    """In the waiting room of a table of Ann's."""
    table = ann.open(A_SHORT_RICOCHET, 3)
    ann.go(f"/table/{table}")
    sits_at(bob, table)
    return table


def chooses(visitor: Visitor, name: str, what: str) -> None:
    """From the menu beside a name."""
    visitor.button(f"{visitor.says('so_more')}: {name}").first.click()
    menu = visitor.page.get_by_role("list", name=f"{visitor.says('so_more')}: {name}", exact=True)
    menu.get_by_role("button", name=visitor.says(what), exact=True).click()


def says(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_label(visitor.says("chat_line"), exact=True).fill(text)
    visitor.button(visitor.says("say")).click()


def signs_in(mo: Visitor, sessions: dict[str, str]) -> None:
    """The moderator, to their page."""
    mo.page.context.add_cookies(
        [{"name": SESSION_COOKIE, "value": sessions[MO], "url": mo.address}]
    )
    mo.go("/moderate")


def line(visitor: Visitor, text: str) -> Locator:
    return visitor.page.get_by_role("list", name=visitor.says("chat"), exact=True).get_by_text(text)


def test_follow_invite_accept_and_sit_together(visit: Visit) -> None:
    """Followed at one table, invited to another: the notice comes on any page."""
    ann, bob = visit("Anna Follows"), visit("Bob Comes")
    together(ann, bob)
    chooses(ann, "Bob Comes", "so_follow")
    ann.go("/friends")
    friend = ann.page.get_by_role("list", name=ann.says("so_ask_friends")).get_by_role("listitem")
    expect(friend.filter(has_text="Bob Comes")).to_have_count(1)
    assert [] == violations(ann)

    bob.go("/rules/ricochet")
    table = ann.open(A_SHORT_RICOCHET, 2)
    ann.go(f"/table/{table}")
    ann.button(f"{ann.says('so_invite_short')}: Bob Comes").click()
    notice = bob.page.get_by_role("status", name=bob.says("so_news"), exact=True)
    expect(notice).to_contain_text("Anna Follows")
    assert [] == violations(bob)
    notice.get_by_role("button", name=bob.says("so_accept"), exact=True).click()
    expect(bob.page).to_have_url(f"{bob.address}/table/{table}")
    expect(bob.button(bob.says("stand_up"))).to_be_visible()
    expect(ann.page.get_by_role("main").get_by_text("Bob Comes").first).to_be_visible()
    expect(notice).to_have_count(0)


def test_an_invitation_opens_a_table(visit: Visit) -> None:
    """Nobody needs a table for it: a game is chosen, and both sit there."""
    ann, bob = visit("Anna Invites"), visit("Bob Sits")
    together(ann, bob)
    chooses(ann, "Bob Sits", "so_follow")
    ann.go("/friends")
    expect(ann.button(f"{ann.says('so_unfollow')}: Bob Sits")).to_be_visible()
    ann.button(f"{ann.says('so_invite')}: Bob Sits").click()
    dialog = ann.page.get_by_role("dialog", name=ann.called("so_invite_title"))
    expect(dialog.get_by_role("button", name=ann.says("so_invite_here"))).to_be_visible()
    assert [] == violations(ann)
    dialog.get_by_role("button", name="Rally").click()
    expect(ann.button(ann.says("stand_up"))).to_be_visible()
    notice = bob.page.get_by_role("status", name=bob.says("so_news"), exact=True)
    expect(notice).to_contain_text("Rally")
    notice.get_by_role("button", name=bob.says("so_accept"), exact=True).click()
    expect(bob.page).to_have_url(ann.page.url)
    expect(bob.button(bob.says("stand_up"))).to_be_visible()


def test_a_declined_invitation_is_gone(visit: Visit) -> None:
    """Also after a reload; whoever invited is told that they do not come."""
    ann, bob = visit("Anna Asks"), visit("Bob Declines")
    together(ann, bob)
    chooses(ann, "Bob Declines", "so_follow")
    ann.go(f"/table/{ann.open(A_SHORT_RICOCHET, 2)}")
    ann.button(f"{ann.says('so_invite_short')}: Bob Declines").click()
    notice = bob.page.get_by_role("status", name=bob.says("so_news"), exact=True)
    notice.get_by_role("button", name=bob.says("so_decline"), exact=True).click()
    expect(notice).to_have_count(0)
    expect(ann.page.get_by_text("Bob Declines can’t come right now.")).to_be_visible()
    with bob.page.expect_response("**/api/social/notices") as told:
        bob.page.reload()
    assert [] == told.value.json()["invitations"]
    expect(notice).to_have_count(0)


def test_block_hides_the_chat_by_keyboard(visit: Visit) -> None:
    """At once, and after a reload; the list has a way back."""
    ann, bob = visit("Anna Blocks"), visit("Bob Loud")
    table = together(ann, bob)
    says(bob, "Listen to me!")
    expect(line(ann, "Listen to me!")).to_be_visible()
    more = ann.button(f"{ann.says('so_more')}: Bob Loud").first
    more.press("Enter")
    ann.press("Escape")
    expect(more).to_be_focused()
    chooses(ann, "Bob Loud", "so_block")
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Bob Loud")
    dialog.get_by_role("button", name=ann.says("so_block"), exact=True).press("Enter")
    expect(line(ann, "Listen to me!")).to_have_count(0)
    expect(ann.button(f"{ann.says('so_unblock')}: Bob Loud").first).to_be_visible()

    says(bob, "And to this!")
    expect(line(bob, "And to this!")).to_be_visible()
    says(ann, "So quiet here.")
    expect(line(ann, "So quiet here.")).to_be_visible()
    ann.go(f"/table/{table}")
    expect(line(ann, "So quiet here.")).to_be_visible()
    expect(line(ann, "And to this!")).to_have_count(0)
    expect(line(bob, "So quiet here.")).to_have_count(0)
    ann.go("/friends")
    ann.button(f"{ann.says('so_unblock')}: Bob Loud").click()
    expect(ann.page.get_by_text(ann.says("so_no_blocks"))).to_be_visible()
    ann.go(f"/table/{table}")
    expect(line(ann, "And to this!")).to_be_visible()


def test_a_report_and_a_moderator_who_mutes(visit: Visit, sessions: dict[str, str]) -> None:
    """The chat goes along; whoever is muted is told, on the page and when they try."""
    ann, bob, mo = visit("Anna Reports"), visit("Bob Swears"), visit()
    together(ann, bob)
    says(bob, "Something rude.")
    expect(line(ann, "Something rude.")).to_be_visible()
    chooses(ann, "Bob Swears", "so_report")
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label(ann.says("so_rude"), exact=True).check()
    dialog.get_by_label(ann.says("report_text"), exact=True).fill("He swears at everybody.")
    dialog.get_by_role("button", name=ann.says("report_send"), exact=True).click()
    expect(dialog.get_by_role("status")).to_contain_text(ann.says("report_sent"))
    expect(dialog.get_by_role("status")).to_contain_text(ann.says("so_report_thanks"))
    ann.press("Enter")
    expect(dialog).to_have_count(0)
    chooses(ann, "Bob Swears", "so_report")
    dialog.get_by_role("button", name=ann.says("report_send"), exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_text(ann.says("no_already_reported"))
    ann.press("Escape")

    signs_in(mo, sessions)
    mo.go("/account")
    expect(mo.page.get_by_role("link", name=f"{mo.says('mod_title')} (1)")).to_be_visible()
    mo.page.get_by_role("link", name=f"{mo.says('mod_title')} (1)").click()
    report = mo.page.get_by_role("listitem", name="Bob Swears", exact=True)
    expect(report).to_contain_text("He swears at everybody.")
    report.get_by_text(mo.says("mod_said")).click()
    expect(report).to_contain_text("Something rude.")
    assert [] == violations(mo)
    why = report.get_by_label(mo.says("mod_why"), exact=True)
    mute = report.get_by_role("button", name=f"{mo.says('mod_mute')}: Bob Swears", exact=True)
    mute.click()
    expect(report.get_by_role("alert")).to_have_text(mo.says("no_say_why"))
    expect(why).to_be_focused()
    expect(why).to_have_accessible_description(mo.says("no_say_why"))
    why.fill("Swearing.")
    expect(report.get_by_role("alert")).to_have_count(0)
    mute.click()
    expect(report).to_have_count(0)
    trail = mo.page.get_by_role("list", name=mo.says("mod_trail"), exact=True)
    expect(trail.get_by_role("listitem").first).to_contain_text("Swearing.")

    closed = bob.page.get_by_role("status").filter(has_text=bob.says("so_muted_until")).last
    expect(closed).to_be_visible()
    expect(closed).to_contain_text("Swearing.")
    expect(bob.page.get_by_label(bob.says("chat_line"), exact=True)).to_have_count(0)
    mo.button(f"{mo.says('mod_unmute')}: Bob Swears").click()
    bob.page.reload()
    says(bob, "I am sorry.")
    expect(line(ann, "I am sorry.")).to_be_visible()


def test_a_moderator_takes_a_name_away(visit: Visit, sessions: dict[str, str]) -> None:
    """The person reads why they are called otherwise, and picks a name; it can be given back."""
    ann, bob, mo = visit("Anna Reads"), visit("Bob Badname"), visit()
    together(ann, bob)
    chooses(ann, "Bob Badname", "so_report")
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label(ann.says("so_rude"), exact=True).check()
    dialog.get_by_role("button", name=ann.says("report_send"), exact=True).click()
    expect(ann.page.get_by_text(ann.says("so_report_thanks"))).to_be_visible()

    signs_in(mo, sessions)
    report = mo.page.get_by_role("listitem", name="Bob Badname", exact=True)
    report.get_by_label(mo.says("mod_why"), exact=True).fill("A rude name.")
    report.get_by_role("button", name=f"{mo.says('mod_rename')}: Bob Badname", exact=True).click()
    sentence = bob.page.get_by_text(re.compile(r"Player \d{6} until you pick another"))
    expect(sentence).to_be_visible()  # at once, and once
    expect(report).to_have_count(0)
    trail = mo.page.get_by_role("list", name=mo.says("mod_trail"), exact=True)
    expect(trail.get_by_role("listitem").first).to_contain_text("A rude name.")
    expect(ann.page.get_by_text(re.compile(r"^Player \d{6}$")).first).to_be_visible()
    expect(ann.page.get_by_text("Bob Badname", exact=True)).to_have_count(0)
    at = bob.page.url
    bob.go("/")
    banner = bob.page.get_by_role("region", name=bob.says("so_choose_name"))
    expect(banner).to_contain_text("A rude name.")
    banner.get_by_label(bob.says("your_name")).fill("Bob Badname")
    banner.get_by_role("button", name=bob.says("so_choose_name")).click()
    expect(banner.get_by_role("alert")).to_have_text(bob.says("no_name_taken_away"))
    bob.page.goto(at)
    undo = trail.get_by_role("button", name=re.compile(f"^{mo.says('mod_unrename')}")).first
    undo.click()
    expect(undo).to_have_count(0)
    bob.page.reload()  # and sits there under the name that is theirs again
    expect(ann.page.get_by_text("Bob Badname", exact=True).first).to_be_visible()


def test_reports_of_one_person_are_one_card_on_a_phone(
    visit: Visit, sessions: dict[str, str]
) -> None:
    """With what was done before; closing the account says what happens, and can be undone."""
    ann, cyd, mo = visit("Anna Tells"), visit("Cyd Tells"), visit(viewport=PHONE)
    account = quote(CHEAT)
    for each in (ann, cyd):
        each.go(f"/people/{account}")
        chooses(each, CHEAT, "so_report")
        dialog = each.page.get_by_role("dialog")
        dialog.get_by_label(each.says("so_cheating"), exact=True).check()
        dialog.get_by_role("button", name=each.says("report_send"), exact=True).click()
        expect(each.page.get_by_text(each.says("so_report_thanks"))).to_be_visible()

    signs_in(mo, sessions)
    card = mo.page.get_by_role("listitem", name=CHEAT, exact=True)
    expect(card).to_contain_text("2 reports")
    assert PHONE["width"] == mo.page.evaluate("document.documentElement.scrollWidth")
    expect(card).to_contain_text(mo.says("mod_earlier_none"))
    assert [] == violations(mo)
    card.get_by_role("button", name=f"{mo.says('mod_lock')}: {CHEAT}", exact=True).click()
    dialog = mo.page.get_by_role("dialog")
    expect(dialog).to_contain_text(mo.says("mod_lock_what"))
    dialog.get_by_label(mo.says("mod_why"), exact=True).fill("A program plays.")
    dialog.get_by_role("button", name=mo.says("mod_lock"), exact=True).click()
    expect(card).to_have_count(0)
    ann.go(f"/people/{account}")
    expect(ann.page.get_by_text(ann.says("pf_closed"))).to_be_visible()
    follow = ann.page.get_by_role("button", name=f"{ann.says('so_follow')}: {CHEAT}", exact=True)
    expect(follow).to_have_count(0)

    search = mo.page.get_by_role("search")
    search.get_by_label(mo.says("mod_find_label"), exact=True).fill("bob cheats")
    search.get_by_role("button").click()
    found = mo.page.get_by_role("group", name=CHEAT, exact=True)
    expect(found.get_by_text(mo.says("mod_is_locked")).first).to_be_visible()
    found.get_by_text(mo.says("mod_earlier")).click()
    expect(found).to_contain_text("A program plays.")
    found.get_by_role("button", name=f"{mo.says('mod_unlock')}: {CHEAT}", exact=True).click()
    expect(found.get_by_text(mo.says("mod_is_locked"))).to_have_count(0)
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name=CHEAT)).to_be_visible()
    expect(ann.page.get_by_text(ann.says("pf_closed"))).to_have_count(0)
    expect(follow).to_be_visible()


@pytest.mark.parametrize("path", ["/people", "/friends"])
def test_people_are_found_by_keyboard(visit: Visit, path: str) -> None:
    """By the beginning of a name; what was found is told to screen readers."""
    ann = visit("Anna Seeks")
    ann.page.set_viewport_size(PHONE)
    ann.go(path)
    field = ann.page.get_by_role("search").get_by_label(ann.says("find_people_label"), exact=True)
    field.focus()
    ann.page.keyboard.type(CHEAT[:7].lower())
    ann.page.keyboard.press("Enter")
    link = ann.page.get_by_role("link", name=CHEAT, exact=True)
    expect(link).to_be_visible()
    expect(ann.page.get_by_role("status").filter(has_text="Found: 1")).to_be_visible()
    assert PHONE["width"] == ann.page.evaluate("document.documentElement.scrollWidth")
    assert [] == violations(ann)
    field.fill("zzzz nobody")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_text(ann.says("find_people_none"))).to_be_visible()


def test_others_find_no_page_for_moderators(visit: Visit) -> None:
    """As at any address where nothing is."""
    ann = visit("Anna Curious")
    ann.go("/moderate")
    expect(ann.page.get_by_role("heading", name=ann.says("nothing_here"))).to_be_visible()
