"""The driver: looks one or a few registers ahead, and heads for the next flag."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from tinplate.games.rally.bots.player import GOING, Intent, RallyBot
from tinplate.games.rally.values import View

if TYPE_CHECKING:
    from tinplate.games.rally.bots.seen import BotView
    from tinplate.games.rally.outlook import Outlook


class Driver(RallyBot):
    """Greedy: fills its registers in order, a few at a time; never powers down."""

    limit = 1.0

    def __init__(self, name: str, *, sight: int, strength: int) -> None:
        self.name = name
        self.sight = sight  # registers considered together
        self.strength = strength

    def outlook(self, view: View) -> "Outlook":
        """Go by distances alone: how many registers it would take with freely chosen cards."""
        from tinplate.games.rally.outlook.table import guess  # noqa: PLC0415

        return guess(view.course, view.settings)

    def intend(self, seen: "BotView", facings: Sequence[int], dice: Random) -> Intent:  # noqa: ARG002
        import numpy as np  # noqa: PLC0415

        from tinplate.games.rally import outlook as o  # noqa: PLC0415
        from tinplate.games.rally.bots.seen import laid_out, locked  # noqa: PLC0415

        outlook = self.outlook(seen.view)
        beginnings = [seen.beginning(facing) for facing in facings]
        ends = [
            o.play_greedily(outlook, beginning, seen.counts, seen.locked, self.sight)
            for beginning in beginnings
        ]
        turns = o.turns_left(outlook, np.stack(ends), seen.lives)
        best = int(turns[:, GOING].argmin())
        program = laid_out(int(ends[best][o.CODE]), seen.cards, locked(seen.player))
        return Intent(program, facings[best])
