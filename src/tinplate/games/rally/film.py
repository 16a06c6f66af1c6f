"""How long a turn is shown on the page, where all watch it: clocks wait for that (D31).

The page directs its film by the same numbers (`director.ts`): a test compares them.
"""

from collections.abc import Iterable, Sequence

from tinplate.game import Millis, Seat
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
    Materialised,
    Moved,
    Pushed,
    PushedByPusher,
    Repaired,
    Saved,
    Shot,
    Turned,
    TurnedByBelt,
    TurnedByGear,
)
from tinplate.games.rally.values import (
    Event,
    Faced,
    MatchEnded,
    PowerDownAnnounced,
    PoweredDown,
    PoweredUp,
    RegisterRevealed,
    Returned,
    TimeRanOut,
)

LONGEST = Millis(90_000)  # nobody waits longer than that for the next cards
LEAD = Millis(500)  # before the first register: the page waits as long
SLOWEST = 2  # how many times as long it takes at the slowest speed of the page
_CROWD = 4  # with more robots, each that concerns nobody is shown more quickly

LASTS: dict[type[Event], int] = {
    TimeRanOut: 1400,
    RegisterRevealed: 800,
    CardPlayed: 480,
    Moved: 260,
    Turned: 300,
    Blocked: 360,
    Pushed: 560,
    Carried: 460,
    TurnedByBelt: 300,
    BeltBlocked: 300,
    TurnedByGear: 460,
    PushedByPusher: 520,
    Shot: 620,
    Burnt: 620,
    Damaged: 520,
    Died: 1800,
    FlagTouched: 950,
    Saved: 500,
    MatchEnded: 1100,
    Repaired: 500,
    Materialised: 300,
    Faced: 300,
    PoweredDown: 300,
    PoweredUp: 300,
    Returned: 600,
    PowerDownAnnounced: 600,
}
_QUIET = (CardPlayed, Moved, Turned, Blocked)  # quick for all but the player whose robot it is
_RIDES = (Carried, BeltBlocked)
# What happens to several robots, one after the other in the log, is seen at once.
_AT_ONCE = (
    (*_RIDES, TurnedByBelt),
    (PushedByPusher,),
    (TurnedByGear,),
    (Burnt, Shot),
    (Damaged,),
    (FlagTouched, Saved),
    (Repaired,),
    (Materialised,),
    (Returned,),
)


def film_length(events: Sequence[Event], robots: int) -> Millis:
    """Return how long the slowest viewer sees these events; 0 where no register was played."""
    if not any(isinstance(event, RegisterRevealed) for event in events):
        return Millis(0)
    quiet = [event for event in events if isinstance(event, _QUIET)]
    crowd = min(_CROWD, robots) / robots
    others = crowd * sum(map(_lasts, quiet))
    own = (1 - crowd) * max(_lasting(quiet, Seat(seat)) for seat in range(robots))
    loud = (event for event in events if type(event) in LASTS and not isinstance(event, _QUIET))
    at_once = sum(max(map(_lasts, scene)) for scene in _scenes(loud))
    return min(LONGEST, Millis(SLOWEST * round(LEAD + others + own + at_once)))


def _lasting(quiet: Sequence[CardPlayed | Moved | Turned | Blocked], seat: Seat) -> int:
    return sum(_lasts(event) for event in quiet if event.robot == seat)


def _lasts(event: Event) -> int:
    return LASTS[type(event)]


def _scenes(events: Iterable[Event]) -> list[list[Event]]:
    """Put together what is seen at once."""
    scenes = list[list[Event]]()
    for event in events:
        if scenes and _is_seen_with(scenes[-1], event):
            scenes[-1].append(event)
        else:
            scenes.append([event])
    return scenes


def _is_seen_with(scene: Sequence[Event], event: Event) -> bool:
    """Whether an event belongs to a scene; a second ride is one of its own (R40)."""
    last = scene[-1]
    if not any(isinstance(event, kinds) and isinstance(last, kinds) for kinds in _AT_ONCE):
        return False
    if isinstance(event, Happening) and isinstance(last, Happening):
        rode = [one.robot for one in scene if isinstance(one, _RIDES)]
        is_ride = isinstance(event, _RIDES) and event.robot in rode
        return event.register == last.register and not is_ride
    return True
