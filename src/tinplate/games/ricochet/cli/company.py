"""Bots at the hot seat: they think beside the game, whose clock does not wait for them."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from tinplate.cli.bots import bots_among
from tinplate.cli.dice import dice_for
from tinplate.game import Millis, Plan, Seat
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import Command, Event, State
from tinplate.match import Match

PAUSE = 700  # milliseconds after something has happened, so that people can follow


class _Asked(NamedTuple):
    """What a bot was asked about, and what it answers."""

    version: int
    answer: Future[Plan[Command]]


class Company:
    """The bots among those at a table, and what they are thinking about."""

    def __init__(self, match: Match[Settings, State, Command, Event], names: Sequence[str]) -> None:
        self.bots = bots_among(names)
        self._match = match
        self._dice = dice_for(None)
        self._thread = ThreadPoolExecutor(1)
        self._asked = dict[Seat, _Asked]()

    def decided(self, now: Millis) -> tuple[Seat, Sequence[Command]] | None:
        """What one of them does now; all who have something to decide are asked when it is time."""
        for seat in self._dice.sample([*self.bots], k=len(self.bots)):
            asked = self._asked.get(seat)
            if asked is None or asked.version != self._match.version:
                self._ask(seat, now)
            elif asked.answer.done():
                commands, again = asked.answer.result()
                if commands:
                    self._asked[seat] = _Asked(asked.version, _nothing_more(again))
                    return seat, commands
                if again is not None and again <= now:
                    self._ask(seat, now)
        return None

    def _ask(self, seat: Seat, now: Millis) -> None:
        match = self._match
        legal = match.game.legal(match.state, seat)
        if legal and now >= match.last_at + PAUSE:
            told = match.view(seat), seat, legal, now, self._dice
            answer = self._thread.submit(self.bots[seat].choose, *told)
            self._asked[seat] = _Asked(match.version, answer)


def _nothing_more(again: Millis | None) -> Future[Plan[Command]]:
    answer = Future[Plan[Command]]()
    answer.set_result(Plan(ask_again=again))
    return answer
