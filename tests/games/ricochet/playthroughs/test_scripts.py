"""Scripts of Ricochet that are wrong are told so."""

from pathlib import Path

import pytest

from tests.games.ricochet.playthroughs.record import PLAYTHROUGHS
from tests.games.ricochet.playthroughs.script import play, read_script
from tinplate.game import Malformed


def test_a_token_that_is_gone_is_not_turned_up(tmp_path: Path) -> None:
    """RC13: a won token is gone; a script that wants it again is wrong, and told so."""
    script = (PLAYTHROUGHS.folder / "patience.script").read_text(encoding="utf-8")
    path = tmp_path / "greedy.script"
    path.write_text(script.replace("turns green-hexagon", "turns yellow-circle"), encoding="utf-8")

    with pytest.raises(Malformed, match=r"^yellow-circle cannot be turned up in round 3$"):
        play(read_script(path))


def test_a_script_that_cannot_be_read_names_the_line(tmp_path: Path) -> None:
    """A slip of the pen in a script is found where it is."""
    path = tmp_path / "slip.script"
    path.write_text("title Slip\n\n0:00 Ann dances\n", encoding="utf-8")

    with pytest.raises(Malformed) as refused:
        read_script(path)

    assert "slip.script, line 3: “dances” is nothing one can do" == str(refused.value)
