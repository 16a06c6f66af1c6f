"""The values of a Rally match: what is agreed, its phases, its state, commands and events.

All are frozen and tagged, so a codec can read them back. No value holds future chance: the deck
is all cards that nobody holds, and cards are drawn from it only when dealt. What only its owner
may see is in one place, `Player.private`; everything else lies open on the table.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from tinplate.arguments import require_fields
from tinplate.ending import EndableState, Ending, EndingEvent
from tinplate.game import Malformed, Millis, Seat
from tinplate.games.rally import settings
from tinplate.games.rally.cards import REGISTERS, Card
from tinplate.games.rally.course import Course
from tinplate.games.rally.course_text import MAGIC, format_course, parse_course
from tinplate.games.rally.happenings import (
    BeltBlocked,
    Blocked,
    Burnt,
    CardPlayed,
    Carried,
    Damaged,
    Died,
    FlagTouched,
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
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import HouseRules
from tinplate.games.rally.shelf import text_named
from tinplate.grid import Cell, Heading
from tinplate.values import CommandValue, Value

Register = Annotated[int, Meta(ge=1, le=REGISTERS)]
Cards = tuple[Card | None, ...]  # one per register, None where there is none
NO_CARDS: Cards = (None,) * REGISTERS


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What players agree on before a match: a course, and the house rules they choose.

    For the others the course decides, and after that the sheet.
    """

    course: str = "first-shift"  # the name of a built-in one, or the text of a course
    choices: dict[str, settings.Value] = {}

    def __post_init__(self) -> None:
        require_fields(self)
        settings.agreed(course_called(self.course), self.choices)  # refuses unknown settings


@lru_cache(maxsize=64)
def course_called(name_or_text: str) -> Course:
    """Find a course by its name or text; raise Malformed if it is neither, or has no start (R2)."""
    is_text = name_or_text.lstrip("\ufeff").startswith(MAGIC)
    course = parse_course(name_or_text if is_text else text_named(name_or_text))
    for seat in range(course.players[1]):
        try:
            course.start_of(Seat(seat))
        except KeyError:
            message = f"{course.name} has no start for player {seat + 1}"
            raise Malformed(message, "course-has-mistakes", count=1) from None
    return course


@lru_cache(maxsize=64)
def canonical_text(name_or_text: str) -> str:
    """Write the course as all matches on it have it; the same courses are dealt again and again."""
    return format_course(course_called(name_or_text))


# At one seat


class Private(Struct, frozen=True):
    """What only its player sees: a hand, a draft of the program, secret choices."""

    hand: tuple[Card, ...] = ()  # cards that are in no register
    draft: Cards = NO_CARDS  # face down
    power_down: bool = False  # R24: to be announced with the program
    facing: Heading | None = None  # R34: chosen, but not revealed yet
    on: bool | None = None  # R25: chosen, but not revealed yet


class Player(Struct, frozen=True):
    """A robot and what lies before its player."""

    robot: Robot
    registers: Cards = NO_CARDS  # face up: revealed in this turn, or locked (R37)
    scheduled: bool = False  # R24: announced to be off in the next turn
    fresh: bool = False  # R34: put on the board, and its facing not revealed yet
    lost_at: int = 0  # D34: how many registers had been played when it lost its last life
    private: Private | None = Private()  # None in what others see

    @property
    def is_on_board(self) -> bool:
        """Whether its robot is on the board: it may be destroyed, or out of lives."""
        return self.robot.cell is not None

    @property
    def has_program(self) -> bool:
        """R27: on the board, and powered on."""
        return self.is_on_board and not self.robot.off

    @property
    def open_registers(self) -> range:
        """R37: the registers that are not locked."""
        return range(1, min(REGISTERS, self.robot.armour) + 1)

    @property
    def locked_registers(self) -> range:
        """R37: the registers that damage has locked."""
        return range(self.open_registers.stop, REGISTERS + 1)


# Phases


class Opening(Value, frozen=True):
    """A turn is about to begin."""


class Choosing(Value, frozen=True):
    """Before the deal, in secret: facings (R34), and whether to come back on (R25)."""

    facing: tuple[Seat, ...]  # seats yet to choose it
    power: tuple[Seat, ...]
    until: Millis | None
    shown_until: Millis = Millis(0)  # D31: when everybody has seen the turn before


class Programming(Value, frozen=True):
    """Hands are dealt; players fill their registers (R35)."""

    facing: tuple[Seat, ...]  # D29: seats yet to choose it
    programs: tuple[Seat, ...]  # seats not ready yet
    until: Millis | None
    shown_until: Millis = Millis(0)  # D31: when everybody has seen the turn before


class Running(Value, frozen=True):
    """The cards of this register are revealed (R39)."""

    register: Register


class Finished(Value, frozen=True):
    """The match is over."""

    winners: tuple[Seat, ...]
    because: str


Phase = Opening | Choosing | Programming | Running | Finished


class State(EndableState, frozen=True):
    """Everything on the table."""

    course_text: str
    settings: HouseRules
    players: tuple[Player, ...]  # by seat
    turn: int = 0  # turns begun
    phase: Phase = Opening()

    def __repr__(self) -> str:
        """One line, for programmers; the whole of it is in the fields."""
        where = f"turn {self.turn} on {self.course.name!r}"
        phase = type(self.phase).__name__
        return f"<State of rally: {where}, {phase}, {len(self.players)} players>"

    @property
    def course(self) -> Course:
        """The course that is played."""
        return course_called(self.course_text)

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Return the seats that have something to do."""
        match self.phase:
            case Choosing(facing, others) | Programming(facing, others):
                return tuple(seat for seat in self.all_seats if seat in (*facing, *others))
            case Opening() | Running() | Finished():
                return ()


if TYPE_CHECKING:

    class View(State, frozen=True):
        """A state without what is hidden from a seat: all that a bot ever sees."""

else:
    View = State


# Commands come from outside: an unknown field is a mistake, not something to ignore.


class ChooseFacing(CommandValue, frozen=True):
    """Choose which way one's robot faces when it is put on the board (R34)."""

    facing: Heading


