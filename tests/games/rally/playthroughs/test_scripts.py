"""Scripts of Rally that are wrong are told so."""

from pathlib import Path

import pytest

from tests.games.rally.playthroughs.record import PLAYTHROUGHS
from tests.games.rally.playthroughs.script import play, read_script
from tinplate.game import Malformed


def test_a_card_that_is_not_dealt_is_not_programmed(tmp_path: Path) -> None:
    """A script that wants a card the hand has not is wrong, and told so."""
    script = (PLAYTHROUGHS.folder / "joint-win.script").read_text(encoding="utf-8")
    path = tmp_path / "greedy.script"
    path.write_text(script.replace("programs left move1", "programs move3 move1"))

    with pytest.raises(Malformed, match=r"^there is no move3 in the hand$"):
        play(read_script(path))


def test_a_script_that_cannot_be_read_names_the_line(tmp_path: Path) -> None:
    """A slip of the pen in a script is found where it is."""
    path = tmp_path / "slip.script"
    path.write_text("title Slip\n\ndeal left / rihgt\n", encoding="utf-8")

    with pytest.raises(Malformed, match=r"^slip\.script, line 3: 'rihgt' is not a valid Kind$"):
        read_script(path)
