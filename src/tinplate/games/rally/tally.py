"""What each robot did in a match, counted event by event: for people to read when it is over."""

from collections.abc import Iterable

from msgspec import Struct

from tinplate.game import Seat
from tinplate.games.rally.happenings import Died, FlagTouched, Pushed, Shot
from tinplate.games.rally.values import Event, RegisterRevealed, TurnBegan


class Tally(Struct, frozen=True):
    """What one robot did, and what became of it."""

    hits: int  # armour points its laser took
    kills: int  # robots it shot down, or pushed to their end
    deaths: int
    flags: tuple[int, ...]  # the turn in which it touched each of them


class Counting:
    """The tallies of a match so far."""

    def __init__(self, seats: int) -> None:
        self._hits = [0] * seats
        self._kills = [0] * seats
        self._deaths = [0] * seats
        self._flags: list[list[int]] = [[] for _ in range(seats)]
        self._turn = 1
        self._shooters: dict[Seat, list[Seat]] = {}  # in this register, by victim
        self._pusher: dict[Seat, Seat] = {}  # in this register, by who was pushed last

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            self._count(event)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        counted = zip(self._hits, self._kills, self._deaths, self._flags, strict=True)
        return tuple(
            Tally(hits, kills, deaths, tuple(flags)) for hits, kills, deaths, flags in counted
        )

    def _count(self, event: Event) -> None:
        match event:
            case TurnBegan(turn):
                self._turn = turn
            case RegisterRevealed():
                self._shooters, self._pusher = {}, {}
            case Pushed(robot=robot, by=by):
                self._pusher[robot] = by
            case Shot(robot=robot, victim=victim):
                self._hits[robot] += 1
                self._shooters.setdefault(victim, []).append(robot)
            case FlagTouched(robot=robot):
                self._flags[robot].append(self._turn)
            case Died():
                self._count_death(event)

    def _count_death(self, event: Died) -> None:
        self._deaths[event.robot] += 1
        if event.because == "laser":
            for shooter in self._shooters.get(event.robot, []):
                self._kills[shooter] += 1
        elif event.robot in self._pusher:
            self._kills[self._pusher[event.robot]] += 1
