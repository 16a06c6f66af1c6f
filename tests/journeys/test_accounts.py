"""Somebody becomes an account with one tap, and comes back from anywhere: in a real browser.

Chromium's own virtual authenticator has the passkeys.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Dialog, Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import PHONE, Visitor, ricochet, visiting
from tests.journeys.pictures import pictured, too_small
from tests.journeys.played import ask, play
from tests.journeys.test_languages import Reader
from tests.journeys.test_quality import violations
from tests.server.serving import LOCALHOST, UNCOUNTED, serving
from tinplate.ending import Resign
from tinplate.lobby.values import Start

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """By its name: passkeys belong to names, not to addresses of machines."""
    with serving(tmp_path_factory.mktemp("accounts"), policy=UNCOUNTED) as address:
        yield address.replace(LOCALHOST, "localhost")


class Device:
    """The authenticator of a browser."""

    def __init__(self, visitor: Visitor) -> None:
        self._session: CDPSession = visitor.page.context.new_cdp_session(visitor.page)
        self._session.send("WebAuthn.enable")
        added = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self._id: str = added["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        told = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})
        found: list[dict[str, Any]] = told["credentials"]
        return found

    def share(self, other: "Device") -> None:
        """As passkeys that are synchronised reach another device of their owner."""
        for credential in self.passkeys():
            asked = {"authenticatorId": other._id, "credential": credential}
            other._session.send("WebAuthn.addCredential", asked)

    def refuse(self, *, is_known: bool = False) -> None:
        """Whoever is there is not known to the device, or is again."""
        asked = {"authenticatorId": self._id, "isUserVerified": is_known}
        self._session.send("WebAuthn.setUserVerified", asked)


def keep_account(visitor: Visitor) -> list[str]:
    """From the page of the account; the recovery codes."""
    visitor.go("/account")
    visitor.button(visitor.says("acc_keep")).click()
    listed = visitor.page.get_by_role("list", name=visitor.says("acc_codes"), exact=True)
    codes = listed.get_by_role("listitem")
    expect(codes).to_have_count(10)
    told = codes.all_inner_texts()
    done = visitor.button(visitor.says("acc_codes_done"))
    expect(done).to_be_disabled()
    visitor.page.get_by_label(visitor.says("acc_codes_saved"), exact=True).check()
    done.click()
    is_signed_in(visitor)
    return told


def enter_code(visitor: Visitor, name: str, code: str) -> None:
    visitor.go("/account")
    is_signed_out(visitor)
    visitor.page.get_by_text(visitor.says("acc_lost"), exact=True).press("Enter")
    section = visitor.page.get_by_role("region", name=visitor.says("acc_sign_in"), exact=True)
    section.get_by_label(visitor.says("your_name"), exact=True).fill(name)
    visitor.page.get_by_label(visitor.says("acc_code"), exact=True).fill(code)
    visitor.press("Enter")


def is_signed_in(visitor: Visitor) -> None:
    expect(devices(visitor).first).to_be_visible()


def is_signed_out(visitor: Visitor) -> None:
    expect(visitor.button(visitor.says("acc_keep"))).to_be_visible()


def devices(visitor: Visitor) -> Locator:
    listed = visitor.page.get_by_role("list", name=visitor.says("acc_devices"), exact=True)
    return listed.get_by_role("listitem")


def header(visitor: Visitor, name: str) -> Locator:
    """The button with one's own name."""
    return visitor.button(f"{visitor.says('you_title')}: {name}")


def test_one_tap_and_the_same_person_on_another_browser(newcomer: Visit) -> None:
    """From the settings; there no name is asked, only the passkey."""
    ann, there = newcomer("Ann"), newcomer()
    here, elsewhere = Device(ann), Device(there)
    ann.go("/")
    ann.button(ann.says("preferences")).click()
    ann.page.get_by_role("link", name=ann.says("acc_keep"), exact=True).click()
    keep_account(ann)
    assert 1 == len(here.passkeys())
    here.share(elsewhere)
    there.go("/")
    there.page.get_by_role("link", name=there.says("acc_sign_in"), exact=True).click()
    there.button(there.says("acc_sign_in")).click()
    is_signed_in(there)
    expect(devices(there)).to_have_count(2)
    expect(header(there, "Ann")).to_be_visible()
    there.page.reload()
    is_signed_in(there)


