"""Compile what the Rally bots need, once and ahead of time."""

from random import Random

from tinplate.game import Millis, Seat
from tinplate.games.rally.bots.driver import Driver
from tinplate.games.rally.bots.rival import Rival
from tinplate.games.rally.outlook import Outlook
from tinplate.games.rally.outlook.table import measure
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import Settings, View

TINY = "rally 1\nname: Tiny\nboard:\nS . 1\n"


class Fresh(Rival):
    """Measures its course every time, without the cache."""

    def outlook(self, view: View) -> Outlook:
        return measure(view.course, view.settings, lambda _: None)


def compile_bots() -> None:
    game, dice = Rally(), Random(0)  # noqa: S311 - any deal will do
    state = game.setup(Settings(TINY), 2, dice)
    bots = (
        Driver("driver", sight=1, strength=1),
        Fresh("rival", programs=2, samples=1, sight=1, strength=1),
    )
    while state.turn == 1:
        for seat, bot in enumerate(bots):
            view, legal = game.view(state, Seat(seat)), game.legal(state, Seat(seat))
            for command in bot.choose(view, Seat(seat), legal, Millis(0), dice).commands:
                for event in game.decide(state, Seat(seat), command, Millis(0), dice):
                    state = game.evolve(state, event)
        if not state.waiting_for:
            return
