"""The planner: tries every program of its hand as if alone, and goes by measured values."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tinplate.game import Progress
from tinplate.games.rally.bots.player import GOING, Intent, RallyBot
from tinplate.games.rally.values import View

if TYPE_CHECKING:
    from tinplate.games.rally.bots.seen import BotView
    from tinplate.games.rally.outlook import Ints, Outlook


class Tried(NamedTuple):
    """All programs of a hand, and where they end."""

    ends: "Ints"  # [program, column of an ending]
    facings: "Ints"  # by program


class Planner(RallyBot):
    """Exhaustive, ignores other robots, never powers down, and does not know that registers lock.

    It does count the cards it will be dealt; only rivals know what locked registers cost (R37).
    """

    name = "planner"
    strength = 7
    limit = 1.0

    def outlook(self, view: View) -> "Outlook":
        """Return the measured table, once there is one."""
        from tinplate.games.rally.outlook.cache import load_or_guess  # noqa: PLC0415

        return load_or_guess(view.course, view.settings)

    def train(self, view: View, progress: Progress) -> None:
        """Measure the course, if that was never done; takes up to a minute."""
        from tinplate.games.rally.outlook.cache import load_or_measure  # noqa: PLC0415

        load_or_measure(view.course, view.settings, progress)

    def intend(self, seen: "BotView", facings: Sequence[int], dice: Random) -> Intent:  # noqa: ARG002
        from tinplate.games.rally import outlook as o  # noqa: PLC0415
        from tinplate.games.rally.bots.seen import laid_out, locked  # noqa: PLC0415

        outlook = self.outlook(seen.view)
        tried = try_all(outlook, seen, facings)
        turns = o.turns_left(outlook, unlocked(tried.ends), seen.lives)
        best = int(turns[:, GOING].argmin())
        program = laid_out(int(tried.ends[best, o.CODE]), seen.cards, locked(seen.player))
        return Intent(program, int(tried.facings[best]))


def unlocked(ends: "Ints") -> "Ints":
    """Treat lost armour as if it cost nothing but cards."""
    from tinplate.games.rally import outlook as o  # noqa: PLC0415

    ends = ends.copy()
    stands = ends[:, o.PLACE] != o.LOST
    ends[stands, o.ARMOUR] = ends[stands, o.ARMOUR].clip(o.REGISTERS)
    return ends


def try_all(outlook: "Outlook", seen: "BotView", facings: Sequence[int]) -> Tried:
    """Try every program from each of these facings."""
    import numpy as np  # noqa: PLC0415

    from tinplate.games.rally import outlook as o  # noqa: PLC0415

    counts, closed = seen.counts, seen.locked
    each = [o.all_endings(outlook, seen.beginning(facing), counts, closed) for facing in facings]
    ends = np.concatenate(each)
    looks = np.repeat(facings, [len(part) for part in each])
    return Tried(ends, looks)
