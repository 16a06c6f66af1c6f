"""Filling the registers: a draft, step by small step, until the program is final (R35 to R37)."""

from random import Random

from tinplate.game import Rejected, Seat
from tinplate.games.rally.cards import REGISTERS, Card
from tinplate.games.rally.folding import Story
from tinplate.games.rally.settings import MOST_ARMOUR
from tinplate.games.rally.values import (
    CardPlaced,
    CardTakenBack,
    Command,
    Place,
    Player,
    PowerDown,
    PowerDownPlanned,
    Private,
    Programming,
    ProgramReady,
    Ready,
    State,
    TakeBack,
)


def place(state: State, seat: Seat, register: int, card: Card) -> CardPlaced:
    """R35, R37: place any card of the hand in an empty, unlocked register."""
    player, private = _at_work(state, seat)
    _refuse_register(player, register)
    if card not in private.hand:
        raise Rejected("That card is not in your hand.", "card-not-in-hand")
    if private.draft[register - 1] is not None:
        because = f"There is a card in register {register}; take it back first."
        raise Rejected(because, "register-is-full", register=register)
    return CardPlaced(seat, register, card)


def take_back(state: State, seat: Seat, register: int) -> CardTakenBack:
    """Take a card back from the draft; nothing is final before the player is ready."""
    player, private = _at_work(state, seat)
    _refuse_register(player, register)
    if private.draft[register - 1] is None:
        because = f"There is no card in register {register}."
        raise Rejected(because, "register-is-empty", register=register)
    return CardTakenBack(seat, register)


def plan_power_down(state: State, seat: Seat, *, announce: bool) -> PowerDownPlanned:
    """R24, D22: plan a power-down, or cancel it."""
    player, private = _at_work(state, seat)
    if announce and not _may_power_down(state, player):
        because = "Only a damaged robot may be powered down at this table."
        raise Rejected(because, "power-down-undamaged")
    if announce and private.power_down:
        raise Rejected("You have already planned a power-down.", "power-down-planned")
    if not announce and not private.power_down:
        raise Rejected("You have not planned a power-down.", "power-down-not-planned")
    return PowerDownPlanned(seat, announce)


def get_ready(state: State, seat: Seat) -> ProgramReady:
    """R36: every unlocked register needs a card."""
    player, private = _at_work(state, seat)
    if isinstance(state.phase, Programming) and seat in state.phase.facing:
        raise Rejected("Choose your facing first.", "facing-first")
    empty = _empty_registers(player, private)
    if empty:
        because = f"Register {empty[0]} is empty: every open register needs a card."
        raise Rejected(because, "register-needs-card", register=empty[0])
    return ProgramReady(seat)


def offered(state: State, seat: Seat) -> tuple[Command, ...]:
    """List everything that can be done to a draft now."""
    player, private = state.players[seat], state.players[seat].private
    phase = state.phase
    if not isinstance(phase, Programming) or seat not in phase.programs or private is None:
        return ()
    empty = _empty_registers(player, private)
    filled = [register for register in player.open_registers if register not in empty]
    commands: list[Command] = [Place(register, card) for register in empty for card in private.hand]
    commands += [TakeBack(register) for register in filled]
    if private.power_down or _may_power_down(state, player):
        commands.append(PowerDown(not private.power_down))
    if not empty and seat not in phase.facing:
        commands.append(Ready())
    return tuple(commands)


def finish_by_chance(story: Story, dice: Random) -> None:
    """D31: keep the draft, and fill empty registers at random from the hand."""
    phase = story.state.phase
    for seat in phase.programs if isinstance(phase, Programming) else ():
        player, private = _at_work(story.state, seat)
        empty = _empty_registers(player, private)
        cards = dice.sample(private.hand, k=len(empty))
        for register, card in zip(empty, cards, strict=True):
            story.tell(CardPlaced(seat, register, card))
        story.tell(ProgramReady(seat))


def _may_power_down(state: State, player: Player) -> bool:
    return player.robot.armour < MOST_ARMOUR or not state.settings.pd_damaged_only


def _empty_registers(player: Player, private: Private) -> list[int]:
    return [register for register in player.open_registers if private.draft[register - 1] is None]


def _refuse_register(player: Player, register: int) -> None:
    if not 1 <= register <= REGISTERS:
        because = f"There is no register {register}; they are numbered 1 to {REGISTERS}."
        raise Rejected(because, "no-such-register", register=register, most=REGISTERS)
    if register in player.locked_registers:
        because = f"Register {register} is locked: it keeps its card."
        raise Rejected(because, "register-is-locked", register=register)


def _at_work(state: State, seat: Seat) -> tuple[Player, Private]:
    """Return the player at that seat and what is private there, if they are programming now."""
    player, phase = state.players[seat], state.phase
    if not isinstance(phase, Programming):
        raise Rejected("No cards have been dealt yet.", "no-cards-yet")
    if not player.has_program:
        raise Rejected("Your robot is powered down this turn; it has no program.", "robot-is-off")
    if seat not in phase.programs or player.private is None:
        raise Rejected("You are ready: your program is locked in.", "program-is-final")
    return player, player.private
