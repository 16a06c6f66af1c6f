"""Folding events into the state: `evolve`, and a story that applies the events it is told."""

from typing import Any

from msgspec.structs import replace

from tinplate import ending
from tinplate.ending import EndingValue, Resigned
from tinplate.game import Malformed, Seat
from tinplate.games.rally.cards import REGISTERS, Card
from tinplate.games.rally.happenings import (
    CellStep,
    Damaged,
    Died,
    FlagTouched,
    Happening,
    Materialised,
    Repaired,
    Rotation,
    Saved,
)
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import MOST_ARMOUR
from tinplate.games.rally.values import (
    NO_CARDS,
    CardPlaced,
    Cards,
    CardTakenBack,
    Choosing,
    ChoosingBegan,
    Event,
    Faced,
    FacingChosen,
    Finished,
    HandDealt,
    LastPlayerTimed,
    MatchEnded,
    Opening,
    Player,
    PowerChosen,
    PowerDownAnnounced,
    PowerDownPlanned,
    PoweredDown,
    PoweredUp,
    Private,
    Programming,
    ProgrammingBegan,
    ProgramReady,
    RegisterFilled,
    RegisterRevealed,
    Returned,
    Running,
    StallTimed,
    State,
    TimeRanOut,
    TurnBegan,
    TurnEnded,
)


class Story:
    """A sequence of events, and the state it leads to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def tell(self, *events: Event) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)


def evolve(state: State, event: Event) -> State:
    """Fold one event into the state, or into a view of it."""
    match event, state.phase:
        case Happening() as happening, Running():
            return _happened(state, happening)
        case RegisterRevealed(register, cards), Programming() | Running():
            return replace(_revealed(state, register, cards), phase=Running(register))
        case TurnBegan(turn), Opening():
            return replace(state, turn=turn, abstaining=())
        case PoweredDown(seat), Opening() | Choosing():
            return _powered_down(state, seat)
        case PoweredUp(seat), Choosing():
            return _powered_up(state, seat)
        case Returned(), Opening():
            return _returned(state, event)
        case ChoosingBegan(facing, power, until, shown), Opening():
            return replace(state, phase=Choosing(facing, power, until, shown))
        case FacingChosen(seat, facing), Choosing() | Programming() as phase:
            phase = replace(phase, facing=_without(phase.facing, seat))
            return replace(_with_private(state, seat, facing=facing), phase=phase)
        case PowerChosen(seat, on), Choosing() as phase:
            phase = replace(phase, power=_without(phase.power, seat))
            return replace(_with_private(state, seat, on=on), phase=phase)
        case Faced(seat, facing), Choosing() | Programming():
            robot = replace(state.players[seat].robot, facing=facing)
            state = _with_player(state, seat, robot=robot, fresh=False)
            return _with_private(state, seat, facing=None)
        case RegisterFilled(seat, register, card), Choosing():
            registers = _put(state.players[seat].registers, register, card)
            return _with_player(state, seat, registers=registers)
        case HandDealt(seat, cards), Choosing():
            return _with_private(state, seat, hand=cards)
        case ProgrammingBegan(facing, programs, until, shown), Choosing():
            return replace(state, phase=Programming(facing, programs, until, shown))
        case CardPlaced(seat, register, card), Programming():
            return _placed(state, seat, register, card)
        case CardTakenBack(seat, register), Programming():
            return _taken_back(state, seat, register)
        case PowerDownPlanned(seat, announce), Programming():
            return _with_private(state, seat, power_down=announce)
        case ProgramReady(seat), Programming() as phase:
            return replace(state, phase=replace(phase, programs=_without(phase.programs, seat)))
        case (
            (LastPlayerTimed(_, until) | StallTimed(_, until)),
            (Choosing() | Programming() as phase),
        ):
            return replace(state, phase=replace(phase, until=until))
        case TimeRanOut(), Choosing() | Programming():
            return state  # other events tell what chance does instead
        case PowerDownAnnounced(seat), Programming():
            return _with_player(state, seat, scheduled=True)
        case TurnEnded(), Running():
            return replace(state, players=_cleared(state), phase=Opening())
        case Resigned(seat), Choosing() | Programming() as phase:
            return replace(ending.fold(_gone(state, seat), event), phase=_unasked(phase, seat))
        case EndingValue() as said, Choosing() | Programming():
            return ending.fold(state, said)
        case MatchEnded(winners, because), Choosing() | Programming() | Running() | Opening():
            return replace(state, players=_cleared(state), phase=Finished(winners, because))
    raise Malformed(f"{type(event).__name__} cannot happen while {type(state.phase).__name__}")


# One player


def _with_player(state: State, seat: Seat, **changes: Any) -> State:  # noqa: ANN401 - its fields
    if not 0 <= seat < state.seats:
        raise Malformed(f"there is no seat {seat} at this table")
    changed = replace(state.players[seat], **changes)
    return replace(state, players=(*state.players[:seat], changed, *state.players[seat + 1 :]))


def _with_private(state: State, seat: Seat, **changes: Any) -> State:  # noqa: ANN401 - its fields
    """Change what is private, where it can be seen."""
    private = state.players[seat].private
    if private is None:
        return state
    return _with_player(state, seat, private=replace(private, **changes))


def _put(cards: Cards, register: int, card: Card | None) -> Cards:
    return (*cards[: register - 1], card, *cards[register:])


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    if seat not in seats:
        raise Malformed(f"seat {seat} was not asked")
    return tuple(other for other in seats if other != seat)


def _gone(state: State, seat: Seat) -> State:
    """D48: out of the game as without lives, and its cards back in the deck."""
    player = state.players[seat]
    return _with_player(
        state,
        seat,
        robot=replace(player.robot, cell=None, armour=0, lives=0),
        registers=NO_CARDS,
        scheduled=False,
        fresh=False,
        lost_at=REGISTERS * (state.turn - 1),
        private=None if player.private is None else Private(),
    )


def _unasked(phase: Choosing | Programming, seat: Seat) -> Choosing | Programming:
    facing = ending.without(phase.facing, seat)
    match phase:
        case Choosing():
            return replace(phase, facing=facing, power=ending.without(phase.power, seat))
        case Programming():
            return replace(phase, facing=facing, programs=ending.without(phase.programs, seat))


# Before the registers


def _powered_down(state: State, seat: Seat) -> State:
    """R26, D23: full armour when the turn off begins; D27: what then happens to the registers."""
    player = state.players[seat]
    keeps = state.settings.pd_lock == "keep"
    state = _with_player(
        state,
        seat,
        robot=replace(player.robot, off=True, armour=MOST_ARMOUR),
        registers=player.registers if keeps else NO_CARDS,
        scheduled=False,
    )
    return _with_private(state, seat, on=None)


def _powered_up(state: State, seat: Seat) -> State:
    """R25: with the armour that is left; of kept cards, those in locked registers stay."""
    player = state.players[seat]
    robot = replace(player.robot, off=False)
    state = _with_player(state, seat, robot=robot, registers=_locked_cards(player))
    return _with_private(state, seat, on=None)


def _returned(state: State, event: Returned) -> State:
    """R22, R23: flags and save point are kept; D24: a power-down is not."""
    robot = replace(
        state.players[event.seat].robot,
        cell=event.cell,
        armour=event.armour,
        virtual=event.virtual,
        off=False,
    )
    return _with_player(state, event.seat, robot=robot, scheduled=False, fresh=True)


def _placed(state: State, seat: Seat, register: int, card: Card) -> State:
    private = _own(state, seat)
    hand = list(private.hand)
    hand.remove(card)
    return _with_private(state, seat, hand=tuple(hand), draft=_put(private.draft, register, card))


def _taken_back(state: State, seat: Seat, register: int) -> State:
    private = _own(state, seat)
    card = private.draft[register - 1]
    if card is None:
        raise Malformed(f"register {register} of seat {seat} is empty")
    hand = by_priority((*private.hand, card))
    return _with_private(state, seat, hand=hand, draft=_put(private.draft, register, None))


def _own(state: State, seat: Seat) -> Private:
    private = state.players[seat].private
    if private is None:
        raise Malformed(f"what seat {seat} drafts cannot be seen from here")
    return private


def by_priority(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Sort the fastest first: the order in which a hand is held."""
    return tuple(sorted(cards, key=lambda card: card.priority, reverse=True))


