"""A hot seat for tests: a known deal, a clock that is set by hand, and what was recorded."""

import errno
from collections.abc import Sequence
from concurrent import futures
from random import Random

from tests.waiting import PATIENCE
from tinplate.cli.keyboard import Session
from tinplate.game import Millis
from tinplate.games.ricochet.board import board_named
from tinplate.games.ricochet.cli.hotseat import RicochetHotSeat
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import Event, State
from tinplate.match import Entry, Match

# Yellow west is turned north by the blue barrier at b14 and comes to rest on b7: one move.
POSITION = "R1G2Y1B4 rf5,gp2,bl9,yh14 yellow-square"
WITH_SILVER = "R1G2Y1B4 rf5,gp2,bl9,yh14,sd12 yellow-square"


class Seated(RicochetHotSeat):
    """A hot seat whose clock stands still until a test moves it."""

    def __init__(
        self, *names: str, settings: Settings | None = None, position: str = POSITION
    ) -> None:
        dealt = parse_position(position)
        settings = settings or Settings(board=dealt.board.name)
        # One token only: the round is the same whatever the dice say.
        opening = State(
            settings,
            board_named(dealt.board.name).name,
            dealt.robots,
            dealt.robots,
            (Target.YELLOW_SQUARE,),
            ((),) * len(names),
        )
        self.time = Millis(0)
        self.recorded: list[Entry[Event]] = []
        self.disk_is_full = False
        match = Match(Ricochet(), opening, Random(0))
        super().__init__(Session(match, tuple(names), lambda: self.time, self._write))

    def wait(self, seconds: float) -> None:
        self.time = Millis(self.time + int(1000 * seconds))

    def let_bots_think(self) -> None:
        """In their thread, until all who were asked have an answer."""
        answers = [asked.answer for asked in self._company._asked.values()]
        assert not futures.wait(answers, PATIENCE).not_done

    def _write(self, entries: Sequence[Entry[Event]]) -> None:
        if self.disk_is_full:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.recorded.extend(entries)