def test_pictures_of_an_account(newcomer: Visit) -> None:
    """With all that belongs to it."""
    ann = newcomer("Ann Pictured")
    Device(ann)
    keep_account(ann)

    assert {} == too_small(pictured(ann, "own-account"))


def test_after_a_match_the_chair_is_kept_with_the_account(newcomer: Visit) -> None:
    """The offer is below the result; whoever takes it up comes back as the host of the table."""
    ann = newcomer("Hanna")
    Device(ann)
    table = ann.open(ricochet(), 1)
    ask(ann, table, Start())
    play(ann, table, Resign())
    ann.go(f"/table/{table}")
    expect(ann.button(ann.says("rematch"))).to_be_visible()
    ann.page.get_by_role("link", name=ann.says("acc_keep"), exact=True).click()
    keep_account(ann)
    ann.go(f"/table/{table}")
    expect(ann.button(ann.says("rematch"))).to_be_visible()
    expect(ann.page.get_by_role("link", name=ann.says("acc_keep"), exact=True)).to_have_count(0)


def test_signing_out_one_device_and_everywhere(newcomer: Visit) -> None:
    """At once on all of them."""
    ann, there = newcomer("Berta"), newcomer()
    here, elsewhere = Device(ann), Device(there)
    keep_account(ann)
    here.share(elsewhere)
    there.go("/account")
    there.button(there.says("acc_sign_in")).click()
    expect(devices(there)).to_have_count(2)
    ann.page.reload()
    expect(devices(ann)).to_have_count(2)
    devices(ann).nth(1).get_by_role("button").click()
    expect(devices(ann)).to_have_count(1)
    there.page.reload()
    is_signed_out(there)
    there.button(there.says("acc_sign_in")).click()
    is_signed_in(there)
    ann.button(ann.says("acc_sign_out_all")).click()
    is_signed_out(ann)
    there.page.reload()
    is_signed_out(there)


