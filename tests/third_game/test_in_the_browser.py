"""The auction in the browser, at the plain table that every game has."""

import os
import re
from pathlib import Path

from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from tests import waiting
from tests.chromium import QUIET, program
from tests.server.running import running

PATIENCE = 1000 * waiting.PATIENCE  # milliseconds
ROUNDS = 3  # of the usual settings
AS_ROOT = ["--no-sandbox"] if os.geteuid() == 0 else []


async def opened_table(page: Page, address: str) -> None:
    """From the list of games to a table with one bot."""
    await page.goto(address)
    await page.get_by_role("link", name="Auction").first.click()
    await page.get_by_role("spinbutton", name="Chairs", exact=True).fill("2")
    await page.get_by_role("spinbutton", name="Bots on free chairs").fill("1")
    await page.get_by_role("button", name="Open the table").click()
    await page.get_by_role("button", name="Start").click()


async def bid(page: Page, amount: int) -> None:
    """Wait for the buttons of the round, and press one."""
    await page.get_by_role("button", name=f"Bid: amount {amount}", exact=True).click()


def fact(page: Page, pattern: str) -> Locator:
    """A line of the tree that shows the view."""
    view = page.get_by_role("region", name="What you can see")
    return view.get_by_role("listitem").filter(has_text=re.compile(pattern, re.IGNORECASE))


def lot_sold(page: Page) -> Locator:
    """Lines of the log, one for each finished round."""
    return page.get_by_role("listitem").filter(has_text="Lot sold")


async def test_it_is_played_and_watched(tmp_path: Path) -> None:
    """Nothing on the page was made for it, and nothing complains."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    complaints = list[str]()
    async with running(database, tmp_path) as server, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program(), args=[*QUIET, *AS_ROOT]
        )
        page = await somebody(browser)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await check_that_it_is_played_to_the_end(page, server.address)
        await check_what_strangers_are_told(page, await somebody(browser), server.address)
        await browser.close()

    assert [] == complaints


async def somebody(browser: Browser) -> Page:
    page = await (await browser.new_context(locale="en", reduced_motion="reduce")).new_page()
    page.set_default_timeout(PATIENCE)
    return page


async def check_that_it_is_played_to_the_end(page: Page, address: str) -> None:
    """Legal commands are buttons, the view is a tree, the log tells what happened."""
    await opened_table(page, address)
    for number in range(1, ROUNDS + 1):
        await expect(fact(page, rf"Round:?\s*{number}\s*$")).to_be_visible(timeout=PATIENCE)
        await expect(page.get_by_role("timer")).to_have_text(re.compile("0:[0-3][0-9]"))
        await page.reload()  # and nothing of the log is lost
        await expect(lot_sold(page)).to_have_count(number - 1)
        await expect(page.get_by_role("timer")).to_have_text(re.compile("0:[0-3][0-9]"))
        await bid(page, 0)
    over = page.get_by_role("heading", name="The match is over")
    await expect(over).to_be_visible(timeout=PATIENCE)
    await expect(lot_sold(page)).to_have_count(ROUNDS)
    await expect(fact(page, r"Coins:?\s*10, ")).to_be_visible()
    await page.get_by_role("link", name="Replay").click()
    step = page.get_by_role("button", name="One step forward")
    await expect(step).to_be_enabled()  # it is loaded
    await page.get_by_role("slider", name="Moment of the match").press("End")
    await expect(fact(page, rf"Round:?\s*{ROUNDS}\s*$")).to_be_visible(timeout=PATIENCE)


async def check_what_strangers_are_told(page: Page, stranger: Page, address: str) -> None:
    """Players by their names, the keys of no other game, and once that one only watches."""
    await opened_table(page, address)
    await bid(page, 3)
    sold = lot_sold(page).filter(has_text=re.compile("winner (?![0-9])"))
    await expect(sold).to_have_count(1, timeout=PATIENCE)
    await expect(page.get_by_text("seat 0")).to_have_count(0)
    await page.keyboard.press("?")
    await expect(page.get_by_role("heading", name="Keys and help")).to_be_visible()
    for other in ("In Ricochet", "At a table of Rally"):
        await expect(page.get_by_role("table", name=other)).to_have_count(0)

    await stranger.goto(page.url)
    await expect(stranger.get_by_text("You are watching.")).to_have_count(1, timeout=PATIENCE)
    await stranger.goto(address)
    await expect(stranger.get_by_role("link", name="Auction").first).to_be_visible()
    await stranger.keyboard.press("?")
    await expect(stranger.get_by_role("table", name="In Ricochet")).to_be_visible()
