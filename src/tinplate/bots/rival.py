"""The rival: the planner's best programs, played out against what others may do."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tinplate.bots.planner import Planner, Tried, try_all
from tinplate.bots.rally.player import Intent
from tinplate.rally.cards import Card

if TYPE_CHECKING:
    from tinplate.bots.rally.seen import Seen
    from tinplate.outlook.kernels import Floats, Ints, Outlook

LUCK = 1.0  # turns: how much one must be ahead to be 2.7 times as likely to win


class Candidate(NamedTuple):
    """A program that is worth a closer look."""

    cards: list[Card]
    code: int
    facing: int


class Rival(Planner):
    """Thinks of others: their cards, their robots, their chances."""

    limit = 3.0

    def __init__(self, name: str, *, programs: int, samples: int, strength: int) -> None:
        self.name = name
        self.strength = strength
        self.programs = programs  # of its own that it looks at closely
        self.samples = samples  # of what the others may do

    def intend(self, seen: "Seen", facings: Sequence[int], dice: Random) -> Intent:
        if not any(player.robot.lives for player in seen.others):
            return super().intend(seen, facings, dice)
        outlook = self.outlook(seen.view)
        candidates = list(_candidates(seen, try_all(outlook, seen, facings), self.programs))
        chances = _play_out(outlook, seen, candidates, self.samples, dice)
        best, power_down = divmod(int(chances.argmax()), 2)
        return Intent(candidates[best].cards, candidates[best].facing, bool(power_down))


def _candidates(seen: "Seen", tried: Tried, programs: int) -> "list[Candidate]":
    """The best if one were alone, with the fastest cards first and with the slowest first."""
    from tinplate.bots.rally.seen import laid_out, locked  # noqa: PLC0415
    from tinplate.outlook import kernels as o  # noqa: PLC0415

    found, closed = list[Candidate](), locked(seen.player)
    for place in tried.turns.min(axis=1).argsort(kind="stable")[:programs]:
        code, facing = int(tried.ends[place, o.CODE]), int(tried.facings[place])
        fast = laid_out(code, seen.cards, closed)
        slow = laid_out(code, seen.cards[::-1], closed)
        found.append(Candidate(fast, code, facing))
        if slow != fast:
            found.append(Candidate(slow, code, facing))
    return found


def _play_out(
    outlook: "Outlook", seen: "Seen", candidates: list[Candidate], samples: int, dice: Random
) -> "Floats":
    """My chance with each candidate [candidate, without and with a turn off next]."""
    import numpy as np  # noqa: PLC0415

    from tinplate.outlook import kernels as o  # noqa: PLC0415
    from tinplate.rally import kernel as k  # noqa: PLC0415
    from tinplate.rally.floor import card_rows, floor_of, robot_rows, rules_of  # noqa: PLC0415

    view, me = seen.view, seen.seat
    robots = robot_rows(view.course, [player.robot for player in view.players])
    others = _others(outlook, seen, robots, samples, dice)
    mine = card_rows([candidate.cards for candidate in candidates])
    cards = np.tile(others, (len(candidates), 1, 1, 1))  # [candidate and sample, robot, register]
    cards[:, me] = np.repeat(mine, samples, axis=0)
    games = np.tile(robots, (len(cards), 1, 1))
    games[:, me, k.FACING] = np.repeat([each.facing for each in candidates], samples)
    won = k.play_batch(
        floor_of(view.course, view.settings.edge),
        rules_of(view.course, view.settings),
        games,
        cards,
        1,
        k.REGISTERS,
        True,  # noqa: FBT003 - a compiled function
    )
    codes = np.repeat([candidate.code for candidate in candidates], samples)
    chances = o.rate(outlook, games, won, codes, me, LUCK)
    means: Floats = chances.reshape(len(candidates), samples, 2).mean(axis=1)
    return means


def _others(outlook: "Outlook", seen: "Seen", robots: "Ints", samples: int, dice: Random) -> "Ints":
    """[sample, robot, register, kind and priority]: what the others may have programmed."""
    import numpy as np  # noqa: PLC0415

    from tinplate.bots.rally.seen import locked, numbers, plays_now, unseen  # noqa: PLC0415
    from tinplate.outlook import kernels as o  # noqa: PLC0415

    view = seen.view
    closed = np.full((view.seats, o.REGISTERS, 2), o.OPEN, np.int64)
    for seat, player in enumerate(view.players):
        for register, card in enumerate(locked(player)):
            if card is not None:
                closed[seat, register] = *numbers([card]), card.priority
    plays = [seat != seen.seat and plays_now(view, seat) for seat in range(view.seats)]
    pack = unseen(view, seen.seat)
    rows = np.array([[*numbers([card]), card.priority] for card in pack], np.int64)
    cards = np.zeros((samples, view.seats, o.REGISTERS, 2), np.int64)
    o.foresee(outlook, robots, closed, np.array(plays), rows, dice.getrandbits(62), cards)
    return cards
