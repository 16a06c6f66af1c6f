"""Replays: differences put together give what everybody saw at every moment."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from tests.catalogues import GAMES
from tests.corpus.record import FOLDER
from tests.wire.differences import plain
from tinplate.game import Seat
from tinplate.match import Match
from tinplate.store import logfile
from tinplate.wire.differences import changed, difference
from tinplate.wire.replays import replayed, seen_by

LOGS = sorted(FOLDER.glob("v1/*.jsonl"))


class Leaf(Struct, frozen=True, tag=True):
    """A value with a name, and another name on the wire."""

    number: int | None
    items: tuple[Any, ...] = ()


class Twig(Struct, frozen=True, tag=True, rename={"leaf": "blade"}):
    """A value in which there is one."""

    leaf: Leaf | None
    text: str


scalars = st.none() | st.integers(0, 3) | st.sampled_from("ab")
leaves = st.builds(Leaf, st.none() | st.integers(0, 2), st.lists(scalars, max_size=3).map(tuple))
values = st.recursive(
    scalars | leaves | st.builds(Twig, st.none() | leaves, st.sampled_from("xy")),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)


@given(values, values)
def test_a_difference_leads_from_one_value_to_the_other(before: object, now: object) -> None:
    """Whatever the values are; nothing differs only where they are equal."""
    change = difference(before, now)

    assert plain(now) == changed(plain(before), plain(change))
    assert (before == now) == (change is None)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_moment_of_a_replay_is_what_the_log_says(path: Any) -> None:  # noqa: ANN401
    """From every seat's eyes and from everybody's: the view behind every single event."""
    recorded = logfile.read(path, GAMES, Random(0))
    game, opening = recorded.match.game, recorded.match.opening
    seats = (None, *(Seat(seat) for seat in range(opening.seats)))
    for seat in seats:
        shown = plain(seen_by(game, opening, seat))
        match = Match(game, opening, Random(0))
        state = opening
        for entry, told in zip(
            recorded.match.log, replayed(game, opening, recorded.match.log, seat), strict=True
        ):
            for event, change in told.steps:
                shown = changed(shown, plain(change))
                assert seat is None or event is None or event in witnessed(game, entry, seat)
            match.append(entry)
            state = match.state

            assert (entry.version, entry.at) == (told.version, told.at)
            assert plain(seen_by(game, state, seat)) == shown


def witnessed(game: Any, entry: Any, seat: Seat) -> list[Any]:  # noqa: ANN401
    return [game.witness(event, seat) for event in entry.events]


def test_what_others_hid_is_hidden_from_a_seat() -> None:
    """D44: in the eyes of one seat no hand and no draft of another is ever seen, not even now."""
    recorded = logfile.read(FOLDER / "v1" / "rally-stamping-mill.jsonl", GAMES, Random(0))
    game, opening = recorded.match.game, recorded.match.opening
    shown = plain(seen_by(game, opening, Seat(1)))
    for told in replayed(game, opening, recorded.match.log, Seat(1)):
        for event, change in told.steps:
            shown = changed(shown, plain(change))
            written = plain(event)
            if written and written["type"] in {"HandDealt", "CardPlaced"}:
                assert 1 == written["seat"] or written.get("cards") is None
        assert [False, True, False, False] == [
            player["private"] is not None for player in shown["players"]
        ]
