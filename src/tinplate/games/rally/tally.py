"""What each robot did in a match, counted event by event: for people to read when it is over."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from tinplate.game import Seat
from tinplate.games.rally.happenings import (
    Carried,
    Damaged,
    Died,
    FlagTouched,
    Moved,
    Pushed,
    PushedByPusher,
    Shot,
)
from tinplate.games.rally.values import Event, RegisterRevealed, TurnBegan


class Tally(Struct, frozen=True):
    """What one robot did, and what became of it."""

    hits: int = 0  # armour points its laser took
    lost: int = 0  # armour points that beams and lasers took from it
    kills: int = 0  # robots it shot down, or pushed to their end
    deaths: int = 0
    driven: int = 0  # cells its own cards moved it
    carried: int = 0  # cells that belts and pushers moved it
    pushes: int = 0  # cells it pushed others
    pushed: int = 0  # cells others pushed it
    flags: tuple[int, ...] = ()  # the turn in which it touched each of them


class Counting:
    """The tallies of a match so far."""

    def __init__(self, seats: int) -> None:
        self._tallies = [Tally()] * seats
        self._turn = 1
        self._shooters: dict[Seat, list[Seat]] = {}  # in this register, by victim
        self._pusher: dict[Seat, Seat] = {}  # in this register, by who was pushed last

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            self._count(event)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        return tuple(self._tallies)

    def _count(self, event: Event) -> None:
        match event:
            case TurnBegan(turn):
                self._turn = turn
            case RegisterRevealed():
                self._shooters, self._pusher = {}, {}
            case Moved(robot=robot):
                self._add(robot, driven=1)
            case Carried(robot=robot) | PushedByPusher(robot=robot):
                self._add(robot, carried=1)
            case Pushed(robot=robot, by=by):
                self._pusher[robot] = by
                self._add(by, pushes=1)
                self._add(robot, pushed=1)
            case Shot(robot=robot, victim=victim):
                self._add(robot, hits=1)
                self._shooters.setdefault(victim, []).append(robot)
            case Damaged(robot=robot, lost=lost):
                self._add(robot, lost=lost)
            case FlagTouched(robot=robot):
                self._add(robot, flags=(self._turn,))
            case Died():
                self._count_death(event)

    def _count_death(self, event: Died) -> None:
        self._add(event.robot, deaths=1)
        if event.because == "laser":
            for shooter in self._shooters.get(event.robot, []):
                self._add(shooter, kills=1)
        elif event.robot in self._pusher:
            self._add(self._pusher[event.robot], kills=1)

    def _add(self, seat: Seat, **more: int | tuple[int, ...]) -> None:
        before = self._tallies[seat]
        after = {name: getattr(before, name) + value for name, value in more.items()}
        self._tallies[seat] = replace(before, **after)
