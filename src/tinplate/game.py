"""What a game is, and what a bot is.

A game is nine functions over frozen values. Time and dice are lent to it: no function looks at a
clock or rolls by itself, so the same opening, dice and commands always give the same match.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, NewType, Protocol, TypeVar, runtime_checkable

Seat = NewType("Seat", int)  # a place at the table, counted from 0
Millis = NewType("Millis", int)  # milliseconds since the match opened
Facts = dict[str, str | int]  # what is told in a sentence, by name
Progress = Callable[[float], None]  # is told how much of long work is done, from 0 to 1

SettingsT = TypeVar("SettingsT")
StateT = TypeVar("StateT")
CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")
SettingsT_contra = TypeVar("SettingsT_contra", contravariant=True)
StateT_contra = TypeVar("StateT_contra", contravariant=True)


class Told(Exception):
    """Something that people are told: a sentence and, where they meet it on the page, a code.

    With the code and the facts in it the page says the same in their own language.
    """

    def __init__(self, because: str, code: str = "", **facts: str | int) -> None:
        super().__init__(because)
        self.code = code
        self.facts: Facts = facts


class Malformed(Told, ValueError):
    """Text or a value that is not one of ours; says what is wrong and where."""


class Rejected(Told):
    """A proper command that the rules forbid now; the sentence is fit to show the player."""


class Outcome(NamedTuple):
    """How a match ended: who won (several share the win, nobody is possible) and why."""

    winners: tuple[Seat, ...]
    because: str


class Vocabulary(NamedTuple):
    """The types a codec needs to read a game's values back; unions are allowed."""

    settings: Any
    state: Any
    command: Any
    event: Any


class Game(Protocol[SettingsT_contra, StateT, CommandT, EventT]):
    """The rules of one game.

    A view is a state whose hidden parts are blanked: the same type, so that `evolve` also folds
    what a seat has witnessed into what it sees.
    """

    name: str
    vocabulary: Vocabulary

    def setup(self, settings: SettingsT_contra, seats: int, dice: Random) -> StateT:
        """Deal: the state with which the log opens."""
        ...

    def decide(
        self, state: StateT, seat: Seat, command: CommandT, now: Millis, dice: Random
    ) -> tuple[EventT, ...]:
        """Judge a command: what happens because of it, or raise Rejected."""
        ...

    def evolve(self, state: StateT, event: EventT) -> StateT:
        """Fold one event into the state; total, without chance or time."""
        ...

    def deadline(self, state: StateT) -> Millis | None:
        """When something will happen by itself, if anything will."""
        ...

    def expire(self, state: StateT, dice: Random) -> tuple[EventT, ...]:
        """What happens at the deadline. Only called for a state that has one."""
        ...

    def legal(self, state: StateT, seat: Seat) -> tuple[CommandT, ...]:
        """All commands that `decide` accepts from this seat now."""
        ...

    def view(self, state: StateT, seat: Seat | None) -> StateT:
        """What a seat, or a spectator (None), may see of the state."""
        ...

    def witness(self, event: EventT, seat: Seat | None) -> EventT | None:
        """What a seat, or a spectator (None), may see of an event; None is nothing at all."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        ...


AnyGame = Game[Any, Any, Any, Any]  # where games of every kind are handled alike


@runtime_checkable
class Staking(Protocol):
    """A game in which a seat can promise something that only whoever promised it may make good.

    Players cannot ask for `forfeit`: the server calls it for those who have left or are away.
    """

    def stake(self, state: Any, seat: Seat) -> object | None:  # noqa: ANN401 - of its game
        """What the seat has promised and still has to make good; None is nothing."""
        ...

    def forfeit(self, state: Any, seat: Seat, now: Millis) -> tuple[Any, ...]:  # noqa: ANN401
        """What happens because whoever made the promise is gone. Only called where there is one."""
        ...


class Plan(NamedTuple, Generic[CommandT]):
    """What a bot answers when it is asked."""

    commands: tuple[CommandT, ...] = ()  # submitted in this order, as long as each is accepted
    ask_again: Millis | None = None  # when, if nothing happens before; None waits until it does


@runtime_checkable
class Studious(Protocol):
    """A bot that plays better where it has studied before, which takes long, once."""

    def study(self, view: Any, progress: Progress) -> None:  # noqa: ANN401 - of its game
        """Look at what is agreed; whether it has is no reason for anybody to wait."""
        ...


class Bot(Protocol[StateT_contra, CommandT]):
    """Somebody who plays a seat by program: sees a view, and plans some legal commands.

    The same bot plays at many tables, in several threads, and remembers nothing of a match. What
    has to stay the same while a round lasts follows from the round, so another process thinks the
    same: the same view, seat, legal commands, time and dice give the same plan.
    """

    name: str  # in the catalogue, in logs and on the command line
    games: frozenset[str]  # the names of those it plays
    strength: int  # 1 (weak) to 10, among those who play the same game
    limit: float  # seconds that a decision may take; past it a safe default is played

    def choose(
        self,
        view: StateT_contra,
        seat: Seat,
        legal: Sequence[CommandT],
        now: Millis,
        dice: Random,
    ) -> Plan[CommandT]:
        """What to submit now, and when to ask again. `legal` is never empty."""
        ...


AnyBot = Bot[Any, Any]


@runtime_checkable
class Hasty(Protocol):
    """A slow bot that names a quick one, which decides for it when there is little time left."""

    in_haste: Bot[Any, Any]
