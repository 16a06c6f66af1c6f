"""The planner: tries every program of its hand as if it were alone, and goes by measured worth."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tinplate.game import Progress
from tinplate.games.rally.bots.player import GOING, Intent, RallyBot
from tinplate.games.rally.values import View

if TYPE_CHECKING:
    from tinplate.games.rally.bots.seen import BotView
    from tinplate.games.rally.outlook.kernels import Ints, Outlook


class Tried(NamedTuple):
    """All programs of a hand, and where they end."""

    ends: "Ints"  # [program, column of an ending]
    facings: "Ints"  # by program


class Planner(RallyBot):
    """Exhaustive, blind for others, never off, and not aware that registers lock.

    It counts the cards that it will be dealt; what locked registers cost (R37) is what rivals know.
    """

    name = "planner"
    strength = 7
    limit = 1.0

    def outlook(self, view: View) -> "Outlook":
        """The measured table, once it is there."""
        from tinplate.games.rally.outlook.keeping import outlook_now  # noqa: PLC0415

        return outlook_now(view.course, view.settings)

    def train(self, view: View, progress: Progress) -> None:
        """Measure the table, if that was never done; takes up to a minute."""
        from tinplate.games.rally.outlook.keeping import measured  # noqa: PLC0415

        measured(view.course, view.settings, progress)

    def intend(self, seen: "BotView", facings: Sequence[int], dice: Random) -> Intent:  # noqa: ARG002
        from tinplate.games.rally.bots.seen import laid_out, locked  # noqa: PLC0415
        from tinplate.games.rally.outlook import kernels as o  # noqa: PLC0415

        outlook = self.outlook(seen.view)
        tried = try_all(outlook, seen, facings)
        turns = o.appraise(outlook, unlocked(tried.ends), seen.lives)
        best = int(turns[:, GOING].argmin())
        program = laid_out(int(tried.ends[best, o.CODE]), seen.cards, locked(seen.player))
        return Intent(program, int(tried.facings[best]))


def unlocked(ends: "Ints") -> "Ints":
    """As if armour that is lost cost nothing but cards."""
    from tinplate.games.rally.outlook import kernels as o  # noqa: PLC0415

    ends = ends.copy()
    stands = ends[:, o.PLACE] != o.LOST
    ends[stands, o.ARMOUR] = ends[stands, o.ARMOUR].clip(o.REGISTERS)
    return ends


def try_all(outlook: "Outlook", seen: "BotView", facings: Sequence[int]) -> Tried:
    """Every program from each of these facings."""
    import numpy as np  # noqa: PLC0415

    from tinplate.games.rally.outlook import kernels as o  # noqa: PLC0415

    counts, closed = seen.counts, seen.locked
    each = [o.try_all(outlook, seen.beginning(facing), counts, closed) for facing in facings]
    ends = np.concatenate(each)
    looks = np.repeat(facings, [len(part) for part in each])
    return Tried(ends, looks)
