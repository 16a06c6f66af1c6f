"""What players say of the end of a match, in words: the same in every game."""

from collections.abc import Sequence

from tinplate.ending import (
    AbortAgreed,
    Abstained,
    EndAgreed,
    EndingEvent,
    OfferDeclined,
    PlayOnSaid,
    Resigned,
)


def tell_ending(event: EndingEvent, names: Sequence[str]) -> str:
    name = names[event.seat]
    match event:
        case EndAgreed():
            return f"{name} wants to end the match."
        case AbortAgreed():
            return f"{name} wants to abort the match."
        case PlayOnSaid():
            return f"{name} would rather keep playing."
        case OfferDeclined():
            return f"{name} declines the offer."
        case Abstained():
            return f"{name} is away; the others go on without them."
        case Resigned():
            return f"{name} resigns."
