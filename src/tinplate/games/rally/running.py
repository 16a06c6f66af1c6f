"""A turn once all programs are final: register by register, then its end (R35 to R39, R46)."""

from typing import cast

from tinplate.game import Seat
from tinplate.games.rally.cards import REGISTERS, Card
from tinplate.games.rally.folding import Story
from tinplate.games.rally.opening import reveal_facings
from tinplate.games.rally.values import (
    Cards,
    MatchEnded,
    Player,
    PowerDownAnnounced,
    RegisterRevealed,
    RobotEvent,
    State,
    TurnEnded,
)

ALL_REGISTERS = range(1, REGISTERS + 1)
FLAG_TOUCHED = "touched the last flag"
LAST_STANDING = "the only robot with a life left"
NOBODY_LEFT = "no robot has a life left"


def run_turn(story: Story) -> None:
    """Reveal what was secret, play the registers, end the turn or the match."""
    # Numba takes half a second to import: only when there is a register to play.
    from tinplate.games.rally.turn import play_registers  # noqa: PLC0415

    reveal_facings(story)
    _announce_power_downs(story)
    state = story.state
    played = play_registers(
        state.course,
        state.settings,
        [player.robot for player in state.players],
        [_program(player) for player in state.players],
    )
    happenings = cast("tuple[RobotEvent, ...]", played.happenings)
    for register in range(1, played.stopped_at + 1):
        story.tell(RegisterRevealed(register, _cards_in(story.state, register)))
        story.tell(*(each for each in happenings if each.register == register))
        if not any(player.robot.lives for player in story.state.players):  # D34
            story.tell(MatchEnded((), NOBODY_LEFT))
            return
    if played.winners:  # R46
        story.tell(MatchEnded(played.winners, _why(story.state, played.winners)))
        return
    story.tell(*(each for each in happenings if each.register is None))
    story.tell(TurnEnded())
    if story.state.turn == story.state.settings.max_turns:  # D45
        story.tell(MatchEnded((), f"nobody touched the last flag in {_turns(story.state.turn)}"))


def _announce_power_downs(story: Story) -> None:
    """D22: announce them once all programs are final."""
    for seat, player in enumerate(story.state.players):
        if player.private is not None and player.private.power_down:
            story.tell(PowerDownAnnounced(Seat(seat)))


def _program(player: Player) -> list[Card] | None:
    """R27: a robot off or destroyed has none; R37: locked registers play the cards they keep."""
    if not player.has_program:
        return None
    return [card for register in ALL_REGISTERS if (card := _card_in(player, register)) is not None]


def _card_in(player: Player, register: int) -> Card | None:
    """Return the card in a register, face down or face up."""
    face_down = None if player.private is None else player.private.draft[register - 1]
    return face_down or player.registers[register - 1]


def _cards_in(state: State, register: int) -> Cards:
    """R39 a, D21: a robot that is destroyed or off reveals nothing."""
    return tuple(
        _card_in(player, register) if player.has_program else None for player in state.players
    )


def _why(state: State, winners: tuple[Seat, ...]) -> str:
    """R46, D33: return why the match ended."""
    touched = all(state.players[seat].robot.next_flag > len(state.course.flags) for seat in winners)
    return FLAG_TOUCHED if touched else LAST_STANDING


def _turns(number: int) -> str:
    return "1 turn" if number == 1 else f"{number} turns"
