"""How long a turn is shown on the page, where all watch it: clocks wait for that (D31)."""

from collections.abc import Sequence

from tinplate.game import Millis
from tinplate.games.rally.happenings import (
    BeltBlocked,
    Blocked,
    Burnt,
    CardPlayed,
    Carried,
    Damaged,
    Died,
    FlagTouched,
    Happening,
    Moved,
    Pushed,
    PushedByPusher,
    Repaired,
    Shot,
    Turned,
    TurnedByBelt,
    TurnedByGear,
)
from tinplate.games.rally.values import Event, MatchEnded, RegisterRevealed

LONGEST = Millis(60_000)  # nobody waits longer than that for the next cards
LEAD = Millis(500)  # before the first register: the page waits as long
_REVEAL = 900
_STEP = 240  # of one robot, while the others wait
_TOGETHER = 500  # what happens to all at once, in each register
_MOMENT = 900  # what everybody stops to look at
_CROWD = 4  # with more robots, each of them is shown more quickly

_ALONE = (CardPlayed, Turned, Moved, Blocked)
_AT_ONCE = (
    (Carried, TurnedByBelt, BeltBlocked),
    (PushedByPusher,),
    (TurnedByGear,),
    (Burnt, Shot, Damaged),
    (Repaired,),
)
_MOMENTS = (Died, FlagTouched, Pushed, MatchEnded)


def film_length(events: Sequence[Event], robots: int) -> Millis:
    """Return how long these events are shown at plain speed; 0 where no register was played."""
    revealed = sum(isinstance(event, RegisterRevealed) for event in events)
    if not revealed:
        return Millis(0)
    alone = sum(isinstance(event, _ALONE) for event in events)
    moments = sum(isinstance(event, _MOMENTS) for event in events)
    steps = alone * _STEP * _CROWD // max(_CROWD, robots)
    length = LEAD + revealed * _REVEAL + steps + _together(events) * _TOGETHER + moments * _MOMENT
    return min(LONGEST, Millis(length))


def _together(events: Sequence[Event]) -> int:
    """Count the steps that robots are shown to make at once: each kind once a register."""
    happenings = [event for event in events if isinstance(event, Happening)]
    return len(
        {
            (each.register, kind)
            for each in happenings
            for kind, types in enumerate(_AT_ONCE)
            if isinstance(each, types)
        }
    )