def test_a_recovery_code_instead_of_the_passkey(newcomer: Visit) -> None:
    """It works once; by the keyboard alone."""
    ann, there = newcomer("Cora"), newcomer()
    Device(ann)
    codes = keep_account(ann)
    enter_code(there, "cora", codes[0].lower())
    is_signed_in(there)
    there.page.context.clear_cookies()
    enter_code(there, "Cora", codes[0])
    expect(there.page.get_by_role("alert")).to_have_text(there.says("no_wrong_recovery_code"))
    expect(there.page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    field = there.page.get_by_label(there.says("acc_code"))
    expect(field).to_have_accessible_description(there.says("no_wrong_recovery_code"))
    ann.page.reload()
    expect(ann.page.get_by_text("9 codes left")).to_be_visible()


def passkeys(visitor: Visitor) -> Locator:
    listed = visitor.page.get_by_role("list", name=visitor.says("acc_passkeys"), exact=True)
    return listed.get_by_role("listitem")


def test_whoever_comes_back_with_a_code_is_offered_a_passkey(newcomer: Visit) -> None:
    """At once, until they have made it; the list tells which is which, and each can go."""
    ann, there = newcomer("Livia"), newcomer()
    Device(ann)
    codes = keep_account(ann)
    new = Device(there)
    enter_code(there, "Livia", codes[0])
    offer = there.page.get_by_role("region", name=there.says("acc_offer"), exact=True)
    expect(offer).to_be_visible()
    expect(devices(there).filter(has_text="with a recovery code")).to_have_count(1)
    expect(passkeys(there)).to_have_count(1)
    expect(passkeys(there)).not_to_contain_text("this browser")
    offer.get_by_role("button").click()
    expect(offer).to_have_count(0)
    assert 1 == len(new.passkeys())
    expect(passkeys(there)).to_have_count(2)
    expect(passkeys(there).filter(has_text="this browser")).to_have_count(1)
    expect(passkeys(there).last).to_contain_text(re.compile("made .+ · last used "))
    for left in (1, 0):
        passkeys(there).first.get_by_role("button").click()
        asked = there.page.get_by_role("dialog")
        expect(asked).to_contain_text("recovery codes" if left == 0 else "won’t sign you in")
        asked.get_by_role("button", name=there.says("acc_remove"), exact=True).click()
        expect(passkeys(there).get_by_role("button")).to_have_count(left)
    there.sees("No passkeys.")


def test_codes_are_saved_as_a_file_before_they_are_gone(newcomer: Visit) -> None:
    """With the name they are for; whoever leaves too early is asked by the browser."""
    ann = newcomer("Saskia")
    Device(ann)
    ann.go("/account")
    ann.button(ann.says("acc_keep")).click()
    listed = ann.page.get_by_role("list", name=ann.says("acc_codes"), exact=True)
    expect(listed.get_by_role("listitem")).to_have_count(10)
    assert [] == violations(ann)
    with ann.page.expect_download() as downloading:
        ann.page.get_by_role("link", name=ann.says("acc_codes_download"), exact=True).click()
    text = downloading.value.path().read_text()
    assert "Saskia" in text.splitlines()[0]
    assert listed.get_by_role("listitem").all_inner_texts() == text.split("\n\n")[1].split()
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    ann.page.once("dialog", answer)
    ann.page.reload()
    assert ["beforeunload"] == asked


def test_the_name_of_an_account_is_asked_for_and_refused_at_its_field(newcomer: Visit) -> None:
    """It begins with the guest's; nothing is made until the name is one that can be had."""
    ann, bob = newcomer("Thea"), newcomer("Bob")
    device = Device(ann)
    Device(bob)
    bob.go("/account")
    field = bob.page.get_by_role("textbox", name=bob.says("your_name"), exact=True)
    expect(field.first).to_have_value("Bob")
    keep_account(ann)
    for name, why in (("Thea", "no_name_is_taken"), ("Moderator", "no_name_of_a_role")):
        field.first.fill(name)
        bob.button(bob.says("acc_keep")).click()
        expect(bob.page.get_by_role("alert")).to_have_text(bob.says(why))
        expect(field.first).to_have_accessible_description(re.compile(re.escape(bob.says(why))))
    field.first.fill("Bobby")
    bob.button(bob.says("acc_keep")).click()
    expect(bob.page.get_by_role("list", name=bob.says("acc_codes"), exact=True)).to_be_visible()
    expect(header(bob, "Bobby")).to_be_visible()
    assert 1 == len(device.passkeys())
    ann.button(ann.says("acc_rename")).click()
    ann.page.get_by_role("dialog").get_by_label(ann.says("your_name")).fill("Theodora")
    ann.button(ann.says("save")).click()
    expect(ann.page.get_by_role("heading", name="Theodora")).to_be_visible()


def test_another_device_by_a_link(newcomer: Visit) -> None:
    """Scanned with a phone; both show a number, and the first one confirms it."""
    ann, phone, thief = newcomer("Dora"), newcomer(viewport=PHONE), newcomer()
    Device(ann)
    keep_account(ann)
    ann.button(ann.says("acc_link_make")).click()
    expect(ann.page.get_by_role("img", name=ann.says("qr_label"))).to_be_visible()
    shown = ann.page.get_by_role("region", name=ann.says("acc_link"), exact=True)
    link = shown.get_by_role("status")
    expect(link).to_contain_text("/account/link#")
    address = link.inner_text()
    phone.page.goto(address)
    phone.button(phone.says("acc_link_go")).click()
    seen = phone.page.get_by_role("status", name=phone.says("acc_link_here"))
    expect(seen).to_have_text(re.compile(r"^\d{3}$"))
    number = seen.inner_text()
    thief.page.goto(address)
    thief.button(thief.says("acc_link_go")).click()
    expect(thief.page.get_by_role("alert")).to_have_text(thief.says("no_link_is_over"))
    expect(shown.get_by_role("status")).to_contain_text(number)
    ann.button(ann.says("acc_link_yes")).click()
    is_signed_in(phone)
    expect(header(phone, "Dora")).to_be_visible()
    expect(devices(ann)).to_have_count(2)


def test_a_new_name_a_copy_of_all_and_the_end(newcomer: Visit) -> None:
    """The names before are listed; whoever deletes their account is asked for the passkey."""
    ann, bob = newcomer("Emma"), newcomer("Bob")
    device = Device(ann)
    keep_account(ann)
    header(ann, "Emma").click()
    field = ann.page.get_by_role("textbox", name=ann.says("your_name"))
    field.fill("Emma (bot)")
    ann.button(ann.says("save")).click()
    refusal = ann.page.get_by_role("dialog").get_by_role("alert")
    expect(refusal).to_contain_text("(bot)")
    expect(field).to_have_accessible_description(refusal.inner_text())
    field.fill("Emilia")
    ann.button(ann.says("save")).click()
    expect(header(ann, "Emilia")).to_be_visible()
    ann.sees(f"{ann.says('acc_names')}: Emma")
    refused = bob.http.post(
        f"{bob.address}/api/guest",
        data=json.dumps({"name": "emilia"}),
        headers={"Content-Type": "application/json"},
    )
    assert "name-is-taken" == refused.json()["code"]
    with ann.page.expect_download() as downloading:
        ann.page.get_by_role("link", name=ann.says("acc_download"), exact=True).click()
    mine = json.loads(downloading.value.path().read_text())
    assert "Emilia" == mine["account"]["guest"]["name"]
    ann.button(ann.says("acc_delete")).click()
    dialog = ann.page.get_by_role("dialog", name=ann.says("acc_delete_sure"))
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name=ann.says("acc_delete_no"))).to_be_focused()
    ann.press("Enter")
    expect(dialog).to_have_count(0)
    is_signed_in(ann)
    ann.button(ann.says("acc_delete")).click()
    device.refuse()
    dialog.get_by_role("button", name=ann.says("acc_delete")).click()
    expect(dialog.get_by_role("alert")).to_have_text(ann.says("acc_cancelled"))
    device.refuse(is_known=True)
    dialog.get_by_role("button", name=ann.says("acc_delete")).click()
    is_signed_out(ann)
    expect(header(ann, "Emilia")).to_have_count(0)
    expect(ann.page.get_by_role("button", name=re.compile(r": \w+ \w+( \d+)?$"))).to_be_visible()
    assert 1 == len(device.passkeys())  # the device has it still, and it opens nothing
    ann.button(ann.says("acc_sign_in")).click()
    expect(ann.page.get_by_role("alert")).to_have_text(ann.says("no_passkey_unknown"))


