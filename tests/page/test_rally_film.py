"""A turn is shown on the page as long as the clocks of the server wait for it."""

import re

from tests.page.messages import WEB
from tinplate.games.rally.film import LEAD


def test_programs_lie_face_down_as_long_as_clocks_wait() -> None:
    """D31: before the first register."""
    page = (WEB / "src/games/rally/playback/resolution.svelte.ts").read_text()

    assert [str(LEAD)] == re.findall(r"^const LEAD = (\d+);$", page, re.MULTILINE)
