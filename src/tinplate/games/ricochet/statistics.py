"""What each player of a finished match did, counted for their profile."""

from collections.abc import Callable, Iterable, Sequence

from tinplate.game import Millis
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.rounds import Round, RoundFold
from tinplate.games.ricochet.values import Event, State

Cases = dict[str, tuple[int, int]]
Measures = dict[str, Cases]
Best = Callable[[Position], int | None]  # the moves of a shortest solution; None: not known
MOST_OVER = 9  # moves over the best that are told apart
LONGEST = 20  # moves of a shortest solution that are told apart


def statistics_of(
    opening: State, entries: Iterable[tuple[Millis, Sequence[Event]]], best: Best
) -> list[Measures]:
    """By seat: how far from the best, how fast, with which robots, and how many proofs held."""
    rounds = RoundFold(opening)
    for at, events in entries:
        rounds.add(at, events)
    seats: list[Measures] = [{} for _ in range(opening.seats)]
    for each in rounds.finished:
        _count_round(seats, each)
        if each.bids or each.winner is not None:
            length = best(Position(opening.board, each.robots, each.target))
            if length is not None:
                _count_against_best(seats, each, length)
    return seats


def _count_round(seats: list[Measures], each: Round) -> None:
    for proof in each.proofs:
        _add(seats[proof.seat], "proofs", "won" if proof.failed is None else "failed")
    if each.winner is not None:
        for slide in each.proofs[-1].slides:
            _add(seats[each.winner], "robots", slide.robot.value)


def _count_against_best(seats: list[Measures], each: Round, length: int) -> None:
    for seat, measures in enumerate(seats):
        first = next((bid for bid in each.bids if bid.seat == seat), None)
        if first is not None:
            _add(measures, "first-bid", str(min(length, LONGEST)), first.after)
    if each.winner is not None:
        over = max(0, len(each.proofs[-1].slides) - length)
        _add(seats[each.winner], "over", str(min(over, MOST_OVER)), over)


def _add(measures: Measures, code: str, case: str, amount: int = 0) -> None:
    cases = measures.setdefault(code, {})
    count, total = cases.get(case, (0, 0))
    cases[case] = count + 1, total + amount