def test_what_the_device_refuses_is_told_in_plain_words(newcomer: Visit) -> None:
    """And nothing has happened; without a secure address it is said before anything is tried."""
    ann = newcomer("Fanny")
    Device(ann).refuse()
    ann.go("/account")
    ann.button(ann.says("acc_keep")).click()
    expect(ann.page.get_by_role("alert")).to_have_text(ann.says("acc_cancelled"))
    is_signed_out(ann)


def test_where_accounts_are_required_the_first_page_says_so(
    tmp_path: Path, chromium: Browser
) -> None:
    """It does not praise that there is none."""
    with serving(tmp_path, policy=replace(UNCOUNTED, accounts="required")) as address:
        ann = visiting(chromium, address, None)
        ann.go("/")
        ann.sees("Sign in without a password")
        expect(ann.page.get_by_text("No account")).to_have_count(0)
        ann.page.context.close()


def test_it_is_whole_in_every_language_and_keeps_nobody_out(newcomer: Visit) -> None:
    """On a phone and on a laptop, as a guest and with an account, in light and dark colours."""
    ann = newcomer("Greta")
    Device(ann)
    reader = Reader(ann)
    ann.go("/account")
    is_signed_out(ann)
    reader.read("account, as a guest")
    flaws = violations(ann)
    keep_account(ann)
    reader.read("account")
    flaws += violations(ann)

    assert [] == reader.slips
    assert [] == flaws
