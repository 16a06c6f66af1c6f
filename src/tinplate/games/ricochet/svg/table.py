"""The table in a scene of the rule book: players with their bids and tokens, sand, board.

It is as wide as a phone shows it, and has no words but the players' names, so that it fits every
language.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tinplate.book import EVERYBODY, Moment, open_svg
from tinplate.ending import Abstained
from tinplate.game import Seat
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.svg.picture import (
    Part,
    draw_token,
    part_layers,
    place_part,
)
from tinplate.games.ricochet.values import (
    Bidding,
    BidPlaced,
    BidWithdrawn,
    Pause,
    ProofBegan,
    ProofFailed,
    Proving,
    RobotSlid,
    SolutionClaimed,
    State,
    Thinking,
    TokenMissed,
    TokenReturned,
    TokenTurned,
    TokenWon,
)
from tinplate.grid import Cell

_WIDTH = 340
_HEAD = 56  # the height of the line with the token and the sand
_ROW = 38
_HIGHEST = 280  # board
_FEW = 3  # tokens are drawn one by one; more are counted
_TEXT = 'font-family="sans-serif" font-size="15" fill="$wall"'
_DONE = "M-6 0-2 5 7-6"
_SKIP = "M-7-6 0 0-7 6ZM1-6 8 0 1 6Z"
_DOUBT = "M0-8V2M0 7V7.5"
_AWAY = "M-5-7H5L-5 7H5"
_END = "M-6-6h12v12h-12z"  # as on a button that stops
_GLASS = "M-9-14H9M-9 14H9M-7-14C-7-4-1-3-1 0-1 3-7 4-7 14M7-14C7-4 1-3 1 0 1 3 7 4 7 14"


class _Bid(NamedTuple):
    moves: int | None  # None: "I have it", without a number
    is_over: bool = False  # withdrawn, or its proof failed


class Seen:
    """What the players see besides the state: bids that failed, the token of the last round."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.bids: dict[Seat, _Bid] = {}
        self.target: Target | None = None
        self.is_turned_up = False
        self.away: set[Seat] = set()
        self.route: tuple[Cell, ...] = ()

    def note(self, moment: Moment) -> None:
        self.route = ()
        for event in moment.events:
            self._note(event)

    def _note(self, event: object) -> None:
        match event:
            case TokenTurned(target):
                self.target, self.is_turned_up, self.bids, self.away = target, True, {}, set()
            case BidPlaced(seat, moves):
                self.bids[seat] = _Bid(moves)
            case SolutionClaimed(seat):
                self.bids[seat] = _Bid(None)
            case BidWithdrawn(seat) | ProofFailed(seat):
                self.bids[seat] = self.bids[seat]._replace(is_over=True)
            case Abstained(seat):
                self.away.add(seat)
            case TokenWon() | TokenReturned() | TokenMissed():
                self.is_turned_up = False
            case RobotSlid(slide):
                self.route = slide.cells


def draw_table(seen: Seen, moment: Moment, part: Part | None) -> str:
    """Draw the table after a step."""
    state: State = moment.state
    top = _HEAD + _ROW * len(seen.names)
    board, height = _board(seen, state, part, top + 8)
    high = top + (height + 8 if board else 0)
    return "\n".join(
        (
            open_svg(_WIDTH, high),
            *_head(seen, moment),
            *_seats(seen, moment),
            *board,
            "</svg>",
        )
    )


def _board(seen: Seen, state: State, part: Part | None, y: int) -> tuple[list[str], int]:
    if part is None or seen.target is None:
        return [], 0
    position = Position(state.board, state.robots, seen.target)
    layers = part_layers(position, part, seen.route, state.markers)
    drawn, height = place_part(part, layers, y=y, most=(_WIDTH, _HIGHEST))
    return [drawn], height


# The token, the sand, the other tokens


def _head(seen: Seen, moment: Moment) -> Iterator[str]:
    state: State = moment.state
    yield '<g transform="translate(26 28)">'
    if seen.is_turned_up and seen.target is not None:
        yield from draw_token(seen.target, 1.35)
    else:
        yield (
            '<circle r="21" fill="none" stroke="$tile_edge" stroke-width="2"'
            ' stroke-dasharray="4 5"/>'
        )
    yield "</g>"
    yield from _sand(moment)
    left = len(state.face_down) - (1 if seen.is_turned_up else 0)
    yield from _pile(_WIDTH - 66, left)
    if state.missed:
        yield from _pile(_WIDTH - 136, len(state.missed), "$red")


