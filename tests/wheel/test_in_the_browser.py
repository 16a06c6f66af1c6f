"""The page from an installed package: it is there, and a round is played on it."""

import os
import subprocess
from pathlib import Path

import pytest
from playwright.async_api import ConsoleMessage, async_playwright, expect

from tests import waiting
from tests.chromium import QUIET, program

PATIENCE = 1000 * waiting.PATIENCE  # milliseconds
AS_ROOT = ["--no-sandbox"] if os.geteuid() == 0 else []


def forbidden(message: ConsoleMessage) -> list[str]:
    """What the browser does not let the page do."""
    return [message.text] if "Content Security Policy" in message.text else []


async def play_a_round(address: str) -> list[str]:
    """From the form to the first token; what the page complained of."""
    complaints = list[str]()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program(), args=[*QUIET, *AS_ROOT]
        )
        page = await browser.new_page(locale="en", reduced_motion="reduce")
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.extend(forbidden(message)))
        await page.goto(f"{address}/new?game=ricochet")
        await page.get_by_role("button", name="Open the table").click()
        await page.get_by_role("button", name="Start", exact=True).click()
        await page.get_by_role("button", name="Reveal the first target").click()
        task = page.get_by_text("Find a route.").first
        await expect(task).to_be_visible(timeout=PATIENCE)
        await browser.close()
    return complaints


async def test_a_round_from_a_wheel(
    python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Built, installed elsewhere, served by `tinplate` alone, and played."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # a new place would have to be compiled for
    monkeypatch.setenv("TINPLATE_PORT", "0")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    with subprocess.Popen(  # noqa: S603, ASYNC220 - our own command
        [python, "-m", "tinplate.cli.main", "--no-browser"],
        cwd=tmp_path, stdout=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            running = next(line for line in server.stdout if "is running on" in line)
            complaints = await play_a_round(running.split()[4])
        finally:
            server.terminate()
        told = server.stdout.read()

    assert [] == complaints
    assert f"Tables are stored in {tmp_path}" in told
    assert told.endswith("Goodbye. All matches are saved.\n")
