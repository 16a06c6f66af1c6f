"""The cards: seven kinds, and the two decks they come in (R15, R16, D1)."""

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

REGISTERS = 5  # R17

DeckSize = Literal[84, 126]
# A deck goes up to 1260 only; tools may use higher ones.
Priority = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Kind(StrEnum):
    """R15: what a card makes its robot do."""

    MOVE1 = "move1"
    MOVE2 = "move2"
    MOVE3 = "move3"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"
    UTURN = "uturn"


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """R16: of two cards, the one with the higher priority is played first."""

    kind: Kind = field(name="card")
    priority: Priority


def deck(size: DeckSize) -> tuple[Card, ...]:
    """D1: return all cards by priority, which rises in steps of ten."""
    third = size // 42  # both decks hold seven kinds in the proportions 1 3 3 1 3 2 1
    kinds = (
        3 * third * [Kind.UTURN]
        + 9 * third * [Kind.LEFT, Kind.RIGHT]
        + 3 * third * [Kind.BACK]
        + 9 * third * [Kind.MOVE1]
        + 6 * third * [Kind.MOVE2]
        + 3 * third * [Kind.MOVE3]
    )
    return tuple(Card(kind, 10 * place) for place, kind in enumerate(kinds, start=1))