def _sand(moment: Moment) -> Iterator[str]:
    """Draw the clock that runs: the hourglass, or the prover's clock."""
    state: State = moment.state
    until = None if isinstance(state.phase, Pause) else state.phase.until
    if isinstance(state.phase, Proving) and state.phase.move_due is not None:
        until = state.phase.move_due
    if until is None:
        return
    left = max(0, until - moment.at) // 1000
    is_sand = isinstance(state.phase, Bidding) or (
        isinstance(state.phase, Thinking) and state.phase.sand_runs
    )
    yield f'<g transform="translate(76 28)" data-seconds="{left}" fill="none" stroke="$wall"'
    yield ' stroke-width="2.4" stroke-linecap="round">'
    if is_sand:
        yield f'<path d="{_GLASS}"/><path d="M-4-8H4L0-2ZM-5 12H5L0 6Z" fill="$yellow"'
        yield ' stroke="none"/>'
    else:
        yield '<circle r="12"/><path d="M0-7V0L5 3"/>'
    yield f'</g><text x="96" y="33" {_TEXT}>{left // 60}:{left % 60:02}</text>'


def _pile(x: int, count: int, colour: str = "$tile_edge") -> Iterator[str]:
    """Draw tokens that lie face down."""
    yield f'<g transform="translate({x} 28)">'
    yield f'<circle cx="4" cy="3" r="12" fill="$plate" stroke="{colour}" stroke-width="2"/>'
    yield f'<circle r="12" fill="$plate" stroke="{colour}" stroke-width="2"/>'
    yield f'</g><text x="{x + 22}" y="33" {_TEXT}>× {count}</text>'


# The players


def _seats(seen: Seen, moment: Moment) -> Iterator[str]:
    acts = _actor(moment, seen.names)
    for place, name in enumerate(seen.names):
        seat = Seat(place)
        yield f'<g data-seat="{name}" transform="translate(0 {_HEAD + _ROW * place})">'
        edge = '"$blue" stroke-width="2.5"' if name == acts else '"$tile_edge"'
        yield (
            f'<rect x="2" y="2" width="{_WIDTH - 4}" height="{_ROW - 5}" rx="9" fill="$tile"'
            f" stroke={edge}/>"
        )
        weight = ' font-weight="700"' if name == acts else ""
        yield f'<text x="14" y="23" {_TEXT}{weight}>{name}</text>'
        if seat in seen.bids:
            yield from _bid(seen.bids[seat])
        yield from _voice(moment.state, seat, seen)
        yield from _won(moment.state.won[seat])
        yield "</g>"


def _actor(moment: Moment, names: tuple[str, ...]) -> str:
    """Return who acts: whoever did something, or has to prove."""
    phase = moment.state.phase
    begins = any(isinstance(event, ProofBegan) for event in moment.events)
    if isinstance(phase, Proving) and (begins or moment.name == EVERYBODY):
        return names[phase.prover.seat]
    return moment.name


def _bid(bid: _Bid) -> Iterator[str]:
    ink, paint = ("$wall", "$plate") if bid.is_over else ("$tile", "$blue")
    yield f'<g data-bid="{bid.moves}" transform="translate(142 18.5)">'
    yield f'<rect x="-17" y="-12" width="34" height="24" rx="12" fill="{paint}"/>'
    if bid.moves is None:
        yield f'<path d="{_DONE}" fill="none" stroke="{ink}" stroke-width="2.5"/>'
    else:
        yield (
            f'<text y="5" font-family="sans-serif" font-size="15" font-weight="700"'
            f' text-anchor="middle" fill="{ink}">{bid.moves}</text>'
        )
    if bid.is_over:
        yield '<path d="M-15 8 15-8" stroke="$red" stroke-width="2.5"/>'
    yield "</g>"


def _voice(state: State, seat: Seat, seen: Seen) -> Iterator[str]:
    """RC23 to RC27: draw what a player has agreed to."""
    match state.phase:
        case _ if seat in state.enders:
            sign, paint = _END, "$blue"
        case Bidding(done=done) if seat in done:
            sign, paint = _DONE, "$green"
        case Thinking(skips=skips) if seat in skips:
            sign, paint = _SKIP, "$yellow"
        case Proving(doubts=doubts) if seat in doubts:
            sign, paint = _DOUBT, "$red"
        case _ if seat in seen.away:
            sign, paint = _AWAY, "$silver"
        case _:
            return
    yield (
        f'<path transform="translate(186 18.5)" d="{sign}" fill="none" stroke="{paint}"'
        ' stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _won(tokens: tuple[Target, ...]) -> Iterator[str]:
    """Draw the tokens of a player, the last one on the right."""
    shown = tokens[-_FEW:] if len(tokens) <= _FEW else tokens[-1:]
    for place, target in enumerate(reversed(shown)):
        yield f'<g transform="translate({_WIDTH - 26 - 30 * place} 18.5)">'
        yield from draw_token(target, 0.8)
        yield "</g>"
    if len(tokens) > _FEW:
        yield f'<text x="{_WIDTH - 84}" y="23" {_TEXT}>{len(tokens)} ×</text>'
