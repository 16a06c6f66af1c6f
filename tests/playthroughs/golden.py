"""Scripts of whole games and their golden transcripts, for every game that has some."""

import difflib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self

from tests.catalogues import GAMES
from tinplate.match import AnyMatch, Match
from tinplate.store import logfile


class PlayedScript(NamedTuple):
    """A match that was played by its script, and how the transcript tells it."""

    players: tuple[str, ...]
    match: AnyMatch
    told: str


class Playthroughs(NamedTuple):
    """The scripts of one game."""

    folder: Path
    play: Callable[[Path], PlayedScript]

    @classmethod
    def of(
        cls,
        folder: Path,
        read: Callable[[Path], Any],
        play: Callable[[Any], Any],
        tell: Callable[[Any], str],
    ) -> Self:
        """A game reads the scripts of its folder, plays them, and tells what came of it."""

        def played(path: Path) -> PlayedScript:
            one = play(read(path))
            return PlayedScript(one.script.players, one.match, tell(one))

        return cls(folder, played)

    @property
    def scripts(self) -> list[Path]:
        return sorted(self.folder.glob("*.script"))

    def record(self) -> None:
        """Write all golden transcripts again."""
        for script in self.scripts:
            golden(script).write_text(self.play(script).told, encoding="utf-8")

    def check_transcript(self, script: Path) -> None:
        """A difference is a rule or a sentence that changed."""
        expected, actual = golden(script).read_text(encoding="utf-8"), self.play(script).told
        diff = difflib.unified_diff(
            expected.splitlines(), actual.splitlines(), "recorded", "played", lineterm=""
        )

        assert expected == actual, "\n".join(
            [f"{golden(script).name}: if this is meant, `make record` rewrites it", *diff]
        )

    def check_end(self, script: Path) -> None:
        """A transcript tells a whole game, and the state is the fold of the log."""
        match = self.play(script).match
        replayed = Match(match.game, match.opening, Random(1), match.log)

        assert match.game.outcome(match.state) is not None
        assert match.state == replayed.state

    def check_file(self, script: Path, folder: Path) -> None:
        """What is written to a log file is read back, players and all."""
        played, path = self.play(script), folder / "match.jsonl"
        logfile.Recorder.create(path, played.match, played.players)
        recorded = logfile.read(path, GAMES, Random(1))

        assert recorded.flaw is None
        assert (played.players, played.match.opening, played.match.log, played.match.state) == (
            recorded.players,
            recorded.match.opening,
            recorded.match.log,
            recorded.match.state,
        )


def golden(script: Path) -> Path:
    return script.with_suffix(".txt")
