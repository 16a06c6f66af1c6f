"""What a game is, and what a bot is.

A game is nine functions over frozen values. Time and dice are passed in: no function looks at a
clock or rolls dice of its own, so the same opening, dice and commands always give the same match.
"""

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, NewType, Protocol, TypeVar, runtime_checkable

Seat = NewType("Seat", int)  # a player's place in a match, counted from 0
Millis = NewType("Millis", int)  # milliseconds since the match opened
Facts = dict[str, str | int]  # the values in a sentence, by name
Progress = Callable[[float], None]  # called with the share of the work that is done, 0 to 1

SettingsT = TypeVar("SettingsT")
StateT = TypeVar("StateT")
CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")
SettingsT_contra = TypeVar("SettingsT_contra", contravariant=True)
StateT_contra = TypeVar("StateT_contra", contravariant=True)


class ExplainedError(Exception):
    """An error with a sentence for people, and a code if they can meet it on the page.

    The page uses the code and the facts to show the sentence in another language.
    """

    def __init__(self, because: str, code: str = "", **facts: str | int) -> None:
        super().__init__(because)
        self.code = code
        self.facts: Facts = facts


class Malformed(ExplainedError, ValueError):
    """A text or value that cannot be read. The sentence says what is wrong, and where."""


class Rejected(ExplainedError):
    """A well-formed command that the rules forbid now. The sentence can be shown to the player."""


class Outcome(NamedTuple):
    """How a match ended: the winners (none, one or several) and the reason."""

    winners: tuple[Seat, ...]
    because: str


class Vocabulary(NamedTuple):
    """The types that a codec needs to read a game's values. Unions are allowed."""

    settings: Any
    state: Any
    command: Any
    event: Any


