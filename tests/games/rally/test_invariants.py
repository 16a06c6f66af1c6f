"""The invariants of Part 3, over random play on random dense courses by random settings."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.rally.strategies import random_course
from tests.laws.invariants import cards_and_robots_are_where_they_belong, no_card_is_lost
from tinplate.games.rally.course_text import format_course
from tinplate.games.rally.folding import evolve
from tinplate.games.rally.happenings import Died, FlagTouched
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.settings import Value
from tinplate.games.rally.values import (
    Command,
    Event,
    HandDealt,
    Programming,
    RegisterRevealed,
    Settings,
    State,
)
from tinplate.testing import Walk, random_play
from tinplate.wire.codec import Codec

STEPS = 120
RallyWalk = Walk[Settings, State, Command, Event]
seeds = st.integers(0, 10**6)
on_random_courses = settings(max_examples=25)


def random_choices(dice: Random) -> dict[str, Value]:
    """Everything that can be agreed, any way; clocks are short, so that turns go by."""
    return {
        "deck": dice.choice([84, 126]),
        "edge": dice.choice(["pit", "wall"]),
        "virtual_fire": dice.random() < 0.5,
        "respawn_virtual": dice.choice(["always", "shared"]),
        "beam_blocked": dice.random() < 0.5,
        "flags_save": dice.random() < 0.5,
        "flags_repair": dice.randint(0, 2),
        "respawn_armour": dice.randint(1, 9),
        "taken_save_point": dice.choice(["share", "beside"]),
        "deadly_hit": dice.choice([9, 10]),
        "pd_damaged_only": dice.random() < 0.5,
        "pd_after_death": dice.choice(["cancel", "ask"]),
        "pd_saves": dice.random() < 0.5,
        "pd_lock": dice.choice(["random", "keep"]),
        "facing_after_deal": dice.random() < 0.5,
        "turn_seconds": dice.choice([4, 20]),
        "last_player_seconds": dice.choice([0, 3]),
        "last_standing_wins": dice.random() < 0.5,
        "max_turns": dice.choice([3, 200]),
    }


def random_walk(seed: int) -> RallyWalk:
    dice = Random(seed)
    course = random_course(dice, dice.randint(2, 7), dice.randint(2, 6))
    agreement = Settings(format_course(course), random_choices(dice))
    return Walk(Rally(), agreement, dice.randint(1, 8), seed)


def played(seed: int) -> RallyWalk:
    walk = random_walk(seed)
    for _ in random_play(walk, STEPS):
        pass
    return walk


def states_of(walk: RallyWalk) -> Iterator[tuple[State, Event, State]]:
    """Every single step: the state before, what happened, the state after."""
    state = walk.match.opening
    for entry in walk.match.log:
        for event in entry.events:
            after = evolve(state, event)
            yield state, event, after
            state = after


@on_random_courses
@given(seeds)
def test_what_is_true_of_every_state(seed: int) -> None:
    """R16, R17, R29, R37: 84 cards, one real robot a cell, armour 1 to 9 (D46: 0)."""
    for walk in random_play(random_walk(seed), STEPS):
        cards_and_robots_are_where_they_belong(walk.match.state)


@on_random_courses
@given(seeds)
def test_no_card_is_lost_or_doubled_on_the_way(seed: int) -> None:
    """R16, R38, D28: not even for the time between two events."""
    for _, _, after in states_of(played(seed)):
        no_card_is_lost(after)


@on_random_courses
@given(seeds)
def test_flags_and_lives(seed: int) -> None:
    """R3, R17, R22: flags never decrease, lives never grow, each changes by its event only."""
    for before, event, after in states_of(played(seed)):
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
            touched = isinstance(event, FlagTouched) and event.robot == seat
            died = isinstance(event, Died) and event.robot == seat

            assert new.robot.next_flag == old.robot.next_flag + touched
            assert new.robot.lives == old.robot.lives - died >= 0


@on_random_courses
@given(seeds)
def test_armour_and_hands_within_a_turn(seed: int) -> None:
    """R18, R27: dealt as many cards as armour points, and only to robots that are on."""
    for before, event, _ in states_of(played(seed)):
        if isinstance(event, HandDealt):
            player = before.players[event.seat]

            assert player.has_program
            assert event.cards is not None
            assert player.robot.armour == len(event.cards)


@on_random_courses
@given(seeds)
def test_every_robot_that_is_on_shows_a_card(seed: int) -> None:
    """R36, R39, D21: in every register, if it lives; the others show none."""
    for before, event, _ in states_of(played(seed)):
        if isinstance(event, RegisterRevealed):
            assert [player.has_program for player in before.players] == [
                card is not None for card in event.cards
            ]


@on_random_courses
@given(seeds)
def test_turns_are_counted(seed: int) -> None:
    """R35, D45: one after the other, and never more than were agreed."""
    walk = random_walk(seed)
    turns = [step.match.state.turn for step in random_play(walk, STEPS)]

    assert all(before <= after for before, after in pairwise(turns))
    assert turns[-1] <= walk.match.state.settings.max_turns


@settings(max_examples=15)
@given(seeds)
def test_same_seed_and_programs_give_the_same_log(seed: int) -> None:
    """R33, Part 3: byte by byte."""
    first, second = played(seed), random_walk(seed)
    again = list(_repeated(first, second))
    codec = Codec(Rally())

    assert [codec.encode(entry) for entry in first.match.log] == again
    assert codec.encode(first.match.opening) == codec.encode(second.match.opening)


def _repeated(walk: RallyWalk, fresh: RallyWalk) -> Iterator[bytes]:
    """What the same commands bring about at a table that was dealt anew."""
    codec = Codec(Rally())
    for line in walk.script:
        happened = fresh.match.submit(*line) if isinstance(line, tuple) else fresh.match.tick(line)
        yield from (codec.encode(entry) for entry in happened)


def test_the_walks_are_worth_something() -> None:
    """Part 3: many turns go by, robots die, and some walks end."""
    walks = [played(seed) for seed in range(30)]
    deaths = [
        event
        for walk in walks
        for entry in walk.match.log
        for event in entry.events
        if isinstance(event, Died)
    ]

    assert sum(walk.match.state.turn for walk in walks) > 100
    assert len(deaths) > 50
    assert any(not isinstance(walk.match.state.phase, Programming) for walk in walks)
