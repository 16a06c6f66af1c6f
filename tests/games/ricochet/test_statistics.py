"""What a match says of its players, counted for their profiles."""

from tests.games.ricochet.tabletop import ANN, BOB, Tabletop, bidding
from tests.games.ricochet.test_rounds import first_fails_then_bob_proves
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.pack import PACK
from tinplate.games.ricochet.statistics import LONGEST, MOST_OVER, Measures, statistics_of


def told(match: Tabletop, best: int | None) -> list[Measures]:
    entries = ((entry.at, entry.events) for entry in match.match.log)
    return statistics_of(match.match.opening, entries, lambda _: best)


def test_how_far_from_the_best_and_how_fast() -> None:
    """The winner's moves over the shortest; everybody's first bid, by that length."""
    ann, bob, *_ = told(first_fails_then_bob_proves(), best=2)

    assert {"1": (1, 1)} == bob["over"]
    assert "over" not in ann
    assert ({"2": (1, 2_000)}, {"2": (1, 5_000)}) == (ann["first-bid"], bob["first-bid"])
    assert ({"failed": (1, 0)}, {"won": (1, 0)}) == (ann["proofs"], bob["proofs"])
    assert {"r": (3, 0)} == bob["robots"]
    assert "robots" not in ann


def test_a_round_that_could_not_be_solved_is_compared_with_nothing() -> None:
    """What does not need the best is still counted."""
    ann, bob, *_ = told(first_fails_then_bob_proves(), best=None)

    assert {"proofs"} == {*ann}
    assert {"proofs", "robots"} == {*bob}


def test_there_are_only_so_many_cases() -> None:
    """Longer solutions share one, and so do worse routes."""
    _, bob, *_ = told(first_fails_then_bob_proves(), best=LONGEST + 5)
    assert {str(LONGEST)} == {*bob["first-bid"]}
    _, bob, *_ = told(first_fails_then_bob_proves(), best=3 - MOST_OVER - 2)
    assert {str(MOST_OVER): (1, MOST_OVER + 2)} == bob["over"]


def test_rounds_without_bids_are_not_solved() -> None:
    """They would take time, and say nothing."""
    asked = list[Position]()
    match = bidding().bid(ANN, 4)
    statistics_of(
        match.match.opening, ((each.at, each.events) for each in match.match.log), asked.append
    )

    assert [] == [format_position(one) for one in asked]


def test_the_solver_knows_the_best() -> None:
    """The pack asks it: the puzzle takes three moves, and Bob has found them."""
    match = first_fails_then_bob_proves()
    measures = PACK.statistics(match.match.opening, match.match.log)

    assert {"0": (1, 0)} == measures[BOB]["over"]
