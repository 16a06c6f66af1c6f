"""A match that its players end by agreement (D47)."""

from typing import NoReturn

from tinplate.game import Malformed, Rejected, Seat
from tinplate.games.rally.folding import Story
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.values import (
    Abstained,
    Choosing,
    Command,
    EndAgreed,
    Ending,
    EndMatch,
    MatchEnded,
    PlayOn,
    PlayOnSaid,
    Programming,
    State,
)

BY_AGREEMENT = "ended by agreement"


def offered(state: State, seat: Seat) -> tuple[Command, ...]:
    """Either word; a player who was away when the others spoke has both."""
    if not isinstance(state.phase, Choosing | Programming) or seat not in state.all_seats:
        return ()
    if seat in state.enders:
        return (PlayOn(),)
    return (EndMatch(), PlayOn()) if seat in ready(state) else (EndMatch(),)


def speak(story: Story, seat: Seat, command: Ending) -> None:
    """Say that one would end the match, or not; robots that are out have players with a say."""
    if command not in offered(story.state, seat):
        _refuse(command)
    match command:
        case EndMatch():
            story.tell(EndAgreed(seat))
            _end_if_all_agree(story)
        case PlayOn():
            story.tell(PlayOnSaid(seat))


def is_awaited(state: State, seat: Seat) -> bool:
    """Whether somebody would end the match, and this seat's voice is still missing."""
    return bool(state.enders) and EndMatch() in offered(state, seat) and seat not in ready(state)


def abstain(story: Story, seat: Seat) -> None:
    """Let the others agree without a player who is away."""
    if not is_awaited(story.state, seat):
        raise Malformed(f"nobody waits for the voice of seat {seat}")
    story.tell(Abstained(seat))
    _end_if_all_agree(story)


def ready(state: State) -> tuple[Seat, ...]:
    """The seats that would end the match, and those away meanwhile."""
    if not state.enders:
        return ()
    return tuple(
        seat for seat in state.all_seats if seat in state.enders or seat in state.abstaining
    )


def _end_if_all_agree(story: Story) -> None:
    if ready(story.state) == story.state.all_seats:
        story.tell(MatchEnded(_leaders(story.state), BY_AGREEMENT))


def _leaders(state: State) -> tuple[Seat, ...]:
    """D35: the first of the standings, of those whose robots are still in the game."""
    alive = [seat for seat in state.all_seats if state.players[seat].robot.lives]
    best = max(progress(state.players[seat].robot) for seat in alive)
    return tuple(seat for seat in alive if progress(state.players[seat].robot) == best)


def progress(robot: Robot) -> tuple[int, int, int]:
    """D35: flags, then lives, then armour."""
    return robot.next_flag, robot.lives, robot.armour


def _refuse(command: Ending) -> NoReturn:
    match command:
        case EndMatch():
            raise Rejected("You have already said so.", "already-said")
        case PlayOn():
            raise Rejected("You have not asked to end the match.", "end-not-said")
