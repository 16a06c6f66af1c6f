"""The words of a Rally match: what is agreed, its phases, its state, commands and events.

All are frozen and tagged, so a codec reads them back without help. No value holds chance: the deck
is all cards that nobody holds, and what is drawn from it is drawn when it is dealt. What only its
owner may see is in one place, `Player.private`; everything else lies open on the table.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from tinplate.game import Malformed, Millis, Seat
from tinplate.games.rally import settings
from tinplate.games.rally.cards import REGISTERS, Card
from tinplate.games.rally.course import Course
from tinplate.games.rally.course_text import MAGIC, parse_course
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
from tinplate.games.rally.settings import Settings
from tinplate.games.rally.shelf import text_named
from tinplate.grid import Cell, Heading
from tinplate.values import CommandValue, Value

Register = Annotated[int, Meta(ge=1, le=REGISTERS)]
Cards = tuple[Card | None, ...]  # one a register, None where there is none
NO_CARDS: Cards = (None,) * REGISTERS


class Agreement(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before a match: a course, and the settings it chooses.

    What it does not choose is up to the course, and after that to the sheet.
    """

    course: str = "first-shift"  # the name of one of ours, or the text of a course
    choices: dict[str, settings.Value] = {}

    def __post_init__(self) -> None:
        settings.agreed(course_called(self.course), self.choices)  # refuses what is no setting


@lru_cache(maxsize=64)
def course_called(name_or_text: str) -> Course:
    """A course by its name or its text; Malformed when it is neither, or has no start (R2)."""
    is_text = name_or_text.lstrip("\ufeff").startswith(MAGIC)
    course = parse_course(name_or_text if is_text else text_named(name_or_text))
    for seat in range(course.players[1]):
        try:
            course.start_of(Seat(seat))
        except KeyError:
            raise Malformed(f"{course.name} has no start for player {seat + 1}") from None
    return course


# At one seat


class Private(Struct, frozen=True):
    """What a player keeps to themselves: a hand, a draft of the program, secret choices."""

    hand: tuple[Card, ...] = ()  # those that are in no register
    draft: Cards = NO_CARDS  # face down
    power_down: bool = False  # R24: to be announced with the program
    facing: Heading | None = None  # R34: chosen, and not revealed yet
    on: bool | None = None  # R25: chosen, and not revealed yet


class Player(Struct, frozen=True):
    """A robot and what lies before its owner."""

    robot: Robot
    registers: Cards = NO_CARDS  # face up: revealed in this turn, or locked (R37)
    scheduled: bool = False  # R24: announced to be off in the next turn
    fresh: bool = False  # R34: put on the board, and its facing is not known yet
    lost_at: int = 0  # D34: how many registers had been played when its last life was lost
    private: Private | None = Private()  # None is what others see of it

    @property
    def is_on_board(self) -> bool:
        return self.robot.cell is not None

    @property
    def has_program(self) -> bool:
        """R27: on the board, and on."""
        return self.is_on_board and not self.robot.off

    @property
    def open_registers(self) -> range:
        """R37: those that are not locked."""
        return range(1, min(REGISTERS, self.robot.armour) + 1)

    @property
    def locked_registers(self) -> range:
        return range(self.open_registers.stop, REGISTERS + 1)


# Phases


class Opening(Value, frozen=True):
    """A turn is about to begin."""


class Choosing(Value, frozen=True):
    """Before the deal: facings (R34), and who comes back on (R25); all in secret."""

    facing: tuple[Seat, ...]  # who has yet to choose it
    power: tuple[Seat, ...]
    until: Millis | None


class Programming(Value, frozen=True):
    """Hands are dealt; everybody fills their registers (R35)."""

    facing: tuple[Seat, ...]  # D29: who has yet to choose it
    programs: tuple[Seat, ...]  # who is not ready yet
    until: Millis | None


class Running(Value, frozen=True):
    """The cards of this register lie open (R39)."""

    register: Register


class Finished(Value, frozen=True):
    """The match is over."""

    winners: tuple[Seat, ...]
    because: str


Phase = Opening | Choosing | Programming | Running | Finished


