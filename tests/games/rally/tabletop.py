"""A scripted table for the tests of the rules: robots stand where the test wants them.

A robot is written as its cell and facing, then what else is to be said of it, then the cards of its
first program: `B2e armour=4 locked=move2 move1 left right back`. The cards are dealt to it; what
its hand lacks is filled up with the slowest cards there are, which only turn robots.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Self, TypeVar

from tests.games.rally.drawn import course_of
from tests.tabletop import AnyTabletop
from tinplate.game import Millis, Seat
from tinplate.games.rally.cards import REGISTERS, Card, Kind, deck
from tinplate.games.rally.course import cell_name, cell_named
from tinplate.games.rally.course_text import format_course
from tinplate.games.rally.folding import Story
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.rules import Rally, go_on
from tinplate.games.rally.settings import agreed
from tinplate.games.rally.values import (
    ChooseFacing,
    ChoosePower,
    Command,
    Event,
    Phase,
    Place,
    Player,
    PowerDown,
    Private,
    Programming,
    Ready,
    Settings,
    State,
)
from tinplate.grid import Heading
from tinplate.match import Match

ANN, BOB, CLEO, DAN = (Seat(seat) for seat in range(4))
FLOOR = "\n".join(["S . . . . .", *[". . . . . ."] * 4, ". . . . . 1"])
KINDS = set(Kind)
_LARGEST_HAND = 9
ItemT = TypeVar("ItemT")
EventT = TypeVar("EventT", bound=Event)
RallyMatch = Match[Settings, State, Command, Event]


class StackedDice(Random):
    """Dice that deal the hands they are told, and else what comes first."""

    def __init__(self, hands: Iterable[Sequence[Kind]] = ()) -> None:
        super().__init__(0)
        self.hands = list(hands)  # in the order in which they will be dealt
        self.favourites: tuple[object, ...] = ()  # chosen wherever they are offered

    def sample(self, population: Any, k: int, *, counts: object = None) -> Any:  # noqa: ANN401
        del counts
        left = list(population)
        is_deal = len(left) > _LARGEST_HAND  # else it is a hand, from which registers are filled
        wanted = self.hands.pop(0) if is_deal and self.hands else ()
        return [*(_fastest(left, kind) for kind in wanted), *left][:k]

    def choice(self, seq: Sequence[ItemT]) -> ItemT:  # type: ignore[override]
        return next((item for item in seq if item in self.favourites), seq[0])


def _fastest(cards: list[Card], kind: Kind) -> Card:
    card = max((card for card in cards if card.kind is kind), key=lambda card: card.priority)
    cards.remove(card)
    return card


class Tabletop(AnyTabletop[Settings, State, Command, Event]):
    """A match at the beginning of a turn."""

    def __init__(self, drawing: str, *robots: str, turn: int = 1, **choices: object) -> None:
        course = course_of(drawing)
        written = [robot.split() for robot in robots]
        self.dice = StackedDice(
            _kinds(words) for words in written if not {"off", "scheduled"} & set(words)
        )
        self.settings = agreed(course, choices)
        players = tuple(_player(words) for words in written)
        story = Story(State(format_course(course), self.settings, players, turn - 1))
        go_on(story, Millis(0), self.dice)
        super().__init__(Match(Rally(), story.state, self.dice))
        self.first = tuple(story.events)

    # Doing

    def deals(self, *hands: str) -> Self:
        """The next hands, in the order of the seats that get one."""
        self.dice.hands = [[Kind(word) for word in hand.split()] for hand in hands]
        return self

    def faces(self, seat: Seat, facing: str) -> Self:
        return self.does(seat, ChooseFacing(Heading(facing)))

    def powers(self, seat: Seat, *, on: bool) -> Self:
        return self.does(seat, ChoosePower(on))

    def places(self, seat: Seat, *registers: int) -> Self:
        """The fastest cards of the hand into these registers."""
        for register in registers:
            self.does(seat, Place(register, self.hand(seat)[0]))
        return self

    def programs(self, seat: Seat, kinds: str = "", *, power_down: bool = False) -> Self:
        """Fill all open registers, with these kinds of cards first, and be ready."""
        player = self.state.players[seat]
        wanted = [Kind(word) for word in kinds.split()]
        for register in player.open_registers:
            hand = self.hand(seat)
            card = hand[-1]
            if wanted:
                kind = wanted.pop(0)
                card = next(card for card in hand if card.kind is kind)
            self.does(seat, Place(register, card))
        if power_down:
            self.does(seat, PowerDown(announce=True))
        return self.does(seat, Ready())

    def plays(self, *programs: str) -> Self:
        """All who have one program these cards, in the order of seats; the turn runs."""
        assert isinstance(self.phase, Programming)
        seats = self.phase.programs
        for place, seat in enumerate(seats):
            self.programs(seat, programs[place] if place < len(programs) else "")
        return self

    # Seeing

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def robots(self) -> str:
        """Where they stand and how they face: `B2e A1n?`, with ? for a virtual one."""
        return " ".join(place(player.robot) for player in self.state.players)

    @property
    def armour(self) -> list[int]:
        return [player.robot.armour for player in self.state.players]

    def robot(self, seat: Seat) -> Robot:
        return self.state.players[seat].robot

    def private(self, seat: Seat) -> Private:
        private = self.state.players[seat].private
        assert private is not None
        return private

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        return self.private(seat).hand

    def told(self, kind: type[EventT]) -> list[EventT]:
        """The latest events of one kind."""
        return [event for event in self.last if isinstance(event, kind)]


def place(robot: Robot) -> str:
    if robot.cell is None:
        return "-"
    return f"{cell_name(robot.cell)}{robot.facing}{'?' if robot.virtual else ''}"


def kinds(cards: Iterable[Card | None]) -> str:
    """Cards by what they do, `-` where there is none."""
    return " ".join("-" if card is None else card.kind for card in cards)


def _kinds(words: Sequence[str]) -> list[Kind]:
    return [Kind(word) for word in words if word in KINDS]


def _player(words: Sequence[str]) -> Player:
    spot, *others = words
    said = dict(word.split("=") for word in others if "=" in word)
    cell = None if spot == "-" else cell_named(spot[:-1])
    armour = int(said.get("armour", 9 if cell else 0))
    robot = Robot(
        cell=cell,
        facing=Heading(spot[-1]) if cell else Heading.NORTH,
        armour=armour,
        lives=int(said.get("lives", 3)),
        next_flag=int(said.get("next_flag", 1)),
        save=cell_named(said.get("save", "A1")),
        virtual="virtual" in others,
        off="off" in others,
    )
    locked = _slowest(Kind(word) for word in said.get("locked", "").split(",") if word)
    empty: list[Card | None] = [None] * (REGISTERS - len(locked))
    return Player(
        robot,
        registers=(*empty, *locked),
        scheduled="scheduled" in others,
        fresh="fresh" in others,
    )


def _slowest(kinds: Iterable[Kind]) -> list[Card]:
    """Cards of these kinds that are not those which are dealt."""
    cards = list(deck(84))
    return [cards.pop([card.kind for card in cards].index(kind)) for kind in kinds]