class Game(Protocol[SettingsT_contra, StateT, CommandT, EventT]):
    """The rules of one game.

    A view is a state with its hidden parts blanked. It has the same type, so `evolve` also folds
    what a seat has witnessed into its view.
    """

    name: str
    vocabulary: Vocabulary

    def setup(self, settings: SettingsT_contra, seats: int, dice: Random) -> StateT:
        """Deal: the state that opens the log."""
        ...

    def decide(
        self, state: StateT, seat: Seat, command: CommandT, now: Millis, dice: Random
    ) -> tuple[EventT, ...]:
        """Judge a command: the events that it leads to, or raise Rejected."""
        ...

    def evolve(self, state: StateT, event: EventT) -> StateT:
        """Fold one event into the state. It never fails, and uses neither chance nor time."""
        ...

    def deadline(self, state: StateT) -> Millis | None:
        """When something happens by itself, or None."""
        ...

    def expire(self, state: StateT, dice: Random) -> tuple[EventT, ...]:
        """What happens at the deadline. Only called for states that have one."""
        ...

    def legal(self, state: StateT, seat: Seat) -> tuple[CommandT, ...]:
        """All commands that `decide` accepts from this seat now."""
        ...

    def view(self, state: StateT, seat: Seat | None) -> StateT:
        """What a seat, or a spectator (None), may see of the state."""
        ...

    def witness(self, event: EventT, seat: Seat | None) -> EventT | None:
        """What a seat, or a spectator (None), may see of an event. None: nothing."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """How the match ended. None: it is still running."""
        ...


AnyGame = Game[Any, Any, Any, Any]  # for code that handles all games alike


@runtime_checkable
class Staking(Protocol):
    """A game in which a player can promise something that only they may make good, like a bid.

    `forfeit` is not a command: the server calls it when a player has left or is absent, and for
    what a bot has promised when the player it stood in for is back. A bot that takes over gives up
    what began before it came, or else it would pay to leave when one does not know what to do.
    """

    def stake(self, state: Any, seat: Seat) -> object | None:  # noqa: ANN401 - of its game
        """What the seat has promised and not made good yet, or None."""
        ...

    def involved_since(self, state: Any, seat: Seat) -> Millis | None:  # noqa: ANN401
        """Since when the seat takes part in something that a bot may not take over, or None."""
        ...

    def forfeit(self, state: Any, seat: Seat, now: Millis) -> tuple[Any, ...]:  # noqa: ANN401
        """What happens when the player is gone. Only called if one of the two is not None."""
        ...


@runtime_checkable
class Agreeing(Protocol):
    """A game in which players can agree on something together, such as ending a round early.

    `abstain` is not a command: the server calls it for players who are absent, so that the others
    need not wait for their voices.
    """

    def is_awaited(self, state: Any, seat: Seat) -> bool:  # noqa: ANN401 - of its game
        """Whether somebody waits for this seat to agree."""
        ...

    def abstain(self, state: Any, seat: Seat, now: Millis) -> tuple[Any, ...]:  # noqa: ANN401
        """What happens when the others go on without this seat. Only called if it is awaited."""
        ...


class Stall(NamedTuple):
    """Players whom everybody waits for, and no clock runs."""

    stage: object  # of the match; another one is another stall
    seats: tuple[Seat, ...]


@runtime_checkable
class Stalling(Protocol):
    """A game in which everybody may have to wait for a player, without a clock.

    `hurry` is not a command: the server calls it where a table waits for players who are absent,
    but those it waits for are all there.
    """

    def stall(self, state: Any) -> Stall | None:  # noqa: ANN401 - of its game
        """The players whom everybody waits for; None if there are none, or a clock runs."""
        ...

    def hurry(self, state: Any, now: Millis) -> tuple[Any, ...]:  # noqa: ANN401
        """What happens when they have had time enough. Only called if there is a stall."""
        ...


@runtime_checkable
class Endable(Protocol):
    """A game whose players can agree to end a match before somebody has won it."""

    def readiness(self, state: Any) -> tuple[tuple[Any, tuple[Seat, ...]], ...]:  # noqa: ANN401
        """For each command that agrees to an end: the seats that are ready for it.

        Those are ready who have said so, or are away, or have resigned; none until one says so.
        """
        ...


def bot_offers(game: AnyGame, state: object, seat: Seat) -> tuple[Any, ...]:
    """What a bot is offered: all that is legal, but for the end of the match."""
    return tuple(one for one in game.legal(state, seat) if not ends_match(one))


def bot_consent(game: AnyGame, state: object, seat: Seat, people: Collection[Seat]) -> Any | None:  # noqa: ANN401
    """How a bot follows the people at its table, once all of them wants to end the match."""
    if not people or not isinstance(game, Endable):
        return None
    for command, ready in game.readiness(state):
        if seat not in ready and {*people} <= {*ready}:
            return command
    return None


def ends_match(command: object) -> bool:
    """Whether a command is about ending the match (`tinplate.ending`): people decide on that."""
    return getattr(command, "is_about_end", False)


class Plan(NamedTuple, Generic[CommandT]):
    """What a bot answers when it is asked."""

    commands: tuple[CommandT, ...] = ()  # submitted in this order, until one is refused
    ask_again: Millis | None = None  # when, if nothing happens before; None: only when it does
    people_first: bool = False  # the commands are left to people, where any can act

    def beside_people(self) -> "Plan[CommandT]":
        """The same at a table where people can act, too."""
        return Plan(ask_again=self.ask_again) if self.people_first else self


@runtime_checkable
class Trainable(Protocol):
    """A bot that plays better after training, which takes long but is needed only once."""

    def train(self, view: Any, progress: Progress) -> None:  # noqa: ANN401 - of its game
        """Train for the settings of a match. Callers never block on it."""
        ...


class Bot(Protocol[StateT_contra, CommandT]):
    """A program that plays a seat: it sees a view, and plans legal commands.

    One bot object plays at many tables, in several threads, and remembers nothing of a match.
    The same view, seat, legal commands, time and dice always give the same plan, so it does not
    matter which process asks it.
    """

    name: str  # in the catalogue, in logs and on the command line
    games: frozenset[str]  # the names of the games it plays
    strength: int  # 1 (weak) to 10, among the bots of the same game
    limit: float  # seconds for a decision; after that, a safe default is played

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
class HasFastFallback(Protocol):
    """A slow bot that names a fast one, which decides in its place when time is short."""

    fast_fallback: Bot[Any, Any]
