"""A Ricochet match in words: one sentence per event."""

from collections.abc import Sequence

from tinplate.cli.endings import tell_ending
from tinplate.cli.words import counted
from tinplate.ending import EndingValue
from tinplate.games.ricochet.motion import Slide
from tinplate.games.ricochet.values import (
    BidPlaced,
    BidWithdrawn,
    DoneSaid,
    Event,
    GlassAsked,
    MatchAborted,
    MatchEnded,
    MoveDemanded,
    MoveTakenBack,
    ProofBegan,
    ProofDoubted,
    ProofFailed,
    RobotSlid,
    SandTurned,
    SatOut,
    SkipAgreed,
    SolutionClaimed,
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
        case GlassAsked(seat):
            return f"{names[seat]} asks for the hourglass; it is turned after 4 minutes."
        case SandTurned(seat=turner):
            turned = (
                "the hourglass is turned"
                if turner is None
                else f"{names[turner]} turns the hourglass"
            )
            return f"Nobody has bid yet; {turned}."
        case SolutionClaimed(seat):
            return f"{names[seat]} has a route and shows it."
        case BidPlaced(seat, moves):
            return f"{names[seat]} bids {moves}."
        case BidWithdrawn(seat, moves):
            return f"The bid of {moves} of {names[seat]} is withdrawn: whoever made it is gone."
        case SatOut(seat):
            return f"A bot plays for {names[seat]} from the next token on."
        case DoneSaid(seat):
            return f"{names[seat]} has nothing better."
        case SkipAgreed(seat):
            return f"{names[seat]} wants to skip this token."
        case ProofDoubted(seat):
            return f"{names[seat]} wants to stop this proof."
        case MoveDemanded():
            return "Everyone else wants to stop this proof: move within 15 seconds."
        case EndingValue():
            return tell_ending(event, names)
        case MatchEnded():
            return "The match ends here."
        case MatchAborted():
            return "The match is aborted; it does not count."
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
