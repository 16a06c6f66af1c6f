"""How a turn opens: power, robots coming back, secret choices, the deal (R18 to R34)."""

from collections.abc import Callable
from random import Random

from tinplate.game import Millis, Rejected, Seat
from tinplate.games.rally.cards import Card, deck
from tinplate.games.rally.clock import after_seconds, begin_clocks, shown_until
from tinplate.games.rally.course import Course
from tinplate.games.rally.folding import Story, by_priority
from tinplate.games.rally.settings import HouseRules
from tinplate.games.rally.values import (
    Choosing,
    ChoosingBegan,
    Faced,
    FacingChosen,
    HandDealt,
    Player,
    PowerChosen,
    PoweredDown,
    PoweredUp,
    Programming,
    ProgrammingBegan,
    RegisterFilled,
    Returned,
    State,
    TurnBegan,
)
from tinplate.grid import Cell, Heading

# D43: the eight cells round a save point, clockwise from the north.
_AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def begin_turn(story: Story, now: Millis) -> None:
    """Power robots down and put them back; then ask their owners what there is to choose."""
    settings = story.state.settings
    story.tell(TurnBegan(story.state.turn + 1))
    power = _seats(story.state, lambda player: _is_asked_for_power(settings, player))
    for seat in _seats(story.state, lambda player: player.scheduled and player.is_on_board):
        story.tell(PoweredDown(seat))  # R24
    story.tell(*_returns(story.state))
    facing = () if settings.facing_after_deal else _seats(story.state, _is_fresh)
    shown = begin_clocks(story, now)
    until = after_seconds(max(now, shown), settings.turn_seconds)
    story.tell(ChoosingBegan(facing, power, until, shown))


def _seats(state: State, fits: Callable[[Player], bool]) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.all_seats if fits(state.players[seat]))


def _is_fresh(player: Player) -> bool:
    return player.fresh


def _is_asked_for_power(settings: HouseRules, player: Player) -> bool:
    """R25: asked after a turn off; D24, if agreed: if destroyed while off or about to be."""
    if player.is_on_board:
        return player.robot.off
    was_to_be_off = player.robot.off or player.scheduled
    return settings.pd_after_death == "ask" and was_to_be_off and player.robot.lives > 0


def _returns(state: State) -> list[Returned]:
    """R20, R21, R23, D43: return each destroyed robot with a life left to its save point."""
    settings = state.settings
    back = _seats(state, lambda player: not player.is_on_board and player.robot.lives > 0)
    places = _places_to_return(state, [state.players[seat].robot.save for seat in back])
    cells = [*places, *(player.robot.cell for player in state.players)]
    return [
        Returned(
            seat,
            cell,
            settings.respawn_armour,
            settings.respawn_virtual == "always" or cells.count(cell) > 1,  # R30, D13
        )
        for seat, cell in zip(back, places, strict=True)
    ]


def _places_to_return(state: State, saves: list[Cell]) -> list[Cell]:
    """D43: on the save points, or, if agreed, beside those that are taken."""
    if state.settings.taken_save_point == "share":
        return saves
    taken = {player.robot.cell for player in state.players}
    places = list[Cell]()
    for save in saves:
        near = [save, *(Cell(save.x + dx, save.y + dy) for dx, dy in _AROUND)]
        free = (cell for cell in near if cell not in taken and _can_stand(state.course, cell))
        places.append(next(free, save))
        taken.add(places[-1])
    return places


def _can_stand(course: Course, cell: Cell) -> bool:
    return course.contains(cell) and not course.square(cell).pit


# Choices


def choose_facing(state: State, seat: Seat, facing: Heading) -> FacingChosen:
    """R34, D29: choose once, before anybody sees what others chose."""
    player = state.players[seat]
    if player.private is not None and player.private.facing is not None:
        raise Rejected("You have already chosen your facing.", "facing-is-chosen")
    if not isinstance(state.phase, Choosing | Programming) or seat not in state.phase.facing:
        because = "You choose a facing only when your robot is put on the board."
        raise Rejected(because, "facing-not-now")
    return FacingChosen(seat, facing)


def choose_power(state: State, seat: Seat, *, on: bool) -> PowerChosen:
    """R25, D23: choose whether to come back on."""
    player = state.players[seat]
    if player.private is not None and player.private.on is not None:
        because = "You have already chosen whether your robot comes back on."
        raise Rejected(because, "power-is-chosen")
    if not isinstance(state.phase, Choosing) or seat not in state.phase.power:
        because = "You choose whether your robot comes back on only after a turn off."
        raise Rejected(because, "power-not-now")
    return PowerChosen(seat, on)


def choose_by_chance(story: Story, dice: Random) -> None:
    """D31: pick facings at random; robots come back on unless their owners chose otherwise."""
    phase = story.state.phase
    if isinstance(phase, Choosing | Programming):
        story.tell(*(FacingChosen(seat, dice.choice(list(Heading))) for seat in phase.facing))
    if isinstance(phase, Choosing):
        story.tell(*(PowerChosen(seat, on=True) for seat in phase.power))


def reveal_facings(story: Story) -> None:
    """R34, D29: reveal all facings at once."""
    for seat, player in enumerate(story.state.players):
        if player.private is not None and player.private.facing is not None:
            story.tell(Faced(Seat(seat), player.private.facing))


def _reveal_power(story: Story) -> None:
    for seat, player in enumerate(story.state.players):
        if player.private is not None and player.private.on is not None:
            story.tell((PoweredUp if player.private.on else PoweredDown)(Seat(seat)))


# The deal


def deal(story: Story, now: Millis, dice: Random) -> None:
    """Reveal what was chosen, then deal the cards for programming."""
    _reveal_power(story)
    reveal_facings(story)
    programs = _seats(story.state, lambda player: player.has_program)
    for seat in programs:
        _fill_locked_registers(story, seat, dice)
    for seat in programs:
        hand = dice.sample(undealt(story.state), k=story.state.players[seat].robot.armour)
        story.tell(HandDealt(seat, by_priority(tuple(hand))))
    shown = shown_until(story.state)
    until = after_seconds(max(now, shown), story.state.settings.turn_seconds)
    story.tell(ProgrammingBegan(_seats(story.state, _is_fresh), programs, until, shown))


def _fill_locked_registers(story: Story, seat: Seat, dice: Random) -> None:
    """D27: give a register that was locked without a card a random one."""
    player = story.state.players[seat]
    for register in player.locked_registers:
        if player.registers[register - 1] is None:
            story.tell(RegisterFilled(seat, register, dice.choice(undealt(story.state))))


def undealt(state: State) -> tuple[Card, ...]:
    """R38, D28: the deck is all cards that nobody holds. It has no order until dealt."""
    held = {card for player in state.players for card in player.registers}
    for player in state.players:
        if player.private is not None:
            held.update(player.private.hand, player.private.draft)
    return tuple(card for card in deck(state.settings.deck) if card not in held)