# In the registers


def _revealed(state: State, register: int, cards: Cards) -> State:
    """R39 a: turn up what was face down."""
    for seat, card in zip(state.all_seats, cards, strict=True):
        if card is not None:
            player = state.players[seat]
            state = _with_player(state, seat, registers=_put(player.registers, register, card))
            if player.private is not None:
                face_down = _put(player.private.draft, register, None)
                state = _with_private(state, seat, draft=face_down)
    return state


def _happened(state: State, event: Happening) -> State:
    player = state.players[event.robot]
    changes: dict[str, Any] = {"robot": robot_after(player.robot, event)}
    if isinstance(event, Died) and event.lives == 0 and event.register is not None:
        changes["lost_at"] = REGISTERS * (state.turn - 1) + event.register
    return _with_player(state, event.robot, **changes)


def robot_after(robot: Robot, event: Happening) -> Robot:
    match event:
        case CellStep(end=end) if end is not None:
            return replace(robot, cell=end)
        case Rotation(facing=facing):
            return replace(robot, facing=facing)
        case Damaged(armour=armour) | Repaired(armour=armour):
            return replace(robot, armour=armour)
        case FlagTouched(flag=flag):
            return replace(robot, next_flag=flag + 1)
        case Saved(cell=cell):
            return replace(robot, save=cell)
        case Died(lives=lives):
            return replace(robot, cell=None, armour=0, lives=lives)
        case Materialised():
            return replace(robot, virtual=False)
    return robot  # a card, a shot, a beam, a blocked move: the next events tell the effect


def _cleared(state: State) -> tuple[Player, ...]:
    """R38: all cards go back, except for those in locked registers."""
    return tuple(
        replace(
            player,
            registers=_kept_cards(state, player),
            private=None if player.private is None else Private(),
        )
        for player in state.players
    )


def _kept_cards(state: State, player: Player) -> Cards:
    """R37, D20: a destroyed robot keeps none; D27: one that is off may keep its whole program."""
    if not player.is_on_board:
        return NO_CARDS
    if state.settings.pd_lock == "keep" and (player.robot.off or player.scheduled):
        return player.registers
    return _locked_cards(player)


def _locked_cards(player: Player) -> Cards:
    """D28: after repairs, so that the lowest of the locked registers opens first."""
    locked = player.locked_registers
    return tuple(
        card if register in locked else None
        for register, card in enumerate(player.registers, start=1)
    )
