"""One way and no other: all programs of a hand, played one by one through `resolve`."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count, permutations
from typing import Any

import pytest

from tinplate.game import Malformed
from tinplate.games.rally.puzzles.maker import RallyPuzzles
from tinplate.games.rally.puzzles.task import read_program, read_task
from tinplate.games.rally.resolve import resolve
from tinplate.puzzles.values import MadePuzzle

SEED = 8
SMALL_HAND = 6  # cards: 720 programs
OF_EACH = 3
MAKER = RallyPuzzles()


@cache
def small_puzzles() -> list[MadePuzzle]:
    """The first few of each kind whose hands are small."""
    found: dict[str, list[MadePuzzle]] = {kind: [] for kind in MAKER.kinds}
    for number in count():
        puzzle = MAKER.make(SEED, number)
        if puzzle is not None and len(read_task(puzzle.text).hand) <= SMALL_HAND:
            found[puzzle.kind].append(puzzle)
        if all(len(some) >= OF_EACH for some in found.values()):
            return [puzzle for some in found.values() for puzzle in some[:OF_EACH]]
    raise AssertionError


def resolved(puzzle: MadePuzzle, program: tuple[Any, ...], last: int = 5) -> dict[str, Any]:
    """The turn of a program, up to a register."""
    scenario = json.loads(puzzle.text)["scenario"]
    scenario["robots"][0]["registers"] = program
    scenario |= {"to": last, "end_of_turn": False}
    return resolve(json.dumps(scenario))


def plain_end(puzzle: MadePuzzle, events: list[dict[str, Any]]) -> int | None:
    """The register that decides, told by the events alone."""
    dead = {event["robot"]: event for event in reversed(events) if event["event"] == "died"}
    mine = dead[0]["register"] if 0 in dead else 6
    if puzzle.kind == "survive":
        return None if 0 in dead else max(event["register"] for event in events)
    if puzzle.kind == "flag":
        touched = [e["register"] for e in events if e["event"] == "flag-touched" and not e["robot"]]
        return touched[0] if touched and touched[0] < mine else None
    fell = 1 in dead and dead[1]["because"] in {"pit", "edge"}
    return dead[1]["register"] if fell and dead[1]["register"] < mine else None


def plain_successes(puzzle: MadePuzzle) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Every ordered choice of five cards that reaches the goal, and the register that decides."""
    for program in permutations(json.loads(puzzle.text)["hand"], 5):
        decided = plain_end(puzzle, resolved(puzzle, program)["events"])
        if decided is not None:
            yield program, decided


@pytest.mark.parametrize("number", range(3 * OF_EACH))
def test_a_plain_loop_finds_the_same(number: int) -> None:
    """R16 to R47: so many programs, all decided in one register, all by the same way."""
    puzzle = small_puzzles()[number]
    found = [*plain_successes(puzzle)]
    ways = {
        json.dumps([resolved(puzzle, program, last)["robots"] for last in range(1, decided + 1)])
        for program, decided in found
    }

    assert puzzle.solutions == len(found)
    assert {puzzle.length} == {decided for _, decided in found}
    assert 1 == len(ways)
    assert puzzle.solution.split()[: puzzle.length] in [
        [card["card"] for card in program[: puzzle.length]] for program, _ in found
    ]


@pytest.mark.parametrize("number", range(3 * OF_EACH))
def test_answers_are_judged_as_the_loop_does(number: int) -> None:
    """R36: every program that succeeds is right, and the others are not."""
    puzzle = small_puzzles()[number]
    right = {" ".join(card["card"] for card in program) for program, _ in plain_successes(puzzle)}
    hand = [card["card"] for card in json.loads(puzzle.text)["hand"]]
    others = sorted({" ".join(program) for program in permutations(hand, 5)} - right)

    assert all(MAKER.is_solved_by(puzzle, answer) for answer in right)
    assert not any(MAKER.is_solved_by(puzzle, answer) for answer in others[::7])


def test_all_kinds_on_courses_of_all_sources() -> None:
    """D42: printed and made ones; answers that are replayed."""
    made = [puzzle for number in range(400) if (puzzle := MAKER.make(4, number))]

    assert {*MAKER.kinds} == {puzzle.kind for puzzle in made}
    assert {"made", "shelf"} == {puzzle.source.split()[0] for puzzle in made}
    assert all(MAKER.is_solved_by(puzzle, puzzle.solution) for puzzle in made)
    assert all(puzzle.length >= 2 for puzzle in made)


def test_the_same_number_is_the_same_puzzle() -> None:
    """Whatever was made before it."""
    forwards = [MAKER.make(4, number) for number in range(40)]

    assert forwards == [MAKER.make(4, number) for number in reversed(range(40))][::-1]


def test_others_stand_still() -> None:
    """R27, D25: they are off, so neither priorities nor secrets matter."""
    for puzzle in small_puzzles():
        first, *others = read_task(puzzle.text).scenario.robots
        assert not first.off
        assert all(other.off for other in others)


def test_a_hand_is_as_large_as_the_armour() -> None:
    """R18, R37: and no register is locked."""
    for puzzle in small_puzzles():
        task = read_task(puzzle.text)
        assert 5 <= len(task.hand) == task.scenario.robots[0].armour
        assert len(task.hand) == len({card.priority for card in task.hand})


@pytest.mark.parametrize("answer", ["", "move1", "hop hop hop hop hop", "move1 " * 6])
def test_what_is_no_program(answer: str) -> None:
    """R36: five cards of the seven kinds."""
    puzzle = small_puzzles()[0]

    with pytest.raises(Malformed, match="is no program: write five of move1 "):
        read_program(read_task(puzzle.text), answer)
    assert not MAKER.is_solved_by(puzzle, answer)


def test_cards_that_are_not_in_the_hand() -> None:
    """R36: each card of the hand once."""
    puzzle = small_puzzles()[0]
    task = read_task(puzzle.text)
    held = Counter(card.kind for card in task.hand)
    kind = next(kind for kind in held if held[kind] < 5)

    with pytest.raises(Malformed, match=f"the hand has “{kind}” {held[kind]} times only"):
        read_program(task, " ".join([kind] * 5))


def test_a_text_that_is_no_task() -> None:
    """It says why."""
    with pytest.raises(Malformed, match="puzzle: "):
        read_task('{"hand": []}')
