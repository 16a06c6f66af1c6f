"""The decks."""

from collections import Counter

import pytest

from tinplate.games.rally.cards import Card, DeckSize, Kind, deck


def priorities(kind: Kind, size: DeckSize = 84) -> list[int]:
    return [card.priority for card in deck(size) if card.kind is kind]


def test_the_seven_kinds() -> None:
    """R15: by the names under which scenarios and logs know them."""
    assert ["move1", "move2", "move3", "back", "left", "right", "uturn"] == list(Kind)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Kind.UTURN, range(10, 61, 10)),
        (Kind.LEFT, range(70, 411, 20)),
        (Kind.RIGHT, range(80, 421, 20)),
        (Kind.BACK, range(430, 481, 10)),
        (Kind.MOVE1, range(490, 661, 10)),
        (Kind.MOVE2, range(670, 781, 10)),
        (Kind.MOVE3, range(790, 841, 10)),
    ],
)
def test_the_deck_of_84(kind: Kind, expected: range) -> None:
    """D1: how many there are of each kind, and their priorities."""
    assert list(expected) == priorities(kind)


def test_the_cards_of_the_sheet() -> None:
    """D1: the example on the sheet shows priorities 540 and 510; in the official deck, move 1."""
    assert {Card(Kind.MOVE1, 540), Card(Kind.MOVE1, 510)} <= set(deck(84))


def test_the_deck_of_126() -> None:
    """D1: half as many again of each kind, in the same order."""
    small, large = (Counter(card.kind for card in deck(size)) for size in (84, 126))

    assert {kind: 3 * count // 2 for kind, count in small.items()} == large
    assert list(range(1180, 1261, 10)) == priorities(Kind.MOVE3, 126)
    assert list(range(10, 91, 10)) == priorities(Kind.UTURN, 126)
    assert list(range(100, 621, 20)) == priorities(Kind.LEFT, 126)


@pytest.mark.parametrize("size", [84, 126])
def test_no_two_cards_have_the_same_priority(size: DeckSize) -> None:
    """R16."""
    assert size == len(deck(size)) == len({card.priority for card in deck(size)})
