"""Bots have one name on the page and one on the command line: its help tells both."""

import re

import pytest

from tests.page.messages import WEB
from tinplate.games import installed
from tinplate.games.rally.cli.commands import PLAY

PACKS = installed().packs


def called_on_the_page(game: str) -> list[tuple[str, str]]:
    """The names of bots and what they are called, in the order of the page."""
    written = (WEB / f"src/games/{game}/bots.ts").read_text()
    return re.findall(r"^  '?([\w-]+)'?: \[\n    '(\w+)',", written, re.MULTILINE)


@pytest.mark.parametrize("game", PACKS)
def test_pictures_call_bots_what_the_page_calls_them(game: str) -> None:
    """A picture that is shared shows the winner whom everybody has seen."""
    called = called_on_the_page(game)

    assert called
    assert dict(called) == PACKS[game].bot_titles


def test_help_tells_what_bots_of_rally_are_called_on_the_page() -> None:
    """All of them, in the same order as their names in the catalogue."""
    names, titles = zip(*called_on_the_page("rally"), strict=True)
    told = " ".join(PLAY.split())

    assert f"random, {', '.join(names)}." in told
    assert f"the page calls them {', '.join(titles)}." in told
