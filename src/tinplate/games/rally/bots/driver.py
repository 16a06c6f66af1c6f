"""The driver: looks a register or a few ahead, and goes where the next flag seems nearest."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from tinplate.games.rally.bots.player import GOING, Intent, RallyBot
from tinplate.games.rally.values import View

if TYPE_CHECKING:
    from tinplate.games.rally.bots.seen import BotView
    from tinplate.games.rally.outlook.kernels import Outlook


class Driver(RallyBot):
    """Greedy: fills its registers from the first to the last, so many at a time; never off."""

    limit = 1.0

    def __init__(self, name: str, *, sight: int, strength: int) -> None:
        self.name = name
        self.sight = sight  # registers that are looked at together
        self.strength = strength

    def outlook(self, view: View) -> "Outlook":
        """Distances alone: how many registers it would take with cards of one's choice."""
        from tinplate.games.rally.outlook.table import guess  # noqa: PLC0415

        return guess(view.course, view.settings)

    def intend(self, seen: "BotView", facings: Sequence[int], dice: Random) -> Intent:  # noqa: ARG002
        import numpy as np  # noqa: PLC0415

        from tinplate.games.rally.bots.seen import laid_out, locked  # noqa: PLC0415
        from tinplate.games.rally.outlook import kernels as o  # noqa: PLC0415

        outlook = self.outlook(seen.view)
        beginnings = [seen.beginning(facing) for facing in facings]
        ends = [
            o.drive(outlook, beginning, seen.counts, seen.locked, self.sight)
            for beginning in beginnings
        ]
        turns = o.appraise(outlook, np.stack(ends), seen.lives)
        best = int(turns[:, GOING].argmin())
        program = laid_out(int(ends[best][o.CODE]), seen.cards, locked(seen.player))
        return Intent(program, facings[best])