class ChoosePower(CommandValue, frozen=True):
    """After a turn off: come back on, or stay off for another turn (R25)."""

    on: bool


class Place(CommandValue, frozen=True):
    """Put a card of one's hand in an empty register (R35)."""

    register: int
    card: Card


class TakeBack(CommandValue, frozen=True):
    """Take a card of one's draft back into the hand."""

    register: int


class PowerDown(CommandValue, frozen=True):
    """Plan to be off next turn, or cancel that (R24)."""

    announce: bool


class Ready(CommandValue, frozen=True):
    """Declare one's program final (R36)."""


Command = ChooseFacing | ChoosePower | Place | TakeBack | PowerDown | Ready | Ending

# Events of a match; what happens to robots in a register is in happenings.py.


class TurnBegan(Value, frozen=True):
    """A turn begins."""

    turn: int


class PoweredDown(Value, frozen=True):
    """A robot is off this turn, with full armour (R24, R26, D23)."""

    seat: Seat


class PoweredUp(Value, frozen=True):
    """A robot is on again (R25)."""

    seat: Seat


class Returned(Value, frozen=True):
    """A robot that lost a life is back on the board (R20, R23, R30)."""

    seat: Seat
    cell: Cell
    armour: int  # D20
    virtual: bool  # D13


class ChoosingBegan(Value, frozen=True):
    """These players are asked for a facing, and whether they come back on (R34, R25)."""

    facing: tuple[Seat, ...]
    power: tuple[Seat, ...]
    until: Millis | None
    shown_until: Millis = Millis(0)


class FacingChosen(Value, frozen=True):
    """A player chose a facing; others will see later which one (D29)."""

    seat: Seat
    facing: Heading | None


class PowerChosen(Value, frozen=True):
    """A player chose whether to come back on; others will see later."""

    seat: Seat
    on: bool | None


class Faced(Value, frozen=True):
    """A chosen facing is revealed (R34)."""

    seat: Seat
    facing: Heading


class RegisterFilled(Value, frozen=True):
    """A locked register without a card got a random one, face up (D27)."""

    seat: Seat
    register: Register
    card: Card


class HandDealt(Value, frozen=True):
    """A player is dealt as many cards as the robot has armour points (R18); only they see them."""

    seat: Seat
    cards: tuple[Card, ...] | None


class ProgrammingBegan(Value, frozen=True):
    """These players fill their registers (R35); some choose their facing as well (D29)."""

    facing: tuple[Seat, ...]
    programs: tuple[Seat, ...]
    until: Millis | None
    shown_until: Millis = Millis(0)


class CardPlaced(Value, frozen=True):
    """A player put a card of the hand in a register, face down."""

    seat: Seat
    register: Register
    card: Card


class CardTakenBack(Value, frozen=True):
    """A player took a card back into the hand."""

    seat: Seat
    register: Register


class PowerDownPlanned(Value, frozen=True):
    """A player plans to be off next turn, or cancels that (D22)."""

    seat: Seat
    announce: bool


class ProgramReady(Value, frozen=True):
    """A player's program is final (R36)."""

    seat: Seat


class LastPlayerTimed(Value, frozen=True):
    """Everybody else is done: the last player has until then (D31)."""

    seat: Seat
    until: Millis


class StallTimed(Value, frozen=True):
    """Everybody has waited for these players, who are there: they have until then (D31)."""

    seats: tuple[Seat, ...]
    until: Millis


class TimeRanOut(Value, frozen=True):
    """Time is up: chance decides what these players have not (D31)."""

    seats: tuple[Seat, ...]


class PowerDownAnnounced(Value, frozen=True):
    """All programs are final, and players who will be off next turn say so (D22)."""

    seat: Seat


class RegisterRevealed(Value, frozen=True):
    """A register begins: its cards are revealed, by seat (R39)."""

    register: Register
    cards: Cards


class TurnEnded(Value, frozen=True):
    """The turn ends; all cards but those in locked registers go back (R38)."""


class MatchEnded(Value, frozen=True):
    """A player has won (R46, R47, D33), nobody can (D34, D45), or players end it (D47 to D49)."""

    winners: tuple[Seat, ...]
    because: str


TableEvent = (
    TurnBegan
    | PoweredDown
    | PoweredUp
    | Returned
    | ChoosingBegan
    | FacingChosen
    | PowerChosen
    | Faced
    | RegisterFilled
    | HandDealt
    | ProgrammingBegan
    | CardPlaced
    | CardTakenBack
    | PowerDownPlanned
    | ProgramReady
    | LastPlayerTimed
    | StallTimed
    | TimeRanOut
    | PowerDownAnnounced
    | RegisterRevealed
    | TurnEnded
    | EndingEvent
    | MatchEnded
)
RobotEvent = (
    CardPlayed
    | Turned
    | Moved
    | Pushed
    | Blocked
    | Carried
    | TurnedByBelt
    | BeltBlocked
    | PushedByPusher
    | TurnedByGear
    | Burnt
    | Shot
    | Damaged
    | FlagTouched
    | Saved
    | Died
    | Repaired
    | Materialised
)
Event = TableEvent | RobotEvent
