"""The page knows how long bots of Ricochet leave the next target to people."""

import re

from tests.page.messages import WEB
from tinplate.games.ricochet.bots.level import FIRST_PEOPLE, RicochetBot

FILE = WEB / "src/games/ricochet/botsWait.ts"


def test_bots_wait_as_long_as_the_page_says() -> None:
    """RC11: the time, and which bots it is true of."""
    text = FILE.read_text()
    told = re.search(r"FIRST_PEOPLE = ([\d_]+);", text)
    bots = re.search(r"OWN_BOT = /\^(.+)/;", text)

    assert told
    assert bots
    assert int(told[1]) == FIRST_PEOPLE
    assert all(RicochetBot(level).name.startswith(bots[1]) for level in range(1, 11))
