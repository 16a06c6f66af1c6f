"""A match that players end: together (D47, D49), or because they resign (D48)."""

from tinplate import ending
from tinplate.ending import BY_AGREEMENT, OTHERS_RESIGNED, RESIGNED, Abstained, Ending, Resign
from tinplate.game import Malformed, Seat
from tinplate.games.rally.folding import Story
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.values import Choosing, MatchEnded, Programming, State


def offered(state: State, seat: Seat) -> tuple[Ending, ...]:
    """Whenever there is something to choose or to program, also if the robot is out."""
    if not isinstance(state.phase, Choosing | Programming):
        return ()
    return tuple(
        one for one in ending.offered(state, seat) if one != Resign() or is_in(state, seat)
    )


def speak(story: Story, seat: Seat, command: Ending) -> None:
    """Say something of the end of the match; robots that are out have players with a say."""
    for event in ending.spoken(story.state, seat, command):
        story.tell(event)
    if command == Resign():
        _end_if_deserted(story)
    _end_if_all_agree(story)


def is_awaited(state: State, seat: Seat) -> bool:
    """D47: whether somebody wants to end the match, and this seat's voice is still missing."""
    return isinstance(state.phase, Choosing | Programming) and ending.is_awaited(state, seat)


def abstain(story: Story, seat: Seat) -> None:
    """D47: let the others agree without a player who is away."""
    if not is_awaited(story.state, seat):
        raise Malformed(f"nobody waits for the voice of seat {seat}")
    story.tell(Abstained(seat))
    _end_if_all_agree(story)


def is_in(state: State, seat: Seat) -> bool:
    """Whether the robot of a seat still has a life."""
    return state.players[seat].robot.lives > 0


def _end_if_deserted(story: Story) -> None:
    """D48: a player who is left with the only robot wins."""
    left = tuple(seat for seat in story.state.all_seats if is_in(story.state, seat))
    if len(left) == 1:
        story.tell(MatchEnded(left, OTHERS_RESIGNED))
    elif not left:
        story.tell(MatchEnded((), RESIGNED))


def _end_if_all_agree(story: Story) -> None:
    because = ending.agreed(story.state)
    if because is not None and isinstance(story.state.phase, Choosing | Programming):
        winners = _leaders(story.state) if because == BY_AGREEMENT else ()
        story.tell(MatchEnded(winners, because))


def _leaders(state: State) -> tuple[Seat, ...]:
    """D35: the first of the standings, of those whose robots are still in the game."""
    alive = [seat for seat in state.all_seats if is_in(state, seat)]
    best = max(progress(state.players[seat].robot) for seat in alive)
    return tuple(seat for seat in alive if progress(state.players[seat].robot) == best)


def progress(robot: Robot) -> tuple[int, int, int]:
    """D35: flags, then lives, then armour."""
    return robot.next_flag, robot.lives, robot.armour
