"""A real browser for tests: Chromium, driven by Playwright.

`python -m tests.chromium` looks for one and installs it where there is none.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests import debian

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Nothing that looks for the world outside: the tests need only this machine.
QUIET = (
    "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip


def program() -> str | None:
    """One on the path; None leaves it to Playwright's own."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def running_chromium() -> Iterator[Browser]:
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []  # root may not have one
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=[*QUIET, *as_root])
        try:
            yield browser
        finally:
            browser.close()


def install() -> None:
    """Debian's package for root, Playwright's own for everybody else."""
    if debian.may_install():
        print("Installing Chromium for the tests (Debian's package) ...")
        debian.install("chromium", "fonts-dejavu-core")
    else:
        print("Installing Chromium for the tests (Playwright's own) ...")
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    if program() is None:
        install()
