"""A Ricochet match in words: one sentence per event."""

from collections.abc import Sequence

from tinplate.cli.words import counted
from tinplate.games.ricochet.motion import Slide
from tinplate.games.ricochet.values import (
    BidPlaced,
    BidWithdrawn,
    Event,
    MoveTakenBack,
    ProofBegan,
    ProofFailed,
    RobotSlid,
    SandTurned,
    State,
    TokenMissed,
    TokenReturned,
    TokenTurned,
    TokenWon,
)


def tell(event: Event, names: Sequence[str]) -> str:
    """Say what happened, as a friend at the table would."""
    match event:
        case TokenTurned(target):
            return f"The token {target} is turned up."
        case SandTurned():
            return "Nobody has bid yet; the hourglass is turned."
        case BidPlaced(seat, moves):
            return f"{names[seat]} bids {moves}."
        case BidWithdrawn(seat, moves):
            return f"{names[seat]} left or is away: the bid of {moves} is withdrawn."
        case ProofBegan(seat, moves):
            return f"{names[seat]} is showing {counted(moves, 'move')}."
        case RobotSlid(slide):
            return tell_slide(slide)
        case MoveTakenBack(slide):
            return f"{slide.move} is taken back: {slide.robot.colour} returns to {slide.start}."
        case ProofFailed(seat, because):
            return f"{names[seat]} {because}; the robots return to their markers."
        case TokenWon(seat, target, moves):
            return f"{names[seat]} wins {target} in {counted(moves, 'move')}."
        case TokenReturned(target, because):
            return f"{because.capitalize()}: {target} goes back in the pile."
        case TokenMissed(target, because):
            return f"{because.capitalize()}: {target} is taken face down."


def tell_slide(slide: Slide) -> str:
    bounces = f", turned by {counted(slide.barriers, 'barrier')}" if slide.barriers else ""
    return (
        f"{slide.move}: {slide.robot.colour} {slide.heading.word} "
        f"from {slide.start} to {slide.end}{bounces}."
    )


def score(state: State, names: Sequence[str]) -> str:
    """List everybody's tokens: ann 2, bob 1; in solo those face up and face down (RC21)."""
    if state.settings.solo:
        return f"{len(state.won[0])} face up, {len(state.missed)} face down"
    return ", ".join(f"{name} {len(won)}" for name, won in zip(names, state.won, strict=True))
