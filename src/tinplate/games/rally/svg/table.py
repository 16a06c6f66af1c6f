"""The table in a scene of the rule book: players with their robots and cards, and the board.

It is as wide as a phone shows it, and has no words but the players' names, so that it fits every
language. The reader sees all cards, also those that the other players do not see.
"""

from collections.abc import Iterator, Sequence

from tinplate.book import open_svg
from tinplate.games.rally.cards import REGISTERS, Card, Kind
from tinplate.games.rally.robot import LIVES, Robot
from tinplate.games.rally.settings import MOST_ARMOUR
from tinplate.games.rally.svg.drawings import CARD_ARROWS
from tinplate.games.rally.svg.picture import draw_toy, place_board
from tinplate.games.rally.svg.themes import TINTS
from tinplate.games.rally.values import Finished, Player, State

_WIDTH = 340
_ROW = 84  # the height of a player's part
_HIGHEST = 240  # board
_CARD = 31  # the width of a card
_TEXT = 'font-family="sans-serif" font-size="15" fill="$ink"'
_SMALL = 'font-family="sans-serif" font-size="9" text-anchor="middle" fill="$iron"'
_HEART = "M0 5C-9-1-5-8 0-3.5 5-8 9-1 0 5Z"
_TURNS = (Kind.LEFT, Kind.RIGHT, Kind.UTURN)


def draw_table(state: State, names: Sequence[str], actor: str) -> str:
    """Draw the table; whoever acts has a frame."""
    top = _ROW * len(names) + 6
    robots = [player.robot for player in state.players]
    board, height = place_board(state.course, robots, y=top, most=(_WIDTH, _HIGHEST))
    lines = [open_svg(_WIDTH, top + height)]
    for seat, (name, player) in enumerate(zip(names, state.players, strict=True)):
        lines.append(f'<g data-seat="{name}" transform="translate(0 {_ROW * seat})">')
        lines += _player(state, seat, name, player, is_actor=name == actor)
        lines.append("</g>")
    return "\n".join((*lines, board, "</svg>"))


def draw_cards(cards: Sequence[Card]) -> str:
    """Draw cards side by side, in the order in which they are played (R16)."""
    lines = [open_svg(_WIDTH, 70)]
    for place, card in enumerate(cards):
        lines.append(f'<g transform="translate({6 + place * 48} 4) scale(1.4)">')
        lines += [*_card(card), "</g>"]
    return "\n".join((*lines, "</svg>"))


def _player(state: State, seat: int, name: str, player: Player, *, is_actor: bool) -> Iterator[str]:
    won = isinstance(state.phase, Finished) and seat in state.phase.winners
    edge = '"$accent" stroke-width="2.5"' if is_actor or won else '"$brass"'
    yield (
        f'<rect x="2" y="2" width="{_WIDTH - 4}" height="{_ROW - 6}" rx="9" fill="$paper"'
        f" stroke={edge}/>"
    )
    yield f'<g transform="translate(20 21) scale(.62)">{draw_toy(TINTS[seat])}</g>'
    weight = ' font-weight="700"' if is_actor or won else ""
    yield f'<text x="38" y="26" {_TEXT}{weight}>{name}</text>'
    yield from _condition(player.robot)
    yield from _registers(player)
    hand = player.private.hand if player.private else ()
    yield from _hand(hand)


def _condition(robot: Robot) -> Iterator[str]:
    """Draw armour (R17), lives, the flag that comes next, and whether it is off."""
    yield f'<g data-armour="{robot.armour}">'
    for point in range(MOST_ARMOUR):
        fill = "$repair" if point < robot.armour else "none"
        yield (
            f'<rect x="{98 + 12 * point}" y="14" width="9" height="14" rx="2.5" fill="{fill}"'
            ' stroke="$repair"/>'
        )
    yield f'</g><g data-lives="{robot.lives}">'
    for life in range(LIVES):
        fill = "$beam" if life < robot.lives else "none"
        yield (
            f'<path d="{_HEART}" transform="translate({224 + 18 * life} 22)" fill="{fill}"'
            ' stroke="$beam"/>'
        )
    yield "</g>"
    yield (
        '<path d="M284 30V13H298L294.5 17.5 298 22H285" fill="$accent" stroke="$ink"'
        f' stroke-width="1.5"/><text x="303" y="26" {_TEXT}>{robot.next_flag}</text>'
    )
    if robot.off:
        yield (
            '<path transform="translate(326 21)" d="M0-7V0M-5-5A7 7 0 1 0 5-5" fill="none"'
            ' stroke="$ink" stroke-width="2.5" stroke-linecap="round"/>'
        )


def _registers(player: Player) -> Iterator[str]:
    """Draw the five registers: what lies open, or is placed face down; a lock where one is."""
    draft = player.private.draft if player.private else player.registers
    for place in range(REGISTERS):
        card = player.registers[place] or draft[place]
        is_locked = place + 1 in player.locked_registers
        yield f'<g transform="translate({8 + place * (_CARD + 3)} 35)">'
        if card is None:
            yield (
                f'<rect width="{_CARD}" height="40" rx="5" fill="none" stroke="$brass"'
                f' stroke-dasharray="3 3"/>'
                f'<text x="{_CARD / 2:g}" y="24" {_SMALL}>{place + 1}</text>'
            )
        else:
            yield from _card(card)
        if is_locked:
            yield (
                f'<g transform="translate({_CARD - 5} 36)" stroke="$ink" fill="$hazard">'
                '<path d="M-3-1V-4A3 3 0 0 1 3-4V-1" fill="none" stroke-width="1.5"/>'
                '<rect x="-5" y="-1.5" width="10" height="8" rx="2"/></g>'
            )
        yield "</g>"


def _hand(hand: Sequence[Card]) -> Iterator[str]:
    """Draw the cards in the hand, smaller, one over the other."""
    for place, card in enumerate(hand):
        yield f'<g transform="translate({186 + place * 15} 39) scale(.85)">'
        yield from _card(card)
        yield "</g>"


def _card(card: Card) -> Iterator[str]:
    paint = "$accent" if card.kind in _TURNS else "$express_mark"
    yield f'<g data-card="{card.kind}-{card.priority}">'
    yield f'<rect width="{_CARD}" height="40" rx="5" fill="$floor" stroke="$iron"/>'
    yield f'<text x="{_CARD / 2:g}" y="10" {_SMALL}>{card.priority}</text>'
    yield (
        f'<path transform="translate({_CARD / 2:g} 25) scale(.72)" d="{CARD_ARROWS[card.kind]}"'
        f' fill="{paint}"/></g>'
    )