class State(Struct, frozen=True):
    """Everything on the table."""

    course_text: str
    settings: Settings
    players: tuple[Player, ...]  # by seat
    turn: int = 0  # turns begun
    phase: Phase = Opening()

    @property
    def course(self) -> Course:
        return course_called(self.course_text)

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(self.seats))

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Everybody who has something to do."""
        match self.phase:
            case Choosing(facing, others) | Programming(facing, others):
                return tuple(seat for seat in self.all_seats if seat in (*facing, *others))
            case Opening() | Running() | Finished():
                return ()


if TYPE_CHECKING:

    class View(State, frozen=True):
        """A state without what is hidden from somebody: all that a bot ever gets."""

else:
    View = State


# Commands come from outside: a field we do not know is a mistake, not something to pass over.


class ChooseFacing(CommandValue, frozen=True):
    """Where one's robot looks when it is put on the board (R34)."""

    facing: Heading


class ChoosePower(CommandValue, frozen=True):
    """After a turn off: on again, or off for another turn (R25)."""

    on: bool


class Place(CommandValue, frozen=True):
    """Put a card of one's hand into an empty register (R35)."""

    register: int
    card: Card


class TakeBack(CommandValue, frozen=True):
    """Take a card of one's draft back into one's hand."""

    register: int


class PowerDown(CommandValue, frozen=True):
    """Plan to be off in the next turn, or plan it no longer (R24)."""

    announce: bool


class Ready(CommandValue, frozen=True):
    """The program stands (R36)."""


Command = ChooseFacing | ChoosePower | Place | TakeBack | PowerDown | Ready

# Events of a table; what happens to robots in a register is in happenings.py.


class TurnBegan(Value, frozen=True):
    """A turn begins."""

    turn: int


class PoweredDown(Value, frozen=True):
    """A robot is off in this turn, with full armour (R24, R26, D23)."""

    seat: Seat


class PoweredUp(Value, frozen=True):
    """A robot is on again (R25)."""

    seat: Seat


class Returned(Value, frozen=True):
    """A robot that lost a life is on the board again (R20, R23, R30)."""

    seat: Seat
    cell: Cell
    armour: int  # D20
    virtual: bool  # D13


class ChoosingBegan(Value, frozen=True):
    """These are asked for a facing, and whether they come back on (R34, R25)."""

    facing: tuple[Seat, ...]
    power: tuple[Seat, ...]
    until: Millis | None


class FacingChosen(Value, frozen=True):
    """Somebody chose a facing; which one, others will see later (D29)."""

    seat: Seat
    facing: Heading | None


class PowerChosen(Value, frozen=True):
    """Somebody chose to come back on or not; which, others will see later."""

    seat: Seat
    on: bool | None


class Faced(Value, frozen=True):
    """The facing that was chosen is revealed (R34)."""

    seat: Seat
    facing: Heading


class RegisterFilled(Value, frozen=True):
    """A locked register without a card got one by chance, face up (D27)."""

    seat: Seat
    register: Register
    card: Card


class HandDealt(Value, frozen=True):
    """As many cards as the robot has armour points (R18); only their owner sees them."""

    seat: Seat
    cards: tuple[Card, ...] | None


class ProgrammingBegan(Value, frozen=True):
    """These fill their registers now (R35); some of them choose their facing as well (D29)."""

    facing: tuple[Seat, ...]
    programs: tuple[Seat, ...]
    until: Millis | None


class CardPlaced(Value, frozen=True):
    """A card of the hand lies in a register, face down."""

    seat: Seat
    register: Register
    card: Card


class CardTakenBack(Value, frozen=True):
    """A card is back in the hand."""

    seat: Seat
    register: Register


class PowerDownPlanned(Value, frozen=True):
    """Somebody plans to be off in the next turn, or plans it no longer (D22)."""

    seat: Seat
    announce: bool


class ProgramReady(Value, frozen=True):
    """Somebody's program stands (R36)."""

    seat: Seat


class LastPlayerTimed(Value, frozen=True):
    """Everybody else is done: the last one has until then (D31)."""

    seat: Seat
    until: Millis


class TimeRanOut(Value, frozen=True):
    """Chance does what these have not done (D31)."""

    seats: tuple[Seat, ...]


class PowerDownAnnounced(Value, frozen=True):
    """All programs stand, and it is told who will be off in the next turn (D22)."""

    seat: Seat


class RegisterRevealed(Value, frozen=True):
    """A register begins: the cards in it, by seat (R39)."""

    register: Register
    cards: Cards


class TurnEnded(Value, frozen=True):
    """All cards go back but those in locked registers (R38)."""


class MatchEnded(Value, frozen=True):
    """Somebody has won (R46, R47, D33), or nobody can (D34, D45)."""

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
    | TimeRanOut
    | PowerDownAnnounced
    | RegisterRevealed
    | TurnEnded
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
