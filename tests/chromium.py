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

# The one without windows first: it draws the same and takes a third less of the processor.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
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
        debian.install(NAMES[0], "fonts-dejavu-core")
    else:
        print("Installing Chromium for the tests (Playwright's own) ...")
        command = ("playwright", "install", "--only-shell", "chromium")
        subprocess.run([sys.executable, "-m", *command], check=True)


def find_or_install() -> None:
    """Any Chromium will do where the one without windows cannot be installed."""
    found = program()
    if found is not None and (found.endswith(NAMES[0]) or not debian.may_install()):
        return
    try:
        install()
    except subprocess.CalledProcessError:
        if found is None:
            raise
        print(f"It cannot be installed; the tests use {found}.")


if __name__ == "__main__":
    find_or_install()
