"""What is true of every state, whatever was played."""

from collections import Counter

from tinplate.games.rally import values as rally
from tinplate.games.rally.cards import deck
from tinplate.games.rally.opening import undealt
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.values import Proving, State


def pieces_are_where_they_belong(state: State) -> None:
    """RC3, RC4, RC8, RC14: no token lost or doubled; robots on their markers but in a proof."""
    tokens = [*state.face_down, *state.missed, *(token for won in state.won for token in won)]
    assert sorted(Target) == sorted(tokens), "a token is lost or doubled"
    for robots in (state.markers, state.robots):
        Position(state.board, robots, Target.VORTEX)  # refuses impossible cells
    made = state.phase.slides if isinstance(state.phase, Proving) else ()
    assert made or state.robots == state.markers, "a robot was not put back on its marker"


def cards_and_robots_are_where_they_belong(state: rally.State) -> None:
    """R16, R17, R29, R37, D28: all that Part 3 says of every state."""
    no_card_is_lost(state)
    _no_cell_is_shared(state)
    for player in state.players:
        robot = player.robot
        if player.is_on_board:
            least = 10 - state.settings.deadly_hit  # D46
            assert least <= robot.armour <= 9, "a robot on the board has 1 to 9 armour points"
            assert robot.lives > 0, "a robot on the board has a life"
        else:
            assert robot.lives == 0 or isinstance(state.phase, rally.Finished), "nobody came back"
        if isinstance(state.phase, rally.Programming):
            _a_hand_is_as_large_as_armour(state, player)


def no_card_is_lost(state: rally.State) -> None:
    """R16, R38: every card is held once, or is in the deck."""
    held = Counter(
        card
        for player in state.players
        for card in (
            *player.registers,
            *(player.private.hand if player.private else ()),
            *(player.private.draft if player.private else ()),
        )
        if card is not None
    )
    assert all(count == 1 for count in held.values()), "a card is held twice"
    assert held.keys() <= set(deck(state.settings.deck)), "a card is not of this deck"
    assert len(held) + len(undealt(state)) == state.settings.deck, "a card is lost"


def _no_cell_is_shared(state: rally.State) -> None:
    robots = [player.robot for player in state.players]
    cells = [robot.cell for robot in robots if robot.cell is not None and not robot.virtual]
    assert len(cells) == len(set(cells)), "two real robots are on one cell"


def _a_hand_is_as_large_as_armour(state: rally.State, player: rally.Player) -> None:
    """R18, R27, R37."""
    assert player.private is not None
    cards = [*player.private.hand, *filter(None, player.private.draft)]
    armour = player.robot.armour
    assert len(cards) == (armour if player.has_program else 0), "a hand is too large or too small"
    if player.has_program:
        assert len(player.open_registers) == min(5, armour), "a register is not open, or not locked"
        filled = [register for register, card in enumerate(player.registers, 1) if card]
        assert filled == list(player.locked_registers), "a locked register has no card"
    elif state.settings.pd_lock == "random":
        assert not any(player.registers), "a robot that is off has cards"
